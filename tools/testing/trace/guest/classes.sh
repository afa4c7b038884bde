#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Regression classes: for each kind of error that tracers have had, a test of that name, on
# two CPUs, with KASAN and lockdep. Each file of classes/ is a class. LONG=1 in the
# environment runs the long form, which has the class memory, too; CLASSES="NAME..." selects
# classes.
# The first boot leaves records in reserved memory, makes them corrupt and resets the
# machine; the second boot runs the tests.
# guest: --smp 2 --mem 1024 --timeout 3600 --qemu "-action reboot=reset"
# guest: --append "memmap=4M$0x10000000 trace_instance=spoilt0^traceoff@0x10000000:512K trace_instance=spoilt1^traceoff@0x10080000:512K trace_instance=spoilt2^traceoff@0x10100000:512K trace_instance=spoilt3^traceoff@0x10180000:512K trace_instance=spoilt4^traceoff@0x10200000:512K trace_instance=spoilt5^traceoff@0x10280000:512K trace_instance=spoilt6^traceoff@0x10300000:512K trace_instance=spoilt7^traceoff@0x10380000:512K"
# guest: --files REPO/tools/testing/trace/guest/classes:classes
# guest: --program REPO/tools/testing/trace/guest/lifetimes.c
# guest: --program REPO/tools/testing/trace/guest/class_eventfs.c
# guest: --program REPO/tools/testing/trace/guest/class_owner.c
# guest: --program REPO/tools/testing/trace/guest/class_mmap.c
# guest: --program REPO/tools/testing/trace/guest/class_memory.c
# guest: --program REPO/tools/testing/trace/guest/class_perf.c
# guest: --program REPO/tools/testing/trace/guest/class_bounds.c
# guest: --program REPO/tools/testing/trace/stress/stress.c
# module: class_module
# config: check
# long

. /guest/tap
cd /sys/kernel/tracing || exit 1

# t NAME COMMAND...: a test of the class.
t() {
	text=$1
	shift
	check "$class: $text" "$@"
}

# relay COMMAND...: the results that a program prints are tests of the class.
relay() {
	"$@" > /tmp/relayed 2>&1
	echo "# $class: $(grep -c '^ok' /tmp/relayed) results, status $?"
	grep -q '^ok' /tmp/relayed || t "$1 runs" cat /tmp/relayed /nothing
	while read -r line; do
		case $line in
		"ok "*) n=$((n + 1)); echo "ok $n $class: ${line#ok }" ;;
		"not ok "*) n=$((n + 1)); echo "not ok $n $class: ${line#not ok }" ;;
		*) echo "# $line" ;;
		esac
	done < /tmp/relayed
}

# begin COMMAND...: run a command in the background; end: see that all of them end within
# two minutes, and end those that do not.
begun=
begin() {
	"$@" > /dev/null 2>&1 &
	begun="$begun $!"
}
runs() { [ -e "/proc/$1" ] && ! grep -q '^State:.*Z' "/proc/$1/status"; }
end() {
	late=
	for pid in $begun; do
		tenths=0
		while runs "$pid" && [ $tenths -lt 1200 ]; do
			sleep 0.1
			tenths=$((tenths + 1))
		done
		! runs "$pid" || { late="$late $pid"; kill -9 "$pid"; }
	done 2> /dev/null
	begun=
	[ -z "$late" ]
}

# No report in the kernel log since the last call.
seen=0
quiet() {
	dmesg > /tmp/log
	sed "1,${seen}d" /tmp/log > /tmp/new
	seen=$(wc -l < /tmp/log)
	! grep -A 40 -E 'BUG:|KASAN:|WARNING:|possible circular|INFO: task|Oops|Bad page|ODEBUG' /tmp/new
}

# The state before and after each class: nothing is traced, nothing is left.
idle() {
	cat enabled_functions dynamic_events synthetic_events current_tracer set_event
	ls instances | grep -v spoilt
	[ ! -s enabled_functions ] && [ ! -s dynamic_events ] && [ ! -s synthetic_events ] &&
		[ "$(cat current_tracer)" = nop ] && [ -z "$(cat set_event)" ] &&
		[ "$(ls instances | grep -vc spoilt)" = 0 ]
}

for class in ${CLASSES:-persist open-files eventfs owners resize mmap reuse bounds nmi modules suspend $(amount "" memory)}; do
	began=$(cut -d. -f1 /proc/uptime)
	. "/classes/$class.sh"
	t "nothing is left" idle
	t "no report in the kernel log" quiet
	echo "# $class: $(($(cut -d. -f1 /proc/uptime) - began)) s of the guest"
done

[ -z "$LONG" ] || check_leaks
echo "1..$n"
