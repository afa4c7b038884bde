// SPDX-License-Identifier: GPL-2.0
/*
 * The file README. Tools and tests look for phrases in it to learn what the
 * kernel can do: a feature adds its lines when it comes.
 */
#include "internal.h"

static const char readme_text[] =
"Tracing: what the kernel does, told by files in this directory\n"
"\n"
"Only root sees them, unless the mount says otherwise:\n"
"\n"
"\tmount -t tracefs [-o [gid=<gid>]] nodev /sys/kernel/tracing\n"
"\n"
"Start and stop:\t\techo 1 > tracing_on; echo 0 > tracing_on\n"
"Trace functions:\techo function > current_tracer\n"
"Trace an event:\t\techo 1 > events/sched/sched_switch/enable\n"
"Look at it:\t\tcat trace\n"
"\n"
"Reading\n"
"  trace\t\t\tthe buffer as text, oldest record first; stays as it is\n"
"\t\t\techo > trace empties it\n"
"  trace_pipe\t\tthe same, but what was read is gone, and reading waits\n"
"\t\t\tfor more\n"
"  per_cpu/cpuN/\t\tthe same for one CPU\n"
"    trace_pipe_raw\tpages of the buffer as they are\n"
"    stats\t\tcounts of records\n"
"  snapshot\t\tthe buffer as it was when 1 was written here; it tells more\n"
"  trace_options\t\tone option per line; write \"name\" or \"noname\"\n"
"  options/\t\tone file per option: 0 or 1\n"
"  printk_formats\tstrings that raw records point to\n"
"  saved_cmdlines\tnames of tasks in the buffer, by pid\n"
"  saved_cmdlines_size\thow many names are kept\n"
"  saved_tgids\t\tthread groups of tasks, with the option record-tgid\n"
"\n"
"The buffer\n"
"  tracing_on\t\t0: nothing is recorded\n"
"  buffer_size_kb\tsize per CPU; also in per_cpu/cpuN/\n"
"  buffer_total_size_kb\tof all CPUs\n"
"  buffer_subbuf_size_kb\tthe unit it consists of; no record is larger\n"
"  buffer_percent\thow full it must be before a reader of raw pages wakes\n"
"  free_buffer\t\tthe buffer is freed when a program closes this file\n"
"  trace_clock\t\twhat stamps records; the one in brackets is in use\n"
"  timestamp_mode\thow stamps are stored\n"
"  tracing_cpumask\tCPUs that record\n"
"  error_log\t\twhy commands were refused\n"
"\n"
"Writing\n"
"  trace_marker\t\ttext written here stands in the trace\n"
"  trace_marker_raw\tthe same for bytes: an int that names them, then they\n"
"\n"
"Tracers\n"
"  available_tracers\twhat there is\n"
"  current_tracer\twhich is running; nop: none\n"
"\n"
"Events\n"
"  available_events\tall, as system:event\n"
"  set_event\t\tthose that are on; write one, or !one, to change it\n"
"  set_event_pid\t\tonly of these tasks; empty: of all\n"
"  set_event_notrace_pid\tnot of these tasks\n"
"  events/enable, events/<system>/enable, events/<system>/<event>/enable\n"
"\t\t\t1: on, 0: off, X: some are\n"
"  events/<system>/<event>/format\n"
"\t\t\tthe fields of its records\n"
"\n"
"Instances\n"
"  instances/\t\tmkdir makes another buffer with files of its own, rmdir\n"
"\t\t\tremoves it\n";

static const char readme_functions[] =
"\n"
"Functions\n"
"  available_filter_functions\n"
"\t\t\tall that can be traced\n"
"  set_ftrace_filter\tonly these\n"
"\t\t\taccepts: func_full_name or glob-matching-pattern\n"
"\t\t\t<glob>:mod:<module> for a module's functions\n"
"\t\t\t<glob>:<command>[:count] to do something at each call\n"
"\t\t\t!<what was written> takes it back\n"
"  set_ftrace_notrace\tnot these\n"
"  failures\t\tthose that could not be patched, and why\n"
"  set_ftrace_pid\tonly of these tasks\n"
"  set_ftrace_notrace_pid\n"
"\t\t\tnot of these tasks\n"
"  enabled_functions\tthose that something is attached to now\n"
"  touched_functions\tthose that something was ever attached to\n";

static const char readme_synth[] =
"\n"
"Events made at run time\n"
"  dynamic_events\tall of them; write -:[<group>/]<event> to remove one\n"
"\t\t\ts:[synthetic/]<event> <field> [<field>]\n"
"  synthetic_events\tthose that triggers write\n"
"\t\t\techo 'name type field; type field' >> synthetic_events\n"
"\t\t\techo 'name char text[]' >> synthetic_events\n"
"\t\t\techo 'name long[] stack' >> synthetic_events\n"
"\t\t\techo '!name' >> synthetic_events\n";

static const char readme_hist[] =
"\n"
"Histograms\n"
"  events/<system>/<event>/trigger\n"
"\t\t\thist:keys=<field1[,field2,...]>\n"
"\t\t\t  [:<var1>=<field|var_ref|numeric_literal>[,<var2>=...]]\n"
"\t\t\t  [:values=<field1[,field2,...]>]\n"
"\t\t\t  [:sort=<field1[,field2,...]>][:size=#entries]\n"
"\t\t\t  [:pause][:continue][:clear][:name=histname1]\n"
"\t\t\t  [:nohitcount][:clock=<clock>][:<handler>.<action>]\n"
"\t\t\t  [if <filter>]\n"
"\t\t\tA key can be any field, or the special string 'common_stacktrace'.\n"
"\t\t\tModifiers: .hex .sym .sym-offset .execname .syscall .log2\n"
"\t\t\t  .buckets=size .usecs .percent .graph .stacktrace\n"
"\t\t\tHandlers: onmatch(matching.event), onmax(var), onchange(var)\n"
"\t\t\tActions: trace(<synthetic_event>,param list),\n"
"\t\t\t  <synthetic_event>(param list), save(field,...), snapshot()\n"
"\t\t\tenable_hist:<system>:<event>[:count] and disable_hist\n"
"\t\t\t  let those of another event go on and pause\n"
"  events/<system>/<event>/hist\n"
"\t\t\twhat was counted\n";

static const char readme_probes[] =
"\n"
"Events at places that are chosen at run time\n"
"  dynamic_events, or a file for each kind:\n";

static const char readme_kprobes[] =
"  kprobe_events\t\tin the kernel's code: Create/append/remove/show\n"
"\t\t\tp[:[<group>/][<event>]] <place> [<args>]\n"
"\t\t\tr[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
"\t\t\t-:[<group>/][<event>]\n"
"    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
"    place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
"  kprobe_profile\thow often each was hit, and missed\n";

static const char readme_eprobes[] =
"  dynamic_events\ton other events:\n"
"\t\t\te[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]\n";

static const char readme_args[] =
"    args: <name>=fetcharg[:type]\n"
"    fetcharg: (%<register>|$<efield>), @<address>, @<symbol>[+|-<offset>],\n"
"\t\t\t$stack<index>, $stack, $retval, $comm, $arg<N>,\n"
"\t\t\t+|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\"\n"
"    kernel return probes support: $retval, $arg<N>, $comm\n"
"    type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
"\t\t\tb<bit-width>@<bit-offset>/<container-size>, ustring,\n"
"\t\t\tsymstr, %pd/%pD, <type>\\[<array-size>\\]\n"
"    efield: a field of <attached-event>\n";

/* Each with what it needs. */
static const struct {
	bool is_there;
	const char *text;
} readme_parts[] = {
	{ true, readme_text },
	{ IS_ENABLED(CONFIG_DYNAMIC_FTRACE), readme_functions },
	{ IS_ENABLED(CONFIG_SYNTH_EVENTS), readme_synth },
	{ IS_ENABLED(CONFIG_PROBE_EVENTS), readme_probes },
	{ IS_ENABLED(CONFIG_KPROBE_EVENTS), readme_kprobes },
	{ IS_ENABLED(CONFIG_PROBE_EVENTS), readme_eprobes },
	{ IS_ENABLED(CONFIG_PROBE_EVENTS), readme_args },
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS), readme_hist },
};

static int readme_show(struct seq_file *m, const struct tracing_at *at)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(readme_parts); i++) {
		if (readme_parts[i].is_there)
			seq_puts(m, readme_parts[i].text);
	}
	return 0;
}

const struct tracing_value tracing_readme_value = {
	.show = readme_show,
};
