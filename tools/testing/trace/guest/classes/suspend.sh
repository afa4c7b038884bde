# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Suspend and resume, as far as pm_test goes: tasks are frozen, devices and the platform are
# suspended, CPU 1 goes offline and comes back, while tracers and events are on.

P=/sys/power
echo 0 > /sys/module/suspend/parameters/pm_test_delay 2> /dev/null
suspend_try() {
	echo "$1" > $P/pm_test && echo "$2" > $P/state
}

# pair TEST STATE: marks before and after, on both CPUs, in order and with increasing times.
suspend_pair() {
	echo > trace
	for cpu in 1 2; do taskset $cpu sh -c 'echo before > trace_marker'; done
	suspend_try "$1" "$2" || return 1
	[ "$(cat /sys/devices/system/cpu/online)" = 0-1 ] || return 1
	for cpu in 1 2; do taskset $cpu sh -c 'echo after > trace_marker'; done
	for cpu in 0 1; do
		grep -E 'mark_write: (before|after)' per_cpu/cpu$cpu/trace
		[ "$(grep -oE 'mark_write: (before|after)' per_cpu/cpu$cpu/trace | tr '\n' ' ')" = \
			"mark_write: before mark_write: after " ] || return 1
		sed -n -E 's/^.* ([0-9]+\.[0-9]+): .*/\1/p' per_cpu/cpu$cpu/trace | sort -n -c || return 1
	done
}
suspend_with() {
	for state in $(cat $P/state); do
		for test in $3; do
			# Only "mem" goes as far as the CPUs.
			[ $state = mem ] || case $test in core | processors) continue ;; esac
			t "$1: $state, $test" suspend_pair $test $state
		done
	done
}
suspend_with "nothing on" "" "$(amount 'devices core' 'freezer devices platform processors core')"
# Under KASAN, records of each lock and allocation would take longer than a timer tick.
suspend_systems="$(amount 'sched irq power' 'sched irq power timer workqueue cpuhp ipi irq_vectors raw_syscalls')"
for system in $suspend_systems; do
	[ ! -e events/$system ] || echo 1 > events/$system/enable
done
suspend_events() {
	suspend_try "$1" mem || suspend_try "$1" freeze || return 1
	# The file trace of a latency tracer only has its longest section.
	echo > instances/awake/trace
	taskset 2 sh -c 'echo after > instances/awake/trace_marker'
	grep -q 'after' instances/awake/trace
}
mkdir instances/awake
suspend_read() {
	while [ -e /tmp/reading ]; do head -n 2000 trace; done
}
for tracer in $(amount "function function_graph irqsoff" "$(cat available_tracers)"); do
	case $tracer in mmiotrace | blk) continue ;; esac
	echo '*suspend* *resume* vfs_* *cpu_up* *cpu_down*' > set_ftrace_filter
	echo "$tracer" > current_tracer || continue
	touch /tmp/reading
	begin suspend_read
	for test in $(amount core "devices processors core"); do
		t "events and $tracer: $test" suspend_events "$test"
	done
	rm /tmp/reading
	t "events and $tracer: the reader ends" end
	echo nop > current_tracer
done
echo > set_ftrace_filter
rmdir instances/awake
echo 0 > events/enable
echo none > $P/pm_test
t "marks are recorded on both CPUs at the end" sh -c '
	echo > trace
	taskset 1 sh -c "echo one > trace_marker" && taskset 2 sh -c "echo two > trace_marker" &&
	grep -q one per_cpu/cpu0/trace && grep -q two per_cpu/cpu1/trace'
echo > trace
