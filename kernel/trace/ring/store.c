// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of a ring: pages and slots. These functions do not handle a
 * concurrent writer; ring_store_start_cpu() requires a ring that is not published
 * yet, or is closed.
 */
#include "internal.h"

static struct ring_block *ring_store_block_alloc(int cpu, unsigned int order)
{
	const gfp_t flags = GFP_KERNEL | __GFP_ZERO | __GFP_RETRY_MAYFAIL |
			    __GFP_NOWARN | __GFP_COMP;
	struct page *page;

	page = alloc_pages_node(cpu_to_node(cpu), flags, order);
	return page ? page_address(page) : NULL;
}

/**
 * ring_store_page_alloc - allocate a page
 * @cpu: CPU that will write to the page
 * @order: order of the sub-buffer
 *
 * Context: task, may sleep.
 * Return: a page that belongs to no ring yet, or NULL if there is not enough
 * memory.
 */
struct ring_page *ring_store_page_alloc(int cpu, unsigned int order)
{
	struct ring_page *page;

	page = kzalloc_node(sizeof(*page), GFP_KERNEL, cpu_to_node(cpu));
	if (!page)
		return NULL;
	page->block = ring_store_block_alloc(cpu, order);
	if (!page->block) {
		kfree(page);
		return NULL;
	}
	return page;
}

/**
 * ring_store_pages_free - free all pages of a list
 * @pages: the list, empty afterwards
 * @order: order of the sub-buffers
 *
 * Context: task.
 */
void ring_store_pages_free(struct list_head *pages, unsigned int order)
{
	struct ring_page *page, *next;

	list_for_each_entry_safe(page, next, pages, link) {
		free_pages((unsigned long)page->block, order);
		kfree(page);
	}
	INIT_LIST_HEAD(pages);
}

/**
 * ring_store_pages_alloc - allocate pages and add them to a list
 * @pages: the list
 * @nr: number of pages
 * @cpu: CPU that will write to the pages
 * @order: order of the sub-buffers
 *
 * Context: task, may sleep.
 * Return: 0; -ENOMEM; -EINTR if a fatal signal is pending. On failure @pages
 * has fewer pages, which the caller frees.
 */
int ring_store_pages_alloc(struct list_head *pages, unsigned int nr, int cpu,
			   unsigned int order)
{
	struct ring_page *page;

	while (nr--) {
		page = ring_store_page_alloc(cpu, order);
		if (!page)
			return -ENOMEM;
		list_add_tail(&page->link, pages);
		if (fatal_signal_pending(current))
			return -EINTR;
	}
	return 0;
}

/**
 * ring_store_alloc - allocate the slots of a ring
 * @store: set to the slots
 * @nr: number of slots
 * @order: order of the sub-buffers that will be in them
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int ring_store_alloc(struct ring_store *store, unsigned int nr,
		     unsigned int order)
{
	store->nr = nr;
	store->order = order;
	store->slots = kvcalloc(nr, sizeof(*store->slots), GFP_KERNEL);
	store->pages = kvcalloc(nr + 1, sizeof(*store->pages), GFP_KERNEL);
	if (store->slots && store->pages)
		return 0;
	ring_store_free(store);
	return -ENOMEM;
}

/**
 * ring_store_free - free the slots of a ring
 * @store: the slots; the caller frees the pages
 *
 * Context: task.
 */
void ring_store_free(struct ring_store *store)
{
	kvfree(store->slots);
	kvfree(store->pages);
	store->slots = NULL;
	store->pages = NULL;
}

static void ring_store_clear_pages(struct ring_store *store)
{
	unsigned int i;

	for (i = 0; i <= store->nr; i++) {
		struct ring_page *page = store->pages[i];

		page->index = i;
		page->end = 0;
		page->start = local_read(&page->entries);
		page->written = 0;
		page->refused = 0;
		page->nested = 0;
		page->recursed = 0;
		page->withheld = 0;
		page->bytes = 0;
		page->block->time_stamp = 0;
		local_set(&page->block->commit, 0);
	}
}

static void ring_store_clear_counts(struct ring_cpu *rc)
{
	local_set(&rc->overrun, 0);
	local_set(&rc->commit_overrun, 0);
	local_set(&rc->dropped, 0);
	local_set(&rc->recursed, 0);
	local_set(&rc->withheld, 0);
	rc->budget.mark = 0;
	rc->donated = false;
	rc->lost = 0;
	rc->nread = 0;
	rc->last_boot_end = 0;
	rc->last_boot_lost = 0;
	rc->epoch++;
}

/**
 * ring_store_clear_cpu - drop all records and counts of a ring
 * @rc: the ring, not published yet or closed
 *
 * The reader keeps its page. User space that has mapped the ring finds the next
 * record on another page, and so detects the reset.
 *
 * Context: task, or any context with the ring closed.
 */
void ring_store_clear_cpu(struct ring_cpu *rc)
{
	struct ring_store *store = &rc->store;
	struct ring_page *reader = rc->reader_page, *tail;
	u64 pos = RING_FIRST_POS;
	unsigned int i, index;

	ring_store_clear_pages(store);
	for (i = store->nr; i--;) {
		/*
		 * The page without a slot is the last one; if the reader has
		 * another one, the last page replaces it in the slot.
		 */
		index = i == reader->index ? store->nr : i;
		atomic64_set(ring_slot(store, pos - i),
			     ring_slot_make(pos - i, index, i ? RING_SLOT_FREE : 0));
	}
	tail = store->pages[index];

	ring_store_clear_counts(rc);
	rc->commit_page = tail;
	rc->reader_pos = pos - 1;
	ring_cursor_set(&rc->cursor, reader->block, 0);

	/* The last record was at time zero. The first new record sets up a base. */
	rc->w.bases[0] = (struct ring_base) {
		.ts = -(u64)U32_MAX,
		.raw_ts = RING_RAW_TS_SLOW,
		.pos = pos,
		.data = (u32 *)tail->block->data,
		.entries = &tail->entries,
		.page = tail,
	};
	local64_set(&rc->w.word, (u64)U32_MAX << RING_TIME_SHIFT |
		    ring_low_make(pos, 0, 0));
	atomic64_set(&rc->w.commit, ring_commit_make(pos, ring_low_make(pos, 0, 0)));
	WRITE_ONCE(rc->w.limit, ring_budget_limit(rc));
}

/**
 * ring_store_start_cpu - fill an empty store with pages and initialize the ring
 * @rc: the ring, not published yet or closed
 * @pages: pages, one more than there are slots
 *
 * Context: task, or any context with the ring closed.
 */
void ring_store_start_cpu(struct ring_cpu *rc, struct list_head *pages)
{
	struct ring_page *page, *next;
	unsigned int i = 0;

	list_for_each_entry_safe(page, next, pages, link) {
		if (WARN_ON_ONCE(i > rc->store.nr))
			return;
		list_del_init(&page->link);
		rc->store.pages[i++] = page;
	}
	rc->reader_page = rc->store.pages[rc->store.nr];
	ring_store_clear_cpu(rc);
}

static u32 ring_store_slow_flags_compute(struct ring_cpu *rc)
{
	struct ring_owner *owner = READ_ONCE(rc->owner);
	u32 why = 0;

	if (atomic_read(&owner->pub.disabled) || atomic_read(&rc->disabled))
		why |= RING_SLOW_OFF;
	if (READ_ONCE(owner->pub.clock) != trace_clock_local)
		why |= RING_SLOW_CLOCK;
	if (READ_ONCE(owner->absolute))
		why |= RING_SLOW_ABSOLUTE;
	if (READ_ONCE(rc->budget.spent))
		why |= RING_SLOW_BUDGET;
	return why;
}

/**
 * ring_slow_flags_update - pass changed conditions on to the writer of a ring
 * @rc: the ring
 *
 * To be called after each change of a value that ring_store_slow_flags_compute()
 * reads. Callers in any context change them, so there is no lock.
 *
 * Context: any.
 */
void ring_slow_flags_update(struct ring_cpu *rc)
{
	u32 why;

	do {
		/* RB(slow_flags:A) */
		smp_mb();
		why = ring_store_slow_flags_compute(rc);
		WRITE_ONCE(rc->w.slow_flags, why);
		/* RB(slow_flags:B) */
		smp_mb();
	} while (ring_store_slow_flags_compute(rc) != why);
}
