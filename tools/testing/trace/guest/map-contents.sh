#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A mapped ring shows records of that ring and nothing else; and a client that reads
# it as libtracefs does gets each of them once, though the ring is cleared meanwhile.
# guest: --smp 2 --mem 512 --timeout 300 --program REPO/tools/testing/trace/guest/map-contents.c
# compare: text

echo "@@ foreign"
map-contents foreign

echo "@@ client"
map-contents client

echo "@@ stream"
map-contents stream

dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular' && echo "not ok 1 - kernel log"
echo "ok 1 contents of a mapped ring"
echo "1..1"
