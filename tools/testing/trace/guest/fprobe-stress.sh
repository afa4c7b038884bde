#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Fprobe events and tracepoint probes that are defined, enabled, hit and removed by several
# tasks at the same time, several events of one function and of one tracepoint, and many
# events.
# nightly-also: threads-kasan threads-kcsan
# guest: --smp 2 --mem 1024 --timeout 1200

cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
. /guest/tap

# The stock kernel does not return from adding a probe to an event that is enabled.
more() { # LETTER SYSTEM FIRST SECOND
	echo "$1:more $3 n=\\1" > dynamic_events
	echo 1 > "events/$2/more/enable"
	echo "$1:more $4 n=\\2" >> dynamic_events
	/bin/true
	echo 0 > "events/$2/more/enable"
	grep -c ': more: .*n=0x2' trace > /tmp/more
	: > dynamic_events
	[ "$(cat /tmp/more)" -gt 0 ]
}
check "an event that is enabled gets another tracepoint" more t tracepoints \
	sched_process_exec sched_process_exit
check "an event that is enabled gets another function" more f fprobes vfs_open do_group_exit

# The stock kernel allows one event of a tracepoint.
several() {
	for i in 1 2 3; do
		echo "$1:several$i $2 n=\\$i"
	done > dynamic_events
	echo 'comm == "true"' > "events/$3/filter"
	echo 1 > "events/$3/enable"
	echo > trace
	/bin/true
	echo 0 > "events/$3/enable"
	sed -n 's/.*: \(several[0-9]\): .*/\1/p' trace | sort | uniq -c | sed 's/^ *//'
	: > dynamic_events
}
is "three events of one tracepoint" "1 several1
1 several2
1 several3" several t sched_process_exec tracepoints
is "three events of one function" "1 several1
1 several2
1 several3" several f do_group_exit fprobes

# Define, hit and remove events while others are hit.
churn() { # LETTER SYSTEM SUFFIX NAME FIRST SECOND
	i=0
	while [ $i -lt 10 ]; do
		echo "$1:churn$4 $5$3 a=\$stack0 s=\$comm d=\$arg1" >> dynamic_events
		echo "$1:churn$4 $6$3 a=\$stack0 s=\$comm d=\$arg1" >> dynamic_events
		echo 1 > "events/$2/churn$4/enable"
		mkdir "instances/churn$4"
		echo 1 > "instances/churn$4/events/$2/churn$4/enable"
		head -n 100 trace > /dev/null
		rmdir "instances/churn$4"
		echo "-:churn$4 $5" >> dynamic_events
		echo 0 > "events/$2/churn$4/enable"
		echo "-:churn$4" >> dynamic_events
		i=$((i + 1))
	done
}

echo 64 > buffer_size_kb
cat > dynamic_events <<'END'
f:steady ksys_write
f:back ksys_write%return n=$retval
t:point sys_enter nr=$arg2
END
echo 1 > events/fprobes/enable
echo 1 > events/tracepoints/enable
churn f fprobes "" 1 vfs_read vfs_write 2> /tmp/churn.1 &
churn f fprobes %return 2 vfs_read ksys_write 2> /tmp/churn.2 &
churn t tracepoints "" 3 sched_switch sys_enter 2> /tmp/churn.3 &
churn t tracepoints "" 4 sys_enter kmem_cache_free 2> /tmp/churn.4 &
wait
cat /tmp/churn.* > /tmp/churned
is "no concurrent command fails" "" cat /tmp/churned
check "the permanent events are still recorded" grep -q ': point: ' trace
echo 0 > events/fprobes/enable
echo 0 > events/tracepoints/enable
: > dynamic_events
is "no dynamic event remains" "" cat dynamic_events
is "no function is patched" "" cat enabled_functions

# Many events, all of them enabled.
grep '^__x64_sys_' available_filter_functions | sort -u | head -n 100 > /tmp/functions
sed 's/.*/f:many\/& &/; p; s/f:many\/\([^ ]*\) \(.*\)/f:back\/\1 \2%return r=$retval/' /tmp/functions > /tmp/many
define_many() {
	cat /tmp/many > dynamic_events
	echo 1 > events/many/enable
	echo 1 > events/back/enable
	cat /dev/null
	echo 0 > events/many/enable
	echo 0 > events/back/enable
	grep -c . dynamic_events
}
is "an event of the entry and of the return of 100 functions" "$(grep -c . /tmp/many)" \
	define_many
check "they are recorded" grep -q '__x64_sys_close: (' trace
: > dynamic_events
is "none of them remains" "" cat dynamic_events
is "no function of them is patched" "" cat enabled_functions
dmesg > /tmp/said.kernel
is "no report in the kernel log" 0 grep -cE "BUG:|WARNING:|Call Trace|rcu:" /tmp/said.kernel
