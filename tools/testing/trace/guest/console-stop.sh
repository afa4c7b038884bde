#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# tp_printk_stop_on_boot: events are printed on the console during boot, and not any more
# when init runs.
# guest: --smp 1 --append tp_printk --append tp_printk_stop_on_boot
# guest: --append trace_event=initcall:initcall_level

. /guest/tap
cd /sys/kernel/tracing || exit 1
check "events of the boot are on the console" sh -c "dmesg | grep 'initcall_level: level='"
is "tp_printk is off after boot" 0 cat /proc/sys/kernel/tracepoint_printk
echo 1 > events/sched/sched_process_fork/enable
dmesg -c > /dev/null
(:)
is "events are recorded" 1 sh -c "grep -q sched_process_fork: trace && echo 1"
is "they are not on the console" 0 sh -c "dmesg | grep -c sched_process_fork"
echo "1..$n"
