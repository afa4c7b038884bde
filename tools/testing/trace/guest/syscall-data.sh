#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# syscall_user_buf_size: strings and buffers of system calls in their events, in lines,
# filters, histograms and for perf. While nothing is copied, everything is as without it.
# guest: --smp 1 --mem 512 --program REPO/tools/testing/trace/guest/syscall_data.c

. /guest/tap

not() { # NAME COMMAND...
	that=$1
	shift
	check "$that" sh -c '! "$@"' sh "$@"
}

cd /sys/kernel/tracing || exit 1
dmesg -n 1
mkdir instances/data
S=events/syscalls
calls="access renameat2 symlinkat write pwrite64 setdomainname"

all() { # DIRECTORY 0|1
	for call in $calls; do
		echo "$2" > "$1/$S/sys_enter_$call/enable"
	done
}

# The lines of a run of the program in a directory, without addresses.
lines() { # DIRECTORY
	sed -n '/syscall_data-/s/^.*: \(sys_.*\)/\1/p' "$1/trace" |
		sed -E 's/((filename|name|buf|oldname|newname): )[0-9a-f]{5,}/\1ADDR/g' |
		grep -v 'write(fd: [0-2],'
}

run() {
	echo > trace
	echo > instances/data/trace
	syscall_data
}

# Nobody has asked yet.
is "nothing is copied at first" 0 cat syscall_user_buf_size
is "nor in an instance" 0 cat instances/data/syscall_user_buf_size
for call in $calls; do
	cat $S/sys_enter_$call/format
done > /tmp/format.off
all . 1
run
lines . > /tmp/lines.off
check "the lines have addresses only" grep -q '^sys_access(filename: ADDR, mode: 1)$' /tmp/lines.off
not "and no text" grep -q '["(][^"]*"' /tmp/lines.off
not "the format has no field for it" grep -q _val /tmp/format.off

for value in 166 4294967296 18446744073709551615 -1 x; do
	not "$value is refused" sh -c "echo $value > syscall_user_buf_size"
done
is "and the value stays" 0 cat syscall_user_buf_size
for call in $calls; do
	cat $S/sys_enter_$call/format
done > /tmp/format.refused
check "as the formats do" cmp /tmp/format.off /tmp/format.refused

# Records from before stay readable.
grep syscall_data- trace > /tmp/trace.before
echo 63 > instances/data/syscall_user_buf_size
grep syscall_data- trace > /tmp/trace.after
check "records from before are printed as then" cmp /tmp/trace.before /tmp/trace.after
echo 1 > options/fields
check "by their fields as well" grep -q 'sys_enter_access: __syscall_nr=.* mode=0x1 (1)$' trace
echo 0 > options/fields
is "only the one instance copies" 0 cat syscall_user_buf_size

for call in $calls; do
	cat $S/sys_enter_$call/format
done > /tmp/format.on
check "the format has the fields" grep -q \
	'field:__data_loc char\[\] __filename_val;	offset:32;	size:4;' /tmp/format.on
check "of buffers as well" grep -q \
	'field:__data_loc u8\[\] __buf_val;	offset:40;	size:4;' /tmp/format.on
check "and prints them" grep -qF \
	'"filename: 0x%08lx \"%s\", mode: 0x%08lx", ((unsigned long)(REC->filename)), __get_str(__filename_val), ((unsigned long)(REC->mode))' \
	/tmp/format.on
grep -v '_val' /tmp/format.on | grep -v '^print fmt' > /tmp/format.rest
grep -v '^print fmt' /tmp/format.off > /tmp/format.was
check "all else is as before" cmp /tmp/format.rest /tmp/format.was

all instances/data 1
run
lines . > /tmp/lines.other
check "an instance that copies nothing has the same lines" cmp /tmp/lines.off /tmp/lines.other

a62=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
b26=ABCDEFGHIJKLMNOPQRSTUVWXYZ
b63=$b26${b26}ABCDEFGHIJK
hex() { printf %s "$1" | od -A n -t x1 -v | tr -d '\n' | sed 's/^ *//; s/ *$//; s/  */:/g'; }
cat > /tmp/want << EOF
sys_access(filename: ADDR "/etc/hosts", mode: 1)
sys_access(filename: ADDR "", mode: 2)
sys_access(filename: ADDR "line.quote".ä", mode: 3)
sys_access(filename: ADDR "${a62}a", mode: 4)
sys_access(filename: ADDR "${a62}a...", mode: 5)
sys_access(filename: ADDR "d", mode: 6)
sys_access(filename: ADDR, mode: 7)
sys_access(filename: 0, mode: 8)
sys_access(filename: ADDR, mode: 9)
sys_access(filename: ADDR, mode: a)
sys_access(filename: ADDR "", mode: b)
sys_renameat2(olddfd: ffffffff, oldname: ADDR "old", newdfd: ffffffff, newname: ADDR "new", flags: 1000)
sys_symlinkat(oldname: ADDR "target", newdfd: ffffffff, newname: 0)
sys_write(fd: 3e8, buf: ADDR (6f:6b:0a) "ok.", count: 3)
sys_write(fd: 3e9, buf: ADDR (61:00:ff:22) "a.."", count: 4)
sys_write(fd: 3ea, buf: ADDR, count: 0)
sys_write(fd: 3eb, buf: ADDR ($(hex $b63)) "$b63", count: 3f)
sys_write(fd: 3ec, buf: ADDR ($(hex $b63)) "$b63"..., count: 40)
sys_write(fd: 3ed, buf: 0, count: 5)
sys_pwrite64(fd: 3ee, buf: ADDR (41:42) "AB", count: 2, pos: 0)
sys_setdomainname(name: ADDR ($(hex $b63)) "$b63"..., len: ffffffff)
EOF
lines instances/data > /tmp/lines.on
check "the lines have strings and bytes" diff /tmp/want /tmp/lines.on
# Reading the pipe would record further system calls, and never end.
echo 0 > instances/data/tracing_on
grep syscall_data- instances/data/trace > /tmp/of.trace
timeout 1 cat instances/data/trace_pipe > /tmp/of.pipe
grep syscall_data- /tmp/of.pipe > /tmp/of.lines
check "trace_pipe has the same" cmp /tmp/of.trace /tmp/of.lines
echo 1 > instances/data/tracing_on

echo 4 > instances/data/syscall_user_buf_size
run
lines instances/data > /tmp/lines.4
check "a smaller size cuts strings" grep -q \
	'^sys_access(filename: ADDR "/etc...", mode: 1)$' /tmp/lines.4
check "and buffers" grep -q \
	'^sys_write(fd: 3eb, buf: ADDR (41:42:43:44) "ABCD"..., count: 3f)$' /tmp/lines.4
echo 165 > instances/data/syscall_user_buf_size
run
lines instances/data > /tmp/lines.165
check "the largest size cuts nothing of these" grep -q \
	"^sys_write(fd: 3ec, buf: ADDR ($(hex ${b63}L)) \"${b63}L\", count: 40)\$" /tmp/lines.165
echo 0 > instances/data/syscall_user_buf_size
run
lines instances/data > /tmp/lines.0
check "0 copies nothing again" cmp /tmp/lines.off /tmp/lines.0
echo 63 > instances/data/syscall_user_buf_size

# Filters and histograms use the text.
filter() { # FILTER LINES
	echo "$1" > instances/data/$S/sys_enter_access/filter
	run
	is "the filter $1" "$2" sh -c 'grep -c "syscall_data-.*sys_access(" instances/data/trace'
	echo 0 > instances/data/$S/sys_enter_access/filter
}
filter '__filename_val == "/etc/hosts"' 1
filter '__filename_val ~ "*hosts"' 1
filter '__filename_val ~ "aaaa*" && mode < 5' 1
filter '__filename_val ~ "aaaa*"' 2
filter '__filename_val == "nowhere"' 0

echo 'hist:keys=__filename_val if mode < 6' > instances/data/$S/sys_enter_access/trigger
run
check "a histogram has it as a key" grep -q '{ __filename_val: /etc/hosts  *} hitcount:  *1$' \
	instances/data/$S/sys_enter_access/hist
echo '!hist:keys=__filename_val if mode < 6' > instances/data/$S/sys_enter_access/trigger

# A dynamic event, and the fields of a record.
echo 1 > instances/data/options/fields
run
check "fields shows the text" grep -q 'mode=0x1 (1) __filename_val=/etc/hosts' instances/data/trace
check "and bytes" grep -q 'count=0x3 (3) __buf_val=6f,6b,0a$' instances/data/trace
echo 0 > instances/data/options/fields

all . 0
all instances/data 0
rmdir instances/data
mkdir instances/later
is "a new instance copies nothing" 0 cat instances/later/syscall_user_buf_size
rmdir instances/later
exit 0
