#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base's samples that use function tracing, unmodified: direct calls, ftrace_ops of
# a module, live patches and kprobes. Each module loads, works, and leaves no enabled
# function after it is unloaded.
# guest: --smp 2
# compare: text

cd /sys/kernel/tracing || exit 1

enabled()
{
	grep -v '^$' enabled_functions |
		sed 's/0x[0-9a-f]*/X/g; s/+X\/X//g; s/ (call_direct_funcs)//; s/ (ftrace_direct_call)//
		     s/X (\(.*\)) ->.*/X \1/; s/->arch.*/->all/; s/ function_\(trace_\)*call$/ tracer/'
}

# The trampoline of a direct call writes to the trace by trace_printk().
told()
{
	echo > trace
	echo 1 > tracing_on
	for i in 1 2 3 4 5; do
		sleep 0.1
		"$@"
	done > /dev/null 2>&1
	grep -q "$TOLD" trace && echo "found: $TOLD"
	echo > trace
}

touch_memory()
{
	dd if=/dev/zero of=/tmp/memory bs=1M count=8
	cat /tmp/memory
}

for module in ftrace-direct ftrace-direct-modify ftrace-direct-multi \
	ftrace-direct-multi-modify; do
	echo "@@ $module"
	modprobe $module && echo loaded
	case $module in
	*modify)	: ;;	# the trampoline changes every other second
	*)		enabled ;;
	esac
	TOLD="waking up" told true
	rmmod $(echo $module | tr - _) && echo gone
	enabled
done

echo "@@ ftrace-direct-too"
modprobe ftrace-direct-too && echo loaded
enabled
TOLD="handle mm fault" told touch_memory
rmmod ftrace_direct_too && echo gone
enabled

echo "@@ a direct call and a tracer"
modprobe ftrace-direct
echo wake_up_process > set_ftrace_filter
echo function > current_tracer
enabled
TOLD="waking up" told true
TOLD="wake_up_process <-" told true
echo nop > current_tracer
enabled
echo > set_ftrace_filter
rmmod ftrace_direct
enabled

echo "@@ ftrace-ops"
dmesg -c > /dev/null
modprobe ftrace-ops nr_function_calls=100 2>&1 | grep -o 'Invalid argument'
dmesg | grep -o 'Attempted 100 calls'
enabled

echo "@@ livepatch"
modprobe livepatch-sample
enabled
cat /proc/cmdline
cd /sys/kernel/livepatch/livepatch_sample || exit 1
while [ "$(cat transition)" = 1 ]; do sleep 0.2; done
cat /proc/cmdline
echo 0 > enabled
while [ -d /sys/kernel/livepatch/livepatch_sample ]; do sleep 0.2; done
cd /sys/kernel/tracing || exit 1
grep -c 'live patched' /proc/cmdline
while [ "$(cat /sys/module/livepatch_sample/refcnt)" != 0 ]; do sleep 0.2; done
rmmod livepatch_sample && echo gone
enabled

echo "@@ kprobes"
dmesg -c > /dev/null
modprobe kprobe_example
enabled
(true)
dmesg | grep -m 1 -o 'handler_pre: <kernel_clone>'
rmmod kprobe_example && echo gone
modprobe kretprobe_example
(true)
dmesg | grep -m 1 -o 'kernel_clone returned'
rmmod kretprobe_example && echo gone
enabled

echo "@@ functions of an unloaded module"
echo ':mod:ftrace_direct' > set_ftrace_filter
echo function > current_tracer
modprobe ftrace-direct
echo 0 > tracing_on
grep -o 'ftrace_direct_init <-do_one_initcall' trace
cat set_ftrace_filter
enabled
rmmod ftrace_direct
grep -c 'ftrace_direct_init' trace
cat set_ftrace_filter
echo nop > current_tracer
(echo ':mod:ftrace_direct' > set_ftrace_filter) 2>&1
cat set_ftrace_filter
(echo '*:mod:nosuch' > set_ftrace_filter) 2>&1
(echo 'my_direct_func' > set_ftrace_filter) 2>&1

# The sections are the result, whatever the last command has returned.
exit 0
