/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control files with the settings of workloads: see workload_file.c.
 */
#ifndef _KERNEL_TRACE_TRACER_WORKLOAD_FILE_H
#define _KERNEL_TRACE_TRACER_WORKLOAD_FILE_H

#include <linux/seq_file.h>
#include <linux/tracefs.h>

/**
 * struct workload_file - a control file with one setting
 * @number: the setting if it is a number, otherwise NULL; workload_lock
 * @min: minimum of @number, or NULL
 * @max: maximum of @number, or NULL
 * @show: print a setting that is not a number. Context: task, workload_lock held.
 * @store: change a setting that is not a number; the text has no white space around
 *	it. Returns 0 or an errno. Context: task, may sleep.
 */
struct workload_file {
	u64 *number;
	const u64 *min;
	const u64 *max;
	void (*show)(struct seq_file *m);
	int (*store)(char *text);
};

extern const struct file_operations workload_file_fops;

int workload_file_single(const char *name, const struct workload_file *lf);

/* An entry of a table of control files. */
#define WORKLOAD_FILE(_name, _mode, _file)				\
	{								\
		.name = (_name), .mode = (_mode),			\
		.fops = &workload_file_fops, .arg = (unsigned long)&(_file), \
	}

#endif /* _KERNEL_TRACE_TRACER_WORKLOAD_FILE_H */
