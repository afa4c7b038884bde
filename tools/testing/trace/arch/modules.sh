#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Functions, events and markers of modules on an architecture, as TAP. First the modules are
# where a branch reaches the trampoline in the kernel; then /far.ko occupies that memory, so
# that they are beyond reach, and their sites need a PLT.
# module: far
# guest: --files REPO/tools/testing/trace/arch/reach:reach
# arch: arm64 riscv

. /guest/tap
. /reach
cd /sys/kernel/tracing || exit 1

explain() { head -n 25 trace; dmesg | tail -n 12; }
not() { ! "$@"; }
fire() { not cat /proc/marker-example 2> /dev/null; }

off() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo 0 > events/enable
	echo > set_ftrace_filter
	echo > set_graph_function
	echo > trace
	echo 1 > tracing_on
}

unloaded() {
	off
	for module in marker_example trace_events_sample probe_example; do
		[ ! -d /sys/module/$module ] || rmmod $module || return
	done
}

placed() {
	unloaded
	modprobe marker-example && [ "$(place vfs_read example_open)" = "$1" ]
}

# The tracer $1 is on, with this filter, when the module is loaded, and is off when it is unloaded.
before() {
	unloaded
	echo "$2" > set_ftrace_filter && echo "$1" > current_tracer &&
		modprobe marker-example && fire || return
	echo 0 > tracing_on
	grep "$3" trace
}

# The tracer $1 is switched on after the module was loaded.
after() {
	unloaded
	modprobe marker-example && echo "$2" > set_ftrace_filter &&
		echo "$1" > current_tracer && fire || return
	echo 0 > tracing_on
	grep "$3" trace
}

functions='example_open <-do_dentry_open\|example_open <-proc_reg_open'
pending() { before function ':mod:marker_example' 'example_init <-do_one_initcall' && grep "$functions" trace; }
only() { after function ':mod:marker_example' "$functions" && ! grep '<-' trace | grep -v 'example_'; }

# The function is called by the one that set_graph_function has.
nested() {
	unloaded
	modprobe marker-example && echo proc_reg_open > set_graph_function &&
		echo function_graph > current_tracer && fire || return
	echo 0 > tracing_on
	grep '|  proc_reg_open() {' trace && grep '|  *example_open()\( {\|;\)' trace
}

# Other modules and the kernel are traced as before, and no site of the module is left.
traced_unload() {
	unloaded
	echo "$1" > current_tracer || return
	for i in 1 2 3 4; do
		modprobe marker-example && fire && rmmod marker_example || return
	done
	echo > trace && cat /proc/self/comm && echo 0 > tracing_on && grep vfs_read trace &&
		not grep '\[marker_example\]' available_filter_functions
}

filtered_unload() {
	unloaded
	modprobe marker-example && echo 'example_*' > set_ftrace_filter && echo function > current_tracer &&
		grep '^example_open \[marker_example\] (1)' enabled_functions &&
		rmmod marker_example && not grep example_ enabled_functions && [ -z "$(cat set_ftrace_filter)" ]
}

# A site that two ops trace calls the function for several ops.
two() {
	unloaded
	modprobe marker-example && echo example_open > set_ftrace_filter && echo function > current_tracer &&
		mkdir instances/other && echo example_open > instances/other/set_ftrace_filter &&
		echo function > instances/other/current_tracer && fire &&
		grep '^example_open \[marker_example\] (2)' enabled_functions &&
		grep example_open trace && grep example_open instances/other/trace
	status=$?
	rmdir instances/other && echo > trace && fire || return
	grep example_open trace && return $status
}

marks() {
	unloaded
	modprobe marker-example && modprobe probe-example && dmesg -c > /dev/null &&
		echo 1 > events/markers/enable && fire || return
	echo 0 > events/markers/enable
	[ "$(grep -c 'example_round: number' trace)" = 4 ] && grep 'example_open: pid [0-9]* comm cat' trace &&
		dmesg | grep 'example_open pid [0-9]* comm cat'
}

# Events of a module fire in a task of the module.
events() {
	unloaded
	modprobe trace-events-sample && echo 1 > events/sample-trace/enable || return
	await grep -q 'foo_bar: foo hello' trace && await grep -q 'foo_with_template_fn: ' trace
	status=$?
	cat trace
	rmmod trace_events_sample && not ls events/sample-trace && return $status
}

kprobe() {
	unloaded
	modprobe marker-example && echo 'p:here example_open' > kprobe_events &&
		echo 'r:back example_open ret=$retval:s32' >> kprobe_events &&
		echo 1 > events/kprobes/enable && fire || return
	echo 0 > events/kprobes/enable
	grep 'here: (example_open+0x' trace && grep 'back: (.* <- example_open.*) ret=-1' trace
	status=$?
	echo > kprobe_events
	return $status
}

# The module is loaded, used and unloaded while tracers are changed.
busy() {
	unloaded
	(
		while [ ! -e /tmp/stop ]; do
			modprobe marker-example && fire
			rmmod marker_example
		done
	) 2> /dev/null &
	for i in 1 2 3 4 5 6 7 8; do
		echo function > current_tracer && echo function_graph > current_tracer && echo nop > current_tracer ||
			break
	done
	status=$?
	touch /tmp/stop
	wait
	rm /tmp/stop
	return $status
}

bugs() { not eval 'dmesg | grep "WARNING:\|BUG:\|Oops\|ftrace:.*\(error\|cannot\)"'; }

all() {
	check "$1: the module is there" placed "$1"
	check "$1: function, the module is loaded later" before function "" "$functions"
	check "$1: function, the module was loaded before" after function "" "$functions"
	check "$1: function, init functions of a filter for the module" pending
	check "$1: function, only the module" only
	check "$1: function_graph, the module is loaded later" before function_graph "" 'example_open()'
	check "$1: function_graph, the module was loaded before" after function_graph example_open \
		'us .*example_open();'
	check "$1: function_graph, nested calls" nested
	check "$1: two instances" two
	check "$1: unload while all functions are traced" traced_unload function
	check "$1: unload while all functions are graphed" traced_unload function_graph
	check "$1: unload while functions of the module are traced" filtered_unload
	check "$1: markers and their probes" marks
	check "$1: events" events
	on_arm64 "the base refuses a kprobe at a patch site" "$1: kprobe and kretprobe events" kprobe
	check "$1: tracers are changed while the module is loaded and unloaded" busy
	check "$1: no warning in the kernel log" bugs
	unloaded
}

all near
all_far
unloaded
echo "1..$n"
