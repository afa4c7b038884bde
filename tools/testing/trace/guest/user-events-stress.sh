#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# User events are registered, written, enabled and deleted while their processes fork, exec,
# exit and unmap memory. In a second round, on a kernel with fault injection, allocations fail
# at random. SECONDS=n in the environment sets how long each round takes.
# long
# guest: --smp 2 --mem 512 --timeout 3600
# guest: --program REPO/tools/testing/trace/guest/user_events_stress.c
# config: check

. /guest/tap
dmesg -n 1
dmesg -c > /dev/null

tells "user events" user_events_stress "${SECONDS:-10}"
if fail_allocations 20 60; then
	tells "user events, without memory" user_events_stress "${SECONDS:-10}" fail
	fail_allocations 1 0
fi
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|INFO:|Oops"'
check_leaks
echo "1..$n"
