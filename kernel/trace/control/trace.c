// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace of an instance and of each CPU. Reading does not consume records,
 * opening with O_TRUNC empties the ring buffer, and written text is ignored.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>

#include "../output/output.h"
#include "files.h"
#include "text_file.h"

/**
 * struct trace_file - an open file trace
 * @ctx: instance and CPU
 * @text: text of the records; its iterator is NULL if the file was opened for
 *	writing only
 * @stopped: recording is disabled while the file is open (option pause-on-trace)
 */
struct trace_file {
	struct tracing_file_ctx	ctx;
	struct tracing_text	text;
	bool			stopped;
};

static int trace_open_read(struct trace_file *tf)
{
	struct trace_iterator *iter;

	iter = output_open(tf->ctx.tr, tf->ctx.cpu, false);
	if (IS_ERR(iter))
		return PTR_ERR(iter);
	tracing_text_init(&tf->text, iter);
	if (instance_option(tf->ctx.tr, INSTANCE_OPT_PAUSE_ON_TRACE)) {
		tf->stopped = true;
		instance_record_disable(tf->ctx.tr);
	}
	return 0;
}

static int trace_open(struct inode *inode, struct file *file)
{
	struct trace_file *tf;
	struct tracing_file_ctx ctx;
	int ret;

	ret = tracing_file_ctx_get_output(&ctx, inode);
	if (ret)
		return ret;
	tf = kzalloc(sizeof(*tf), GFP_KERNEL);
	if (!tf) {
		ret = -ENOMEM;
		goto out_put;
	}
	tf->ctx = ctx;

	if (tracing_truncates(file))
		instance_reset(ctx.tr, ctx.cpu);
	if (file->f_mode & FMODE_READ)
		ret = trace_open_read(tf);
	if (ret)
		goto out_free;
	file->private_data = tf;
	/* Written text is ignored, so that writes need no position. */
	file->f_mode &= ~FMODE_PWRITE;
	return 0;

out_free:
	kfree(tf);
out_put:
	tracing_file_ctx_put(&ctx);
	return ret;
}

static int trace_release(struct inode *inode, struct file *file)
{
	struct trace_file *tf = file->private_data;

	if (tf->stopped)
		instance_record_enable(tf->ctx.tr);
	if (tf->text.iter)
		output_close(tf->text.iter);
	tracing_file_ctx_put(&tf->ctx);
	kfree(tf);
	return 0;
}

static ssize_t trace_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct trace_file *tf = iocb->ki_filp->private_data;

	return tracing_text_read(&tf->text, iocb, to);
}

static ssize_t trace_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	return count;
}

static loff_t trace_lseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return no_seek_end_llseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

const struct file_operations tracing_trace_fops = {
	.open		= trace_open,
	.read_iter	= trace_read,
	.splice_read	= copy_splice_read,
	.write		= trace_write,
	.llseek		= trace_lseek,
	.release	= trace_release,
};
