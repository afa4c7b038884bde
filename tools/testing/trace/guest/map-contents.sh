#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A mapped ring shows records of that ring and nothing else; and a client that reads
# it as libtracefs does gets each of them once, though the ring is cleared meanwhile, or
# written to.
# guest: --smp 2 --mem 512 --timeout 300 --program REPO/tools/testing/trace/guest/map-contents.c
# compare: text
# also: check

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

check "each line once, while others write" each_line
check "nothing but records" nothing_foreign

echo "@@ client"
map-contents client

check "nothing in the kernel's log" clean
echo "1..$n"
