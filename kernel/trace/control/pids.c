// SPDX-License-Identifier: GPL-2.0
/*
 * set_event_pid, set_event_notrace_pid, set_ftrace_pid, set_ftrace_notrace_pid.
 */
#include "internal.h"

/* In tracing_seq.data. */
static enum instance_pids pids_which(const struct tracing_seq *ts)
{
	return (enum instance_pids)(unsigned long)ts->data;
}

static struct trace_pid_list *pids_of(const struct tracing_seq *ts)
{
	return instance_pids(ts->at.tr, pids_which(ts));
}

/* An empty set: those for functions say so. */
static bool pids_says_none(enum instance_pids which)
{
	return which == INSTANCE_FUNC_PIDS || which == INSTANCE_FUNC_NO_PIDS;
}

static void *pids_start(struct seq_file *m, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_pid_list *pids;

	mutex_lock(&event_mutex);
	pids = pids_of(ts);
	if (pids)
		return trace_pid_list_seq_start(pids, pos);
	return pids_says_none(pids_which(ts)) && !*pos ? m : NULL;
}

static void *pids_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	struct trace_pid_list *pids = pids_of(ts);

	if (pids)
		return trace_pid_list_seq_next(pids, v, pos);
	(*pos)++;
	return NULL;
}

static void pids_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int pids_show(struct seq_file *m, void *v)
{
	struct tracing_seq *ts = m->private;

	if (pids_of(ts))
		return trace_pid_list_seq_show(m, v);
	seq_puts(m, "no pid\n");
	return 0;
}

static const struct seq_operations pids_ops = {
	.start	= pids_start,
	.next	= pids_next,
	.stop	= pids_stop,
	.show	= pids_show,
};

static int pids_clear(struct tracing_seq *ts)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = instance_pids_set(ts->at.tr, pids_which(ts), NULL);
	mutex_unlock(&event_mutex);
	return ret;
}

static int pids_open(struct inode *inode, struct file *file)
{
	unsigned long which = tracefs_inode_entry(inode)->which;
	struct seq_file *m;
	int ret;

	ret = tracing_seq_open(inode, file, &pids_ops, (void *)which);
	if (!ret && tracing_truncates(file)) {
		m = file->private_data;
		pids_clear(m->private);
	}
	return ret;
}

/* @pids and those that are there already become the set; @pids is freed or its. */
static int pids_join(struct tracing_seq *ts, struct trace_pid_list *pids)
{
	int ret;

	guard(mutex)(&event_mutex);
	ret = trace_pid_list_join(&pids, pids_of(ts));
	if (!ret)
		ret = instance_pids_set(ts->at.tr, pids_which(ts), pids);
	if (ret)
		trace_pid_list_free(pids);
	return ret;
}

static ssize_t pids_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct trace_pid_list *pids;
	ssize_t ret;
	int err;

	if (!count)
		return 0;

	/* A fault may last: nobody waits for it with event_mutex held. */
	ret = trace_pid_list_read(&pids, ubuf, count);
	if (ret < 0)
		return ret;
	err = pids_join(m->private, pids);
	if (err)
		return err;
	*ppos += ret;
	return ret;
}

/* The files of the function tracer are not those of events. */
static loff_t pids_seek(struct file *file, loff_t offset, int whence)
{
	if (pids_says_none(tracefs_inode_entry(file_inode(file))->which))
		return tracing_seek_reader(file, offset, whence);
	return seq_lseek(file, offset, whence);
}

const struct tracing_seq_ops tracing_pids_ops = {
	.open		= pids_open,
	.write		= pids_write,
	.llseek		= pids_seek,
	.release	= tracing_seq_release,
};
