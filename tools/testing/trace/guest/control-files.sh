#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The files under /sys/kernel/tracing: their names, their modes, and the result of open,
# read, write, lseek, poll, mmap and other system calls on each, compared with the stock
# kernel. control-files.txt lists the intended differences and their reasons.
# guest: --smp 2 --mem 512 --timeout 1200
# guest: --program REPO/tools/testing/trace/guest/control_files.c
# compare: facts

cd /sys/kernel/tracing || exit 1
echo 0 > tracing_on
mkdir instances/there

# Objects that have control files of their own.
echo 'synth int value' > synthetic_events
echo 'p:probe do_sys_openat2' > kprobe_events
echo 'p:probe /bin/busybox:0x10' > uprobe_events
# The filter rejects all events: after a hit, poll would report new data.
echo 'hist:keys=common_pid if prev_pid < 0' > events/sched/sched_switch/trigger

echo "# names"
control_files -l events
for system in events/*/; do
	control_files -l "${system%/}"
done
control_files -l instances/there/events
find /proc/sys -name '*trac*' | sed 's/$/: sysctl/'

echo "# answers"
for path in events/enable events/header_event events/header_page events/sched/enable \
		events/sched/filter events/sched/sched_switch events/sched/sched_waking \
		events/ftrace/function events/ftrace/enable events/ftrace/filter \
		events/syscalls/enable events/syscalls/sys_enter_close events/synthetic/synth \
		events/kprobes/probe events/uprobes/probe instances/there/events/enable \
		instances/there/events/header_page instances/there/events/sched/sched_switch; do
	control_files $path
done
control_files instances instances/there
control_files .
dmesg | grep -c "WARNING:\|BUG:" | sed 's/^/dmesg warnings: /'
