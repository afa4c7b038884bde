#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Event probes: accepted and rejected definitions, format files, filters, triggers, and
# instances that are created and removed.
# guest: --smp 2
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1

# Lines of the trace, with values that differ between the two kernels masked.
lines() {
	sed -n '/^#/d; s/^.* \([^ ]*\)  *[0-9.]*: \([a-zA-Z0-9_]*: (\)/\1 \2/p' "${1:-trace}" |
		sed 's/=0x[0-9a-f]*/=N/g' | sort -u
}

for def in 'e:x' e 'e x' 'e sched/sched_switch' \
	'e:sw sched.sched_switch a=$prev_pid b=$next_comm d=$comm e=$common_pid' \
	'e:e2 sched/sched_switch a=$prev_pid if prev_pid > 2' \
	'e:e3 sched/sched_switch if prev_pid > 2' 'e:e4 sched/sched_switch if nosuch > 2' \
	'e:e5 sched/sched_switch a=$nosuch if prev_pid > 2' 'e:e6 sched/nosuch' \
	'e:e7 nosuch/nosuch' 'e:e8 nosuch' 'e:e9 sched/sched_switch if' 'e a.' \
	'e:e9 sched/sched_switch a=$prev_pid if' 'e:eA eprobes/e2 a=$a' 'e:eB ftrace/function' \
	'e:eC sched.sched_switch a=$prev_pid:u8' 'e sched/sched_switch' \
	'e:g1/ sched.sched_switch' 'ex:eF sched.sched_switch' 'e2:eG sched.sched_switch' \
	'e:eI sched.sched_switch $stack' 'e:eJ sched.sched_switch $retval' \
	'e:eK sched.sched_switch $arg1' 'e:eC sched.sched_switch b=$prev_pid:u8' \
	'p:eprobes/eC vfs_read' 'e:sched/sched_switch sched.sched_waking' 'e:eL synthetic/x' \
	'e:eM sched.sched_process_exec s=+0($filename):string' \
	'e:eN sched.sched_switch s=$prev_comm:string t=$prev_comm:u8 v=$prev_comm' \
	'e:eO syscalls/sys_enter_openat f=+0($filename):ustring g=$filename n=$__syscall_nr' \
	'e:eP sched/sched_process_exec f=$filename g=$pid' 'e:a-b nosuch' \
	'e:a-b sched.nosuch if' 'e:a-b sched.sched_switch if' 'e:eQ sched.nosuch $bad if' \
	'e:eQ sched.sched_switch $bad if' 'e:eQ sched.sched_switch $bad if x' \
	'-:eprobes/eF sched/sched_switch x' '-:eprobes/eF sched.sched_switch' \
	'-:eprobes/eG sched/sched_switch' '-:eC sched/sched_switch a=$prev_pid:u8' \
	'-:eC' '-:e5' 'e:eM sched.sched_process_exec' 'e:eR sched/sched_process_exec $nosuch' \
	'e:eS sched.sched_switch x=' 'e:eS sched.sched_switch x= y=$prev_pid' \
	'e:eS sched.sched_switch x=$' 'e:eS sched.sched_switch $prev_pid y=' \
	'e:eS sched.sched_switch =' 'e:eS sched.sched_switch x=  if prev_pid'; do
	try dynamic_events "$def"
done
cat dynamic_events

echo '@@ formats'
for format in events/eprobes/*/format; do
	sed '/^ID/d; /common/d' "$format"
done

echo '@@ enabled in an instance and at the top'
mkdir instances/i
echo 1 > instances/i/events/eprobes/eP/enable
cat instances/i/events/sched/sched_process_exec/enable
cat events/sched/sched_process_exec/enable
cat instances/i/events/sched/sched_process_exec/trigger
/bin/true
echo 0 > instances/i/events/eprobes/enable
lines instances/i/trace
rmdir instances/i
echo 1 > events/eprobes/eP/enable
echo 1 > events/eprobes/eO/enable
cat events/eprobes/enable events/sched/sched_process_exec/enable
cat events/sched/sched_process_exec/trigger
/bin/true
: < /dev/zero
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo 0 > events/eprobes/enable
cat events/sched/sched_process_exec/enable
lines | grep 'eO.*zero'
lines | grep 'eP'

echo '@@ filters and triggers'
cat > dynamic_events <<'END'
e:fl sched.sched_process_exec pid=$pid:u32 f=$filename if old_pid > 1
e:no sched.sched_process_exec pid=$pid:u32 if old_pid == 1
END
echo > trace
echo 'pid > 1 && f > 0' > events/eprobes/fl/filter
echo 'hist:keys=f if pid > 2' > events/eprobes/fl/trigger
echo 'stacktrace:1 if pid > 2' >> events/sched/sched_process_exec/trigger
echo 1 > events/eprobes/fl/enable
echo 1 > events/eprobes/no/enable
cat events/sched/sched_process_exec/trigger | sed 's/^#.*//'
/bin/true
echo 0 > events/eprobes/fl/enable
sed -n 's/^    Dropped.*/&/p' events/eprobes/fl/hist
echo '!hist:keys=f' > events/eprobes/fl/trigger
echo '!stacktrace' > events/sched/sched_process_exec/trigger
lines | sed 's/pid=[0-9]*/pid=N/' | sort -u
cat events/sched/sched_process_exec/enable

echo 0 > events/eprobes/enable
cat events/sched/sched_process_exec/enable
: > dynamic_events
cat dynamic_events
