#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Kprobe events: accepted and rejected definitions, format files, several probes of one
# event, instances, filters, triggers, modules that are loaded and unloaded, and
# concurrent changes.
# guest: --smp 2
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
# Lines of the trace, with values that differ between the two kernels masked.
lines() {
	sed -n '/^#/d; s/^.*: \([a-z0-9_]*: (\)/\1/p' "${1:-trace}" |
		sed 's|/0x[0-9a-f]*||; s|0xffff[0-9a-f]*|PTR|g; s|+0x[1-9a-f][0-9a-f]* <-| <-|'
}

for def in 'p vfs_read' 'p:foo vfs_read+4' 'r vfs_read' 'r10:bar vfs_read' 'r0:bar0 vfs_read' \
	'r010 vfs_read' 'p:a/b vfs_read%return' 'p:a/b2 vfs_read+0%return' 'p:a/ vfs_open' \
	'p:a.c vfs_open' 'p:mod nomod:foo' 'p nomod:foo+4' 'p:m2 nomod:foo+5 $arg1' \
	'r:m3 nomod:foo $retval' 'r:m4 nomod:foo+4 $arg1' 'p:x vfs_read %di b=$stack0 :u8' \
	'p:x1 vfs_read %di b=$stack0:u8  c=+0(%di):string' '  p:sp   vfs_read   x=%ax ' \
	'p:sp2	vfs_read	x=%ax' p r p: p:/ p:n 'p:n ' 'px vfs_read' 'p1 vfs_read' \
	'r1x vfs_read' 'r99999 vfs_read' 'r4097 vfs_read' 'r4096:r4096 vfs_read' 'r-1 vfs_read' \
	'r100000000000 vfs_read' 'pp vfs_read' 'x vfs_read' 'P:q vfs_read' 'p nosuch' \
	'p vfs_read+x' 'p vfs_read-4' 'p vfs_read+-4' 'p vfs_read+1' 'p 0' 'p _sdata' \
	'p:nt __fentry__' 'p:nk get_kprobe' 'r vfs_read+4' 'p vfs_read+4%return' \
	'r vfs_read+0' 'p vfs_read%foo' 'p vfs_read%return%return' 'p vfs_read%' 'p %return' \
	'r vfs_read%return' 'p:x:y vfs_read' 'p:a/b/c vfs_read' 'p:a/b.c vfs_read' \
	'p:1a vfs_read' 'p:a-b vfs_read' 'p:a/ ' 'p:vfs_read' 'p:./a vfs_read' 'p:a. vfs_read' \
	'p:/x vfs_read' 'p: vfs_read' 'p:sched/sched_switch vfs_read' 'p:foo vfs_read' \
	'p:foo vfs_write' 'r:foo vfs_read' 'p:foo vfs_write %di' 'p:foo vfs_open' \
	'r:bar vfs_write' 'r5:bar vfs_write' 'r:a/b vfs_open' 'p name_show' 'p:us :vfs_read' \
	'p:us vfs_read:' 'p vmlinux:vfs_read' 'p100:a-b nosuch $bad' 'p:a-b nosuch $bad' \
	'p:a-b vfs_read $bad' 'r:foo vfs_read+10 $bad' 'p:foo vfs_read+1 $bad' \
	'r1a:a-b vfs_read' 'p:a-b vfs_read%bad $bad' 'p:sched/sched_switch vfs_read $bad' \
	'p:sched/sched_switch vfs_read+1' 'p -4' 'p:abc 4+' 'p vfs_read+' 'p vfs_read @nosuch' \
	'p /bin/sh' 'p a/b' '# all' 'p:c1 vfs_read # some' 'p:c2 vfs_read#some' '' \
	'p:q vfs_read x=%di y=%si' 'p:q vfs_write x=%di' 'p:q vfs_write' \
	'p:q vfs_write x=%di y=%si z=%dx' 'p:q vfs_write x=%di y=$stack0:u8' 'r:q vfs_write' \
	'p:q vfs_read x=%di y=%si' '!p:q vfs_read'; do
	try kprobe_events "$def"
done
# Incomplete arguments and the position of the caret in the error log.
for def in 'x=' 'x= y=$arg1' 'x=:u8' 'x=  ' '=' '=$arg1' '  x=' '$' 'x=+' 'x=+0' 'x=+0(' 'x=+0()' \
	'x=$arg1:' 'x=$arg1:u8[' 'x=$arg1:u8[]' 'x=\' 'x=\"a' 'x=@' 'x=%' :u8 'x=$arg1:b1@' \
	'x=$arg1 x=' '$arg1 y=' '$arg' '$arg0' 'x=$arg1:string y='; do
	try kprobe_events "p:caret vfs_read $def"
done
cat kprobe_events kprobe_profile
echo '@@ dynamic_events'
cat dynamic_events
for def in '-:foo vfs_write' -:foo -:a/ -:nosuch - -: '- x' -foo '-:kprobes/x1 vfs_read' \
	'-:x1 vfs_read %di' '-:x1 vfs_read arg1=%di b=$stack0:u8' '-:q vfs_read+0' -:a.b; do
	try kprobe_events "$def"
done
for def in 'p vfs_write' 'pq:z vfs_write' ' p:sp3 vfs_write' '-:kprobes/sp3 vfs_write' \
	'-:kprobes/z vfs_read' '-:kprobes/z vfs_write x' '!p:p_vfs_write_0 vfs_write' \
	'p a/b' p 'p:x/y' '!x' -:kprobes/; do
	try dynamic_events "$def"
done
cat dynamic_events

echo '@@ formats'
cat > kprobe_events <<'END'
p:e vfs_read a=%di b=$stack0:u8 c=+0($stack):x16[3] s=$comm
r:r vfs_read $retval fd=$arg1
p:n vfs_read
r:rn vfs_read
END
for event in e r n rn; do
	grep -v '^ID' events/kprobes/$event/format
	ls events/kprobes/$event
done

echo '@@ records'
echo 1 > events/kprobes/enable
head -c 1 kprobe_profile > /dev/null
echo 0 > events/kprobes/enable
# The return address may be another return trampoline, depending on the order of the two
# probes.
lines | sed 's/^\(rn*: (\)[^<]*<-/\1FROM <-/; s/=0x[0-9a-f]*/=N/g; s/b=[0-9]*/b=N/; s/c={.*}/c=N/' | sort
cat kprobe_profile

echo '@@ two probes of one event, in use'
cat > kprobe_events <<'END'
p:two vfs_open n=\1
p:two vfs_write n=\2
END
echo > trace
echo 1 > events/kprobes/two/enable
echo > /dev/null
echo 'p:two ksys_read n=\3' >> kprobe_events
head -c 1 /dev/zero > /dev/null
echo 0 > events/kprobes/two/enable
lines | sort -u
echo 1 > events/kprobes/two/enable
for def in '-:two vfs_open' -:two; do
	try kprobe_events "$def"
	cat kprobe_events
done
(: > kprobe_events) 2>&1 | sed 's/.*: //'
echo 0 > events/kprobes/two/enable
: > kprobe_events
cat kprobe_events

echo '@@ instances and filters'
mkdir instances/a instances/b
echo 'p:open do_sys_openat2 dfd=$arg1:s32 name=+0($arg2):ustring' > kprobe_events
echo 'name == "/dev/null"' > instances/a/events/kprobes/open/filter
echo 'name ~ "*zero"' > instances/b/events/kprobes/open/filter
cat instances/a/events/kprobes/open/filter
echo 1 > instances/a/events/kprobes/open/enable
echo 1 > instances/b/events/kprobes/open/enable
echo > trace
cat /dev/zero /dev/null < /dev/null | head -c 1 > /dev/null
(: > kprobe_events) 2>&1 | sed 's/.*: //'
echo 0 > instances/a/events/kprobes/open/enable
echo 0 > instances/b/events/kprobes/open/enable
lines trace
lines instances/a/trace | sort -u
lines instances/b/trace | sort -u
(echo 'nosuch == 1' > events/kprobes/open/filter) 2>&1 | sed 's/.*: //'

echo '@@ events of one task'
mkdir instances/c
echo $$ > instances/c/set_event_pid
echo 1 > instances/c/events/kprobes/open/enable
cat /dev/null
: < /dev/zero
echo 0 > instances/c/events/kprobes/open/enable
lines instances/c/trace | grep /dev
rmdir instances/a instances/b instances/c

echo '@@ triggers'
echo 'hist:keys=name:vals=dfd if name ~ "/dev/z*"' > events/kprobes/open/trigger
echo 'traceoff:1 if name == "/dev/full"' >> events/kprobes/open/trigger
cat events/kprobes/open/trigger
for i in 1 2 3; do : < /dev/zero; done
sed -n '/^{/p; /Hits/,$p' events/kprobes/open/hist
cat tracing_on
: < /dev/full
cat tracing_on
echo 1 > tracing_on
(: > kprobe_events) 2>&1 | sed 's/.*: //'
echo '!hist:keys=name:vals=dfd' > events/kprobes/open/trigger
echo '!traceoff' >> events/kprobes/open/trigger
cat kprobe_events
: > kprobe_events

echo '@@ a trigger of another event'
echo 'p:soft vfs_open' > kprobe_events
echo 'enable_event:kprobes:soft:1' > events/sched/sched_process_exit/trigger
cat events/kprobes/soft/enable
/bin/true
: < /dev/zero
cat events/kprobes/soft/enable
(: > kprobe_events) 2>&1 | sed 's/.*: //'
echo '!enable_event:kprobes:soft' > events/sched/sched_process_exit/trigger
echo 0 > events/kprobes/soft/enable
lines | sort -u
: > kprobe_events

echo '@@ modules'
: > trace
cat > kprobe_events <<'END'
p:work trace_printk:trace_printk_irq_work a=$stack
END
cat kprobe_events
echo 'p:work trace_printk:other a=$stack' >> kprobe_events
echo 'r:back trace_printk:trace_printk_irq_work' >> kprobe_events
echo 1 > events/kprobes/enable
cat kprobe_profile
modprobe trace-printk
for def in 'p:b trace_printk:nosuch' 'p:c trace_printk_irq_work' 'r:e trace_printk:trace_printk_irq_work+4' \
	'p:h trace_printk:trace_printk_irq_work+1' 'p:i trace_printk: x' 'p:g trace_printk:trace_printk_irq_work $arg1'; do
	try kprobe_events "$def"
done
rmmod trace-printk
lines | sed 's/([^)]*)/(PLACE)/' | sort -u
cat kprobe_events
modprobe trace-printk
cat kprobe_profile
echo 0 > events/kprobes/enable
rmmod trace-printk
: > kprobe_events
cat kprobe_events

echo '@@ names of maximal length'
long=$(printf 'n%.0s' $(seq 63))
for name in $long/$long n$long/a a/n$long; do
	try kprobe_events "p:$name vfs_read"
	try kprobe_events "-:$name"
done

echo '@@ before the concurrent changes'
cat kprobe_events

# Define, hit and remove probes while another one is hit.
churn() {
	i=0
	while [ $i -lt 40 ]; do
		echo "$1:churn$2 vfs_read a=\$stack0 s=\$comm" >> kprobe_events
		echo "$1:churn$2 vfs_write a=\$stack0 s=\$comm" >> kprobe_events
		echo 1 > events/kprobes/churn$2/enable
		cat kprobe_profile > /dev/null
		cat trace > /dev/null
		echo "-:churn$2 vfs_read" >> kprobe_events
		echo 0 > events/kprobes/churn$2/enable
		echo "-:churn$2" >> kprobe_events
		i=$((i + 1))
	done
}

echo 'p:steady ksys_write' > kprobe_events
echo 1 > events/kprobes/steady/enable
for i in 1 2; do
	churn p "$i" 2> /tmp/churn.p$i &
	churn r "r$i" 2> /tmp/churn.r$i &
done
wait
cat /tmp/churn.* > /tmp/churned
is "no concurrent command fails" "" cat /tmp/churned
echo 0 > events/kprobes/steady/enable
is "hits of the permanent probe are counted" '1 0' \
	awk '$1 == "steady" { print ($2 > 100), $3 }' kprobe_profile
: > kprobe_events
is "no dynamic event remains" "" cat dynamic_events kprobe_profile
dmesg > /tmp/said.kernel
is "no report in the kernel log" 0 grep -cE "BUG:|WARNING:|Call Trace|rcu:" /tmp/said.kernel
