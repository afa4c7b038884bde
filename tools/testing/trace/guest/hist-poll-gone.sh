#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A task that polls the file hist wakes up when the histogram, the event or the instance
# is removed, and uses no freed memory afterwards. (Stock does not wake up a task whose
# histogram is cleared or removed, and keeps the instance.)
# guest: --smp 2 --timeout 1800 --program REPO/tools/testing/trace/guest/hist-poll.c
# config: check

. /guest/tap

cd /sys/kernel/tracing || exit 1
only=' if fd >= 1000 && fd < 5000'
spec="hist:keys=fd$only"

# The last line that hist-poll prints.
says()
{
	want=$1
	shift
	hist-poll "$@" > /tmp/found
	[ "$(tail -n 1 /tmp/found)" = "$want" ] || { cat /tmp/found; return 1; }
}
quiet()
{
	! dmesg | grep -A 40 -E 'BUG:|KASAN|WARNING:|possible circular|possible recursive|INFO: task|Oops'
}

E=events/syscalls/sys_enter_lseek
set="echo=$E/trigger:$spec"
check "clear wakes up" says "wait=0:i: 0x1" "$set" open=0:$E/hist hit=1 read=0 \
	soon{ "echo=$E/trigger:hist:keys=fd:clear$only" } wait=0:i join
check "removal wakes up" says "wait=0:i: 0x1" open=0:$E/hist hit=1 read=0 \
	soon{ "echo=$E/trigger:!$spec" } wait=0:i join
check "removal wakes up for POLLPRI" says "wait=0:p: 0x2" "$set" open=0:$E/hist hit=1 read=0 \
	soon{ "echo=$E/trigger:!$spec" } wait=0:p join
check "removal is an edge" says "epwait: 1 0x1" "$set" open=0:$E/hist edge=0:i hit=1 read=0 epoll \
	soon{ "echo=$E/trigger:!$spec" } epwait join

I=instances/polled
G=$I/$E
check "an instance is removed" says "epoll: 1 0x8" mkdir=$I "echo=$G/trigger:$spec" open=0:$G/hist level=0:i \
	hit=1 read=0 rmdir=$I hit=1 poll=0:i epoll
check "the directory of the instance is removed" [ ! -d $I ]
check "an instance is removed while a histogram is polled" says "wait=0:i: 0x8" mkdir=$I \
	"echo=$G/trigger:$spec" open=0:$G/hist soon{ rmdir=$I } wait=0:i join
check "an instance is removed while an event without histogram is polled" says "wait=0:i: 0x8" mkdir=$I \
	open=0:$G/hist soon{ rmdir=$I } wait=0:i join
check "an instance is removed while epoll waits" says "epwait: 1 0x8" mkdir=$I \
	"echo=$G/trigger:$spec" open=0:$G/hist edge=0:i soon{ rmdir=$I } epwait join

# Hits wake up pollers while the histogram or the instance is removed.
race()
{
	for i in 1 2 3 4 5 6 7 8; do
		hist-poll mkdir=$I "echo=$G/trigger:$spec" open=0:$G/hist open=1:$G/hist edge=1:i \
			soon{ hit=20000 } soon{ rmdir=$I } wait=0:i read=0 epwait poll=0:p close=0 \
			poll=1:i join join > /tmp/found 2>&1 || { cat /tmp/found; return 1; }
		[ ! -d $I ] || return 1
	done
	for i in 1 2 3 4 5 6 7 8; do
		hist-poll "$set" hit=1 open=0:$E/hist read=0 soon{ hit=20000 } soon{ "echo=$E/trigger:!$spec" } \
			wait=0:i read=0 short=0:p close=0 join join > /tmp/found 2>&1 ||
			{ cat /tmp/found; return 1; }
	done
}
check "hits during removal" race
check "no report in the kernel log" quiet
