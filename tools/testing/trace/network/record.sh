#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# record.sh MARKS PROGRAMS: record over TCP with "trace-cmd listen" of the guest "listen". What
# the kernel says about its buffers afterwards is in /guest/output/stats: -k keeps that.

record() {
	trace-cmd record -k -t -N listen:3000 -b 8192 -e sched -e sys_enter_write \
		-e sys_exit_write -e task_newtask /guest/work.sh sent "$@" \
		> /guest/output/record.log 2>&1
}

# The listener may not be ready yet: trace-cmd does not wait for it.
tries=0
until record "$@"; do
	tries=$((tries + 1))
	if [ $tries = 20 ]; then
		cat /guest/output/record.log
		echo | nc listen 3001
		exit 1
	fi
	sleep 1
done
cat /guest/output/record.log
for stats in /sys/kernel/tracing/per_cpu/cpu*/stats; do
	echo "$stats"
	cat "$stats"
done > /guest/output/stats
echo | nc listen 3001
