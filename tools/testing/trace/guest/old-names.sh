#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Features documented for older kernels that the stock kernel no longer has: the file
# failures, and the tracer sched_switch, in two instances concurrently.
# guest: --smp 1
# guest: --program REPO/tools/testing/trace/guest/rt.c

. /guest/tap
explain() { head -n 40 instances/*/trace; }

cd /sys/kernel/tracing || exit 1
check "failures is empty: every patch site can be patched" prints "" cat failures
check "failures cannot be written" sh -c '! echo > failures'

mkdir instances/a instances/b
echo sched_switch > instances/a/current_tracer
echo sched_switch > instances/b/current_tracer
# Of 20 wake-ups, eight at least have to be by the idle task.
rt fifo 20
first=$(grep -c '==> \[000\].* 94:R rt$' instances/a/trace)
echo nop > instances/b/current_tracer
rt fifo 20
echo 0 > instances/a/tracing_on
has() { # INSTANCE PATTERN LEAST
	[ "$(grep -Ec "$2" "instances/$1/trace")" -ge "$3" ]
}
at='\[000\] d[.N][.hHsS][1-9]\. +[0-9]+\.[0-9]{6}:'
check "sched_switch records a wake-up by the idle task" \
	has a "<idle>-0 +$at +0:120:R   \+ \[000\] +[0-9]+: +94:R rt$" 8
check "sched_switch records the switch to the task" has a "$at +[0-9]+: *[0-9]+:[A-Z] ==> \[000\] +[0-9]+: +94:R rt$" $((first + 8))
check "sched_switch records the switch from the task" has a "rt-[0-9]+ +$at +[0-9]+: +94:[SD] ==> \[000\] " $((first + 8))
check "the trace has no other lines" \
	sh -c '! grep -v "^#" instances/a/trace | grep -vE " (==>|  \+) \[000\] "'
check "the tracer of the other instance is nop" prints nop cat instances/b/current_tracer
echo 1 > instances/a/tracing_on
echo 0 > instances/a/tracing_enabled
echo > instances/a/trace
rt fifo 5
check "tracing_enabled = 0 pauses the tracer" sh -c '! grep -v "^#" instances/a/trace'
echo 1 > instances/a/tracing_enabled
rt fifo 5
check "tracing_enabled = 1 resumes the tracer" has a "94:R rt$" 5
echo nop > instances/a/current_tracer
rmdir instances/a instances/b
echo "1..$n"
