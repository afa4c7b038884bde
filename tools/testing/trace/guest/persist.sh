#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Ring buffers in memory reserved at boot, by name and by address: records made before a
# reset of the machine are read after the reset, and recording continues. The script runs
# twice in one virtual machine, before and after the reset.
# guest: --mem 512 --timeout 600 --qemu "-action reboot=reset" --append "reserve_mem=2M:4096:past trace_instance=past^traceoff@past memmap=1M$0x10000000 trace_instance=far^traceoff@0x10000000:1M"

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
	# Two events get the first type numbers allocated at run time.
	echo 'p:same do_sys_openat2 file=+0(%si):string' > /sys/kernel/tracing/kprobe_events
	echo 'p:gone do_sys_openat2 file=+0(%si):string' >> /sys/kernel/tracing/kprobe_events
	echo 1 > events/kprobes/enable
	cat /dev/null
	echo 0 > events/kprobes/enable
	echo 1 > ../far/tracing_on
	echo "far away" > ../far/trace_marker
	true | true
	# Reset without sync: only the contents of the memory survive.
	echo b > /proc/sysrq-trigger
	sleep 10
fi

check "markers from before the reset are present" test "$(marks before)" = 5
check "the markers are in order" sh -c 'grep -o "before [1-5]" trace | sort -c'
check "events from before the reset are present" grep -q 'sched_process_fork: comm=' trace
check "the buffer at an address has its marker" grep -q "tracing_mark_write: far away" ../far/trace
check "the buffer at an address has no other records" test "$(grep -vc "^#" ../far/trace)" = 1
# The second type number is now allocated to another event.
echo 'p:same do_sys_openat2 file=+0(%si):string' > /sys/kernel/tracing/kprobe_events
echo 'p:other do_sys_openat2 flags=+0(%dx):x64[8]' >> /sys/kernel/tracing/kprobe_events
check "an event created again has its records" \
	grep -q 'same: (do_sys_openat2.*file="/dev/null"' trace
check "another event has no records of the former owner of its number" sh -c '! grep "other:" trace'
check "records of the former owner are printed with an unknown type" grep -q 'Unknown type' trace
for option in fields raw hex bin; do
	echo $option > trace_options
	check "no record of the former owner with option $option" sh -c '! grep -a "other:" trace'
	echo no$option > trace_options
done
echo 'p:gone do_sys_openat2 file=+0(%si):string' >> /sys/kernel/tracing/kprobe_events
check "an event created again with another number has its records" \
	grep -q 'gone: (do_sys_openat2.*file="/dev/null"' trace
check "then no record has an unknown type" sh -c '! grep "Unknown type" trace'
echo '-:gone' >> /sys/kernel/tracing/kprobe_events
check "until it is removed" grep -q 'Unknown type' trace
echo 'p:gone do_sys_openat2 file=+0(%si):u64' >> /sys/kernel/tracing/kprobe_events
check "an event with other fields has not" grep -q 'Unknown type' trace
text=$(sed -n 's/ [tT] _text$//p' /proc/kallsyms)
is "last_boot_info has the address of the kernel" "$(printf '%s\t[kernel]' "$text")" \
	cat last_boot_info
check "last_boot_notes knows the kernel" eval 'head -n 3 last_boot_notes | grep -qFx "$(cat /proc/version)"'
is "the records are of this kernel" "# this kernel" head -n 1 last_boot_notes
check "last_boot_notes has the formats of what was enabled" eval '
	cat ../../events/sched/sched_process_fork/format > /tmp/format
	sed -n "/^name: sched_process_fork$/,/^\[/p" last_boot_notes | sed "/^\[/d" | cmp - /tmp/format'
check "and of marks" grep -qx "name: print" last_boot_notes
check "but not of what was not" eval '! grep -qx "name: sched_switch" last_boot_notes'
check "the top instance has no last_boot_info" test ! -e /sys/kernel/tracing/last_boot_info
check "no report in the kernel log" sh -c '! dmesg | grep -E "BUG:|KASAN|WARNING:"'
check "recording is off after boot" test "$(cat tracing_on)" = 0
echo 1 > tracing_on
echo after > trace_marker
check "recording continues" test "$(marks after)" = 1
check "recording keeps the older records" test "$(marks before)" = 5
check "the buffer cannot be resized" sh -c '! echo 100 > buffer_size_kb'
check "the instance cannot be removed" sh -c '! rmdir ../past'
check "the instance has no snapshots" test ! -e snapshot
echo 0 > tracing_on
is "trace_pipe reads the records of the last boot" 5 sh -c "
	exec 2>/dev/null
	timeout 60 cat trace_pipe | grep -c 'tracing_mark_write: before'"
echo 1 > tracing_on
check "trace_pipe consumes them" test "$(marks before)" = 0
is "last_boot_info of a buffer that was read" "# Current" cat last_boot_info
is "last_boot_notes of a buffer that was read" "# Current" cat last_boot_notes
echo before > trace_marker
echo > trace
check "the buffer can be cleared" test "$(marks before)" = 0
check "last_boot_info of a buffer that was not read" grep -q kernel ../far/last_boot_info
echo > ../far/trace
is "last_boot_info of a buffer that was cleared" "# Current" cat ../far/last_boot_info
echo "1..$n"
