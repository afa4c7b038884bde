#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The option bitmask-list: bitmasks and sets of CPUs are printed as lists.
# guest: --smp 2 --mem 512

. /guest/tap

cd /sys/kernel/tracing || exit 1
mkdir instances/list

is "it is off at first" 0 cat options/bitmask-list
modprobe trace-events-sample
echo 1 > events/sample-trace/foo_bar/enable
echo 1 > instances/list/events/sample-trace/foo_bar/enable
await grep -q 'foo_bar: ' trace
await grep -q 'foo_bar: ' instances/list/trace
echo 0 > tracing_on
echo 0 > instances/list/tracing_on

mask() { sed -n 's/.*foo_bar: .* (\([0-9a-f,-]*\)).*/\1/p' "$1" | sort -u; }

mask trace > /tmp/hex
check "a bitmask is hexadecimal" grep -qE '^[0-9a-f]{8}(,[0-9a-f]{8})*$|^[0-9a-f]+$' /tmp/hex
echo 1 > options/bitmask-list
mask trace > /tmp/list
check "the option makes it another text" sh -c '! cmp -s /tmp/hex /tmp/list'
check "which is a list of numbers" sh -c '
	! grep -vE "^([0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)?$" /tmp/list'
mask instances/list/trace > /tmp/other
check "another instance has its own option" cmp /tmp/hex /tmp/other
echo nobitmask-list > trace_options
mask trace > /tmp/again
check "and it can be cleared" cmp /tmp/hex /tmp/again
rmmod trace-events-sample
rmdir instances/list
exit 0
