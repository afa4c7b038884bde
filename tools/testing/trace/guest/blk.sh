#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The tracer blk, its options, /sys/block/*/trace, and the stream that blktrace(8) reads,
# on a null disk of QEMU. The guest runs in virtual time.
# guest: --smp 1 --timeout 300 --program REPO/tools/testing/trace/guest/blk.c
# guest: --qemu "-icount shift=0,sleep=off"
# guest: --qemu "-drive if=none,id=d,driver=null-co,size=16M,read-zeroes=on"
# guest: --qemu "-device virtio-blk-pci,drive=d"
# compare: text

cd /sys/kernel/tracing || exit 1
disk=/sys/block/vda/trace
dev=/dev/vda

# Mask what differs between runs: times, PIDs, the task that the completion of a request
# interrupts, and the flag for rescheduling.
shape() {
	sed -E 's/^ +([^ ]+)-[0-9]+ +\[/\1-PID [/
		s/ [0-9]+\.[0-9]{6}: / T: /
		s/ [0-9]+\.[0-9]{9} +[0-9]+ / T PID /
		s/^ *[^ ]+-[0-9]+ +([0-9][^ ]{5}) +[0-9]+us[ +!#*@$]: /NAME-PID \1 T: /
		s/(PID \[[0-9]+\] .)N/\1./
		s/(NAME-PID [0-9].)N/\1./
		s/^.*-PID (.* (C|complete) +[A-Z]+ )/NAME-PID \1/
		s/ ?d[.N][hH][0-9]\. (.* (C|complete) )/ IRQ \1/
		s/^(# latency: )[0-9]+ us/\1N us/
		s/([0-9]+\.[0-9]+|[0-9]+)ms/N/g; s/[0-9a-f]{8} \[[0-9a-f]+\]/N [N]/
		s/latency trace v1.1.5 on .*/latency trace v1.1.5/'
}
# Requests to the disk, and the trace of these requests.
work() {
	blk read $dev 8 4096
	blk write $dev 16 8192
	blk flush $dev
}
told() { # COMMAND...
	echo > trace
	echo 1 > tracing_on
	"$@"
	echo 0 > tracing_on
	shape < trace
}
settings() {
	for file in "$disk"/*; do
		echo "${file##*/}: $(cat "$file")"
	done
}
try() { # VALUE FILE
	if echo "$1" > "$2"; then echo "$1: accepted"; else echo "$1: rejected"; fi 2> /tmp/why
	grep -o 'write error: .*' /tmp/why
}

echo "@@ settings of a disk"
settings
echo 1 > $disk/enable
settings
for value in read read,fs 'WRITE, sync' 0x18 junk 70000 ''; do
	try "$value" $disk/act_mask
	cat $disk/act_mask
done
try 100 $disk/start_lba
try 200 $disk/end_lba
try 17 $disk/pid
try x $disk/pid
settings
echo 0 > $disk/enable
settings
try 5 $disk/start_lba
settings
echo 0 > $disk/enable

echo "@@ options"
ls options | grep blk
grep blk trace_options
echo blk > current_tracer
cat current_tracer
grep blk trace_options
try 2 options/blk_classic
try no_such_option trace_options
echo "@@ no records while the disk is disabled"
told work
echo 1 > $disk/enable
echo "@@ lines"
told work
echo "@@ verbose"
echo 1 > options/verbose
told work | sed -E 's/^ +[^ ]+ +[0-9]+ /NAME PID /'
echo 0 > options/verbose
echo "@@ latency-format"
echo 1 > options/latency-format
told work
echo 0 > options/latency-format
echo "@@ raw"
echo 1 > options/raw
told work | sed -E 's/^[0-9]+ 0 [0-9]+ /PID 0 T /'
echo 0 > options/raw
echo "@@ bin"
echo 1 > options/bin
told work > /tmp/bin
# Each record begins with the magic number that blkparse(1) expects.
grep -c . /tmp/bin > /dev/null
hexdump -v -e '1/1 "%02x"' trace | grep -o '07746165' | wc -l
echo 0 > options/context-info
hexdump -v -e '1/1 "%02x"' trace | grep -o '07746165' | wc -l
echo 1 > options/context-info
echo 0 > options/bin
echo "@@ without context"
echo 0 > options/context-info
told work
echo 1 > options/context-info
echo "@@ without irq-info"
echo 0 > options/irq-info
told work
echo 1 > options/irq-info

echo "@@ blk_classic"
echo 1 > options/blk_classic
cat options/context-info
told work
echo "@@ blk_classic, verbose"
echo 1 > options/verbose
told work
echo 0 > options/verbose
echo "@@ blk_classic, latency-format"
echo 1 > options/latency-format
told work
echo 0 > options/latency-format
echo "@@ no blk_classic"
echo 0 > options/blk_classic
cat options/context-info
told work

echo "@@ classes"
for mask in read write issue,complete queue 0x80 flush; do
	echo "$mask:"
	echo $mask > $disk/act_mask
	told work
done
echo 0xffff > $disk/act_mask
echo "@@ a range of sectors"
echo 16 > $disk/start_lba
echo 20 > $disk/end_lba
told work
echo 0 > $disk/start_lba
echo 100000 > $disk/end_lba
echo "@@ requests of one task"
echo 1 > $disk/pid
told work
echo 0 > $disk/pid
echo "@@ a large write and a discard"
# The kernel splits the large request depending on the physical layout of its memory.
told blk write $dev 2048 2097152 | grep -o ' [A-Z]*  *[A-Z]* [0-9 ]*\(/\|+\)' | tr -d '0-9' | sort -u
told blk discard $dev 8 65536
echo "@@ requests of the page cache"
told sh -c 'dd if=/dev/zero of=/dev/vda bs=4k count=8 && sync' 2> /dev/null
# No task waits for read-ahead requests.
told sh -c 'echo 3 > /proc/sys/vm/drop_caches; dd if=/dev/vda of=/dev/null bs=4k count=8' 2> /dev/null |
	grep -v ' C '
echo "@@ a partition"
blk partition $dev 1 2048 1048576
echo 0 > $disk/enable
echo 1 > /sys/block/vda/vda1/trace/enable
for file in /sys/block/vda/vda1/trace/*; do
	echo "${file##*/}: $(cat "$file")"
done
told blk read /dev/vda1 8 4096
told blk read $dev 8 4096
echo 0 > /sys/block/vda/vda1/trace/enable
echo 1 > $disk/enable

echo "@@ tracing_on"
echo > trace
work
shape < trace
echo 1 > tracing_on
blk read $dev 8 4096
echo 0 > tracing_on
blk read $dev 8 4096
shape < trace
echo "@@ trace_pipe"
told work > /dev/null
cat trace_pipe > /tmp/pipe &
sleep 2
kill $! 2> /dev/null
wait $! 2> /dev/null
shape < /tmp/pipe
echo "@@ stacks"
echo 1 > options/stacktrace
told blk read $dev 8 4096 | grep -c 'stack trace'
grep -A 3 'stack trace' trace | grep '=>'
echo 0 > options/stacktrace

echo "@@ cgroups"
mount -t tmpfs none /mnt && mkdir -p /mnt/cg && mount -t cgroup2 none /mnt/cg
mkdir /mnt/cg/some
echo +io > /mnt/cg/cgroup.subtree_control
ingroup() {
	sh -c 'echo $$ > /mnt/cg/some/cgroup.procs; exec blk read /dev/vda 8 4096'
}
told ingroup
echo 1 > options/blk_cgroup
told ingroup
echo 1 > options/blk_cgname
shape < trace
told ingroup
echo 1 > options/blk_classic
shape < trace
echo 0 > options/blk_classic
echo 0 > options/blk_cgroup
told ingroup
echo 0 > options/blk_cgname
echo 0 > $disk/enable

echo "@@ a stream while the tracer is active"
# The trace has only the kind of the time note at the start of a stream.
told blk stream $dev | grep -v 'blk-PID .* d\.\.\.\. .* Q '
echo nop > current_tracer
echo "@@ a stream"
blk stream $dev
echo 1 > options/blk_cgroup
echo "@@ a stream with cgroups"
blk stream $dev
echo 0 > options/blk_cgroup
echo "@@ a stream while tracing_on is 0"
echo 1 > tracing_on
echo blk > current_tracer
echo 0 > tracing_on
blk stream $dev
echo nop > current_tracer
echo 1 > tracing_on

echo "@@ an option of a tracer that is not selected"
echo 1 > options/blk_classic
cat options/blk_classic options/context-info
echo 0 > options/blk_classic
cat options/blk_classic options/context-info
echo 1 > options/blk_classic
echo blk > current_tracer
cat options/blk_classic options/context-info
echo nop > current_tracer
cat options/blk_classic options/context-info
dmesg | grep -e WARN -e BUG -e RIP: -e blktrace | sed 's/^[^]]*\] //'
