#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own ftrace selftests, unmodified, on an architecture: those of events, of
# functions and of tracers.
# Each must pass, or have the same result as on the stock kernel of the same architecture.
# The arguments of the script are directories or files below test.d.
# long
# config: arm64=arm64-test i386=i386-test riscv=riscv-test
# cpus: 2
# guest: --mem 1024 --timeout 3600 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# guest: --program REPO/tools/testing/trace/arch/chrt.c
# compare: failures

[ $# != 0 ] || set -- 00basic direct event ftrace instances preemptirq selftest tracer
exec /selftests "$@"
