# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Ownership and modes over mount, chgrp, remount and instances, with a matrix of users: see
# class_owner.c.

owners_paths="README trace tracing_on options options/overwrite per_cpu/cpu0 per_cpu/cpu0/stats
	instances events events/enable events/header_page events/sched events/sched/enable
	events/sched/sched_switch events/sched/sched_switch/enable
	events/sched/sched_switch/format instances/mine instances/mine/trace
	instances/mine/options/overwrite instances/mine/events instances/mine/events/enable
	instances/mine/events/sched/sched_switch/filter
	instances/mine/per_cpu/cpu1/trace_pipe_raw"
owners_list() { (cd "$1" && stat -c '%n %A %u %g' $owners_paths); }

# owners_state NAME GROUP: each user can open what the modes say; the modes do not change when the
# kernel forgets inodes, and are the same through another mount; all files have the group,
# except those in the file /tmp/except.
owners_state() {
	state=$1
	group=$2
	t "$state: each user can open what the modes say" class_owner matrix \
		$(for path in $owners_paths; do echo "$PWD/$path"; done)
	owners_list . > /tmp/before
	echo 2 > /proc/sys/vm/drop_caches
	owners_list . > /tmp/after
	t "$state: the same after inodes were dropped" cmp /tmp/before /tmp/after
	owners_list /tmp/second > /tmp/after
	t "$state: the same through another mount" cmp /tmp/before /tmp/after
	t "$state: each file has the group" owners_group
}
owners_group() {
	grep -v -F -f /tmp/except /tmp/before | grep -v " $group\$"
	grep -F -f /tmp/except /tmp/before | grep -v " 1001\$"
	! grep -v -F -f /tmp/except /tmp/before | grep -qv " $group\$" &&
		! grep -F -f /tmp/except /tmp/before | grep -qv " 1001\$"
}

# 4 stands for: without messages.
echo 4 > /proc/sys/vm/drop_caches
mkdir -p /tmp/second instances/mine
mount -t tracefs second /tmp/second
echo "no such path" > /tmp/except
owners_state "at first" 0
mount -o remount,gid=1001,mode=0750 /sys/kernel/tracing
owners_state "remount with a group" 1001
rmdir instances/mine
mkdir instances/mine
owners_state "a new instance after the remount" 1001
mount -o remount,gid=0,mode=0700 /sys/kernel/tracing
owners_state "remount with group 0" 0
umount /tmp/second
mount -t tracefs -o gid=1001,uid=1000,mode=0555 second /tmp/second
owners_state "mount with a user and a group" 1001
owners_user() { ! stat -c '%n %u' $owners_paths | grep -v ' 1000$'; }
t "mount with a user and a group: each file has the user" owners_user
mount -o remount,gid=0,uid=0,mode=0700 /sys/kernel/tracing
owners_state "remount after it" 0
chgrp 1001 events/sched/enable events/sched/sched_switch/format instances/mine/trace \
	instances/mine/events/sched/sched_switch/filter
chmod 0755 .
cat > /tmp/except <<-END
	events/sched/enable
	events/sched/sched_switch/format
	instances/mine/trace
	instances/mine/events/sched/sched_switch/filter
END
owners_state "chgrp of some files" 0
chgrp 0 events/sched/enable events/sched/sched_switch/format instances/mine/trace \
	instances/mine/events/sched/sched_switch/filter
echo "no such path" > /tmp/except
chmod 0700 .
owners_state "chgrp back" 0
umount /tmp/second
rmdir instances/mine
t "a user outside the group cannot open files during remounts" class_owner race \
	"$(amount 8 3000)"
