#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Histograms and the types of their fields: keys and values from variables, strings and
# stack traces where numbers are expected, and named histograms whose fields have
# different types.
# guest: --program REPO/tools/testing/trace/guest/hist_hit.c
# compare: text
# nightly-also: check

cd /sys/kernel/tracing || exit 1
enter=events/syscalls/sys_enter_lseek
leave=events/syscalls/sys_exit_lseek
rename=events/task/task_rename
wanted=' if fd >= 1000 && fd < 1010'
mine=" if pid == $$"

hits() {
	hist_hit 1000 5 10
	hist_hit 1001 7 11 2
	printf aaa > /proc/$$/comm
	printf bbbb > /proc/$$/comm
	printf cc > /proc/$$/comm
}

errors() {
	sed 's/^\[[^]]*\]/[T]/' error_log
}

# The stock kernel leaves out the function with the tracepoint if the event has the only probe. In
# our kernel the names of tasks have one on the same tracepoint.
mask() {
	sed '/^ *__set_task_comm+/d
	     s/[0-9]\{15,\}/ADDRESS/g; s/ pid: *[0-9][0-9]*/ pid: N/; s/pid == [0-9]*/pid == N/
	     s/common_pid: *[0-9][0-9]*/common_pid: N/'
}

# Set the trigger, print its histogram, remove it.
try() {
	echo > error_log
	echo "@@ $2" | mask
	if ! printf '%s' "$2" 2>/dev/null >> "$1/trigger"; then
		errors | mask
		return
	fi
	hits
	mask < "$1/hist"
	printf '%s' "!$2" 2>/dev/null >> "$1/trigger" || echo "not removed"
	grep -v '^# ' "$1/trigger"
}

add() {
	printf '%s' "$2" >> "$1/trigger" || echo "not added: $2"
}

del() {
	printf '%s' "!$2" >> "$1/trigger" || echo "not removed: $2"
}

# Variables of another histogram as keys, values, variables and saved fields.
add $enter "hist:keys=common_pid:o=offset,f=fd,t=common_stacktrace$wanted"
for spec in 'keys=$o' 'keys=$t' 'keys=common_pid,$t' 'keys=common_pid,$o' 'keys=$o,common_pid' \
	'keys=syscalls.sys_enter_lseek.$o' 'keys=$p:p=$o' \
	'keys=$p:p=syscalls.sys_enter_lseek.$o' 'keys=$o+1' 'keys=-($o)' \
	'keys=$o.hex' 'keys=$o.log2' 'keys=5' 'keys=$nosuch' \
	'keys=common_pid,$p:p=$o+1' 'keys=ret,$p:p=ret' \
	'keys=common_pid:vals=$o' 'keys=common_pid:vals=$p:p=$o' \
	'keys=common_pid:vals=$o+1' 'keys=common_pid:vals=$o.hex' \
	'keys=common_pid:vals=$o:sort=o' 'keys=common_pid:sort=$o' \
	'keys=common_pid:x=$o.log2' 'keys=common_pid:x=$o:vals=$x' \
	'keys=common_pid:x=$o,y=$o:vals=$o,$f' 'keys=common_pid:x=common_stacktrace+1' \
	'keys=common_pid:vals=$x:x=common_stacktrace' \
	'keys=common_pid:x=ret:onmax($x).save($o)' \
	'keys=common_pid:x=ret:onmax($o).save(ret)' \
	'keys=common_pid:x=$o:onmax($x).save(ret)' \
	'keys=common_pid:x=ret:onmax($x).save(ret+1)' \
	'keys=common_pid:x=ret:onmax($x).save(5)' \
	'keys=common_pid:x=ret:onmax($x).save($x)' \
	'keys=common_pid:x=ret:onmax($x).save(ret.hex)' \
	'keys=common_pid:x=ret:onmax($x).save(ret.stacktrace)' \
	'keys=common_pid:x=ret.stacktrace' 'keys=common_pid:x=ret.execname' \
	'keys=common_pid:vals=ret.syscall' 'keys=common_pid:vals=ret.stacktrace'; do
	try $leave "hist:$spec"
done
del $enter "hist:keys=common_pid:o=offset,f=fd,t=common_stacktrace$wanted"

# String fields with modifiers.
for spec in keys=newcomm.hex keys=newcomm.log2 keys=newcomm.sym keys=newcomm.syscall \
	keys=newcomm.usecs keys=newcomm.stacktrace keys=newcomm.execname \
	keys=pid.stacktrace keys=pid:vals=newcomm.percent keys=pid:s=newcomm+1 \
	'keys=pid:s=-(newcomm)' 'keys=pid:s=newcomm.hex' \
	'keys=pid:s=newcomm.hex:onchange($s).save(newcomm.hex)' \
	'keys=pid:s=newcomm:onmax($s).save(oldcomm)' \
	'keys=oom_score_adj.execname' \
	'keys=common_stacktrace.log2'; do
	try $rename "hist:$spec$mine"
done

# A string variable of another histogram.
add $rename "hist:keys=pid:s=newcomm$mine"
for spec in 'keys=$s' 'keys=common_pid,$s' 'keys=common_pid:q=$s'; do
	try $leave "hist:$spec$wanted"
done
del $rename "hist:keys=pid:s=newcomm$mine"

# Named histograms: the second must have the same layout as the first or is rejected, and
# remains when the first is removed.
pair() {
	echo > error_log
	echo "@@ $2 and $4" | mask
	printf '%s' "$2" 2>/dev/null >> "$1/trigger" || errors
	if printf '%s' "$4" 2>/dev/null >> "$3/trigger"; then
		hist_hit 1000 5 10
		printf '%s' "!$2" 2>/dev/null >> "$1/trigger" || echo "first histogram not removed"
		hist_hit 1000 5 10
		mask < "$3/hist"
		printf '%s' "!$4" 2>/dev/null >> "$3/trigger" || echo "second histogram not removed"
	else
		errors | mask
		printf '%s' "!$2" 2>/dev/null >> "$1/trigger" || echo "first histogram not removed"
	fi
	grep -v '^# ' "$1/trigger" "$3/trigger"
}

write=events/syscalls/sys_enter_write
pair $enter "hist:name=a:keys=fd$wanted" $write 'hist:name=a:keys=fd if fd > 100'
pair $enter hist:name=a:keys=fd $write hist:name=a:keys=count
pair $enter hist:name=a:keys=common_pid $leave hist:name=a:keys=common_pid.hex
pair $enter hist:name=a:keys=common_pid:size=512 $leave hist:name=a:keys=common_pid:size=1024
pair $enter hist:name=a:keys=common_pid:sort=hitcount \
	$leave hist:name=a:keys=common_pid:sort=common_pid.descending
pair $enter hist:name=a:keys=common_pid:vals=fd $leave hist:name=a:keys=common_pid:vals=ret
pair $enter hist:name=a:keys=common_pid:vals=fd $leave hist:name=a:keys=common_pid
pair $enter hist:name=a:keys=common_pid $leave hist:name=a:keys=common_pid:vals=ret
pair $enter hist:name=a:keys=common_pid:x=fd $leave hist:name=a:keys=common_pid:x=ret
pair $enter hist:name=a:keys=common_pid $leave hist:name=a:keys=common_pid:x=ret
pair $rename hist:name=a:keys=common_pid:x=newcomm $leave hist:name=a:keys=common_pid:x=ret
pair $rename hist:name=a:keys=newcomm $rename hist:name=a:keys=oldcomm
pair $rename hist:name=a:keys=newcomm $rename hist:name=a:keys=newcomm.hex
same=hist:name=a:keys=common_pid:x=common_pid
pair $enter "$same:onmax(\$x).save(offset)" $leave "$same:onmax(\$x).save(ret)"
pair $enter "$same:onmax(\$x).save(offset)" $leave "$same:onchange(\$x).save(common_pid)"
pair $enter "$same:onmax(\$x).save(offset)" $leave "$same"
pair $enter hist:name=a:keys=fd $enter hist:name=a:keys=fd.log2

# Fields with the same names and the same total size but with different types.
cat > synthetic_events <<END
one u64 a; char b[16]; u32 c
two char a[16]; u64 b; s32 c
END
one=events/synthetic/one
two=events/synthetic/two
pair $one hist:name=a:keys=common_pid:x=a,y=b $two hist:name=a:keys=common_pid:x=a,y=b
pair $one hist:name=a:keys=c $two hist:name=a:keys=c
pair $one hist:name=a:keys=common_pid:vals=a $two hist:name=a:keys=common_pid:vals=a
echo > synthetic_events

# Commands for a named histogram that has other keys.
add $enter hist:name=a:keys=common_pid
add $leave hist:name=a:keys=common_pid
for word in pause cont clear; do
	for keys in common_pid fd; do
		echo > error_log
		echo "@@ keys=$keys:$word"
		printf '%s' "hist:name=a:keys=$keys:$word" 2>/dev/null >> $enter/trigger || errors
		grep -hv '^# ' $enter/trigger $leave/trigger
	done
done
del $enter hist:name=a:keys=common_pid
del $leave hist:name=a:keys=common_pid

# Named histograms and variables of another instance.
mkdir instances/i
add $enter "hist:name=a:keys=fd:o=offset$wanted"
for spec in name=a:keys=fd:o=offset name=a:keys=offset 'keys=fd:q=$o'; do
	echo > error_log
	echo > instances/i/error_log
	echo "@@ $spec in another instance"
	if printf '%s' "hist:$spec$wanted" 2>/dev/null >> instances/i/$enter/trigger; then
		hist_hit 1002 5 10
		cat instances/i/$enter/hist
		printf '%s' "!hist:$spec$wanted" >> instances/i/$enter/trigger
	else
		errors
		sed 's/^\[[^]]*\]/[T]/' instances/i/error_log
	fi
done
del $enter "hist:name=a:keys=fd:o=offset$wanted"
rmdir instances/i

# The first function of recorded stacks.
echo 'stacks unsigned long[] stack; pid_t pid' > synthetic_events
echo 1 > events/synthetic/stacks/enable
callers() {
	grep '^ *=> ' trace | sed -n 's/+.*//; / comm_write/,/vfs_write/p'
	echo > trace
}
one_name() {
	echo "@@ $2" | mask
	add "$1" "$2"
	printf aaa > /proc/$$/comm
	callers
	del "$1" "$2"
}
one_name $rename 'hist:keys=pid:n=pid:onmax($n).trace(stacks,common_stacktrace,pid)'
one_name $rename "hist:keys=pid:n=pid:onmax(\$n).trace(stacks,common_stacktrace,pid)$mine"
mkdir instances/i
echo 1 > instances/i/$rename/enable
echo "# and another instance has the event on"
one_name $rename "hist:keys=pid:n=pid:onmax(\$n).trace(stacks,common_stacktrace,pid)$mine"
for filter in '' "$mine"; do
	echo "@@ as a key$filter" | mask
	add $rename "hist:keys=common_stacktrace$filter"
	printf aaa > /proc/$$/comm
	sed -n '/comm_write/,/}/s/+.*//p' $rename/hist
	del $rename "hist:keys=common_stacktrace$filter"
done
rmdir instances/i
echo 0 > events/synthetic/stacks/enable
echo > synthetic_events

# The stock kernel has a known warning for a constant as key.
echo "@@ what the kernel reports"
dmesg | grep 'BUG:\|KASAN\|WARNING:\|possible circular' | grep -v ' hist_field_name+'

# The sections are the result, whatever the last command has returned.
exit 0
