# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# NMIs in quick succession with everything on: the function tracers, all events, histograms,
# stack traces, filters, perf, and readers. Part of the NMIs print stacks.

mkdir instances/graph
echo function_graph > instances/graph/current_tracer
echo 1 > events/enable 2> /dev/null
echo stacktrace > trace_options
echo 'hist:keys=common_pid,common_stacktrace:vals=hitcount' > events/nmi/nmi_handler/trigger 2> /dev/null
echo 'hist:keys=next_pid:vals=prev_prio' > events/sched/sched_switch/trigger
echo 'prev_comm != "none"' > events/sched/sched_switch/filter
echo 1 > function_profile_enabled
echo 1 > /proc/sys/kernel/stack_tracer_enabled
echo function > current_tracer
echo "# nmi: $(grep -c . set_event) events on, tracers $(cat current_tracer instances/graph/current_tracer | tr '\n' ' ')"
touch /tmp/storm
while [ -e /tmp/storm ]; do
	head -c 200000 trace
	head -c 200000 instances/graph/trace
	cat stack_trace events/sched/sched_switch/hist
	head -c 65536 per_cpu/cpu1/trace_pipe_raw
	cat trace_stat/function0 | head -n 50
done > /dev/null 2>&1 &
class_perf "$(cat events/sched/sched_switch/id)" 'while [ -e /tmp/storm ]; do sleep 0.1; done' \
	> /dev/null 2>&1 &
nmi_send() {
	insmod /class_module.ko what=nmi count=$1 2> /dev/null
	dmesg | tail -n 5 | grep 'class_module: .* handled'
	dmesg | grep -q 'class_module: .* NMIs handled'
}
nmi_storm() {
	for i in $(seq "$1"); do
		nmi_send 500 || return 1
		echo l > /proc/sysrq-trigger
		echo 0 > tracing_on
		echo 1 > tracing_on
		echo nop > current_tracer
		nmi_send 200 || return 1
		echo function > current_tracer
		echo > trace
	done
}
t "NMIs arrive while everything is on" nmi_storm "$(amount 1 40)"
rm /tmp/storm
echo nop > current_tracer
echo > trace
nmi_seen() {
	echo class_module_nmi > set_ftrace_filter
	echo > set_ftrace_filter
	echo 0 > events/enable
	echo 1 > events/nmi/enable
	nmi_send 100
	grep -c nmi_handler trace
	[ "$(grep -c nmi_handler trace)" -ge 100 ]
}
wait
echo 0 > events/enable
echo nostacktrace > trace_options
[ ! -e events/nmi ] || t "each NMI is recorded" nmi_seen
echo 0 > events/enable
echo 0 > function_profile_enabled
echo 0 > /proc/sys/kernel/stack_tracer_enabled
echo 0 > events/sched/sched_switch/filter
echo '!hist:keys=next_pid:vals=prev_prio' > events/sched/sched_switch/trigger
[ ! -e events/nmi ] || echo '!hist:keys=common_pid,common_stacktrace:vals=hitcount' > events/nmi/nmi_handler/trigger
rmdir instances/graph
echo > trace
