// SPDX-License-Identifier: GPL-2.0
/*
 * Rings in user memory, as <linux/trace_mmap.h> has it: a page of figures and
 * then all sub-buffers, by their ids. Which of them is the reader's changes
 * when user space asks for the next; records of it then count as read.
 *
 * While a ring is mapped its memory stays what it is: no resize, no other
 * order, no exchange of contents, and pages are copied, not given away.
 *
 * User space looks at the commit word of the reader's sub-buffer to see whether
 * there are new records, and asks for the next one only if there are none. So that
 * word follows the writer: RING_WAKE_MAP leads each commit to ring_map_commit().
 * In a ring without a mapping the word is zero until the writer leaves the page.
 *
 * Locking: ring_owner.lock for whether there is a map, and the reader lock for
 * ring_cpu.map and what it tells. The first is taken with mmap_lock held: who holds
 * it must not fault, take mmap_lock, or wait for anybody who does.
 */
#include <uapi/linux/trace_mmap.h>

#include "internal.h"

/**
 * struct ring_map - a ring that user space sees
 * @users:	mappings
 * @order:	size of the sub-buffers and of @meta
 * @nr:		sub-buffers
 * @meta:	the page of figures
 * @ids:	of the pages, by ring_page.index
 * @pages:	by id
 */
struct ring_map {
	unsigned int			users;
	unsigned int			order;
	unsigned int			nr;
	struct trace_buffer_meta	*meta;
	unsigned int			*ids;
	struct ring_page		**pages;
};

static void ring_map_free(struct ring_map *map)
{
	free_pages((unsigned long)map->meta, map->order);
	kvfree(map->ids);
	kvfree(map->pages);
	kfree(map);
}

static struct ring_map *ring_map_alloc(struct ring_cpu *rc)
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
		ring_map_free(map);
		return NULL;
	}
	return map;
}

static void ring_map_name(struct ring_map *map, unsigned int id,
			  struct ring_page *page)
{
	map->pages[id] = page;
	map->ids[page->index] = id;
}

/* The reader's page is the first, and others follow in the order of filling. */
static void ring_map_start(struct ring_cpu *rc, struct ring_map *map)
{
	struct trace_buffer_meta *meta = map->meta;
	unsigned int id;

	ring_map_name(map, 0, rc->reader_page);
	for (id = 1; id < map->nr; id++) {
		u64 slot = atomic64_read(ring_slot(&rc->store,
						   rc->reader_pos + id));

		ring_map_name(map, id, ring_slot_page(&rc->store, slot));
	}
	meta->meta_page_size = PAGE_SIZE << map->order;
	meta->meta_struct_len = sizeof(*meta);
	meta->subbuf_size = PAGE_SIZE << map->order;
	meta->nr_subbufs = map->nr;
}

/* Tell user space how things stand. The reader lock is held. */
void ring_map_tell(struct ring_cpu *rc)
{
	struct trace_buffer_meta *meta = rc->map->meta;

	meta->reader.id = rc->map->ids[rc->reader_page->index];
	meta->reader.read = rc->given ? 0 : rc->cursor.off;
	meta->reader.lost_events = rc->lost;
	meta->entries = ring_written(rc);
	meta->overrun = local_read(&rc->overrun);
	meta->read = rc->nread;
}

/**
 * ring_map_commit - let user space see what the writer has committed
 * @rc: the ring
 *
 * An NMI that comes meanwhile may commit more, on this page or on others, and
 * lets user space see that itself. Interrupts are off, so that nobody clears the
 * ring between the looks and the store.
 *
 * Context: any, on the ring's CPU or while that is offline. The writer has left.
 */
void ring_map_commit(struct ring_cpu *rc)
{
	struct ring_page *page;
	unsigned long flags;
	long old, new;

	/* Not traced: that would be one more record each time. */
	raw_local_irq_save(flags);
	do {
		page = READ_ONCE(rc->commit_page);
		ring_at(MAP);
		old = local_read(&page->block->commit);
		new = ring_commit_bytes(atomic64_read(&rc->w.commit));
		ring_at(MAP);
		/* RB(map:C) */
	} while (READ_ONCE(rc->commit_page) != page ||
		 local_cmpxchg(&page->block->commit, old, new) != old);
	raw_local_irq_restore(flags);
}

/**
 * struct ring_map_arm - work for ring_map_arm_call()
 * @rc:		the ring
 * @done:	it was done
 */
struct ring_map_arm {
	struct ring_cpu	*rc;
	bool		done;
};

static void ring_map_arm_call(void *data)
{
	struct ring_map_arm *arm = data;

	ring_map_commit(arm->rc);
	arm->done = true;
}

/* From now on each commit is seen by user space, the last one included. */
static void ring_map_arm(struct ring_cpu *rc)
{
	struct ring_map_arm arm = { .rc = rc };

	atomic_or(RING_WAKE_MAP, &rc->w.wake);
	/* RB(map:A) */
	smp_mb__after_atomic();
	/* It is not done if the CPU goes just now. */
	while (!arm.done) {
		/* RB(map:B) */
		ring_call_on(rc->cpu, ring_map_arm_call, &arm);
	}
}

/*
 * All that user space can see of the reader's page is user space's. What is
 * committed just now, and not seen yet, is for the next time.
 */
static void ring_map_read(struct ring_cpu *rc)
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
	/* While the writer is there the word is its own. */
	if (done && rc->lost)
		local_set(&block->commit, c.end | RING_MISSED_EVENTS);
}

static struct ring_map *ring_map_add(struct ring_cpu *rc)
{
	struct ring_map *map = ring_map_alloc(rc);
	unsigned long flags;

	if (!map)
		return NULL;
	flags = ring_read_lock(rc);
	ring_map_start(rc, map);
	rc->map = map;
	/* The memory that the page had was given away, and the records with it. */
	if (rc->given)
		local_set(&rc->reader_page->block->commit, 0);
	ring_read_unlock(rc, flags);
	ring_map_arm(rc);
	flags = ring_read_lock(rc);
	ring_map_tell(rc);
	ring_read_unlock(rc, flags);
	atomic_inc(&rc->owner->pinned);
	return map;
}

static void ring_map_put(struct ring_cpu *rc)
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
	ring_map_free(map);
}

/**
 * ring_buffer_map - a mapping of a ring begins
 * @buffer: the buffer
 * @cpu: whose ring
 * @vma: the mapping: its first page, counted from the page of figures on, and how
 *	many there are
 *
 * Pages are asked for one by one: ring_buffer_map_page().
 *
 * Context: task, may sleep; mmap_lock held.
 * Return: 0; -EINVAL: there are not so many pages, or it starts within a
 * sub-buffer; -ENODEV: no such ring; -ENOMEM.
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

	if (!rc || owner->persist)
		return -ENODEV;
	mutex_lock(&owner->lock);
	pages = (unsigned long)(rc->store.nr + 2) << rc->store.order;
	if (first >= pages || count > pages - first ||
	    first & (BIT(rc->store.order) - 1)) {
		ret = -EINVAL;
		goto out;
	}
	map = rc->map ?: ring_map_add(rc);
	if (map)
		map->users++;
	else
		ret = -ENOMEM;
out:
	mutex_unlock(&owner->lock);
	return ret;
}

/**
 * ring_buffer_map_dup - a mapping was copied or split
 * @buffer: the buffer
 * @cpu: whose ring
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
 * ring_buffer_unmap - a mapping ends
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * Context: task, may sleep.
 * Return: 0, or -ENODEV: there is no such mapping.
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
		ring_map_put(rc);
		ret = 0;
	}
	mutex_unlock(&owner->lock);
	return ret;
}

/**
 * ring_buffer_map_page - a page of a mapping
 * @buffer: the buffer
 * @cpu: whose ring, which is mapped
 * @at: which page, from the page of figures on
 *
 * Context: task; the mapping cannot end meanwhile.
 * Return: the page, or NULL beyond the end.
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
 * ring_buffer_map_get_reader - give user space more to read
 * @buffer: the buffer
 * @cpu: whose ring
 *
 * If the reader's sub-buffer has records that user space does not know of, that
 * is where they are; if not, the reader goes on to the next. The page of
 * figures tells.
 *
 * Context: task.
 * Return: 0, or -ENODEV if it is not mapped.
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
			ring_map_read(rc);
		ring_map_tell(rc);
		if (more)
			rc->lost = 0;
		ret = 0;
	}
	ring_read_unlock(rc, flags);
	return ret;
}
