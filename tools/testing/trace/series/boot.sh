#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The kernel of a step of the series traces functions and events: see
# scripts/tracing/series_check.py. Both implementations have to pass.

cd /sys/kernel/tracing || exit 1
for tracer in function function_graph; do
	echo $tracer > current_tracer && ls / > /dev/null && grep -q vfs_ trace || exit 1
done
echo nop > current_tracer
echo 1 > events/sched/enable && ls / > /dev/null && grep -q sched_switch trace || exit 1
echo 'p:here vfs_read' > kprobe_events && echo 1 > events/kprobes/enable && ls / > /dev/null &&
	cat /proc/uptime > /dev/null && grep -q 'here: (vfs_read' trace || exit 1
! dmesg | grep -E 'BUG:|WARNING:|Oops'
