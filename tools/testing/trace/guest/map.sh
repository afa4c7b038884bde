#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's test of memory-mapped ring buffers, unmodified, and the results of
# mmap(2), mremap(2) and fork(2) on such mappings.
# guest: --mem 512 --timeout 600 --program BASE/tools/testing/selftests/ring-buffer/map_test.c --program REPO/tools/testing/trace/guest/map.c
# compare: text

echo "@@ map_test"
map_test 2>&1 | grep -E '^(ok|not ok|# .*:.*(Expected|TIMEOUT))' | sed 's/^/# /'
map_test > /dev/null 2>&1
echo "status $?"

# map_test leaves sub-buffers of 8 KB; map expects sub-buffers of one page.
echo 4 > /sys/kernel/tracing/buffer_subbuf_size_kb

echo "@@ results of system calls"
map
echo "status $?"

echo "ok 1 memory-mapped ring buffers"
echo "1..1"
