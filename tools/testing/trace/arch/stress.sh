#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Ten minutes of stress of a ring buffer on an architecture, as TAP. ROUNDS=n in the environment
# sets the number of rounds, of six seconds each.
# nightly
# config: arm64=arm64-test i386=i386-test riscv=riscv-test
# cpus: 4
# guest: --mem 1024 --timeout 7200 --append log_buf_len=16M
# guest: --files REPO/tools/testing/trace/stress/stress.sh:stress.sh
# guest: --program REPO/tools/testing/trace/stress/stress.c

exec /stress.sh "${1:-${ROUNDS:-100}}"
