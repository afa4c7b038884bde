#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Markers that clash: one name and two formats, one name in two modules; formats
# and names that are refused; probes that are; strings that cannot be read or are
# longer than a page; fields of all widths, for one probe and for several.
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
# A parameter of the module, without a newline; the error is the result.
say() { printf '%s' "$2" | { cat >"$clash/$1"; } 2>&1 | sed 's/.*: //'; }

echo 1 >options/trace_printk_dest 2>/dev/null

# Two modules, one name, two formats: who comes first has it.
modprobe marker-example
clear_log
modprobe marker-clash
is "another format in a second module is told of" 1 \
	log 'Format mismatch for probe example_open (pid %d comm %s), marker (pid %d)'
is "the event is the first one's" 2 grep -cw comm $markers/example_open/format
echo 1 >$markers/enable
fire
is "the first one fires" 1 records example_open
echo >trace
echo 3 >$clash/fire
is "the second one does not" 0 records example_open

# What is refused stays off, and has no event.
is "a specifier that can't be exported is named" 1 \
	log 'Marker clash_symbol: "%pS" cannot be exported as a field'
is "one without a name" 1 log 'Marker clash_unnamed: "%d" has no name before it'
is "a name twice" 1 log 'Marker clash_twice: "number" names two fields'
is "half a name" 1 log 'Marker clash_: the name is not of the form subsystem_event'
is "they have no events" "no no no no" sh -c 'for i in symbol unnamed twice ""; do
	[ -e events/markers/clash_$i ] && echo yes || echo no; done | xargs'

# One name, one format, two modules: one marker.
echo >trace
echo 2 >$clash/fire
fire
is "a marker of two modules" 3 records example_done
rmmod marker-example
is "stays with the other one" yes there $markers/example_done
is "and what was the first one's goes" no there $markers/example_open
echo 1 >$markers/example_done/enable
echo >trace
echo 2 >$clash/fire
is "it fires on" 2 records example_done
modprobe marker-example
echo 1 >$markers/example_done/enable
echo >trace
fire
is "and for the first one again" 1 records example_done
rmmod marker-clash
rmmod marker-example
is "at last it goes" no there $markers/example_done

# The other way round.
modprobe marker-clash
clear_log
modprobe marker-example
is "the other order is told of, too" 1 \
	log 'Format mismatch for probe example_open (pid %d), marker (pid %d comm %s)'
is "the event is that of who was first" 0 grep -cw comm $markers/example_open/format
echo 1 >$markers/example_open/enable
echo >trace
fire
echo 2 >$clash/fire
is "who alone fires" " example_open: pid 1
 example_open: pid 0" texts example_open
rmmod marker-example

# A module that cannot be loaded after all, while another one with its marker goes:
# the marker must not become an event of a module whose events went already.
window=/sys/module/marker_window/parameters
modprobe marker-window refuse=marker_example
modprobe marker-example 2>/tmp/refused &
loading=$!
is "a module on its way out" yes cat $window/reached
is "has its markers yet" yes there $markers/example_done
rmmod marker-clash
is "but no event" no there $markers/example_done
echo 1 >$window/leave
wait $loading
is "it was not loaded" 1 grep -c "Cannot allocate memory" /tmp/refused
rmmod marker-window
modprobe marker-example
is "but is now" yes there $markers/example_done
echo 1 >$markers/example_done/enable
echo >trace
fire
is "and fires" 1 records example_done
rmmod marker-example
is "and goes" no there $markers/example_done
modprobe marker-clash

# Probes.
clear_log
is "a probe of another format" "Operation not permitted" \
	say probe 'example_open pid %d comm %s'
is "is told of" 1 log 'Format mismatch for probe example_open (pid %d comm %s), marker (pid %d)'
is "one of no format" "Invalid argument" say probe 'clash_none %d'
is "one of half a name" "Invalid argument" say probe 'clash_ number %d'
is "arming of what is not there" "No such file or directory" say arm 'clash_none'
say arm example_open
echo 5 >$clash/fire
is "nothing is half registered" 0 cat $clash/heard
is "a probe of the marker's format" "" say probe 'example_open pid %d'
is "registered twice" "File exists" say probe 'example_open pid %d'
echo 5 >$clash/fire
is "hears once" 5 cat $clash/heard
is "goes" "" say forget example_open
is "but once" "No such file or directory" say forget example_open
say arm example_open
echo 5 >$clash/fire
is "and hears no more" 5 cat $clash/heard

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
# Short and long, where memory goes on behind them and where it does not.
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
is "the same at the end of memory" "$(wanted_lengths)" lengths last
sizes="1 2 7 8 9 15 16 63 64 65 200"
is "and without an end" "11 faults" sh -c "
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
is "one that is longer than a page is not recorded" 0 entries
if [ -e buffer_subbuf_size_kb ]; then
	echo 16 >buffer_subbuf_size_kb
	echo 1 >$clash/fire
	is "but where pages are longer" 5000 \
		sh -c 'grep -o "xxxx*" trace | wc -c'
	echo 128 >buffer_subbuf_size_kb
	printf huge >$clash/text
	echo >trace
	echo 2 >$clash/fire
	is "what 16 bits cannot tell is cut off" 2 entries
	echo 4 >buffer_subbuf_size_kb
fi
printf some >$clash/text

# All widths: one probe, and several, which are called another way.
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
	is "the same for several probes: $where" "$(wanted)" texts clash_widths $where
done
clear_log
rmmod sink-example
is "and for one that is no event" 1 log 'sink-example: clash_widths fired 3 times'
is "a filter on a narrow field" 1 sh -c "
	echo 'byte == -2 && half == 0x202 && c == 99' >$markers/clash_widths/filter
	echo >trace
	echo 3 >$clash/fire
	grep -c clash_widths: trace"
echo 0 >$markers/enable
rmmod marker-clash
rmdir instances/a instances/b
is "no complaint in the log" 0 sh -c 'dmesg | grep -c "BUG\|WARNING\|Oops"'
echo "1..$n"
