// SPDX-License-Identifier: GPL-2.0
/*
 * Open files that edit the filter of an ops: set_ftrace_filter, set_ftrace_notrace
 * and stack_trace_filter.
 *
 * The words that are written into such a file are collected in a struct
 * ftrace_filter_edit and take effect when the file is closed. A word may be split
 * over several write(2) calls, so the part that was written is kept between them.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>

#include "internal.h"

/* The longest word: a symbol name with a module, a command and its parameters. */
#define FTRACE_FILTER_WORD_MAX	(KSYM_NAME_LEN + 128)

/**
 * struct ftrace_filter_file - an open filter file
 * @list: entry in ftrace_filter_files; protected by ftrace_filter_files_lock
 * @file: the file; its private_data is the seq_file if the file can be read
 * @owner: the owner of the commands, or NULL
 * @edit: the edited filter; NULL if the file was opened for reading only
 * @lock: protects @edit and @token
 * @token: the word that is being written
 */
struct ftrace_filter_file {
	struct list_head		list;
	struct file			*file;
	void				*owner;
	struct ftrace_filter_edit	*edit;
	struct mutex			lock;	/* see above */
	struct trace_parser		token;
};

static LIST_HEAD(ftrace_filter_files);
static DEFINE_MUTEX(ftrace_filter_files_lock);

/* private_data is taken by the seq_file, so the open files are in a list. */
static struct ftrace_filter_file *ftrace_filter_file_find(struct file *file)
{
	struct ftrace_filter_file *ff, *found = NULL;

	mutex_lock(&ftrace_filter_files_lock);
	list_for_each_entry(ff, &ftrace_filter_files, list) {
		if (ff->file == file)
			found = ff;
	}
	mutex_unlock(&ftrace_filter_files_lock);
	return found;
}

static int ftrace_filter_file_open_write(struct ftrace_filter_file *ff,
					 struct ftrace_ops *ops,
					 enum ftrace_func_list list)
{
	int ret;

	ret = trace_parser_init(&ff->token, FTRACE_FILTER_WORD_MAX);
	if (ret)
		return ret;
	ff->edit = ftrace_filter_edit_begin(ops, ff->owner,
					    list == FTRACE_LIST_NOTRACE,
					    ff->file->f_flags & O_TRUNC);
	if (IS_ERR(ff->edit)) {
		trace_parser_free(&ff->token);
		return PTR_ERR(ff->edit);
	}
	return 0;
}

/**
 * ftrace_filter_file_open - open a file that shows and edits the filter of an ops
 * @file: the file; read with seq_read_iter() if it was opened for reading
 * @ops: the ops; must exist until ftrace_filter_file_release()
 * @owner: the owner of the commands that are listed and can be written; NULL: the
 *	file accepts no commands
 * @list: FTRACE_LIST_FILTER or FTRACE_LIST_NOTRACE
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int ftrace_filter_file_open(struct file *file, struct ftrace_ops *ops, void *owner,
			    enum ftrace_func_list list)
{
	struct ftrace_filter_file *ff;
	int ret = 0;

	ff = kzalloc(sizeof(*ff), GFP_KERNEL);
	if (!ff)
		return -ENOMEM;
	ff->file = file;
	ff->owner = owner;
	mutex_init(&ff->lock);
	if (file->f_mode & FMODE_READ)
		ret = ftrace_func_list_open(file, list, ops, owner);
	if (ret)
		goto out_free;
	if (file->f_mode & FMODE_WRITE)
		ret = ftrace_filter_file_open_write(ff, ops, list);
	if (ret)
		goto out_seq;
	mutex_lock(&ftrace_filter_files_lock);
	list_add(&ff->list, &ftrace_filter_files);
	mutex_unlock(&ftrace_filter_files_lock);
	return 0;

out_seq:
	if (file->f_mode & FMODE_READ)
		ftrace_func_list_release(file_inode(file), file);
out_free:
	kfree(ff);
	return ret;
}

/* Take one word, or a part of one; the caller of write(2) writes the rest again. */
static ssize_t ftrace_filter_file_word(struct ftrace_filter_file *ff,
				       const char __user *ubuf, size_t count,
				       loff_t *ppos)
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

/**
 * ftrace_filter_file_write - the write() of a file that edits a filter
 * @file: opened by ftrace_filter_file_open() for writing
 * @ubuf: words, separated by white space
 * @count: bytes in @ubuf
 * @ppos: position in the file; advanced by the number of bytes that were used
 *
 * Context: task, may sleep.
 * Return: the number of bytes that were used, or the error of
 * ftrace_filter_edit_word(); -EFAULT; -EINVAL if a word is too long.
 */
ssize_t ftrace_filter_file_write(struct file *file, const char __user *ubuf,
				 size_t count, loff_t *ppos)
{
	struct ftrace_filter_file *ff = ftrace_filter_file_find(file);
	ssize_t ret;

	if (!count)
		return 0;
	mutex_lock(&ff->lock);
	ret = ftrace_filter_file_word(ff, ubuf, count, ppos);
	mutex_unlock(&ff->lock);
	return ret;
}

/**
 * ftrace_filter_file_release - the release() of a file that edits a filter
 * @inode: the inode of @file
 * @file: opened by ftrace_filter_file_open()
 *
 * Applies the words that were written.
 *
 * Context: task, may sleep.
 * Return: 0.
 */
int ftrace_filter_file_release(struct inode *inode, struct file *file)
{
	struct ftrace_filter_file *ff = ftrace_filter_file_find(file);

	mutex_lock(&ftrace_filter_files_lock);
	list_del(&ff->list);
	mutex_unlock(&ftrace_filter_files_lock);

	if (ff->edit) {
		/* close(2) has no way to report an error in the last word. */
		if (trace_parser_loaded(&ff->token))
			ftrace_filter_edit_word(ff->edit, ff->token.buf);
		ftrace_filter_edit_commit(ff->edit);
		trace_parser_free(&ff->token);
	}
	if (file->f_mode & FMODE_READ)
		ftrace_func_list_release(inode, file);
	kfree(ff);
	return 0;
}
