#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# show_event_filters and show_event_triggers list what all events of an instance have.
# guest: --smp 1 --mem 512

. /guest/tap

cd /sys/kernel/tracing || exit 1
mkdir instances/lists

# The file has these lines and no others, in any order.
lists() { # NAME FILE LINE...
	name=$1
	file=$2
	shift 2
	printf '%s\n' "$@" | sort > /tmp/want
	check "$name" sh -c "sed 's/  */ /' $file | sort | diff - /tmp/want"
}

empty() { # NAME FILE
	check "$1" sh -c "! grep -q ^ $2"
}

empty "no filter" show_event_filters
empty "no trigger" show_event_triggers

echo 'prev_pid == 7' > events/sched/sched_switch/filter
echo 'comm == "a b"' > events/sched/sched_process_exit/filter
lists "two filters" show_event_filters \
	"sched:sched_switch prev_pid == 7" 'sched:sched_process_exit comm == "a b"'
empty "the filters of another instance are its own" instances/lists/show_event_filters
check "the filter begins in column 32" \
	grep -q '^sched:sched_switch              prev_pid == 7$' show_event_filters
check "the file can be read byte by byte" sh -c '
	dd if=show_event_filters bs=1 2> /dev/null | diff - show_event_filters'

printf 'prev_pid == 7 &&\nnext_pid == 99999\n' > events/sched/sched_switch/filter
lists "a filter of two lines is listed in one" show_event_filters \
	"sched:sched_switch prev_pid == 7 && next_pid == 99999" \
	'sched:sched_process_exit comm == "a b"'
check "a filter that is rejected" sh -c '! echo "nothing == 1" > events/sched/sched_switch/filter'
lists "is not listed" show_event_filters 'sched:sched_process_exit comm == "a b"'
echo 0 > events/sched/sched_process_exit/filter
empty "nor is one that was removed" show_event_filters

echo 'common_pid > 0' > instances/lists/events/sched/filter
check "the filter of a system is listed for each of its events" test \
	"$(grep -c '^sched:[^ ]*  *common_pid > 0$' instances/lists/show_event_filters)" = \
	"$(grep -c '^sched:' available_events)"
echo 0 > instances/lists/events/sched/filter

# Triggers
echo 'traceoff:5 if next_pid == 99999' > events/sched/sched_switch/trigger
echo 'stacktrace' > events/sched/sched_switch/trigger
echo 'traceon:3' > instances/lists/events/sched/sched_waking/trigger
lists "a line for each trigger" show_event_triggers \
	"sched:sched_switch stacktrace:unlimited" \
	"sched:sched_switch traceoff:count=5 if next_pid == 99999"
lists "the triggers of another instance are its own" instances/lists/show_event_triggers \
	"sched:sched_waking traceon:count=3"
check "the same text as in the trigger files" sh -c '
	sed "s/^[^ ]*  *//" show_event_triggers | diff - events/sched/sched_switch/trigger'
echo '!traceoff' > events/sched/sched_switch/trigger
lists "a trigger that was removed is not listed" show_event_triggers \
	"sched:sched_switch stacktrace:unlimited"

# An event with a name that is longer than the column
echo 'p:a_long_name_of_a_system/a_long_name_of_an_event vfs_read' > kprobe_events
echo stacktrace > events/a_long_name_of_a_system/a_long_name_of_an_event/trigger
lists "a long name" show_event_triggers "sched:sched_switch stacktrace:unlimited" \
	"a_long_name_of_a_system:a_long_name_of_an_event stacktrace:unlimited"
echo '!stacktrace' > events/a_long_name_of_a_system/a_long_name_of_an_event/trigger
echo > kprobe_events
echo '!stacktrace' > events/sched/sched_switch/trigger
empty "no trigger is left" show_event_triggers

for file in show_event_filters show_event_triggers; do
	check "$file cannot be written" sh -c "! echo > $file"
	is "$file can be read by its owner and group" 440 stat -c %a $file
done

# While filters change, a reader sees whole lines.
(
	for i in 1 2 3 4 5 6 7 8; do
		echo "prev_pid == $i" > events/sched/sched_switch/filter
		echo 0 > events/sched/sched_switch/filter
	done
) &
for i in 1 2 3 4 5 6 7 8; do
	cat show_event_filters >> /tmp/lines
done
wait
check "whole lines while filters change" sh -c '
	! grep -v "^sched:sched_switch              prev_pid == [1-8]$" /tmp/lines'
exec 3< instances/lists/show_event_filters
check "an open file keeps its instance" sh -c '! rmdir instances/lists'
exec 3<&-
check "the instance can be removed" rmdir instances/lists
