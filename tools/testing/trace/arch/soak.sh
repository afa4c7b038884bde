#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Ten minutes of all of tracing at once on an architecture, as TAP; the first argument of the script
# is the number of seconds.
# nightly
# config: arm64=arm64-test i386=i386-test riscv=riscv-test
# cpus: 4
# guest: --mem 1536 --timeout 7200 --append log_buf_len=4M
# guest: --files REPO/tools/testing/trace/guest/soak.sh:soak.sh
# guest: --program REPO/tools/testing/trace/stress/stress.c
# guest: --program REPO/tools/testing/trace/guest/soak_perf.c

SOAK=${1:-600} exec /soak.sh
