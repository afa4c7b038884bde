#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# BPF programs on an architecture: on tracepoints, system calls, kprobes, uprobes and perf
# counters, on the entry and the exit of functions, which BTF describes; kernel stacks.
# arch: arm64
# config: arm64=arm64-test
# guest: --timeout 900 --program REPO/tools/testing/trace/guest/bpf_attach.c
# guest: --program REPO/tools/testing/trace/guest/bpf_btf.c
# guest: --program REPO/tools/testing/trace/guest/bpf_share.c
# compare: status

. /guest/tap
cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
dmesg -c > /dev/null
bpf_attach
bpf_btf basic
bpf_share stacks
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call trace|rcu:"'
