// SPDX-License-Identifier: GPL-2.0
/*
 * The file error_log: why commands were refused, the last few of them.
 */
#include "internal.h"

static void *error_log_start(struct seq_file *m, loff_t *pos)
{
	return NULL;
}

static void *error_log_next(struct seq_file *m, void *v, loff_t *pos)
{
	(*pos)++;
	return NULL;
}

static void error_log_stop(struct seq_file *m, void *v)
{
}

static int error_log_show(struct seq_file *m, void *v)
{
	return 0;
}

static const struct seq_operations error_log_ops = {
	.start	= error_log_start,
	.next	= error_log_next,
	.stop	= error_log_stop,
	.show	= error_log_show,
};

static int error_log_open(struct inode *inode, struct file *file)
{
	return tracing_seq_open(inode, file, &error_log_ops, NULL);
}

static ssize_t error_log_write(struct file *file, const char __user *ubuf,
			       size_t count, loff_t *ppos)
{
	return count;
}

const struct file_operations tracing_error_log_fops = {
	.open		= error_log_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= error_log_write,
	.llseek		= seq_lseek,
	.release	= tracing_seq_release,
};
