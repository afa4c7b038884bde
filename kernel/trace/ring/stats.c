// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics. While no task uses the ring: written = read + unread + overrun.
 * Otherwise each value is correct at some moment during the call.
 */
#include "internal.h"

/*
 * The page of a committed position. If the writer has claimed the page again
 * meanwhile, the committed position has changed, too.
 */
static struct ring_page *ring_stats_page(struct ring_cpu *rc, u64 pos)
{
	if (pos == rc->reader_pos)
		return rc->reader_page;
	return ring_slot_page(&rc->store, atomic64_read(ring_slot(&rc->store, pos)));
}

/**
 * ring_stats_written - get the number of records ever written, without discarded ones
 * @rc: the ring, with its reader lock held, so that a resize does not free the
 *	page
 *
 * Context: any.
 * Return: number of records.
 */
u64 ring_stats_written(struct ring_cpu *rc)
{
	struct ring_page *page;
	u64 commit, written;

	do {
		/* RB(figures:A) */
		commit = atomic64_read_acquire(&rc->w.commit);
		page = ring_stats_page(rc, ring_commit_pos(commit));
		written = READ_ONCE(page->written) + ring_page_entries(page);
		/* RB(figures:B) */
		smp_rmb();
	} while (ring_commit_pos(commit) !=
		 ring_commit_pos(atomic64_read(&rc->w.commit)));
	return written;
}

/* Number of bytes ever committed. The reader lock is held, see ring_stats_written(). */
static u64 ring_stats_bytes(struct ring_cpu *rc)
{
	struct ring_page *page;
	u64 commit, bytes;

	do {
		/* RB(figures:A) */
		commit = atomic64_read_acquire(&rc->w.commit);
		page = ring_stats_page(rc, ring_commit_pos(commit));
		bytes = READ_ONCE(page->bytes) + ring_commit_bytes(commit);
		/* RB(figures:B) */
		smp_rmb();
	} while (ring_commit_pos(commit) !=
		 ring_commit_pos(atomic64_read(&rc->w.commit)));
	return bytes;
}

/**
 * ring_stats_dirty_pages - get the number of unread pages that the writer has left
 * @rc: the ring
 *
 * Context: any.
 * Return: number of pages.
 */
unsigned int ring_stats_dirty_pages(struct ring_cpu *rc)
{
	u64 tail = ring_commit_pos(atomic64_read(&rc->w.commit));
	u64 left = tail - min(tail, READ_ONCE(rc->reader_pos) + 1);

	return min_t(u64, left, READ_ONCE(rc->store.nr) - 1);
}

/*
 * Number of unread records, and in @overrun that of overwritten ones. The reader lock is
 * held. The writer may overwrite records at any time: if @overrun was read last, it could
 * be greater than the number of records that are known to be written.
 */
static unsigned long ring_stats_held(struct ring_cpu *rc, unsigned long *overrun)
{
	*overrun = local_read(&rc->overrun);
	/* RB(figures:C) */
	smp_rmb();
	return ring_stats_written(rc) - *overrun - rc->nread;
}

static unsigned long ring_stats_unread(struct ring_cpu *rc)
{
	unsigned long flags = ring_read_lock(rc);
	unsigned long overrun, held;

	held = ring_stats_held(rc, &overrun);
	ring_read_unlock(rc, flags);
	return held;
}

/**
 * ring_buffer_entries_cpu - get the number of unread records of a CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any; takes the reader lock.
 * Return: number of records.
 */
unsigned long ring_buffer_entries_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? ring_stats_unread(rc) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_entries_cpu);

/**
 * ring_buffer_overrun_cpu - get the number of overwritten unread records of a CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any.
 * Return: number of records.
 */
unsigned long ring_buffer_overrun_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->overrun) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_overrun_cpu);

/**
 * ring_buffer_commit_overrun_cpu - get the number of records lost to nested records
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * These records were refused since nested records, not committed yet, filled
 * the ring.
 *
 * Context: any.
 * Return: number of records.
 */
unsigned long ring_buffer_commit_overrun_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->commit_overrun) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_commit_overrun_cpu);

/**
 * ring_buffer_dropped_events_cpu - get the number of dropped records of a CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * These records were refused since the ring was full or closed.
 *
 * Context: any.
 * Return: number of records.
 */
unsigned long ring_buffer_dropped_events_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->dropped) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_dropped_events_cpu);

/**
 * ring_account_cpu - get the numbers of records of a CPU by what became of them
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @account: the numbers since the last reset, by enum ring_account
 *
 * Each attempt to write a record is counted once, also while records are written and read.
 *
 * Context: any; takes the reader lock.
 */
void ring_account_cpu(struct trace_buffer *buffer, int cpu, u64 account[RING_ACCOUNTS])
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags, overrun;

	memset(account, 0, RING_ACCOUNTS * sizeof(*account));
	if (!rc)
		return;
	flags = ring_read_lock(rc);
	account[RING_HELD] = ring_stats_held(rc, &overrun);
	account[RING_OVERWRITTEN] = overrun;
	account[RING_READ] = rc->nread;
	account[RING_NO_SPACE] = local_read(&rc->dropped);
	account[RING_NESTED] = local_read(&rc->commit_overrun);
	account[RING_RECURSION] = local_read(&rc->recursed);
	account[RING_BUDGET] = local_read(&rc->withheld);
	ring_read_unlock(rc, flags);
}

/**
 * ring_buffer_read_events_cpu - get the number of consumed records of a CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any.
 * Return: number of records.
 */
unsigned long ring_buffer_read_events_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? READ_ONCE(rc->nread) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_events_cpu);

/**
 * ring_buffer_bytes_cpu - get the size of the unread records of a CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any; takes the reader lock.
 * Return: bytes, including record headers.
 */
unsigned long ring_buffer_bytes_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	struct ring_page *page;
	unsigned long flags;
	u64 commit, pos, bytes;

	if (!rc)
		return 0;
	flags = ring_read_lock(rc);
	/* RB(figures:A) */
	commit = atomic64_read_acquire(&rc->w.commit);
	bytes = ring_reader_end(rc, commit) - rc->cursor.off;
	page = ring_commit_pos(commit) == rc->reader_pos ? NULL :
							   ring_read_oldest(rc, &pos);
	if (page)
		/* An estimate if the writer overwrites the page meanwhile. */
		bytes += ring_stats_bytes(rc) - READ_ONCE(page->bytes);
	ring_read_unlock(rc, flags);
	return bytes;
}
EXPORT_SYMBOL_GPL(ring_buffer_bytes_cpu);

/**
 * ring_buffer_oldest_event_ts - get the timestamp of the oldest page with records
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any; takes the reader lock.
 * Return: timestamp of the first record of the page, or 0 if there is no
 * record.
 */
u64 ring_buffer_oldest_event_ts(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	struct ring_page *page;
	unsigned long flags;
	u64 commit, ts = 0, pos;

	if (!rc)
		return 0;
	flags = ring_read_lock(rc);
	/* RB(figures:A) */
	commit = atomic64_read_acquire(&rc->w.commit);
	if (rc->cursor.off < ring_reader_end(rc, commit))
		page = rc->reader_page;
	else
		page = ring_read_oldest(rc, &pos);
	if (page)
		ts = READ_ONCE(page->block->time_stamp);
	ring_read_unlock(rc, flags);
	return ts;
}
EXPORT_SYMBOL_GPL(ring_buffer_oldest_event_ts);

/**
 * ring_buffer_entries - get the number of unread records of all CPUs
 * @buffer: the buffer
 *
 * Context: any; takes the reader locks one by one.
 * Return: number of records.
 */
unsigned long ring_buffer_entries(struct trace_buffer *buffer)
{
	unsigned long sum = 0;
	int cpu;

	for_each_cpu(cpu, ring_owner_of(buffer)->cpumask)
		sum += ring_buffer_entries_cpu(buffer, cpu);
	return sum;
}
EXPORT_SYMBOL_GPL(ring_buffer_entries);

/**
 * ring_buffer_overruns - get the number of overwritten unread records of all CPUs
 * @buffer: the buffer
 *
 * Context: any.
 * Return: number of records.
 */
unsigned long ring_buffer_overruns(struct trace_buffer *buffer)
{
	unsigned long sum = 0;
	int cpu;

	for_each_cpu(cpu, ring_owner_of(buffer)->cpumask)
		sum += ring_buffer_overrun_cpu(buffer, cpu);
	return sum;
}
EXPORT_SYMBOL_GPL(ring_buffer_overruns);

/**
 * ring_buffer_empty_cpu - test whether a CPU has no unread records
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any; takes the reader lock.
 * Return: true if ring_buffer_consume() would return NULL.
 */
bool ring_buffer_empty_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;
	bool any;

	if (!rc)
		return true;
	flags = ring_read_lock(rc);
	any = ring_read_has_record(rc);
	ring_read_unlock(rc, flags);
	return !any;
}
EXPORT_SYMBOL_GPL(ring_buffer_empty_cpu);

/**
 * ring_buffer_empty - test whether no CPU has unread records
 * @buffer: the buffer
 *
 * Context: any; takes the reader locks one by one.
 * Return: true if all rings are empty.
 */
bool ring_buffer_empty(struct trace_buffer *buffer)
{
	int cpu;

	for_each_cpu(cpu, ring_owner_of(buffer)->cpumask)
		if (!ring_buffer_empty_cpu(buffer, cpu))
			return false;
	return true;
}
EXPORT_SYMBOL_GPL(ring_buffer_empty);

/**
 * ring_buffer_size - get the requested size of a ring
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * The size was rounded up to whole sub-buffers when it was requested. Changing
 * the size of the sub-buffers does not change it, so that changing it back
 * gives the same ring.
 *
 * Context: any.
 * Return: bytes.
 */
unsigned long ring_buffer_size(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? READ_ONCE(rc->bytes) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_size);

/**
 * ring_buffer_nr_pages - get the number of sub-buffers of a ring
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any.
 * Return: number of sub-buffers, without the reader page.
 */
size_t ring_buffer_nr_pages(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? READ_ONCE(rc->store.nr) : 0;
}

/**
 * ring_buffer_nr_dirty_pages - get the number of full unread sub-buffers of a ring
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any.
 * Return: number of sub-buffers, without the one being filled and the reader
 * page.
 */
size_t ring_buffer_nr_dirty_pages(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? ring_stats_dirty_pages(rc) : 0;
}

/* Find the page at @pos or the next one that holds records; the reader page always does. */
static struct ring_page *ring_stats_in_use(struct ring_cpu *rc, u64 commit, u64 *pos)
{
	u64 oldest, slot;

	if (*pos <= rc->reader_pos) {
		*pos = rc->reader_pos;
		return rc->reader_page;
	}
	if (!ring_read_oldest(rc, &oldest))
		return NULL;
	for (*pos = max(*pos, oldest); *pos <= ring_commit_pos(commit); ++*pos) {
		slot = atomic64_read(ring_slot(&rc->store, *pos));
		if (ring_slot_pos(slot) == *pos && !(slot & RING_SLOT_FREE))
			return ring_slot_page(&rc->store, slot);
	}
	return NULL;
}

/**
 * ring_buffer_subbuf - describe a sub-buffer that is in use
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @pos: position of the sub-buffer, 0 for the first one; set to that of the one that
 *	is described, which is the next one if that position is not in use any more
 * @subbuf: filled in
 *
 * Context: any; takes the reader lock.
 * Return: false if there is no such sub-buffer.
 */
bool ring_buffer_subbuf(struct trace_buffer *buffer, int cpu, u64 *pos,
			struct ring_subbuf *subbuf)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	struct ring_page *page;
	unsigned long flags;
	u64 commit;

	if (!rc)
		return false;
	flags = ring_read_lock(rc);
	/* RB(figures:A) */
	commit = atomic64_read_acquire(&rc->w.commit);
	page = ring_stats_in_use(rc, commit, pos);
	if (page) {
		subbuf->index = page->index;
		subbuf->reader = *pos == rc->reader_pos;
		subbuf->writer = *pos == ring_commit_pos(commit);
		subbuf->last_boot = *pos < rc->last_boot_end;
		subbuf->bytes = subbuf->writer ? ring_commit_bytes(commit) : READ_ONCE(page->end);
		subbuf->entries = ring_page_entries(page);
	}
	ring_read_unlock(rc, flags);
	return page;
}
