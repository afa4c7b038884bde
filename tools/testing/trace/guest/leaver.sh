#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A module registers an object and does not unregister it when its init function fails,
# or in its exit function: the kernel keeps no reference to the module's memory.
# guest: --smp 2 --timeout 900
# nightly-also: check
# module: leaver

. /guest/tap
cd /sys/kernel/tracing || exit 1
explain() { dmesg | tail -n 25; }

# Read every control file that may show an object of the module, and call the functions
# that the module may have attached to.
stir() {
	cat /proc/version > /dev/null
	ls / > /dev/null
	sleep 0.05
	cat available_filter_functions > /dev/null
	cat enabled_functions touched_functions available_events > /dev/null
	cat events/header_page printk_formats saved_cmdlines > /dev/null
}
quiet() { # no reports, except our warnings about objects that the module left
	stir
	! dmesg | sed "1,/MARK $m\$/d" | grep -E 'BUG:|KASAN|WARNING:|Oops|possible circular|Call Trace'
}
# The expected line is in the log.
says() {
	dmesg | sed "1,/MARK $m\$/d" | grep "$1"
}

# Mark the position in the log from which it is searched.
m=0
mark() {
	m=$((m + 1))
	echo "MARK $m" > /dev/kmsg
}

# Loading and unloading another module walks all lists of patch sites.
another() {
	insmod /leaver.ko fire=1 || return 1
	hits=$(cat /sys/module/leaver/parameters/hits)
	rmmod leaver
	[ "$hits" = 0 ] || { echo "hits: $hits"; return 1; }
}

for what in filter filter-of-ops freed-ops second-direct ops ops-in-heap direct fprobe \
	exit-fprobe graph tracepoint marker export type event call synth instance; do
	mark
	insmod /leaver.ko what=$what fail=1 2> /tmp/error
	check "$what: the init function fails" grep -qi "cancel" /tmp/error
	check "$what: registered before the failure" says "leaver: $what: 0"
	mark
	check "$what: no report after the init function failed" quiet
	mark
	check "$what: another module loads and unloads after the failure" another
	check "$what: no report after another module following the failure" quiet
	mark
	insmod /leaver.ko what=$what
	stir
	rmmod leaver
	check "$what: no report after an exit that does not unregister" quiet
	case $what in
	*fprobe) check "$what: the probe is unregistered as one" says "has left handler leaver_e" ;;
	esac
	mark
	check "$what: another module loads and unloads after the exit" another
	check "$what: no report after another module following the exit" quiet
done

check "a left synthetic event can be enabled" sh -c 'echo 1 > events/synthetic/leaver_synth/enable'
echo 0 > events/synthetic/leaver_synth/enable
check "a left synthetic event can be removed" sh -c 'echo "!leaver_synth" >> synthetic_events'

# The base's own samples attach to the same function: the second sample is rejected.
mark
if modprobe ftrace-direct 2> /dev/null; then
	modprobe ftrace-direct-multi 2> /tmp/error
	check "the second direct call of a function is rejected" test -s /tmp/error
	modprobe ftrace-direct-too
	rmmod ftrace-direct
	rmmod ftrace-direct-too
else
	skip "the second direct call of a function is rejected" "this kernel has no samples"
fi
check "the function tracer works afterwards" sh -c '
	echo function > current_tracer && ls / && grep -q vfs trace && echo nop > current_tracer'
check "no report in the kernel log" quiet
echo "1..$n"
