#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf and bpftool as packaged by Debian: what perf traces, counts and measures, and what
# bpftool shows of the programs, maps and links of a bpftrace that is running. What perf does
# by BPF programs of its own is skipped if perf was built without them; then the way without
# them is tested.
# guest: --smp 1 --mem 2048 --timeout 1800 --files REPO/tools/testing/trace/guest/clients:clients
# config: bpf
# prepare: debian
# compare: status
# nightly

. /guest/tap
. /clients
check "the disk is mounted" enter
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null

# perf_says COMMAND...: run perf with its report on standard output in /tmp/out.
perf_says() { debian 300 perf "$@" > /tmp/out 2> /tmp/messages; }
# lines N REGEX: N lines of the output match.
lines() {
	[ "$(grep -cE "$2" /tmp/out)" = "$1" ] && return
	echo "$(grep -cE "$2" /tmp/out) lines, not $1: $2"
	tail -n 20 /tmp/out
	return 1
}
# counts EVENT: perf stat counts 100 hits of an event while dd runs.
counts() { perf_says stat -x, -o /tmp/out -e "$1" $dd && lines 1 "^100,.*$1"; }
# The histogram of perf ftrace latency has 100 calls in all.
latency() {
	perf_says ftrace latency "$@" -T write_null -- $dd || return 1
	awk '$2 == "-" { for (i = 3; i < NF; i++) if ($i == "|") { n += $(i + 1); break } }
		END { print n; exit n != 100 }' /tmp/out && return
	cat /tmp/out
	return 1
}
# with_bpf NAME COMMAND...: a test that perf cannot run if it was built without BPF programs.
with_bpf() {
	what=$1
	shift
	debian 300 perf "$@" > /tmp/out 2>&1
	status=$?
	why=$(grep -m 1 -oiE 'because no BUILD_BPF_SKEL=1|.*unknown (option|switch) .*' /tmp/out)
	if [ -n "$why" ]; then
		skip "$what" "perf: $(echo "$why" | sed 's/^ *//; s/)$//')"
	else
		check "$what" test $status = 0
	fi
}

check "perf trace: calls" eval \
	'perf_says trace -o /tmp/out -e write $dd && lines 100 "write\(fd: 1.*count: 1\) *= 1$"'
check "perf trace -s: summary" eval \
	'perf_says trace -o /tmp/out -s $dd && lines 1 "^ *write +100 +0 "'
check "perf trace -S: calls and summary" eval \
	'perf_says trace -o /tmp/out -S -e write $dd && lines 1 "^ *write +100 +0 " &&
	lines 100 "write\(fd: 1"'
check "perf trace: a tracepoint beside the calls" eval \
	'perf_says trace -o /tmp/out -e write,sched:sched_process_exec $dd &&
	lines 100 "write\(fd: 1" && lines 1 "sched:sched_process_exec\("'
check "perf trace: --filter of a tracepoint" eval \
	'perf_says trace -o /tmp/out -e syscalls:sys_enter_write --filter "count == 1" $dd &&
	lines 100 "syscalls:sys_enter_write"'
check "perf trace: failed calls" eval \
	'perf_says trace -o /tmp/out -e openat --failure cat /nothing; lines 1 "openat.*ENOENT"'
check "perf trace: user stacks" eval \
	'perf_says trace -o /tmp/out -e syscalls:sys_enter_write --call-graph fp $dd &&
	lines 100 "^ *write \(.*libc.so.6\)"'
check "perf trace record, then perf trace -i" eval \
	'perf_says trace record -o /tmp/perf.data $dd && perf_says trace -o /tmp/out -i /tmp/perf.data &&
	lines 100 "write\(fd: 1.*count: 1\)"'
for event in syscalls:sys_enter_write syscalls:sys_exit_write; do
	check "perf stat: $event" counts $event
done
check "perf stat: two events in a group" eval \
	'perf_says stat -x, -o /tmp/out \
	-e "{syscalls:sys_enter_write,syscalls:sys_exit_write}" $dd && lines 2 "^100,"'
check "perf record: records and fields" eval \
	'perf_says record -q -o /tmp/perf.data -e syscalls:sys_enter_write $dd &&
	perf_says script -i /tmp/perf.data -F comm,event,trace && lines 100 "^ *dd .*count: 0x00000001"'
check "perf script: counts by a script in Python" eval \
	'perf_says trace record -o /tmp/perf.data $dd &&
	perf_says script -i /tmp/perf.data -s /usr/lib/perf-core/scripts/python/syscall-counts.py dd &&
	lines 1 "^(write|1) +100$"'
check "perf record: an event for the output of BPF programs" eval \
	'perf_says record -q -o /tmp/perf.data -e bpf-output/no-inherit,name=out/ true &&
	perf_says evlist -i /tmp/perf.data && lines 1 "^out"'
check "perf ftrace: function tracer" eval \
	'perf_says ftrace -t function -T write_null -- $dd && lines 100 ": write_null *<-"'
check "perf ftrace: graph tracer" eval \
	'perf_says ftrace -t function_graph -G write_null -- $dd && lines 100 "write_null\(\)"'
check "perf ftrace latency" latency
check "perf lock record and contention" eval \
	'perf_says lock record -o /tmp/perf.data $dd && perf_says lock contention -i /tmp/perf.data'
check "perf sched record and latency" eval \
	'perf_says sched record -o /tmp/perf.data $dd && perf_says sched latency -i /tmp/perf.data &&
	lines 1 "^ *dd:"'
with_bpf "perf ftrace latency -b" ftrace latency -b -T write_null -- true
with_bpf "perf lock contention -b" lock contention -b true
with_bpf "perf stat --bpf-counters" stat --bpf-counters -e cpu-clock true
with_bpf "perf record --off-cpu" record --off-cpu -o /tmp/perf.data true

# What bpftool shows is stored while bpftrace is running.
cat > /tmp/shows << 'END'
for i in prog map link perf; do
	bpftool $i show > /tmp/$i
done
dd if=/dev/zero of=/dev/null bs=1 count=100 status=none
id=$(sed -n 's/^\([0-9]*\): hash .*/\1/p; s/^\([0-9]*\): percpu_.*/\1/p' /tmp/map | head -n 1)
bpftool map dump id $id > /tmp/map.dump
for id in $(sed -n 's/^\([0-9]*\): [a-z].*/\1/p' /tmp/prog); do
	bpftool prog dump xlated id $id
done > /tmp/prog.dump
END
# shows PROGRAM: run a program of bpftrace and store what bpftool shows.
shows() {
	debian 300 bpftrace -e "$1" -c '/bin/sh /tmp/shows' > /tmp/out 2> /tmp/messages &&
		grep -q '^@' /tmp/out
}
# has FILE REGEX: the stored text has such a line.
has() { grep -qE "$2" "/tmp/$1" || ! cat "/tmp/$1"; }

check "bpftrace with programs of several kinds" shows \
	'kprobe:write_null /comm == "dd"/ { @[comm] = count(); }
	kretprobe:write_null { @b = count(); }
	kfunc:read_zero { @c = count(); }
	tracepoint:syscalls:sys_enter_write { @d = count(); }
	uprobe:/bin/bash:false_builtin { @e = count(); }'
check "prog show: programs of the kinds" eval \
	'has prog ": kprobe" && has prog ": tracing" && has prog ": tracepoint"'
check "prog show: the maps of the programs" has prog 'map_ids [0-9]'
check "prog dump xlated: instructions" has prog.dump 'exit$'
check "map show" has map 'percpu_(hash|array)'
check "map dump" has map.dump 'key:|"key":'
check "link show: the link of the kfunc" has link ': tracing  *prog'
check "perf show: the kprobe" has perf 'kprobe +func write_null +offset 0'
check "perf show: the kretprobe" has perf 'kretprobe +func write_null +offset 0'
check "perf show: the tracepoint" has perf 'tracepoint +sys_enter_write'
check "perf show: the uprobe" has perf 'uprobe +filename /(usr/)?bin/bash +offset [0-9]'
check "bpftrace with many functions" shows 'kprobe:vfs_* { @[func] = count(); }'
check "prog show: the program of many functions" has prog ': kprobe'
check "link show: a link of many functions" has link 'kprobe_multi|type 8'

for type in trace_entry syscall_trace_enter trace_event_raw_sys_enter \
	trace_event_raw_sched_switch; do
	check "btf dump: struct $type" eval "debian 300 bpftool btf dump file /sys/kernel/btf/vmlinux \
		format c > /tmp/out && grep -qE '^struct $type \{' /tmp/out"
done
is "no program is left" "" debian 60 bpftool prog show
is "no link is left" "" debian 60 bpftool link show
is "no event is left" "" cat dynamic_events
is "the kernel reports nothing" 0 sh -c 'dmesg | grep -cE "BUG:|WARNING:|Call Trace|rcu:"'
echo "1..$n"
