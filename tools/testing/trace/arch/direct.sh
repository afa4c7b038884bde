#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Direct calls on an architecture, and callbacks that sites call without the list function, as TAP:
# the samples of the base, together with tracers that are on before, meanwhile and afterwards.
# First a branch reaches the functions of the samples; then /far.ko occupies the memory near the
# kernel, so that the trampoline has to make the direct calls.
# module: far
# guest: --files REPO/tools/testing/trace/arch/reach:reach
# arch: arm64 riscv

. /guest/tap
. /reach
cd /sys/kernel/tracing || exit 1

samples='ftrace-direct ftrace-direct-too ftrace-direct-modify ftrace-direct-multi ftrace-direct-multi-modify'
rounds=20

explain() { head -n 25 trace; head -n 8 enabled_functions; dmesg | tail -n 12; }
not() { ! "$@"; }
unload() { rmmod "$(echo "$1" | tr - _)"; }

off() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo 0 > events/enable
	echo > kprobe_events
	echo > set_ftrace_filter
	echo > set_graph_function
	echo > trace
	echo 1 > tracing_on
}

clean() {
	off
	for left in $samples ftrace-ops; do
		[ ! -d "/sys/module/$(echo $left | tr - _)" ] || unload $left || return
	done
}

none() {
	cat enabled_functions
	[ ! -s enabled_functions ]
}

# The functions of a sample, and what it says.
sample() {
	case $1 in
	ftrace-direct)		of=wake_up_process; says='waking up [a-z]' ;;
	ftrace-direct-too)	of=handle_mm_fault; says='handle mm fault vma=' ;;
	ftrace-direct-modify)	of=schedule; says='my direct func' ;;
	ftrace-direct-multi)	of='wake_up_process schedule'; says='ip ffff' ;;
	*)			of='wake_up_process schedule'; says='my direct func[12] ip ffff' ;;
	esac
}

# A task sleeps, is woken up, and has page faults.
seen() {
	sleep 0.02
	grep -q "$1" trace
}

# Everything is in the trace that is recorded from now on.
says() {
	echo > trace
	for pattern; do
		await seen "$pattern" || { echo "missing: $pattern"; return 1; }
	done
}

# The trace has a call of each function of the sample, as the tracer prints it.
traces() {
	for function in $of; do
		case $1 in
		function) says "$function <-" || return ;;
		*) says "|  *$function()" || return ;;
		esac
	done
}

# Without the sample, nothing is said.
silent() {
	echo > trace
	sleep 0.1
	not grep "$says" trace
}

alone() {
	clean
	sample "$1"
	modprobe "$1" && says "$says" && cat enabled_functions &&
		[ "$(grep -c 'direct-->my_tramp' enabled_functions)" = "$(echo "$of" | wc -w)" ] &&
		unload "$1" && silent && none
}

# The letters of sites: D and O while only the sample is there, D without O with a tracer.
letters() {
	clean
	modprobe ftrace-direct && grep "^wake_up_process (1)     D O M .*ops: direct+0x0.*(ftrace_direct_call+" \
		enabled_functions && echo wake_up_process > set_ftrace_filter &&
		echo function > current_tracer && grep '^wake_up_process (2)     D   M  ->.*ops_list_func+' \
		enabled_functions && unload ftrace-direct &&
		grep '^wake_up_process (1)       O M .*ops: ftrace_global_ops+0x0.*(function_call+' \
		enabled_functions && echo nop > current_tracer && none
}

# In each round, the sample and the tracer come and go in one of four orders.
together() {
	clean
	sample "$1"
	echo "$of" > set_ftrace_filter
	i=0
	while [ $i -lt $rounds ]; do
		case $((i % 4)) in
		0 | 1)	modprobe "$1" && says "$says" && echo "$2" > current_tracer || return ;;
		*)	echo "$2" > current_tracer && traces "$2" && modprobe "$1" || return ;;
		esac
		says "$says" && traces "$2" || return
		case $((i % 4)) in
		0 | 2)	echo nop > current_tracer && says "$says" && unload "$1" || return ;;
		*)	unload "$1" && silent && traces "$2" && echo nop > current_tracer || return ;;
		esac
		silent && none || { echo "round $i"; return 1; }
		i=$((i + 1))
	done
}

# All functions are traced, also those of the sample.
whole() {
	clean
	sample ftrace-direct
	modprobe ftrace-direct && echo "$1" > current_tracer && says "$says" "$2" && traces "$1" &&
		unload ftrace-direct && silent && traces "$1" && echo nop > current_tracer && none
}

# The sample goes from one function to the other every two seconds. With a tracer, the trampoline
# calls the function of the sample.
modified() {
	clean
	sample "$1"
	echo "$of" > set_ftrace_filter
	modprobe "$1" && says 'my direct func1' 'my direct func2' 'my direct func1' || return
	for tracer in function function_graph; do
		echo $tracer > current_tracer && says 'my direct func1' 'my direct func2' 'my direct func1' &&
			traces $tracer || return
	done
	echo nop > current_tracer
	unload "$1" && silent && none
}

# Two direct calls at a time, of different functions; one function can have only one.
two() {
	clean
	modprobe ftrace-direct && modprobe ftrace-direct-too && not modprobe ftrace-direct-multi &&
		says 'waking up' 'handle mm fault' || return
	echo function_graph > current_tracer && says 'waking up' 'handle mm fault' &&
		unload ftrace-direct && says 'handle mm fault' && echo > trace && sleep 0.1 &&
		not grep 'waking up' trace && unload ftrace-direct-too && echo nop > current_tracer && none
}

# On arm64, kprobes are not at the site.
kprobe() {
	clean
	sample ftrace-direct
	echo 'p:here wake_up_process' > kprobe_events && echo 'r:back wake_up_process ret=$retval:s32' >> kprobe_events &&
		modprobe ftrace-direct && echo 1 > events/kprobes/enable &&
		says "$says" 'here: (wake_up_process+' 'back: (.* <- wake_up_process.*) ret=[01]' &&
		echo wake_up_process > set_ftrace_filter && echo function_graph > current_tracer &&
		says "$says" 'here: (wake_up_process+' 'back: (.* <- wake_up_process.*) ret=[01]' 'wake_up_process()' &&
		unload ftrace-direct && silent && says 'here: (wake_up_process+' 'back: (.* <- wake_up_process'
	status=$?
	off
	return $status
}

# An ops of a module: $1 says how often a callback has to be called.
ops() {
	clean
	dmesg -c > /dev/null
	not modprobe ftrace-ops nr_function_calls=1000 check_count=1 "$@" || return
	dmesg
	dmesg | grep 'Attempted 1000 calls' && not eval 'dmesg | grep "Counter called"' && none
}

# The letter O: whether sites of ftrace-ops call their ops.
calls_ops() {
	clean
	letter=$1
	shift
	modprobe ftrace-ops nr_function_calls=10 persist=1 "$@" && cat enabled_functions &&
		grep "^tracee_relevant \[ftrace_ops\] ([0-9]*)       $letter  " enabled_functions
	status=$?
	unload ftrace-ops && none && return $status
}

# The samples come and go while tracers of all functions are changed, and functions are called.
busy() {
	clean
	(
		while [ ! -e /tmp/stop ]; do
			for any in $samples; do
				modprobe $any && unload $any || echo "$any" > /tmp/stop
			done
		done
	) &
	i=0
	while [ $i -lt $rounds ]; do
		echo function > current_tracer && echo function_graph > current_tracer && echo nop > current_tracer ||
			break
		i=$((i + 1))
	done
	echo >> /tmp/stop
	wait
	cat /tmp/stop
	[ $i = $rounds ] && [ "$(cat /tmp/stop)" = "" ]
	status=$?
	rm /tmp/stop
	none && return $status
}

placed() {
	clean
	modprobe ftrace-direct && [ "$(place wake_up_process my_tramp)" = "$1" ]
}

bugs() { not eval 'dmesg | grep "WARNING:\|BUG:\|Oops\|ftrace:.*\(error\|cannot\)"'; }

all() {
	check "$1: the samples are there" placed "$1"
	for sample in $samples; do
		check "$1: $sample" alone "$sample"
		for tracer in function function_graph; do
			check "$1: $sample and $tracer, $rounds rounds" together "$sample" $tracer
		done
	done
	check "$1: ftrace-direct-modify, both functions" modified ftrace-direct-modify
	check "$1: ftrace-direct-multi-modify, both functions" modified ftrace-direct-multi-modify
	check "$1: function, all functions" whole function 'my_direct_func <-my_tramp'
	check "$1: function_graph, all functions" whole function_graph 'my_direct_func() {'
	check "$1: two samples" two
	on_arm64 "the base refuses a kprobe at a patch site" "$1: kprobe and kretprobe events" kprobe
	on_arm64 "sites have no ops" "$1: letters in enabled_functions" letters
	check "$1: tracers are changed while samples are loaded and unloaded" busy
	check "$1: no warning in the kernel log" bugs
	clean
}

check "ftrace-ops: one ops" ops
check "ftrace-ops: two ops" ops nr_ops_relevant=2
check "ftrace-ops: two ops of another function" ops nr_ops_irrelevant=2
check "ftrace-ops: with FTRACE_OPS_FL_RECURSION" ops assist_recursion=1
check "ftrace-ops: with FTRACE_OPS_FL_RCU" ops assist_rcu=1
on_arm64 "sites have no ops" "ftrace-ops: a site calls its only ops" calls_ops O
check "ftrace-ops: a site does not call one of two ops" calls_ops ' ' nr_ops_relevant=2
check "ftrace-ops: a site does not call an ops with FTRACE_OPS_FL_RCU" calls_ops ' ' assist_rcu=1
all near
all_far
clean
echo "1..$n"
