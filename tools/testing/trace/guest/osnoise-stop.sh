#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# When osnoise or timerlat stops tracing, the trace contains a line with the CPU. The
# stock kernel writes this line only if the buffers of trace_printk() are allocated (the
# module trace-printk allocates them), so the kernels are not compared.
# guest: --smp 2 --timeout 300

. /guest/tap
cd /sys/kernel/tracing || exit 1
explain() { tail -n 5 trace; }

stops() {
	i=0
	while [ "$(cat tracing_on)" = 1 ] && [ $i -lt 300 ]; do
		sleep 0.1
		i=$((i + 1))
	done
	[ "$(cat tracing_on)" = 0 ]
}
says() { # CPU
	grep -v '^#' trace | grep ': stop tracing hit on cpu ' > /tmp/lines
	[ -s /tmp/lines ] && ! grep -v "hit on cpu $1\$" /tmp/lines
}

for tracer in osnoise timerlat; do
	for file in stop_tracing_us stop_tracing_total_us; do
		for cpu in 0 1; do
			echo $cpu > osnoise/cpus
			echo 1 > osnoise/$file
			echo 1 > tracing_on
			echo $tracer > current_tracer
			check "$tracer: $file on CPU $cpu stops tracing" stops
			check "$tracer: $file on CPU $cpu is named in the trace" says $cpu
			echo nop > current_tracer
			echo 0 > osnoise/$file
		done
	done
done
echo "1..$n"
