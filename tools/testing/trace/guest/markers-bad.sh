#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Kernel markers in unusual cases: one name with two formats, one name in two modules,
# rejected formats and names, rejected probes, strings that cannot be read or are longer
# than a page, fields of all widths with one probe and with several.
# guest: --smp 1 --mem 512 --timeout 600

. /guest/tap

cd /sys/kernel/tracing || exit 1
clash=/sys/module/marker_clash/parameters
markers=events/markers

there() { [ -e "$1" ] && echo yes || echo no; }
log() { dmesg | grep -cF "$1"; }
clear_log() { dmesg -c >/dev/null; }
records() { grep -c " $1: " "${2:-.}/trace"; }
texts() { grep -o " $1: .*" "${2:-.}/trace"; }
fire() { cat /proc/marker-example 2>/dev/null; }
# Write a parameter of the module without a newline and print the error.
say() { printf '%s' "$2" | { cat >"$clash/$1"; } 2>&1 | sed 's/.*: //'; }

echo 1 >options/trace_printk_dest 2>/dev/null

# Two modules, one name, two formats: the marker of the first module is used.
modprobe marker-example
clear_log
modprobe marker-clash
is "a different format in the second module is reported" 1 \
	log 'Format mismatch for probe example_open (pid %d comm %s), marker (pid %d)'
is "the event has the format of the first module" 2 grep -cw comm $markers/example_open/format
echo 1 >$markers/enable
fire
is "the marker of the first module fires" 1 records example_open
echo >trace
echo 3 >$clash/fire
is "the marker of the second module does not fire" 0 records example_open

# Rejected markers stay disabled and have no event.
is "a specifier that cannot be exported is reported" 1 \
	log 'Marker clash_symbol: "%pS" cannot be exported as a field'
is "a specifier without a field name is reported" 1 log 'Marker clash_unnamed: "%d" has no name before it'
is "a duplicate field name is reported" 1 log 'Marker clash_twice: "number" names two fields'
is "an invalid marker name is reported" 1 log 'Marker clash_: the name is not of the form subsystem_event'
is "rejected markers have no events" "no no no no" sh -c 'for i in symbol unnamed twice ""; do
	[ -e events/markers/clash_$i ] && echo yes || echo no; done | xargs'

# One name, one format, two modules: one marker.
echo >trace
echo 2 >$clash/fire
fire
is "one marker in two modules fires in both" 3 records example_done
rmmod marker-example
is "the event remains while one of the modules is loaded" yes there $markers/example_done
is "events of the unloaded module are removed" no there $markers/example_open
echo 1 >$markers/example_done/enable
echo >trace
echo 2 >$clash/fire
is "the marker of the remaining module fires" 2 records example_done
modprobe marker-example
echo 1 >$markers/example_done/enable
echo >trace
fire
is "the marker of the reloaded module fires" 1 records example_done
rmmod marker-clash
rmmod marker-example
is "the event is removed with the last module" no there $markers/example_done

# The same in the other order of loading.
modprobe marker-clash
clear_log
modprobe marker-example
is "a different format is reported in the other order, too" 1 \
	log 'Format mismatch for probe example_open (pid %d), marker (pid %d comm %s)'
is "the event has the format of the module loaded first" 0 grep -cw comm $markers/example_open/format
echo 1 >$markers/example_open/enable
echo >trace
fire
echo 2 >$clash/fire
is "only the marker of the module loaded first fires" " example_open: pid 1
 example_open: pid 0" texts example_open
rmmod marker-example

# Loading of a module fails while another module with the same marker is unloaded: the
# marker must not become an event of a module whose events have been removed already.
window=/sys/module/marker_window/parameters
modprobe marker-window refuse=marker_example
modprobe marker-example 2>/tmp/refused &
loading=$!
is "loading of the module fails after its markers are added" yes cat $window/reached
is "the event exists while the other module is loaded" yes there $markers/example_done
rmmod marker-clash
is "the failing module keeps no event" no there $markers/example_done
echo 1 >$window/leave
wait $loading
is "the module is not loaded" 1 grep -c "Cannot allocate memory" /tmp/refused
rmmod marker-window
modprobe marker-example
is "the module can be loaded afterwards" yes there $markers/example_done
echo 1 >$markers/example_done/enable
echo >trace
fire
is "its marker fires" 1 records example_done
rmmod marker-example
is "its event is removed with the module" no there $markers/example_done
modprobe marker-clash

# Probes.
clear_log
is "a probe with another format is rejected" "Operation not permitted" \
	say probe 'example_open pid %d comm %s'
is "the format of the rejected probe is reported" 1 log 'Format mismatch for probe example_open (pid %d comm %s), marker (pid %d)'
is "a probe with an invalid format is rejected" "Invalid argument" say probe 'clash_none %d'
is "a probe for an invalid marker name is rejected" "Invalid argument" say probe 'clash_ number %d'
is "arming a nonexistent probe is rejected" "No such file or directory" say arm 'clash_none'
say arm example_open
echo 5 >$clash/fire
is "a rejected probe is not called" 0 cat $clash/heard
is "a probe with the marker's format is accepted" "" say probe 'example_open pid %d'
is "a second registration is rejected" "File exists" say probe 'example_open pid %d'
echo 5 >$clash/fire
is "the probe is called once per hit" 5 cat $clash/heard
is "the probe is unregistered" "" say forget example_open
is "a second unregistration is rejected" "No such file or directory" say forget example_open
say arm example_open
echo 5 >$clash/fire
is "an unregistered probe is not called" 5 cat $clash/heard

# Strings.
echo 0 >$markers/enable
echo 1 >$markers/clash_text/enable
for text in some null fault user error; do
	echo >trace
	printf %s $text >$clash/text
	echo 1 >$clash/fire
	case $text in
	some)	wanted=some ;;
	null)	wanted="(null)" ;;
	*)	wanted="(fault)" ;;
	esac
	is "string: $text" " clash_text: before 0 text $wanted after 0" texts clash_text
done
# Strings of various lengths, followed by mapped and by unmapped memory.
sizes="0 1 2 3 4 5 7 8 9 11 15 16 17 23 24 31 55 56 62 63 64 65 71 72 100 500"
alphabet=abcdefghijklmnopqrstuvwxyz
for i in 1 2 3 4 5; do alphabet=$alphabet$alphabet; done
lengths() {
	echo >trace
	for size in $sizes; do
		printf "$1 $size" >$clash/text
		echo 1 >$clash/fire
	done
	texts clash_text
}
wanted_lengths() {
	for size in $sizes; do
		printf ' clash_text: before 0 text %s after 0\n' \
			"$(printf %.${size}s $alphabet)"
	done
}
is "strings of all lengths" "$(wanted_lengths)" lengths first
is "strings of all lengths before unmapped memory" "$(wanted_lengths)" lengths last
sizes="1 2 7 8 9 15 16 63 64 65 200"
is "strings without a terminator before unmapped memory" "11 faults" sh -c "
	echo >trace
	for size in $sizes; do
		printf \"open \$size\" >$clash/text
		echo 1 >$clash/fire
	done
	echo \"\$(grep -c 'text (fault) after' trace) faults\""
entries() { sed -n 's/^entries: //p' per_cpu/cpu0/stats; }
printf long >$clash/text
echo >trace
echo 3 >$clash/fire
is "a string longer than a page is not recorded" 0 entries
if [ -e buffer_subbuf_size_kb ]; then
	echo 16 >buffer_subbuf_size_kb
	echo 1 >$clash/fire
	is "the string is recorded with longer sub-buffers" 5000 \
		sh -c 'grep -o "xxxx*" trace | wc -c'
	echo 128 >buffer_subbuf_size_kb
	printf huge >$clash/text
	echo >trace
	echo 2 >$clash/fire
	is "a string longer than 16 bits can express is truncated" 2 entries
	echo 0 >tracing_on
	is "trace_pipe replaces the end of a line that is too long" 2 sh -c "
		exec 2>/dev/null
		timeout 60 cat trace_pipe | grep -c 'LINE TOO BIG'"
	echo 1 >tracing_on
	echo 4 >buffer_subbuf_size_kb
fi
printf some >$clash/text

# All widths with one probe, and with several, which are called through another path.
wanted() {
	printf ' clash_widths: %s\n' \
	"c c byte -2 half 202 int -2 long -2 quad 200000002 size 2 at 0000000000000002 sign 2 odd 2" \
	"c b byte -1 half 101 int -1 long -1 quad 100000001 size 1 at 0000000000000001 sign 1 odd 1" \
	"c a byte 0 half 0 int 0 long 0 quad 0 size 0 at 0000000000000000 sign 0 odd 0"
}
echo 0 >$markers/enable
echo 1 >$markers/clash_widths/enable
echo >trace
echo 3 >$clash/fire
is "fields of all widths" "$(wanted)" texts clash_widths
mkdir instances/a instances/b
echo 1 >instances/a/$markers/clash_widths/enable
echo 1 >instances/b/$markers/clash_widths/enable
modprobe sink-example
echo >trace
echo 3 >$clash/fire
for where in . instances/a instances/b; do
	is "fields of all widths with several probes: $where" "$(wanted)" texts clash_widths $where
done
clear_log
rmmod sink-example
is "a probe that is not an event is called, too" 1 log 'sink-example: clash_widths fired 3 times'
is "a filter on a narrow field" 1 sh -c "
	echo 'byte == -2 && half == 0x202 && c == 99' >$markers/clash_widths/filter
	echo >trace
	echo 3 >$clash/fire
	grep -c clash_widths: trace"
echo 0 >$markers/enable
rmmod marker-clash
rmdir instances/a instances/b
is "no report in the kernel log" 0 sh -c 'dmesg | grep -c "BUG\|WARNING\|Oops"'
echo "1..$n"
