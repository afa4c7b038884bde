#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# PROFILE_ALL_BRANCHES: the counts of the conditions of the kernel image in
# trace_stat/branch_all, and those of annotations in branch_annotated.
# nightly
# config: branches

. /guest/tap
cd /sys/kernel/tracing/trace_stat || exit 1

# counts FILE FUNCTION: the sums of the first two columns.
counts() {
	awk -v name="$2" '$4 == name { a += $1; b += $2 } END { print a + 0, b + 0 }' "$1"
}

calls() { # N: system calls that fail at an if
	i=0
	while [ $i -lt "$1" ]; do
		cd /no/such/directory 2> /dev/null
		i=$((i + 1))
	done
}

rises() { # FILE FUNCTION: its counts rise by at least 100 when it is called 100 times
	# shellcheck disable=SC2046
	set -- "$1" "$2" $(counts "$1" "$2")
	calls 100
	# shellcheck disable=SC2046
	set -- "$1" "$2" "$3" "$4" $(counts "$1" "$2")
	echo "$@"
	[ $(($5 + $6 - $3 - $4)) -ge 100 ]
}

# Lines without a hit have no percentage. The name of a file is cut after 20 characters.
columns() {
	awk 'NR > 2 && !($1 ~ /^[0-9]+$/ && $2 ~ /^[0-9]+$/ && $3 ~ /^([0-9]+|X)$/ &&
			 ($5 ~ /\.[chS]$/ || length($5) == 20) && $6 ~ /^[0-9]+$/)' "$1" | head -n 5
}

for file in branch_all branch_annotated; do
	check "$file has a header" eval \
		"head -n 1 $file | grep -q 'Function *File *Line' && sed -n 2p $file | grep -q '^ ---'"
	is "the columns of $file" "" columns $file
	check "$file has many branches" eval '[ "$(wc -l < '$file')" -gt 1000 ]'
done
check "the header of branch_all" eval 'head -n 1 branch_all | grep -q "^   miss      hit    %"'
check "the counts of a function that is called rise" rises branch_all path_init
check "the file can be read while its counts change" eval \
	'calls 300 & cat branch_all branch_annotated > /dev/null; wait'
echo "1..$n"
