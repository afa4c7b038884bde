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
 *	63            32 31      22 21    18 17          0
 *	+---------------+----------+--------+-------------+
 *	|     time      |   lap    |  seat  |   offset    |
 *	+---------------+----------+--------+-------------+
 *
 * offset: words of the page in use. time: the newest record's time since the
 * seat's base. seat: where base, page and position stand; a *seat* is written
 * before the word points to it and never while it does. lap: low bits of the
 * position. A record is reserved by moving offset and time together with one
 * unlocked compare-and-exchange. So its delta is exact whoever interrupts
 * whom, and who loses the race just reads the word, and the clock, again.
 *
 * Each depth of nesting has two seats of its own and fills the one that the
 * word does not point to. A context that was interrupted while it prepared a
 * seat can therefore never disturb one in use, however often those above it
 * moved on. A page whose first record was discarded is opened anew at the same
 * place, possibly with a seat of before; then the word's time begins one later
 * each time, so that no word comes back with another seat behind it.
 *
 * Records become visible when the outermost writer of the CPU commits: it
 * publishes ring_writer.commit, position and offset up to which everything is
 * written. Reservations of those who interrupted it were complete by then. The
 * lower half of commit is that of the word; as long as the seat is the same
 * that half is all there is to store. Whoever changes the seat leaves a mark,
 * RING_MOVED, beside the count of writers, so that the next commit goes the
 * long way.
 *
 * The short way is for a record with the local clock, on the page that is open,
 * when nobody else is at work: ring_writer.busy is zero. It is in line where
 * records are of moderate length. All else goes the long way, out of line. The
 * local clock is read as what it is made of, ticks times a factor; a seat has
 * the factor, and where the clock is not made so it has one that leads every
 * record to the long way.
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

#define RING_OFFSET_MASK	0x3ffffU
#define RING_SEAT_SHIFT		18
#define RING_SEAT_MASK		0xf
#define RING_LAP_SHIFT		22
#define RING_LAP_BITS		10
#define RING_TIME_SHIFT		32
#define RING_DELTA_BITS		27
#define RING_DELTA_MAX		(BIT(RING_DELTA_BITS) - 1)

/* In ring_writer.nest, above the count: the seat is not that of the commit. */
#define RING_MOVED		BIT(16)
#define RING_NEST_MASK		(RING_MOVED - 1)

/* Why records go the long way: bits of ring_writer.detour. */
#define RING_DETOUR_OFF		BIT(0)	/* none is wanted */
#define RING_DETOUR_CLOCK	BIT(1)	/* not the local clock */
#define RING_DETOUR_ABSOLUTE	BIT(2)	/* each has its absolute time */

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
	RING_AT_UNDONE,
	RING_AT_COMMIT,
	RING_AT_SETTLED,
	RING_AT_PUBLISH,
	RING_AT_PUBLISHED,
	RING_AT_LEFT,
	RING_AT_TAKE,
	RING_AT_TAKEN,
	RING_AT_ITER,
	RING_AT_COPIED,
	RING_AT_MAP,
	RING_POINTS,
};

struct ring_page;

/**
 * struct ring_seat - what the state word refers to
 * @factor:	the clock is ring_time(@factor), plus something
 * @zero:	ring_time() at @base
 * @base:	the time that the word's time counts from
 * @data:	first word of the page's data
 * @entries:	counts the page's records
 * @pos:	the position
 * @page:	the page
 *
 * Its size is a power of two, so that finding it takes little.
 */
struct ring_seat {
	u64			factor;
	u64			zero;
	u64			base;
	u32			*data;
	local_t			*entries;
	u64			pos;
	struct ring_page	*page;
} __aligned(64);

/**
 * struct ring_stay - what a writer at work has noted
 * @stamp:	the time that it reserved at
 * @level:	its ring_context(), and RING_STAY_CLOCK
 */
struct ring_stay {
	u64			stamp;
	u32			level;
};

/*
 * The writer reads a clock other than the local one. That may call functions which
 * are traced, clocks of drivers do; if their calls were recorded here the writer
 * would have to read the clock again, and they were called again.
 */
#define RING_STAY_CLOCK		BIT(30)

/**
 * struct ring_writer - the half of a CPU's ring that its own CPU writes
 * @word:	the state word
 * @commit:	up to where readers may read, see ring_commit_pos()
 * @commit_half: the two halves of it
 * @busy:	@nest and @detour in one
 * @nest:	writers at work, one above the other; and RING_MOVED
 * @detour:	RING_DETOUR_*, set by any CPU
 * @limit:	words that a page has for records
 * @wake:	not RING_WAKE_NONE: somebody waits for the next commit
 * @stays:	by depth
 * @wake_full:	nonzero: somebody waits for full pages
 * @exempt:	sections at work in which recursion is meant
 * @seats:	two for each depth; with a ring only, in struct ring_cpu
 */
struct ring_writer {
	local64_t		word;
	union {
		atomic64_t	commit;
		u32		commit_half[2];
	};
	union {
		u64		busy;
		struct {
			u32	nest;
			u32	detour;
		};
	};
	u32			limit;
	atomic_t		wake;
	struct ring_stay	stays[RING_DEPTH];
	atomic_t		wake_full;
	unsigned int		exempt;
	struct ring_seat	seats[];
};

/* In ring_writer.wake; what is no zero takes one instruction less to test. */
#define RING_WAKE_NONE		BIT(0)
#define RING_WAKE_ANY		BIT(1)	/* those who wait for a record */
#define RING_WAKE_SWAP		BIT(2)	/* not a wait: see pair.c */
#define RING_WAKE_MAP		BIT(3)	/* the ring is mapped: see mmap.c */

/* The half of ring_writer.commit that has the offset. */
#ifdef __BIG_ENDIAN
#define RING_LOW		1
#else
#define RING_LOW		0
#endif

/**
 * struct trace_buffer - the part of a buffer that writing looks at
 * @writers:	per CPU; CPUs without a ring share one that is always off
 * @clock:	stamps the records
 * @disabled:	nonzero: no records on any CPU
 */
struct trace_buffer {
	struct ring_writer	* __percpu *writers;
	u64			(*clock)(void);
	atomic_t		disabled;
};

struct ring_pair;

/* A buffer and a spare one, whose contents can be exchanged anywhere: pair.c */
struct ring_pair *ring_pair_make(struct trace_buffer *live,
				 struct trace_buffer *spare);
void ring_pair_notify(struct ring_pair *pair, struct irq_work *work);
void ring_pair_free(struct ring_pair *pair);
int ring_pair_swap(struct ring_pair *pair, int cpu);
void ring_pair_settle(struct ring_pair *pair);

/* ring.c */
int ring_buffer_add_cpus(struct trace_buffer *buffer, struct trace_buffer *like);

/* For polls of a buffer that may go before the file: wait.c */
__poll_t ring_poll_arm(struct trace_buffer *buffer, int cpu, int full);

/* In memory that outlives the kernel: persist.c */
struct trace_buffer *ring_persist_alloc(void *mem, size_t bytes,
					unsigned int flags, u64 key,
					unsigned long base, unsigned long *kept);
bool ring_buffer_has_past(struct trace_buffer *buffer);
void ring_buffer_note_type(struct trace_buffer *buffer, unsigned int type,
			   u32 hash);
u32 ring_buffer_past_type(struct trace_buffer *buffer, unsigned int type);
long ring_buffer_moved(struct trace_buffer *buffer);
bool ring_buffer_is_past(struct trace_buffer *buffer, int cpu);
bool ring_buffer_iter_is_past(struct ring_buffer_iter *iter);

/* iter.c */
void ring_buffer_iter_go_on(struct ring_buffer_iter *iter);

struct ring_buffer_event *
ring_reserve_far(struct ring_writer *rw, unsigned long len);
struct ring_buffer_event *
ring_reserve_slow(struct ring_writer *rw, unsigned int len);
void ring_commit_slow(struct ring_writer *rw);
void ring_wake(struct ring_writer *rw);
unsigned long ring_recursed_cpu(struct trace_buffer *buffer, int cpu);

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

/* A record's first word. */
static __always_inline u32 ring_head(unsigned int type_len, u32 delta)
{
#ifdef __BIG_ENDIAN
	return type_len << RING_DELTA_BITS | delta;
#else
	return type_len | delta << (32 - RING_DELTA_BITS);
#endif
}

static __always_inline void
ring_frame(struct ring_buffer_event *event, unsigned int len, u32 delta)
{
	unsigned int words = len ? (len + 3) / 4 : 1;

	if (len > RING_SMALL_MAX) {
		*(u32 *)event = ring_head(0, delta);
		event->array[0] = (words + 1) * 4;
	} else {
		*(u32 *)event = ring_head(words, delta);
	}
}

static __always_inline u64 ring_clock(struct trace_buffer *buffer)
{
	typeof(buffer->clock) clock = READ_ONCE(buffer->clock);

	if (likely(clock == trace_clock_local))
		return ring_local_clock();
	return clock();
}

/* The seat that the state word tells of. */
static __always_inline struct ring_seat *
ring_word_seat(struct ring_writer *rw, u64 word)
{
	return &rw->seats[(word >> RING_SEAT_SHIFT) & RING_SEAT_MASK];
}

/*
 * The length that ring_reserve_slow() is told. One that is not constant is made
 * of @words, so that it need not be kept for that.
 */
static __always_inline unsigned int
ring_slow_len(unsigned long len, unsigned int words)
{
	return __builtin_constant_p(len) ? len : (words - 1) * 4;
}

/* Does ring_reserve() try the short way with this length? */
static __always_inline bool ring_is_short(unsigned long len)
{
	return __builtin_constant_p(len) || len - 1 < RING_SMALL_MAX;
}

/*
 * The short way, of a record of @len bytes. @any: ring_is_short() did not say so
 * of it.
 */
static __always_inline struct ring_buffer_event *
ring_reserve_open(struct ring_writer *rw, unsigned long len, const bool any)
{
	unsigned int words = ring_words(len);
	struct ring_buffer_event *event;
	struct ring_seat *seat;
	u64 word, next, time, delta;
	unsigned int offset;
	local_t *entries;

	WRITE_ONCE(rw->nest, 1);
	WRITE_ONCE(rw->stays[0].level, ring_context());
	barrier();
	word = local64_read(&rw->word);
	seat = ring_word_seat(rw, word);
	time = ring_time(seat->factor) - seat->zero;
	delta = time - (word >> RING_TIME_SHIFT);
	offset = word & RING_OFFSET_MASK;
	if (unlikely(delta > RING_DELTA_MAX || offset + words > rw->limit ||
		     __builtin_add_overflow(word, delta << RING_TIME_SHIFT | words,
					    &next)))
		return ring_reserve_slow(rw, any ? len : ring_slow_len(len, words));
	rw->stays[0].stamp = seat->base + time;
	event = (struct ring_buffer_event *)(seat->data + offset);
	entries = seat->entries;
	ring_at(RESERVE);
	/* RB(reserve:A) */
	if (unlikely(!local64_try_cmpxchg(&rw->word, (s64 *)&word, next)))
		return ring_reserve_slow(rw, any ? len : ring_slow_len(len, words));
	ring_at(RESERVED);
	local_inc(entries);
	ring_frame(event, len, delta);
	/* Spares the caller's test. */
	if (!event)
		__builtin_unreachable();
	return event;
}

/*
 * ring_reserve() and ring_commit() where the caller has found ring_this_writer()
 * once for both.
 */
static __always_inline struct ring_buffer_event *
ring_reserve_in(struct ring_writer *rw, unsigned long len)
{
	if (unlikely(!ring_is_short(len) || ring_peek(rw->busy)))
		return ring_reserve_far(rw, len);

	/* The compiler does not see this through. */
	if (!__builtin_constant_p(len) && (!len || len > RING_SMALL_MAX))
		__builtin_unreachable();
	return ring_reserve_open(rw, len, false);
}

static __always_inline void ring_commit_in(struct ring_writer *rw)
{
	u64 word;

	ring_at(COMMIT);
	word = local64_read(&rw->word);
	barrier();
	ring_at(PUBLISH);
	/* After the word: if the seat moved since, the word is not published. */
	if (unlikely(ring_peek(rw->nest) != 1)) {
		ring_commit_slow(rw);
		return;
	}
	/* RB(commit:A) */
	smp_store_release(&rw->commit_half[RING_LOW], (u32)word);
	ring_at(PUBLISHED);
	ring_nest_dec(&rw->nest);
	ring_at(LEFT);
	if (unlikely(ring_word_peek(&rw->word) != word))
		ring_commit_slow(rw);
	else if (unlikely(ring_peek_atomic(&rw->wake) != RING_WAKE_NONE))
		ring_wake(rw);
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
ring_reserve(struct trace_buffer *buffer, unsigned long len)
{
	return ring_reserve_in(ring_this_writer(buffer), len);
}

/* The writer of @cpu. One that has no ring yet has another when it gets one. */
static inline struct ring_writer *ring_writer_of(struct trace_buffer *buffer,
						 int cpu)
{
	return READ_ONCE(*per_cpu_ptr(buffer->writers, cpu));
}

/* Would this CPU's ring take records? Context: any, preemption off. */
static __always_inline bool ring_is_on(struct trace_buffer *buffer)
{
	return !(READ_ONCE(ring_this_writer(buffer)->detour) & RING_DETOUR_OFF);
}

/* ring_stamp(), as ring_reserve_in(). */
static __always_inline u64 ring_stamp_in(struct trace_buffer *buffer,
					 struct ring_writer *rw)
{
	if (unlikely(READ_ONCE(buffer->clock) != trace_clock_local))
		return ring_local_clock();
	return rw->stays[(ring_peek(rw->nest) & RING_NEST_MASK) - 1].stamp;
}

/**
 * ring_stamp - the time of the record that is being written
 * @buffer: the buffer
 *
 * Context: between ring_reserve() and ring_commit().
 * Return: nanoseconds of trace_clock_local(); it is asked if the buffer has
 * another clock.
 */
static __always_inline u64 ring_stamp(struct trace_buffer *buffer)
{
	return ring_stamp_in(buffer, ring_this_writer(buffer));
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
	ring_commit_in(ring_this_writer(buffer));
}

/* splice.c */
void *ring_take_alloc(int cpu, unsigned int order);
unsigned int ring_take_blocks(struct trace_buffer *buffer, int cpu,
			      void **blocks, unsigned int nr,
			      unsigned int order, bool full);

/* read.c */
struct ring_buffer_event *ring_buffer_pass(struct trace_buffer *buffer, int cpu,
					   u64 *ts, unsigned long *lost_events);

#endif
