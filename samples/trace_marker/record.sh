#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run demo.sh. Then, if trace-cmd is there, record some tasks for a picture: trace.dat in the
# directory /guest/output. The exit status is that of demo.sh.

demo.sh
status=$?
if [ -d /guest/output ] && command -v trace-cmd > /dev/null; then
	cat > /tmp/work << 'EOT'
#!/bin/sh
for round in 1 2 3 4 5; do
	echo "round $round" > /sys/kernel/tracing/trace_marker
	userprog1
	echo 1 > /sys/kernel/tracing/tracing_on
	dd if=/dev/zero bs=64k count=20 | md5sum &
	ls -lR /bin | sort | head -n 3
	sleep 0.02
	wait
done > /dev/null 2>&1
EOT
	chmod +x /tmp/work
	trace-cmd record -o /guest/output/trace.dat -b 8192 -p function_graph -l 'vfs_*' \
		-l 'ksys_*' -l 'pipe_*' -l 'do_filp_open' -l '__do_sys_*' -e sched -e irq \
		-e 'syscalls:sys_*_write' /tmp/work > /tmp/record.log 2>&1 ||
		tail -n 3 /tmp/record.log
fi
exit $status
