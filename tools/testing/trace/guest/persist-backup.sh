#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# trace_instance=NAME=SOURCE: copies of what an instance has of the last boot. They can be read
# while the source records, nothing can be recorded in them, and they vanish when they are empty.
# The script runs twice in one virtual machine, before and after a reset.
# guest: --mem 512 --timeout 600 --qemu "-action reboot=reset" --append "reserve_mem=2M:4096:past trace_instance=early=past trace_instance=past^traceoff@past trace_instance=pipe=past trace_instance=raw=past trace_instance=held=past trace_instance=rest=past trace_instance=lost=nowhere"

. /guest/tap

cd /sys/kernel/tracing/instances/past || { echo "not ok 1 there is an instance"; exit 1; }

gone() { test ! -e "../$1"; }
records() { grep -v '^#' "../$1/trace"; }
marks() { grep -c 'tracing_mark_write: before' "../$1/trace"; }
empty() { test -z "$(records "$1")"; }

# denied FILE: writing to a file of a copy fails, and for the right reason
denied() { sh -c "echo 1 >> ../early/$1" 2>&1 | grep -q 'Read-only file system'; }

if [ "$(marks past)" = 0 ]; then
	# Copies of nothing are removed; a mark says which ones are left.
	for copy in early pipe raw held rest; do
		await gone $copy
	done
	echo 1 > tracing_on
	echo "before, instances:" ../* > trace_marker
	for i in 2 3 4 5 6 7 8 9; do
		echo "before $i" > trace_marker
	done
	echo b > /proc/sysrq-trigger
	sleep 10
fi

check "copies of nothing were removed" grep -q 'before, instances: ../past$' trace
check "there is no copy of an instance that does not exist" gone lost
check "the log has its name" eval "dmesg | grep -q \"trace_instance: 'lost=nowhere': no such\""
is "a copy has the records" 9 marks early
records past > /tmp/past
for copy in early pipe raw held rest; do
	check "its lines are those of the source: $copy" eval "records $copy | cmp - /tmp/past"
done
check "last_boot_info is that of the source" cmp last_boot_info ../early/last_boot_info

for file in buffer_size_kb current_tracer events/enable events/sched/enable free_buffer \
	events/sched/sched_switch/enable events/sched/sched_switch/filter set_event \
	events/sched/sched_switch/trigger set_ftrace_filter trace_clock trace_marker \
	trace_marker_raw tracing_cpumask tracing_on; do
	check "nothing can be written to $file" denied $file
done
is "recording is off" 0 cat ../early/tracing_on
check "a copy has no snapshot" test ! -e ../early/snapshot
echo 1 > ../early/options/raw
check "an option of the output can be set" grep -q '^raw$' ../early/trace_options
echo noraw > ../early/trace_options
check "and by trace_options" grep -q '^noraw$' ../early/trace_options

echo 1 > tracing_on
echo "after" > trace_marker
check "the source records" grep -q 'tracing_mark_write: after' trace
echo > trace
check "a copy keeps its records when the source is cleared" eval "records early | cmp - /tmp/past"

dd if=../pipe/trace_pipe of=/tmp/first bs=60 count=1 2> /dev/null
check "a copy that was read in part is kept" test "$(marks pipe)" = 8
timeout 60 cat ../pipe/trace_pipe > /tmp/others 2> /dev/null &
check "a copy that was consumed is removed" await gone pipe
kill $! 2> /dev/null
wait
is "trace_pipe had the other records" 8 grep -c 'tracing_mark_write: before' /tmp/others

cat ../raw/per_cpu/cpu0/trace_pipe_raw > /tmp/pages &
await empty raw
kill $!
wait
check "a copy that was read by trace_pipe_raw is removed" await gone raw
check "its pages have the marks" grep -q "before 9" /tmp/pages

exec 5< ../held/trace
echo > ../held/trace
check "a copy that was cleared is kept for its reader" eval "! gone held && empty held"
exec 5<&-
check "and removed afterwards" await gone held

check "a copy with records can be removed" rmdir ../rest
mkdir ../rest
echo again > ../rest/trace_marker
check "its name is free for another instance" grep -q 'mark_write: again' ../rest/trace
check "the source is still there" test "$(cat tracing_on)" = 1
check "the first copy is still there" test "$(marks early)" = 9
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
