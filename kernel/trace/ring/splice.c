// SPDX-License-Identifier: GPL-2.0
/*
 * Consuming whole pages, for trace_pipe_raw: exchanged where the page is
 * complete and unread, copied where it is not.
 */
#include "internal.h"

/**
 * struct buffer_data_read_page - a page in the hands of the reader
 * @block:	its memory
 * @order:	its size
 */
struct buffer_data_read_page {
	struct ring_block	*block;
	unsigned int		order;
};

/* Not zeroed: ring_page_seal() cleans what has no records. */
static int ring_read_page_fit(struct buffer_data_read_page *rp, int cpu,
			      unsigned int order)
{
	struct page *page;

	page = alloc_pages_node(cpu_to_node(cpu), GFP_KERNEL | __GFP_NORETRY |
				__GFP_COMP, order);
	if (!page)
		return -ENOMEM;
	rp->order = order;
	rp->block = page_address(page);
	return 0;
}

/**
 * ring_buffer_alloc_read_page - a page for ring_buffer_read_page()
 * @buffer: the buffer
 * @cpu: whose ring will be read
 *
 * Context: task, may sleep.
 * Return: the page, or an ERR_PTR: -ENODEV, -ENOMEM.
 */
struct buffer_data_read_page *
ring_buffer_alloc_read_page(struct trace_buffer *buffer, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	struct buffer_data_read_page *rp;

	if (!ring_get(owner, cpu))
		return ERR_PTR(-ENODEV);
	rp = kzalloc(sizeof(*rp), GFP_KERNEL);
	if (!rp)
		return ERR_PTR(-ENOMEM);
	if (ring_read_page_fit(rp, cpu, READ_ONCE(owner->order))) {
		kfree(rp);
		return ERR_PTR(-ENOMEM);
	}
	return rp;
}
EXPORT_SYMBOL_GPL(ring_buffer_alloc_read_page);

/**
 * ring_buffer_free_read_page - give back a page
 * @buffer: the buffer
 * @cpu: whose ring was read
 * @page: the page; if others still use its memory, it is theirs to free
 *
 * Context: any but NMI.
 */
void ring_buffer_free_read_page(struct trace_buffer *buffer, int cpu,
				struct buffer_data_read_page *page)
{
	free_pages((unsigned long)page->block, page->order);
	kfree(page);
}
EXPORT_SYMBOL_GPL(ring_buffer_free_read_page);

/**
 * ring_buffer_read_page_data - the memory of a page
 * @page: the page
 *
 * Context: any.
 * Return: where its header stands.
 */
void *ring_buffer_read_page_data(struct buffer_data_read_page *page)
{
	return page->block;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page_data);

/* The reader's page is whole and unread: hand it over, keep the other. */
static unsigned int ring_page_give(struct ring_cpu *rc,
				   struct buffer_data_read_page *rp)
{
	struct ring_page *page = rc->reader_page;
	unsigned int end = page->end;

	swap(rp->block, page->block);
	WRITE_ONCE(rc->nread, rc->nread + ring_page_entries(page));
	ring_cursor_set(&rc->cursor, page->block, end);
	rc->cursor.off = end;
	rc->given = true;
	return end;
}

/* Copy the records from the cursor on that fit into @room bytes. */
static unsigned int ring_page_copy(struct ring_cpu *rc,
				   struct buffer_data_read_page *rp,
				   unsigned int room)
{
	struct ring_cursor c = rc->cursor, last = c;
	struct ring_buffer_event *event;
	unsigned int bytes;

	while ((event = ring_cursor_peek(&c, NULL))) {
		ring_cursor_advance(&c, event);
		if (c.off - rc->cursor.off > room)
			break;
		last = c;
		WRITE_ONCE(rc->nread, rc->nread + 1);
	}
	bytes = last.off - rc->cursor.off;
	rp->block->time_stamp = rc->cursor.ts;
	memcpy(rp->block->data, c.data + rc->cursor.off, bytes);
	rc->cursor = last;
	return bytes;
}

/* What is left of a page is less than a record, mostly. */
static void ring_page_clean(struct ring_block *block, unsigned int end,
			    unsigned int size)
{
	if (size - end > 64) {
		memset(block->data + end, 0, size - end);
		return;
	}
	for (; end < size; end += sizeof(u32))
		*(u32 *)(block->data + end) = 0;
}

/* Write the page's commit word and clean what is left of it. */
static void ring_page_seal(struct ring_block *block, unsigned int end,
			   unsigned int size, unsigned long lost)
{
	unsigned long commit = end;

	if (unlikely(lost)) {
		commit |= RING_MISSED_EVENTS;
		if (size - end >= sizeof(lost)) {
			memcpy(block->data + end, &lost, sizeof(lost));
			end += sizeof(lost);
			commit |= RING_MISSED_STORED;
		}
	}
	local_set(&block->commit, commit);
	ring_page_clean(block, end, size);
}

/*
 * The page before was given away, and so is this one if the writer has left it
 * and there is a record in it. False: all that is not so simple.
 */
static bool ring_page_give_next(struct ring_cpu *rc,
				struct buffer_data_read_page *rp, size_t len)
{
	unsigned int end, size = ring_data_bytes(rp->order);

	lockdep_assert_held(&rc->reader_lock);
	if (!rc->given || rc->map || rp->order != rc->store.order ||
	    len < size + RING_BLOCK_HEADER || !ring_take(rc))
		return false;
	ring_cursor_set(&rc->cursor, rc->reader_page->block, 0);
	if (!ring_reader_done(rc) || !ring_page_entries(rc->reader_page))
		return false;
	end = ring_page_give(rc, rp);
	ring_page_seal(rp->block, end, size, rc->lost);
	rc->lost = 0;
	return true;
}

static int ring_page_fill(struct ring_cpu *rc, struct buffer_data_read_page *rp,
			  size_t len, bool full)
{
	unsigned int size = ring_data_bytes(rp->order);
	unsigned long lost;
	unsigned int end;
	bool done;

	if (ring_page_give_next(rc, rp, len))
		return 0;
	if (rp->order != rc->store.order || !ring_read_ready(rc))
		return -1;
	/* What is committed may have grown, up to the last record. */
	done = ring_reader_done(rc);
	if (full && !done)
		return -1;
	if (done)
		rc->cursor.end = READ_ONCE(rc->reader_page->end);
	lost = rc->lost;
	len = min_t(size_t, len - RING_BLOCK_HEADER, size);
	if (done && !rc->map && !rc->owner->persist && !rc->cursor.off && len >= rc->cursor.end)
		end = ring_page_give(rc, rp);
	else
		end = ring_page_copy(rc, rp, len);
	if (!end)
		return -1;
	rc->lost = 0;
	ring_page_seal(rp->block, end, size, lost);
	return 0;
}

/**
 * ring_buffer_read_page - read a page's worth of records
 * @buffer: the buffer
 * @data_page: where to; its memory may be exchanged for another
 * @len: bytes that may be used of it, the header included
 * @cpu: whose ring
 * @full: nonzero if only a page that the writer has left will do
 *
 * Context: any but NMI.
 * Return: the offset into the page's data at which the records start, or a
 * negative value if there are none or not even one fits.
 */
int ring_buffer_read_page(struct trace_buffer *buffer,
			  struct buffer_data_read_page *data_page,
			  size_t len, int cpu, int full)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;
	int ret;

	if (!rc || len <= RING_BLOCK_HEADER || !data_page || !data_page->block)
		return -1;
	flags = ring_read_lock(rc);
	ret = ring_page_fill(rc, data_page, len, full);
	ring_read_unlock(rc, flags);
	return ret;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page);

/**
 * ring_take_page - take a page's worth of records out of a ring
 * @buffer: the buffer
 * @cpu: whose ring
 * @full: true if only a page that the writer has left will do
 * @room: a page that the ring gets in exchange; nobody else has it
 * @order: the size of @room; another than that of the ring gets nothing
 *
 * The pages of a sub-buffer are compound: one reference keeps all of it.
 *
 * Context: any but NMI.
 * Return: the first of them, with @room's reference or that which the ring had;
 * NULL if there are no records, and @room is left to the caller.
 */
struct page *ring_take_page(struct trace_buffer *buffer, int cpu, bool full,
			    struct page *room, unsigned int order)
{
	struct buffer_data_read_page rp = {
		.block = page_address(room), .order = order,
	};
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;
	int ret;

	if (!rc)
		return NULL;
	flags = ring_read_lock(rc);
	ret = ring_page_fill(rc, &rp, PAGE_SIZE << order, full);
	ring_read_unlock(rc, flags);
	return ret ? NULL : virt_to_page(rp.block);
}
