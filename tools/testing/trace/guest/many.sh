#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# More synthetic events are created and removed than there are type numbers; names and
# texts at and above their limits; failing allocations (failslab) and leaks (kmemleak),
# both only if the kernel is configured for them.
# guest: --smp 1 --timeout 1800

. /guest/tap

cd /sys/kernel/tracing || exit 1
E=events/sched/sched_process_fork

# The file creates and removes 1024 events; 64 such files use all type numbers.
awk 'BEGIN { for (i = 0; i < 1024; i++) print "coming u64 a; char b[]\n!coming" }' \
	> /tmp/lines
cycles() {
	for i in $(seq "$1"); do
		cat /tmp/lines > synthetic_events || return 1
	done
}
echo 'stays pid_t pid' > synthetic_events
first=$(cat events/synthetic/stays/id)
# A kernel with debugging options is too slow for all type numbers.
if [ -e /sys/kernel/debug/kmemleak ]; then
	check "create and remove 2048 events" cycles 2
else
	check "create and remove more than 65536 events" cycles 65
fi
echo 'other pid_t pid' >> synthetic_events
other=$(cat events/synthetic/other/id 2> /dev/null)
ids() { echo "$first $other"; [ "$other" ] && [ "$other" != "$first" ] && [ "$other" -lt 65536 ]; }
check "type numbers are reused" ids
sched=$(cat $E/id)
unique() { [ "$(cat events/*/*/id | sort | uniq -d | grep -c .)" = 0 ] && [ "$sched" ]; }
check "type numbers are unique" unique

echo 'hist:keys=child_pid:onmatch(sched.sched_process_fork).other(child_pid)' \
	2> /dev/null > $E/trigger
echo 'hist:keys=child_pid:pp=child_pid:onchange($pp).trace(other,child_pid)' > $E/trigger
echo 1 > events/synthetic/other/enable
(:)
check "an event with a reused number is recorded and printed" grep -q 'other: pid=' trace
echo 0 > events/synthetic/other/enable
echo > $E/trigger
check "all synthetic events can be removed" sh -c 'echo > synthetic_events'

# Limits
name() { awk "BEGIN { for (i = 0; i < $1; i++) printf \"n\" }"; }
define() { echo "$1" > synthetic_events; }
refuse() { ! define "$1" && [ -z "$(cat synthetic_events)" ]; }
check "a long name" define "$(name 200) u64 a"
check "a field of a long name" define "ev u64 $(name 200)"
check "sixty-four fields" define \
	"ev $(awk 'BEGIN { for (i = 0; i < 64; i++) printf "u64 f%d;", i }')"
echo > synthetic_events
check "sixty-five fields are rejected" refuse \
	"ev $(awk 'BEGIN { for (i = 0; i < 65; i++) printf "u64 f%d;", i }')"
check "a string that is too long is rejected" refuse "ev char a[257]"
check "a line that is too long is rejected" refuse "ev u64 $(name 5000)"
long_filter() {
	! echo "comm == \"$(name 300)\"" > $E/filter &&
		! echo "$(name 4095)" > $E/filter && echo 0 > $E/filter
}
check "a filter that is too long is rejected" long_filter
long_trigger() { ! echo "hist:keys=$(name 4000)" > $E/trigger; }
check "a histogram key that is too long is rejected" long_trigger
three() {
	echo 'three pid_t pid' > synthetic_events
	! echo 'hist:keys=child_pid:pp=child_pid:onchange($pp).trace(three,child_pid):onmax($pp).save(parent_pid):onmax($pp).trace(none,child_pid)' \
		> $E/trigger && ! grep -q '^hist' $E/trigger &&
		echo > synthetic_events
}
check "a histogram with an invalid third action is rejected" three

# Allocation failures
commands() {
	echo 'ev pid_t pid; char name[16]; char d[]' > synthetic_events
	echo 's:dyn u64 a; int b' >> dynamic_events
	echo 'hist:keys=child_pid:pp=child_pid,cc=child_comm:onchange($pp).trace(ev,child_pid,$cc,$cc)' > $E/trigger
	echo 'hist:keys=child_comm,common_pid.execname:vals=child_pid:sort=child_pid' >> $E/trigger
	echo 'hist:name=nn:keys=common_stacktrace,common_timestamp.usecs' >> $E/trigger
	echo 'traceoff:3 if child_pid == 1 || parent_comm ~ "a*"' >> $E/trigger
	echo 'enable_event:sched:sched_process_exit' >> $E/trigger
	echo 'snapshot:1' >> $E/trigger
	echo 'child_pid > 3 && (parent_comm != "x" || CPU & CPUS{0})' > $E/filter
	echo 'sched:sched_process_exit' > set_event
	echo "$$ 1 2 3 40000" > set_event_pid
	cat $E/trigger $E/hist $E/filter synthetic_events dynamic_events error_log
	mkdir instances/two
}
undo() {
	for i in 1 2 3; do
		rmdir instances/two
		cat $E/trigger | grep -v '^#' | sed 's/ \[active\]//; s/:unlimited//; s/:count=-*[0-9]*//' |
			while read -r line; do echo "!$line" > $E/trigger; done
		echo > $E/trigger
		echo 0 > $E/filter
		echo > set_event
		echo > set_event_pid
		echo > synthetic_events
		echo > dynamic_events
		echo > error_log
	done
} 2> /dev/null
# Every Nth allocation of a subshell fails, for N from 1. The subshell may die.
failing() {
	for i in $(seq "$1"); do
		fail_allocations "$i" 100
		(
			echo 1 > /proc/self/make-it-fail
			commands
		) > /dev/null 2>&1
		undo
	done
	fail_allocations 1 0
	obeyed
}
obeyed() {
	commands > /dev/null
	cat $E/trigger dynamic_events
	[ "$(grep -vc '^#' $E/trigger)" = 6 ] && [ "$(wc -l < dynamic_events)" = 2 ]
}
check "all commands are accepted" obeyed
undo
if fail_allocations 1 0; then
	check "commands with failing allocations" failing 40
else
	skip "commands with failing allocations" "no failslab"
fi
empty() {
	undo
	cat dynamic_events synthetic_events set_event set_event_pid
	[ -z "$(cat dynamic_events synthetic_events set_event set_event_pid)" ] &&
		! grep -q '^hist' $E/trigger && ls events/synthetic && return 1
	[ ! -e events/synthetic ] && [ ! -e instances/two ]
}
check "no object remains" empty

check_leaks
quiet() { ! dmesg | grep -E 'WARNING|BUG|Oops'; }
check "no warning in the kernel log" quiet
echo "1..$n"
