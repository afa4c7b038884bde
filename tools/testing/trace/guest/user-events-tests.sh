#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base's selftests of user events.
# guest: --smp 2 --timeout 900
# guest: --program BASE/tools/testing/selftests/user_events/ftrace_test.c
# guest: --program BASE/tools/testing/selftests/user_events/dyn_test.c
# guest: --program BASE/tools/testing/selftests/user_events/perf_test.c
# guest: --program BASE/tools/testing/selftests/user_events/abi_test.c
# compare: status

number=0
for name in ftrace_test dyn_test perf_test abi_test; do
	$name > /tmp/out 2>&1
	echo "# $name: status $?"
	sed 's/^/# /' /tmp/out
	sed -n 's/^\(ok\|not ok\) [0-9]* \(.*\)/\1 \2/p' /tmp/out > /tmp/cases
	while read -r line; do
		number=$((number + 1))
		case $line in
		ok*) echo "ok $number $name ${line#ok }" ;;
		*) echo "not ok $number $name ${line#not ok }" ;;
		esac
	done < /tmp/cases
done
echo "1..$number"
