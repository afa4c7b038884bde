// SPDX-License-Identifier: GPL-2.0
/*
 * Consuming whole pages, for trace_pipe_raw. A page that is complete and unread
 * is donated in exchange for another one; from other pages the records are
 * copied.
 */
#include "internal.h"

/**
 * struct buffer_data_read_page - a page that the reader owns
 * @block: memory of the page
 * @order: order of its page allocation
 */
struct buffer_data_read_page {
	void			*block;
	unsigned int		order;
};

/**
 * ring_splice_block_alloc - allocate memory to exchange for a page of a ring
 * @cpu: CPU of the ring
 * @order: order of the sub-buffers
 *
 * The memory is zeroed, since a mapping shows all pages of a ring to user
 * space, including pages without records.
 *
 * Context: task, may sleep.
 * Return: the memory, to be freed by free_pages(); NULL if there is not enough.
 */
void *ring_splice_block_alloc(int cpu, unsigned int order)
{
	struct page *page;

	page = alloc_pages_node(cpu_to_node(cpu), GFP_KERNEL | __GFP_ZERO |
				__GFP_NORETRY | __GFP_COMP, order);
	return page ? page_address(page) : NULL;
}

/**
 * ring_buffer_alloc_read_page - allocate a page for ring_buffer_read_page()
 * @buffer: the buffer
 * @cpu: CPU of the ring that will be read
 * @rpage: set to the page
 *
 * Context: task, may sleep.
 * Return: 0; -ENODEV if @cpu has no ring; -ENOMEM.
 */
int ring_buffer_alloc_read_page(struct trace_buffer *buffer, int cpu,
				struct buffer_data_read_page **rpage)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	struct buffer_data_read_page *rp;

	if (!ring_get(owner, cpu))
		return -ENODEV;
	rp = kzalloc(sizeof(*rp), GFP_KERNEL);
	if (!rp)
		return -ENOMEM;
	rp->order = READ_ONCE(owner->order);
	rp->block = ring_splice_block_alloc(cpu, rp->order);
	if (!rp->block) {
		kfree(rp);
		return -ENOMEM;
	}
	*rpage = rp;
	return 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_alloc_read_page);

/**
 * ring_buffer_free_read_page - free a page of ring_buffer_alloc_read_page()
 * @buffer: the buffer
 * @cpu: CPU of the ring that was read
 * @page: the page; other references to its memory keep the memory allocated
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
 * ring_buffer_read_page_data - get the memory of a page
 * @page: the page
 *
 * Context: any.
 * Return: start of the header of the page.
 */
void *ring_buffer_read_page_data(struct buffer_data_read_page *page)
{
	return page->block;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page_data);

/**
 * ring_buffer_read_page_size - get the size of a page
 * @page: the page
 *
 * Context: any.
 * Return: bytes, including the header.
 */
unsigned int ring_buffer_read_page_size(struct buffer_data_read_page *page)
{
	return PAGE_SIZE << page->order;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page_size);

/* Exchange the memory of the reader page, which is complete and unread, for @block. */
static unsigned int ring_splice_donate_page(struct ring_cpu *rc, void **block)
{
	struct ring_page *page = rc->reader_page;
	void *donated = page->block;
	unsigned int end = page->end;

	page->block = *block;
	*block = donated;
	WRITE_ONCE(rc->nread, rc->nread + ring_page_entries(page));
	ring_cursor_set(&rc->cursor, page->block, end);
	rc->cursor.off = end;
	rc->donated = true;
	return end;
}

/* Copy as many records from the cursor on as fit into @space bytes. */
static unsigned int ring_splice_copy(struct ring_cpu *rc, struct ring_block *block,
				     unsigned int space)
{
	struct ring_cursor c = rc->cursor, last = c;
	struct ring_buffer_event *event;
	unsigned int bytes;

	while ((event = ring_cursor_peek(&c, NULL))) {
		ring_cursor_advance(&c, event);
		if (c.off - rc->cursor.off > space)
			break;
		last = c;
		WRITE_ONCE(rc->nread, rc->nread + 1);
	}
	bytes = last.off - rc->cursor.off;
	block->time_stamp = rc->cursor.ts;
	memcpy(block->data, c.data + rc->cursor.off, bytes);
	rc->cursor = last;
	return bytes;
}

/*
 * Clear the unused end of a page. It is mostly shorter than a record, and
 * consists of whole words: two stores of one size, which may overlap, clear it
 * without a loop.
 */
static __always_inline void
ring_splice_clean(struct ring_block *block, unsigned int end, unsigned int size)
{
	u8 *at = block->data + end, *limit = block->data + size;
	unsigned int left = size - end;

	if (unlikely(left > 64)) {
		memset(at, 0, left);
	} else if (left > 32) {
		memset(at, 0, 32);
		memset(limit - 32, 0, 32);
	} else if (left > 16) {
		memset(at, 0, 16);
		memset(limit - 16, 0, 16);
	} else if (left > 4) {
		memset(at, 0, 8);
		memset(limit - 8, 0, 8);
	} else if (left) {
		memset(at, 0, 4);
	}
}

/* Write the commit word of a page and clear its unused end. */
static __always_inline void
ring_splice_seal(struct ring_block *block, unsigned int end, unsigned int size,
		 unsigned long lost)
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
	ring_splice_clean(block, end, size);
}

/*
 * Donate up to @nr pages in exchange for the memory in @blocks, if the page
 * before was donated and as long as the writer has left the pages and they have
 * records. The commit word is read once. Returns the number of pages; the next
 * one may need ring_splice_fill().
 */
static __always_inline unsigned int
ring_splice_donate_run(struct ring_cpu *rc, void **blocks, unsigned int nr)
{
	struct ring_page *page, *spare = rc->reader_page;
	struct ring_page **pages = rc->store.pages;
	u64 before, pos = rc->reader_pos + 1;
	/* RB(read:A) */
	u64 stop = ring_commit_pos(atomic64_read_acquire(&rc->w.commit));
	atomic64_t *slot = ring_slot(&rc->store, pos);
	atomic64_t *end = rc->store.slots + rc->store.nr;
	unsigned int size = ring_data_bytes(rc->store.order);
	/* Number of the next record, if all lost records have been reported. */
	u64 next = ring_page_next(spare) - rc->lost;
	unsigned long entries, nread = rc->nread;
	/* The page before is left in the slot, at the slot's position and free. */
	u64 free = ring_slot_make(0, spare->index, RING_SLOT_FREE);
	u64 at = ring_slot_make(pos, 0, 0);
	void **dest = blocks, **last;
	struct ring_block *block;
	s64 old;

	lockdep_assert_held(&rc->reader_lock);
	if (unlikely(!rc->donated || rc->map || pos >= stop))
		return 0;
	last = blocks + min_t(u64, nr, stop - pos);
	for (; dest < last; dest++) {
		old = atomic64_read(slot);
		page = pages[ring_slot_index(old)];
		entries = ring_page_entries(page);
		if (unlikely((old & ~RING_SLOT_INDEX) != at || !entries))
			break;
		ring_test_point(TAKE);
		/* RB(take:A) */
		if (!atomic64_try_cmpxchg(slot, &old, at | free))
			break;
		ring_test_point(TAKEN);
		WRITE_ONCE(rc->reader_page, page);
		WRITE_ONCE(rc->reader_pos, ring_slot_pos(at));
		free = (old & RING_SLOT_INDEX) | RING_SLOT_FREE;
		at += ring_slot_make(1, 0, 0);
		nread += entries;
		before = page->written + page->refused;
		block = page->block;
		page->block = *dest;
		*dest = block;
		ring_splice_seal(block, page->end, size, before - next);
		next = before + entries;
		if (++slot == end)
			slot = rc->store.slots;
	}
	if (unlikely(dest == blocks))
		return 0;
	page = rc->reader_page;
	WRITE_ONCE(rc->nread, nread);
	rc->lost = 0;
	rc->cursor.data = page->block->data;
	rc->cursor.off = page->end;
	rc->cursor.end = page->end;
	return dest - blocks;
}

/*
 * Donate or copy one page of any kind. @len is the number of bytes usable in
 * @block.
 */
static noinline bool
ring_splice_fill(struct ring_cpu *rc, void **block, size_t len, bool full)
{
	unsigned int end, size = ring_data_bytes(rc->store.order);
	unsigned long lost;
	bool done;

	if (!ring_read_ready(rc))
		return false;
	/* The committed part may have grown, up to the last record. */
	done = ring_reader_done(rc);
	if (full && !done)
		return false;
	if (done)
		rc->cursor.end = READ_ONCE(rc->reader_page->end);
	lost = rc->lost;
	len = min_t(size_t, len - RING_BLOCK_HEADER, size);
	if (done && !rc->map && !rc->owner->persist && !rc->cursor.off &&
	    len >= rc->cursor.end)
		end = ring_splice_donate_page(rc, block);
	else
		end = ring_splice_copy(rc, *block, len);
	if (!end)
		return false;
	rc->lost = 0;
	ring_splice_seal(*block, end, size, lost);
	return true;
}

/* See ring_splice_blocks(). The reader lock is held. */
static __always_inline unsigned int
ring_splice_blocks_locked(struct ring_cpu *rc, void **blocks, unsigned int nr,
			  unsigned int order, bool full)
{
	unsigned int done = 0;

	if (order != rc->store.order)
		return 0;
	for (;;) {
		done += ring_splice_donate_run(rc, blocks + done, nr - done);
		if (done == nr)
			return done;
		/*
		 * The first page, a page after overwritten ones, or the page
		 * being filled.
		 */
		if (!ring_splice_fill(rc, &blocks[done], PAGE_SIZE << order, full))
			return done;
		done++;
		/* The page being filled is read once, not record by record. */
		if (!ring_reader_done(rc))
			return done;
	}
}

/**
 * ring_buffer_read_page - consume one page of records
 * @buffer: the buffer
 * @data_page: page to fill; its memory may be exchanged
 * @len: bytes that may be used of @data_page, including the header
 * @cpu: CPU of the ring
 * @full: nonzero to read only a page that the writer has left
 *
 * Context: any but NMI; takes the reader lock.
 * Return: offset of the first record in the page's data, or a negative value if
 * there is no record or not even one fits.
 */
int ring_buffer_read_page(struct trace_buffer *buffer,
			  struct buffer_data_read_page *data_page,
			  size_t len, int cpu, int full)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;
	unsigned int order;
	bool any = false;

	if (!rc || len <= RING_BLOCK_HEADER || !data_page || !data_page->block)
		return -1;
	order = data_page->order;
	if (len >= PAGE_SIZE << order)
		return ring_splice_blocks(buffer, cpu, &data_page->block, 1, order,
					  full) ? 0 : -1;
	flags = ring_read_lock(rc);
	if (order == rc->store.order)
		any = ring_splice_fill(rc, &data_page->block, len, full);
	ring_read_unlock(rc, flags);
	return any ? 0 : -1;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page);

/**
 * ring_splice_blocks - consume whole pages of a ring
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @blocks: memory that the ring gets in exchange, of ring_splice_block_alloc() or
 *	taken out of this ring before, and not referenced otherwise
 * @nr: number of @blocks
 * @order: order of the @blocks; nothing is read if the ring has another one
 * @full: true to read only pages that the writer has left
 *
 * The pages of a sub-buffer are compound: one reference keeps all of it
 * allocated.
 *
 * Context: any but NMI; takes the reader lock.
 * Return: number of pages read. So many elements of @blocks, starting with the
 * first, now point to pages of records, and the caller owns the ring's
 * references to them.
 */
unsigned int ring_splice_blocks(struct trace_buffer *buffer, int cpu,
				void **blocks, unsigned int nr,
				unsigned int order, bool full)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;

	if (!rc)
		return 0;
	flags = ring_read_lock(rc);
	nr = ring_splice_blocks_locked(rc, blocks, nr, order, full);
	ring_read_unlock(rc, flags);
	return nr;
}
