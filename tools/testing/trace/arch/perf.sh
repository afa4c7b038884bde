#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf_event_open(2) on an architecture: kprobes and kretprobes, which it creates without an
# event, kprobe events, system calls, and event probes and synthetic events.
# arch: arm64
# config: arm64=arm64-test
# guest: --timeout 900 --program REPO/tools/testing/trace/guest/perf_probes.c
# guest: --program REPO/tools/testing/trace/guest/perf_dynevents.c
# compare: status

. /guest/tap
cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
dmesg -c > /dev/null
function=__arm64_sys_getppid

perf_probes kprobes $function

echo "p:perf/enter $function comm=\$comm:string ip=%pc:x64" > kprobe_events
echo "r:perf/leave $function ret=\$retval:s32 comm=\$comm:string" >> kprobe_events
for event in perf/enter perf/leave syscalls/sys_enter_getppid syscalls/sys_exit_getppid; do
	perf_probes event $event
done
echo > kprobe_events

# The registers of a system call are in memory: the first argument is the first of them.
echo 'p:perf/call __arm64_sys_getpgid pid=+0(%x0):s32 comm=$comm:string' > dynamic_events
perf_dynevents perf/call pid=PID comm=perf_dynevents
# The stock kernel counts neither event probes nor synthetic events.
echo 'e:perf/probe perf.call p=$pid:u32 c=$comm:string' >> dynamic_events
perf_dynevents perf/probe p=PID c=perf_dynevents
echo 's:synth pid_t pid; char text[]; pid_t same' >> dynamic_events
echo 'hist:keys=pid:p=pid,c=comm:onchange($p).trace(synth,$p,$c,$p)' > events/perf/call/trigger
perf_dynevents synthetic/synth pid=PID text=perf_dynevents same=PID
echo '!hist:keys=pid:p=pid,c=comm:onchange($p).trace(synth,$p,$c,$p)' > events/perf/call/trigger
check "all events can be removed" sh -c 'echo > dynamic_events; [ ! -s dynamic_events ]'
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call trace|rcu:"'
