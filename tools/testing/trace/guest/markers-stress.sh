#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Stress of kernel markers: markers fire on four CPUs while probes are registered, armed,
# disarmed and unregistered, modules of markers and of probes are loaded and unloaded in
# every order, and events, filters, triggers and histograms change in two instances. At
# the end the kernel has not warned, and markers work.
# ROUNDS=n in the environment sets the number of rounds, SOAK=n the duration in seconds.
# nightly-also: threads-kasan threads-kcsan
# guest: --smp 4 --mem 512 --timeout 1800

. /guest/tap

cd /sys/kernel/tracing || exit 1
rounds=${ROUNDS:-4}
seconds=${SOAK:-0}
echo "1..7"

now() { cut -d. -f1 /proc/uptime; }
end=$(($(now) + seconds))

# more N: succeeds if round N is to be run
more()
{
	[ ! -e /tmp/stop ] || return 1
	[ "$seconds" = 0 ] && return $(($1 > rounds))
	[ "$(now)" -lt $end ]
}

# Fire markers until all other jobs have ended.
firing()
{
	while [ ! -e /tmp/done ]; do
		cat /proc/marker-example
		echo 200 > /sys/module/marker_clash/parameters/fire
	done
}

# Load and unload each pair of modules in both orders.
modules()
{
	i=0
	while more $((i += 1)); do
		for first in $1; do
			for second in $1; do
				[ $first = $second ] && continue
				modprobe $first
				modprobe $second
				rmmod "$(echo $first | tr - _)"
				rmmod "$(echo $second | tr - _)"
			done
		done
	done
}

events()
{
	i=0
	while more $((i += 1)); do
		for event in example_open example_round example_done clash_text \
			clash_widths; do
			echo 1 > "$1/events/markers/$event/enable"
		done
		cat "$1/trace" | tail -n 3
		echo 0 > "$1/events/markers/enable"
		echo 1 > "$1/events/markers/enable"
		echo > "$1/trace"
		echo 0 > "$1/events/enable"
	done
}

commands()
{
	i=0
	while more $((i += 1)); do
		dir=$1/events/markers/example_round
		echo 'number > 0 && half == 0' > $dir/filter
		echo 'hist:keys=number:vals=half' > $dir/trigger
		cat $dir/hist
		echo 'comm ~ "c*"' > "$1/events/markers/example_open/filter"
		echo 'traceon if number == 2' >> $dir/trigger
		echo 'stacktrace:3' >> "$1/events/markers/clash_text/trigger"
		echo 'enable_event:markers:clash_widths:2' > \
			"$1/events/markers/example_done/trigger"
		cat $dir/trigger $dir/format $dir/id
		echo '!enable_event:markers:clash_widths' > \
			"$1/events/markers/example_done/trigger"
		echo '!stacktrace' >> "$1/events/markers/clash_text/trigger"
		echo '!traceon' >> $dir/trigger
		echo '!hist:keys=number:vals=half' > $dir/trigger
		echo 0 > $dir/filter
		for text in some null fault long huge; do
			printf $text > /sys/module/marker_clash/parameters/text
		done
	done
}

# Register a probe of the module, arm and disarm it, and unregister it.
probes()
{
	clash=/sys/module/marker_clash/parameters
	i=0
	while more $((i += 1)); do
		for name in "example_round number %d half %hhu" "example_done  " \
			"clash_text before %d text %s after %hd"; do
			printf '%s' "$name" > $clash/probe
			printf '%s' "${name%% *}" > $clash/arm
			printf '%s' "${name%% *}" > $clash/disarm
			printf '%s' "${name%% *}" > $clash/arm
			printf '%s' "${name%% *}" > $clash/forget
		done
	done
}

dmesg -c > /dev/null
mkdir instances/a
echo 64 > buffer_size_kb
{
	for cpu in 0 1 2 3; do
		firing &
	done
	probes &
	wait="$!"
	modules "marker-example probe-example sink-example" &
	wait="$wait $!"
	modules "marker-clash tp-example" &
	wait="$wait $!"
	events . &
	wait="$wait $!"
	events instances/a &
	wait="$wait $!"
	commands . &
	wait="$wait $!"
	commands instances/a &
	wait="$wait $!"
	for job in $wait; do
		wait "$job"
	done
	touch /tmp/done
	wait
} > /dev/null 2>&1

quiet()
{
	! dmesg | grep -E 'WARNING: |BUG: |Oops|INFO: |KASAN|kmemleak' -A 20
}

# Unload the modules that the last round left.
put_back()
{
	for module in sink_example probe_example tp_example marker_clash marker_example; do
		rmmod $module 2> /dev/null
	done
	! lsmod | grep -E 'marker|probe_example|sink|tp_example'
}

nothing_left()
{
	! ls -d events/markers/example_* events/markers/clash_* instances/a/events/markers/example_*
}

works()
{
	modprobe marker-example
	modprobe probe-example
	echo 1 > events/markers/enable
	echo > trace
	cat /proc/marker-example
	recorded=$(grep -c example_round: trace)
	rmmod marker-example probe-example
	echo "$recorded records"
	[ "$recorded" = 4 ] && dmesg | tail -n 4 | grep 'probe-example: 4 rounds'
}

check "no report in the kernel log" quiet
check "modules can be unloaded" put_back
check "events are removed with their modules" nothing_left
check "the instance can be removed" rmdir instances/a
echo 1 > tracing_on
check "markers work" works
check_leaks
check "no report in the kernel log at the end" quiet
