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
	void			*block;
	unsigned int		order;
};

/**
 * ring_take_alloc - memory of a sub-buffer, to be exchanged for one of a ring
 * @cpu: whose ring
 * @order: its size
 *
 * The memory is zeroed, since a mapping shows all pages of a ring to user space,
 * also those that have no records yet.
 *
 * Context: task, may sleep.
 * Return: the memory, for free_pages(), or NULL.
 */
void *ring_take_alloc(int cpu, unsigned int order)
{
	struct page *page;

	page = alloc_pages_node(cpu_to_node(cpu), GFP_KERNEL | __GFP_ZERO |
				__GFP_NORETRY | __GFP_COMP, order);
	return page ? page_address(page) : NULL;
}

/**
 * ring_buffer_alloc_read_page - a page for ring_buffer_read_page()
 * @buffer: the buffer
 * @cpu: whose ring will be read
 * @rpage: where to put the page
 *
 * Context: task, may sleep.
 * Return: 0, -ENODEV, -ENOMEM.
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
	rp->block = ring_take_alloc(cpu, rp->order);
	if (!rp->block) {
		kfree(rp);
		return -ENOMEM;
	}
	*rpage = rp;
	return 0;
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

/**
 * ring_buffer_read_page_size - the size of a page
 * @page: the page
 *
 * Context: any.
 * Return: bytes, the header included.
 */
unsigned int ring_buffer_read_page_size(struct buffer_data_read_page *page)
{
	return PAGE_SIZE << page->order;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page_size);

/* The reader's page is whole and unread: hand it over, keep the other. */
static unsigned int ring_page_give(struct ring_cpu *rc, void **block)
{
	struct ring_page *page = rc->reader_page;
	void *mine = page->block;
	unsigned int end = page->end;

	page->block = *block;
	*block = mine;
	WRITE_ONCE(rc->nread, rc->nread + ring_page_entries(page));
	ring_cursor_set(&rc->cursor, page->block, end);
	rc->cursor.off = end;
	rc->given = true;
	return end;
}

/* Copy the records from the cursor on that fit into @room bytes. */
static unsigned int ring_page_copy(struct ring_cpu *rc, struct ring_block *block,
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
	block->time_stamp = rc->cursor.ts;
	memcpy(block->data, c.data + rc->cursor.off, bytes);
	rc->cursor = last;
	return bytes;
}

/*
 * What is left of a page is less than a record, mostly; and it is whole words. Two
 * stores of one length reach it all, wherever they meet.
 */
static __always_inline void
ring_page_clean(struct ring_block *block, unsigned int end, unsigned int size)
{
	u8 *at = block->data + end, *behind = block->data + size;
	unsigned int left = size - end;

	if (unlikely(left > 64)) {
		memset(at, 0, left);
	} else if (left > 32) {
		memset(at, 0, 32);
		memset(behind - 32, 0, 32);
	} else if (left > 16) {
		memset(at, 0, 16);
		memset(behind - 16, 0, 16);
	} else if (left > 4) {
		memset(at, 0, 8);
		memset(behind - 8, 0, 8);
	} else if (left) {
		memset(at, 0, 4);
	}
}

/* Write the page's commit word and clean what is left of it. */
static __always_inline void
ring_page_seal(struct ring_block *block, unsigned int end, unsigned int size,
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
	ring_page_clean(block, end, size);
}

/*
 * The page before was given away, and so are those after it, as long as the
 * writer has left them and there are records in them: take up to @nr, in
 * exchange for the memory in @blocks. The writer's commit is looked at once.
 * Returns how many; what comes then may not be so simple.
 */
static __always_inline unsigned int
ring_give_run(struct ring_cpu *rc, void **blocks, unsigned int nr)
{
	struct ring_page *page, *spare = rc->reader_page;
	struct ring_page **pages = rc->store.pages;
	u64 before, pos = rc->reader_pos + 1;
	/* RB(read:A) */
	u64 stop = ring_commit_pos(atomic64_read_acquire(&rc->w.commit));
	atomic64_t *slot = ring_slot(&rc->store, pos);
	atomic64_t *end = rc->store.slots + rc->store.nr;
	unsigned int size = ring_data_bytes(rc->store.order);
	/* Of the record that comes next, if all were told that are lost. */
	u64 next = ring_page_next(spare) - rc->lost;
	unsigned long entries, nread = rc->nread;
	/* What is left in a slot: the page before, free, at the slot's position. */
	u64 free = ring_slot_make(0, spare->index, RING_SLOT_FREE);
	u64 at = ring_slot_make(pos, 0, 0);
	void **room = blocks, **last;
	struct ring_block *block;
	s64 old;

	lockdep_assert_held(&rc->reader_lock);
	if (unlikely(!rc->given || rc->map || pos >= stop))
		return 0;
	last = blocks + min_t(u64, nr, stop - pos);
	for (; room < last; room++) {
		old = atomic64_read(slot);
		page = pages[ring_slot_index(old)];
		entries = ring_page_entries(page);
		if (unlikely((old & ~RING_SLOT_INDEX) != at || !entries))
			break;
		ring_at(TAKE);
		/* RB(take:A) */
		if (!atomic64_try_cmpxchg(slot, &old, at | free))
			break;
		ring_at(TAKEN);
		WRITE_ONCE(rc->reader_page, page);
		WRITE_ONCE(rc->reader_pos, ring_slot_pos(at));
		free = (old & RING_SLOT_INDEX) | RING_SLOT_FREE;
		at += ring_slot_make(1, 0, 0);
		nread += entries;
		before = page->written + page->refused;
		block = page->block;
		page->block = *room;
		*room = block;
		ring_page_seal(block, page->end, size, before - next);
		next = before + entries;
		if (++slot == end)
			slot = rc->store.slots;
	}
	if (unlikely(room == blocks))
		return 0;
	page = rc->reader_page;
	WRITE_ONCE(rc->nread, nread);
	rc->lost = 0;
	rc->cursor.data = page->block->data;
	rc->cursor.off = page->end;
	rc->cursor.end = page->end;
	return room - blocks;
}

/* One page, whatever is in the way. @len: bytes that may be used of @block. */
static noinline bool
ring_page_fill(struct ring_cpu *rc, void **block, size_t len, bool full)
{
	unsigned int end, size = ring_data_bytes(rc->store.order);
	unsigned long lost;
	bool done;

	if (!ring_read_ready(rc))
		return false;
	/* What is committed may have grown, up to the last record. */
	done = ring_reader_done(rc);
	if (full && !done)
		return false;
	if (done)
		rc->cursor.end = READ_ONCE(rc->reader_page->end);
	lost = rc->lost;
	len = min_t(size_t, len - RING_BLOCK_HEADER, size);
	if (done && !rc->map && !rc->owner->persist && !rc->cursor.off &&
	    len >= rc->cursor.end)
		end = ring_page_give(rc, block);
	else
		end = ring_page_copy(rc, *block, len);
	if (!end)
		return false;
	rc->lost = 0;
	ring_page_seal(*block, end, size, lost);
	return true;
}

/* As ring_take_blocks(). */
static __always_inline unsigned int
ring_take_locked(struct ring_cpu *rc, void **blocks, unsigned int nr,
		 unsigned int order, bool full)
{
	unsigned int done = 0;

	if (order != rc->store.order)
		return 0;
	for (;;) {
		done += ring_give_run(rc, blocks + done, nr - done);
		if (done == nr)
			return done;
		/* The first one, one after holes, or one in use. */
		if (!ring_page_fill(rc, &blocks[done], PAGE_SIZE << order, full))
			return done;
		done++;
		/* What is in use now need not be taken in crumbs. */
		if (!ring_reader_done(rc))
			return done;
	}
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
	unsigned int order;
	bool any = false;

	if (!rc || len <= RING_BLOCK_HEADER || !data_page || !data_page->block)
		return -1;
	order = data_page->order;
	if (len >= PAGE_SIZE << order)
		return ring_take_blocks(buffer, cpu, &data_page->block, 1, order,
					full) ? 0 : -1;
	flags = ring_read_lock(rc);
	if (order == rc->store.order)
		any = ring_page_fill(rc, &data_page->block, len, full);
	ring_read_unlock(rc, flags);
	return any ? 0 : -1;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_page);

/**
 * ring_take_blocks - take pages' worths of records out of a ring
 * @buffer: the buffer
 * @cpu: whose ring
 * @blocks: memory that the ring gets in exchange, of ring_take_alloc() or taken out
 *	of this ring before; nobody else has it
 * @nr: how many
 * @order: the size of each; another than that of the ring gets nothing
 * @full: true if only pages that the writer has left will do
 *
 * The pages of a sub-buffer are compound: one reference keeps all of it.
 *
 * Context: any but NMI.
 * Return: how many there were. So many of @blocks, from the first on, are now
 * pages of records, with what the ring had as references to them.
 */
unsigned int ring_take_blocks(struct trace_buffer *buffer, int cpu,
			      void **blocks, unsigned int nr,
			      unsigned int order, bool full)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;

	if (!rc)
		return 0;
	flags = ring_read_lock(rc);
	nr = ring_take_locked(rc, blocks, nr, order, full);
	ring_read_unlock(rc, flags);
	return nr;
}
