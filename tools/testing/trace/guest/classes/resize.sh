# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Resize against swap, readers of all kinds, mappings, CPU hotplug and NMIs: see stress.c.

for i in $(seq "$(amount 1 10)"); do
	dir=/sys/kernel/tracing/instances/resized
	mkdir $dir
	echo $((i % 2)) > $dir/options/overwrite
	echo 20 > $dir/buffer_size_kb
	t "round $i: written = held + lost + read" stress exact $dir "$(amount 150 5000)"
	rmdir $dir
	mkdir $dir
	for system in timer irq sched nmi; do
		[ ! -e $dir/events/$system ] || echo 1 > $dir/events/$system/enable
	done
	t "round $i: resize, swap, readers and hotplug" stress chaos $dir "$(amount 150 5000)"
	echo 1 > /sys/devices/system/cpu/cpu1/online
	t "round $i: the instance can be removed" rmdir $dir
done
