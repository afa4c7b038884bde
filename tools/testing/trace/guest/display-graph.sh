#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The option display-graph of latency tracers: calls and returns during the latency, with
# the columns of function_graph and of latency tracers. The guest runs in virtual time.
# guest: --smp 1 --timeout 600 --qemu "-icount shift=0,sleep=off"
# guest: --program REPO/tools/testing/trace/guest/rt.c
# compare: text

cd /sys/kernel/tracing || exit 1
. /guest/tap
modprobe preemptirq_delay_test test_mode=irq delay=500

# Print headers with numbers and names masked, and the kinds of lines. The kind says
# whether a duration has a mark. With MARKS, verify instead that exactly the durations
# above 10 us have a mark, because the durations depend on the speed of the host.
shape() { # [MARKS]
	awk -v marks="$1" '
	/^# latency: / { gsub(/[0-9]+ us/, "N us"); gsub(/#[0-9]+\/[0-9]+,/, "#N/N,") }
	/task: / { sub(/task: .*-[0-9]+ \(/, "task: NAME-PID (") }
	/=> (started|ended) at: / { sub(/at: .*/, "at: FUNCTION") }
	/^##### CPU/ { next }
	/^#/ { print; next }
	/^ => / || /^ -+$/ || /^$/ || / => .*-[0-9]+ *$/ { next }
	/<stack trace>$/ { seen["a stack"]++; next }
	!/^ *[0-9]+ us \|   0\) .*-[0-9]+ +\|  [dDbB.][nNpPbBgGlL.][hHsSzZH.][0-9a-f.][0-9a-f.] \| / {
		print "strange: " $0; next
	}
	{
		sub(/^.* \|  [dDbB.][nNpPbBgGlL.][hHsSzZH.][0-9a-f.][0-9a-f.] \| /, "")
		mark = substr($0, 1, 2) ~ /[+!#*@$]/ ? "a mark, " : ""
		timed = /[0-9] us/ ? "a time, " : ""
		if (marks) {
			usecs = timed ? $(mark ? 2 : 1) : 0
			if ((usecs > 10) != (mark != ""))
				print "strange mark: " $0
			mark = ""
		}
		sub(/^.*\|  /, "")
		if (/^ *[}]( \/\* .* \*\/)?$/) sort = "}"
		else if (/\(\);$/) sort = "function();"
		else if (/\(\) [{]$/) sort = "function() {"
		else if (/^ *\/\* .*[0-9]+: *[0-9]+:[A-Z] +(\+|==>) \[[0-9]+\] +[0-9]+: *[0-9]+:[A-Z] .* \*\/$/)
			sort = "/* switch or wake-up */"
		else if (/^ *\/\* [a-z_]+: .* \*\/$/) sort = "/* event */"
		else sort = "strange: " $0
		seen[mark timed sort]++
	}
	END { for (sort in seen) print "  " sort }' | sort -s -k 1,1
}
burst() { # TRACER LEAST MOST
	echo "@@ $1"
	echo "$1" > current_tracer
	echo 0 > tracing_max_latency
	echo 1 > tracing_on
	sleep 0.1
	echo 0 > tracing_max_latency
	echo 1 > /sys/kernel/preemptirq_delay_test/trigger
	sleep 0.1
	echo 0 > tracing_on
	shape < trace
	found "$2" "$3"
}

echo 1 > options/display-graph
burst irqsoff 450 600
rmmod preemptirq_delay_test
modprobe preemptirq_delay_test test_mode=preempt delay=5000
burst preemptoff 4500 60000 | grep -v "^  "

echo "@@ wakeup_rt, with events"
echo wakeup_rt > current_tracer
echo 1 > events/irq_vectors/enable
echo 1 > events/sched/enable
echo 0 > tracing_max_latency
echo 1 > tracing_on
rt fifo 20
echo 0 > tracing_on
shape marks < trace
grep -o 'policy:[0-9]* rt_prio:[0-9]*' trace
echo 0 > events/enable

echo "@@ without display-graph"
echo 0 > options/display-graph
cat tracing_max_latency
echo 1 > tracing_on
rt fifo 20
echo 0 > tracing_on
grep -c ' us | ' trace
echo 1 > options/display-graph
cat tracing_max_latency
echo nop > current_tracer
