# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Corrupt persistent image: eight instances in reserved memory are filled, each area is made
# corrupt in another way, and the machine is reset. The long form does this five times.

# fill DIR: markers, events with strings, events with type numbers assigned at run time.
persist_fill() {
	echo > $1/trace
	echo 1 > $1/tracing_on
	echo 1 > $1/events/synthetic/enable
	for i in $(seq 60); do
		# Not before: many records of a slow machine would replace the first lines.
		[ "$i" != 40 ] || echo 1 > $1/events/sched/enable
		echo "before $i" > $1/trace_marker
	done
	echo 0 > $1/tracing_on
	# Nothing may use the memory while it is made corrupt.
	echo 0 > $1/events/enable
}

if [ ! -e /sys/kernel/tracing/instances/spoilt0 ]; then
	t "instances in reserved memory" false
	return
fi

# The number of resets so far is stored in the first instance, whose area is not changed.
persist_boot=$(grep -c 'tracing_mark_write: reset' instances/spoilt0/trace)
if [ "$persist_boot" -lt "$(amount 1 5)" ]; then
	resets=$(grep -o 'tracing_mark_write: reset' instances/spoilt0/trace | wc -l)
	echo 'lasting u64 a; char name[16]' > synthetic_events
	for i in 0 1 2 3 4 5 6 7; do
		persist_fill instances/spoilt$i
	done
	echo 1 > instances/spoilt0/tracing_on
	for i in $(seq $((resets + 1))); do
		echo "reset $i" > instances/spoilt0/trace_marker
	done
	echo 0 > instances/spoilt0/tracing_on
	echo "# persist: reset $((resets + 1))"
	insmod /class_module.ko what=corrupt seed=$((resets + 1)) at=0x10000000 bytes=0x80000 areas=8
	t "the machine is reset" false
fi

persist_whole() { [ "$(grep -c 'tracing_mark_write: before' instances/spoilt0/trace)" = 60 ]; }
t "the memory that was not changed has its records" persist_whole

# Each reader reads what the kernel accepted of the corrupt memory.
persist_read() {
	cat $1/trace $1/per_cpu/cpu*/trace $1/per_cpu/cpu*/stats $1/last_boot_info $1/last_boot_notes > /tmp/out
	for option in raw hex bin fields latency-format; do
		echo $option > $1/trace_options
		cat $1/trace > /tmp/out
		echo no$option > $1/trace_options
	done
	for raw in $1/per_cpu/cpu*/trace_pipe_raw; do
		timeout 1 cat $raw > /tmp/out 2> /dev/null
	done
	return 0
}
persist_write() {
	echo 1 > $1/tracing_on
	for i in $(seq 200); do
		echo "after $i" > $1/trace_marker
	done
	grep -q 'after 200' $1/trace && echo > $1/trace
	echo 0 > $1/tracing_on
	! grep -q after $1/trace
}
for i in 0 1 2 3 4 5 6 7; do
	echo "# spoilt$i: $(grep -vc '^#' instances/spoilt$i/trace) records, $(grep -c 'mark_write: before' instances/spoilt$i/trace) marks, $(dmesg | grep -c "spoilt$i")"
	t "way $i of corruption: all readers" persist_read instances/spoilt$i
	t "way $i of corruption: the buffer can be written and cleared" persist_write instances/spoilt$i
done
