// SPDX-License-Identifier: GPL-2.0
/*
 * set_event_pid, set_event_notrace_pid, set_ftrace_pid, set_ftrace_notrace_pid.
 */
#include "internal.h"

struct pids_seq {
	struct tracing_at at;
	enum instance_pids which;
};

/* An empty set: those for functions say so. */
static bool pids_says_none(enum instance_pids which)
{
	return which == INSTANCE_FUNC_PIDS || which == INSTANCE_FUNC_NO_PIDS;
}

static void *pids_start(struct seq_file *m, loff_t *pos)
{
	struct pids_seq *ps = m->private;
	struct base_pids *pids;

	mutex_lock(&event_mutex);
	pids = instance_pids(ps->at.tr, ps->which);
	if (pids)
		return base_pids_seq_start(pids, pos);
	return pids_says_none(ps->which) && !*pos ? m : NULL;
}

static void *pids_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct pids_seq *ps = m->private;
	struct base_pids *pids = instance_pids(ps->at.tr, ps->which);

	if (pids)
		return base_pids_seq_next(pids, v, pos);
	(*pos)++;
	return NULL;
}

static void pids_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int pids_show(struct seq_file *m, void *v)
{
	struct pids_seq *ps = m->private;

	if (instance_pids(ps->at.tr, ps->which))
		return base_pids_seq_show(m, v);
	seq_puts(m, "no pid\n");
	return 0;
}

static const struct seq_operations pids_ops = {
	.start	= pids_start,
	.next	= pids_next,
	.stop	= pids_stop,
	.show	= pids_show,
};

static int pids_clear(struct pids_seq *ps)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = instance_pids_set(ps->at.tr, ps->which, NULL);
	mutex_unlock(&event_mutex);
	return ret;
}

static int pids_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct tracing_at at;
	struct pids_seq *ps;
	int ret;

	ret = tracing_at_get(&at, inode);
	if (ret)
		return ret;
	ps = __seq_open_private(file, &pids_ops, sizeof(*ps));
	if (!ps) {
		tracing_at_put(&at);
		return -ENOMEM;
	}
	ps->at = at;
	ps->which = entry->arg;

	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		pids_clear(ps);
	return 0;
}

static int pids_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct pids_seq *ps = m->private;

	tracing_at_put(&ps->at);
	return seq_release_private(inode, file);
}

static ssize_t pids_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	struct pids_seq *ps = m->private;
	struct base_pids *old, *new;
	ssize_t ret;
	int err;

	if (!count)
		return 0;

	mutex_lock(&event_mutex);
	old = instance_pids(ps->at.tr, ps->which);
	new = NULL;
	ret = base_pids_write(old, &new, ubuf, count);
	if (ret > 0) {
		err = instance_pids_set(ps->at.tr, ps->which, new);
		if (err) {
			base_pids_free(new);
			ret = err;
		}
	}
	mutex_unlock(&event_mutex);

	if (ret > 0)
		*ppos += ret;
	return ret;
}

const struct file_operations tracing_pids_fops = {
	.open		= pids_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= pids_write,
	.llseek		= seq_lseek,
	.release	= pids_release,
};
