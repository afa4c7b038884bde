#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A memory-mapped ring buffer exposes records of that buffer and no other kernel memory.
# A client that reads the mapping as libtracefs does gets each record once, even if the
# buffer is cleared or written to at the same time.
# guest: --smp 2 --mem 512 --timeout 300 --program REPO/tools/testing/trace/guest/map-contents.c
# compare: text
# nightly-also: check

. /guest/tap

each_line() {
	map-contents stream > /tmp/stream
	cat /tmp/stream
	grep -q '^20000 lines, 0 out of order, .*, lost 0$' /tmp/stream
}

nothing_foreign() {
	map-contents foreign > /tmp/foreign
	cat /tmp/foreign
	[ "$(grep -c ': 0 words of other memory, 0 addresses' /tmp/foreign)" = 8 ] &&
		[ "$(grep -c much /tmp/foreign)" = 4 ]
}

clean() { ! dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular'; }

check "each line is read once during concurrent writes" each_line
check "the mapping contains nothing but records" nothing_foreign

echo "@@ client"
map-contents client

check "no report in the kernel log" clean
echo "1..$n"
