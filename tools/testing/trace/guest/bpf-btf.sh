#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# BPF programs on a kernel with BTF that compiles them: those of bpf.sh, bpf_override_return(),
# programs that are found by BTF, kprobe sessions, and all kinds on one function.
# guest: --smp 2 --timeout 900 --program REPO/tools/testing/trace/guest/bpf_attach.c
# guest: --program REPO/tools/testing/trace/guest/bpf_links.c
# guest: --program REPO/tools/testing/trace/guest/bpf_btf.c
# config: bpf
# nightly
# compare: status

. /guest/tap
cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
dmesg -c > /dev/null
bpf_attach
bpf_links
bpf_links override
bpf_btf
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call Trace|rcu:"'
