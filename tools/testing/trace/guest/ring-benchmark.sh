#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's ring_buffer_benchmark, unmodified: it writes for ten seconds and
# reads them meanwhile, record by record or, the next time, whole pages; and compares.
# guest: --timeout 500

. /guest/tap
cd /sys/kernel/tracing || exit 1

# For each round of ten seconds the module sleeps another ten.
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
check "it is loaded" modprobe ring_buffer_benchmark
wait_rounds 1
check "a round of the one kind" adds_up
grep -E 'Read|Entries|Overruns|Total|Missed|Hit' trace | sed 's/.*: [a-z_]*: /# /'
wait_rounds 2
check "a round of the other kind" adds_up
grep -E 'Read|Entries|Overruns|Total|Missed|Hit' trace | sed 's/.*: [a-z_]*: /# /' | tail -n 6
check "both kinds" eval 'grep -q "by events" trace && grep -q "by pages" trace'
check "it is unloaded" rmmod ring_buffer_benchmark
clean() { ! dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular|Oops'; }
check "nothing in the kernel's log" clean
echo "1..$n"
