#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Print what the first kernel left, and save the files that trace-view reads.

cd /sys/kernel/tracing/instances/crash || exit 1
echo 1 > options/sym-offset
# A hash of an address is another one in each boot.
echo 0 > options/hash-ptr
# The event has another number now.
echo "p:crash/other do_sys_openat2 file=+0(%si):string" > /sys/kernel/tracing/kprobe_events
echo "p:crash/opened do_sys_openat2 file=+0(%si):string flags=+0(%dx):x64" \
	>> /sys/kernel/tracing/kprobe_events
# The build id is one of the notes.
echo "=== kernel $(md5sum < /sys/kernel/notes)"
echo "=== begin"
cat trace
echo "=== end"
out=/guest/output
mkdir -p $out/events $out/instances/crash/per_cpu
cp /sys/kernel/tracing/events/header_* $out/events
cat last_boot_notes > $out/instances/crash/last_boot_notes
cat last_boot_info > $out/instances/crash/last_boot_info
cat trace_clock > $out/instances/crash/trace_clock
for option in raw hex bin fields latency-format; do
	echo $option > trace_options
	cat trace per_cpu/cpu*/trace per_cpu/cpu*/stats > /dev/null || echo "=== unread $option"
	echo no$option > trace_options
done
for cpu in per_cpu/cpu*; do
	mkdir -p "$out/instances/crash/$cpu"
	cat "$cpu/buffer_meta" > "$out/instances/crash/$cpu/buffer_meta"
	timeout 3 cat "$cpu/trace_pipe_raw" > "$out/instances/crash/$cpu/trace_pipe_raw" 2> /dev/null
done
dmesg | grep -E "BUG:|WARNING:|KASAN" | sed 's/^/=== report /'
echo "=== after reading: $(cat last_boot_notes)"
exit 0
