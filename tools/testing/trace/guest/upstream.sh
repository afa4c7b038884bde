#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own ftrace selftests, unmodified, as far as what they test is
# here. Each must end as it does on the stock kernel.
# guest: --smp 2 --mem 1024 --timeout 900 --files BASE/tools/testing/selftests/ftrace:ftrace
# compare: status

cd /ftrace || exit 1
tests="test.d/00basic test.d/event test.d/instances"
for name in func-filter-glob func-filter-notrace-pid func-filter-pid \
	func-filter-stacktrace func_cpumask func_hotplug func_mod_trace \
	func_set_ftrace_file; do
	tests="$tests test.d/ftrace/$name.tc"
done
./ftracetest -K -v --logdir /tmp/logs $tests
# A failure is told by its line; what led to it helps to see why.
for log in $(grep -lE 'exit_(fail|unresolved)|\[FAIL\]' /tmp/logs/*.log /tmp/logs/*/*.log 2>/dev/null); do
	sed 's/^/# /' "$log" | tail -n 25
done
exit 0
