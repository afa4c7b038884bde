// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the scale of the local clock: it changes while records are written, and it is
 * not known yet. The slow path notices a change, and a record of an interrupt takes the
 * slow path.
 */
#include "check.h"

#define CLOCK_START	0x20000000000ULL

static struct ring_writer *clock_writer(struct trace_buffer *b)
{
	return &ring_get(ring_owner_of(b), 0)->w;
}

/* The base that the next record refers to. */
static struct ring_base *clock_base(struct trace_buffer *b)
{
	struct ring_writer *rw = clock_writer(b);

	return ring_word_base(rw, local64_read(&rw->word));
}

/* Allocate a buffer whose clock stands still, with one record. */
static struct trace_buffer *clock_start(struct ring_scale scale)
{
	struct trace_buffer *b = make(4, 0);

	host_scale = scale;
	model_step = 0;
	model_now = CLOCK_START;
	check(!ring_buffer_write(b, 4, "abc"));
	check(clock_base(b)->factor == scale.factor);
	return b;
}

static void clock_end(struct trace_buffer *b)
{
	check(ring_buffer_empty(b));
	ring_buffer_free(b);
	host_scale = (struct ring_scale) { .factor = 1 };
	model_step = 10;
	model_now = 1000;
}

/* Write a record inside another one. */
static void clock_nested(struct trace_buffer *b)
{
	check(ring_buffer_lock_reserve(b, 4));
	host_enter(HARDIRQ_OFFSET);
	check(!ring_buffer_write(b, 4, "irq"));
	host_leave(HARDIRQ_OFFSET);
	ring_buffer_unlock_commit(b);
}

static void clock_next(struct trace_buffer *b, u64 expected)
{
	u64 ts;

	check(ring_buffer_consume(b, 0, &ts, NULL));
	check(ts == expected);
}

/*
 * Set another scale, with which the present value of the counter is the time @now. A
 * record of the fast path still has the old scale. That of an interrupt has the new one,
 * and so have those that follow.
 */
static void clock_changes(struct ring_scale old, struct ring_scale scale, u64 now)
{
	struct trace_buffer *b = clock_start(old);
	u64 counter = (model_now - old.offset) / old.factor;

	check(counter * old.factor + old.offset == model_now);
	check(counter * scale.factor + scale.offset == now);
	host_scale = scale;
	model_now = now + 10 * scale.factor;
	clock_nested(b);
	check(clock_base(b)->factor == scale.factor);
	check(clock_base(b)->ts - clock_base(b)->raw_ts == scale.offset);
	model_now += 20 * scale.factor;
	check(!ring_buffer_write(b, 4, "abc"));
	clock_next(b, CLOCK_START);
	clock_next(b, CLOCK_START + 10 * old.factor);
	clock_next(b, now + 10 * scale.factor);
	clock_next(b, now + 30 * scale.factor);
	clock_end(b);
}

void test_rescaled(void)
{
	const struct ring_scale old = { .factor = 2, .offset = CLOCK_START / 2 };

	/* The factor, with and without another offset; and the offset only. */
	clock_changes(old, (struct ring_scale) {
		.factor = 3, .offset = CLOCK_START / 4,
	}, CLOCK_START);
	clock_changes(old, (struct ring_scale) {
		.factor = 3, .offset = old.offset,
	}, CLOCK_START + CLOCK_START / 4);
	clock_changes(old, (struct ring_scale) {
		.factor = 2, .offset = old.offset + 5000,
	}, CLOCK_START + 5000);
}

/* While the scale is the same, the slow path keeps the base. */
static void clock_keeps_base(struct ring_scale scale)
{
	struct trace_buffer *b = clock_start(scale);
	struct ring_base *base = clock_base(b);
	unsigned int i;

	for (i = 1; i <= 10; i++) {
		model_now = CLOCK_START + 12 * i;
		clock_nested(b);
		check(clock_base(b) == base && base->ts == CLOCK_START);
	}
	clock_next(b, CLOCK_START);
	for (i = 1; i <= 10; i++) {
		clock_next(b, CLOCK_START + 12 * i);
		clock_next(b, CLOCK_START + 12 * i);
	}
	clock_end(b);
}

void test_same_scale(void)
{
	clock_keeps_base((struct ring_scale) { .factor = 1 });
	clock_keeps_base((struct ring_scale) { .factor = 3, .offset = CLOCK_START / 4 });
	clock_keeps_base((struct ring_scale) { .factor = 4, .offset = CLOCK_START * 2 });
	clock_keeps_base((struct ring_scale) { .factor = 0 });
}

/*
 * Before the counter is calibrated there is no factor: each record takes the slow path and
 * has the time of the clock. The first one that is written afterwards finds the factor.
 */
void test_uncalibrated(void)
{
	struct trace_buffer *b = clock_start((struct ring_scale) { .factor = 0 });
	unsigned int i;

	check(clock_base(b)->raw_ts == RING_RAW_TS_SLOW);
	for (i = 1; i < 20; i++) {
		host_scale.factor = i >= 10;
		model_now += 33;
		check(!ring_buffer_write(b, 4, "abc"));
		check(clock_base(b)->factor == host_scale.factor);
	}
	check(clock_base(b)->raw_ts == clock_base(b)->ts);
	for (i = 0; i < 20; i++)
		clock_next(b, CLOCK_START + 33 * i);
	clock_end(b);
}

/*
 * Records without a time record between them, over a longer time than the state word can
 * hold: a new base begins each time that it is full.
 */
void test_long_base(void)
{
	const u64 step = RING_DELTA_MAX - 1, span = 1ULL << (64 - RING_TIME_SHIFT);
	struct trace_buffer *b = clock_start((struct ring_scale) { .factor = 1 });
	u64 begin = CLOCK_START;
	unsigned int i;

	for (i = 1; i < 200; i++) {
		model_now += step;
		if (model_now - begin >= span)
			begin = model_now;
		check(!ring_buffer_write(b, 4, "abc"));
		check(clock_base(b)->ts == begin);
	}
	for (i = 0; i < 200; i++)
		clock_next(b, CLOCK_START + step * i);
	check(begin != CLOCK_START);
	clock_end(b);
}
