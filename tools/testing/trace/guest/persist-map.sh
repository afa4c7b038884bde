#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A persistent ring buffer in memory of reserve_mem= can be mapped, and has the records of the
# last boot then; one at a fixed address cannot. The script runs twice in one virtual machine.
# guest: --mem 512 --timeout 400 --qemu "-action reboot=reset" --program REPO/tools/testing/trace/guest/persist-map.c --append "reserve_mem=2M:4096:past trace_instance=past^traceoff@past memmap=1M$0x10000000 trace_instance=far^traceoff@0x10000000:1M"

. /guest/tap
cd /sys/kernel/tracing/instances/past || { echo "not ok 1 there is an instance"; exit 1; }
raw=per_cpu/cpu0/trace_pipe_raw
long=$(printf '%0200d' 0)

if ! grep -q tracing_mark_write trace; then
	echo 1 > tracing_on
	for i in $(seq 100); do
		echo "mark $i $long" > trace_marker
	done
	echo b > /proc/sysrq-trigger
	sleep 10
fi

is "buffer_meta has all records" "$(grep -c -v '^#' trace)" \
	awk '/entries/ { n += $6 } END { print n }' per_cpu/cpu0/buffer_meta
check "buffer_meta has full sub-buffers" grep -q 'commit: [34][0-9]* entries: 1[0-9] last-boot' \
	per_cpu/cpu0/buffer_meta
check "buffer_meta is there for persistent buffers only" \
	test ! -e /sys/kernel/tracing/per_cpu/cpu0/buffer_meta
is "a buffer at a fixed address cannot be mapped" ENODEV persist-map ../far/$raw
# The second mapping finds what is recorded while there is one, on the same page.
persist-map $raw > /tmp/first
check "the buffer can be mapped" grep -qax mapped /tmp/first
is "the mapping has the records of the last boot" 100 eval "grep -ao 'mark [0-9]* 0' /tmp/first | wc -l"
is "they are consumed" 0 eval 'grep -c mark_write trace'
echo 1 > tracing_on
echo "now $long" > trace_marker
is "a mapping has the records of this boot" 1 eval "persist-map $raw | grep -ao 'now 0' | wc -l"
persist-map $raw > /dev/null
check "the buffer can be written after that" eval 'echo then > trace_marker && grep -q then trace'
check "the buffer can be cleared after that" eval 'echo > trace; ! grep -q then trace'
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
