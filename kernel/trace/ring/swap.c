// SPDX-License-Identifier: GPL-2.0
/*
 * Exchanging the contents of two buffers' rings, CPU by CPU, without a copy of
 * any record: this is how a snapshot is taken.
 *
 * The rings stay where they are and keep all that is about who writes, waits
 * or reads; what changes hands is their memory and the state that tells of it.
 * So a writer that an interrupt caught between finding its ring and entering
 * it goes on in that ring, and nobody has to find it again. Who looks at
 * records without consuming them sees a new epoch, as after a reset.
 */
#include "internal.h"

/* What the state word tells of, in a ring without a writer. */
static struct ring_seat *ring_seat_now(struct ring_cpu *rc)
{
	return ring_word_seat(&rc->w, local64_read(&rc->w.word));
}

/* An NMI may still count what it could not write into @live. */
static void ring_swap_count(local_t *live, local_t *other)
{
	long came = local_xchg(live, local_read(other));

	local_set(other, came);
}

static void ring_swap_atomic64(atomic64_t *a, atomic64_t *b)
{
	s64 old = atomic64_read(a);

	atomic64_set(a, atomic64_read(b));
	atomic64_set(b, old);
}

static void ring_swap_writer(struct ring_cpu *a, struct ring_cpu *b)
{
	const u64 keep = RING_SEAT_MASK << RING_SEAT_SHIFT;
	u64 word_a = local64_read(&a->w.word), word_b = local64_read(&b->w.word);

	/* Each one's seat is where its word says, so only what is in it goes. */
	swap(*ring_seat_now(a), *ring_seat_now(b));
	local64_set(&a->w.word, (word_b & ~keep) | (word_a & keep));
	local64_set(&b->w.word, (word_a & ~keep) | (word_b & keep));
	ring_swap_atomic64(&a->w.commit, &b->w.commit);
}

static void ring_swap_reader(struct ring_cpu *a, struct ring_cpu *b)
{
	unsigned int epoch = max(a->epoch, b->epoch) + 1;

	swap(a->reader_page, b->reader_page);
	swap(a->reader_pos, b->reader_pos);
	swap(a->given, b->given);
	swap(a->cursor, b->cursor);
	swap(a->lost, b->lost);
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
	ring_swap_count(&a->stuck, &b->stuck);
	ring_swap_count(&a->dropped, &b->dropped);
	ring_swap_count(&a->recursed, &b->recursed);
	ring_swap_reader(a, b);
}

/**
 * ring_swap_locked - exchange the contents of two rings of one CPU
 * @a: the one that may have writers
 * @b: the other
 *
 * Context: interrupts off, on the rings' CPU or while that is offline; both
 * reader locks held.
 * Return: 0; -EINVAL if they are not of the same size or user space sees one;
 * -EBUSY in the middle of a record.
 */
int ring_swap_locked(struct ring_cpu *a, struct ring_cpu *b)
{
	lockdep_assert_irqs_disabled();
	lockdep_assert_held(&a->reader_lock);
	lockdep_assert_held(&b->reader_lock);
	if (a->store.nr != b->store.nr || a->store.order != b->store.order ||
	    a->map || b->map || a->owner->persist || b->owner->persist)
		return -EINVAL;
	if (!ring_is_quiet(&a->w) || !ring_is_quiet(&b->w))
		return -EBUSY;
	WRITE_ONCE(a->w.nest, RING_CLOSED);
	barrier();
	/* An NMI may have come between the look and the closing, but it left. */
	ring_swap_contents(a, b);
	barrier();
	WRITE_ONCE(a->w.nest, 0);
	return 0;
}

/**
 * ring_buffer_swap_cpu - let two buffers exchange a CPU's contents
 * @buffer_a: the one that may have writers
 * @buffer_b: the other, of the same size
 * @cpu: whose
 *
 * Two buffers are always to be named the same way round.
 *
 * Context: interrupts off, on @cpu or while that is offline. Not NMI.
 * Return: 0; -EINVAL if they have no ring of the same size; -EBUSY in the
 * middle of a record.
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
