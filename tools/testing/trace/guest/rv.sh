#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runtime verification of the base (rv/), which uses tracepoints, trace events and tracefs:
# monitors are enabled and see the system.
# compare: status

. /guest/tap
cd /sys/kernel/tracing/rv || exit 1

names() { # DIRECTORY NAME...: a directory has these files
	(cd "$1" && ls) | tr '\n' ' ' | grep -qx "$2 "
}

check "the files of rv" names . \
	"available_monitors enabled_monitors monitoring_on monitors"
check "the files of a monitor" names monitors/wwnr "desc enable"
is "both monitors are available" "wip
wwnr" sort available_monitors
is "no monitor is enabled" "" cat enabled_monitors
is "modes" "640
440" stat -c %a enabled_monitors available_monitors

seen() { # PATTERN: a record of the trace has it
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		ls -lR /sys/kernel/tracing/events/sched > /dev/null
		(sleep 0.1) | cat
		grep -q "$1" /sys/kernel/tracing/trace && return 0
	done
	return 1
}
events() {
	echo 1 > /sys/kernel/tracing/events/rv/enable
	echo wwnr > enabled_monitors
	[ "$(cat enabled_monitors)" = wwnr ] && seen ': event_wwnr: '
}
check "wwnr sees events" events

off() {
	echo 0 > monitoring_on && echo > /sys/kernel/tracing/trace && (sleep 0.1) | cat
	! grep -q ': event_wwnr: ' /sys/kernel/tracing/trace
}
check "monitoring_on switches all monitors off" off
echo 1 > monitoring_on

both() {
	echo wip >> enabled_monitors && [ "$(wc -l < enabled_monitors)" = 2 ] &&
		seen ': event_wip: '
}
check "two monitors at a time" both
check "an unknown monitor is refused" eval '! echo none >> enabled_monitors'
is "a monitor is disabled" wwnr eval 'echo "!wip" >> enabled_monitors; cat enabled_monitors'
is "an empty write disables all" "" eval 'echo > enabled_monitors; cat enabled_monitors'
echo 0 > /sys/kernel/tracing/events/rv/enable
echo "1..$n"
