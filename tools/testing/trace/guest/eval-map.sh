#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The file eval_map: the enums and sizes of the kernel and of modules.
# compare: text

cd /sys/kernel/tracing || exit 1

echo "@@ mode"
stat -c %a eval_map
echo "@@ evals of the kernel"
sort eval_map
echo "@@ the module is loaded"
modprobe trace_events_sample
grep '(sample' eval_map | sort
echo "@@ it is unloaded"
rmmod trace_events_sample
grep '(sample' eval_map
echo "@@ seeking and short reads"
dd if=eval_map bs=10 count=2 2> /dev/null | wc -c
echo 1 2> /dev/null > eval_map || echo "cannot be written"
