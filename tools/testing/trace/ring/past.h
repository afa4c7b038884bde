/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kernel that makes a ring in memory of an earlier one, for past.c and
 * fuzz_past.c.
 */
#ifndef _TOOLS_TRACE_RING_PAST_H
#define _TOOLS_TRACE_RING_PAST_H

#include "model.h"

#define PAST_KEY	0x6b6579
#define PAST_BYTES	(PAGE_SIZE * (1 + HOST_CPUS * 12))

static unsigned int past_next;
static unsigned long past_base = 0x81000000;
static volatile unsigned int past_sum;
static inline void *past_memory(const void *from)
{
	void *mem = aligned_alloc(PAGE_SIZE, PAST_BYTES);

	check(mem);
	if (from)
		memcpy(mem, from, PAST_BYTES);
	return mem;
}

static inline struct trace_buffer *past_boot(void *mem, u64 key, unsigned long *kept)
{
	struct trace_buffer *b;

	b = ring_persist_alloc(mem, PAST_BYTES, RB_FL_OVERWRITE, key, past_base,
			       kept);
	check(b);
	check(ring_buffer_entries(b) == *kept);
	return b;
}

/* Each begins with its number and has as many bytes as that says. */
static inline unsigned int past_length(unsigned int number)
{
	return 4 + number % 60 * 4;
}

static inline void past_write(struct trace_buffer *b, unsigned int count)
{
	unsigned int data[64] = { 0 };

	while (count--) {
		data[0] = past_next;
		check(!ring_buffer_write(b, past_length(past_next), data));
		past_next++;
	}
}

/* Read @count records that are to end with @next, not included. */
static inline void past_expect(struct trace_buffer *b, unsigned long count,
			       unsigned int next)
{
	struct ring_buffer_event *event;
	u64 ts, before = 0;

	while (count) {
		event = ring_buffer_consume(b, 0, &ts, NULL);
		check(event);
		check(*(unsigned int *)ring_buffer_event_data(event) ==
		      next - count);
		check(ring_buffer_event_length(event) ==
		      past_length(next - count));
		check(ts >= before);
		before = ts;
		count--;
	}
}

/* All that is there can be read, whatever it is, and what is written is right. */
static inline void past_survive(void *copy)
{
	struct ring_buffer_event *event;
	struct trace_buffer *b;
	unsigned long kept, seen = 0;
	unsigned int cpu, sum = 0, i;
	u64 ts;

	b = past_boot(copy, PAST_KEY, &kept);
	for (cpu = 0; cpu < HOST_CPUS; cpu++) {
		while ((event = ring_buffer_consume(b, cpu, &ts, NULL))) {
			u8 *data = ring_buffer_event_data(event);

			for (i = 0; i < ring_buffer_event_length(event); i++)
				sum += data[i];
			seen++;
		}
	}
	check(seen == kept);
	check(ring_buffer_empty(b));
	past_write(b, 50);
	past_expect(b, 50, past_next);
	ring_buffer_free(b);
	/* So that the bytes are really read. */
	past_sum = sum;
}

#endif /* _TOOLS_TRACE_RING_PAST_H */
