#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Filters and function commands in set_ftrace_filter: accepted and rejected input with
# its errno, contents of the file, and how calls change the counts of commands. All
# texts are compared with the stock kernel.
# guest: --smp 1
# compare: text

cd /sys/kernel/tracing || exit 1
F=set_ftrace_filter
P=version_proc_show

# Append each word as a line and print the result of the write.
words()
{
	for word in "$@"; do
		if (echo "$word" >> $F) 2> /tmp/error; then
			echo "ok   $word"
		else
			echo "no   $word:$(sed 's/.*://' /tmp/error)"
		fi
	done
}

call()
{
	for i in $(seq "$1"); do
		cat /proc/version > /dev/null
	done
}

# Call the function, print the count of the command and the state.
calls()
{
	call "$1"
	grep "^$P" $F
	cat "$2"
}

lines()
{
	grep -v '^#' trace | sed 's/^.*[0-9]: //; s/0xffffffff[ac].*/[trampoline]/'
}

echo "@@ traceon traceoff"
words $P:traceoff $P:traceoff:3 $P:traceoff $P:traceoff:4 $P:traceon:0 \
	$P:traceon:0x10 $P:nothing nosuch:traceoff 'nosuch*:traceoff' :traceoff $P:
cat $F
words "!$P:traceoff:0" "!$P:traceoff:0" "!$P:nothing" '!nosuch:traceoff' \
	'!schedule:traceoff' "!$P:traceoff" "!$P:traceoff" "!$P:traceon:7"
cat $F

echo "@@ counts"
for count in 99999999999999999999 18446744073709551615 9223372036854775808 -1 0x10 010 '' \
	abc 5x 3:4; do
	words "$P:traceon:$count"
	cat $F
	words "!$P:traceon:0"
done

echo "@@ dumps"
words $P:dump $P:dump:2 $P:cpudump $P:cpudump:1
cat $F
words "!$P:dump:9" "!$P:dump" "!$P:cpudump" "!$P:cpudump:0"
words $P:dump:5 $P:cpudump:abc
cat $F
words "!$P:dump" "!$P:cpudump"

echo "@@ events"
words $P:enable_event:sched:sched_switch $P:enable_event:sched:sched_waking \
	$P:enable_event:sched:sched_waking:2 $P:enable_event:sched:sched_waking:2:3 \
	$P:disable_event:sched:sched_switch $P:disable_event:sched:sched_waking:7 \
	$P:enable_event:sched:nosuch $P:enable_event:sched $P:enable_event \
	schedule:enable_event:sched:sched_waking: schedule:enable_event:sched:sched_waking:x \
	schedule:enable_event::
cat $F
words '!schedule:enable_event:sched:sched_switch' "!$P:enable_event:sched:nosuch" \
	"!$P:enable_event:sched:sched_waking" "!$P:enable_event:sched:sched_waking" \
	"!$P:enable_event:sched:sched_waking:0" "!$P:disable_event:sched:sched_waking" \
	"!$P:disable_event:sched:sched_waking:0" "!$P:disable_event:sched:sched_waking:0"
cat $F

echo "@@ modules"
words $P:mod:nomod nosuch "*:mod:nomod" :mod: 'x:mod' '!x:mod:other' '*:mod:other'
cat $F
words '!*:mod:nomod' '!*:mod:other' '!*:mod:other'
cat $F
echo > $F
F=set_ftrace_notrace
words $P:traceoff $P:mod:nomod $P nosuch
cat $F
echo > $F
cat $F
F=set_ftrace_filter

echo "@@ traceoff counts state changes"
words $P:traceoff:2
calls 2 tracing_on
echo 1 > tracing_on
calls 1 tracing_on
echo 1 > tracing_on
calls 1 tracing_on
words "!$P:traceoff:0" $P:traceon:2
calls 1 tracing_on
echo 0 > tracing_on
calls 1 tracing_on
echo 1 > tracing_on
words "!$P:traceon:0" $P:traceoff:
calls 1 tracing_on
words "!$P:traceoff:0"

echo "@@ enable_event counts state changes"
E=events/sched/sched_waking/enable
words $P:enable_event:sched:sched_waking:2
cat $E
calls 1 $E
calls 2 $E
echo 0 > $E
calls 1 $E
words "!$P:enable_event:sched:sched_waking:0"
cat $E
echo 1 > $E
words $P:disable_event:sched:sched_waking:2
cat $E
calls 1 $E
calls 1 $E
words "!$P:disable_event:sched:sched_waking:0"
cat $E

echo "@@ stacks"
echo 0 > events/enable
echo > trace
words $P:stacktrace:2
echo 0 > tracing_on
calls 1 tracing_on
echo 1 > tracing_on
calls 3 tracing_on
lines
words "!$P:stacktrace:0"

echo "@@ dump stops the trace"
echo > trace
echo hello > trace_marker
dmesg -c > /dev/null
words $P:dump
calls 2 tracing_on
dmesg | sed 's/^[^]]*\] *//; s/^.* : /: /' | grep -E '^(Dumping ftrace|-----|: )'
words "!$P:dump"
echo 1 > tracing_on

echo "@@ stacks of functions"
echo $P > $F
echo 1 > options/func_stack_trace
echo function > current_tracer
call 1
lines
echo nop > current_tracer
echo 0 > options/func_stack_trace

echo "@@ filters"
cat $F
(echo nosuch > $F) 2>&1
cat $F
echo $P > $F
(echo nosuch >> $F) 2>&1
cat $F
(echo "schedule nosuch kfree" >> $F) 2>&1
cat $F
(echo "schedule nosuch kfree" > $F) 2>&1
cat $F
echo > $F
(echo 0 > $F) 2>&1
(echo 99999999 > $F) 2>&1
(echo 2x > $F) 2>&1
for n in 600 4000; do
	(printf 'a%.0s' $(seq $n) > $F) 2>&1
done
cat $F

echo "@@ read and written"
echo $P > $F
exec 5< $F
echo schedule > $F
cat <&5
exec 5<&-
exec 5>> $F 6>> $F
echo $P >&5
echo kfree >&6
exec 5>&-
cat $F
exec 6>&-
cat $F
echo > $F

echo "@@ enabled_functions"
enabled()
{
	sed 's/0x[0-9a-f]*/X/g; s/X (.*/X/; s/\/X.*//' enabled_functions
}
echo $P > $F
echo function > current_tracer
enabled
mkdir instances/a
echo $P > instances/a/$F
echo function > instances/a/current_tracer
enabled
echo nop > current_tracer
enabled
rmdir instances/a
enabled
