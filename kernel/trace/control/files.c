// SPDX-License-Identifier: GPL-2.0
/*
 * The files of an instance's top directory, the global instance's included.
 */
#include <linux/array_size.h>

#include "../ftrace/ftrace.h"
#include "internal.h"

/**
 * tracing_visible - is a file there in an instance?
 * @data: the instance's directories
 * @entry: the file, whose condition is an enum tracing_condition
 *
 * Context: any.
 * Return: its mode, or 0.
 */
umode_t tracing_visible(void *data, const struct tracefs_entry *entry)
{
	const struct tracing_dir *dir = data;
	bool there = true;

	switch (entry->condition) {
	case TRACING_IN_TOP:
		there = dir == &tracing_top;
		break;
	case TRACING_WITH_SNAPSHOT:
		there = !dir->persistent;
		break;
	case TRACING_PERSISTENT:
		there = dir->persistent;
		break;
	case TRACING_WITH_HIST:
		there = IS_ENABLED(CONFIG_HIST_TRIGGERS);
		break;
	}
	return there ? entry->mode : 0;
}

#define TRACING_TOP_VALUE(_name, _mode, _value)				\
	{								\
		.name = (_name), .mode = (_mode),			\
		.fops = &tracing_value_fops,				\
		.condition = TRACING_IN_TOP,				\
		.arg = (unsigned long)&(_value),			\
	}

#define TRACING_TOP_LIST(_name, _mode, _ops)				\
	{								\
		.name = (_name), .mode = (_mode),			\
		.fops = &tracing_list_fops,				\
		.condition = TRACING_IN_TOP,				\
		.arg = (unsigned long)&(_ops),				\
	}

static const struct tracefs_entry files_entries[] = {
	TRACING_TOP_VALUE("README", 0440, tracing_readme_value),
	TRACING_TOP_LIST("available_events", 0440, tracing_events_ops),
	TRACING_VALUE("available_tracers", 0440, tracing_tracers_value),
	TRACING_VALUE("buffer_percent", 0640, tracing_percent_value),
	TRACING_VALUE("buffer_size_kb", 0640, tracing_size_value),
	TRACING_VALUE("buffer_subbuf_size_kb", 0640, tracing_subbuf_value),
	TRACING_VALUE("buffer_total_size_kb", 0440, tracing_total_size_value),
	TRACING_VALUE("current_tracer", 0640, tracing_tracer_value),
	TRACING_SEQ_FILE("error_log", 0640, tracing_error_log_ops),
	TRACING_FILE("free_buffer", 0200, tracing_free_fops),
	{
		.name = "last_boot_info", .mode = 0440,
		.fops = &tracing_value_fops,
		.condition = TRACING_PERSISTENT,
		.arg = (unsigned long)&tracing_last_boot_value,
	},
	TRACING_TOP_LIST("printk_formats", 0440, tracing_formats_ops),
	TRACING_TOP_LIST("saved_cmdlines", 0440, tracing_cmdlines_ops),
	TRACING_TOP_VALUE("saved_cmdlines_size", 0640,
			  tracing_cmdlines_size_value),
	TRACING_TOP_LIST("saved_tgids", 0440, tracing_tgids_ops),
	TRACING_SEQ_FILE("set_event", 0640, tracing_set_event_ops),
	TRACING_PIDS("set_event_pid", INSTANCE_PIDS),
	TRACING_PIDS("set_event_notrace_pid", INSTANCE_NO_PIDS),
	TRACING_SNAPSHOT_FILES
	TRACING_VALUE("timestamp_mode", 0440, tracing_timestamp_mode_value),
	TRACING_FILE("trace", 0640, tracing_trace_fops),
	TRACING_VALUE("trace_clock", 0640, tracing_clock_value),
	TRACING_FILE("trace_marker", 0220, tracing_mark_fops),
	TRACING_FILE("trace_marker_raw", 0220, tracing_mark_raw_fops),
	TRACING_VALUE("trace_options", 0640, tracing_options_value),
	TRACING_FILE("trace_pipe", 0440, tracing_pipe_fops),
	TRACING_VALUE("tracing_cpumask", 0640, tracing_cpumask_value),
	TRACING_VALUE("tracing_enabled", 0640, tracing_enabled_value),
	TRACING_VALUE("tracing_on", 0640, tracing_on_value),
	TRACING_VALUE("tracing_thresh", 0640, tracing_thresh_value),
	TRACING_LATENCY_FILES
	TRACING_FUNCTION_FILES
	TRACING_GRAPH_FILES
	TRACING_PROFILE_FILES
	TRACING_STACK_FILES
	TRACING_FUNCTION_PID_FILES
};

const struct tracefs_kind tracing_top_kind = {
	.nr_entries = ARRAY_SIZE(files_entries),
	.entries = files_entries,
	.visible = tracing_visible,
	.release = tracing_node_release,
};
