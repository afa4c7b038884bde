#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Kprobe events defined by kprobe_event= on the kernel command line, and counting of
# kprobe events by perf.
# guest: --smp 1 --append kprobe_event=p:early,do_sys_openat2,dfd=$arg1:s32;r:back,ksys_read,$retval;p:bad,nosuch
# guest: --program REPO/tools/testing/trace/guest/kprobe_count.c
# compare: status

cd /sys/kernel/tracing || exit 1
. /guest/tap

is "valid definitions create events, the invalid one does not" "p:kprobes/early do_sys_openat2 dfd=\$arg1:s32
r10:kprobes/back ksys_read arg1=\$retval" cat kprobe_events
is "the kprobe event is enabled" 1 cat events/kprobes/early/enable
is "the kretprobe event is enabled" 1 cat events/kprobes/back/enable
check "the kprobe event was recorded during boot" grep -q 'early: (do_sys_openat2+0x0.*) dfd=-100' trace
echo 0 > events/kprobes/enable

echo 'p:counted do_sys_openat2 flags=\42:u32' > kprobe_events
export ADDRESS=$(grep -w do_sys_openat2 /proc/kallsyms | cut -d' ' -f1)
kprobe_count
is "the event is disabled after perf has closed" 0 cat events/kprobes/counted/enable
# Not ":", whose failure would end the shell: the stock kernel may refuse it at this point,
# since it makes the files of kprobe events of the boot late, and sometimes not at all.
echo > kprobe_events
is "no kprobe event remains" "" cat kprobe_events
