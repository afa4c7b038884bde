#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Thousands of dynamic events: a reader of the list while events come and go, events of the
# same name, and removal one by one and all at once.
# guest: --smp 1 --mem 512
# compare: text

cd /sys/kernel/tracing || exit 1

define() { # FIRST LAST: uprobe events u1, u2...
	i=$1
	while [ "$i" -le "$2" ]; do
		echo "p:many/u$i /bin/busybox:$((i * 16)) a=%di"
		i=$((i + 1))
	done
}

echo '@@ a list of 2,000'
define 1 2000 > /tmp/commands
# Each line by a write of its own.
while read -r line; do echo "$line"; done < /tmp/commands >> dynamic_events
wc < dynamic_events
wc < uprobe_events
tail -n 1 dynamic_events

echo '@@ the reader continues where it was'
exec 3< dynamic_events
dd bs=100 count=1 <&3 2> /dev/null | tail -n 1
define 2001 2010 | while read -r line; do echo "$line" >> dynamic_events; done
cat <&3 | tail -n 2

echo '@@ events before its place are removed'
exec 3< dynamic_events
dd bs=100 count=1 <&3 2> /dev/null | tail -n 1
for i in 3 5 1999; do echo "-:many/u$i" >> dynamic_events; done
cat <&3 | wc

echo '@@ the event at its place is removed'
exec 3< dynamic_events
dd bs=100 count=1 <&3 2> /dev/null | tail -n 1
i=30
while [ "$i" -le 90 ]; do
	echo "-:many/u$i" >> dynamic_events
	i=$((i + 1))
done
cat <&3 | wc
exec 3<&-

echo '@@ events of the same name'
echo 'p:one/same /bin/busybox:0x100' >> dynamic_events
echo 'p:two/same __x64_sys_getppid' >> dynamic_events
echo 'p:one/same /bin/busybox:0x200' >> dynamic_events
echo 's:same int x' >> dynamic_events
grep same dynamic_events
echo '-:one/same /bin/busybox:0x0000000000000100' >> dynamic_events
grep same dynamic_events
echo '-:same' >> dynamic_events
grep -c same dynamic_events

echo '@@ removal by name, backwards'
i=2010
while [ "$i" -gt 1900 ]; do
	echo "-:many/u$i" >> dynamic_events
	i=$((i - 1))
done 2>&1 | grep -c 'No such file'
wc -l < dynamic_events
tail -n 1 dynamic_events
ls events/many | wc -l

echo '@@ one that is in use'
echo 1 > events/many/u1000/enable
(echo > dynamic_events) 2>&1 | sed 's/.*: //'
wc -l < dynamic_events
(echo '-:many/u1000' >> dynamic_events) 2>&1 | sed 's/.*: //'
echo 0 > events/many/u1000/enable
echo '-:many/u1000' >> dynamic_events
wc -l < dynamic_events

echo '@@ kprobes that are in use while others go'
for f in getppid getuid geteuid getgid; do
	echo "p:kp/$f __x64_sys_$f" >> dynamic_events
	echo "r:kr/$f __x64_sys_$f \$retval" >> dynamic_events
done
echo 'p:kp/getppid __x64_sys_getpgid' >> dynamic_events
echo 1 > events/kp/getppid/enable
echo '-:kp/getppid __x64_sys_getppid' >> dynamic_events
for f in getuid geteuid getgid; do echo "-:$f" >> dynamic_events; done
grep k[pr]/ dynamic_events
sed 1,2d /sys/kernel/debug/kprobes/list 2> /dev/null | wc -l
echo 0 > events/kp/getppid/enable

echo '@@ all at once'
echo > dynamic_events
wc -l < dynamic_events
ls events | grep -c '^many$'
