// SPDX-License-Identifier: GPL-2.0
/*
 * Exchanging the contents of the rings of two buffers, CPU by CPU, without
 * copying records. Snapshots are taken this way.
 *
 * The struct ring_cpu of both rings remain in place and keep everything that
 * concerns writers, waiters and readers; the memory and the state that
 * describes it are exchanged. A writer that was interrupted after it had looked
 * up its ring and before it entered the ring therefore continues in that ring.
 * An iterator detects the exchange by a new epoch, as after a reset.
 */
#include "internal.h"

/* The base that the state word of a ring without an active writer refers to. */
static struct ring_base *ring_swap_current_base(struct ring_cpu *rc)
{
	return ring_word_base(&rc->w, local64_read(&rc->w.word));
}

/* Exchange a count; an NMI may increment the one of @live meanwhile. */
static void ring_swap_count(local_t *live, local_t *other)
{
	long count;

	/* RB(swap_count:A) */
	count = local_xchg(live, local_read(other));

	local_set(other, count);
}

static void ring_swap_atomic64(atomic64_t *a, atomic64_t *b)
{
	s64 old = atomic64_read(a);

	atomic64_set(a, atomic64_read(b));
	atomic64_set(b, old);
}

static void ring_swap_writer(struct ring_cpu *a, struct ring_cpu *b)
{
	const u64 keep = RING_BASE_MASK << RING_BASE_SHIFT;
	u64 word_a = local64_read(&a->w.word), word_b = local64_read(&b->w.word);

	/*
	 * The index of the current base may differ, so only the contents are
	 * exchanged.
	 */
	swap(*ring_swap_current_base(a), *ring_swap_current_base(b));
	local64_set(&a->w.word, (word_b & ~keep) | (word_a & keep));
	local64_set(&b->w.word, (word_a & ~keep) | (word_b & keep));
	ring_swap_atomic64(&a->w.commit, &b->w.commit);
}

static void ring_swap_reader(struct ring_cpu *a, struct ring_cpu *b)
{
	unsigned int epoch = max(a->epoch, b->epoch) + 1;

	swap(a->reader_page, b->reader_page);
	swap(a->reader_pos, b->reader_pos);
	swap(a->donated, b->donated);
	swap(a->cursor, b->cursor);
	swap(a->lost, b->lost);
	swap(a->causes, b->causes);
	swap(a->nread, b->nread);
	a->epoch = epoch;
	b->epoch = epoch;
}

static void ring_swap_contents(struct ring_cpu *a, struct ring_cpu *b)
{
	ring_swap_writer(a, b);
	swap(a->store, b->store);
	swap(a->commit_page, b->commit_page);
	ring_swap_count(&a->overrun, &b->overrun);
	ring_swap_count(&a->commit_overrun, &b->commit_overrun);
	ring_swap_count(&a->dropped, &b->dropped);
	ring_swap_count(&a->recursed, &b->recursed);
	ring_swap_count(&a->withheld, &b->withheld);
	/* The budgets stay, but the number of records that were subtracted is of the contents. */
	swap(a->budget.mark, b->budget.mark);
	WRITE_ONCE(a->w.limit, ring_budget_limit(a));
	WRITE_ONCE(b->w.limit, ring_budget_limit(b));
	ring_swap_reader(a, b);
}

/**
 * ring_swap_locked - exchange the contents of two rings of one CPU
 * @a: ring that may have writers
 * @b: the other ring
 *
 * Context: interrupts off, on the rings' CPU or while it is offline; both
 * reader locks held.
 * Return: 0; -EINVAL if the rings differ in size, or one is mapped or
 * persistent; -EBUSY if a record is being written.
 */
int ring_swap_locked(struct ring_cpu *a, struct ring_cpu *b)
{
	lockdep_assert_irqs_disabled();
	lockdep_assert_held(&a->reader_lock);
	lockdep_assert_held(&b->reader_lock);
	if (a->store.nr != b->store.nr || a->store.order != b->store.order ||
	    a->map || b->map || a->owner->persist || b->owner->persist)
		return -EINVAL;
	if (!ring_writer_is_idle(&a->w) || !ring_writer_is_idle(&b->w))
		return -EBUSY;
	WRITE_ONCE(a->w.nest, RING_CLOSED);
	barrier(); /* RB(close:A) */
	ring_test_point(CLOSED);
	/* An NMI may have written between the test and the store, but it has left. */
	ring_swap_contents(a, b);
	ring_test_point(CLOSED);
	barrier(); /* RB(close:A) */
	WRITE_ONCE(a->w.nest, 0);
	return 0;
}

/**
 * ring_buffer_swap_cpu - exchange the contents of one CPU of two buffers
 * @buffer_a: buffer that may have writers
 * @buffer_b: the other buffer, of the same size
 * @cpu: CPU of the rings
 *
 * The two buffers have to be passed in the same order by all callers, for the
 * order of the reader locks.
 *
 * Context: interrupts off, on @cpu or while it is offline. Not NMI.
 * Return: 0; -EINVAL if @cpu lacks one of the rings or they differ in size;
 * -EBUSY if a record is being written.
 */
int ring_buffer_swap_cpu(struct trace_buffer *buffer_a,
			 struct trace_buffer *buffer_b, int cpu)
{
	struct ring_cpu *a = ring_get(ring_owner_of(buffer_a), cpu);
	struct ring_cpu *b = ring_get(ring_owner_of(buffer_b), cpu);
	int ret;

	if (!a || !b || a == b)
		return -EINVAL;
	raw_spin_lock(&a->reader_lock);
	raw_spin_lock_nested(&b->reader_lock, SINGLE_DEPTH_NESTING);
	ret = ring_swap_locked(a, b);
	raw_spin_unlock(&b->reader_lock);
	raw_spin_unlock(&a->reader_lock);
	return ret;
}
EXPORT_SYMBOL_GPL(ring_buffer_swap_cpu);
