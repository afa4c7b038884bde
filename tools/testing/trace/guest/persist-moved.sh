#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The records of a ring buffer in reserved memory have the names of their functions after a
# reset, although the kernel is at another address then. The script runs twice in one virtual
# machine, before and after the reset.
# guest: --kaslr --qemu "-action reboot=reset" --append "memmap=1M$0x10000000 trace_instance=far^traceoff@0x10000000:1M"

. /guest/tap
cd /sys/kernel/tracing/instances/far || { echo "not ok 1 there is an instance"; exit 1; }

text=$((0x$(sed -n 's/ [tT] _text$//p' /proc/kallsyms)))
if ! grep -q tracing_mark_write trace; then
	echo do_sys_openat2 > set_ftrace_filter
	echo function > current_tracer
	echo 1 > tracing_on
	echo "text at $text" > trace_marker
	# Reset without sync: only the contents of the memory survive.
	echo b > /proc/sysrq-trigger
	sleep 10
fi

moved=$((text - $(sed -n 's/.*tracing_mark_write: text at //p' trace | head -n 1)))
echo "# the kernel has moved by $moved bytes"
is "last_boot_info has the former address" "$(printf "%x\t[kernel]" $((text - moved)))" \
	head -n 1 last_boot_info
check "the functions have their names" grep -q ' do_sys_openat2 <-[a-z0-9_]*open' trace
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:"'
echo "1..$n"
