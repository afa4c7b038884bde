/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files in which workloads have their settings: see workload_file.c.
 */
#ifndef _KERNEL_TRACE_TRACER_LOAD_FILE_H
#define _KERNEL_TRACE_TRACER_LOAD_FILE_H

#include <linux/seq_file.h>
#include <linux/tracefs.h>

/**
 * struct workload_file - a file that holds one setting
 * @number: a number; or NULL, and then
 * @show: prints it
 * @store: takes it, as text without white space around it; 0 or an errno. Context:
 *	task, may sleep, no lock held
 * @least: NULL, or a number that @number is at least
 * @most: NULL, or one that it is at most
 */
struct workload_file {
	u64 *number;
	const u64 *least;
	const u64 *most;
	void (*show)(struct seq_file *m);
	int (*store)(char *text);
};

extern const struct file_operations workload_file_fops;

/* A file in the top directory. 0 or -ENOMEM. Context: initcalls. */
int workload_file_single(const char *name, const struct workload_file *lf);

/* A row of a table. */
#define WORKLOAD_FILE(_name, _mode, _file)				\
	{								\
		.name = (_name), .mode = (_mode),			\
		.fops = &workload_file_fops, .arg = (unsigned long)&(_file), \
	}

#endif /* _KERNEL_TRACE_TRACER_LOAD_FILE_H */
