#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The KUnit suites of dynamic events on a kernel with BTF, which ran while this guest booted.
# guest: --append kunit.enable=1 --timeout 600
# config: btf
# nightly

for suite in trace_dynevent_args trace_dynevent_args_errors trace_dynevent_args_btf; do
	results=/sys/kernel/debug/kunit/$suite/results
	grep -E '^    (not )?ok [0-9]+ ' "$results" | sed -E "s/^ +//; s/ok [0-9]+ /ok $suite: /"
	grep -E '^ +# ' "$results" | sed 's/^ *//'
done
