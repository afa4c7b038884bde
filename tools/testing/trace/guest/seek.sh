#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# lseek() on every control file, with all values of whence and various offsets, for
# reading and writing: the results are the same as on the stock kernel.
# guest: --mem 512 --timeout 600 --program REPO/tools/testing/trace/guest/seek.c
# compare: text
# nightly-also: check

cd /sys/kernel/tracing || exit 1

mkdir instances/seek
echo 'p:seek do_sys_openat2' > kprobe_events
echo a mark > trace_marker

# One event, one CPU and some options represent all others. Files that the stock kernel
# does not have are left out.
for file in * per_cpu/cpu0/* options/trace_printk options/overwrite instances/seek/* \
	instances/seek/per_cpu/cpu0/* events/* events/sched/* events/sched/sched_switch/* \
	events/kprobes/seek/* events/ftrace/print/* trace_stat/*; do
	case $file in
	failures | sysprof_sample_period | *tracing_enabled | *show_event_* | *loss | \
	*budget | *user_mappings | *syscall_user_buf_size | *set_event_cgroup | *set_ftrace_cgroup | \
	instances/*/tracing_thresh)
		continue ;;
	esac
	[ -f "$file" ] && set -- "$@" "$file"
done
seek "$@"
rmdir instances/seek
echo > kprobe_events
exit 0
