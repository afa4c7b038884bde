#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# set_event with ":mod:", and what there is of a module's events when it goes.
# guest: --smp 1 --timeout 600

. /guest/tap
explain() { sed 's/^/on: /' set_event; }

cd /sys/kernel/tracing || exit 1
M=trace_events_sample

put() { echo "$1" >> set_event; }
refused() { ! put "$1" 2> /dev/null && [ -z "$(cat set_event)" ]; }
on() { [ "$(wc -l < set_event)" = "$1" ]; }
all() { grep -c '^sample-trace:' available_events; }

check "a module that is not there" refused ":mod:$M"
modprobe trace-events-sample
check "all of a module" put ":mod:$M"
check "they are on" on "$(all)"
check "all of it off" put "!*:mod:$M"
check "they are off" on 0
check "one by its name" put "foo_bar:mod:$M"
check "it is on" on 1
check "one by its system" put "sample-trace:foo_bar_with_cond:mod:$M"
check "they are on" on 2
check "one off" put "!foo_bar:mod:$M"
check "one is on" on 1
echo > set_event
check "a system of another module" refused "sched:*:mod:$M"
check "an event of the kernel" refused "sched_switch:mod:$M"
check "no module" refused "foo_bar:mod:"
check "another module" refused "foo_bar:mod:none"
check "nothing" refused ":mod:"

# They go while they are on, filtered, counted.
put ":mod:$M"
echo 'bar >= 0' > events/sample-trace/foo_bar/filter
echo 'hist:keys=common_pid' > events/sample-trace/foo_bar/trigger
echo 'stacktrace:1' > events/sample-trace/foo_bar_with_cond/trigger
exec 5< events/sample-trace/foo_bar/format 6< events/sample-trace/foo_bar/hist
sleep 2.5
check "they happen" grep -q 'foo_bar:' trace
check "they are counted" grep -q 'common_pid' events/sample-trace/foo_bar/hist
check "the module goes" rmmod trace-events-sample
check "its events are off" on 0
gone() { [ ! -e events/sample-trace ] && ! grep -q sample-trace available_events; }
check "they are gone" gone
unread() { ! cat <&5 && ! cat <&6; }
check "open files answer an error" unread
check "the trace can be read" cat trace
modprobe trace-events-sample
fresh() {
	[ "$(cat events/sample-trace/foo_bar/filter)" = none ] &&
		! grep -q '^hist' events/sample-trace/foo_bar/trigger
}
check "it comes back without all that" fresh
check "and off" on 0
echo 'enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
stays() { ! rmmod trace-events-sample; }
check "a trigger keeps the module" stays
echo '!enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
check "until it goes" rmmod trace-events-sample
quiet() { ! dmesg | grep -E 'WARNING|BUG|Oops'; }
check "no warnings" quiet
echo "1..$n"
