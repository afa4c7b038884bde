#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Triggers of the kernel command line: there are good ones and bad ones.
# guest: --append 'trace_event=sched:sched_process_fork trace_trigger="sched_process_fork.stacktrace if child_pid == 1,sched_migrate_task.traceoff:5,sched_wait_task.hist:keys=pid,sys_enter_lseek.traceon:3,sched_process_wait.enable_event:block:block_bio_queue,nosuch.traceoff,sched_process_free.nosuch,bad,.traceoff,sched_process_free."'
# compare: status
# also: check

cd /sys/kernel/tracing || exit 1
. /guest/tap

trigger() {
	grep -v '^#' "events/$1/trigger"
}

is "one with a filter" "stacktrace:unlimited if child_pid == 1" \
	trigger sched/sched_process_fork
grep -A9 'sched_process_fork:.* child_pid=1$' trace > /tmp/first
check "it met the first process" grep -q '=> .*rest_init' /tmp/first
is "one with a count" traceoff:count=5 trigger sched/sched_migrate_task
is "a histogram" "hist:keys=pid:vals=hitcount:sort=hitcount:size=2048 [active]" \
	trigger sched/sched_wait_task
is "one of a system call" traceon:count=3 trigger syscalls/sys_enter_lseek
is "one that needs an event which comes later" \
	enable_event:block:block_bio_queue:unlimited trigger sched/sched_process_wait
is "a bad one is not there" "" trigger sched/sched_process_free
refusals() {
	dmesg | sed -n 's/.*trace_trigger: //p' | sort
}
is "and the kernel says why" "'' is not EVENT.TRIGGER
'bad' is not EVENT.TRIGGER
'sched_process_free' is not EVENT.TRIGGER
event sched:sched_process_free refuses trigger 'nosuch', errno 22
there is no event 'nosuch' yet" refusals
mkdir instances/other
is "another instance has none" "" \
	sh -c 'grep -hv "^#" instances/other/events/sched/*/trigger'
rmdir instances/other
echo '!stacktrace' > events/sched/sched_process_fork/trigger
is "they can be taken away" "" trigger sched/sched_process_fork
