#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# tp_printk prints events on the console; records and formats of a module's
# trace_printk() after the module is unloaded. Both are the same as on the stock kernel.
# guest: --smp 1 --timeout 600 --append tp_printk
# compare: text

cd /sys/kernel/tracing || exit 1
E=events/sched/sched_process_fork
SWITCH=/proc/sys/kernel/tracepoint_printk

# The console output of one event.
told() {
	dmesg -c > /dev/null
	(:)
	# Forks of the shell only; head drops those of this pipeline.
	dmesg -c | grep "sched_process_fork: .* pid=$$ " | head -n 1 |
		sed 's/^\[[^]]*\]//; s/pid=[0-9]*/pid=N/g'
}

echo "@@ set at boot"
cat $SWITCH
echo 1 > $E/enable
told
echo "@@ switched off and on"
for i in 0 1 1 0 0 1; do
	echo $i > $SWITCH
	cat $SWITCH
	told
done
echo 1 > $SWITCH
echo "@@ events that are not recorded"
echo 'parent_pid == 0' > $E/filter
told
echo 0 > $E/filter
echo 0 > tracing_on
told
echo 1 > tracing_on
echo 0 > $E/enable
told
echo "@@ an instance"
mkdir instances/one
echo 1 > instances/one/$E/enable
told
rmdir instances/one
told
echo "@@ trace_marker is not printed"
dmesg -c > /dev/null
echo hello > trace_marker
dmesg -c | grep -e hello -e tracing_mark_write
echo 0 > $SWITCH

echo "@@ formats of a module"
before=$(grep -c . printk_formats)
echo > trace
modprobe trace-printk
sleep 0.3
grep -v '^#' trace | sed 's/.*[0-9]: //'
echo $(($(grep -c . printk_formats) - before)) more formats
grep trace_bprintk printk_formats | sed 's/^[^:]*//'
rmmod trace-printk
grep trace_bprintk printk_formats | sed 's/^[^:]*//'
grep -v '^#' trace | sed 's/.*[0-9]: //'
