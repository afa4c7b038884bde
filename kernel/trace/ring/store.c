// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of a ring: pages and slots. Nothing here knows of a writer at
 * work; ring_cpu_start() is for a ring that nobody can see, or that is closed.
 */
#include "internal.h"

static struct ring_block *ring_block_alloc(int cpu, unsigned int order)
{
	const gfp_t flags = GFP_KERNEL | __GFP_ZERO | __GFP_RETRY_MAYFAIL |
			    __GFP_NOWARN | __GFP_COMP;
	struct page *page;

	page = alloc_pages_node(cpu_to_node(cpu), flags, order);
	return page ? page_address(page) : NULL;
}

/* A page that belongs to no ring yet. */
struct ring_page *ring_page_alloc(int cpu, unsigned int order)
{
	struct ring_page *page;

	page = kzalloc_node(sizeof(*page), GFP_KERNEL, cpu_to_node(cpu));
	if (!page)
		return NULL;
	page->block = ring_block_alloc(cpu, order);
	if (!page->block) {
		kfree(page);
		return NULL;
	}
	return page;
}

void ring_pages_free(struct list_head *pages, unsigned int order)
{
	struct ring_page *page, *next;

	list_for_each_entry_safe(page, next, pages, link) {
		free_pages((unsigned long)page->block, order);
		kfree(page);
	}
	INIT_LIST_HEAD(pages);
}

/**
 * ring_pages_alloc - allocate pages and add them to a list
 * @pages: the list
 * @nr: how many
 * @cpu: who will write them
 * @order: their size
 *
 * Context: task, may sleep.
 * Return: 0, -ENOMEM, or -EINTR if a signal is pending that kills; then @pages
 * has fewer, for the caller to free.
 */
int ring_pages_alloc(struct list_head *pages, unsigned int nr, int cpu,
		     unsigned int order)
{
	struct ring_page *page;

	while (nr--) {
		page = ring_page_alloc(cpu, order);
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
 * @store: where to
 * @nr: how many
 * @order: size of the pages that will be in them
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

/* The slots only, pages are the caller's. */
void ring_store_free(struct ring_store *store)
{
	kvfree(store->slots);
	kvfree(store->pages);
	store->slots = NULL;
	store->pages = NULL;
}

static void ring_pages_clear(struct ring_store *store)
{
	unsigned int i;

	for (i = 0; i <= store->nr; i++) {
		struct ring_page *page = store->pages[i];

		page->index = i;
		page->end = 0;
		page->start = local_read(&page->entries);
		page->written = 0;
		page->refused = 0;
		page->bytes = 0;
		page->block->time_stamp = 0;
		local_set(&page->block->commit, 0);
	}
}

static void ring_counts_clear(struct ring_cpu *rc)
{
	local_set(&rc->overrun, 0);
	local_set(&rc->stuck, 0);
	local_set(&rc->dropped, 0);
	local_set(&rc->recursed, 0);
	rc->given = false;
	rc->lost = 0;
	rc->nread = 0;
	rc->past = 0;
	rc->epoch++;
}

/*
 * Drop all that is in the ring, and its counts. The reader keeps its page: who has
 * mapped the ring finds the next record on another one, and takes notice.
 */
void ring_cpu_clear(struct ring_cpu *rc)
{
	struct ring_store *store = &rc->store;
	struct ring_page *reader = rc->reader_page, *tail;
	u64 pos = RING_FIRST_POS;
	unsigned int i, index;

	ring_pages_clear(store);
	for (i = store->nr; i--;) {
		/* The page without a slot is the last one, or stands in for it. */
		index = i == reader->index ? store->nr : i;
		atomic64_set(ring_slot(store, pos - i),
			     ring_slot_make(pos - i, index, i ? RING_SLOT_FREE : 0));
	}
	tail = store->pages[index];

	ring_counts_clear(rc);
	rc->commit_page = tail;
	rc->reader_pos = pos - 1;
	ring_cursor_set(&rc->cursor, reader->block, 0);

	/* The last record was at time zero; the first one makes a seat. */
	rc->w.seats[0] = (struct ring_seat) {
		.base = -(u64)U32_MAX,
		.zero = RING_ZERO_NEVER,
		.pos = pos,
		.data = (u32 *)tail->block->data,
		.entries = &tail->entries,
		.page = tail,
	};
	local64_set(&rc->w.word, (u64)U32_MAX << RING_TIME_SHIFT |
		    ring_low_make(pos, 0, 0));
	atomic64_set(&rc->w.commit, ring_commit_make(pos, ring_low_make(pos, 0, 0)));
	WRITE_ONCE(rc->w.limit, ring_data_bytes(store->order) / sizeof(u32));
}

/**
 * ring_cpu_start - fill an empty store and start the ring on it
 * @rc: the ring
 * @pages: pages, one more than there are slots
 */
void ring_cpu_start(struct ring_cpu *rc, struct list_head *pages)
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
	ring_cpu_clear(rc);
}

static u32 ring_detour_why(struct ring_cpu *rc)
{
	struct ring_owner *owner = READ_ONCE(rc->owner);
	u32 why = 0;

	if (atomic_read(&owner->pub.disabled) || atomic_read(&rc->disabled))
		why |= RING_DETOUR_OFF;
	if (READ_ONCE(owner->pub.clock) != trace_clock_local)
		why |= RING_DETOUR_CLOCK;
	if (READ_ONCE(owner->absolute))
		why |= RING_DETOUR_ABSOLUTE;
	return why;
}

/**
 * ring_detour - tell a ring's writer what is asked of it
 * @rc: the ring
 *
 * After each change of what ring_detour_why() looks at. No lock: it is asked
 * for in any context.
 *
 * Context: any.
 */
void ring_detour(struct ring_cpu *rc)
{
	u32 why;

	do {
		/* RB(detour:A) */
		smp_mb();
		why = ring_detour_why(rc);
		WRITE_ONCE(rc->w.detour, why);
		/* RB(detour:B) */
		smp_mb();
	} while (ring_detour_why(rc) != why);
}
