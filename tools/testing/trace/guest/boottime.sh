#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tracing that the boot configuration defines: what each key of boottime.bconf has set, and
# that keys which are refused change nothing else.
# guest: --bootconfig REPO/tools/testing/trace/guest/boottime.bconf
# compare: text
# nightly-also: check

cd /sys/kernel/tracing || exit 1

state() { # FILE...
	for file in "$@"; do
		echo "@@ $dir: $file"
		cat "$dir/$file"
	done
}

triggers() { # SYSTEM/EVENT...: the triggers without counts, which change
	for event in "$@"; do
		echo "@@ $dir: triggers of $event"
		grep -v '^#' "$dir/events/$event/trigger" |
			sed 's/:count=[0-9]*/:COUNT/'
	done
}

echo "@@ dynamic events"
sort dynamic_events | sed 's/0x[0-9a-f]*/ADDR/g'

dir=.
state trace_clock tracing_cpumask tracing_on current_tracer set_ftrace_filter
echo "@@ options"
grep -xE '(no)?(sym-addr|overwrite)' trace_options
echo "@@ size"
cat per_cpu/cpu0/buffer_size_kb
echo "@@ enabled events"
sort set_event
for event in task/task_newtask kprobes/read_event sched/sched_process_exit; do
	echo "@@ filter of $event"
	cat "events/$event/filter"
done
triggers sched/sched_process_exit kprobes/return_event synthetic/initcall_latency \
	initcall/initcall_start initcall/initcall_finish sched/sched_process_fork \
	sched/sched_wakeup

echo "@@ the events of the boot are in the trace"
for event in task_newtask read_event task_rename; do
	grep -q ": $event: " trace && echo "$event"
done
echo "@@ the histogram has the latencies of initcalls"
[ "$(grep -c '^{ func:' events/synthetic/initcall_latency/hist)" -gt 50 ] && echo "more than 50"

echo "@@ instances"
ls instances
dir=instances/foo
state tracing_on current_tracer set_ftrace_filter set_ftrace_notrace
grep -x '\(no\)\?stacktrace' $dir/trace_options
cat $dir/per_cpu/cpu0/buffer_size_kb
grep -c 'Snapshot is allocated' $dir/snapshot
sort $dir/set_event
dir=instances/bar
state tracing_on current_tracer trace_clock
sort $dir/set_event
rmdir instances/foo instances/bar && echo removed
