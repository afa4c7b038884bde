#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# set_event_pid, set_event_notrace_pid and the option event-fork: accepted and rejected
# input, contents of the files, and which tasks' events are recorded, compared with the
# stock kernel.
# guest: --smp 1 --timeout 600
# compare: text

cd /sys/kernel/tracing || exit 1
E=events/sched/sched_process_fork

# Wait until one PID is left in a file, and count them, without forking: a task that has ended
# is in the list until a grace period has ended as well. Nothing is written to the FIFO.
mkfifo /tmp/never
exec 9<> /tmp/never
lines() {
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		count=0
		while read -r _; do
			count=$((count + 1))
		done < "$1"
		[ $count -gt 1 ] || break
		read -r -t 1 _ <&9
	done
	echo "$count left"
}

# Count the recorded forks of this shell and of other tasks while the command runs.
forks() {
	echo > trace
	echo 1 > tracing_on
	"$@"
	echo 0 > tracing_on
	echo "ours: $(grep sched_process_fork: trace | grep -c " pid=$$ ")," \
	     "others': $(grep sched_process_fork: trace | grep -v ' comm=kthreadd ' | grep -vc " pid=$$ ")"
}

ours() {
	(:)
	(:)
}

others() {
	sh -c '(:); (:); (:)'
}

both() {
	ours
	others
}

echo 0 > tracing_on
for file in set_event_pid set_event_notrace_pid; do
	echo "@@ $file: lists"
	for text in '1 2 3' '7' '' '  5	6 ' '0x10 010' 'abc' '9 x 8' '-1' '4194304' \
		'4194303' '1 1 1' '0' '12345678901234567890' '1,2' '+3' \
		'1073741823' '1073741824'; do
		if printf '%s\n' "$text" 2> /dev/null > $file; then
			echo "[$text] is accepted"
		else
			echo "[$text] is rejected"
		fi
		cat $file
	done
	echo '20 10' >> $file
	cat $file
	echo bad 2> /dev/null >> $file || echo refused
	cat $file
	printf 30 >> $file
	printf 1 >> $file
	cat $file
	echo > $file
	cat $file
done

echo 1 > $E/enable
echo "@@ all tasks"
forks both
echo "@@ only this shell"
echo $$ > set_event_pid
forks both
echo "@@ all tasks but this shell"
echo $$ > set_event_notrace_pid
echo > set_event_pid
forks both
echo "@@ this shell in both files"
echo $$ > set_event_pid
forks both
echo > set_event_notrace_pid

echo "@@ this shell and its children"
echo 1 > options/event-fork
forks both
lines set_event_pid
echo "@@ neither this shell nor its children"
echo > set_event_pid
echo $$ > set_event_notrace_pid
forks both
lines set_event_notrace_pid
echo 0 > options/event-fork
forks both
echo > set_event_notrace_pid

echo "@@ an instance has its own files"
mkdir instances/own
echo 1 > instances/own/$E/enable
echo $$ > instances/own/set_event_pid
forks both
echo "ours: $(grep sched_process_fork: instances/own/trace | grep -c " pid=$$ ")," \
     "others': $(grep sched_process_fork: instances/own/trace | grep -vc " pid=$$ ")"
cat set_event_pid
echo 0 > instances/own/$E/enable
rmdir instances/own
echo 0 > $E/enable

echo "@@ sched events concern two tasks"
echo $$ > set_event_pid
for e in sched_switch sched_waking sched_wakeup; do
	echo 1 > events/sched/$e/enable
done
echo > trace
echo 1 > tracing_on
sleep 0.2
others
sleep 0.2
echo 0 > tracing_on
for e in sched_switch sched_waking sched_wakeup; do
	echo 0 > events/sched/$e/enable
	grep -q "$e:" trace && echo "$e is there"
done
grep ' sched_switch:' trace | grep -vc "prev_pid=$$ \|next_pid=$$ "
grep ' sched_wak' trace | grep -v "[^0-9]$$  *\[" | grep -vc " pid=$$ "
echo > set_event_pid

echo "@@ system calls"
echo $$ > set_event_pid
echo 1 > events/syscalls/sys_enter_kill/enable
echo > trace
echo 1 > tracing_on
kill -0 $$
sh -c 'kill -0 $$'
echo 0 > tracing_on
grep -c sys_kill trace
echo 0 > events/syscalls/enable
echo > set_event_pid
