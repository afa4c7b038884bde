// SPDX-License-Identifier: GPL-2.0
/*
 * The out-of-line part of the write path: nesting, full pages, long deltas,
 * discarded records, and the writing functions of <linux/ring_buffer.h>.
 */
#include "internal.h"

/**
 * struct ring_try - one attempt to reserve a record
 * @word: state word that the attempt starts from
 * @ts: timestamp of the record, in clock units
 * @delta: time since the record before, in clock units; zero if the record is the first
 *	of its page
 * @from: base that @word refers to
 * @to: base that the new state word will refer to
 * @scale: present factor and offset of the local clock
 * @offset: start of the reserved space, in words
 * @extend: words of a time record that precedes the record
 * @new_page: @to is on the next page
 * @new_base: @to differs from @from
 * @first: the record is the first of its page
 * @absolute: records carry an absolute timestamp
 * @start: ring_page.entries of the new page before its present use
 */
struct ring_try {
	u64			word;
	u64			ts;
	u64			delta;
	struct ring_base	from;
	struct ring_base	to;
	struct ring_scale	scale;
	unsigned int		offset;
	unsigned int		extend;
	bool			new_page;
	bool			new_base;
	bool			first;
	bool			absolute;
	unsigned long		start;
};

/* Level of a context: 0 task, 1 softirq, 2 interrupt, 3 NMI. */
static __always_inline unsigned int ring_write_nest_level(unsigned int count)
{
	if (count & NMI_MASK)
		return 3;
	if (count & HARDIRQ_MASK)
		return 2;
	return !!(count & SOFTIRQ_OFFSET);
}

/*
 * Another writer of this CPU is active. Return true if this context interrupted
 * it, false for recursion. See "Recursion" in ring.h.
 */
static __always_inline bool ring_write_nest_is_allowed(struct ring_writer *rw, unsigned int depth)
{
	u32 ctx = READ_ONCE(rw->contexts[depth - 1].count);
	unsigned int below = ring_write_nest_level(ctx);

	if (ring_write_nest_level(ring_preempt_count()) > below)
		return true;
	if (ctx & RING_CONTEXT_CLOCK)
		return false;
	if (READ_ONCE(rw->exempt))
		return true;
	return depth == 1 || ring_write_nest_level(rw->contexts[depth - 2].count) < below;
}

/* Enter a writer, unless it is refused; a refused record is counted. */
static __always_inline bool ring_write_nest_enter(struct ring_writer *rw)
{
	unsigned int depth = READ_ONCE(rw->nest) & RING_NEST_MASK;

	if (unlikely(depth == RING_CLOSED)) {
		local_inc(&ring_cpu_of(rw)->dropped);
		return false;
	}
	if (depth && (depth >= RING_DEPTH || !ring_write_nest_is_allowed(rw, depth))) {
		local_inc(&ring_cpu_of(rw)->recursed);
		ring_record_recursion();
		return false;
	}
	/*
	 * Incremented in memory, as an interrupt may have set RING_BASE_CHANGED
	 * since.
	 */
	ring_nest_inc(&rw->nest);
	WRITE_ONCE(rw->contexts[depth].count, ring_preempt_count());
	barrier(); /* RB(enter:A) */
	return true;
}

static unsigned int ring_write_nest_depth(struct ring_writer *rw)
{
	return (READ_ONCE(rw->nest) & RING_NEST_MASK) - 1;
}

/*
 * Read the clock for a record. Records of functions that the clock calls are
 * refused.
 */
static u64 ring_write_reserve_clock(struct trace_buffer *buffer, struct ring_writer *rw)
{
	struct ring_context *ctx = &rw->contexts[ring_write_nest_depth(rw)];
	u64 ts;

	WRITE_ONCE(ctx->count, ctx->count | RING_CONTEXT_CLOCK);
	barrier(); /* RB(clock:A) */
	ts = ring_clock(buffer);
	barrier(); /* RB(clock:A) */
	WRITE_ONCE(ctx->count, ctx->count & ~RING_CONTEXT_CLOCK);
	return ts;
}

static void ring_write_reserve_try_start(struct trace_buffer *buffer, struct ring_writer *rw,
					 struct ring_try *try)
{
	u64 last;

	do {
		try->word = local64_read(&rw->word);
		barrier(); /* RB(look:A) */
		ring_test_point(LOOK);
		try->from = *ring_word_base(rw, try->word);
		barrier(); /* RB(look:A) */
	} while (local64_read(&rw->word) != try->word);
	try->ts = ring_write_reserve_clock(buffer, rw);
	last = try->from.ts + (try->word >> RING_TIME_SHIFT);
	if ((s64)(try->ts - last) < 0)
		try->ts = last;
	try->delta = try->ts - last;
	try->offset = try->word & RING_OFFSET_MASK;
	try->extend = 0;
	try->absolute = READ_ONCE(rw->slow_flags) & RING_SLOW_ABSOLUTE;
	try->new_page = false;
	try->new_base = false;
	try->first = !try->offset;
}

/*
 * Claim the slot of position @pos for the writer. If an interrupted writer has
 * claimed it already, its page is used.
 */
static struct ring_page *ring_write_reserve_claim_slot(struct ring_cpu *rc, u64 pos)
{
	atomic64_t *slot = ring_slot(&rc->store, pos);
	s64 old = atomic64_read(slot);
	struct ring_page *page;
	unsigned long lost;

	do {
		page = ring_slot_page(&rc->store, old);
		if (ring_slot_pos(old) == pos)
			return page;
		if (!READ_ONCE(rc->owner->overwrite) && !(old & RING_SLOT_FREE)) {
			local_inc(&rc->dropped);
			return NULL;
		}
		if (pos - ring_commit_pos(atomic64_read(&rc->w.commit)) >=
		    rc->store.nr) {
			local_inc(&rc->commit_overrun);
			return NULL;
		}
		lost = old & RING_SLOT_FREE ? 0 : ring_page_entries(page);
		ring_test_point(CLAIM);
		/* RB(claim:A) */
	} while (!atomic64_try_cmpxchg(slot, &old,
				       ring_slot_make(pos, page->index, 0)));
	local_add(lost, &rc->overrun);
	ring_test_point(CLAIMED);
	return page;
}

/*
 * Start a new base @ahead units before @try->ts, in the present scale of the local
 * clock.
 */
static void ring_write_reserve_plan_base(struct ring_try *try, u32 ahead)
{
	try->to.ts = try->ts - ahead;
	try->to.factor = try->scale.factor;
	try->to.raw_ts = try->scale.factor ? try->to.ts - try->scale.offset :
					   RING_RAW_TS_SLOW;
	try->new_base = true;
}

/* Plan to put the record on the next page. */
static bool ring_write_reserve_plan_page(struct ring_cpu *rc, struct ring_try *try)
{
	u64 pos = try->from.pos + 1;
	struct ring_page *page = ring_write_reserve_claim_slot(rc, pos);

	if (!page)
		return false;
	try->new_page = true;
	try->first = true;
	try->offset = 0;
	try->start = local_read(&page->entries);
	try->to = (struct ring_base) {
		.pos = pos,
		.data = (u32 *)page->block->data,
		.entries = &page->entries,
		.page = page,
	};
	ring_write_reserve_plan_base(try, 0);
	return true;
}

/*
 * The base is stale if the time since it exceeds the time field of the state
 * word, or if the scale of the local clock has changed.
 */
static bool ring_write_reserve_base_is_stale(struct ring_try *try)
{
	if ((try->ts - try->from.ts) >> (64 - RING_TIME_SHIFT))
		return true;
	return try->scale.factor != try->from.factor ||
	       (try->scale.factor &&
		try->from.ts - try->from.raw_ts != try->scale.offset);
}

/* Determine the page, the base and the time record for a record of @words. */
static bool ring_write_reserve_plan(struct ring_cpu *rc, struct ring_try *try,
				    unsigned int words, unsigned int depth)
{
	unsigned int capacity, end, limit = READ_ONCE(rc->w.limit);
	bool full;
	bool long_delta = !try->first && try->delta >> RING_EXTEND_BITS;

	if (try->absolute || (!try->first && try->delta >> RING_DELTA_BITS))
		try->extend = RING_EXTEND_WORDS;

	if (long_delta || try->offset + try->extend + words > limit) {
		capacity = ring_data_bytes(rc->store.order) / sizeof(u32);
		full = long_delta || try->offset + try->extend + words > capacity;
		if (full && !try->absolute)
			try->extend = 0;
		end = try->extend + words + (full ? 0 : try->offset);
		if (end > capacity ||
		    (rc->budget.rate && !ring_budget_settle(rc, end, words, depth)))
			return false;
		if (full)
			return ring_write_reserve_plan_page(rc, try);
	}
	try->to = try->from;
	if (try->first) {
		/*
		 * The first record was discarded. With the previous base, the
		 * new word could equal one that an interrupted writer has read,
		 * although its base has changed since. Starting one unit later
		 * makes the word unique.
		 */
		try->start = local_read(try->to.entries);
		ring_write_reserve_plan_base(try, (try->word >> RING_TIME_SHIFT) + 1);
	} else if (try->extend || ring_write_reserve_base_is_stale(try)) {
		ring_write_reserve_plan_base(try, 0);
	}
	return true;
}

/* Store the planned state word, unless an interrupt has changed it meanwhile. */
static bool ring_write_reserve_update_word(struct ring_writer *rw, struct ring_try *try,
					   unsigned int words, unsigned int depth)
{
	unsigned int base = (try->word >> RING_BASE_SHIFT) & RING_BASE_MASK;
	u64 time = try->ts - try->to.ts;
	s64 old = try->word;

	if (try->new_base) {
		base = base == 2 * depth ? 2 * depth + 1 : 2 * depth;
		rw->bases[base] = try->to;
		/*
		 * Before the word, so that the next commit does not miss the
		 * new base.
		 */
		WRITE_ONCE(rw->nest, READ_ONCE(rw->nest) | RING_BASE_CHANGED);
		barrier(); /* RB(base:A) */
	}
	ring_test_point(SLOW);
	/* RB(slow:A) */
	return local64_try_cmpxchg(&rw->word, &old, time << RING_TIME_SHIFT |
				   ring_low_make(try->to.pos, base, try->offset +
						 try->extend + words));
}

/*
 * The state word refers to the new page now; update the old and the new page.
 * Their totals are not read before the outermost writer has committed, and this
 * writer is nested in it or is that writer.
 */
static void ring_write_reserve_open_page(struct ring_try *try)
{
	if (try->new_page)
		WRITE_ONCE(try->from.page->end,
			   (try->word & RING_OFFSET_MASK) * sizeof(u32));
	if (try->first) {
		WRITE_ONCE(try->to.page->start, try->start);
		WRITE_ONCE(try->to.page->block->time_stamp, try->ts);
		local_set(&try->to.page->block->commit, 0);
	}
	ring_test_point(OPENED);
}

static void ring_write_time(struct ring_buffer_event *event, unsigned int type,
			    u64 time)
{
	*(u32 *)event = ring_event_head(type, time & RING_DELTA_MAX);
	event->array[0] = time >> RING_DELTA_BITS;
}

/* Write the headers of the reserved record, and of a time record before it. */
static struct ring_buffer_event *ring_write_reserve_header(struct ring_try *try, unsigned int len)
{
	u32 *at = try->to.data + try->offset;
	struct ring_buffer_event *event = (struct ring_buffer_event *)at;

	if (try->extend) {
		if (try->absolute)
			ring_write_time(event, RINGBUF_TYPE_TIME_STAMP, try->ts);
		else
			ring_write_time(event, RINGBUF_TYPE_TIME_EXTEND, try->delta);
		event = (struct ring_buffer_event *)(at + try->extend);
	}
	ring_event_init(event, len, try->extend || try->first ? 0 : try->delta);
	return event;
}

/**
 * ring_reserve_slow - reserve a record on the slow path
 * @rw: writer of this CPU; the caller has counted the new record in
 *	ring_writer.nest
 * @len: bytes of payload
 *
 * An attempt fails if another record was reserved meanwhile. Interrupts make a
 * few attempts fail at most. If each of RING_TRIES attempts fails, the cause is
 * something that every attempt triggers, so the record is dropped.
 *
 * Context: any, preemption off until the commit.
 * Return: the record, or NULL if it was dropped; then the record is no longer
 * counted in ring_writer.nest.
 */
noinline struct ring_buffer_event *
ring_reserve_slow(struct ring_writer *rw, unsigned int len)
{
	struct ring_cpu *rc = ring_cpu_of(rw);
	struct trace_buffer *buffer = &rc->owner->pub;
	unsigned int depth = ring_write_nest_depth(rw);
	unsigned int words = ring_words(len), tries = RING_TRIES;
	struct ring_try try;

	if (READ_ONCE(buffer->clock) != trace_clock_local ||
	    !ring_scale_get(&try.scale))
		try.scale = (struct ring_scale) { .factor = 0 };
	do {
		if (unlikely(!tries--)) {
			local_inc(&rc->dropped);
			ring_commit_slow(rw);
			return NULL;
		}
		ring_write_reserve_try_start(buffer, rw, &try);
		if (!ring_write_reserve_plan(rc, &try, words, depth)) {
			ring_commit_slow(rw);
			return NULL;
		}
	} while (!ring_write_reserve_update_word(rw, &try, words, depth));

	/* Without other writers all records of the page that was left are complete. */
	if (try.new_page && !depth)
		ring_time_check(rc, try.from.page, (try.word & RING_OFFSET_MASK) * sizeof(u32),
				try.from.ts + (try.word >> RING_TIME_SHIFT));
	if (try.first)
		ring_write_reserve_open_page(&try);
	local_inc(try.to.entries);
	rw->contexts[depth].ts = try.ts;
	return ring_write_reserve_header(&try, len);
}
EXPORT_SYMBOL_GPL(ring_reserve_slow);

/* Recording is off, or the budget was spent. Apart from ring_reserve_far(), whose code it saves. */
static noinline struct ring_buffer_event *
ring_write_reserve_limited(struct ring_writer *rw, unsigned long len)
{
	if (READ_ONCE(rw->slow_flags) & RING_SLOW_OFF || len > ring_data_bytes(RING_MAX_ORDER) ||
	    ring_budget_refuses(ring_cpu_of(rw)) || !ring_write_nest_enter(rw))
		return NULL;
	return ring_reserve_slow(rw, len);
}

/**
 * ring_reserve_far - reserve a record of any length, or while the writer is busy
 * @rw: writer of this CPU
 * @len: bytes of payload
 *
 * Called if the record is too long for the inline fast path, or if
 * ring_writer.busy is not zero: a record is nested, recording is off, or the
 * clock or the timestamps need the slow path.
 *
 * Context: any, preemption off until the commit.
 * Return: the record, or NULL: recording is off, no space, or recursion.
 */
noinline struct ring_buffer_event *
ring_reserve_far(struct ring_writer *rw, unsigned long len)
{
	if (unlikely(READ_ONCE(rw->slow_flags) & (RING_SLOW_OFF | RING_SLOW_BUDGET)))
		return ring_write_reserve_limited(rw, len);
	/* Longer than the largest page. */
	if (len > ring_data_bytes(RING_MAX_ORDER))
		return NULL;
	if (likely(!READ_ONCE(rw->busy)))
		return ring_reserve_fast(rw, len, true);
	if (!ring_write_nest_enter(rw))
		return NULL;
	return ring_reserve_slow(rw, len);
}
EXPORT_SYMBOL_GPL(ring_reserve_far);

/* Find the page at @pos, which is the committed page or a later one. */
static struct ring_page *ring_write_commit_find_page(struct ring_cpu *rc, u64 pos)
{
	u64 slot;

	if (pos == ring_commit_pos(atomic64_read(&rc->w.commit)))
		return rc->commit_page;
	slot = atomic64_read(ring_slot(&rc->store, pos));
	return ring_slot_page(&rc->store, slot);
}

/* Compute the totals of all pages after the committed one, up to the page at @pos. */
static void ring_write_commit_account_pages(struct ring_cpu *rc, u64 pos)
{
	u64 at = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_page *page = rc->commit_page;

	for (; at < pos; at++) {
		struct ring_page *next = ring_write_commit_find_page(rc, at + 1);

		local_set(&page->block->commit, page->end);
		WRITE_ONCE(next->written, page->written + ring_page_entries(page));
		WRITE_ONCE(next->bytes, page->bytes + page->end);
		ring_page_note_refused(next, rc);
		page = next;
	}
	WRITE_ONCE(rc->commit_page, page);
}

/* Read the state word and the position in its base. */
static u64 ring_write_commit_read_word(struct ring_writer *rw, u64 *pos)
{
	u64 word;

	do {
		word = local64_read(&rw->word);
		barrier(); /* RB(look:A) */
		*pos = READ_ONCE(ring_word_base(rw, word)->pos);
		barrier(); /* RB(look:A) */
	} while (local64_read(&rw->word) != word);
	return word;
}

/**
 * ring_writer_is_idle - test whether no writer is active on the ring's CPU
 * @rw: the writer
 *
 * A writer that has left may still have to publish the records of an interrupt: it is active.
 *
 * Context: on the ring's CPU with preemption off, or while that CPU is offline.
 * Return: true if all reserved records are published. An interrupt may write others.
 */
bool ring_writer_is_idle(struct ring_writer *rw)
{
	u64 word, pos;

	if (READ_ONCE(rw->nest) & RING_NEST_MASK)
		return false;
	word = ring_write_commit_read_word(rw, &pos);
	return !((ring_commit_make(pos, word) ^ atomic64_read(&rw->commit)) &
		 ~((u64)RING_BASE_MASK << RING_BASE_SHIFT));
}

/*
 * Publish the records of the outermost writer and of all contexts that
 * interrupted it. An interrupt that arrives after the writer has left publishes
 * its own records, and publishing them twice does no harm; an interrupt that
 * arrived before relies on this writer.
 */
static void ring_write_commit_publish(struct ring_writer *rw)
{
	struct ring_cpu *rc = ring_cpu_of(rw);
	u64 word, pos;

	do {
		/* Clears RING_BASE_CHANGED, since the base is read below. */
		WRITE_ONCE(rw->nest, 1);
		WRITE_ONCE(rw->contexts[0].count, ring_preempt_count());
		barrier(); /* RB(enter:A) */
		word = ring_write_commit_read_word(rw, &pos);
		ring_write_commit_account_pages(rc, pos);
		ring_test_point(ACCOUNTED);
		/* RB(publish:A) */
		atomic64_set_release(&rw->commit, ring_commit_make(pos, word));
		ring_test_point(PUBLISHED);
		ring_nest_dec(&rw->nest);
		ring_test_point(LEFT);
	} while (local64_read(&rw->word) != word);
}

/**
 * ring_commit_slow - commit a record on the slow path
 * @rw: writer of this CPU
 *
 * Called if the record is nested, if the base has changed since the last commit, if an
 * interrupt has written records while ring_commit() published its own, or if a flag
 * RING_WAKE_* is set. In the last case the record is published already.
 *
 * Context: any, preemption off.
 */
noinline void ring_commit_slow(struct ring_writer *rw)
{
	bool base_changed;

	if ((READ_ONCE(rw->nest) & RING_NEST_MASK) > 1) {
		ring_nest_dec(&rw->nest);
		return;
	}
	base_changed = READ_ONCE(rw->nest) & RING_BASE_CHANGED;
	if (!ring_writer_is_idle(rw))
		ring_write_commit_publish(rw);
	/* Tasks that wait for full pages are checked when a page is full. */
	if (atomic_read(&rw->wake) != RING_WAKE_NONE ||
	    (base_changed && atomic_read(&rw->wake_full)))
		ring_wake(rw);
}
EXPORT_SYMBOL_GPL(ring_commit_slow);

/* Undo a reservation if no other record was reserved after it. */
static bool ring_write_discard_undo(struct ring_writer *rw,
				    struct ring_buffer_event *event)
{
	unsigned int words = ring_event_bytes(event) / sizeof(u32);
	s64 old = local64_read(&rw->word);
	u64 time = (u64)old >> RING_TIME_SHIFT;
	u64 offset = old & RING_OFFSET_MASK;
	struct ring_base *base;
	local_t *entries;

	barrier(); /* RB(look:A) */
	base = ring_word_base(rw, old);
	entries = READ_ONCE(base->entries);
	if (offset < words || time < event->time_delta ||
	    READ_ONCE(base->data) + offset - words != (u32 *)event)
		return false;
	/*
	 * Before the word: a writer that opens the page again starts from this
	 * count.
	 */
	local_dec(entries);
	ring_test_point(UNDO);
	/* RB(undo:A) */
	if (!local64_try_cmpxchg(&rw->word, &old, old - words -
				 ((u64)event->time_delta << RING_TIME_SHIFT))) {
		local_inc(entries);
		return false;
	}
	ring_test_point(UNDONE);
	return true;
}

/* Find the page of a record that is not committed yet. */
static struct ring_page *ring_write_discard_find_page(struct ring_cpu *rc, void *event)
{
	u64 pos = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_page *page;

	do {
		page = ring_write_commit_find_page(rc, pos++);
	} while (event < (void *)page->block ||
		 event >= (void *)page->block + (PAGE_SIZE << rc->store.order));
	return page;
}

/*
 * The padding that replaces a discarded record has a delta of one unit too
 * many. Subtract the unit from the first following record that has a delta;
 * these records are complete, as interrupts wrote them. If no record has a
 * delta, advance the time of the state word, so that the next delta is one unit
 * less.
 */
static void ring_write_discard_compensate(struct ring_writer *rw, struct ring_buffer_event *event)
{
	struct ring_page *page = ring_write_discard_find_page(ring_cpu_of(rw), event);
	struct ring_base *base;
	void *end;
	s64 word;

	do {
		word = local64_read(&rw->word);
		barrier(); /* RB(look:A) */
		base = ring_word_base(rw, word);
		/*
		 * On a page that was left no record follows; the next page has
		 * its own time.
		 */
		end = page->block->data + (base->page != page ? page->end :
			(word & RING_OFFSET_MASK) * sizeof(u32));
		for (; (void *)event < end;
		     event = (void *)event + ring_event_bytes(event)) {
			/*
			 * An absolute timestamp does not depend on the deltas
			 * before it.
			 */
			if (event->type_len == RINGBUF_TYPE_TIME_STAMP)
				return;
			if (event->time_delta &&
			    event->type_len != RINGBUF_TYPE_PADDING) {
				event->time_delta--;
				return;
			}
		}
		if (base->page != page || !~(u32)(word >> RING_TIME_SHIFT))
			return;
		ring_test_point(UNDO);
		/* RB(compensate:A) */
	} while (!local64_try_cmpxchg(&rw->word, &word,
				      word + BIT_ULL(RING_TIME_SHIFT)));
}

/*
 * Other records were reserved after a discarded one, so the latter becomes
 * padding. Padding has a delta that is not zero. To keep the time of the
 * following records correct, a record without a delta becomes a time extend of
 * zero if that fills it, or is followed by an absolute timestamp. A record of
 * 12 bytes has no space for either: ring_write_discard_compensate() then corrects the
 * following deltas, and only records with the same time are shown one unit
 * later.
 */
static void ring_write_discard_pad(struct ring_writer *rw, struct ring_buffer_event *event)
{
	unsigned int bytes = ring_event_bytes(event);
	u64 ts = rw->contexts[ring_write_nest_depth(rw)].ts;

	if (!event->time_delta) {
		if (bytes == 8) {
			ring_write_time(event, RINGBUF_TYPE_TIME_EXTEND, 0);
			return;
		}
		if (bytes >= 16) {
			bytes -= 8;
			ring_write_time((void *)event + bytes,
					RINGBUF_TYPE_TIME_STAMP, ts);
		} else {
			ring_write_discard_compensate(rw, (void *)event + bytes);
		}
		event->time_delta = 1;
	}
	event->array[0] = bytes - sizeof(u32);
	event->type_len = RINGBUF_TYPE_PADDING;
}

/**
 * ring_buffer_discard_commit - discard a record that was reserved
 * @buffer: the buffer
 * @event: the reserved record
 *
 * Called instead of ring_buffer_unlock_commit(). The space is free again unless
 * an interrupt has written records since the reservation.
 *
 * Context: as for the reservation.
 */
void ring_buffer_discard_commit(struct trace_buffer *buffer,
				struct ring_buffer_event *event)
{
	struct ring_writer *rw = ring_this_writer(buffer);

	if (!ring_write_discard_undo(rw, event)) {
		local_dec(&ring_write_discard_find_page(ring_cpu_of(rw), event)->entries);
		ring_write_discard_pad(rw, event);
	}
	ring_commit(buffer);
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(ring_buffer_discard_commit);

/**
 * ring_buffer_lock_reserve - reserve space for a record in this CPU's ring
 * @buffer: the buffer
 * @length: bytes of payload
 *
 * The caller fills ring_buffer_event_data() of the record and then calls
 * ring_buffer_unlock_commit() or ring_buffer_discard_commit().
 *
 * Context: any, NMI included. Returns with preemption off.
 * Return: the record; or NULL, with preemption as before, if recording is off,
 * there is no space, the record is too long, or for recursion.
 */
struct ring_buffer_event *
ring_buffer_lock_reserve(struct trace_buffer *buffer, unsigned long length)
{
	struct ring_buffer_event *event;

	preempt_disable_notrace();
	event = ring_reserve(buffer, length);
	if (unlikely(!event))
		preempt_enable_notrace();
	return event;
}
EXPORT_SYMBOL_GPL(ring_buffer_lock_reserve);

/**
 * ring_buffer_unlock_commit - make a reserved record visible
 * @buffer: the buffer
 *
 * Context: as for the reservation. Enables preemption again.
 * Return: 0.
 */
int ring_buffer_unlock_commit(struct trace_buffer *buffer)
{
	ring_commit(buffer);
	preempt_enable_notrace();
	return 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_unlock_commit);

/**
 * ring_buffer_write - write a record from a given payload
 * @buffer: the buffer
 * @length: bytes of payload
 * @data: payload to copy
 *
 * Context: any, NMI included.
 * Return: 0, or -EBUSY if no record could be reserved.
 */
int ring_buffer_write(struct trace_buffer *buffer,
		      unsigned long length, void *data)
{
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(buffer, length);
	if (!event)
		return -EBUSY;
	memcpy(ring_buffer_event_data(event), data, length);
	return ring_buffer_unlock_commit(buffer);
}
EXPORT_SYMBOL_GPL(ring_buffer_write);

/**
 * ring_buffer_nest_start - begin a section in which records may be nested
 * @buffer: the buffer
 *
 * A context that writes a record between the reservation and the commit of
 * another one calls this first, so that the inner record is not refused as
 * recursion. Ended by ring_buffer_nest_end().
 *
 * Context: any, NMI included. Returns with preemption off.
 */
void ring_buffer_nest_start(struct trace_buffer *buffer)
{
	struct ring_writer *rw;

	preempt_disable_notrace();
	rw = ring_this_writer(buffer);
	WRITE_ONCE(rw->exempt, rw->exempt + 1);
	barrier(); /* RB(exempt:A) */
}

/**
 * ring_buffer_nest_end - end a section of ring_buffer_nest_start()
 * @buffer: the buffer
 *
 * Context: as for ring_buffer_nest_start(). Enables preemption again.
 */
void ring_buffer_nest_end(struct trace_buffer *buffer)
{
	struct ring_writer *rw = ring_this_writer(buffer);

	barrier(); /* RB(exempt:A) */
	WRITE_ONCE(rw->exempt, rw->exempt - 1);
	preempt_enable_notrace();
}

/**
 * ring_buffer_event_time_stamp - get the timestamp of a record being written
 * @buffer: the buffer
 * @event: record of the calling context that is not committed yet
 *
 * Context: as for the reservation.
 * Return: timestamp of the record, as readers will see it.
 */
u64 ring_buffer_event_time_stamp(struct trace_buffer *buffer,
				 struct ring_buffer_event *event)
{
	struct ring_writer *rw = ring_this_writer(buffer);
	unsigned int depth = ring_write_nest_depth(rw);

	return depth < RING_DEPTH ? rw->contexts[depth].ts : ring_clock(buffer);
}
