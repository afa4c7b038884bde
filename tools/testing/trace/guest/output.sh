#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The text of trace and trace_pipe: every option that changes the lines, headers, clocks,
# stack traces, formats of trace_printk() and lost records, compared with the stock
# kernel. Numbers that differ between runs are masked.
# guest: --mem 512 --timeout 600
# compare: text

. /guest/tap
cd /sys/kernel/tracing || exit 1

# Mask times, PIDs, CPUs, addresses, event types, the flags for rescheduling and the
# kernel release. The stock kernel pads short raw markers with zeros. It does not know the name
# of this script before the script has been switched out, and no thread group that was not
# recorded then; our kernel does.
mask() {
	sed -E \
	-e 's/#P:[0-9]+/#P:N/; s/ CPU#[0-9]+ / CPU#N /; s/(v1\.1\.5 on ).*/\1R/' \
	-e 's/\[[0-9]{3}\]/[CPU]/' \
	-e 's/^( *[^ ]+)-[0-9]+ +(\(|\[| [0-9 ]?[0-9])/\1-PID \2/' \
	-e 's/(\[CPU\] .)[Nnp]/\1./; s/(-PID  *[0-9].)[Nnp]/\1./' \
	-e 's/(\[CPU\] .{3})1(\. +[^ ]+ (<stack|<user))/\1.\2/' \
	-e 's/( buf:.*[^0])( 00)+$/\1/' \
	-e 's/ <\.\.\.>-PID/script-PID/' \
	-e 's/\(( *[0-9]+|-------)\) \[CPU/(TGID) [CPU/' \
	-e 's/ +[0-9]+\.[0-9]{6}(:|\))/ TIME\1/g' \
	-e 's/ +[0-9]+us[ +!#*@$]: / TIMEus: /' \
	-e 's/(\[CPU\] [^ ]{5}) +[0-9]+: /\1 COUNT: /' \
	-e 's/(-PID +[0-9].{5}) +[0-9]+: /\1 COUNT: /' \
	-e 's/^( *[^ ]+) +[0-9]+ +[0-9]+ [0-9]+ [0-9a-f]{8} [0-9a-f]{8} \[[0-9a-f]{8,15}\] [0-9.]+ms \(\+[0-9.]+ms\): /\1 PID CPU FLAGS [TIME] ms (+ms): /' \
	-e 's/^( *[^ ]+) +[0-9]+ +[0-9]+ [0-9]+ [0-9a-f]{8} [0-9a-f]{8} \[[0-9a-f]{16}\] [0-9]+ \(\+[0-9]+\): /\1 PID CPU FLAGS [COUNT] (+N): /' \
	-e 's/^([0-9]+ ){2}[0-9]+ /PID CPU TIME /' \
	-e 's/^([0-9a-f]{8} ){2}[0-9a-f]{16} /PID CPU TIME /' \
	-e 's/(0x)?ffff[0-9a-f]{12}/KADDR/g; s/type: [0-9]+/type: N/' \
	-e 's/\+0x[0-9a-f]+\/0x[0-9a-f]+/+OFF\/SIZE/g' \
	-e 's/tracing_mark_write|tracing_mark_raw_write|marker_write/MARKER/'
}

# Print the trace with options set, or cleared for "noNAME", and restore the options.
with() {
	for option; do echo "$option" > trace_options; done
	mask < trace
	for option; do
		case $option in
		no*) echo "${option#no}" > trace_options ;;
		*) echo "no$option" > trace_options ;;
		esac
	done
}

reset() {
	echo 0 > tracing_on
	echo nop > current_tracer
	echo 0 > events/enable
	echo > set_ftrace_filter
	echo > trace
	echo 1 > tracing_on
}

# Record system calls, one function and markers of this shell on one CPU.
record() {
	reset
	echo $$ > set_event_pid
	echo $$ > set_ftrace_pid
	echo do_sys_openat2 > set_ftrace_filter
	echo function > current_tracer
	echo 1 > events/syscalls/sys_enter_dup2/enable
	echo 1 > events/syscalls/sys_exit_dup2/enable
	echo 1 > events/syscalls/sys_enter_openat/enable
	echo 0 > /dev/null
	echo 0 > events/enable
	echo hello > trace_marker
	printf 'no end of line' > trace_marker
	printf 'abcdefgh' > trace_marker_raw
	echo > set_event_pid
	echo > set_ftrace_pid
	echo 0 > tracing_on
	# The number of system calls that the shell itself makes is not compared.
	lines=$(grep -vc '^#' trace)
	echo "$lines" > /dev/null
}

only() { grep -E 'MARKER|^#|buf:|dup2|/dev/null|do_sys_openat2' | uniq; }

taskset -p 1 $$ > /dev/null

echo "@@ trace_options"
# Left out: options that belong to tracers (test_nop_*, display-graph), and those of later kernels.
later='bitmask-list|copy_trace_marker|loss-cause|prof-text-offset|ns-pid|user-mappings'
grep -Ev "test_nop|display-graph|$later" trace_options
echo "@@ empty"
mask < trace
echo "@@ empty latency-format"
with latency-format
echo "@@ one mark"
echo one > trace_marker
mask < trace
echo "@@ pipe"
dd if=trace_pipe bs=4096 count=1 2> /dev/null | mask
echo "@@ empty after pipe"
mask < trace

record
for options in "" latency-format verbose "latency-format verbose" raw hex fields \
	"fields latency-format" sym-offset sym-addr "sym-offset sym-addr" \
	noprint-parent nocontext-info "nocontext-info latency-format" noirq-info \
	"noirq-info latency-format" "noirq-info verbose" record-tgid \
	"record-tgid noirq-info" noannotate nohash-ptr "raw nocontext-info" \
	"hex nocontext-info" printk-msg-only "raw latency-format"; do
	echo "@@ options: $options"
	# shellcheck disable=SC2086
	with $options | only
done
echo "@@ bin"
echo bin > trace_options
grep -c 'hello' trace
echo nobin > trace_options
echo "@@ one CPU"
mask < per_cpu/cpu0/trace | only
[ -d per_cpu/cpu1 ] && mask < per_cpu/cpu1/trace | only

for clock in counter uptime x86-tsc mono mono_raw boot global perf tai local; do
	reset
	echo $clock > trace_clock
	echo "@@ clock $clock"
	echo one > trace_marker
	echo two > trace_marker
	mask < trace
	echo "@@ clock $clock latency"
	with latency-format
	echo "@@ clock $clock verbose"
	with latency-format verbose
	echo "@@ clock $clock raw"
	with raw
done

reset
modprobe trace-printk
echo 0 > tracing_on
for options in "" raw hex fields printk-msg-only sym-addr latency-format; do
	echo "@@ trace_printk: $options"
	# shellcheck disable=SC2086
	with $options | sed -E 's/KADDR(:| :| <)/INIT\1/; s/ip=.*//'
done
echo "@@ printk_formats"
grep 'will use trace' printk_formats | sed 's/^0x[0-9a-f]*/ADDR/' | sort
rmmod trace-printk
echo "@@ printk_formats after the module is unloaded"
grep 'will use trace' printk_formats | sed 's/^0x[0-9a-f]*/ADDR/' | sort
echo "@@ trace_printk after the module is unloaded"
mask < trace

reset
modprobe trace-events-sample
echo 1 > events/sample-trace/enable
await grep -q 'foo_rel_loc: .*, 1, ' trace
await grep -q 'foo_with_template_fn: .* 1$' trace
echo 0 > events/enable
echo 0 > tracing_on
# Only the first two rounds of the sample, because a third one may have begun.
sample() { grep -vE '^#|[ =](0x)?2([ ,(]|$)' | sort -u; }
for options in "" fields raw nocontext-info nohash-ptr; do
	echo "@@ sample events: $options"
	# shellcheck disable=SC2086
	with $options | sample
done
rmmod trace-events-sample
echo "@@ sample events after the module is unloaded"
mask < trace

reset
echo $$ > set_event_pid
echo stacktrace > trace_options
echo 1 > events/syscalls/sys_enter_dup2/enable
echo 0 > /dev/null
echo 0 > events/enable
echo 0 > tracing_on
echo nostacktrace > trace_options
# The probe function at the start of a stack has a different name on each kernel.
stack() { grep -A 8 "$1" | sed -n '/<stack/{p;n;s/.*/ => PROBE/;p;n;p;n;p;n;p;q}'; }
for options in "" sym-addr sym-offset raw fields; do
	echo "@@ stack: $options"
	# shellcheck disable=SC2086
	with $options | stack dup2
done
reset
echo userstacktrace > trace_options
echo 1 > events/syscalls/sys_enter_dup2/enable
echo 0 > /dev/null
echo 0 > events/enable
echo 0 > tracing_on
echo nouserstacktrace > trace_options
echo > set_event_pid
for options in "" sym-userobj "sym-userobj sym-addr" raw; do
	echo "@@ user stack: $options"
	# shellcheck disable=SC2086
	with $options | grep -A 1 '<user stack' | head -2
done

# Lost records: the buffer of one CPU is overrun.
reset
old=$(sed 's/ .*//' buffer_size_kb)
echo 4 > buffer_size_kb
i=0
while [ $i -lt 1000 ]; do
	echo "mark $i" > trace_marker
	i=$((i + 1))
done
echo "@@ lost: trace"
mask < trace | sed 's/written: .*/written: N/' | grep -c '##### CPU'
mask < trace | head -2
echo "@@ lost: trace_pipe"
dd if=trace_pipe bs=512 count=1 2> /dev/null | head -1 | sed 's/LOST [0-9]*/LOST N/'
reset
echo "$old" > buffer_size_kb

echo "@@ instance"
mkdir instances/view
echo inside > instances/view/trace_marker
mask < instances/view/trace
echo 1 > instances/view/options/raw
mask < instances/view/trace
echo outside > trace_marker
mask < trace
rmdir instances/view

# The contents of the file do not depend on the size and the offsets of reads.
reset
echo 1 > events/syscalls/sys_enter_dup2/enable
i=0
while [ $i -lt 300 ]; do
	echo "a line of text, number $i" > trace_marker
	i=$((i + 1))
done
echo 0 > events/enable
echo 0 > tracing_on
whole=$(md5sum < trace)
for bs in 1 7 100 4095 4096 65536 1000000; do
	echo "@@ reads of $bs"
	[ "$(dd if=trace bs=$bs 2> /dev/null | md5sum)" = "$whole" ] && echo same
done
for skip in 1 1000 5000 20000; do
	echo "@@ from offset $skip"
	cat trace > /tmp/whole
	[ "$(dd if=trace bs=1 skip=$skip 2> /dev/null | md5sum)" = \
		"$(tail -c +$((skip + 1)) /tmp/whole | md5sum)" ] && echo same
done
echo "@@ from beyond the end"
dd if=trace bs=1 skip=10000000 2> /dev/null | wc -c
echo "@@ records added after the end of file was read"
echo 1 > tracing_on
exec 3< trace
cat <&3 > /dev/null
echo "added one" > trace_marker
cat <&3 | mask
echo "added two" > trace_marker
cat <&3 | mask
exec 3<&-
echo 0 > tracing_on
echo "@@ trace_pipe prints the lines of trace"
grep -v '^#' trace | md5sum > /tmp/whole
timeout 60 cat trace_pipe > /tmp/piped
[ "$(md5sum < /tmp/piped)" = "$(cat /tmp/whole)" ] && echo same

echo "@@ a new instance's time in latency format"
mkdir instances/new
sleep 0.1
echo inside > instances/new/trace_marker
echo 1 > instances/new/options/latency-format
# Until the buffer is cleared, its start time is 0 on the trace clock.
since=$(tail -1 instances/new/trace | sed -E 's/.* ([0-9]+)us.*/\1/')
[ "$since" -gt 1000000 ] && echo "since long ago"
rmdir instances/new

# The dump is read from the kernel log, because the console may suppress it.
dump() {
	dmesg -c > /dev/null
	echo z > /proc/sysrq-trigger
	dmesg | sed -E 's/^\[ *[0-9.]+\] //' | mask |
		grep -v 'sysrq\|hrtimer: interrupt took\|hogged CPU\|clocksource'
}
echo 1 > /proc/sys/kernel/sysrq
reset
echo "@@ sysrq-z"
echo dumped > trace_marker
dump
echo "@@ sysrq-z stops tracing"
cat tracing_on
echo "@@ sysrq-z with an empty buffer"
dump
echo 1 > tracing_on
exit 0
