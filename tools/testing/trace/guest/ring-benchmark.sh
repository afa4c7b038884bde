#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's ring_buffer_benchmark, unmodified: the module writes records for ten
# seconds and reads them concurrently, record by record in one round and whole pages in
# the next, and verifies the number of records.
# guest: --timeout 500

. /guest/tap
cd /sys/kernel/tracing || exit 1

# The module sleeps for ten seconds after each round.
rounds() {
	awk '/Hit:/ { n++ } END { print n + 0 }' trace
}

wait_rounds() {
	while [ "$(rounds)" -lt "$1" ]; do
		sleep 1
	done
}

figure() {
	sed -n "s/.*$1: *\([0-9]*\).*/\1/p" trace | tail -n 1
}

adds_up() {
	[ "$(figure Total)" = "$(figure Hit)" ] && [ "$(figure Hit)" -gt 1000 ] &&
		[ "$(figure Read)" -gt 0 ] && ! grep ERROR trace
}

echo > trace
check "the module loads" modprobe ring_buffer_benchmark
wait_rounds 1
check "the counts of the first round add up" adds_up
grep -E 'Read|Entries|Overruns|Total|Missed|Hit' trace | sed 's/.*: [a-z_]*: /# /'
wait_rounds 2
check "the counts of the second round add up" adds_up
grep -E 'Read|Entries|Overruns|Total|Missed|Hit' trace | sed 's/.*: [a-z_]*: /# /' | tail -n 6
check "one round reads records, the other one pages" eval 'grep -q "by events" trace && grep -q "by pages" trace'
check "the module unloads" rmmod ring_buffer_benchmark
clean() { ! dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular|Oops'; }
check "no report in the kernel log" clean
echo "1..$n"
