#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Receive the recording of record.sh, which another guest sends: /guest/output/received.*.dat

. /guest/tap

# trace-cmd has a file for each CPU of a client, and then writes the whole one again. It can
# wait for ever in a file that is not complete yet.
complete() {
	! ls /guest/output/received.*.cpu* > /dev/null 2>&1 &&
		timeout 60 trace-cmd report -N -i /guest/output/received.*.dat 2>&1 |
			grep 'sent ends' > /dev/null
}

trace-cmd listen -p 3000 -d /guest/output -o received > /guest/output/listen.log 2>&1 &
listener=$!
/guest/watch.sh sent connect /guest/output/received. &
watch=$!
# The other guest connects when its recording has ended.
nc -l -p 3001 < /dev/null
kill $watch 2> /dev/null
await complete
status=$?
kill $listener
cat /guest/output/listen.log
exit $status
