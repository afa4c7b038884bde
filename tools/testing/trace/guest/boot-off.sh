#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# traceoff_after_boot stops recording in the global instance before user space starts.
# guest: --smp 1 --mem 512 --append traceoff_after_boot
# guest: --append trace_event=sched:sched_switch
# guest: --append trace_instance=early,sched:sched_switch

. /guest/tap

cd /sys/kernel/tracing || exit 1

is "recording is off" 0 cat tracing_on
check "the boot was recorded" grep -q 'sched_switch:' trace
check "nothing of user space was recorded" sh -c '! grep "sched_switch: prev_comm=sh " trace'
is "other instances go on" 1 cat instances/early/tracing_on
is "the event is enabled" 1 cat events/sched/sched_switch/enable
grep -c sched_switch: trace > /tmp/before
echo 1 > tracing_on
is "recording can be switched on again" 1 cat tracing_on
usleep 100000
check "and is" sh -c '[ "$(grep -c sched_switch: trace)" -gt "$(cat /tmp/before)" ]'
check "the kernel knows the parameter" sh -c '! dmesg | grep "Unknown kernel command line" |
	grep trace'
