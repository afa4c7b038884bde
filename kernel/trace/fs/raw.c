// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace_pipe_raw and snapshot_raw of each CPU: whole sub-buffers as
 * they lie in memory.
 *
 * read(2) takes a sub-buffer out of the ring and hands it over in pieces of any
 * size. splice(2): see raw_splice.c; mmap(2) of trace_pipe_raw: see raw_map.c.
 */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../view/view.h"
#include "copy.h"
#include "internal.h"
#include "raw.h"

static int raw_open(struct inode *inode, struct file *file)
{
	struct raw_file *rf;
	int ret;

	rf = kzalloc(sizeof(*rf), GFP_KERNEL);
	if (!rf)
		return -ENOMEM;
	mutex_init(&rf->lock);
	ret = tracing_at_get(&rf->at, inode);
	if (ret) {
		kfree(rf);
		return ret;
	}
	rf->ring = rf->at.tr->ring;
	instance_tracer_pin(rf->at.tr);
	file->private_data = rf;
	return stream_open(inode, file);
}

static int raw_release(struct inode *inode, struct file *file)
{
	struct raw_file *rf = file->private_data;

	raw_page_free(rf);
	raw_pool_put(rf->pool);
	instance_spare_put(rf->spare);
	instance_tracer_unpin(rf->at.tr);
	tracing_at_put(&rf->at);
	kfree(rf);
	return 0;
}

static int raw_open_snapshot(struct inode *inode, struct file *file)
{
	struct raw_file *rf;
	int ret;

	ret = raw_open(inode, file);
	if (ret)
		return ret;
	rf = file->private_data;
	rf->snapshot = true;
	rf->ring = NULL;
	if (!READ_ONCE(rf->at.tr->tracer)->keeps_max)
		return 0;
	raw_release(inode, file);
	return -EBUSY;
}

/* The size of sub-buffers may change while the file is open. */
static int raw_page_ready(struct raw_file *rf)
{
	struct trace_buffer *ring = rf->ring;
	size_t size = PAGE_SIZE << ring_buffer_subbuf_order_get(ring);
	struct buffer_data_read_page *page;

	if (rf->page && rf->size == size)
		return 0;
	raw_page_free(rf);
	page = ring_buffer_alloc_read_page(ring, rf->at.cpu);
	if (IS_ERR(page))
		return PTR_ERR(page);
	rf->page = page;
	rf->size = size;
	rf->used = size;
	return 0;
}

static int raw_take(struct raw_file *rf)
{
	struct tracing_at *at = &rf->at;
	int ret;

	ret = raw_ring(rf);
	if (!ret)
		ret = raw_page_ready(rf);
	if (ret)
		return ret;
	view_lock(at->tr, at->cpu);
	ret = ring_buffer_read_page(rf->ring, rf->page, rf->size, at->cpu, 0);
	view_unlock(at->tr, at->cpu);
	if (ret < 0)
		return -EAGAIN;
	rf->used = 0;
	return 0;
}

/* Take a sub-buffer, waiting for one. */
static int raw_fill(struct raw_file *rf, bool nonblock)
{
	unsigned int wakes;
	int ret;

	for (;;) {
		wakes = READ_ONCE(rf->at.dir->wakes);
		ret = raw_take(rf);
		if (ret != -EAGAIN || nonblock)
			return ret;
		ret = raw_wait(rf, wakes, 0);
		if (ret)
			return ret;
		/* Another thread may have filled it. */
		if (rf->page && rf->used < rf->size)
			return 0;
	}
}

static ssize_t raw_read(struct file *file, char __user *ubuf, size_t count,
			loff_t *ppos)
{
	struct raw_file *rf = file->private_data;
	ssize_t ret = 0;
	size_t left;
	char *data;

	if (!count)
		return 0;
	mutex_lock(&rf->lock);
	if (!rf->page || rf->used == rf->size)
		ret = raw_fill(rf, file->f_flags & O_NONBLOCK);
	if (ret)
		goto out;

	data = ring_buffer_read_page_data(rf->page);
	count = min(count, rf->size - rf->used);
	left = tracing_copy_page(ubuf, data + rf->used, count);
	ret = count - left;
	if (!ret)
		ret = -EFAULT;
	else
		rf->used += ret;
out:
	mutex_unlock(&rf->lock);
	return ret;
}

static __poll_t raw_poll(struct file *file, poll_table *table)
{
	struct raw_file *rf = file->private_data;
	struct trace_array *tr = rf->at.tr;
	__poll_t ret = 0;

	guard(mutex)(&rf->lock);
	if (rf->snapshot) {
		poll_wait(file, &tr->snapshot.queue, table);
		raw_ring(rf);
	}
	if (rf->page && rf->used < rf->size)
		return EPOLLIN | EPOLLRDNORM;
	if (rf->ring)
		ret = ring_buffer_poll_wait(rf->ring, rf->at.cpu, file, table,
					    READ_ONCE(tr->buffer_percent));
	return ret;
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
	if (rf->ring)
		ring_buffer_wake_waiters(rf->ring, rf->at.cpu);
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

const struct file_operations tracing_snapshot_raw_fops = {
	.open		= raw_open_snapshot,
	.read		= raw_read,
	.splice_read	= raw_splice,
	.poll		= raw_poll,
	.unlocked_ioctl	= raw_ioctl,
	.release	= raw_release,
};
