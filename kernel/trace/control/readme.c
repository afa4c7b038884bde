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
"The tracing files of the kernel\n"
"\n"
"Only root can access these files. A mount option grants access to a group:\n"
"\n"
"\tmount -t tracefs [-o [gid=<gid>]] nodev /sys/kernel/tracing\n"
"\n"
"Stop and continue:\techo 0 > tracing_on; echo 1 > tracing_on\n"
"Trace an event:\t\techo 1 > events/sched/sched_switch/enable\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_TRACER),
"Trace functions:\techo function > current_tracer\n"
	},
	{ true,
"Show the trace:\t\tcat trace\n"
"\n"
"Reading\n"
"  trace\t\t\t- the buffer as text, oldest record first; reading does not\n"
"\t\t\t  consume records\n"
"\t\t\t  Clear the buffer: echo > trace\n"
"  trace_pipe\t\t- the same, but reading consumes records, and waits for\n"
"\t\t\t  more\n"
"  per_cpu/cpu<N>/\t- files for one CPU: trace, trace_pipe, buffer_size_kb and\n"
"      trace_pipe_raw\t- the pages of the buffer in binary form\n"
"      stats\t\t- numbers of records in the buffer, lost and read\n"
"  loss\t\t\t- how many records of each CPU were written, read and lost, and\n"
"\t\t\t  why\n"
	},
	{ IS_ENABLED(CONFIG_TRACER_SNAPSHOT),
"      snapshot, snapshot_raw\n"
"\t\t\t- the same for the snapshot\n"
"  snapshot\t\t- a copy of the buffer. While there is none, reading the file\n"
"\t\t\t  explains its use:\n"
"\t\t\t  echo 0: free it, echo 1: take a snapshot, echo 2: clear it\n"
	},
	{ true,
"  trace_options\t\t- options for recording and printing, one per line;\n"
"\t\t\t  write <option> or no<option>\n"
"  options/<option>\t- one file per option: 0 or 1\n"
"  printk_formats\t- strings that records contain as addresses\n"
"  saved_cmdlines\t- names of tasks in the buffer, by pid\n"
"  saved_cmdlines_size\t- number of names that are kept\n"
"  saved_tgids\t\t- thread group ids of tasks, with the option record-tgid\n"
	},
	{ INSTANCE_HAS_MAPPINGS,
"  user_mappings\t\t- executable mappings of processes, with the option\n"
"\t\t\t  user-mappings\n"
	},
	{ true,
"  trace_stat/\t\t- statistics\n"
"  error_log\t\t- reasons why commands failed; echo > error_log clears it\n"
"\n"
"The buffer\n"
"  tracing_on\t\t- 0: recording is stopped\n"
"  buffer_size_kb\t- size of the buffer of each CPU; can be changed\n"
"  buffer_total_size_kb\t- size of the buffers of all CPUs\n"
"  buffer_subbuf_size_kb\t- size of a sub-buffer, the limit for one record\n"
"  budget\t\t- records per second that each CPU may write; 0: no limit\n"
"  buffer_percent\t- percentage that must be full to wake a waiting reader\n"
"  free_buffer\t\t- frees the buffer when a program closes this file\n"
"  syscall_user_buf_size\t- bytes that events of system calls copy from where an\n"
"\t\t\t  argument points to, up to 165; 0: none\n"
"  tracing_cpumask\t- CPUs that record\n"
"  timestamp_mode\t- how timestamps are stored\n"
"       delta:   as the difference to the previous record\n"
"    absolute:   as absolute values\n"
"  trace_clock\t\t- clock of the timestamps; the current one is in brackets\n"
"       local:   nanoseconds; may differ between CPUs\n"
"      global:   nanoseconds; ordered between CPUs, slower\n"
"     counter:   a counter that increases with each record\n"
"      uptime:   jiffies since boot\n"
"        perf:   the clock of perf\n"
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
"  trace_marker\t\t- text that is written here is recorded\n"
"  trace_marker_raw\t- binary data that is written here is recorded; it begins\n"
"\t\t\t  with an id of four bytes\n"
"\n"
"Instances\n"
"  instances/\t\t- mkdir instances/foo creates an instance with its own buffer\n"
"\t\t\t  and files, rmdir instances/foo removes it\n"
	},
};

static const struct readme_part readme_tracers[] = {
	{ true,
"\n"
"Tracers\n"
"  available_tracers\t- tracers that the kernel contains\n"
"  current_tracer\t- the tracer in use; nop: no tracer\n"
"  tracing_enabled\t- 0: the tracer is paused and keeps its settings\n"
"  tracing_thresh\t- in microseconds: latency and graph tracers record only what\n"
"\t\t\t  takes longer; 0: a new maximum, or everything\n"
	},
	{ IS_ENABLED(CONFIG_TRACER_MAX_TRACE),
"  tracing_max_latency\t- in microseconds: the longest latency; poll() waits for a\n"
"\t\t\t  new maximum\n"
	},
	{ IS_ENABLED(CONFIG_HWLAT_TRACER),
"  hwlat_detector/\t- width, window and mode of the tracer hwlat\n"
	},
	{ IS_ENABLED(CONFIG_OSNOISE_TRACER),
"  osnoise/\t\t- periods, limits and CPUs of the tracers osnoise and timerlat\n"
	},
	{ IS_ENABLED(CONFIG_SYSPROF_TRACER),
"  sysprof_sample_period\t- sampling period of the tracer sysprof in microseconds\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_FTRACE),
"\n"
"Functions\n"
"  available_filter_functions - functions that can be traced\n"
"  available_filter_functions_addrs - the same with their addresses\n"
"  set_ftrace_filter\t- trace only these functions\n"
"\t     accepts: func_full_name or glob-matching-pattern\n"
"\t     modules: functions of one module\n"
"\t      Format: :mod:<module-name>\n"
"\t     example: echo :mod:ext3 > set_ftrace_filter\n"
"\t    triggers: an action that runs when a function is called\n"
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
"\t      A count limits how often the action runs. Calls for which there is\n"
"\t      nothing to do are not counted.\n"
"\t      Remove one without a count: echo '!<function>:<trigger>' > set_ftrace_filter\n"
"\t      Remove one with a count:    echo '!<function>:<trigger>:0' > set_ftrace_filter\n"
"  set_ftrace_notrace\t- never trace these functions\n"
"\t     accepts: func_full_name, *func_end, func_begin*, *func_middle*\n"
"\t     modules: as above; triggers are not possible\n"
"  enabled_functions\t- functions that have callbacks, and these callbacks\n"
"  touched_functions\t- functions that have had callbacks since boot\n"
"  failures\t\t- functions that could not be patched, with the reason\n"
"  dyn_ftrace_total_info\t- number of functions that can be traced\n"
	},
	{ IS_ENABLED(CONFIG_FTRACE_RECORD_RECURSION),
"  recursed_functions\t- functions that recursed into function tracing\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_TRACER),
"  set_ftrace_pid\t- trace functions only in these tasks\n"
"  set_ftrace_notrace_pid - do not trace functions in these tasks\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_TRACER) && IS_ENABLED(CONFIG_CGROUPS),
"  set_ftrace_cgroup\t- trace functions only in tasks of these cgroups\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER),
"  set_graph_function\t- function_graph: only calls made by these functions\n"
"  set_graph_notrace\t- function_graph: no calls made by these functions\n"
"  max_graph_depth\t- function_graph: maximum depth of calls; 0: no limit\n"
	},
	{ IS_ENABLED(CONFIG_FUNCTION_PROFILER),
"  function_profile_enabled - 1: count calls of functions, in trace_stat/function<N>\n"
	},
	{ IS_ENABLED(CONFIG_STACK_TRACER),
"  stack_trace\t\t- the deepest kernel stack seen while\n"
"\t\t\t  /proc/sys/kernel/stack_tracer_enabled is 1\n"
"  stack_max_size\t- size of that stack in bytes; echo 0 resets the maximum\n"
"  stack_trace_filter\t- functions in which the stack is checked; syntax as for\n"
"\t\t\t  set_ftrace_filter\n"
	},
};

static const struct readme_part readme_dynamic[] = {
	{ IS_ENABLED(CONFIG_DYNAMIC_EVENTS),
"\n"
"Dynamic events\n"
"  dynamic_events\t\t- Create/append/remove/show the generic dynamic events\n"
	},
	{ IS_ENABLED(CONFIG_KPROBE_EVENTS),
"  kprobe_events\t\t- Create/append/remove/show the kernel dynamic events\n"
"  kprobe_profile\t- numbers of hits and misses of each event\n"
	},
	{ IS_ENABLED(CONFIG_UPROBE_EVENTS),
"  uprobe_events\t\t- Create/append/remove/show the userspace dynamic events\n"
"  uprobe_profile\t- number of hits of each event\n"
	},
	{ IS_ENABLED(CONFIG_USER_EVENTS),
"  user_events_data\t- define and write user events: Documentation/trace/user_events.rst\n"
"  user_events_status\t- the user events, and what uses them\n"
	},
	{ IS_ENABLED(CONFIG_DYNAMIC_EVENTS),
"\t  accepts: event-definitions (one definition per line)\n"
	},
	{ IS_ENABLED(CONFIG_KPROBE_EVENTS) || IS_ENABLED(CONFIG_UPROBE_EVENTS),
"\t   Format: p[:[<group>/][<event>]] <place> [<args>]\n"
"\t           r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
	},
	{ IS_ENABLED(CONFIG_FPROBE_EVENTS),
"\t           f[:[<group>/][<event>]] <func-name>[%return] [<args>]\n"
"\t           t[:[<group>/][<event>]] <tracepoint> [<args>]\n"
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
	{ IS_ENABLED(CONFIG_UPROBE_EVENTS),
"   place (uprobe): <path>:<offset>[%return][(ref_ctr_offset)]\n"
	},
	{ IS_ENABLED(CONFIG_PROBE_EVENTS),
"\t     args: <name>=fetcharg[:type]\n"
"\t fetcharg: (%<register>|$<efield>), @<address>, @<symbol>[+|-<offset>],\n"
"\t           $stack<index>, $stack, $retval, $comm, $arg<N>,\n"
	},
	{ IS_ENABLED(CONFIG_PROBE_EVENTS_BTF_ARGS),
"\t           [(structname[,field])]<argname>[->field[->field|.field...]],\n"
"\t           $arg*, $current, this_cpu_read(<fetcharg>), this_cpu_ptr(<fetcharg>),\n"
	},
	{ IS_ENABLED(CONFIG_PROBE_EVENTS),
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
"  available_events\t- all events, as <system>:<event>\n"
"  set_event\t\t- enabled events; write <event> to enable one, !<event> to\n"
"\t\t\t  disable it\n"
"  set_event_pid\t\t- record events of these tasks only; empty: of all tasks\n"
"  set_event_notrace_pid\t- do not record events of these tasks\n"
	},
	{ IS_ENABLED(CONFIG_CGROUPS),
"  set_event_cgroup\t- record only tasks of these cgroups and of those below:\n"
"\t\t\t  paths in the unified hierarchy, or ids; !<cgroup> removes\n"
	},
	{ true,
"  events/\t\t- a directory for each system, with one for each event\n"
"      header_page, header_event - the layout of the buffer's pages\n"
"  events/enable, events/<system>/enable, events/<system>/<event>/enable\n"
"\t\t\t- 1: enabled, 0: disabled, X: some are enabled\n"
"  events/<system>/filter, events/<system>/<event>/filter\n"
"\t\t\t- record only events for which the expression is true\n"
"  show_event_filters\t- the filters of all events, show_event_triggers their\n"
"\t\t\t  triggers: <system>:<event> <text>\n"
"  events/<system>/<event>/format\n"
"\t\t\t- fields of the records, and how they are printed\n"
"  events/<system>/<event>/id\n"
"\t\t\t- type number of the records\n"
"  events/<system>/<event>/trigger\n"
"\t\t\t- an action that runs when the event occurs\n"
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
"\t   The count decreases when the action changes something: not if tracing\n"
"\t   or the other event is already in that state.\n"
"\t   Remove one without a count: echo '!<trigger>' > <system>/<event>/trigger\n"
"\t   Remove one with a count:    echo '!<trigger>:0' > <system>/<event>/trigger\n"
"\t   The filter need not be repeated.\n"
	},
	{ IS_ENABLED(CONFIG_TRACE_EVENT_INJECT),
"  events/<system>/<event>/inject\n"
"\t\t\t- record the event with given fields: <field>=<value> ...\n"
	},
	{ IS_ENABLED(CONFIG_TRACE_EVAL_MAP_FILE),
"  eval_map\t\t- enums and sizes in the print formats of events\n"
	},
	{ IS_ENABLED(CONFIG_RV),
"  rv/\t\t\t- runtime verification: Documentation/trace/rv/\n"
	},
	{ IS_ENABLED(CONFIG_MARKERS),
"  events/markers/\t- kernel markers: trace_mark() in kernel code. Each is an event\n"
"\t\t\t  that exists while its module is loaded\n"
	},
};

static const struct readme_part readme_hist[] = {
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\n"
"Histograms\n"
"  events/<system>/<event>/hist\n"
"\t\t\t- a table for each hist trigger of the event\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS_DEBUG),
"  events/<system>/<event>/hist_debug\n"
"\t\t\t- how the hist triggers of the event are represented\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"      hist trigger\t- counts records by the values of their fields\n"
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
"\t    In addition to the fields of the event there are:\n"
"\t            common_timestamp - the timestamp\n"
"\t            common_cpu - the CPU\n"
"\t            common_comm - the name of the current task\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS) && IS_ENABLED(CONFIG_CGROUPS),
"\t            common_cgroup - the id of the cgroup of the current task\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS) && IS_ENABLED(CONFIG_PID_NS),
"\t            common_ns_pid - the pid in the pid namespace of the task\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\t    A key can be any field, or the special string 'common_stacktrace'.\n"
"\t    Values are numbers that are summed up for each key. 'hitcount' is\n"
"\t    the number of records.\n"
"\t    sort: up to two fields, each with .descending or .ascending\n"
"\t    size: maximum number of entries; default 2048\n"
"\t    pause, continue, clear: stop, continue and reset the counting\n"
"\t    name: triggers with the same name share one table\n"
"\t    'nohitcount' (or NOHC): the hitcount is not shown\n"
"\n"
"\t    Modifiers of a field name, for the format of its values:\n"
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
"\t    A variable stores a value that other triggers can read as $var:\n"
"\t        - a field, as in x=common_timestamp\n"
"\t        - another variable, as in y=$x\n"
"\t        - a number, as in ms_per_sec=1000\n"
"\t        - an expression of these with + - * /\n"
"\t          as in time_secs=common_timestamp/1000\n"
"\n"
"\t    enable_hist and disable_hist continue and pause the histograms of\n"
"\t    another event.\n"
"\n"
"\t    An action can run when an entry is added or changed:\n"
"\n"
"\t        <handler>.<action>\n"
"\n"
"\t    Handlers, which determine when the action runs:\n"
"\t        onmatch(matching.event)  - the matching event occurred before, with the same keys\n"
"\t        onmax(var)               - the variable has a new maximum\n"
"\t        onchange(var)            - the variable has changed\n"
"\t    Actions:\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS) && IS_ENABLED(CONFIG_SYNTH_EVENTS),
"\t        trace(<synthetic_event>,param list)  - record the synthetic event\n"
"\t        <synthetic_event>(param list)        - the same\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS),
"\t        save(field,...)                      - show these fields with the entry\n"
	},
	{ IS_ENABLED(CONFIG_HIST_TRIGGERS) && IS_ENABLED(CONFIG_TRACER_SNAPSHOT),
"\t        snapshot()                           - take a snapshot\n"
	},
	{ IS_ENABLED(CONFIG_SYNTH_EVENTS),
"\n"
"  synthetic_events\t- Create/append/remove/show synthetic events, which\n"
"\t\t\t  histograms record\n"
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
