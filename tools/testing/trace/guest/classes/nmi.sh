# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# NMIs in quick succession with everything on: the function tracers, events, histograms,
# stack traces, filters, perf, and readers. Part of the NMIs print stacks. Under KASAN, the
# tracers of all functions and the events of locks and allocations would take longer than a
# timer tick, so the tracers have filters here; group soak has all of it.

N=events/nmi/nmi_handler
nmi_events="$(amount 'sched irq timer nmi signal task raw_syscalls' \
	'sched irq timer nmi signal task raw_syscalls workqueue x86_tlb tlb ipi irq_vectors')"
mkdir instances/graph
echo '*nmi* vfs_* *sched*' > set_ftrace_filter
echo '*nmi* vfs_*' > instances/graph/set_ftrace_filter
echo function_graph > instances/graph/current_tracer
echo stacktrace > trace_options
for system in $nmi_events; do
	[ ! -e events/$system ] || echo 1 > events/$system/enable
done
[ ! -e $N ] || echo 'hist:keys=common_pid,common_stacktrace:vals=hitcount' > $N/trigger
echo 'hist:keys=next_pid:vals=prev_prio' > events/sched/sched_switch/trigger
echo 'prev_comm != "none"' > events/sched/sched_switch/filter
# The profiler has no filter.
[ -z "$LONG" ] || echo 1 > function_profile_enabled
echo '*nmi* vfs_* *sched*' > stack_trace_filter
echo 1 > /proc/sys/kernel/stack_tracer_enabled
echo function > current_tracer
echo "# nmi: $(grep -c . set_event) events on, $(grep -c . enabled_functions) functions, tracers $(cat current_tracer instances/graph/current_tracer | tr '\n' ' ')"
touch /tmp/storm
nmi_read() {
	while [ -e /tmp/storm ]; do
		head -c 50000 trace
		head -c 50000 instances/graph/trace
		cat stack_trace events/sched/sched_switch/hist
		timeout 1 head -c 65536 per_cpu/cpu1/trace_pipe_raw
		head -n 50 trace_stat/function0
	done
}
nmi_perf() {
	class_perf "$(cat events/sched/sched_switch/id)" 'while [ -e /tmp/storm ]; do sleep 0.1; done'
}
begin nmi_read
begin nmi_perf

# nmi_send N: the module tells how many NMIs were handled, and its init function fails.
nmi_send() {
	nmi_before=$(dmesg | grep -c 'class_module: .* NMIs handled')
	insmod /class_module.ko what=nmi count="$1" 2> /dev/null
	[ "$(dmesg | grep -c 'class_module: .* NMIs handled')" -gt "$nmi_before" ]
}
nmi_storm() {
	for i in $(seq "$1"); do
		nmi_send "$(amount 100 300)" || return 1
		echo l > /proc/sysrq-trigger
		echo 0 > tracing_on
		echo 1 > tracing_on
		echo nop > current_tracer
		nmi_send "$(amount 50 100)" || return 1
		echo function > current_tracer
		echo > trace
	done
}
t "NMIs arrive while everything is on" nmi_storm "$(amount 1 40)"
rm -f /tmp/storm
t "readers and perf end" end
echo "# nmi: $(dmesg | sed -n 's/.*class_module: \(.* handled\)/\1/p' | tr '\n' ',')"
echo nop > current_tracer
echo nop > instances/graph/current_tracer
echo 0 > events/enable
echo nostacktrace > trace_options
echo 0 > function_profile_enabled
echo 0 > /proc/sys/kernel/stack_tracer_enabled
echo > stack_trace_filter
echo 0 > events/sched/sched_switch/filter
echo '!hist:keys=next_pid:vals=prev_prio' > events/sched/sched_switch/trigger
[ ! -e $N ] || echo '!hist:keys=common_pid,common_stacktrace:vals=hitcount' > $N/trigger
echo > set_ftrace_filter
echo > trace
nmi_seen() {
	echo 1 > events/nmi/enable
	nmi_send 100 || return 1
	echo 0 > events/nmi/enable
	grep -c nmi_handler trace
	[ "$(grep -c nmi_handler trace)" -ge 100 ]
}
[ ! -e $N ] || t "each NMI is recorded" nmi_seen
rmdir instances/graph
echo > trace
