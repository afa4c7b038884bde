#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# control.sh: record this guest, and the guest "listen" with the agent of trace-cmd that runs
# there: /guest/output/trace.dat and trace-listen.dat, whose clocks trace-cmd compares. trace-cmd
# 3.1 takes only a number for the address, and later looks up the address of the name.

cat > /tmp/both << 'EOT'
#!/bin/sh
echo "control asks" > /sys/kernel/tracing/trace_marker
nc listen 3001 < /dev/null
echo "control has the answer" > /sys/kernel/tracing/trace_marker
EOT
chmod +x /tmp/both
cd /guest/output || exit 1

record() {
	trace-cmd record --verbose=all -o trace.dat -b 8192 -e sched -e sys_enter_write \
		-A 10.0.0.1:3000 --name listen -b 8192 -e sched -e sys_enter_write \
		/tmp/both > record.log 2>&1
}

tries=0
until record; do
	tries=$((tries + 1))
	if [ $tries = 5 ]; then
		cat record.log
		# The other guest waits for the end of both connections.
		nc listen 3001 < /dev/null
		sleep 1
		echo | nc listen 3001
		exit 1
	fi
	sleep 1
done
cat record.log
echo | nc listen 3001
