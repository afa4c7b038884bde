#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of event filters and triggers, unmodified, but for
# those of histograms. Each must end as it does on the stock kernel.
# guest: --smp 2 --mem 1024 --timeout 600 --files BASE/tools/testing/selftests/ftrace:ftrace
# compare: status

cd /ftrace || exit 1
tests="test.d/filter"
for name in eventonoff filter snapshot stacktrace trace-marker-snapshot \
	traceonoff; do
	tests="$tests test.d/trigger/trigger-$name.tc"
done
# shellcheck disable=SC2086
./ftracetest -K -v --logdir /tmp/logs $tests
# A failure is told by its line; what led to it helps to see why.
for log in $(grep -lE 'exit_(fail|unresolved)|\[FAIL\]' /tmp/logs/*.log /tmp/logs/*/*.log 2>/dev/null); do
	sed 's/^/# /' "$log" | tail -n 25
done
exit 0
