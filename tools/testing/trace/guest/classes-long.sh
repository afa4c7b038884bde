#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The long form of classes.sh, on two CPUs that are threads of the host.
# nightly
# long
# guest: --smp 2 --mem 1024 --timeout 3600 --qemu "-action reboot=reset"
# guest: --append "memmap=4M$0x10000000 trace_instance=spoilt0^traceoff@0x10000000:512K trace_instance=spoilt1^traceoff@0x10080000:512K trace_instance=spoilt2^traceoff@0x10100000:512K trace_instance=spoilt3^traceoff@0x10180000:512K trace_instance=spoilt4^traceoff@0x10200000:512K trace_instance=spoilt5^traceoff@0x10280000:512K trace_instance=spoilt6^traceoff@0x10300000:512K trace_instance=spoilt7^traceoff@0x10380000:512K"
# guest: --files REPO/tools/testing/trace/guest/classes:classes
# guest: --program REPO/tools/testing/trace/guest/lifetimes.c
# guest: --program REPO/tools/testing/trace/guest/class_eventfs.c
# guest: --program REPO/tools/testing/trace/guest/class_owner.c
# guest: --program REPO/tools/testing/trace/guest/class_mmap.c
# guest: --program REPO/tools/testing/trace/guest/class_memory.c
# guest: --program REPO/tools/testing/trace/guest/class_perf.c
# guest: --program REPO/tools/testing/trace/guest/class_bounds.c
# guest: --program REPO/tools/testing/trace/stress/stress.c
# module: class_module
# guest: --files REPO/tools/testing/trace/guest/classes.sh:classes.sh
# config: threads-kasan

LONG=1 exec sh /classes.sh
