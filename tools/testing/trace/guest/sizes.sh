#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Sizes and times whose number of bytes or nanoseconds overflows are rejected and leave
# the former value in place. Contents of the size files for sub-buffers of each size.
# guest: --mem 512 --timeout 300
# compare: text
# nightly-also: check

. /guest/tap
cd /sys/kernel/tracing || exit 1

# The value is rejected, and the file has the same contents as before.
refuses() {
	file=$1
	before=$(cat "$file")
	if (echo "$2" > "$file") 2> /dev/null; then
		echo "$2 was accepted: $(cat "$file")"
		return 1
	fi
	prints "$before" cat "$file"
}

refused() {
	file=$1
	[ -e "$file" ] || { skip "$file" "not there"; return; }
	shift
	for value; do
		check "$file rejects $value" refuses "$file" "$value"
	done
}

# Sizes before the first record is written.
first=$(for kb in 8 4; do
	cat buffer_size_kb per_cpu/cpu0/buffer_size_kb buffer_total_size_kb
	echo $kb > buffer_subbuf_size_kb
done)

echo 64 > buffer_size_kb
size=$(cat buffer_size_kb)
for file in buffer_size_kb per_cpu/cpu0/buffer_size_kb; do
	# In bytes these values are just below 2^64, just above 2^64, and near 2^63.
	refused $file 18014398509481983 18014398509481980 18014398509481984 \
		18446744073709551615 9007199254740992 9007199254740991
done
check "the size of the ring buffer is unchanged" prints "$size" cat buffer_size_kb
refused buffer_subbuf_size_kb 1024 18014398509481984 18014398509481988 \
	18446744073709551615
refused saved_cmdlines_size 4294967424 18446744073709551615
refused buffer_percent 101 4294967300
# In nanoseconds these values are just above 2^64.
refused tracing_thresh 18446744073709552 18446744073709551615
refused tracing_max_latency 18446744073709552 18446744073709551615
refused max_graph_depth 4294967297
refused hwlat_detector/window 18446744073709552
refused osnoise/period_us 18446744073709552

# The largest valid value is accepted.
echo 18446744073709551 > tracing_thresh
check "the largest threshold" prints 18446744073709551 cat tracing_thresh
echo 0 > tracing_thresh

number() { sed 's/ (.*//' "$1"; }

echo "@@ before the first record"
echo "$first"

# Changing the size of sub-buffers does not change the size of the ring buffer.
for kb in 4 8 16 12 5 64 512 1; do
	echo "@@ sub-buffers of $kb KB"
	echo 1408 > buffer_size_kb
	echo $kb > buffer_subbuf_size_kb 2>&1 || echo "refused"
	echo "each $(cat buffer_subbuf_size_kb), all $(number buffer_size_kb)"
	cat events/header_page
	for size in 1 16 100 1000 2000; do
		echo $size > buffer_size_kb
		echo "requested $size: $(number buffer_size_kb)," \
			"of one CPU $(number per_cpu/cpu0/buffer_size_kb)," \
			"total $(number buffer_total_size_kb)"
	done
	mkdir instances/sizes
	echo "in a new instance: $(cat instances/sizes/buffer_subbuf_size_kb)," \
		"$(cat instances/sizes/buffer_size_kb)"
	echo $kb > instances/sizes/buffer_subbuf_size_kb
	echo "in the instance afterwards: $(cat instances/sizes/buffer_subbuf_size_kb)"
	echo "total afterwards: $(cat instances/sizes/buffer_size_kb)"
	cat instances/sizes/events/header_page 2> /dev/null | tail -1
	rmdir instances/sizes
done
echo 4 > buffer_subbuf_size_kb
echo 1408 > buffer_size_kb

dmesg | grep -E 'BUG:|KASAN|WARNING:|possible circular' && echo "not ok - kernel log"
echo "1..$n"
