#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf_event_open(2) on kprobes and kretprobes, which it creates without an event, and on
# kprobe events and system calls: counts, samples, errors.
# guest: --smp 1 --program REPO/tools/testing/trace/guest/perf_probes.c
# compare: status

cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
function=__x64_sys_getppid

perf_probes kprobes $function

echo "p:perf/enter $function comm=\$comm:string ip=%ip:x64" > kprobe_events
echo "r:perf/leave $function ret=\$retval:s32 comm=\$comm:string" >> kprobe_events
for event in perf/enter perf/leave syscalls/sys_enter_getppid syscalls/sys_exit_getppid; do
	perf_probes event $event
done

# The stock kernel has no perf counters of event probes.
echo 'e:perf/of_enter perf/enter comm=$comm' >> dynamic_events
echo 'e:perf/of_syscall syscalls.sys_enter_getppid nr=$__syscall_nr:s32' >> dynamic_events
for event in perf/of_enter perf/of_syscall; do
	perf_probes event $event
done
