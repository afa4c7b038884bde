// SPDX-License-Identifier: GPL-2.0
/*
 * The lists of functions, and set_ftrace_filter and set_ftrace_notrace.
 *
 * The words that are written into a filter are collected and take effect when
 * the file is closed, as site/ does it. A word may come in pieces: who ends a
 * write within a word goes on with the next one.
 */
#include <linux/err.h>
#include <linux/slab.h>

#include "../ftrace/ftrace.h"
#include "internal.h"

/* Lists that are the same for everybody */

static int functions_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct tracing_file_ctx at;
	int ret;

	/* The global instance stays: no need to keep it. */
	ret = tracing_file_ctx_get(&at, inode);
	if (ret)
		return ret;
	ret = ftrace_show_seq_open(file, entry->which, NULL, NULL);
	tracing_file_ctx_put(&at);
	return ret;
}

const struct tracing_seq_ops tracing_functions_ops = {
	.open		= functions_open,
	.release	= ftrace_show_seq_release,
};

static int totals_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	struct ftrace_site_totals totals;

	ftrace_site_totals(&totals);
	seq_printf(m, "%lu pages:%lu groups: %lu\n", totals.sites,
		   totals.pages, totals.groups);
	return 0;
}

const struct tracing_value tracing_site_totals_value = {
	.show = totals_show,
};

static void failure_show(const struct ftrace_failure *failure, void *data)
{
	struct seq_file *m = data;

	seq_printf(m, "%pS: %s", (void *)failure->ip, failure->why);
	if (failure->readable)
		seq_printf(m, ": %*ph", (int)sizeof(failure->text),
			   failure->text);
	seq_putc(m, '\n');
}

static int failures_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	unsigned long more = ftrace_failures_each(failure_show, m);

	if (more)
		seq_printf(m, "and %lu more\n", more);
	return 0;
}

const struct tracing_value tracing_failures_value = {
	.show = failures_show,
};

/* The filters of an instance */

/**
 * struct filter_file - an open set_ftrace_filter or set_ftrace_notrace
 * @list: place in filter_files
 * @file: the file; its private_data is the list that is read
 * @at: the instance
 * @ops: whose filter it is
 * @edit: NULL where the file is only read
 * @lock: protects @edit and @token
 * @token: the word that is being written
 */
struct filter_file {
	struct list_head	list;
	struct file		*file;
	struct tracing_file_ctx	at;
	struct ftrace_ops	*ops;
	struct ftrace_filter_edit	*edit;
	struct mutex		lock;	/* see above */
	struct trace_parser	token;
};

static LIST_HEAD(filter_files);
static DEFINE_MUTEX(filter_files_lock);

static struct filter_file *filter_of(struct file *file)
{
	struct filter_file *ff, *found = NULL;

	mutex_lock(&filter_files_lock);
	list_for_each_entry(ff, &filter_files, list) {
		if (ff->file == file)
			found = ff;
	}
	mutex_unlock(&filter_files_lock);
	return found;
}

/* The stack tracer knows no commands: they are for instances. */
static void *filter_owner(struct filter_file *ff)
{
	return ff->ops == ff->at.tr->ops ? ff->at.tr : NULL;
}

static int filter_open_write(struct filter_file *ff, enum ftrace_show_list list)
{
	int ret;

	ret = trace_parser_init(&ff->token, TRACING_SYMBOL_MAX);
	if (ret)
		return ret;
	ff->edit = ftrace_filter_edit_begin(ff->ops, filter_owner(ff),
					    list == FTRACE_LIST_NOTRACE,
					    ff->file->f_flags & O_TRUNC);
	if (IS_ERR(ff->edit)) {
		trace_parser_free(&ff->token);
		return PTR_ERR(ff->edit);
	}
	return 0;
}

static struct ftrace_ops *filter_ops(struct filter_file *ff, unsigned int which)
{
	return which & TRACING_FILTER_STACK ? TRACING_STACK_OPS : ff->at.tr->ops;
}

static int filter_open_as(struct filter_file *ff, struct inode *inode,
			  unsigned int which)
{
	enum ftrace_show_list list = which & ~TRACING_FILTER_STACK;
	struct file *file = ff->file;
	int ret;

	ret = tracing_file_ctx_get(&ff->at, inode);
	if (ret)
		return ret;
	ff->ops = filter_ops(ff, which);
	ret = -ENODEV;
	if (!ff->ops)
		goto out_put;
	ret = 0;
	if (file->f_mode & FMODE_READ)
		ret = ftrace_show_seq_open(file, list, ff->ops, filter_owner(ff));
	if (ret)
		goto out_put;
	if (file->f_mode & FMODE_WRITE)
		ret = filter_open_write(ff, list);
	if (ret)
		goto out_seq;
	return 0;

out_seq:
	if (file->f_mode & FMODE_READ)
		ftrace_show_seq_release(inode, file);
out_put:
	tracing_file_ctx_put(&ff->at);
	return ret;
}

static int filter_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct filter_file *ff;
	int ret;

	ff = kzalloc(sizeof(*ff), GFP_KERNEL);
	if (!ff)
		return -ENOMEM;
	ff->file = file;
	mutex_init(&ff->lock);
	ret = filter_open_as(ff, inode, entry->which);
	if (ret) {
		kfree(ff);
		return ret;
	}
	mutex_lock(&filter_files_lock);
	list_add(&ff->list, &filter_files);
	mutex_unlock(&filter_files_lock);
	return 0;
}

/* One word, or a part of one; the caller writes the rest again. */
static ssize_t filter_word(struct filter_file *ff, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	struct trace_parser *token = &ff->token;
	ssize_t used;
	int ret;

	used = trace_parser_read(token, ubuf, count, ppos);
	if (used <= 0 || !trace_parser_loaded(token) || token->partial)
		return used;
	ret = ftrace_filter_edit_word(ff->edit, token->buf);
	token->len = 0;
	return ret ?: used;
}

static ssize_t filter_write(struct file *file, const char __user *ubuf,
			    size_t count, loff_t *ppos)
{
	struct filter_file *ff = filter_of(file);
	ssize_t ret;

	if (!count)
		return 0;
	mutex_lock(&ff->lock);
	ret = filter_word(ff, ubuf, count, ppos);
	mutex_unlock(&ff->lock);
	return ret;
}

static int filter_release(struct inode *inode, struct file *file)
{
	struct filter_file *ff = filter_of(file);

	mutex_lock(&filter_files_lock);
	list_del(&ff->list);
	mutex_unlock(&filter_files_lock);

	if (ff->edit) {
		/* Nobody is there to hear of errors any more. */
		if (trace_parser_loaded(&ff->token))
			ftrace_filter_edit_word(ff->edit, ff->token.buf);
		ftrace_filter_edit_commit(ff->edit);
		trace_parser_free(&ff->token);
	}
	if (file->f_mode & FMODE_READ)
		ftrace_show_seq_release(inode, file);
	tracing_file_ctx_put(&ff->at);
	kfree(ff);
	return 0;
}

const struct tracing_seq_ops tracing_filter_ops = {
	.open		= filter_open,
	.write		= filter_write,
	.llseek		= tracing_seek_reader,
	.release	= filter_release,
};
