#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# common_comm, the name of the current task, in histograms: as a key, beside other keys,
# in a variable, and in a synthetic event.
# guest: --program REPO/tools/testing/trace/guest/hist_hit.c
# nightly-also: check

. /guest/tap

cd /sys/kernel/tracing || exit 1
enter=events/syscalls/sys_enter_lseek
leave=events/syscalls/sys_exit_lseek

cp "$(command -v hist_hit)" /tmp/first
cp /tmp/first "/tmp/name of 15 char"
hits() {
	/tmp/first 1000 5 10 3
	"/tmp/name of 15 char" 1000 6 10 5
}

refused() { # TRIGGER
	check "refused: $1" sh -c "! echo '$1' > $enter/trigger"
}

echo 'hist:keys=common_comm if fd == 1000' > $enter/trigger
is "the trigger is listed" \
	'hist:keys=common_comm:vals=hitcount:sort=hitcount:size=2048 if fd == 1000 [active]' \
	cat $enter/trigger
hits
check "as a key" grep -Eq 'common_comm: first +\} hitcount: +3$' $enter/hist
check "a name of the greatest length" \
	grep -Eq 'common_comm: name of 15 char +\} hitcount: +5$' $enter/hist
is "two tasks, two lines" 2 grep -c '{ common_comm:' $enter/hist
echo '!hist:keys=common_comm' > $enter/trigger

echo 'hist:keys=common_comm,offset:sort=common_comm.descending if fd == 1000' > $enter/trigger
hits
check "beside another key" grep -Eq 'common_comm: first +, offset: +5 \} hitcount: +3$' $enter/hist
check "as what is sorted by" sh -c "grep '{ common_comm:' $enter/hist | head -1 | grep -q 'name of'"
echo '!hist:keys=common_comm,offset:sort=common_comm.descending' > $enter/trigger

echo 'seen char comm[16]; char whole[]' > synthetic_events
echo 'hist:keys=common_pid:c=common_comm if fd == 1000' > $enter/trigger
echo 'hist:keys=common_pid:c2=$c:onmatch(syscalls.sys_enter_lseek).trace(seen,$c2,common_comm)' \
	> $leave/trigger
echo 1 > events/synthetic/seen/enable
hits
check "in a variable and in a synthetic event" \
	grep -q 'seen: comm=first whole=first$' trace
is "one record for each call" 5 grep -c 'seen: comm=name of 15 char whole=name of 15 char$' trace
echo 0 > events/synthetic/seen/enable
echo '!hist:keys=common_pid:c2=$c:onmatch(syscalls.sys_enter_lseek).trace(seen,$c2,common_comm)' \
	> $leave/trigger
echo '!hist:keys=common_pid:c=common_comm' > $enter/trigger
echo > synthetic_events

refused 'hist:keys=common_comm.execname'
refused 'hist:keys=common_pid:x=common_comm+1'
refused 'hist:keys=common_com'
check "no trigger is left" sh -c "! grep -q hist: $enter/trigger"
check "no report in the kernel log" sh -c '! dmesg | grep -E "BUG:|WARNING:|possible circular"'
