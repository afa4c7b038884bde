#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The examples of Documentation/trace/adding.rst (samples/tracing): a tracer, a trigger,
# a control file and a kind of dynamic events work as the page says, in the global
# instance and in another one.
# guest: --smp 2 --mem 1024 --timeout 600
# config: check

. /guest/tap

cd /sys/kernel/tracing || exit 1
refused() { ! (echo "$2" >> "$1") 2> /dev/null; }
lines() { grep -v '^#' trace; }
mkdir instances/other

# A tracer: in each instance that has it, each new task is one record.
check "available_tracers lists fork" grep -qw fork available_tracers
echo 0 > tracing_on
echo fork > current_tracer
check "the tracer is set" grep -qx fork current_tracer
echo 1 > tracing_on
(true)
(true)
echo 0 > tracing_on
check "two tasks are two records" \
	test "$(lines | grep -c ": $$ -> [0-9]*$")" -ge 2
check "there is no other record" test "$(lines | grep -vc ' -> ')" = 0
check "the other instance has no record" test "$(grep -vc '^#' instances/other/trace)" = 0
echo fork > instances/other/current_tracer
(true)
check "the other instance has a record with the tracer" grep -q ": $$ -> " instances/other/trace
echo nop > instances/other/current_tracer
echo nop > current_tracer
echo 1 > tracing_on

# A trigger: its text follows the record of the event.
exec_trigger=events/sched/sched_process_exec/trigger
check "the trigger is listed" grep -q '^#.* note' $exec_trigger
check "a note without a text is refused" refused $exec_trigger note
echo 'note:here:2 if filename ~ "*/cat"' > $exec_trigger
is "the note is shown" 'note:here:count=2 if filename ~ "*/cat"' cat $exec_trigger
echo > trace
echo 1 > events/sched/sched_process_exec/enable
/bin/cat /dev/null
/bin/ls / > /dev/null
/bin/cat /dev/null
/bin/cat /dev/null
echo 0 > events/sched/sched_process_exec/enable
# shellcheck disable=SC2046
is "the text follows two of the records" "cat here ls cat here cat" echo $(lines |
	sed -n 's/.*filename=.bin.\([a-z]*\) .*/\1/p; s/.*: \(here\)$/\1/p')
echo '!note:here' >> $exec_trigger
check "the note is removed" grep -q '^# Available triggers:' $exec_trigger

# A control file: each instance has its own.
is "no event is on" 0 cat events_on
echo 1 > events/sched/sched_switch/enable
echo 1 > instances/other/events/sched/enable
is "one event is on" 1 cat events_on
is "in the other instance, the events of sched are on" \
	"$(ls -d instances/other/events/sched/*/ | wc -l)" cat instances/other/events_on
check "only 0 can be written" refused events_on 1
echo 0 > instances/other/events_on
is "all are off in the other instance" 0 cat instances/other/events_on
is "the event of the global instance is still on" 1 cat events_on
echo 0 > events_on
is "writing 0 disables the event" 0 cat events/sched/sched_switch/enable

# A kind of dynamic events: a timer records one.
for bad in 'i:' 'i:name' 'i:name 0' 'i:na-me 5' 'i:name x'; do
	check "'$bad' is refused" refused dynamic_events "$bad"
done
echo 'i:tenth 100' >> dynamic_events
is "the event is shown" 'i:tenth 100' cat dynamic_events
check "a second event of the same name is refused" refused dynamic_events 'i:tenth 5'
check "the event has a format" grep -q 'field:u64 count;.*size:8' events/intervals/tenth/format
echo > trace
echo 'count > 2' > events/intervals/tenth/filter
echo 1 > events/intervals/tenth/enable
check "the event cannot be removed while it is on" refused dynamic_events '-:tenth'
three_records() { [ "$(lines | grep -c ': tenth: count=[0-9]*$')" -ge 3 ]; }
await three_records
echo 0 > events/intervals/tenth/enable
check "the timer writes records" three_records
check "the filter is applied" test "$(lines | grep -c 'count=[12]$')" = 0
last=$(lines | tail -n 1)
sleep 0.3
is "the timer has stopped" "$last" sh -c "grep -v '^#' trace | tail -n 1"
echo '-:tenth' >> dynamic_events
is "the event is removed" "" cat dynamic_events
check "the files of the event are removed" test ! -d events/intervals

check "the instance is removed" rmdir instances/other
echo "1..$n"
