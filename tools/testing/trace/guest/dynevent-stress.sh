#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Dynamic events of each kind are created, enabled, hit, disabled and deleted by several
# processes at the same time, while modules are loaded and unloaded. In a second round, on a
# kernel with fault injection, allocations fail at random. SECONDS=n in the environment sets
# how long each kind takes, KINDS="NAME..." selects kinds.
# guest: --smp 2 --mem 1024 --timeout 3600
# guest: --program REPO/tools/testing/trace/guest/dynevent_stress.c
# config: check
# nightly-also: threads-kasan threads-kcsan
# nightly

. /guest/tap
cd /sys/kernel/tracing || exit 1
dmesg -n 1
dmesg -c > /dev/null
all="kprobe kretprobe kprobe-module eprobe synthetic fprobe fprobe-return fprobe-module
	tprobe tprobe-module uprobe uretprobe"

for kind in ${KINDS:-$all}; do
	tells "$kind" dynevent_stress "$kind" "${SECONDS:-20}"
done

# Of 20 allocations at most one fails. The base's alloc_vmap_area() warns if two in succession
# do, and a command makes more than twenty.
if fail_allocations 20 60; then
	for kind in ${KINDS:-$all}; do
		tells "$kind, without memory" dynevent_stress "$kind" "${SECONDS:-20}" fail
	done
	fail_allocations 1 0
fi
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|INFO:|Oops"'
check_leaks
echo "1..$n"
