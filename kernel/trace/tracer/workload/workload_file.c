// SPDX-License-Identifier: GPL-2.0
/*
 * Control files with the settings of workloads. The settings are global, since all
 * instances share a workload, so the files are in the top directory of tracefs.
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

/* Maximum length of a number and of a text that can be written, in bytes. */
#define WORKLOAD_NUMBER_MAX		63
#define WORKLOAD_TEXT_MAX		(PAGE_SIZE - 1)

static int workload_file_show(struct seq_file *m, void *unused)
{
	const struct workload_file *wf = m->private;

	guard(mutex)(&workload_lock);
	if (wf->number)
		seq_printf(m, "%llu\n", *wf->number);
	else
		wf->show(m);
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

static int workload_file_number(const struct workload_file *wf,
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
	if ((wf->min && val < *wf->min) || (wf->max && val > *wf->max))
		return -EINVAL;
	WRITE_ONCE(*wf->number, val);
	return 0;
}

static int workload_file_text(const struct workload_file *wf, const char __user *ubuf,
			      size_t count)
{
	char *text;
	int ret;

	if (!count || count > WORKLOAD_TEXT_MAX)
		return -EINVAL;
	text = memdup_user_nul(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = wf->store(strim(text));
	kfree(text);
	return ret;
}

static ssize_t workload_file_write(struct file *file, const char __user *ubuf,
				   size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	const struct workload_file *wf = m->private;
	int ret;

	if (wf->number)
		ret = workload_file_number(wf, ubuf, count);
	else
		ret = workload_file_text(wf, ubuf, count);
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

/**
 * workload_file_single - create a control file in the top directory
 * @name: name of the file
 * @wf: the setting
 *
 * Context: initcalls.
 * Return: 0 or -ENOMEM.
 */
int __init workload_file_single(const char *name, const struct workload_file *wf)
{
	if (!tracefs_create_file(name, 0640, NULL, (void *)wf,
				 &workload_file_single_fops))
		return -ENOMEM;
	return 0;
}
