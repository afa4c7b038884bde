#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Kernel markers: the sequence of commands in the original document with both orders of
# loading, markers as trace events with filters, triggers, histograms and perf, and
# modules that are loaded and unloaded while the markers fire.
# guest: --smp 2 --mem 512 --timeout 600 --program REPO/tools/testing/trace/guest/markers_perf.c

. /guest/tap

cd /sys/kernel/tracing || exit 1
not() { ! "$@"; }
fire() { cat /proc/marker-example; }
log() { dmesg | grep -c "$1"; }
clear_log() { dmesg -c >/dev/null; }
lines() { grep -o "example_[a-z]*: .*" trace; }

# The sequence of the document.
sequence() {
	clear_log
	check "modprobe $1" modprobe "$1"
	check "modprobe $2" modprobe "$2"
	check "cat /proc/marker-example returns an error" not fire
	check "the error is EPERM" sh -c '
		cat /proc/marker-example 2>&1 | grep -q "not permitted"'
	check "rmmod marker-example" rmmod marker-example
	check "rmmod probe-example" rmmod probe-example
	is "the probe of example_open was called, $1 first" 2 log "example_open pid [0-9]* comm cat"
	is "the probe of example_round was called, $1 first" 1 log "probe-example: 8 rounds"
}
sequence marker-example probe-example
sequence probe-example marker-example

# Events exist while their module is loaded.
check "no events before the module is loaded" not ls events/markers/example_open
modprobe marker-example
is "events after the module is loaded" "enable example_done example_open example_round filter" \
	sh -c 'cd events/markers; for f in example_* enable filter; do [ -e $f ] && echo $f; done | sort | xargs'
is "the format file" \
"	field:int pid;	offset:8;	size:4;	signed:1;
	field:__data_loc char[] comm;	offset:12;	size:4;	signed:$(
	sed -n 's/.*filename;.*signed:\([01]\);/\1/p' events/sched/sched_process_exec/format);

print fmt: \"pid %d comm %s\", REC->pid, __get_str(comm)" \
	sed -n '/field:int pid/,$p' events/markers/example_open/format

echo 1 >events/markers/enable
fire 2>/dev/null
is "the records" "$(printf '%s\n' \
	"example_open: pid PID comm cat" \
	"example_round: number 0 half 0" "example_round: number 1 half 0" \
	"example_round: number 2 half 1" "example_round: number -1 half 0" \
	"example_done:  ")" sh -c 'grep -o "example_[a-z]*: .*" trace | sed "s/pid [0-9]*/pid PID/"'
echo 0 >events/markers/enable
echo >trace

# Filters, histograms, triggers and instances.
round=events/markers/example_round
echo 'number > 0 && half == 0' >$round/filter
echo 1 >$round/enable
fire 2>/dev/null
is "a filter" "example_round: number 1 half 0" sh -c 'grep -o "example_[a-z]*: .*" trace'
echo 0 >$round/filter
echo 'comm ~ "ca*"' >events/markers/example_open/filter
echo 1 >events/markers/example_open/enable
echo >trace
fire 2>/dev/null
is "a filter on a string" 1 grep -c example_open: trace
echo 0 >events/markers/example_open/filter
echo 0 >events/markers/enable

# Keys are printed as unsigned numbers, as histograms always do.
echo 'hist:keys=number:vals=half:sort=number' >$round/trigger
fire 2>/dev/null
fire 2>/dev/null
is "a histogram" "{ number: 18446744073709551615 } hitcount:          2  half:          0
{ number:          0 } hitcount:          2  half:          0
{ number:          1 } hitcount:          2  half:          0
{ number:          2 } hitcount:          2  half:          2" \
	grep '^{' $round/hist
echo '!hist:keys=number:vals=half:sort=number' >$round/trigger

echo 'traceoff:1 if number == 2' >$round/trigger
fire 2>/dev/null
is "a trigger" 0 cat tracing_on
echo 1 >tracing_on
echo '!traceoff' >$round/trigger
check "the trigger can be removed" not grep -q '^traceoff' $round/trigger

mkdir instances/markers
echo 1 >instances/markers/$round/enable
echo >trace
fire 2>/dev/null
is "records in an instance" 4 grep -c example_round: instances/markers/trace
is "no records in the top instance" 0 grep -c example_round: trace

markers_perf

# Unload the module while its events are enabled and fire.
(while :; do fire; done) >/dev/null 2>&1 &
firing=$!
for round in 1 2 3 4 5; do
	modprobe probe-example
	echo 1 >events/markers/enable 2>/dev/null
	rmmod probe-example
	rmmod marker-example
	modprobe marker-example
done
kill $firing
check "modules are loaded and unloaded while markers fire" ls events/markers/example_done
rmmod marker-example
check "events are removed with the module" not ls events/markers/example_done
rmdir instances/markers
echo >trace

# A marker that fires from a tracepoint. The event of the marker is enabled before that of the
# tracepoint and disabled after it, so that each typed record has one of the marker beside it.
# Between the first and the last typed record of a CPU the two alternate.
marker_at_each_switch() {
	awk '
	/ sched_switch: / ||
	/ kernel_sched_switch: prev_pid [0-9]+ next_pid [0-9]+ prev_state [0-9]+$/ {
		match($0, /\[[0-9]+\]/)
		cpu = substr($0, RSTART, RLENGTH)
		if (/ sched_switch: /) {
			gaps += records_of[cpu]++ && markers[cpu] != 1
			records++
			markers[cpu] = 0
		} else
			markers[cpu]++
	}
	END {
		print records + 0 " records of sched_switch, beside " gaps + 0 " not one of the marker"
		exit !records || gaps
	}' trace
}
modprobe tp-example
switch=events/markers/kernel_sched_switch
check "a marker on a tracepoint is an event" ls $switch
is "a disabled marker records nothing" 0 grep -c kernel_sched_switch trace
echo 1 >$switch/enable
echo 1 >events/sched/sched_switch/enable
sleep 0.1
echo 0 >events/sched/sched_switch/enable
echo 0 >$switch/enable
check "the marker fires whenever the tracepoint does" marker_at_each_switch

# A CPU switches tasks while it goes offline and comes back. Its probes are not called while
# RCU does not wait for it, and the site works afterwards.
echo 1 >$switch/enable
for i in 1 2 3; do
	echo 0 >/sys/devices/system/cpu/cpu1/online
	echo 1 >/sys/devices/system/cpu/cpu1/online
done
echo >trace
taskset 2 sleep 0.1
check "a marker fires on a CPU that was offline" grep -q '\[001\].* kernel_sched_switch: ' trace
echo 0 >$switch/enable
rmmod tp-example
check "the event is removed with its module" not ls $switch

# A module that attaches a probe to every marker without knowing their names.
clear_log
modprobe marker-example
modprobe sink-example
is "the module finds the marker, its format and its module" 1 \
	log 'sink-example: example_open "pid %d comm %s" of marker_example'
fire 2>/dev/null
rmmod sink-example
is "the probe of the module is called" 1 log "sink-example: example_round fired 4 times"
rmmod marker-example

is "no report in the kernel log" 0 sh -c 'dmesg | grep -c "BUG\|WARNING\|Oops\|mismatch"'
echo "1..$n"
