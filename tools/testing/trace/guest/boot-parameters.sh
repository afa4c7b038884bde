#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The tracing parameters on the kernel command line have taken effect when user space
# starts. contract/run compares the list of parameters; kprobe_event= and tp_printk are
# tested by kprobe-boot.sh and console.sh.
# guest: --smp 1 --mem 768 --append tracing_thresh=33
# guest: --append trace_buf_size=2M --append trace_clock=boot
# guest: --append trace_event=sched:sched_switch,irq_handler_entry
# guest: --append trace_options=sym-offset,noprint-parent
# guest: --append trace_instance=early,sched:sched_waking
# guest: --append alloc_snapshot --append ftrace_boot_snapshot=early
# guest: --append ftrace=function --append ftrace_filter=vfs_read,vfs_write
# guest: --append ftrace_notrace=vfs_write --append ftrace_graph_filter=vfs_open
# guest: --append ftrace_graph_notrace=ksys_read --append ftrace_graph_max_depth=7
# guest: --append stacktrace --append stacktrace_filter=vfs_read
# guest: --append ftrace_dump_on_oops=orig_cpu --append traceoff_on_warning
# compare: status

cd /sys/kernel/tracing || exit 1
. /guest/tap

# holds NAME FILE WORD
holds() {
	check "$1" grep -qw -- "$3" "$2"
}

is "tracing_thresh=, in microseconds" 33 cat tracing_thresh
check "trace_buf_size=" test "$(cat buffer_size_kb)" -ge 2000
check "trace_buf_size= is not exceeded" test "$(cat buffer_size_kb)" -le 2100
holds "trace_clock=" trace_clock "\[boot\]"
is "trace_event=" 1 cat events/sched/sched_switch/enable
is "trace_event= without a system" 1 cat events/irq/irq_handler_entry/enable
is "trace_event= enables no other event" 0 cat events/sched/sched_waking/enable
is "trace_options=" 1 cat options/sym-offset
is "trace_options=no..." 0 cat options/print-parent
is "trace_instance=" 1 cat instances/early/events/sched/sched_waking/enable
is "trace_instance= enables no other event" 0 cat instances/early/events/sched/sched_switch/enable
check "alloc_snapshot" grep -q "Snapshot is allocated" snapshot
check "ftrace_boot_snapshot=" grep -q "sched_waking:" instances/early/snapshot
is "ftrace=" function cat current_tracer
is "ftrace_filter=" "vfs_read
vfs_write" sh -c "sort set_ftrace_filter"
is "ftrace_notrace=" vfs_write cat set_ftrace_notrace
check "the function filter is in effect" grep -q "vfs_read" trace
is "ftrace_graph_filter=" vfs_open cat set_graph_function
is "ftrace_graph_notrace=" ksys_read cat set_graph_notrace
is "ftrace_graph_max_depth=" 7 cat max_graph_depth
is "stacktrace" 1 cat /proc/sys/kernel/stack_tracer_enabled
is "stacktrace_filter=" vfs_read cat stack_trace_filter
is "ftrace_dump_on_oops=" orig_cpu cat /proc/sys/kernel/ftrace_dump_on_oops
is "traceoff_on_warning" 1 cat /proc/sys/kernel/traceoff_on_warning
check "the kernel knows all parameters" sh -c '! dmesg |
	grep "Unknown kernel command line" | grep -E "trace|snapshot"'
check "no report in the kernel log" sh -c '! dmesg | grep -E "BUG:|WARNING:|possible circular"'
