/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ring/ - the ring buffer, and nothing else. Floor 1, stands on clock/.
 *
 * Owns: the memory that records are in, their framing and time, the order in
 * which they become visible, and the count of those that were lost. Never
 * knows what a record means, who writes it or who reads it.
 *
 * Contexts: writing is for any context up to NMI, takes no lock, never spins
 * on another CPU and never sleeps. Reading is for any context; it takes the
 * reader lock of one CPU's ring (raw, interrupts off). Life, resize, reset and
 * waiting are for tasks.
 *
 * Lock order: cpus_read_lock > ring_owner.lock > ring_cpu.reader_lock, and of
 * a pair that of the live one > that of the spare one.
 *
 * How it works
 * ------------
 * A CPU's ring is a row of slots. Sub-buffers ("pages") are filled at free
 * running *positions*; position p lives in slot p % nr. A slot is one 64-bit
 * word: the position it holds, the index of the page that holds it, and
 * whether the slot is free to be filled again. Apart from the pages in slots
 * there is one more, the reader's.
 *
 * The writer's state is one 64-bit word too:
 *
 *	63            32 31      20 19    16 15          0
 *	+---------------+----------+--------+-------------+
 *	|     time      |   turn   |  seat  |   offset    |
 *	+---------------+----------+--------+-------------+
 *
 * offset: words of the page in use. time: the newest record's time since the
 * seat's base. seat: where base, page and position stand; a *seat* is written
 * before the word points to it and never while it does. turn: counts changes
 * of the seat. A record is reserved by moving offset and time together with
 * one unlocked compare-and-exchange. So its delta is exact whoever interrupts
 * whom, and who loses the race just reads the word, and the clock, again.
 *
 * Each depth of nesting has two seats of its own and fills the one that the
 * word does not point to. A context that was interrupted while it prepared a
 * seat can therefore never disturb one in use, however often those above it
 * moved on.
 *
 * Records become visible when the outermost writer of the CPU commits: it
 * publishes ring_writer.commit, position and offset up to which everything is
 * written. Reservations of those who interrupted it were complete by then.
 *
 * To move on, a writer claims the slot of the next position by a (locked)
 * compare-and-exchange; if the slot was not free then its records are lost and
 * counted. A reader takes a page by exchanging it in its slot for its spare
 * one, with the same kind of operation on the same word, so exactly one of the
 * two gets it. Nobody else takes part: there is no head to move, and no list.
 *
 * Recursion: a writer is refused where another of the same context level
 * (task, softirq, irq, NMI) stands below it, unless that happens once: an
 * interrupt's entry code may trace before the level is raised. Sections between
 * ring_buffer_nest_start() and _end() are exempt. RING_DEPTH bounds it all.
 */
#ifndef _TRACE_RING_RING_H
#define _TRACE_RING_RING_H

#include "deps.h"

#define RING_DEPTH		8

#define RING_POS_SHIFT		16
#define RING_OFFSET_MASK	0xffffULL
#define RING_SEAT_SHIFT		16
#define RING_SEAT_MASK		0xf
#define RING_TURN_SHIFT		20
#define RING_TURN_MASK		0xfff
#define RING_TIME_SHIFT		32
#define RING_DELTA_BITS		27

/* The longest payload whose length fits the record's first word. */
#define RING_SMALL_MAX		(RINGBUF_TYPE_DATA_TYPE_LEN_MAX * 4)

/* Where tests look in: between two steps that others can see. See ring_at(). */
enum ring_point {
	RING_AT_RESERVE,
	RING_AT_RESERVED,
	RING_AT_LOOK,
	RING_AT_SLOW,
	RING_AT_MOVED,
	RING_AT_CLAIM,
	RING_AT_CLAIMED,
	RING_AT_UNDO,
	RING_AT_COMMIT,
	RING_AT_SETTLED,
	RING_AT_PUBLISH,
	RING_AT_PUBLISHED,
	RING_AT_LEFT,
	RING_AT_TAKE,
	RING_AT_TAKEN,
	RING_AT_ITER,
	RING_AT_COPIED,
	RING_POINTS,
};

struct ring_page;

/**
 * struct ring_seat - what the state word refers to
 * @base:	the time that the word's time counts from
 * @pos:	the position, shifted left by 16: an offset added to it makes
 *		a value of ring_writer.commit
 * @data:	first word of the page's data
 * @entries:	counts the page's records
 * @page:	the page
 */
struct ring_seat {
	u64			base;
	u64			pos;
	u32			*data;
	local_t			*entries;
	struct ring_page	*page;
};

/**
 * struct ring_writer - the half of a CPU's ring that its own CPU writes
 * @word:	the state word
 * @nest:	writers at work, one above the other
 * @limit:	words that a page has for records; 0 sends all to the slow path
 * @disabled:	nonzero: no records
 * @wake:	somebody waits: RING_WAKE_*
 * @commit:	seat.pos + offset up to which readers may read
 * @exempt:	sections at work in which recursion is meant
 * @level:	preempt_count() of each writer at work
 * @stamp:	the time that each of them reserved at
 * @seats:	two for each depth
 */
struct ring_writer {
	local64_t		word;
	unsigned int		nest;
	unsigned int		limit;
	atomic_t		disabled;
	atomic_t		wake;
	atomic64_t		commit;
	unsigned int		exempt;
	unsigned int		level[RING_DEPTH];
	u64			stamp[RING_DEPTH];
	struct ring_seat	seats[2 * RING_DEPTH];
};

/**
 * struct trace_buffer - the part of a buffer that writing looks at
 * @disabled:	nonzero: no records on any CPU
 * @clock:	stamps the records
 * @writers:	per CPU; CPUs without a ring share one that is always disabled
 */
struct trace_buffer {
	atomic_t		disabled;
	u64			(*clock)(void);
	struct ring_writer	**writers;
};

struct ring_pair;

/* A buffer and a spare one, whose contents can be exchanged anywhere: pair.c */
struct ring_pair *ring_pair_make(struct trace_buffer *live,
				 struct trace_buffer *spare);
void ring_pair_free(struct ring_pair *pair);
int ring_pair_swap(struct ring_pair *pair, int cpu);
void ring_pair_settle(struct ring_pair *pair);

bool ring_may_nest(struct ring_writer *rw, unsigned int depth);
struct ring_buffer_event *
ring_reserve_slow(struct trace_buffer *buffer, struct ring_writer *rw,
		  unsigned int len);
void ring_commit_slow(struct ring_writer *rw);
void ring_wake(struct ring_writer *rw);

/* The words that a record of @len bytes takes, its header included. */
static __always_inline unsigned int ring_words(unsigned int len)
{
	unsigned int words = len ? (len + 3) / 4 : 1;

	return words + (len > RING_SMALL_MAX ? 2 : 1);
}

/* Where the payload of a record reserved with @len starts. */
static __always_inline void *
ring_payload(struct ring_buffer_event *event, unsigned int len)
{
	return &event->array[len > RING_SMALL_MAX ? 1 : 0];
}

static __always_inline void
ring_frame(struct ring_buffer_event *event, unsigned int len, u32 delta)
{
	unsigned int words = len ? (len + 3) / 4 : 1;

	event->time_delta = delta;
	if (len > RING_SMALL_MAX) {
		event->type_len = 0;
		event->array[0] = (words + 1) * 4;
	} else {
		event->type_len = words;
	}
}

static __always_inline u64 ring_clock(struct trace_buffer *buffer)
{
	typeof(buffer->clock) clock = READ_ONCE(buffer->clock);

	if (likely(clock == trace_clock_local))
		return ring_local_clock();
	return clock();
}

/**
 * ring_reserve - room for a record in this CPU's ring
 * @buffer: the buffer
 * @len: bytes of payload, at best a constant
 *
 * What this returns is to be filled and then committed by ring_commit() on the
 * same CPU, or given back by ring_buffer_discard_commit().
 *
 * Context: any, preemption off until the commit.
 * Return: the record, or NULL: switched off, no room, or recursion.
 */
static __always_inline struct ring_buffer_event *
ring_reserve(struct trace_buffer *buffer, unsigned int len)
{
	struct ring_writer *rw = buffer->writers[raw_smp_processor_id()];
	const unsigned int words = ring_words(len);
	struct ring_buffer_event *event;
	struct ring_seat *seat;
	unsigned int depth;
	u64 word, ts, time, delta;
	local_t *entries;
	u32 *data;

	if (unlikely(atomic_read(&buffer->disabled) | atomic_read(&rw->disabled)))
		return NULL;

	depth = READ_ONCE(rw->nest);
	if (unlikely(depth) && !ring_may_nest(rw, depth))
		return NULL;
	WRITE_ONCE(rw->nest, depth + 1);
	WRITE_ONCE(rw->level[depth], preempt_count());
	barrier();
	word = local64_read(&rw->word);
	do {
		seat = &rw->seats[(word >> RING_SEAT_SHIFT) & RING_SEAT_MASK];
		ts = ring_clock(buffer);
		time = ts - READ_ONCE(seat->base);
		delta = time - (word >> RING_TIME_SHIFT);
		data = READ_ONCE(seat->data) + (word & RING_OFFSET_MASK);
		entries = READ_ONCE(seat->entries);
		if (unlikely(((delta | time >> 5) >> RING_DELTA_BITS) ||
			     (word & RING_OFFSET_MASK) + words > READ_ONCE(rw->limit)))
			return ring_reserve_slow(buffer, rw, len);
		ring_at(RESERVE);
		/* RB(reserve:A) */
	} while (!local64_try_cmpxchg(&rw->word, (s64 *)&word,
				      time << RING_TIME_SHIFT |
				      ((u32)word + words)));
	ring_at(RESERVED);
	local_inc(entries);
	WRITE_ONCE(rw->stamp[depth], ts);
	event = (struct ring_buffer_event *)data;
	ring_frame(event, len, delta);
	return event;
}

/**
 * ring_commit - make a record visible
 * @buffer: the buffer that ring_reserve() was asked for it
 *
 * Readers see it when this CPU's outermost record is committed.
 *
 * Context: as ring_reserve(). Ends the need for preemption to be off.
 */
static __always_inline void ring_commit(struct trace_buffer *buffer)
{
	struct ring_writer *rw = buffer->writers[raw_smp_processor_id()];
	unsigned int depth = READ_ONCE(rw->nest) - 1;
	u64 word, pos;

	barrier();
	if (unlikely(depth)) {
		WRITE_ONCE(rw->nest, depth);
		return;
	}
	word = local64_read(&rw->word);
	pos = READ_ONCE(rw->seats[(word >> RING_SEAT_SHIFT) & RING_SEAT_MASK].pos);
	ring_at(COMMIT);
	if (unlikely((pos ^ atomic64_read(&rw->commit)) & ~RING_OFFSET_MASK) ||
	    unlikely(local64_read(&rw->word) != word))
		return ring_commit_slow(rw);
	ring_at(PUBLISH);
	/* RB(commit:A) */
	atomic64_set_release(&rw->commit, pos + (word & RING_OFFSET_MASK));
	ring_at(PUBLISHED);
	WRITE_ONCE(rw->nest, 0);
	barrier();
	ring_at(LEFT);
	if (unlikely(local64_read(&rw->word) != word))
		ring_commit_slow(rw);
	else if (unlikely(atomic_read(&rw->wake)))
		ring_wake(rw);
}

#endif
