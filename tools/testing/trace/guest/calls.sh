#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Functions of the public headers that only few modules call: trace_array_printk(),
# ftrace_vprintk(), trace_dump_stack(), the filters of the function tracer, notification of
# modules with tracepoints, and probes that are shared with kprobes. Markers with each
# number of arguments. What a warning and an oops do to the trace. Patch sites that were
# modified, and calls that never return.
# guest: --smp 2 --mem 512 --timeout 600
# module: calls
# expects: WARNING: CPU: [0-9]+ PID: [0-9]+ at .*calls
# expects: kernel BUG at .*calls
# expects: Oops: invalid opcode
# expects: WARNING: CPU: [0-9]+ PID: [0-9]+ at .*ftrace_fatal

. /guest/tap
cd /sys/kernel/tracing || exit 1
explain() { tail -n 20 trace; dmesg | tail -n 20; }

P=/sys/module/calls/parameters
run() {
	echo "$1" > $P/run
	cat $P/result
}
# The text of the records, without the columns before the time.
texts() { sed -n '/^#/d; s/^.* [0-9]*\.[0-9]*: //p' "$1"; }

insmod /calls.ko || exit 1

# Text
is "trace_array_printk() needs an instance" -2 run no-instance
is "trace_array_init_printk() needs an instance" -2 run no-instance-init
run instance > /tmp/result
is "trace_array_printk() and trace_array_vprintk() write to the instance" \
	"calls_instance: array 7 text
calls_array_vprintk: list 8 text" sh -c "
	sed -n '/^#/d; s/^.* [0-9]*\.[0-9]*: //p' instances/calls/trace |
		sed 's/ \[calls\]//; s/\.constprop\.0//; s/+0x[0-9a-f]*\/0x[0-9a-f]*//'"
is "trace_array_printk() returns the bytes of the text" 13 cat /tmp/result
echo > trace
run printk > /dev/null
is "ftrace_vprintk() with a constant and with another format" "constant 1 text
variable 2 text" sh -c "texts() { sed -n '/^#/d; s/^.* [0-9]*\.[0-9]*: //p' trace; }
	texts | sed 's/^[^:]*: //'"
echo > trace
run stack > /dev/null
is "trace_dump_stack() begins with the caller" " => calls_stack" sh -c "
	grep '^ =>' trace | head -n 1 | sed 's/ \[calls\]//; s/+.*//'"

# Filters of the function tracer
run filter > /dev/null
is "ftrace_set_global_filter() adds to set_ftrace_filter" "cmdline_proc_show
version_proc_show" sh -c 'sort set_ftrace_filter'
is "ftrace_set_global_notrace() sets set_ftrace_notrace" cmdline_proc_show cat set_ftrace_notrace
echo function > current_tracer
echo > trace
cat /proc/version /proc/cmdline > /dev/null
is "the function tracer uses both" "version_proc_show" sh -c "
	grep -o '[a-z]*_proc_show <-' trace | sed 's/ <-//'"
echo nop > current_tracer
run filter-reset > /dev/null
is "an empty name resets the filter" "#### all functions enabled ####" cat set_ftrace_filter
is "and the functions not to trace" "#### no functions disabled ####" cat set_ftrace_notrace

# Notification, and a probe that is shared with kprobes
echo 0 > $P/hits
is "a notifier is registered" 0 run notify
is "a new notifier is told about loaded modules" 1 cat $P/hits
is "a notifier is registered once" -17 run notify
is "a notifier is unregistered" 0 run notify-off
is "an old notifier is told that the modules go" 101 cat $P/hits
is "an unknown notifier is not unregistered" -2 run notify-off
echo 0 > $P/hits
is "a probe that is shared with kprobes is registered" 0 run fprobe
echo "p:both version_proc_show" > kprobe_events
echo 1 > events/kprobes/both/enable
cat /proc/version /proc/version > /dev/null
is "it is called" 2 cat $P/hits
is "and so is the kprobe" 2 grep -c " both: " trace
is "the probe is unregistered" 0 run fprobe-off
cat /proc/version > /dev/null
is "it is not called any more" 2 cat $P/hits
echo 0 > events/kprobes/both/enable
echo > kprobe_events

# An event that prints a hexadecimal dump
echo 1 > events/calls/enable
echo > trace
run event > /dev/null
is "__print_hex_dump() prints lines with offset, bytes and characters" " calls_dump: bytes:
dump 00000000: 40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f  @ABCDEFGHIJKLMNO
dump 00000010: 50 51 52 53                                      PQRS" \
	sh -c "sed -n '/^#/d; s/^.*\( calls_dump:\)/\1/; /^$/!p' trace"
echo 0 > events/calls/enable

# Markers
echo 1 > events/markers/enable
echo > trace
run words > /dev/null
is "markers with one to ten arguments" "calls_one: a 1
calls_two: a 1 b 2
calls_three: a 1 b 2 c -3
calls_four: a 1 b 2 c -3 d 4
calls_five: a 1 b 2 c -3 d 4 e 5
calls_six: a 1 b 2 c -3 d 4 e 5 f 6
calls_seven: a 1 b 2 c -3 d 4 e 5 f 6 g -7
calls_eight: a 1 b 2 c -3 d 4 e 5 f 6 g -7 h 8
calls_nine: a 1 b 2 c -3 d 4 e 5 f 6 g -7 h 8 i 9
calls_ten: a 1 b 2 c -3 d 4 e 5 f 6 g -7 h 8 i 9 j 10" texts trace
echo > trace
run texts > /dev/null
is "markers with strings at each place" "calls_text1: t one
calls_text2: a 1 t one
calls_text3: a 1 t one b 2
calls_text4: a 1 b 2 t one c 3
calls_text5: a 1 b 2 c -3 d -4 t one
calls_text6: a 1 b 2 c 3 d 4 t one e 5
calls_texts: t one a 1 u two
calls_cut: t on" texts trace
echo > trace
run event > /dev/null
is "a marker of a tracepoint of the module" "calls_fed: first 64 last 83" texts trace
echo 0 > events/markers/enable

# A module with tracepoints is loaded while another one goes.
modprobe trace-events-sample 2> /dev/null && rmmod trace-events-sample
is "tracepoints of a module work after another module is unloaded" 1 sh -c "
	echo 1 > events/calls/enable; echo > trace; echo event > $P/run
	grep -c calls_dump: trace"
echo 0 > events/calls/enable

# kernel.traceoff_on_warning
echo > trace
run warn > /dev/null
is "a warning does not stop the trace" 1 cat tracing_on
echo 1 > /proc/sys/kernel/traceoff_on_warning
run warn > /dev/null
is "a warning stops the trace with traceoff_on_warning" 0 cat tracing_on
is "the reason is in the trace" 1 grep -c 'Disabling tracing due to warning' trace
echo 1 > tracing_on
echo 1 > instances/calls/tracing_on
echo 1 > instances/calls/options/trace_printk_dest
run warn > /dev/null
is "it stops the trace and" 0 cat tracing_on
is "that of trace_printk()" 0 cat instances/calls/tracing_on
is "where the reason is as well" 1 grep -c 'Disabling tracing due to warning' \
	instances/calls/trace
echo 1 > options/trace_printk_dest
echo 1 > instances/calls/tracing_on
echo 0 > /proc/sys/kernel/traceoff_on_warning

# kernel.ftrace_dump_on_oops
# The line that ends the report of an oops comes after the dump.
oops_ends() { dmesg | grep -q -e '---\[ end trace'; }
oops() {
	echo 1 > tracing_on
	echo 1 > instances/calls/tracing_on
	echo > trace
	echo > instances/calls/trace
	echo "told at the top" > trace_marker
	echo "told below" > instances/calls/trace_marker
	echo "$1" > /proc/sys/kernel/ftrace_dump_on_oops
	dmesg -c > /dev/null
	run oops > /dev/null
	await oops_ends
	dmesg | grep -o 'told at the top\|told below\|Instance [a-z]* not found' | sort
}
top="told at the top"
for row in "0:" "1:$top" "calls:told below" "calls=1:told below" \
	"1,calls:$top
told below" "0,calls:" "nosuch:Instance nosuch not found" "nosuch,calls:Instance nosuch not found
told below"; do
	is "an oops with ftrace_dump_on_oops set to ${row%%:*}" "${row#*:}" oops "${row%%:*}"
done
# Only the buffer of the CPU with the oops.
oops_on() { # CPU
	echo orig_cpu,calls=orig_cpu > /proc/sys/kernel/ftrace_dump_on_oops
	echo 1 > tracing_on
	echo > trace
	dmesg -c > /dev/null
	for cpu in 0 1; do
		taskset $((1 << cpu)) sh -c "echo on cpu $cpu > trace_marker"
	done
	taskset $((1 << $1)) sh -c "echo oops > $P/run"
	await oops_ends
	dmesg | grep -o 'on cpu [01]'
}
for cpu in 0 1; do
	is "orig_cpu dumps CPU $cpu only" "on cpu $cpu" oops_on $cpu
done
echo 0 > /proc/sys/kernel/ftrace_dump_on_oops
echo 1 > tracing_on
check "the instance can be removed" rmdir instances/calls

# Patch sites
is "functions are listed by address" "calls_low
calls_high" sh -c "grep -o '^calls_low\|^calls_high' available_filter_functions"
is "a site without a call or a nop is listed with its text" \
	"calls_bad: neither a call nor a nop: 01 02 03 04 05" sh -c "
	grep calls_bad failures | sed 's/+[^:]*//'"
echo 'calls_outer calls_inner' > set_ftrace_filter
echo > trace
echo function_graph > current_tracer
is "a call that is abandoned does not disturb its caller" 7 run abandon
is "function_graph shows that the caller returns" 1 sh -c "
	sed -n '/calls_inner/,\$s/.*| *//p' trace | grep -c '^}'"
echo nop > current_tracer
is "function tracing stops if a site was modified" "function tracing stops
unexpected instruction at calls_low" sh -c "
	dmesg -c > /dev/null
	echo spoil > $P/run
	echo calls_low > set_ftrace_filter
	echo function > current_tracer
	dmesg | grep -o 'function tracing stops\|unexpected instruction at calls_low' | sort"
echo nop > current_tracer
is "the header of the trace says so" 1 grep -c 'FUNCTION TRACING IS CORRUPTED' trace
is "no function tracer can be used afterwards" "No such device" sh -c "
	(echo function > current_tracer) 2>&1 | sed 's/.*: //'"
echo "1..$n"
