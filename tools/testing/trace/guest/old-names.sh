#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What old listings of the tracing directory have and the stock kernel has lost: the file
# failures, and the tracer sched_switch, in two instances at once.
# guest: --smp 1
# guest: --program REPO/tools/testing/trace/guest/rt.c

. /guest/tap
explain() { head -n 40 instances/*/trace; }

cd /sys/kernel/tracing || exit 1
check "every site can be patched" prints "" cat failures
check "nobody writes to failures" sh -c '! echo > failures'

mkdir instances/a instances/b
echo sched_switch > instances/a/current_tracer
echo sched_switch > instances/b/current_tracer
rt fifo 5
echo nop > instances/b/current_tracer
rt fifo 5
echo 0 > instances/a/tracing_on
has() { # INSTANCE PATTERN LEAST
	[ "$(grep -Ec "$2" "instances/$1/trace")" -ge "$3" ]
}
at='\[000\] d[.N][.hHsS][1-9]\. +[0-9]+\.[0-9]{6}:'
check "it is woken, by the idle task" \
	has a "<idle>-0 +$at +0:120:R   \+ \[000\] +[0-9]+: +94:R rt$" 8
check "it runs" has a "$at +[0-9]+: *[0-9]+:[A-Z] ==> \[000\] +[0-9]+: +94:R rt$" 8
check "it sleeps" has a "rt-[0-9]+ +$at +[0-9]+: +94:[SD] ==> \[000\] " 8
check "nothing else is told" \
	sh -c '! grep -v "^#" instances/a/trace | grep -vE " (==>|  \+) \[000\] "'
check "the other instance has gone back" prints nop cat instances/b/current_tracer
echo 1 > instances/a/tracing_on
echo 0 > instances/a/tracing_enabled
echo > instances/a/trace
rt fifo 5
check "it can be quiet" sh -c '! grep -v "^#" instances/a/trace'
echo 1 > instances/a/tracing_enabled
rt fifo 5
check "and go on" has a "94:R rt$" 5
echo nop > instances/a/current_tracer
rmdir instances/a instances/b
echo "1..$n"
