// SPDX-License-Identifier: GPL-2.0
/*
 * Iterators: reading records without consuming them, while the writer
 * continues.
 *
 * An iterator reads a copy of one page at a time. After copying, it checks that
 * the page is still in its slot; then the copy is consistent. Records of pages
 * that the writer overwrote before they could be copied are missed, and
 * counted.
 */
#include "internal.h"

/**
 * struct ring_buffer_iter - position of a reader that does not consume
 * @owner: the buffer
 * @rc: ring that is read
 * @epoch: ring_cpu.epoch at the last access to the ring
 * @order: size of @copy, as the order of a page allocation
 * @copy: copy of the page that is read
 * @cursor: position in @copy
 * @event: record at that position, or NULL if it is not determined yet
 * @ts: timestamp of @event, in clock units
 * @pos: position of the page
 * @seq: number of the record at @cursor, counting lost records
 * @lost: records missed and not reported yet
 * @causes: why, if @lost is not zero
 * @before: ring_lost_before() of the page that is read
 * @overtaken: the writer has overwritten pages before they were read
 * @pages: number of pages read since the iterator was reset
 * @stop: value of ring_writer.commit at which the iterator ends, or 0 for no
 *	limit
 */
struct ring_buffer_iter {
	struct ring_owner	*owner;
	struct ring_cpu		*rc;
	unsigned int		epoch;
	unsigned int		order;
	struct ring_block	*copy;
	struct ring_cursor	cursor;
	struct ring_buffer_event *event;
	u64			ts;
	u64			pos;
	u64			seq;
	unsigned long		lost;
	struct ring_lost	causes;
	struct ring_lost	before;
	bool			overtaken;
	u64			pages;
	u64			stop;
};

/* Find the page at @pos; NULL if the ring does not hold it any more. */
static struct ring_page *ring_iter_page(struct ring_cpu *rc, u64 pos)
{
	u64 slot;

	if (pos == rc->reader_pos)
		return rc->donated ? NULL : rc->reader_page;
	if (pos < rc->reader_pos)
		return NULL;
	slot = atomic64_read(ring_slot(&rc->store, pos));
	if (ring_slot_pos(slot) != pos || slot & RING_SLOT_FREE)
		return NULL;
	return ring_slot_page(&rc->store, slot);
}

/*
 * Copy the page at @pos from byte @from on, up to the committed position.
 * Return false if the writer has overwritten the page.
 */
static bool ring_iter_copy(struct ring_buffer_iter *iter, u64 pos, unsigned int from,
			   u64 *seq, unsigned int *end, struct ring_lost *before)
{
	struct ring_cpu *rc = iter->rc;
	/* RB(iter:A) */
	u64 commit = atomic64_read_acquire(&rc->w.commit);
	struct ring_page *page = ring_iter_page(rc, pos);
	unsigned int size = ring_data_bytes(iter->order);

	if (!page)
		return false;
	ring_test_point(ITER);
	*seq = READ_ONCE(page->written) + READ_ONCE(page->refused);
	ring_lost_before(rc, page, pos, before);
	*end = pos == ring_commit_pos(commit) ? ring_commit_bytes(commit) :
						READ_ONCE(page->end);
	*end = min(*end, size);
	if (!from)
		iter->copy->time_stamp = READ_ONCE(page->block->time_stamp);
	if (from < *end)
		ring_copy_racy(iter->copy->data + from,
			       page->block->data + from, *end - from);
	ring_test_point(COPIED);
	/* RB(iter:B) */
	smp_rmb();
	return ring_iter_page(rc, pos) == page;
}

/* Count the records in the copy before an offset. */
static unsigned long ring_iter_count(struct ring_buffer_iter *iter, unsigned int off)
{
	struct ring_buffer_event *event;
	struct ring_cursor c;
	unsigned long count = 0;

	ring_cursor_set(&c, iter->copy, off);
	while ((event = ring_cursor_peek(&c, NULL))) {
		ring_cursor_advance(&c, event);
		count++;
	}
	return count;
}

/*
 * An iterator could follow the writer forever, if its user makes the writer
 * write, or if the ring is reset or exchanged repeatedly. When the writer has
 * overtaken the iterator, or the iterator has read as many pages as the ring
 * holds, the iterator ends at the present committed position, until it is
 * reset.
 */
static void ring_iter_bound(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	iter->pages++;
	if (!iter->stop && (iter->overtaken || iter->pages > rc->store.nr))
		iter->stop = atomic64_read(&rc->w.commit);
}

/* Note that records are missing between the page that was read and the next one. */
static void ring_iter_add_lost(struct ring_buffer_iter *iter, u64 lost,
			       const struct ring_lost *before)
{
	if (!lost)
		return;
	if (!iter->lost)
		iter->causes = (struct ring_lost){};
	ring_lost_add(&iter->causes, lost, &iter->before, before);
	iter->lost += lost;
}

/* Copy the page at @pos, or the oldest page if that one was overwritten. */
static bool ring_iter_goto(struct ring_buffer_iter *iter, u64 pos, bool count_lost)
{
	u64 requested = pos, seq;
	struct ring_lost before;
	unsigned int end;

	while (!ring_iter_copy(iter, pos, 0, &seq, &end, &before)) {
		if (ring_read_oldest(iter->rc, &pos))
			continue;
		ring_cursor_set(&iter->cursor, iter->copy, 0);
		return false;
	}
	if (count_lost) {
		ring_iter_add_lost(iter, seq - iter->seq, &before);
		if (pos != requested)
			iter->overtaken = true;
		ring_iter_bound(iter);
	}
	iter->pos = pos;
	iter->seq = seq;
	iter->before = before;
	ring_cursor_set(&iter->cursor, iter->copy, end);
	return true;
}

/* Set the iterator to the position of the consuming reader. */
static void ring_iter_to_reader(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	if (ring_iter_goto(iter, rc->reader_pos, false)) {
		iter->seq += ring_iter_count(iter, rc->cursor.off);
		iter->cursor.off = rc->cursor.off;
		iter->cursor.ts = rc->cursor.ts;
	}
}

/* True if the consuming reader has passed the iterator, or the page was donated. */
static bool ring_iter_is_consumed(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	return iter->pos < rc->reader_pos ||
	       (iter->pos == rc->reader_pos && rc->donated);
}

/* Skip a page that was donated. */
static void ring_iter_skip(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	iter->pos = rc->reader_pos;
	iter->seq = ring_page_next(rc->reader_page);
	ring_lost_before(rc, rc->reader_page, rc->reader_pos, &iter->before);
	ring_cursor_set(&iter->cursor, iter->copy, 0);
}

/* Records that were lost before the first page of the last boot: see recover.c. */
static void ring_iter_lost_in_last_boot(struct ring_buffer_iter *iter)
{
	iter->lost = iter->seq - ring_page_next(iter->rc->reader_page);
	iter->causes = (struct ring_lost){};
	iter->causes.by[RING_LOST_LAST_BOOT] = iter->lost;
}

/* Set the iterator to the oldest record that was not consumed. */
static void ring_iter_to_oldest(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	u64 pos;

	iter->epoch = rc->epoch;
	iter->lost = 0;
	iter->overtaken = false;
	if (rc->donated)
		ring_iter_skip(iter);
	else
		ring_iter_to_reader(iter);
	if (iter->cursor.off < iter->cursor.end || !ring_reader_done(rc) ||
	    !ring_read_oldest(rc, &pos) || !ring_iter_goto(iter, pos, false))
		return;
	if (rc->last_boot_end && iter->pos == RING_FIRST_POS)
		ring_iter_lost_in_last_boot(iter);
}

/* The ring was reset or exchanged: continue with its present contents, if allowed. */
static bool ring_iter_restart(struct ring_buffer_iter *iter)
{
	if (iter->stop)
		return false;
	ring_iter_to_oldest(iter);
	ring_iter_bound(iter);
	return true;
}

/* The copy is read: get records that were added to its page, or else the next page. */
static bool ring_iter_more(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	struct ring_lost before;
	unsigned int end;
	u64 seq, commit;

	if (iter->epoch != rc->epoch) {
		if (!ring_iter_restart(iter))
			return false;
	} else if (ring_iter_is_consumed(iter) && rc->donated) {
		ring_iter_skip(iter);
	} else if (ring_iter_is_consumed(iter)) {
		ring_iter_to_reader(iter);
	}
	if (iter->cursor.off < iter->cursor.end)
		return true;
	if (iter->stop && iter->pos >= ring_commit_pos(iter->stop))
		return false;
	/* RB(iter:A) before the copy: the copy of a page that was left is complete. */
	commit = atomic64_read_acquire(&rc->w.commit);
	if (ring_iter_copy(iter, iter->pos, iter->cursor.end, &seq, &end, &before) &&
	    end > iter->cursor.end) {
		iter->cursor.end = end;
		return true;
	}
	if (iter->pos >= ring_commit_pos(commit))
		return false;
	if (iter->pos + 1 == ring_commit_pos(commit) &&
	    !ring_commit_bytes(commit))
		return false;
	return ring_iter_goto(iter, iter->pos + 1, true);
}

static bool ring_iter_ready(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	unsigned long flags;
	bool more;

	if (iter->event)
		return true;
	while (!(iter->event = ring_cursor_peek(&iter->cursor, &iter->ts))) {
		flags = ring_read_lock(rc);
		more = rc->store.order == iter->order && ring_iter_more(iter);
		ring_read_unlock(rc, flags);
		if (!more)
			return false;
	}
	return true;
}

/**
 * ring_buffer_read_start - allocate an iterator
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @flags: flags of the memory allocation
 *
 * The size of the buffer cannot be changed until ring_buffer_read_finish().
 *
 * Context: task; may sleep if @flags allow it.
 * Return: an iterator at the oldest record that was not consumed; NULL if @cpu
 * has no ring or there is not enough memory.
 */
struct ring_buffer_iter *
ring_buffer_read_start(struct trace_buffer *buffer, int cpu, gfp_t flags)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	struct ring_cpu *rc = ring_get(owner, cpu);
	struct ring_buffer_iter *iter;

	if (!rc)
		return NULL;
	iter = kzalloc(sizeof(*iter), flags);
	if (!iter)
		return NULL;
	atomic_inc(&owner->pinned);
	iter->owner = owner;
	iter->rc = rc;
	iter->order = READ_ONCE(owner->order);
	iter->copy = kzalloc(PAGE_SIZE << iter->order, flags);
	if (!iter->copy) {
		ring_buffer_read_finish(iter);
		return NULL;
	}
	ring_buffer_iter_reset(iter);
	return iter;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_start);

/**
 * ring_buffer_read_finish - free an iterator
 * @iter: the iterator
 *
 * Context: any but NMI.
 */
void ring_buffer_read_finish(struct ring_buffer_iter *iter)
{
	atomic_dec(&iter->owner->pinned);
	kfree(iter->copy);
	kfree(iter);
}
EXPORT_SYMBOL_GPL(ring_buffer_read_finish);

/**
 * ring_buffer_iter_peek - get the record at an iterator
 * @iter: the iterator
 * @ts: set to the timestamp of the record, unless NULL
 *
 * Context: any; takes the reader lock.
 * Return: the record, which is valid until the next call with @iter; or NULL if
 * there is none at present.
 */
struct ring_buffer_event *
ring_buffer_iter_peek(struct ring_buffer_iter *iter, u64 *ts)
{
	if (!ring_iter_ready(iter))
		return NULL;
	if (ts)
		*ts = iter->ts;
	return iter->event;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_peek);

/**
 * ring_buffer_iter_advance - advance an iterator over its record
 * @iter: the iterator
 *
 * Context: any; takes the reader lock.
 */
void ring_buffer_iter_advance(struct ring_buffer_iter *iter)
{
	if (!ring_iter_ready(iter))
		return;
	ring_cursor_advance(&iter->cursor, iter->event);
	iter->event = NULL;
	iter->seq++;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_advance);

/* Test for a data record whose header has its length, with @bytes left in the page. */
static bool ring_iter_is_short(const struct ring_buffer_event *event, unsigned int bytes)
{
	unsigned int words = event->type_len;

	return words - 1U < RINGBUF_TYPE_DATA_TYPE_LEN_MAX &&
	       (words + 1) * sizeof(u32) <= bytes;
}

/**
 * ring_buffer_iter_next - advance an iterator over its record, and get the next one
 * @iter: the iterator
 * @ts: set to the timestamp of the next record
 *
 * The same as ring_buffer_iter_advance() followed by ring_buffer_iter_peek(). Most
 * records and those that follow them are short data records in the copy.
 *
 * Context: any; takes the reader lock.
 * Return: the next record, as for ring_buffer_iter_peek().
 */
struct ring_buffer_event *ring_buffer_iter_next(struct ring_buffer_iter *iter, u64 *ts)
{
	struct ring_buffer_event *event = iter->event, *next;
	struct ring_cursor *c = &iter->cursor;
	unsigned int off;

	if (likely(event && event->type_len - 1U < RINGBUF_TYPE_DATA_TYPE_LEN_MAX)) {
		off = c->off + (event->type_len + 1) * sizeof(u32);
		next = (struct ring_buffer_event *)(c->data + off);
		if (likely(off + 2 * sizeof(u32) <= c->end &&
			   ring_iter_is_short(next, c->end - off))) {
			c->off = off;
			c->ts += event->time_delta;
			iter->seq++;
			iter->event = next;
			iter->ts = c->ts + next->time_delta;
			*ts = iter->ts;
			return next;
		}
	}
	ring_buffer_iter_advance(iter);
	return ring_buffer_iter_peek(iter, ts);
}

/**
 * ring_buffer_iter_reset - set an iterator to the oldest record
 * @iter: the iterator
 *
 * Context: any; takes the reader lock.
 */
void ring_buffer_iter_reset(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	unsigned long flags = ring_read_lock(rc);

	iter->event = NULL;
	iter->pages = 0;
	iter->stop = 0;
	if (rc->store.order == iter->order)
		ring_iter_to_oldest(iter);
	ring_read_unlock(rc, flags);
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_reset);

/**
 * ring_buffer_iter_continue - let an iterator that has reached its limit continue
 * @iter: the iterator
 *
 * An iterator that was overtaken, or that has read as many pages as the ring
 * holds, ends at the position that the writer had then. This call removes that
 * limit, so that the iterator reads what was written since, again with the same
 * limit of pages.
 *
 * Context: any.
 */
void ring_buffer_iter_continue(struct ring_buffer_iter *iter)
{
	iter->pages = 0;
	iter->stop = 0;
}

/**
 * ring_buffer_iter_empty - test whether an iterator has no record
 * @iter: the iterator
 *
 * Context: any; takes the reader lock.
 * Return: nonzero if ring_buffer_iter_peek() would return NULL.
 */
int ring_buffer_iter_empty(struct ring_buffer_iter *iter)
{
	return !ring_iter_ready(iter);
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_empty);

/**
 * ring_buffer_iter_dropped - test whether the writer has overtaken an iterator
 * @iter: the iterator
 *
 * Context: any.
 * Return: true if records were overwritten before they were read since the last
 * call.
 */
bool ring_buffer_iter_dropped(struct ring_buffer_iter *iter)
{
	bool overtaken = iter->overtaken;

	iter->overtaken = false;
	return overtaken;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_dropped);

/**
 * ring_buffer_iter_is_last_boot - test whether a record is of the last boot
 * @iter: the iterator, at the record
 *
 * Context: any.
 * Return: true if the record was written before the present boot.
 */
bool ring_buffer_iter_is_last_boot(struct ring_buffer_iter *iter)
{
	return iter->pos < READ_ONCE(iter->rc->last_boot_end);
}

/**
 * ring_buffer_iter_lost - get the number of records that an iterator has missed
 * @iter: the iterator
 *
 * These records preceded the one at the iterator; the writer has overwritten
 * them, or has dropped them for lack of space.
 *
 * Context: any.
 * Return: number of records missed since the last call.
 */
unsigned long ring_buffer_iter_lost(struct ring_buffer_iter *iter)
{
	unsigned long lost = iter->lost;

	iter->lost = 0;
	return lost;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_lost);

/**
 * ring_buffer_iter_lost_causes - get how many records an iterator has missed, and why
 * @iter: the iterator
 * @lost: set to the numbers of missing records by cause, whose sum is what is returned
 *
 * Context: any.
 * Return: as ring_buffer_iter_lost(), in place of which it is called.
 */
unsigned long ring_buffer_iter_lost_causes(struct ring_buffer_iter *iter, struct ring_lost *lost)
{
	*lost = iter->lost ? iter->causes : (struct ring_lost){};
	return ring_buffer_iter_lost(iter);
}
