# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Event numbers are reused after 65,536 events. The short form makes 128 events, the long
# form more than 65,536, while a task reads records and another event. Group reuse makes 65,536
# events in each run of the tests, on another kernel.

awk 'BEGIN { for (i = 0; i < 128; i++) print "coming u64 a; char b[]\n!coming" }' > /tmp/lines
reuse_cycles() {
	for i in $(seq "$1"); do
		cat /tmp/lines >> synthetic_events || return 1
	done
}
echo 'stays pid_t pid' > synthetic_events
first=$(cat events/synthetic/stays/id)
echo 1 > events/synthetic/stays/enable
touch /tmp/reusing
reuse_read() {
	while [ -e /tmp/reusing ]; do
		echo 1 > events/synthetic/stays/enable
		cat events/synthetic/stays/format events/synthetic/stays/id trace synthetic_events
	done
}
begin reuse_read
t "events are made and removed" reuse_cycles "$(amount 1 520)"
rm /tmp/reusing
t "the reader ends" end
echo 'other pid_t pid' >> synthetic_events
reuse_unique() {
	cat events/*/*/id | sort | uniq -d
	[ -z "$(cat events/*/*/id | sort | uniq -d)" ] &&
		[ "$(cat events/synthetic/stays/id)" = "$first" ] &&
		[ "$(cat events/synthetic/other/id)" -lt 65536 ]
}
t "numbers are unique" reuse_unique
echo 'hist:keys=child_pid:pp=child_pid:onchange($pp).trace(other,child_pid)' \
	> events/sched/sched_process_fork/trigger
echo 1 > events/synthetic/other/enable
(:)
t "an event with a reused number is recorded and printed" grep -q 'other: pid=' trace
echo 0 > events/enable
echo '!hist:keys=child_pid:pp=child_pid:onchange($pp).trace(other,child_pid)' \
	> events/sched/sched_process_fork/trigger
echo > trace
echo > synthetic_events
