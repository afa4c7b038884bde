#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Fprobe events: accepted and rejected definitions, format files, records, several probes
# of one event, several events of one function, instances, filters and triggers.
# guest: --smp 2
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1
# Lines of the trace, with values that differ between the two kernels masked.
lines() {
	sed -n '/^#/d; s/^.*: \([a-zA-Z0-9_]*: (\)/\1/p' "${1:-trace}" |
		sed 's|/0x[0-9a-f]*||; s|0xffff[0-9a-f]*|PTR|g; s|+0x[1-9a-f][0-9a-f]* <-| <-|'
}

for def in f 'f ' 'f vfs_read' 'f:foo vfs_read' 'f vfs_read%return' 'f10:bar vfs_read%return' \
	'f0:bar0 vfs_read%return' 'f010:b8 vfs_read%return' 'f10 vfs_read' 'f0 vfs_read' 'f1x vfs_read' \
	'f1x:q vfs_read%return' 'f4096:m vfs_read%return' 'f4097 vfs_read%return' 'f99999 vfs_read' \
	'f100000000000 vfs_read%return' 'f-1 vfs_read%return' 'f0x10:hex vfs_read%return' 'fx:fx vfs_read' \
	'f10x vfs_read' 'f100:a-b nosuch $bad' 'ff vfs_read' 'F:q vfs_read' 'fz vfs_write' \
	'f:a/b vfs_open' 'f:a/ vfs_open' 'f:a.c vfs_open' 'f: vfs_open' 'f:/ vfs_open' 'f:/x vfs_open' \
	'f:1a vfs_open' 'f:a-b vfs_open' 'f:x:y vfs_open' 'f:a/b/c vfs_open' 'f:a/b.c vfs_open' \
	'f:vfs_open' 'f:' f: 'f nosuch' 'f vfs_read+4' 'f vfs_read+0' 'f 0' 'f 0xffffffff81000000' 'f -4' \
	'f vfs_*' 'f vfs_rea?' 'f *' 'f vfs_read%' 'f vfs_read%foo' 'f vfs_read%return%return' \
	'f vfs_read%return+4' 'f %return' 'f vfs_read%returnx' 'f vmlinux:vfs_read' 'f nomod:foo' 'f :vfs_read' \
	'f vfs_read:' 'f _sdata' 'f jiffies' 'f __fentry__' 'f get_kprobe' 'f start_kernel' \
	'f name_show' 'f:ns name_show%return' 'f __x64_sys_read' 'f /bin/sh' 'f a/b' \
	'f nosuch $bad' 'f:a-b nosuch' 'f:a-b vfs_read%x' 'f:a-b vfs_read $bad' 'f10:a-b vfs_read' \
	'f10 nosuch' 'f1x nosuch' 'f vfs_read+1 $bad' 'f vfs_read%foo $bad' 'f10 vfs_read%foo' \
	'f1x vfs_read%foo' 'f10 vfs_read $retval' 'f10 nosuch $retval' 'f10 vfs_read $bad' \
	'f:sched/sched_switch vfs_read' 'f:sched/sched_switch nosuch' 'f:sched/sched_switch vfs_read $bad' \
	'f:foo vfs_read' 'f:foo vfs_write' 'f:foo vfs_write%return' 'f:foo vfs_write $arg1' \
	'f:bar vfs_write' 'f5:bar vfs_write%return' 'f:foo nosuch' 't:foo sched_switch' 't:fprobes/foo sched_switch' \
	'p:fprobes/foo vfs_open' 'f:q vfs_read x=$arg1 y=$arg2' 'f:q vfs_write x=$arg1' 'f:q vfs_write' \
	'f:q vfs_write x=$arg1 y=$arg2 z=$arg3' 'f:q vfs_write x=$arg1 y=$stack0:u8' 'f:q vfs_write%return' \
	'f:q vfs_read y=$arg1' 'f:q vfs_read x=$arg1 y=$arg2' 'f:q vfs_read x=$arg1 y=$arg3' '# all' 'f:c1 vfs_read # some' \
	'  f:sp   vfs_read   x=$arg1 ' 'f:tab	vfs_read	x=$arg1' ' f:lead vfs_read' '!f:q vfs_read'; do
	try dynamic_events "$def"
done
# Arguments at the entry, and at the return.
for def in '$arg1' '$arg1:string' '$arg0' '$arg6' '$arg7' '$arg1000' '$arg2049' '$arg10000' '$argx' '$arg' '$arg*' \
	'a=$arg*' '$arg* $arg*' '+0($arg*)' '$arg1:symbol' '$arg1:symstr' '$retval' 'r=$retval:s32' \
	'$retvalx' '$comm $retval' '+0($retval)' \
	'$retval:string' '$stack' '$stack1' '$stack10000' '$comm' '$comm:u8' '$none' '%ax' 'x=%di' '%nosuch' \
	'+0(%di)' '@jiffies' '@nosuch' '@jiffies+8:u8' '@12345678abcde' '@+10' '\1' '\x' '\"abc"' '\"abc' name 'file->x' \
	'+0($arg1)' '+u0($arg2):ustring' '+0@0)' '+0ab1(@0)' '+0(+0(@0' '+0($comm)' '&1' x= = '=\1' \
	'x=\1 x=\2' 'x.1=\1' '$arg1:u8[3]' '+0($arg1):u8[4]' '+0($arg1):u8[65]' '$arg1:b3@1/8' ':u8' '$arg1:' \
	'$arg1:nosuch' 'common_pid=$arg1' '__probe_ip=$arg1' '$arg1:%pd' '$arg1:%pD' 'd=+8($arg1):%pd' \
	'+u0($arg2):u8[2]' '$arg1 y='; do
	for place in vfs_read vfs_read%return; do
		try dynamic_events "f:args/ $place $def"
		grep f:args/ dynamic_events
		echo "-:args/vfs_read__entry" >> dynamic_events 2> /dev/null
		echo "-:args/vfs_read__exit" >> dynamic_events 2> /dev/null
	done
done
echo '@@ all of them'
cat dynamic_events
for def in '-:foo vfs_write' -:foo -:a/ -:nosuch - -: '- x' -foo '-:bar vfs_read' '-:bar vfs_read%return' \
	'-:fprobes/tab vfs_read x=$arg1' '-:sp vfs_read x=$arg2' '-:q vfs_read x=$arg1' '-:lead' -:a.b; do
	try dynamic_events "$def"
done
cat dynamic_events
: > dynamic_events
cat dynamic_events

echo '@@ names'
long=$(printf 'n%.0s' $(seq 63))
for name in $long/$long n$long/a a/n$long; do
	try dynamic_events "f:$name vfs_read"
	try dynamic_events "-:$name"
done
try dynamic_events "f __x64_sys_sched_get_priority_max"
try dynamic_events "f __x64_sys_sched_get_priority_max%return"
cat dynamic_events
: > dynamic_events

echo '@@ formats'
cat > dynamic_events <<'END'
f:e vfs_read a=$arg1 b=$stack0:u8 c=+0($stack):x16[3] s=$comm
f:r vfs_read%return $retval fd=$arg1
f:n vfs_read
f:rn vfs_read%return
END
for event in e r n rn; do
	grep -v '^ID' events/fprobes/$event/format
	ls events/fprobes/$event
done

echo '@@ records'
echo 1 > events/fprobes/enable
head -c 1 /dev/zero > /dev/null
echo 0 > events/fprobes/enable
lines | sed 's/\(vfs_read[^ ]*\)/\1/; s/=0x[0-9a-f]*/=N/g; s/b=[0-9]*/b=N/; s/c={.*}/c=N/' | sort -u
echo > trace

echo '@@ flags of one record'
# A tick may have come, and the name of the task may not be known any more.
one_record() {
	echo 'comm == "head"' > events/fprobes/$1/filter
	echo 1 > events/fprobes/$1/enable
	head -c 1 /dev/zero > /dev/null
	echo 0 > events/fprobes/$1/enable
	sed -n "s/^.*\] \(.\)[^ ]\([^ ]*\) .*: \($1: .*\)/\1.\2 \3/p" trace | sort -u
}
: > dynamic_events
echo 'f:n vfs_read' > dynamic_events
one_record n
echo > trace
echo 'f:rn vfs_read%return' > dynamic_events
one_record rn
: > dynamic_events

echo '@@ values'
cat > dynamic_events <<'END'
f:open do_sys_openat2 dfd=$arg1:s32 name=+0($arg2):ustring how=+0($arg3):u64 n1=+0($arg2):x8[2]
f:opened do_sys_openat2%return fd=$retval:s32 name=+0($arg2):ustring dfd=$arg1:s32
f:read vfs_read file=$arg1:%pD count=$arg3 comm=$comm one=\1 text=\"abc" bad=+0(\1) bads=+0(\1):string
f:readr vfs_read%return ret=$retval:s64 count=$arg3:u16 third=$arg3:b4@0/64
END
echo 1 > events/fprobes/enable
head -c 3 /dev/zero > /dev/null
cat /dev/nosuch 2> /dev/null
echo 0 > events/fprobes/enable
lines | grep -E '(zero|nosuch|ret=|head)' | sort -u
: > dynamic_events
: > trace

echo '@@ a function of several places, two events of one function'
cat > dynamic_events <<'END'
f:two vfs_open n=\1
f:two vfs_read n=\2
f:also vfs_read n=\3
f:exit vfs_read%return n=\4
END
echo 1 > events/fprobes/two/enable
echo 1 > events/fprobes/also/enable
echo 1 > events/fprobes/exit/enable
head -c 1 /dev/zero > /dev/null
echo 0 > events/fprobes/also/enable
# The reads of the trace would be recorded.
echo 0 > tracing_on
lines | sed 's/[^ ]* <-/FROM <-/' | sort -u
echo 1 > tracing_on
for def in '-:two vfs_open' -:two -:also; do
	try dynamic_events "$def"
	cat dynamic_events
done
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo 0 > events/fprobes/enable
: > dynamic_events
cat dynamic_events

echo '@@ instances and filters'
mkdir instances/a instances/b
echo 'f:open do_sys_openat2 dfd=$arg1:s32 name=+0($arg2):ustring' > dynamic_events
echo 'name == "/dev/null"' > instances/a/events/fprobes/open/filter
echo 'name ~ "*zero"' > instances/b/events/fprobes/open/filter
cat instances/a/events/fprobes/open/filter
echo 1 > instances/a/events/fprobes/open/enable
echo 1 > instances/b/events/fprobes/open/enable
echo > trace
cat /dev/zero /dev/null < /dev/null | head -c 1 > /dev/null
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo 0 > instances/a/events/fprobes/open/enable
echo 0 > instances/b/events/fprobes/open/enable
lines trace
lines instances/a/trace | sort -u
lines instances/b/trace | sort -u
(echo 'nosuch == 1' > events/fprobes/open/filter) 2>&1 | sed 's/.*: //'

echo '@@ events of one task'
mkdir instances/c
echo $$ > instances/c/set_event_pid
echo 1 > instances/c/events/fprobes/open/enable
cat /dev/null
: < /dev/zero
echo 0 > instances/c/events/fprobes/open/enable
lines instances/c/trace | grep /dev
rmdir instances/a instances/b instances/c

echo '@@ triggers'
echo 'hist:keys=name:vals=dfd if name ~ "/dev/z*"' > events/fprobes/open/trigger
echo 'traceoff:1 if name == "/dev/full"' >> events/fprobes/open/trigger
cat events/fprobes/open/trigger
for i in 1 2 3; do : < /dev/zero; done
sed -n '/^{/p; /Hits/,$p' events/fprobes/open/hist
cat tracing_on
: < /dev/full
cat tracing_on
echo 1 > tracing_on
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo '!hist:keys=name:vals=dfd' > events/fprobes/open/trigger
echo '!traceoff' >> events/fprobes/open/trigger
cat dynamic_events
: > dynamic_events

echo '@@ a trigger of another event, and an event probe'
echo 'f:soft vfs_open' > dynamic_events
echo 'enable_event:fprobes:soft:1' > events/sched/sched_process_exit/trigger
cat events/fprobes/soft/enable
/bin/true
: < /dev/zero
cat events/fprobes/soft/enable
(: > dynamic_events) 2>&1 | sed 's/.*: //'
echo '!enable_event:fprobes:soft' > events/sched/sched_process_exit/trigger
echo 0 > events/fprobes/soft/enable
lines | sort -u
: > dynamic_events
echo 'f:base do_sys_openat2 dfd=$arg1:s32 name=+0($arg2):ustring' > dynamic_events
try dynamic_events 'e:on fprobes.base n=$name:string dfd=$dfd'
echo 1 > events/eprobes/on/enable
cat /dev/zero < /dev/null | head -c 1 > /dev/null
echo 0 > events/eprobes/on/enable
lines | grep zero
try dynamic_events '-:base'
try dynamic_events '-:on'
try dynamic_events '-:base'

exit 0
