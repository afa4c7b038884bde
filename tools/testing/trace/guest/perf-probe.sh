#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# "perf probe" as packaged by Debian: it defines, lists and deletes kprobe events in the
# kernel and in a module, and uprobe events in a program, which perf then counts and
# samples; and perf's own tests of probes.
# guest: --smp 1 --mem 1024 --timeout 1800 --host perf
# guest: --program REPO/tools/testing/trace/guest/uprobe_prog.c
# compare: status

. /guest/tap

if ! perf --version > /dev/null 2>&1; then
	echo "1..0 # SKIP linux-perf is not installed on the host"
	exit 0
fi
export HOME=/tmp
cd /tmp || exit 1
echo -1 > /proc/sys/kernel/perf_event_paranoid
echo 0 > /proc/sys/kernel/kptr_restrict

# counts EVENT N COMMAND...: perf stat counts N hits while the command runs.
counts() {
	event=$1
	wanted=$2
	shift 2
	perf stat -x, -o /tmp/stat -e "$event" "$@" > /dev/null && cat /tmp/stat &&
		grep -q "^$wanted," /tmp/stat
}
# samples EVENT N COMMAND...: perf record samples N hits, and perf script prints them.
samples() {
	event=$1
	wanted=$2
	shift 2
	perf record -q -o /tmp/perf.data -e "$event" "$@" > /dev/null || return 1
	perf script -i /tmp/perf.data | tee /tmp/script | head -n 5
	[ "$(grep -c "$event:" /tmp/script)" = "$wanted" ]
}
lists() { perf probe -l 2>&1 | tee /tmp/list && grep -q "$1" /tmp/list; }
lists_nothing() { [ -z "$(perf probe -l 2>/dev/null)" ]; }
# refuses WORDS...: perf probe fails with these words.
refuses() { ! perf probe "$@"; }

p=/bin/uprobe_prog
check "a probe of a function of the kernel" perf probe -q -a begin=do_sys_openat2
check "perf probe -l has it" lists "probe:begin"
check "perf stat counts it" counts probe:begin "[1-9][0-9]*" cat /dev/null
check "a probe of its return" perf probe -q -a 'end=do_sys_openat2%return'
check "perf stat counts the return" counts probe:end__return "[1-9][0-9]*" cat /dev/null
check "a probe of an offset" perf probe -q -a 'within=do_sys_openat2+0'
check "a function that does not exist is refused" refuses -q -a no_such_function
check "the probes are deleted" perf probe -q -d 'probe:*'
check "perf probe -l has no probe" lists_nothing

modprobe trace-events-sample
check "the functions of a module" eval \
	'perf probe -m trace_events_sample -F | tee /tmp/functions | grep -q foo_bar_reg'
check "a probe of a function of a module" perf probe -q -m trace_events_sample -a foo_bar_reg
check "perf probe -l has the module" lists "probe:foo_bar_reg"
check "perf stat counts the call in the module" counts probe:foo_bar_reg 1 \
	sh -c 'cd /sys/kernel/tracing/events/sample-trace/foo_bar_with_fn && echo 1 > enable; echo 0 > enable'
check "it is deleted" perf probe -q -d 'probe:*'
rmmod trace-events-sample

check "the functions of a program" eval 'perf probe -x $p -F | tee /tmp/functions | grep -qx plain'
check "a probe of a function of a program" perf probe -q -x $p -a plain
check "perf probe -l has the program" lists "probe_uprobe_prog:plain"
check "perf stat counts calls of the program" counts probe_uprobe_prog:plain 2 $p plain plain
check "perf record samples calls of the program" samples probe_uprobe_prog:plain 3 \
	$p plain plain plain
check "a probe of the return of a function" perf probe -q -x $p -a 'back=give%return $retval'
check "perf record samples returns" samples probe_uprobe_prog:back__return 1 $p give
check "a function that a program does not have is refused" refuses -q -x $p -a no_such_function
check "a file that does not exist is refused" refuses -q -x /no/such/file -a plain
check "all are deleted" perf probe -q -d '*'
check "no probe is left" lists_nothing

# perf's own tests.
for name in "Probe SDT events" "vfs_getname" "Test dwarf unwind" \
	"Setup struct perf_event_attr" "DSO data"; do
	check "perf test: $name" perf_passes "$name"
done
echo "1..$n"
