#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The text of all functions is changed while two CPUs execute it, each of which is a thread
# of the host: rounds of function, function_graph, irqsoff, function with a filter, of which
# the callback changes, and nop.
# QEMU goes on executing breakpoints of changes that are complete. A handler that knew
# only the functions that are being changed would oops here; see "Real threads" in
# Documentation/trace/testing.rst.
# ROUNDS=n in the environment sets the number of rounds, PIDS=n how often a filter of pids
# changes the callback and changes it back.
# guest: --smp 2 --mem 1024 --timeout 3600
# guest: --program REPO/tools/testing/trace/guest/threads.c
# config: threads-kasan
# nightly

. /guest/tap

cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null

# Six changes in each round, of which all but the two last concern all functions. Nothing is
# recorded: the timer would interrupt the slow kernel faster than it records the functions
# that a timer interrupt calls, and no task would make progress.
changes()
{
	echo 0 > tracing_on
	threads "${ROUNDS:-2}" function function_graph irqsoff nop \
		'filter=vfs_*' function pids=${PIDS:-20} nop filter= || return 1
	echo 1 > tracing_on
}
quiet() { ! dmesg | grep -E 'WARNING: |BUG: |Oops|function tracing stops|INFO: ' -A 12; }
clean() { ! grep . enabled_functions; }
works()
{
	echo > trace
	echo version_proc_show > set_ftrace_filter
	echo function > current_tracer
	cat /proc/version > /dev/null
	cp trace /tmp/trace
	echo nop > current_tracer
	echo > set_ftrace_filter
	grep 'version_proc_show <-' /tmp/trace || { cat /tmp/trace; false; }
}

check "the text of all functions changes under load" changes
sed 's/^/# /' /tmp/said
check "no function is traced at the end" clean
check "functions are traced" works
check "no report in the kernel log" quiet
echo "1..$n"
