#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf_event_open(2) on event probes and on synthetic events: counts, contents of samples,
# filters, together with tracefs, and events that are in use.
# guest: --smp 1 --program REPO/tools/testing/trace/guest/perf_dynevents.c
# compare: status

. /guest/tap
cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid

# The registers of a system call are in memory: offset 112 is the first argument.
echo 'p:perf/call __x64_sys_getpgid pid=+112(%di):s32 comm=$comm:string' > dynamic_events
perf_dynevents perf/call pid=PID comm=perf_dynevents

# The stock kernel counts neither event probes nor synthetic events.
echo 'e:perf/probe perf.call p=$pid:u32 c=$comm:string n=\42:u8 t=\"text":string' \
	>> dynamic_events
perf_dynevents perf/probe p=PID c=perf_dynevents n=42 t=text
echo 'e:perf/static syscalls.sys_enter_getpgid p=$pid:u64 m=$pid:u16 if pid >= 100000' \
	>> dynamic_events
perf_dynevents perf/static p=PID

echo 's:synth pid_t pid; char text[]; pid_t same' >> dynamic_events
echo 'hist:keys=pid:p=pid,c=comm:onchange($p).trace(synth,$p,$c,$p)' \
	> events/perf/call/trigger
perf_dynevents synthetic/synth pid=PID text=perf_dynevents same=PID

# Perf and tracefs at the same time.
both() {
	echo > trace
	echo 1 > "events/$1/enable"
	shift
	perf_dynevents "$@"
	status=$?
	echo 0 > "events/$1/enable"
	return $status
}
both perf/probe perf/probe p=PID c=perf_dynevents
# Each run of the program calls getpgid(2) 35 times.
is "tracefs has the records of an event probe" 35 \
	grep -c ' probe: (perf.call) p=[0-9]* c="perf_dynevents" n=42' trace
# The records are where those of other events were before.
both synthetic/synth synthetic/synth pid=PID text=perf_dynevents same=PID
is "tracefs has the records of a synthetic event" 35 \
	grep -c ' synth: pid=[0-9]* text=perf_dynevents same=' trace
echo '!hist:keys=pid:p=pid,c=comm:onchange($p).trace(synth,$p,$c,$p)' \
	> events/perf/call/trigger
check "all events can be removed" sh -c 'echo > dynamic_events; [ ! -s dynamic_events ]'
