/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files in the directory trace_stat: see stat.c.
 */
#ifndef _KERNEL_TRACE_TRACER_STAT_H
#define _KERNEL_TRACE_TRACER_STAT_H

#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/tracefs.h>

/* Annotated branches of the kernel image, collected by the linker. */
struct ftrace_likely_data;
extern struct ftrace_likely_data __start_annotated_branch_profile[];
extern struct ftrace_likely_data __stop_annotated_branch_profile[];

/* All branches, with PROFILE_ALL_BRANCHES. */
struct ftrace_branch_data;
extern struct ftrace_branch_data __start_branch_profile[];
extern struct ftrace_branch_data __stop_branch_profile[];

struct dentry *tracer_stat_dir(void);
int tracer_stat_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops, const void *rows,
		     size_t size, unsigned int count);
int tracer_stat_release(struct inode *inode, struct file *file);
void *tracer_stat_start(struct seq_file *m, loff_t *pos);
void *tracer_stat_next(struct seq_file *m, void *v, loff_t *pos);
void tracer_stat_stop(struct seq_file *m, void *v);

/**
 * struct branch_stat_file - a file with the counts of a kind of branches
 * @name: name of the file
 * @start: the first branch, which begins with a struct ftrace_branch_data
 * @stop: end of the branches
 * @size: size of a branch in bytes
 * @ops: print the counts; .show calls branch_stat_show()
 */
struct branch_stat_file {
	const char			*name;
	const void			*start;
	const void			*stop;
	size_t				size;
	const struct seq_operations	*ops;
};

int branch_stat_show(struct seq_file *m, void *v, const char *headers);
int branch_stat_add(const struct branch_stat_file *bf);

#endif /* _KERNEL_TRACE_TRACER_STAT_H */
