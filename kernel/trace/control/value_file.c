// SPDX-License-Identifier: GPL-2.0
/*
 * Control files that hold one value each: opening, reading and writing them by a
 * struct tracing_value. Also helpers for the operations of other control files.
 */
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "files.h"

/* The longest text that can be written, in bytes. */
#define VALUE_FILE_TEXT_MAX	(8 * PAGE_SIZE - 1)

/* Copy text from user space as a NUL-terminated string, to be freed with kfree(). */
static char *value_file_text(const char __user *ubuf, size_t count)
{
	if (!count || count > VALUE_FILE_TEXT_MAX)
		return ERR_PTR(-EINVAL);
	return memdup_user_nul(ubuf, count);
}

/**
 * tracing_word_write - the write() of a file that takes one word at a time
 * @ubuf: words; the first one is used, and the caller of write(2) writes the others
 *	again
 * @count: bytes in @ubuf
 * @ppos: position in the file; advanced by the number of bytes that were used
 * @max: length of the longest word, in bytes
 * @word: called with @data and the word; returns 0 or a negative errno
 * @data: argument of @word
 *
 * If a word is rejected, those before it have taken effect.
 *
 * Context: task, may sleep.
 * Return: the number of bytes that were used, or a negative errno.
 */
ssize_t tracing_word_write(const char __user *ubuf, size_t count, loff_t *ppos,
			   size_t max, int (*word)(void *data, char *word),
			   void *data)
{
	struct trace_parser token;
	loff_t start = 0;
	ssize_t used;
	int ret;

	if (!count)
		return 0;
	ret = trace_parser_init(&token, max);
	if (ret)
		return ret;
	used = trace_parser_read(&token, ubuf, count, &start);
	if (used >= 0 && trace_parser_loaded(&token)) {
		ret = word(data, token.buf);
		if (ret)
			used = ret;
	}
	trace_parser_free(&token);
	if (used > 0)
		*ppos += used;
	return used;
}

/**
 * struct value_file - an open control file that holds a value
 * @ctx: instance and CPU
 * @value: operations of the value
 * @seen: result of tracing_value.seen() when the value was last read
 */
struct value_file {
	struct tracing_file_ctx		ctx;
	const struct tracing_value	*value;
	unsigned int			seen;
};

static int value_file_show(struct seq_file *m, void *v)
{
	struct value_file *vf = m->private;

	if (vf->value->seen)
		vf->seen = vf->value->seen(&vf->ctx);
	return vf->value->show(m, &vf->ctx);
}

static int value_file_open(struct inode *inode, struct file *file)
{
	const struct tracefs_entry *entry = tracefs_inode_entry(inode);
	struct value_file *vf;
	int ret;

	vf = kzalloc(sizeof(*vf), GFP_KERNEL);
	if (!vf)
		return -ENOMEM;
	vf->value = (const struct tracing_value *)entry->arg;
	if (vf->value->output)
		ret = tracing_file_ctx_get_output(&vf->ctx, inode);
	else
		ret = tracing_file_ctx_get(&vf->ctx, inode, file);
	if (ret)
		goto out_free;
	ret = single_open(file, value_file_show, vf);
	if (ret)
		goto out_put;
	if (vf->value->no_seek)
		file->f_mode &= ~FMODE_LSEEK;
	return 0;

out_put:
	tracing_file_ctx_put(&vf->ctx);
out_free:
	kfree(vf);
	return ret;
}

static int value_file_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct value_file *vf = m->private;

	tracing_file_ctx_put(&vf->ctx);
	kfree(vf);
	return single_release(inode, file);
}

static int value_file_store(struct value_file *vf, const char __user *ubuf,
			    size_t count)
{
	const struct tracing_value *value = vf->value;
	unsigned long val;
	char *text;
	int ret;

	if (value->number) {
		ret = trace_control_file_number(ubuf, count, &val);
		return ret ?: value->number(&vf->ctx, val);
	}
	if (!value->word && !value->text)
		return -EINVAL;

	text = value_file_text(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (value->word)
		ret = value->word(&vf->ctx, strim(text));
	else
		ret = value->text(&vf->ctx, text);
	kfree(text);
	return ret;
}

static ssize_t value_file_write(struct file *file, const char __user *ubuf,
				size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	int ret;

	ret = value_file_store(m->private, ubuf, count);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static loff_t value_file_seek(struct file *file, loff_t offset, int whence)
{
	struct seq_file *m = file->private_data;
	struct value_file *vf = m->private;

	if (vf->value->no_end)
		return seq_lseek(file, offset, whence);
	return trace_control_file_seek(file, offset, whence);
}

static __poll_t value_file_poll(struct file *file, struct poll_table_struct *table)
{
	struct seq_file *m = file->private_data;
	struct value_file *vf = m->private;

	if (!vf->value->poll)
		return DEFAULT_POLLMASK;
	return vf->value->poll(&vf->ctx, file, table, vf->seen);
}

const struct file_operations tracing_value_fops = {
	.open		= value_file_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.write		= value_file_write,
	.poll		= value_file_poll,
	.llseek		= value_file_seek,
	.release	= value_file_release,
};
