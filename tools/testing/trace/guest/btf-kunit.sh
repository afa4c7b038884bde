#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The KUnit suites of dynamic events on a kernel with BTF, which ran while this guest booted.
# guest: --append kunit.enable=1 --timeout 600
# config: btf
# nightly

for results in /sys/kernel/debug/kunit/*/results; do
	[ -r "$results" ] || continue
	suite=$(basename "$(dirname "$results")")
	grep -E '^    (not )?ok [0-9]+ ' "$results" | sed -E "s/^ +//; s/ok [0-9]+ /ok $suite: /"
	grep -E '^ +# ' "$results" | sed 's/^ *//'
done
