#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The file inject of events: records with given fields, defaults of the others, triggers and
# filters on them, and text that is refused.
# compare: text
# nightly-also: check

cd /sys/kernel/tracing || exit 1

inject() { # SYSTEM/EVENT TEXT: write to inject and print the records without their heads
	echo "@@ $1: $2"
	echo > trace
	echo "$2" 2>&1 > "events/$1/inject" | sed 's/.*: //'
	grep -v '^#' trace | sed 's/^.*\[[0-9]*\] [^ ]* *[0-9.]*: //'
}

echo "@@ mode"
stat -c %a events/sched/sched_switch/inject
ls events/ftrace/function events/ftrace/print | sort

inject sched/sched_wakeup 'comm="hello" pid=42 prio=-5 target_cpu=3'
inject sched/sched_wakeup "comm='with blank' pid=0x10"
inject sched/sched_wakeup 'comm="a name that is longer than the field" pid=1'
inject sched/sched_wakeup ''
inject sched/sched_wakeup ' '
inject sched/sched_wakeup 'pid = 5'
inject sched/sched_wakeup 'pid=5 pid=6'
inject sched/sched_wakeup 'common_pid=77 pid=7'
inject sched/sched_wakeup 'pid=99999999999'
inject sched/sched_wakeup 'pid=999999999999999999999'
inject sched/sched_wakeup 'nofield=1'
inject sched/sched_wakeup 'pid'
inject sched/sched_wakeup 'pid='
inject sched/sched_wakeup 'pid=x'
inject sched/sched_wakeup 'pid="5"'
inject sched/sched_wakeup 'comm=5'
inject sched/sched_wakeup 'comm="open'
inject sched/sched_wakeup '=5'
inject sched/sched_wakeup 'cpu=1'
inject sched/sched_wakeup 'pid=1,prio=2'
inject sched/sched_wakeup 'pid=1;prio=2'
inject sched/sched_wakeup 'comm="quote \" in" pid=3'
inject sched/sched_process_exec 'filename="/bin/a" pid=3 old_pid=4'
inject sched/sched_process_exec 'pid=3'
inject task/task_rename 'oldcomm="old" newcomm="new" oom_score_adj=-7'
inject block/block_rq_error 'cmd="R" rwbs="W" dev=0x800001 sector=8 nr_sector=1'
inject timer/timer_start 'timer=0 function=0 expires=10 now=5'
inject irq/irq_handler_entry 'irq=5 name="name"'
inject initcall/initcall_level 'level="early"'
inject signal/signal_generate 'sig=9 comm="c"'

echo "@@ a filter"
echo 'pid > 10' > events/sched/sched_wakeup/filter
inject sched/sched_wakeup 'comm="less" pid=5'
inject sched/sched_wakeup 'comm="more" pid=15'
echo 0 > events/sched/sched_wakeup/filter

echo "@@ a histogram"
echo 'hist:keys=pid' > events/sched/sched_kthread_stop/trigger
for pid in 1 2 2 3 3 3; do
	echo "pid=$pid" > events/sched/sched_kthread_stop/inject
done
grep '^{' events/sched/sched_kthread_stop/hist
echo '!hist:keys=pid' > events/sched/sched_kthread_stop/trigger

echo "@@ while recording is off"
echo 0 > tracing_on
inject sched/sched_wakeup 'pid=1'
echo 1 > tracing_on

echo "@@ reading"
cat events/sched/sched_wakeup/inject 2>&1 | sed 's/.*: //'
