#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The stack tracer on an architecture, as TAP: each frame of the deepest stack has its size, also
# if other tracers replace return addresses. Boot it with
# scripts/tracing/guest BUILD tools/testing/trace/arch/stack.sh
#
# Only on arm64: elsewhere the stack tracer searches return addresses on the stack. It does not find
# those that kretprobe events have replaced, and a frame begins at the return address.
# arch: arm64

. /guest/tap
cd /sys/kernel/tracing || exit 1

explain() { cat stack_max_size stack_trace; dmesg | tail -n 12; }
not() { ! "$@"; }

off() {
	echo 0 > /proc/sys/kernel/stack_tracer_enabled
	echo nop > current_tracer
	echo 0 > events/enable
	echo > kprobe_events
	echo > set_ftrace_filter
	echo > set_graph_function
	echo > stack_trace_filter
	[ ! -d instances/other ] || rmdir instances/other
}

# Find the deepest stack at the function $1 (all functions if it is empty), while a command runs.
measure() {
	echo "$1" > stack_trace_filter || return
	shift
	echo 0 > stack_max_size
	echo 1 > /proc/sys/kernel/stack_tracer_enabled
	"$@" > /dev/null 2>&1
	echo 0 > /proc/sys/kernel/stack_tracer_enabled
}

# The sizes add up to the maximum, each depth to the next one, and no function has more than
# half of the stack.
adds_up() {
	cat stack_trace
	awk -v max="$(cat stack_max_size)" '
		/entries/ { gsub("[^0-9]", ""); entries = $0 }
		/^ *[0-9]+\)/ {
			if (rows++ ? $2 != next_depth : $2 != max)
				bad = 1
			if ($3 <= 0 || $3 > 8192)
				bad = 1
			sum += $3
			next_depth = $2 - $3
		}
		END { exit bad || !rows || rows != entries || sum != max || next_depth != 0 }' stack_trace
}

# The functions without offsets, and their sizes.
rows() { awk '/^ *[0-9]+\)/ { sub(/\+.*/, "", $4); print $4, $3 }' stack_trace; }

comm() { cat /proc/self/comm; }

# Reading that file calls this function, and always in the same way.
plain() {
	off
	measure comm_show comm && adds_up && rows > /tmp/plain &&
		grep -q '^ *0) .* comm_show+0x' stack_trace && grep -q '^ *1) .* seq_read_iter+0x' stack_trace &&
		grep -q 'vfs_read+' stack_trace
}

# The same while something else is on.
same() {
	measure comm_show comm && adds_up || return
	rows > /tmp/now
	off
	diff /tmp/plain /tmp/now
}
tracer() {
	off
	echo "$2" > set_ftrace_filter && echo "$1" > current_tracer && same
}
both() {
	off
	mkdir instances/other && echo function > instances/other/current_tracer &&
		echo function_graph > current_tracer && same
}
retprobe() {
	off
	echo 'r:back vfs_read' > kprobe_events && echo 'r:back2 seq_read_iter' >> kprobe_events &&
		echo 1 > events/kprobes/enable && same
}
retprobe_graph() {
	off
	echo 'r:back vfs_read' > kprobe_events && echo 1 > events/kprobes/enable &&
		echo function_graph > current_tracer && same
}

# The whole system, with interrupts.
busy() {
	ls -R /proc/sys /sys/kernel
	dd if=/dev/zero of=/tmp/memory bs=1M count=8
	cat /tmp/memory
	rm /tmp/memory
}
# An interrupt may come while return_to_handler() itself executes, and calls this function.
unhooked() {
	awk '/ return_to_handler\+/ && last !~ / ftrace_return_to_handler\+/ { bad = 1 }
		{ last = $0 } END { exit bad }' stack_trace
}
ends() { tail -n 1 stack_trace | grep 'el0t_64_sync+\|ret_from_fork+'; }
whole() {
	off
	echo "$1" > current_tracer && measure "" busy && adds_up &&
		unhooked &&
		[ "$(cat stack_max_size)" -gt 1000 ] || return
	[ "$(uname -m)" != aarch64 ] || ends
}

# The registers that the entry to the kernel saves belong to the frame of the entry.
entries() {
	off
	measure handle_mm_fault busy && adds_up && grep '^ *0) .* handle_mm_fault+0x' stack_trace &&
		grep ' 336   el1h_64_sync+' stack_trace && tail -n 1 stack_trace | grep ' 336   el0t_64_sync+'
}

# Only a deeper stack replaces the one that was found.
deeper() {
	off
	measure comm_show comm && rows > /tmp/first && max=$(cat stack_max_size) || return
	echo 1 > /proc/sys/kernel/stack_tracer_enabled
	comm > /dev/null
	[ "$(cat stack_max_size)" = "$max" ] && rows | diff /tmp/first - || return
	echo 12000 > stack_max_size
	comm > /dev/null
	echo 0 > /proc/sys/kernel/stack_tracer_enabled
	[ "$(cat stack_max_size)" = 12000 ] && rows | diff /tmp/first -
}

bugs() { not eval 'dmesg | grep "WARNING:\|BUG:\|Oops\|ftrace:.*error"'; }

check "one function" plain
check "function, the same function" tracer function comm_show
check "function, all functions" tracer function ""
check "function_graph, the same function" tracer function_graph comm_show
check "function_graph, a caller" tracer function_graph vfs_read
check "function_graph, all functions" tracer function_graph ""
check "function and function_graph" both
check "irqsoff with function_graph's format" eval 'echo 1 > options/display-graph; tracer irqsoff ""'
echo 0 > options/display-graph
check "kretprobe events of callers" retprobe
check "kretprobe event and function_graph" retprobe_graph
check "all functions" whole nop
check "all functions, and function" whole function
check "all functions, and function_graph" whole function_graph
if [ "$(uname -m)" = aarch64 ]; then
	check "exceptions in the kernel" entries
fi
check "a less deep stack changes nothing" deeper
check "no warning in the kernel log" bugs
off
echo "1..$n"
