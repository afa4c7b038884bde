#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Uprobe events on a program that calls its functions on demand: definitions, format files,
# records with each kind of argument, several events of one place and several places of one
# event, filters, triggers, instances, reference counters, and programs that are replaced,
# deleted, forked, executed and unmapped.
# guest: --smp 2 --program REPO/tools/testing/trace/guest/uprobe_prog.c
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
# The addresses on the stack are the same each time.
echo 0 > /proc/sys/kernel/randomize_va_space
cp /bin/uprobe_prog /tmp/prog
/tmp/prog sed > /tmp/sed
mkfifo /tmp/to /tmp/from

# Replace {NAME} by the offset of a place of the program, and {&NAME} by its address.
places() { sed -f /tmp/sed; }
# Commands that define events; each has to succeed.
define() {
	places > /tmp/definitions
	cat /tmp/definitions 2>&1 > uprobe_events | sed 's/.*: /not defined: /'
}
# Write a command and show what the error log says of it.
command() {
	echo > error_log
	echo "@@ $1: $2"
	(echo "$2" | places >> "$1") 2>&1 | sed 's/.*: //'
	sed 's/^\[[^]]*\]/[T]/' error_log
}
# Lines of the trace without PID, CPU, flags and time.
# The name of a task that has ended may be lost.
lines() {
	sed -n '/^#/d; s/^ *\(.*\)-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: /\1: /p' "${1:-trace}" |
		sed 's/^<\.\.\.>:/prog:/'
}
# Enable the events of a directory while the program runs commands.
traced() {
	dir=$1
	shift
	echo > trace
	echo 1 > "$dir/enable"
	/tmp/prog "$@"
	echo 0 > "$dir/enable"
	lines
}
# A program that runs in the background and takes commands.
start() {
	"$@" - < /tmp/to > /tmp/from &
	running=$!
	exec 3> /tmp/to 4< /tmp/from
}
tell() {
	echo "$1" >&3
	while read -r line <&4; do
		[ "$line" = . ] && break
		echo "$line"
	done
}
stop() {
	exec 3>&- 4<&-
	wait "$running"
}

echo '@@ files before there is an event'
cat uprobe_events uprobe_profile dynamic_events
ls events/uprobes 2>&1

# The definitions that uprobe-errors.sh has are refused, most of these are not.
for def in 'p /tmp/prog:{plain}' 'p:foo /tmp/prog:{plain}' 'r /tmp/prog:{plain}' \
	'r:bar /tmp/prog:{give} $retval' 'p:ret2 /tmp/prog:{give}%return $retval' \
	'p:grp/ev /tmp/prog:{plain} %di' 'p:grp/ /tmp/prog:{other}' 'p:g.r/ev /tmp/prog:{plain}' \
	'p:a.c /tmp/prog:{plain}' '  p:sp   /tmp/prog:{plain}   x=%ax ' \
	'p:tab	/tmp/prog:{plain}	x=%ax' 'p:ref /tmp/prog:{counted}({semaphore})' \
	'r:refr /tmp/prog:{counted}({semaphore}) $retval' \
	'p:refret /tmp/prog:{counted}({semaphore})%return' 'p:dec /tmp/prog:6192' \
	'p:oct /tmp/prog:014060' 'p:far /tmp/prog:0x7fffffff' 'p:zero /tmp/prog:0' \
	'p:big /tmp/prog:0xffffffffffffffff' 'p:many /tmp/prog:0x10000000000000000' \
	'p:plus /tmp/prog:+{plain}' 'p:minus /tmp/prog:-4' 'p:rel tmp/prog:{plain}' \
	'p:dots /tmp/../tmp/./prog:{plain}' 'p:link /tmp/link:{plain}' \
	'p /tmp/prog:{plain} a=%di' 'p:foo /tmp/prog:{plain}' 'p:foo /tmp/prog:{other}' \
	'p:foo /tmp/prog:{other} %di' 'r:foo /tmp/prog:{other}' 'p:grp/ev /tmp/prog:{other} %di' \
	'p:grp/ev /tmp/prog:{other} b=%di' 'p:grp/ev /tmp/prog:{other} arg1=%di:u8' \
	'p:grp/ev /tmp/prog:{other} arg1=%si' 'p:ref /tmp/prog:{plain}({semaphore})' \
	'p:sh /bin/sh:0x40' 'p:busy /bin/busybox:64' 'p:sched/sched_switch /tmp/prog:{plain}' \
	'p:kprobes/x /tmp/prog:{plain}' 'p4:x /tmp/prog:{plain}' 'r4:x /tmp/prog:{plain}' \
	'r5:max /tmp/prog:{plain}' 'pp /tmp/prog:{plain}' 'p /tmp/prog:{plain} # comment' \
	'# comment' '' 'p:odd /tmp/a-b.c:0x10' 'p /tmp/a-b.c:0x10' 'r /tmp/a-b.c:0x11' \
	'p /tmp/a:b:0x12' 'p:spaced /tmp/a b:0x13' 'p /tmp/1st:0x14' 'p /tmp/ümlaut:0x15' \
	'p:longest /tmp/prog:{plain} n123456789012345678901234567890=%di'; do
	: > /tmp/a-b.c
	: > /tmp/a:b
	: > /tmp/1st
	: > /tmp/ümlaut
	: > "/tmp/a b"
	ln -sf prog /tmp/link
	command uprobe_events "$def"
done
echo '@@ uprobe_events'
cat uprobe_events
echo '@@ uprobe_profile'
cat uprobe_profile
echo '@@ dynamic_events'
cat dynamic_events
echo '@@ kprobe_events with uprobe events'
cat kprobe_events kprobe_profile
for def in -:foo '-:grp/ev /tmp/prog:{other}' '-:grp/ev /tmp/prog:{plain}' -:nosuch -:grp/ - -: \
	'-:uprobes/a.c' '-:ref /tmp/prog:{plain}' '-:ref /tmp/prog:{counted}' \
	'-:ref /tmp/prog:{counted}({semaphore})' '-:sp /tmp/prog:{plain} x=%di' \
	'-:sp /tmp/prog:{plain} x=%ax' '-:tab /tmp/link:{plain}' '-:dots /tmp/../tmp/./prog:{plain}' \
	'-p:dec' '!p:dec /tmp/prog:6192' '-:oct /tmp/nosuch:014060'; do
	command uprobe_events "$def"
done
echo '@@ what is left'
cat uprobe_events
for def in 'p:dyn /tmp/prog:{plain} %di' 'r:dynr /tmp/prog:{plain} $retval' '-:dyn' \
	'-:uprobes/dynr' '-:uprobes/nosuch' '-:zero /tmp/prog:0' 'p:both /tmp/prog:{plain}' \
	'p:both vfs_read' 'p:kprobes/both vfs_read' '-:both'; do
	command dynamic_events "$def"
done
echo '@@ truncated uprobe_events keeps other kinds'
echo 'p:kprobes/kept vfs_read' >> kprobe_events
echo 'p:uprobes/also vfs_write' >> kprobe_events
: > uprobe_events
cat dynamic_events
echo 'p:again /tmp/prog:{plain}' | places >> dynamic_events
: > kprobe_events
cat dynamic_events
: > dynamic_events
cat dynamic_events

echo '@@ several commands in one write'
printf 'p:one /tmp/prog:0x10\np:two /tmp/prog:0x20\n# comment\n\n-:one\np:three /tmp/prog:0x30' \
	> uprobe_events
cat uprobe_events
printf 'p:four /tmp/prog:0x40\np:bad /nosuch:0x10\np:five /tmp/prog:0x50\n' 2>&1 >> uprobe_events |
	sed 's/.*: //'
cat uprobe_events

echo '@@ formats'
define <<'END'
p:e /tmp/prog:{plain} a=%di b=$stack0:u8 c=+0(%sp):x16[3] s=$comm
p:t /tmp/prog:{texts} s=+0(%di):string u=+0(%di):ustring a=+0(%si):string[2] c=%dx:char d=+0(%di):char[4]
p:b /tmp/prog:{things} a=+72(%di):b4@4/32 b=%si:s8 c=\-1 f=@{&data_number}:s32
r:r /tmp/prog:{give} $retval v=$retval:s32
p:n /tmp/prog:{plain}
r:rn /tmp/prog:{plain}
END
for event in e t b r n rn; do
	grep -v '^ID' events/uprobes/$event/format
	ls events/uprobes/$event
done

echo '@@ records'
traced events/uprobes plain texts things give numbers | sort
cat uprobe_profile
echo '@@ records: raw'
echo raw > trace_options
sed 's/^ *[0-9]* [0-9]* [0-9]* /TIME /; s/^[^ ]*-[0-9]* .*[0-9]: [0-9]* //; /^#/d; s/type: [0-9]*/type: N/' trace | sort
echo noraw > trace_options
echo '@@ records: fields'
echo fields > trace_options
lines | sed 's/common_[a-z]*=[^ ]* *//g' | sort
echo nofields > trace_options
echo '@@ records: nohash-ptr, sym-addr, userstacktrace'
for option in nohash-ptr sym-addr sym-userobj; do
	echo $option > trace_options
	lines | sort
done
for option in hash-ptr nosym-addr nosym-userobj; do
	echo $option > trace_options
done
echo userstacktrace > trace_options
echo sym-userobj > trace_options
traced events/uprobes/e plain | head -3
sed -n '/user stack/{n;p;}' trace
echo nouserstacktrace > trace_options
echo nosym-userobj > trace_options
echo '@@ pid and comm of the record'
# The name of a task that has ended may be lost.
for i in 1 2 3 4 5 6 7 8 9 10; do
	echo > trace
	echo 1 > events/uprobes/n/enable
	sh -c 'echo $$ > /tmp/pid; exec /tmp/prog comm=other_name plain'
	echo 0 > events/uprobes/n/enable
	! grep -q "other_name-$(cat /tmp/pid) " trace || break
done
sed -n "s/^ *\(.*\)-$(cat /tmp/pid) *\[.*: n: /\1 PID n: /p" trace

# args PLACE COMMAND: one event with each of the arguments that follow on stdin.
args() {
	echo "@@ arguments: $1 $2"
	i=0
	while read -r arg; do
		i=$((i + 1))
		error=$( (echo "${3:-p}:a$i /tmp/prog:{$1} $arg" | places >> uprobe_events) 2>&1)
		[ -z "$error" ] || echo "$arg: ${error##*: }"
	done
	cat uprobe_events
	traced events/uprobes "$2" | sort
	: > uprobe_events
}
: > uprobe_events

args numbers numbers <<'END'
a=%di:s8 b=%si:u16 c=%dx:s32 d=%cx:x64 e=%r8:s64 f=%r9 g=+8(%sp):x64 h=+16(%sp):s64
a=%di b=%si c=%dx d=%cx e=%r8 f=%r9 g=$stack1 h=$stack2
a=%di:u8 b=%di:u16 c=%di:u32 d=%di:u64
a=%di:s8 b=%di:s16 c=%di:s32 d=%di:s64
a=%di:x8 b=%di:x16 c=%di:x32 d=%di:x64
a=%cx:u8 b=%cx:u16 c=%cx:u32 d=%cx:u64
a=%cx:s8 b=%cx:s16 c=%cx:s32 d=%cx:s64
a=%cx:x8 b=%cx:x16 c=%cx:x32 d=%cx:x64
a=%di:char b=%cx:char c=%si:char
a=%cx:b4@0/8 b=%cx:b4@4/8 c=%cx:b12@4/16 d=%cx:b20@8/32 e=%cx:b1@63/64 f=%cx:b64@0/64
a=%ip b=%ip:x64 d=%ax:u8 e=%cs f=%ss g=%flags:b1@1/64
a=%ip:symbol
a=$stack0 c=$stack1:s64 d=$stack2:s32 e=$stack3:u8
a=$stack0:symbol
a=\1 b=\-1 c=\0x10:u8 d=\010 e=\-1:s16 f=\65:char g=\1:x8
a="text"
a=$comm b=$comm:string
c=$comm:ustring
END
args texts texts <<'END'
a=+0(%di):string b=+0(%di):ustring c=+u0(%di):string d=+u0(%di):ustring
a=+5(%di):string b=-0(%di):string c=+u5(%di):ustring
a=+0(%di):char b=+0(%di):u8 c=+0(%di):x64 d=+0(%di):char[9] e=+0(%di):x8[9]
a=+0(+0(%si)):string b=+0(+8(%si)):string c=+0(+16(%si)):string d=+0(+24(%si)):string
a=+0(%si):string[1] b=+0(%si):string[2] c=+0(%si):string[3] d=+0(%si):string[4]
a=+0(%si):ustring[3] b=+u0(%si):ustring[3]
a=+0(+0(%si)):string[2] b=+0(+8(%si)):u8[3]
a=%dx:char c=%dx:u8 d=%dx:b4@4/8
b=%dl
a=+0(%cx):string b=+0(%cx):char c=+0(%cx):string[1]
a=+0(%di):u8[64] b=+0(%di):string[64]
a=+0(%di):symbol
b=%di:symbol
c=+0(%di):symstr
d=%di:string
END
args things things <<'END'
a=+0(%di):s8 b=+1(%di):u8 c=+2(%di):s16 d=+4(%di):u16 e=+8(%di):s32 f=+12(%di):u32 g=+16(%di):s64 h=+24(%di):u64
a=+0(%di):x8 b=+1(%di):x8 c=+2(%di):x16 d=+4(%di):x16 e=+8(%di):x32 f=+12(%di):x32 g=+16(%di):x64 h=+24(%di):x64
a=+u24(%di) b=+u0(%di):u8 c=+u16(%di):s64
a=+32(%di):string b=+32(%di):char[8] c=+32(%di):char d=+32(%di):x8[8]
a=+0(+0(+40(%di))):string b=+8(+40(%di)):s32 c=+8(+40(%di)):s32[4] d=+12(+40(%di)):u32[2]
a=+48(%di):string[3] b=+0(+48(%di)):string c=+0(+56(%di)):string d=+0(+64(%di)):string
a=+72(%di):b4@0/32 b=+72(%di):b4@4/32 c=+72(%di):b8@8/32 d=+72(%di):b1@31/32 e=+72(%di):b32@0/32
a=+72(%di):b4@0/32[1] b=+72(%di):b4@4/8[4] c=+72(%di):x32
a=+76(%di):s16[5] b=+76(%di):u16[5] c=+76(%di):x16[5] d=+78(%di):s16
a=+16(%di):s64[2] b=+16(%di):u64[2] c=+16(%di):x64[2]
a=%si b=+8(%di):u8[4]
END
args frame frame <<'END'
a=$stack b=$stack0 c=$stack1 d=$stack:u64 e=+0($stack) f=$stack:x8
a=$stack2047 b=$stack511
a=%sp b=+0(%sp)
END
args plain plain <<'END'
a=@{&data_number}:s32 b=@{&data_text}:string c=@{&const_text}:string d=@{&data_number}:x8[4]
a=+0(@{&data_number}):s32 b=+5(@{&data_text}):string c=@{&semaphore}:u16
a=@+{data_number}:s32 b=@+{data_text}:string c=@+{const_text}:string d=@+{plain}:x8
a=+0(@+{const_text}):string b=+4(@+{const_text}):char[4]
a=@0x1000:u8 b=@0:u64 c=@0x1000:string d=@0xffffffff81000000:x64
END
# No array of strings at an unreadable address: the stock kernel prints what its buffer had
# before. args_test.c of KUnit has this case.
args faults faults <<'END'
a=+0(%di):u64 b=+0(%di):string c=+0(%di):u8[2] d=+0(%di):ustring e=+8(+0(%di)):u8
a=+0(%si):string b=+0(%si):x32 c=+0(%si):x64 d=+0(%si):u8[4] e=+0(%si):u8[8] f=+0(%si):string[2]
a=+4(%si):string b=+3(%si):char c=+4(%si):char d=-4096(%si):x64 e=+1(%si):string
a=+0(%dx):string b=+0(%dx):x8[4] c=+4096(%dx):string
a=+0(%di):b4@0/8 c=+0(%di):char d=+0(%di):s8 e=\1
a=$stack2047:string b=+0($stack2047):string c=$stack2047
END
args give give r <<'END'
a=$retval b=$retval:s32 c=$retval:u8 d=$retval:x16 e=$retval:b4@0/8
a=$retval b=%ax c=%di d=%ip e=$comm f=$stack0
END
args give give=0x1234567890 r <<'END'
a=$retval b=$retval:u32 c=$retval:char
END
args name_of name_of r <<'END'
a=+0($retval):string b=+0($retval):ustring c=+0($retval):char[3]
a=+u0($retval):string b=+0($retval):x8 c=+1($retval):string
END
args name_of name_of=0 r <<'END'
a=+0($retval):string b=+0($retval):char[4]
END

echo '@@ 128 arguments'
line='p:most /tmp/prog:{plain}'
i=0
while [ $i -lt 128 ]; do
	line="$line %di"
	i=$((i + 1))
done
(echo "$line" | places > uprobe_events) 2>&1 | sed 's/.*: //'
cat uprobe_events
traced events/uprobes plain=77

echo '@@ long strings'
name=$(printf 'n%.0s' $(seq 100))
long=$name$name$name$name$name$name$name$name$name$name
define <<'END'
p:l1 /tmp/prog:{texts} a=+0(%di):string
p:l2 /tmp/prog:{texts} a=+0(%di):string b=+0(%di):string
p:l3 /tmp/prog:{texts} a=+0(%di):string b=+1000(%di):string c=+0(%di):u8[64]
p:l4 /tmp/prog:{texts} a=+0(%di):string b=+0(%di):string c=+0(%di):string d=+0(%di):string e=+0(%di):string f=%dx
p:l5 /tmp/prog:{texts} a=+0(%di):string b=+0(%si):string[2] c=+0(%di):string
END
for length in 1000 2000 3000 4000 4090 4095 4096 4097 5000 8000; do
	echo "@@ a string of $length"
	text=$(echo "$long$long$long$long$long$long$long$long" | cut -c "1-$length")
	# If one of several strings is longer than a page, the stock kernel records another one
	# as a fault.
	[ "$length" -lt 4096 ] && kept='1 2 3 4 5' || kept='1 2 4'
	traced events/uprobes "texts=$text" | grep "l[$kept]: " | sed "s/n\{200,\}/MANY/g" | sort
	for i in $kept; do
		sed -n "s/.* l$i: //p" trace | tr -cd 'n' | wc -c
	done
done

echo '@@ returns'
define <<'END'
r:plain /tmp/prog:{plain} $retval
p:enter /tmp/prog:{depth} n=%di
r:leave /tmp/prog:{depth} n=$retval:s64
r:jumps /tmp/prog:{jumps}
p:jump /tmp/prog:{jumps}
END
traced events/uprobes plain depth=3 jumps jumps depth=2 jumps plain=9
cat uprobe_profile
echo '@@ returns: too deep'
traced events/uprobes depth=70 | sed 's/n=[0-9]*/n=N/' | sort | uniq -c
cat uprobe_profile

echo '@@ instructions'
for insn in nop push mov lea load add call jmp callee ret pop cmp je long; do
	echo "p:$insn /tmp/prog:{insn_$insn} ax=%ax"
done | define
traced events/uprobes insns
echo '@@ a return in the middle of a function'
echo 'r:r /tmp/prog:{insn_callee} $retval' | define
traced events/uprobes insns

echo '@@ several events on one place'
define <<'END'
p:a /tmp/prog:{plain} %di
p:b /tmp/prog:{plain} x=%di:u8
r:c /tmp/prog:{plain} $retval
p:d /tmp/prog:{plain}
r:e /tmp/prog:{plain}
END
traced events/uprobes plain=256 | sort
traced events/uprobes/b plain=257
traced events/uprobes/c plain=258
echo 1 > events/uprobes/a/enable
echo 1 > events/uprobes/d/enable
echo > trace
/tmp/prog plain=1
echo 0 > events/uprobes/a/enable
/tmp/prog plain=2
echo 1 > events/uprobes/e/enable
/tmp/prog plain=3
echo 0 > events/uprobes/enable
/tmp/prog plain=4
lines | sort
cat uprobe_profile

echo '@@ several places of one event'
define <<'END'
p:two /tmp/prog:{plain} x=%di
p:two /tmp/prog:{other} x=%di
END
cat uprobe_events
traced events/uprobes plain other plain=5
cat uprobe_profile
for def in 'p:two /tmp/prog:{give} x=%di' 'p:two /tmp/prog:{give} x=%si' \
	'p:two /tmp/prog:{plain} x=%di' 'r:two /tmp/prog:{give} x=%di' \
	'p:two /tmp/prog:{give} x=%di:u8' '-:two /tmp/prog:{other}'; do
	command uprobe_events "$def"
	cat uprobe_events
done
# Changing the places of an event in use makes the stock kernel oops: see uprobe-races.sh.
echo '@@ several places of one event, in use'
echo > trace
echo 1 > events/uprobes/two/enable
(: > uprobe_events) 2>&1 | sed 's/.*: //'
/tmp/prog plain other give
lines
cat events/uprobes/two/enable
echo 0 > events/uprobes/two/enable
: > uprobe_events
cat uprobe_events
echo '@@ places of one event in two files'
mkdir /tmp/second
cp /tmp/prog /tmp/second/prog
define <<'END'
p:two /tmp/prog:{plain} x=%di
p:two /tmp/second/prog:{other} x=%di
END
echo > trace
echo 1 > events/uprobes/two/enable
/tmp/prog plain=1 other=2
/tmp/second/prog plain=3 other=4
echo 0 > events/uprobes/two/enable
lines
cat uprobe_profile

echo '@@ a process that runs before the event'
: > uprobe_events
start /tmp/prog
tell text=plain
echo 'p:ev /tmp/prog:{plain} x=%di' | define
tell text=plain
echo > trace
echo 1 > events/uprobes/ev/enable
tell text=plain
tell plain=11
echo 0 > events/uprobes/ev/enable
tell text=plain
tell plain=12
lines
echo '@@ enabled twice, and switched off by tracing_on'
echo > trace
echo 1 > events/uprobes/ev/enable
echo 1 > events/uprobes/ev/enable
echo 0 > tracing_on
tell plain=13
echo 1 > tracing_on
tell plain=14
echo 0 > events/uprobes/ev/enable
lines
cat uprobe_profile

echo '@@ fork, exec, threads, other mappings'
echo 1 > events/uprobes/ev/enable
for command in fork exec thread alias protect; do
	echo > trace
	tell $command
	lines | sed 's/^\(prog\|exe\): /TASK: /'
done
tell text=plain
echo '@@ an event that is removed between fork and exit'
tell text=plain
stop
echo 0 > events/uprobes/ev/enable

echo '@@ a process whose threads are in probes when it ends'
define <<'END'
p:ev /tmp/prog:{plain} x=%di
r:evr /tmp/prog:{plain} x=$retval
r:deep /tmp/prog:{depth} x=$retval
END
echo 1 > events/uprobes/enable
/tmp/prog ends=30 ends=100
echo 0 > events/uprobes/enable
awk '{ print $1, $2, ($3 > 30) }' uprobe_profile
: > uprobe_events

echo '@@ filters'
define <<'END'
p:num /tmp/prog:{plain} x=%di:s32
p:text /tmp/prog:{texts} s=+0(%di):string u=+0(%di):ustring a=+0(%di):char[4] c=$comm
r:ret /tmp/prog:{give} v=$retval:s64
END
for filter in 'x == 5' 'x > 4 && x != 6' 'x & 4' '__probe_ip == {&plain}' '__probe_ip != {&plain}' \
	'common_pid == 1' 'nosuch == 1' 'x == "a"'; do
	echo "@@ filter: $filter"
	(echo "$filter" | places > events/uprobes/num/filter) 2>&1 | sed 's/.*: //'
	cat events/uprobes/num/filter
	traced events/uprobes/num plain=4 plain=5 plain=6
	echo 0 > events/uprobes/num/filter
done
for filter in 's == "one"' 's ~ "*e*"' 'u ~ "t*" || u == "one"' 'a ~ "o*"' 'c == "prog"' \
	'COMM == "prog"' 's != "one"'; do
	echo "@@ filter: $filter"
	(echo "$filter" > events/uprobes/text/filter) 2>&1 | sed 's/.*: //'
	traced events/uprobes/text texts=one texts=two texts=three
	echo 0 > events/uprobes/text/filter
done
for filter in 'v < 0' '__probe_func == {&give}' '__probe_ret_ip != 0' '__probe_ip == 0'; do
	echo "@@ filter: $filter"
	(echo "$filter" | places > events/uprobes/ret/filter) 2>&1 | sed 's/.*: //'
	traced events/uprobes/ret give=1 give=-1
	echo 0 > events/uprobes/ret/filter
done

echo '@@ instances'
mkdir instances/a instances/b
echo 'x == 1' > instances/a/events/uprobes/num/filter
echo 'x == 2' > instances/b/events/uprobes/num/filter
cat instances/a/events/uprobes/num/filter events/uprobes/num/filter
echo 1 > instances/a/events/uprobes/num/enable
echo 1 > instances/b/events/uprobes/num/enable
echo > trace
/tmp/prog plain=1 plain=2 plain=3
(: > uprobe_events) 2>&1 | sed 's/.*: //'
echo 0 > instances/a/events/uprobes/num/enable
/tmp/prog plain=1 plain=2 plain=3
rmdir instances/b
/tmp/prog plain=1 plain=2 plain=3
lines trace
lines instances/a/trace
cat uprobe_profile
echo '@@ events of one task'
echo > instances/a/trace
echo 0 > instances/a/events/uprobes/num/filter
start /tmp/prog
echo "$running" > instances/a/set_event_pid
echo 1 > instances/a/events/uprobes/num/enable
tell plain=21
/tmp/prog plain=22
tell fork=23
echo 0 > instances/a/events/uprobes/num/enable
stop
lines instances/a/trace
rmdir instances/a

echo '@@ triggers'
echo 'hist:keys=s:vals=hitcount:sort=s' > events/uprobes/text/trigger
echo 'hist:keys=x.hex,common_pid.execname' > events/uprobes/num/trigger
echo 'traceoff:1 if x == 9' >> events/uprobes/num/trigger
echo 'stacktrace:2 if x == 8' >> events/uprobes/num/trigger
cat events/uprobes/text/trigger events/uprobes/num/trigger
echo > trace
/tmp/prog texts=one texts=two texts=one plain=5 plain=8 plain=9
sed -n '/^{/p; /Hits/,$p' events/uprobes/text/hist
sed -n 's/-[0-9]*//; s/\[ *[0-9]*\]/[PID]/; /^{/p; /Hits/,$p' events/uprobes/num/hist
cat tracing_on
grep -c '<stack trace>' trace
(: > uprobe_events) 2>&1 | sed 's/.*: //'
cat uprobe_profile
echo 1 > tracing_on
echo '!hist:keys=s:vals=hitcount:sort=s' > events/uprobes/text/trigger
echo '!hist:keys=x.hex,common_pid.execname' > events/uprobes/num/trigger
echo '!traceoff' >> events/uprobes/num/trigger
echo '!stacktrace' >> events/uprobes/num/trigger
cat events/uprobes/text/trigger events/uprobes/num/trigger | grep -v '^#'
/tmp/prog plain text=plain
echo '@@ a trigger of another event'
echo 'enable_event:uprobes:num:1' > events/uprobes/ret/trigger
cat events/uprobes/num/enable
/tmp/prog text=plain plain=31 give=1 plain=32 text=plain
cat events/uprobes/num/enable
(: > uprobe_events) 2>&1 | sed 's/.*: //'
lines
echo '!enable_event:uprobes:num' > events/uprobes/ret/trigger
echo 0 > events/uprobes/enable
: > uprobe_events
cat uprobe_events
echo '@@ a synthetic event of two uprobes'
define <<'END'
p:enter /tmp/prog:{give} v=%di
r:leave /tmp/prog:{give} v=$retval
END
echo 'given u64 in; u64 out' > synthetic_events
echo 'hist:keys=common_pid:in=v' > events/uprobes/enter/trigger
echo 'hist:keys=common_pid:x=$in,y=v:onmatch(uprobes.enter).trace(given,$x,$y)' \
	> events/uprobes/leave/trigger
traced events/synthetic/given give=4 give=5
echo '!hist:keys=common_pid:x=$in,y=v:onmatch(uprobes.enter).trace(given,$x,$y)' \
	> events/uprobes/leave/trigger
echo '!hist:keys=common_pid:in=v' > events/uprobes/enter/trigger
: > synthetic_events
echo '@@ reference counters'
start /tmp/prog
define <<'END'
p:ref /tmp/prog:{counted}({semaphore}) x=%di
p:same /tmp/prog:{counted}({semaphore})
r:back /tmp/prog:{counted}({semaphore}) $retval
p:elsewhere /tmp/prog:{plain}({semaphore})
END
for def in 'p:without /tmp/prog:{counted}' 'p:differs /tmp/prog:{counted}({other_semaphore})' \
	'p:other /tmp/prog:{other}({other_semaphore})'; do
	command uprobe_events "$def"
done
echo '@@ values of reference counters'
cat uprobe_events
tell semaphore
for event in ref same back elsewhere other; do
	echo 1 > events/uprobes/$event/enable
	tell semaphore
done
/tmp/prog semaphore
tell counted=7
tell exec=semaphore
for event in ref same elsewhere back other; do
	echo 0 > events/uprobes/$event/enable
	tell semaphore
done
/tmp/prog semaphore
lines
echo '@@ a reference counter in two instances'
mkdir instances/a
echo 1 > instances/a/events/uprobes/ref/enable
echo 1 > events/uprobes/ref/enable
tell semaphore
echo 0 > events/uprobes/ref/enable
tell semaphore
rmdir instances/a
tell semaphore
echo '@@ a reference counter over fork'
echo 1 > events/uprobes/ref/enable
tell fork
echo 0 > events/uprobes/ref/enable
tell semaphore
stop
echo '@@ reference counters in odd places'
for def in 'p:odd /tmp/prog:{counted}(0x3)' 'p:text /tmp/prog:{counted}({plain})' \
	'p:far /tmp/prog:{counted}(0x7ffffff0)' 'p:none /tmp/prog:{counted}(0)'; do
	echo "$def" | define
	sed 's|.*(|(|' uprobe_events
	echo > trace
	(echo 1 > events/uprobes/enable) 2>&1 | sed 's/.*: //'
	/tmp/prog counted semaphore
	cat events/uprobes/enable
	echo 0 > events/uprobes/enable
	lines
done
: > uprobe_events

echo '@@ places that cannot be probed'
printf '\314' > /tmp/int3
printf 'text' > /tmp/short
define <<'END'
p:end /tmp/short:4
p:beyond /tmp/short:5
p:trap /tmp/int3:0
p:header /tmp/prog:0
p:data /tmp/prog:{data_number}
p:dev /tmp/prog:0x7fffffffffffffff
END
for event in end beyond trap header data dev; do
	(echo 1 > events/uprobes/$event/enable) 2>&1 | sed 's/.*: //'
	cat events/uprobes/$event/enable
	/tmp/prog plain
	echo 0 > events/uprobes/$event/enable
done
cat uprobe_profile
: > uprobe_events
echo '@@ all events of a group, one of which cannot be enabled'
define <<'END'
p:good1 /tmp/prog:{plain}
p:beyond /tmp/short:5
p:good2 /tmp/prog:{other}
END
(echo 1 > events/uprobes/enable) 2>&1 | sed 's/.*: //'
cat events/uprobes/enable events/uprobes/good1/enable events/uprobes/good2/enable
echo > trace
/tmp/prog plain other
lines
echo 0 > events/uprobes/enable
: > uprobe_events
echo '@@ several places of an event, one of which cannot be enabled'
define <<'END'
p:ev /tmp/prog:{plain}
p:ev /tmp/short:5
p:ev /tmp/prog:{other}
END
(echo 1 > events/uprobes/ev/enable) 2>&1 | sed 's/.*: //'
cat events/uprobes/ev/enable
/tmp/prog plain other text=plain text=other
echo 0 > events/uprobes/enable
: > uprobe_events

echo '@@ a program that is replaced'
cp /tmp/prog /tmp/new
start /tmp/new
echo 'p:ev /tmp/new:{plain} x=%di' | define
echo > trace
echo 1 > events/uprobes/ev/enable
tell plain=41
cp /tmp/prog /tmp/newer
mv /tmp/newer /tmp/new
tell plain=42
/tmp/new plain=43
cat uprobe_events
echo 'p:ev2 /tmp/new:{plain} x=%di' | places >> uprobe_events
echo 1 > events/uprobes/ev2/enable
tell plain=44
/tmp/new plain=45
(echo 'p:ev /tmp/new:{plain} x=%di' | places >> uprobe_events) 2>&1 | sed 's/.*: //'
echo 0 > events/uprobes/enable
lines
cat uprobe_profile
stop
(echo '-:ev /tmp/new:{plain}' | places >> uprobe_events) 2>&1 | sed 's/.*: //'
cat uprobe_events
: > uprobe_events
echo '@@ a program that is deleted'
start /tmp/new
echo 'p:ev /tmp/new:{plain} x=%di' | define
echo > trace
rm /tmp/new
echo 1 > events/uprobes/ev/enable
tell plain=51
cat uprobe_events uprobe_profile
tell exec=plain=52
stop
echo 0 > events/uprobes/ev/enable
lines | sed 's/^\(prog\|exe\): /TASK: /'
(echo '-:ev /tmp/new:{plain}' | places >> uprobe_events) 2>&1 | sed 's/.*: //'
echo '-:ev' >> uprobe_events
cat uprobe_events
echo '@@ a program that is written to and truncated'
cp /tmp/prog /tmp/new
echo 'p:ev /tmp/new:{plain} x=%di' | define
echo > trace
echo 1 > events/uprobes/ev/enable
/tmp/new plain=61
cat /bin/uprobe_prog > /tmp/new
/tmp/new plain=62
: > /tmp/new
cat /bin/uprobe_prog > /tmp/new
/tmp/new plain=63
echo 0 > events/uprobes/ev/enable
: > /tmp/new
(echo 1 > events/uprobes/ev/enable) 2>&1 | sed 's/.*: //'
lines
: > uprobe_events
echo '@@ a program of a file system that is unmounted'
mount -t tmpfs none /mnt
cp /bin/uprobe_prog /mnt/prog
echo 'p:ev /mnt/prog:{plain} x=%di' | define
umount /mnt 2>&1 | sed 's/.*: //'
traced events/uprobes/ev
echo > trace
echo 1 > events/uprobes/ev/enable
/mnt/prog plain=71
umount /mnt 2>&1 | sed 's/.*: //'
echo 0 > events/uprobes/ev/enable
lines
cat uprobe_events
: > uprobe_events
umount /mnt 2>&1 | sed 's/.*: //'
mount | grep -c /mnt
echo '@@ a program through a link, and two names of one file'
ln -f /tmp/prog /tmp/hard
define <<'END'
p:soft /tmp/link:{plain} x=%di
p:hard /tmp/hard:{plain} x=%di
END
cat uprobe_events
traced events/uprobes plain=81 | sort
: > uprobe_events

echo '@@ what does not change'
cat uprobe_events uprobe_profile dynamic_events
/tmp/prog text=plain text=counted semaphore
dmesg | grep -c 'ref_ctr_offset\|Reference counter'
dmesg > /tmp/said.kernel
# The stock kernel warns of a string that is longer than a page.
grep -cE "BUG:|Oops|rcu:" /tmp/said.kernel
