// SPDX-License-Identifier: GPL-2.0
/*
 * splice(2) of trace_pipe_raw and snapshot_raw: full sub-buffers are given away
 * without copying; with buffer_percent 0 those that are not full too, since the
 * reader asked to see all data at once.
 *
 * What comes out of the pipe again unused by anybody else goes to a pool, and
 * from there into the ring in exchange for the next sub-buffer. So a steady
 * reader has no need of the page allocator. The pool lives as long as the open
 * file or a page that it may get back.
 */
#include <linux/err.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/slab.h>
#include <linux/splice.h>

#include "../output/output.h"
#include "internal.h"
#include "raw.h"

/* As many as a pipe holds, if nobody made it larger. */
#define RAW_POOL_MAX	PIPE_DEF_BUFFERS

/* Taken out of the ring at once. */
#define RAW_BATCH	PIPE_DEF_BUFFERS

/**
 * struct raw_pool - sub-buffers to be used again
 * @order: of all of them; the file takes another pool if that changes
 * @refs: the open file's, and one for each page that is on its way
 * @count: how many came back and are not in use again
 * @back: those of them that the file has not seen; linked by their first bytes
 * @mine: the others, which only the file looks at, under its lock
 * @batch: those on their way through the ring, under that lock
 */
struct raw_pool {
	unsigned int		order;
	refcount_t		refs;
	atomic_t		count;
	struct llist_head	back;
	struct llist_node	*mine;
	void			*batch[RAW_BATCH];
};

static void raw_pages_put(struct llist_node *first)
{
	struct llist_node *node, *next;

	llist_for_each_safe(node, next, first)
		put_page(virt_to_page(node));
}

static noinline void raw_pool_free(struct raw_pool *pool)
{
	raw_pages_put(llist_del_all(&pool->back));
	raw_pages_put(pool->mine);
	kfree(pool);
}

/**
 * raw_pool_put - give back a reference to a pool
 * @pool: the pool, or NULL
 *
 * Context: any that may free memory.
 */
void raw_pool_put(struct raw_pool *pool)
{
	if (pool && refcount_dec_and_test(&pool->refs))
		raw_pool_free(pool);
}

/* The file's pool of pages of this order, or NULL. */
static struct raw_pool *raw_pool_of(struct raw_file *rf, unsigned int order)
{
	struct raw_pool *pool = rf->pool;

	if (likely(pool && pool->order == order))
		return pool;
	raw_pool_put(pool);
	pool = kzalloc(sizeof(*pool), GFP_KERNEL);
	rf->pool = pool;
	if (pool) {
		pool->order = order;
		refcount_set(&pool->refs, 1);
	}
	return pool;
}

/* Take up to @nr sub-buffers out of the pool; -> how many. Context: the lock. */
static unsigned int raw_pool_take(struct raw_pool *pool, void **blocks,
				  unsigned int nr)
{
	struct llist_node *node = pool->mine, *next;
	unsigned int got = 0;

	while (got < nr) {
		if (!node)
			node = llist_del_all(&pool->back);
		if (!node)
			break;
		next = node->next;
		/* A mapping of the ring must not show an address of the kernel. */
		node->next = NULL;
		blocks[got++] = node;
		node = next;
	}
	pool->mine = node;
	atomic_sub(got, &pool->count);
	return got;
}

/* Those that were not used. */
static void raw_pool_give(struct raw_pool *pool, void **blocks, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct llist_node *node = blocks[i];

		node->next = pool->mine;
		pool->mine = node;
	}
	atomic_add(nr, &pool->count);
}

/*
 * Memory of up to @nr sub-buffers, from the pool as far as that goes. As much as
 * is needed for what is in the ring now, more will find a next time.
 */
static unsigned int raw_room(struct raw_file *rf, void **blocks, unsigned int nr)
{
	unsigned int got = raw_pool_take(rf->pool, blocks, nr);

	if (got < nr)
		nr = min(nr, ring_buffer_nr_dirty_pages(rf->ring, rf->at.cpu) + 2);
	for (; got < nr; got++) {
		blocks[got] = ring_take_alloc(rf->at.cpu, rf->pool->order);
		if (!blocks[got])
			break;
	}
	return got;
}

/* As llist_add(), without a call. */
static void raw_pool_push(struct raw_pool *pool, struct llist_node *node)
{
	struct llist_node *first = READ_ONCE(pool->back.first);

	do {
		node->next = first;
	} while (!try_cmpxchg(&pool->back.first, &first, node));
}

static void raw_buf_release(struct pipe_inode_info *pipe,
			    struct pipe_buffer *buf)
{
	struct page *page = buf->page;
	struct raw_pool *pool = (struct raw_pool *)page_private(page);

	/* If it is the last reference, then nobody can get another any more. */
	if (likely(page_ref_count(page) == 1 &&
		   atomic_read(&pool->count) < RAW_POOL_MAX)) {
		atomic_inc(&pool->count);
		raw_pool_push(pool, (struct llist_node *)buf->private);
	} else {
		put_page(page);
	}
	if (unlikely(refcount_dec_and_test(&pool->refs)))
		raw_pool_free(pool);
}

/* tee(2) */
static bool raw_buf_get(struct pipe_inode_info *pipe, struct pipe_buffer *buf)
{
	struct raw_pool *pool = (struct raw_pool *)page_private(buf->page);

	if (!try_get_page(buf->page))
		return false;
	refcount_inc(&pool->refs);
	return true;
}

/* Nobody else may have them for good: the ring wants them back. */
static const struct pipe_buf_operations raw_buf_ops = {
	.release	= raw_buf_release,
	.get		= raw_buf_get,
};

/*
 * The pipe has room for them. Until its reference to a page goes, the page knows
 * the pool, and the pipe where the page is: to find that again takes long.
 */
static void raw_pipe_fill(struct pipe_inode_info *pipe, struct raw_pool *pool,
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

/* Move up to @nr sub-buffers; -> how many, or -ENOMEM. */
static int raw_move(struct raw_file *rf, struct pipe_inode_info *pipe,
		    unsigned int nr, unsigned int order)
{
	bool full = READ_ONCE(rf->at.tr->buffer_percent);
	struct raw_pool *pool = raw_pool_of(rf, order);
	unsigned int room, got, all = 0;
	void **blocks;

	if (!pool)
		return -ENOMEM;
	blocks = pool->batch;
	while (nr) {
		room = raw_room(rf, blocks, min(nr, RAW_BATCH));
		if (!room)
			return all ?: -ENOMEM;
		output_lock(rf->at.tr, rf->at.cpu);
		got = ring_take_blocks(rf->ring, rf->at.cpu, blocks, room, order,
				       full);
		output_unlock(rf->at.tr, rf->at.cpu);
		raw_pool_give(pool, blocks + got, room - got);
		raw_pipe_fill(pipe, pool, blocks, got);
		all += got;
		nr -= got;
		if (got < room)
			break;
	}
	return all;
}

/* Move what there is; if there is nothing, wait once. */
static int raw_move_wait(struct raw_file *rf, struct pipe_inode_info *pipe,
			 unsigned int nr, unsigned int order, bool nonblock)
{
	unsigned int wakes = READ_ONCE(rf->at.dir->wakes);
	int ret;

	ret = raw_move(rf, pipe, nr, order);
	if (ret)
		return ret;
	if (nonblock)
		return -EAGAIN;
	ret = raw_wait(rf, wakes, READ_ONCE(rf->at.tr->buffer_percent));
	if (!ret)
		ret = raw_ring(rf);
	if (ret)
		return ret == -EAGAIN ? 0 : ret;
	return raw_move(rf, pipe, nr, order);
}

/**
 * raw_splice - splice(2) of trace_pipe_raw and snapshot_raw
 * @file: the file
 * @ppos: not used, it is a stream
 * @pipe: where to; locked
 * @len: bytes asked for: so many whole sub-buffers as fit, while the pipe has room
 * @flags: SPLICE_F_NONBLOCK: don't wait for the first
 *
 * Context: task, may sleep.
 * Return: bytes; 0: it was told to look again and there was nothing; -EAGAIN,
 * -EINTR, -ENOMEM; -EINVAL: @len is less than a sub-buffer.
 */
ssize_t raw_splice(struct file *file, loff_t *ppos,
		   struct pipe_inode_info *pipe, size_t len, unsigned int flags)
{
	struct raw_file *rf = file->private_data;
	bool nonblock = (file->f_flags & O_NONBLOCK) ||
			(flags & SPLICE_F_NONBLOCK);
	unsigned int order, room;
	int ret;

	guard(mutex)(&rf->lock);
	ret = raw_ring(rf);
	if (ret)
		return ret;
	order = ring_buffer_subbuf_order_get(rf->ring);
	len >>= PAGE_SHIFT + order;
	if (!len)
		return -EINVAL;
	room = pipe->max_usage - pipe_occupancy(pipe->head, pipe->tail);
	ret = raw_move_wait(rf, pipe, min_t(size_t, len, room), order, nonblock);
	return ret > 0 ? (ssize_t)ret << (PAGE_SHIFT + order) : ret;
}
