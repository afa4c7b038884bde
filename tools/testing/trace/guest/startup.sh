#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The tests that run at boot, and the options that verify or show what the tracing
# subsystem does: FTRACE_STARTUP_TEST, EVENT_TRACE_STARTUP_TEST, RING_BUFFER_STARTUP_TEST,
# RING_BUFFER_VALIDATE_TIME_DELTAS, HIST_TRIGGERS_DEBUG, TRACEPOINT_BENCHMARK and
# KPROBE_EVENTS_ON_NOTRACE.
# guest: --smp 2 --timeout 1800 --append log_buf_len=4M
# config: startup

. /guest/tap
cd /sys/kernel/tracing || exit 1
dmesg > /tmp/dmesg

result() { # WHAT: the results of the tests of this kind
	sed -n "s/.*tracing: Testing $1 \([^: ]*\): /\1 /p" /tmp/dmesg
}

count() { # KIND RESULT
	result "$1" | grep -c " $2\$"
}

check "each tracer passes" eval \
	'[ "$(count tracer PASSED)" = "$(wc -w < available_tracers)" ] &&
	 [ "$(count tracer FAILED)" = 0 ]'
check "each event passes" eval \
	'[ "$(count event PASSED)" = "$(ls -d events/*/*/enable | wc -l)" ] &&
	 [ "$(count event FAILED)" = 0 ]'
check "each system passes, and all events together" eval \
	'[ "$(count "event system" PASSED)" -gt 20 ] && [ "$(count "event system" FAILED)" = 0 ] &&
	 [ "$(result "event system" | grep -c "(all) PASSED")" = 2 ]'
check "the instance of the test is removed" eval \
	'[ "$(count instance PASSED)" = 1 ] && [ ! -e instances/startup_test ]'
check "the ring buffer passes" grep -q 'ring buffer: startup test: PASSED' /tmp/dmesg

# The timestamps of each page that is written are verified.
echo 1 > events/enable
echo 0 > events/benchmark/enable
echo function > current_tracer
cat trace_pipe > /dev/null &
sleep 10
kill $!
# The tracer cannot be changed while trace_pipe is open.
wait $! 2> /dev/null
echo nop > current_tracer
echo 0 > events/enable
check "no warning" eval '! dmesg | grep -E "WARNING:|BUG:"'

echo 'hist:keys=pid:ts0=common_timestamp.usecs' > events/sched/sched_waking/trigger
echo 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts0:onmax($lat).save(next_comm)' \
	> events/sched/sched_switch/trigger
debug() {
	sed 's/^hist: .*/hist: ADDR/; s/of hist .*/of hist ADDR/
		s/[0-9]* in use, [0-9]* drops/N in use/' "events/sched/$1/hist_debug"
}
is "hist_debug without a histogram" "" cat events/sched/sched_wakeup/hist_debug
is "hist_debug of a variable" "\
# event histogram
#
# trigger info: hist:keys=pid:vals=hitcount:ts0=common_timestamp.usecs:sort=hitcount:size=2048:clock=global [active]
#

hist: ADDR" eval 'debug sched_waking | head -n 6'
check "hist_debug has the variable" eval \
	'debug sched_waking | grep -q "^vars\[0\]: ts0, word [0-9]*$"'
check "hist_debug has the reference" eval \
	'debug sched_switch | grep -q "^refs\[0\]: ts0, vars\[0\] of hist ADDR$"'
check "hist_debug has the action" eval \
	'debug sched_switch | grep -q "^  tracks vars\[0\], word [0-9]*$" &&
	 debug sched_switch | grep -q "^saves\[0\]: next_comm, word"'
check "hist_debug is read-only" eval '! echo 1 > events/sched/sched_switch/hist_debug'

# The event measures itself while it is enabled. The first records are kept, however fast the
# thread is.
echo 0 > options/overwrite
benchmark() { # N: record N
	sed -n "s/^ *event_benchmark-.*: benchmark_event: //p" trace | sed -n "$1p"
}
number='[0-9]*'
echo > trace
echo 1 > events/benchmark/benchmark_event/enable
for _ in $(seq 100); do
	[ "$(benchmark 9)" ] && break
	sleep .1
done
echo 0 > events/benchmark/benchmark_event/enable
is "the first record of the benchmark" "START delta=0" benchmark 1
check "the second has the time of the first" eval \
	'benchmark 2 | grep -qx "first=\($number\) \[COLD CACHED\] delta=\1"'
first=$(benchmark 2 | sed 's/^first=\([0-9]*\).*/\1/')
check "the third has one time" eval \
	'benchmark 3 | grep -qx "last=\($number\) first=$first max=\1 min=\1 avg=\1 std=0 std^2=0 delta=\1"'
check "the ninth is within its limits" eval \
	'benchmark 9 | tr -s " =" "  " |
	 { read -r _ last _ _ _ max _ min _ avg _; [ "$min" -le "$avg" ] && [ "$avg" -le "$max" ] &&
	   [ "$min" -le "$last" ] && [ "$last" -le "$max" ]; }'
check "the thread ends with the event" eval '! ps | grep -q "[e]vent_benchmark"'
echo > trace
sleep 1
is "and records nothing more" 0 eval 'grep -vc "^#" trace'
echo 1 > options/overwrite

# A function without a patch site.
check "a kprobe event in a function that is not traced" eval \
	'echo p:notrace trace_clock_local > kprobe_events && [ -d events/kprobes/notrace ]'
echo > kprobe_events

echo "1..$n"
