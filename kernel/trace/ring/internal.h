/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of ring/ share. Read ring.h first, it tells how it works.
 *
 * Every ordered access has a label, RB(function:letter), and a partner:
 *
 *	reserve:A	local cmpxchg of the word. Partners are the interrupts
 *	slow:A		of the same CPU, which see the word either before or
 *	undo:A		after and finish before the interrupted goes on; the
 *	repay:A		compiler is all there is to order.
 *	commit:A	release of ring_writer.commit: records, their page's
 *	publish:A	stamp and the accounts of all pages left before are
 *			written. Pairs with read:A, iter:A and figures:A.
 *			commit:A is of the lower half, after publish:A of the
 *			whole.
 *	read:A		acquires of ring_writer.commit: what is committed can be
 *	iter:A		read. Pair with commit:A and publish:A.
 *	figures:A
 *	claim:A		full cmpxchg of a slot: the page is the writer's before
 *			anything is written to it. Pairs with iter:B, and with
 *			take:A for the spare page that the reader left there.
 *	take:A		full cmpxchg of a slot: the reader's last look at the
 *			spare page is before the writer can have it.
 *			Pairs with claim:A.
 *	iter:B		read barrier between the copy of a page and the second
 *			look at its slot. Pairs with claim:A: whoever copied a
 *			new record sees that the slot was claimed.
 *	figures:B	read barrier between accounts and the second look at
 *			commit. Pairs with publish:A.
 *	detour:A	full barriers around the store of ring_writer.detour: who
 *	detour:B	changes what it follows from looks, stores and looks
 *			again. Pairs with itself: of two, the later store is by
 *			one who sees both changes.
 *	add:A		release of a ring in trace_buffer.writers: it is whole.
 *			Pairs with the dependency of whoever follows that.
 *	wait:A		acquire of ring_owner.wakes, and the release in
 *	waiters:A	ring_buffer_wake_waiters(): who is woken sees what was
 *			changed before. They pair with each other.
 *	arm:A		full barrier after setting ring_writer.wake, followed by
 *	arm:B		a barrier on the writer's own CPU; then the look for
 *			records. Pairs with the order commit:A, then wake, of
 *			ring_commit(), for which the compiler's order suffices:
 *			the interrupt of arm:B stands for the processor's.
 *	map:A		full barrier after setting RING_WAKE_MAP, followed by
 *	map:B		work on the writer's own CPU, which lets user space see
 *			what is committed. As arm:A and arm:B.
 *	map:C		local cmpxchg of a page's commit word. Partners are the
 *			NMIs of the same CPU, as for reserve:A.
 *	pair:A		release of ring_waits.swap: the work is made. Pairs with
 *			the use of what ring_wake() reads there.
 *	image:A		release of the image's magic: all of its rings are made.
 *			Pairs with the next boot, if the memory gets that far.
 */
#ifndef _TRACE_RING_INTERNAL_H
#define _TRACE_RING_INTERNAL_H

#include "ring.h"

#define RING_MIN_PAGES		2
#define RING_MAX_ORDER		7

/* Where positions start: above the number of slots, so none gets below zero. */
#define RING_FIRST_POS		BIT_ULL(24)

/* Attempts to reserve, each of which was disturbed by another record. */
#define RING_TRIES		32

/* In ring_writer.nest while the ring is being rebuilt: all come in vain. */
#define RING_CLOSED		(RING_DEPTH + 1)

/* In a seat that leads each record to the long way. */
#define RING_ZERO_NEVER		BIT_ULL(63)

/* A slot: position, index of the page, and whether its records are gone. */
#define RING_SLOT_FREE		BIT_ULL(0)
#define RING_SLOT_INDEX_SHIFT	1
#define RING_SLOT_POS_SHIFT	24
#define RING_MAX_INDEX		((1U << 23) - 1)
#define RING_SLOT_INDEX		((u64)RING_MAX_INDEX << RING_SLOT_INDEX_SHIFT)

/* In the commit word of a page that user space gets. */
#define RING_MISSED_EVENTS	BIT(31)
#define RING_MISSED_STORED	BIT(30)

#define RING_EXTEND_WORDS	2
#define RING_EXTEND_BITS	59

/**
 * struct ring_block - a sub-buffer as user space sees it
 * @time_stamp:	what the first record's delta counts from
 * @commit:	bytes in use, when the writer has left or user space got it; while
 *	the ring is mapped always
 * @data:	records
 */
struct ring_block {
	u64		time_stamp;
	local_t		commit;
	u8		data[];
};

#define RING_BLOCK_HEADER	offsetof(struct ring_block, data)

/**
 * struct ring_page - what the kernel knows about a sub-buffer
 * @block:	its memory
 * @link:	chains pages that belong to no ring
 * @index:	its place in ring_cpu.pages
 * @end:	bytes in use, when the writer has left
 * @entries:	counts its records, from one use to the next
 * @start:	@entries when this use began
 * @written:	records of the CPU before it
 * @refused:	records of the CPU for which there was no room, before it
 * @bytes:	bytes of the CPU before it
 */
struct ring_page {
	struct ring_block	*block;
	struct list_head	link;
	unsigned int		index;
	unsigned int		end;
	local_t			entries;
	unsigned long		start;
	u64			written;
	u64			refused;
	u64			bytes;
};

/**
 * struct ring_cursor - a place in a page's records
 * @data:	the page's first record
 * @off:	bytes to the next record
 * @end:	bytes that are there
 * @ts:		time that the next record's delta counts from
 */
struct ring_cursor {
	u8		*data;
	unsigned int	off;
	unsigned int	end;
	u64		ts;
};

/* The memory of a ring, as one so that another can take its place. */
struct ring_store {
	atomic64_t		*slots;
	struct ring_page	**pages;
	unsigned int		nr;
	unsigned int		order;
};

/**
 * struct ring_cpu - one CPU's ring. What tells of its contents is exchanged by
 *	ring_swap_contents(): new members of that kind want to be there, too
 * @w:		the writer's half
 * @seats:	room for @w.seats, and only ever used by that name
 * @owner:	the buffer
 * @cpu:	whose it is
 * @store:	slots and pages. Changed on @cpu, under @reader_lock, closed.
 * @commit_page: the page that @w.commit is in
 * @disabled:	nonzero: no records; ring_detour() tells the writer
 * @overrun:	records lost to newer ones
 * @stuck:	records lost as the tail met what was not yet committed
 * @dropped:	records lost as the ring was full of unread ones, was closed, or as
 *	each of RING_TRIES attempts was disturbed
 * @recursed:	records lost as they came from within a record
 * @reader_lock: all below
 * @reader_page: the reader's page
 * @reader_pos:	its position
 * @given:	its memory was given away, and with it the records
 * @cursor:	what of it is read
 * @lost:	records lost just before it, not told yet
 * @nread:	records read
 * @epoch:	counts resets
 * @past:	positions below it are from before the boot
 * @map:	how user space sees it, or NULL
 * @bytes:	the size that the ring was given, rounded up to the sub-buffers of
 *	that time; kept when these change their size; under ring_owner.lock
 */
struct ring_cpu {
	struct ring_writer	w;
	struct ring_seat	seats[2 * RING_DEPTH];
	struct ring_owner	*owner;
	int			cpu;
	struct ring_store	store;
	struct ring_page	*commit_page;
	atomic_t		disabled;
	local_t			overrun;
	local_t			stuck;
	local_t			dropped;
	local_t			recursed;

	raw_spinlock_t		reader_lock ____cacheline_aligned_in_smp;
	struct ring_page	*reader_page;
	u64			reader_pos;
	bool			given;
	struct ring_cursor	cursor;
	unsigned long		lost;
	unsigned long		nread;
	unsigned int		epoch;
	u64			past;
	struct ring_map		*map;
	unsigned long		bytes;
};

static_assert(offsetof(struct ring_cpu, seats) == offsetof(struct ring_cpu, w.seats));

/**
 * struct ring_waits - those who wait for records of one CPU
 * @queue:	they
 * @work:	wakes them
 * @owner:	the buffer
 * @full:	smallest number of pages that somebody waits for
 * @swap:	exchanges the ring's contents, for RING_WAKE_SWAP; or NULL
 */
struct ring_waits {
	wait_queue_head_t	queue;
	struct irq_work		work;
	struct ring_owner	*owner;
	unsigned int		full;
	struct irq_work		*swap;
};

/**
 * struct ring_owner - a buffer
 * @pub:	the part that writing looks at
 * @lock:	makes size, order and the set of CPUs change one at a time
 * @node:	hotplug's
 * @cpumask:	CPUs with a ring
 * @overwrite:	a full ring loses its oldest records
 * @absolute:	each record has its absolute time
 * @order:	of new rings
 * @nr:		pages of new rings
 * @bytes:	ring_cpu.bytes of new rings
 * @pinned:	iterators at work: no change of size
 * @queue:	those who wait for any CPU
 * @wakes:	counts ring_buffer_wake_waiters()
 * @waits:	per CPU
 * @persist:	the memory it is in, if that outlives the kernel, or NULL
 * @key:	the lockdep class of the reader locks
 */
struct ring_owner {
	struct trace_buffer	pub;
	struct mutex		lock;		/* one change at a time */
	struct hlist_node	node;
	cpumask_var_t		cpumask;
	bool			overwrite;
	bool			absolute;
	unsigned int		order;
	unsigned int		nr;
	unsigned long		bytes;
	atomic_t		pinned;
	wait_queue_head_t	queue;
	atomic_t		wakes;
	struct ring_waits	*waits;
	struct ring_persist	*persist;
	struct lock_class_key	*key;
};

static inline struct ring_owner *ring_owner_of(struct trace_buffer *buffer)
{
	return container_of(buffer, struct ring_owner, pub);
}

static inline struct ring_cpu *ring_cpu_of(struct ring_writer *rw)
{
	return container_of(rw, struct ring_cpu, w);
}

/* The ring of @cpu, or NULL. */
static inline struct ring_cpu *ring_get(struct ring_owner *owner, int cpu)
{
	if ((unsigned int)cpu >= nr_cpu_ids ||
	    !cpumask_test_cpu(cpu, owner->cpumask))
		return NULL;
	return ring_cpu_of(READ_ONCE(*per_cpu_ptr(owner->pub.writers, cpu)));
}

static inline unsigned int ring_data_bytes(unsigned int order)
{
	return (PAGE_SIZE << order) - RING_BLOCK_HEADER;
}

/* The pages of @order, at least RING_MIN_PAGES, that hold @bytes of records. */
static inline unsigned long ring_pages_for(unsigned long bytes, unsigned int order)
{
	unsigned int room = ring_data_bytes(order);

	/* The sum in DIV_ROUND_UP() wraps around where @bytes is near ULONG_MAX. */
	return max_t(unsigned long, bytes / room + !!(bytes % room), RING_MIN_PAGES);
}

/* The bytes of records that @nr pages of @order hold. */
static inline unsigned long ring_bytes_of(unsigned long nr, unsigned int order)
{
	return nr * ring_data_bytes(order);
}

static inline u64 ring_slot_make(u64 pos, unsigned int index, u64 free)
{
	return pos << RING_SLOT_POS_SHIFT |
	       (u64)index << RING_SLOT_INDEX_SHIFT | free;
}

static inline u64 ring_slot_pos(u64 slot)
{
	return slot >> RING_SLOT_POS_SHIFT;
}

static inline unsigned int ring_slot_index(u64 slot)
{
	return (slot >> RING_SLOT_INDEX_SHIFT) & RING_MAX_INDEX;
}

static inline atomic64_t *ring_slot(struct ring_store *store, u64 pos)
{
	u32 at;

	div_u64_rem(pos, store->nr, &at);
	return &store->slots[at];
}

static inline struct ring_page *
ring_slot_page(struct ring_store *store, u64 slot)
{
	return store->pages[ring_slot_index(slot)];
}

static inline unsigned long ring_page_entries(struct ring_page *page)
{
	return local_read(&page->entries) - READ_ONCE(page->start);
}

/* The number of the record after @page's last, counting those that were lost. */
static inline u64 ring_page_next(struct ring_page *page)
{
	return page->written + page->refused + ring_page_entries(page);
}

/* Position and offset, as ring_writer.commit has them. */
static inline u64 ring_commit_make(u64 pos, u32 low)
{
	return pos >> RING_LAP_BITS << 32 | low;
}

static inline u64 ring_commit_pos(u64 commit)
{
	return commit >> 32 << RING_LAP_BITS | (u32)commit >> RING_LAP_SHIFT;
}

static inline unsigned int ring_commit_bytes(u64 commit)
{
	return (commit & RING_OFFSET_MASK) * sizeof(u32);
}

/* A state word without its time. */
static inline u32 ring_low_make(u64 pos, unsigned int seat, unsigned int offset)
{
	return (u32)pos << RING_LAP_SHIFT | seat << RING_SEAT_SHIFT | offset;
}

/* page.c */
unsigned int ring_event_bytes(struct ring_buffer_event *event);
void ring_cursor_set(struct ring_cursor *c, struct ring_block *block,
		     unsigned int end);
struct ring_buffer_event *ring_cursor_peek(struct ring_cursor *c, u64 *ts);
void ring_cursor_advance(struct ring_cursor *c, struct ring_buffer_event *event);

/**
 * struct ring_block_sum - what a page of records holds
 * @first:	time that the first record's delta counts from
 * @last:	time of the last record
 * @entries:	records
 * @before:	of them, those before the byte asked for
 * @time:	of the last of those
 */
struct ring_block_sum {
	u64		first;
	u64		last;
	unsigned long	entries;
	unsigned long	before;
	u64		time;
};

bool ring_block_sum(struct ring_block *block, unsigned int end, unsigned int at,
		    struct ring_block_sum *sum);

/* persist.c */
struct ring_persist *ring_persist_make(void *mem, size_t bytes, u64 key,
				       unsigned long base);
struct ring_cpu *ring_persist_cpu(struct ring_owner *owner, int cpu);
void ring_persist_ready(struct ring_persist *p);
unsigned int ring_persist_slots(struct ring_persist *p);
unsigned long ring_persist_kept(struct ring_persist *p);

/* store.c */
struct ring_page *ring_page_alloc(int cpu, unsigned int order);
void ring_pages_free(struct list_head *pages, unsigned int order);
int ring_pages_alloc(struct list_head *pages, unsigned int nr, int cpu,
		     unsigned int order);
int ring_store_alloc(struct ring_store *store, unsigned int nr,
		     unsigned int order);
void ring_store_free(struct ring_store *store);
void ring_cpu_start(struct ring_cpu *rc, struct list_head *pages);
void ring_cpu_clear(struct ring_cpu *rc);

/* resize.c */
void ring_run_closed(struct ring_cpu *rc,
		     void (*fn)(struct ring_cpu *rc, void *arg), void *arg);

/* ring.c */
void ring_detour(struct ring_cpu *rc);

/* write.c */
bool ring_is_quiet(struct ring_writer *rw);

/* mmap.c */
void ring_map_tell(struct ring_cpu *rc);
void ring_map_commit(struct ring_cpu *rc);

/* read.c */
unsigned long ring_read_lock(struct ring_cpu *rc);
void ring_read_unlock(struct ring_cpu *rc, unsigned long flags);
unsigned int ring_reader_end(struct ring_cpu *rc, u64 commit);
bool ring_take(struct ring_cpu *rc);
bool ring_read_any(struct ring_cpu *rc);
bool ring_read_ready(struct ring_cpu *rc);
bool ring_reader_done(struct ring_cpu *rc);
struct ring_page *ring_oldest(struct ring_cpu *rc, u64 *pos);

/* stats.c */
u64 ring_written(struct ring_cpu *rc);
unsigned int ring_dirty_pages(struct ring_cpu *rc);

/* swap.c */
int ring_swap_locked(struct ring_cpu *a, struct ring_cpu *b);

/* wait.c */
void ring_waits_init(struct ring_owner *owner);
void ring_waits_stop(struct ring_owner *owner);

#endif
