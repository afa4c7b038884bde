#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The tools of bcc as packaged by Debian. They compile their programs in the guest against the
# headers of the kernel, which takes a while.
# guest: --smp 1 --mem 3072 --timeout 5400 --files REPO/tools/testing/trace/guest/clients:clients
# config: bpf
# prepare: debian
# compare: status
# nightly

. /guest/tap
. /clients
check "the disk is mounted" enter
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
# bcc looks for the headers in this directory.
check "the headers of the kernel" eval "debian 600 sh -c 'cd /tmp && mkdir kheaders-\$(uname -r) &&
	tar -xJf /sys/kernel/kheaders.tar.xz -C kheaders-\$(uname -r)'"

cat > /tmp/bash.sh << 'END'
for i in 1 2 3 4 5; do false; done
END
# tool READY WORK REGEX TOOL...: the output of the tool has such a line after the work.
tool() {
	ready=$1
	work=$2
	line=$3
	shift 3
	during "$ready" "$work" "$@" && wants "$line"
}

check "execsnoop" tool PCOMM 'sh -c "exec /bin/echo one two" > /dev/null' \
	'echo +[0-9]+ +[0-9]+ +0 /bin/echo one two *' execsnoop-bpfcc
check "opensnoop" tool PID 'cat /etc/hostname > /dev/null' \
	'[0-9]+ +cat +[0-9]+ +0 +/etc/hostname' opensnoop-bpfcc -n cat
check "opensnoop: failed calls" tool PID 'cat /nothing /nothing 2> /dev/null; true' \
	'[0-9]+ +cat +-1 +2 +/nothing' opensnoop-bpfcc -n cat -x
check "funccount: a function" tool Tracing "$dd" 'write_null +100' funccount-bpfcc write_null
check "funccount: a pattern" tool Tracing "$dd" 'write_null +100' funccount-bpfcc '*_null'
check "funccount: a function of a program" tool Tracing 'bash /tmp/bash.sh' 'false_builtin +5' \
	funccount-bpfcc '/bin/bash:false_builtin'
check "funclatency" tool Tracing "$dd" 'avg = [0-9]+ nsecs, total: [0-9]+ nsecs, count: 100' \
	funclatency-bpfcc write_null
check "funclatency of a function of a program" tool Tracing 'bash /tmp/bash.sh' \
	'avg = [0-9]+ nsecs, total: [0-9]+ nsecs, count: 5' funclatency-bpfcc /bin/bash:false_builtin
check "trace: arguments of a function" tool PID "$dd" \
	'[0-9]+ +[0-9]+ +dd +write_null +1' trace-bpfcc 'write_null(void *f, void *b, u64 n) "%d", n'
is "trace: each call" 100 grep -c 'dd .*write_null' /tmp/out
check "trace: return values of a function" tool PID "$dd" \
	'[0-9]+ +[0-9]+ +dd +write_null +1' trace-bpfcc 'r::write_null "%d", retval'
check "trace: a tracepoint" tool PID "$dd" '[0-9]+ +[0-9]+ +dd +sys_enter +1' \
	trace-bpfcc 't:raw_syscalls:sys_enter (args->id == 1) "%d", args->args[2]'
check "trace: a function of a program" tool PID 'bash /tmp/bash.sh' \
	'[0-9]+ +[0-9]+ +bash +false_builtin *.*' trace-bpfcc '/bin/bash:false_builtin'
check "argdist: counts" tool '^\[' "$dd" '\s+100 +n = 1' \
	argdist-bpfcc -c -C 'p::write_null(void *f, void *b, u64 n):u64:n'
check "argdist: histogram" tool '^\[' "$dd" ' +0 -> 1 +: 100 +\|\*+\|' \
	argdist-bpfcc -c -H 'r::write_null():u64:$retval'
check "argdist: a tracepoint" tool '^\[' "$dd" '\s+1[0-9]{2} +args->args\[2\] = 1' argdist-bpfcc -c -C \
	't:raw_syscalls:sys_enter():u64:args->args[2]:args->id==1'
check "stackcount: stacks of a function" tool Tracing "$dd" ' +100' stackcount-bpfcc write_null
check "stackcount: frames" wants ' +(b.)?write_null.?' ' +(b.)?vfs_write.?' \
	' +(b.)?do_syscall_64.?'
check "stackcount: a tracepoint" tool Tracing "$dd" ' +[1-9][0-9]*' \
	stackcount-bpfcc t:sched:sched_process_exit
check "tplist" eval 'debian 300 tplist-bpfcc -v sched:sched_process_exit > /tmp/out &&
	wants sched:sched_process_exit " +pid_t pid;"'
check "tplist: all tracepoints" eval 'debian 300 tplist-bpfcc | grep : | grep -v ^ftrace: | sort > /tmp/out &&
	sort available_events | diff - /tmp/out'

cat > /tmp/hello.py << 'END'
from bcc import BPF
import time
b = BPF(text='''
int hello(struct pt_regs *ctx) { bpf_trace_printk("hello from bpf\\n"); return 0; }
BPF_ARRAY(calls, u64, 2);
RAW_TRACEPOINT_PROBE(sys_enter)
{
	char comm[16];

	bpf_get_current_comm(comm, sizeof(comm));
	if (ctx->args[1] == 1 && comm[0] == 'd' && comm[1] == 'd' && !comm[2])
		calls.increment(0);
	return 0;
}
KFUNC_PROBE(read_zero) { calls.increment(1); return 0; }
''')
b.attach_kprobe(event="write_null", fn_name="hello")
print("ready")
try:
    time.sleep(900)
except KeyboardInterrupt:
    print("raw", b["calls"][0].value)
    print("kfunc", b["calls"][1].value >= 100)
END
check "a program with raw tracepoint, kfunc and kprobe" tool ready \
	"timeout -s INT 20 bpftool prog tracelog > /tmp/log & sleep 5; $dd; sleep 5; kill %1; true" \
	'raw 100' python3 /tmp/hello.py
check "the kfunc" wants 'kfunc True'
is "bpftool prog tracelog: bpf_trace_printk()" 100 grep -c 'dd-.*bpf_trace_printk: hello from bpf' \
	/tmp/log

is "no program is left" "" debian 60 bpftool prog show
is "no event is left" "" cat dynamic_events
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call Trace|rcu:"'
echo "1..$n"
