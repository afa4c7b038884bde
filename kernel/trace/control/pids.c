// SPDX-License-Identifier: GPL-2.0
/*
 * The files set_event_pid, set_event_notrace_pid, set_ftrace_pid and
 * set_ftrace_notrace_pid.
 */
#include "files.h"

/* tracing_seq.data has the enum instance_pids. */
static enum instance_pids tracing_pids_which(const struct tracing_seq *ts)
{
	return (enum instance_pids)(unsigned long)ts->data;
}

static struct trace_pid_list *tracing_pids_of(const struct tracing_seq *ts)
{
	return instance_pids(ts->ctx.tr, tracing_pids_which(ts));
}

/* The files of the function tracer print a line for an empty set. */
static bool tracing_pids_prints_none(enum instance_pids which)
{
	return which == INSTANCE_FUNC_PIDS || which == INSTANCE_FUNC_NO_PIDS;
}

static void *tracing_pids_start(struct seq_file *m, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_pid_list *pids;

	mutex_lock(&event_mutex);
	pids = tracing_pids_of(ts);
	if (pids)
		return trace_pid_list_seq_start(pids, pos);
	return tracing_pids_prints_none(tracing_pids_which(ts)) && !*pos ? m : NULL;
}

static void *tracing_pids_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_pid_list *pids = tracing_pids_of(ts);

	if (pids)
		return trace_pid_list_seq_next(pids, v, pos);
	(*pos)++;
	return NULL;
}

static void tracing_pids_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int tracing_pids_show(struct seq_file *m, void *v)
{
	struct tracing_seq *ts = m->private;

	if (tracing_pids_of(ts))
		return trace_pid_list_seq_show(m, v);
	seq_puts(m, "no pid\n");
	return 0;
}

static const struct seq_operations pids_ops = {
	.start	= tracing_pids_start,
	.next	= tracing_pids_next,
	.stop	= tracing_pids_stop,
	.show	= tracing_pids_show,
};

static int tracing_pids_clear(struct tracing_seq *ts)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = instance_pids_set(ts->ctx.tr, tracing_pids_which(ts), NULL);
	mutex_unlock(&event_mutex);
	return ret;
}

static int tracing_pids_open(struct inode *inode, struct file *file)
{
	unsigned long which = tracefs_inode_entry(inode)->which;
	struct seq_file *m;
	int ret;

	ret = tracing_seq_open(inode, file, &pids_ops, (void *)which);
	if (!ret && tracing_truncates(file)) {
		m = file->private_data;
		tracing_pids_clear(m->private);
	}
	return ret;
}

/* Add @pids to the set of the file. Consumes @pids, on failure as well. */
static int tracing_pids_join(struct tracing_seq *ts, struct trace_pid_list *pids)
{
	int ret;

	guard(mutex)(&event_mutex);
	ret = trace_pid_list_join(&pids, tracing_pids_of(ts));
	if (!ret)
		ret = instance_pids_set(ts->ctx.tr, tracing_pids_which(ts), pids);
	if (ret)
		trace_pid_list_free(pids);
	return ret;
}

static ssize_t tracing_pids_write(struct file *file, const char __user *ubuf,
				  size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct trace_pid_list *pids;
	ssize_t ret;
	int err;

	if (!count)
		return 0;

	/* A page fault may take long, so user memory is read without event_mutex. */
	ret = trace_pid_list_read(&pids, ubuf, count);
	if (ret < 0)
		return ret;
	err = tracing_pids_join(m->private, pids);
	if (err)
		return err;
	*ppos += ret;
	return ret;
}

/* The files of the function tracer and those of events seek differently. */
static loff_t tracing_pids_seek(struct file *file, loff_t offset, int whence)
{
	if (tracing_pids_prints_none(tracefs_inode_entry(file_inode(file))->which))
		return trace_control_file_seek_reader(file, offset, whence);
	return seq_lseek(file, offset, whence);
}

const struct tracing_seq_ops tracing_pids_ops = {
	.open		= tracing_pids_open,
	.write		= tracing_pids_write,
	.llseek		= tracing_pids_seek,
	.release	= tracing_seq_release,
};
