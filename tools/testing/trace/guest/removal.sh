#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Triggers, function commands, dynamic events and tracers are removed while they run on other
# CPUs: their memory is freed later, but nothing of them is seen or has an effect when the write
# has returned.
# guest: --smp 2 --mem 1024 --timeout 900
# nightly-also: check threads-kasan threads-kcsan

. /guest/tap

rounds=${ROUNDS:-$(amount 3 60)}
cd /sys/kernel/tracing || exit 1
E=events/syscalls/sys_enter_read
X=events/syscalls/sys_exit_read
O=events/syscalls/sys_enter_write

# System calls that hit the events, until the file is removed. The tasks sleep now and then,
# because grace periods of RCU Tasks wait for that.
hits()
{
	while [ -e /tmp/go ]; do
		dd if=/dev/zero of=/dev/null bs=1 count=500 2> /dev/null
		sleep 0.02
	done
}

# Add and remove each trigger. A snapshot that is taken too late would find no spare ring buffer,
# and stop the recording.
triggers()
{
	i=0
	while [ $i -lt "$rounds" ]; do
		for trigger in "$@"; do
			echo "$trigger" > $E/trigger || return 1
			sleep 0.01
			echo "!$trigger" > $E/trigger || return 1
			grep -q "^[^#]" $E/trigger && return 1
			echo 0 > snapshot || return 1
		done
		i=$((i + 1))
	done
	[ "$(cat tracing_on)" = 1 ]
}

# What disable_event leaves behind must not keep the other event from being recorded.
targets()
{
	i=0
	while [ $i -lt "$rounds" ]; do
		for kind in enable_event disable_event; do
			echo "$kind:syscalls:sys_enter_write" > $E/trigger || return 1
			sleep 0.01
			echo "!$kind:syscalls:sys_enter_write" > $E/trigger || return 1
			# The event is not in soft mode any more.
			grep -q '[*]' $O/enable && return 1
			echo 0 > $O/enable
		done
		i=$((i + 1))
	done
	echo 1 > $O/enable
	[ "$(cat $O/enable)" = 1 ] || return 1
	echo > trace
	timeout 60 grep -q -m 1 sys_write trace_pipe
	ret=$?
	echo 0 > $O/enable
	return $ret
}

# Commands of functions are removed from some functions, and then from the last one. Those of an
# instance are removed with it.
commands()
{
	i=0
	while [ $i -lt "$rounds" ]; do
		for command in snapshot stacktrace traceon traceon:1000 \
				enable_event:syscalls:sys_enter_write \
				disable_event:syscalls:sys_enter_write; do
			echo "vfs_read:$command" >> set_ftrace_filter || return 1
			echo "ksys_*:$command" >> set_ftrace_filter || return 1
			sleep 0.01
			echo "!ksys_*:$command" >> set_ftrace_filter || return 1
			echo "!vfs_read:$command" >> set_ftrace_filter || return 1
			grep -q '^[^#]' set_ftrace_filter && return 1
			grep -q '[*]' $O/enable && return 1
			echo 0 > $O/enable
			echo 0 > snapshot || return 1
		done
		mkdir instances/going || return 1
		for command in snapshot traceoff disable_event:syscalls:sys_enter_write; do
			echo "vfs_read:$command" >> instances/going/set_ftrace_filter || return 1
		done
		sleep 0.01
		rmdir instances/going || return 1
		i=$((i + 1))
	done
	[ "$(cat tracing_on)" = 1 ]
}

# A histogram that fires a synthetic event, and refers to a variable of another one.
synthetic()
{
	key='keys=common_pid'
	from="hist:$key:ts0=common_timestamp.usecs"
	to="hist:$key:lat=common_timestamp.usecs-\$ts0:onmatch(syscalls.sys_enter_read).late(\$lat)"
	i=0
	while [ $i -lt "$rounds" ]; do
		echo 'late u64 lat' > synthetic_events || return 1
		echo "$from" > $E/trigger || return 1
		echo "$to" > $X/trigger || return 1
		sleep 0.01
		echo "!$to" > $X/trigger || return 1
		echo "!$from" > $E/trigger || return 1
		echo '!late' >> synthetic_events || return 1
		i=$((i + 1))
	done
}

# An event of a kprobe is removed and added again at the same place.
kprobes()
{
	i=0
	while [ $i -lt "$rounds" ]; do
		for probe in "p:again $1" "r:again $1"; do
			echo "$probe" > kprobe_events || return 1
			echo 'e:copy kprobes.again' >> dynamic_events || return 1
			echo 1 > events/eprobes/copy/enable || return 1
			echo 1 > events/kprobes/again/enable || return 1
			sleep 0.01
			echo 0 > events/kprobes/again/enable || return 1
			echo 0 > events/eprobes/copy/enable || return 1
			echo '-:eprobes/copy' >> dynamic_events || return 1
			echo > kprobe_events || return 1
			[ -e events/kprobes/again ] && return 1
		done
		i=$((i + 1))
	done
}

# Events of fprobes at entry and return, with and without a buffer for the entry, and of a
# tracepoint.
fprobes()
{
	i=0
	while [ $i -lt "$rounds" ]; do
		for probe in "f:again $1" "f:again $1%return" 'f:again vfs_* $retval' \
				"f:again $1%return a=\$arg1 r=\$retval" 't:again sys_enter'; do
			echo "$probe" > dynamic_events || return 1
			for dir in events/*/again; do
				echo 1 > $dir/enable || return 1
				sleep 0.01
				echo 0 > $dir/enable || return 1
			done
			echo > dynamic_events || return 1
			[ ! -e $dir ] || return 1
			grep -q 'fprobe\|again' enabled_functions && return 1
		done
		i=$((i + 1))
	done
}

# Tracers that need different trampolines, for some tasks only.
tracers()
{
	i=0
	while [ $i -lt "$rounds" ]; do
		for tracer in function function_graph irqsoff nop; do
			grep -qw $tracer available_tracers || continue
			echo $$ > set_ftrace_pid
			echo $tracer > current_tracer || return 1
			[ $tracer = function ] && echo 1 > options/func-no-repeats
			sleep 0.01
			echo > set_ftrace_pid
			[ $tracer = function ] && echo 0 > options/func-no-repeats
		done
		i=$((i + 1))
	done
	echo nop > current_tracer
}

gone()
{
	dmesg | grep -A 40 -E 'BUG:|KASAN|WARNING:|possible (circular|recursive)|INFO: task|Oops' && return 1
	[ -z "$(cat dynamic_events)" ] && [ "$(cat current_tracer)" = nop ]
}

touch /tmp/go
hits &
hits &
check "triggers" triggers traceon snapshot stacktrace hist:keys=common_pid \
	"hist:keys=fd:x=count:onmax(\$x).snapshot()"
check "triggers that act on another event" targets
check "commands of functions" commands
check "histograms with variables and synthetic events" synthetic
check "kprobe events and event probes" kprobes vfs_read
check "fprobe events and tracepoint probes" fprobes vfs_read
check "tracers" tracers
rm /tmp/go
wait
check "no report in the kernel log, and nothing left" gone
