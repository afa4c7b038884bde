#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Fprobe events and tracepoint probes in a module that is loaded and unloaded: before,
# while and after they are defined, enabled and hit, for ROUNDS rounds.
# nightly-also: threads-kasan
# long
# guest: --smp 2 --timeout 3600
# config: check

. /guest/tap
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
ROUNDS=${ROUNDS:-$(amount 8 100)}

# Number of records of an event.
nr() {
	grep -c ": $1: (" trace
}
at_least_one() {
	[ "$(nr "$1")" -gt 0 ]
}
# wait_for EVENT: until there is a record, for at most a minute.
wait_for() {
	for i in $(seq 60); do
		at_least_one "$1" && return
		sleep 1
	done
	return 1
}
loaded() {
	grep -c trace_events_sample /proc/modules
}

modprobe trace-events-sample
# The compiler appends a suffix to the name of the function.
cat > dynamic_events <<'END'
t:tp foo_bar name=+0($arg1):string nr=$arg2:s32
t:cond foo_bar_with_cond name=+0($arg1):string
f:func do_simple_thread_func* nr=$arg1:s32
f:ret do_simple_thread_func*%return nr=$arg1:s32
END
is "events of a loaded module" 4 grep -c . dynamic_events
echo 1 > events/tracepoints/enable
echo 1 > events/fprobes/enable
for event in tp func ret; do
	check "event $event of a loaded module" wait_for $event
done
check "the module is unloaded while the events are enabled" rmmod trace-events-sample
is "the events remain" 4 grep -c . dynamic_events
echo > trace
check "the module is loaded again" modprobe trace-events-sample
for event in tp func ret; do
	check "event $event of a module that came back" wait_for $event
done
check "the records have the name of the tracepoint" grep -q ': tp: (__probestub_foo_bar.*name="hello"' trace
echo 0 > events/tracepoints/enable
echo 0 > events/fprobes/enable
: > dynamic_events
check "the module is unloaded after the events" rmmod trace-events-sample

# A tracepoint of a module that is not loaded.
echo > trace
echo 't:early foo_bar nr=$arg2:s32' > dynamic_events
echo 1 > events/tracepoints/early/enable
modprobe trace-events-sample
check "a tracepoint that did not exist when its event was defined" wait_for early
(echo 'f:nofunc no_such_function' >> dynamic_events) 2> /dev/null
rmmod trace-events-sample
echo 0 > events/tracepoints/early/enable
: > dynamic_events

# Quick rounds, without a record in most of them.
round() {
	modprobe trace-events-sample
	cat > dynamic_events <<-END
	t:tp foo_bar name=+0(\$arg1):string
	t:simple foo_with_template_simple
	f:func foo_bar_reg
	f:ret do_simple_thread_func*%return
	END
	echo 1 > events/tracepoints/enable
	[ $(($1 % 2)) = 0 ] && echo 1 > events/fprobes/enable
	case $(($1 % 4)) in
	0)	rmmod trace-events-sample
		modprobe trace-events-sample
		rmmod trace-events-sample
		;;
	1)	rmmod trace-events-sample
		echo 1 > events/fprobes/enable
		modprobe trace-events-sample
		;;
	2)	echo 0 > events/tracepoints/enable
		rmmod trace-events-sample
		;;
	esac
	echo 0 > events/tracepoints/enable
	echo 0 > events/fprobes/enable
	: > dynamic_events
	[ "$(loaded)" = 1 ] && rmmod trace-events-sample
	[ "$(cat dynamic_events)" = "" ]
}
failed=0
i=0
while [ $i -lt "$ROUNDS" ]; do
	round $i || failed=$((failed + 1))
	i=$((i + 1))
done 2> /tmp/rounds
is "$ROUNDS rounds of definition, loading and unloading" 0 echo $failed
is "no command of them failed" "" cat /tmp/rounds

# Events come and go while the module does.
churn() {
	i=0
	while [ $i -lt 30 ]; do
		echo "$1:churn$2 $3" >> dynamic_events
		echo 1 > "events/$4/churn$2/enable"
		cat trace > /dev/null
		echo 0 > "events/$4/churn$2/enable"
		echo "-:churn$2" >> dynamic_events
		i=$((i + 1))
	done
}
churn t 1 'foo_bar $arg2' tracepoints 2> /tmp/churn.1 &
churn t 2 'foo_with_template_simple +0($arg1):string' tracepoints 2> /tmp/churn.2 &
# The function does not exist all the time.
churn f 3 'do_simple_thread_func*%return $arg1' fprobes > /dev/null 2>&1 &
for i in 1 2 3 4 5 6 7 8 9 10; do
	modprobe trace-events-sample
	rmmod trace-events-sample
done
wait
cat /tmp/churn.* > /tmp/churned
is "tracepoint probes can be defined while the module comes and goes" "" cat /tmp/churned
is "no dynamic event remains" "" cat dynamic_events
is "no function is patched" "" cat enabled_functions
dmesg > /tmp/said.kernel
is "no report in the kernel log" 0 grep -cE "BUG:|WARNING:|Call Trace|rcu:" /tmp/said.kernel
check_leaks
