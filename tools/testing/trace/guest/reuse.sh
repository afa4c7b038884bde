#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Numbers of events are given out again after 65,536 of them. No record of the event that had a number
# before is printed as one of the event that has it now: not from the buffer, another instance or a snapshot.
# guest: --mem 512 --timeout 1200 --program REPO/tools/testing/trace/guest/reuse.c

. /guest/tap

cd /sys/kernel/tracing || exit 1
mkdir instances/other
dmesg -c > /dev/null

# The number before it is to be free, too.
echo 'first int a' > synthetic_events
echo > synthetic_events
echo 'p:short do_sys_openat2' > kprobe_events
echo 1 > events/kprobes/short/enable
echo 1 > instances/other/events/kprobes/short/enable
cat /dev/null
echo 1 > snapshot
cat /dev/null
echo 0 > events/kprobes/short/enable
echo 0 > instances/other/events/kprobes/short/enable
check "there are records" grep -q 'short: (do_sys_openat2' trace
check "in the snapshot, too" grep -q 'short: (do_sys_openat2' snapshot
id=$(cat events/kprobes/short/id)
echo > kprobe_events

check "numbers come round" reuse "$id"

# One of another shape, that is longer than what is in the buffers.
fields=
i=0
while [ $i -lt 64 ]; do
	fields="$fields u64 a$i;"
	i=$((i + 1))
done
echo "long $fields" > synthetic_events
check "the number is another event's" test "$(cat events/synthetic/long/id)" = "$id"
for file in trace snapshot instances/other/trace per_cpu/cpu0/trace; do
	for option in nofields fields raw hex bin; do
		echo $option > trace_options
		check "no record of it in $file, $option" sh -c "! grep -a 'long:' $file"
		echo "no$option" > trace_options 2> /dev/null
	done
done
echo nofields > trace_options
check "nor in trace_pipe" sh -c "! timeout 2 cat trace_pipe | grep 'long:'"
echo z > /proc/sysrq-trigger
check "nor in what is dumped" sh -c "! dmesg | grep 'long:'"
check "nothing was said" sh -c "! dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular'"
echo > synthetic_events
rmdir instances/other
echo "1..$n"
