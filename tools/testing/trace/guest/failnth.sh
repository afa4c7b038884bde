#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Each allocation and each copy from or to user space fails once: a choice of the operations
# of failnth.txt, by a seed that is printed. failnth-all.sh runs all of them.
# guest: --smp 2 --mem 1024 --timeout 1800 --program REPO/tools/testing/trace/guest/failnth.c
# guest: --program REPO/tools/testing/trace/guest/uprobe_prog.c
# guest: --files REPO/tools/testing/trace/guest/failnth.txt:failnth.txt
# config: check

cd /sys/kernel/tracing || exit 1
mkdir -p instances/a /tmp/failnth
for instance in . instances/a; do
	echo 8 > $instance/buffer_size_kb
done
# Messages of failed allocations are in the log, but not on the console.
dmesg -n 4
# {NAME} in the table is a place of this program.
uprobe_prog sed > /tmp/places
sed -f /tmp/places /failnth.txt > /tmp/failnth.txt
# FAILNTH has options of the program, FAILNTH_ROWS a text that the rows contain.
# shellcheck disable=SC2086
failnth ${FAILNTH:--k 20 -m 20} ${FAILNTH_ROWS:+-r "$FAILNTH_ROWS"} /tmp/failnth.txt
