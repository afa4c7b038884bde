// SPDX-License-Identifier: GPL-2.0
/*
 * Looking at records without consuming them, while the writer goes on.
 *
 * An iterator reads a copy of one page at a time. After copying it looks again
 * whether the page was still in its slot; if so then the copy is whole. What
 * the writer took away before it could be copied is missed, and counted.
 */
#include "internal.h"

/**
 * struct ring_buffer_iter - somebody who looks
 * @owner:	the buffer
 * @rc:		the ring
 * @epoch:	the ring's, when it was last looked at
 * @order:	size of @copy
 * @copy:	the page
 * @cursor:	place in the copy
 * @event:	the record at that place, if it was looked at
 * @ts:		its time
 * @pos:	the page's position
 * @seq:	number of its first record, counting those that were lost
 * @lost:	records missed and not yet told
 * @overtaken:	the writer took pages away
 * @pages:	how many it has come to since it was reset
 * @stop:	where to end, a commit word of the ring; 0: nowhere
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
	bool			overtaken;
	u64			pages;
	u64			stop;
};

/* The page at @pos, or NULL if it is not there any more. */
static struct ring_page *ring_iter_page(struct ring_cpu *rc, u64 pos)
{
	u64 slot;

	if (pos == rc->reader_pos)
		return rc->given ? NULL : rc->reader_page;
	if (pos < rc->reader_pos)
		return NULL;
	slot = atomic64_read(ring_slot(&rc->store, pos));
	if (ring_slot_pos(slot) != pos || slot & RING_SLOT_FREE)
		return NULL;
	return ring_slot_page(&rc->store, slot);
}

/*
 * Copy the page at @pos from byte @from on, up to what is committed of it.
 * False if the writer took it away.
 */
static bool ring_iter_copy(struct ring_buffer_iter *iter, u64 pos,
			   unsigned int from, u64 *seq, unsigned int *end)
{
	struct ring_cpu *rc = iter->rc;
	/* RB(iter:A) */
	u64 commit = atomic64_read_acquire(&rc->w.commit);
	struct ring_page *page = ring_iter_page(rc, pos);
	unsigned int size = ring_data_bytes(iter->order);

	if (!page)
		return false;
	ring_at(ITER);
	*seq = READ_ONCE(page->written) + READ_ONCE(page->refused);
	*end = pos == ring_commit_pos(commit) ? ring_commit_bytes(commit) :
						READ_ONCE(page->end);
	*end = min(*end, size);
	if (!from)
		iter->copy->time_stamp = READ_ONCE(page->block->time_stamp);
	if (from < *end)
		ring_copy_racy(iter->copy->data + from,
			       page->block->data + from, *end - from);
	ring_at(COPIED);
	/* RB(iter:B) */
	smp_rmb();
	return ring_iter_page(rc, pos) == page;
}

/* How many records does the copy hold? */
static unsigned long ring_iter_count(struct ring_buffer_iter *iter)
{
	struct ring_buffer_event *event;
	struct ring_cursor c;
	unsigned long count = 0;

	ring_cursor_set(&c, iter->copy, iter->cursor.end);
	while ((event = ring_cursor_peek(&c, NULL))) {
		ring_cursor_advance(&c, event);
		count++;
	}
	return count;
}

/*
 * An iterator could run after the writer forever, if its user makes the writer
 * write, or has the ring emptied or exchanged. Once the writer has overtaken it, or
 * it has read as much as the ring holds, it ends with what is there now, until it
 * is reset.
 */
static void ring_iter_bound(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	iter->pages++;
	if (!iter->stop && (iter->overtaken || iter->pages > rc->store.nr))
		iter->stop = atomic64_read(&rc->w.commit);
}

/* Go to the page at @pos, or where that is gone, to the oldest there is. */
static bool ring_iter_goto(struct ring_buffer_iter *iter, u64 pos, bool tell)
{
	unsigned long seen = tell ? ring_iter_count(iter) : 0;
	u64 want = pos, seq;
	unsigned int end;

	/* The copy is about to be overwritten, so count what is in it first. */
	while (!ring_iter_copy(iter, pos, 0, &seq, &end)) {
		if (ring_oldest(iter->rc, &pos))
			continue;
		iter->seq += seen;
		ring_cursor_set(&iter->cursor, iter->copy, 0);
		return false;
	}
	if (tell) {
		iter->lost += seq - (iter->seq + seen);
		if (pos != want)
			iter->overtaken = true;
		ring_iter_bound(iter);
	}
	iter->pos = pos;
	iter->seq = seq;
	ring_cursor_set(&iter->cursor, iter->copy, end);
	return true;
}

/* To where the consumer is. */
static void ring_iter_follow(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	if (ring_iter_goto(iter, rc->reader_pos, false)) {
		iter->cursor.off = rc->cursor.off;
		iter->cursor.ts = rc->cursor.ts;
	}
}

/* The consumer has gone past this, or has even given the page away. */
static bool ring_iter_behind(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	return iter->pos < rc->reader_pos ||
	       (iter->pos == rc->reader_pos && rc->given);
}

/* Past a page that was given away. */
static void ring_iter_skip(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;

	iter->pos = rc->reader_pos;
	iter->seq = ring_page_next(rc->reader_page);
	ring_cursor_set(&iter->cursor, iter->copy, 0);
}

/* To the oldest record that nobody has consumed. */
static void ring_iter_rewind(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	u64 pos;

	iter->epoch = rc->epoch;
	iter->lost = 0;
	iter->overtaken = false;
	if (rc->given)
		ring_iter_skip(iter);
	else
		ring_iter_follow(iter);
	if (iter->cursor.off >= iter->cursor.end && ring_reader_done(rc) &&
	    ring_oldest(rc, &pos))
		ring_iter_goto(iter, pos, false);
}

/* The ring was emptied or exchanged: go on with what it holds now, if at all. */
static bool ring_iter_anew(struct ring_buffer_iter *iter)
{
	if (iter->stop)
		return false;
	ring_iter_rewind(iter);
	ring_iter_bound(iter);
	return true;
}

/* The copy is read. Get what was added to its page, or else the next page. */
static bool ring_iter_more(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	unsigned int end;
	u64 seq, commit;

	if (iter->epoch != rc->epoch) {
		if (!ring_iter_anew(iter))
			return false;
	} else if (ring_iter_behind(iter) && rc->given) {
		ring_iter_skip(iter);
	} else if (ring_iter_behind(iter)) {
		ring_iter_follow(iter);
	}
	if (iter->cursor.off < iter->cursor.end)
		return true;
	if (iter->stop && iter->pos >= ring_commit_pos(iter->stop))
		return false;
	/* RB(iter:A), before the copy: then that of a page left is the whole. */
	commit = atomic64_read_acquire(&rc->w.commit);
	if (ring_iter_copy(iter, iter->pos, iter->cursor.end, &seq, &end) &&
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
 * ring_buffer_read_start - begin to look at a ring
 * @buffer: the buffer
 * @cpu: whose ring
 * @flags: how to allocate
 *
 * Until ring_buffer_read_finish() the buffer's size cannot be changed.
 *
 * Context: task.
 * Return: an iterator at the oldest record that was not consumed, or NULL if
 * there is no such ring or no memory.
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
 * ring_buffer_read_finish - end what ring_buffer_read_start() began
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
 * ring_buffer_iter_peek - the record that an iterator is at
 * @iter: the iterator
 * @ts: where to put its time, or NULL
 *
 * Context: any.
 * Return: the record, valid until the next call with @iter, or NULL if there
 * is none. There may be some later.
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
 * ring_buffer_iter_advance - go over the record that an iterator is at
 * @iter: the iterator
 *
 * Context: any.
 */
void ring_buffer_iter_advance(struct ring_buffer_iter *iter)
{
	if (!ring_iter_ready(iter))
		return;
	ring_cursor_advance(&iter->cursor, iter->event);
	iter->event = NULL;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_advance);

/**
 * ring_buffer_iter_reset - go back to the oldest record
 * @iter: the iterator
 *
 * Context: any.
 */
void ring_buffer_iter_reset(struct ring_buffer_iter *iter)
{
	struct ring_cpu *rc = iter->rc;
	unsigned long flags = ring_read_lock(rc);

	iter->event = NULL;
	iter->pages = 0;
	iter->stop = 0;
	if (rc->store.order == iter->order)
		ring_iter_rewind(iter);
	ring_read_unlock(rc, flags);
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_reset);

/**
 * ring_buffer_iter_go_on - an iterator that has come to its end may go on
 * @iter: the iterator
 *
 * One that read as much as the ring holds, or was overtaken, has ended for good
 * where the writer was then. Its user has been told, and asks once more: for what
 * has come since, which is again no more than the ring holds.
 *
 * Context: any.
 */
void ring_buffer_iter_go_on(struct ring_buffer_iter *iter)
{
	iter->pages = 0;
	iter->stop = 0;
}

/**
 * ring_buffer_iter_empty - is there no record for an iterator?
 * @iter: the iterator
 *
 * Context: any.
 * Return: nonzero if ring_buffer_iter_peek() would return NULL.
 */
int ring_buffer_iter_empty(struct ring_buffer_iter *iter)
{
	return !ring_iter_ready(iter);
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_empty);

/**
 * ring_buffer_iter_dropped - did the writer overtake an iterator?
 * @iter: the iterator
 *
 * Context: any.
 * Return: whether it took records away unseen since this was asked last.
 */
bool ring_buffer_iter_dropped(struct ring_buffer_iter *iter)
{
	bool overtaken = iter->overtaken;

	iter->overtaken = false;
	return overtaken;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_dropped);

/**
 * ring_buffer_iter_is_past - is the record that it is at from before the boot?
 * @iter: the iterator
 *
 * Context: any.
 * Return: whether it is.
 */
bool ring_buffer_iter_is_past(struct ring_buffer_iter *iter)
{
	return iter->pos < READ_ONCE(iter->rc->past);
}

/**
 * ring_buffer_iter_lost - how many records has an iterator missed?
 * @iter: the iterator
 *
 * They stood just before the record that it is at: taken away by the writer, or
 * never written for want of room.
 *
 * Context: any.
 * Return: their number since this was asked last.
 */
unsigned long ring_buffer_iter_lost(struct ring_buffer_iter *iter)
{
	unsigned long lost = iter->lost;

	iter->lost = 0;
	return lost;
}
EXPORT_SYMBOL_GPL(ring_buffer_iter_lost);
