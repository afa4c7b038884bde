#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The settings of osnoise, timerlat and hwlat: accepted and rejected input, contents of
# the files, headers of the traces, and reading timerlat_fd. What only our kernel has is left
# out: see timerlat-align.sh.
# guest: --smp 2 --timeout 600 --program REPO/tools/testing/trace/guest/timerlat.c
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1

put() { # FILE TEXT
	echo "$2" > "$1" 2> /tmp/error
	echo "$1 '$2': $? $(sed 's/.*: //' /tmp/error) $(sed 's/NO_TIMERLAT_ALIGN //' "$1")|"
}
reset() {
	for file in runtime_us period_us stop_tracing_us stop_tracing_total_us print_stack; do
		echo 0 > osnoise/$file
	done
	echo 1000000 > osnoise/period_us
	echo 1000000 > osnoise/runtime_us
	echo 1000 > osnoise/timerlat_period_us
	echo DEFAULTS > osnoise/options
	echo 0-1 > osnoise/cpus
} 2> /dev/null

echo "@@ files of osnoise"
(cd osnoise && ls | grep -v timerlat_align && tail -n 99 cpus ./*[!n]_us print_stack options |
	sed 's/NO_TIMERLAT_ALIGN //')
echo "@@ files of hwlat_detector"
(cd hwlat_detector && ls && tail -n 99 ./*)

echo "@@ osnoise/options"
for word in NO_PREEMPT PANIC_ON_STOP NO_PANIC_ON_STOP DEFAULTS NO_DEFAULTS \
	OSNOISE_WORKLOAD NO_OSNOISE_IRQ_DISABLE NO_NO_OSNOISE_WORKLOAD \
	"OSNOISE_PREEMPT_DISABLE " "OSNOISE_WORKLOAD PANIC_ON_STOP" \
	OSNOISE_PREEMPT_DISABLE OSNOISE_IRQ_DISABLE NO_OSNOISE_PREEMPT_DISABLE \
	"" DEFAULTS; do
	put osnoise/options "$word"
done

echo "@@ osnoise/cpus"
for list in 0 1,5 0-1,0 x 1; do
	put osnoise/cpus "$list"
done
reset

echo "@@ numbers of osnoise"
for value in 0 1 1000001 abc -1 "5 5" 0x10; do
	for file in period_us runtime_us stop_tracing_us stop_tracing_total_us \
		timerlat_period_us print_stack; do
		echo 1000000 > osnoise/period_us
		put osnoise/$file "$value"
	done
done
reset

echo "@@ hwlat_detector"
for value in 0 1 1000001 5000000 abc none "per-cpu " xx; do
	for file in width window mode; do
		echo 1000000 > hwlat_detector/window
		put hwlat_detector/$file "$value"
	done
done
echo 1000000 > hwlat_detector/window
echo 500000 > hwlat_detector/width
echo round-robin > hwlat_detector/mode

for tracer in osnoise timerlat; do
	echo "@@ header of $tracer"
	echo $tracer > current_tracer
	grep '^#' trace
	echo nop > current_tracer
done

echo "@@ latency of the interrupt stops timerlat"
echo timerlat > current_tracer
echo 1 > osnoise/stop_tracing_us
while [ "$(cat tracing_on)" = 1 ]; do
	sleep 0.1
done
grep -v '^#' trace | grep -c 'context *irq timer_latency' | sed 's/^[1-9].*/some/'
echo nop > current_tracer
echo 0 > osnoise/stop_tracing_us
echo 1 > tracing_on

echo "@@ timerlat_fd"
timerlat 0
echo NO_OSNOISE_WORKLOAD > osnoise/options
timerlat 0
echo timerlat > current_tracer
echo 5000 > osnoise/timerlat_period_us
timerlat 0 5
timerlat 0 5 1
timerlat 0 5 -1
grep context trace | sed 's/.*: #/#/; s/  */ /g; s/[0-9]* ns/N ns/'
# The reader is killed when the tracer is disabled; until then a second one is rejected.
timerlat 0 1000000 &
# shellcheck disable=SC2010
reads() { ls -l /proc/$!/fd 2> /dev/null | grep -q timerlat_fd; }
await reads
timerlat 0 3
echo nop > current_tracer
wait $!
echo "status $?"
reset
timerlat 0
