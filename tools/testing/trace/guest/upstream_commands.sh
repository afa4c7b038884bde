#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's selftests of commands in set_ftrace_filter and of direct calls,
# unmodified. Each must end as it does on the stock kernel.
# guest: --smp 2 --mem 1024 --timeout 600 --files BASE/tools/testing/selftests/ftrace:ftrace
# compare: status

cd /ftrace || exit 1
tests="test.d/direct"
for name in func_event_triggers func_traceonoff_triggers tracing-error-log; do
	tests="$tests test.d/ftrace/$name.tc"
done
./ftracetest -K -v --logdir /tmp/logs $tests
for log in $(grep -lE 'exit_(fail|unresolved)|\[FAIL\]' /tmp/logs/*.log /tmp/logs/*/*.log 2>/dev/null); do
	sed 's/^/# /' "$log" | tail -n 25
done
exit 0
