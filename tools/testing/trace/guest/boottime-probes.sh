#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Event probes, fprobes and tracepoint probes of the boot configuration, boottime-probes.bconf.
# guest: --bootconfig REPO/tools/testing/trace/guest/boottime-probes.bconf

. /guest/tap

cd /sys/kernel/tracing || exit 1

# defined COMMAND: dynamic_events has a line
defined() { grep -qxF "$1" dynamic_events; }

# recorded INSTANCE TEXT: there is a record
recorded() { grep -q ": $2" "$1/trace"; }

for command in 'e:eprobes/forked sched.sched_process_fork pid=$child_pid:s32' \
	'e:eprobes/execs sched.sched_process_exec name=$filename:string' \
	'e:eprobes/slow synthetic.spawned child=$child:s32' \
	'f:fprobes/opened vfs_open path=$arg1' \
	'f:fprobes/open_done vfs_open%return ret=$retval:s32' \
	't:tracepoints/switched sched_switch preempted=$arg1:u8' \
	'f:fprobes/exits do_exit'; do
	check "defined: $command" defined "$command"
done
is "no others but a synthetic event and second probes" "" sh -c "
	grep -v 'eprobes/[fes]\|fprobes/\|tracepoints/switched\|^s:synthetic/spawned' dynamic_events"
is "the filter is set" "pid > 1" cat events/eprobes/forked/filter
is "enabled: eprobes:forked" 1 cat events/eprobes/forked/enable
is "enabled: fprobes:opened" 1 cat events/fprobes/opened/enable
is "enabled: tracepoints:switched" 1 cat events/tracepoints/switched/enable
is "not enabled: fprobes:open_done" 0 cat events/fprobes/open_done/enable
is "not enabled at the top: eprobes:execs" 0 cat events/eprobes/execs/enable
is "enabled in the instance: eprobes:execs" 1 cat instances/foo/events/eprobes/execs/enable
(true)
ls > /dev/null
check "the boot has records of an event probe" recorded . "forked: (sched.sched_process_fork) pid="
check "and of an fprobe" recorded . "opened: (vfs_open"
check "and of a tracepoint probe" recorded . "switched: (__probestub_sched_switch"
check "the instance has records of an event probe" \
	recorded instances/foo 'execs: (sched.sched_process_exec) name="/bin/'
check "and of an fprobe" recorded instances/foo "exits: (do_exit"
for refused in "e:eprobes/bad nosuch.event" "t:tracepoints/bad sched_switch x="; do
	check "refused, and the log says so: $refused" \
		eval "dmesg | grep -qF \"event '$refused\""
done
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
