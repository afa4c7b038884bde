#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# BPF programs of all kinds are attached to one function and detached for SECONDS, while events,
# the function tracers and a live patch come and go on the same functions. A program that stays
# attached sees each call.
# guest: --smp 2 --mem 1536 --timeout 3600
# guest: --program REPO/tools/testing/trace/guest/bpf_stress.c
# config: bpf-check
# nightly

. /guest/tap
cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
dmesg -n 1
dmesg -c > /dev/null
echo 64 > buffer_size_kb

# Everything else that patches functions, until the file is gone.
others() {
	while [ -e /tmp/go ]; do
		for tracer in function function_graph nop; do
			echo $tracer > current_tracer
		done
		echo 1 > events/enable
		modprobe livepatch-sample
		cat /proc/cmdline > /dev/null
		echo 0 > events/enable
		echo 0 > /sys/kernel/livepatch/livepatch_sample/enabled
		while ! rmmod livepatch_sample; do
			sleep 0.1
		done
		echo > trace
	done 2> /dev/null
}

: > /tmp/go
others &
bpf_stress "${SECONDS:-30}"
rm /tmp/go
wait
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|INFO:|Oops"'
check_leaks
