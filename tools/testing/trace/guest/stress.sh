#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# nightly-also: threads-kasan threads-kcsan
# guest: --smp 4 --program REPO/tools/testing/trace/stress/stress.c --files REPO/tools/testing/trace/stress/stress.sh:stress.sh
# A short form of 'make stress'.

exec sh /stress.sh 2
