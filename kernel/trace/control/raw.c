// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace_pipe_raw and snapshot_raw of each CPU: whole sub-buffers as
 * they lie in memory.
 *
 * read(2) takes sub-buffers out of the ring and hands them over in pieces of any
 * size, or several at once. splice(2): see raw_splice.c; mmap(2) of
 * trace_pipe_raw: see raw_map.c.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../output/output.h"
#include "internal.h"
#include "raw.h"

static int raw_release(struct inode *inode, struct file *file)
{
	struct raw_file *rf = file->private_data;

	raw_blocks_free(rf);
	raw_pool_put(rf->pool);
	instance_spare_put(rf->spare);
	instance_tracer_unpin(rf->at.tr);
	tracing_file_ctx_put(&rf->at);
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
	ret = tracing_file_ctx_get(&rf->at, inode);
	if (ret) {
		kfree(rf);
		return ret;
	}
	instance_tracer_pin(rf->at.tr);
	file->private_data = rf;
	rf->snapshot = tracefs_inode_entry(inode)->which;
	if (!rf->snapshot) {
		rf->ring = rf->at.tr->ring;
	} else if (READ_ONCE(rf->at.tr->tracer)->keeps_max) {
		raw_release(inode, file);
		return -EBUSY;
	}
	return stream_open(inode, file);
}

/* Room for @nr sub-buffers, or at least one. 0, -ENODEV or -ENOMEM. */
static noinline int raw_rooms_make(struct raw_file *rf, unsigned int nr,
				   unsigned int order)
{
	void *block;

	if (rf->order != order)
		raw_blocks_free(rf);
	rf->order = order;
	if (!ring_buffer_nr_pages(rf->ring, rf->at.cpu))
		return -ENODEV;
	while (rf->rooms < nr) {
		block = ring_take_alloc(rf->at.cpu, order);
		if (!block)
			return rf->rooms ? 0 : -ENOMEM;
		rf->blocks[rf->rooms++] = block;
	}
	return 0;
}

/*
 * All was handed over: take sub-buffers for @count bytes, at least one; @full:
 * if the writer has left it.
 */
static int raw_take(struct raw_file *rf, size_t count, bool full)
{
	struct tracing_file_ctx *at = &rf->at;
	unsigned int order, nr;
	int ret;

	ret = raw_ring(rf);
	if (unlikely(ret))
		return ret;
	/* Their size may change while the file is open. */
	order = ring_buffer_subbuf_order_get(rf->ring);
	nr = clamp(count >> (PAGE_SHIFT + order), 1, RAW_BLOCKS);
	if (unlikely(rf->rooms < nr || rf->order != order)) {
		ret = raw_rooms_make(rf, nr, order);
		if (ret)
			return ret;
		nr = min(nr, rf->rooms);
	}
	output_lock(at->tr, at->cpu);
	rf->taken = ring_take_blocks(rf->ring, at->cpu, rf->blocks, nr, order,
				     full);
	output_unlock(at->tr, at->cpu);
	rf->next = 0;
	return rf->taken ? 0 : -EAGAIN;
}

/* Take sub-buffers, waiting for the first. */
static int raw_fill(struct raw_file *rf, size_t count, bool nonblock)
{
	unsigned int wakes;
	int ret;

	for (;;) {
		wakes = READ_ONCE(rf->at.dir->wakes);
		ret = raw_take(rf, count, false);
		if (ret != -EAGAIN || nonblock)
			return ret;
		ret = raw_wait(rf, wakes, 0);
		if (ret)
			return ret;
		/* Another thread may have taken some. */
		if (rf->next < rf->taken)
			return 0;
	}
}

/*
 * Hand over of what was taken: all there is room for, or until a fault. The
 * caller has asked access_ok().
 */
static size_t raw_copy(struct raw_file *rf, char __user *ubuf, size_t count)
{
	size_t size = PAGE_SIZE << rf->order, now = min(count, size - rf->used);
	void **block = rf->blocks + rf->next, **end = rf->blocks + rf->taken;
	char __user *at = ubuf, *stop = ubuf + count;

	now -= __copy_to_user(at, *block + rf->used, now);
	at += now;
	now += rf->used;
	/* Whoever has room for it gets one after the other, whole. */
	while (now == size && ++block < end && stop - at >= size) {
		now -= __copy_to_user(at, *block, size);
		at += now;
	}
	rf->next = block - rf->blocks;
	rf->used = now == size ? 0 : now;
	return at - ubuf;
}

/*
 * Who has room for several sub-buffers gets as many of them as there are, whole
 * ones. Once there is something, that which the writer is on can wait.
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
	struct trace_array *tr = rf->at.tr;
	int full = READ_ONCE(tr->buffer_percent);
	__poll_t ret = 0;

	guard(mutex)(&rf->lock);
	if (rf->snapshot) {
		/* The spare ring may go while the poller is queued; not @tr. */
		poll_wait(file, &tr->snapshot.queue, table);
		raw_ring(rf);
		if (rf->ring)
			ret = ring_poll_arm(rf->ring, rf->at.cpu, full);
	} else {
		ret = ring_buffer_poll_wait(rf->ring, rf->at.cpu, file, table,
					    full);
	}
	return rf->next < rf->taken ? EPOLLIN | EPOLLRDNORM : ret;
}

static long raw_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct raw_file *rf = file->private_data;
	struct tracing_dir *dir = rf->at.dir;

	if (cmd == TRACE_MMAP_IOCTL_GET_READER)
		return raw_map_get_reader(rf, file->f_flags & O_NONBLOCK);
	if (cmd)
		return -ENOTTY;
	WRITE_ONCE(dir->wakes, dir->wakes + 1);
	raw_wake(rf);
	return 0;
}

const struct file_operations tracing_raw_fops = {
	.open		= raw_open,
	.read		= raw_read,
	.splice_read	= raw_splice,
	.poll		= raw_poll,
	.unlocked_ioctl	= raw_ioctl,
	.mmap		= raw_mmap,
	.release	= raw_release,
};
