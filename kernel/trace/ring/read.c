// SPDX-License-Identifier: GPL-2.0
/*
 * Consuming reads: the reader page, and single records from it.
 *
 * The reader page may be the page that is being filled. The reader then reads
 * up to the committed position, and takes the next page when the writer has
 * left.
 */
#include "internal.h"

#define RING_NO_LOCK	1UL

/**
 * ring_read_lock - take the reader lock of a ring
 * @rc: the ring
 *
 * A dump from an NMI or during an oops cannot wait for a lock whose holder may
 * be stopped. If the lock is not free, such a dump reads without it and
 * disables recording permanently.
 *
 * Context: any. Disables interrupts, if the lock is taken.
 * Return: flags for ring_read_unlock().
 */
unsigned long ring_read_lock(struct ring_cpu *rc)
	__acquires(&rc->reader_lock)
{
	unsigned long flags;

	local_irq_save(flags);
	if (likely(!in_nmi() && !oops_in_progress)) {
		raw_spin_lock(&rc->reader_lock);
		return flags;
	}
	if (raw_spin_trylock(&rc->reader_lock))
		return flags;
	atomic_inc(&rc->disabled);
	ring_slow_flags_update(rc);
	local_irq_restore(flags);
	__acquire(&rc->reader_lock);
	return RING_NO_LOCK;
}

/**
 * ring_read_unlock - release the reader lock of a ring
 * @rc: the ring
 * @flags: return value of ring_read_lock()
 *
 * Context: any, after ring_read_lock().
 */
void ring_read_unlock(struct ring_cpu *rc, unsigned long flags)
	__releases(&rc->reader_lock)
{
	if (flags == RING_NO_LOCK) {
		__release(&rc->reader_lock);
		return;
	}
	raw_spin_unlock(&rc->reader_lock);
	local_irq_restore(flags);
}

/**
 * ring_reader_end - get the number of readable bytes of the reader page
 * @rc: the ring, with its reader lock held
 * @commit: value of ring_writer.commit
 *
 * Context: any.
 * Return: bytes.
 */
unsigned int ring_reader_end(struct ring_cpu *rc, u64 commit)
{
	if (ring_commit_pos(commit) == rc->reader_pos)
		return ring_commit_bytes(commit);
	return READ_ONCE(rc->reader_page->end);
}

/**
 * ring_reader_done - test whether the writer has left the reader page
 * @rc: the ring, with its reader lock held
 *
 * Context: any.
 * Return: true if no more records are added to the reader page.
 */
bool ring_reader_done(struct ring_cpu *rc)
{
	/* RB(read:A) */
	u64 commit = atomic64_read_acquire(&rc->w.commit);

	return ring_commit_pos(commit) != rc->reader_pos;
}

/**
 * ring_read_oldest - find the oldest page with records, apart from the reader page
 * @rc: the ring, with its reader lock held
 * @pos: set to the position of the page
 *
 * The writer may overwrite the page at any time.
 *
 * Context: any.
 * Return: the page, or NULL if there is none.
 */
struct ring_page *ring_read_oldest(struct ring_cpu *rc, u64 *pos)
{
	u64 at = rc->reader_pos + 1;

	for (;;) {
		/* RB(read:A) */
		u64 commit = atomic64_read_acquire(&rc->w.commit);
		u64 slot;

		if (at > ring_commit_pos(commit) ||
		    (at == ring_commit_pos(commit) && !ring_commit_bytes(commit)))
			return NULL;
		slot = atomic64_read(ring_slot(&rc->store, at));
		if (WARN_ON_ONCE(ring_slot_pos(slot) < at))
			return NULL;
		if (ring_slot_pos(slot) != at) {
			at = ring_slot_pos(slot) - rc->store.nr + 1;
		} else if (slot & RING_SLOT_FREE) {
			at++;
		} else {
			*pos = at;
			return ring_slot_page(&rc->store, slot);
		}
	}
}

/**
 * ring_read_take_page - exchange the reader page for the oldest other page
 * @rc: the ring, with its reader lock held; its reader page is completely read
 *
 * Context: any.
 * Return: false if there is no other page with records.
 */
bool ring_read_take_page(struct ring_cpu *rc)
{
	struct ring_page *spare = rc->reader_page;
	u64 expected = ring_page_next(spare);
	struct ring_lost before, after;
	struct ring_page *page;
	u64 pos, lost;
	s64 old;

	ring_lost_before(rc, spare, rc->reader_pos, &before);
	do {
		page = ring_read_oldest(rc, &pos);
		if (!page)
			return false;
		old = ring_slot_make(pos, page->index, 0);
		ring_test_point(TAKE);
		/* RB(take:A) */
	} while (!atomic64_try_cmpxchg(ring_slot(&rc->store, pos), &old,
				       ring_slot_make(pos, spare->index,
						      RING_SLOT_FREE)));
	ring_test_point(TAKEN);
	WRITE_ONCE(rc->reader_page, page);
	WRITE_ONCE(rc->reader_pos, pos);
	rc->donated = false;
	lost = page->written + page->refused - expected;
	if (lost) {
		/* What was reported leaves its causes behind. */
		if (!rc->lost)
			rc->causes = (struct ring_lost){};
		ring_lost_before(rc, page, pos, &after);
		ring_lost_add(&rc->causes, lost, &before, &after);
		rc->lost += lost;
	}
	return true;
}

/**
 * ring_read_ready - advance the cursor to a record, taking pages as needed
 * @rc: the ring, with its reader lock held
 *
 * Context: any.
 * Return: true if the cursor is at a record.
 */
bool ring_read_ready(struct ring_cpu *rc)
{
	struct ring_cursor c;
	u64 commit;

	for (;;) {
		/* RB(read:A) */
		commit = atomic64_read_acquire(&rc->w.commit);
		rc->cursor.end = ring_reader_end(rc, commit);
		c = rc->cursor;
		if (ring_cursor_peek(&c, NULL))
			return true;
		/* Only padding is left: skip it. */
		rc->cursor = c;
		if (ring_commit_pos(commit) == rc->reader_pos || !ring_read_take_page(rc))
			return false;
		ring_cursor_set(&rc->cursor, rc->reader_page->block, 0);
	}
}

/**
 * ring_read_has_record - test whether ring_read_ready() would find a record
 * @rc: the ring, with its reader lock held
 *
 * Context: any.
 * Return: true if there is a record. No page is taken.
 */
bool ring_read_has_record(struct ring_cpu *rc)
{
	struct ring_cursor c = rc->cursor;
	/* RB(read:A) */
	u64 commit = atomic64_read_acquire(&rc->w.commit);
	u64 pos;

	c.end = ring_reader_end(rc, commit);
	if (ring_cursor_peek(&c, NULL))
		return true;
	return ring_commit_pos(commit) != rc->reader_pos && ring_read_oldest(rc, &pos);
}

static struct ring_buffer_event *
ring_read(struct trace_buffer *buffer, int cpu, u64 *ts, unsigned long *lost,
	  bool consume)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	struct ring_buffer_event *event = NULL;
	struct ring_cursor c;
	unsigned long flags;

	if (!rc)
		return NULL;
	flags = ring_read_lock(rc);
	if (ring_read_ready(rc)) {
		c = rc->cursor;
		event = ring_cursor_peek(&c, ts);
		if (lost)
			*lost = rc->lost;
		if (consume) {
			ring_cursor_advance(&c, event);
			rc->cursor = c;
			WRITE_ONCE(rc->nread, rc->nread + 1);
			rc->lost = 0;
		}
	}
	ring_read_unlock(rc, flags);
	return event;
}

/**
 * ring_buffer_peek - get the next record without consuming it
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @ts: set to the timestamp of the record, unless NULL
 * @lost_events: set to the number of records lost just before it, unless NULL
 *
 * Context: any; takes the reader lock.
 * Return: the record, or NULL if there is none. The record stays valid until a
 * reader consumes the last record of its page.
 */
struct ring_buffer_event *
ring_buffer_peek(struct trace_buffer *buffer, int cpu, u64 *ts,
		 unsigned long *lost_events)
{
	return ring_read(buffer, cpu, ts, lost_events, false);
}
EXPORT_SYMBOL_GPL(ring_buffer_peek);

/**
 * ring_buffer_consume - consume the next record
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @ts: set to the timestamp of the record, unless NULL
 * @lost_events: set to the number of records lost just before it, unless NULL
 *
 * Context: any; takes the reader lock.
 * Return: the record or NULL, as for ring_buffer_peek().
 */
struct ring_buffer_event *
ring_buffer_consume(struct trace_buffer *buffer, int cpu, u64 *ts,
		    unsigned long *lost_events)
{
	return ring_read(buffer, cpu, ts, lost_events, true);
}
EXPORT_SYMBOL_GPL(ring_buffer_consume);

/**
 * ring_buffer_consume_peek - consume a record and get the next one
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @ts: set to the timestamp of the next record
 * @lost_events: set to the number of records lost just before the next record
 *
 * The same as ring_buffer_consume() followed by ring_buffer_peek(), for callers
 * that got the consumed record by ring_buffer_peek() before.
 *
 * Context: any; takes the reader lock.
 * Return: the next record or NULL, as for ring_buffer_peek().
 */
struct ring_buffer_event *
ring_buffer_consume_peek(struct trace_buffer *buffer, int cpu, u64 *ts,
			 unsigned long *lost_events)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	struct ring_buffer_event *event;
	struct ring_cursor c;
	unsigned long flags;

	if (!rc)
		return NULL;
	flags = ring_read_lock(rc);
	c = rc->cursor;
	event = ring_cursor_peek(&c, NULL);
	if (event) {
		ring_cursor_advance(&c, event);
		rc->cursor = c;
		WRITE_ONCE(rc->nread, rc->nread + 1);
		rc->lost = 0;
	}
	event = ring_cursor_peek(&c, ts);
	if (!event && ring_read_ready(rc)) {
		c = rc->cursor;
		event = ring_cursor_peek(&c, ts);
	}
	*lost_events = rc->lost;
	ring_read_unlock(rc, flags);
	return event;
}

/**
 * ring_buffer_lost_causes - get the causes of the loss before the next record
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @lost: set to the numbers of missing records by cause
 *
 * To be called after ring_buffer_peek() or ring_buffer_consume_peek() has reported a loss. The
 * sum is what was reported, unless the buffer was read, cleared or exchanged since.
 *
 * Context: any; takes the reader lock.
 */
void ring_buffer_lost_causes(struct trace_buffer *buffer, int cpu, struct ring_lost *lost)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;

	*lost = (struct ring_lost){};
	if (!rc)
		return;
	flags = ring_read_lock(rc);
	if (rc->lost)
		*lost = rc->causes;
	ring_read_unlock(rc, flags);
}
