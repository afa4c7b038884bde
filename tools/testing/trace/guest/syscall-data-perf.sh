#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The strings and buffers of system calls for programs that read records by the format
# file: perf and trace-cmd as packaged by Debian.
# guest: --smp 1 --mem 1024 --host perf --host trace-cmd --program REPO/tools/testing/trace/guest/syscall_data.c

. /guest/tap

export HOME=/tmp
cd /tmp || exit 1
T=/sys/kernel/tracing
echo -1 > /proc/sys/kernel/perf_event_paranoid

sample() {
	perf record -q -o /tmp/perf.data -e syscalls:sys_enter_access \
		-e syscalls:sys_enter_write -e syscalls:sys_enter_renameat2 syscall_data &&
		perf script -i /tmp/perf.data > /tmp/script
}
line() { # EVENT PATTERN
	grep "syscalls:sys_enter_$1: $2" /tmp/script || {
		cat /tmp/script
		return 1
	}
}

if perf --version > /dev/null 2>&1; then
	check "perf records" sample
	check "it has addresses only" line access 'filename: 0x[0-9a-f]*, mode: 0x00000001'
	echo 63 > $T/syscall_user_buf_size
	check "perf records with user data" sample
	check "a string" line access 'filename: 0x[0-9a-f]* "/etc/hosts", mode: 0x00000001'
	check "one that is cut" line access 'filename: 0x[0-9a-f]* "a*\.\.\.", mode: 0x00000005'
	check "one that is not there" line access 'filename: 0x00000000 "", mode: 0x00000008'
	check "two strings" line renameat2 'olddfd: .*"old", .*"new", flags: 0x00001000'
	check "a buffer" line write 'fd: 0x000003e8, buf: 0x[0-9a-f]* (6f *6b *0a), count: 0x00000003'
	echo 0 > $T/syscall_user_buf_size
	check "perf records after the size is 0 again" sample
	check "the string is empty" line access 'filename: 0x[0-9a-f]* "", mode: 0x00000001'
else
	skip "perf" "linux-perf is not installed on the host"
fi

report() {
	trace-cmd record -q -o /tmp/trace.dat -e syscalls:sys_enter_access \
		-e syscalls:sys_enter_write -F syscall_data > /tmp/said 2>&1 &&
		trace-cmd report -i /tmp/trace.dat > /tmp/report 2> /dev/null
}
reported() { # EVENT PATTERN
	grep "sys_enter_$1: *$2" /tmp/report || {
		tail -n 30 /tmp/report
		return 1
	}
}

if trace-cmd --version > /dev/null 2>&1 || [ -x "$(command -v trace-cmd)" ]; then
	echo 63 > $T/syscall_user_buf_size
	check "trace-cmd records" report
	check "it has a string" reported access 'filename: 0x[0-9a-f]* "/etc/hosts", mode: 0x00000001'
	check "and a buffer" reported write \
		'fd: 0x000003e8, buf: 0x[0-9a-f]* (6f *6b *0a), count: 0x00000003'
	echo 0 > $T/syscall_user_buf_size
else
	skip "trace-cmd" "trace-cmd is not installed on the host"
fi
exit 0
