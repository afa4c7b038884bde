#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Each record has the name that its task had then, also when the task has exited or got another
# name, when other tasks had its pid since, and when nothing is recorded any more.
# guest: --smp 2 --mem 1024 --timeout 900 --program REPO/tools/testing/trace/guest/names.c
# nightly-also: check threads-kasan

. /guest/tap
cd /sys/kernel/tracing || exit 1
tasks=$(amount 500 20000)

# unnamed: the number of lines whose task has no name
unnamed() { grep -c '^ *<\.\.\.>-' trace; }

# wrong: marks whose task has another name than the one that the mark has
wrong() {
	sed -n 's/^ *\([^ ]*\)-[0-9]* .*tracing_mark_write: by \(.*\)/\1 \2/p' trace |
		awk '$1 != $2 { n++ } END { print n + 0, NR }'
}

on() { for event in sched_switch sched_process_exit; do echo 1 > events/sched/$event/enable; done; }
off() { echo 0 > events/enable; }

echo 40000 > buffer_size_kb
echo 500 > /proc/sys/kernel/pid_max
for clock in local global mono; do
	echo $clock > trace_clock
	on
	check "$tasks tasks have written marks, clock $clock" names "$tasks"
	is "no record is without a name" 0 unnamed
	is "each mark has the name of its task" "0 $((tasks * 2))" wrong
	off
	names 50
	is "also when names are recorded no longer" 0 unnamed
	is "and the pids are those of other tasks" "0 $((tasks * 2 + 100))" wrong
	echo > trace
done
echo counter > trace_clock
on
names 100
is "no record is without a name, clock counter" 0 unnamed
echo local > trace_clock
echo 32768 > /proc/sys/kernel/pid_max

names "$tasks"
timeout 20 cat trace_pipe > /tmp/pipe 2> /dev/null
is "no record of trace_pipe is without a name" 0 grep -c '^ *<\.\.\.>-' /tmp/pipe
check "and it has the marks" grep -q "by m$((tasks - 1))" /tmp/pipe
echo > trace

mkdir instances/other
echo 1 > instances/other/events/sched/sched_process_exit/enable
off
names 200
is "nor is one in an instance" 0 grep -c '^ *<\.\.\.>-' instances/other/trace
echo 1 > options/record-tgid
is "each record has a thread group" 0 grep -c '(-------)' instances/other/trace
echo 0 > options/record-tgid
rmdir instances/other

# A few records of tasks of long ago do not keep the names of all others.
on
echo 8 > buffer_size_kb
names "$tasks"
names "$tasks"
is "a small buffer has no record without a name" 0 unnamed
off

echo 0 > options/record-cmd
echo > trace
echo 40000 > buffer_size_kb
on
names 10
off
check "without record-cmd there are no names" test "$(unnamed)" -gt 10
echo 1 > options/record-cmd
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
