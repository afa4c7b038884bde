// SPDX-License-Identifier: GPL-2.0
/*
 * The file error_log: why commands were refused, the last few of them. Only
 * O_TRUNC empties it.
 */
#include "internal.h"

static struct trace_error_log *error_log_of(struct seq_file *m)
{
	struct tracing_seq *ts = m->private;

	return &ts->at.tr->errors;
}

static void *error_log_start(struct seq_file *m, loff_t *pos)
{
	return trace_error_log_seq_start(error_log_of(m), pos);
}

static void *error_log_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_error_log_seq_next(error_log_of(m), pos);
}

static void error_log_stop(struct seq_file *m, void *v)
{
	trace_error_log_seq_stop();
}

static const struct seq_operations error_list_ops = {
	.start	= error_log_start,
	.next	= error_log_next,
	.stop	= error_log_stop,
	.show	= trace_error_log_seq_show,
};

static int error_log_open(struct inode *inode, struct file *file)
{
	int ret;

	ret = tracing_seq_open(inode, file, &error_list_ops, NULL);
	if (ret)
		return ret;
	if (tracing_truncates(file))
		trace_error_log_clear(error_log_of(file->private_data));
	return 0;
}

static ssize_t error_log_write(struct file *file, const char __user *ubuf,
			       size_t count, loff_t *ppos)
{
	return count;
}

const struct tracing_seq_ops tracing_error_log_ops = {
	.open		= error_log_open,
	.write		= error_log_write,
	.llseek		= tracing_seek_reader,
	.release	= tracing_seq_release,
};
