#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf as packaged by Debian, with trace events: counting, sampling, filters, and perf's
# own tests of trace events.
# guest: --smp 1 --mem 1024 --timeout 1800 --host perf
# compare: status

. /guest/tap

if ! perf --version > /dev/null 2>&1; then
	echo "1..0 # SKIP linux-perf is not installed on the host"
	exit 0
fi
export HOME=/tmp
cd /tmp || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid

forks() { # how many sched_process_fork are in perf.data
	perf script -i /tmp/perf.data 2> /dev/null | grep -c sched_process_fork:
}

counts() {
	perf stat -x, -o /tmp/stat -e sched:sched_process_fork \
		sh -c '(:); (:); (:); :' && cat /tmp/stat && grep -q '^3,' /tmp/stat
}
check "perf stat counts an event" counts

samples() {
	perf record -q -o /tmp/perf.data -e 'sched:*' sh -c '(:); (:); :' &&
		forks && [ "$(forks)" = 2 ] &&
		perf script -i /tmp/perf.data | grep -q 'sched_process_exit: comm='
}
check "perf record samples all events of a system" samples

filtered() {
	perf record -q -o /tmp/perf.data -e sched:sched_process_fork \
		--filter "$1" sh -c '(:); (:); :' || return 1
	forks
	[ "$(forks)" = "$2" ]
}
check "perf record with a filter that matches" filtered 'child_pid > 0 && parent_comm ~ "*s*"' 2
check "perf record with a filter that does not match" filtered 'child_pid == 0' 0
refused() { ! filtered "$1" 0 2> /dev/null; }
check "a filter on a nonexistent field is rejected" refused 'nothing == 0'
check "an incomplete filter is rejected" refused 'child_pid == 0 &&'

traces() {
	perf trace -o /tmp/trace true && grep -q 'execve\|mmap\|brk' /tmp/trace
}
check "perf trace" traces

functions() {
	perf stat -x, -o /tmp/stat -e ftrace:function true && cat /tmp/stat &&
		[ "$(sed -n 's/^\([0-9]*\),.*/\1/p' /tmp/stat)" -gt 100 ]
}
check "perf stat counts functions" functions
# The records of trace_marker are for ring buffers only.
texts() {
	perf stat -x, -o /tmp/stat -e ftrace:print \
		sh -c 'echo text > /sys/kernel/tracing/trace_marker' &&
		cat /tmp/stat && grep -q '^0,' /tmp/stat
}
check "perf stat counts no records of trace_marker" texts
one_function() {
	perf record -q -o /tmp/perf.data -e ftrace:function \
		--filter "ip == schedule" sleep 0.1 || return 1
	perf script -i /tmp/perf.data | tee /tmp/script | head
	grep -q schedule /tmp/script && ! grep -v schedule /tmp/script
}
check "perf record of one function" one_function

T=/sys/kernel/tracing
echo 'forked pid_t pid; char comm[16]' > $T/synthetic_events
echo 'hist:keys=child_pid:pp=child_pid,cc=child_comm:onchange($pp).trace(forked,child_pid,$cc)' \
	> $T/events/sched/sched_process_fork/trigger
synthetic() {
	perf stat -x, -o /tmp/stat -e synthetic:forked \
		sh -c '(:); (:); (:); :' && cat /tmp/stat && grep -q '^3,' /tmp/stat
}
check "perf stat counts a synthetic event" synthetic
synthetic_filtered() {
	perf record -q -o /tmp/perf.data -e synthetic:forked --filter 'pid > 0' \
		sh -c '(:); (:); :' || return 1
	perf script -i /tmp/perf.data | tee /tmp/script
	[ "$(grep -c 'synthetic:forked: pid=[0-9]*, comm=sh' /tmp/script)" = 2 ]
}
check "perf record samples a synthetic event with a filter" synthetic_filtered
in_use() { perf stat -e synthetic:forked sh -c "! echo > $T/synthetic_events"; }
check "a synthetic event cannot be removed while perf counts" in_use
echo > $T/events/sched/sched_process_fork/trigger
check "a synthetic event can be removed after perf has closed" sh -c "echo > $T/synthetic_events"

# perf's own tests.
for name in "etect openat syscall" "Read samples using the mmap" \
	"syscalls:sys_enter_openat event fields" "Use a dummy software" \
	"Track with sched_switch" "Sched_switch" "Parse sched tracepoints" \
	"Test libpfm4" "event definition" "Read backward" \
	"exit events of a simple"; do
	check "perf test: $name" perf_passes "$name"
done
echo "1..$n"
