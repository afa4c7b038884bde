#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The file README contains every pattern that selftests search for in the stock file,
# every syntax line of the stock file, and the name of every control file.
# guest: --files BASE/tools/testing/selftests/ftrace/test.d:test.d
# compare: facts

cd /sys/kernel/tracing || exit 1

has() { # KIND TEXT
	if grep -Fq -- "$2" README; then
		echo "$1 '$2': yes"
	else
		echo "$1 '$2': no"
	fi
}
like() { # PATTERN
	if grep -Eq -- "$1" README; then
		echo "pattern '$1': yes"
	else
		echo "pattern '$1': no"
	fi
}

# Patterns required by the base's selftests.
grep -rh '^# requires:' /test.d | grep -o '"[^"]*":README' | sort -u |
	sed 's/^"//; s/":README$//' | while read -r text; do
	has required "$text"
done

# Patterns that some selftests and perf search for.
like 'accepts: .* glob-matching-pattern'
like 'r\[maxactive\]'
like '\$arg<N>'
like 'imm-value'
like 'imm-string'
like ' <type>\\\[<array-size>\\\]'
like 'place \(kretprobe\): .*%return.*'
like 'type: .* x8/16/32/64,'
like 'place \(kretprobe\): '
like 'ref_ctr_offset'
like 'u\]<offset>'
like 'Create/append/'
like '\\imm-value,'
like 'common_stacktrace'
grep -A1 "fetcharg:" README | grep -q "\$comm" && echo "fetcharg with comm: yes"

# Syntax lines of the stock kernel.
while read -r text; do
	has syntax "$text"
done <<'END'
[gid=<gid>]
echo 0 > tracing_on
echo 1 > tracing_on
echo > trace
:mod:<module-name>
<function>:<trigger>[:count]
traceon, traceoff
enable_event:<system>:<event>
disable_event:<system>:<event>
enable_hist:<system>:<event>
disable_hist:<system>:<event>
cpudump
echo do_fault:traceoff > set_ftrace_filter
echo do_trap:traceoff:3 > set_ftrace_filter
func_full_name, *func_end, func_begin*, *func_middle*
accepts: event-definitions (one definition per line)
p[:[<group>/][<event>]] <place> [<args>]
r[maxactive][:[<group>/][<event>]] <place> [<args>]
f[:[<group>/][<event>]] <func-name>[%return] [<args>]
t[:[<group>/][<event>]] <tracepoint> [<args>]
s:[synthetic/]<event> <field> [<field>]
e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]
-:[<group>/][<event>]
place: [<module>:]<symbol>[+<offset>]|<memaddr>
place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>
place (uprobe):
args: <name>=fetcharg[:type]
fetcharg: (%<register>|$<efield>), @<address>, @<symbol>[+|-<offset>],
$stack<index>, $stack, $retval, $comm, $arg<N>,
+|-[u]<offset>(<fetcharg>), \imm-value, \"imm-string"
kernel return probes support: $retval, $arg<N>, $comm
type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,
b<bit-width>@<bit-offset>/<container-size>, ustring,
symstr, %pd/%pD, <type>\[<array-size>\]
field: <stype> <name>;
stype: u8/u16/u32/u64, s8/s16/s32/s64, pid_t,
[unsigned] char/int/long
efield:
<trigger>[:count][if <filter>]
hist (see below)
echo traceoff:3 > events/block/block_unplug/trigger
echo 'enable_event:kmem:kmalloc:3 if nr_rq > 1' >
Format: hist:keys=<field1[,field2,...]>
[:<var1>=<field|var_ref|numeric_literal>[,<var2>=...]]
[:values=<field1[,field2,...]>]
[:sort=<field1[,field2,...]>]
[:size=#entries]
[:pause][:continue][:clear]
[:name=histname1]
[:nohitcount]
[:<handler>.<action>]
[if <filter>]
<handler>.<action>
common_timestamp
common_cpu
ms_per_sec=1000
.descending
.ascending
.hex
.sym
.sym-offset
.execname
.syscall
.log2
.buckets=size
.usecs
.percent
.graph
'nohitcount' (or NOHC)
onmatch(matching.event)
onmax(var)
onchange(var)
trace(<synthetic_event>,param list)
save(field,...)
snapshot()
echo 'myevent u64 lat; char name[]; long[] stack' >> synthetic_events
x86-tsc:
global:
counter:
uptime:
perf:
delta:
absolute:
END

untold=
for name in *; do
	[ "$name" = README ] && continue
	grep -Eq "(^|[[:space:],/])$name([[:space:],/]|$)" README || untold="$untold $name"
done
echo "files that it does not name:${untold:- none}"
