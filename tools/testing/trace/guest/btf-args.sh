#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Fetch arguments that BTF describes: parameters of functions and tracepoints by their
# names, $arg*, return values and members of structures, in kprobe events, fprobe events
# and tracepoint probes; accepted and rejected definitions, format files and records.
#
# If the type of a member does not fit for a string, the caret of the stock kernel is
# anywhere: such a member is tested on our kernel only, by KUnit. It loses the text of a
# string in some events that fetch a bit field, too: they are in different events here.
# guest: --smp 2 --timeout 1800
# config: btf
# nightly
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1
# Lines of the trace, with values that differ between the two kernels masked.
lines() {
	sed -n '/^#/d; s/^.*: \([a-zA-Z0-9_]*: (\)/\1/p' trace |
		sed 's|/0x[0-9a-f]*||; s|0xffff[0-9a-f]*|PTR|g; s|0x7f[0-9a-f]*|UPTR|g; s|buf=0x[0-9a-f]*|buf=UPTR|
		     s|+0x[1-9a-f][0-9a-f]* <-| <-|; s|(\([a-z_0-9]*\)+0x[0-9a-f]*)|(\1)|'
}
# with DEFINITION: the result, and the fields of the event if there is one.
with() {
	try dynamic_events "$1"
	cat dynamic_events
	for group in kprobes fprobes tracepoints; do
		[ -d events/$group ] && grep -hE '^(print|	field:)' events/$group/*/format |
			grep -vE ' (common_|__probe_)'
	done
	: > dynamic_events
}
# record DEFINITION COMMAND PATTERN: records with the pattern that the command causes.
record() {
	echo "@@ record $1"
	echo "$1" > dynamic_events || return
	for group in kprobes fprobes tracepoints; do
		[ -d events/$group ] && echo 1 > events/$group/enable
	done
	echo > trace
	eval "$2" > /dev/null 2>&1
	for group in kprobes fprobes tracepoints; do
		[ -d events/$group ] && echo 0 > events/$group/enable
	done
	lines | grep -E "$3" | sort -u | head -n 4
	echo > trace
	: > dynamic_events
}

echo '@@ README'
grep -c '<argname>' README

# What is fetched at each kind of place.
for place in 'p vfs_read' 'r vfs_read' 'f vfs_read' 'f vfs_read%return' 'p vfs_read+4' 't sched_switch'; do
	for def in file 'file pos' count 'x=file' '$arg*' '$arg* $arg*' 'a=$arg*' '+0($arg*)' '$arg*x' '$arg*:u8' \
		'x=\1 $arg* y=\2' '$arg* count' 'count $arg*' 'file file' 'file=\1 file' '$arg0' 'x=$arg0' '$arg1' \
		'x=$arg1' '$arg3' '$arg4:u8' '$arg5' '$arg10000' 'x=$arg10000' '$arg01' '$arg1x' 'x=$arg1x' '$arg0x1' \
		'$arg' '$argx' '$arg-1' '$arg+1' '$arg1->f_mode' 'f=$arg1->f_mode' '$arg1 file' '+0($arg1)' \
		'%zz $arg* $arg*' '$arg99 $arg* $arg*' '%zz $arg*' '$arg* %zz' '$arg* a=\1 b=\1 c=\1 d=\1 e=%zz' \
		'a=\1 $arg* e=%zz' '$arg* file->none' 'prev' prev_state 'prev->comm:string' '$retval' 'x=$retval' \
		'$retval:u32' '$retvalx' '$retval->x' '$retval.x' '$retval-x' '+0($retval)' '$arg* $retval' \
		hoge 'hoge->x' 'hoge.x' 'hoge-x' 'hoge->x-y' '+0(hoge)' 'hoge:foo' 'file:foo' '_x' '1x' 'file[0]'; do
		with "$place $def"
	done
done
for place in 'p vfs_read' 'r vfs_read' 'f vfs_read%return'; do
	for def in 'file->f_mode' 'file->f_path.dentry' 'file->f_path' 'file->foo' 'file.f_mode' 'file-.foo' 'file-' 'file->' \
		'file->f_path.' 'file->f_mode->x' 'file->f_path.foo' 'file->f_path->dentry' 'file->f_mode.x' 'file->-x' \
		'file->f_mode.x-y' 'file->f_path.x-y' 'file->hoge-y' 'file->hoge.y' 'count->x' 'count.x' 'count->x-y' \
		'pos->x' 'pos:string' 'buf:string' 'buf:ustring' 'file:string' 'file:string[2]' 'count:string' \
		'n=file->f_path.dentry->d_name.name:string' 'n=file->f_path.dentry->d_iname:string' \
		'file->f_path.dentry->d_iname' 'file->f_path.dentry->d_iname:u8[3]' 'file->f_path.dentry->d_iname:char' \
		'+0(file)' '+0(file):u8[3]' 'file:u8[3]' 'file->f_op->read' 'file->f_op->read:symbol' \
		'file->f_op->read:symstr' 'file:symstr' 'file:x32' 'file:b3@1/32' '*file' '&file' 'file:%pD' \
		'$arg1:%pD' 'x=$arg1:%pD' 'file->f_path.dentry:%pd' '+8(file->f_path.dentry):u32' '%di->x' '\1->x' \
		'$stack1->x' '$comm->x' 'file->f_pos' 'file->f_flags' 'file->private_data' 'file->private_data->x' \
		'file->f_ra.start' 'file->f_mode=1' 'file->1' 'file:' 'file->f_mode:' ':u8' '+0(count)' '+u0(buf):u8' \
		'+0(file.f_mode)' '+0(file->hoge)' '+0(file->f_path.dentry)' 'file->f_mode:u8[2]' 'buf:string[2]' \
		'file->f_inode->i_blkbits' 'file->f_inode->i_bytes' 'file->f_inode->i_sb->s_id:string'; do
		with "$place $def"
	done
done
for def in prev 'next->pid' 'prev->comm' 'prev->comm:string next->pid' 'prev->comm:ustring' 'prev->comm:string[2]' \
	'prev->comm:u8[4]' 'prev->se.group_node.next->prev' 'prev->flags' 'prev->exit_state' 'prev->in_execve' \
	'prev->in_execve:u8' 'prev->in_execve:b1@0/8' 'prev->in_iowait:u8[2]' 'prev->in_iowait->x' 'prev->start_time' \
	'prev->parent->comm:string' 'prev->parent->parent->parent->pid' 'prev->policy' 'prev->se.on_rq' 'prev->se' \
	'prev->cpus_ptr->bits' 'prev->pending.signal.sig' 'prev->mm->' 'prev->mm.' 'prev->comm.x' 'prev->comm->x' \
	'prev->comm[0]' 'prev.comm' 'prev-comm' 'prev->-comm' 'prev->comm-' 'prev->comm->' 'prev->comm.' \
	'prev->real_cred->uid.val' 'x=prev->pid y=next->pid' 'prev->pid prev->pid' 'prev:string' 'prev_state:string' \
	'prev:symbol' 'prev:symstr' preempt '__data' 'foo.bar' '$retval' 'x=$retval' 'prev->pi_lock.raw_lock'; do
	with "t sched_switch $def"
done
for def in 't kfree ptr' 't kfree $arg*' 't nosuch file' 't nosuch $arg*' 't nosuch $arg1' 'f nosuch file' \
	'e:x sched.sched_switch next_pid=\1 next_pid' 'p /bin/busybox:0x1000 file=\1 file' \
	'f nosuch $arg*' 'f nosuch $retval' 'p nosuch file' 'f vfs_* $arg*' 'f vfs_* file' 'f vfs_rea? file' \
	'r nomod:nosuch file' 'p nomod:nosuch $arg*' 'p nomod:nosuch $arg1' 'p 0xffffffff81000000 file' \
	'p vfs_read+20 $arg*' 'p vfs_read+20 $arg1' 'p vfs_read+20 x=$arg1' 'p vfs_read+20 file' 'p vfs_read+20 $argx' \
	'r kfree $retval' 'f kfree%return $retval' 'f kfree%return x=$retval:u32' 'f kfree $retval' 'r kfree $retval->x' \
	'r kfree object' 'f kfree object:u8 o=object' 'p kfree $arg2' 'p kfree x=$arg2' 'r kfree +0($retval)' \
	'p snprintf $arg*' 'p _printk $arg*' 'p do_mmap $arg*' 'p from_kuid $arg*' 'p from_kuid kuid.val' \
	'p ksys_write $arg*' 'p do_sys_openat2 $arg*' 'p do_sys_openat2 filename:ustring how->flags' \
	'p set_user_nice nice' 'r capable $retval' 'r d_alloc $retval->d_iname:string' 'r d_alloc $retval' \
	'f10 vfs_read $retval' 'f:bar vfs_read file $retval' 'f vfs_read $retval_x' 'f vfs_read \"$retval"' \
	'f vfs_read $retval)' 'f vfs_read x$retval' 'e:x sched.sched_switch next_pid' 'e:x sched.sched_switch $arg*' \
	'e:x sched.sched_switch $next_pid->x' 'p /bin/busybox:0x1000 file' 'p /bin/busybox:0x1000 $arg*' \
	'p /bin/busybox:0x1000 $arg1'; do
	with "$def"
done
for def in '$retval->name:string' '$retval->name' '$retval->refcnt.counter' '$retval->nosuch' '$retval->name->x' \
	'$retval' '$retval.name' '$retval-name' '$retval->' '$retval->name:ustring' '$retval->iname:string' \
	'+0($retval->name):string' '$retval:string' '+0($retval):u32'; do
	with "r getname_flags $def"
	with "f getname_flags%return $def"
done

echo '@@ several probes of one event'
: > dynamic_events
for def in 'f:x vfs_read file' 'f:x vfs_read file' 'f:x vfs_write file' 'f:x vfs_write file:x32' 'f:x vfs_write buf' \
	'f:x vfs_write $arg1' 'f:x vfs_write file=$arg1' 'f:x vfs_write $arg*' '-:x vfs_read $arg*' '-:x vfs_read file=file'; do
	try dynamic_events "$def"
done
cat dynamic_events
: > dynamic_events

for kind in f p; do
	record "$kind:x do_sys_openat2 dfd y=filename:ustring f=how->flags" 'cat /dev/null' null
	record "$kind:x vfs_read n=file->f_path.dentry->d_name.name:string i=file->f_path.dentry->d_iname:string c=count" \
		'head -c 3 /dev/zero' zero
	record "$kind:x vfs_read i=file->f_path.dentry->d_iname:u8[5] n=file->f_path.dentry->d_iname:string" \
		'head -c 3 /dev/zero' zero
	record "$kind:x vfs_read \$arg* n=file->f_path.dentry->d_iname:string" 'head -c 3 /dev/zero' zero
	record "$kind:x vfs_read b=file->f_inode->i_blkbits s=file->f_inode->i_sb->s_id:string n=file->f_path.dentry->d_iname:string" \
		'head -c 3 /dev/zero' zero
done
for place in 'r:x do_sys_openat2' 'f:x do_sys_openat2%return'; do
	record "$place y=filename:ustring f=how->flags \$retval" 'cat /dev/null' null
done
for place in 'r:x vfs_read' 'f:x vfs_read%return'; do
	record "$place \$retval count n=file->f_path.dentry->d_name.name:string" 'head -c 3 /dev/zero' zero
done
for place in 'r:x getname_flags' 'f:x getname_flags%return'; do
	record "$place n=\$retval->name:string r=\$retval->refcnt.counter" 'cat /dev/null' null
done
record 'f:x vfs_read $retval n=file->f_path.dentry->d_iname:string' 'head -c 3 /dev/zero' zero
record 't:x sched_process_exec c=p->comm:string f=bprm->filename:string b=bprm->buf:x8[4] n=bprm->argc' '/bin/true' true
record 't:x task_rename comm:string t=task->comm:string' '/bin/true' true
record 't:x sched_process_exec c=p->comm:string p=p->policy d=p->static_prio' /bin/true true
# A bit field of another type is not extracted.
record 't:x sched_process_exec a=p->in_execve b=p->in_execve:x8 d=p->in_execve:x32 e=p->sched_reset_on_fork' \
	/bin/true x:
record 't:x signal_generate sig a=task->comm:string n=task->no_cgroup_migration m=task->sched_task_hot' \
	'sh -c "kill -CONT \$\$"' '"sh"'

echo '@@ a module'
modprobe trace-events-sample
for def in 't foo_bar $arg*' 't foo_bar foo:string bar' 't foo_bar_with_fn $arg*' 't foo_bar none' \
	'f foo_bar_reg $arg*' 'p trace_events_sample:foo_bar_reg none'; do
	with "$def"
done
for i in 1 2 3; do
	record 't:x foo_bar foo:string' 'await grep -q hello trace' hello
done
modprobe -r trace-events-sample
with 't foo_bar $arg*'
with 't foo_bar foo'
exit 0
