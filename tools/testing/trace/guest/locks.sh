#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The order of locks: all that meets in them, one after the other and together, where
# lockdep looks. What stands still for good is found without lockdep, too: then this
# does not end.
# guest: --smp 2 --mem 1024 --timeout 600 --program REPO/tools/testing/trace/guest/locks.c
# config: check

. /guest/tap

# What has been said of locks since boot; and is lockdep still looking?
quiet()
{
	! dmesg | grep -A 60 -E 'BUG:|KASAN|WARNING:|possible circular|possible recursive|inconsistent lock|INFO: task|Oops' &&
		{ [ ! -e /proc/lockdep_stats ] ||
			grep -q 'debug_locks: *1' /proc/lockdep_stats; }
}
check "the kernel is quiet after boot" quiet
check "all that takes locks runs together" locks 15
check "the kernel is quiet" quiet

echo "1..$n"
