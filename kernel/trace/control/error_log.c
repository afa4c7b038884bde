// SPDX-License-Identifier: GPL-2.0
/*
 * The file error_log: the last commands that were rejected, with the reason. Only
 * opening it with O_TRUNC empties it.
 *
 * A monitor waits for the next error by poll(2): the file is ready if an error was added
 * since the file was last read from its start.
 */
#include "files.h"

static struct trace_error_log *tracing_error_log_of(struct seq_file *m)
{
	struct tracing_seq *ts = m->private;

	return &ts->ctx.tr->errors;
}

static void *tracing_error_log_start(struct seq_file *m, loff_t *pos)
{
	struct trace_error_log *errors = tracing_error_log_of(m);
	struct tracing_seq *ts = m->private;

	/* An error that is added after this may be read now, and is reported again. */
	if (!*pos)
		ts->seen = trace_error_log_changes(errors);
	return trace_error_log_seq_start(errors, pos);
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
	struct trace_error_log *errors;
	struct seq_file *m;
	int ret;

	ret = tracing_seq_open(inode, file, &error_log_seq_ops, NULL);
	if (ret)
		return ret;
	if (!tracing_truncates(file))
		return 0;
	m = file->private_data;
	errors = tracing_error_log_of(m);
	((struct tracing_seq *)m->private)->seen = trace_error_log_changes(errors);
	trace_error_log_clear(errors);
	return 0;
}

static ssize_t tracing_error_log_write(struct file *file, const char __user *ubuf,
				       size_t count, loff_t *ppos)
{
	return count;
}

static __poll_t tracing_error_log_file_poll(struct file *file, struct poll_table_struct *table)
{
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;
	__poll_t ready;

	ready = trace_error_log_poll(&ts->ctx.tr->errors, file, table, ts->seen);
	/* What was opened for writing only has nothing to read. */
	return file->f_mode & FMODE_READ ? ready : ready & (EPOLLOUT | EPOLLWRNORM);
}

const struct tracing_seq_ops tracing_error_log_ops = {
	.open		= tracing_error_log_open,
	.write		= tracing_error_log_write,
	.poll		= tracing_error_log_file_poll,
	.llseek		= trace_control_file_seek_reader,
	.release	= tracing_seq_release,
};
