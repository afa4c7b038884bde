#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A kernel that is loaded at a random address.
# guest: --kaslr

. /guest/tap
cd /sys/kernel/tracing || exit 1

address() { # SYMBOL
	echo $((0x$(sed -n "s/ [tT] $1\$//p" /proc/kallsyms)))
}

echo "# the kernel is at $(sed -n 's/ [tT] _text$//p' /proc/kallsyms)"
echo 'p:open do_sys_openat2' > kprobe_events
echo 1 > events/kprobes/open/enable
echo do_sys_openat2 > set_ftrace_filter
echo function > current_tracer
cat /dev/null
check "a function is traced" grep -q ' do_sys_openat2 <-[a-z0-9_]*open' trace
check "a kprobe event is recorded" grep -q 'open: (do_sys_openat2+0x0/' trace
echo nop > current_tracer
echo 0 > events/kprobes/open/enable
cut -d' ' -f1 available_filter_functions_addrs | sort > /tmp/functions
check "the functions are in the text" \
	test $((0x$(head -n 1 /tmp/functions))) -ge "$(address _stext)" \
	-a $((0x$(tail -n 1 /tmp/functions))) -lt "$(address _etext)"
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|cannot trace"'
echo "1..$n"
