#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Receive the records that check.sh sends from another guest. Prints TAP.

. /guest/tap

# The names of tasks were sent before ls began, so that only the fields of events name ls.
# trace-cmd can wait for ever in a file that is not complete yet.
received() {
	trace-cmd listen -p 3000 -d /run > /run/listen.log 2>&1 &
	for _ in $(seq 300); do
		for file in /run/trace.*.dat; do
			timeout 60 trace-cmd report -i "$file" 2> /run/report.log |
				grep 'sched_process_exit: .*comm=ls ' > /dev/null &&
				return
		done
		sleep 2
	done
	ls -l /run/trace.*
	cat /run/listen.log /run/report.log
	return 1
}

check "trace-cmd listen has the records of the other guest" received
