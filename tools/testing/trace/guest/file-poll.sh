#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# poll(2) on error_log and on snapshot: a task sleeps until there is an error or a snapshot.
# guest: --smp 2 --program REPO/tools/testing/trace/guest/hist-poll.c

. /guest/tap

cd /sys/kernel/tracing || exit 1
dmesg -n 1
mkdir instances/polled
P=instances/polled
F=$P/events/sched/sched_switch/filter

# polls NAME WANTED STEP...: what the steps of hist-poll print, without their names. In the
# events that it prints, 1 is POLLIN, 2 POLLPRI and 4 POLLOUT.
polls() {
	name=$1
	wanted=$2
	shift 2
	is "$name" "$wanted" sh -c 'hist-poll "$@" | sed "s/.*: //" | xargs' - "$@"
}
bad="echo=$F:no_such_field == 1"

polls "error_log is not ready without an error" "0 0 0x4" \
	open=0:$P/error_log poll=0:i poll=0:p poll=0:o
polls "an error makes it ready until it is read" "EINVAL 0x1 0x3 0" \
	open=0:$P/error_log "$bad" poll=0:i poll=0:ip read=0 poll=0:ip
polls "errors before the file was opened are new, too" "0x1 0" \
	open=0:$P/error_log poll=0:i read=0 poll=0:i
polls "a task sleeps until there is an error" "0 0x2" \
	open=0:$P/error_log read=0 poll=0:ip soon{ "$bad" } wait=0:p join
polls "two tasks, of which one has read it" "0x1 0x1 0 0x1" open=0:$P/error_log \
	open=1:$P/error_log poll=0:i poll=1:i read=0 poll=0:i poll=1:i
polls "an error of another instance does not count" "0" open=0:error_log read=0 \
	soon{ "$bad" } short=0:ip join
hist-poll open=0:$P/error_log read=0 short=0:i > /tmp/emptied &
sleep 0.1
: > $P/error_log
wait
is "a log that was emptied has nothing new" "short=0:i: 0" cat /tmp/emptied

polls "snapshot is not ready without a snapshot" "0 0x4" open=0:$P/snapshot poll=0:ip poll=0:o
polls "a snapshot makes it ready" "0x1 0x2" open=0:$P/snapshot "echo=$P/snapshot:1" \
	poll=0:i poll=0:p
polls "opening the file again waits for the next one" "0" open=0:$P/snapshot poll=0:ip
polls "a task sleeps until a snapshot is taken" "0x1" \
	open=0:$P/snapshot soon{ "echo=$P/snapshot:1" } wait=0:i join
polls "emptying and freeing the snapshot do not count" "0" open=0:$P/snapshot \
	soon{ "echo=$P/snapshot:2" "echo=$P/snapshot:0" } short=0:i join
echo 'snapshot if fd == 1000' > $P/events/syscalls/sys_enter_lseek/trigger
polls "a trigger takes it" "0x2" open=0:$P/snapshot soon{ hit=1 } wait=0:p join
polls "epoll finds it" "1 0x1" open=0:$P/snapshot level=0:i soon{ hit=1 } epwait join
polls "a snapshot of one instance is none of another one" "0" open=0:snapshot \
	soon{ hit=1 } short=0:ip join
echo '!snapshot' > $P/events/syscalls/sys_enter_lseek/trigger
polls "the file of a CPU" "0 0x1" open=0:$P/per_cpu/cpu0/snapshot poll=0:i \
	"echo=$P/snapshot:1" poll=0:i

# Removal does not leave a task that waits: an open file keeps the instance.
hist-poll open=0:$P/error_log read=0 short=0:i &
sleep 0.1
check "an instance with a poller is busy" sh -c "! rmdir $P 2> /dev/null"
wait
rmdir $P
check "and can be removed afterwards" test ! -d $P
exit 0
