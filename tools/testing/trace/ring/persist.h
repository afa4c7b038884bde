/* SPDX-License-Identifier: GPL-2.0 */
/* Simulation of boots with persistent memory, for persist.c and fuzz_persist.c. */
#ifndef _TOOLS_TRACE_RING_PERSIST_H
#define _TOOLS_TRACE_RING_PERSIST_H

#include "../../../../kernel/trace/ring/persist.h"
#include "model.h"

#define PERSIST_KEY	0x6b6579
#define PERSIST_HEAD	3	/* pages before the rings */
#define PERSIST_NOTES	14	/* pages for ring_buffer_notes() */
#define PERSIST_RINGS	(PAGE_SIZE * (PERSIST_HEAD + PERSIST_NOTES))
#define PERSIST_BYTES	(PERSIST_RINGS + PAGE_SIZE * HOST_CPUS * 12)

static unsigned int persist_next;
static unsigned long persist_base = 0x81000000;
static volatile unsigned int persist_sum;	/* makes the compiler read the records */

static inline void *persist_memory(const void *from)
{
	void *mem = aligned_alloc(PAGE_SIZE, PERSIST_BYTES);

	check(mem);
	if (from)
		memcpy(mem, from, PERSIST_BYTES);
	return mem;
}

static inline struct trace_buffer *persist_boot(void *mem, u64 key, unsigned long *kept)
{
	struct trace_buffer *b;

	b = ring_persist_alloc(mem, PERSIST_BYTES, RB_FL_OVERWRITE, key, persist_base,
			       kept);
	check(b);
	check(ring_buffer_entries(b) == *kept);
	return b;
}

/* Each record starts with its number, which determines its length. */
static inline unsigned int persist_length(unsigned int number)
{
	return 4 + number % 60 * 4;
}

static inline void persist_write(struct trace_buffer *b, unsigned int count)
{
	unsigned int data[64] = { 0 };

	while (count--) {
		data[0] = persist_next;
		check(!ring_buffer_write(b, persist_length(persist_next), data));
		persist_next++;
	}
}

/* Consume @count records, the last of which has the number @next - 1. */
static inline void persist_expect(struct trace_buffer *b, unsigned long count,
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
		      persist_length(next - count));
		check(ts >= before);
		before = ts;
		count--;
	}
}

/* Move a member to the place that another kernel has it. */
static inline void persist_relay_member(u8 *to, u32 *now, const u8 *from, u32 was, u32 at)
{
	memcpy(to + at, from + was, sizeof(u64));
	*now = at;
}

/*
 * Turn memory into what a kernel with other structures has: their members are in the
 * opposite order, with gaps between them, and less space is between their arrays.
 */
static inline void persist_relay(void *mem)
{
	struct ring_image *image = mem;
	struct ring_layout was = image->layout, *now = &image->layout;
	static u8 from[PAGE_SIZE * 2];
	unsigned int cpu, i, at;

	now->slots = 120;
	now->pages = now->slots + was.nr * 8 + 40;
	now->page_bytes = 136;
	check(was.blocks <= sizeof(from));
	check(now->pages + (was.nr + 1) * now->page_bytes <= was.blocks);
	for (cpu = 0; cpu < was.cpus; cpu++) {
		u8 *to = mem + was.head + cpu * was.area;

		memcpy(from, to, was.blocks);
		memset(to, 0xa5, was.blocks);
		at = 0;
#define MOVE(_member) \
	persist_relay_member(to, &now->_member, from, was._member, 96 - 16 * at++)
		MOVE(commit);
		MOVE(reader_pos);
		MOVE(last_boot_end);
		MOVE(cursor_off);
		MOVE(cursor_end);
		MOVE(donated);
		MOVE(lost);
#undef MOVE
		memcpy(to + now->slots, from + was.slots, was.nr * 8);
		for (i = 0; i <= was.nr; i++) {
			u8 *page = to + now->pages + i * now->page_bytes;
			u8 *old = from + was.pages + i * was.page_bytes;

			at = 0;
#define MOVE(_member) \
	persist_relay_member(page, &now->_member, old, was._member, 120 - 16 * at++)
			MOVE(index);
			MOVE(end);
			MOVE(entries);
			MOVE(start);
			MOVE(written);
			MOVE(refused);
#undef MOVE
		}
	}
}

/*
 * Check that all records in corrupt memory can be read, and that new records
 * are correct.
 */
static inline void persist_check_corrupt(void *copy, u64 key)
{
	struct ring_buffer_event *event;
	struct trace_buffer *b;
	static u8 record[PAGE_SIZE];
	unsigned long kept, seen = 0;
	unsigned int cpu;
	u64 ts;

	b = persist_boot(copy, key, &kept);
	for (cpu = 0; cpu < HOST_CPUS; cpu++) {
		while ((event = ring_buffer_consume(b, cpu, &ts, NULL))) {
			memcpy(record, ring_buffer_event_data(event),
			       ring_buffer_event_length(event));
			persist_sum += record[0];
			seen++;
		}
	}
	check(seen == kept);
	check(ring_buffer_empty(b));
	persist_write(b, 50);
	persist_expect(b, 50, persist_next);
	ring_buffer_free(b);
}

#endif /* _TOOLS_TRACE_RING_PERSIST_H */
