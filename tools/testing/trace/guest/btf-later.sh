#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Fetch arguments that Linux has after 6.12: type casts, $current, this_cpu_read() and
# this_cpu_ptr(), at each kind of place.
# guest: --smp 2
# config: btf
# nightly

. /guest/tap
cd /sys/kernel/tracing || exit 1

# recorded DEFINITION COMMAND PATTERN: the command causes a record with the pattern.
recorded() {
	echo "$1" > dynamic_events || return
	for group in kprobes fprobes tracepoints eprobes; do
		[ -d events/$group ] && echo 1 > events/$group/enable
	done
	echo > trace
	eval "$2" > /dev/null 2>&1
	for group in kprobes fprobes tracepoints eprobes; do
		[ -d events/$group ] && echo 0 > events/$group/enable
	done
	cat dynamic_events
	grep ': x: ' trace | head -n 20
	grep -qE ": x: .*$3" trace
}
# refused DEFINITION MESSAGE: with the message, and no event.
refused() {
	echo > error_log
	echo "$1" > dynamic_events && return 1
	cat error_log
	grep -qF "error: $2" error_log && ! grep -q . dynamic_events
}

check "README shows the syntax" grep -qF '[(structname[,field])]<argname>[->field[->field|.field...]]' README
check "README shows the functions" grep -qF 'this_cpu_read(<fetcharg>)' README
for place in p:x f:x; do
	check "$place: the current task" recorded "$place vfs_read pid=\$current->pid c=\$current->comm:string" \
		'head -c 1 /dev/zero' 'pid=[1-9][0-9]* c="head"'
	check "$place: a cast parameter" recorded "$place vfs_read n=(file)file->f_path.dentry->d_iname:string" \
		'head -c 1 /dev/zero' 'n="zero"'
	check "$place: a cast in parentheses" recorded "$place vfs_read m=(file)(file)->f_mode:x32 n=file->f_path.dentry->d_iname:string" \
		'head -c 1 /dev/zero' 'm=0x[0-9a-f]+ n="zero"'
	check "$place: a cast of a cast" recorded "$place vfs_read n=(dentry)((file)file->f_path.dentry)->d_name.name:string" \
		'head -c 1 /dev/zero' 'n="zero"'
	check "$place: a cast of \$current" recorded "$place vfs_read c=(task_struct)\$current->comm:string" \
		'head -c 1 /dev/zero' 'c="head"'
	check "$place: a member's container" recorded "$place vfs_open n=(file,f_path)path->f_mode:x32 d=path->dentry->d_iname:string" \
		': < /dev/zero' 'n=0x[0-9a-f]+ d="zero"'
	check "$place: a per-CPU pointer" recorded "$place vfs_read f=this_cpu_read(file->f_path.mnt->mnt_sb->s_writers.rw_sem) c=\$current->comm:string" \
		'head -c 1 /dev/zero' 'c="head"'
done
for place in r:x f:x; do
	where=vfs_read
	[ $place = f:x ] && where=vfs_read%return
	check "$place: at the return" recorded "$place $where n=(file)file->f_path.dentry->d_iname:string r=\$retval" \
		'head -c 1 /dev/zero' 'n="zero" r=[1-9]'
	where=getname_flags
	[ $place = f:x ] && where=getname_flags%return
	check "$place: a cast return value" recorded "$place $where n=(filename)\$retval->name:string" \
		'cat /dev/null' 'n="/dev/null"'
done
check "t: a cast parameter" recorded 't:x sched_process_exec n=(linux_binprm)bprm->filename:string c=$current->comm:string' \
	/bin/true 'n="/bin/true"'
check "e: the current task" recorded 'e:x sched.sched_process_fork c=$current->comm:string p=$parent_pid' \
	/bin/true 'c="[a-z]+" p=0x[0-9a-f]+'
check "p: \$current elsewhere in a function" recorded 'p:x vfs_read+5 c=$current->comm:string' 'head -c 1 /dev/zero' 'c="head"'

while read -r message; do
	read -r def
	check "refused: $def" refused "$def" "$message"
done <<'EOF'
Type cast is not closed
p vfs_read (file
Type cast needs a member
p vfs_read (file)file
Failed to get BTF type info.
p vfs_read (nosuch)file->f_mode
This field is not found.
p vfs_read (file)file->nosuch
This field is not found.
p vfs_read (file,nosuch)file->f_mode
BTF is not available or not supported
p vfs_read+20 (file)%di->f_mode
BTF is not available or not supported
p /bin/busybox:0x1000 (file)%di->f_mode
Invalid $-variable specified
p /bin/busybox:0x1000 $current->pid
Invalid $-variable specified
p vfs_read $currents
EOF
exit 0
