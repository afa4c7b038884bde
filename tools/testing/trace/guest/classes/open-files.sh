# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# An open file outlives its object: an instance, a synthetic event, a kprobe event, a uprobe
# event, an event of a module, a spare ring buffer. See lifetimes.c.

dir=/sys/kernel/tracing/instances/life
t "no open outlives its instance" lifetimes race $dir "$(amount 12 400)"
open_files_rmdir() {
	lifetimes rmdir $dir > /tmp/files || return 1
	grep goes /tmp/files | grep -v '^events/sched/sched_switch/'
	! grep goes /tmp/files | grep -qv '^events/sched/sched_switch/' &&
		[ "$(grep -c stays /tmp/files)" -gt 50 ]
}
t "an open file keeps its instance" open_files_rmdir

# over EVENT COMMAND: after the command, reads of files of the event fail with ENODEV.
open_files_over() {
	E=events/$1
	S=${E%/*}
	lifetimes gone $E/enable $E/filter $E/format $E/id $E/trigger $E/hist \
		$S/enable $S/filter -- "$2" > /tmp/files
	cat /tmp/files
	grep -q 'command: 0' /tmp/files &&
		[ "$(grep -c 'read ENODEV' /tmp/files)" -ge 7 ]
}
echo 'going u64 a' > synthetic_events
t "a removed synthetic event" open_files_over synthetic/going 'echo > synthetic_events'
echo 'p:life/probe vfs_read' > kprobe_events
t "a removed kprobe event" open_files_over life/probe 'echo > kprobe_events'
echo 'p:life/uprobe /bin/busybox:0x10' > uprobe_events
t "a removed uprobe event" open_files_over life/uprobe 'echo > uprobe_events'
modprobe trace-events-sample
t "an event of an unloaded module" open_files_over sample-trace/foo_bar \
	'rmmod trace-events-sample'
t "opens race with removal of a synthetic event" lifetimes opens "$PWD/events/synthetic/going" \
	"$(amount 2 60)" 'echo "going u64 a" > synthetic_events; echo > synthetic_events'
t "opens race with removal of a kprobe event" lifetimes opens "$PWD/events/life/probe" \
	"$(amount 2 60)" 'echo p:life/probe vfs_read > kprobe_events; echo > kprobe_events'
t "opens race with removal of a uprobe event" lifetimes opens "$PWD/events/life/uprobe" \
	"$(amount 2 60)" 'echo p:life/uprobe /bin/busybox:16 > uprobe_events; echo > uprobe_events'
[ -z "$LONG" ] || relay lifetimes polls
