#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base's test modules of synthetic and kprobe events that the kernel defines, unmodified.
# compare: text

cd /sys/kernel/tracing || exit 1

records() { # SYSTEM: its records without times and addresses
	grep -v '^#' trace | sed 's/^ *[^ ]* *\[[0-9]*\] [^ ]* *[0-9.]*: //' |
		sed -E 's/ip=[^ ]*/IP/; s/\((sys|do_sys|__)[^)]*\)/(WHERE)/
			s/(ts_ns|next_pid_field|dfd|filename|flags|mode|arg1)=[-0-9a-fx]*/\1=N/g'
}

for test in synth kprobe; do
	echo > trace
	echo "@@ $test: load"
	modprobe ${test}_event_gen_test && echo loaded
	cat dynamic_events | sed 's/0x[0-9a-f]*/ADDR/g'
	echo "@@ $test: records"
	ls / > /dev/null
	[ $test = kprobe ] && echo 0 > events/kprobes/enable
	records | sort | uniq | head -n 20
	echo "@@ $test: unload"
	rmmod ${test}_event_gen_test && echo unloaded
	cat dynamic_events
	ls events/synthetic events/kprobes 2>&1
done
