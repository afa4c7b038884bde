#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The demonstration: a program marks the trace while the kernel traces itself.
# Shows each step and checks what it shows; the status tells whether all held.

T=/sys/kernel/tracing
PROGRAM=${PROGRAM:-userprog1}
bad=0

say() {
	echo
	echo "=== $*"
}

# good WHAT COMMAND...: the command must succeed
good() {
	what=$1
	shift
	if "$@"; then
		echo "  ok: $what"
	else
		echo "  WRONG: $what"
		bad=$((bad + 1))
	fi
}

# A clean tracer with recording off.
reset() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo > set_ftrace_filter
	echo 0 > events/enable
	echo > trace
}

# Some lines of the program's around both marks.
around_marks() {
	grep -E '(Before|After) printf' -C 4 trace
}

# The marks must stand among functions of the write(2)s that made them: inside
# the first write before "Before", with the write of printf and the write of
# "After" between the two, and on the way out of the latter behind "After".
marks_among_functions() {
	awk '
	$1 !~ /^userprog1-/		{ next }
	/tracing_mark_write: Before/	{ before++; at = "between"; next }
	/tracing_mark_write: After/	{ after++; at = "behind"; next }
	/ <-/				{ functions[at]++ }
	/ vfs_write <-/			{ writes[at]++ }
	END {
		printf "  functions: %d before the first mark, %d between, %d behind\n",
		       functions[""], functions["between"], functions["behind"]
		exit !(before == 1 && after == 1 && writes[""] >= 1 &&
		       writes["between"] >= 2 && functions["behind"] >= 1)
	}' trace
}

# Nothing but functions called vfs_* and marks.
only_vfs() {
	awk '
	/^#/ || /tracing_mark_write/	{ next }
	/: vfs_[a-z_]+ <-/		{ seen++; next }
					{ print "  unexpected: " $0; other++ }
	END { exit !(seen && !other) }' trace
}

cd $T || exit 1
uname -srm

say "Functions, and the marks of a program among them"
reset
good "the function tracer is there" grep -qw function available_tracers
echo function > current_tracer
good "userprog1 runs" $PROGRAM
good "userprog1 turned recording off again" test "$(cat tracing_on)" = 0
around_marks
good "the marks stand among the functions of their writes" marks_among_functions

say "Only functions that match vfs_*"
reset
echo 'vfs_*' > set_ftrace_filter
good "the filter lists them" grep -qx vfs_write set_ftrace_filter
echo function > current_tracer
good "userprog1 runs" $PROGRAM
around_marks
good "no other function is recorded" only_vfs

say "An event beside the functions"
reset
echo vfs_write > set_ftrace_filter
echo function > current_tracer
echo 1 > events/syscalls/sys_enter_write/enable
good "userprog1 runs" $PROGRAM
around_marks
good "sys_write stands in the trace" grep -q 'userprog1-.*: sys_write(fd: ' trace
good "so does vfs_write" grep -q 'userprog1-.*: vfs_write <-ksys_write' trace
echo 0 > events/syscalls/sys_enter_write/enable

say "A second instance with a life of its own"
reset
good "mkdir instances/second" mkdir instances/second
echo 1 > instances/second/events/sched/sched_switch/enable
echo 1 > instances/second/tracing_on
sleep 0.2
echo "from the second" > instances/second/trace_marker
echo 0 > instances/second/tracing_on
tail -n 5 instances/second/trace
good "it records switches" grep -q 'sched_switch: prev_comm=' instances/second/trace
good "its mark is there" grep -q 'tracing_mark_write: from the second' instances/second/trace
good "and not in the first" test "$(grep -vc '^#' trace)" = 0
echo 0 > instances/second/events/sched/sched_switch/enable
good "rmdir instances/second" rmdir instances/second

reset
echo 1 > tracing_on
echo
if [ $bad = 0 ]; then
	echo "All of it held."
else
	echo "$bad of it did not hold."
fi
[ $bad = 0 ]
