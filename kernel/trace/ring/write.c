// SPDX-License-Identifier: GPL-2.0
/*
 * The write path where it is not inline: nesting, pages that are full, deltas
 * that are long, discarding, and the calls of <linux/ring_buffer.h>.
 */
#include "internal.h"

/**
 * struct ring_try - one attempt to reserve
 * @word:	the state it starts from
 * @ts:		time of the record
 * @delta:	time since the record before, zero if it starts a page
 * @from:	the seat that @word tells of
 * @to:		the seat that the new state shall tell of
 * @offset:	of what is reserved, in words
 * @extend:	words that a record of time takes, before the record
 * @moves:	@to is on the next page
 * @reseat:	@to is not @from
 * @scale:	what the clock is made of now
 * @opens:	the record is the first of its page
 * @absolute:	records carry their absolute time
 * @start:	records that the new page had counted in its earlier uses
 */
struct ring_try {
	u64			word;
	u64			ts;
	u64			delta;
	struct ring_seat	from;
	struct ring_seat	to;
	struct ring_scale	scale;
	unsigned int		offset;
	unsigned int		extend;
	bool			moves;
	bool			reseat;
	bool			opens;
	bool			absolute;
	unsigned long		start;
};

/* 0 to 3: task, softirq, interrupt, NMI. */
static unsigned int ring_level(unsigned int count)
{
	if (count & NMI_MASK)
		return 3;
	if (count & HARDIRQ_MASK)
		return 2;
	return !!(count & SOFTIRQ_OFFSET);
}

/*
 * Another writer of this CPU stands below. Is this an interrupt, or recursion?
 * See "Recursion" in ring.h.
 */
static bool ring_may_nest(struct ring_writer *rw, unsigned int depth)
{
	u32 stay = READ_ONCE(rw->stays[depth - 1].level);
	unsigned int below = ring_level(stay);

	if (ring_level(ring_context()) > below)
		return true;
	if (stay & RING_STAY_CLOCK)
		return false;
	if (READ_ONCE(rw->exempt))
		return true;
	return depth == 1 || ring_level(rw->stays[depth - 2].level) < below;
}

/* Count a writer in, if it may. What is refused is counted, too. */
static bool ring_enter(struct ring_writer *rw)
{
	unsigned int depth = READ_ONCE(rw->nest) & RING_NEST_MASK;

	if (unlikely(depth == RING_CLOSED)) {
		local_inc(&ring_cpu_of(rw)->dropped);
		return false;
	}
	if (depth && (depth >= RING_DEPTH || !ring_may_nest(rw, depth))) {
		local_inc(&ring_cpu_of(rw)->recursed);
		return false;
	}
	/* Not a store of what was read: RING_MOVED may have been set since. */
	ring_nest_inc(&rw->nest);
	WRITE_ONCE(rw->stays[depth].level, ring_context());
	barrier();
	return true;
}

static unsigned int ring_depth(struct ring_writer *rw)
{
	return (READ_ONCE(rw->nest) & RING_NEST_MASK) - 1;
}

/* The time of a record. This context writes no other meanwhile. */
static u64 ring_read_clock(struct trace_buffer *buffer, struct ring_writer *rw)
{
	struct ring_stay *stay = &rw->stays[ring_depth(rw)];
	u64 ts;

	WRITE_ONCE(stay->level, stay->level | RING_STAY_CLOCK);
	barrier();
	ts = ring_clock(buffer);
	barrier();
	WRITE_ONCE(stay->level, stay->level & ~RING_STAY_CLOCK);
	return ts;
}

static void ring_look(struct trace_buffer *buffer, struct ring_writer *rw,
		      struct ring_try *try)
{
	u64 last;

	do {
		try->word = local64_read(&rw->word);
		barrier();
		ring_at(LOOK);
		try->from = *ring_word_seat(rw, try->word);
		barrier();
	} while (local64_read(&rw->word) != try->word);
	try->ts = ring_read_clock(buffer, rw);
	last = try->from.base + (try->word >> RING_TIME_SHIFT);
	if ((s64)(try->ts - last) < 0)
		try->ts = last;
	try->delta = try->ts - last;
	try->offset = try->word & RING_OFFSET_MASK;
	try->extend = 0;
	try->absolute = READ_ONCE(rw->detour) & RING_DETOUR_ABSOLUTE;
	try->moves = false;
	try->reseat = false;
	try->opens = !try->offset;
}

/*
 * Make the slot of position @pos the writer's. An interrupted writer may have
 * done so already; then its page is taken as it is.
 */
static struct ring_page *ring_claim(struct ring_cpu *rc, u64 pos)
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
			local_inc(&rc->stuck);
			return NULL;
		}
		lost = old & RING_SLOT_FREE ? 0 : ring_page_entries(page);
		ring_at(CLAIM);
		/* RB(claim:A) */
	} while (!atomic64_try_cmpxchg(slot, &old,
				       ring_slot_make(pos, page->index, 0)));
	local_add(lost, &rc->overrun);
	ring_at(CLAIMED);
	return page;
}

/*
 * Let the seat's time count from @try->ts, in the clock's present scale; or
 * from @ahead before that.
 */
static void ring_rebase(struct ring_try *try, u32 ahead)
{
	try->to.base = try->ts - ahead;
	try->to.factor = try->scale.factor;
	try->to.zero = try->scale.factor ? try->to.base - try->scale.offset :
					   RING_ZERO_NEVER;
	try->reseat = true;
}

/* Plan a record on the page after the one that @try found. */
static bool ring_plan_move(struct ring_cpu *rc, struct ring_try *try)
{
	u64 pos = try->from.pos + 1;
	struct ring_page *page = ring_claim(rc, pos);

	if (!page)
		return false;
	try->moves = true;
	try->opens = true;
	try->offset = 0;
	try->start = local_read(&page->entries);
	try->to = (struct ring_seat) {
		.pos = pos,
		.data = (u32 *)page->block->data,
		.entries = &page->entries,
		.page = page,
	};
	ring_rebase(try, 0);
	return true;
}

/* Does the time since the seat's base, or the clock's scale, ask for another? */
static bool ring_is_stale(struct ring_try *try)
{
	if ((try->ts - try->from.base) >> (64 - RING_TIME_SHIFT))
		return true;
	return try->scale.factor != try->from.factor ||
	       (try->scale.factor &&
		try->from.base - try->from.zero != try->scale.offset);
}

/* Where does a record of @words go, and what has to stand before it? */
static bool ring_plan(struct ring_cpu *rc, struct ring_try *try,
		      unsigned int words)
{
	unsigned int room = ring_data_bytes(rc->store.order) / sizeof(u32);
	bool far = !try->opens && try->delta >> RING_EXTEND_BITS;

	if (try->absolute || (!try->opens && try->delta >> RING_DELTA_BITS))
		try->extend = RING_EXTEND_WORDS;

	if (far || try->offset + try->extend + words > room) {
		if (!try->absolute)
			try->extend = 0;
		if (try->extend + words > room)
			return false;
		return ring_plan_move(rc, try);
	}
	try->to = try->from;
	if (try->opens) {
		/*
		 * The first record was discarded. With the seat before the last
		 * the word could be what an interrupted writer has read, and its
		 * seat another by now. So the word's time never comes again.
		 */
		try->start = local_read(try->to.entries);
		ring_rebase(try, (try->word >> RING_TIME_SHIFT) + 1);
	} else if (try->extend || ring_is_stale(try)) {
		ring_rebase(try, 0);
	}
	return true;
}

/* Carry out the plan, unless an interrupt had another one meanwhile. */
static bool ring_move_word(struct ring_writer *rw, struct ring_try *try,
			   unsigned int words, unsigned int depth)
{
	unsigned int seat = (try->word >> RING_SEAT_SHIFT) & RING_SEAT_MASK;
	u64 time = try->ts - try->to.base;
	s64 old = try->word;

	if (try->reseat) {
		seat = seat == 2 * depth ? 2 * depth + 1 : 2 * depth;
		rw->seats[seat] = try->to;
		/* Before the word: who commits must not miss it. */
		WRITE_ONCE(rw->nest, READ_ONCE(rw->nest) | RING_MOVED);
		barrier();
	}
	ring_at(SLOW);
	/* RB(slow:A) */
	return local64_try_cmpxchg(&rw->word, &old, time << RING_TIME_SHIFT |
				   ring_low_make(try->to.pos, seat, try->offset +
						 try->extend + words));
}

/*
 * The state tells of the new page since a moment, and its accounts follow.
 * Nobody reads them before the outermost writer, which cannot be above this
 * one, has committed.
 */
static void ring_moved(struct ring_try *try)
{
	if (try->moves)
		WRITE_ONCE(try->from.page->end,
			   (try->word & RING_OFFSET_MASK) * sizeof(u32));
	if (try->opens) {
		WRITE_ONCE(try->to.page->start, try->start);
		WRITE_ONCE(try->to.page->block->time_stamp, try->ts);
		local_set(&try->to.page->block->commit, 0);
	}
	ring_at(MOVED);
}

static void ring_lay_time(struct ring_buffer_event *event, unsigned int type,
			  u64 time)
{
	*(u32 *)event = ring_head(type, time & RING_DELTA_MAX);
	event->array[0] = time >> RING_DELTA_BITS;
}

/* Lay down what @try has reserved, a time first if it is told to. */
static struct ring_buffer_event *ring_lay(struct ring_try *try, unsigned int len)
{
	u32 *at = try->to.data + try->offset;
	struct ring_buffer_event *event = (struct ring_buffer_event *)at;

	if (try->extend) {
		if (try->absolute)
			ring_lay_time(event, RINGBUF_TYPE_TIME_STAMP, try->ts);
		else
			ring_lay_time(event, RINGBUF_TYPE_TIME_EXTEND, try->delta);
		event = (struct ring_buffer_event *)(at + try->extend);
	}
	ring_frame(event, len, try->extend || try->opens ? 0 : try->delta);
	return event;
}

/*
 * ring_reserve() could not do it in one step. The writer has been counted in,
 * and this is not left without a record before that is undone.
 *
 * An attempt fails where another record was reserved meanwhile. Interrupts make a
 * few attempts fail at most. If each of RING_TRIES attempts fails, the cause is
 * something that every attempt triggers, so the record is dropped.
 */
noinline struct ring_buffer_event *
ring_reserve_slow(struct ring_writer *rw, unsigned int len)
{
	struct ring_cpu *rc = ring_cpu_of(rw);
	struct trace_buffer *buffer = &rc->owner->pub;
	unsigned int depth = ring_depth(rw);
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
		ring_look(buffer, rw, &try);
		if (!ring_plan(rc, &try, words)) {
			ring_commit_slow(rw);
			return NULL;
		}
	} while (!ring_move_word(rw, &try, words, depth));

	if (try.opens)
		ring_moved(&try);
	local_inc(try.to.entries);
	rw->stays[depth].stamp = try.ts;
	return ring_lay(&try, len);
}
EXPORT_SYMBOL_GPL(ring_reserve_slow);

/*
 * The record is long, or the short way is not open: others are at work, none is
 * wanted, or something is to be done that the short way does not know of.
 */
noinline struct ring_buffer_event *
ring_reserve_far(struct ring_writer *rw, unsigned long len)
{
	if (READ_ONCE(rw->detour) & RING_DETOUR_OFF)
		return NULL;
	/* Longer than any page, so it has no place in any ring. */
	if (len > ring_data_bytes(RING_MAX_ORDER))
		return NULL;
	if (likely(!READ_ONCE(rw->busy)))
		return ring_reserve_open(rw, len, true);
	if (!ring_enter(rw))
		return NULL;
	return ring_reserve_slow(rw, len);
}
EXPORT_SYMBOL_GPL(ring_reserve_far);

/* The page at @pos, which is the commit's or one not committed yet. */
static struct ring_page *ring_tail_page(struct ring_cpu *rc, u64 pos)
{
	u64 slot;

	if (pos == ring_commit_pos(atomic64_read(&rc->w.commit)))
		return rc->commit_page;
	slot = atomic64_read(ring_slot(&rc->store, pos));
	return ring_slot_page(&rc->store, slot);
}

/* Close the accounts of all pages from the commit's up to that before @pos. */
static void ring_settle(struct ring_cpu *rc, u64 pos)
{
	u64 at = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_page *page = rc->commit_page;
	u64 refused;

	for (; at < pos; at++) {
		struct ring_page *next = ring_tail_page(rc, at + 1);

		local_set(&page->block->commit, page->end);
		refused = local_read(&rc->stuck) + local_read(&rc->dropped) +
			  local_read(&rc->recursed);
		WRITE_ONCE(next->written, page->written + ring_page_entries(page));
		WRITE_ONCE(next->bytes, page->bytes + page->end);
		WRITE_ONCE(next->refused, refused);
		page = next;
	}
	WRITE_ONCE(rc->commit_page, page);
}

/* The state word, and the position of its seat. */
static u64 ring_read_word(struct ring_writer *rw, u64 *pos)
{
	u64 word;

	do {
		word = local64_read(&rw->word);
		barrier();
		*pos = READ_ONCE(ring_word_seat(rw, word)->pos);
		barrier();
	} while (local64_read(&rw->word) != word);
	return word;
}

/*
 * Is no writer at work on this CPU? One that has left but finds that it was
 * interrupted before has still to publish what the interrupt wrote.
 *
 * Context: on the ring's CPU, interrupts off; or that is offline.
 */
bool ring_is_quiet(struct ring_writer *rw)
{
	u64 word, pos;

	if (READ_ONCE(rw->nest) & RING_NEST_MASK)
		return false;
	word = ring_read_word(rw, &pos);
	return !((ring_commit_make(pos, word) ^ atomic64_read(&rw->commit)) &
		 ~((u64)RING_SEAT_MASK << RING_SEAT_SHIFT));
}

/*
 * Publish what the outermost writer and all that interrupted it have written.
 * Interrupts that come after it left publish their own, so publishing once
 * more does no harm; those that came before left it to this one.
 */
static void ring_publish(struct ring_writer *rw)
{
	struct ring_cpu *rc = ring_cpu_of(rw);
	u64 word, pos;

	do {
		/* Without RING_MOVED: what that tells of is looked at now. */
		WRITE_ONCE(rw->nest, 1);
		WRITE_ONCE(rw->stays[0].level, ring_context());
		barrier();
		word = ring_read_word(rw, &pos);
		ring_settle(rc, pos);
		ring_at(SETTLED);
		/* RB(publish:A) */
		atomic64_set_release(&rw->commit, ring_commit_make(pos, word));
		ring_at(PUBLISHED);
		ring_nest_dec(&rw->nest);
		ring_at(LEFT);
	} while (local64_read(&rw->word) != word);
}

/* A writer leaves, and ring_commit() could not see to it. */
noinline void ring_commit_slow(struct ring_writer *rw)
{
	bool moved;

	if ((READ_ONCE(rw->nest) & RING_NEST_MASK) > 1) {
		ring_nest_dec(&rw->nest);
		return;
	}
	moved = READ_ONCE(rw->nest) & RING_MOVED;
	ring_publish(rw);
	/* Whoever waits for full pages is asked when one is full. */
	if (atomic_read(&rw->wake) != RING_WAKE_NONE || (moved && atomic_read(&rw->wake_full)))
		ring_wake(rw);
}
EXPORT_SYMBOL_GPL(ring_commit_slow);

/* Undo a reservation after which there was no other. */
static bool ring_take_back(struct ring_writer *rw,
			   struct ring_buffer_event *event)
{
	unsigned int words = ring_event_bytes(event) / sizeof(u32);
	s64 old = local64_read(&rw->word);
	u64 time = (u64)old >> RING_TIME_SHIFT;
	u64 offset = old & RING_OFFSET_MASK;
	struct ring_seat *seat;
	local_t *entries;

	barrier();
	seat = ring_word_seat(rw, old);
	entries = READ_ONCE(seat->entries);
	if (offset < words || time < event->time_delta ||
	    READ_ONCE(seat->data) + offset - words != (u32 *)event)
		return false;
	/* First: who opens the page again counts from what is there. */
	local_dec(entries);
	ring_at(UNDO);
	/* RB(undo:A) */
	if (!local64_try_cmpxchg(&rw->word, &old, old - words -
				 ((u64)event->time_delta << RING_TIME_SHIFT))) {
		local_inc(entries);
		return false;
	}
	ring_at(UNDONE);
	return true;
}

/* Which page is this uncommitted record on? */
static struct ring_page *ring_find_page(struct ring_cpu *rc, void *event)
{
	u64 pos = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_page *page;

	do {
		page = ring_tail_page(rc, pos++);
	} while (event < (void *)page->block ||
		 event >= (void *)page->block + (PAGE_SIZE << rc->store.order));
	return page;
}

/*
 * The records after @event, up to the word, are whole: interrupts wrote them.
 * Let the first whose delta has one to spare have one less; if none has, let
 * the word's time be that of the last, so that the next delta is one less.
 */
static void ring_repay(struct ring_writer *rw, struct ring_buffer_event *event)
{
	struct ring_page *page = ring_find_page(ring_cpu_of(rw), event);
	struct ring_seat *seat;
	void *end;
	s64 word;

	do {
		word = local64_read(&rw->word);
		barrier();
		seat = ring_word_seat(rw, word);
		/* Nothing follows on a page that was left; the next has its own. */
		end = page->block->data + (seat->page != page ? page->end :
			(word & RING_OFFSET_MASK) * sizeof(u32));
		for (; (void *)event < end;
		     event = (void *)event + ring_event_bytes(event)) {
			/* An absolute time makes up for all before it. */
			if (event->type_len == RINGBUF_TYPE_TIME_STAMP)
				return;
			if (event->time_delta &&
			    event->type_len != RINGBUF_TYPE_PADDING) {
				event->time_delta--;
				return;
			}
		}
		if (seat->page != page || !~(u32)(word >> RING_TIME_SHIFT))
			return;
		ring_at(UNDO);
		/* RB(repay:A) */
	} while (!local64_try_cmpxchg(&rw->word, &word,
				      word + BIT_ULL(RING_TIME_SHIFT)));
}

/*
 * Others were reserved after it, so the record stays, as padding. Padding has
 * a delta that is not zero. To keep the time of what follows right, a record
 * that had none becomes a time extend of zero, if that fills it, or is followed
 * by its own absolute time. In 12 bytes is room for neither: those who follow
 * make up for it, and only what has the same time is shown one unit later.
 */
static void ring_void(struct ring_writer *rw, struct ring_buffer_event *event)
{
	unsigned int bytes = ring_event_bytes(event);
	u64 ts = rw->stays[ring_depth(rw)].stamp;

	if (!event->time_delta) {
		if (bytes == 8) {
			ring_lay_time(event, RINGBUF_TYPE_TIME_EXTEND, 0);
			return;
		}
		if (bytes >= 16) {
			bytes -= 8;
			ring_lay_time((void *)event + bytes,
				      RINGBUF_TYPE_TIME_STAMP, ts);
		} else {
			ring_repay(rw, (void *)event + bytes);
		}
		event->time_delta = 1;
	}
	event->array[0] = bytes - sizeof(u32);
	event->type_len = RINGBUF_TYPE_PADDING;
}

/**
 * ring_buffer_discard_commit - give back a record that was reserved
 * @buffer: the buffer
 * @event: what was reserved
 *
 * Takes the place of ring_buffer_unlock_commit(). The room is free again
 * unless an interrupt wrote records meanwhile.
 *
 * Context: as the reservation.
 */
void ring_buffer_discard_commit(struct trace_buffer *buffer,
				struct ring_buffer_event *event)
{
	struct ring_writer *rw = ring_this_writer(buffer);

	if (!ring_take_back(rw, event)) {
		local_dec(&ring_find_page(ring_cpu_of(rw), event)->entries);
		ring_void(rw, event);
	}
	ring_commit(buffer);
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(ring_buffer_discard_commit);

/**
 * ring_buffer_lock_reserve - room for a record in this CPU's ring
 * @buffer: the buffer
 * @length: bytes of payload
 *
 * Fill ring_buffer_event_data() of it, then call ring_buffer_unlock_commit() or
 * ring_buffer_discard_commit().
 *
 * Context: any, NMI included. Returns with preemption off.
 * Return: the record, or NULL, with preemption as it was: recording is off,
 * there is no room, the record is too long, or this is recursion.
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
 * Context: as the reservation.
 * Return: 0
 */
int ring_buffer_unlock_commit(struct trace_buffer *buffer)
{
	ring_commit(buffer);
	preempt_enable_notrace();
	return 0;
}
EXPORT_SYMBOL_GPL(ring_buffer_unlock_commit);

/**
 * ring_buffer_write - write a record that is already made
 * @buffer: the buffer
 * @length: bytes of payload
 * @data: the payload
 *
 * Context: any, NMI included.
 * Return: 0, or -EBUSY if it was refused.
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
 * ring_buffer_nest_start - allow records inside a record
 * @buffer: the buffer
 *
 * Between a reservation and its commit this context is about to write another
 * record, and means it. Undone by ring_buffer_nest_end().
 *
 * Context: any, NMI included. Returns with preemption off.
 */
void ring_buffer_nest_start(struct trace_buffer *buffer)
{
	struct ring_writer *rw;

	preempt_disable_notrace();
	rw = ring_this_writer(buffer);
	WRITE_ONCE(rw->exempt, rw->exempt + 1);
	barrier();
}

/**
 * ring_buffer_nest_end - end what ring_buffer_nest_start() began
 * @buffer: the buffer
 */
void ring_buffer_nest_end(struct trace_buffer *buffer)
{
	struct ring_writer *rw = ring_this_writer(buffer);

	barrier();
	WRITE_ONCE(rw->exempt, rw->exempt - 1);
	preempt_enable_notrace();
}

/**
 * ring_buffer_event_time_stamp - when was a record reserved?
 * @buffer: the buffer
 * @event: a record of the calling context that is not committed yet
 *
 * Context: as the reservation.
 * Return: the record's time, as readers will see it.
 */
u64 ring_buffer_event_time_stamp(struct trace_buffer *buffer,
				 struct ring_buffer_event *event)
{
	struct ring_writer *rw = ring_this_writer(buffer);
	unsigned int depth = ring_depth(rw);

	return depth < RING_DEPTH ? rw->stays[depth].stamp : ring_clock(buffer);
}

/**
 * ring_buffer_time_stamp - the buffer's time now
 * @buffer: the buffer
 *
 * Context: any, NMI included.
 * Return: what its clock says on this CPU.
 */
u64 ring_buffer_time_stamp(struct trace_buffer *buffer)
{
	u64 ts;

	preempt_disable_notrace();
	ts = ring_clock(buffer);
	preempt_enable_notrace();
	return ts;
}
EXPORT_SYMBOL_GPL(ring_buffer_time_stamp);
