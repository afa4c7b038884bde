#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# watch.sh NAME HOST PREFIX: wait until each of the files PREFIX*.cpuN, which trace-cmd writes
# while it receives a recording of work.sh NAME in the guest HOST, has a mark of the CPU that is
# later than "NAME closes", and connect to that guest. Both guests have as many CPUs.

seen() {
	[ "$(ls "$3"*.cpu[0-9]* 2> /dev/null | wc -l)" = "$(nproc)" ] || return
	for file in "$3"*.cpu[0-9]*; do
		grep -a "$1 waits" "$file" > /dev/null || return
	done
	grep -a "$1 closes" "$3"*.cpu[0-9]* > /dev/null
}

tries=0
until seen "$@" && nc "$2" 3002 < /dev/null; do
	tries=$((tries + 1))
	if [ $tries = 600 ]; then
		echo "watch.sh: the marks of $1 have not arrived:"
		ls -l "$3"*
		exit 1
	fi
	sleep 0.5
done
