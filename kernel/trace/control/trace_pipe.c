// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace_pipe of an instance and of each CPU: reading consumes records and
 * waits for further ones.
 *
 * There is one reader at a time: either of trace_pipe, or one for the trace_pipe of
 * each CPU. The current tracer cannot be changed while there is one.
 *
 * A read returns the records that exist, and waits if there are none. A reader that
 * has read something gets the end of file when tracing is off and the ring buffer
 * is empty.
 */
#include <linux/err.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uio.h>

#include "../output/output.h"
#include "files.h"

/**
 * struct trace_pipe_file - an open trace_pipe
 * @ctx: instance and CPU
 * @iter: iterator that consumes records; its seq has text that was not read yet
 * @lock: protects @iter against reads by several threads
 * @read: true once something was read
 */
struct trace_pipe_file {
	struct tracing_file_ctx	ctx;
	struct trace_iterator	*iter;
	struct mutex		lock;	/* see above */
	bool			read;
};

static int trace_pipe_claim(struct tracing_file_ctx *ctx)
{
	struct tracing_dir *dir = ctx->dir;
	int ret = -EBUSY;

	mutex_lock(&dir->pipe_lock);
	if (dir->pipe_all)
		goto out;
	if (ctx->cpu == RING_BUFFER_ALL_CPUS) {
		if (!cpumask_empty(dir->pipe_cpus))
			goto out;
		dir->pipe_all = true;
	} else if (cpumask_test_and_set_cpu(ctx->cpu, dir->pipe_cpus)) {
		goto out;
	}
	ret = 0;
out:
	mutex_unlock(&dir->pipe_lock);
	return ret;
}

static void trace_pipe_unclaim(struct tracing_file_ctx *ctx)
{
	struct tracing_dir *dir = ctx->dir;

	mutex_lock(&dir->pipe_lock);
	if (ctx->cpu == RING_BUFFER_ALL_CPUS)
		dir->pipe_all = false;
	else
		cpumask_clear_cpu(ctx->cpu, dir->pipe_cpus);
	mutex_unlock(&dir->pipe_lock);
}

static int trace_pipe_open(struct inode *inode, struct file *file)
{
	struct trace_pipe_file *pf;
	int ret;

	pf = kzalloc(sizeof(*pf), GFP_KERNEL);
	if (!pf)
		return -ENOMEM;
	mutex_init(&pf->lock);

	ret = tracing_file_ctx_get(&pf->ctx, inode, file);
	if (ret)
		goto out_free;
	ret = trace_pipe_claim(&pf->ctx);
	if (ret)
		goto out_put;
	/* The tracer is pinned first, because the iterator reads it only once. */
	instance_tracer_pin(pf->ctx.tr);
	pf->iter = output_open(pf->ctx.tr, pf->ctx.cpu, true);
	if (IS_ERR(pf->iter)) {
		ret = PTR_ERR(pf->iter);
		goto out_unpin;
	}
	file->private_data = pf;
	return stream_open(inode, file);

out_unpin:
	instance_tracer_unpin(pf->ctx.tr);
	trace_pipe_unclaim(&pf->ctx);
out_put:
	tracing_file_ctx_put(&pf->ctx);
out_free:
	kfree(pf);
	return ret;
}

static int trace_pipe_release(struct inode *inode, struct file *file)
{
	struct trace_pipe_file *pf = file->private_data;

	output_close(pf->iter);
	instance_tracer_unpin(pf->ctx.tr);
	trace_pipe_unclaim(&pf->ctx);
	tracing_file_ctx_put(&pf->ctx);
	kfree(pf);
	return 0;
}

/* Copy text that was printed before. Returns 0 if there is none. */
static ssize_t trace_pipe_copy(struct trace_pipe_file *pf, struct iov_iter *to)
{
	struct trace_seq *s = &pf->iter->seq;
	size_t left = trace_seq_used(s) - s->readpos;
	size_t done;

	left = min(left, iov_iter_count(to));
	if (!left)
		return 0;
	done = copy_to_iter(s->buffer + s->readpos, left, to);
	if (!done)
		return -EFAULT;
	s->readpos += done;
	pf->read = true;
	return done;
}

static bool trace_pipe_at_end(void *data)
{
	struct trace_pipe_file *pf = data;

	return pf->read && !instance_is_on(pf->ctx.tr);
}

/* Wait with the lock dropped. Returns 0 to check again, or an errno. */
static int trace_pipe_wait(struct trace_pipe_file *pf, bool nonblock)
{
	int ret;

	if (nonblock)
		return -EAGAIN;
	mutex_unlock(&pf->lock);
	ret = ring_buffer_wait(pf->ctx.tr->ring, pf->ctx.cpu, 0, trace_pipe_at_end, pf);
	mutex_lock(&pf->lock);
	return ret;
}

static ssize_t trace_pipe_read_locked(struct trace_pipe_file *pf, struct iov_iter *to,
				      bool nonblock)
{
	ssize_t ret;

	for (;;) {
		ret = trace_pipe_copy(pf, to);
		if (ret)
			return ret;
		if (output_fill(pf->iter, iov_iter_count(to)) > 0)
			continue;
		if (trace_pipe_at_end(pf) && output_empty(pf->iter))
			return 0;
		if (!output_empty(pf->iter)) {
			/* None of the records that existed is shown. */
			cond_resched();
			if (signal_pending(current))
				return -EINTR;
			continue;
		}
		ret = trace_pipe_wait(pf, nonblock);
		if (ret)
			return ret;
	}
}

static ssize_t trace_pipe_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct file *file = iocb->ki_filp;
	struct trace_pipe_file *pf = file->private_data;
	bool nonblock = (file->f_flags & O_NONBLOCK) ||
			(iocb->ki_flags & IOCB_NOWAIT);
	ssize_t ret;

	if (!iov_iter_count(to))
		return 0;
	mutex_lock(&pf->lock);
	ret = trace_pipe_read_locked(pf, to, nonblock);
	mutex_unlock(&pf->lock);
	return ret;
}

static ssize_t trace_pipe_splice(struct file *file, loff_t *ppos,
				 struct pipe_inode_info *pipe, size_t len,
				 unsigned int flags)
{
	struct trace_pipe_file *pf = file->private_data;
	struct trace_seq *s = &pf->iter->seq;

	/* copy_splice_read() does not pass this flag on to trace_pipe_read(). */
	if ((flags & SPLICE_F_NONBLOCK) && output_empty(pf->iter) &&
	    s->readpos == trace_seq_used(s) && !trace_pipe_at_end(pf))
		return -EAGAIN;
	return copy_splice_read(file, ppos, pipe, len, flags);
}

static __poll_t trace_pipe_poll(struct file *file, poll_table *table)
{
	struct trace_pipe_file *pf = file->private_data;
	struct trace_array *tr = pf->ctx.tr;
	int full = 0;
	bool text;

	mutex_lock(&pf->lock);
	text = pf->iter->seq.readpos < trace_seq_used(&pf->iter->seq);
	mutex_unlock(&pf->lock);
	if (text || instance_option(tr, INSTANCE_OPT_BLOCK))
		return EPOLLIN | EPOLLRDNORM;
	/* A reader of one CPU wants many records at once. */
	if (pf->ctx.cpu != RING_BUFFER_ALL_CPUS)
		full = READ_ONCE(tr->buffer_percent);
	return ring_buffer_poll_wait(tr->ring, pf->ctx.cpu, file, table, full);
}

const struct file_operations tracing_pipe_fops = {
	.open		= trace_pipe_open,
	.read_iter	= trace_pipe_read,
	.splice_read	= trace_pipe_splice,
	.poll		= trace_pipe_poll,
	.release	= trace_pipe_release,
};
