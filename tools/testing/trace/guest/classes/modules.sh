# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# A module with events is unloaded while its events have triggers, histograms, filters,
# probes, readers, open files, perf events and function filters.

M=trace_events_sample
E=events/sample-trace/foo_bar
modules_load() { modprobe trace-events-sample; }
modules_unload() { rmmod $M; }

# with NAME SETUP: set something up, unload the module, and see that nothing of it is left.
modules_with() {
	modules_load || return 1
	sh -c "$2" || { echo "setup failed"; return 1; }
	modules_unload || return 1
	[ ! -e $E ] || { echo "the event is still there"; return 1; }
	cat trace available_filter_functions enabled_functions printk_formats > /dev/null
	modules_load && [ "$(cat $E/enable)" = 0 ] && ! grep -q . /tmp/none &&
		modules_unload
}
: > /tmp/none
modules_each() {
	t "unloaded with $1" modules_with "$1" "$2"
}
modules_each "its events on" "echo 1 > $E/enable; echo 1 > events/sample-trace/enable; sleep 0.2"
modules_each "a filter" "echo 'bar > 3' > $E/filter"
modules_each "a histogram" "echo 'hist:keys=bar:vals=hitcount' > $E/trigger; sleep 0.2"
modules_each "a stack trace trigger" "echo stacktrace > $E/trigger"
# A trigger of another event refers to the event, and holds the module.
modules_trigger() {
	modules_load
	echo 'enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
	! modules_unload || return 1
	echo '!enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
	modules_unload
}
t "a trigger of another event holds the module" modules_trigger
modules_each "a trigger of its event that enables another" \
	"echo 'enable_event:sched:sched_switch' > $E/trigger"
echo 0 > events/sched/sched_switch/enable
modules_each "its events on in an instance, which is removed later" \
	"mkdir instances/other; echo 1 > instances/other/$E/enable; echo 'hist:keys=bar' > instances/other/$E/trigger"
t "the instance can be removed" rmdir instances/other
modules_each "its functions traced" \
	"echo ':mod:$M' > set_ftrace_filter; echo function > current_tracer; sleep 0.1"
echo nop > current_tracer
echo > set_ftrace_filter
modules_each "a synthetic event from a histogram" \
	"echo 'made int bar' > synthetic_events; echo 'hist:keys=bar:b=bar:onmax(\$b).trace(made,bar)' > $E/trigger"
echo > synthetic_events
modules_each "an open trace_pipe" "(timeout 1 cat trace_pipe > /dev/null; :) & echo 1 > $E/enable"
modules_each "records of it in the snapshot" "echo 1 > $E/enable; sleep 0.2; echo 1 > snapshot"
cat snapshot > /dev/null
echo 0 > snapshot

# perf holds the module as long as its events are open.
modules_perf() {
	modules_load
	class_perf "$(cat $E/id)" "rmmod $M && echo gone; sleep 0.1; [ -e $E ]" || return 1
	modules_unload
}
t "perf holds the module" modules_perf

# Everything at once, while the module comes and goes.
modules_use() {
	while [ -e /tmp/racing ]; do
		echo 1 > $E/enable
		echo 'bar > 3' > $E/filter
		echo 'hist:keys=bar:vals=hitcount' > $E/trigger
		cat $E/hist $E/format events/sample-trace/filter
		echo ':mod:trace_events_sample' > set_ftrace_filter
		echo > set_ftrace_filter
	done
}
modules_read() {
	while [ -e /tmp/racing ]; do
		class_perf "$(cat $E/id)" "cat trace"
		echo 1 > events/sample-trace/enable
		head -c 100000 trace
		echo function > current_tracer
		echo nop > current_tracer
	done
}
modules_race() {
	touch /tmp/racing
	begin modules_use
	begin modules_read
	done=0
	for i in $(seq "$1"); do
		modules_load
		sleep 0.1
		rmmod $M 2> /dev/null && done=$((done + 1))
	done
	# The module can be unloaded only while nothing uses it, which can take many attempts.
	for i in $(seq 200); do
		[ $done = 0 ] || break
		modules_load
		sleep 0.1
		rmmod $M 2> /dev/null && done=1
	done
	rm /tmp/racing
	end || return 1
	modules_load
	modules_unload || { sleep 1; modules_unload; } || return 1
	echo "unloaded $done of $1 times"
	[ $done -gt 0 ] && [ ! -e $E ]
}
t "unloaded while everything is used" modules_race "$(amount 8 300)"
echo nop > current_tracer
echo > set_ftrace_filter
echo > trace
