#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base's own ftrace selftests, unmodified: each ends as it does on stock.
# guest: --smp 2 --timeout 900 --files BASE/tools/testing/selftests/ftrace:ftrace
# compare: status

cd /ftrace || exit 1
dmesg -n 1
./ftracetest --ktap --logdir /tmp/logs \
	test.d/00basic test.d/event test.d/instances \
	test.d/ftrace/func-filter-*.tc test.d/ftrace/func_cpumask.tc \
	test.d/ftrace/func_hotplug.tc test.d/ftrace/func_mod_trace.tc \
	test.d/ftrace/func_set_ftrace_file.tc
status=$?
# What a failed test said goes below the results, into the log of this group.
for log in /tmp/logs/*; do
	grep -q 'FAIL\|UNRESOLVED' "$log" 2>/dev/null || continue
	echo "---- $log"
	tail -n 30 "$log"
done
exit $status
