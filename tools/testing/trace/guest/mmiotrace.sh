#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The tracer mmiotrace: the base's module testmmiotrace writes and reads the memory of
# QEMU's graphics card. Every access is in the trace, in the documented format.
# guest: --smp 1 --mem 768 --timeout 600 --qemu "-device VGA"
# compare: text

cd /sys/kernel/tracing || exit 1
read -r start _ < /sys/bus/pci/devices/0000:00:02.0/resource
echo "memory at $start"
echo 8192 > buffer_size_kb

# Times, addresses returned by ioremap() and addresses of code differ between the two
# kernels. The lines of mmiotrace_printk() are left out, because the stock kernel does
# not print them although they are documented.
shape() {
	grep -v -e '^MARK' -e '^# entries-in-buffer' | sed -E 's/ [0-9]+\.[0-9]{6} / T /
		s/^(MAP T [0-9]+ 0x[0-9a-f]+) 0x[0-9a-f]+/\1 VIRT/
		s/^([RW] .*) 0x[0-9a-f]{8,} 0$/\1 PC 0/
		s/returned .*/returned P./
		s/^([RW] [0-9]+ T|U?N?MAP T) [0-9]+/\1 ID/'
}

echo "@@ mmiotrace"
echo mmiotrace > current_tracer
cat current_tracer
modprobe testmmiotrace mmio_address="$start" && rmmod testmmiotrace
echo 'of user space' > trace_marker
echo 0 > tracing_on
cat trace > /tmp/trace
shape < /tmp/trace | head -n 40
echo "@@ the whole trace"
shape < /tmp/trace | md5sum
cut -d ' ' -f 1,2 /tmp/trace | grep '^[RW] ' | sort | uniq -c
shape < /tmp/trace | grep -c .
echo "@@ no read errors"
grep -o 'Read errors.*' /tmp/trace | grep -c '[1-9][0-9]*[,.]'

echo "@@ a consuming reader"
timeout 60 cat trace_pipe > /tmp/pipe
grep -v '^[RW] ' /tmp/pipe | shape
echo "@@ after the tracer is disabled"
echo nop > current_tracer
dmesg | grep -c 'lost events'
dmesg | grep -o 'mmiotrace: .*abled\.'
