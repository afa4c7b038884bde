#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The trigger files: accepted and rejected input, contents of the files, and the effects
# of triggers on their own event and on other events, compared with the stock kernel.
# guest: --smp 1 --timeout 600
# compare: text

cd /sys/kernel/tracing || exit 1

n=0
ok() {
	n=$((n + 1))
	echo "ok $n $1"
}

# The contents of a trigger file without the list of available triggers.
shown() {
	grep -v '^# traceon' "events/$1/trigger"
}

try() { # FILE TEXT
	: > error_log
	if printf '%s\n' "$2" 2> /dev/null > "events/$1/trigger"; then
		echo "[$2] is accepted"
	else
		echo "[$2] is rejected"
	fi
	shown "$1"
	sed 's/^\[[^]]*\]/[T]/' error_log
}

# Commands for an event that does not fire during the test.
E=sched/sched_pi_setprio
echo '@@ commands'
while IFS= read -r line; do
	try $E "$line"
done << 'EOF'
traceoff
traceoff
traceon
!traceon
!traceoff
traceoff:5
!traceoff:3
!traceoff
traceoff:5
!traceoff:5 if foo
traceoff:0
traceoff:0
!traceoff
traceoff:-1
!traceoff
traceoff:1:2
!traceoff
traceoff:
!traceoff
traceoff:bad
traceoff+0
traceoff 5
traceoff if
traceoff if 
traceoff if pid == 5
!traceoff if pid == 6
traceoff ifpid == 5
traceoff:3 if pid == 5
!traceoff
traceoff:3   if   pid   ==   5  
!traceoff
traceoff: 3
 traceoff
!traceoff
! traceoff
traceoff if foo == 1
traceoff if pid = 1
traceoff if (pid == 1
traceoff if ()
traceoff foo if pid == 1
traceoff:5 foo if pid == 1
nosuch
!nosuch

:
!
snapshot
snapshot:5
!snapshot
!snapshot
snapshot:5
!snapshot
stacktrace
stacktrace:5
!stacktrace
stacktrace:foo
stacktrace:0x5
!stacktrace
enable_event
enable_event:sched
enable_event:sched:sched_switch
enable_event:sched:sched_switch
enable_event:sched:sched_switch:5
disable_event:sched:sched_switch
enable_event:sched:sched_wakeup:3
disable_event:sched:sched_waking:3 if pid == 3
!enable_event:sched:sched_wakeup
!disable_event:sched:sched_waking
!disable_event:sched:sched_switch
!enable_event:sched:sched_switch
!enable_event:sched:sched_switch
enable_event:no:such
enable_event:sched:nosuch
!enable_event:sched:nosuch
enable_event:sched:sched_switch:foo
enable_event:sched:sched_switch:3:4
!enable_event:sched:sched_switch
enable_event:sched:sched_process_fork
!enable_event:sched:sched_process_fork
enable_event:sched:sched_switch if foo
enable_event:ftrace:print
enable_event:ftrace:function
enable_event::
enable_event:sched:sched_switch foo
!enable_event:sched:sched_switch
traceoff # foo
!traceoff
EOF
ok commands

state() {
	echo "$1: $(cat "events/$1/enable")"
}

echo '@@ soft mode'
E=sched/sched_process_fork
try $E 'traceoff:1 if child_pid == 1'
state $E
echo 1 > events/$E/enable
state $E
echo 0 > events/$E/enable
state $E
try $E 'enable_event:timer:itimer_state:2 if child_pid == 1'
state timer/itimer_state
echo 1 > events/timer/itimer_state/enable
state timer/itimer_state
cat set_event
echo 0 > events/timer/itimer_state/enable
state timer/itimer_state
: > events/$E/trigger
shown $E
try $E '!enable_event:timer:itimer_state'
state timer/itimer_state
try $E '!traceoff'
state $E
ok 'soft mode'

# The second task creates kernel threads at any time: its forks do not count.
echo '@@ a trigger enables another event'
try $E 'enable_event:timer:itimer_state'
(:)
state timer/itimer_state
try $E '!enable_event:timer:itimer_state'
echo 0 > events/timer/itimer_state/enable
try $E 'disable_event:timer:itimer_state:1 if parent_pid != 2'
echo 1 > events/timer/itimer_state/enable
(:)
state timer/itimer_state
try $E '!disable_event:timer:itimer_state'
echo 0 > events/timer/itimer_state/enable
ok 'a trigger enables another event'

echo '@@ traceon and traceoff'
echo 1 > tracing_on
try $E 'traceoff:2 if parent_pid != 2'
(:)
cat tracing_on
shown $E
(:)
shown $E
try $E '!traceoff'
try $E 'traceon if child_pid > 0'
(:)
cat tracing_on
try $E '!traceon'
ok 'traceon and traceoff'

records() {
	grep -v '^#\|^ =>' trace | sed 's/.*[0-9]: \([a-z_<]*\).*/\1/'
}

echo '@@ stacks'
echo 1 > tracing_on
: > trace
try $E 'stacktrace:1 if parent_pid != 2'
(:)
(:)
records
try $E '!stacktrace'
echo 'parent_pid != 2' > events/$E/filter
echo 1 > events/$E/enable
: > trace
try $E 'stacktrace:1 if parent_pid != 2'
(:)
(:)
echo 0 > events/$E/enable
echo 0 > events/$E/filter
records
try $E '!stacktrace'
mkdir instances/trigger
echo 'stacktrace if parent_pid != 2' > instances/trigger/events/$E/trigger
(:)
grep -v '^#' instances/trigger/trace | sed 's/.*: //' | head -3
echo 'traceoff:1 if parent_pid != 2' > instances/trigger/events/$E/trigger
(:)
cat instances/trigger/tracing_on tracing_on
rmdir instances/trigger && echo gone
ok stacks

echo '@@ marks'
P=ftrace/print
: > trace
try $P 'traceoff if buf == "stop"'
echo one > trace_marker
printf stop > trace_marker
cat tracing_on
echo 1 > tracing_on
try $P '!traceoff'
try $P 'stacktrace if buf ~ "*x*"'
echo hello > trace_marker
echo hexx > trace_marker
records
try $P '!stacktrace'
# Triggers without a filter do not need the record.
try $P traceoff:1
echo one > trace_marker
cat tracing_on
echo 1 > tracing_on
echo two > trace_marker
cat tracing_on
try $P '!traceoff'
try $P enable_event:sched:sched_pi_setprio
echo three > trace_marker
cat events/sched/sched_pi_setprio/enable
try $P '!enable_event:sched:sched_pi_setprio'
mkdir instances/trigger
echo traceoff > instances/trigger/events/$P/trigger
echo four > instances/trigger/trace_marker
cat instances/trigger/tracing_on tracing_on
rmdir instances/trigger
records
ok marks
echo "1..$n"
