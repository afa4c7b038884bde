/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The operations of the control files, which files.c has in its table. The files
 * that define them include this header as well.
 */
#ifndef _KERNEL_TRACE_CONTROL_FILES_H
#define _KERNEL_TRACE_CONTROL_FILES_H

#include "internal.h"

struct tracing_event_ops;

/* The file_operations of many rows; tracefs_entry.arg points to a row's own part. */
extern const struct file_operations tracing_value_fops;	/* struct tracing_value */
extern const struct file_operations tracing_seq_fops;	/* struct tracing_seq_ops */
extern const struct file_operations tracing_list_fops;	/* struct seq_operations */
extern const struct file_operations tracing_event_fops;	/* struct tracing_event_ops */
extern const struct file_operations tracing_event_poll_fops;	/* the same, with poll() */
extern const struct file_operations tracing_event_inject_fops;	/* the same, for inject */

/* Values */
extern const struct tracing_value tracing_clock_value;
extern const struct tracing_value tracing_cmdlines_size_value;
extern const struct tracing_value tracing_syscall_data_value;
extern const struct tracing_value tracing_cpumask_value;
extern const struct tracing_value tracing_enabled_value;
extern const struct tracing_value tracing_failures_value;
extern const struct tracing_value tracing_graph_depth_value;
extern const struct tracing_value tracing_header_event_value;
extern const struct tracing_value tracing_header_page_value;
extern const struct tracing_value tracing_last_boot_value;
extern const struct tracing_value tracing_loss_value;
extern const struct tracing_value tracing_budget_value;
extern const struct tracing_value tracing_max_latency_value;
extern const struct tracing_value tracing_meta_value;
extern const struct tracing_value tracing_on_value;
extern const struct tracing_value tracing_options_value;
extern const struct tracing_value tracing_percent_value;
extern const struct tracing_value tracing_readme_value;
extern const struct tracing_value tracing_site_totals_value;
extern const struct tracing_value tracing_size_value;
extern const struct tracing_value tracing_stats_value;
extern const struct tracing_value tracing_subbuf_value;
extern const struct tracing_value tracing_thresh_value;
extern const struct tracing_value tracing_timestamp_mode_value;
extern const struct tracing_value tracing_total_size_value;
extern const struct tracing_value tracing_tracer_value;
extern const struct tracing_value tracing_tracers_value;

/* samples/tracing/control_file.c */
extern const struct tracing_value tracing_events_on_value;

/* Files that are read by seq_file */
extern const struct tracing_seq_ops tracing_enable_ops;
extern const struct tracing_seq_ops tracing_error_log_ops;
extern const struct tracing_seq_ops tracing_filter_ops;
extern const struct tracing_seq_ops tracing_functions_ops;
extern const struct tracing_seq_ops tracing_last_boot_notes_ops;
extern const struct tracing_seq_ops tracing_graph_list_ops;
extern const struct tracing_seq_ops tracing_cgroups_ops;
extern const struct tracing_seq_ops tracing_pids_ops;
extern const struct tracing_seq_ops tracing_recursion_ops;
extern const struct tracing_seq_ops tracing_set_event_ops;
extern const struct tracing_seq_ops tracing_system_filter_ops;

/* Lists that are only read */
extern const struct seq_operations tracing_cmdlines_ops;
extern const struct seq_operations tracing_evals_ops;
extern const struct seq_operations tracing_formats_ops;
extern const struct seq_operations tracing_mappings_ops;
extern const struct seq_operations tracing_tgids_ops;

/**
 * struct tracing_event_list - a list of those events of an instance that have something
 * @seq: operations of the file
 * @has: returns true if the list has lines for an event. Context: task; event_mutex
 *	held
 */
struct tracing_event_list {
	const struct seq_operations seq;
	bool (*has)(const struct trace_event_file *file);
};

extern const struct tracing_event_list tracing_events_list;
extern const struct tracing_event_list tracing_event_filters_list;
extern const struct tracing_event_list tracing_event_triggers_list;

/* Files with file_operations of their own */
extern const struct file_operations tracing_free_fops;
extern const struct file_operations tracing_mark_fops;
extern const struct file_operations tracing_mark_raw_fops;
extern const struct file_operations tracing_pipe_fops;
extern const struct file_operations tracing_raw_fops;
extern const struct file_operations tracing_snapshot_fops;
extern const struct file_operations tracing_trace_fops;

/* Files in the directory of an event */
extern const struct tracing_event_ops tracing_event_control_ops;
extern const struct tracing_event_ops tracing_event_filter_ops;
extern const struct tracing_event_ops tracing_event_format_ops;
extern const struct tracing_event_ops tracing_event_id_ops;
extern const struct tracing_event_ops tracing_event_inject_ops;

/* The files of options/, which are computed: see options.c. */
int tracing_options_add(const struct tracer *tracer);
int tracing_options_nth(struct tracefs_node *node, unsigned int n,
			struct tracefs_entry *entry);

/* The directories, for control_test.c. */
extern const struct tracefs_kind tracing_top_kind;
extern const struct tracefs_kind tracing_cpu_kind;
extern const struct tracefs_kind tracing_events_kind;
extern const struct tracefs_kind tracing_options_kind;

#endif /* _KERNEL_TRACE_CONTROL_FILES_H */
