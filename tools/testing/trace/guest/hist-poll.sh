#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# poll(2) and epoll on the file hist of an event: the returned events, and the wake-ups,
# compared with the stock kernel.
# long
# guest: --smp 2 --program REPO/tools/testing/trace/guest/hist-poll.c
# compare: text

cd /sys/kernel/tracing || exit 1
dmesg -n 1
E=events/syscalls/sys_enter_lseek
L=events/syscalls/sys_exit_lseek
only=' if fd >= 1000 && fd < 5000'
spec="hist:keys=fd$only"

# Run hist-poll with its commands; afterwards remove all triggers of both events.
try()
{
	echo "@@ $1"
	shift
	hist-poll "$@"
	: > $E/trigger
	: > $L/trigger
}
set="echo=$E/trigger:$spec"

try "no histogram" open=0:$E/hist poll=0:i poll=0:p poll=0:ip poll=0:- poll=0:o poll=0:n \
	hit=1 poll=0:ip read=0 poll=0:ip
try "no hits" "$set" open=0:$E/hist poll=0:i poll=0:p poll=0:ip read=0 poll=0:i poll=0:p poll=0:ip
try "histogram created while the file is open" open=0:$E/hist poll=0:ip "$set" poll=0:ip hit=1 poll=0:ip
try "hits before open" "$set" hit=2 open=0:$E/hist poll=0:i poll=0:i poll=0:n poll=0:o \
	poll=0:- read=0 poll=0:i poll=0:n
try "POLLPRI, hits before open" "$set" hit=2 open=0:$E/hist poll=0:p poll=0:p poll=0:i poll=0:p read=0 \
	poll=0:p
try "POLLPRI, hits before open, read first" "$set" hit=2 open=0:$E/hist read=0 poll=0:p poll=0:i poll=0:p
try "POLLIN and POLLPRI, hits before open" "$set" hit=2 open=0:$E/hist poll=0:ip poll=0:ip poll=0:p read=0 poll=0:ip \
	poll=0:p
try "hits" "$set" open=0:$E/hist hit=1 poll=0:i poll=0:i read=0 poll=0:i hit=1 poll=0:i hit=1 poll=0:i \
	read=0 poll=0:i
try "POLLPRI, hits" "$set" open=0:$E/hist hit=1 poll=0:p poll=0:p hit=1 poll=0:p poll=0:p read=0 \
	poll=0:p hit=1 poll=0:p poll=0:p
try "POLLPRI between other polls" "$set" open=0:$E/hist read=0 hit=1 poll=0:- poll=0:p read=0 hit=1 \
	poll=0:i poll=0:p poll=0:ip read=0 hit=1 poll=0:ip poll=0:p
try "only hits that pass the filter" "$set" open=0:$E/hist hit=1:999 poll=0:i hit=1:1001 poll=0:i
try "read of one byte" "$set" open=0:$E/hist hit=1 byte=0 poll=0:i hit=1 poll=0:i rest=0 poll=0:i \
	read=0 poll=0:i
try "read to the end, hit, read at the end" "$set" open=0:$E/hist hit=1 read=0 hit=1 rest=0 poll=0:i
try "two files" "$set" open=0:$E/hist open=1:$E/hist hit=1 poll=0:i poll=1:i read=0 poll=0:i poll=1:i \
	read=1 poll=1:i
try "opened for writing" "$set" write=0:$E/hist poll=0:i poll=0:o hit=1 poll=0:i poll=0:p poll=0:o
try "POLLPRI, hit, then read" "$set" open=0:$E/hist hit=1 read=0 poll=0:p hit=1 poll=0:p
try "cleared" "$set" open=0:$E/hist hit=2 read=0 "echo=$E/trigger:hist:keys=fd:clear$only" poll=0:p \
	poll=0:i read=0 poll=0:i "echo=$E/trigger:hist:keys=fd:clear$only" poll=0:i poll=0:p
try "cleared before read" "$set" open=0:$E/hist hit=2 "echo=$E/trigger:hist:keys=fd:clear$only" \
	poll=0:i poll=0:p
try "cleared, and the same number of hits" "$set" open=0:$E/hist hit=2 read=0 \
	"echo=$E/trigger:hist:keys=fd:clear$only" hit=2 poll=0:i hit=1 poll=0:i
try "removed" "$set" open=0:$E/hist hit=2 read=0 "echo=$E/trigger:!$spec" poll=0:p poll=0:i read=0 \
	poll=0:i "$set" poll=0:i hit=1 poll=0:i
try "removed without hits" "$set" open=0:$E/hist read=0 "echo=$E/trigger:!$spec" poll=0:i poll=0:p
try "removed and created again, the same number of hits" "$set" open=0:$E/hist hit=2 read=0 \
	"echo=$E/trigger:!$spec" "$set" hit=2 poll=0:i
try "paused" "$set" open=0:$E/hist hit=2 read=0 "echo=$E/trigger:hist:keys=fd:pause$only" poll=0:i hit=2 \
	poll=0:i poll=0:p "echo=$E/trigger:hist:keys=fd:cont$only" poll=0:i hit=1 poll=0:i
try "a hit whose key does not fit" "echo=$E/trigger:hist:keys=fd:size=128$only" open=0:$E/hist keys=1000:3000 \
	read=0 poll=0:i keys=3000:3100 poll=0:i
second="echo=$E/trigger:hist:keys=whence$only"
try "two histograms" "$set" "$second" open=0:$E/hist hit=1 poll=0:i read=0 poll=0:i \
	"echo=$E/trigger:hist:keys=fd:pause$only" hit=1 poll=0:i read=0 poll=0:i \
	"echo=$E/trigger:hist:keys=fd:clear$only" poll=0:i read=0 "echo=$E/trigger:!$spec" poll=0:i \
	hit=1 poll=0:i
try "two histograms, one cleared" "$set" "$second" open=0:$E/hist hit=2 read=0 \
	"echo=$E/trigger:hist:keys=fd:clear$only" "echo=$E/trigger:hist:keys=fd:pause$only" hit=2 poll=0:i
named='hist:keys=common_pid:name=foo'
try "a named histogram of two events" "echo=$E/trigger:$named$only" \
	"echo=$L/trigger:$named if ret == -9" open=0:$E/hist open=1:$L/hist hit=1 read=0 poll=0:i poll=1:i \
	"echo=$E/trigger:$named:pause$only" hit=1 poll=0:i read=0 soon{ hit=1 } wait=0:i join
try "sums, strings, variables" "echo=$E/trigger:hist:keys=fd,whence:vals=offset$only" \
	"echo=$L/trigger:hist:keys=common_pid,common_pid.execname:x=ret if ret == -9" \
	open=0:$E/hist open=1:$L/hist soon{ hit=1 } wait=0:i wait=1:i join \
	read=0 read=1 poll=0:i poll=1:i soon{ hit=1 } wait=1:i wait=0:i join

# A hit wakes up waiting pollers.
try "POLLIN waits for a hit" "$set" open=0:$E/hist soon{ hit=1 } wait=0:i join
try "POLLPRI waits for a hit" "$set" open=0:$E/hist soon{ hit=1 } wait=0:p join
try "both wait for a hit" "$set" open=0:$E/hist soon{ hit=1 } wait=0:ip join
try "wait after read" "$set" open=0:$E/hist hit=3 read=0 soon{ hit=1 } wait=0:i join \
	read=0 soon{ hit=1 } wait=0:p join read=0 soon{ hit=1 } wait=0:ip join
try "waits, nothing hits" "$set" open=0:$E/hist soon{ hit=1:999 } short=0:i join short=0:p
try "cleared while a task waits" "$set" open=0:$E/hist hit=1 read=0 \
	soon{ "echo=$E/trigger:hist:keys=fd:clear$only" } short=0:i join poll=0:i
try "removed while a task waits" "$set" open=0:$E/hist hit=1 read=0 soon{ "echo=$E/trigger:!$spec" } short=0:i join \
	poll=0:i
try "created while a task waits" open=0:$E/hist soon{ "$set" hit=1 } wait=0:i join
try "two files in one task" "$set" open=0:$E/hist open=1:$E/hist hit=1 read=0 read=1 \
	soon{ hit=1 } wait=0:i wait=1:i join read=0 read=1 soon{ hit=1 } wait=1:i wait=0:i join

try "epoll, level" "$set" open=0:$E/hist level=0:i epoll hit=1 epoll epoll read=0 epoll \
	soon{ hit=1 } epwait join epoll read=0 epoll
try "epoll, level, hits before" "$set" hit=1 open=0:$E/hist level=0:i epoll epoll read=0 epoll
try "epoll, edge" "$set" open=0:$E/hist edge=0:i epoll soon{ hit=1 } epwait join epoll \
	read=0 epoll soon{ hit=1 } epwait join epoll epoll
try "epoll, edge, not read" "$set" open=0:$E/hist edge=0:i soon{ hit=1 } epwait join epoll \
	soon{ hit=1 } epshort join epoll
try "epoll, edge, hits before" "$set" hit=1 open=0:$E/hist edge=0:i epoll epoll read=0 epoll \
	soon{ hit=1 } epwait join
try "epoll, edge, POLLPRI" "$set" open=0:$E/hist edge=0:p epoll soon{ hit=1 } epwait join epoll \
	soon{ hit=1 } epshort join epoll
try "epoll, level, POLLPRI" "$set" open=0:$E/hist level=0:p epoll soon{ hit=1 } epwait join epoll \
	soon{ hit=1 } epshort join epoll read=0 epoll
try "epoll, one-shot" "$set" open=0:$E/hist again=0:i soon{ hit=1 } epwait join read=0 soon{ hit=1 } epshort \
	join renew=0:i epoll read=0 soon{ hit=1 } epshort join renew=0:i read=0 soon{ hit=1 } epwait join

# Removal of the event. (hist-poll-gone.sh tests what differs from the stock kernel.)
K=events/kprobes/polled
probe='kprobe_events:p:polled __x64_sys_lseek'
try "the event is removed" "echo=$probe" "echo=$K/trigger:hist:keys=common_pid" open=0:$K/hist hit=1 read=0 \
	level=0:i epoll "echo=$K/trigger:!hist:keys=common_pid" poll=0:i read=0 epoll \
	"echo=kprobe_events:-:polled" poll=0:i poll=0:p poll=0:ip poll=0:- epoll read=0
try "the event is removed while a task waits" "echo=$probe" open=0:$K/hist \
	soon{ "echo=kprobe_events:-:polled" } wait=0:i join wait=0:i

# The wake-up of a poller is itself a hit of the histogram that the task polls.
echo "@@ wake-ups that hit"
for event in sched/sched_waking sched/sched_wakeup sched/sched_switch irq_vectors/irq_work_entry \
	irq/irq_handler_entry syscalls/sys_enter_poll; do
	[ -d events/$event ] || continue
	echo hist:keys=common_pid > events/$event/trigger
	set -- open=0:events/$event/hist
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		set -- "$@" soon{ hit=1 } short=0:i join read=0
	done
	hist-poll "$@" > /tmp/found
	echo "$event: ends"
	: > events/$event/trigger
done
echo "@@ a filter that nothing passes"
echo 'hist:keys=common_pid if common_pid == 99999' > events/sched/sched_switch/trigger
hist-poll open=0:events/sched/sched_switch/hist short=0:i short=0:p
: > events/sched/sched_switch/trigger
echo "@@ reports"
dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular|INFO: task|Oops'
echo none more
