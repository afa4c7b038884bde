#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Uprobe events and perf events on uprobes that several processes create, enable, disable and
# remove, while others with several threads run into them, fork, execute, end, unmap and move
# their text, and while the programs are replaced and deleted. A second pass lets allocations
# fail. At the end no event is left. ROUNDS=n in the environment sets the length.
# long
# guest: --smp 2 --mem 1024 --timeout 1200
# guest: --program REPO/tools/testing/trace/guest/uprobe_races.c
# guest: --program REPO/tools/testing/trace/guest/perf_uprobes.c
# guest: --program REPO/tools/testing/trace/guest/uprobe_prog.c
# config: check
# nightly-also: threads-kasan threads-kcsan

. /guest/tap
cd /sys/kernel/tracing || exit 1
dmesg -n 4
dmesg -c > /dev/null
echo 64 > buffer_size_kb
cp /bin/uprobe_races /tmp/steady
cp /bin/uprobe_races /tmp/target

# What the passes left behind is removed; commands that fail are tried again.
undo() {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		for dir in . instances/*; do
			echo 0 > "$dir/events/enable"
			for trigger in "$dir"/events/races/*/trigger; do
				[ ! -e "$trigger" ] || echo '!hist:keys=common_pid' > "$trigger"
			done
		done
		rmdir instances/*
		echo > uprobe_events
		[ -n "$(cat dynamic_events)$(ls instances)" ] || break
	done > /dev/null 2>&1
}

races() {
	uprobe_races "$@" -n "${ROUNDS:-$(amount 4 24)}" > /tmp/races 2>&1
	status=$?
	cat /tmp/races
	undo
	return $status
}

# Each allocation of the processes that change events fails with some probability.
failing() {
	fail_allocations 1 3
	races -f
	status=$?
	fail_allocations 1 0
	undo
	return $status
}

check "a place is added to an event that perf counts" perf_uprobes added
# places: change the places of an event that is enabled and hit.
place() { uprobe_prog sed | sed -n "s/^s|{$1}|\(.*\)|g$/\1/p"; }
places()
{
	for name in plain other give; do
		echo "p:races/places /bin/uprobe_prog:$(place $name) x=%di" >> uprobe_events || return 1
		echo 1 > events/races/places/enable || return 1
		uprobe_prog plain other give
	done
	! echo '-:races/places' >> uprobe_events || return 1
	echo "-:races/places /bin/uprobe_prog:$(place plain)" >> uprobe_events
	uprobe_prog plain other give || return 1
	echo 0 > events/races/places/enable
	cat uprobe_profile
	uprobe_prog plain other give text=plain text=other text=give > /tmp/text || return 1
	! grep breakpoint /tmp/text && echo > uprobe_events
}
check "places of an enabled event are added and removed" places
check "events come and go while processes do" races
sed 's/^/# /' /tmp/races
is "no event is left" "" cat dynamic_events uprobe_events uprobe_profile
check "the text is as in the file" uprobe_races -t
if fail_allocations 1 0; then
	check "the same with failing allocations" failing
	sed 's/^/# /' /tmp/races
	is "no event is left after failed allocations" "" cat dynamic_events uprobe_events
else
	skip "the same with failing allocations" "no failslab"
fi
is "no instance is left" "" ls instances
check_leaks
# The page allocator reports each vmalloc() that failed on purpose, with a stack.
dmesg | sed '/vmalloc error: /,/<\/TASK>/d' > /tmp/said.kernel
is "no report in the kernel log" 0 grep -cE "BUG:|WARNING:|Call Trace|rcu:" /tmp/said.kernel
