// SPDX-License-Identifier: GPL-2.0
/*
 * The files in which workloads have their settings. There is one set of them, as
 * there is one workload of a kind, and the directories stand beside the instances.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "workload.h"
#include "workload_file.h"

/* The longest number, and the longest text, that a file takes. */
#define WORKLOAD_NUMBER_MAX		63
#define WORKLOAD_TEXT_MAX		(PAGE_SIZE - 1)

static int workload_file_show(struct seq_file *m, void *unused)
{
	const struct workload_file *lf = m->private;

	guard(mutex)(&workload_lock);
	if (lf->number)
		seq_printf(m, "%llu\n", *lf->number);
	else
		lf->show(m);
	return 0;
}

static int workload_file_open(struct inode *inode, struct file *file)
{
	int ret = security_locked_down(LOCKDOWN_TRACEFS);

	return ret ?: single_open(file, workload_file_show,
				  (void *)tracefs_inode_entry(inode)->arg);
}

static int workload_file_open_single(struct inode *inode, struct file *file)
{
	int ret = security_locked_down(LOCKDOWN_TRACEFS);

	return ret ?: single_open(file, workload_file_show, inode->i_private);
}

static int workload_file_number(const struct workload_file *lf,
				const char __user *ubuf, size_t count)
{
	u64 val;
	int ret;

	if (count > WORKLOAD_NUMBER_MAX)
		return -EINVAL;
	ret = kstrtoull_from_user(ubuf, count, 10, &val);
	if (ret)
		return ret;
	guard(mutex)(&workload_lock);
	if ((lf->least && val < *lf->least) || (lf->most && val > *lf->most))
		return -EINVAL;
	WRITE_ONCE(*lf->number, val);
	return 0;
}

static int workload_file_text(const struct workload_file *lf, const char __user *ubuf,
			      size_t count)
{
	char *text;
	int ret;

	if (!count || count > WORKLOAD_TEXT_MAX)
		return -EINVAL;
	text = memdup_user_nul(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = lf->store(strim(text));
	kfree(text);
	return ret;
}

static ssize_t workload_file_write(struct file *file, const char __user *ubuf,
				   size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	const struct workload_file *lf = m->private;
	int ret;

	if (lf->number)
		ret = workload_file_number(lf, ubuf, count);
	else
		ret = workload_file_text(lf, ubuf, count);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

const struct file_operations workload_file_fops = {
	.open		= workload_file_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= workload_file_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static const struct file_operations workload_file_single_fops = {
	.open		= workload_file_open_single,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= workload_file_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

int __init workload_file_single(const char *name, const struct workload_file *lf)
{
	if (!tracefs_create_file(name, 0640, NULL, (void *)lf,
				 &workload_file_single_fops))
		return -ENOMEM;
	return 0;
}
