#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The clock of an instance with a persistent ring buffer is selected again after a reset. The
# script runs three times in one virtual machine.
# guest: --timeout 400 --qemu "-action reboot=reset" --append "memmap=2M$0x10000000 trace_instance=far^traceoff@0x10000000:1M trace_instance=other^traceoff@0x10100000:1M"

. /guest/tap
cd /sys/kernel/tracing/instances/far || { echo "not ok 1 there is an instance"; exit 1; }

# mark TEXT: record it, and reset the machine
mark() {
	echo 1 > tracing_on
	echo "$1" > trace_marker
	echo b > /proc/sysrq-trigger
	sleep 10
}

chosen() { sed 's/.*\[\(.*\)\].*/\1/' "$1/trace_clock"; }

if ! grep -q 'first\|second' trace; then
	echo mono_raw > trace_clock
	mark first
elif ! grep -q second trace; then
	[ "$(chosen .)" = mono_raw ] || echo "not ok 1 the clock is selected in the second boot"
	mark second
fi

is "the clock is selected again, though nobody did in the second boot" mono_raw chosen .
is "another instance has the default" local chosen ../other
is "the global instance has the default" local chosen ../..
check "the records of both boots are present" test "$(grep -c 'first\|second' trace)" = 2
echo counter > trace_clock
is "the clock can be changed" counter chosen .
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
