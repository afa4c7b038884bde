// SPDX-License-Identifier: GPL-2.0
/*
 * The file README: the features of this kernel's tracing, in parts that depend on
 * the configuration. The lines that show syntax are contract: tools and tests read
 * them to detect features. The other text is not. A new feature adds a part.
 */
#include "files.h"

/**
 * struct readme_part - lines of README that depend on the configuration
 * @there: true if the kernel has the feature
 * @text: the lines
 */
struct readme_part {
	bool there;
	const char *text;
};

static const struct readme_part readme_buffer[] = {
	{ true,
"Tracing: what the kernel does, told by files in this directory\n"
"\n"
"Other users see nothing here. Permissions of a group can be given by mounting:\n"
"\n"
"\tmount -t tracefs [-o [gid=<gid>]] nodev /sys/kernel/tracing\n"
"\n"
"Stop and go on:\t\techo 0 > tracing_on; echo 1 > tracing_on\n"
"Trace an event:\t\techo 1 > events/sched/sched_switch/enable\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_TRACER),
"Trace functions:\techo function > current_tracer\n"
	},
	{ true,
"Look at it:\t\tcat trace\n"
"\n"
"Reading\n"
"  trace\t\t\t- the buffer as text, oldest record first; reading takes\n"
"\t\t\t  nothing away\n"
"\t\t\t  Empty it: echo > trace\n"
"  trace_pipe\t\t- the same, but each record is told once, and reading waits\n"
"\t\t\t  for more\n"
"  per_cpu/cpu<N>/\t- files for one CPU: trace, trace_pipe, buffer_size_kb and\n"
"      trace_pipe_raw\t- the buffer's pages as they are\n"
"      stats\t\t- how many records there are, were lost, were read\n"
	},
	{ IS_ENABLED(CONFIG_TRACER_SNAPSHOT),
"      snapshot, snapshot_raw\n"
"\t\t\t- the same of the snapshot\n"
"  snapshot\t\t- the buffer as it was at one moment. When it is empty, reading\n"
"\t\t\t  it tells how to use it:\n"
"\t\t\t  echo 0: free it, echo 1: take one, echo 2: empty it\n"
	},
	{ true,
"  trace_options\t\t- how records are made and printed, one option a line;\n"
"\t\t\t  write <option> or no<option>\n"
"  options/<option>\t- each as a file: 0 or 1\n"
"  printk_formats\t- strings that are recorded by their address\n"
"  saved_cmdlines\t- names of tasks in the buffer, by pid\n"
"  saved_cmdlines_size\t- how many names are kept\n"
"  saved_tgids\t\t- thread groups of tasks, with the option record-tgid\n"
"  trace_stat/\t\t- statistics\n"
"  error_log\t\t- why commands were refused; echo > error_log empties it\n"
"\n"
"The buffer\n"
"  tracing_on\t\t- 0: nothing is recorded\n"
"  buffer_size_kb\t- its size on each CPU, which can be changed\n"
"  buffer_total_size_kb\t- its size on all CPUs\n"
"  buffer_subbuf_size_kb\t- the unit it consists of; no record is larger\n"
"  buffer_percent\t- how full it must be before a reader that waits is woken\n"
"  free_buffer\t\t- frees the buffer when a program closes this file\n"
"  tracing_cpumask\t- CPUs that record\n"
"  timestamp_mode\t- how times are stored\n"
"       delta:   as a difference to the record before\n"
"    absolute:   as they are\n"
"  trace_clock\t\t- what stamps records; the one in brackets is in use\n"
"       local:   nanoseconds of each CPU, may differ between CPUs\n"
"      global:   nanoseconds that agree on all CPUs, slower\n"
"     counter:   no time, but a number for each record\n"
"      uptime:   ticks since boot\n"
"        perf:   as perf stamps its events\n"
"        mono:   CLOCK_MONOTONIC\n"
"    mono_raw:   CLOCK_MONOTONIC_RAW\n"
"        boot:   CLOCK_BOOTTIME\n"
"         tai:   CLOCK_TAI\n"
	},
	{ IS_ENABLED(CONFIG_X86_TSC),
"     x86-tsc:   the CPU's cycle counter\n"
	},
	{ true,
"\n"
"Writing\n"
"  trace_marker\t\t- text written here becomes a record\n"
"  trace_marker_raw\t- bytes written here become a record: an int that says\n"
"\t\t\t  what they are, then they\n"
"\n"
"Instances\n"
"  instances/\t\t- mkdir instances/foo makes another buffer with files of its\n"
"\t\t\t  own, rmdir instances/foo removes it\n"
	},
};

static const struct readme_part readme_tracers[] = {
	{ true,
"\n"
"Tracers\n"
"  available_tracers\t- those that are built in\n"
"  current_tracer\t- the one that runs; nop: none\n"
"  tracing_enabled\t- 0: the tracer is quiet, and keeps what it is set to\n"
"  tracing_thresh\t- in microseconds: tracers of latencies and graphs tell only\n"
"\t\t\t  what takes as long; 0: the longest, or everything\n"
	},
	{ IS_ENABLED(CONFIG_TRACER_MAX_TRACE),
"  tracing_max_latency\t- in microseconds: the longest latency; poll() waits for a\n"
"\t\t\t  longer one\n"
	},
	{ IS_ENABLED(CONFIG_HWLAT_TRACER),
"  hwlat_detector/\t- width, window and mode of the tracer hwlat\n"
	},
	{ IS_ENABLED(CONFIG_OSNOISE_TRACER),
"  osnoise/\t\t- periods, limits and CPUs of the tracers osnoise and timerlat\n"
	},
	{ IS_ENABLED(CONFIG_SYSPROF_TRACER),
"  sysprof_sample_period\t- in microseconds: how often the tracer sysprof looks\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_FTRACE),
"\n"
"Functions\n"
"  available_filter_functions - all that can be traced\n"
"  available_filter_functions_addrs - the same with their addresses\n"
"  set_ftrace_filter\t- trace only these functions\n"
"\t     accepts: func_full_name or glob-matching-pattern\n"
"\t     modules: functions of one module\n"
"\t      Format: :mod:<module-name>\n"
"\t     example: echo :mod:ext3 > set_ftrace_filter\n"
"\t    triggers: something to do when a function is called\n"
"\t      Format: <function>:<trigger>[:count]\n"
"\t     trigger: traceon, traceoff\n"
"\t\t      enable_event:<system>:<event>\n"
"\t\t      disable_event:<system>:<event>\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_FTRACE) && IS_ENABLED(CONFIG_STACKTRACE),
"\t\t      stacktrace\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_FTRACE) && IS_ENABLED(CONFIG_TRACER_SNAPSHOT),
"\t\t      snapshot\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_FTRACE),
"\t\t      dump\n"
"\t\t      cpudump\n"
"\t     example: echo do_fault:traceoff > set_ftrace_filter\n"
"\t              echo do_trap:traceoff:3 > set_ftrace_filter\n"
"\t      A count says how often it is done; a time when there was nothing\n"
"\t      to be done does not count.\n"
"\t      Remove one without a count: echo '!<function>:<trigger>' > set_ftrace_filter\n"
"\t      Remove one with a count:    echo '!<function>:<trigger>:0' > set_ftrace_filter\n"
"  set_ftrace_notrace\t- never trace these functions\n"
"\t     accepts: func_full_name, *func_end, func_begin*, *func_middle*\n"
"\t     modules: as above; there are no triggers\n"
"  enabled_functions\t- functions that something is attached to, and what\n"
"  touched_functions\t- functions that something was ever attached to\n"
"  failures\t\t- functions that could not be patched, and why\n"
"  dyn_ftrace_total_info\t- how many functions there are\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_TRACER),
"  set_ftrace_pid\t- trace functions only in these tasks\n"
"  set_ftrace_notrace_pid - do not trace functions in these tasks\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER),
"  set_graph_function\t- function_graph: only what is called from these\n"
"  set_graph_notrace\t- function_graph: nothing that is called from these\n"
"  max_graph_depth\t- function_graph: no calls deeper than this; 0: all\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_PROFILER),
"  function_profile_enabled - 1: count calls of functions, in trace_stat/function<N>\n"
	},
	{ IS_ENABLED(CONFIG_STACK_TRACER),
"  stack_trace\t\t- the deepest kernel stack there was, while\n"
"\t\t\t  /proc/sys/kernel/stack_tracer_enabled is 1\n"
"  stack_max_size\t- how deep it was, in bytes; echo 0 begins anew\n"
"  stack_trace_filter\t- functions where stacks are looked at, written as for\n"
"\t\t\t  set_ftrace_filter\n"
	},
};

static const struct readme_part readme_dynamic[] = {
	{ IS_ENABLED(CONFIG_DYNAMIC_EVENTS),
"\n"
"Events made at run time\n"
"  dynamic_events\t\t- Create/append/remove/show the generic dynamic events\n"
	},
	{ IS_ENABLED(CONFIG_KPROBE_EVENTS),
"  kprobe_events\t\t- Create/append/remove/show the kernel dynamic events\n"
"  kprobe_profile\t- how often each was hit, and missed\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_EVENTS),
"\t  accepts: event-definitions (one definition per line)\n"
	},
	{ IS_ENABLED(CONFIG_KPROBE_EVENTS),
"\t   Format: p[:[<group>/][<event>]] <place> [<args>]\n"
"\t           r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
	},
	{ IS_ENABLED(CONFIG_SYNTH_EVENTS),
"\t           s:[synthetic/]<event> <field> [<field>]\n"
	},
	{ IS_ENABLED(CONFIG_PROBE_EVENTS),
"\t           e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_EVENTS),
"\t           -:[<group>/][<event>]\n"
	},
	{ IS_ENABLED(CONFIG_KPROBE_EVENTS),
"\t    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
"place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
	},
	{ IS_ENABLED(CONFIG_PROBE_EVENTS),
"\t     args: <name>=fetcharg[:type]\n"
"\t fetcharg: (%<register>|$<efield>), @<address>, @<symbol>[+|-<offset>],\n"
"\t           $stack<index>, $stack, $retval, $comm, $arg<N>,\n"
"\t           +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\"\n"
"\t     kernel return probes support: $retval, $arg<N>, $comm\n"
"\t     type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
"\t           b<bit-width>@<bit-offset>/<container-size>, ustring,\n"
"\t           symstr, %pd/%pD, <type>\\[<array-size>\\]\n"
	},
	{ IS_ENABLED(CONFIG_SYNTH_EVENTS),
"\t    field: <stype> <name>;\n"
"\t    stype: u8/u16/u32/u64, s8/s16/s32/s64, pid_t,\n"
"\t           [unsigned] char/int/long\n"
	},
	{ IS_ENABLED(CONFIG_PROBE_EVENTS),
"\t    efield: a field of <attached-group>/<attached-event>, for 'e'\n"
	},
};

static const struct readme_part readme_events[] = {
	{ true,
"\n"
"Events\n"
"  available_events\t- all, as <system>:<event>\n"
"  set_event\t\t- those that are on; write one to turn it on, !<event> to turn\n"
"\t\t\t  it off\n"
"  set_event_pid\t\t- only in these tasks; empty: in all\n"
"  set_event_notrace_pid\t- not in these tasks\n"
"  events/\t\t- a directory for each system, in it one for each event\n"
"      header_page, header_event - what the buffer's pages are made of\n"
"  events/enable, events/<system>/enable, events/<system>/<event>/enable\n"
"\t\t\t- 1: on, 0: off, X: some are on\n"
"  events/<system>/filter, events/<system>/<event>/filter\n"
"\t\t\t- only records that the expression is true for\n"
"  events/<system>/<event>/format\n"
"\t\t\t- the fields of its records, and how they are printed\n"
"  events/<system>/<event>/id\n"
"\t\t\t- the number that records have\n"
"  events/<system>/<event>/trigger\n"
"\t\t\t- something to do when the event happens\n"
"\t    Format: <trigger>[:count][if <filter>]\n"
"\t   trigger: traceon, traceoff\n"
"\t            enable_event:<system>:<event>\n"
"\t            disable_event:<system>:<event>\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\t            enable_hist:<system>:<event>\n"
"\t            disable_hist:<system>:<event>\n"
	},
	{ IS_ENABLED(CONFIG_STACKTRACE),
"\t\t    stacktrace\n"
	},
	{ IS_ENABLED(CONFIG_TRACER_SNAPSHOT),
"\t\t    snapshot\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\t\t    hist (see below)\n"
	},
	{ true,
"\t   example: echo traceoff > events/block/block_unplug/trigger\n"
"\t            echo traceoff:3 > events/block/block_unplug/trigger\n"
"\t            echo 'enable_event:kmem:kmalloc:3 if nr_rq > 1' > \\\n"
"\t                  events/block/block_unplug/trigger\n"
"\t   The count goes down when something was done: not where tracing or\n"
"\t   the other event is in that state already.\n"
"\t   Remove one without a count: echo '!<trigger>' > <system>/<event>/trigger\n"
"\t   Remove one with a count:    echo '!<trigger>:0' > <system>/<event>/trigger\n"
"\t   There is no need to repeat the filter.\n"
	},
	{ IS_ENABLED(CONFIG_MARKERS),
"  events/markers/\t- kernel markers: trace_mark() in the kernel's code. Each is\n"
"\t\t\t  an event that comes and goes with its module\n"
	},
};

static const struct readme_part readme_hist[] = {
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\n"
"Histograms\n"
"  events/<system>/<event>/hist\n"
"\t\t\t- a table for each hist trigger of the event\n"
"      hist trigger\t- records are counted by the values of their fields\n"
"\t    Format: hist:keys=<field1[,field2,...]>\n"
"\t            [:<var1>=<field|var_ref|numeric_literal>[,<var2>=...]]\n"
"\t            [:values=<field1[,field2,...]>]\n"
"\t            [:sort=<field1[,field2,...]>]\n"
"\t            [:size=#entries][:clock=<clock>]\n"
"\t            [:pause][:continue][:clear]\n"
"\t            [:name=histname1]\n"
"\t            [:nohitcount]\n"
"\t            [:<handler>.<action>]\n"
"\t            [if <filter>]\n"
"\n"
"\t    Beside the event's fields there are:\n"
"\t            common_timestamp - the time\n"
"\t            common_cpu - the CPU\n"
"\t    A key can be any field, or the special string 'common_stacktrace'.\n"
"\t    Values are numbers: each is summed up in the entry of its keys, and\n"
"\t    so is 'hitcount', the number of records.\n"
"\t    sort: up to two of them, each with .descending or .ascending\n"
"\t    size: how many entries there can be, 2048 if it is not given\n"
"\t    pause, continue, clear: stop counting, go on, begin anew\n"
"\t    name: triggers of one name count in one table\n"
"\t    'nohitcount' (or NOHC): the hitcount is not shown\n"
"\n"
"\t    How a field is shown, written behind its name:\n"
"\t            .hex        a number as hexadecimal\n"
"\t            .sym        an address as a symbol\n"
"\t            .sym-offset an address as a symbol and an offset\n"
"\t            .execname   a common_pid as the name of the program\n"
"\t            .syscall    a system call's number as its name\n"
"\t            .log2       powers of two rather than numbers\n"
"\t            .buckets=size  ranges of that size rather than numbers\n"
"\t            .usecs      a common_timestamp in microseconds\n"
"\t            .stacktrace an array of addresses as a stack\n"
"\t            .percent    a value as a part of the sum\n"
"\t            .graph      a value as a bar\n"
"\n"
"\t    A variable keeps a value for other triggers, which read it as $var:\n"
"\t        - a field, as in x=common_timestamp\n"
"\t        - another variable, as in y=$x\n"
"\t        - a number, as in ms_per_sec=1000\n"
"\t        - an expression of these with + - * /\n"
"\t          as in time_secs=common_timestamp/1000\n"
"\n"
"\t    enable_hist and disable_hist let the histograms of another event go\n"
"\t    on and pause, as enable_event and disable_event do with events.\n"
"\n"
"\t    When an entry is made or changed, an action can follow:\n"
"\n"
"\t        <handler>.<action>\n"
"\n"
"\t    Handlers say when:\n"
"\t        onmatch(matching.event)  - the entry's keys came in that event before\n"
"\t        onmax(var)               - the variable is larger than ever\n"
"\t        onchange(var)            - the variable has changed\n"
"\t    Actions say what:\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS) && IS_ENABLED(CONFIG_SYNTH_EVENTS),
"\t        trace(<synthetic_event>,param list)  - the synthetic event happens\n"
"\t        <synthetic_event>(param list)        - the same\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\t        save(field,...)                      - fields are shown with the entry\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS) && IS_ENABLED(CONFIG_TRACER_SNAPSHOT),
"\t        snapshot()                           - a snapshot is taken\n"
	},
	{ IS_ENABLED(CONFIG_SYNTH_EVENTS),
"\n"
"  synthetic_events\t- Create/append/remove/show synthetic events, which\n"
"\t\t\t  histograms write\n"
"\t     example: echo 'myevent u64 lat; char name[]; long[] stack' >> synthetic_events\n"
"\t      remove: echo '!myevent' >> synthetic_events\n"
	},
};

static void readme_print(struct seq_file *m, const struct readme_part *part,
			 unsigned int count)
{
	for (; count--; part++) {
		if (part->there)
			seq_puts(m, part->text);
	}
}

static int readme_show(struct seq_file *m, const struct tracing_file_ctx *ctx)
{
	readme_print(m, readme_buffer, ARRAY_SIZE(readme_buffer));
	readme_print(m, readme_tracers, ARRAY_SIZE(readme_tracers));
	readme_print(m, readme_dynamic, ARRAY_SIZE(readme_dynamic));
	readme_print(m, readme_events, ARRAY_SIZE(readme_events));
	readme_print(m, readme_hist, ARRAY_SIZE(readme_hist));
	return 0;
}

const struct tracing_value tracing_readme_value = {
	.show = readme_show,
};
