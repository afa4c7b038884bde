#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Latency tracers in several instances at once: each instance finds its own latency, has
# its own maximum and threshold, and wakes up pollers of its maximum. The guest runs in
# virtual time.
# guest: --smp 1 --timeout 600 --qemu "-icount shift=0,sleep=off"
# guest: --program REPO/tools/testing/trace/guest/rt.c
# guest: --program REPO/tools/testing/trace/guest/wait_max.c

. /guest/tap
explain() { tail -n 20 ./*/tracing_max_latency; }

cd /sys/kernel/tracing/instances || exit 1
between() { # FILE LEAST MOST
	[ "$(cat "$1")" -ge "$2" ] && [ "$(cat "$1")" -le "$3" ]
}
tells() { # INSTANCE TEXT
	grep -q "$2" "$1/trace"
}
# A thread of the kernel with a real-time policy may have had a greater latency in a try.
finds_rt() {
	for i in 1 2 3 4 5 6 7 8; do
		echo 0 > wake/tracing_max_latency
		rt fifo 10
		tells wake "task: rt-[0-9]* (uid:0 nice:0 policy:1 rt_prio:5)" && return
	done
	return 1
}

mkdir irqs preempt wake graph
modprobe preemptirq_delay_test test_mode=alternate burst_size=2 delay=500
echo irqsoff > irqs/current_tracer
echo preemptoff > preempt/current_tracer
echo wakeup_rt > wake/current_tracer
echo schedule > graph/set_ftrace_filter
echo function_graph > graph/current_tracer
for i in irqs preempt wake; do
	echo 0 > $i/options/function-trace
	echo 0 > $i/tracing_max_latency
done
wait_max irqs/tracing_max_latency > /tmp/waited &
waits=$!
sleep 0.2
echo 0 > irqs/tracing_max_latency
echo 0 > preempt/tracing_max_latency
echo 1 > /sys/kernel/preemptirq_delay_test/trigger
sleep 0.2
finds_rt
finds_rt=$?
wait $waits
waits=$?
for i in irqs preempt wake graph; do
	echo 0 > $i/tracing_on
done

check "irqsoff finds 500 us" between irqs/tracing_max_latency 450 550
check "the latency of irqsoff began in the module" tells irqs "=> started at: .*preemptirq_delay_test"
check "preemptoff finds 500 us" between preempt/tracing_max_latency 450 550
check "the latency of preemptoff began in the module" tells preempt "=> started at: .*preemptirq_delay_test"
check "wakeup_rt finds the task" test $finds_rt = 0
check "wakeup_rt has a maximum of its own" between wake/tracing_max_latency 1 440
check "function_graph traces in another instance meanwhile" tells graph "schedule() {"
check "a poller of tracing_max_latency is woken up" test $waits = 0
check "the poller reads a new maximum" awk 'NR == 2 { exit !($1 > 0) } END { if (NR < 2) exit 1 }' \
	/tmp/waited

# tracing_enabled pauses a tracer without losing its records or settings.
burst() {
	echo 1 > /sys/kernel/preemptirq_delay_test/trigger
	sleep 0.2
}
lines() { # INSTANCE TEXT
	grep -c "$2" "$1/trace"
}
echo 1 > irqs/tracing_on
echo 0 > irqs/tracing_enabled
before=$(cat irqs/tracing_max_latency)
echo 0 > irqs/tracing_max_latency
burst
check "a paused tracer finds no latency" between irqs/tracing_max_latency 0 0
check "a paused tracer is still the current tracer" grep -q irqsoff irqs/current_tracer
check "a paused tracer keeps the latency that it found" tells irqs "latency: .* us, #[1-9]"
echo 1 > irqs/tracing_enabled
burst
check "a resumed tracer finds a latency" between irqs/tracing_max_latency 450 550
check "the tracer had found a latency before the pause" test "$before" -gt 0
echo 1 > graph/tracing_on
echo 0 > graph/tracing_enabled
echo 1 > graph/options/func_stack_trace
echo 0 > graph/options/funcgraph-irqs
before=$(lines graph "schedule() {")
burst
check "a paused function_graph records nothing" test "$(lines graph 'schedule() {')" = "$before"
echo 1 > graph/tracing_enabled
burst
check "a resumed function_graph records again" test "$(lines graph 'schedule() {')" -gt "$before"
echo 0 > graph/tracing_enabled
echo function > graph/current_tracer
check "a newly selected tracer is not paused" between graph/tracing_enabled 1 1
echo 0 > graph/tracing_enabled

# Stack samples.
mkdir samples
echo 500 > ../sysprof_sample_period
echo sysprof > samples/current_tracer
burst
check "sysprof samples stacks" tells samples "<stack trace>"
check "the stacks are those of the busy function" tells samples "=> .*preemptirq_delay_test\|=> kthread"
check "a sampling period that is too short is rejected" sh -c '! echo 5 > ../sysprof_sample_period'
echo nop > samples/current_tracer
rmdir samples

# A threshold applies to one instance only.
echo 400 > irqs/tracing_thresh
check "a threshold applies to one instance only" between preempt/tracing_thresh 0 0
for i in irqs preempt wake graph; do
	echo nop > $i/current_tracer
	rmdir $i
done
check "all instances can be removed" test -z "$(ls)"
echo "1..$n"
