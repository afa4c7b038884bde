// SPDX-License-Identifier: GPL-2.0
/*
 * Control files that are read by seq_file and hold a reference to their instance
 * while they are open.
 */
#include <linux/poll.h>
#include <linux/slab.h>

#include "../output/output.h"
#include "files.h"

/**
 * tracing_seq_open - open a file that lists objects of an instance
 * @inode: inode of the file
 * @file: the file
 * @ops: operations of the list; seq_file.private is a struct tracing_seq
 * @data: stored in tracing_seq.data
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EPERM; -ENODEV; -ENOMEM.
 */
int tracing_seq_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops, void *data)
{
	struct tracing_seq *ts;
	struct tracing_file_ctx ctx;
	int ret;

	ret = tracing_file_ctx_get(&ctx, inode, file);
	if (ret)
		return ret;
	ts = __seq_open_private(file, ops, sizeof(*ts));
	if (!ts) {
		tracing_file_ctx_put(&ctx);
		return -ENOMEM;
	}
	ts->ctx = ctx;
	ts->data = data;
	return 0;
}

/**
 * tracing_seq_release - close a file that tracing_seq_open() opened
 * @inode: inode of the file
 * @file: the file
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0.
 */
int tracing_seq_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct tracing_seq *ts = m->private;

	tracing_file_ctx_put(&ts->ctx);
	return seq_release_private(inode, file);
}

/* Files of struct tracing_seq_ops, which tracefs_entry.arg points to */

static const struct tracing_seq_ops *tracing_seq_row(const struct inode *inode)
{
	return (const struct tracing_seq_ops *)tracefs_inode_entry(inode)->arg;
}

static int tracing_seq_row_open(struct inode *inode, struct file *file)
{
	return tracing_seq_row(inode)->open(inode, file);
}

static ssize_t tracing_seq_row_write(struct file *file, const char __user *ubuf,
				     size_t count, loff_t *ppos)
{
	const struct tracing_seq_ops *ops = tracing_seq_row(file_inode(file));

	return ops->write ? ops->write(file, ubuf, count, ppos) : -EINVAL;
}

static __poll_t tracing_seq_row_poll(struct file *file, struct poll_table_struct *table)
{
	const struct tracing_seq_ops *ops = tracing_seq_row(file_inode(file));

	return ops->poll ? ops->poll(file, table) : DEFAULT_POLLMASK;
}

static loff_t tracing_seq_row_lseek(struct file *file, loff_t offset, int whence)
{
	const struct tracing_seq_ops *ops = tracing_seq_row(file_inode(file));

	return (ops->llseek ?: seq_lseek)(file, offset, whence);
}

static int tracing_seq_row_release(struct inode *inode, struct file *file)
{
	return tracing_seq_row(inode)->release(inode, file);
}

const struct file_operations tracing_seq_fops = {
	.open		= tracing_seq_row_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= tracing_seq_row_write,
	.poll		= tracing_seq_row_poll,
	.llseek		= tracing_seq_row_lseek,
	.release	= tracing_seq_row_release,
};

/* Lists that are only read: tracefs_entry.arg points to the struct seq_operations */

static int tracing_seq_list_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);

	return tracing_seq_open(inode, file,
				(const struct seq_operations *)entry->arg, NULL);
}

const struct file_operations tracing_list_fops = {
	.open		= tracing_seq_list_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= tracing_seq_release,
};

/* saved_cmdlines */

static void *tracing_seq_cmdlines_start(struct seq_file *m, loff_t *pos)
{
	return trace_comm_seq_start(pos);
}

static void *tracing_seq_cmdlines_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_comm_seq_next(v, pos);
}

static void tracing_seq_cmdlines_stop(struct seq_file *m, void *v)
{
	trace_comm_seq_stop();
}

const struct seq_operations tracing_cmdlines_ops = {
	.start	= tracing_seq_cmdlines_start,
	.next	= tracing_seq_cmdlines_next,
	.stop	= tracing_seq_cmdlines_stop,
	.show	= trace_comm_seq_show,
};

/* saved_tgids */

static void *tracing_seq_tgids_start(struct seq_file *m, loff_t *pos)
{
	return trace_tgid_seq_start(pos);
}

static void *tracing_seq_tgids_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_tgid_seq_next(v, pos);
}

static void tracing_seq_tgids_stop(struct seq_file *m, void *v)
{
}

const struct seq_operations tracing_tgids_ops = {
	.start	= tracing_seq_tgids_start,
	.next	= tracing_seq_tgids_next,
	.stop	= tracing_seq_tgids_stop,
	.show	= trace_tgid_seq_show,
};

/* printk_formats */

const struct seq_operations tracing_formats_ops = {
	.start	= output_formats_start,
	.next	= output_formats_next,
	.stop	= output_formats_stop,
	.show	= output_formats_show,
};
