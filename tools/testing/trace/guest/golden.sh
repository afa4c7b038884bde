#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same pages of records on the stock kernel and on ours: each has to print the
# same bytes of them. Every event there is, built-in entries, every way in which a
# page tells times; by themselves, as fields, raw, and merged from two CPUs.
# golden_page.c makes the pages, golden/ puts them into a buffer.
# guest: --smp 2 --mem 512 --timeout 600 --program REPO/tools/testing/trace/guest/golden_page.c
# module: golden
# compare: text

golden=/sys/kernel/tracing/instances/golden
insmod /golden.ko || exit 1
mkdir $golden || exit 1
cd $golden || exit 1
echo 64 > buffer_subbuf_size_kb
echo 200 > buffer_size_kb
# Pointers as they are: hashes have another key in each boot.
echo nohash-ptr > trace_options

# What fills the page counts as its records; ids are each kernel's own, and so are
# addresses and sizes of functions; writeback tells how long ago something was.
mask()
{
	sed -E -e 's/^(# entries-in-buffer).*/\1/; s/[Tt]ype: [0-9]+/type: N/' \
		-e 's/0xffffffff[0-9a-f]{8}( \(-[0-9]+\))?/KADDR/g' \
		-e 's/\+0x0\/0x[0-9a-f]+/+0x0\/SIZE/g; s/age=[0-9]+/age=N/'
}

# With an option that is off otherwise, or "noNAME" for one that is on.
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

# System calls go by numbers: a record with a wrong one is none. Markers are ours. The
# event of BPF_EVENTS, which stock has on by itself where there are probes, is not here.
for system in $(cd events && ls -d */ | tr -d /); do
	case $system in ftrace|syscalls|markers|bpf_trace) continue ;; esac
	echo "@@ $system"
	pages 0 $system 0
	mask < trace
	# The stock kernel does not know the first id there is as an event's.
	[ $system = initcall ] && continue
	echo "@@ $system, fields"
	printed fields
done

echo "@@ sched, raw, hex"
pages 0 sched 0
printed raw
printed hex
printed bin | md5sum

# Records point to nothing, to the kernel's data, to what may be anybody's by now.
data=$(sed -n 's/ D init_uts_ns$//p' /proc/kallsyms)
slab=$(dmesg | sed -n 's/.*golden: text at //p')
point() { # ADDRESS WHAT
	echo "@@ strings $2"
	for system in $(grep -l 'char \*' events/*/*/format | cut -d / -f 2 | sort -u); do
		case $system in ftrace|syscalls|markers|bpf_trace) continue ;; esac
		echo "# $system"
		GOLDEN_TEXT=$1 pages 0 $system 0
		mask < trace
	done
}
point 0 nowhere
point "$data" "in data"
point "$slab" "in a slab"
point 1000000 "of a process"
point dead000000000000 "at no address"

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

# Of a function that nobody calls, so that all calls are the page's.
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
