#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# set_event with ":mod:", and what there is of a module's events when it goes.
# guest: --smp 1 --timeout 120

cd /sys/kernel/tracing || exit 1
M=trace_events_sample

n=0
is() { # NAME, and a command
	n=$((n + 1))
	name=$1
	shift
	if "$@" > /tmp/out 2>&1; then
		echo "ok $n $name"
	else
		echo "not ok $n $name"
		sed 's/^/# /' /tmp/out
		sed 's/^/# on: /' set_event
	fi
}

put() { echo "$1" >> set_event; }
refused() { ! put "$1" 2> /dev/null && [ -z "$(cat set_event)" ]; }
on() { [ "$(wc -l < set_event)" = "$1" ]; }
all() { grep -c '^sample-trace:' available_events; }

is "a module that is not there" refused ":mod:$M"
modprobe trace-events-sample
is "all of a module" put ":mod:$M"
is "they are on" on "$(all)"
is "all of it off" put "!*:mod:$M"
is "they are off" on 0
is "one by its name" put "foo_bar:mod:$M"
is "it is on" on 1
is "one by its system" put "sample-trace:foo_bar_with_cond:mod:$M"
is "they are on" on 2
is "one off" put "!foo_bar:mod:$M"
is "one is on" on 1
echo > set_event
is "a system of another module" refused "sched:*:mod:$M"
is "an event of the kernel" refused "sched_switch:mod:$M"
is "no module" refused "foo_bar:mod:"
is "another module" refused "foo_bar:mod:none"
is "nothing" refused ":mod:"

# They go while they are on, filtered, counted.
put ":mod:$M"
echo 'bar >= 0' > events/sample-trace/foo_bar/filter
echo 'hist:keys=common_pid' > events/sample-trace/foo_bar/trigger
echo 'stacktrace:1' > events/sample-trace/foo_bar_with_cond/trigger
exec 5< events/sample-trace/foo_bar/format 6< events/sample-trace/foo_bar/hist
sleep 2.5
is "they happen" grep -q 'foo_bar:' trace
is "they are counted" grep -q 'common_pid' events/sample-trace/foo_bar/hist
is "the module goes" rmmod trace-events-sample
is "its events are off" on 0
gone() { [ ! -e events/sample-trace ] && ! grep -q sample-trace available_events; }
is "they are gone" gone
unread() { ! cat <&5 && ! cat <&6; }
is "open files answer an error" unread
is "the trace can be read" cat trace
modprobe trace-events-sample
fresh() {
	[ "$(cat events/sample-trace/foo_bar/filter)" = none ] &&
		! grep -q '^hist' events/sample-trace/foo_bar/trigger
}
is "it comes back without all that" fresh
is "and off" on 0
echo 'enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
stays() { ! rmmod trace-events-sample; }
is "a trigger keeps the module" stays
echo '!enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
is "until it goes" rmmod trace-events-sample
quiet() { ! dmesg | grep -E 'WARNING|BUG|Oops'; }
is "no warnings" quiet
echo "1..$n"
