#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Each allocation and each copy from or to user space fails once, in all operations of
# failnth.txt. FAILNTH="-c 0/2" and "-c 1/2" divide them among two guests; "-m 100" lets at
# most about a hundred evenly spread failures happen in one operation, for example in those
# that create an instance and have thousands of allocations. The stack of each failure is
# printed once: tools/testing/trace/allocations/run compares them with its table.
# guest: --append log_buf_len=16M
# guest: --smp 2 --mem 1024 --timeout 14400 --program REPO/tools/testing/trace/guest/failnth.c
# guest: --program REPO/tools/testing/trace/guest/uprobe_prog.c
# guest: --files REPO/tools/testing/trace/guest/failnth.txt:failnth.txt
# guest: --files REPO/tools/testing/trace/guest/failnth.sh:failnth.sh
# config: check
# nightly

FAILNTH=${FAILNTH:--S -m 100}
export FAILNTH
exec sh /failnth.sh
