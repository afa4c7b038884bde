#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Lock order: all operations that take the locks of the tracing subsystem, one at a
# time and concurrently, on a kernel with lockdep. A deadlock is found without lockdep,
# too, because this test then times out.
# nightly-also: threads-kasan threads-kcsan
# long
# guest: --smp 2 --mem 1024 --timeout 1800 --program REPO/tools/testing/trace/guest/locks.c
# config: check

. /guest/tap

# No report in the kernel log since boot, and lockdep is still enabled.
quiet()
{
	! dmesg | grep -A 60 -E 'BUG:|KASAN|WARNING:|possible circular|possible recursive|inconsistent lock|INFO: task|Oops' &&
		{ [ ! -e /proc/lockdep_stats ] ||
			grep -q 'debug_locks: *1' /proc/lockdep_stats; }
}
check "no report in the kernel log after boot" quiet
check "operations that take locks run concurrently" locks 15
check "no report in the kernel log afterwards" quiet

echo "1..$n"
