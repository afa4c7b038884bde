#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# work.sh NAME MARKS PROGRAMS: the program that is recorded. Between the marks "NAME begins" and
# "NAME ends" it writes MARKS marks "NAME 1", "NAME 2", ..., and executes /bin/true PROGRAMS times.
# The instance "local" records the same events and gets the same marks. What the kernel says about
# both buffers is in /guest/output/stats.
#
# trace-cmd 3.1 loses what is on its way when a recording stops. So this program goes on with
# marks "NAME waits" of each CPU until watch.sh of the other guest has seen them, and connects.

cd /sys/kernel/tracing || exit 1
local=instances/local

say() {
	echo "$1" > trace_marker
	echo "$1" > $local/trace_marker
}

mkdir $local
echo 32768 > $local/buffer_size_kb
cat set_event > $local/set_event
# Two buffers get a record one after the other: around the first and the last record that are
# compared there are some that only have to be in the other buffer.
say "$1 opens"
sleep 1
say "$1 begins"
i=0
while [ $i -lt "$2" ]; do
	i=$((i + 1))
	say "$1 $i"
done
i=0
while [ $i -lt "$3" ]; do
	i=$((i + 1))
	/bin/true
done
say "$1 ends"
sleep 1
say "$1 closes"

echo 0 > $local/tracing_on
# From now on there is little to send: no more than the connection takes at once.
echo 0 > events/enable
for stats in per_cpu/cpu*/stats $local/per_cpu/cpu*/stats; do
	echo "$stats"
	cat "$stats"
done > /guest/output/stats
nc -l -p 3002 < /dev/null &
# The kernel passes on pages that are full, if there are some. Each of these marks takes one.
long=$(printf '%3000s' '')
i=0
while kill -0 $! 2> /dev/null; do
	i=$((i + 1))
	if [ $i = 1200 ]; then
		echo "work.sh: the other guest did not see the marks of $1"
		kill $!
		exit 1
	fi
	for cpu in per_cpu/cpu*; do
		taskset -c "${cpu#per_cpu/cpu}" sh -c "echo '$1 waits $long' > trace_marker"
	done
	sleep 0.1
done
