#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tracers are switched in three instances at once, with modules that come and go,
# filters that change and commands that fire beside them, on four CPUs. At the end
# nothing is traced, nothing has warned, and all of it still works.
# ROUNDS=n in the environment makes it longer.
# guest: --smp 4 --timeout 600

cd /sys/kernel/tracing || exit 1
rounds=${ROUNDS:-5}
echo "1..7"

check()
{
	name=$1
	shift
	if "$@" > /tmp/said 2>&1; then
		echo "ok $name"
	else
		echo "not ok $name"
		sed 's/^/# /' /tmp/said | head -n 20
	fi
}

tracers=$(cat available_tracers)
case " $tracers " in
*" function_graph "*)	second=function_graph ;;
*)			second=function ;;
esac

switch()
{
	for i in $(seq "$rounds"); do
		echo function > "$1/current_tracer"
		cat /proc/self/stat > /dev/null
		echo nop > "$1/current_tracer"
		echo "$2" > "$1/current_tracer"
		echo nop > "$1/current_tracer"
	done
}

filter()
{
	for i in $(seq "$rounds"); do
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
	for i in $(seq "$rounds"); do
		for module in ftrace-direct trace-printk kprobe_example; do
			modprobe $module
			rmmod "$(echo $module | tr - _)"
		done
	done
}

dmesg -c > /dev/null
mkdir instances/a instances/b
switch . $second &
switch instances/a function &
switch instances/b $second &
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

check "nothing warns" quiet
check "nothing is traced any more" clean
for dir in . instances/a instances/b; do
	check "functions are traced in $dir" works $dir
done
check "instances go" rmdir instances/a instances/b
check "nothing is left" clean
