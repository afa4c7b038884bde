#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The files that describe records to user space (every format file, header_page and
# header_event) have the same contents as on the stock kernel, byte for byte. The IDs of
# static events depend on the link order and are masked; those of the built-in entries
# (ftrace/) are ABI.
# guest: --mem 1024 --timeout 1800
# compare: text

cd /sys/kernel/tracing/events || exit 1

# Systems that only one of the two kernels has.
absent="markers bpf_test_run fgraph_dummy osnoise preemptirq rv"

# Text that differs between builds: IDs, and names that macros number.
accidents='s/^ID: [0-9]*$/ID: N/
s/__UNIQUE_ID_\([a-z]*\)_[0-9]*/__UNIQUE_ID_\1_N/g'

for name in header_page header_event; do
	echo "@@ $name"
	cat $name
done
for system in *; do
	[ -d "$system" ] || continue
	case " $absent " in *" $system "*) continue ;; esac
	for event in "$system"/*; do
		[ -f "$event/format" ] || continue
		[ "$event" = ftrace/user_mapping ] && continue	# only ours has it
		echo "@@ $event"
		if [ "$system" = ftrace ]; then
			cat "$event/format"
		else
			sed "$accidents" "$event/format"
		fi
	done
done
exit 0
