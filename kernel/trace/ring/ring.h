/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ring/ - the ring buffer. Layer 1, uses clock/ only.
 *
 * Owns: the memory that holds records, the framing and timestamps of records,
 * the order in which records become visible, and the counts of lost records.
 * The ring buffer does not interpret the payload of a record.
 *
 * Contexts: reserve and commit run in any context up to NMI. They take no lock,
 * do not wait for another CPU and do not sleep. Reading runs in any context and
 * takes the reader lock of one per-CPU ring (a raw spinlock, interrupts off).
 * Allocation, resize, reset and waiting run in task context.
 *
 * Lock order: cpus_read_lock() > ring_owner.lock > ring_cpu.reader_lock. Of two
 * paired rings, the reader lock of the live ring is taken before that of the
 * spare ring.
 *
 * States
 * ------
 * A buffer (struct trace_buffer):
 *
 *	state		entered by			left by
 *	-----		----------			-------
 *	allocated	__ring_buffer_alloc(), task	ring_buffer_free(), task
 *	persistent	ring_persist_alloc(), task	ring_buffer_free(), task
 *	off		ring_buffer_record_off() or	ring_buffer_record_on() or
 *			_disable(), any context		_enable(), any context
 *	pinned		ring_buffer_read_start(),	ring_buffer_read_finish(),
 *			first mapping of a ring;	last ring_buffer_unmap()
 *			persistent: always
 *	live or spare	ring_pair_alloc(), task		ring_pair_retire(), task
 *
 * Switching a buffer off and on needs no lock: ring_slow_flags_update() passes
 * the new state on to each ring. Size and sub-buffer order of a pinned buffer
 * do not change (-EBUSY).
 *
 * The ring of one CPU (struct ring_cpu):
 *
 *	state		entered by			left by
 *	-----		----------			-------
 *	absent		allocation of the buffer	ring_cpu_add(): CPU hotplug
 *							or ring_owner.lock
 *	recording	ring_cpu_add()			see off, closed
 *	off		RING_SLOW_OFF is set, by any	RING_SLOW_OFF is cleared,
 *			CPU in any context, no lock	likewise
 *	closed		RING_CLOSED is stored on the	end of the same call
 *			ring's CPU: interrupts off, no
 *			writer active, reader lock held
 *	mapped		ring_buffer_map(), task,	last ring_buffer_unmap(), task,
 *			ring_owner.lock			ring_owner.lock
 *
 * A ring is closed while it is resized, reset or given another sub-buffer order
 * (ring_owner.lock), and while its contents are exchanged with those of a
 * paired ring (both reader locks). An NMI that tries to write meanwhile counts
 * its record as dropped. A mapped or persistent ring is not exchanged, and its
 * pages are copied to readers rather than donated.
 *
 * A sub-buffer (struct ring_page):
 *
 *	state		entered by			left by
 *	-----		----------			-------
 *	unused		ring_store_pages_alloc(), task	resize, with the ring closed
 *	free		reader sets RING_SLOT_FREE	writer claims the slot
 *	being filled	writer claims the slot, any	writer claims the next slot
 *			context, no lock:
 *			ring_write_reserve_claim_slot()
 *	unread		commit after that		reader takes the page; or,
 *							if overwriting, writer
 *							claims the slot
 *	reader page	reader takes the page, reader	reader takes the next page,
 *			lock: ring_read_take_page()	and this one becomes free
 *
 * The reader page may still be the page being filled. The writer and the reader
 * change a slot by a compare-and-exchange of the same word, so exactly one of
 * the two gets an unread page.
 *
 * How it works
 * ------------
 * The sub-buffers ("pages") of a CPU's ring are in an array of slots. Pages are
 * filled at free-running *positions*; position p is in slot p % nr. A slot is
 * one 64-bit word: the position of the page, the index of the page, and a flag
 * that the slot is free. One more page, the reader page, is in no slot.
 *
 * The state of the writer is one 64-bit word, too:
 *
 *	63            32 31      22 21    18 17          0
 *	+---------------+----------+--------+-------------+
 *	|     time      |   lap    |  base  |   offset    |
 *	+---------------+----------+--------+-------------+
 *
 * offset: words in use of the page being filled. time: timestamp of the newest
 * record, relative to the base. base: index of the struct ring_base that holds
 * the start of time, the page and the position; a base is written before the
 * word refers to it and never while the word does. lap: low bits of the
 * position. A record is reserved by advancing offset and time together with one
 * unlocked compare-and-exchange. The delta of the record is therefore exact
 * however writers interrupt each other, and a writer that loses the race only
 * reads the word and the clock again.
 *
 * Each nesting depth has two bases of its own and fills the one that the word
 * does not refer to. A context that was interrupted while it prepared a base
 * can therefore not disturb a base in use, no matter how often the interrupting
 * contexts moved to another page. A page whose first record was discarded is
 * opened again at the same offset, possibly with a base that was in use before;
 * the time of the word then starts one unit later each time, so that no value
 * of the word recurs with another base.
 *
 * Records become visible when the outermost writer of the CPU commits:
 * ring_writer.commit is set to the position and offset up to which all records
 * are complete. The reservations of contexts that interrupted the outermost
 * writer are complete by then. The lower half of commit equals that of the
 * word; as long as the base is unchanged, only that half is stored. A writer
 * that changes the base sets RING_BASE_CHANGED next to the nesting count, so
 * that the next commit takes the slow path.
 *
 * The fast path handles a record that is stamped with the local clock, fits the
 * page being filled, and is not nested: ring_writer.busy is zero. The fast path
 * is inline for records of moderate length; the slow path is out of line. The
 * fast path computes the local clock as a counter times a factor. The base
 * holds that factor. If the local clock cannot be computed this way, the base
 * has a value (RING_RAW_TS_SLOW) that sends every record to the slow path.
 *
 * To move to the next page, a writer claims the slot of the next position by a
 * locked compare-and-exchange; if the slot was not free, its unread records are
 * overwritten and counted as overrun. A reader takes a page by exchanging it
 * for the reader page with the same operation on the same word. There is no
 * head pointer and no linked list.
 *
 * Recursion: a record is refused if another record of the same context level
 * (task, softirq, irq, NMI) is being written on this CPU, except for one such
 * level: the entry code of an interrupt may trace before the level is raised in
 * preempt_count(). Sections between ring_buffer_nest_start() and
 * ring_buffer_nest_end() are exempt. RING_DEPTH limits the nesting in all
 * cases.
 */
#ifndef _TRACE_RING_RING_H
#define _TRACE_RING_RING_H

#include "deps.h"
#include "stats.h"

#define RING_DEPTH		8

#define RING_OFFSET_MASK	0x3ffffU
#define RING_BASE_SHIFT		18
#define RING_BASE_MASK		0xf
#define RING_LAP_SHIFT		22
#define RING_LAP_BITS		10
#define RING_TIME_SHIFT		32
#define RING_DELTA_BITS		27
#define RING_DELTA_MAX		(BIT(RING_DELTA_BITS) - 1)

/* In ring_writer.nest, above the count: the base is not the one of the last commit. */
#define RING_BASE_CHANGED	BIT(16)
#define RING_NEST_MASK		(RING_BASE_CHANGED - 1)

/* Why records take the slow path: bits of ring_writer.slow_flags. */
#define RING_SLOW_OFF		BIT(0)	/* recording is off */
#define RING_SLOW_CLOCK		BIT(1)	/* not the local clock */
#define RING_SLOW_ABSOLUTE	BIT(2)	/* absolute timestamps */
#define RING_SLOW_BUDGET	BIT(3)	/* the budget is spent: see budget.c */

/* The longest payload, in bytes, whose length fits the first word of the record. */
#define RING_SMALL_MAX		(RINGBUF_TYPE_DATA_TYPE_LEN_MAX * 4)

/* The greatest budget, in records per second: a record takes more than a nanosecond. */
#define RING_BUDGET_MAX		1000000000

/* Points at which host tests run an interrupt or a reader: see ring_test_point(). */
enum ring_point {
	RING_POINT_RESERVE,
	RING_POINT_RESERVED,
	RING_POINT_LOOK,
	RING_POINT_SLOW,
	RING_POINT_OPENED,
	RING_POINT_CLAIM,
	RING_POINT_CLAIMED,
	RING_POINT_UNDO,
	RING_POINT_UNDONE,
	RING_POINT_COMMIT,
	RING_POINT_ACCOUNTED,
	RING_POINT_PUBLISH,
	RING_POINT_PUBLISHED,
	RING_POINT_LEFT,
	RING_POINT_TAKE,
	RING_POINT_TAKEN,
	RING_POINT_ITER,
	RING_POINT_COPIED,
	RING_POINT_MAP,
	RING_POINT_CLOSED,
	RING_POINTS,
};

struct ring_page;

/**
 * struct ring_base - the page and the start of time that the state word refers to
 * @factor: factor of ring_time() for the local clock
 * @raw_ts: value of ring_time() at @ts
 * @ts: timestamp, in clock units, that the time of the state word is relative to
 * @data: first word of the page's records
 * @entries: counter of the page's records
 * @pos: position of the page
 * @page: page being filled
 *
 * Written by its CPU only, before the state word refers to it. The size is a
 * power of two, so that indexing takes one shift.
 */
struct ring_base {
	u64			factor;
	u64			raw_ts;
	u64			ts;
	u32			*data;
	local_t			*entries;
	u64			pos;
	struct ring_page	*page;
} __aligned(64);

/**
 * struct ring_context - state of a writer between reserve and commit
 * @ts: timestamp of its latest record, in clock units
 * @count: preempt_count() of the writer, and RING_CONTEXT_CLOCK
 */
struct ring_context {
	u64			ts;
	u32			count;
};

/*
 * The writer is reading a clock other than the local one. Such a clock may call
 * functions that are traced, as drivers' clocks do. If those calls were
 * recorded here, each record would read the clock again, without end.
 */
#define RING_CONTEXT_CLOCK	BIT(30)

/**
 * struct ring_writer - the part of a CPU's ring that its own CPU writes
 * @word: state word
 * @commit: position and offset up to which readers may read: ring_commit_pos()
 * @commit_half: the two halves of @commit
 * @busy: @nest and @slow_flags, tested in one instruction
 * @nest: number of active writers, one interrupting the other, and
 *	RING_BASE_CHANGED
 * @slow_flags: RING_SLOW_*, written by any CPU: ring_slow_flags_update()
 * @limit: words of the page up to which records take the fast path: its capacity, or less
 *	if the ring has a budget
 * @wake: RING_WAKE_*, written by any CPU; not RING_WAKE_NONE: call ring_wake()
 * @contexts: state of each active writer, by depth
 * @wake_full: nonzero if a task waits for a percentage of full pages
 * @exempt: number of active ring_buffer_nest_start() sections
 * @bases: two for each depth; allocated in struct ring_cpu only
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
			u32	slow_flags;
		};
	};
	u32			limit;
	atomic_t		wake;
	struct ring_context	contexts[RING_DEPTH];
	atomic_t		wake_full;
	unsigned int		exempt;
	struct ring_base	bases[];
};

/*
 * Bits of ring_writer.wake. A nonzero idle value takes one instruction less to
 * test.
 */
#define RING_WAKE_NONE		BIT(0)
#define RING_WAKE_ANY		BIT(1)	/* tasks wait for a record */
#define RING_WAKE_SWAP		BIT(2)	/* exchange of a pair: see pair.c */
#define RING_WAKE_MAP		BIT(3)	/* the ring is mapped: see mmap.c */

/* Index of the half of ring_writer.commit that has the offset. */
#ifdef __BIG_ENDIAN
#define RING_LOW		1
#else
#define RING_LOW		0
#endif

/**
 * struct trace_buffer - the part of a buffer that the write path uses
 * @writers: per CPU; CPUs without a ring share one that is always off. Never
 *	changes, so what a record reads can hold a copy
 * @clock: function that stamps the records, in any context
 * @disabled: nonzero: no CPU records; a switch and a count, see
 *	ring_buffer_record_off()
 */
struct trace_buffer {
	struct ring_writer	* __percpu *writers;
	u64			(*clock)(void);
	atomic_t		disabled;
};

struct ring_pair;

/*
 * pair.c: a live and a spare buffer, whose contents can be exchanged in any
 * context.
 */
struct ring_pair *ring_pair_alloc(struct trace_buffer *live,
				  struct trace_buffer *spare);
void ring_pair_notify(struct ring_pair *pair, struct irq_work *work);
void ring_pair_retire(struct ring_pair *pair);
void ring_pair_free(struct ring_pair *pair);
int ring_pair_swap(struct ring_pair *pair, int cpu);
void ring_pair_sync(struct ring_pair *pair);

/* ring.c */
int ring_buffer_add_cpus(struct trace_buffer *buffer, struct trace_buffer *like);

/* budget.c */
void ring_buffer_budget_set(struct trace_buffer *buffer, u64 rate);
u64 ring_buffer_budget(struct trace_buffer *buffer);
bool ring_buffer_had_budget(struct trace_buffer *buffer);

/* wait.c */
__poll_t ring_poll_arm(struct trace_buffer *buffer, int cpu, int full);

/* persist.c: buffers in memory that survives a reboot. */
struct trace_buffer *ring_persist_alloc(void *mem, size_t bytes,
					unsigned int flags, u64 key,
					unsigned long base, unsigned long *kept);
void ring_persist_allow_map(struct trace_buffer *buffer);
bool ring_buffer_has_last_boot(struct trace_buffer *buffer);
bool ring_buffer_holds_last_boot(struct trace_buffer *buffer);
void *ring_buffer_info(struct trace_buffer *buffer, size_t *bytes);
void *ring_buffer_notes(struct trace_buffer *buffer, size_t *bytes);
bool ring_buffer_last_boot_is_other(struct trace_buffer *buffer);
void ring_buffer_save_clash(struct trace_buffer *buffer);
void ring_buffer_save_type_hash(struct trace_buffer *buffer, unsigned int type,
				u32 hash);
u32 ring_buffer_last_boot_type_hash(struct trace_buffer *buffer, unsigned int type);
long ring_buffer_text_delta(struct trace_buffer *buffer);
bool ring_buffer_is_last_boot(struct trace_buffer *buffer, int cpu);
bool ring_buffer_iter_is_last_boot(struct ring_buffer_iter *iter);

/* iter.c */
void ring_buffer_iter_continue(struct ring_buffer_iter *iter);

struct ring_buffer_event *
ring_reserve_far(struct ring_writer *rw, unsigned long len);
struct ring_buffer_event *
ring_reserve_slow(struct ring_writer *rw, unsigned int len);
void ring_commit_slow(struct ring_writer *rw);

/**
 * ring_words - compute the size of a record
 * @len: bytes of payload
 *
 * Context: any.
 * Return: number of 32-bit words, the record's header included.
 */
static __always_inline unsigned int ring_words(unsigned int len)
{
	unsigned int words = len ? (len + 3) / 4 : 1;

	return words + (len > RING_SMALL_MAX ? 2 : 1);
}

/**
 * ring_payload - find the payload of a record that is being written
 * @event: the record
 * @len: bytes of payload that the record was reserved with
 *
 * Context: any.
 * Return: start of the payload.
 */
static __always_inline void *
ring_payload(struct ring_buffer_event *event, unsigned int len)
{
	return &event->array[len > RING_SMALL_MAX ? 1 : 0];
}

/**
 * ring_event_head - build the first word of a record
 * @type_len: type of the record, or the length of its payload in words
 * @delta: time since the record before, in clock units, 27 bits
 *
 * Context: any.
 * Return: the first word, in the byte order of this CPU.
 */
static __always_inline u32 ring_event_head(unsigned int type_len, u32 delta)
{
#ifdef __BIG_ENDIAN
	return type_len << RING_DELTA_BITS | delta;
#else
	return type_len | delta << (32 - RING_DELTA_BITS);
#endif
}

/**
 * ring_event_init - write the header of a data record
 * @event: the record
 * @len: bytes of payload
 * @delta: time since the record before, in clock units, 27 bits
 *
 * Context: any.
 */
static __always_inline void
ring_event_init(struct ring_buffer_event *event, unsigned int len, u32 delta)
{
	unsigned int words = len ? (len + 3) / 4 : 1;

	if (len > RING_SMALL_MAX) {
		*(u32 *)event = ring_event_head(0, delta);
		event->array[0] = (words + 1) * 4;
	} else {
		*(u32 *)event = ring_event_head(words, delta);
	}
}

/**
 * ring_clock - read the clock of a buffer
 * @buffer: the buffer
 *
 * Context: any, preemption off.
 * Return: time in the unit of the clock.
 */
static __always_inline u64 ring_clock(struct trace_buffer *buffer)
{
	typeof(buffer->clock) clock = READ_ONCE(buffer->clock);

	if (likely(clock == trace_clock_local))
		return ring_local_clock();
	return clock();
}

/**
 * ring_word_base - find the base that a state word refers to
 * @rw: the writer
 * @word: value of the state word
 *
 * Context: any.
 * Return: the base. Its contents are valid as long as the state word is @word.
 */
static __always_inline struct ring_base *
ring_word_base(struct ring_writer *rw, u64 word)
{
	return &rw->bases[(word >> RING_BASE_SHIFT) & RING_BASE_MASK];
}

/**
 * ring_slow_len - choose the length to pass to ring_reserve_slow()
 * @len: bytes of payload
 * @words: ring_words() of @len
 *
 * A length that is not constant is computed from @words, so that the compiler
 * does not have to keep @len in a register for the slow path only.
 *
 * Context: any.
 * Return: bytes of payload that take @words words, too.
 */
static __always_inline unsigned int
ring_slow_len(unsigned long len, unsigned int words)
{
	return __builtin_constant_p(len) ? len : (words - 1) * 4;
}

/**
 * ring_len_is_inline - test whether ring_reserve() tries the fast path inline
 * @len: bytes of payload
 *
 * Context: any.
 * Return: true if @len is constant, or a short payload that is not empty.
 */
static __always_inline bool ring_len_is_inline(unsigned long len)
{
	return __builtin_constant_p(len) || len - 1 < RING_SMALL_MAX;
}

/**
 * ring_reserve_try - reserve a record when no other writer is active
 * @rw: the writer, whose ring_writer.busy is zero
 * @len: bytes of payload
 * @words: ring_words() of @len
 *
 * Context: any, preemption off until the commit.
 * Return: the record; NULL: the caller has to call ring_reserve_slow().
 */
static __always_inline struct ring_buffer_event *
ring_reserve_try(struct ring_writer *rw, unsigned long len, unsigned int words)
{
	struct ring_buffer_event *event;
	struct ring_base *base;
	u64 word, next, time, delta;
	unsigned int offset;
	local_t *entries;

	WRITE_ONCE(rw->nest, 1);
	WRITE_ONCE(rw->contexts[0].count, ring_preempt_count());
	barrier(); /* RB(enter:A) */
	word = local64_read(&rw->word);
	base = ring_word_base(rw, word);
	time = ring_time(base->factor) - base->raw_ts;
	delta = time - (word >> RING_TIME_SHIFT);
	offset = word & RING_OFFSET_MASK;
	if (unlikely(delta > RING_DELTA_MAX || offset + words > rw->limit ||
		     __builtin_add_overflow(word, delta << RING_TIME_SHIFT | words,
					    &next)))
		return NULL;
	rw->contexts[0].ts = base->ts + time;
	event = (struct ring_buffer_event *)(base->data + offset);
	entries = base->entries;
	ring_test_point(RESERVE);
	/* RB(reserve:A) */
	if (unlikely(!local64_try_cmpxchg(&rw->word, (s64 *)&word, next)))
		return NULL;
	ring_test_point(RESERVED);
	local_inc(entries);
	ring_event_init(event, len, delta);
	/* The record is never NULL: this saves the caller's test. */
	if (!event)
		__builtin_unreachable();
	return event;
}

/**
 * ring_reserve_fast - reserve a record when no other writer is active
 * @rw: the writer, whose ring_writer.busy is zero
 * @len: bytes of payload
 * @any: @len may be any length; otherwise ring_len_is_inline() is true of it
 *
 * Context: any, preemption off until the commit.
 * Return: the record, or NULL if ring_reserve_slow() refused it.
 */
static __always_inline struct ring_buffer_event *
ring_reserve_fast(struct ring_writer *rw, unsigned long len, const bool any)
{
	unsigned int words = ring_words(len);
	struct ring_buffer_event *event = ring_reserve_try(rw, len, words);

	if (likely(event))
		return event;
	return ring_reserve_slow(rw, any ? len : ring_slow_len(len, words));
}

/**
 * ring_writer_is_ready - test whether ring_writer_reserve_ready() can be called
 * @rw: ring_this_writer() of the buffer
 * @len: bytes of payload
 *
 * Context: any, preemption off until the commit.
 * Return: true if recording is on, no other writer is active, and @len is not too
 * long for the fast path.
 */
static __always_inline bool
ring_writer_is_ready(struct ring_writer *rw, unsigned long len)
{
	return ring_len_is_inline(len) && !ring_peek(rw->busy);
}

/**
 * ring_writer_reserve_ready - the fast path of ring_writer_reserve()
 * @rw: ring_this_writer() of the buffer; ring_writer_is_ready()
 * @len: bytes of payload
 * @slow_len: set to what the caller passes to ring_reserve_slow() if it has to
 *
 * For callers that have functions of their own for the other cases: those call
 * ring_reserve_far() if the writer is not ready, and ring_reserve_slow() if this
 * function returns NULL.
 *
 * Context: any, preemption off until the commit.
 * Return: the record; NULL: the caller has to call ring_reserve_slow().
 */
static __always_inline struct ring_buffer_event *
ring_writer_reserve_ready(struct ring_writer *rw, unsigned long len,
			  unsigned int *slow_len)
{
	unsigned int words;

	/* The compiler does not derive this from ring_len_is_inline(). */
	if (!__builtin_constant_p(len) && (!len || len > RING_SMALL_MAX))
		__builtin_unreachable();
	words = ring_words(len);
	*slow_len = ring_slow_len(len, words);
	return ring_reserve_try(rw, len, words);
}

/**
 * ring_writer_reserve - reserve a record with a given writer
 * @rw: ring_this_writer() of the buffer
 * @len: bytes of payload, preferably a constant
 *
 * The same as ring_reserve(), for callers that look up the writer once for
 * reserve and commit.
 *
 * Context: any, preemption off until the commit.
 * Return: the record, or NULL: recording is off, no space, or recursion.
 */
static __always_inline struct ring_buffer_event *
ring_writer_reserve(struct ring_writer *rw, unsigned long len)
{
	if (unlikely(!ring_writer_is_ready(rw, len)))
		return ring_reserve_far(rw, len);

	/* The compiler does not derive this from ring_len_is_inline(). */
	if (!__builtin_constant_p(len) && (!len || len > RING_SMALL_MAX))
		__builtin_unreachable();
	return ring_reserve_fast(rw, len, false);
}

/**
 * ring_writer_commit - make a record visible with a given writer
 * @rw: ring_this_writer() of the buffer
 *
 * The same as ring_commit(), for callers that have looked up the writer.
 *
 * Context: as for ring_writer_reserve().
 */
static __always_inline void ring_writer_commit(struct ring_writer *rw)
{
	u64 word;

	ring_test_point(COMMIT);
	word = local64_read(&rw->word);
	barrier(); /* RB(word:A) */
	ring_test_point(PUBLISH);
	/*
	 * Read after the word: if the base has changed since, the word is not
	 * published.
	 */
	if (unlikely(ring_peek(rw->nest) != 1)) {
		ring_commit_slow(rw);
		return;
	}
	/* RB(commit:A) */
	smp_store_release(&rw->commit_half[RING_LOW], (u32)word);
	ring_test_point(PUBLISHED);
	ring_nest_dec(&rw->nest);
	ring_test_point(LEFT);
	if (unlikely(ring_word_peek(&rw->word) != word) ||
	    unlikely(ring_peek_atomic(&rw->wake) != RING_WAKE_NONE))
		ring_commit_slow(rw);
}

/**
 * ring_reserve - reserve space for a record in this CPU's ring
 * @buffer: the buffer
 * @len: bytes of payload, preferably a constant
 *
 * The caller fills the payload and then calls ring_commit() or
 * ring_buffer_discard_commit() on the same CPU.
 *
 * Context: any, preemption off until the commit.
 * Return: the record, or NULL: recording is off, no space, or recursion.
 */
static __always_inline struct ring_buffer_event *
ring_reserve(struct trace_buffer *buffer, unsigned long len)
{
	return ring_writer_reserve(ring_this_writer(buffer), len);
}

/**
 * ring_writer_of - find the writer of a CPU
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: any.
 * Return: the writer. For a CPU without a ring it is a placeholder, which is
 * replaced when the CPU gets a ring.
 */
static inline struct ring_writer *ring_writer_of(struct trace_buffer *buffer,
						 int cpu)
{
	return READ_ONCE(*per_cpu_ptr(buffer->writers, cpu));
}

/**
 * ring_writer_is_on - test whether a writer records
 * @rw: the writer
 *
 * Context: any, preemption off.
 * Return: true unless recording is off.
 */
static __always_inline bool ring_writer_is_on(struct ring_writer *rw)
{
	return !(READ_ONCE(rw->slow_flags) & RING_SLOW_OFF);
}

/**
 * ring_is_on - test whether this CPU's ring records
 * @buffer: the buffer
 *
 * Context: any, preemption off.
 * Return: true unless recording is off.
 */
static __always_inline bool ring_is_on(struct trace_buffer *buffer)
{
	return ring_writer_is_on(ring_this_writer(buffer));
}

/**
 * ring_writer_stamp - get the timestamp of the record that is being written
 * @buffer: the buffer
 * @rw: ring_this_writer() of @buffer
 *
 * The same as ring_stamp(), for callers that have looked up the writer.
 *
 * Context: between ring_writer_reserve() and ring_writer_commit().
 * Return: nanoseconds of trace_clock_local(): see ring_stamp().
 */
static __always_inline u64 ring_writer_stamp(struct trace_buffer *buffer,
					     struct ring_writer *rw)
{
	if (unlikely(READ_ONCE(buffer->clock) != trace_clock_local))
		return ring_local_clock();
	return rw->contexts[(ring_peek(rw->nest) & RING_NEST_MASK) - 1].ts;
}

/**
 * ring_writer_stamp_ready - ring_writer_stamp() after ring_writer_reserve_ready()
 * @rw: ring_this_writer() of the buffer
 *
 * Context: between ring_writer_reserve_ready(), which uses the local clock, and commit.
 * Return: nanoseconds of trace_clock_local().
 */
static __always_inline u64 ring_writer_stamp_ready(struct ring_writer *rw)
{
	return rw->contexts[0].ts;
}

/**
 * ring_stamp - get the timestamp of the record that is being written
 * @buffer: the buffer
 *
 * Context: between ring_reserve() and ring_commit().
 * Return: nanoseconds of trace_clock_local(). If the buffer uses another clock,
 * the local clock is read now.
 */
static __always_inline u64 ring_stamp(struct trace_buffer *buffer)
{
	return ring_writer_stamp(buffer, ring_this_writer(buffer));
}

/**
 * ring_commit - make a record visible
 * @buffer: the buffer that the record was reserved in
 *
 * Readers see the record when the outermost record of this CPU is committed.
 *
 * Context: as for ring_reserve(). Preemption may be enabled after this call.
 */
static __always_inline void ring_commit(struct trace_buffer *buffer)
{
	ring_writer_commit(ring_this_writer(buffer));
}

/* splice.c */
void *ring_splice_block_alloc(int cpu, unsigned int order);
unsigned int ring_splice_blocks(struct trace_buffer *buffer, int cpu,
				void **blocks, unsigned int nr,
				unsigned int order, bool full);

/* read.c */
struct ring_buffer_event *ring_buffer_consume_peek(struct trace_buffer *buffer, int cpu,
						   u64 *ts, unsigned long *lost_events);

/* iter.c */
struct ring_buffer_event *ring_buffer_iter_next(struct ring_buffer_iter *iter, u64 *ts);

/**
 * ring_event_payload - get the payload of a record and its length
 * @event: the record
 * @bytes: set to ring_buffer_event_length()
 *
 * Context: any.
 * Return: start of the payload, as ring_buffer_event_data().
 */
static __always_inline void *
ring_event_payload(struct ring_buffer_event *event, unsigned int *bytes)
{
	if (unlikely(event->type_len - 1U >= RINGBUF_TYPE_DATA_TYPE_LEN_MAX)) {
		*bytes = ring_buffer_event_length(event);
		return ring_buffer_event_data(event);
	}
	*bytes = event->type_len * sizeof(u32);
	return event->array;
}

#endif
