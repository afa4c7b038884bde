#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Latency tracers in several instances at once: each finds its own burst, keeps its
# own maximum and threshold, and wakes who polls for it. In virtual time.
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
rt fifo 10
wait $waits
waits=$?
for i in irqs preempt wake graph; do
	echo 0 > $i/tracing_on
done

check "irqsoff finds 500 us" between irqs/tracing_max_latency 450 550
check "it began in the module" tells irqs "=> started at: .*preemptirq_delay_test"
check "preemptoff finds 500 us" between preempt/tracing_max_latency 450 550
check "it began in the module, too" tells preempt "=> started at: .*preemptirq_delay_test"
check "wakeup_rt finds the task" tells wake "task: rt-[0-9]* (uid:0 nice:0 policy:1 rt_prio:5)"
check "its maximum is its own" between wake/tracing_max_latency 1 440
check "function_graph goes on beside them" tells graph "schedule() {"
check "who polls is woken" test $waits = 0
check "and reads a new maximum" awk 'NR == 2 { exit !($1 > 0) } END { if (NR < 2) exit 1 }' \
	/tmp/waited

# Quiet, and not: nothing is recorded and nothing is forgotten.
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
check "a quiet tracer finds nothing" between irqs/tracing_max_latency 0 0
check "and is not forgotten" grep -q irqsoff irqs/current_tracer
check "nor is what it found" tells irqs "latency: .* us, #[1-9]"
echo 1 > irqs/tracing_enabled
burst
check "it goes on" between irqs/tracing_max_latency 450 550
check "as it did before" test "$before" -gt 0
echo 1 > graph/tracing_on
echo 0 > graph/tracing_enabled
echo 1 > graph/options/func_stack_trace
echo 0 > graph/options/funcgraph-irqs
before=$(lines graph "schedule() {")
burst
check "function_graph can be quiet" test "$(lines graph 'schedule() {')" = "$before"
echo 1 > graph/tracing_enabled
burst
check "and go on" test "$(lines graph 'schedule() {')" -gt "$before"
echo 0 > graph/tracing_enabled
echo function > graph/current_tracer
check "a new tracer is not quiet" between graph/tracing_enabled 1 1
echo 0 > graph/tracing_enabled

# Samples of stacks.
mkdir samples
echo 500 > ../sysprof_sample_period
echo sysprof > samples/current_tracer
burst
check "sysprof samples stacks" tells samples "<stack trace>"
check "of the burst" tells samples "=> .*preemptirq_delay_test\|=> kthread"
check "a period has bounds" sh -c '! echo 5 > ../sysprof_sample_period'
echo nop > samples/current_tracer
rmdir samples

# A threshold is of one instance alone.
echo 400 > irqs/tracing_thresh
check "a threshold is of one instance" between preempt/tracing_thresh 0 0
for i in irqs preempt wake graph; do
	echo nop > $i/current_tracer
	rmdir $i
done
check "all of them go" test -z "$(ls)"
echo "1..$n"
