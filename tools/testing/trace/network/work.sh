#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# work.sh NAME MARKS PROGRAMS: write MARKS marks "NAME 1", "NAME 2", ..., between "NAME begins"
# and "NAME ends", and execute /bin/true PROGRAMS times.

T=/sys/kernel/tracing/trace_marker

echo "$1 begins" > $T
i=0
while [ $i -lt "$2" ]; do
	i=$((i + 1))
	echo "$1 $i" > $T
done
i=0
while [ $i -lt "$3" ]; do
	i=$((i + 1))
	/bin/true
done
echo "$1 ends" > $T
