// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace_pipe, of an instance and of each CPU: what is read is gone,
 * and a reader waits for more.
 *
 * There is one reader at a time: of trace_pipe, or of the trace_pipe of each
 * CPU. The tracer can't be changed while there is one.
 *
 * A read ends with what there is. Without anything it waits; the end of the
 * file is seen by who has read something before, when tracing is off and the
 * buffer empty.
 */
#include <linux/err.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uio.h>

#include "../output/output.h"
#include "internal.h"

/**
 * struct pipe_file - an open trace_pipe
 * @at: instance and CPU
 * @iter: consumes the buffer; text not read yet stands in its seq
 * @lock: protects @iter: reads of several threads
 * @read: something was read
 */
struct pipe_file {
	struct tracing_file_ctx	at;
	struct trace_iterator	*iter;
	struct mutex		lock;	/* see above */
	bool			read;
};

static int pipe_claim(struct tracing_file_ctx *at)
{
	struct tracing_dir *dir = at->dir;
	int ret = -EBUSY;

	mutex_lock(&dir->pipe_lock);
	if (dir->pipe_all)
		goto out;
	if (at->cpu == RING_BUFFER_ALL_CPUS) {
		if (!cpumask_empty(dir->pipe_cpus))
			goto out;
		dir->pipe_all = true;
	} else if (cpumask_test_and_set_cpu(at->cpu, dir->pipe_cpus)) {
		goto out;
	}
	ret = 0;
out:
	mutex_unlock(&dir->pipe_lock);
	return ret;
}

static void pipe_unclaim(struct tracing_file_ctx *at)
{
	struct tracing_dir *dir = at->dir;

	mutex_lock(&dir->pipe_lock);
	if (at->cpu == RING_BUFFER_ALL_CPUS)
		dir->pipe_all = false;
	else
		cpumask_clear_cpu(at->cpu, dir->pipe_cpus);
	mutex_unlock(&dir->pipe_lock);
}

static int pipe_open(struct inode *inode, struct file *file)
{
	struct pipe_file *pf;
	int ret;

	pf = kzalloc(sizeof(*pf), GFP_KERNEL);
	if (!pf)
		return -ENOMEM;
	mutex_init(&pf->lock);

	ret = tracing_file_ctx_get(&pf->at, inode);
	if (ret)
		goto out_free;
	ret = pipe_claim(&pf->at);
	if (ret)
		goto out_put;
	/* First the pin: the iterator looks at the tracer once. */
	instance_tracer_pin(pf->at.tr);
	pf->iter = output_open(pf->at.tr, pf->at.cpu, true);
	if (IS_ERR(pf->iter)) {
		ret = PTR_ERR(pf->iter);
		goto out_unpin;
	}
	file->private_data = pf;
	return stream_open(inode, file);

out_unpin:
	instance_tracer_unpin(pf->at.tr);
	pipe_unclaim(&pf->at);
out_put:
	tracing_file_ctx_put(&pf->at);
out_free:
	kfree(pf);
	return ret;
}

static int pipe_release(struct inode *inode, struct file *file)
{
	struct pipe_file *pf = file->private_data;

	output_close(pf->iter);
	instance_tracer_unpin(pf->at.tr);
	pipe_unclaim(&pf->at);
	tracing_file_ctx_put(&pf->at);
	kfree(pf);
	return 0;
}

/* Hand over text that was printed before. 0: there is none. */
static ssize_t pipe_copy(struct pipe_file *pf, struct iov_iter *to)
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

static bool pipe_at_end(void *data)
{
	struct pipe_file *pf = data;

	return pf->read && !instance_is_on(pf->at.tr);
}

/* Wait with the lock dropped. 0: look again, or it is the end. */
static int pipe_wait(struct pipe_file *pf, bool nonblock)
{
	int ret;

	if (nonblock)
		return -EAGAIN;
	mutex_unlock(&pf->lock);
	ret = ring_buffer_wait(pf->at.tr->ring, pf->at.cpu, 0, pipe_at_end, pf);
	mutex_lock(&pf->lock);
	return ret;
}

static ssize_t pipe_read_locked(struct pipe_file *pf, struct iov_iter *to,
				bool nonblock)
{
	ssize_t ret;

	for (;;) {
		ret = pipe_copy(pf, to);
		if (ret)
			return ret;
		if (output_fill(pf->iter, iov_iter_count(to)) > 0)
			continue;
		if (pipe_at_end(pf) && output_empty(pf->iter))
			return 0;
		if (!output_empty(pf->iter)) {
			/* All that was there is not to be shown. */
			cond_resched();
			if (signal_pending(current))
				return -EINTR;
			continue;
		}
		ret = pipe_wait(pf, nonblock);
		if (ret)
			return ret;
	}
}

static ssize_t pipe_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct file *file = iocb->ki_filp;
	struct pipe_file *pf = file->private_data;
	bool nonblock = (file->f_flags & O_NONBLOCK) ||
			(iocb->ki_flags & IOCB_NOWAIT);
	ssize_t ret;

	if (!iov_iter_count(to))
		return 0;
	mutex_lock(&pf->lock);
	ret = pipe_read_locked(pf, to, nonblock);
	mutex_unlock(&pf->lock);
	return ret;
}

static ssize_t pipe_splice(struct file *file, loff_t *ppos,
			   struct pipe_inode_info *pipe, size_t len,
			   unsigned int flags)
{
	struct pipe_file *pf = file->private_data;
	struct trace_seq *s = &pf->iter->seq;

	/* copy_splice_read() does not hand this flag on to pipe_read(). */
	if ((flags & SPLICE_F_NONBLOCK) && output_empty(pf->iter) &&
	    s->readpos == trace_seq_used(s) && !pipe_at_end(pf))
		return -EAGAIN;
	return copy_splice_read(file, ppos, pipe, len, flags);
}

static __poll_t pipe_poll(struct file *file, poll_table *table)
{
	struct pipe_file *pf = file->private_data;
	struct trace_array *tr = pf->at.tr;
	int full = 0;
	bool text;

	mutex_lock(&pf->lock);
	text = pf->iter->seq.readpos < trace_seq_used(&pf->iter->seq);
	mutex_unlock(&pf->lock);
	if (text || instance_option(tr, INSTANCE_OPT_BLOCK))
		return EPOLLIN | EPOLLRDNORM;
	/* Who waits for one CPU wants much at once. */
	if (pf->at.cpu != RING_BUFFER_ALL_CPUS)
		full = READ_ONCE(tr->buffer_percent);
	return ring_buffer_poll_wait(tr->ring, pf->at.cpu, file, table, full);
}

const struct file_operations tracing_pipe_fops = {
	.open		= pipe_open,
	.read_iter	= pipe_read,
	.splice_read	= pipe_splice,
	.poll		= pipe_poll,
	.release	= pipe_release,
};
