#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# set_event_cgroup and set_ftrace_cgroup, and common_cgroup and common_ns_pid in filters and
# histograms: what is recorded of tasks of two cgroups and of one below, of tasks that are
# created in a cgroup or migrated, and of tasks with a pid namespace or a cgroup namespace of
# their own; refused input; cgroups that were removed.
# guest: --smp 2 --mem 512 --timeout 900 --host unshare
# nightly-also: check

. /guest/tap

mkdir /tmp/cg
mount -t cgroup2 none /tmp/cg || exit 1
mkdir /tmp/cg/a /tmp/cg/b /tmp/cg/a/child
a=$(stat -c %i /tmp/cg/a)
b=$(stat -c %i /tmp/cg/b)
child=$(stat -c %i /tmp/cg/a/child)

cd /sys/kernel/tracing || exit 1
kill=events/syscalls/sys_enter_kill

# A system call with a number, which its event shows: the pid does not exist.
cat > /tmp/marks <<'END'
mark() {
	for i in "$@"; do
		kill -0 $((90000000 + i)) 2> /dev/null
	done
	:
}

# within CGROUP MARK...: a new task makes the marks in the cgroup.
within() {
	sh -c '
		. /tmp/marks
		echo $$ > /tmp/cg/$1/cgroup.procs
		shift
		mark "$@"
	' sh "$@"
}
END
. /tmp/marks

# The marks in a trace.
seen() { # [FILE]
	sed -n 's/.* sys_kill(pid: \([0-9a-f]*\),.*/\1/p' "${1:-trace}" | while read -r pid; do
		echo $((0x$pid - 90000000))
	done | xargs
}

# records NAME WANTED COMMAND...: which marks of the command are recorded.
records() {
	what=$1
	marks=$2
	shift 2
	echo > trace
	"$@"
	is "$what" "$marks" seen
}

all_four() {
	within a 1
	within a/child 2
	within b 3
	mark 4
}


contents() {
	is "$1" "$2" sh -c "xargs < $3"
}

# refused NAME TEXT ERROR CARET [FILE]: the write fails, error_log has the message and the
# position, and the set remains, also if the file was opened to replace it.
refused() {
	where=${5:-set_event_cgroup}
	cat $where > /tmp/before
	for redirect in '>' '>>'; do
		echo > error_log
		check "$1 is refused ($redirect)" sh -c "! printf '%s\n' '$2' $redirect $where"
		check "error_log says why" grep -q "] $where: error: $3\$" error_log
		is "and where" "$(printf '%*s^' $(($4 + 11)) '')" sed -n 3p error_log
		check "the set remains" cmp $where /tmp/before
	done
}

echo 1 > $kill/enable
is "set_event_cgroup is empty at first" "" cat set_event_cgroup
is "set_ftrace_cgroup is empty at first" "" cat set_ftrace_cgroup
records "all tasks are recorded without a set" "1 2 3 4" all_four

echo /a > set_event_cgroup
contents "a path is listed" /a set_event_cgroup
records "the cgroup and the one below are recorded" "1 2" all_four
echo "$child" > set_event_cgroup
contents "an id is listed as a path" /a/child set_event_cgroup
records "another cgroup replaces it" "2" all_four
echo /b >> set_event_cgroup
contents "a cgroup is added" "/b /a/child" set_event_cgroup
records "two cgroups are recorded" "2 3" all_four
echo "!/b" >> set_event_cgroup
contents "a cgroup is removed" "/a/child" set_event_cgroup
records "it is recorded no longer" "2" all_four
echo "!$child" >> set_event_cgroup
contents "the last cgroup is removed" "" set_event_cgroup
records "all tasks are recorded again" "1 2 3 4" all_four
printf '/a\n%s\t/b \n' "$child" > set_event_cgroup
contents "any white space separates cgroups" "/a /b /a/child" set_event_cgroup
echo "!/a /a !/b" >> set_event_cgroup
contents "a write is applied from left to right" "/a /a/child" set_event_cgroup
echo > set_event_cgroup
contents "a write without a cgroup clears the set" "" set_event_cgroup
echo /a > set_event_cgroup
: > set_event_cgroup
contents "opening the file to replace the set clears it" "" set_event_cgroup
{ echo /a; echo /b; } > set_event_cgroup
contents "the second of two writes adds" "/a /b" set_event_cgroup
echo / > set_event_cgroup
contents "the root is a cgroup" "/" set_event_cgroup
records "every task belongs to it" "1 2 3 4" all_four
mkdir '/tmp/cg/with blank'
echo '/with\040blank' > set_event_cgroup
is "a blank is written as \\040" '/with\040blank' cat set_event_cgroup
cat set_event_cgroup > /tmp/saved
cat /tmp/saved > set_event_cgroup
check "what is listed can be written" cmp set_event_cgroup /tmp/saved
rmdir '/tmp/cg/with blank'

# Tasks that are created and migrated

echo /a > set_event_cgroup
migrate() {
	sh -c '
		. /tmp/marks
		mark 1
		echo $$ > /tmp/cg/a/cgroup.procs
		mark 2
		(mark 3)
		sh -c ". /tmp/marks; (mark 4)"
		echo $$ > /tmp/cg/a/child/cgroup.procs
		mark 5
		echo $$ > /tmp/cg/b/cgroup.procs
		mark 6
		(mark 7)
	'
}
records "migrated tasks and those that they create" "2 3 4 5" migrate

sleeper() {
	sh -c '
		. /tmp/marks
		mark 1
		until [ -e /tmp/moved ]; do sleep 0.1; done
		mark 2
	' &
	await grep -q . "/proc/$!/stat"
	sleep 0.3
	echo $! > /tmp/cg/a/cgroup.procs
	touch /tmp/moved
	wait
}
records "a task that another one migrates" "2" sleeper

mkdir /tmp/cg/late
echo /late >> set_event_cgroup
mkdir /tmp/cg/late/below
records "a cgroup that is made below one of the set" "8" within late/below 8
rmdir /tmp/cg/late/below /tmp/cg/late

# The scheduler's events concern two tasks.

echo "$a" > set_event_cgroup
for e in sched_switch sched_wakeup; do
	echo 1 > events/sched/$e/enable
done
echo > trace
sh -c 'echo $$ > /tmp/cg/a/cgroup.procs; sleep 0.3 & echo "$$ $!" > /tmp/pid; wait'
for e in sched_switch sched_wakeup; do
	echo 0 > events/sched/$e/enable
done
read -r pid child_pid < /tmp/pid
check "the task is switched out" grep -q "sched_switch:.*prev_pid=$pid " trace
check "the task is switched in" grep -q "sched_switch:.*next_pid=$pid " trace
check "the task is woken" grep -q "sched_wakeup:.* pid=$pid " trace
# Lines about other tasks: none.
others() {
	! grep 'sched_switch:' trace | grep -v "_pid=\($pid\|$child_pid\) "
}
check "switches of other tasks are not recorded" others
echo > set_event_cgroup

# Function tracers

echo "*_sys_kill" > set_ftrace_filter
echo "$a" > set_ftrace_cgroup
contents "set_ftrace_cgroup takes an id" /a set_ftrace_cgroup

# calls NAME WANTED COMMAND...: the number of calls that are recorded.
calls() {
	what=$1
	count=$2
	shift 2
	echo > trace
	"$@"
	is "$what" "$count" grep -c '_sys_kill' trace
}

three_calls() {
	within a 1 2
	within a/child 3
	within b 4 5
	mark 6
}

echo 0 > $kill/enable
for tracer in $(grep -ow 'function\|function_graph' available_tracers); do
	echo $tracer > current_tracer
	calls "$tracer: calls in the cgroup and below" 3 three_calls
	echo /b >> set_ftrace_cgroup
	calls "$tracer: calls in two cgroups" 5 three_calls
	echo '!/b' >> set_ftrace_cgroup
	calls "$tracer: the second cgroup is removed" 3 three_calls
	echo $$ > set_ftrace_pid
	calls "$tracer: a task must be in both sets" 0 three_calls
	echo > set_ftrace_pid
	calls "$tracer: the pids are cleared" 3 three_calls
	# With a second user of the function, a list of callbacks is called.
	mkdir instances/second
	echo "*_sys_kill" > instances/second/set_ftrace_filter
	echo /b > instances/second/set_ftrace_cgroup
	echo function > instances/second/current_tracer
	calls "$tracer: with another instance" 3 three_calls
	is "$tracer: which has a set of its own" 2 grep -c _sys_kill instances/second/trace
	echo > set_ftrace_cgroup
	calls "$tracer: without a set" 6 three_calls
	is "$tracer: which the other instance keeps" 4 grep -c _sys_kill instances/second/trace
	echo nop > instances/second/current_tracer
	rmdir instances/second
	echo /a > set_ftrace_cgroup
	echo nop > current_tracer
done

echo function > current_tracer
echo > trace
sh -c '
	. /tmp/marks
	mark 1
	echo $$ > /tmp/cg/a/cgroup.procs
	mark 2 3
	(mark 4)
	echo $$ > /tmp/cg/cgroup.procs
	mark 5
'
is "function: a task that migrates" 3 grep -c _sys_kill trace
echo > set_ftrace_filter
echo > trace
within a 1
within b 2
echo 0 > tracing_on
sh -c 'echo $$ > /tmp/pid; echo $$ > /tmp/cg/a/cgroup.procs; :'
echo 1 > tracing_on
check "function: all functions, of some tasks" grep -q _sys_kill trace
echo nop > current_tracer
echo > set_ftrace_cgroup

# Instances

mkdir instances/one instances/two
for i in one two; do
	echo 1 > instances/$i/$kill/enable
done
echo 1 > $kill/enable
echo /a/child > instances/one/set_event_cgroup
echo /b > instances/two/set_event_cgroup
echo > trace
all_four
is "an instance has its own set" "2" seen instances/one/trace
is "so has another one" "3" seen instances/two/trace
is "the top instance has none" "1 2 3 4" seen
contents "and lists none" "" set_event_cgroup
rmdir instances/one
echo > instances/two/trace
all_four
is "an instance with a set is removed" "3" seen instances/two/trace
rmdir instances/two
echo $$ > set_event_pid
records "set_event_pid works as before" "4" all_four
echo /a > set_event_cgroup
records "a task must be in the cgroup and in the pids" "" all_four
echo / > set_event_cgroup
records "which it is" "4" all_four
echo > set_event_pid
echo > set_event_cgroup

# Refused input

echo "/a $b" > set_event_cgroup
echo /b > set_ftrace_cgroup
refused "an unknown path" "/nothing" "Cgroup not found" 0
refused "a path below a cgroup" "/a /a/nothing" "Cgroup not found" 3
refused "a file" "/a/cgroup.procs" "Cgroup not found" 0
refused "the path of the directory" "/tmp/cg/a" "Cgroup not found" 0
refused "an unknown id" "/b 999999999" "Cgroup not found" 3
refused "the id 0" "0" "Cgroup not found" 0
refused "the id 2^63" "9223372036854775808" "Cgroup not found" 0
refused "the id 2^64-1" "18446744073709551615" "Cgroup not found" 0
refused "the id 2^64" "18446744073709551616" "Invalid id" 0
refused "a very long number" "/a 111111111111111111111111111111111" "Invalid id" 3
refused "an id with letters" "${a}x" "Invalid id" 0
refused "a negative id" "-1" "Neither a path nor an id" 0
refused "a name" "/b a" "Neither a path nor an id" 3
refused "a ! alone" "/b !" "Neither a path nor an id" 4
refused "to remove an unknown path" "!/nothing" "Cgroup not found" 1
refused "to remove an unknown id" "!999999999" "Cgroup not found" 1
refused "an unknown path for functions" "/a /nothing" "Cgroup not found" 3 set_ftrace_cgroup
mkdir /tmp/v1
if mount -t cgroup -o none,name=v1 none /tmp/v1; then
	mkdir /tmp/v1/old
	refused "a cgroup of version 1" "/old" "Cgroup not found" 0
	rmdir /tmp/v1/old
	umount /tmp/v1
else
	skip "a cgroup of version 1" "not supported"
fi
echo > error_log
check "to remove a cgroup that is not in the set" sh -c 'echo "!/a/child" >> set_event_cgroup'
contents "changes nothing" "/a /b" set_event_cgroup
echo > set_event_cgroup
echo > set_ftrace_cgroup

# Removed cgroups

mkdir /tmp/cg/gone
gone=$(stat -c %i /tmp/cg/gone)
echo /gone > set_event_cgroup
echo /gone > set_ftrace_cgroup
rmdir /tmp/cg/gone
contents "a removed cgroup is listed by its id" "$gone (removed)" set_event_cgroup
records "and no task belongs to it" "" all_four
refused "to add it again" "$gone" "Cgroup not found" 0
mkdir /tmp/cg/gone
records "a later cgroup of the same name is another one" "" within gone 1
rmdir /tmp/cg/gone
echo /b >> set_event_cgroup
contents "another one is added" "/b $gone (removed)" set_event_cgroup
records "and recorded" "3" all_four
echo "!$gone" >> set_event_cgroup
contents "it can be removed from the set" "/b" set_event_cgroup
echo > set_event_cgroup
echo > set_ftrace_cgroup
echo > error_log

# Many cgroups

for i in $(seq 300); do
	mkdir /tmp/cg/many$i
	echo "/many$i"
done > /tmp/list
cat /tmp/list > set_event_cgroup
check "300 cgroups" sh -c 'sort set_event_cgroup > /tmp/got; sort /tmp/list | cmp - /tmp/got'
many() {
	within many1 1
	within many150 2
	within b 3
	within many300 4
}
records "tasks of 300 cgroups" "1 2 4" many
sed 's/^/!/' /tmp/list >> set_event_cgroup
contents "all of them are removed" "" set_event_cgroup
rmdir /tmp/cg/many*

# Filters

filtered() { # NAME WANTED FILTER
	check "filter $3" sh -c "echo '$3' > $kill/filter"
	records "$1" "$2" all_four
}

filtered "one cgroup" "1" "common_cgroup == $a"
filtered "another name of the field" "1" "cgroup == $a"
filtered "one cgroup or another" "1 3" "cgroup == $a || cgroup == $b"
filtered "not a cgroup" "2 3 4" "cgroup != $a"
filtered "a range" "2 3" "common_cgroup > $a"
filtered "bits" "1 2 3 4" "common_cgroup & 0xffffffff"
filtered "with a field of the record" "2" "cgroup == $child && pid > 1000"
refused_filter() { # FILTER
	check "filter '$1' is refused" sh -c "! echo '$1' > $kill/filter"
}
refused_filter 'cgroup == "/a"'
refused_filter 'cgroup.function == schedule'
refused_filter 'common_cgroup ~ 1'
refused_filter 'cgroup == CPUS{1}'
refused_filter 'ns_pid == 12x'
echo 0 > $kill/filter

# Pid namespaces

namespaces() {
	unshare --pid --fork sh -c '. /tmp/marks; mark 1; (mark 2); (mark 3); :'
	mark 4
}
records "tasks of a pid namespace" "1 2 3 4" namespaces
echo 'common_ns_pid == 1' > $kill/filter
records "the first task of a namespace" "1" namespaces
echo 'ns_pid > 1 && ns_pid < 4' > $kill/filter
records "the next ones" "2 3" namespaces
echo "ns_pid == $$" > $kill/filter
records "without a namespace of its own it is the pid" "4" namespaces
nested() {
	unshare --pid --fork sh -c '
		. /tmp/marks
		mark 1
		unshare --pid --fork sh -c ". /tmp/marks; mark 2"
	'
}
echo "ns_pid == 1" > $kill/filter
records "the innermost namespace counts" "1 2" nested
echo 0 > $kill/filter

# Histograms

hits() { # LINE
	check "hist: $1" sh -c "sed 's/ \+/ /g' $kill/hist | grep -qx '{ $1'"
}

echo 'hist:keys=common_cgroup:sort=common_cgroup' > $kill/trigger
all_four
within b 3 3
hits "common_cgroup: $a } hitcount: 1"
hits "common_cgroup: $child } hitcount: 1"
hits "common_cgroup: $b } hitcount: 3"
hits "common_cgroup: 1 } hitcount: 1"
echo '!hist:keys=common_cgroup:sort=common_cgroup' > $kill/trigger
echo 'hist:keys=cgroup,ns_pid.hex if pid > 1000' > $kill/trigger
is "the trigger has the full names" \
	'hist:keys=common_cgroup,common_ns_pid.hex:vals=hitcount:sort=hitcount:size=2048 if pid > 1000 [active]' \
	cat $kill/trigger
echo '!hist:keys=cgroup,ns_pid.hex if pid > 1000' > $kill/trigger
echo 'hist:keys=common_ns_pid' > $kill/trigger
namespaces
hits "common_ns_pid: 1 } hitcount: 1"
hits "common_ns_pid: $$ } hitcount: 1"
echo '!hist:keys=common_ns_pid' > $kill/trigger
echo 'hist:keys=common_pid:c=common_cgroup,n=common_ns_pid if pid > 1000' > $kill/trigger
within b 1
check "variables" grep -q hitcount $kill/hist
echo '!hist:keys=common_pid:c=common_cgroup,n=common_ns_pid if pid > 1000' > $kill/trigger
check "no trigger is left" sh -c "! grep -q hist: $kill/trigger"
echo /b > set_event_cgroup
echo 'hist:keys=common_cgroup' > $kill/trigger
all_four
is "a histogram counts what is recorded" 1 grep -c '{ common_cgroup' $kill/hist
echo '!hist:keys=common_cgroup' > $kill/trigger
echo > set_event_cgroup
# The option ns-pid

[ -e options/ns-pid ] || skip "the option ns-pid" "not built"
is "the option ns-pid is off at first" 0 cat options/ns-pid
echo > trace
cat > /tmp/reader <<'END'
. /tmp/marks
mark 1
(mark 2)
sh -c '. /tmp/marks; mark 3; :'
for option in nons-pid ns-pid; do
	echo $option > trace_options
	sed -n 's/^.*-\([0-9]*\) .* sys_kill(pid: \([0-9a-f]*\),.*/\2 \1/p' trace |
			while read -r mark pid; do
		echo "$((0x$mark - 90000000)):$pid"
	done | xargs > /tmp/$option
done
:
END
# Marks of the reader, of its two children, which have ended, and of a task outside.
mark 9
outside=$$
unshare --pid --fork sh /tmp/reader
check "the option is set" grep -qx ns-pid trace_options
is "the task outside has no pid for the reader" "9:0 1:1 2:2 3:3" sed 's/ [4-8]:.*//' /tmp/ns-pid
check "without the option pids are those of the initial namespace" \
	grep -Eq "^9:$outside 1:[0-9]{2,} 2:[0-9]{2,} 3:[0-9]{2,}$" /tmp/nons-pid
pids() {
	sed -n 's/^ *\(.*\)-\([0-9]*\) .* sys_kill(pid: \([0-9a-f]*\),.*/\2/p' trace | xargs
}
is "a reader in the initial namespace sees all pids" "$(sed 's/[0-9]*://g' /tmp/nons-pid)" pids
# Another namespace, perhaps at the same address, has none of these tasks.
for i in 1 2 3 4 5 6 7 8; do
	unshare --pid --fork sh -c "
		sed -n 's/^ *\(.*\)-\([0-9]*\) .* sys_kill(pid: .*/\2/p' trace | xargs"
done | sort -u > /tmp/later
is "later namespaces have none of the tasks" "0 0 0 0" cat /tmp/later
deep() {
	unshare --pid --fork sh -c '
		unshare --pid --fork sh /tmp/reader
		mv /tmp/ns-pid /tmp/inner
		sh /tmp/reader
	'
}
echo > trace
deep
is "a namespace in another one" "1:1 2:2 3:3" cat /tmp/inner
check "the outer one has other pids" grep -Eq '^1:[2-9]' /tmp/ns-pid
echo 1 > options/latency-format
is "with latency-format" "0" unshare --pid --fork sh -c \
	"sed -n 's/^ *\(.*\)-\([0-9]*\) .* sys_kill(pid: .*/\2/p' trace | sort -u"
echo 0 > options/latency-format
echo 0 > options/ns-pid

echo 0 > $kill/enable

# A cgroup namespace, of which /a is the root. It is util-linux's unshare that has the option.
below_a() {
	sh -c 'echo $$ > /tmp/cg/a/cgroup.procs; exec /usr/bin/unshare --cgroup sh -c "$1"' sh "$1"
}
for file in set_event_cgroup set_ftrace_cgroup; do
	echo "/a /a/child /b" > $file
	is "$file lists paths as the namespace has them" "/ /../b /child" \
		below_a "sort $file | xargs"
	check "a path in a namespace is added to $file" below_a "echo /child > $file"
	contents "it begins at the root of the namespace" /a/child $file
	check "the root of a namespace is added to $file" below_a "echo / > $file"
	contents "it is the cgroup of that root" /a $file
	check "a path outside of the namespace is refused" below_a "! echo /b > $file"
	check "an id outside of the namespace is refused" below_a "! echo $b > $file"
	contents "the set remains" /a $file
	echo > $file
done
echo /a > set_event_cgroup
echo 1 > $kill/enable
records "tasks of a namespace are recorded" "1 2" below_a '. /tmp/marks; mark 1; (mark 2)'
echo 0 > $kill/enable
echo > set_event_cgroup

# Everything at once: cgroups come and go, tasks are migrated, sets are replaced.

churn() {
	end=$(($(date +%s) + $(amount 5 60)))
	sh -c 'while :; do :; done' &
	mover=$!
	while [ "$(date +%s)" -lt $end ]; do
		mkdir /tmp/cg/churn /tmp/cg/churn/x
		echo $mover > /tmp/cg/churn/x/cgroup.procs
		echo "/churn" > set_event_cgroup
		echo "/churn/x" > set_ftrace_cgroup
		echo "/a" >> set_event_cgroup
		echo $mover > /tmp/cg/a/cgroup.procs
		rmdir /tmp/cg/churn/x /tmp/cg/churn || return
		cat set_event_cgroup set_ftrace_cgroup > /dev/null
		echo > set_event_cgroup
		echo > set_ftrace_cgroup
		echo > trace
	done
	kill $mover
	wait
}
echo function > current_tracer
echo 1 > events/enable
echo 'hist:keys=common_cgroup,common_ns_pid' > events/sched/sched_switch/trigger
check "cgroups come and go while all is traced" churn
echo '!hist:keys=common_cgroup,common_ns_pid' > events/sched/sched_switch/trigger
echo 0 > events/enable
echo nop > current_tracer
echo > trace
rmdir /tmp/cg/a/child /tmp/cg/a /tmp/cg/b
for i in 1 2 3 4 5 6 7 8 9 10; do
	grep -q '^nr_dying_descendants 0' /tmp/cg/cgroup.stat && break
	sleep 1
done
check "no removed cgroup is kept" grep -q '^nr_dying_descendants 0' /tmp/cg/cgroup.stat
check_leaks
