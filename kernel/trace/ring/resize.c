// SPDX-License-Identifier: GPL-2.0
/*
 * What changes a ring under its writer: size, order and reset.
 *
 * All of them do their work on the ring's own CPU, with interrupts off and no
 * writer interrupted, so that no writer can be half way. An NMI that comes
 * just then finds the ring closed; its record counts as dropped. Memory is
 * allocated before and freed after.
 */
#include "internal.h"

/**
 * struct ring_call - work for ring_run_closed()
 * @rc:		the ring
 * @fn:		the work
 * @arg:	its argument
 * @done:	it was done; otherwise a writer was in the way
 */
struct ring_call {
	struct ring_cpu		*rc;
	void			(*fn)(struct ring_cpu *rc, void *arg);
	void			*arg;
	bool			done;
};

static void ring_call_closed(void *data)
{
	struct ring_call *call = data;
	struct ring_cpu *rc = call->rc;

	lockdep_assert_irqs_disabled();
	if (!ring_is_quiet(&rc->w))
		return;
	WRITE_ONCE(rc->w.nest, RING_CLOSED);
	barrier();
	raw_spin_lock(&rc->reader_lock);
	call->fn(rc, call->arg);
	raw_spin_unlock(&rc->reader_lock);
	barrier();
	WRITE_ONCE(rc->w.nest, 0);
	call->done = true;
}

/**
 * ring_run_closed - change a ring while it has no writer
 * @rc: the ring
 * @fn: what to do, with interrupts off and the reader lock held
 * @arg: its argument
 *
 * Context: task, may sleep. cpus_read_lock() held.
 */
void ring_run_closed(struct ring_cpu *rc,
		     void (*fn)(struct ring_cpu *rc, void *arg), void *arg)
{
	struct ring_call call = { .rc = rc, .fn = fn, .arg = arg };

	lockdep_assert_cpus_held();
	for (;;) {
		ring_call_on(rc->cpu, ring_call_closed, &call);
		if (call.done)
			return;
		/* A writer was interrupted; it cannot last. */
		ring_yield();
	}
}

/**
 * struct ring_change - a ring's new memory, and later its old
 * @rc:		the ring
 * @store:	slots
 * @pages:	pages that are to be added, or were left over
 */
struct ring_change {
	struct ring_cpu		*rc;
	struct ring_store	store;
	struct list_head	pages;
};

static void ring_store_swap(struct ring_cpu *rc, struct ring_store *store)
{
	struct ring_store old = rc->store;

	rc->store.slots = store->slots;
	rc->store.pages = store->pages;
	/* Figures look at these without the lock. */
	WRITE_ONCE(rc->store.nr, store->nr);
	WRITE_ONCE(rc->store.order, store->order);
	*store = old;
}

static void ring_store_add(struct ring_store *store, unsigned int *nr,
			   struct ring_page *page)
{
	page->index = *nr;
	store->pages[(*nr)++] = page;
}

/*
 * Sort the pages of the old slots: those of the newest records go to the new
 * slots, all others to @spare. Returns how many pages the new store has.
 */
static unsigned int ring_keep_newest(struct ring_cpu *rc,
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
				ring_store_add(new, &nr, page);
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

/* Put the records of the ring into its new, larger or smaller, store. */
static void ring_rebuild(struct ring_cpu *rc, void *arg)
{
	u64 tail = ring_commit_pos(atomic64_read(&rc->w.commit));
	struct ring_change *change = arg;
	struct ring_store *new = &change->store;
	unsigned int i, nr = ring_keep_newest(rc, new, &change->pages);

	for (i = 0; i < new->nr; i++) {
		u64 pos = tail - i;
		struct ring_page *page;

		if (atomic64_read(ring_slot(new, pos)))
			continue;
		page = list_first_entry(&change->pages, struct ring_page, link);
		list_del_init(&page->link);
		ring_store_add(new, &nr, page);
		atomic64_set(ring_slot(new, pos),
			     ring_slot_make(pos, page->index, RING_SLOT_FREE));
	}
	ring_store_add(new, &nr, rc->reader_page);
	ring_store_swap(rc, new);
}

/* Give the ring new memory and forget the records in the old. */
static void ring_replace(struct ring_cpu *rc, void *arg)
{
	struct ring_change *change = arg;
	unsigned int i;
	LIST_HEAD(new);

	list_splice_init(&change->pages, &new);
	ring_store_swap(rc, &change->store);
	for (i = 0; i <= change->store.nr; i++)
		list_add(&change->store.pages[i]->link, &change->pages);
	ring_cpu_start(rc, &new);
}

static void ring_changes_free(struct ring_change *changes, unsigned int nr)
{
	while (nr--) {
		ring_pages_free(&changes[nr].pages, changes[nr].store.order);
		ring_store_free(&changes[nr].store);
	}
	kvfree(changes);
}

/* Memory for one ring to have @nr pages: @more of them, or all. */
static int ring_change_prepare(struct ring_change *change, struct ring_cpu *rc,
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
	return ring_pages_alloc(&change->pages, more, rc->cpu, order);
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
		unsigned int has = rc->store.nr;

		if (has == nr)
			continue;
		ret = ring_change_prepare(&changes[n++], rc, nr,
					  nr > has ? nr - has : 0,
					  rc->store.order);
		if (ret)
			goto out;
	}
	for (i = 0; i < n; i++)
		ring_run_closed(changes[i].rc, ring_rebuild, &changes[i]);
	for_each_cpu(cpu, cpus)
		WRITE_ONCE(ring_get(owner, cpu)->bytes,
			   ring_bytes_of(nr, owner->order));
out:
	ring_changes_free(changes, n);
	return ret;
}

/**
 * ring_buffer_resize - change the size of one ring or of all
 * @buffer: the buffer
 * @size: bytes of room for records; rounded up to whole pages, at least two
 * @cpu: whose ring, or RING_BUFFER_ALL_CPUS
 *
 * Recording goes on. The newest records are kept, as far as there is room.
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY while there are iterators; -ENOMEM, -EINTR: then all is as
 * it was.
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

static int ring_set_order(struct ring_owner *owner, unsigned int order)
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

		ret = ring_change_prepare(&changes[n++], rc, nr, nr + 1, order);
		if (ret)
			goto out;
	}
	owner->nr = ring_pages_for(owner->bytes, order);
	WRITE_ONCE(owner->order, order);
	for (i = 0; i < n; i++)
		ring_run_closed(changes[i].rc, ring_replace, &changes[i]);
out:
	ring_changes_free(changes, n);
	return ret;
}

/**
 * ring_buffer_subbuf_order_set - change the size of the sub-buffers
 * @buffer: the buffer
 * @order: its logarithm, in pages, 0 to 7
 *
 * What was recorded is lost. The size of the rings stays about the same: as many
 * sub-buffers as the bytes need that the ring was last given.
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL; -EBUSY while there are iterators; -ENOMEM, -EINTR: then
 * all is as it was.
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
						    ring_set_order(owner, order);
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
	return ret;
}
EXPORT_SYMBOL_GPL(ring_buffer_subbuf_order_set);

static void ring_restart(struct ring_cpu *rc, void *arg)
{
	ring_cpu_clear(rc);
	if (rc->map)
		ring_map_tell(rc);
}

static void ring_reset_cpus(struct ring_owner *owner, const struct cpumask *cpus)
{
	struct ring_cpu *rc;
	int cpu;

	cpus_read_lock();
	mutex_lock(&owner->lock);
	for_each_cpu(cpu, cpus) {
		rc = ring_get(owner, cpu);
		if (rc)
			ring_run_closed(rc, ring_restart, NULL);
	}
	mutex_unlock(&owner->lock);
	cpus_read_unlock();
}

/**
 * ring_buffer_reset_cpu - forget all records of one CPU, and its figures
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: task, may sleep.
 */
void ring_buffer_reset_cpu(struct trace_buffer *buffer, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	if (ring_get(owner, cpu))
		ring_reset_cpus(owner, cpumask_of(cpu));
}
EXPORT_SYMBOL_GPL(ring_buffer_reset_cpu);

/**
 * ring_buffer_reset_online_cpus - forget all records of CPUs that are online
 * @buffer: the buffer
 *
 * Context: task, may sleep.
 */
void ring_buffer_reset_online_cpus(struct trace_buffer *buffer)
{
	ring_reset_cpus(ring_owner_of(buffer), cpu_online_mask);
}

/**
 * ring_buffer_reset - forget all records
 * @buffer: the buffer
 *
 * Context: task, may sleep.
 */
void ring_buffer_reset(struct trace_buffer *buffer)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	ring_reset_cpus(owner, owner->cpumask);
}
EXPORT_SYMBOL_GPL(ring_buffer_reset);
