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

#include "../view/view.h"
#include "internal.h"
#include "raw.h"

/* As many as a pipe holds, if nobody made it larger. */
#define RAW_POOL_MAX	PIPE_DEF_BUFFERS

/**
 * struct raw_pool - sub-buffers to be used again
 * @refs: the open file's, and one for each page that is on its way
 * @count: how many are here
 * @pages: they; linked by their first bytes
 */
struct raw_pool {
	refcount_t		refs;
	atomic_t		count;
	struct llist_head	pages;
};

static struct raw_pool *raw_pool_make(void)
{
	struct raw_pool *pool = kzalloc(sizeof(*pool), GFP_KERNEL);

	if (pool)
		refcount_set(&pool->refs, 1);
	return pool;
}

/**
 * raw_pool_put - give back a reference to a pool
 * @pool: the pool, or NULL
 *
 * Context: any that may free memory.
 */
void raw_pool_put(struct raw_pool *pool)
{
	struct llist_node *node, *next;

	if (!pool || !refcount_dec_and_test(&pool->refs))
		return;
	llist_for_each_safe(node, next, llist_del_all(&pool->pages))
		put_page(virt_to_page(node));
	kfree(pool);
}

/* A page of the pool, or NULL. Context: the file's lock held: one takes out. */
static struct page *raw_pool_take(struct raw_pool *pool)
{
	struct llist_node *node = llist_del_first(&pool->pages);

	if (!node)
		return NULL;
	atomic_dec(&pool->count);
	return virt_to_page(node);
}

/* Room for a sub-buffer, or NULL. */
static struct page *raw_room(struct raw_pool *pool, unsigned int order, int cpu)
{
	struct page *page = raw_pool_take(pool);

	if (page && compound_order(page) == order)
		return page;
	/* Sub-buffers had another size. */
	if (page)
		put_page(page);
	return alloc_pages_node(cpu_to_node(cpu), GFP_KERNEL | __GFP_NORETRY |
				__GFP_COMP, order);
}

static void raw_pool_add(struct raw_pool *pool, struct page *page)
{
	struct llist_node *node = page_address(page);

	atomic_inc(&pool->count);
	llist_add(node, &pool->pages);
}

/* A reference to the page goes, and with it one to the pool. */
static void raw_page_done(struct raw_pool *pool, struct page *page)
{
	/* If it is the last one, then nobody can get another any more. */
	if (page_ref_count(page) == 1 &&
	    atomic_read(&pool->count) < RAW_POOL_MAX)
		raw_pool_add(pool, page);
	else
		put_page(page);
	raw_pool_put(pool);
}

static void raw_buf_release(struct pipe_inode_info *pipe,
			    struct pipe_buffer *buf)
{
	raw_page_done((struct raw_pool *)buf->private, buf->page);
	buf->private = 0;
}

/* tee(2) */
static bool raw_buf_get(struct pipe_inode_info *pipe, struct pipe_buffer *buf)
{
	struct raw_pool *pool = (struct raw_pool *)buf->private;

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

static void raw_spd_release(struct splice_pipe_desc *spd, unsigned int i)
{
	raw_page_done((struct raw_pool *)spd->partial[i].private, spd->pages[i]);
}

static int raw_spd_fill(struct splice_pipe_desc *spd, struct raw_file *rf,
			size_t len, unsigned int order)
{
	bool full = READ_ONCE(rf->at.tr->buffer_percent);
	struct raw_pool *pool = rf->pool;
	size_t size = PAGE_SIZE << order;
	struct page *room, *page;
	int n, ret = 0;

	view_lock(rf->at.tr, rf->at.cpu);
	for (n = 0; n < spd->nr_pages_max && len >= size; n++, len -= size) {
		room = raw_room(pool, order, rf->at.cpu);
		if (!room) {
			ret = n ? 0 : -ENOMEM;
			break;
		}
		page = ring_take_page(rf->ring, rf->at.cpu, full, room, order);
		if (!page) {
			raw_pool_add(pool, room);
			break;
		}
		refcount_inc(&pool->refs);
		spd->pages[n] = page;
		spd->partial[n].offset = 0;
		spd->partial[n].len = size;
		spd->partial[n].private = (unsigned long)pool;
		spd->nr_pages = n + 1;
	}
	view_unlock(rf->at.tr, rf->at.cpu);
	return ret;
}

/* Fill with what there is; if there is nothing, wait once. */
static int raw_spd_collect(struct splice_pipe_desc *spd, struct raw_file *rf,
			   size_t len, unsigned int order, bool nonblock)
{
	unsigned int wakes = READ_ONCE(rf->at.dir->wakes);
	int ret;

	ret = raw_spd_fill(spd, rf, len, order);
	if (ret || spd->nr_pages)
		return ret;
	if (nonblock)
		return -EAGAIN;
	ret = raw_wait(rf, wakes, READ_ONCE(rf->at.tr->buffer_percent));
	if (!ret)
		ret = raw_ring(rf);
	if (ret)
		return ret == -EAGAIN ? 0 : ret;
	return raw_spd_fill(spd, rf, len, order);
}

ssize_t raw_splice(struct file *file, loff_t *ppos,
		   struct pipe_inode_info *pipe, size_t len, unsigned int flags)
{
	struct raw_file *rf = file->private_data;
	struct page *pages[PIPE_DEF_BUFFERS];
	struct partial_page partial[PIPE_DEF_BUFFERS];
	struct splice_pipe_desc spd = {
		.pages		= pages,
		.partial	= partial,
		.nr_pages_max	= PIPE_DEF_BUFFERS,
		.ops		= &raw_buf_ops,
		.spd_release	= raw_spd_release,
	};
	bool nonblock = (file->f_flags & O_NONBLOCK) ||
			(flags & SPLICE_F_NONBLOCK);
	unsigned int order;
	ssize_t ret;

	guard(mutex)(&rf->lock);
	ret = raw_ring(rf);
	if (ret)
		return ret;
	order = ring_buffer_subbuf_order_get(rf->ring);
	if (len < PAGE_SIZE << order)
		return -EINVAL;
	if (!rf->pool)
		rf->pool = raw_pool_make();
	if (!rf->pool || splice_grow_spd(pipe, &spd))
		return -ENOMEM;
	ret = raw_spd_collect(&spd, rf, len, order, nonblock);
	if (!ret && spd.nr_pages)
		ret = splice_to_pipe(pipe, &spd);
	splice_shrink_spd(&spd);
	return ret;
}
