// SPDX-License-Identifier: GPL-2.0
/*
 * The file error_log: the last commands that were rejected, with the reason. Only
 * opening it with O_TRUNC empties it.
 */
#include "files.h"

static struct trace_error_log *tracing_error_log_of(struct seq_file *m)
{
	struct tracing_seq *ts = m->private;

	return &ts->ctx.tr->errors;
}

static void *tracing_error_log_start(struct seq_file *m, loff_t *pos)
{
	return trace_error_log_seq_start(tracing_error_log_of(m), pos);
}

static void *tracing_error_log_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_error_log_seq_next(tracing_error_log_of(m), pos);
}

static void tracing_error_log_stop(struct seq_file *m, void *v)
{
	trace_error_log_seq_stop();
}

static const struct seq_operations error_log_seq_ops = {
	.start	= tracing_error_log_start,
	.next	= tracing_error_log_next,
	.stop	= tracing_error_log_stop,
	.show	= trace_error_log_seq_show,
};

static int tracing_error_log_open(struct inode *inode, struct file *file)
{
	int ret;

	ret = tracing_seq_open(inode, file, &error_log_seq_ops, NULL);
	if (ret)
		return ret;
	if (tracing_truncates(file))
		trace_error_log_clear(tracing_error_log_of(file->private_data));
	return 0;
}

static ssize_t tracing_error_log_write(struct file *file, const char __user *ubuf,
				       size_t count, loff_t *ppos)
{
	return count;
}

const struct tracing_seq_ops tracing_error_log_ops = {
	.open		= tracing_error_log_open,
	.write		= tracing_error_log_write,
	.llseek		= trace_control_file_seek_reader,
	.release	= tracing_seq_release,
};
