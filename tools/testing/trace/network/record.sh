#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# record.sh MARKS PROGRAMS: record over TCP with "trace-cmd listen" of the guest "listen". The
# same records are in /guest/output/local.dat.

record() {
	trace-cmd record -t -N listen:3000 -b 8192 -e sched -e sys_enter_write \
		-e sys_exit_write -e task_newtask /guest/work.sh sent "$@" \
		> /guest/output/record.log 2>&1
}

# trace-cmd waits for a part of the buffer that the marks of work.sh fill in some seconds.
echo 1 > /sys/kernel/tracing/buffer_percent
# The listener may not be ready yet: trace-cmd does not wait for it.
tries=0
until record "$@"; do
	tries=$((tries + 1))
	[ $tries -lt 60 ] || break
	sleep 1
done
cat /guest/output/record.log
trace-cmd extract -B local -o /guest/output/local.dat
echo | nc listen 3001
[ $tries -lt 60 ]
