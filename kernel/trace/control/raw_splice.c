// SPDX-License-Identifier: GPL-2.0
/*
 * splice(2) of trace_pipe_raw and snapshot_raw: full sub-buffers are moved to the
 * pipe without copying. If buffer_percent is 0, partly filled ones are moved as
 * well, since the reader asked for all records at once.
 *
 * A page that the pipe releases with no other user goes to a pool, and from there
 * into the ring buffer in exchange for the next sub-buffer, so that a steady reader
 * does not need the page allocator. The pool exists as long as the open file, or a
 * page in a pipe that may return to the pool.
 */
#include <linux/err.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/slab.h>
#include <linux/splice.h>

#include "../output/output.h"
#include "raw.h"

/* The number of buffers that a pipe has by default. */
#define RAW_POOL_MAX	PIPE_DEF_BUFFERS

/* The number of sub-buffers that are taken out of the ring buffer at once. */
#define RAW_BATCH	PIPE_DEF_BUFFERS

/**
 * struct raw_pool - sub-buffers to be used again
 * @order: size of all of the sub-buffers, as a page order; if the size changes, the
 *	file gets another pool
 * @refs: references by the open file and by each page in a pipe
 * @count: number of sub-buffers in @back and @local
 * @back: sub-buffers that pipes released, linked by their first bytes; lockless
 * @local: sub-buffers that the open file took out of @back; protected by
 *	raw_file.lock
 * @batch: sub-buffers that are being exchanged; protected by raw_file.lock
 */
struct raw_pool {
	unsigned int		order;
	refcount_t		refs;
	atomic_t		count;
	struct llist_head	back;
	struct llist_node	*local;
	void			*batch[RAW_BATCH];
};

static void raw_splice_pages_put(struct llist_node *first)
{
	struct llist_node *node, *next;

	llist_for_each_safe(node, next, first)
		put_page(virt_to_page(node));
}

static noinline void raw_splice_pool_free(struct raw_pool *pool)
{
	raw_splice_pages_put(llist_del_all(&pool->back));
	raw_splice_pages_put(pool->local);
	kfree(pool);
}

/**
 * tracing_raw_pool_put - drop a reference to a pool
 * @pool: the pool, or NULL
 *
 * Context: any context that may free memory.
 */
void tracing_raw_pool_put(struct raw_pool *pool)
{
	if (pool && refcount_dec_and_test(&pool->refs))
		raw_splice_pool_free(pool);
}

/* The file's pool for sub-buffers of this order, or NULL; raw_file.lock is held. */
static struct raw_pool *raw_splice_pool_for(struct raw_file *rf, unsigned int order)
{
	struct raw_pool *pool = rf->pool;

	if (likely(pool && pool->order == order))
		return pool;
	tracing_raw_pool_put(pool);
	pool = kzalloc(sizeof(*pool), GFP_KERNEL);
	rf->pool = pool;
	if (pool) {
		pool->order = order;
		refcount_set(&pool->refs, 1);
	}
	return pool;
}

/* Take up to @nr sub-buffers out of the pool; returns their number. */
static unsigned int raw_splice_pool_take(struct raw_pool *pool, void **blocks,
					 unsigned int nr)
{
	struct llist_node *node = pool->local, *next;
	unsigned int got = 0;

	while (got < nr) {
		if (!node)
			node = llist_del_all(&pool->back);
		if (!node)
			break;
		next = node->next;
		/* A mapping of the ring buffer must not expose a kernel address. */
		node->next = NULL;
		blocks[got++] = node;
		node = next;
	}
	pool->local = node;
	atomic_sub(got, &pool->count);
	return got;
}

/* Return sub-buffers that were not used to the pool. */
static void raw_splice_pool_return(struct raw_pool *pool, void **blocks, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct llist_node *node = blocks[i];

		node->next = pool->local;
		pool->local = node;
	}
	atomic_add(nr, &pool->count);
}

/*
 * Get up to @nr sub-buffers, from the pool as far as possible. Not more are
 * allocated than the ring buffer can fill now; a later call gets the others.
 */
static unsigned int raw_splice_pool_get(struct raw_file *rf, void **blocks, unsigned int nr)
{
	unsigned int got = raw_splice_pool_take(rf->pool, blocks, nr);

	if (got < nr)
		nr = min(nr, ring_buffer_nr_dirty_pages(rf->ring, rf->ctx.cpu) + 2);
	for (; got < nr; got++) {
		blocks[got] = ring_splice_block_alloc(rf->ctx.cpu, rf->pool->order);
		if (!blocks[got])
			break;
	}
	return got;
}

/* As llist_add(), but inline. */
static void raw_splice_pool_push(struct raw_pool *pool, struct llist_node *node)
{
	struct llist_node *first = READ_ONCE(pool->back.first);

	do {
		node->next = first;
	} while (!try_cmpxchg(&pool->back.first, &first, node));
}

static void raw_splice_buf_release(struct pipe_inode_info *pipe,
				   struct pipe_buffer *buf)
{
	struct page *page = buf->page;
	struct raw_pool *pool = (struct raw_pool *)page_private(page);

	/* If this is the last reference, no other task can get one. */
	if (likely(page_ref_count(page) == 1 &&
		   atomic_read(&pool->count) < RAW_POOL_MAX)) {
		atomic_inc(&pool->count);
		raw_splice_pool_push(pool, (struct llist_node *)buf->private);
	} else {
		put_page(page);
	}
	if (unlikely(refcount_dec_and_test(&pool->refs)))
		raw_splice_pool_free(pool);
}

/* tee(2) */
static bool raw_splice_buf_get(struct pipe_inode_info *pipe, struct pipe_buffer *buf)
{
	struct raw_pool *pool = (struct raw_pool *)page_private(buf->page);

	if (!try_get_page(buf->page))
		return false;
	refcount_inc(&pool->refs);
	return true;
}

/* There is no try_steal(): the page returns to the ring buffer. */
static const struct pipe_buf_operations raw_buf_ops = {
	.release	= raw_splice_buf_release,
	.get		= raw_splice_buf_get,
};

/*
 * Fill pipe buffers, for which the pipe has enough free slots. While a page is in
 * the pipe, its private data points to the pool, and that of the pipe buffer to the
 * sub-buffer, so that raw_splice_buf_release() does not have to look them up.
 */
static void raw_splice_pipe_fill(struct pipe_inode_info *pipe, struct raw_pool *pool,
				 void **blocks, unsigned int nr)
{
	unsigned int head = pipe->head, mask = pipe->ring_size - 1;
	unsigned int len = PAGE_SIZE << pool->order;
	struct pipe_buffer *bufs = pipe->bufs;
	void **last = blocks + nr;

	refcount_add(nr, &pool->refs);
	for (; blocks < last; blocks++, head++) {
		struct page *page = virt_to_page(*blocks);

		set_page_private(page, (unsigned long)pool);
		bufs[head & mask] = (struct pipe_buffer) {
			.ops = &raw_buf_ops,
			.page = page,
			.len = len,
			.private = (unsigned long)*blocks,
		};
	}
	pipe->head = head;
}

/* Move up to @nr sub-buffers to the pipe; returns their number or -ENOMEM. */
static int raw_splice_move(struct raw_file *rf, struct pipe_inode_info *pipe,
			   unsigned int nr, unsigned int order)
{
	bool full = READ_ONCE(rf->ctx.tr->buffer_percent);
	struct raw_pool *pool = raw_splice_pool_for(rf, order);
	unsigned int nr_blocks, got, all = 0;
	void **blocks;

	if (!pool)
		return -ENOMEM;
	blocks = pool->batch;
	while (nr) {
		nr_blocks = raw_splice_pool_get(rf, blocks, min(nr, RAW_BATCH));
		if (!nr_blocks)
			return all ?: -ENOMEM;
		output_lock_pages(rf->ctx.tr, rf->ctx.cpu);
		got = ring_splice_blocks(rf->ring, rf->ctx.cpu, blocks, nr_blocks, order,
					 full);
		output_unlock_pages(rf->ctx.tr, rf->ctx.cpu);
		raw_splice_pool_return(pool, blocks + got, nr_blocks - got);
		raw_splice_pipe_fill(pipe, pool, blocks, got);
		all += got;
		nr -= got;
		if (got < nr_blocks)
			break;
	}
	return all;
}

/* Move sub-buffers to the pipe; if there are none, wait once. */
static int raw_splice_move_wait(struct raw_file *rf, struct pipe_inode_info *pipe,
				unsigned int nr, unsigned int order, bool nonblock)
{
	unsigned int wakes = READ_ONCE(rf->ctx.dir->wakes);
	int ret;

	ret = raw_splice_move(rf, pipe, nr, order);
	if (ret)
		return ret;
	if (nonblock)
		return -EAGAIN;
	ret = tracing_raw_wait(rf, wakes, READ_ONCE(rf->ctx.tr->buffer_percent));
	if (!ret)
		ret = tracing_raw_ring_update(rf);
	if (ret)
		return ret == -EAGAIN ? 0 : ret;
	return raw_splice_move(rf, pipe, nr, order);
}

/**
 * tracing_raw_splice - the splice_read() of trace_pipe_raw and snapshot_raw
 * @file: the file
 * @ppos: not used, because the file is a stream
 * @pipe: the pipe, locked
 * @len: number of bytes, rounded down to whole sub-buffers and limited by the free
 *	slots of @pipe
 * @flags: SPLICE_F_NONBLOCK: do not wait for records
 *
 * Context: task, may sleep.
 * Return: number of bytes; 0 if a wait was ended by a wakeup without records;
 * -EAGAIN; -EINTR; -ENOMEM; -EINVAL if @len is less than a sub-buffer.
 */
ssize_t tracing_raw_splice(struct file *file, loff_t *ppos,
			   struct pipe_inode_info *pipe, size_t len, unsigned int flags)
{
	struct raw_file *rf = file->private_data;
	bool nonblock = (file->f_flags & O_NONBLOCK) ||
			(flags & SPLICE_F_NONBLOCK);
	unsigned int order, free_slots;
	int ret;

	guard(mutex)(&rf->lock);
	ret = tracing_raw_ring_update(rf);
	if (ret)
		return ret;
	order = ring_buffer_subbuf_order_get(rf->ring);
	len >>= PAGE_SHIFT + order;
	if (!len)
		return -EINVAL;
	free_slots = pipe->max_usage - pipe_occupancy(pipe->head, pipe->tail);
	ret = raw_splice_move_wait(rf, pipe, min_t(size_t, len, free_slots), order, nonblock);
	return ret > 0 ? (ssize_t)ret << (PAGE_SHIFT + order) : ret;
}
