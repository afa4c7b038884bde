// SPDX-License-Identifier: GPL-2.0
/*
 * The budget of a ring: how many records per second it takes.
 *
 * The fast path of the writer does not know of it. A ring with a budget has a lower
 * ring_writer.limit, so that a record that would exceed what is allowed takes the slow path,
 * as one does that does not fit the page. There ring_budget_settle() subtracts the records
 * that were written since it last ran, adds what the time since then allows, and sets the next
 * limit. The limit is in words: it follows from the average size of the records on the page. If
 * they are smaller than that, more records are written than allowed, at most those of a page;
 * they are subtracted afterwards. The same holds for records of interrupts.
 *
 * When nothing is left, RING_SLOW_BUDGET is set in ring_writer.slow_flags, and records are
 * refused and counted without looking at the ring, until the time has come for another one.
 *
 * All this runs on the CPU of the ring in its outermost writer, so that there is only one at a
 * time; nested writers leave it to the next outermost one.
 */
#include "internal.h"

/* A part of a second whose records may be written at once. */
#define RING_BUDGET_BURST	10

/* No more time than this is added at once, in jiffies, so that the product does not overflow. */
#define RING_BUDGET_TIME_MAX	BIT(30)

static s64 ring_budget_burst(const struct ring_budget *b)
{
	return max_t(u64, div_u64(b->rate * HZ, RING_BUDGET_BURST), HZ);
}

/* Number of records in the committed pages and on the one that is being filled. */
static u64 ring_budget_written(struct ring_cpu *rc)
{
	return rc->commit_page->written + ring_page_entries(rc->commit_page);
}

/**
 * ring_budget_start - begin to apply a budget, or the absence of one
 * @rc: the ring, not published yet or closed, whose ring_budget.rate was set
 *
 * Context: task, or any context with the ring closed.
 */
void ring_budget_start(struct ring_cpu *rc)
{
	struct ring_budget *b = &rc->budget;

	b->credit = ring_budget_burst(b);
	b->mark = ring_budget_written(rc);
	b->last = jiffies;
	WRITE_ONCE(b->spent, false);
	WRITE_ONCE(rc->w.limit, ring_budget_limit(rc));
	ring_slow_flags_update(rc);
}

/* Update the credit for the records that were written and the time that has passed. */
static void ring_budget_update(struct ring_cpu *rc)
{
	u64 written = ring_budget_written(rc);
	struct ring_budget *b = &rc->budget;
	unsigned long now = jiffies;
	u64 time = min(now - b->last, RING_BUDGET_TIME_MAX);

	/* Negative if records that were subtracted have been discarded. */
	b->credit -= (s64)(written - b->mark) * HZ;
	b->mark = written;
	b->credit = min_t(s64, b->credit + time * b->rate, ring_budget_burst(b));
	b->last = now;
}

/* Refuse records until there is credit for one. */
static void ring_budget_spent(struct ring_cpu *rc)
{
	struct ring_budget *b = &rc->budget;

	WRITE_ONCE(b->until, b->last + div64_u64(HZ - b->credit + b->rate - 1, b->rate));
	WRITE_ONCE(rc->w.limit, 0);
	if (!b->spent) {
		WRITE_ONCE(b->spent, true);
		ring_slow_flags_update(rc);
	}
	local_inc(&rc->withheld);
}

/* The average size of the records of the page, or @words if it has none. */
static unsigned int ring_budget_words(struct ring_cpu *rc, unsigned int words)
{
	unsigned int used = (u32)atomic64_read(&rc->w.commit) & RING_OFFSET_MASK;
	unsigned long entries = ring_page_entries(rc->commit_page);

	return entries ? max_t(unsigned long, used / entries, 2) : words;
}

/**
 * ring_budget_settle - decide about a record that exceeds the limit, and set the next limit
 * @rc: the ring of this CPU, which has a budget
 * @end: offset in its page of the word after the record
 * @words: words of the record
 * @depth: number of writers that this one has interrupted
 *
 * Context: any, between entering the writer and the reservation.
 * Return: false if the record is refused; then it was counted.
 */
bool ring_budget_settle(struct ring_cpu *rc, unsigned int end, unsigned int words,
			unsigned int depth)
{
	unsigned int max = ring_data_bytes(rc->store.order) / sizeof(u32);
	struct ring_budget *b = &rc->budget;
	u64 more;

	if (depth) {
		/* If this writer opens a page, the limit is that of another one. */
		WRITE_ONCE(rc->w.limit, 0);
		return true;
	}
	ring_budget_update(rc);
	if (b->credit < HZ) {
		ring_budget_spent(rc);
		return false;
	}
	if (b->spent) {
		WRITE_ONCE(b->spent, false);
		ring_slow_flags_update(rc);
	}
	more = (div_u64(b->credit, HZ) - 1) * ring_budget_words(rc, words);
	WRITE_ONCE(rc->w.limit, min_t(u64, end + more, max));
	return true;
}

/**
 * ring_budget_refuses - refuse a record, or let ring_budget_settle() decide
 * @rc: the ring of this CPU, for which RING_SLOW_BUDGET is set
 *
 * Context: any, before entering the writer; preemption off.
 * Return: true if the record is refused; then it was counted.
 */
bool ring_budget_refuses(struct ring_cpu *rc)
{
	if (!(READ_ONCE(rc->w.nest) & RING_NEST_MASK) &&
	    !time_before(jiffies, READ_ONCE(rc->budget.until)))
		return false;
	local_inc(&rc->withheld);
	return true;
}
