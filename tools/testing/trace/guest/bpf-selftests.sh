#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of BPF that use tracing, unmodified. Each test and subtest must
# have the same result as on the stock kernel, or pass. bpf-selftests.txt has the list.
# nightly
# config: bpf
# prepare: bpf-selftests
# guest: --smp 2 --mem 1024 --timeout 7200
# compare: status

. /guest/tap
mkdir -p /disk /lib
mount -t ext4 /dev/vda /disk || exit 1
mount -t bpf bpf /sys/fs/bpf
ln -s /disk/lib64 /lib64
ln -s /disk/lib/x86_64-linux-gnu /lib/x86_64-linux-gnu
cp /bpf_test*.ko /disk/bpf
cd /disk/bpf || exit 1

# Print a line of TAP for each result in the log of test_progs, "#1/2   test/subtest:OK". The
# end of what the log has above a failure follows it. A result may be there more than once: a
# child of a test writes at its exit what the test has left in the buffer of stdio.
results() {
	awk '
	/^#[0-9\/]+ +.*:(OK|FAIL|SKIP)( \(SKIP: .*\))?$/ {
		if (seen[$0]++)
			next
		name = $0
		sub(/^#[0-9\/]+ +/, "", name)
		state = name
		sub(/:[A-Z]+( \(SKIP: .*\))?$/, "", name)
		state = substr(state, length(name) + 2)
		print (state ~ /^FAIL/ ? "not ok" : "ok") " - " name (state == "SKIP" ? " # SKIP" : "")
		for (i = n > 15 ? n - 14 : 1; state ~ /^FAIL/ && i <= n; i++)
			print "# " substr(line[i], 1, 200)
		n = 0
		next
	}
	!/:PASS:/ { line[++n] = $0 }' "$1"
}

# Each test is a process of its own: one that dies or hangs is one failure.
tests=$*
[ -n "$tests" ] || tests=$(./test_progs -l)
for test in $tests; do
	start=$(cut -d . -f 1 /proc/uptime)
	timeout -s KILL 600 ./test_progs -v -a "$test" > /tmp/log 2>&1
	status=$?
	results /tmp/log
	if ! grep -q "^#[0-9]* *$test:" /tmp/log; then
		echo "not ok - $test"
		echo "# no result, status $status"
		tail -n 15 /tmp/log | cut -c 1-200 | sed 's/^/# /'
	fi
	echo "# $test: $(($(cut -d . -f 1 /proc/uptime) - start)) s"
done
cd /sys/kernel/tracing || exit 1
is "no function has a callback afterwards" "" cat enabled_functions
is "no probe is left" "" cat dynamic_events
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call Trace|rcu:.*stall"'
