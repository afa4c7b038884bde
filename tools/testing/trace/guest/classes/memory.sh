# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Memory pressure: commands while next to no memory is free. They may fail; afterwards all
# of them succeed, and what they changed is either old or new.

cat > /tmp/commands <<-'END'
	cd /sys/kernel/tracing
	for i in $(seq $1); do
		echo 40000 > buffer_size_kb
		echo 100000 > per_cpu/cpu1/buffer_size_kb
		echo 64 > buffer_subbuf_size_kb
		echo 1 > snapshot
		mkdir instances/tight
		echo 20000 > instances/tight/buffer_size_kb
		echo 1 > instances/tight/snapshot
		echo 'hist:keys=next_pid,next_comm:size=131072' > events/sched/sched_switch/trigger
		echo 'hist:keys=call_site.sym-offset,common_stacktrace' > events/kmem/kmalloc/trigger
		echo 'vfs_* *alloc_pages*' > set_ftrace_filter
		echo function_graph > current_tracer
		echo irqsoff > instances/tight/current_tracer
		echo 'tight pid_t pid' > synthetic_events
		echo 1 > events/sched/enable
		echo 1 > events/kmem/mm_page_alloc/enable
		echo "$$ 1 2 3 400000" > set_event_pid
		head -n 2000 trace
		cat events/sched/sched_switch/hist
		modprobe trace-events-sample
		class_perf $(cat events/sched/sched_switch/id) true
		rmmod trace_events_sample
		echo > set_event_pid
		echo 0 > events/enable
		echo nop > current_tracer
		echo > set_ftrace_filter
		echo '!hist:keys=next_pid,next_comm:size=131072' > events/sched/sched_switch/trigger
		echo '!hist:keys=call_site.sym-offset,common_stacktrace' > events/kmem/kmalloc/trigger
		echo > synthetic_events
		rmdir instances/tight
		echo 0 > snapshot
		echo 4 > buffer_subbuf_size_kb
		echo 100 > buffer_size_kb
	done > /dev/null 2>> /tmp/refused
END
echo 100 > buffer_size_kb
: > /tmp/refused
t "commands run under memory pressure" class_memory "$(amount 8000 3000)" "$(amount 1 3)" "sh /tmp/commands $(amount 1 20)"
grep '^#' /tmp/said
echo "# memory: $(grep -ci 'memory' /tmp/refused) commands refused for lack of memory"
memory_calm() {
	echo > set_event_pid
	echo 0 > events/enable
	echo nop > current_tracer
	echo > set_ftrace_filter
	echo > synthetic_events
	for trigger in events/sched/sched_switch/trigger events/kmem/kmalloc/trigger; do
		grep -v '^#' $trigger | sed 's/ \[active\]//' | while read -r line; do
			echo "!$line" > $trigger
		done
	done
	rmmod trace_events_sample
	rmdir instances/tight
	echo 0 > snapshot
	echo 4 > buffer_subbuf_size_kb
	echo 100 > buffer_size_kb
	echo > trace
} 2> /dev/null
memory_works() {
	: > /tmp/refused
	sh /tmp/commands 1
	cat /tmp/refused
	# The last size is more than the machine can have, and may be refused.
	[ "$(grep -vc memory /tmp/refused)" = 0 ] &&
		[ "$(cat per_cpu/cpu0/buffer_size_kb)" = 100 ] &&
		[ "$(cat per_cpu/cpu1/buffer_size_kb)" = 100 ] &&
		[ "$(cat buffer_subbuf_size_kb)" = 4 ]
}
memory_calm
t "all commands succeed afterwards" memory_works
memory_calm
memory_records() {
	echo "a mark at last" > trace_marker
	grep -q "a mark at last" trace
}
t "records are made afterwards" memory_records
echo > trace
