#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Both kernels print the same pages of records and must print the same bytes. The pages
# contain all events, the built-in entries and all encodings of timestamps; they are
# printed as text, as fields, raw, and merged from two CPUs. golden_page.c creates the
# pages, the module golden copies them into a buffer.
# guest: --smp 2 --mem 512 --timeout 600 --program REPO/tools/testing/trace/guest/golden_page.c
# module: golden
# compare: text

golden=/sys/kernel/tracing/instances/golden
insmod /golden.ko || exit 1
mkdir $golden || exit 1
cd $golden || exit 1
echo 64 > buffer_subbuf_size_kb
echo 200 > buffer_size_kb
# Print pointers unhashed, because the key of the hash differs in each boot.
echo nohash-ptr > trace_options

# Padding of the page is counted as records. IDs, addresses and sizes of functions differ
# between the kernels. Events of writeback have an age relative to the present time.
mask()
{
	sed -E -e 's/^(# entries-in-buffer).*/\1/; s/[Tt]ype: [0-9]+/type: N/' \
		-e 's/0xffffffff[0-9a-f]{8}( \(-[0-9]+\))?/KADDR/g' \
		-e 's/\+0x0\/0x[0-9a-f]+/+0x0\/SIZE/g; s/age=[0-9]+/age=N/'
}

# Print the trace with an option set, or cleared for "noNAME", and restore the option.
printed()
{
	echo $1 > trace_options
	mask < trace
	case $1 in
	no*) echo ${1#no} > trace_options ;;
	*) echo no$1 > trace_options ;;
	esac
}

pages()
{
	echo > trace
	while [ $# -gt 0 ]; do
		golden_page $1 $2 $3 || echo "no page"
		shift 3
	done
}

# Left out: syscalls, because a record with an invalid system call number is not printed;
# markers, which the stock kernel does not have.
for system in $(cd events && ls -d */ | tr -d /); do
	case $system in ftrace|syscalls|markers) continue ;; esac
	echo "@@ $system"
	pages 0 $system 0
	mask < trace
	# The stock kernel does not look up the first event ID for the option fields.
	[ $system = initcall ] && continue
	echo "@@ $system, fields"
	printed fields
done

echo "@@ sched, raw, hex"
pages 0 sched 0
printed raw
printed hex
printed bin | md5sum

# Pointers to strings in records: NULL, kernel data, memory that may have been freed.
data=$(sed -n 's/ D init_uts_ns$//p' /proc/kallsyms)
slab=$(dmesg | sed -n 's/.*golden: text at //p')
point() { # ADDRESS WHAT
	echo "@@ strings $2"
	for system in $(grep -l 'char \*' events/*/*/format | cut -d / -f 2 | sort -u); do
		case $system in ftrace|syscalls|markers) continue ;; esac
		echo "# $system"
		GOLDEN_TEXT=$1 pages 0 $system 0
		mask < trace
	done
}
point 0 "at NULL"
point "$data" "in kernel data"
point "$slab" "in slab memory"
point 1000000 "in user memory"
point dead000000000000 "at a poisoned address"

echo "@@ calls"
pages 0 +calls 0
mask < trace
printed noprint-parent
printed verbose

echo "@@ calls of two CPUs"
pages 0 +calls 0 1 +calls 17
mask < trace
mask < per_cpu/cpu1/trace

echo "@@ sched and calls of two CPUs, consumed"
pages 0 sched 0 1 +calls 0
golden_page 0 +consume | mask

echo "@@ times"
pages 0 +times 0
mask < trace

# Trace a function that is never called, so that all calls come from the page.
echo "@@ graph"
echo kernel_restart > set_ftrace_filter
echo function_graph > current_tracer && cat current_tracer
pages 0 +graph 0
mask < trace
pages 0 +graph 0 1 +graph 333
mask < trace
golden_page 0 +consume | mask

echo "ok 1 golden pages"
echo "1..1"
