#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Control files that are open while their object is removed: an instance, an event of a
# module, a dynamic event, a spare ring buffer that a task polls.
# nightly-also: threads-kasan threads-kcsan rt-check
# long
# guest: --smp 2 --mem 1024 --timeout 1800 --program REPO/tools/testing/trace/guest/lifetimes.c
# config: check

. /guest/tap

cd /sys/kernel/tracing || exit 1

# No new report of KASAN, lockdep and the kernel itself since the last call.
quiet()
{
	dmesg > /tmp/log
	sed "1,${seen}d" /tmp/log > /tmp/new
	seen=$(wc -l < /tmp/log)
	! grep -A 40 -E 'BUG:|KASAN|WARNING:|possible circular|possible recursive|INFO: task|Oops' /tmp/new
}
seen=$(dmesg | wc -l)

# Instances. An event's own files keep only the event; all others keep the instance.
files()
{
	lifetimes rmdir "$PWD/instances/life" > /tmp/files || return 1
	grep goes /tmp/files | grep -v '^events/sched/sched_switch/'
	! grep goes /tmp/files | grep -qv '^events/sched/sched_switch/' &&
		[ "$(grep -c stays /tmp/files)" -gt 50 ]
}
check "an open file keeps its instance" files
check "no report in the kernel log" quiet
check "no open outlives its instance" lifetimes race "$PWD/instances/raced" "$(amount 20 60)"
check "no report in the kernel log" quiet

# Reads of files of a removed event fail with ENODEV.
over()
{
	E=events/$1
	S=${E%/*}
	lifetimes gone $E/enable $E/filter $E/format $E/id $E/trigger $E/hist \
		$S/enable $S/filter -- "$2" > /tmp/files
	cat /tmp/files
	grep -q 'command: 0' /tmp/files &&
		[ "$(grep -c 'read ENODEV' /tmp/files)" -ge 7 ]
}
make_probe() { echo 'p:life/probe vfs_read' > kprobe_events; }
make_probe
check "open files of a removed kprobe event" over life/probe 'echo > kprobe_events'
make_uprobe() { echo 'p:life/uprobe /bin/busybox:0x10' > uprobe_events; }
make_uprobe
check "open files of a removed uprobe event" over life/uprobe 'echo > uprobe_events'
echo 'going u64 a' > synthetic_events
check "open files of a removed synthetic event" over synthetic/going \
	'echo > synthetic_events'
if modprobe trace-events-sample; then
	check "open files of an event of an unloaded module" over sample-trace/foo_bar \
		'rmmod trace-events-sample'
else
	skip "open files of an event of an unloaded module" "no such module"
fi
check "no report in the kernel log" quiet

seconds=$(amount 4 8)
check "opens race with removal of a kprobe event" lifetimes opens "$PWD/events/life/probe" "$seconds" \
	'echo p:life/probe vfs_read > kprobe_events; echo > kprobe_events'
check "opens race with removal of a uprobe event" lifetimes opens "$PWD/events/life/uprobe" "$seconds" \
	'echo p:life/uprobe /bin/busybox:0x10 > uprobe_events; echo > uprobe_events'
check "opens race with removal of a synthetic event" lifetimes opens "$PWD/events/synthetic/going" "$seconds" \
	'echo "going u64 a" > synthetic_events; echo > synthetic_events'
echo > kprobe_events
echo > uprobe_events
echo > synthetic_events
check "no report in the kernel log" quiet
modules()
{
	lifetimes opens "$PWD/events/sample-trace/foo_bar" "$(amount 6 15)" \
		'modprobe trace-events-sample; rmmod trace-events-sample || :'
	rmmod trace-events-sample 2> /dev/null
	return 0
}
if modprobe trace-events-sample && rmmod trace-events-sample; then
	check "opens race with unloading of a module" modules
else
	skip "opens race with unloading of a module" "no such module"
fi
check "no report in the kernel log" quiet

# Spare ring buffers
if [ -e snapshot ]; then
	lifetimes polls > /tmp/polls
	while read -r line; do
		case $line in
		ok*) check "$(echo "$line" | cut -d' ' -f3-)" true ;;
		not*) check "$(echo "$line" | cut -d' ' -f4-)" false ;;
		esac
	done < /tmp/polls
	check "no report in the kernel log" quiet
else
	skip "spare ring buffers" "no snapshots"
fi

echo "1..$n"
