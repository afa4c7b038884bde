#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# bpftrace as packaged by Debian: it lists probes, and its programs count, filter and print at
# each kind of probe. Debian does not package its runtime tests.
# guest: --smp 1 --mem 2048 --timeout 1800 --files REPO/tools/testing/trace/guest/clients:clients
# config: bpf
# prepare: debian
# compare: status
# nightly

. /guest/tap
. /clients
check "the disk is mounted" enter
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null

builtins='/bin/bash /tmp/builtins'
cat > /tmp/builtins << 'END'
cd /dev
for i in 1 2 3 4 5; do false; done
for i in 1 2 3; do echo $i; done > /dev/null
END
cat > /tmp/register << 'END'
cd /sys/kernel/tracing/events/sample-trace/foo_bar_with_fn
echo 1 > enable
echo 0 > enable
END

# bt PROGRAM COMMAND REGEX...: the output of the program while the command runs has these lines.
bt() {
	program=$1
	command=$2
	shift 2
	debian 300 bpftrace $unsafe -e "$program" -c "$command" > /tmp/out 2> /tmp/messages &&
		wants "$@"
}
# ends PROGRAM REGEX...: the same for a program that ends by itself.
ends() {
	program=$1
	shift
	debian 300 bpftrace -e "$program" > /tmp/out 2> /tmp/messages && wants "$@"
}
# lists PATTERN COMMAND...: bpftrace -l prints the same set as the command.
lists() {
	debian 300 bpftrace -l "$1" 2> /tmp/messages | sort -u > /tmp/listed
	shift
	"$@" | sort -u > /tmp/wanted
	[ -s /tmp/wanted ] && diff /tmp/wanted /tmp/listed
}
# An attribute of a field, such as its offset, does not belong to what bpftrace prints.
fields() {
	echo "tracepoint:$1:$2"
	sed -n 's/^\tfield:\(.*\);\toffset.*/    \1/p' "events/$1/$2/format" | sed 1,4d
}
unsafe=

check "-l tracepoint has the events of available_events" lists 'tracepoint:*' \
	sed 's/^/tracepoint:/' available_events
check "-l kprobe has the functions of available_filter_functions" lists 'kprobe:vfs_*' \
	sed -n 's/^\(vfs_[a-z_0-9]*\)$/kprobe:\1/p' available_filter_functions
check "-l kfunc has a function" lists 'kfunc:write_null' echo kfunc:vmlinux:write_null
check "-l uprobe has a function of bash" lists 'uprobe:/bin/bash:false_*' \
	echo uprobe:/bin/bash:false_builtin
check "-l iter" lists 'iter:*' printf 'iter:task\niter:task_file\n'
for event in sched:sched_switch syscalls:sys_enter_openat raw_syscalls:sys_exit \
	sched:sched_process_exec; do
	check "-lv $event has the fields of its format file" eval \
		"debian 300 bpftrace -lv tracepoint:$event > /tmp/listed
		fields ${event%:*} ${event#*:} | diff - /tmp/listed"
done

check "BEGIN and END" bt 'BEGIN { printf("first\n"); } END { printf("last\n"); }' /bin/true \
	first last
check "kprobe" bt 'kprobe:write_null /comm == "dd"/ { @ = count(); }' "$dd" '@: 100'
check "kprobe: arguments, pid of the command" bt \
	'kprobe:write_null /pid == cpid && arg2 == 1/ { @ = count(); @tid[tid == pid] = count(); }' \
	"$dd" '@: 100' '@tid\[1\]: 100'
check "kprobe at an offset in a function" bt \
	'kprobe:write_null+0 /pid == cpid/ { @ = count(); }' "$dd" '@: 100'
check "kretprobe: return value" bt 'kretprobe:write_null /comm == "dd"/ { @[retval] = count(); }' \
	"$dd" '@\[1\]: 100'
check "kprobe and kretprobe: a duration for each call" bt \
	'kprobe:write_null /pid == cpid/ { @start[tid] = nsecs; }
	kretprobe:write_null /@start[tid]/ {
		@calls = count(); @long = sum(nsecs - @start[tid] > 0); delete(@start[tid]); }' \
	"$dd" '@calls: 100' '@long: 100'
check "kprobe: wildcard" bt 'kprobe:vfs_* /pid == cpid/ { @[func] = count(); }' "$dd" \
	'@\[vfs_write\]: 100'
check "kprobe: wildcard, names of the probes" bt \
	'kprobe:write_n*,kprobe:read_z* /pid == cpid/ { @[probe] = count(); }' "$dd" \
	'@\[kprobe:write_null\]: 100' '@\[kprobe:read_zero\]: 100'
check "kretprobe: wildcard" bt 'kretprobe:vfs_w* /pid == cpid/ { @[func, retval] = count(); }' \
	"$dd" '@\[[^,]*, 1\]: 100'
check "kfunc: arguments" bt 'kfunc:write_null /pid == cpid/ { @ = sum(args->count); }' "$dd" \
	'@: 100'
check "kfunc: structures of the kernel" bt 'kfunc:write_null /pid == cpid/ {
	@[str(args->file->f_path.dentry->d_name.name)] = count(); }' "$dd" '@\[null\]: 100'
check "kretfunc: return value and arguments" bt \
	'kretfunc:write_null /pid == cpid/ { @[retval, args->count] = count(); }' "$dd" \
	'@\[1, 1\]: 100'
check "kfunc: wildcard" bt 'kfunc:vfs_writ* /pid == cpid/ { @[probe] = count(); }' "$dd" \
	'@\[kfunc:vmlinux:vfs_write\]: 100'

check "tracepoint: fields of a system call" bt \
	'tracepoint:syscalls:sys_enter_write /pid == cpid/ { @[args->fd, args->count] = count(); }' \
	"$dd" '@\[1, 1\]: 100'
check "tracepoint: result of a system call" bt \
	'tracepoint:syscalls:sys_exit_write /pid == cpid/ { @[args->ret] = count(); }' \
	"$dd" '@\[1\]: 100'
check "tracepoint: array in a record" bt 'tracepoint:raw_syscalls:sys_enter
	/pid == cpid && args->id == 1/ { @[args->args[0], args->args[2]] = count(); }' \
	"$dd" '@\[1, 1\]: 100'
check "tracepoint: user string" bt 'tracepoint:syscalls:sys_enter_openat /pid == cpid/ {
	printf("%s\n", str(args->filename)); }' "$dd" /dev/zero /dev/null
check "tracepoint: dynamic string in the record" bt 'tracepoint:sched:sched_process_exec
	/args->pid == cpid/ { printf("%s by %s\n", str(args->filename), comm); }' "$dd" \
	'/bin/dd by dd'
check "tracepoint: array of characters" bt 'tracepoint:sched:sched_switch
	/args->prev_pid == cpid/ { @[args->prev_comm] = count(); }' "$dd" '@\[dd\]: [0-9]*'
check "tracepoint: wildcard" bt \
	'tracepoint:syscalls:sys_enter_w* /pid == cpid/ { @[probe] = count(); }' "$dd" \
	'@\[tracepoint:syscalls:sys_enter_write\]: 100'
check "two programs on one tracepoint" bt \
	'tracepoint:syscalls:sys_enter_write /pid == cpid/ { @a = count(); }
	tracepoint:syscalls:sys_enter_write /pid == cpid/ { @b = count(); }' "$dd" \
	'@a: 100' '@b: 100'
if debian 60 bpftrace -e 'rawtracepoint:sys_enter { exit(); }' 2>&1 |
   grep -q 'Invalid probe type'; then
	skip "rawtracepoint" "bpftrace: invalid probe type"
else
	check "rawtracepoint" bt \
		'rawtracepoint:sys_enter /pid == cpid && arg1 == 1/ { @ = count(); }' "$dd" '@: 100'
fi

check "uprobe" bt 'uprobe:/bin/bash:false_builtin { @ = count(); }' "$builtins" '@: 5'
check "uretprobe: return value" bt 'uretprobe:/bin/bash:false_builtin { @[retval] = count(); }' \
	"$builtins" '@\[1\]: 5'
check "uprobe: wildcard" bt 'uprobe:/bin/bash:*e_builtin { @[probe] = count(); }' "$builtins" \
	'@\[uprobe:/bin/bash:false_builtin\]: 5'
check "uprobe in a library: user string" bt 'uprobe:/lib/x86_64-linux-gnu/libc.so.6:chdir
	/pid == cpid/ { printf("to %s\n", str(arg0)); }' "$builtins" 'to /dev'
check "uprobe: address of the function" bt \
	'uprobe:/bin/bash:echo_builtin /reg("ip") != 0/ { @[usym(reg("ip"))] = count(); }' \
	"$builtins" '@\[.*\]: 3'
check "uprobe: ustack" bt 'uprobe:/bin/bash:false_builtin { @[ustack(1)] = count(); }' \
	"$builtins" '\]: 5'

check "profile" ends 'profile:ms:10 { @n++; if (@n == 20) { exit(); } }' '@n: 2[0-9]'
check "interval" ends 'interval:ms:20 { @n++; if (@n == 5) { exit(); } }' '@n: [5-9]'
check "software: page faults" bt 'software:page-faults:1 /pid == cpid/ { @ = count(); }' "$dd" \
	'@: [1-9][0-9]*'
check "software: context switches" ends \
	'software:context-switches:1 { @n++; if (@n == 3) { exit(); } }
	interval:ms:10 { @i++; }' '@n: [1-9][0-9]*'
address=$(sed -n 's/ [dDbB] jiffies$//p' /proc/kallsyms | head -n 1)
check "watchpoint: writes to a variable of the kernel" ends \
	"watchpoint:0x$address:8:w { @n++; if (@n == 10) { exit(); } }" '@n: 1[0-9]'
check "iter:task" ends 'iter:task { printf("%s:%d\n", ctx->task->comm, ctx->task->pid); }' \
	'.*:1' 'kthreadd:2' 'bpftrace:[0-9]*'
check "iter:task_file" ends 'iter:task_file { printf("%s %d\n", ctx->task->comm, ctx->fd); }' \
	'bpftrace 1'

check "hist" bt 'kretprobe:write_null /pid == cpid/ { @ = hist(retval); }' "$dd" \
	'\[1\] *100 \|@*\|'
check "lhist" bt 'kprobe:write_null /pid == cpid/ { @ = lhist(arg2, 0, 10, 1); }' "$dd" \
	'\[1, 2\) *100 \|@*\|'
check "min, max, avg, sum and stats" bt 'tracepoint:syscalls:sys_enter_write /pid == cpid/ {
	@least = min(args->count); @most = max(args->count); @mean = avg(args->count);
	@total = sum(args->count); @all = stats(args->count); }' \
	'/bin/dd if=/dev/zero of=/dev/null bs=300 count=7 status=none' '@least: 300' \
	'@most: 300' '@mean: 300' '@total: 2100' '@all: count 7, average 300, total 2100'
check "kstack of a kprobe" bt 'kprobe:write_null /pid == cpid/ { @[kstack(3)] = count(); }' "$dd" \
	' *write_null.*' ' *vfs_write\+.*' ' *ksys_write\+.*' '\]: 100'
check "kstack of a kfunc" bt 'kfunc:write_null /pid == cpid/ { @[kstack] = count(); }' "$dd" \
	' *vfs_write\+.*' ' *ksys_write\+.*' '\]: 100'
check "kstack of a tracepoint" bt \
	'tracepoint:syscalls:sys_enter_write /pid == cpid/ { @[kstack] = count(); }' "$dd" \
	' *do_syscall_64\+.*' '\]: 100'
check "comm, pid, uid, cpu, ksym" bt 'kprobe:write_null /pid == cpid/ {
	@[comm, uid, cpu, ksym(reg("ip"))] = count(); }' "$dd" '@\[dd, 0, 0, write_null(\+1)?\]: 100'

unsafe=--unsafe
check "override: the function is not called" bt \
	'kprobe:__x64_sys_mkdir /comm == "mkdir"/ { override(0); @ = count(); }' \
	'/bin/mkdir /tmp/made' '@: 1'
check "override: nothing was made" test ! -e /tmp/made
check "signal: the first write ends the command" bt \
	'kprobe:write_null /pid == cpid/ { signal("KILL"); @ = count(); }' "$dd" '@: 1'
unsafe=

echo write_null > set_ftrace_filter
echo function > current_tracer
check "each kind of probe and the function tracer on one function" bt \
	'kprobe:write_null /pid == cpid/ { @a = count(); }
	kretprobe:write_null /pid == cpid/ { @b = count(); }
	kfunc:write_null /pid == cpid/ { @c = count(); }
	kretfunc:write_null /pid == cpid/ { @d = count(); }' "$dd" \
	'@a: 100' '@b: 100' '@c: 100' '@d: 100'
is "the function tracer saw the calls" 100 grep -c 'dd-.*: write_null' trace
echo nop > current_tracer
echo > set_ftrace_filter

modprobe trace-events-sample
# bpftrace cannot name a tracepoint of this module, because the system has a hyphen.
check "kprobe of a function of a module" bt 'kprobe:foo_bar_reg { @[kstack(1)] = count(); }' \
	'/bin/sh /tmp/register' ' *foo_bar_reg.*' '\]: 1'
check "kfunc of a function of a module" bt 'kfunc:foo_bar_reg { @ = count(); }' \
	'/bin/sh /tmp/register' '@: 1'
check "the module can be unloaded" rmmod trace-events-sample

is "no program is left" "" debian 60 bpftool prog show
is "no function is left" "" cat enabled_functions
is "no event is left" "" cat dynamic_events
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call Trace|rcu:"'
echo "1..$n"
