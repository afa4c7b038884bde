#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf_event_open(2) on uprobes, which it creates without an event, and on uprobe events:
# which processes are counted, samples, filters, errors, and that a process that no event
# counts has no breakpoint in its text.
# guest: --smp 2 --program REPO/tools/testing/trace/guest/perf_uprobes.c
# compare: facts

cd /sys/kernel/tracing || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
dmesg -c > /dev/null
for file in /sys/bus/event_source/devices/uprobe/format/*; do
	echo "format ${file##*/} is $(cat "$file"): yes"
done
perf_uprobes
# What the program says of the events in use: it removes them at its end.
cat uprobe_events uprobe_profile | sed 's/.*/left: &/'
dmesg > /tmp/said.kernel
echo "reports: $(grep -cE 'BUG:|WARNING:|Call Trace|rcu:' /tmp/said.kernel)"
