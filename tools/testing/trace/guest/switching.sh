#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Stress of function tracing on four CPUs: three instances switch between the function
# tracers while modules are loaded and unloaded, filters change and function commands
# fire. At the end no function is traced, the kernel has not warned, and all tracers work.
# ROUNDS=n in the environment sets the number of rounds, MINUTES=n the duration instead.
# guest: --smp 4 --timeout 1800

. /guest/tap

cd /sys/kernel/tracing || exit 1
rounds=${ROUNDS:-3}
begin=$(cut -d. -f1 /proc/uptime)
echo "1..8"

# more N: succeeds if round N is to be run
more()
{
	if [ -n "$MINUTES" ]; then
		[ $(($(cut -d. -f1 /proc/uptime) - begin)) -lt $((MINUTES * 60)) ]
	else
		[ "$1" -le "$rounds" ]
	fi
}

switch()
{
	i=1
	while more $i; do
		for tracer in nop function function_graph; do
			echo $tracer > "$1/current_tracer"
			cat /proc/self/stat > /dev/null
			# Switch directly between tracers in odd rounds, through nop in even rounds.
			[ $((i % 2)) = 0 ] && echo nop > "$1/current_tracer"
		done
		i=$((i + 1))
	done
	echo "$i" > "/tmp/switched-$(basename "$1")"
}

filter()
{
	i=1
	while more $i; do
		i=$((i + 1))
		echo '*lock*' > "$1/set_ftrace_filter"
		echo '*rcu*' >> "$1/set_ftrace_filter"
		echo '*sched*' > "$1/set_ftrace_notrace"
		echo 'version_proc_show:traceoff:1' >> "$1/set_ftrace_filter"
		cat /proc/version > /dev/null
		cat "$1/set_ftrace_filter" > /dev/null
		echo '!version_proc_show:traceoff:0' >> "$1/set_ftrace_filter"
		echo > "$1/set_ftrace_notrace"
		echo > "$1/set_ftrace_filter"
	done
}

modules()
{
	i=1
	while more $i; do
		i=$((i + 1))
		for module in ftrace-direct trace-printk kprobe_example; do
			modprobe $module
			rmmod "$(echo $module | tr - _)"
		done
	done
}

dmesg -c > /dev/null
mkdir instances/a instances/b
for dir in . instances/a instances/b; do
	switch $dir &
done
filter instances/b > /dev/null &
modules &
wait
for dir in . instances/a instances/b; do
	echo nop > $dir/current_tracer
	echo > $dir/set_ftrace_filter
	echo > $dir/set_ftrace_notrace
	echo 1 > $dir/tracing_on
done

quiet()
{
	! dmesg | grep -E 'WARNING: |BUG: |Oops|function tracing stops|INFO: ' -A 12
}

clean()
{
	! grep . enabled_functions
}

works()
{
	echo > "$1/trace"
	echo version_proc_show > "$1/set_ftrace_filter"
	echo function > "$1/current_tracer"
	cat /proc/version > /dev/null
	cp "$1/trace" /tmp/trace
	echo nop > "$1/current_tracer"
	echo > "$1/set_ftrace_filter"
	grep 'version_proc_show <-' /tmp/trace || { cat /tmp/trace; false; }
}

switched()
{
	for which in . a b; do
		echo "$which: $(cat /tmp/switched-$which) rounds"
		[ "$(cat /tmp/switched-$which)" -gt 1 ] || return 1
	done
}

check "all instances switched" switched
sed 's/^/# /' /tmp/said
check "no report in the kernel log" quiet
check "no function is traced at the end" clean
for dir in . instances/a instances/b; do
	check "functions are traced in $dir" works $dir
done
check "instances can be removed" rmdir instances/a instances/b
check "no function is traced after removal" clean
