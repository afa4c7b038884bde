#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What must work in a Debian with our kernel: see scripts/tracing/system. Prints TAP.

. /usr/local/sbin/tracing-boot

# Debian's configurations differ in their tracers.
check_if() { # FILE NAME COMMAND...
	if [ -e "/sys/kernel/tracing/$1" ]; then
		shift
		check "$@"
	else
		skip "$2" "this kernel has no $1"
	fi
}

# Without -q of grep, so that its left side is not ended by a signal.
has() { grep -- "$1" > /dev/null; }

cd /sys/kernel/tracing || exit 1

tracers() {
	echo function > current_tracer && grep -q vfs_ trace && echo nop > current_tracer
}

with_trace_cmd() (
	cd /run && trace-cmd record -q -e sched -e syscalls -p function -l 'vfs_*' ls / > /dev/null &&
		trace-cmd report | has vfs_ && trace-cmd report | has sched_ &&
		trace-cmd reset
)

with_trace_cmd_start() {
	trace-cmd start -e sched > /dev/null && trace-cmd stat | has 'Tracing is enabled' &&
		trace-cmd stop && trace-cmd show | has sched_ && trace-cmd reset
}

with_trace_cmd_stack() {
	trace-cmd stack --start && ls -R /etc > /dev/null && trace-cmd stack | has 'Depth' &&
		trace-cmd stack --stop
}

with_trace_cmd_hist() (
	cd /run && trace-cmd record -q -e syscalls:sys_enter_openat ls / > /dev/null &&
		trace-cmd hist | has sys_enter_openat
)

# The other guest says whether it has the records. Without -t, they could be lost on the way.
with_trace_cmd_network() {
	for _ in $(seq 60); do
		trace-cmd record -q -t -N listen:3000 -e sched ls / > /dev/null && return
		sleep 2
	done
	return 1
}

with_kernelshark() (
	cd /run && trace-cmd record -q -e sched:sched_switch sleep 1 > /dev/null &&
		prints "$(trace-cmd report | grep -c sched_switch)" count-records trace.dat
)

with_perf_record() (
	cd /run && perf record -q -a -e sched:sched_switch -o perf.data ls / > /dev/null &&
		perf script -i perf.data | has sched:
)

with_perf_trace() { perf trace -e openat ls / 2>&1 | has openat; }

with_perf_probe() (
	cd /run && perf probe -q vfs_open &&
		perf record -q -a -e probe:vfs_open -o perf.data ls / > /dev/null &&
		perf script -i perf.data | has probe:vfs_open && perf probe -q -d vfs_open
)

with_perf_ftrace() {
	perf ftrace -T vfs_open ls / | has vfs_open && perf ftrace -G vfs_open ls / | has ' us '
}

with_perf_sched() (
	cd /run && perf sched record -o perf.data sleep 1 > /dev/null &&
		perf sched latency -i perf.data | has TOTAL
)

with_perf_lock() (
	cd /run && perf lock record -o perf.data -- sh -c 'for i in 1 2 3 4; do
		dd if=/dev/zero of=contended bs=16M count=4 conv=notrunc & done; wait' &&
		perf lock contention -i perf.data 2>&1 | has '^ *[1-9].* [mun]s '
)

with_bpftrace() {
	bpftrace -e 'kprobe:vfs_open { @[comm] = count(); } interval:s:2 { exit(); }' -c '/bin/ls /' |
		has '@\[ls\]'
}

with_bpftrace_tracepoint() {
	bpftrace -e 'tracepoint:sched:sched_switch { @[args->next_comm] = count(); }
			interval:s:1 { exit(); }' | has '@\[.*\]: [1-9]'
}

with_stress_ng() { stress-ng --ftrace --vm 1 --vm-bytes 16M --timeout 5 2>&1 | has 'ftrace:.*calls'; }

# The counters of stress-ng are those of tracepoints, too.
with_stress_ng_perf() { stress-ng --perf --vm 1 --vm-bytes 16M --timeout 2 2>&1 | has '[1-9].* Kmalloc'; }

with_rtla() { rtla osnoise top -q -d 3 -c 0 | has 'CPU Period'; }

with_rtla_timerlat() { rtla timerlat top -q -p 20000 -d 3 -c 0 | has 'Timer Latency'; }

with_cyclictest() { cyclictest -q -m -p 90 -i 10000 -l 300 | has 'C: *300 '; }

with_dkms() {
	dkms status trace-events-sample | has ': installed' && modprobe trace-events-sample &&
		echo 1 > tracing_on && echo 1 > events/sample-trace/foo_bar/enable && sleep 3 &&
		grep -q foo_bar trace && modprobe -r trace-events-sample && [ ! -e events/sample-trace ]
}

modules() { modprobe xfs && ls events/xfs > /dev/null && modprobe -r xfs && [ ! -e events/xfs ]; }

check "the function tracer" tracers
check "trace-cmd record and report" with_trace_cmd
check "trace-cmd start, stat, stop and show" with_trace_cmd_start
check "trace-cmd stack" with_trace_cmd_stack
check "trace-cmd hist" with_trace_cmd_hist
check "trace-cmd record over the network" with_trace_cmd_network
check "KernelShark's library reads what trace-cmd has recorded" with_kernelshark
check "perf record and script" with_perf_record
check "perf trace" with_perf_trace
check "perf probe" with_perf_probe
check "perf ftrace" with_perf_ftrace
check "perf sched" with_perf_sched
check "perf lock" with_perf_lock
for name in "etect openat syscall" "Read samples using the mmap" \
	"syscalls:sys_enter_openat event fields" "Parse sched tracepoints"; do
	check "perf test: $name" perf_passes "$name"
done
check "bpftrace on a kprobe" with_bpftrace
check "bpftrace on a tracepoint" with_bpftrace_tracepoint
check_if function_profile_enabled "stress-ng under ftrace" with_stress_ng
check "stress-ng with perf's counters" with_stress_ng_perf
check_if osnoise "rtla osnoise" with_rtla
check_if osnoise "rtla timerlat" with_rtla_timerlat
check_if osnoise "cyclictest under all tracers" under_all_tracers with_cyclictest
check_if osnoise "rtla timerlat under all tracers" under_all_tracers with_rtla_timerlat
check "a module that dkms has built" with_dkms
check "events of a module come and go with it" modules
check "the kernel has warned of nothing that is ours" quiet_log
