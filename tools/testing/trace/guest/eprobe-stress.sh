#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Event probes in several instances, in instances that are removed, and during many
# concurrent changes.
# nightly-also: threads-kasan threads-kcsan
# guest: --smp 2 --timeout 1800

cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
. /guest/tap

# Count the exec events of true: those of programs that read the trace are recorded, too.
execs() {
	grep 'fl: (sched.sched_process_exec) pid=' "$1" | grep -c true-
}

echo 'e:fl sched.sched_process_exec pid=$pid:u32' > dynamic_events
mkdir instances/j instances/k
for dir in . instances/j instances/k; do
	echo 1 > $dir/events/eprobes/fl/enable
done
echo 0 > instances/j/tracing_on
/bin/true
is "the event probe fires where recording is on" 1 execs instances/k/trace
is "the event probe does not fire where recording is off" 0 execs instances/j/trace
rmdir instances/j
echo > instances/k/trace
/bin/true
is "removing an instance does not affect another one" 1 execs instances/k/trace
rmdir instances/k
echo > trace
/bin/true
is "the event probe still fires in the top instance" 1 execs trace
echo 0 > events/eprobes/enable
is "the attached event is disabled" 0 cat events/sched/sched_process_exec/enable
: > dynamic_events

# Create, enable and remove event probes while the attached event is being recorded.
churn() {
	i=0
	while [ $i -lt 30 ]; do
		echo "e:churn$1 raw_syscalls.sys_enter id=\$id c=\$comm" >> dynamic_events
		echo 1 > events/eprobes/churn$1/enable
		mkdir instances/churn$1
		echo 1 > instances/churn$1/events/eprobes/churn$1/enable
		cat trace > /dev/null
		echo 0 > events/eprobes/churn$1/enable
		rmdir instances/churn$1
		echo "-:churn$1" >> dynamic_events
		i=$((i + 1))
	done
}

for i in 1 2 3; do
	churn "$i" 2> /tmp/churn.$i &
done
wait
cat /tmp/churn.* > /tmp/churned
is "no concurrent command fails" "" cat /tmp/churned
is "no dynamic event remains" "" cat dynamic_events
is "the event of the concurrent probes is disabled" 0 cat events/raw_syscalls/sys_enter/enable
dmesg > /tmp/said.kernel
is "no report in the kernel log" 0 grep -cE "BUG:|WARNING:|Call Trace|rcu:" /tmp/said.kernel
