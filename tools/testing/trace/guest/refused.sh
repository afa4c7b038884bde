#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The control files of function tracing reject invalid input with the errno of the stock
# kernel and keep their former settings. Modules are unloaded while their functions are
# traced. (commands.sh tests the syntax of set_ftrace_filter, graph.sh the function lists
# of function_graph.)
# guest: --smp 2
# compare: text

cd /sys/kernel/tracing || exit 1
P=version_proc_show
MODULE=ftrace-direct
M=ftrace_direct

# try FILE WORD...: write each word and print the contents of the file
try()
{
	file=$1
	shift
	for word in "$@"; do
		if (echo "$word" > "$file") 2> /tmp/error; then
			echo "ok   $file < $word"
		else
			echo "no   $file < $word:$(sed 's/.*://' /tmp/error)"
		fi
		sort "$file" | head -n 5
	done
}

append()
{
	file=$1
	shift
	for word in "$@"; do
		if (echo "$word" >> "$file") 2> /tmp/error; then
			echo "ok   $file << $word"
		else
			echo "no   $file << $word:$(sed 's/.*://' /tmp/error)"
		fi
		sort "$file" | head -n 5
	done
}

enabled()
{
	sed 's/ (.*//; s/\[/ [/' enabled_functions | grep -v direct--
}

calls()
{
	for i in $(seq "$1"); do
		cat /proc/version > /dev/null
	done
}

echo "@@ current_tracer"
try current_tracer nosuch function nosuch '' 'function_graph x' nop

echo "@@ function lists"
for file in set_ftrace_filter set_ftrace_notrace stack_trace_filter; do
	try $file $P nosuch "$P nosuch" 'nosuch*' '!nosuch' "!$P" '*nosuch:mod:*' \
		$P:nosuch $P:nosuch:1 $P:traceoff '!*:traceoff' '[' 'x[' '!' ':' '::' ' '
	append $file $P nosuch '!kfree' '!schedule*' "!$P" 'kfre?' '!*'
	echo > $file
done
for file in set_graph_function set_graph_notrace; do
	try $file $P nosuch "$P nosuch" 'nosuch*' '!nosuch' '[' ':' ' '
	append $file $P nosuch '!kfree' "!$P" 'kfre?' '!*'
	echo > $file
done

echo "@@ lists of PIDs"
for file in set_ftrace_pid set_ftrace_notrace_pid; do
	try $file 1 x '1 x' 99999999999 -1 '' 1073741824 0 '1 2 3'
	append $file 5 x 5 -1
	echo > $file
done

echo "@@ numbers"
try function_profile_enabled 1 2 x '' -1 0
# The stock kernel truncates values to 32 bits where ours rejects them; see sizes.sh.
try max_graph_depth 3 x -1 4294967295 18446744073709551616 0
try tracing_thresh 5 x -1 0
try stack_max_size 100 x -1 0
try /proc/sys/kernel/stack_tracer_enabled 2 x 1 -1 0
try /proc/sys/kernel/ftrace_enabled 2 x 0 1
try /proc/sys/kernel/ftrace_enabled 1

echo "@@ set_graph_function while it traces"
echo $$ > set_ftrace_pid
echo function_graph > current_tracer
try set_graph_function $P nosuch $P
append set_graph_function schedule nosuch '!schedule'
try set_graph_notrace kfree nosuch
echo > set_graph_notrace
echo > trace
calls 1
echo 0 > tracing_on
grep -c "$P" trace | grep -qv '^0' && echo "traced"
echo > set_graph_function
echo 1 > tracing_on
echo nop > current_tracer
echo > set_ftrace_pid

echo "@@ concurrent reader and writer of a filter"
echo $P > set_ftrace_filter
exec 5>> set_ftrace_filter 6< set_ftrace_filter
echo schedule >&5
cat <&6
echo nosuch >&5
exec 6< set_ftrace_filter
cat <&6
exec 5>&- 6<&-
sort set_ftrace_filter
exec 5> set_ftrace_filter
cat set_ftrace_filter
exec 5>&-
cat set_ftrace_filter

for tracer in function function_graph; do
	echo "@@ a module is unloaded under $tracer"
	modprobe $MODULE
	echo ":mod:$M" > set_ftrace_filter
	echo $P >> set_ftrace_filter
	echo $tracer > current_tracer
	sort set_ftrace_filter
	enabled | grep -c "$M"
	rmmod $M && echo gone
	sort set_ftrace_filter
	enabled
	calls 3
	grep -c "$P" trace
	modprobe $MODULE
	sort set_ftrace_filter
	rmmod $M && echo gone
	echo nop > current_tracer
	echo > set_ftrace_filter
	enabled
done

echo "@@ a module in set_ftrace_notrace is unloaded"
modprobe $MODULE
echo my_direct_func > set_ftrace_notrace
echo $P >> set_ftrace_notrace
echo function > current_tracer
rmmod $M && echo gone
sort set_ftrace_notrace
echo nop > current_tracer
echo > set_ftrace_notrace

echo "@@ a module with a function command is unloaded"
# Each wake-up of a task uses up one count and switches tracing off while the count lasts.
# The stock kernel prints addresses for functions of unloaded modules; where the module was
# depends on when the kernel unmaps the memory of those that were unloaded before.
{
modprobe $MODULE
append set_ftrace_filter my_direct_func:traceoff my_direct_func:stacktrace:5 $P:traceoff
rmmod $M && echo gone
echo "left: $(grep -c ":traceoff:unlimited" set_ftrace_filter)"
append set_ftrace_filter "!$P:traceoff"
echo 1 > tracing_on
calls 1
cat tracing_on
(echo '!my_direct_func:traceoff' >> set_ftrace_filter) 2> /dev/null
(echo '!*:traceoff' >> set_ftrace_filter) 2> /dev/null
(echo '!*:stacktrace:0' >> set_ftrace_filter) 2> /dev/null
cat set_ftrace_filter
} | sed 's/:count=[0-9]*$/:count=N/; s/^0x[0-9a-f]*:/0xADDRESS:/'

echo "@@ a module in set_graph_function is unloaded"
modprobe $MODULE
echo my_direct_func > set_graph_function
echo $P >> set_graph_function
echo my_direct_func > set_graph_notrace
rmmod $M && echo gone
# The stock kernel prints addresses for functions of unloaded modules.
grep -v 0x set_graph_function
echo 1 > tracing_on
echo function_graph > current_tracer
calls 1
grep -q "$P" trace && echo "traced"
echo nop > current_tracer
echo > set_graph_function
echo > set_graph_notrace
cat set_graph_function

echo "@@ traceoff in the path of a failing open"
echo > trace
echo 1 > tracing_on
echo 'proc_reg_open:traceoff' > set_ftrace_filter
cat set_ftrace_filter
echo 1 > events/syscalls/sys_enter_openat/enable
cat /proc/nosuch 2>&1
cat tracing_on
cat /proc/version > /dev/null
cat tracing_on
grep -c sys_openat trace | grep -qv '^0' && echo "kept"
cat set_ftrace_filter
echo '!proc_reg_open:traceoff' > set_ftrace_filter
echo 0 > events/enable
echo 1 > tracing_on
cat set_ftrace_filter
