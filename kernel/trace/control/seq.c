// SPDX-License-Identifier: GPL-2.0
/*
 * Files that list something and keep their instance while they are open, and
 * the reading of words that are written into such files.
 */
#include <linux/slab.h>

#include "../output/output.h"
#include "internal.h"

/**
 * tracing_seq_open - open a list
 * @inode: of the file
 * @file: the file
 * @ops: of the list; they find a struct tracing_seq in seq_file.private
 * @data: becomes tracing_seq.data
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0 or an errno.
 */
int tracing_seq_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops, void *data)
{
	struct tracing_seq *ts;
	struct tracing_file_ctx at;
	int ret;

	ret = tracing_file_ctx_get(&at, inode);
	if (ret)
		return ret;
	ts = __seq_open_private(file, ops, sizeof(*ts));
	if (!ts) {
		tracing_file_ctx_put(&at);
		return -ENOMEM;
	}
	ts->at = at;
	ts->data = data;
	return 0;
}

/**
 * tracing_seq_release - close what tracing_seq_open() opened
 * @inode: of the file
 * @file: the file
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0.
 */
int tracing_seq_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;

	tracing_file_ctx_put(&ts->at);
	return seq_release_private(inode, file);
}

/* What is read by seq_file: the row tells how the rest is done. */

static const struct tracing_seq_ops *seq_ops(const struct inode *inode)
{
	return (const struct tracing_seq_ops *)tracefs_inode_entry(inode)->arg;
}

static int seq_open_by_ops(struct inode *inode, struct file *file)
{
	return seq_ops(inode)->open(inode, file);
}

static ssize_t seq_write_by_ops(struct file *file, const char __user *ubuf,
				size_t count, loff_t *ppos)
{
	const struct tracing_seq_ops *ops = seq_ops(file_inode(file));

	return ops->write ? ops->write(file, ubuf, count, ppos) : -EINVAL;
}

static loff_t seq_lseek_by_ops(struct file *file, loff_t offset, int whence)
{
	const struct tracing_seq_ops *ops = seq_ops(file_inode(file));

	return (ops->llseek ?: seq_lseek)(file, offset, whence);
}

static int seq_release_by_ops(struct inode *inode, struct file *file)
{
	return seq_ops(inode)->release(inode, file);
}

const struct file_operations tracing_seq_fops = {
	.open		= seq_open_by_ops,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= seq_write_by_ops,
	.llseek		= seq_lseek_by_ops,
	.release	= seq_release_by_ops,
};

/* Lists that are only read */

static int list_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);

	return tracing_seq_open(inode, file,
				(const struct seq_operations *)entry->arg, NULL);
}

const struct file_operations tracing_list_fops = {
	.open		= list_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= tracing_seq_release,
};

/* saved_cmdlines */

static void *cmdlines_start(struct seq_file *m, loff_t *pos)
{
	return trace_comm_seq_start(pos);
}

static void *cmdlines_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_comm_seq_next(v, pos);
}

static void cmdlines_stop(struct seq_file *m, void *v)
{
	trace_comm_seq_stop();
}

const struct seq_operations tracing_cmdlines_ops = {
	.start	= cmdlines_start,
	.next	= cmdlines_next,
	.stop	= cmdlines_stop,
	.show	= trace_comm_seq_show,
};

/* saved_tgids */

static void *tgids_start(struct seq_file *m, loff_t *pos)
{
	return trace_tgid_seq_start(pos);
}

static void *tgids_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_tgid_seq_next(v, pos);
}

static void tgids_stop(struct seq_file *m, void *v)
{
}

const struct seq_operations tracing_tgids_ops = {
	.start	= tgids_start,
	.next	= tgids_next,
	.stop	= tgids_stop,
	.show	= trace_tgid_seq_show,
};

/* printk_formats */

const struct seq_operations tracing_formats_ops = {
	.start	= output_formats_start,
	.next	= output_formats_next,
	.stop	= output_formats_stop,
	.show	= output_formats_show,
};
