#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Histograms: the output of valid commands, and the errors of invalid commands.
# guest: --program REPO/tools/testing/trace/guest/hist_hit.c
# compare: text

cd /sys/kernel/tracing || exit 1
enter=events/syscalls/sys_enter_lseek
leave=events/syscalls/sys_exit_lseek
only=' if fd >= 1000 && fd < 1010'

# All counts and sums of counts differ, because the order of equal values is undefined.
hits() {
	hist_hit 1000 1 10
	hist_hit 1000 1 11 2
	hist_hit 1001 5 11 4
	hist_hit 1002 -7 12 8
	hist_hit 1003 70000 13 16
	hist_hit 1004 123456789012 14 32
	hist_hit 1005 300 15 64
}

errors() {
	sed 's/^\[[^]]*\]/[T]/' error_log
}

# Set the trigger, print its histogram, remove it.
try() {
	echo > error_log
	echo "@@ $2"
	if ! printf '%s' "$2" 2>/dev/null >> "$1/trigger"; then
		errors
		return
	fi
	hits
	cat "$1/hist"
	printf '%s' "!$2" >> "$1/trigger"
	grep -v '^# Available' "$1/trigger" | grep -v '^# .*hist'
}

for spec in keys=fd key=fd:val=offset keys=fd:vals=hitcount,offset,whence \
	key=fd,whence:val=offset:sort=whence keys=fd.hex keys=offset.log2 \
	keys=offset.buckets=10 keys=offset.buckets=100:sort=offset \
	keys=__syscall_nr.syscall keys=offset.sym keys=offset.sym-offset \
	keys=fd:vals=offset.hex keys=fd:vals=hitcount.percent,hitcount.graph \
	keys=fd:vals=offset.percent:nohitcount keys=fd:vals=hitcount:nohitcount \
	keys=fd:sort=hitcount.descending \
	keys=fd,whence:sort=fd.descending,whence keys=fd:size=100 \
	keys=fd:size=1 keys=fd:size=131073 keys=cpu,fd keys=comm \
	keys=hitcount keys=fd,fd keys=fd,offset,whence,common_pid vals=offset \
	keys= keys=nosuch keys=fd.nosuch keys=fd:vals=offset.log2 \
	keys=fd:foo=bar keys=fd:foo 'keys=fd:x=$y' 'keys=$x:x=fd' \
	'keys=fd:vals=$x:x=offset' 'keys=fd:x=offset+1:vals=$x' \
	'keys=fd:x=offset-whence*2+1' 'keys=fd:x=-(offset+1)' keys=fd:x=1+2*3 \
	keys=fd:x=100/0 'keys=fd:x=(1+2)*3' keys=fd:x=common_timestamp.usecs \
	keys=fd:x=common_timestamp.usecs-offset keys=fd:vals=offset+1 keys=fd+1 \
	keys=fd:pause keys=fd:cont keys=fd:name=foo keys=fd:sort=nosuch \
	keys=fd:sort=fd,hitcount,fd keys=fd:sort=fd.bad keys=fd:sort=fd, \
	keys=fd::vals=offset keys=,fd keys=fd.hex:sort=fd keys=fd.execname \
	keys=fd.stacktrace keys=fd.buckets=0 keys=fd.percent \
	'keys=fd:o=offset:onmax($o).save(whence,offset)' \
	'keys=fd:o=offset:onchange($o).save(whence):onmax($o).save(fd)' \
	'keys=fd:o=offset:onmax(o).save(fd)' 'keys=fd:onmax($o).save(fd)' \
	'keys=fd:o=offset:onmax($o)' 'keys=fd:o=offset:onmax($o).nosuch(fd)'; do
	try $enter "hist:$spec$only"
done

# Variables, actions and synthetic events between two events.
echo 'passed u64 off; u64 sum; long ret; char name[]' > synthetic_events
echo 'plain u64 off' >> synthetic_events
echo 1 > events/synthetic/passed/enable
printf '%s' "hist:keys=common_pid:o=offset,f=fd$only" >> $enter/trigger
for action in '$o,$s,ret' '$o,$s,$nosuch,ret'; do
	try $leave "hist:keys=common_pid:s=\$o+\$f:onmatch(syscalls.sys_enter_lseek).passed($action)"
done
for action in 'nosuch.ev).plain($o)' 'syscalls).plain($o)' 'syscalls.sys_enter_lseek).save(ret)' \
	'syscalls.sys_enter_lseek)' 'syscalls.sys_enter_lseek).trace(plain)' \
	'syscalls.sys_enter_lseek).trace(nosuch,$o)'; do
	try $leave "hist:keys=common_pid:onmatch($action"
done
printf '%s' 'hist:keys=common_pid:p=$o:onmatch(syscalls.sys_enter_lseek).plain($p)' >> $leave/trigger
printf '%s' "!hist:keys=common_pid:o=offset,f=fd$only" 2>/dev/null >> $enter/trigger || echo "# in use"
printf '%s' 'hist:keys=off' >> events/synthetic/plain/trigger
printf '%s' '!plain' 2>/dev/null >> synthetic_events || echo "# in use"
hits
cat events/synthetic/plain/hist
printf '%s' '!hist:keys=common_pid:p=$o:onmatch(syscalls.sys_enter_lseek).plain($p)' >> $leave/trigger
printf '%s' '!hist:keys=off' >> events/synthetic/plain/trigger
printf '%s' "!hist:keys=common_pid:o=offset,f=fd$only" >> $enter/trigger
echo 0 > events/synthetic/passed/enable
printf '%s' '!plain' >> synthetic_events
cat synthetic_events
echo > synthetic_events
cat synthetic_events dynamic_events

# A pointer to a string in user memory is a number, unless a synthetic event has a field
# of string type for it.
enter=events/syscalls/sys_enter_openat
leave=events/syscalls/sys_exit_openat
echo "@@ pointers as keys"
printf '%s' 'hist:keys=filename' >> $enter/trigger
: < /proc/uptime
sed -n 's/  *[0-9][0-9]*/ N/g; /filename: N/p' $enter/hist | sort -u
printf '%s' '!hist:keys=filename' >> $enter/trigger
for type in 'unsigned long' u64 s64 'unsigned int' 'char[16]' 'char[]'; do
	echo "@@ a pointer as $type"
	echo > error_log
	echo "opened $type text; long ret" > synthetic_events
	printf '%s' 'hist:keys=common_pid:n=filename' >> $enter/trigger
	if printf '%s' 'hist:keys=common_pid:onmatch(syscalls.sys_enter_openat).trace(opened,$n,ret)' \
		2>/dev/null >> $leave/trigger; then
		echo 1 > events/synthetic/opened/enable
		: < /proc/uptime
		echo 0 > events/synthetic/opened/enable
		sed -n 's/.*opened: //; s/=[0-9][0-9]*/=N/g; /text=/p' trace | sort -u
		printf '%s' '!hist:keys=common_pid:onmatch(syscalls.sys_enter_openat).trace(opened,$n,ret)' \
			>> $leave/trigger
	else
		errors
	fi
	printf '%s' '!hist:keys=common_pid:n=filename' >> $enter/trigger
	echo > trace
	echo > synthetic_events
done
