#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Measure what the arguments name, in a guest that bench and bench_ring.ko were put into.
[ -e /bench_ring.ko ] && insmod /bench_ring.ko
exec bench "$@"
