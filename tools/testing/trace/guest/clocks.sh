#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every trace clock with every tracer that records calls, with all functions traced, in
# the top instance and in another one: the machine survives and there are records. A
# clock may call a traced function, whose record needs a timestamp of the same clock:
# this recursion must end.
# long
# guest: --smp 2 --timeout 900

. /guest/tap
T=/sys/kernel/tracing
S=/sys/devices/system/clocksource/clocksource0
cd $T || exit 1
explain() { dmesg | tail -n 5; }

# The clock is selected, and the trace has records.
records() { # CLOCK
	grep -q "\[$1\]" trace_clock || return 1
	true
	ls / > /dev/null
	[ "$(head -n 40 trace | grep -vc '^#')" -ge 5 ] || { head -n 20 trace; return 1; }
}
# Latency tracers have records only if a latency was found: test that the machine runs.
goes_on() { # CLOCK
	grep -q "\[$1\]" trace_clock && true && ls / > /dev/null && head -n 40 trace > /dev/null
}
clocks() { tr -d '[]' < trace_clock; }
functions() { for t in $(cat available_tracers); do case $t in function*) echo "$t" ;; esac; done; }
latencies() {
	for t in $(cat available_tracers); do
		case $t in irqsoff|preemptoff|preemptirqsoff|wakeup*) echo "$t" ;; esac
	done
}

# Select the tracer, then each clock; with the last clock also in the other order.
each_clock() { # HOW TRACER
	for clock in $(clocks) global perf; do
		echo "$clock" > trace_clock
		check "$where: $2, then $clock" "$1" "$clock"
	done
	echo nop > current_tracer
	echo "$2" > current_tracer
	check "$where: perf, then $2" "$1" perf
	echo nop > current_tracer
	echo local > trace_clock
}

# Options for which the callback does more than reserve, fill and commit.
each_option() {
	for option in func_stack_trace func-no-repeats func-args; do
		for clock in global perf mono; do
			echo $clock > trace_clock
			echo 1 > options/$option
			echo function > current_tracer
			check "$where: function with $option, $clock" records $clock
			echo nop > current_tracer
			echo 0 > options/$option
		done
	done
	echo local > trace_clock
}

everything() {
	for tracer in $(functions); do
		echo "$tracer" > current_tracer
		each_clock records "$tracer"
	done
	for tracer in $(latencies); do
		echo "$tracer" > current_tracer
		each_clock goes_on "$tracer"
	done
}

if grep -q ftrace=function /proc/cmdline; then
	check "clock and tracer of the kernel command line" records global
	is "tracer of the kernel command line" function cat current_tracer
	echo nop > current_tracer
	echo local > trace_clock
fi

where="top instance"
everything
each_option
mkdir instances/other
cd instances/other || exit 1
where="other instance"
everything
cd $T || exit 1
rmdir instances/other

# A trigger that compares timestamps of several CPUs sets the clock to global.
echo 'hist:keys=common_pid:at=common_timestamp.usecs' > events/sched/sched_waking/trigger
check "a trigger with common_timestamp sets the clock" grep -q '\[global\]' trace_clock
echo function > current_tracer
check "function tracer after a trigger with common_timestamp" records global
echo 1 > events/enable
check "all events after a trigger with common_timestamp" records global
echo 0 > events/enable
echo nop > current_tracer
echo '!hist:keys=common_pid:at=common_timestamp.usecs' > events/sched/sched_waking/trigger
check "the trigger is removed" test ! -s events/sched/sched_waking/hist

# The timekeeper calls the read function of the clocksource, which may be traced.
was=$(cat $S/current_clocksource)
for source in $(cat $S/available_clocksource); do
	echo "$source" > $S/current_clocksource
	for tracer in $(functions); do
		for clock in mono mono_raw boot tai; do
			echo $clock > trace_clock
			echo "$tracer" > current_tracer
			check "$source: $clock and $tracer" records $clock
			echo 1 > events/sched/enable
			check "$source: $clock and $tracer and events" records $clock
			echo 0 > events/sched/enable
			echo nop > current_tracer
		done
	done
done
echo "$was" > $S/current_clocksource
echo local > trace_clock

check "no report in the kernel log" sh -c "! dmesg | grep -E 'BUG:|WARNING:|possible circular|rcu.*stall'"
echo "1..$n"
