#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The results of the KUnit suites, which ran while this guest booted.
# guest: --append kunit.enable=1 --timeout 600

for suite in /sys/kernel/debug/kunit/*/results; do
	[ -r "$suite" ] || continue
	name=$(basename "$(dirname "$suite")")
	# Result lines have three levels of indentation: parameter, test case, suite.
	awk -v suite="$name" '
	/^    (not )?ok [0-9]+ / {
		line = $0
		sub(/^ +/, "", line)
		bad = sub(/^not /, "", line)
		sub(/^ok [0-9]+ /, "", line)
		print (bad ? "not ok " : "ok ") suite ": " line
		if (bad)
			print said
		said = ""
		next
	}
	/^ +#/ { sub(/^ +# */, ""); said = said "# " $0 "\n" }' "$suite"
done
