#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The output of latency tracers: the header with the task and the functions where the
# latency began and ended, the columns, and lines of calls, events and context switches.
# The guest runs in virtual time, so that a delay has exactly its nominal length.
# guest: --smp 1 --timeout 600 --qemu "-icount shift=0,sleep=off"
# guest: --program REPO/tools/testing/trace/guest/rt.c
# compare: text

cd /sys/kernel/tracing || exit 1
. /guest/tap
modprobe preemptirq_delay_test test_mode=alternate burst_size=2 delay=500

# Print headers without text that differs between runs, and the kind of each line, on
# request with its delay mark. A line with unexpected columns is printed unchanged.
shape() { # [delay]
	awk -v delay="$1" '
	/^# latency: / { gsub(/[0-9]+ us/, "N us"); gsub(/#[0-9]+\/[0-9]+,/, "#N/N,") }
	/task: / { sub(/task: .*-[0-9]+ \(/, "task: NAME-PID (") }
	/=> (started|ended) at: / { sub(/at: .*/, "at: FUNCTION") }
	/^#/ { print; next }
	/^ => / { sort = " => FUNCTION" }
	/^ *[^ ].*-[0-9]+ +[0-9][dDbB.][nNpPbBgGlL.][hHsSzZ.][0-9a-f.][0-9a-f.] +[0-9]+us[ +!#*@$]: / {
		mark = $0
		sub(/: .*/, "", mark)
		mark = delay ? substr(mark, length(mark)) : " "
		sub(/^.*us[^:]: /, "")
		sort = "FUNCTION"
		if (/^ +[0-9]+: *[0-9]+:[A-Z] +\+ \[[0-9]+\] +[0-9]+: *[0-9]+:[A-Z] /)
			sort = "PID:PRIO:S   + [CPU] PID:PRIO:S NAME"
		else if (/^ +[0-9]+: *[0-9]+:[A-Z] ==> \[[0-9]+\] +[0-9]+: *[0-9]+:[A-Z] /)
			sort = "PID:PRIO:S ==> [CPU] PID:PRIO:S NAME"
		else if (/^<stack trace>/)
			sort = "<stack trace>"
		else if (/^[a-z_]+: /)
			sort = "event: ..."
		sort = "CONTEXT TIMEus" mark ": " sort
	}
	!sort { sort = $0 }
	sort != last { print sort }
	{ last = sort; sort = "" }'
}

burst() { # TRACER
	echo "$1" > current_tracer
	echo 0 > tracing_max_latency
	echo 1 > tracing_on
	echo 1 > /sys/kernel/preemptirq_delay_test/trigger
	sleep 0.1
	echo 0 > tracing_on
}

echo "@@ irqsoff"
burst irqsoff
shape < trace
found 450 550

echo "@@ irqsoff without functions"
echo 0 > options/function-trace
burst irqsoff
shape delay < trace
found 450 550

echo "@@ preemptoff without functions"
burst preemptoff
shape delay < trace
found 450 550

echo "@@ preemptirqsoff without functions"
burst preemptirqsoff
shape delay < trace | grep -v FUNCTION
found 450 1100

echo "@@ preemptoff with events"
rmmod preemptirq_delay_test
modprobe preemptirq_delay_test test_mode=preempt delay=10000
echo 1 > events/irq/enable
echo 1 > events/irq_vectors/enable
echo 1 > events/timer/enable
burst preemptoff
shape < trace
found 9000 13000
echo 0 > events/enable
echo nop > current_tracer
rmmod preemptirq_delay_test
modprobe preemptirq_delay_test test_mode=irq delay=500

woken() { # TRACER POLICY
	echo "@@ $1"
	echo "$1" > current_tracer
	echo 0 > tracing_max_latency
	echo 1 > tracing_on
	rt "$2" 20
	echo 0 > tracing_on
	shape < trace
	grep -o 'policy:[0-9]* rt_prio:[0-9]*' trace
	grep -o '\(+\|==>\) \[.*' trace | sed 's/ *[0-9]*: */ PID:/'
}
woken wakeup nice
woken wakeup_rt fifo
woken wakeup_dl deadline

echo "@@ tracing_thresh records each longer latency"
echo 100 > tracing_thresh
burst irqsoff
found 100 550
cat tracing_thresh
echo 0 > tracing_thresh
echo nop > current_tracer

echo "@@ latency-format of events"
echo 1 > options/latency-format
echo 1 > events/sched/sched_switch/enable
echo 1 > tracing_on
sleep 0.1
echo 0 > tracing_on
shape < trace
echo 0 > events/enable
echo "@@ verbose"
echo 1 > options/verbose
grep '^#' trace | sed 's|#[0-9]*/[0-9]*,|#N/N,|'
