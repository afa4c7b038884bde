#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The basic functions of tracing on an architecture, as TAP: the tracers function and
# function_graph, events and kprobe events. Boot it with
# scripts/tracing/guest BUILD tools/testing/trace/arch/short.sh

. /guest/tap
cd /sys/kernel/tracing || exit 1

# The register of the third argument, the function that handles system calls, what precedes the
# record of a traced function in a stack trace, and where a kprobe is possible: that of riscv
# cannot be at a site, and its trampoline has no frame for the caller.
at=0x0 caller=ksys_read arg='$arg3'
case $(uname -m) in
aarch64) third=x2 syscall=el0_svc ;;
riscv64) third=a2 syscall=do_trap_ecall_u caller='__riscv_sys_read' at=0x8 arg=%a2 ;;
i686) third=cx syscall=entry_SYSENTER_32 ;;
esac

# A kprobe at the first instruction, which kretprobe events need.
entry() {
	if [ $at = 0x0 ]; then
		check "$@"
	else
		skip "$1" "the base refuses a kprobe at a patch site"
	fi
}

explain() { head -n 25 trace; dmesg | tail -n 12; }

off() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo 0 > events/enable
	echo > set_ftrace_pid
	echo > set_ftrace_filter
	echo > trace
	echo 1 > tracing_on
}

# Read a file, with this tracer and filter.
with() {
	off
	echo "$2" > set_ftrace_filter && echo "$1" > current_tracer || return
	cat /proc/self/comm > /dev/null
	echo 0 > tracing_on
}

sites() { [ "$(wc -l < available_filter_functions)" -gt 5000 ]; }
whole() { with function "" && [ "$(grep -c '<-' trace)" -gt 500 ]; }
one() { with function vfs_read && grep -q 'vfs_read <-ksys_read' trace && ! grep -v '^#' trace | grep -qv vfs_read; }
glob() { with function 'vfs_*' && grep -q 'vfs_read <-' trace && grep -q 'vfs_open <-' trace; }
enabled() { off; echo vfs_read > set_ftrace_filter; echo function > current_tracer; grep '^vfs_read ' enabled_functions; }
stack() {
	off
	echo vfs_read > set_ftrace_filter && echo function > current_tracer || return
	echo 1 > options/func_stack_trace
	cat /proc/self/comm > /dev/null
	echo 0 > tracing_on
	echo 0 > options/func_stack_trace
	awk -v caller="$caller" 'after && $2 == caller { found = 1 } { after = $1 == "=>" && $2 == "vfs_read" }
		END { exit !found }' trace
}

# A site that two ops trace calls the list function.
two() {
	with function vfs_read || return
	mkdir instances/other && echo vfs_read > instances/other/set_ftrace_filter &&
		echo function > instances/other/current_tracer || return
	echo 1 > tracing_on
	cat /proc/self/comm > /dev/null
	grep -q 'vfs_read <-ksys_read' instances/other/trace && grep -q 'vfs_read <-ksys_read' trace
	status=$?
	echo nop > instances/other/current_tracer
	rmdir instances/other
	return $status
}

pid() {
	off
	echo $$ > set_ftrace_pid
	echo function > current_tracer
	read -r line < /proc/self/comm
	cat /proc/self/comm > /dev/null
	echo 0 > tracing_on
	# While tasks are switched, functions may be recorded for the previous one.
	grep -q "script-$$ .*vfs_read" trace && ! grep -v "script-$$ " trace | grep -q vfs_read
}

# Functions are patched and restored many times while others execute them.
again() {
	for i in 1 2 3 4 5 6 7 8; do
		echo function > current_tracer && echo function_graph > current_tracer &&
			echo nop > current_tracer || return
	done
	! dmesg | grep -q 'ftrace:.*error'
}

graph() { with function_graph 'vfs_*' && grep -q 'us .*vfs_read();' trace; }
graph_whole() {
	with function_graph "" || return
	[ "$(grep -c '{' trace)" -gt 100 ] && [ "$(grep -c '}' trace)" -gt 100 ]
}

# The function is entered and left at the same depth, and calls others between.
nested() {
	off
	echo vfs_read > set_graph_function
	echo function_graph > current_tracer
	cat /proc/self/comm > /dev/null
	echo 0 > tracing_on
	echo > set_graph_function
	grep -q '|  vfs_read() {' trace && grep -q '|    rw_verify_area\|seq_read\|proc_' trace
}

retval() {
	off
	echo 1 > options/funcgraph-retval
	with function_graph vfs_read && grep -q 'vfs_read(); /[*] = 0x4 [*]/' trace
	status=$?
	echo 0 > options/funcgraph-retval
	return $status
}

profile() {
	off
	[ -e function_profile_enabled ] || return
	echo 1 > function_profile_enabled
	cat /proc/self/comm > /dev/null
	echo 0 > function_profile_enabled
	cat trace_stat/function* | grep -q vfs_read
}

event() {
	off
	echo 1 > events/sched/sched_switch/enable
	sleep 0.2
	grep -q 'sched_switch: prev_comm=' trace
}

syscalls() {
	off
	echo 1 > events/syscalls/sys_enter_openat/enable && echo 1 > events/syscalls/sys_exit_openat/enable &&
		cat /proc/self/comm > /dev/null
	echo 0 > events/enable
	grep -q 'sys_openat(dfd: f*ffffff9c, filename' trace && grep -q 'sys_openat -> 0x' trace
}

trigger() {
	off
	echo 'hist:keys=prev_comm' > events/sched/sched_switch/trigger || return
	sleep 0.3
	grep -q 'Hits: [1-9]' events/sched/sched_switch/hist
	status=$?
	echo '!hist:keys=prev_comm' > events/sched/sched_switch/trigger
	return $status
}

kprobe() {
	off
	echo "p:here vfs_read+$at count=%$third count2=$arg" > kprobe_events && echo 1 > events/kprobes/here/enable || return
	dd if=/proc/self/comm of=/dev/null bs=77 count=1 2> /dev/null
	echo 0 > events/kprobes/here/enable
	grep -q "here: (vfs_read+$at/.*) count=0x4d count2=0x4d" trace
	status=$?
	echo > kprobe_events
	return $status
}

kretprobe() {
	off
	echo 'r:back vfs_read ret=$retval:s64' > kprobe_events && echo 1 > events/kprobes/back/enable || return
	cat /proc/self/comm > /dev/null
	echo 0 > events/kprobes/back/enable
	grep -q 'back: (ksys_read+0x.* <- vfs_read) ret=4' trace
	status=$?
	echo > kprobe_events
	return $status
}

# The state of interrupts is that of the probed code, not that of the breakpoint's handler.
irqs() {
	off
	echo "p:on vfs_read+$at" > kprobe_events && echo "p:off tick_nohz_handler+$at" >> kprobe_events &&
		echo 1 > events/kprobes/enable || return
	cat /proc/self/comm > /dev/null
	sleep 0.1
	echo 0 > events/kprobes/enable
	cat trace
	grep -q '\] \..* on: (vfs_read' trace && ! grep -q '\] d.* on: (vfs_read' trace &&
		grep -q '\] d.* off: (tick_' trace && ! grep -q '\] \..* off: (tick_' trace
	status=$?
	echo > kprobe_events
	return $status
}

# A kprobe, the function tracer and function_graph on the same function.
together() {
	off
	echo 'r:back vfs_read ret=$retval:s64' > kprobe_events && echo 1 > events/kprobes/back/enable || return
	with function_graph vfs_read
	echo 1 > events/kprobes/back/enable
	echo 1 > tracing_on
	cat /proc/self/comm > /dev/null
	echo 0 > events/kprobes/back/enable
	grep -q 'back: (' trace && grep -q 'vfs_read();' trace
	status=$?
	echo nop > current_tracer
	echo > kprobe_events
	return $status
}

# An unwinder finds the callers of hooked functions.
unwind() {
	off
	echo function_graph > current_tracer
	mkdir instances/other && cd instances/other || return
	echo stacktrace > events/sched/sched_switch/trigger && echo 1 > events/sched/sched_switch/enable || return
	sleep 0.3
	echo 0 > tracing_on
	echo '!stacktrace' > events/sched/sched_switch/trigger
	cd ../.. && cat instances/other/trace
	# Only the function itself calls ftrace_return_to_handler().
	grep -q '=> schedule' instances/other/trace && grep -q "=> $syscall" instances/other/trace &&
		awk '/=> return_to_handler/ && last !~ /=> ftrace_return_to_handler/ { print "after " last; bad = 1 }
			{ last = $0 } END { exit bad }' instances/other/trace
	status=$?
	rmdir instances/other
	return $status
}

marks() {
	off
	echo hello > trace_marker
	grep -q 'tracing_mark_write: hello' trace
}

# The tracer wakeup is for tasks whose priority is higher than that of the task that they preempt,
# and the idle task has that of a normal one.
latency() {
	off
	echo "$1" > current_tracer && echo 0 > tracing_max_latency || return
	sh -c 'renice -10 -p $$ && exec sleep 0.3'
	echo 0 > tracing_on
	[ "$(cat tracing_max_latency)" -gt 0 ] && grep -q 'latency: [1-9]' trace
}

deepest() {
	[ -e stack_trace ] || return
	echo 1 > /proc/sys/kernel/stack_tracer_enabled
	ls -R /proc/sys > /dev/null 2>&1
	echo 0 > /proc/sys/kernel/stack_tracer_enabled
	cat stack_trace
	[ "$(cat stack_max_size)" -gt 500 ]
}

bugs() { dmesg | grep 'WARNING:\|BUG:\|Oops\|ftrace:.*error'; ! dmesg | grep -q 'WARNING:\|BUG:\|Oops\|ftrace:.*error'; }

uname -srm | sed 's/^/# /'
check "thousands of functions can be traced" sites
check "function: a marker" marks
check "function: one function" one
tells "function: enabled_functions" enabled
check "function: a glob" glob
check "function: all functions" whole
check "function: stack traces" stack
check "function: two instances" two
check "function: one task" pid
check "function_graph: a glob" graph
check "function_graph: all functions" graph_whole
check "function_graph: nested calls" nested
check "function_graph: return values" retval
check "function_graph: stack traces of hooked functions" unwind
check "tracers are changed many times" again
check "function profiler" profile
check "event sched_switch" event
check "system call events" syscalls
check "trigger hist" trigger
check "kprobe event" kprobe
entry "kretprobe event" kretprobe
check "kprobe events: state of interrupts" irqs
entry "kretprobe event and function_graph" together
check "tracer irqsoff" latency irqsoff
check "tracer wakeup" latency wakeup
check "stack tracer" deepest
check "no warning in the kernel log" bugs
echo "1..$n"
