#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What is true of each Debian that boots with our kernel: see scripts/tracing/system. check.sh
# begins with it. Prints TAP.

. /guest/tap

is_running() {
	state=$(systemctl is-system-running --wait)
	[ "$state" = running ] || { echo "$state"; systemctl --failed --no-legend; return 1; }
}

on_disk() { findmnt -no SOURCE / | grep -x /dev/vda2; }

one_cgroup_tree() { stat -fc %T /sys/fs/cgroup | grep -x cgroup2fs; }

# Lines of warning level or worse that name a part of the tracing subsystem. The scheduler says
# that schedstats is off to everyone who enables all of its events, and the module of dkms is
# not signed and not of the kernel's own tree.
quiet_log() {
	journalctl -k -b -p warning -o cat --no-pager |
		grep -ve 'schedstats=enable' -e 'trace_events_sample: .* taint' |
		tee /run/warnings |
		grep -iE 'trac(e|ing)|marker|ring.?buffer|kprobe|uprobe|perf: ' && return 1
	! grep -E 'Call Trace|BUG|WARNING' /run/warnings
}

check "systemctl is-system-running says running" is_running
check "the root file system is on the disk" on_disk
check "cgroups are those of version 2" one_cgroup_tree
check "udev has handled all devices" udevadm settle
check "the journal has the kernel's log" sh -c 'journalctl -k -b | grep -q "Linux version"'
check "the kernel has warned of nothing that is ours" quiet_log
