#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Measure what the arguments name, in a guest that bench and bench_kernel.ko were put into.
[ -e /bench_kernel.ko ] && insmod /bench_kernel.ko
exec bench "$@"
