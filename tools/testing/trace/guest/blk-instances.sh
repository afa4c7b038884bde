#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The tracer blk in several instances at once: each instance has all records, its own
# output options and its own tracing_on while other instances start and stop the tracer.
# The stock kernel offers this tracer in the top instance only.
# guest: --smp 1 --timeout 300 --program REPO/tools/testing/trace/guest/blk.c
# guest: --qemu "-drive if=none,id=d,driver=null-co,size=16M,read-zeroes=on"
# guest: --qemu "-device virtio-blk-pci,drive=d"

. /guest/tap
explain() { tail -n 5 /sys/kernel/tracing/trace /sys/kernel/tracing/instances/*/trace; }

cd /sys/kernel/tracing/instances || exit 1
top=/sys/kernel/tracing
dev=/dev/vda
lines() { # INSTANCE TEXT
	grep -c "$2" "$1/trace"
}
none() { # TEXT
	! grep "$1" a/trace b/trace $top/trace
}
empty() { # INSTANCE...
	for i; do echo > "$i/trace"; done
}

mkdir a b c
echo 1 > /sys/block/vda/trace/enable
for i in a b $top; do
	echo blk > $i/current_tracer
done
blk read $dev 8 4096
for i in a b $top; do
	is "${i##*/} has the request" 1 lines $i ' D  *RS* 8 + 8 \[blk\]'
	is "${i##*/} has the completion" 1 lines $i ' C  *RS* 8 + 8 \[0\]'
done
is "an instance with another tracer has no records" 0 lines c ' D '

echo "# options"
echo 1 > a/options/blk_classic
is "blk_classic changes the header of one instance" "# DEV   CPU TIMESTAMP     PID ACT FLG" sed -n 3p a/trace
is "blk_classic clears context-info of this instance" 0 cat a/options/context-info
is "blk_classic is not set in the other instance" 0 cat b/options/blk_classic
is "the header of the other instance is unchanged" 0 lines b '# DEV'
is "the other instance prints the context" 3 lines b 'blk-.*8 + 8 \[blk\]$'
echo 1 > b/options/verbose
is "verbose is set in one instance" 1 lines b 'issue .* 8 + 8 \[blk\]'
is "verbose is not set in the other instance" 0 lines a issue
echo 0 > b/options/verbose
echo 0 > a/options/blk_classic

echo "# on and off"
empty a b $top
echo 0 > a/tracing_on
blk read $dev 16 4096
is "no records while tracing_on is 0" 0 lines a '16 + 8'
check "another instance has records meanwhile" grep -q ' D  *RS* 16 + 8' b/trace
echo 0 > b/tracing_on
echo 0 > $top/tracing_on
blk read $dev 24 4096
check "no records while tracing_on is 0 everywhere" none '24 + 8'
echo 0 > /sys/block/vda/trace/enable
blk stream $dev > /tmp/stream
echo 1 > /sys/block/vda/trace/enable
check "a blktrace stream has records meanwhile" grep -q '90007 sector 8 bytes 4096' /tmp/stream
for i in a b $top; do
	echo 1 > $i/tracing_on
done

echo "# cgroup options"
mount -t tmpfs none /mnt && mkdir -p /mnt/cg && mount -t cgroup2 none /mnt/cg
mkdir /mnt/cg/some
echo +io > /mnt/cg/cgroup.subtree_control
ingroup() {
	sh -c 'echo $$ > /mnt/cg/some/cgroup.procs; exec blk read /dev/vda 8 4096'
}
echo 1 > a/options/blk_cgroup
echo 1 > a/options/blk_cgname
empty a b $top
ingroup
check "blk_cgname prints the name of the cgroup" grep -q ' 254,0 */some  *D ' a/trace
check "another instance prints the ID of the cgroup" grep -q ' 254,0 *[0-9a-f]*,[0-9a-f]*  *D ' b/trace
echo 1 > c/options/blk_cgroup
echo 0 > a/options/blk_cgroup
empty a b
ingroup
check "blk_cgroup of an instance without the tracer has no effect" grep -q ' 254,0 *D ' a/trace
echo blk > c/current_tracer
ingroup
check "blk_cgroup takes effect when the tracer is selected" grep -q ' 254,0 *[0-9a-f]*,[0-9a-f]*  *D ' c/trace
echo nop > c/current_tracer
empty a
ingroup
check "blk_cgroup has no effect after the tracer is deselected" grep -q ' 254,0 *D ' a/trace

echo "# start and stop under load"
while :; do
	blk read $dev 8 4096
done &
load=$!
# The header has four lines.
records() {
	for try in $(seq 100); do
		[ "$(wc -l < x/trace)" -le 4 ] || break
		sleep 0.1
	done
	wc -l < x/trace
}
for i in 1 2 3 4 5; do
	mkdir x
	echo blk > x/current_tracer
	echo 1 > x/options/blk_classic
	records
	echo 0 > b/tracing_on
	echo nop > a/current_tracer
	echo blk > a/current_tracer
	echo 1 > b/tracing_on
	rmdir x
done > /tmp/counts
kill $load
wait $load 2> /dev/null
check "each new instance has records" awk '$1 <= 4 { bad = 1 } END { exit bad || NR != 5 }' /tmp/counts
empty a b $top
blk read $dev 32 4096
for i in a b $top; do
	is "${i##*/} still records" 1 lines $i ' D  *RS* 32 + 8 \[blk\]'
done
echo nop > a/current_tracer
empty b
blk read $dev 40 4096
is "an instance without the tracer has no records" 0 lines a ' D '
is "the other instance has records" 1 lines b ' D '
rmdir a b c
empty $top
blk read $dev 48 4096
is "the top instance records after removal of the others" 1 lines $top ' D '
echo 0 > /sys/block/vda/trace/enable
echo nop > $top/current_tracer
is "no report in the kernel log" 0 sh -c 'dmesg | grep -c -e WARN -e BUG -e RIP:'
