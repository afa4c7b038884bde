#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The filter files: accepted and rejected input, the contents of the file and of
# error_log, and which events pass. All texts are compared with the stock kernel.
#
# Two cases are left out because the stock kernel handles them incorrectly: the name of a
# function also ends at a parenthesis or an operator, and "*sh" matches the end of a
# string that does not fill its array.
# guest: --smp 1 --timeout 600
# compare: text

cd /sys/kernel/tracing || exit 1

n=0
ok() {
	n=$((n + 1))
	echo "ok $n $1"
}

# Write the text; print the result, the contents of the file and of the error log.
try() { # FILE TEXT
	: > error_log
	if printf '%s' "$2" 2> /dev/null > "events/$1/filter"; then
		echo "[$2] is accepted"
	else
		echo "[$2] is rejected"
	fi
	cat "events/$1/filter"
	sed 's/^\[[^]]*\]/[T]/' error_log
}

try_all() { # FILE, texts on stdin
	while IFS= read -r line; do
		try "$1" "$line"
	done
	echo 0 > "events/$1/filter"
}

echo '@@ filters of one event'
try_all sched/sched_switch << 'EOF'
prev_pid == 1
prev_pid==1
  prev_pid  ==   1  
prev_pid = 1
prev_pid
prev_pid ==
prev_pid == 1 &&
prev_pid == 1 && next_pid
(prev_pid == 1
prev_pid == 1)
((prev_pid == 1) && (next_pid == 2)
()
!
!prev_pid == 1
!(prev_pid == 1)
!!prev_pid == 1
prev_pid == 1 & next_pid == 2
prev_pid == 1 | next_pid == 2
prev_pid == 1 next_pid == 2
prev_pid == 1 foo
foo == 1
foo.bar == 1
prev_pid == foo
prev_pid == 0x
prev_pid == 0x10
prev_pid == -1
prev_pid == - 1
prev_pid == +1
prev_pid == 010
prev_pid == 99999999999999999999
prev_pid == 4294967296
prev_pid == 1a
prev_pid == 'a'
prev_pid == "1"
prev_pid ~ 1
prev_pid ~ "1"
prev_pid != 1
prev_pid !== 1
prev_pid =! 1
prev_pid === 1
prev_pid <> 1
prev_pid => 1
prev_pid >= 1
prev_pid & 1
prev_pid & 0
prev_pid & 0x
prev_pid && 1
prev_comm == foo
prev_comm == "foo"
prev_comm == 'foo'
prev_comm == "foo
prev_comm == 'foo"
prev_comm == "fo'o"
prev_comm == foo bar
prev_comm == "foo bar"
prev_comm == "foo" bar
prev_comm > "foo"
prev_comm & "foo"
prev_comm ~ foo
prev_comm ~ "foo*"
prev_comm ~ "*"
prev_comm ~ ""
prev_comm == ""
prev_comm == 
prev_comm != "a" || prev_comm == b
prev_comm == 12
prev_comm == foo)
(prev_comm == foo)
(prev_comm == foo&&prev_pid==1)
prev_comm == foo&&prev_pid==1
prev_comm == "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa == 1
prev_comm.ustring == "x"
prev_comm.foo == "x"
prev_pid.ustring == "x"
prev_pid.function == schedule
prev_state.function == schedule
prev_state.function == nosuchfunction
prev_state.function == 1
prev_state.function == 0
prev_state.function > schedule
prev_state.function == sched*
prev_state.function == 
prev_state.foo == schedule
prev_state.functionx == schedule
prev_pid & CPUS{0}
prev_pid & CPUS{}
prev_pid & CPUS{
prev_pid & CPUS{0-}
prev_pid & CPUS{a}
prev_pid & CPUS{0,1}
prev_pid & CPUS{99999}
prev_pid == CPUS{0}
prev_pid != CPUS{0}
prev_pid > CPUS{0}
prev_pid ~ CPUS{0}
prev_comm & CPUS{0}
prev_state & CPUS{0}
prev_pid & CPUS{0-1} && next_pid == 1
cpu & CPUS{0}
CPU & CPUS{0}
CPU == 0
cpu == 0
cpu > 0
cpu & 1
cpu ~ 1
common_cpu == 0
common_cpu & CPUS{0-3}
COMM == foo
comm == foo
comm ~ "f*"
COMM > foo
COMM == 1
comm & 1
common_comm == foo
stacktrace == 1
stacktrace == foo
stacktrace.function == foo
common_stacktrace.function == schedule
common_stacktrace == 1
common_pid == 0
common_type == 1
common_flags & 1
common_preempt_count == 0
common_flags.function == schedule
prev_pid == 1 && (next_pid == 2 || (prev_prio < 3 && !(next_prio > 4)))
prev_pid == 1 || next_pid == 2 && prev_prio == 1
prev_pid == 1 && && next_pid == 2
prev_pid == 1 (next_pid == 2)
(prev_pid == 1)(next_pid == 2)
&& prev_pid == 1
|| prev_pid == 1
prev_pid == 1 || 
prev_pid == 1 || )
prev_pid == 1 || ()
prev_pid == 1 && !
0
0 
1
none
0x0
00
0 && prev_pid == 1
foo
 foo
(prev_pid == 1) && (next_pid == 1
((prev_pid == 1) && ((next_pid == 1)
prev_state.function == nosuch && prev_pid == 1
prev_pid == 1 &&& next_pid == 1
prev_pid == 1 &&next_pid == 1
prev_pid == 1 & & next_pid == 1
! prev_pid == 1
!!!(!prev_pid == 1)
!() 
prev_comm == "a)b"
prev_comm == "a(b" && (prev_pid == 1
prev_comm == "a\"b"
prev_comm == "a" "b"
prev_pid "a" == 1
prev_pid ==1&&next_pid==1
prev_pid == 1)||(next_pid==1)
prev_pid == 1||next_pid
prev_pid == 1 || !!
|
&
a & b
(!prev_pid==1)
((((((((((((((((((((((((((((((((((((((((prev_pid==1))))))))))))))))))))))))))))))))))))))))
prev_pid == 0X10
prev_pid == 0b1
prev_pid == 18446744073709551615
prev_pid == 18446744073709551616
prev_pid == -9223372036854775808
prev_pid == -9223372036854775809
prev_state == 18446744073709551615
prev_state == 18446744073709551616
prev_state == -9223372036854775808
prev_state == -9223372036854775809
prev_state == 9223372036854775808
prev_prio == 99999999999
prev_pid == 1234567890123456789012345678901234567890
prev_pid == 0000000000000000000000000000000000000000000000000001
common_type == -1
prev_pid & CPUS{ 0 }
prev_pid & CPUS{0} && next_pid == 1
prev_pid&CPUS{0}&&next_pid==1
prev_pid & CPUS {0}
prev_pid & cpus{0}
prev_pid & CPUS{0}x
prev_pid & CPUS{0,0-0,,}
prev_pid & CPUS{all}
prev_pid & CPUS{N}
prev_pid & CPUS{(0)}
prev_state.function == "schedule"
prev_state.function == 'schedule'
prev_state.function & schedule
prev_state.function ~ schedule
prev_state.function != schedule
prev_state . function == schedule
prev_state.function == 0xzz
prev_state.ustring == "x"
prev_state.ustring == 1
prev_comm.function == schedule
prev_comm == "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" || x
cpu == "0"
cpu == -1
cpu & CPUS{}
cpu == CPUS{0}
cpu < CPUS{0}
comm == 0
comm != "a" && !comm ~ "b"
comm < "a"
comm < 1
stacktrace == 0
STACKTRACE != 99
stacktrace == "a"
stacktrace > 1
stacktrace & 1
stacktrace ~ 1
prev_pid-1 == 1
prev-pid == 1
9 == 1
_ == 1
prev_pid == 1;
prev_pid == 1#
#prev_pid == 1
prev_pid ==(1)
prev_pid == (1)
(prev_pid) == 1
prev_comm ~ "a" && prev_pid == zz
prev_pid.function > x
prev_pid.function == nosuch
prev_comm.function > x
(prev_state.function == schedule )
prev_state.function == -1
prev_state.function == 99999999999999999999999
prev_state.function == CPUS{0}
prev_state.function == "schedule
prev_state.function==schedule
prev_state.function
prev_state.function = schedule
prev_comm ~ 1
comm ~ 1
prev_comm < 1
prev_comm == -
prev_pid == -
prev_pid == --1
prev_pid == -0x10
prev_pid == 0x-10
prev_pid == 12345678901234567890123 && x
prev_pid == 1234567890123456789012345 && x
prev_pid == 123456789012345678901234567 && x
prev_pid == 0x000000000000000000001 && x
prev_pid == 0x0000000000000000000001 && x
prev_pid == 0x00000000000000000000001 && x
prev_pid == 1_0
prev_pid == 1.0
prev_pid == CPUSx
prev_pid == CPU
prev_pid == CPUS
prev_pid & CPUS{0
prev_pid & CPUS{0 && next_pid == 1
prev_pid & CPUS{0 && (next_pid == 1)
prev_pid & CPUS{"0"}
stacktrace == -1
STACKTRACE.ustring == 1
cpu.function == schedule
cpu.ustring == 1
comm.ustring == "x"
comm.function == schedule
!!
(!)
(prev_pid == 1 && !)
(prev_pid == 1 &&)
prev_pid == 1 ! next_pid == 1
prev_pid ! == 1
! = 1
prev_pid == 1 && "x"
"prev_pid" == 1
'
"
prev_comm == "" ""
prev_comm == ''
prev_pid ==1 || prev_comm=="x"&&!next_pid!=3
EOF
ok 'filters of one event'

echo '@@ filters on arrays'
try_all raw_syscalls/sys_enter << 'EOF'
args == 1
args > 1
args & 1
args & CPUS{0}
args == "1"
args ~ "1"
id == 1
args[0] == 1
args.function == schedule
EOF
ok 'filters on arrays'

echo '@@ filters on cpumasks'
try_all ipi/ipi_send_cpumask << 'EOF'
cpumask & CPUS{0}
cpumask == CPUS{0}
cpumask != CPUS{0}
cpumask > CPUS{0}
cpumask == 1
cpumask == "1"
cpumask & 1
callsite.function == schedule
cpumask ~ "1"
cpumask.function == schedule
EOF
ok 'filters on cpumasks'

echo '@@ filters on pointers'
try_all syscalls/sys_enter_openat << 'EOF'
filename == "x"
filename == 1
filename & 1
filename ~ "x*"
filename.ustring ~ "x*"
filename.ustring == 1
filename.function == schedule
filename & CPUS{0}
dfd == -1
dfd == -100
EOF
ok 'filters on pointers'

echo '@@ filters of a system'
while IFS= read -r line; do
	try sched "$line"
	for name in sched_switch sched_wakeup sched_process_exit; do
		cat "events/sched/$name/filter"
	done
done << 'EOF'
common_pid == 0
prev_pid == 0
foo == 0
prev_pid = 1
comm == "x"
comm == x
comm ~ 1
pid == "x"
pid ==
(pid == 1
pid == 1 &&
0
prev_comm == "a" || prev_pid == 0
0
()
common_pid == 0
foo == 0
pid == 5
0
EOF
ok 'filters of a system'

echo '@@ filters in an instance'
mkdir instances/filter
try sched/sched_switch 'prev_pid == 1'
echo 'foo == 1' 2> /dev/null > instances/filter/events/sched/sched_switch/filter
cat events/sched/sched_switch/filter instances/filter/events/sched/sched_switch/filter
sed 's/^\[[^]]*\]/[T]/' instances/filter/error_log error_log
rmdir instances/filter
echo 0 > events/sched/sched_switch/filter
ok 'filters in an instance'

# Count how many of two forks pass the filter.
E=events/sched/sched_process_fork
passes() {
	if ! printf '%s' "$1" > $E/filter; then
		echo "[$1] is rejected"
		return
	fi
	: > trace
	echo 1 > $E/enable
	(:)
	(:)
	echo 0 > $E/enable
	echo "passes: $(grep -c "sched_process_fork: .* pid=$$ " trace)"
}

echo '@@ events that pass'
C=$(cat /proc/$$/comm)
echo 1 > tracing_on
while IFS= read -r line; do
	echo "[$line]"
	passes "$(echo "$line" | sed "s/PID/$$/;s/BIG/$(($$ + 4294967296))/;s/NAME/$C/")"
done << 'EOF'
parent_pid == PID
parent_pid == BIG
parent_pid != BIG
parent_pid > 4294967295
parent_pid > -1
parent_pid < 4294967295
parent_pid & 4294967296
parent_pid & -1
parent_pid & 0
parent_pid >= PID
parent_pid <= PID
parent_pid < PID
common_preempt_count < 256
common_preempt_count > 256
common_preempt_count >= 256
common_flags == 256
parent_comm == "NAME"
parent_comm != "NAME"
parent_comm ~ "!NAME"
parent_comm ~ "!x"
parent_comm ~ "!NAME*"
parent_comm ~ ""
parent_comm ~ "*"
parent_comm ~ "**"
parent_comm ~ "?*"
parent_comm ~ "[!a-z]*"
parent_comm ~ "[a-z]*"
parent_comm ~ "NAME?"
parent_comm ~ "["
parent_comm == "NAME*"
parent_comm == ""
parent_comm != ""
comm == "NAME"
comm ~ "*"
cpu == 0
cpu != 0
cpu == 4294967296
cpu < 1
cpu & 0
cpu == CPUS{0}
cpu & CPUS{0}
cpu != CPUS{0}
parent_pid == CPUS{0}
parent_pid != CPUS{0}
common_preempt_count & CPUS{0}
stacktrace == 0
stacktrace != 0
!stacktrace == 0
!parent_pid == 0
!(parent_pid == 0 || parent_pid == 1)
parent_pid == 0 || parent_pid == PID && parent_pid == 0
(parent_pid == 0 || parent_pid == PID) && parent_pid == 0
parent_pid == PID || parent_pid == 0 && parent_pid == 0
EOF
echo 0 > $E/filter
ok 'events that pass'
echo "1..$n"
