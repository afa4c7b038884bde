#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# control.sh: record this guest, and the guest "listen" with the agent of trace-cmd that runs
# there: /guest/output/trace.dat and trace-listen.dat, whose clocks trace-cmd compares. trace-cmd
# 3.1 takes only a number for the address, and later looks up the address of the name.

# The pauses are much longer than the error of the clocks, which is more than the time that a
# request takes: tens of milliseconds if the host is busy.
cat > /tmp/both << 'EOT'
#!/bin/sh
touch /tmp/connected
echo "control asks" > /sys/kernel/tracing/trace_marker
sleep 3
nc listen 3001 < /dev/null &
/guest/watch.sh agent listen /guest/output/trace-listen.dat
wait
sleep 3
echo "control has the answer" > /sys/kernel/tracing/trace_marker
EOT
chmod +x /tmp/both
cd /guest/output || exit 1

# With the default, x86-tsc for agents, the offset of the clocks that trace-cmd 3.1 finds is half
# of the time since boot, as if it compared cycles with nanoseconds. It executes some hundred
# requests to compare the clocks, which takes long if the recording polls the buffers as often
# as usual.
record() {
	trace-cmd record --verbose=all -o trace.dat -s 20000 -C mono -b 8192 -e sched \
		-e sys_enter_write -A 10.0.0.1:3000 --name listen -C mono -b 8192 -e sched \
		-e sys_enter_write /tmp/both > record.log 2>&1
}

# The agent may not be ready yet.
tries=0
until record; do
	tries=$((tries + 1))
	if [ -e /tmp/connected ] || [ $tries = 60 ]; then
		cat record.log
		exit 1
	fi
	sleep 1
done
cat record.log
until echo | nc listen 3001; do
	tries=$((tries + 1))
	[ $tries -lt 60 ] || exit 1
	sleep 1
done
