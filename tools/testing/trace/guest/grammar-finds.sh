#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The grammar fuzzer can find a bug: module planted has a parameter whose commands, in a
# certain order, use freed memory. The fuzzer has to stop with a finding.
# guest: --smp 2 --mem 1024 --timeout 1200
# guest: --program REPO/tools/testing/trace/grammar/grammar.c
# guest: --files REPO/tools/testing/trace/grammar/syntax:syntax
# guest: --files REPO/tools/testing/trace/guest/planted/syntax:syntax/planted
# config: threads-kasan
# module: planted
# expects: KASAN: slab-use-after-free in planted_(run|set)
# nightly

. /guest/tap

cd /sys/kernel/tracing || exit 1
dmesg -n 1
insmod /planted.ko
echo "1..1"

# The bug needs four commands for the same object: new, mark, drop, use.
finds()
{
	grammar -s 1 -n 1000 -m 0 > /tmp/fuzz
	status=$?
	cat /tmp/fuzz
	[ $status = 1 ] && grep "finding: .*KASAN" /tmp/fuzz
}
check "the fuzzer finds a use of freed memory" finds
