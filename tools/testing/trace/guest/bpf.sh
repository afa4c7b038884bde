#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# BPF programs on tracepoints, system calls, functions, kprobes and uprobes, with perf counters
# and with links to many places: what they see and what they decide; bpf_trace_printk().
# guest: --smp 2 --timeout 900 --program REPO/tools/testing/trace/guest/bpf_attach.c
# guest: --program REPO/tools/testing/trace/guest/bpf_links.c
# guest: --program REPO/tools/testing/trace/guest/bpf_share.c
# compare: status

. /guest/tap
cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
dmesg -c > /dev/null
bpf_attach
bpf_links
bpf_share
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call Trace|rcu:"'
