# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Bounds of histograms and parsers: commands at a limit and beyond it. bounds.txt has the
# answers of the stock kernel.

# rep N TEXT: the text N times; a # in it is the number.
rep() { awk -v n="$1" -v t="$2" 'BEGIN { for (i = 0; i < n; i++) { s = t; gsub(/#/, i, s); printf "%s", s } }'; }

# b FILE NAME TEXT [UNDO]: write the text, print the answer, and write the second text.
b() {
	if printf '%s\n' "$3" 2> /tmp/error > "$1"; then
		echo "$1, $2: ok"
		[ -z "$4" ] || printf '%s\n' "$4" > "$1"
	else
		echo "$1, $2: $(sed 's/.*: //' /tmp/error)"
	fi 2> /dev/null
}

S=events/sched/sched_switch/trigger
F=events/sched/sched_switch/filter

# h NAME TEXT: a histogram trigger, which is removed again.
h() { b $S "$1" "hist:$2" "!hist:$2"; }

bounds_hist() {
	fields="prev_pid prev_prio prev_state next_pid next_prio"
	for n in 1 2 3 4 5; do
		list=$(echo "$fields" | tr ' ' '\n' | head -n $n | tr '\n' ',' | sed 's/,$//')
		h "$n keys" "keys=$list"
		h "$n values" "keys=next_comm:vals=$list"
		h "$n sort keys" "keys=next_comm:vals=prev_pid,next_pid:sort=$(echo hitcount,prev_pid,next_pid,next_comm | cut -d, -f1-$n)"
	done
	for n in 15 16 17 40; do
		h "$n variables" "keys=next_pid:$(rep $n v#=prev_pid, | sed 's/,$//')"
	done
	for n in 1 2 3 4 5 9; do
		h "$n operators" "keys=next_pid:v=prev_pid$(rep $n +prev_prio)"
	done
	for n in 0 1 127 128 129 131072 131073 262144 4294967296 99999999999999999999 -1 x ''; do
		h "size $n" "keys=next_pid:size=$n"
	done
	for n in 0 1 2147483648 4294967296 99999999999999999999 -1 x; do
		h "buckets of $n" "keys=next_pid.buckets=$n"
		h "a constant $n" "keys=next_pid:v=prev_pid+$n"
		h "division by $n" "keys=next_pid:v=prev_pid/$n"
	done
	for n in 30 31 32 33 63 64 255 256 2000; do
		h "a variable name of $n" "keys=next_pid:$(rep $n v)=prev_pid"
		h "a histogram name of $n" "name=$(rep $n v):keys=next_pid"
	done
	for n in 255 256 257 1000 4000 4094 4095 4096 5000; do
		h "a key of $n" "keys=$(rep $n k)"
	done
	h "empty keys" "keys="
	h "commas" "keys=,,,"
	h "colons" ":::::"
	h "sixty colons" "keys=next_pid$(rep 60 :)"
	h "two actions" "keys=next_pid:p=prev_pid:onmax(\$p).save(prev_prio):onchange(\$p).save(prev_comm)"
	h "thirty actions" "keys=next_pid:p=prev_pid$(rep 30 ':onmax($p).save(prev_prio)')"
	for n in 1 31 32 33 64; do
		h "$n saved fields" "keys=next_pid:p=prev_pid:onmax(\$p).save($(rep $n prev_prio, | sed 's/,$//'))"
	done
}

bounds_trigger() {
	for n in 0 1 -1 2147483647 2147483648 4294967295 4294967296 99999999999999999999 x ''; do
		b $S "count $n" "traceoff:$n" "!traceoff:$n"
	done
	b $S "an event name of 2000" "enable_event:$(rep 2000 s):x"
	b $S "three colons" "enable_event:sched:sched_switch:1:1"
	for n in 100 1000 4000 4095 4096; do
		b $S "$n letters" "$(rep $n t)"
		b $S "$n spaces" "$(rep $n ' ')"
	done
}

bounds_filter() {
	for n in 1 10 100 500 2000 4080 4096 5000; do
		b $F "$n parentheses" "$(rep $n '(')prev_pid > 1$(rep $n ')')" 0
		b $F "$n negations" "$(rep $n '!')(prev_pid > 1)" 0
		b $F "$n letters" "$(rep $n f)" 0
		b $F "a text of $n" "prev_comm == \"$(rep $n f)\"" 0
	done
	for n in 253 254 255 256 257; do
		b $F "a text of $n" "prev_comm == \"$(rep $n f)\"" 0
		b $F "an unquoted text of $n" "prev_comm == $(rep $n f)" 0
		b $F "a number of $n digits" "prev_pid == $(rep $n 1)" 0
	done
	for n in 2 16 100 200 300; do
		b $F "$n terms, and" "prev_pid > 1$(rep $n '&&prev_pid>1')" 0
		b $F "$n terms, mixed" "prev_pid > 1$(rep $n '&&prev_pid>1||CPU==1')" 0
	done
	for n in 0 7 8 64 1000 4294967296; do
		b $F "CPU $n" "CPU & CPUS{$n}" 0
	done
	for n in 18446744073709551615 18446744073709551616 -9223372036854775808 0x 0xfffffffffffffffff; do
		b $F "value $n" "prev_pid == $n" 0
	done
}

bounds_dynamic() {
	E=dynamic_events
	for n in 30 31 32 33 60 61 62 63 64 65 200 255 256; do
		b $E "a synthetic name of $n" "s:$(rep $n s) u64 a" "-:synthetic/$(rep $n s)"
		b $E "a synthetic field of $n" "s:syn u64 $(rep $n f)" "-:synthetic/syn"
		b $E "a kprobe name of $n" "p:$(rep $n k) vfs_read" "-:kprobes/$(rep $n k)"
		b $E "a kprobe group of $n" "p:$(rep $n g)/k vfs_read" "-:$(rep $n g)/k"
		b $E "an argument name of $n" "p:k vfs_read $(rep $n a)=%di" "-:kprobes/k"
		b $E "an array of $n" "p:k vfs_read a=+0(%si):u8[$n]" "-:kprobes/k"
		b $E "a field of $n characters" "s:syn char a[$n]" "-:synthetic/syn"
		b $E "$n fields" "s:syn$(rep $n ' u64 f#;')" "-:synthetic/syn"
	done
	for n in 1 8 64 126 127 128 129 130; do
		b $E "$n arguments" "p:k vfs_read $(rep $n ' a#=%di')" "-:kprobes/k"
	done
	for n in 1 2 5 10 13 14 15 16 17 40; do
		b $E "$n dereferences" "p:k vfs_read a=$(rep $n '+0(')%si$(rep $n ')')" "-:kprobes/k"
	done
	for n in 0 2147483647 2147483648 9223372036854775807 9223372036854775808 99999999999999999999; do
		b $E "an offset of $n" "p:k vfs_read a=+$n(%si)" "-:kprobes/k"
		b $E "a symbol offset of $n" "p:k vfs_read+$n" "-:kprobes/k"
		b $E "a return probe of $n" "r$n:k vfs_read" "-:kprobes/k"
		b $E "stack entry $n" "p:k vfs_read a=\$stack$n" "-:kprobes/k"
		b $E "argument $n" "p:k vfs_read a=\$arg$n" "-:kprobes/k"
		b $E "a bit field of $n" "p:k vfs_read a=%di:b$n@0/32" "-:kprobes/k"
	done
	for n in 4000 4094 4095 4096 5000 9000; do
		b $E "$n letters" "$(rep $n e)"
		b $E "a line of $n" "s:syn u64 a;$(rep $n ' ')" "-:synthetic/syn"
	done
}

bounds_files() {
	for n in 1 100 126 127 128 129 255 256 257 1000 4095 4096 5000; do
		b set_event "$n letters" "$(rep $n e)"
		b set_ftrace_filter "$n letters" "$(rep $n e)"
		b set_ftrace_notrace "$n stars" "$(rep $n '*')" ' '
		b set_graph_function "$n letters" "$(rep $n e)"
		b set_ftrace_pid "$n digits" "$(rep $n 1)" ' '
		b set_event_pid "$n digits" "$(rep $n 1)" ' '
		b current_tracer "$n letters" "$(rep $n t)"
		b trace_clock "$n letters" "$(rep $n c)"
		b trace_options "$n letters" "$(rep $n o)"
		b tracing_cpumask "$n digits" "$(rep $n 0)3" 3
		b buffer_size_kb "$n digits" "$(rep $n 9)" 100
	done
	for n in 0 1 2 3 4 5 8 12 64 100 128 256 1024 4096 8192 18446744073709551615; do
		b buffer_subbuf_size_kb "$n" "$n" 4
		b buffer_percent "$n" "$n" 50
		b saved_cmdlines_size "$n" "$n" 128
		b max_graph_depth "$n" "$n" 0
		b tracing_on "$n" "$n" 1
		b options/raw "$n" "$n" 0
		b snapshot "$n" "$n" 0
		b set_ftrace_pid "pid $n" "$n" ' '
	done
	for n in 1 255 256; do
		mkdir instances/$(rep $n i) 2> /tmp/error && echo "an instance name of $n: ok" ||
			echo "an instance name of $n: $(sed 's/.*: //' /tmp/error)"
		rmdir instances/$(rep $n i) 2> /dev/null
	done
	echo > set_ftrace_filter
	echo > set_ftrace_notrace
	echo > set_graph_function
	for n in 1 100 1000 3000 4000 4095 4096 8192 100000; do
		echo > trace
		rep $n x > trace_marker
		echo "$n bytes in a marker: $(sed -n 's/.*tracing_mark_write: //p' trace | tr -d '\n' | wc -c)"
	done
	echo > trace
}

bounds_all() {
	bounds_hist
	bounds_trigger
	bounds_filter
	bounds_dynamic
	bounds_files
	echo > error_log
}
bounds_all > /tmp/bounds 2> /dev/null
bounds_compare() {
	diff /classes/bounds.txt /tmp/bounds
}
echo "# bounds: $(wc -l < /tmp/bounds) commands"
t "each command at a limit has the answer of the stock kernel" bounds_compare
for file in $S $F dynamic_events set_ftrace_filter set_event set_event_pid; do
	t "$file can be read afterwards" cat $file
done
[ -z "$SHOW" ] || cat /tmp/bounds
