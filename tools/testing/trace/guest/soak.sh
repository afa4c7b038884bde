#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# All of tracing at once on two CPUs that are threads of the host, for SOAK seconds:
# events, tracers, markers, readers of every kind, sizes, CPU hotplug, modules, triggers,
# histograms, dynamic events, instances and perf. At the end no record is missing, memory
# is as before, and the kernel has not warned. A shorter cycle of the same comes first, so
# that memory which is allocated once and kept does not count.
# SOAK=n in the environment sets the seconds (3600).
# nightly
# config: threads-kasan
# guest: --smp 2 --mem 1536 --timeout 36000 --append log_buf_len=4M
# guest: --program REPO/tools/testing/trace/stress/stress.c
# guest: --program REPO/tools/testing/trace/guest/soak_perf.c

. /guest/tap

cd /sys/kernel/tracing || exit 1
seconds=${SOAK:-3600}
# Where a kprobe is possible, and the third argument: the base refuses a kprobe at a patch site of
# riscv.
at= arg='$arg3'
[ "$(uname -m)" != riscv64 ] || at=+0x8 arg=%a2
dmesg -c > /dev/null
# On a busy host, a task may wait for long, but one that waits in the kernel for half an
# hour is stuck. The kernel panics then, after its report.
echo 1800 > /proc/sys/kernel/hung_task_timeout_secs
echo 1 > /proc/sys/kernel/hung_task_panic

# The jobs. Each is executed again and again until /tmp/run is removed.
tracers()
{
	for tracer in function function_graph nop irqsoff function wakeup function_graph \
		preemptirqsoff nop; do
		echo $tracer > "$1/current_tracer"
		sleep 0.3
		head -n 50 "$1/trace"
		echo 0 > "$1/tracing_max_latency"
	done
}
# The text of all functions changes, but nothing is recorded: the timer would interrupt the
# slow kernel faster than it records the functions that a timer interrupt calls.
all_functions()
{
	echo 0 > tracing_on
	echo > set_ftrace_filter
	echo function > current_tracer
	sleep 0.2
	echo function_graph > current_tracer
	sleep 0.2
	echo nop > current_tracer
	echo 1 > tracing_on
}
filters()
{
	echo 'vfs_*' > "$1/set_ftrace_filter"
	echo '*sched*' >> "$1/set_ftrace_filter"
	echo '*_write' > "$1/set_ftrace_notrace"
	echo 'proc_pid_*' > "$1/set_graph_function"
	echo 'version_proc_show:traceoff:1' >> "$1/set_ftrace_filter"
	cat "$1/set_ftrace_filter" enabled_functions /proc/version
	echo '!version_proc_show:traceoff:0' >> "$1/set_ftrace_filter"
	echo > "$1/set_graph_function"
	echo > "$1/set_ftrace_notrace"
	echo 1 > "$1/tracing_on"
}
tracers_here()
{
	all_functions
	filters .
	tracers .
}
tracers_there()
{
	filters instances/load
	tracers instances/load
}
events()
{
	echo 1 > instances/load/events/enable
	head -n 100 instances/load/trace
	echo 0 > instances/load/events/enable
	echo 'sched:* irq:* timer:*' > set_event
	echo $$ > set_event_pid
	timeout 1 cat trace_pipe
	echo > set_event_pid
	timeout 1 cat trace_pipe
	head -n 50 trace
	echo > set_event
}
snapshots()
{
	for where in . instances/load; do
		echo 1 > $where/snapshot
		head -n 50 $where/snapshot
		echo 1 > $where/per_cpu/cpu0/snapshot
		echo 0 > $where/snapshot
		sleep 0.2
	done
}
sizes()
{
	for kb in 16 300 64; do
		echo $kb > buffer_size_kb
		echo $kb > instances/load/buffer_size_kb
		echo $kb > instances/hits/buffer_size_kb
		echo $((kb / 2)) > instances/load/per_cpu/cpu1/buffer_size_kb
		sleep 0.1
	done
	echo 8 > instances/load/buffer_subbuf_size_kb
	echo 4 > instances/load/buffer_subbuf_size_kb
}
modules()
{
	modprobe trace-events-sample && echo 1 > events/sample-trace/enable
	modprobe marker-example
	modprobe probe-example
	echo 1 > instances/load/events/markers/enable
	cat /proc/marker-example
	rmmod marker-example
	rmmod probe-example
	modprobe marker-clash
	echo 1 > events/markers/enable
	for text in some null fault long huge; do
		printf %s "$text" > /sys/module/marker_clash/parameters/text
	done
	echo 50 > /sys/module/marker_clash/parameters/fire
	modprobe ftrace-direct
	modprobe sample-trace-array
	cat /proc/self/stat
	for module in marker_clash ftrace_direct sample_trace_array trace_events_sample; do
		rmmod $module
	done
}
commands()
{
	waking=$1/events/sched/sched_waking
	switch=$1/events/sched/sched_switch
	fork=$1/events/sched/sched_process_fork
	echo 'hist:keys=pid:ts0=common_timestamp.usecs' >> $waking/trigger
	echo 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).soaked($lat,next_pid)' \
		>> $switch/trigger
	echo 'hist:keys=child_comm,common_pid.execname:vals=child_pid:sort=child_pid' >> $fork/trigger
	echo 'stacktrace:3' >> $fork/trigger
	echo 'snapshot:1 if child_pid == 1' >> $fork/trigger
	echo 'enable_event:timer:timer_start:2' >> $fork/trigger
	echo 'next_pid > 3 && (prev_comm != "x" || next_prio < 100)' > $switch/filter
	echo 1 > "$1/events/synthetic/soaked/enable"
	sleep 0.3
	cat $waking/hist $switch/hist $fork/hist $fork/trigger $switch/filter
	echo 0 > "$1/events/synthetic/soaked/enable"
	echo 0 > $switch/filter
	# Truncating a trigger file removes histograms only.
	for command in stacktrace snapshot enable_event:timer:timer_start; do
		echo "!$command" >> $fork/trigger
	done
	echo > $fork/trigger
	echo > $switch/trigger
	echo > $waking/trigger
	echo 0 > "$1/events/timer/timer_start/enable"
}
commands_here() { commands .; }
commands_there() { commands instances/load; }
# Kprobes at the entries of functions only: those elsewhere write breakpoints of their own.
dynamic()
{
	{
		echo "p:soak/entry vfs_write$at count=$arg"
		echo 'r:soak/back vfs_write count=$retval'
		echo 'e:soak/probe sched.sched_switch pid=$next_pid'
		echo 's:short u64 a; char b[]'
	} >> dynamic_events
	echo 1 > events/soak/entry/enable
	echo 1 > instances/load/events/soak/enable
	echo 'hist:keys=count' > events/soak/back/trigger
	sleep 0.2
	cat dynamic_events kprobe_profile events/soak/back/hist
	echo > events/soak/back/trigger
	echo 0 > instances/load/events/soak/enable
	echo 0 > events/soak/entry/enable
	for name in soak/entry soak/back soak/probe short; do
		echo "-:$name" >> dynamic_events
	done
}
instances()
{
	mkdir instances/gone
	echo 1 > instances/gone/events/sched/enable
	echo 'vfs_*' > instances/gone/set_ftrace_filter
	echo function > instances/gone/current_tracer
	timeout 1 cat instances/gone/trace_pipe
	exec 3< instances/gone/events/sched/sched_switch/enable
	rmdir instances/gone
	cat <&3
	exec 3<&-
	[ ! -e instances/gone ] || rmdir instances/gone
}
hits()
{
	timeout 1 cat instances/hits/trace_pipe
	timeout 1 cat instances/hits/per_cpu/cpu0/trace_pipe_raw
	timeout 1 cat instances/hits/per_cpu/cpu1/trace_pipe_raw
	head -n 50 instances/hits/trace
}
jobs="tracers_here tracers_there events snapshots sizes modules commands_here
	commands_there dynamic instances hits"

# repeat JOB: count its rounds, and begin the next one while the cycle goes on.
repeat()
{
	round=0
	while [ -e /tmp/run ]; do
		"$1"
		round=$((round + 1))
		echo $round > "/tmp/rounds/$1"
	done > /dev/null 2>&1
}
recorded() { stress exact $PWD/instances/exact 100 /tmp/run > /tmp/exact; }
overwritten() { stress chaos $PWD/instances/chaos 100 /tmp/run > /tmp/chaos 2>&1; }
sampled() { soak_perf sched/sched_switch raw_syscalls/sys_enter soaking/hits > /tmp/perf; }

# start NAME COMMAND...: run a part of a cycle, and note its status when it ends.
start()
{
	started="$started $1"
	{
		# In a subshell: jobs have variables of their own.
		(shift; "$@")
		echo $? > "/tmp/ended/$1"
	} &
}

# All parts have to end within half an hour after the end of the cycle.
ended()
{
	for i in $(seq 1800); do
		left=
		for name in $started; do
			[ -s "/tmp/ended/$name" ] || left="$left $name"
		done
		[ "$left" ] || return 0
		sleep 1
	done
	echo "these do not end:$left"
	for task in /proc/[0-9]*; do
		# Threads of the kernel have no command line.
		[ -z "$(tr '\0' ' ' < "$task/cmdline")" ] ||
			grep -H . "$task/comm" "$task/stack"
	done
	return 1
}

# statistics INSTANCE: the sums over all CPUs of what is held, overwritten, read, refused.
statistics()
{
	cat "$1"/per_cpu/cpu*/stats | awk -F ': ' '
		/^entries:/ { held += $2 }
		/^overrun:/ { over += $2 }
		/^read events:/ { out += $2 }
		/^(dropped events|commit overrun|recursed events):/ { refused += $2 }
		END { print held + 0, over + 0, out + 0, refused + 0 }'
}

# cycle SECONDS: run all jobs, and remove what they made.
cycle()
{
	rm -rf /tmp/rounds /tmp/ended
	mkdir /tmp/rounds /tmp/ended instances/exact instances/chaos instances/load instances/hits
	echo 64 > buffer_size_kb
	echo 'soaked u64 lat; pid_t pid' >> synthetic_events
	echo "p:soaking/hits vfs_read$at" >> kprobe_events
	echo 1 > instances/hits/events/soaking/hits/enable
	echo 1 > instances/chaos/events/irq/enable
	echo 1 > instances/chaos/events/timer/enable
	touch /tmp/run
	started=
	start exact recorded
	start chaos overwritten
	start perf sampled
	for job in $jobs; do
		start "$job" repeat "$job"
	done
	sleep "$1"
	rm /tmp/run
	if ! ended > /tmp/left; then
		n=$((n + 1))
		echo "not ok $n all jobs end"
		sed 's/^/# /' /tmp/left
		echo "1..$n"
		exit 1
	fi
	wait
	echo 0 > instances/hits/events/soaking/hits/enable
	statistics instances/hits > /tmp/hits
	awk '$1 == "hits" { print $2, $3 }' kprobe_profile >> /tmp/hits
	echo 1 > /sys/devices/system/cpu/cpu1/online
	echo nop > current_tracer
	echo > set_ftrace_filter
	echo > set_event
	rmdir instances/*
	echo > dynamic_events
	echo > trace
	echo 64 > buffer_size_kb
}

# Return what caches and deferred work still hold, and print the figures.
memory()
{
	for i in 1 2 3; do
		echo 3 > /proc/sys/vm/drop_caches
		for cache in /sys/kernel/slab/*/shrink; do
			echo 1 > $cache
		done
		sleep 2
	done 2> /dev/null
	awk '$1 ~ /^(MemFree|Slab|SUnreclaim|KernelStack|PageTables|VmallocUsed|Percpu):$/ {
		print $1, $2 }' /proc/meminfo
}

exact() { cat /tmp/exact; return "$(cat /tmp/ended/exact)"; }
counted()
{
	cat /tmp/hits
	awk 'NR == 1 { out = $1 + $2 + $3 + $4 } NR == 2 { bad = !$1 || $1 != out } END { exit bad }' \
		/tmp/hits
}
worked()
{
	for job in $jobs; do
		echo "$job: $(cat /tmp/rounds/$job) rounds"
	done
	cat /tmp/perf
	for job in $jobs; do
		[ "$(cat /tmp/rounds/$job)" -gt 0 ] || return 1
	done
}
removed()
{
	cat enabled_functions dynamic_events set_event
	ls instances
	lsmod
	[ -z "$(cat enabled_functions dynamic_events set_event; ls instances)" ] &&
		! lsmod | grep -E 'marker|sample|direct|trace'
}
works()
{
	echo version_proc_show > set_ftrace_filter
	echo function > current_tracer
	cat /proc/version
	cp trace /tmp/trace
	echo nop > current_tracer
	echo > set_ftrace_filter
	grep 'version_proc_show <-' /tmp/trace
}
# The limits are what is noise: stacks of allocations that KASAN keeps, and pages of caches
# that are not full. A leak grows with the number of rounds, of which there are many.
flat()
{
	awk 'BEGIN {
			limit["MemFree:"] = 16384; limit["Slab:"] = 4096; limit["SUnreclaim:"] = 4096
			limit["KernelStack:"] = 256; limit["PageTables:"] = 256
			limit["VmallocUsed:"] = 2048; limit["Percpu:"] = 256
		}
		NR == FNR { before[$1] = $2; next }
		{
			grown = $1 == "MemFree:" ? before[$1] - $2 : $2 - before[$1]
			print $1, before[$1], "kB before,", $2, "kB after, limit", limit[$1]
			bad += grown > limit[$1]
		}
		END { exit bad > 0 }' /tmp/before /tmp/after
}
quiet()
{
	! dmesg | grep -E 'WARNING: |BUG: |Oops|INFO: task|KASAN|stall|function tracing stops|ODEBUG' -A 20
}
results()
{
	check "$1: written = held + lost + read" exact
	sed 's/^/# /' /tmp/said
	check "$1: hits of a probe = held + lost + read" counted
	sed 's/^/# /' /tmp/said
	check "$1: all jobs made progress" worked
	sed 's/^/# /' /tmp/said
	check "$1: everything is removed" removed
}

cycle $((seconds / 4 + 1))
results "first cycle"
memory > /tmp/before
cycle "$seconds"
results "second cycle"
memory > /tmp/after
check "memory is as before" flat
sed 's/^/# /' /tmp/said
check "functions are traced" works
check_leaks
check "no report in the kernel log" quiet
echo "1..$n"
