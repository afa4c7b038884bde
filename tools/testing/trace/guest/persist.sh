#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Buffers in memory reserved at boot, by name and by address: what was recorded before the machine was
# reset is read after it, and recording goes on. Runs twice, in one machine.
# guest: --mem 512 --timeout 600 --qemu "-action reboot=reset" --append "nokaslr reserve_mem=2M:4096:past trace_instance=past^traceoff@past memmap=1M$0x10000000 trace_instance=far^traceoff@0x10000000:1M"

. /guest/tap

cd /sys/kernel/tracing/instances/past || { echo "not ok 1 there is an instance"; exit 1; }

marks() {
	grep -c "tracing_mark_write: $1" trace
}

if [ "$(marks before)" = 0 ]; then
	echo 1 > tracing_on
	for i in 1 2 3 4 5; do
		echo "before $i" > trace_marker
	done
	echo 1 > events/sched/sched_process_fork/enable
	# Two events that get the first numbers that are given out at run time.
	echo 'p:same do_sys_openat2 file=+0(%si):string' > /sys/kernel/tracing/kprobe_events
	echo 'p:gone do_sys_openat2 file=+0(%si):string' >> /sys/kernel/tracing/kprobe_events
	echo 1 > events/kprobes/enable
	cat /dev/null
	echo 0 > events/kprobes/enable
	echo 1 > ../far/tracing_on
	echo "far away" > ../far/trace_marker
	true | true
	# Only what is in memory survives; this does not even sync.
	echo b > /proc/sysrq-trigger
	sleep 10
fi

# is WHAT COMMAND...
check "marks from before are there" test "$(marks before)" = 5
check "in order" sh -c 'grep -o "before [1-5]" trace | sort -c'
check "events, too" grep -q 'sched_process_fork: comm=' trace
check "those at an address, too" grep -q "tracing_mark_write: far away" ../far/trace
check "and no others" test "$(grep -vc "^#" ../far/trace)" = 1
# The second number is going to be another event's.
echo 'p:same do_sys_openat2 file=+0(%si):string' > /sys/kernel/tracing/kprobe_events
echo 'p:other do_sys_openat2 flags=+0(%dx):x64[8]' >> /sys/kernel/tracing/kprobe_events
check "an event that is made again has its records" \
	grep -q 'same: (do_sys_openat2.*file="/dev/null"' trace
check "another one has none of what had its number" sh -c '! grep "other:" trace'
check "they are of nothing that is known" grep -q 'Unknown type' trace
for option in fields raw hex bin; do
	echo $option > trace_options
	check "nor as $option" sh -c '! grep -a "other:" trace'
	echo no$option > trace_options
done
check "the kernel has not moved" sh -c \
	'[ "$(cat last_boot_info)" = "$(printf "text delta:\t0\ndata delta:\t0")" ]'
check "only what is persistent has had a boot before" test ! -e /sys/kernel/tracing/last_boot_info
check "nothing was said" sh -c '! dmesg | grep -E "BUG:|KASAN|WARNING:"'
check "nothing was recorded since" test "$(cat tracing_on)" = 0
echo 1 > tracing_on
echo after > trace_marker
check "recording goes on" test "$(marks after)" = 1
check "beside what was there" test "$(marks before)" = 5
check "its size stays" sh -c '! echo 100 > buffer_size_kb'
check "it cannot be removed" sh -c '! rmdir ../past'
check "it has no snapshots" test ! -e snapshot
echo > trace
check "it can be emptied" test "$(marks before)" = 0
echo "1..$n"
