// SPDX-License-Identifier: GPL-2.0
/*
 * Discarded records that became padding, since interrupts wrote records behind them: the
 * times of the records that follow.
 */
#include "check.h"

#define DISCARD_START	5000U

/* Reserve a record, let an interrupt write records, and discard it. */
static void discard_interrupted(struct trace_buffer *b, unsigned int bytes,
				const unsigned int *written, unsigned int nr)
{
	struct ring_buffer_event *event = ring_buffer_lock_reserve(b, bytes);
	char data[256] = "";
	unsigned int i;

	check(event);
	host_enter(HARDIRQ_OFFSET);
	for (i = 0; i < nr; i++)
		check(!ring_buffer_write(b, written[i], data));
	host_leave(HARDIRQ_OFFSET);
	ring_buffer_discard_commit(b, event);
}

/* Allocate a buffer whose clock stands still, with one record of @bytes. */
static struct trace_buffer *discard_start(unsigned int bytes)
{
	struct trace_buffer *b = make(4, 0);
	char data[PAGE_SIZE] = "";

	model_step = 0;
	model_now = DISCARD_START;
	check(!ring_buffer_write(b, bytes, data));
	return b;
}

static u64 discard_next(struct trace_buffer *b)
{
	u64 ts;

	check(ring_buffer_consume(b, 0, &ts, NULL));
	return ts;
}

static void discard_end(struct trace_buffer *b)
{
	check(ring_buffer_empty(b));
	ring_buffer_free(b);
	model_step = 10;
}

/*
 * The record that is discarded has the time of the one before it. If the padding has
 * space for a timestamp the records that follow have their own times, also those with the
 * same time.
 */
static void discard_exact(unsigned int bytes)
{
	static const unsigned int written[] = { 4, 40 };
	struct trace_buffer *b = discard_start(4);

	discard_interrupted(b, bytes, written, ARRAY_SIZE(written));
	model_now += 7;
	check(!ring_buffer_write(b, 4, "abc"));
	check(ring_buffer_entries(b) == 4);
	check(discard_next(b) == DISCARD_START);
	check(discard_next(b) == DISCARD_START);
	check(discard_next(b) == DISCARD_START);
	check(discard_next(b) == DISCARD_START + 7);
	discard_end(b);
}

/* A record of 12 bytes has none: records with the same time are shown one unit later. */
static void discard_one_later(void)
{
	static const unsigned int written[] = { 4, 40 };
	struct trace_buffer *b = discard_start(4);
	unsigned int i;

	discard_interrupted(b, 8, written, ARRAY_SIZE(written));
	model_now += 7;
	for (i = 0; i < 3; i++)
		check(!ring_buffer_write(b, 4, "abc"));
	check(discard_next(b) == DISCARD_START);
	check(discard_next(b) == DISCARD_START + 1);
	check(discard_next(b) == DISCARD_START + 1);
	for (i = 0; i < 3; i++)
		check(discard_next(b) == DISCARD_START + 7);
	discard_end(b);
}

/* The records of the interrupt continue on the next page, which has its own time. */
static void discard_page_left(void)
{
	static const unsigned int written[] = { 200, 4 };
	struct trace_buffer *b = discard_start(4080 - 8 - 12 - 12);
	unsigned int i;

	discard_interrupted(b, 8, written, ARRAY_SIZE(written));
	model_now += 7;
	check(!ring_buffer_write(b, 4, "abc"));
	for (i = 0; i < 3; i++)
		check(discard_next(b) == DISCARD_START);
	check(discard_next(b) == DISCARD_START + 7);
	discard_end(b);
}

/* Padding is never shown, whatever its size. */
void test_discard_sizes(void)
{
	unsigned int bytes;

	discard_exact(4);
	for (bytes = 12; bytes < 200; bytes += 4)
		discard_exact(bytes);
	discard_one_later();
	discard_page_left();
}
