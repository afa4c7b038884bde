#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Options of tracers, and ways to read their records, in combinations that no other group
# uses: time of sleep, repeated functions with stacks, raw records, records of a tracer that
# is not the current one, function commands that dump and take snapshots, NMIs during
# osnoise and hwlat, and the tracing directory of debugfs.
# guest: --smp 2 --mem 512 --timeout 900

. /guest/tap
cd /sys/kernel/tracing || exit 1
explain() { tail -n 20 trace; }

reset() {
	echo nop > current_tracer
	echo > set_ftrace_filter
	echo > trace
}

# function_graph: is the time of sleep a part of the duration of a function?
sleeps() { # 0 or 1
	echo "$1" > options/sleep-time
	echo hrtimer_nanosleep > set_ftrace_filter
	echo function_graph > current_tracer
	usleep 600000
	us=$(sed -n 's/^.*[^0-9.]\([0-9][0-9]*\)\(\.[0-9]*\)\{0,1\} us *|.*/\1/p' trace | sort -n | tail -n 1)
	reset
	[ -n "$us" ] || return
	[ "$us" -ge 600000 ] && echo asleep || echo awake
}
is "function_graph counts sleep" asleep sleeps 1
is "function_graph without sleep-time does not" awake sleeps 0
is "function_graph counts sleep again" asleep sleeps 1

# The function profiler has the same option.
profile() { # 0 or 1
	echo "$1" > options/sleep-time
	echo hrtimer_nanosleep > set_ftrace_filter
	echo 1 > function_profile_enabled
	taskset 1 usleep 600000
	echo 0 > function_profile_enabled
	us=$(sed -n 's/^ *hrtimer_nanosleep *1 *\([0-9]*\)[. ].*/\1/p' trace_stat/function0)
	reset
	[ -n "$us" ] || return
	[ "$us" -ge 600000 ] && echo asleep || echo awake
}
is "the profiler counts sleep" asleep profile 1
is "the profiler without sleep-time does not" awake profile 0
echo 1 > options/sleep-time

# function: repeats are counted once, with the stack of the first call.
repeats() {
	echo 'version_proc_show cmdline_proc_show' > set_ftrace_filter
	echo function > current_tracer
	for option in "$@"; do
		echo 1 > options/"$option"
	done
	echo > trace
	taskset 1 cat /proc/version /proc/version /proc/version /proc/cmdline > /dev/null
	echo 0 > tracing_on
	sed 's/.*(\(repeats: [0-9]*\),.*/\1/; s/([^()]*)//' trace |
		grep -o '[a-z]*_proc_show <-[a-z_]*\|^repeats: [0-9]*\|=> seq_read_iter$'
	echo 1 > tracing_on
	for option in "$@"; do
		echo 0 > options/"$option"
	done
	reset
}
with_stacks="version_proc_show <-seq_read_iter
=> seq_read_iter
repeats: 2
cmdline_proc_show <-seq_read_iter
=> seq_read_iter"
is "func-no-repeats" "version_proc_show <-seq_read_iter
repeats: 2
cmdline_proc_show <-seq_read_iter" repeats func-no-repeats
is "func-no-repeats with func_stack_trace" "$with_stacks" \
	repeats func-no-repeats func_stack_trace
if echo function > current_tracer && [ -e options/func-args ]; then
	is "func-no-repeats with func_stack_trace and func-args" "$with_stacks" \
		repeats func-args func-no-repeats func_stack_trace
fi
reset

# Records of the threads that measure latencies, as text and raw: the same numbers.
record() { # TRACER: print the first record as text, and raw
	echo "$1" > current_tracer
	for i in 1 2 3 4 5 6 7 8 9 10; do
		sleep 1
		grep -q '^[^#]' trace && break
	done
	echo 0 > tracing_on
	sed -n '/^[^#]/p' trace | head -n 1 | sed 's/^.*[0-9]\.[0-9]*: *//' | tr -s ' ' > /tmp/text
	echo raw > trace_options
	sed -n '/^[^#]/p' trace | head -n 1 | sed 's/^[0-9]* [0-9]* [0-9]* //' > /tmp/raw
	echo noraw > trace_options
	echo 1 > tracing_on
	reset
}
# The program for sed turns the text into what is expected for raw.
same() {
	cat /tmp/text
	sed -E "$1" /tmp/text > /tmp/wanted
	grep -q '^[0-9 ]*$' /tmp/raw && cmp /tmp/wanted /tmp/raw
}
echo 1 > tracing_thresh
record timerlat
check "raw records of timerlat" same 's/^#([0-9]+) context irq timer_latency ([0-9]+) ns/\1 0 \2/
	s/^#([0-9]+) context thread timer_latency ([0-9]+) ns/\1 1 \2/'
record osnoise
check "raw records of osnoise" same 's/^([0-9]+ [0-9]+) [0-9]+\.[0-9]+ /\1 /'
record hwlat
check "raw records of hwlat" same \
	's|^#([0-9]+) inner/outer\(us\): ([0-9]+)/([0-9]+) ts:([0-9]+)\.([0-9]+) .*|\2 \3 \4 \5 \1|'
echo 0 > tracing_thresh

# function_graph records in a snapshot, while the tracer is nop
echo 1 > options/funcgraph-cpu 2> /dev/null
echo version_proc_show > set_ftrace_filter
echo function_graph > current_tracer
cat /proc/version > /dev/null
echo 1 > snapshot
echo nop > current_tracer
is "records of function_graph are printed with another tracer" 1 grep -c 'version_proc_show();' snapshot
echo 0 > snapshot
reset

# A graph of latencies has the functions that max_graph_depth and set_graph_notrace leave.
if grep -qw preemptirqsoff available_tracers; then
	echo 1 > options/display-graph
	echo 1 > max_graph_depth
	echo preemptirqsoff > current_tracer
	echo 0 > tracing_max_latency
	sleep 0.5
	echo 0 > tracing_on
	is "max_graph_depth limits the graph of a latency" 0 grep -c '|    [a-z]' trace
	check "it has functions" grep -q '();$' trace
	echo nop > current_tracer
	echo 0 > max_graph_depth
	echo 0 > options/display-graph
	echo 1 > tracing_on
	echo 0 > tracing_max_latency
fi
reset

# Function commands
mark() {
	for cpu in 0 1; do
		taskset $((1 << cpu)) sh -c "echo on cpu $cpu > trace_marker"
	done
}
told() { dmesg | grep -o 'on cpu [01]' | sort; }
cpudump() { # CPU
	echo > trace
	echo 1 > tracing_on
	mark
	dmesg -c > /dev/null
	taskset $((1 << $1)) cat /proc/version > /dev/null
	told
}
echo version_proc_show:cpudump > set_ftrace_filter
is "cpudump prints the buffer of CPU 0" "on cpu 0" cpudump 0
is "cpudump prints the buffer of CPU 1" "on cpu 1" cpudump 1
echo '!version_proc_show:cpudump' >> set_ftrace_filter
echo version_proc_show:dump > set_ftrace_filter
is "dump prints all buffers" "on cpu 0
on cpu 1" cpudump 0
echo '!version_proc_show:dump' >> set_ftrace_filter
echo 1 > tracing_on
echo > trace
echo version_proc_show:snapshot:1 >> set_ftrace_filter
echo before > trace_marker
cat /proc/version > /dev/null
echo after > trace_marker
cat /proc/version > /dev/null
is "snapshot with a count takes one snapshot" before sh -c "grep -o 'before\|after' snapshot"
echo '!version_proc_show:snapshot:0' >> set_ftrace_filter
echo 0 > snapshot
reset

# Stacks during a function whose return is hooked by a kretprobe
echo 'r:back seq_read_iter' > kprobe_events
echo 'p:inside version_proc_show' >> kprobe_events
echo 1 > events/kprobes/enable
echo stacktrace > events/kprobes/inside/trigger
cat /proc/version > /dev/null
check "the caller of a function with a kretprobe is on its stack" sh -c "
	grep -A1 '=> seq_read_iter' trace | tail -n 1 | grep '=> [a-z_]*read'"
echo '!stacktrace' > events/kprobes/inside/trigger
echo 0 > events/kprobes/enable
echo > kprobe_events
reset

# Thread groups
echo 1 > options/record-tgid
echo 1 > events/sched/sched_switch/enable
sleep 0.2
(sleep 0.1)
is "saved_tgids has this task and its group" "$$ $$" grep "^$$ " saved_tgids
check "saved_tgids has several tasks" sh -c '[ "$(grep -c "^[0-9]* [0-9]*$" saved_tgids)" -gt 1 ]'
echo 0 > events/sched/sched_switch/enable
echo 0 > options/record-tgid
reset

# NMIs while osnoise and hwlat measure. The backtrace of all CPUs is by NMIs to the others.
storm() {
	for i in 1 2 3 4 5 6 7 8 9 10; do
		taskset 1 sh -c 'echo l > /proc/sysrq-trigger'
		sleep 0.05
	done
}
dmesg -n 1
echo 1 > osnoise/cpus
echo 1 > events/osnoise/nmi_noise/enable
echo osnoise > current_tracer
osnoise_nmi() {
	for i in $(seq 20); do
		storm
		sleep 1
		grep -v '^#' trace |
			awk '$(NF - 9) ~ /:/ && $(NF - 3) > 0 { found = 1 } END { exit !found }' && return
	done
	return 1
}
check "osnoise counts NMIs" osnoise_nmi
check "osnoise has events of NMIs" grep -q 'nmi_noise: start' trace
echo 0 > events/osnoise/nmi_noise/enable
reset
echo 0-1 > osnoise/cpus
echo 1 > tracing_thresh
echo per-cpu > hwlat_detector/mode
# An NMI counts only while the thread of its CPU samples: nine tenths of each second. CPU 0,
# which sends the NMIs, has no such thread: this shell would run only while it pauses, and the
# threads of both CPUs may pause at the same time.
all=$(cat tracing_cpumask)
echo 2 > tracing_cpumask
echo 900000 > hwlat_detector/width
echo hwlat > current_tracer
hwlat_nmi() {
	for try in $(seq 20); do
		storm
		grep -q 'nmi-total:[0-9]* nmi-count:[1-9]' trace && return
	done
	return 1
}
check "hwlat counts NMIs" hwlat_nmi
echo 500000 > hwlat_detector/width
reset
echo "$all" > tracing_cpumask
echo round-robin > hwlat_detector/mode
echo 0 > tracing_thresh
dmesg -n 7

# debugfs has the directory where tracefs was mounted before it had a mount point.
[ -e /sys/kernel/debug/tracing ] || mount -t debugfs debugfs /sys/kernel/debug
is "debugfs/tracing is tracefs" nop cat /sys/kernel/debug/tracing/current_tracer
is "it is mounted when it is entered" tracefs sh -c "
	sed -n 's|^[^ ]* /sys/kernel/debug/tracing \([a-z]*\) .*|\1|p' /proc/mounts"
check "it can be unmounted" umount /sys/kernel/debug/tracing
echo "1..$n"
