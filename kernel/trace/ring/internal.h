/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the files of ring/. ring.h explains the structures and the
 * algorithm.
 *
 * Each ordered access has a label, RB(function:letter), and a counterpart:
 *
 *	reserve:A	local cmpxchg of the state word. The counterparts are
 *	slow:A		interrupts of the same CPU: an interrupt sees the word
 *	undo:A		either before or after the access, and returns before
 *	compensate:A	the interrupted context continues. Only the compiler
 *			has to be kept from reordering.
 *	commit:A	release of ring_writer.commit: the records, the
 *	publish:A	timestamp of their page and the totals of all pages
 *			before are written. Pairs with read:A, iter:A and
 *			figures:A. commit:A stores the lower half only, after
 *			publish:A stored the whole word.
 *	read:A		acquire of ring_writer.commit: records up to it can be
 *	iter:A		read. Pair with commit:A and publish:A.
 *	figures:A
 *	swap_count:A	local xchg of a count that an NMI may increment, as for
 *			reserve:A.
 *	claim:A		full cmpxchg of a slot: the writer owns the page before
 *			it writes to the page. Pairs with iter:B, figures:B and
 *			figures:C, and with take:A for the page that the reader
 *			put in the slot.
 *	take:A		full cmpxchg of a slot: the last access of the reader
 *			to the page that it puts there is before the writer can
 *			claim it. Pairs with claim:A.
 *	iter:B		read barrier between copying a page and reading its
 *			slot again. Pairs with claim:A: if the copy contains a
 *			newer record, the slot shows that it was claimed.
 *	figures:B	read barrier between reading totals and reading commit
 *			again. Pairs with claim:A: if the page has the totals of
 *			a newer position, commit has changed.
 *	figures:C	read barrier between reading overrun and reading commit.
 *			Pairs with claim:A: the records that overrun counts are
 *			among those that commit has.
 *	slow_flags:A	full barriers before and after the store of
 *	slow_flags:B	ring_writer.slow_flags: a CPU that changes a condition
 *			reads all conditions, stores the flags and reads the
 *			conditions again. Pairs with itself: of two concurrent
 *			calls, the one that stores last has read both changes.
 *	update_all:A	full barrier between the change of a condition and the
 *			load of ring_owner.cpumask. Pairs with slow_flags:A, which
 *			is between the store of the mask in ring_cpu_add() and
 *			the load of the condition: a ring that is added just now
 *			does not miss the change.
 *	add:A		release of a ring in trace_buffer.writers: the ring is
 *			initialized. Pairs with the address dependency of each
 *			CPU that loads the pointer.
 *	add:B		write barrier between the store of that pointer and the
 *			store of ring_owner.cpumask. Pairs with get:A.
 *	get:A		read barrier between the loads of the two: a CPU in the
 *			mask has a ring. Pairs with add:B.
 *	wait:A		acquire of ring_owner.wakes, and the release of it in
 *	waiters:A	ring_buffer_wake_waiters(): a task that is woken sees
 *			what was written before the wake-up. They pair.
 *	arm:A		full barrier of setting ring_writer.wake, then an
 *	arm:B		interrupt of the writer's CPU, then a check for records.
 *			Pairs with ring_commit(), which stores commit (commit:A)
 *			and then reads wake, ordered by the compiler only: the
 *			interrupt of arm:B replaces the barrier of the processor.
 *			arm:A orders the flag before the test whether that CPU
 *			is online; a CPU that goes online executes full barriers.
 *	map:A		full barrier after setting RING_WAKE_MAP, followed by
 *	map:B		ring_map_commit() on the writer's CPU, which stores the
 *			commit word that user space reads. Pairs with
 *			ring_commit(), as arm:A and arm:B do.
 *	map:C		local cmpxchg of the commit word of a page. The
 *			counterparts are NMIs of the same CPU, as for reserve:A.
 *	clear:A		xchg of ring_writer.wake of a spare ring, so that no flag
 *			is lost that a task sets just now. The reader lock orders
 *			the exchange of the contents and the check of that task.
 *	pair:A		release of ring_waits.swap: the irq_work is initialized.
 *			Pairs with the address dependency in ring_wake().
 *	image:A		release of ring_image.magic: all rings of the memory are
 *			initialized. Pairs with the next boot.
 *
 * The others are compiler barriers. Their counterparts are interrupts and NMIs of the same
 * CPU, as for reserve:A:
 *
 *	enter:A		between entering a writer and all that it reads: who
 *			interrupts it from then on knows that it is not the
 *			outermost writer.
 *	clock:A		around reading the clock, while records are refused.
 *	look:A		between reading the state word and its base, and reading
 *			the word again.
 *	base:A		between setting RING_BASE_CHANGED and changing the base.
 *	word:A		between reading the state word and testing whether the
 *			base has changed.
 *	exempt:A	between counting a section in which nested records are
 *			allowed and the section.
 *	close:A		between closing a ring and exchanging its contents.
 */
#ifndef _TRACE_RING_INTERNAL_H
#define _TRACE_RING_INTERNAL_H

#include "ring.h"

#define RING_MIN_PAGES		2
#define RING_MAX_ORDER		7

/* The first position. It exceeds the number of slots, so no position is negative. */
#define RING_FIRST_POS		BIT_ULL(24)

/*
 * Limit of attempts to reserve a record; an attempt fails if it was interrupted
 * by another record.
 */
#define RING_TRIES		32

/* Value of ring_writer.nest while the ring is closed: all reservations fail. */
#define RING_CLOSED		(RING_DEPTH + 1)

/* Value of ring_base.raw_ts that sends each record to the slow path. */
#define RING_RAW_TS_SLOW	BIT_ULL(63)

/* A slot: position, index of the page, and whether the page can be reused. */
#define RING_SLOT_FREE		BIT_ULL(0)
#define RING_SLOT_INDEX_SHIFT	1
#define RING_SLOT_POS_SHIFT	24
#define RING_MAX_INDEX		((1U << 23) - 1)
#define RING_SLOT_INDEX		((u64)RING_MAX_INDEX << RING_SLOT_INDEX_SHIFT)

/* Flags in the commit word of a page that is passed to user space. */
#define RING_MISSED_EVENTS	BIT(31)
#define RING_MISSED_STORED	BIT(30)

#define RING_EXTEND_WORDS	2
#define RING_EXTEND_BITS	59

/**
 * struct ring_block - a sub-buffer as user space sees it
 * @time_stamp: time, in clock units, that the delta of the first record is relative to
 * @commit: bytes in use; valid when the writer has left the page or the page
 *	was passed to user space, and at any time while the ring is mapped
 * @data: records
 */
struct ring_block {
	u64		time_stamp;
	local_t		commit;
	u8		data[];
};

#define RING_BLOCK_HEADER	offsetof(struct ring_block, data)

/**
 * struct ring_page - the kernel's description of a sub-buffer
 * @block: memory of the sub-buffer
 * @link: list of pages that belong to no ring
 * @index: index of this page in ring_cpu.pages
 * @end: bytes in use; valid when the writer has left the page
 * @entries: running count of records written to the page, over all its uses
 * @start: value of @entries when the present use began
 * @written: records of the CPU's ring before this page
 * @refused: records of the CPU that were refused for lack of space before this
 *	page
 * @nested: those of @refused that ring_cpu.commit_overrun counts
 * @recursed: those of @refused that ring_cpu.recursed counts
 * @withheld: those of @refused that ring_cpu.withheld counts
 * @bytes: bytes of records of the CPU's ring before this page
 *
 * The writer writes @end and the totals; see ring_write_commit_account_pages(). Readers may
 * read them up to the position in ring_writer.commit.
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
	u64			nested;
	u64			recursed;
	u64			withheld;
	u64			bytes;
};

/**
 * struct ring_cursor - a position in the records of a page
 * @data: first record of the page
 * @off: offset of the next record, in bytes
 * @end: bytes of records in the page
 * @ts: time, in clock units, that the delta of the next record is relative to
 */
struct ring_cursor {
	u8		*data;
	unsigned int	off;
	unsigned int	end;
	u64		ts;
};

/**
 * struct ring_store - the memory of a ring, which can be replaced as a whole
 * @slots: slot words, indexed by position modulo @nr
 * @pages: all pages by index; one more than there are slots
 * @nr: number of slots
 * @order: size of a page, as the order of a page allocation
 */
struct ring_store {
	atomic64_t		*slots;
	struct ring_page	**pages;
	unsigned int		nr;
	unsigned int		order;
};

/**
 * struct ring_budget - how many records a ring may take: see budget.c
 * @rate: records per second, 0 for no limit; changed on the CPU while the ring is closed
 * @credit: records that may be written, in units of 1/HZ record; negative if more were
 *	written than allowed
 * @mark: number of records written that were subtracted from @credit
 * @last: time when @credit was last increased, in jiffies
 * @until: time before which there is no credit for a record, in jiffies, while @spent
 * @spent: records are refused
 */
struct ring_budget {
	u64			rate;
	s64			credit;
	u64			mark;
	unsigned long		last;
	unsigned long		until;
	bool			spent;
};

/**
 * struct ring_cpu - the ring of one CPU
 * @w: the writer's part
 * @bases: storage of @w.bases, accessed by that name only
 * @owner: the buffer
 * @cpu: the CPU that writes the ring
 * @store: slots and pages; changed on @cpu while the ring is closed, under
 *	@reader_lock
 * @commit_page: page of the position in @w.commit; used by @cpu only
 * @disabled: count of requests not to record, see ring_slow_flags_update()
 * @overrun: unread records that were overwritten
 * @commit_overrun: records lost because the writer reached a page that was not
 *	committed yet
 * @dropped: records lost because the ring was full of unread records or closed,
 *	or because each of RING_TRIES attempts was interrupted
 * @recursed: records refused because they were written during another record
 * @withheld: records refused because the budget was spent
 * @budget: limit of the number of records; used by @cpu only
 * @reader_lock: protects all members below except @bytes
 * @reader_page: page that the reader owns
 * @reader_pos: position of @reader_page
 * @donated: the memory of @reader_page was donated to a reader, with its
 *	records
 * @cursor: position of the reader in @reader_page
 * @lost: records lost before the next record, not reported yet
 * @causes: why, if @lost is not zero
 * @nread: records read
 * @epoch: number of resets and exchanges
 * @last_boot_end: positions below this one hold records of the last boot
 * @last_boot_lost: records of the last boot that are missing, which @dropped counts
 * @map: mapping to user space, or NULL; set and cleared under ring_owner.lock,
 *	too
 * @bytes: size that was requested for the ring, in bytes, rounded up to the
 *	sub-buffers of that time; a change of the sub-buffer size does not
 *	change it; protected by ring_owner.lock
 *
 * A new member that describes the contents of the ring has to be exchanged by
 * ring_swap_contents().
 */
struct ring_cpu {
	struct ring_writer	w;
	struct ring_base	bases[2 * RING_DEPTH];
	struct ring_owner	*owner;
	int			cpu;
	struct ring_store	store;
	struct ring_page	*commit_page;
	atomic_t		disabled;
	local_t			overrun;
	local_t			commit_overrun;
	local_t			dropped;
	local_t			recursed;
	local_t			withheld;
	struct ring_budget	budget;

	raw_spinlock_t		reader_lock ____cacheline_aligned_in_smp;
	struct ring_page	*reader_page;
	u64			reader_pos;
	bool			donated;
	struct ring_cursor	cursor;
	unsigned long		lost;
	struct ring_lost	causes;
	unsigned long		nread;
	unsigned int		epoch;
	u64			last_boot_end;
	u64			last_boot_lost;
	struct ring_map		*map;
	unsigned long		bytes;
};

static_assert(offsetof(struct ring_cpu, bases) == offsetof(struct ring_cpu, w.bases));

/**
 * struct ring_waits - tasks that wait for records of one CPU
 * @queue: wait queue
 * @work: wakes @queue and ring_owner.queue
 * @owner: the buffer
 * @full: smallest percentage of full pages that a task waits for
 * @swap: exchanges the contents of the ring with its pair, for RING_WAKE_SWAP;
 *	or NULL. Set to NULL under ring_cpu.reader_lock
 */
struct ring_waits {
	wait_queue_head_t	queue;
	struct irq_work		work;
	struct ring_owner	*owner;
	unsigned int		full;
	struct irq_work		*swap;
};

/**
 * struct ring_owner - the private part of a buffer
 * @pub: part that the write path uses
 * @lock: serializes changes of the size, the sub-buffer order and the set of
 *	CPUs
 * @node: instance of the CPU hotplug state
 * @cpumask: CPUs that have a ring; changed under @lock or by CPU hotplug
 * @overwrite: a full ring overwrites its oldest records
 * @absolute: each record has an absolute timestamp
 * @order: sub-buffer order of new rings; under @lock
 * @nr: number of slots of new rings; under @lock
 * @bytes: ring_cpu.bytes of new rings; under @lock
 * @budget: ring_budget.rate of new rings; under @lock
 * @had_budget: @budget was not zero at some time
 * @pinned: number of iterators and mapped rings; the size does not change
 *	unless zero
 * @queue: tasks that wait for records of any CPU
 * @wakes: number of calls of ring_buffer_wake_waiters()
 * @waits: waiting tasks by CPU
 * @persist: memory that survives a reboot and holds this buffer, or NULL
 * @key: lockdep class of the reader locks
 */
struct ring_owner {
	struct trace_buffer	pub;
	struct mutex		lock;		/* serializes resizing */
	struct hlist_node	node;
	cpumask_var_t		cpumask;
	bool			overwrite;
	bool			absolute;
	unsigned int		order;
	unsigned int		nr;
	unsigned long		bytes;
	u64			budget;
	bool			had_budget;
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

/* Find the ring of @cpu, or NULL. */
static inline struct ring_cpu *ring_get(struct ring_owner *owner, int cpu)
{
	if ((unsigned int)cpu >= nr_cpu_ids ||
	    !cpumask_test_cpu(cpu, owner->cpumask))
		return NULL;
	/* RB(get:A) */
	smp_rmb();
	return ring_cpu_of(READ_ONCE(*per_cpu_ptr(owner->pub.writers, cpu)));
}

static inline unsigned int ring_data_bytes(unsigned int order)
{
	return (PAGE_SIZE << order) - RING_BLOCK_HEADER;
}

/* Number of pages of @order that hold @bytes of records, at least RING_MIN_PAGES. */
static inline unsigned long ring_pages_for(unsigned long bytes, unsigned int order)
{
	unsigned int capacity = ring_data_bytes(order);

	/* DIV_ROUND_UP() would overflow for @bytes near ULONG_MAX. */
	return max_t(unsigned long, bytes / capacity + !!(bytes % capacity), RING_MIN_PAGES);
}

/* Bytes of records that @nr pages of @order hold. */
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

/* Note in @page how many records were refused before it. On the ring's CPU. */
static inline void ring_page_note_refused(struct ring_page *page, struct ring_cpu *rc)
{
	u64 nested = local_read(&rc->commit_overrun);
	u64 recursed = local_read(&rc->recursed);
	u64 withheld = local_read(&rc->withheld);

	WRITE_ONCE(page->refused, nested + recursed + withheld + local_read(&rc->dropped));
	WRITE_ONCE(page->nested, nested);
	WRITE_ONCE(page->recursed, recursed);
	WRITE_ONCE(page->withheld, withheld);
}

/* Number of the record that follows @page, counting lost records. */
static inline u64 ring_page_next(struct ring_page *page)
{
	return page->written + page->refused + ring_page_entries(page);
}

/* Position and offset in the format of ring_writer.commit. */
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

/* The lower half of a state word, which has no time. */
static inline u32 ring_low_make(u64 pos, unsigned int base, unsigned int offset)
{
	return (u32)pos << RING_LAP_SHIFT | base << RING_BASE_SHIFT | offset;
}

/* page.c */
unsigned int ring_event_bytes(struct ring_buffer_event *event);
void ring_cursor_set(struct ring_cursor *c, struct ring_block *block,
		     unsigned int end);
struct ring_buffer_event *ring_cursor_peek(struct ring_cursor *c, u64 *ts);
void ring_cursor_advance(struct ring_cursor *c, struct ring_buffer_event *event);

/**
 * struct ring_block_sum - result of ring_block_sum()
 * @first: time, in clock units, that the delta of the first record is relative to
 * @last: timestamp of the last record that is not padding, in clock units
 * @end: time, in clock units, that the delta of a further record would be relative to
 * @entries: number of data records
 * @before: number of data records before the byte that was passed
 * @time: timestamp, in clock units, of the last record before that byte
 */
struct ring_block_sum {
	u64		first;
	u64		last;
	u64		end;
	unsigned long	entries;
	unsigned long	before;
	u64		time;
};

bool ring_block_sum(struct ring_block *block, unsigned int end, unsigned int at,
		    struct ring_block_sum *sum);

/* time_check.c */
#ifdef CONFIG_RING_BUFFER_VALIDATE_TIME_DELTAS
void ring_time_check(struct ring_cpu *rc, struct ring_page *page, unsigned int end, u64 last);
#else
static inline void ring_time_check(struct ring_cpu *rc, struct ring_page *page,
				   unsigned int end, u64 last)
{
}
#endif

/* persist.c */
struct ring_persist *ring_persist_init(void *mem, size_t bytes, u64 key,
				       unsigned long base);
struct ring_cpu *ring_persist_cpu(struct ring_owner *owner, int cpu);
void ring_persist_ready(struct ring_persist *p);
void ring_persist_free(struct ring_persist *p);
unsigned int ring_persist_slots(struct ring_persist *p);
unsigned long ring_persist_kept(struct ring_persist *p);
bool ring_persist_can_map(const struct ring_persist *p);

/* store.c */
struct ring_page *ring_store_page_alloc(int cpu, unsigned int order);
void ring_store_pages_free(struct list_head *pages, unsigned int order);
int ring_store_pages_alloc(struct list_head *pages, unsigned int nr, int cpu,
			   unsigned int order);
int ring_store_alloc(struct ring_store *store, unsigned int nr,
		     unsigned int order);
void ring_store_free(struct ring_store *store);
void ring_store_start_cpu(struct ring_cpu *rc, struct list_head *pages);
void ring_store_clear_cpu(struct ring_cpu *rc);
void ring_slow_flags_update(struct ring_cpu *rc);

/* resize.c */
void ring_resize_run_closed(struct ring_cpu *rc,
			    void (*fn)(struct ring_cpu *rc, void *arg), void *arg);

/* write.c */
bool ring_writer_is_idle(struct ring_writer *rw);

/* mmap.c */
void ring_map_update_meta(struct ring_cpu *rc);
void ring_map_commit(struct ring_cpu *rc);

/* read.c */
unsigned long ring_read_lock(struct ring_cpu *rc);
void ring_read_unlock(struct ring_cpu *rc, unsigned long flags);
unsigned int ring_reader_end(struct ring_cpu *rc, u64 commit);
bool ring_read_take_page(struct ring_cpu *rc);
bool ring_read_has_record(struct ring_cpu *rc);
bool ring_read_ready(struct ring_cpu *rc);
bool ring_reader_done(struct ring_cpu *rc);
struct ring_page *ring_read_oldest(struct ring_cpu *rc, u64 *pos);

/* stats.c */
u64 ring_stats_written(struct ring_cpu *rc);
unsigned int ring_stats_dirty_pages(struct ring_cpu *rc);

/* budget.c */
void ring_budget_start(struct ring_cpu *rc);
bool ring_budget_settle(struct ring_cpu *rc, unsigned int end, unsigned int words,
			unsigned int depth);
bool ring_budget_refuses(struct ring_cpu *rc);

/**
 * ring_budget_limit - get the first value of ring_writer.limit
 * @rc: the ring
 *
 * Context: on the ring's CPU, or while no writer uses the ring.
 * Return: number of words.
 */
static inline unsigned int ring_budget_limit(struct ring_cpu *rc)
{
	return rc->budget.rate ? 0 : ring_data_bytes(rc->store.order) / sizeof(u32);
}

/* lost.c */
void ring_lost_before(struct ring_cpu *rc, struct ring_page *page, u64 pos,
		      struct ring_lost *count);
void ring_lost_add(struct ring_lost *lost, u64 nr, const struct ring_lost *from,
		   const struct ring_lost *to);

/* swap.c */
int ring_swap_locked(struct ring_cpu *a, struct ring_cpu *b);

/* wait.c */
void ring_wake(struct ring_writer *rw);
void ring_waits_init(struct ring_owner *owner);
void ring_waits_stop(struct ring_owner *owner);

#endif
