// SPDX-License-Identifier: GPL-2.0
/*
 * Mapping of rings to user space, as defined by <linux/trace_mmap.h>: a meta
 * page, followed by all sub-buffers in the order of their ids. The id of the
 * reader page changes when user space requests the next one; the records that
 * are passed to user space then count as read.
 *
 * The memory of a mapped ring does not change: the ring is not resized, keeps
 * its sub-buffer order, is not exchanged, and its pages are copied rather than
 * donated.
 *
 * User space reads the commit word of the reader page to detect new records,
 * and requests the next page only if there are none. The commit word therefore
 * follows the writer: RING_WAKE_MAP makes each commit call ring_map_commit().
 * In a ring without a mapping the word is zero until the writer leaves the
 * page.
 *
 * Locking: ring_owner.lock serializes mapping and unmapping; the reader lock
 * protects ring_cpu.map and the contents of the meta page. ring_owner.lock is
 * taken with mmap_lock held: a holder of ring_owner.lock must not fault, take
 * mmap_lock, or wait for a task that does.
 */
#include <uapi/linux/trace_mmap.h>

#include "internal.h"

/**
 * struct ring_map - a ring that is mapped to user space
 * @users: number of mappings; under ring_owner.lock
 * @order: order of the sub-buffers and of @meta
 * @nr: number of sub-buffers
 * @meta: meta page; under the reader lock
 * @ids: id of each page, by ring_page.index
 * @pages: pages by id
 */
struct ring_map {
	unsigned int			users;
	unsigned int			order;
	unsigned int			nr;
	struct trace_buffer_meta	*meta;
	unsigned int			*ids;
	struct ring_page		**pages;
};

static void ring_mmap_free(struct ring_map *map)
{
	free_pages((unsigned long)map->meta, map->order);
	kvfree(map->ids);
	kvfree(map->pages);
	kfree(map);
}

static struct ring_map *ring_mmap_alloc(struct ring_cpu *rc)
{
	struct ring_map *map = kzalloc(sizeof(*map), GFP_KERNEL);
	struct page *page;

	if (!map)
		return NULL;
	map->nr = rc->store.nr + 1;
	map->order = rc->store.order;
	page = alloc_pages(GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_COMP,
			   map->order);
	map->meta = page ? page_address(page) : NULL;
	map->ids = kvcalloc(map->nr, sizeof(*map->ids), GFP_KERNEL);
	map->pages = kvcalloc(map->nr, sizeof(*map->pages), GFP_KERNEL);
	if (!map->meta || !map->ids || !map->pages) {
		ring_mmap_free(map);
		return NULL;
	}
	return map;
}

static void ring_mmap_set_id(struct ring_map *map, unsigned int id,
			     struct ring_page *page)
{
	map->pages[id] = page;
	map->ids[page->index] = id;
}

/* Id 0 is the reader page; the others follow in the order in which they are filled. */
static void ring_mmap_init(struct ring_cpu *rc, struct ring_map *map)
{
	struct trace_buffer_meta *meta = map->meta;
	unsigned int id;

	ring_mmap_set_id(map, 0, rc->reader_page);
	for (id = 1; id < map->nr; id++) {
		u64 slot = atomic64_read(ring_slot(&rc->store,
						   rc->reader_pos + id));

		ring_mmap_set_id(map, id, ring_slot_page(&rc->store, slot));
	}
	meta->meta_page_size = PAGE_SIZE << map->order;
	meta->meta_struct_len = sizeof(*meta);
	meta->subbuf_size = PAGE_SIZE << map->order;
	meta->nr_subbufs = map->nr;
}

/**
 * ring_map_update_meta - update the meta page of a mapped ring
 * @rc: the ring, with its reader lock held
 *
 * Context: any.
 */
void ring_map_update_meta(struct ring_cpu *rc)
{
	struct trace_buffer_meta *meta = rc->map->meta;

	meta->reader.id = rc->map->ids[rc->reader_page->index];
	meta->reader.read = rc->donated ? 0 : rc->cursor.off;
	meta->reader.lost_events = rc->lost;
	meta->entries = ring_stats_written(rc);
	meta->overrun = local_read(&rc->overrun);
	meta->read = rc->nread;
}

/**
 * ring_map_commit - copy the committed position to the commit word of the page
 * @rc: the ring
 *
 * An NMI may commit more records meanwhile, on this page or on others, and
 * updates the commit word itself. Interrupts are off so that the ring is not
 * reset between the reads and the store.
 *
 * Context: any, on the ring's CPU or while that CPU is offline. The writer has
 * left.
 */
void ring_map_commit(struct ring_cpu *rc)
{
	struct ring_page *page;
	unsigned long flags;
	long old, new;

	/*
	 * The raw variant, as tracing of irqs-off would write another record
	 * each time.
	 */
	raw_local_irq_save(flags);
	do {
		page = READ_ONCE(rc->commit_page);
		ring_test_point(MAP);
		old = local_read(&page->block->commit);
		new = ring_commit_bytes(atomic64_read(&rc->w.commit));
		ring_test_point(MAP);
		/* RB(map:C) */
	} while (READ_ONCE(rc->commit_page) != page ||
		 local_cmpxchg(&page->block->commit, old, new) != old);
	raw_local_irq_restore(flags);
}

/**
 * struct ring_mmap_arm - argument of ring_mmap_arm_call()
 * @rc: the ring
 * @done: set when the call has run
 */
struct ring_mmap_arm {
	struct ring_cpu	*rc;
	bool		done;
};

static void ring_mmap_arm_call(void *data)
{
	struct ring_mmap_arm *arm = data;

	ring_map_commit(arm->rc);
	arm->done = true;
}

/* Make all commits visible to user space, including the latest one. */
static void ring_mmap_arm(struct ring_cpu *rc)
{
	struct ring_mmap_arm arm = { .rc = rc };

	atomic_or(RING_WAKE_MAP, &rc->w.wake);
	/* RB(map:A) */
	smp_mb__after_atomic();
	/* The call does not run if the CPU goes offline just now. */
	while (!arm.done) {
		/* RB(map:B) */
		ring_call_on(rc->cpu, ring_mmap_arm_call, &arm);
	}
}

/*
 * Count all records that user space can see on the reader page as read. Records
 * that were committed just now and are not visible yet are left for the next
 * call.
 */
static void ring_mmap_consume(struct ring_cpu *rc)
{
	struct ring_block *block = rc->reader_page->block;
	struct ring_buffer_event *event;
	struct ring_cursor c = rc->cursor;
	bool done = ring_reader_done(rc);

	if (done)
		c.end = READ_ONCE(rc->reader_page->end);
	else
		c.end = clamp_t(unsigned long, local_read(&block->commit), c.off,
				c.end);
	while ((event = ring_cursor_peek(&c, NULL))) {
		ring_cursor_advance(&c, event);
		WRITE_ONCE(rc->nread, rc->nread + 1);
	}
	rc->cursor = c;
	/* As long as the writer is on the page, only the writer changes the word. */
	if (done && rc->lost)
		local_set(&block->commit, c.end | RING_MISSED_EVENTS);
}

static struct ring_map *ring_mmap_add(struct ring_cpu *rc)
{
	struct ring_map *map = ring_mmap_alloc(rc);
	unsigned long flags;

	if (!map)
		return NULL;
	flags = ring_read_lock(rc);
	ring_mmap_init(rc, map);
	rc->map = map;
	/* The memory of the page was donated, together with its records. */
	if (rc->donated)
		local_set(&rc->reader_page->block->commit, 0);
	ring_read_unlock(rc, flags);
	ring_mmap_arm(rc);
	flags = ring_read_lock(rc);
	ring_map_update_meta(rc);
	ring_read_unlock(rc, flags);
	atomic_inc(&rc->owner->pinned);
	return map;
}

static void ring_mmap_put(struct ring_cpu *rc)
{
	struct ring_map *map = rc->map;
	unsigned long flags;

	if (--map->users)
		return;
	atomic_andnot(RING_WAKE_MAP, &rc->w.wake);
	flags = ring_read_lock(rc);
	rc->map = NULL;
	ring_read_unlock(rc, flags);
	atomic_dec(&rc->owner->pinned);
	ring_mmap_free(map);
}

/**
 * ring_buffer_map - begin a mapping of a ring
 * @buffer: the buffer
 * @cpu: CPU of the ring
 * @vma: the mapping; its offset is in pages and starts at the meta page
 *
 * The pages are looked up one by one by ring_buffer_map_page().
 *
 * Context: task, may sleep; mmap_lock held.
 * Return: 0; -EINVAL if the mapping exceeds the ring or starts within a
 * sub-buffer; -ENODEV if @cpu has no ring, or the buffer is persistent and its
 * memory cannot be mapped; -ENOMEM.
 */
int ring_buffer_map(struct trace_buffer *buffer, int cpu,
		    struct vm_area_struct *vma)
{
	unsigned long first = vma->vm_pgoff, count = vma_pages(vma);
	struct ring_owner *owner = ring_owner_of(buffer);
	struct ring_cpu *rc = ring_get(owner, cpu);
	struct ring_map *map;
	unsigned long pages;
	int ret = 0;

	if (!rc || (owner->persist && !ring_persist_can_map(owner->persist)))
		return -ENODEV;
	mutex_lock(&owner->lock);
	pages = (unsigned long)(rc->store.nr + 2) << rc->store.order;
	if (first >= pages || count > pages - first ||
	    first & (BIT(rc->store.order) - 1)) {
		ret = -EINVAL;
		goto out;
	}
	map = rc->map ?: ring_mmap_add(rc);
	if (map)
		map->users++;
	else
		ret = -ENOMEM;
out:
	mutex_unlock(&owner->lock);
	return ret;
}

/**
 * ring_buffer_map_dup - count a mapping that was copied or split
 * @buffer: the buffer
 * @cpu: CPU of the ring, which is mapped
 *
 * Context: task, may sleep.
 */
void ring_buffer_map_dup(struct trace_buffer *buffer, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);

	mutex_lock(&owner->lock);
	ring_get(owner, cpu)->map->users++;
	mutex_unlock(&owner->lock);
}

/**
 * ring_buffer_unmap - end a mapping
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: task, may sleep.
 * Return: 0, or -ENODEV if the ring is not mapped.
 */
int ring_buffer_unmap(struct trace_buffer *buffer, int cpu)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	struct ring_cpu *rc = ring_get(owner, cpu);
	int ret = -ENODEV;

	if (!rc)
		return ret;
	mutex_lock(&owner->lock);
	if (rc->map) {
		ring_mmap_put(rc);
		ret = 0;
	}
	mutex_unlock(&owner->lock);
	return ret;
}

/**
 * ring_buffer_map_page - find a page of a mapping
 * @buffer: the buffer
 * @cpu: CPU of the ring, which is mapped
 * @at: number of the page, counted from the start of the meta page
 *
 * Context: task; the mapping cannot end meanwhile.
 * Return: the page, or NULL after the end.
 */
struct page *ring_buffer_map_page(struct trace_buffer *buffer, int cpu,
				  unsigned long at)
{
	struct ring_map *map = ring_get(ring_owner_of(buffer), cpu)->map;
	unsigned long id = at >> map->order;
	void *block;

	if (id > map->nr)
		return NULL;
	block = id ? (void *)map->pages[id - 1]->block : (void *)map->meta;
	return virt_to_page(block + ((at << PAGE_SHIFT) &
				     ((PAGE_SIZE << map->order) - 1)));
}

/**
 * ring_buffer_map_get_reader - pass more records to user space
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * If the reader page has records that user space has not seen, it remains the
 * reader page; otherwise the reader takes the next page. The meta page shows
 * the result.
 *
 * Context: task; takes the reader lock.
 * Return: 0, or -ENODEV if the ring is not mapped.
 */
int ring_buffer_map_get_reader(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);
	unsigned long flags;
	int ret = -ENODEV;

	if (!rc)
		return ret;
	flags = ring_read_lock(rc);
	if (rc->map) {
		bool more = ring_read_ready(rc);

		if (more)
			ring_mmap_consume(rc);
		ring_map_update_meta(rc);
		if (more)
			rc->lost = 0;
		ret = 0;
	}
	ring_read_unlock(rc, flags);
	return ret;
}
