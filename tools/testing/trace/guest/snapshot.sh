#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Snapshots: contents and results of the files, and which buffer has which records, in
# the top instance, in an instance and for one CPU, compared with the stock kernel.
# guest: --mem 512 --timeout 600
# compare: text

cd /sys/kernel/tracing || exit 1

mask() {
	sed -E 's/#P:[0-9]+/#P:N/; s/^ +[^ ]+-[0-9]+ +/TASK /; s/ +[0-9]+\.[0-9]{6}:/ TIME:/'
}

# Print the command, its output and its exit status.
try() {
	echo "\$ $*"
	sh -c "$*" 2>&1 | mask
	sh -c "$*" > /dev/null 2>&1
	echo "status $?"
}

show() {
	echo "snapshot:"
	mask < snapshot
	echo "trace:"
	mask < trace
}

all() {
	echo 0 > snapshot
	show
	try "echo 2 > snapshot"
	echo one > trace_marker
	echo 1 > snapshot
	show
	echo two > trace_marker
	echo 1 > snapshot
	show
	echo three > trace_marker
	echo 1 > per_cpu/cpu0/snapshot
	show
	mask < per_cpu/cpu0/snapshot
	echo 2 > snapshot
	show
	for word in x -1 "" " 3 " 4294967296 00; do
		try "echo '$word' > snapshot"
	done
	try "echo 0 > per_cpu/cpu0/snapshot"
	echo 0 > snapshot
	mask < per_cpu/cpu0/snapshot
	cat per_cpu/cpu0/snapshot > /dev/null && echo readable
	echo > trace
}

echo "@@ top"
all

echo "@@ instance"
mkdir instances/foo && cd instances/foo || exit 1
all
cat buffer_size_kb buffer_total_size_kb
cd /sys/kernel/tracing || exit 1
rmdir instances/foo

echo "@@ sizes"
echo 1 > snapshot
for kb in 100 20 1; do
	echo $kb > buffer_size_kb
	echo "mark $kb" > trace_marker
	echo 1 > snapshot
	grep -c "mark $kb" snapshot
done
for kb in 8 16 4; do
	echo $kb > buffer_subbuf_size_kb
	echo "mark $kb" > trace_marker
	echo 1 > snapshot
	grep -c "mark $kb" snapshot
done
echo 0 > snapshot
echo 1408 > buffer_size_kb

echo "@@ clock"
echo mark > trace_marker
echo 1 > snapshot
echo counter > trace_clock
show
echo local > trace_clock
echo 0 > snapshot

echo "@@ off and on"
echo 0 > tracing_on
echo 1 > snapshot
cat tracing_on
echo 0 > trace_marker 2> /dev/null
show
echo 1 > tracing_on
echo 0 > tracing_cpumask
echo 1 > snapshot
echo f > tracing_cpumask
echo again > trace_marker
show

echo "@@ freed and allocated again"
echo > trace
for i in $(seq 30); do
	echo 0 > snapshot
	grep -c "mark" snapshot
	echo "mark $i" > trace_marker
	echo 1 > snapshot
	grep -c "mark" snapshot
	grep -c "mark $i\$" snapshot
	grep -c "mark" trace
done

echo "ok 1 snapshots"
echo "1..1"
