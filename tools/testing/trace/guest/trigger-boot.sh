#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Triggers on the kernel command line (trace_trigger=): valid triggers are set, invalid
# ones are reported in the kernel log.
# guest: --append 'trace_event=sched:sched_process_fork trace_trigger="sched_process_fork.stacktrace if child_pid == 1,sched_migrate_task.traceoff:5,sched_wait_task.hist:keys=pid,sys_enter_lseek.traceon:3,sched_process_wait.enable_event:block:block_bio_queue,nosuch.traceoff,sched_process_free.nosuch,bad,.traceoff,sched_process_free."'
# compare: status
# nightly-also: check

cd /sys/kernel/tracing || exit 1
. /guest/tap

trigger() {
	grep -v '^#' "events/$1/trigger"
}

is "a trigger with a filter" "stacktrace:unlimited if child_pid == 1" \
	trigger sched/sched_process_fork
grep -A9 'sched_process_fork:.* child_pid=1$' trace > /tmp/first
check "the trigger fires for the first process" grep -q '=> .*rest_init' /tmp/first
is "a trigger with a count" traceoff:count=5 trigger sched/sched_migrate_task
is "a hist trigger" "hist:keys=pid:vals=hitcount:sort=hitcount:size=2048 [active]" \
	trigger sched/sched_wait_task
is "a trigger of a system call event" traceon:count=3 trigger syscalls/sys_enter_lseek
is "a trigger that refers to an event registered later" \
	enable_event:block:block_bio_queue:unlimited trigger sched/sched_process_wait
is "an invalid trigger is not set" "" trigger sched/sched_process_free
refusals() {
	dmesg | sed -n 's/.*trace_trigger: //p' | sort
}
is "the kernel log has the reason for each rejected trigger" "'' is not EVENT.TRIGGER
'bad' is not EVENT.TRIGGER
'sched_process_free' is not EVENT.TRIGGER
event sched:sched_process_free refuses trigger 'nosuch', errno 22
there is no event 'nosuch' yet" refusals
mkdir instances/other
is "another instance has no triggers" "" \
	sh -c 'grep -hv "^#" instances/other/events/sched/*/trigger'
rmdir instances/other
echo '!stacktrace' > events/sched/sched_process_fork/trigger
is "a boot trigger can be removed" "" trigger sched/sched_process_fork
