#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The demo of 'make run', with one result per check, and the presence of the tracers, control
# files and events that a new user expects. The kernel with debug checks has the options of
# the kernel of 'make run' and, unlike the test kernel, no KUnit tests.
# config: check
# guest: --files REPO/samples/trace_marker/demo.sh:bin/demo.sh

good()
{
	what=$1
	shift
	"$@" && echo "  ok: $what" || echo "  WRONG: $what"
}

no_tests()
{
	! ls events events/markers | grep -i kunit
}

contents()
{
	cd /sys/kernel/tracing || return
	echo "=== Tracers, files and events"
	for tracer in function function_graph wakeup wakeup_rt wakeup_dl irqsoff \
			preemptoff preemptirqsoff hwlat osnoise timerlat; do
		good "the tracer $tracer" grep -qw $tracer available_tracers
	done
	for file in kprobe_events synthetic_events dynamic_events snapshot trace_marker \
			stack_trace function_profile_enabled tracing_max_latency \
			events/sched/sched_switch/hist events/syscalls/sys_enter_openat \
			events/kmem events/irq events/timer events/signal events/task \
			events/workqueue; do
		good "$file" test -e $file
	done
	good "the sample module of markers loads" modprobe marker-example
	good "the markers of the sample are trace events" test -d events/markers/example_open
	good "no event belongs to a KUnit test" no_tests
}

# The demonstration's records are to survive all functions that a slow kernel calls meanwhile.
echo 16384 > /sys/kernel/tracing/buffer_size_kb
{ demo.sh; contents; } | awk '
/^  ok: /	{ sub(/^  ok: /, ""); print "ok " ++n " " $0 }
/^  WRONG: /	{ sub(/^  WRONG: /, ""); print "not ok " ++n " " $0; print rest }
		{ if (++shown < 40) rest = rest "# " $0 "\n" }
/^===/		{ rest = ""; shown = 0 }
END		{ print "1.." (n < 45 ? 45 : n) }'
