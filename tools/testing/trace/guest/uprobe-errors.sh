#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Definitions of uprobe events that are refused: the error, the text in error_log and the
# column of its caret, and that they change nothing.
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1
: > /tmp/file
mkdir /tmp/dir
mknod /tmp/device c 1 3
mkfifo /tmp/fifo
ln -s /nosuch /tmp/dangling
ln -s /tmp/loop /tmp/loop
mkdir /tmp/closed

# The place
for def in p 'p ' 'p:' 'p:x' 'p:x ' 'p /' 'p:x /' 'p /tmp' 'p:x /tmp' 'p:x /tmp:' 'p:x /tmp:0' \
	'p:x /tmp/dir:0' 'p:x /tmp/dir/:0' 'p:x /tmp/device:0' 'p:x /tmp/fifo:0' 'p:x /nosuch:0' \
	'p:x /nosuch/:0' 'p:x /tmp/dangling:0' 'p:x /tmp/loop:0' 'p:x /tmp/file/x:0' 'p:x /tmp/file' \
	'p:x /tmp/file:' 'p:x /tmp/file: ' 'p:x /tmp/file: 0' 'p:x /tmp/file :0' 'p:x :0' 'p:x :' \
	'p:x tmp/file:0' 'p:x file:0' 'p:x ./file:0' 'p:x //tmp//file:nosuch' 'p:x /tmp/file:main' \
	'p:x /tmp/file:10a' 'p:x /tmp/file:0x' 'p:x /tmp/file:0xg' 'p:x /tmp/file:-1' \
	'p:x /tmp/file:08' 'p:x /tmp/file:1+1' 'p:x /tmp/file:1,2' 'p:x /tmp/file:1:2' \
	'p:x /tmp/file:1.5' 'p:x /tmp/file:99999999999999999999' \
	'p:x /tmp/file:0x10000000000000000' 'p:x /proc/self/mem:0' 'p:x /proc/version:0' \
	'p:x /sys/kernel/tracing/README:0' 'p:x /dev/null:0' 'p:x /dev/kmsg:x'; do
	try uprobe_events "$def"
done
# The suffix, and the reference counter
for def in 'p:x /tmp/file:0%' 'p:x /tmp/file:0%hoge' 'p:x /tmp/file:0%returns' \
	'p:x /tmp/file:0%Return' 'p:x /tmp/file:0%return%return' 'p:x /tmp/file:%return' \
	'p:x /tmp/file%return' 'p:x /tmp/file%return:0' 'r:x /tmp/file:0%return' \
	'r:x /tmp/file:0%hoge' 'p:x /tmp/file:0(' 'p:x /tmp/file:0()' 'p:x /tmp/file:0(10' \
	'p:x /tmp/file:0)' 'p:x /tmp/file:0)10(' 'p:x /tmp/file:0(10)a' 'p:x /tmp/file:0(10)%return' \
	'p:x /tmp/file:0(10)%hoge' 'p:x /tmp/file:0%return(10)' 'p:x /tmp/file:0(1a)' \
	'p:x /tmp/file:0(0x)' 'p:x /tmp/file:0(x)' 'p:x /tmp/file:0(-1)' 'p:x /tmp/file:0(10)(20)' \
	'p:x /tmp/file:0((10))' 'p:x /tmp/file:0( 10)' 'p:x /tmp/file:0(10 )' 'p:x /tmp/file:(10)' \
	'p:x /tmp/file:(10)0' 'p:x /tmp/file:0(99999999999999999999)' 'p:x /nosuch:10(' \
	'p:x /tmp/file:10a(10a)' 'p:x /tmp/file:10a%hoge' 'p:x /tmp/dir:10a(10' \
	'p:x /nosuch:10%hoge $bad' 'p:x /tmp/file:0(10)a $bad' 'p:x /tmp/file:zz $bad'; do
	try uprobe_events "$def"
	echo > uprobe_events
done
# The kind, the group and the name
long=$(printf 'n%.0s' $(seq 63))
for def in x P 'x /tmp/file:0' 'P:x /tmp/file:0' 'pp:x /tmp/file:0' 'p1:x /tmp/file:0' \
	'p0:x /tmp/file:0' 'r0:x /tmp/file:0' 'r1:x /tmp/file:0' 'r4097:x /tmp/file:0' \
	'r99999999999:x /tmp/file:0' 'rx:x /tmp/file:0' 'r-1:x /tmp/file:0' 'p: /tmp/file:0' \
	'p:/ /tmp/file:0' 'p:/x /tmp/file:0' 'p:a/ /tmp/nosuch:0' 'p:a/b/c /tmp/file:0' \
	'p:1a /tmp/file:0' 'p:a-b /tmp/file:0' 'p:a/1b /tmp/file:0' 'p:a-b/c /tmp/file:0' \
	'p:x:y /tmp/file:0' 'p:. /tmp/file:0' 'p:a. /tmp/file:0' 'p:a%b /tmp/file:0' \
	'p:$x /tmp/file:0' 'p:ü /tmp/file:0' "p:n$long /tmp/file:0" "p:n$long/x /tmp/file:0" \
	"p:$long/n$long /tmp/file:0" 'p:sched/sched_switch /tmp/file:0' \
	'p:a-b /nosuch:0' 'p:a-b /tmp/file:x' 'p:a-b /tmp/file:0 $bad' 'p:1 /tmp/dir:0' \
	'-' '-:' '-: ' '-:a/b/c' '-:1a' '-:nosuch' '-:nosuch/x' '-:/x' '- x' '-x' '-1:x' \
	'-:x /tmp/file:0' '!p:x /tmp/file:0' '!x' 'e:x sched.sched_switch' 's:x int a' \
	'f:x vfs_read' 't:x sched_switch' 'p:x vfs_read' 'p vfs_read' 'p:x nosuch:vfs_read' \
	'p:x vfs_read+4' 'p:x 0xffffffff81000000'; do
	try uprobe_events "$def"
	echo > uprobe_events
done
# Arguments
for arg in '$' '$x' '$retval' '$stackx' '$stack-1' '$stack2048' '$stack99999999999' '$arg' '$arg1' \
	'$arg0' '$arg*' '$argx' '$args' '$comm1' '$common_pid' '$current' '$this' '%' '%x' '%zz' '%eax' '%rdi' \
	'%ax.x' '%DI' '@' '@x' '@jiffies' '@jiffies+4' '@0x' '@+' '@+x' '@+ab' '@+0x' '@-1' '@-0x10' \
	'@+-1' '@ 1' '+' '+0' '+0(' '+0()' '+0(%di' '+0(%di)x' '+(%di)' '+x(%di)' '-x(%di)' \
	'+0x(%di)' '+u' '+u(%di)' '+u0' '+ux(%di)' '-u8(%di):' '+0%di' '+0(+0(%di)' '+0(+x(%di))' \
	'+0(%zz)' '+0($comm)' '+0($comm):string' '+0(\1)' '+0(\1):string' '+0("a")' '\' '\x' '\1x' '\"' '\"a' \
	'\-' '\0x' '\"a":u8' '\"a"b' '\99999999999999999999' 'name' 'x' '1' '0x10' '*%di' '&x' '(%di)' \
	'%di:' '%di:u' '%di:u9' '%di:u128' '%di:int' '%di:string' '%di:ustring' '%di:symstr' '%di:symbol:u8' \
	'%di:U8' '%di:%pd' '%di:%pD' '%di:pd' '+0(%di):%pd' '+0(%di):%pD' '+0(%di):symstr' '%di:char[4]' '%di:u8[2]' \
	'%di:u8[' '+0(%di):u8[' '+0(%di):u8[]' '+0(%di):u8[0]' '+0(%di):u8[-1]' '+0(%di):u8[65]' \
	'+0(%di):u8[x]' '+0(%di):u8[2' '+0(%di):u8[2]x' '+0(%di):u8[2][2]' '+0(%di):string[65]' '+0(%di):string[0]' \
	'$stack0:string' '$stack:string' '$stack0:symstr' '$stack0:u8[2]' '$comm:u8' '$comm:string[2]' '$comm:symbol' \
	'\1:string' '@1:string[99]' '%di:b' '%di:b1' '%di:b1@' '%di:b1@0' '%di:b1@0/' '%di:b1@0/7' \
	'%di:b1@0/128' '%di:b0@0/32' '%di:b33@0/32' '%di:b1@32/32' '%di:b16@17/32' '%di:b-1@0/32' \
	'%di:bx@0/32' '%di:b1@x/32' '%di:b1@0/32x' '=%di' 'a=' 'a= ' 'a' '1a=%di' 'a-b=%di' 'a.b=%di' 'a b=%di' \
	'=' '==' 'a==%di' 'a=%di a=%si' 'arg1=%di arg1=%si' '%di arg1=%di' 'arg2=%di %di' 'a=%di b=%di a=%di:u8' \
	'__probe_ip=%di' 'common_pid=%di' 'common_type=%di' '__probe_func=%di' '__probe_ret_ip=%di' 'a=%di=%si' \
	'+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))' \
	'+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di)))))))))))))))))' \
	"$long=%di" "n$long=%di" "n$long$long=%di" "+0($long)" "$long$long$long"; do
	try uprobe_events "p:x /tmp/file:0 $arg"
	cat uprobe_events
	echo > uprobe_events
done
for arg in '$retval' '$retval:string' '$retval:u8[2]' '$retvalx' '$retval1' '+0($retval):string' '$arg1' \
	'$arg*' '%zz' '$stack0' '$retval:symstr' 'a=$retval a=$retval'; do
	try uprobe_events "r:x /tmp/file:0 $arg"
	cat uprobe_events
	echo > uprobe_events
	try uprobe_events "p:x /tmp/file:0%return $arg"
	cat uprobe_events
	echo > uprobe_events
done

# White space and long commands
for def in '  p:x   /tmp/file:0    a=%zz' 'p:x	/tmp/file:0	a=%zz' 'p:x /tmp/file:0  a=%di   b=%zz' \
	'   p:x   /nosuch:0' '  p:x  /tmp/file:0(10)a' 'p:a-b    /tmp/file:0' \
	"p:x /tmp/file:0 a=+0($(printf '+0(%.0s' $(seq 60))%di"; do
	try uprobe_events "$def"
	echo > uprobe_events
done
line='p:x /tmp/file:0'
for i in $(seq 129); do
	line="$line a$i=%di"
done
try uprobe_events "$line"
cat uprobe_events
for length in 200 4000 4080 4095 4096 5000; do
	echo "@@ a path of $length"
	path=/$(printf 'd%.0s' $(seq $((length / 2))))$(printf 'd%.0s' $(seq $((length / 2))))
	echo > error_log
	(echo "p:x $path:0" > uprobe_events) 2>&1 | sed 's/.*: //'
	sed 's/^\[[^]]*\]/[T]/; s/d\{50,\}/MANY/' error_log
done

# Existing events
echo 'p:x /tmp/file:1 a=%di' > uprobe_events
echo 'p:k vfs_read' > kprobe_events
echo 's:syn int a' >> dynamic_events
for def in 'p:x /tmp/file:1 a=%di' 'p:x /tmp/file:1' 'p:x /tmp/file:2' 'p:x /tmp/file:2 b=%di' \
	'p:x /tmp/file:2 a=%di:u8' 'p:x /tmp/file:2 a=%di b=%di' 'r:x /tmp/file:2 a=%di' \
	'p:x /tmp/file:2%return a=%di' 'p:x /tmp/file:1(2) a=%di' 'p:x /tmp/file:0x1 a=%di' \
	'p:x /tmp/../tmp/file:1 a=%di' 'p:kprobes/k /tmp/file:1' 'p:synthetic/syn /tmp/file:1' \
	'p:syn /tmp/file:1' 'p:ftrace/function /tmp/file:1' '-:x /tmp/file:9' '-:x /tmp/file:1 b=%di' \
	'-:x /tmp/file:1 a=%di b=%di' '-:x /nosuch:1' '-:x vfs_read' '-:k' '-:kprobes/k' '-:synthetic/syn'; do
	try uprobe_events "$def"
	cat dynamic_events
done
for def in 'p:uprobes/x vfs_read a=%di' 'p:x vfs_read' 'r:uprobes/x vfs_read' '-:uprobes/x' \
	'p:y /tmp/file:1' 'p /tmp/file:1'; do
	try kprobe_events "$def"
	cat dynamic_events
done
: > dynamic_events
for def in 'p:x /nosuch:0' 'p /nosuch:0' 'p:x /tmp/file:zz' 'p:x /tmp/file:0 $bad' 'p:x /tmp/file' \
	'p:x /tmp' 'r:x /tmp/file:0(10)%return' 'p:x /tmp/file:0 @jiffies' 'p /' 'p:x nosuch/file:0' \
	'p4:x /tmp/file:0' 'r4:x /tmp/file:0' 'r4:x /nosuch:0' 'p /tmp/file:0%x' '-:x/y /tmp/file:0' \
	'!p:x /tmp/file:0'; do
	try dynamic_events "$def"
	cat dynamic_events
	echo > dynamic_events
done

echo '@@ users without permission'
chmod 755 /sys/kernel/tracing
chmod 666 uprobe_events
chmod 700 /tmp/closed
: > /tmp/closed/file
chmod 600 /tmp/file
su nobody -s /bin/sh -c '
	for def in "p:x /tmp/file:0" "p:x /tmp/closed/file:0" "-:x"; do
		(echo "$def" >> /sys/kernel/tracing/uprobe_events) 2>&1 | sed "s/.*: //"
	done
	cat /sys/kernel/tracing/uprobe_events'
sed 's/^\[[^]]*\]/[T]/' error_log
cat uprobe_events
: > uprobe_events
echo '@@ what is left'
cat dynamic_events uprobe_events uprobe_profile
