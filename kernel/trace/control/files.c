// SPDX-License-Identifier: GPL-2.0
/*
 * The table of all control files, and the directories that contain them.
 *
 * To add a file, add one row to the table, implement the operations that the row
 * names, and declare these in files.h. A row consists of the name, the mode, the
 * operations, the condition under which an instance has the file, and whether the
 * file is built in. There is one part of the table for each kind of directory.
 * Files are listed in the order of the rows.
 *
 * The directory of an event is created when the event is added. An instance other
 * than the global one gets the directories of its events when events/ is first
 * looked into, because most instances never need them. A directory may exist longer
 * than its event, because a task may have it as its working directory. So the
 * directory refers to the event by a pointer only, which is cleared with
 * event_mutex held.
 */
#include <linux/array_size.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../ftrace/ftrace.h"
#include "event_files.h"
#include "files.h"

/* In tracefs_entry.condition: the instances whose directories have the file. */
enum tracing_file_condition {
	FILES_ALL,		/* every instance */
	FILES_GLOBAL,		/* the global instance */
	FILES_NOT_PERSISTENT,	/* those whose buffer is not kept over a reboot */
	FILES_PERSISTENT,	/* those whose buffer is kept over a reboot */
};

/*
 * A row of the table. @_built is a constant expression: a row that is not built in
 * has no mode, which hides the file, and does not refer to the operations, which do
 * not exist.
 */
#define FILES_ROW(_name, _mode, _fops, _ops, _which, _condition, _built)	\
	{								\
		.name = (_name),					\
		.mode = (_built) ? (_mode) : 0,				\
		.which = (_which),					\
		.condition = (_condition),				\
		.fops = (_built) ? &(_fops) : NULL,			\
		.arg = (unsigned long)((_built) ? (_ops) : NULL),	\
	}

/* Rows by the kind of their operations: see files.h. */
#define FILES_VALUE(_name, _mode, _value, _condition, _built)		\
	FILES_ROW(_name, _mode, tracing_value_fops, &(_value), 0, _condition, _built)
#define FILES_SEQ(_name, _mode, _ops, _which, _condition, _built)	\
	FILES_ROW(_name, _mode, tracing_seq_fops, &(_ops), _which, _condition, _built)
#define FILES_LIST(_name, _mode, _ops, _condition, _built)		\
	FILES_ROW(_name, _mode, tracing_list_fops, &(_ops), 0, _condition, _built)
#define FILES_FOPS(_name, _mode, _fops, _which, _condition, _built)	\
	FILES_ROW(_name, _mode, _fops, NULL, _which, _condition, _built)
#define FILES_EVENT(_name, _mode, _fops, _ops, _built)			\
	FILES_ROW(_name, _mode, _fops, &(_ops), 0, FILES_ALL, _built)

#define FILES_SNAPSHOT		IS_ENABLED(CONFIG_TRACER_SNAPSHOT)
#define FILES_MAX_LATENCY	IS_ENABLED(CONFIG_TRACER_MAX_TRACE)
#define FILES_FUNCTIONS		IS_ENABLED(CONFIG_DYNAMIC_FTRACE)
#define FILES_FUNCTION_PIDS	IS_ENABLED(CONFIG_FUNCTION_TRACER)
#define FILES_CGROUPS		IS_ENABLED(CONFIG_CGROUPS)
#define FILES_FUNCTION_CGROUPS	(FILES_CGROUPS && FILES_FUNCTION_PIDS)
#define FILES_GRAPH		IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER)
#define FILES_HIST		IS_ENABLED(CONFIG_HIST_TRIGGERS)
#define FILES_HIST_DEBUG	IS_ENABLED(CONFIG_HIST_TRIGGERS_DEBUG)
#define FILES_INJECT		IS_ENABLED(CONFIG_TRACE_EVENT_INJECT)
#define FILES_EVALS		IS_ENABLED(CONFIG_TRACE_EVAL_MAP_FILE)
#define FILES_RECURSION		IS_ENABLED(CONFIG_FTRACE_RECORD_RECURSION)
#define FILES_SYSCALLS		IS_ENABLED(CONFIG_FTRACE_SYSCALLS)
#define FILES_MAPPINGS		INSTANCE_HAS_MAPPINGS
#define FILES_SAMPLE		IS_ENABLED(CONFIG_SAMPLE_TRACING)

/* The top directory of an instance. */
static const struct tracefs_entry tracing_top_files[] = {
	FILES_VALUE("README", 0440, tracing_readme_value, FILES_GLOBAL, true),
	FILES_LIST("available_events", 0440, tracing_events_list.seq, FILES_GLOBAL, true),
	FILES_VALUE("available_tracers", 0440, tracing_tracers_value, FILES_ALL, true),
	FILES_VALUE("budget", 0640, tracing_budget_value, FILES_ALL, true),
	FILES_VALUE("buffer_percent", 0640, tracing_percent_value, FILES_ALL, true),
	FILES_VALUE("buffer_size_kb", 0640, tracing_size_value, FILES_ALL, true),
	FILES_VALUE("buffer_subbuf_size_kb", 0640, tracing_subbuf_value, FILES_ALL, true),
	FILES_VALUE("buffer_total_size_kb", 0440, tracing_total_size_value, FILES_ALL,
		    true),
	FILES_VALUE("current_tracer", 0640, tracing_tracer_value, FILES_ALL, true),
	FILES_LIST("eval_map", 0440, tracing_evals_ops, FILES_GLOBAL, FILES_EVALS),
	FILES_SEQ("error_log", 0640, tracing_error_log_ops, 0, FILES_ALL, true),
	FILES_FOPS("free_buffer", 0200, tracing_free_fops, 0, FILES_ALL, true),
	FILES_VALUE("last_boot_info", 0440, tracing_last_boot_value, FILES_PERSISTENT,
		    true),
	FILES_SEQ("last_boot_notes", 0440, tracing_last_boot_notes_ops, 0, FILES_PERSISTENT,
		  true),
	FILES_VALUE("loss", 0440, tracing_loss_value, FILES_ALL, true),
	FILES_LIST("printk_formats", 0440, tracing_formats_ops, FILES_GLOBAL, true),
	FILES_LIST("saved_cmdlines", 0440, tracing_cmdlines_ops, FILES_GLOBAL, true),
	FILES_VALUE("saved_cmdlines_size", 0640, tracing_cmdlines_size_value,
		    FILES_GLOBAL, true),
	FILES_LIST("saved_tgids", 0440, tracing_tgids_ops, FILES_GLOBAL, true),
	FILES_SEQ("set_event", 0640, tracing_set_event_ops, 0, FILES_ALL, true),
	FILES_SEQ("set_event_pid", 0640, tracing_pids_ops, INSTANCE_PIDS, FILES_ALL,
		  true),
	FILES_SEQ("set_event_notrace_pid", 0640, tracing_pids_ops, INSTANCE_NO_PIDS,
		  FILES_ALL, true),
	FILES_SEQ("set_event_cgroup", 0640, tracing_cgroups_ops, INSTANCE_CGROUPS,
		  FILES_ALL, FILES_CGROUPS),
	FILES_FOPS("snapshot", 0640, tracing_snapshot_fops, 0, FILES_NOT_PERSISTENT,
		   FILES_SNAPSHOT),
	FILES_LIST("show_event_filters", 0440, tracing_event_filters_list.seq, FILES_ALL,
		   true),
	FILES_LIST("show_event_triggers", 0440, tracing_event_triggers_list.seq,
		   FILES_ALL, true),
	FILES_VALUE("syscall_user_buf_size", 0640, tracing_syscall_data_value, FILES_ALL,
		    FILES_SYSCALLS),
	FILES_VALUE("timestamp_mode", 0440, tracing_timestamp_mode_value, FILES_ALL,
		    true),
	FILES_FOPS("trace", 0640, tracing_trace_fops, 0, FILES_ALL, true),
	FILES_VALUE("trace_clock", 0640, tracing_clock_value, FILES_ALL, true),
	FILES_FOPS("trace_marker", 0220, tracing_mark_fops, 0, FILES_ALL, true),
	FILES_FOPS("trace_marker_raw", 0220, tracing_mark_raw_fops, 0, FILES_ALL, true),
	FILES_VALUE("trace_options", 0640, tracing_options_value, FILES_ALL, true),
	FILES_FOPS("trace_pipe", 0440, tracing_pipe_fops, 0, FILES_ALL, true),
	FILES_VALUE("tracing_cpumask", 0640, tracing_cpumask_value, FILES_ALL, true),
	FILES_VALUE("tracing_enabled", 0640, tracing_enabled_value, FILES_ALL, true),
	FILES_VALUE("tracing_on", 0640, tracing_on_value, FILES_ALL, true),
	FILES_VALUE("tracing_thresh", 0640, tracing_thresh_value, FILES_ALL, true),
	FILES_VALUE("tracing_max_latency", 0640, tracing_max_latency_value, FILES_ALL,
		    FILES_MAX_LATENCY),
	FILES_LIST("user_mappings", 0440, tracing_mappings_ops, FILES_GLOBAL, FILES_MAPPINGS),
	FILES_SEQ("available_filter_functions", 0440, tracing_functions_ops,
		  FTRACE_LIST_AVAILABLE, FILES_GLOBAL, FILES_FUNCTIONS),
	FILES_SEQ("available_filter_functions_addrs", 0440, tracing_functions_ops,
		  FTRACE_LIST_ADDRS, FILES_GLOBAL, FILES_FUNCTIONS),
	FILES_SEQ("enabled_functions", 0440, tracing_functions_ops,
		  FTRACE_LIST_ENABLED, FILES_GLOBAL, FILES_FUNCTIONS),
	FILES_SEQ("touched_functions", 0440, tracing_functions_ops,
		  FTRACE_LIST_TOUCHED, FILES_GLOBAL, FILES_FUNCTIONS),
	FILES_SEQ("set_ftrace_filter", 0640, tracing_filter_ops, FTRACE_LIST_FILTER,
		  FILES_ALL, FILES_FUNCTIONS),
	FILES_SEQ("set_ftrace_notrace", 0640, tracing_filter_ops, FTRACE_LIST_NOTRACE,
		  FILES_ALL, FILES_FUNCTIONS),
	FILES_VALUE("dyn_ftrace_total_info", 0440, tracing_site_totals_value,
		    FILES_GLOBAL, FILES_FUNCTIONS),
	FILES_VALUE("failures", 0440, tracing_failures_value, FILES_GLOBAL,
		    FILES_FUNCTIONS),
	FILES_SEQ("set_graph_function", 0640, tracing_graph_list_ops, false,
		  FILES_GLOBAL, FILES_GRAPH),
	FILES_SEQ("set_graph_notrace", 0640, tracing_graph_list_ops, true,
		  FILES_GLOBAL, FILES_GRAPH),
	FILES_VALUE("max_graph_depth", 0640, tracing_graph_depth_value, FILES_GLOBAL,
		    FILES_GRAPH),
	FILES_SEQ("set_ftrace_pid", 0640, tracing_pids_ops, INSTANCE_FUNC_PIDS,
		  FILES_ALL, FILES_FUNCTION_PIDS),
	FILES_SEQ("set_ftrace_notrace_pid", 0640, tracing_pids_ops,
		  INSTANCE_FUNC_NO_PIDS, FILES_ALL, FILES_FUNCTION_PIDS),
	FILES_SEQ("set_ftrace_cgroup", 0640, tracing_cgroups_ops, INSTANCE_FUNC_CGROUPS,
		  FILES_ALL, FILES_FUNCTION_CGROUPS),
	FILES_SEQ("recursed_functions", 0640, tracing_recursion_ops, 0, FILES_GLOBAL,
		  FILES_RECURSION),
	FILES_VALUE("events_on", 0640, tracing_events_on_value, FILES_ALL,
		    FILES_SAMPLE),
};

/* per_cpu/cpuN: the files of one CPU. */
static const struct tracefs_entry tracing_cpu_files[] = {
	FILES_VALUE("buffer_meta", 0440, tracing_meta_value, FILES_PERSISTENT, true),
	FILES_VALUE("buffer_size_kb", 0640, tracing_size_value, FILES_ALL, true),
	FILES_FOPS("snapshot", 0640, tracing_snapshot_fops, 0, FILES_NOT_PERSISTENT,
		   FILES_SNAPSHOT),
	FILES_FOPS("snapshot_raw", 0440, tracing_raw_fops, true, FILES_NOT_PERSISTENT,
		   FILES_SNAPSHOT),
	FILES_VALUE("stats", 0440, tracing_stats_value, FILES_ALL, true),
	FILES_FOPS("trace", 0640, tracing_trace_fops, 0, FILES_ALL, true),
	FILES_FOPS("trace_pipe", 0440, tracing_pipe_fops, 0, FILES_ALL, true),
	FILES_FOPS("trace_pipe_raw", 0440, tracing_raw_fops, false, FILES_ALL, true),
};

/* events/ */
static const struct tracefs_entry tracing_events_files[] = {
	FILES_SEQ("enable", 0640, tracing_enable_ops, TRACING_ENABLE_ALL, FILES_ALL,
		  true),
	FILES_VALUE("header_event", 0440, tracing_header_event_value, FILES_ALL, true),
	FILES_VALUE("header_page", 0440, tracing_header_page_value, FILES_ALL, true),
};

/* events/SYSTEM */
static const struct tracefs_entry tracing_system_files[] = {
	FILES_SEQ("enable", 0640, tracing_enable_ops, TRACING_ENABLE_SYSTEM, FILES_ALL,
		  true),
	FILES_SEQ("filter", 0640, tracing_system_filter_ops, 0, FILES_ALL, true),
};

/* events/SYSTEM/EVENT: each kind of event has the first few of these files. */
static const struct tracefs_entry tracing_event_files[] = {
	/* Every event. */
	FILES_EVENT("format", 0440, tracing_event_fops, tracing_event_format_ops, true),
	FILES_EVENT("hist", 0440, tracing_event_poll_fops, tracing_event_control_ops,
		    FILES_HIST),
	FILES_EVENT("hist_debug", 0440, tracing_event_fops, tracing_event_control_ops,
		    FILES_HIST_DEBUG),
	/* Events that perf can count. */
	FILES_EVENT("id", 0440, tracing_event_fops, tracing_event_id_ops, true),
	FILES_EVENT("inject", 0200, tracing_event_inject_fops, tracing_event_inject_ops,
		    FILES_INJECT),
	/* The event of trace_marker. */
	FILES_EVENT("trigger", 0640, tracing_event_fops, tracing_event_control_ops, true),
	/* Events that can be enabled. */
	FILES_EVENT("filter", 0640, tracing_event_fops, tracing_event_filter_ops, true),
	FILES_SEQ("enable", 0640, tracing_enable_ops, TRACING_ENABLE_EVENT, FILES_ALL,
		  true),
};

#define FILES_EVENT_ALL		3
#define FILES_EVENT_PERF	5
#define FILES_EVENT_MARKER	6

/* Called by tracefs for rows whose condition is not FILES_ALL. */
static umode_t tracing_file_visible(void *data, const struct tracefs_entry *row)
{
	const struct tracing_dir *dir = data;
	bool visible = true;

	switch (row->condition) {
	case FILES_GLOBAL:
		visible = dir == &tracing_top;
		break;
	case FILES_NOT_PERSISTENT:
		visible = !dir->persistent;
		break;
	case FILES_PERSISTENT:
		visible = dir->persistent;
		break;
	}
	return visible ? row->mode : 0;
}

/* References to the directories of an instance */

static void tracing_files_dir_put(struct tracing_dir *dir)
{
	if (!refcount_dec_and_test(&dir->refs))
		return;
	free_cpumask_var(dir->pipe_cpus);
	kfree(dir->cpus);
	kfree(dir->name);
	kfree(dir);
}

static void tracing_files_node_release(struct tracefs_node *node)
{
	tracing_files_dir_put(node->data);
}

/* Each node holds a reference to @dir, which the release() of its kind drops. */
static int tracing_files_node_add(struct tracing_dir *dir, struct tracefs_node *node,
				  struct tracefs_node *parent, const char *name,
				  const struct tracefs_kind *kind)
{
	int ret;

	refcount_inc(&dir->refs);
	ret = tracefs_node_add(node, parent, name, kind, dir);
	if (ret)
		tracing_files_dir_put(dir);
	return ret;
}

/* The directories of systems and events */

static void tracing_files_system_release(struct tracefs_node *node)
{
	struct tracing_system *sys;

	sys = container_of(node, struct tracing_system, node);
	tracing_files_dir_put(node->data);
	kfree_const(sys->name);
	kfree(sys);
}

static void tracing_files_event_release(struct tracefs_node *node)
{
	struct eventfs_inode *ei;

	ei = container_of(node, struct eventfs_inode, node);
	tracing_files_dir_put(node->data);
	kfree_const(ei->name);
	kfree(ei);
}

static const struct tracefs_kind tracing_system_kind = {
	.mode = 0755,
	.nr_entries = ARRAY_SIZE(tracing_system_files),
	.entries = tracing_system_files,
	.release = tracing_files_system_release,
};

/* The system of the built-in records: its events cannot be enabled. */
static const struct tracefs_kind tracing_system_builtin_kind = {
	.mode = 0755,
	.release = tracing_files_system_release,
};

#define FILES_EVENT_KIND(_name, _count)					\
	static const struct tracefs_kind _name = {			\
		.mode = 0755,						\
		.nr_entries = (_count),					\
		.entries = tracing_event_files,				\
		.visible = tracing_file_visible,			\
		.release = tracing_files_event_release,			\
	}

FILES_EVENT_KIND(tracing_event_bare_kind, FILES_EVENT_ALL);
FILES_EVENT_KIND(tracing_event_perf_kind, FILES_EVENT_PERF);
FILES_EVENT_KIND(tracing_event_marker_kind, FILES_EVENT_MARKER);
FILES_EVENT_KIND(tracing_event_full_kind, ARRAY_SIZE(tracing_event_files));

static const struct tracefs_kind *tracing_files_event_kind(struct trace_event_call *call)
{
	if (event_can_enable(call))
		return &tracing_event_full_kind;
	if (call->event.type == TRACE_PRINT)
		return &tracing_event_marker_kind;
	if (call->event.type && call->class->reg)
		return &tracing_event_perf_kind;
	return &tracing_event_bare_kind;
}

static struct tracing_system *tracing_files_system_find(struct tracing_dir *dir,
							struct instance_system *system)
{
	struct tracing_system *sys;

	list_for_each_entry(sys, &dir->systems, list) {
		if (sys->system != system)
			continue;
		/* Events of a system are mostly added one after the other. */
		list_move(&sys->list, &dir->systems);
		return sys;
	}
	return NULL;
}

static struct tracing_system *tracing_files_system_add(struct tracing_dir *dir,
						       struct instance_system *system,
						       bool builtin)
{
	struct tracing_system *sys;

	sys = kzalloc(sizeof(*sys), GFP_KERNEL);
	if (!sys)
		return NULL;
	sys->system = system;
	sys->name = kstrdup_const(system->name, GFP_KERNEL);
	if (!sys->name ||
	    tracing_files_node_add(dir, &sys->node, &dir->events, sys->name,
				   builtin ? &tracing_system_builtin_kind : &tracing_system_kind)) {
		kfree_const(sys->name);
		kfree(sys);
		return NULL;
	}
	list_add(&sys->list, &dir->systems);
	return sys;
}

static void tracing_files_system_remove(struct tracing_system *sys)
{
	list_del(&sys->list);
	sys->system = NULL;
	tracefs_node_remove(&sys->node);
}

static int tracing_files_event_dir_add(struct tracing_dir *dir, struct tracing_system *sys,
				       struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;
	struct eventfs_inode *ei;
	int ret = -ENOMEM;

	ei = kzalloc(sizeof(*ei), GFP_KERNEL);
	if (!ei)
		return ret;
	ei->sys = sys;
	ei->file = file;
	ei->name = kstrdup_const(trace_event_name(call), GFP_KERNEL);
	refcount_inc(&dir->refs);
	if (ei->name)
		ret = eventfs_create_dir(ei->name, &ei->node, &sys->node,
					 tracing_files_event_kind(call), dir);
	if (ret) {
		tracing_files_dir_put(dir);
		kfree_const(ei->name);
		kfree(ei);
		return ret;
	}
	file->ei = ei;
	sys->events++;
	return 0;
}

/*
 * Create the directory of an event, and that of its system before the first one. An event
 * whose name no directory can have is used without one.
 */
static int tracing_files_event_add(struct trace_event_file *file)
{
	struct instance_system *system = file->system;
	struct tracing_dir *dir = file->tr->control;
	struct tracing_system *sys;
	int ret = -ENOMEM;

	lockdep_assert_held(&event_mutex);

	if (file->ei)
		return 0;
	sys = tracing_files_system_find(dir, system);
	if (!sys)
		sys = tracing_files_system_add(dir, system,
					       !event_can_enable(file->event_call));
	if (sys)
		ret = tracing_files_event_dir_add(dir, sys, file);
	if (ret && sys && !sys->events)
		tracing_files_system_remove(sys);
	if (!ret || ret == -ENOMEM)
		return ret;
	/* The name is too long for a file, or that of a file of the system. */
	pr_warn("tracefs: cannot create the directory of event %s:%s\n", system->name,
		trace_event_name(file->event_call));
	return 0;
}

/* Create the directories of all events of an instance. If this fails, it can be repeated. */
static int tracing_files_events_add(struct tracing_dir *dir)
{
	struct trace_event_file *file;
	int ret;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &dir->tr->files, list) {
		ret = tracing_files_event_add(file);
		if (ret)
			return ret;
	}
	dir->filled = true;
	return 0;
}

/* Remove the directory of an event that is being removed. */
static void tracing_files_event_remove(struct trace_event_file *file)
{
	struct eventfs_inode *ei = file->ei;
	struct tracing_system *sys;

	lockdep_assert_held(&event_mutex);

	if (!ei)
		return;
	file->ei = NULL;
	ei->file = NULL;
	sys = ei->sys;
	tracefs_node_remove(&ei->node);
	if (!--sys->events)
		tracing_files_system_remove(sys);
}

/* Remove the directories of all systems, and so of all events, of an instance. */
static void tracing_files_events_remove(struct tracing_dir *dir)
{
	struct tracing_system *sys, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(sys, next, &dir->systems, list)
		tracing_files_system_remove(sys);
}

/* Called by tracefs when events/ is first looked into. */
static int tracing_files_events_fill(struct tracefs_node *node)
{
	struct tracing_dir *dir = node->data;

	guard(mutex)(&event_mutex);
	return dir->tr && !dir->filled ? tracing_files_events_add(dir) : 0;
}

const struct tracefs_kind tracing_events_kind = {
	.mode = 0755,
	.nr_entries = ARRAY_SIZE(tracing_events_files),
	.entries = tracing_events_files,
	.fill = tracing_files_events_fill,
	.release = tracing_files_node_release,
};

/* The directories of CPUs and options */

const struct tracefs_kind tracing_cpu_kind = {
	.mode = 0750,
	.nr_entries = ARRAY_SIZE(tracing_cpu_files),
	.entries = tracing_cpu_files,
	.visible = tracing_file_visible,
	.release = tracing_files_node_release,
};

static const struct tracefs_kind tracing_per_cpu_kind = {
	.mode = 0750,
	.release = tracing_files_node_release,
};

const struct tracefs_kind tracing_options_kind = {
	.mode = 0750,
	.nth = tracing_options_nth,
	.release = tracing_files_node_release,
};

static int tracing_files_per_cpu_add(struct tracing_dir *dir)
{
	struct tracing_cpu *pc;
	int cpu, ret;

	dir->cpus = kcalloc(nr_cpu_ids, sizeof(*dir->cpus), GFP_KERNEL);
	if (!dir->cpus)
		return -ENOMEM;

	for_each_possible_cpu(cpu) {
		pc = &dir->cpus[cpu];
		pc->cpu = cpu;
		snprintf(pc->name, sizeof(pc->name), "cpu%d", cpu);
		ret = tracing_files_node_add(dir, &pc->node, &dir->per_cpu, pc->name,
					     &tracing_cpu_kind);
		if (ret)
			return ret;
	}
	return 0;
}

/* The directories of instances */

const struct tracefs_kind tracing_top_kind = {
	.nr_entries = ARRAY_SIZE(tracing_top_files),
	.entries = tracing_top_files,
	.visible = tracing_file_visible,
	.release = tracing_files_node_release,
};

static struct tracefs_node tracing_instances;

/* Create the subdirectories that every instance has. */
static int tracing_files_instance_fill(struct tracing_dir *dir, struct tracefs_node *top)
{
	int ret;

	if (!zalloc_cpumask_var(&dir->pipe_cpus, GFP_KERNEL))
		return -ENOMEM;
	ret = tracing_files_node_add(dir, &dir->events, top, "events",
				     &tracing_events_kind);
	if (!ret)
		ret = tracing_files_node_add(dir, &dir->options, top, "options",
					     &tracing_options_kind);
	if (!ret)
		ret = tracing_files_node_add(dir, &dir->per_cpu, top, "per_cpu",
					     &tracing_per_cpu_kind);
	if (!ret)
		ret = tracing_files_per_cpu_add(dir);
	return ret;
}

static int tracing_files_instance_created(struct trace_array *tr)
{
	struct tracing_dir *dir;
	int ret;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&instance_lock);

	dir = kzalloc(sizeof(*dir), GFP_KERNEL);
	if (!dir)
		return -ENOMEM;
	refcount_set(&dir->refs, 1);
	mutex_init(&dir->pipe_lock);
	INIT_LIST_HEAD(&dir->systems);
	dir->tr = tr;
	dir->persistent = tr->persistent;

	ret = -ENOMEM;
	dir->name = kstrdup(tr->name, GFP_KERNEL);
	if (dir->name)
		ret = tracing_files_node_add(dir, &dir->top, &tracing_instances,
					     dir->name, &tracing_top_kind);
	if (!ret)
		ret = tracing_files_instance_fill(dir, &dir->top);
	if (ret) {
		dir->tr = NULL;
		tracefs_node_remove(&dir->top);
		tracing_files_dir_put(dir);
		return ret;
	}

	tr->control = dir;
	return 0;
}

static void tracing_files_instance_removed(struct trace_array *tr)
{
	struct tracing_dir *dir = tr->control;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&instance_lock);

	if (!dir)
		return;
	tr->control = NULL;
	dir->tr = NULL;
	tracing_files_events_remove(dir);
	tracefs_node_remove(&dir->top);
	tracing_files_dir_put(dir);
}

static int tracing_files_event_file_added(struct trace_event_file *file)
{
	struct tracing_dir *dir = file->tr->control;

	return dir && dir->filled ? tracing_files_event_add(file) : 0;
}

static void tracing_files_event_file_removed(struct trace_event_file *file)
{
	if (file->tr->control)
		tracing_files_event_remove(file);
}

static void tracing_files_tracer_added(const struct tracer *tracer)
{
	if (tracing_options_add(tracer))
		pr_warn("tracefs: cannot add the options of tracer %s\n",
			tracer->entry.name);
}

static struct instance_listener tracing_listener = {
	.created = tracing_files_instance_created,
	.removed = tracing_files_instance_removed,
	.file_added = tracing_files_event_file_added,
	.file_removed = tracing_files_event_file_removed,
	.tracer_added = tracing_files_tracer_added,
};

/* mkdir(2) and rmdir(2) in instances/ */

static int tracing_files_instances_mkdir(struct tracefs_node *node, const char *name)
{
	struct trace_array *tr;

	tr = instance_add(name, NULL);
	if (IS_ERR(tr))
		return PTR_ERR(tr);
	instance_unpin(tr);
	return 0;
}

static int tracing_files_instances_rmdir(struct tracefs_node *node, const char *name)
{
	return instance_remove(name);
}

static const struct tracefs_kind tracing_instances_kind = {
	.mode = 0750,
	.mkdir = tracing_files_instances_mkdir,
	.rmdir = tracing_files_instances_rmdir,
};

static struct vfsmount *tracing_files_automount(struct dentry *mntpt, void *unused)
{
	return tracefs_submount(mntpt);
}

static int __init tracing_files_init_files(void)
{
	int ret;

	instance_global.control = &tracing_top;
	tracefs_top_set(&tracing_top_kind, &tracing_top);
	ret = tracing_files_instance_fill(&tracing_top, NULL);
	if (!ret)
		ret = tracefs_node_add(&tracing_instances, NULL, "instances",
				       &tracing_instances_kind, &tracing_top);
	if (!ret)
		ret = instance_listener_register(&tracing_listener);
	if (!ret) {
		scoped_guard(mutex, &event_mutex)
			ret = tracing_files_events_add(&tracing_top);
	}
	if (ret)
		pr_err("tracefs: cannot create the control files: error %d\n", ret);

	/* tracefs was mounted here before it had a mount point of its own. */
	debugfs_create_automount("tracing", NULL, tracing_files_automount, NULL);
	return ret;
}
fs_initcall(tracing_files_init_files);
