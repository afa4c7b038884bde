#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Events on events in several instances, in instances that go, and many changes at once.
# guest: --smp 2

cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
. /guest/tap

# Programs that look at it count, too.
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
is "it fires where recording is on" 1 execs instances/k/trace
is "it does not where it is off" 0 execs instances/j/trace
rmdir instances/j
echo > instances/k/trace
/bin/true
is "an instance that went changes nothing" 1 execs instances/k/trace
rmdir instances/k
echo > trace
/bin/true
is "the first instance has it as before" 1 execs trace
echo 0 > events/eprobes/enable
is "and nothing is left on" 0 cat events/sched/sched_process_exec/enable
: > dynamic_events

# They come, fire and go, while what they are on is written.
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
is "no step of many at once fails" "" cat /tmp/churned
is "nothing is left" "" cat dynamic_events
is "what they were on is off" 0 cat events/raw_syscalls/sys_enter/enable
dmesg > /tmp/said.kernel
is "the kernel is content" 0 grep -cE "BUG:|WARNING:|Call Trace|rcu:" /tmp/said.kernel
