// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace_pipe_raw and snapshot_raw of each CPU: sub-buffers in the binary
 * format of the ring buffer.
 *
 * read(2) takes sub-buffers out of the ring buffer and returns them in pieces of
 * any size, or several at once. raw_splice.c implements splice(2), raw_map.c
 * implements mmap(2) of trace_pipe_raw.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../output/output.h"
#include "files.h"
#include "raw.h"

static int raw_release(struct inode *inode, struct file *file)
{
	struct raw_file *rf = file->private_data;

	tracing_raw_blocks_free(rf);
	tracing_raw_pool_put(rf->pool);
	instance_spare_put(rf->spare);
	instance_tracer_unpin(rf->ctx.tr);
	tracing_file_ctx_put(&rf->ctx);
	kfree(rf);
	return 0;
}

static int raw_open(struct inode *inode, struct file *file)
{
	struct raw_file *rf;
	int ret;

	rf = kzalloc(sizeof(*rf), GFP_KERNEL);
	if (!rf)
		return -ENOMEM;
	mutex_init(&rf->lock);
	ret = tracing_file_ctx_get(&rf->ctx, inode, file);
	if (ret) {
		kfree(rf);
		return ret;
	}
	instance_tracer_pin(rf->ctx.tr);
	file->private_data = rf;
	rf->snapshot = tracefs_inode_entry(inode)->which;
	if (!rf->snapshot) {
		rf->ring = rf->ctx.tr->ring;
	} else if (READ_ONCE(rf->ctx.tr->tracer)->keeps_max) {
		raw_release(inode, file);
		return -EBUSY;
	}
	return stream_open(inode, file);
}

/* Allocate up to @nr sub-buffers, at least one. Returns 0, -ENODEV or -ENOMEM. */
static noinline int raw_blocks_alloc(struct raw_file *rf, unsigned int nr,
				     unsigned int order)
{
	void *block;

	if (rf->order != order)
		tracing_raw_blocks_free(rf);
	rf->order = order;
	if (!ring_buffer_nr_pages(rf->ring, rf->ctx.cpu))
		return -ENODEV;
	while (rf->nr_blocks < nr) {
		block = ring_splice_block_alloc(rf->ctx.cpu, order);
		if (!block)
			return rf->nr_blocks ? 0 : -ENOMEM;
		rf->blocks[rf->nr_blocks++] = block;
	}
	return 0;
}

/*
 * Take sub-buffers of about @count bytes, at least one, after all that were taken
 * were copied. If @full, the sub-buffer that is still being written is not taken.
 */
static int raw_take(struct raw_file *rf, size_t count, bool full)
{
	struct tracing_file_ctx *ctx = &rf->ctx;
	unsigned int order, nr;
	int ret;

	ret = tracing_raw_ring_update(rf);
	if (unlikely(ret))
		return ret;
	/* The size of sub-buffers may change while the file is open. */
	order = ring_buffer_subbuf_order_get(rf->ring);
	nr = clamp(count >> (PAGE_SHIFT + order), 1, RAW_BLOCKS);
	if (unlikely(rf->nr_blocks < nr || rf->order != order)) {
		ret = raw_blocks_alloc(rf, nr, order);
		if (ret)
			return ret;
		nr = min(nr, rf->nr_blocks);
	}
	output_lock_pages(ctx->tr, ctx->cpu);
	rf->taken = ring_splice_blocks(rf->ring, ctx->cpu, rf->blocks, nr, order,
				       full);
	output_unlock_pages(ctx->tr, ctx->cpu);
	rf->next = 0;
	return rf->taken ? 0 : -EAGAIN;
}

/* Take sub-buffers; if there are none, wait for records unless @nonblock. */
static int raw_fill(struct raw_file *rf, size_t count, bool nonblock)
{
	unsigned int wakes;
	int ret;

	for (;;) {
		wakes = READ_ONCE(rf->ctx.dir->wakes);
		ret = raw_take(rf, count, false);
		if (ret != -EAGAIN || nonblock)
			return ret;
		ret = tracing_raw_wait(rf, wakes, 0);
		if (ret)
			return ret;
		/* Another thread may have taken sub-buffers meanwhile. */
		if (rf->next < rf->taken)
			return 0;
	}
}

/*
 * Copy from the sub-buffers that were taken until @count bytes are copied or a page
 * fault fails. The caller has checked access_ok(). Returns the number of bytes.
 */
static size_t raw_copy(struct raw_file *rf, char __user *ubuf, size_t count)
{
	size_t size = PAGE_SIZE << rf->order, now = min(count, size - rf->used);
	void **block = rf->blocks + rf->next, **end = rf->blocks + rf->taken;
	char __user *at = ubuf;

	now -= __copy_to_user(at, *block + rf->used, now);
	at += now;
	now += rf->used;
	if (now == size) {
		size_t whole = (ubuf + count - at) >> (PAGE_SHIFT + rf->order);

		block++;
		/* Copy further whole sub-buffers while they fit. */
		for (end = min(end, block + whole); block < end; block++) {
			now -= __copy_to_user(at, *block, size);
			at += now;
			if (unlikely(now != size))
				break;
		}
	}
	rf->next = block - rf->blocks;
	rf->used = now == size ? 0 : now;
	return at - ubuf;
}

/*
 * A large buffer gets as many whole sub-buffers as there are. The sub-buffer that
 * is still being written is taken only if there is no other one.
 */
static ssize_t raw_read(struct file *file, char __user *ubuf, size_t count,
			loff_t *ppos)
{
	struct raw_file *rf = file->private_data;
	size_t now, done = 0;
	int ret = 0;

	if (!count)
		return 0;
	if (!access_ok(ubuf, count))
		return -EFAULT;
	mutex_lock(&rf->lock);
	do {
		if (rf->next == rf->taken)
			ret = done ? raw_take(rf, count - done, true) :
				     raw_fill(rf, count,
					      file->f_flags & O_NONBLOCK);
		if (ret)
			break;
		now = raw_copy(rf, ubuf + done, count - done);
		if (unlikely(!now))
			ret = -EFAULT;
		done += now;
	} while (!ret && rf->next == rf->taken &&
		 count - done >= PAGE_SIZE << rf->order);
	mutex_unlock(&rf->lock);
	return done ?: ret;
}

static __poll_t raw_poll(struct file *file, poll_table *table)
{
	struct raw_file *rf = file->private_data;
	struct trace_array *tr = rf->ctx.tr;
	int full = READ_ONCE(tr->buffer_percent);
	__poll_t ret = 0;

	guard(mutex)(&rf->lock);
	if (rf->snapshot) {
		/* The queue must exist until the task leaves it: that of @tr does. */
		poll_wait(file, &tr->snapshot.queue, table);
		tracing_raw_ring_update(rf);
		if (rf->ring)
			ret = ring_poll_arm(rf->ring, rf->ctx.cpu, full);
	} else {
		ret = ring_buffer_poll_wait(rf->ring, rf->ctx.cpu, file, table,
					    full);
	}
	return rf->next < rf->taken ? EPOLLIN | EPOLLRDNORM : ret;
}

static long raw_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct raw_file *rf = file->private_data;
	struct tracing_dir *dir = rf->ctx.dir;

	if (cmd == TRACE_MMAP_IOCTL_GET_READER)
		return tracing_raw_get_reader(rf, file->f_flags & O_NONBLOCK);
	if (cmd)
		return -ENOTTY;
	WRITE_ONCE(dir->wakes, dir->wakes + 1);
	tracing_raw_wake(rf);
	return 0;
}

const struct file_operations tracing_raw_fops = {
	.open		= raw_open,
	.read		= raw_read,
	.splice_read	= tracing_raw_splice,
	.poll		= raw_poll,
	.unlocked_ioctl	= raw_ioctl,
	.mmap		= tracing_raw_mmap,
	.release	= raw_release,
};
