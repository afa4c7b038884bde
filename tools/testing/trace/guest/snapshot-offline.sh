#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Snapshots while a CPU with records is offline, and after the CPU is online again:
# taking a snapshot terminates, and the snapshot has the records of all CPUs.
# nightly-also: threads-kasan
# guest: --smp 2 --mem 512 --timeout 300
# compare: text

cd /sys/kernel/tracing || exit 1
online=/sys/devices/system/cpu/cpu1/online

mask() {
	sed -n -E 's/^ +[^ ]+-[0-9]+ +(\[[0-9]+\]) .* tracing_mark_write: /\1 /p'
}

show() {
	echo "snapshot:"
	mask < snapshot
	echo "trace:"
	mask < trace
}

mark() {
	taskset "$1" sh -c "echo $2 > trace_marker"
}

all() {
	echo "@@ $1: the CPU goes offline before the first snapshot"
	mark 1 one
	mark 2 two
	echo 0 > $online
	# If taking a snapshot does not terminate, the guest times out.
	echo 1 > snapshot
	show
	mark 1 three
	echo 1 > snapshot
	show

	echo "@@ $1: the CPU is online again"
	echo 1 > $online
	mark 2 four
	echo 1 > snapshot
	show

	echo "@@ $1: the CPU goes offline after a snapshot"
	mark 2 five
	echo 0 > $online
	echo 1 > snapshot
	show
	echo 0 > snapshot
	echo 1 > $online
	mark 2 six
	show
	echo > trace
}

all top
for size in "" 64; do
	mkdir instances/foo$size && cd instances/foo$size || exit 1
	[ -z "$size" ] || echo $size > per_cpu/cpu1/buffer_size_kb
	all "instance ${size:+with a buffer of $size KB}"
	cd ../..
	rmdir instances/foo$size
done
echo "ok 1 snapshots with an offline CPU"
echo "1..1"
