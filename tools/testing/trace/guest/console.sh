#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# tp_printk: events on the console; what a module's trace_printk() leaves, and its
# formats. As on the stock kernel.
# guest: --smp 1 --timeout 600 --append tp_printk
# compare: text

cd /sys/kernel/tracing || exit 1
E=events/sched/sched_process_fork
SWITCH=/proc/sys/kernel/tracepoint_printk

# What the console got while an event happened.
told() {
	dmesg -c > /dev/null
	(:)
	# Not the forks of this very line.
	dmesg -c | grep sched_process_fork | head -n 1 |
		sed 's/^\[[^]]*\]//; s/pid=[0-9]*/pid=N/g'
}

echo "@@ as asked for at boot"
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
echo "@@ what is not recorded"
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
echo "@@ no marks"
dmesg -c > /dev/null
echo hello > trace_marker
dmesg -c
echo 0 > $SWITCH

echo "@@ a module's formats"
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
