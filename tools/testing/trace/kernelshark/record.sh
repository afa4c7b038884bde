#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Record scheduling, interrupts and marks of some tasks: /guest/output/trace.dat

cat > /tmp/work << 'EOT'
#!/bin/sh
for i in 1 2 3 4 5 6 7 8 9 10; do
	echo "round $i" > /sys/kernel/tracing/trace_marker
	(dd if=/dev/zero of=/tmp/x bs=4k count=100; sleep 0.02; md5sum /tmp/x) &
	dd if=/dev/zero of=/tmp/y bs=4k count=200
	sleep 0.05
	wait
done > /dev/null 2>&1
EOT
chmod +x /tmp/work
exec trace-cmd record -o /guest/output/trace.dat -e sched -e irq /tmp/work
