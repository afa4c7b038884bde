// SPDX-License-Identifier: GPL-2.0
/*
 * Consuming: the reader's page, records from it one by one, and whole pages.
 *
 * The reader may own the page that the writer is still on. It then reads up to
 * what is committed, and takes the next page only when the writer has left.
 */
#include "internal.h"

#define RING_NO_LOCK	1UL

/**
 * ring_read_lock - become the reader
 * @rc: the ring
 *
 * A dump from an NMI, or while the kernel dies, cannot wait for a lock whose
 * holder may be stopped. It reads anyway, and stops the recording for good.
 *
 * Context: any.
 * Return: what ring_read_unlock() wants.
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
	ring_detour(rc);
	local_irq_restore(flags);
	__acquire(&rc->reader_lock);
	return RING_NO_LOCK;
}

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

/* The bytes of the reader's page that are there to be read. */
unsigned int ring_reader_end(struct ring_cpu *rc, u64 commit)
{
	if (ring_commit_pos(commit) == rc->reader_pos)
		return ring_commit_bytes(commit);
	return READ_ONCE(rc->reader_page->end);
}

/* Has the writer left the reader's page? */
bool ring_reader_done(struct ring_cpu *rc)
{
	/* RB(read:A) */
	u64 commit = atomic64_read_acquire(&rc->w.commit);

	return ring_commit_pos(commit) != rc->reader_pos;
}

/**
 * ring_oldest - the oldest page with records, apart from the reader's
 * @rc: the ring
 * @pos: where to put its position
 *
 * The writer may take it away at any time.
 *
 * Return: the page, or NULL if there is none.
 */
struct ring_page *ring_oldest(struct ring_cpu *rc, u64 *pos)
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

/* Exchange the reader's page, which is read, for the oldest other one. */
bool ring_take(struct ring_cpu *rc)
{
	struct ring_page *spare = rc->reader_page;
	u64 expected = ring_page_next(spare);
	struct ring_page *page;
	s64 old;
	u64 pos;

	do {
		page = ring_oldest(rc, &pos);
		if (!page)
			return false;
		old = ring_slot_make(pos, page->index, 0);
		ring_at(TAKE);
		/* RB(take:A) */
	} while (!atomic64_try_cmpxchg(ring_slot(&rc->store, pos), &old,
				       ring_slot_make(pos, spare->index,
						      RING_SLOT_FREE)));
	ring_at(TAKEN);
	WRITE_ONCE(rc->reader_page, page);
	WRITE_ONCE(rc->reader_pos, pos);
	rc->given = false;
	rc->lost += page->written + page->refused - expected;
	return true;
}

/**
 * ring_read_ready - see to it that the cursor has something to read
 * @rc: the ring, its reader lock held
 *
 * Return: whether it has.
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
		/* Nothing but padding: go over it for good. */
		rc->cursor = c;
		if (ring_commit_pos(commit) == rc->reader_pos || !ring_take(rc))
			return false;
		ring_cursor_set(&rc->cursor, rc->reader_page->block, 0);
	}
}

/* What ring_read_ready() would return, without taking a page. */
bool ring_read_any(struct ring_cpu *rc)
{
	struct ring_cursor c = rc->cursor;
	/* RB(read:A) */
	u64 commit = atomic64_read_acquire(&rc->w.commit);
	u64 pos;

	c.end = ring_reader_end(rc, commit);
	if (ring_cursor_peek(&c, NULL))
		return true;
	return ring_commit_pos(commit) != rc->reader_pos && ring_oldest(rc, &pos);
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
 * ring_buffer_peek - look at the next record without consuming it
 * @buffer: the buffer
 * @cpu: whose ring
 * @ts: where to put its time, or NULL
 * @lost_events: where to put how many were lost just before it, or NULL
 *
 * Context: any.
 * Return: the record, or NULL if there is none. It stays where it is until
 * somebody reads on past the end of its page.
 */
struct ring_buffer_event *
ring_buffer_peek(struct trace_buffer *buffer, int cpu, u64 *ts,
		 unsigned long *lost_events)
{
	return ring_read(buffer, cpu, ts, lost_events, false);
}
EXPORT_SYMBOL_GPL(ring_buffer_peek);

/**
 * ring_buffer_consume - read the next record
 * @buffer: the buffer
 * @cpu: whose ring
 * @ts: where to put its time, or NULL
 * @lost_events: where to put how many were lost just before it, or NULL
 *
 * Context: any.
 * Return: as ring_buffer_peek().
 */
struct ring_buffer_event *
ring_buffer_consume(struct trace_buffer *buffer, int cpu, u64 *ts,
		    unsigned long *lost_events)
{
	return ring_read(buffer, cpu, ts, lost_events, true);
}
EXPORT_SYMBOL_GPL(ring_buffer_consume);

/**
 * ring_buffer_pass - consume a record and look at the next one
 * @buffer: the buffer
 * @cpu: whose ring
 * @ts: where to put the time of the next one
 * @lost_events: where to put how many were lost just before it
 *
 * ring_buffer_consume() and ring_buffer_peek() in one, for who has seen the record
 * by ring_buffer_peek() before.
 *
 * Context: any.
 * Return: as ring_buffer_peek().
 */
struct ring_buffer_event *
ring_buffer_pass(struct trace_buffer *buffer, int cpu, u64 *ts,
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
