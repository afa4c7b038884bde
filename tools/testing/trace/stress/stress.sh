#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Stress of a ring buffer; runs in the guest. Usage: stress.sh [ROUNDS]. Prints TAP.

rounds=${1:-${GUEST_ARGS:-2}}
cd /sys/kernel/tracing || exit 1
n=0
# The kernel log from here on is checked at the end. Console output would take time.
dmesg -n 1
dmesg -c > /dev/null

result() {
	n=$((n + 1))
	[ "$1" = 0 ] && echo "ok $n $2" || echo "not ok $n $2"
}

for i in $(seq "$rounds"); do
	mkdir instances/stress || exit 1
	dir=/sys/kernel/tracing/instances/stress
	echo $((i % 2)) > $dir/options/overwrite
	echo 20 > $dir/buffer_size_kb
	stress exact $dir 3000
	result $? "round $i: written = held + lost + read, overwrite $((i % 2))"
	rmdir instances/stress

	mkdir instances/stress
	echo 1 > $dir/events/timer/enable
	echo 1 > $dir/events/irq/enable
	echo 1 > $dir/events/sched/enable
	[ ! -e $dir/events/nmi ] || echo 1 > $dir/events/nmi/enable
	stress chaos $dir 3000
	result $? "round $i: chaos"
	# Remove the instance while it has records and enabled events.
	rmdir instances/stress
	result $? "round $i: remove the instance"
done
# The stacks that CPUs print in NMIs are not errors. The base has data races of its own:
# if /functions lists our functions, only races that involve one of these count. Functions
# of events are in other objects and are recognized by their names.
dmesg | awk '
	BEGIN { while ((getline name < "/functions") > 0) ours[name] = known = 1 }
	function is_ours(f) { return f in ours || f ~ /^(trace_event|perf_trace|__traceiter)_/ }
	known && /KCSAN: data-race in [^ ]+ \/ [^ ]+$/ && !is_ours($(NF - 2)) && !is_ours($NF) { next }
	/BUG|WARNING:|KASAN|KCSAN|INFO: / && !/INFO: NMI handler/ { print; said = 1 }
	END { exit said }'
result $? "no report in the kernel log"
echo "1..$n"
