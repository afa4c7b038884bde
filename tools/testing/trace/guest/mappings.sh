#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The option user-mappings: user stacks have the file and the offset also when the process has
# exited, executes another program, or has other mappings at the same addresses.
# guest: --smp 2 --mem 1024 --timeout 900 --program REPO/tools/testing/trace/guest/mappings.c
# nightly-also: check threads-kasan

. /guest/tap
cd /sys/kernel/tracing || exit 1
many=$(amount 200 20000)
cp /bin/mappings /tmp/first
cp /bin/mappings /tmp/second

explain() { cat /tmp/places; grep -A 2 getpriority trace | head -80; cat user_mappings; }

# place NUMBER [FILE]: how the first address of the user stack of this call is printed
place() {
	awk -v "want=who: $(printf %x "$1"))" '
		index($0, want) { found = 1 }
		found && /<user stack/ { stack = 1; next }
		stack && sub(/^ => /, "") { print; exit }
	' "${2:-trace}"
}

# matches [FILE]: the lines of /tmp/places, and what is printed for them
matches() {
	wrong=0
	while read -r nr who want; do
		got=$(place "$nr" "$1" | sed 's/^ *//')
		[ "$got" = "$want" ] && continue
		echo "call $nr of $who: '$want', printed '$got'"
		wrong=1
	done < /tmp/places
	return $wrong
}

has() { grep -q -- "$@"; }
hasnt() { ! grep -q -- "$@"; }
fails() { ! "$@" 2> /dev/null; }
option() { echo "$1" > trace_options; }

fresh() { echo > trace; }

# start: a process that waits after its call
start() {
	rm -f /tmp/places
	mappings wait > /tmp/places &
	pid=$!
	await test -s /tmp/places
}

amount 4096 40000 > buffer_size_kb
echo 1 > events/syscalls/sys_enter_getpriority/enable
option userstacktrace
option sym-userobj

# Without the option, and while the process exists.
is "the option is off at first" 0 cat options/user-mappings
is "no mapping is known" "# tgid since start-end offset dev inode build-id path" \
	cat user_mappings
start
check "the process exists, and its file and offset are printed" matches
living=$(place 1)
kill $pid
wait
is "it exists no longer, and the address is printed" 1 eval 'place 1 | grep -c "^ <0000"'

fresh
check "perf_event_mmap() has no callback" hasnt perf_event_mmap enabled_functions
check "set the option" option user-mappings
check "perf_event_mmap() has a callback" has perf_event_mmap enabled_functions
start
kill $pid
wait
is "now they are printed as for a process that exists" "$living" place 1

fresh
mappings cases /tmp/first /tmp/second > /tmp/places
is "mmap, munmap, mprotect, fork, vfork: calls" 10 eval 'wc -l < /tmp/places'
check "all of them have the files and offsets of that time" matches
is "some are in each file" "1 1 1 1" eval 'for f in "/bin/mappings\\[" "/tmp/first\\[" \
	"/tmp/second\\[" " <0000000200000"; do
	grep -q "$f" /tmp/places && grep -q "$f" trace && echo 1; done | xargs'
check "trace again" matches
check "records tell of the mappings" \
	has 'user_mapping: tgid=[0-9]* 200000000-[0-9a-f]* .* /tmp/first$' trace
check "records tell of the processes" has 'user_mapping: tgid=[0-9]* parent=[0-9]*$' trace
id=$(mappings build-id)
is "the program has a build-id" 40 eval "printf %s $id | wc -c"
check "records have it" has " $id /tmp/first\$" trace
check "user_mappings has it" has "^[0-9]* [0-9]* [0-9a-f]*-[0-9a-f]* .* $id /tmp/second\$" \
	user_mappings
check "user_mappings has forks" has '^[0-9]* [0-9]* fork [0-9]*$' user_mappings
check "user_mappings has processes that share memory" has '^[0-9]* [0-9]* shares [0-9]*$' \
	user_mappings
timeout 5 cat trace_pipe > /tmp/pipe 2> /dev/null
check "trace_pipe prints the same" matches /tmp/pipe

# Programs that are executed have the id of the one before.
fresh
mappings exec /tmp/second > /tmp/places
is "exec: calls" 2 eval 'wc -l < /tmp/places'
check "exec: they have the files of both programs" matches
is "exec: the files differ" 2 eval 'sed "s/.* //; s/\\[.*//" /tmp/places | sort -u | wc -l'

# Other clocks.
for clock in global mono counter; do
	echo $clock > trace_clock
	mappings cases /tmp/first /tmp/second > /tmp/places
	# Without a time, the last mappings are taken.
	[ $clock = counter ] && sed -i '/^[12] /!d' /tmp/places
	check "clock $clock" matches
done
echo local > trace_clock

# A file that cannot be read any more.
cp /bin/mappings /tmp/third
fresh
mappings cases /tmp/third /tmp/second > /tmp/places
rm /tmp/third
check "a file that was deleted" matches

# What is not needed is dropped.
check "mappings of processes that have exited are known" has /tmp/third user_mappings
fresh
check "they are dropped with their records" hasnt /tmp/third user_mappings
check "those of processes that exist are not" has ' /bin/busybox$' user_mappings

# Many processes.
fresh
check "$many processes" mappings many "$many" /tmp/first
is "the stack of each has the file" "$many" eval \
	'grep -A 1 "<user stack" trace | grep -c "/tmp/first\["'
check "no mapping was missed" hasnt missed user_mappings
echo 8 > buffer_size_kb
fresh
mappings many "$many" /tmp/first
check "a small buffer keeps few mappings" eval '[ "$(wc -l < user_mappings)" -lt 1500 ]'
check "a process with many mappings" mappings churn 20000 /tmp/first
check "the number of its mappings is limited" eval '[ "$(wc -l < user_mappings)" -lt 6000 ]'
echo 4096 > buffer_size_kb
fresh

# Another instance gets the mappings that are known, and those that are added.
mkdir instances/other
is "an instance does not inherit the option" 0 cat instances/other/options/user-mappings
check "and has no file of its own" fails test -e instances/other/user_mappings
echo 1 > instances/other/options/user-mappings
check "it has the mappings of processes that exist" \
	has 'user_mapping: .* /bin/busybox$' instances/other/trace
mappings cases /tmp/first /tmp/second > /tmp/places
check "it has those that were added since" \
	has 'user_mapping: .* /tmp/second$' instances/other/trace
option nouser-mappings
check "the callback is there for the other instance" has perf_event_mmap enabled_functions
fresh
mappings cases /tmp/first /tmp/second > /tmp/places
check "no record of mappings without the option" hasnt user_mapping: trace
check "but they are known" matches
rmdir instances/other
check "the callback is removed with the instance" hasnt perf_event_mmap enabled_functions
check "the mappings that were known still are" matches

# The format is that of any other event.
check "the event has a format" has 'field:char path\[\];' events/ftrace/user_mapping/format

# What is refused.
check "a value that is no value" fails sh -c 'echo 2 > options/user-mappings'
check "writing to user_mappings" fails sh -c 'echo > user_mappings'
echo 0 > /proc/sys/kernel/ftrace_enabled
check "it cannot be set while functions cannot be traced" fails option user-mappings
is "it is not set" 0 cat options/user-mappings
echo 1 > /proc/sys/kernel/ftrace_enabled
option user-mappings
check "functions stay on while it is set" fails sysctl -w kernel.ftrace_enabled=0
start
fresh
option nouser-mappings
option user-mappings
kill -0 $pid
check "a process that exists when it is set again" has ' /bin/mappings$' user_mappings
kill $pid
wait

# Changes while the option is switched.
i=0
while [ $i -lt 40 ]; do
	mappings many 5 /tmp/second &
	option nouser-mappings
	option user-mappings
	i=$((i + 1))
done
wait
option nouser-mappings
echo 0 > events/enable
fresh
is "nothing is left" "# tgid since start-end offset dev inode build-id path" \
	eval 'grep -v missed user_mappings'
check_leaks
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
