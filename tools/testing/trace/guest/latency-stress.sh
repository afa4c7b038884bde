#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Stress of latency tracers and of tracers with workloads: concurrently, tracers are
# switched, CPUs go offline and online, buffers are resized, thresholds change and
# instances are removed. No latency is longer than the test took, and the kernel log has
# no report. There are no deadline tasks, because inactive_task_timer() of the base
# divides by the number of CPUs available to them, which is zero when the last one of
# these goes offline.
# nightly-also: threads-kasan threads-kcsan rt-check
# guest: --smp 3 --mem 1024 --timeout 1800
# guest: --program REPO/tools/testing/trace/guest/rt.c

rounds=${ROUNDS:-${GUEST_ARGS:-1}}
cd /sys/kernel/tracing || exit 1
dmesg -c > /dev/null
read -r start _ < /proc/uptime

has() { grep -qw "$1" available_tracers; }
tracers=
for t in irqsoff preemptoff preemptirqsoff wakeup wakeup_rt wakeup_dl \
	sched_switch osnoise timerlat hwlat sysprof; do
	has $t && tracers="$tracers $t"
done
if has osnoise; then
	# Three virtual CPUs share one CPU of the host, and the workloads spin for a fixed
	# time. With long run times no other task would make progress on a busy host.
	echo 500 > osnoise/runtime_us
	echo 10000 > osnoise/period_us
	echo 10000 > osnoise/timerlat_period_us
	echo 500 > hwlat_detector/width
	echo 20000 > hwlat_detector/window
	echo 1 > osnoise/print_stack
	echo 1 > events/osnoise/enable
fi
mkdir instances/a instances/b
for i in . instances/*; do
	echo 'sched*' > $i/set_ftrace_filter
done

switch() { # INSTANCE ORDER
	i=0
	while [ $i -lt "$rounds" ]; do
		for t in $2; do
			echo "# $3 $t"
			echo "$t" > "$1/current_tracer"
			echo $((i % 2)) > "$1/options/function-trace"
			sleep 0.05
			echo 1 > "$1/options/display-graph"
			sleep 0.05
			echo 0 > "$1/tracing_enabled"
			echo 1 > "$1/options/function-trace"
			echo 1 > "$1/tracing_enabled"
			sleep 0.05
			cat "$1/trace" > /dev/null
			echo 0 > "$1/options/display-graph"
			cat "$1/tracing_max_latency" >> "/tmp/max.$3"
		done
		i=$((i + 1))
	done
	echo nop > "$1/current_tracer"
} 2> /dev/null
backwards=
for t in $tracers; do
	backwards="$t $backwards"
done

touch /tmp/go
( while [ -e /tmp/go ]; do
	echo 0 > /sys/devices/system/cpu/cpu2/online
	echo 1 > /sys/devices/system/cpu/cpu2/online
	sleep 0.05
	echo 0 > /sys/devices/system/cpu/cpu1/online
	echo 1 > /sys/devices/system/cpu/cpu1/online
done 2> /dev/null ) &
others=$!
( while [ -e /tmp/go ]; do
	for size in 8 400 64; do
		echo $size > instances/a/buffer_size_kb
		echo $size > instances/b/per_cpu/cpu1/buffer_size_kb
		echo $size > buffer_size_kb
		sleep 0.02
	done
done 2> /dev/null ) &
others="$others $!"
( while [ -e /tmp/go ]; do
	for thresh in 0 1 100 0; do
		echo $thresh > instances/a/tracing_thresh
		echo $thresh > tracing_thresh
		echo 0 > instances/b/tracing_max_latency
		echo 0 > instances/b/tracing_on
		echo 1 > instances/b/tracing_on
		rt fifo 2
	done
done 2> /dev/null ) &
others="$others $!"
( while [ -e /tmp/go ]; do
	mkdir instances/gone
	for t in irqsoff wakeup timerlat; do
		echo $t > instances/gone/current_tracer
		rmdir instances/gone && mkdir instances/gone
	done
	rmdir instances/gone
	sleep 0.05
	if [ -e osnoise ]; then
		echo 0,2 > osnoise/cpus
		echo NO_OSNOISE_WORKLOAD > osnoise/options
		echo DEFAULTS > osnoise/options
		echo per-cpu > hwlat_detector/mode
		echo 0-2 > osnoise/cpus
		echo OSNOISE_PREEMPT_DISABLE > osnoise/options
		echo none > hwlat_detector/mode
	fi
done 2> /dev/null ) &
others="$others $!"

switch . "$tracers" top &
work=$!
switch instances/a "$tracers" a &
work="$work $!"
switch instances/b "$backwards" b &
work="$work $!"
for pid in $work; do
	wait "$pid"
done
rm /tmp/go
for pid in $others; do
	wait "$pid"
done
echo 1 > /sys/devices/system/cpu/cpu1/online
echo 1 > /sys/devices/system/cpu/cpu2/online
for i in a b; do
	rmdir instances/$i
done
[ -e instances/gone ] && rmdir instances/gone

read -r end _ < /proc/uptime
took=$(((${end%.*} - ${start%.*} + 1) * 1000000))
most=$(cat /tmp/max.* | sort -n | tail -n 1)
echo 0 > tracing_thresh
echo "# $(cat /tmp/max.* | wc -l) maxima, the longest $most us in $took us"
if [ "$most" -le $took ]; then
	echo "ok 1 no latency longer than the test"
else
	echo "not ok 1 no latency longer than the test"
fi
if [ -z "$(ls instances)" ]; then
	echo "ok 2 all instances are removed"
else
	echo "not ok 2 all instances are removed"
fi
if dmesg | grep -E 'WARNING:|BUG:|Oops|possible|stall|KASAN|leak|INFO: task|RIP:'; then
	echo "not ok 3 no report in the kernel log"
	dmesg | grep -v -E 'smpboot|CPU . is now offline' | head -n 120 | sed 's/^/# /'
else
	echo "ok 3 no report in the kernel log"
fi
echo "1..3"
