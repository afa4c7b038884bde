// SPDX-License-Identifier: GPL-2.0
/*
 * Changes of a ring under its writer: size, sub-buffer order and reset.
 *
 * Each change runs on the ring's own CPU, with interrupts off and no record
 * being written there, so no writer is interrupted half way. An NMI that
 * arrives meanwhile finds the ring closed, and its record counts as dropped.
 * Memory is allocated before and freed after the change.
 */
#include "internal.h"

/**
 * struct ring_call - argument of ring_resize_call_closed()
 * @rc: the ring
 * @fn: function to call while the ring is closed
 * @arg: argument of @fn
 * @done: set if @fn was called; otherwise a record was being written
 */
struct ring_call {
	struct ring_cpu		*rc;
	void			(*fn)(struct ring_cpu *rc, void *arg);
	void			*arg;
	bool			done;
};

static void ring_resize_call_closed(void *data)
{
	struct ring_call *call = data;
	struct ring_cpu *rc = call->rc;

	lockdep_assert_irqs_disabled();
	if (!ring_writer_is_idle(&rc->w))
		return;
	WRITE_ONCE(rc->w.nest, RING_CLOSED);
	barrier(); /* RB(close:A) */
	raw_spin_lock(&rc->reader_lock);
	ring_test_point(CLOSED);
	call->fn(rc, call->arg);
	ring_test_point(CLOSED);
	raw_spin_unlock(&rc->reader_lock);
	barrier(); /* RB(close:A) */
	WRITE_ONCE(rc->w.nest, 0);
	call->done = true;
}

/**
 * ring_resize_run_closed - call a function while a ring is closed
 * @rc: the ring
 * @fn: the function; it runs with interrupts off and the reader lock held
 * @arg: argument of @fn
 *
 * Context: task, may sleep. cpus_read_lock() is held.
 */
void ring_resize_run_closed(struct ring_cpu *rc,
			    void (*fn)(struct ring_cpu *rc, void *arg), void *arg)
{
	struct ring_call call = { .rc = rc, .fn = fn, .arg = arg };

	lockdep_assert_cpus_held();
	for (;;) {
		ring_call_on(rc->cpu, ring_resize_call_closed, &call);
		if (call.done)
			return;
		/* A writer was interrupted; it completes its record soon. */
		ring_yield();
	}
}

/**
 * struct ring_change - new memory of a ring, and its old memory after the change
 * @rc: the ring
 * @store: slots
 * @pages: pages to be added, or pages left over
 */
struct ring_change {
	struct ring_cpu		*rc;
	struct ring_store	store;
	struct list_head	pages;
};

static void ring_resize_swap_store(struct ring_cpu *rc, struct ring_store *store)
{
	struct ring_store old = rc->store;

	rc->store.slots = store->slots;
	rc->store.pages = store->pages;
	/*
	 * These members are read without the lock by ring_buffer_nr_pages() and
	 * others.
	 */
	WRITE_ONCE(rc->store.nr, store->nr);
	WRITE_ONCE(rc->store.order, store->order);
	*store = old;
}

static void ring_resize_add_page(struct ring_store *store, unsigned int *nr,
				 struct ring_page *page)
{
	page->index = *nr;
	store->pages[(*nr)++] = page;
}

/*
 * Sort the pages of the old slots: those with the newest records go to the new
 * slots, all others to @spare. Return the number of pages of the new store.
 */
static unsigned int ring_resize_keep_newest(struct ring_cpu *rc,
					    struct ring_store *new,
					    struct list_head *spare)
{
	u64 tail = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_store *old = &rc->store;
	unsigned int i, nr = 0;

	for (i = 0; i < old->nr; i++) {
		u64 slot = atomic64_read(&old->slots[i]);
		u64 pos = ring_slot_pos(slot);
		struct ring_page *page = ring_slot_page(old, slot);

		if (!(slot & RING_SLOT_FREE) && pos <= tail) {
			if (pos + new->nr > tail) {
				ring_resize_add_page(new, &nr, page);
				atomic64_set(ring_slot(new, pos),
					     ring_slot_make(pos, page->index, 0));
				continue;
			}
			local_add(ring_page_entries(page), &rc->overrun);
		}
		list_add(&page->link, spare);
	}
	return nr;
}

/* Move the records of a ring to its new, larger or smaller, store. */
static void ring_resize_rebuild(struct ring_cpu *rc, void *arg)
{
	u64 tail = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_change *change = arg;
	struct ring_store *new = &change->store;
	unsigned int i, nr = ring_resize_keep_newest(rc, new, &change->pages);

	ring_test_point(CLOSED);
	for (i = 0; i < new->nr; i++) {
		u64 pos = tail - i;
		struct ring_page *page;

		if (atomic64_read(ring_slot(new, pos)))
			continue;
		page = list_first_entry(&change->pages, struct ring_page, link);
		list_del_init(&page->link);
		ring_resize_add_page(new, &nr, page);
		atomic64_set(ring_slot(new, pos),
			     ring_slot_make(pos, page->index, RING_SLOT_FREE));
	}
	ring_resize_add_page(new, &nr, rc->reader_page);
	ring_resize_swap_store(rc, new);
}

/* Replace the memory of a ring and drop the records of the old memory. */
static void ring_resize_replace(struct ring_cpu *rc, void *arg)
{
	struct ring_change *change = arg;
	unsigned int i;
	LIST_HEAD(new);

	list_splice_init(&change->pages, &new);
	ring_resize_swap_store(rc, &change->store);
	for (i = 0; i <= change->store.nr; i++)
		list_add(&change->store.pages[i]->link, &change->pages);
	ring_store_start_cpu(rc, &new);
}

static void ring_resize_free(struct ring_change *changes, unsigned int nr)
{
	while (nr--) {
		ring_store_pages_free(&changes[nr].pages, changes[nr].store.order);
		ring_store_free(&changes[nr].store);
	}
	kvfree(changes);
}

/* Allocate the memory of a ring of @nr pages, of which @more are new. */
static int ring_resize_prepare(struct ring_change *change, struct ring_cpu *rc,
			       unsigned int nr, unsigned int more,
			       unsigned int order)
{
	int ret;

	change->rc = rc;
	INIT_LIST_HEAD(&change->pages);
	ret = ring_store_alloc(&change->store, nr, order);
	if (ret)
		return ret;
	if ((u64)more << order > ring_mem_available())
		return -ENOMEM;
	return ring_store_pages_alloc(&change->pages, more, rc->cpu, order);
}

static int ring_resize_cpus(struct ring_owner *owner, const struct cpumask *cpus,
			    unsigned int nr)
{
	struct ring_change *changes;
	unsigned int i, n = 0;
	int cpu, ret = 0;

	changes = kvcalloc(cpumask_weight(cpus), sizeof(*changes), GFP_KERNEL);
	if (!changes)
		return -ENOMEM;
	for_each_cpu(cpu, cpus) {
		struct ring_cpu *rc = ring_get(owner, cpu);
		unsigned int old_nr = rc->store.nr;

		if (old_nr == nr)
			continue;
		ret = ring_resize_prepare(&changes[n++], rc, nr,
					  nr > old_nr ? nr - old_nr : 0,
					  rc->store.order);
		if (ret)
			goto out;
	}
	for (i = 0; i < n; i++)
		ring_resize_run_closed(changes[i].rc, ring_resize_rebuild, &changes[i]);
	for_each_cpu(cpu, cpus)
		WRITE_ONCE(ring_get(owner, cpu)->bytes,
			   ring_bytes_of(nr, owner->order));
out:
	ring_resize_free(changes, n);
	return ret;
}

/**
 * ring_buffer_resize - change the size of one or all rings
 * @buffer: the buffer
 * @size: capacity for records, in bytes; rounded up to whole pages, at least
 *	two
 * @cpu: CPU of the ring, or RING_BUFFER_ALL_CPUS
 *
 * Recording continues. The newest records are kept, as many as fit.
 *
 * Context: task, may sleep; takes cpus_read_lock() and the mutex of the buffer.
 * Return: 0; -EBUSY while the buffer is pinned by an iterator or a mapping;
 * -ENOMEM or -EINTR, and then nothing has changed.
 */
int ring_buffer_resize(struct trace_buffer *buffer, unsigned long size, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	const struct cpumask *cpus;
	unsigned long nr;
	int ret;

	cpus_read_lock();
	mutex_lock(&owner->lock);
	nr = ring_pages_for(size, owner->order);
	cpus = cpu == RING_BUFFER_ALL_CPUS ? owner->cpumask : cpumask_of(cpu);
	if (cpu != RING_BUFFER_ALL_CPUS && !ring_get(owner, cpu))
		ret = 0;
	else if (nr > RING_MAX_INDEX)
		ret = -ENOMEM;
	else if (atomic_read(&owner->pinned))
		ret = -EBUSY;
	else
		ret = ring_resize_cpus(owner, cpus, nr);
	if (!ret && cpu == RING_BUFFER_ALL_CPUS) {
		owner->nr = nr;
		owner->bytes = ring_bytes_of(nr, owner->order);
	}
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
	return ret;
}
EXPORT_SYMBOL_GPL(ring_buffer_resize);

static int ring_resize_set_order(struct ring_owner *owner, unsigned int order)
{
	unsigned int i, n = 0;
	struct ring_change *changes;
	int cpu, ret = 0;

	changes = kvcalloc(cpumask_weight(owner->cpumask), sizeof(*changes),
			   GFP_KERNEL);
	if (!changes)
		return -ENOMEM;
	for_each_cpu(cpu, owner->cpumask) {
		struct ring_cpu *rc = ring_get(owner, cpu);
		unsigned int nr = ring_pages_for(rc->bytes, order);

		ret = ring_resize_prepare(&changes[n++], rc, nr, nr + 1, order);
		if (ret)
			goto out;
	}
	owner->nr = ring_pages_for(owner->bytes, order);
	WRITE_ONCE(owner->order, order);
	for (i = 0; i < n; i++)
		ring_resize_run_closed(changes[i].rc, ring_resize_replace, &changes[i]);
out:
	ring_resize_free(changes, n);
	return ret;
}

/**
 * ring_buffer_subbuf_order_set - change the size of the sub-buffers
 * @buffer: the buffer
 * @order: binary logarithm of the number of pages of a sub-buffer, 0 to 7
 *
 * All records are dropped. The size of the rings remains about the same: each
 * ring gets the number of sub-buffers that its requested size needs.
 *
 * Context: task, may sleep; takes cpus_read_lock() and the mutex of the buffer.
 * Return: 0; -EINVAL if @order is out of range; -EBUSY while the buffer is
 * pinned by an iterator or a mapping; -ENOMEM or -EINTR, and then nothing has
 * changed.
 */
int ring_buffer_subbuf_order_set(struct trace_buffer *buffer, int order)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	int ret = 0;

	if (order < 0 || order > RING_MAX_ORDER)
		return -EINVAL;
	cpus_read_lock();
	mutex_lock(&owner->lock);
	if (owner->order != order)
		ret = atomic_read(&owner->pinned) ? -EBUSY :
						    ring_resize_set_order(owner, order);
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
	return ret;
}
EXPORT_SYMBOL_GPL(ring_buffer_subbuf_order_set);

static void ring_resize_reset_clear(struct ring_cpu *rc, void *arg)
{
	ring_store_clear_cpu(rc);
	if (rc->map)
		ring_map_update_meta(rc);
}

static void ring_resize_reset_cpus(struct ring_owner *owner, const struct cpumask *cpus)
{
	struct ring_cpu *rc;
	int cpu;

	cpus_read_lock();
	mutex_lock(&owner->lock);
	for_each_cpu(cpu, cpus) {
		rc = ring_get(owner, cpu);
		if (rc)
			ring_resize_run_closed(rc, ring_resize_reset_clear, NULL);
	}
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
}

/**
 * ring_buffer_reset_cpu - drop all records and counts of one CPU
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: task, may sleep.
 */
void ring_buffer_reset_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	if (ring_get(owner, cpu))
		ring_resize_reset_cpus(owner, cpumask_of(cpu));
}
EXPORT_SYMBOL_GPL(ring_buffer_reset_cpu);

/**
 * ring_buffer_reset_online_cpus - drop all records and counts of online CPUs
 * @buffer: the buffer
 *
 * Context: task, may sleep.
 */
void ring_buffer_reset_online_cpus(struct trace_buffer *buffer)
{
	ring_resize_reset_cpus(ring_owner_of(buffer), cpu_online_mask);
}

/**
 * ring_buffer_reset - drop all records and counts
 * @buffer: the buffer
 *
 * Context: task, may sleep.
 */
void ring_buffer_reset(struct trace_buffer *buffer)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	ring_resize_reset_cpus(owner, owner->cpumask);
}
EXPORT_SYMBOL_GPL(ring_buffer_reset);
