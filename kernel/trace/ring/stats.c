// SPDX-License-Identifier: GPL-2.0
/*
 * Figures. At rest they add up: written = read + held + overrun. While others
 * work each of them is right at some moment during the call.
 */
#include "internal.h"

/*
 * Records ever written, without those that were given back. The reader lock
 * keeps a resize from freeing the page.
 */
u64 ring_written(struct ring_cpu *rc)
{
	struct ring_page *page;
	u64 commit, written;

	do {
		/* RB(figures:A) */
		commit = atomic64_read_acquire(&rc->w.commit);
		page = READ_ONCE(rc->commit_page);
		written = READ_ONCE(page->written) + ring_page_entries(page);
		/* RB(figures:B) */
		smp_rmb();
	} while (ring_commit_pos(commit) !=
		 ring_commit_pos(atomic64_read(&rc->w.commit)));
	return written;
}

/* Bytes ever committed. As above. */
static u64 ring_bytes(struct ring_cpu *rc)
{
	struct ring_page *page;
	u64 commit, bytes;

	do {
		/* RB(figures:A) */
		commit = atomic64_read_acquire(&rc->w.commit);
		page = READ_ONCE(rc->commit_page);
		bytes = READ_ONCE(page->bytes) + ring_commit_bytes(commit);
		/* RB(figures:B) */
		smp_rmb();
	} while (ring_commit_pos(commit) !=
		 ring_commit_pos(atomic64_read(&rc->w.commit)));
	return bytes;
}

/* Unread pages that the writer has left. */
unsigned int ring_dirty_pages(struct ring_cpu *rc)
{
	u64 tail = ring_commit_pos(atomic64_read(&rc->w.commit));
	u64 left = tail - min(tail, READ_ONCE(rc->reader_pos) + 1);

	return min_t(u64, left, READ_ONCE(rc->store.nr) - 1);
}

static unsigned long ring_held(struct ring_cpu *rc)
{
	unsigned long flags = ring_read_lock(rc);
	unsigned long held;

	held = ring_written(rc) - local_read(&rc->overrun) - rc->nread;
	ring_read_unlock(rc, flags);
	return held;
}

/**
 * ring_buffer_entries_cpu - records that wait to be read
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number.
 */
unsigned long ring_buffer_entries_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? ring_held(rc) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_entries_cpu);

/**
 * ring_buffer_overrun_cpu - unread records that were lost to newer ones
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number.
 */
unsigned long ring_buffer_overrun_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->overrun) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_overrun_cpu);

/**
 * ring_buffer_commit_overrun_cpu - records refused as nested ones filled the ring
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number.
 */
unsigned long ring_buffer_commit_overrun_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->stuck) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_commit_overrun_cpu);

/**
 * ring_buffer_dropped_events_cpu - records refused as the ring was full
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number.
 */
unsigned long ring_buffer_dropped_events_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->dropped) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_dropped_events_cpu);

/**
 * ring_recursed_cpu - records refused as they came from within a record
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number.
 */
unsigned long ring_recursed_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? local_read(&rc->recursed) : 0;
}

/**
 * ring_buffer_read_events_cpu - records that were consumed
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number.
 */
unsigned long ring_buffer_read_events_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? READ_ONCE(rc->nread) : 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_read_events_cpu);

/**
 * ring_buffer_bytes_cpu - bytes that wait to be read
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: their number, record headers included.
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
							   ring_oldest(rc, &pos);
	if (page)
		/* The writer may take it meanwhile: then an estimate. */
		bytes += ring_bytes(rc) - READ_ONCE(page->bytes);
	ring_read_unlock(rc, flags);
	return bytes;
}
EXPORT_SYMBOL_GPL(ring_buffer_bytes_cpu);

/**
 * ring_buffer_oldest_event_ts - the time of the oldest page
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: when its first record was written, 0 if there is none.
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
		page = ring_oldest(rc, &pos);
	if (page)
		ts = READ_ONCE(page->block->time_stamp);
	ring_read_unlock(rc, flags);
	return ts;
}
EXPORT_SYMBOL_GPL(ring_buffer_oldest_event_ts);

/**
 * ring_buffer_entries - records that wait to be read, on all CPUs
 * @buffer: the buffer
 *
 * Context: any.
 * Return: their number.
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
 * ring_buffer_overruns - records lost to newer ones, on all CPUs
 * @buffer: the buffer
 *
 * Context: any.
 * Return: their number.
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
 * ring_buffer_empty_cpu - is there nothing to consume?
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: whether ring_buffer_consume() would return NULL.
 */
bool ring_buffer_empty_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;
	bool any;

	if (!rc)
		return true;
	flags = ring_read_lock(rc);
	any = ring_read_any(rc);
	ring_read_unlock(rc, flags);
	return !any;
}
EXPORT_SYMBOL_GPL(ring_buffer_empty_cpu);

/**
 * ring_buffer_empty - is there nothing to consume on any CPU?
 * @buffer: the buffer
 *
 * Context: any.
 * Return: whether all rings are empty.
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
 * ring_buffer_size - the size that a ring was given
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * The size was rounded up to whole sub-buffers when it was given. A change of the
 * sub-buffers' size does not change it, so that changing back gives the same ring.
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
 * ring_buffer_nr_pages - the number of a ring's sub-buffers
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: the number, without the reader's.
 */
size_t ring_buffer_nr_pages(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? READ_ONCE(rc->store.nr) : 0;
}

/**
 * ring_buffer_nr_dirty_pages - full sub-buffers that wait to be read
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: any.
 * Return: the number, without the writer's and the reader's.
 */
size_t ring_buffer_nr_dirty_pages(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc ? ring_dirty_pages(rc) : 0;
}
