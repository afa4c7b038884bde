#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A reader of trace that has reached the end of file and reads again gets the records
# added since, even if these exceeded the size of the buffer. The read terminates, too,
# while a latency tracer exchanges the buffer.
# guest: --mem 512 --timeout 600
# compare: status

. /guest/tap

cd /sys/kernel/tracing || exit 1
echo 4 > buffer_size_kb
echo > trace

marks() {
	i=0
	while [ $i -lt "$2" ]; do
		echo "round $1 mark $i" > trace_marker
		i=$((i + 1))
	done
}

last() { tail -1 /tmp/read | sed 's/.*: //'; }

exec 3< trace
cat <&3 > /dev/null
for round in 1 2 3 4 5 6; do
	marks $round 40
	cat <&3 > /tmp/read
	check "round $round, less than the buffer holds" test "$(last)" = "round $round mark 39"
done
for round in 7 8 9 10 11 12; do
	marks $round 400
	cat <&3 > /tmp/read
	check "round $round, more than the buffer holds" test "$(last)" = "round $round mark 399"
done
marks 13 3
cat <&3 > /tmp/read
check "records are complete after an overrun" test "$(grep -c 'round 13' /tmp/read)" = 3
check "no record is read twice" test -z "$(cat <&3)"
exec 3<&-

echo > trace
tail -f trace > /tmp/followed &
sleep 2
for round in 14 15 16 17; do
	marks $round 60
	await grep -q "round $round mark 59" /tmp/followed
done
kill $!
for round in 14 15 16 17; do
	check "tail -f has round $round" grep -q "round $round mark 59" /tmp/followed
done

if grep -qw irqsoff available_tracers; then
	echo irqsoff > current_tracer
	exec 3< trace
	for times in once twice "three times"; do
		check "the read ends $times while a tracer exchanges the buffer" \
			timeout 60 sh -c 'cat <&3 > /tmp/read'
	done
	exec 3<&-
	echo nop > current_tracer
fi
echo "1..$n"
