#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# set_event with ":mod:", and the events of a module, with filters and triggers, when the
# module is unloaded.
# guest: --smp 1 --timeout 600

. /guest/tap
explain() { sed 's/^/on: /' set_event; }

cd /sys/kernel/tracing || exit 1
M=trace_events_sample

put() { echo "$1" >> set_event; }
refused() { ! put "$1" 2> /dev/null && [ -z "$(cat set_event)" ]; }
on() { [ "$(wc -l < set_event)" = "$1" ]; }
all() { grep -c '^sample-trace:' available_events; }

check "a module that is not loaded is rejected" refused ":mod:$M"
modprobe trace-events-sample
check "enable all events of a module" put ":mod:$M"
check "all events of the module are enabled" on "$(all)"
check "disable all events of the module" put "!*:mod:$M"
check "all events of the module are disabled" on 0
check "enable one event by its name" put "foo_bar:mod:$M"
check "one event is enabled" on 1
check "enable one event by system and name" put "sample-trace:foo_bar_with_cond:mod:$M"
check "two events are enabled" on 2
check "disable one event" put "!foo_bar:mod:$M"
check "one event is still enabled" on 1
echo > set_event
check "a system of another module is rejected" refused "sched:*:mod:$M"
check "an event of the kernel is rejected" refused "sched_switch:mod:$M"
check "an empty module name is rejected" refused "foo_bar:mod:"
check "another module name is rejected" refused "foo_bar:mod:none"
check "neither event nor module is rejected" refused ":mod:"

# The module is unloaded while its events are enabled and have filters and triggers.
put ":mod:$M"
echo 'bar >= 0' > events/sample-trace/foo_bar/filter
echo 'hist:keys=common_pid' > events/sample-trace/foo_bar/trigger
echo 'stacktrace:1' > events/sample-trace/foo_bar_with_cond/trigger
exec 5< events/sample-trace/foo_bar/format 6< events/sample-trace/foo_bar/hist
await grep -q 'foo_bar:' trace
await grep -q '^{ common_pid' events/sample-trace/foo_bar/hist
check "the events are recorded" grep -q 'foo_bar:' trace
check "the histogram counts" grep -q 'common_pid' events/sample-trace/foo_bar/hist
check "the module unloads" rmmod trace-events-sample
check "no event is enabled" on 0
gone() { [ ! -e events/sample-trace ] && ! grep -q sample-trace available_events; }
check "the events are removed" gone
unread() { ! cat <&5 && ! cat <&6; }
check "reads of open files fail" unread
check "the trace can be read" cat trace
modprobe trace-events-sample
fresh() {
	[ "$(cat events/sample-trace/foo_bar/filter)" = none ] &&
		! grep -q '^hist' events/sample-trace/foo_bar/trigger
}
check "the loaded module has no filter and no trigger" fresh
check "its events are disabled" on 0
echo 'enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
stays() { ! rmmod trace-events-sample; }
check "the module cannot be unloaded while a trigger refers to it" stays
echo '!enable_event:sample-trace:foo_bar' > events/sched/sched_process_fork/trigger
check "the module unloads after the trigger is removed" rmmod trace-events-sample
quiet() { ! dmesg | grep -E 'WARNING|BUG|Oops'; }
check "no warning in the kernel log" quiet
echo "1..$n"
