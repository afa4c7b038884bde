#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The output of function_graph: column headers, every option, depths, function lists,
# comments and thresholds, compared with the stock kernel. Times and the marks of long
# calls are masked.
# guest: --mem 512 --timeout 600
# compare: text

cd /sys/kernel/tracing || exit 1

mask() {
	sed -E \
	-e 's/(^| +)([-+!#*@$] )? *[0-9]+(\.[0-9]+)? us +\|/ N us |/' \
	-e 's/^ +[0-9]+\.[0-9]{6} \|/ TIME |/' \
	-e 's/#[0-9]+\/[0-9]+,/#N\/N,/' \
	-e 's/ +[a-z]+-[0-9]+ +( \||=>|$)/ TASK\1/g' \
	-e 's/0xffff[0-9a-f]{12}/KADDR/' \
	-e 's/((^|\)|\|) +[.dbD])[nNp]([.shHzZ][.0-9a-f][.0-9a-f] \|)/\1.\3/' \
	-e 's/\(([0-9a-f]+, )+[0-9a-f]+\)/(ARGS)/; s/ptr=[^ ]+/ptr=P/'
}

quiet() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo 0 > events/enable
	echo > set_ftrace_filter
	echo > set_graph_function
	echo > set_graph_notrace
	echo 0 > max_graph_depth
	echo 0 > tracing_thresh
	echo > trace
}

# Trace the calls of this shell while it reads a file.
record() {
	echo $$ > set_ftrace_pid
	echo function_graph > current_tracer
	echo 1 > tracing_on
	read -r line < /proc/self/comm
	echo 0 > tracing_on
}

# Print the part of the trace that belongs to the read.
body() {
	sed -n '/seq_read_iter() {/,/^[^}]*}/p; /comm_show/p' | mask
}

FEW='vfs_read
seq_read
seq_read_iter
comm_show
proc_task_name
single_start
single_stop
single_next'

quiet
echo "$FEW" > set_ftrace_filter
echo vfs_read > set_graph_function
record
read -r line < trace
echo "@@ plain"
mask < trace
for option in nofuncgraph-cpu nofuncgraph-overhead nofuncgraph-duration \
	nofuncgraph-irqs funcgraph-overrun funcgraph-proc funcgraph-abstime \
	funcgraph-tail latency-format verbose raw hex bin fields sym-offset \
	sym-addr nocontext-info noirq-info; do
	echo "@@ $option"
	echo $option > trace_options
	mask < trace
	case $option in
	no*) echo ${option#no} > trace_options ;;
	*) echo no$option > trace_options ;;
	esac
done
for a in "" no; do for b in "" no; do for c in "" no; do for d in "" no; do
for e in "" no; do
	echo "@@ columns ${a}abstime ${b}cpu ${c}proc ${d}duration ${e}latency"
	echo ${a}funcgraph-abstime > trace_options
	echo ${b}funcgraph-cpu > trace_options
	echo ${c}funcgraph-proc > trace_options
	echo ${d}funcgraph-duration > trace_options
	echo ${e}latency-format > trace_options
	head -20 trace | mask
done; done; done; done; done
echo funcgraph-cpu > trace_options
echo funcgraph-duration > trace_options

if [ -e options/funcgraph-retval ]; then
	echo funcgraph-retval > trace_options
	echo "@@ retval"
	grep -e comm_show -e vfs_read -e single_next trace | mask
	echo funcgraph-retval-hex > trace_options
	echo "@@ retval-hex"
	grep -e comm_show -e vfs_read -e single_next trace | mask
	quiet
	echo 'proc_reg_write
vfs_open
do_filp_open' > set_ftrace_filter
	echo $$ > set_ftrace_pid
	echo function_graph > current_tracer
	echo 1 > tracing_on
	{ echo > /proc/interrupts; } 2> /dev/null
	{ read -r line < /nosuchfile; } 2> /dev/null
	echo 0 > tracing_on
	echo "@@ error-hex"
	mask < trace
	echo nofuncgraph-retval-hex > trace_options
	echo "@@ error"
	mask < trace
	echo nofuncgraph-retval > trace_options
fi

echo "@@ comments"
quiet
echo "$FEW" > set_ftrace_filter
echo vfs_read > set_graph_function
echo $$ > set_event_pid
echo 1 > events/kmem/kmalloc/enable
echo 1 > events/raw_syscalls/sys_enter/enable
echo $$ > set_ftrace_pid
echo function_graph > current_tracer
echo 1 > tracing_on
read -r line < /proc/self/comm
echo hello > trace_marker
echo 0 > tracing_on
sed -n '/vfs_read/,/hello/p' trace | mask | grep -v NR
echo funcgraph-proc > trace_options
echo latency-format > trace_options
sed -n '/vfs_read/,/hello/p' trace | mask | grep -v NR
echo nofuncgraph-proc > trace_options
echo nolatency-format > trace_options
echo > set_event_pid

echo "@@ pipe"
quiet
echo "$FEW" > set_ftrace_filter
echo vfs_read > set_graph_function
record
dd if=trace_pipe bs=65536 count=1 2> /dev/null | mask

echo "@@ depth"
for depth in 1 2 3; do
	quiet
	echo "$FEW" > set_ftrace_filter
	echo vfs_read > set_graph_function
	echo $depth > max_graph_depth
	record
	mask < trace
done

echo "@@ notrace"
quiet
echo "$FEW" > set_ftrace_filter
echo vfs_read > set_graph_function
echo comm_show > set_graph_notrace
record
mask < trace

echo "@@ leaves"
quiet
echo comm_show > set_ftrace_filter
record
mask < trace

echo "@@ thresh"
quiet
echo "$FEW" > set_ftrace_filter
echo 1000000000 > tracing_thresh
record
mask < trace
quiet
echo "$FEW" > set_ftrace_filter
echo vfs_read > set_graph_function
echo 1 > tracing_thresh
record
grep -e comm_show -e ' vfs_read' trace | mask
quiet

echo "@@ interrupts"
# A function of every timer interrupt: on a busy host the kernel may not use the APIC
# timer.
IRQ=update_process_times
grep -x $IRQ available_filter_functions
irq_seen() { # ROUNDS: wait for a timer interrupt, at most so many rounds
	i=0
	while [ $i -lt "$1" ]; do
		sleep 0.05
		seq 5000 > /dev/null
		grep -q "  $IRQ()" trace && return
		i=$((i + 1))
	done
	return 1
}
for file in set_ftrace_filter set_graph_function; do
for option in funcgraph-irqs nofuncgraph-irqs; do
	quiet
	echo $IRQ > $file
	echo function_graph > current_tracer
	echo $option > trace_options
	echo 1 > tracing_on
	rounds=100
	[ $file:$option = set_ftrace_filter:nofuncgraph-irqs ] && rounds=5
	irq_seen $rounds && echo "$file: $option: seen"
	echo 0 > tracing_on
done; done
echo funcgraph-irqs > trace_options
quiet

echo "@@ lists"
for file in set_graph_function set_graph_notrace; do
	for word in vfs_read nosuchfunction '!vfs_read' '!vfs_open' vfs_read:traceoff \
		vfs_read:mod:foo 5 'vfs_op*' ''; do
		echo "$word" > $file 2> /dev/null
		echo "$file > $word: $?"
		# The order of the lines is unspecified.
		sort $file
	done
	echo vfs_read > $file
	for word in vfs_open nosuchfunction '!vfs_write' '!vfs_read' '!*'; do
		echo "$word" >> $file 2> /dev/null
		echo "$file >> $word: $?"
		# The order of the lines is unspecified.
		sort $file
	done
done
for depth in 5 -1 abc 0x10 0; do
	echo $depth > max_graph_depth 2> /dev/null
	echo "max_graph_depth > $depth: $?"
	cat max_graph_depth
done

echo "@@ instance"
quiet
mkdir instances/graph
ls instances/graph | grep graph
echo "$FEW" > instances/graph/set_ftrace_filter
echo $$ > instances/graph/set_ftrace_pid
echo function_graph > instances/graph/current_tracer
echo comm_show > set_ftrace_filter
record
read -r line < /proc/self/comm
echo 0 > instances/graph/tracing_on
grep -c comm_show trace
sed -n '/vfs_read/,$p' instances/graph/trace | grep -e comm_show -e proc_task | mask
echo nop > instances/graph/current_tracer
rmdir instances/graph
quiet
