#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The demonstration: a program writes to trace_marker while its system calls are traced.
# Each step prints a part of the trace and checks it; the exit status is 0 if all checks
# succeed.

T=/sys/kernel/tracing
PROGRAM=${PROGRAM:-userprog1}
bad=0

say() {
	echo
	echo "=== $*"
}

# good WHAT COMMAND...: a check, which passes if the command succeeds
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

# Reset the settings and the buffer, and stop recording.
reset() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo > set_ftrace_filter
	echo 0 > events/enable
	echo > trace
}

# Print some lines of the trace around both messages.
around_marks() {
	grep -E '(Before|After) printf' -C 4 trace
}

# The messages must be recorded among the functions of the write(2) calls that wrote them:
# the functions of the first write before "Before"; the write of printf and that of "After"
# between the two messages; and the rest of the last write after "After".
marks_among_functions() {
	awk '
	$1 !~ /^userprog1-/		{ next }
	/tracing_mark_write: Before/	{ before++; at = "between"; next }
	/tracing_mark_write: After/	{ after++; at = "after"; next }
	/ <-/				{ functions[at]++ }
	/ vfs_write <-/			{ writes[at]++ }
	END {
		printf "  functions: %d before the first message, %d between, %d after\n",
		       functions[""], functions["between"], functions["after"]
		exit !(before == 1 && after == 1 && writes[""] >= 1 &&
		       writes["between"] >= 2 && functions["after"] >= 1)
	}' trace
}

# The trace must contain only functions whose names start with vfs_, and messages.
only_vfs() {
	awk '
	/^#/ || /tracing_mark_write/	{ next }
	/: vfs_[a-z_]+ <-/		{ seen++; next }
					{ print "  unexpected: " $0; other++ }
	END { exit !(seen && !other) }' trace
}

cd $T || exit 1
uname -srm

say "Function tracer, with messages of a program"
reset
good "the function tracer is available" grep -qw function available_tracers
echo function > current_tracer
good "userprog1 runs" $PROGRAM
good "userprog1 has stopped recording" test "$(cat tracing_on)" = 0
around_marks
good "the messages are among the functions of their writes" marks_among_functions

say "Only functions that match vfs_*"
reset
echo 'vfs_*' > set_ftrace_filter
good "the filter contains vfs_write" grep -qx vfs_write set_ftrace_filter
echo function > current_tracer
good "userprog1 runs" $PROGRAM
around_marks
good "no other function is recorded" only_vfs

say "A trace event and functions"
reset
echo vfs_write > set_ftrace_filter
echo function > current_tracer
echo 1 > events/syscalls/sys_enter_write/enable
good "userprog1 runs" $PROGRAM
around_marks
good "the trace contains sys_write" grep -q 'userprog1-.*: sys_write(fd: ' trace
good "the trace contains vfs_write" grep -q 'userprog1-.*: vfs_write <-ksys_write' trace
echo 0 > events/syscalls/sys_enter_write/enable

say "A second instance"
reset
good "mkdir instances/second" mkdir instances/second
echo 1 > instances/second/events/sched/sched_switch/enable
echo 1 > instances/second/tracing_on
sleep 0.2
echo "from the second" > instances/second/trace_marker
echo 0 > instances/second/tracing_on
tail -n 5 instances/second/trace
good "the instance records context switches" \
	grep -q 'sched_switch: prev_comm=' instances/second/trace
good "the instance has its message" \
	grep -q 'tracing_mark_write: from the second' instances/second/trace
good "the top level instance has no record" test "$(grep -vc '^#' trace)" = 0
echo 0 > instances/second/events/sched/sched_switch/enable
good "rmdir instances/second" rmdir instances/second

reset
echo 1 > tracing_on
echo
if [ $bad = 0 ]; then
	echo "All checks passed."
else
	echo "$bad checks failed."
fi
[ $bad = 0 ]
