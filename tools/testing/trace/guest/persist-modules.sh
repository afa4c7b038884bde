#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Modules of the last boot: last_boot_info lists them, and their functions have names once the
# module is loaded again, at another address. The script runs twice in one virtual machine,
# before and after a reset.
# guest: --kaslr --timeout 400 --qemu "-action reboot=reset" --append "memmap=1M$0x10000000 trace_instance=far^traceoff@0x10000000:1M"

. /guest/tap
cd /sys/kernel/tracing/instances/far || { echo "not ok 1 there is an instance"; exit 1; }

# base NAME: the address of the text of a module
base() { sed -n "s/^$1 .* 0x\([0-9a-f]*\).*/\1/p" /proc/modules; }

# said WORD: what the mark of the last boot has after a word
said() { sed -n "s/.*tracing_mark_write: .*$1 \([0-9a-f]*\).*/\1/p" trace | head -n 1; }

if ! grep -q 'tracing_mark_write: ' trace; then
	modprobe trace-printk
	modprobe trace-events-sample
	# Only modules that are loaded when the machine goes down are in the list.
	modprobe mmiotrace_test 2> /dev/null
	modprobe kprobe_event_gen_test && rmmod kprobe_event_gen_test
	echo "do_simple_thread_func*" > set_ftrace_filter
	echo function > current_tracer
	echo 1 > tracing_on
	echo "sample $(base trace_events_sample) printk $(base trace_printk)" > trace_marker
	await grep -q ' do_simple_thread_func.* <-simple_thread' trace
	echo b > /proc/sysrq-trigger
	sleep 10
fi

sample=$(said sample)
check "last_boot_info begins with the kernel" eval 'head -n 1 last_boot_info | grep -q "	.kernel.$"'
check "last_boot_info has a module" grep -qx "$sample	trace_events_sample" last_boot_info
check "last_boot_info has another module" grep -qx "$(said printk)	trace_printk" last_boot_info
is "last_boot_info has no others" 3 grep -c . last_boot_info
check "no function of a module that is not loaded has a name" eval '! grep -q simple_thread trace'
check "its functions are printed as numbers" grep -q " 0x${sample%?????}" trace

# Its address is another one, as trace_printk is not loaded before it.
modprobe trace-events-sample
now=$(base trace_events_sample)
echo "# the module was at $sample and is at $now"
check "functions of a module that is loaded again have names" \
	grep -q ' do_simple_thread_func.* <-simple_thread' trace
check "last_boot_info has the former address" grep -qx "$sample	trace_events_sample" last_boot_info
rmmod trace-events-sample
check "the names are gone with the module" eval '! grep -q simple_thread trace'
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo > trace
is "last_boot_info of a cleared buffer" "# Current" cat last_boot_info
echo "1..$n"
