#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: stress.sh [ROUNDS]. Prints TAP.

rounds=${1:-${GUEST_ARGS:-2}}
cd /sys/kernel/tracing || exit 1
n=0
# What the kernel says from here on is looked at in the end; a console takes time.
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
	result $? "round $i: everything at once"
	# With records in it and events on.
	rmdir instances/stress
	result $? "round $i: away with it"
done
# NMIs were used to have CPUs show their stacks, which is no complaint. Of data races
# the base has its own: where /functions names ours, only those count that one of them
# has part in. Events' functions stand in other objects.
dmesg | awk '
	BEGIN { while ((getline name < "/functions") > 0) ours[name] = known = 1 }
	function is_ours(f) { return f in ours || f ~ /^(trace_event|perf_trace|__traceiter)_/ }
	known && /KCSAN: data-race in [^ ]+ \/ [^ ]+$/ && !is_ours($(NF - 2)) && !is_ours($NF) { next }
	/BUG|WARNING:|KASAN|KCSAN|INFO: / { print; said = 1 }
	END { exit said }'
result $? "the kernel has nothing to say"
echo "1..$n"
