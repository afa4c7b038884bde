#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A module whose init fails, or whose exit forgets, after it has registered something:
# nothing leads into its memory afterwards.
# guest: --smp 2 --timeout 900
# also: check
# module: leaver

. /guest/tap
cd /sys/kernel/tracing || exit 1
explain() { dmesg | tail -n 25; }

# What looks at everything that a module may have left, and lets it be called.
stir() {
	cat /proc/version > /dev/null
	ls / > /dev/null
	sleep 0.05
	cat available_filter_functions > /dev/null
	cat enabled_functions touched_functions available_events > /dev/null
	cat events/header_page printk_formats saved_cmdlines > /dev/null
}
quiet() { # nothing but warnings of ours about what the module has left
	stir
	! dmesg | sed "1,/MARK $m\$/d" | grep -E 'BUG:|KASAN|WARNING:|Oops|possible circular|Call Trace'
}
# What is to be said in the log.
says() {
	dmesg | sed "1,/MARK $m\$/d" | grep "$1"
}

# What the log says from here on.
m=0
mark() {
	m=$((m + 1))
	echo "MARK $m" > /dev/kmsg
}

# All kinds of lists of sites are walked by another module that comes and goes.
another() {
	insmod /leaver.ko fire=1 || return 1
	hits=$(cat /sys/module/leaver/parameters/hits)
	rmmod leaver
	[ "$hits" = 0 ] || { echo "hits: $hits"; return 1; }
}

for what in filter filter-of-ops freed-ops second-direct ops ops-in-heap direct fprobe graph \
	tracepoint marker export type event call synth instance; do
	mark
	insmod /leaver.ko what=$what fail=1 2> /tmp/error
	check "$what: the init fails" grep -qi "cancel" /tmp/error
	check "$what: it was done before" says "leaver: $what: 0"
	mark
	check "$what: nothing happens after the init failed" quiet
	mark
	check "$what: another one comes and goes" another
	check "$what: and nothing happens" quiet
	mark
	insmod /leaver.ko what=$what
	stir
	rmmod leaver
	check "$what: nothing happens after an exit that forgets" quiet
	mark
	check "$what: another one comes and goes then" another
	check "$what: and nothing happens then" quiet
done

check "a left synthetic event can be enabled" sh -c 'echo 1 > events/synthetic/leaver_synth/enable'
echo 0 > events/synthetic/leaver_synth/enable
check "and removed" sh -c 'echo "!leaver_synth" >> synthetic_events'

# The base's own samples want the same function; the second is refused.
mark
if modprobe ftrace-direct 2> /dev/null; then
	modprobe ftrace-direct-multi 2> /tmp/error
	check "the second sample is refused" test -s /tmp/error
	modprobe ftrace-direct-too
	rmmod ftrace-direct
	rmmod ftrace-direct-too
else
	skip "the second sample is refused" "this kernel has no samples"
fi
check "functions can be traced then" sh -c '
	echo function > current_tracer && ls / && grep -q vfs trace && echo nop > current_tracer'
check "nothing happens at all" quiet
echo "1..$n"
