#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The option copy_trace_marker: marks of the global instance land in other instances.
# guest: --smp 2 --mem 512 --timeout 300
# also: check

. /guest/tap

cd /sys/kernel/tracing || exit 1
mkdir instances/one instances/two
one=instances/one
two=instances/two

has() { grep -q "$2" "$1/trace"; }
lacks() { ! grep -q "$2" "$1/trace"; }
# A write fails with the error that dd describes with these words.
fails() { # WORDS FILE [TEXT]
	printf %s "${3-text that fails}" | dd of="$2" bs=64 2> /tmp/error
	grep -q "$1" /tmp/error || { cat /tmp/error; return 1; }
}

is "the global instance has the option" 1 cat options/copy_trace_marker
is "a new instance does not have it" 0 cat $one/options/copy_trace_marker
echo first > trace_marker
check "a mark lands in the global instance" has . ': first$'
check "and in no other one" lacks $one first

echo 1 > $one/options/copy_trace_marker
echo second > trace_marker
check "a mark lands in the global instance and" has . ': second$'
check "in the instance with the option" has $one 'tracing_mark_write: second$'
check "and in no other one" lacks $two second
echo own > $one/trace_marker
check "a mark of the instance is its own" sh -c "grep -q own $one/trace && ! grep -q own trace"
awk 'BEGIN { for (i = 0; i < 300; i++) printf "0123456789"; print "end" }' > /tmp/long
cat /tmp/long > trace_marker
check "a long mark is copied" has $one '3456789end$'
awk 'BEGIN { for (i = 0; i < 600; i++) printf "0123456789"; print "END" }' > /tmp/longer
dd if=/tmp/longer of=trace_marker bs=8192 2> /dev/null
check "a mark that is too long for a record is continued in the next one" has $one '789END$'
printf 'ABCDbytes' > trace_marker_raw
check "bytes are copied" has $one '# 44434241 buf: 62 79 74 65 73'
check "and are in the global instance" has . '# 44434241 buf: 62 79 74 65 73'
echo 1 > $two/options/copy_trace_marker
echo third > trace_marker
check "three bytes are refused" fails 'Invalid argument' trace_marker_raw abc
check "three instances" sh -c "for i in . $one $two; do grep -q third \$i/trace || exit 1; done"

echo 0 > options/copy_trace_marker
echo fourth > trace_marker
check "the global instance without the option" lacks . fourth
check "does not change the others" sh -c "grep -q fourth $one/trace && grep -q fourth $two/trace"
echo 0 > $one/options/copy_trace_marker
echo fifth > trace_marker
check "an option that is cleared" lacks $one fifth
rmdir instances/two
check "no instance has the option: ENODEV" fails 'No such device' trace_marker
check "the same for bytes" fails 'No such device' trace_marker_raw
echo sixth > $one/trace_marker
check "an instance's own file goes on" has $one sixth
echo 1 > $one/options/copy_trace_marker
echo nomarkers > $one/trace_options
check "the option markers refuses copies" fails 'No such device' trace_marker
echo markers > $one/trace_options
echo 0 > $one/tracing_on
check "recording is off in the only instance: EBADF" fails 'Bad file descriptor' trace_marker
echo 1 > $one/tracing_on
echo 1 > options/copy_trace_marker
echo nomarkers > trace_options
check "the global option markers" fails 'Invalid argument' trace_marker
echo markers > trace_options
echo 0 > tracing_on
echo seventh > trace_marker
check "recording is off in the global instance" lacks . seventh
check "a copy is recorded" has $one seventh
echo 1 > tracing_on

echo 'traceoff if buf ~ "stop*"' > $one/events/ftrace/print/trigger
echo stop > trace_marker
is "a trigger of the instance runs" 0 cat $one/tracing_on
is "and none of the global instance" 1 cat tracing_on
echo '!traceoff' > $one/events/ftrace/print/trigger
echo 1 > $one/tracing_on

# Instances come, change the option and go while two tasks write.
mkdir instances/more
for i in 1 2; do
	sh -c 'while [ ! -e /tmp/stop ]; do echo "text of a writer" > trace_marker
		printf abcdefgh > trace_marker_raw; done' &
done
change() {
	for i in $(seq "$(amount 20 600)"); do
		mkdir instances/round || return 1
		echo 1 > instances/round/options/copy_trace_marker || return 1
		echo 1 > instances/more/options/copy_trace_marker
		grep -q 'text of a writer' instances/round/trace || sleep 0.02
		echo 0 > instances/more/options/copy_trace_marker
		[ $((i % 2)) = 0 ] && echo 0 > instances/round/options/copy_trace_marker
		rmdir instances/round || return 1
	done
}
check "instances come and go under load" change
touch /tmp/stop
wait
check "the writers have reached an instance" has instances/more 'text of a writer'
rmdir instances/more instances/one
echo last > trace_marker
check "without other instances" has . ': last$'
exit 0
