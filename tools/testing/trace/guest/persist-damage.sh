#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Damaged sub-buffers of a persistent ring buffer are skipped, and their records count as lost,
# also after another reset. The script runs three times in one virtual machine: before the
# damage, after it, and after one more reset.
# guest: --timeout 500 --qemu "-action reboot=reset" --append "memmap=1M$0x10000000 trace_instance=far^traceoff@0x10000000:1M"
# module: class_module

. /guest/tap
cd /sys/kernel/tracing/instances/far || { echo "not ok 1 there is an instance"; exit 1; }

long=$(printf '%0200d' 0)

# lost FILE: the sum of all lost records that a file tells of
lost() {
	sed -n 's/^CPU:[0-9]* \[LOST \([0-9]*\) EVENTS\]$/\1/p' "$1" |
		awk '{ n += $1 } END { print n + 0 }'
}

# missing FILE: how many of the marks 1 to 200 are not in a file
missing() { echo $((200 - $(grep -c 'mark_write: mark' "$1"))); }

# in_place: the marks around each loss tell how many are missing there
in_place() {
	awk '/LOST/ { sub(/.*LOST /, ""); n = $1 }
	     / mark [0-9]+ / { sub(/.* mark /, ""); if ($1 != last + n + 1) bad = 1
			       last = $1; n = 0 }
	     END { exit bad }' "$1"
}

if ! grep -q tracing_mark_write trace; then
	echo 1 > tracing_on
	for i in $(seq 200); do
		case $i in
		50|120|121) text="strike me" ;;
		*) text= ;;
		esac
		echo "mark $i $long $text" > trace_marker
	done
	insmod /class_module.ko what=strike at=0x10000000 bytes=0x100000
	echo "not ok 1 the machine is reset"
	exit
fi

cat trace > /tmp/trace
if ! grep -q again trace; then
	[ "$(missing /tmp/trace)" -gt 30 ] || echo "not ok 1 pages are damaged in the second boot"
	[ "$(lost /tmp/trace)" = "$(missing /tmp/trace)" ] ||
		echo "not ok 1 trace of the second boot tells how many are lost"
	echo 1 > tracing_on
	echo again > trace_marker
	echo b > /proc/sysrq-trigger
	sleep 10
fi

check "records are missing" test "$(missing /tmp/trace)" -gt 30
check "not all are missing" test "$(missing /tmp/trace)" -lt 80
is "trace tells how many are lost" "$(missing /tmp/trace)" lost /tmp/trace
check "trace tells where they are lost" in_place /tmp/trace
check "the mark of the second boot is present" grep -q again /tmp/trace
is "stats has them as dropped" "dropped events: $(missing /tmp/trace)" \
	grep dropped per_cpu/cpu0/stats
timeout 20 cat trace_pipe > /tmp/pipe 2> /dev/null
is "trace_pipe has as many records" "$(missing /tmp/trace)" missing /tmp/pipe
is "trace_pipe tells how many are lost" "$(missing /tmp/trace)" lost /tmp/pipe
check "trace_pipe tells where they are lost" in_place /tmp/pipe
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
