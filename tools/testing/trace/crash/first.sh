#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Record events and functions in a persistent ring buffer, print them, and panic. The other
# kernel has to print the same.

cd /sys/kernel/tracing/instances/crash || exit 1
echo "p:crash/opened do_sys_openat2 file=+0(%si):string flags=+0(%dx):x64" \
	> /sys/kernel/tracing/kprobe_events
for event in sched/sched_switch sched/sched_process_fork sched/sched_process_exec \
	sched/sched_process_exit timer/hrtimer_expire_entry timer/timer_expire_entry kmem/kmalloc \
	syscalls/sys_enter_openat irq/softirq_entry crash/opened rcu/rcu_utilization; do
	[ ! -e "events/$event" ] || echo 1 > "events/$event/enable"
done
echo 1 > options/sym-offset
# A hash of an address is another one in each boot.
echo 0 > options/hash-ptr
echo stacktrace > events/sched/sched_process_fork/trigger
echo 'vfs_*' > set_ftrace_filter
echo function > current_tracer
echo 1 > tracing_on
echo "marks of the first kernel" > trace_marker
for i in $(seq 20); do
	cat "/proc/$$/stat" > /dev/null
	echo "round $i" > trace_marker
done
(exec true)
echo 0 > tracing_on
# The build id is one of the notes.
echo "=== kernel $(md5sum < /sys/kernel/notes)"
echo "=== begin"
cat trace
echo "=== end"
sleep 1
echo c > /proc/sysrq-trigger
sleep 10
