// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace, of an instance and of each CPU: reading looks at the buffer
 * without changing it, O_TRUNC empties it, what is written into it is ignored.
 */
#include <linux/err.h>
#include <linux/slab.h>

#include "../view/view.h"
#include "internal.h"

/**
 * struct trace_file - an open file trace
 * @at: instance and CPU
 * @iter: NULL where it was opened for writing only
 * @stopped: recording stands still while the file is open (pause-on-trace)
 */
struct trace_file {
	struct tracing_at	at;
	struct trace_iterator	*iter;
	bool			stopped;
};

static void *trace_start(struct seq_file *m, loff_t *pos)
{
	struct trace_file *tf = m->private;

	view_begin(tf->iter);
	return view_seek(tf->iter, *pos);
}

static void *trace_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_file *tf = m->private;

	++*pos;
	return view_next(tf->iter);
}

static void trace_stop(struct seq_file *m, void *v)
{
	struct trace_file *tf = m->private;

	view_end(tf->iter);
}

static int trace_show(struct seq_file *m, void *v)
{
	return view_show(m, v);
}

static const struct seq_operations trace_ops = {
	.start	= trace_start,
	.next	= trace_next,
	.stop	= trace_stop,
	.show	= trace_show,
};

static int trace_open_read(struct trace_file *tf)
{
	struct trace_iterator *iter;

	iter = view_open(tf->at.tr, tf->at.cpu, false);
	if (IS_ERR(iter))
		return PTR_ERR(iter);
	tf->iter = iter;
	if (instance_option(tf->at.tr, INSTANCE_OPT_PAUSE_ON_TRACE)) {
		tf->stopped = true;
		instance_stop(tf->at.tr);
	}
	return 0;
}

static int trace_open(struct inode *inode, struct file *file)
{
	struct trace_file *tf;
	struct tracing_at at;
	int ret;

	ret = tracing_at_get(&at, inode);
	if (ret)
		return ret;
	tf = __seq_open_private(file, &trace_ops, sizeof(*tf));
	if (!tf) {
		ret = -ENOMEM;
		goto out_put;
	}
	tf->at = at;

	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		instance_reset(at.tr, at.cpu);
	if (file->f_mode & FMODE_READ)
		ret = trace_open_read(tf);
	if (ret)
		goto out_seq;
	return 0;

out_seq:
	seq_release_private(inode, file);
out_put:
	tracing_at_put(&at);
	return ret;
}

static int trace_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct trace_file *tf = m->private;

	if (tf->stopped)
		instance_start(tf->at.tr);
	if (tf->iter)
		view_close(tf->iter);
	tracing_at_put(&tf->at);
	return seq_release_private(inode, file);
}

static ssize_t trace_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	return count;
}

static loff_t trace_lseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

const struct file_operations tracing_trace_fops = {
	.open		= trace_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= trace_write,
	.llseek		= trace_lseek,
	.release	= trace_release,
};
