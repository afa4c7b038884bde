#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# agent.sh MARKS PROGRAMS: be recorded by control.sh, which runs in another guest. The same
# records are in /guest/output/local.dat.

echo 1 > /sys/kernel/tracing/buffer_percent
trace-cmd agent -N connect -p 3000 --verbose=all > /guest/output/agent.log 2>&1 &
agent=$!
echo "#!/bin/sh
exec /guest/work.sh agent $1 $2" > /tmp/work
chmod +x /tmp/work
# control.sh connects while it records, and waits until the program has ended.
nc -l -p 3001 -e /tmp/work
# It connects again when its files are complete.
nc -l -p 3001 < /dev/null
kill $agent
cat /guest/output/agent.log
trace-cmd extract -B local -o /guest/output/local.dat
