#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tracepoint probes: accepted and rejected definitions, format files, records, several
# probes of one event, instances, filters, triggers, and tracepoints that do not exist.
# guest: --smp 2
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1
# Lines of the trace, with values that differ between the two kernels masked.
lines() {
	sed -n '/^#/d; s/^.*: \([a-zA-Z0-9_]*: (\)/\1/p' "${1:-trace}" |
		sed 's|/0x[0-9a-f]*||; s|0xffff[0-9a-f]*|PTR|g'
}

# The stock kernel allows one event of a tracepoint: each definition is removed before the
# next one, except for those of one event that follow.
each() {
	try dynamic_events "$1"
	cat dynamic_events
	: > dynamic_events
}
for def in t 't ' 't sched_switch' 't:foo sched_switch' 't:a/b sched_switch' 't:a/ sched_switch' \
	't:a.c sched_switch' 't10 sched_switch' 't0 sched_switch' 't1x sched_switch' 't99999 sched_switch' \
	'tx:tx sched_switch' 'tt sched_waking' 'T:q sched_switch' 't: sched_switch' 't:/ sched_switch' \
	't:/x sched_switch' 't:1a sched_switch' 't:a-b sched_switch' 't:x:y sched_switch' 't:a/b/c sched_switch' \
	't:a/b.c sched_switch' 't:sched_switch' t: 't nosuch' 't:ns nosuch' 't 1nosuch' 't no-such' 't no/such' \
	't no-such%x' 't10 no-such' 't10 nosuch%x' 't1x nosuch%return' \
	't nosuch $arg1' 't nosuch $bad' 't sched/sched_switch' 't sched.sched_switch' 't sched:sched_switch' \
	't sched_switch+4' 't sched_switch%return' 't sched_switch%' 't sched_*' 't *' 't __probestub_sched_switch' \
	't kmem_cache_alloc' 't kfree' 't sys_enter' 't:pf page_fault_user' 't __tracepoint_sched_switch' \
	't:a-b nosuch $bad' 't10:a-b nosuch' 't:a-b sched_switch $bad' 't:sched/sched_switch sched_switch' \
	'# all' 't:c1 kfree # some' '  t:sp   kfree   x=$arg1 ' 't:tab	kfree	x=$arg1' ' t:lead kfree'; do
	each "$def"
done
for def in '$arg1' '$arg1:string' '$arg0' '$arg6' '$arg7' '$arg1000' '$arg10000' '$argx' '$arg' '$arg*' \
	'a=$arg*' '+0($arg*)' '$arg1:symbol' '$arg1:symstr' '$retval' '$stack' '$stack1' '$stack10000' '$comm' \
	'$comm:u8' '$none' '%ax' '%nosuch' '+0(%di)' '@jiffies' '@nosuch' '@12345678abcde' '@+10' '\1' '\x' '\"abc"' \
	'\"abc' name 'prev->pid' '+0($arg1)' '+u0($arg2):ustring' '+0@0)' '+0ab1(@0)' '+0(+0(@0' '+0($comm)' '&1' x= = \
	'x=\1 x=\2' 'x.1=\1' '$arg1:u8[3]' '+0($arg1):u8[4]' '$arg1:b3@1/8' '$arg1:nosuch' 'common_pid=$arg1' \
	'__probe_ip=$arg1' '$arg1:%pd' '$arg1 y='; do
	each "t:args/x sched_switch $def"
done
# $retval is refused before other arguments, but after errors of the tracepoint's name.
for def in '' '$retval' '$arg1 %zz $retval' '$retvalx %zz +0($retval)' 'a+$retval $retval'; do
	for place in 't sched_switch' 't nosuch' 't:1a sched_switch' 't a-b' 't5 sched_switch' \
		't5x sched_switch' 't5 sched_switch%return' 't5x sched_switch%return' \
		't5x a-b' 't sched_switch%return'; do
		each "$place $def"
	done
done
for def in 't:q sched_wakeup x=$arg1 y=$arg2' 't:q sched_wakeup_new x=$arg1' 't:q sched_process_fork' \
	't:q sched_process_exit x=$arg1 y=$arg2 z=$arg3' 't:q sched_process_wait x=$arg1 y=$stack0:u8' \
	't:q sched_process_exec x=$arg1 y=$arg2' 't:q nosuch x=$arg1 y=$arg2' 't:q nosuch x=$arg1 y=$arg2' \
	't:q nosuch x=$arg1 y=$arg3' 'f:tracepoints/q vfs_read' 'f:tracepoints/q vfs_read%return x=$arg1' \
	'p:tracepoints/q vfs_open' 'f:fp vfs_read' 't:fprobes/fp task_rename' '!t:q nosuch' 't:r task_newtask $arg1'; do
	try dynamic_events "$def"
done
echo '@@ all of them'
cat dynamic_events
for def in '-:q sched_switch' '-:q sched_wakeup' -:a/ '-:r nosuch' '-:r task_newtask arg1=$arg2' \
	'-:tracepoints/r task_newtask arg1=$arg1' -:q '!t:fp vfs_read'; do
	try dynamic_events "$def"
done
cat dynamic_events
: > dynamic_events
cat dynamic_events

echo '@@ formats'
cat > dynamic_events <<'END'
t:e sched_switch a=$arg1 b=$stack0:u8 c=+0($stack):x16[3] s=$comm
t:n sched_waking
END
for event in e n; do
	grep -v '^ID' events/tracepoints/$event/format
	ls events/tracepoints/$event
done

echo '@@ records'
: > dynamic_events
cat > dynamic_events <<'END'
t:sw sched_switch preempt=$arg1:u8 prev=$arg2 next=$arg3 state=$arg4:x32 comm=$comm
t:fork sched_process_fork parent=$arg1 child=$arg2
t:enter sys_enter regs=$arg1 nr=$arg2 ip=+128($arg1):symbol
t:exec sched_process_exec p=$arg1 pid=$arg2:s32 file=+0(+96($arg3)):string one=\1 bad=+0(\1)
END
echo 1 > events/tracepoints/enable
/bin/true
echo 0 > events/tracepoints/enable
lines | sed 's/=PTR/=N/g; s/=0x[0-9a-f]*/=N/g; s/\(nr\|pid\|state\|preempt\|next\|prev\)=[0-9]*/\1=N/g; s/comm=.*/comm=C/; s/file=.*/file=F/' | sort -u
echo > trace

echo '@@ equal to the events of the tracepoints'
: > dynamic_events
cat > dynamic_events <<'END'
t:exec sched_process_exec pid=$arg2:s32
t:exit sched_process_exit
t:sig signal_generate sig=$arg1:s32 group=$arg4:s32 res=$arg5:s32
END
echo 1 > events/tracepoints/enable
echo 1 > events/sched/sched_process_exec/enable
echo 1 > events/sched/sched_process_exit/enable
echo 1 > events/signal/signal_generate/enable
# The name of a task that has ended may be lost: the trace has the last round only.
for i in 1 2 3 4 5 6 7 8 9 10; do
	echo > trace
	/bin/true
	! grep -q ' true-[0-9]* .*: exit: ' trace || break
done
kill -CONT $$
echo 0 > events/enable
awk '/: exec: /{e++} /: sched_process_exec: /{e--} /: exit: /{x++} /: sched_process_exit: /{x--} END {print e, x}' trace
sed -n 's/.*true-[0-9]* *\[[0-9]*\] \([^ ]*\) .*: \(exec\|exit\|sched_process_exec\|sched_process_exit\): .*/\1 \2/p' trace | tr N . | sort -u
sed -n 's/.*: \(sig: .*\)/\1/p' trace | sed 's|/0x[0-9a-f]*||' | sort | uniq -c
: > dynamic_events
echo > trace

echo '@@ a tracepoint with many arguments'
grep -l 'long parent' events/*/*/format | sort | head -n 3
cat > dynamic_events <<'END'
t:many timer_start a=$arg1 b=$arg2 c=$arg3
END
echo 1 > events/tracepoints/enable
await grep -q 'many: ' trace
echo 0 > events/tracepoints/enable
lines | sed 's/=.*/=N/' | sort -u
: > dynamic_events
echo > trace

echo '@@ two tracepoints of one event'
cat > dynamic_events <<'END'
t:two sched_process_exec n=\1
t:two sched_process_exit n=\2
END
echo 1 > events/tracepoints/two/enable
/bin/true
/bin/true
lines | sort -u
for def in '-:two sched_process_exit' -:two; do
	try dynamic_events "$def"
	cat dynamic_events
done
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo 0 > events/tracepoints/enable
: > dynamic_events
cat dynamic_events
echo > trace

echo '@@ instances and filters'
mkdir instances/a instances/b
echo 't:exec sched_process_exec pid=$arg2:s32 file=+0(+96($arg3)):string comm=$comm' > dynamic_events
echo 'comm == "true"' > instances/a/events/tracepoints/exec/filter
echo 'comm ~ "c*"' > instances/b/events/tracepoints/exec/filter
cat instances/a/events/tracepoints/exec/filter
echo 1 > instances/a/events/tracepoints/exec/enable
echo 1 > instances/b/events/tracepoints/exec/enable
/bin/true
/bin/cat /dev/null
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo 0 > instances/a/events/tracepoints/exec/enable
echo 0 > instances/b/events/tracepoints/exec/enable
lines trace
lines instances/a/trace | sed 's/pid=.* comm/comm/' | sort -u
lines instances/b/trace | sed 's/pid=.* comm/comm/' | sort -u
rmdir instances/a instances/b

echo '@@ triggers'
echo 'hist:keys=comm' > events/tracepoints/exec/trigger
/bin/true
/bin/true
sed -n '/comm: true/p' events/tracepoints/exec/hist
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo '!hist:keys=comm' > events/tracepoints/exec/trigger
: > dynamic_events

exit 0
