#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Event type numbers are reused after 65,536 events. A record of the former owner of a
# number must not be printed as a record of the current owner, neither from the ring
# buffer nor from another instance or a snapshot.
# guest: --mem 512 --timeout 1200 --program REPO/tools/testing/trace/guest/reuse.c

. /guest/tap

cd /sys/kernel/tracing || exit 1
mkdir instances/other
dmesg -c > /dev/null

# Free the preceding number as well.
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
check "the event has records" grep -q 'short: (do_sys_openat2' trace
check "the event has records in the snapshot" grep -q 'short: (do_sys_openat2' snapshot
id=$(cat events/kprobes/short/id)
echo > kprobe_events

check "event type numbers wrap around" reuse "$id"

# An event with another layout, longer than the records in the buffers.
fields=
i=0
while [ $i -lt 64 ]; do
	fields="$fields u64 a$i;"
	i=$((i + 1))
done
echo "long $fields" > synthetic_events
check "the number belongs to another event" test "$(cat events/synthetic/long/id)" = "$id"
for file in trace snapshot instances/other/trace per_cpu/cpu0/trace; do
	for option in nofields fields raw hex bin; do
		echo $option > trace_options
		check "no record of the new event in $file, $option" sh -c "! grep -a 'long:' $file"
		echo "no$option" > trace_options 2> /dev/null
	done
done
echo nofields > trace_options
check "no record of the new event in trace_pipe" sh -c "! timeout 2 cat trace_pipe | grep 'long:'"
echo z > /proc/sysrq-trigger
check "no record of the new event in a dump" sh -c "! dmesg | grep 'long:'"
check "no report in the kernel log" sh -c "! dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular'"
echo > synthetic_events
rmdir instances/other
echo "1..$n"
