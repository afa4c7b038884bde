// SPDX-License-Identifier: GPL-2.0
/*
 * Rings in memory that survives a reboot. All of a ring, both its state and its
 * pages, is in an area of that memory. Writing a record therefore needs no
 * extra step, and the next boot finds the state at the time the machine went
 * down.
 *
 * The memory consists of
 *
 *	one page: struct ring_image, which identifies the kernel and holds hashes
 *		of events whose type numbers were assigned at run time
 *	RING_INFO_BYTES that belong to the owner of the buffer: ring_buffer_info()
 *	unless the memory is small, an eighth of it for the owner: ring_buffer_notes()
 *	for each CPU an area: struct ring_cpu, slots, pointers to the pages,
 *		struct ring_page of each page; from the next page on the sub-buffers
 *
 * The contents of the memory are not trusted. The image has to be of the same size.
 * recover.c finds the valid pages of each ring. They become the first pages of a new
 * ring, whose writer starts on a page of its own. Damaged pages are left out, and their
 * records count as dropped. If the image is of another kernel, whose structures may have
 * other sizes, its pages are moved: see image.c.
 *
 * The same kernel may be loaded at another address at each boot, and records
 * contain addresses. The ring therefore stores which positions are of the last
 * boot, and how far the kernel text has moved since. If the text has moved, the
 * next boot discards the records that were of an earlier boot already.
 */
#include "persist.h"

/* Memory before the areas of the CPUs, whole pages. */
#define RING_INFO_BYTES		(2 * PAGE_SIZE)
#define RING_HEAD_BYTES		(PAGE_SIZE + RING_INFO_BYTES)

/* Smaller memory has no space for notes, larger memory has more than are needed. */
#define RING_NOTES_FROM		(256 * 1024)
#define RING_NOTES_MAX		(2 * 1024 * 1024)

#define RING_IMAGE_TYPES						\
	((PAGE_SIZE - sizeof(struct ring_image)) / sizeof(struct ring_type_hash))

/**
 * struct ring_persist - the memory of a buffer
 * @mem: start of the memory
 * @layout: where things are in @mem
 * @old: where things are in @old_mem
 * @old_mem: the memory as the last boot left it: @mem, or a copy of it if @moved; NULL if
 *	it is not valid, or the rings are initialized
 * @moved: @old differs from @layout, or the memory is of another kernel
 * @other: the records of the last boot are of another kernel
 * @mappable: the memory can be mapped to user space
 * @mixed: some of them may be of earlier boots, and are discarded
 * @text_delta: address of the kernel text minus that of the last boot
 * @kept: number of records of the last boot
 * @damaged: records of the last boot, or of an earlier one, were lost
 * @nr_types: number of entries in @types
 * @types: events that type numbers were assigned to in the last boot
 */
struct ring_persist {
	void		*mem;
	struct ring_layout layout;
	struct ring_layout old;
	void		*old_mem;
	bool		moved;
	bool		other;
	bool		mappable;
	bool		mixed;
	long		text_delta;
	unsigned long	kept;
	bool		damaged;
	unsigned int	nr_types;
	struct ring_type_hash types[];
};

static size_t ring_persist_area_head(unsigned int nr)
{
	size_t bytes = sizeof(struct ring_cpu) + nr * sizeof(atomic64_t);

	bytes += (nr + 1) * sizeof(struct ring_page *);
	bytes += (nr + 1) * sizeof(struct ring_page);
	return PAGE_ALIGN(bytes);
}

static size_t ring_persist_area_bytes(unsigned int nr)
{
	return ring_persist_area_head(nr) + (size_t)(nr + 1) * PAGE_SIZE;
}

/* The largest number of slots whose pages fit into @bytes. */
static unsigned int ring_persist_area_slots(size_t bytes)
{
	size_t nr = min_t(size_t, bytes / PAGE_SIZE, RING_MAX_INDEX);

	while (nr >= RING_MIN_PAGES && ring_persist_area_bytes(nr) > bytes)
		nr--;
	return nr;
}

static void ring_persist_area_find(struct ring_persist *p, int cpu, struct ring_area *a)
{
	const struct ring_layout *l = &p->layout;
	void *mem = p->mem + l->head + (size_t)cpu * l->area;

	a->rc = mem;
	a->slots = mem + l->slots;
	a->pages = (void *)(a->slots + l->nr);
	a->page = mem + l->pages;
	a->blocks = mem + l->blocks;
}

/* Bytes for notes in memory of @bytes. */
static size_t ring_persist_notes_bytes(size_t bytes)
{
	if (bytes < RING_NOTES_FROM)
		return 0;
	return min_t(size_t, bytes / 8, RING_NOTES_MAX) / PAGE_SIZE * PAGE_SIZE;
}

/* Determine where things are, with @notes bytes for notes; false if @bytes are too few. */
static bool ring_persist_layout(struct ring_layout *layout, size_t bytes, size_t notes)
{
	size_t head = RING_HEAD_BYTES + notes, area;
	unsigned int nr;

	if (bytes <= head)
		return false;
	area = (bytes - head) / nr_cpu_ids / PAGE_SIZE * PAGE_SIZE;
	nr = ring_persist_area_slots(area);
	ring_layout_init(layout, head, area, nr,
			 sizeof(struct ring_cpu) + nr * sizeof(atomic64_t) +
			 (nr + 1) * sizeof(struct ring_page *), ring_persist_area_head(nr));
	return nr >= RING_MIN_PAGES;
}

/*
 * Determine the order of the sub-buffers in the new ring. Page i keeps
 * sub-buffer i: a pointer from a page to another sub-buffer would not be trusted
 * at the next boot.
 */
static void ring_persist_order(struct ring_old_ring *old)
{
	unsigned int i, at = 0;

	for (i = old->nr; i--; at++)
		old->order[at] = old->pages[i].index;
	bitmap_zero(old->seen, old->slots + 1);
	for (i = 0; i < old->nr; i++)
		__set_bit(old->pages[i].index, old->seen);
	if (old->read)
		__set_bit(old->reader, old->seen);
	for (i = 0; i <= old->slots; i++) {
		if (!test_bit(i, old->seen))
			old->order[at++] = i;
	}
	if (old->read)
		old->order[at] = old->reader;
}

static u64 ring_persist_account_page(struct ring_page *page, struct ring_old_page *old,
				     u64 time, u64 written, u64 *bytes)
{
	page->end = old->end;
	page->start = 0;
	page->written = written;
	page->bytes = *bytes;
	page->block->time_stamp = time;
	/* User space that maps the page reads this word. */
	local_set(&page->block->commit, old->end);
	local_set(&page->entries, old->sum.entries);
	*bytes += old->end;
	return written + old->sum.entries;
}

/*
 * Initialize an empty ring with the old pages. The first nr entries of
 * @old->order are the pages with records, the oldest first; the next one is the
 * writer's, and the last one is the reader page.
 */
static void ring_persist_restore(struct ring_cpu *rc, struct ring_old_ring *old)
{
	struct ring_store *store = &rc->store;
	struct ring_page *tail = store->pages[old->order[old->nr]];
	u64 first = RING_FIRST_POS, at = first + old->nr;
	u64 written = 0, bytes = 0, lost = 0;
	unsigned int i;

	rc->reader_page = store->pages[old->order[store->nr]];
	ring_cursor_set(&rc->cursor, rc->reader_page->block, 0);
	if (old->read) {
		written = ring_persist_account_page(rc->reader_page, &old->first,
						    old->first.sum.first, 0, &bytes);
		ring_cursor_set(&rc->cursor, rc->reader_page->block,
				old->first.end);
		rc->cursor.off = old->read_off;
		rc->cursor.ts = old->first.sum.time;
		rc->nread = old->first.sum.before;
		rc->lost = old->pending;
		rc->causes.by[RING_LOST_LAST_BOOT] = old->pending;
	}
	for (i = 0; i < old->nr; i++) {
		struct ring_old_page *page = &old->pages[old->nr - 1 - i];

		written = ring_persist_account_page(store->pages[page->index], page,
						    page->sum.first, written, &bytes);
		lost += page->lost;
		store->pages[page->index]->refused = lost;
		atomic64_set(ring_slot(store, first + i),
			     ring_slot_make(first + i, page->index, 0));
	}
	tail->written = written;
	tail->bytes = bytes;
	tail->refused = lost + old->lost;
	local_set(&rc->dropped, tail->refused);
	rc->last_boot_lost = tail->refused;
	atomic64_set(ring_slot(store, first + i),
		     ring_slot_make(first + i, old->order[i], 0));
	for (i++; i < store->nr; i++)
		atomic64_set(ring_slot(store, first + i - store->nr),
			     ring_slot_make(first + i - store->nr,
					    old->order[i], RING_SLOT_FREE));
	rc->reader_pos = first - 1;
	rc->last_boot_end = at;
	rc->commit_page = tail;
	rc->w.bases[0].pos = at;
	rc->w.bases[0].data = (u32 *)tail->block->data;
	rc->w.bases[0].entries = &tail->entries;
	rc->w.bases[0].page = tail;
	local64_set(&rc->w.word, (u64)U32_MAX << RING_TIME_SHIFT |
		    ring_low_make(at, 0, 0));
	atomic64_set(&rc->w.commit, ring_commit_make(at, ring_low_make(at, 0, 0)));
}

static void ring_persist_old_free(struct ring_old_ring *old)
{
	kvfree(old->order);
	kvfree(old->seen);
	kvfree(old);
}

static struct ring_old_ring *ring_persist_old_alloc(unsigned int nr)
{
	struct ring_old_ring *old = kvzalloc(struct_size(old, pages, nr + 1), GFP_KERNEL);

	if (!old)
		return NULL;
	old->seen = kvcalloc(2 * BITS_TO_LONGS(nr + 1), sizeof(long), GFP_KERNEL);
	old->order = kvcalloc(nr + 1, sizeof(*old->order), GFP_KERNEL);
	if (!old->seen || !old->order) {
		ring_persist_old_free(old);
		return NULL;
	}
	old->twice = old->seen + BITS_TO_LONGS(nr + 1);
	return old;
}

static struct ring_old_ring *ring_persist_old_find(struct ring_persist *p, int cpu,
						   struct ring_area *a)
{
	struct ring_old_area from = { .layout = &p->old };
	struct ring_old_ring *old;

	old = ring_persist_old_alloc(max(p->layout.nr, p->old.nr));
	if (!old)
		return NULL;
	old->slots = p->layout.nr;
	if (!p->old_mem || cpu >= p->old.cpus)
		return old;
	from.mem = p->old_mem + p->old.head + (size_t)cpu * p->old.area;
	old->slots = p->old.nr;
	old->oldest = p->mixed ? ring_old_cpu(&from, last_boot_end, u64) : 0;
	ring_recover(&from, old);
	if (p->moved)
		ring_old_move(&from, a, old, p->layout.nr);
	/* One page has to be left for the writer. */
	if (old->nr == old->slots) {
		old->nr--;
		old->read = false;
	}
	return old;
}

/**
 * ring_persist_cpu - initialize the ring of a CPU in memory that survives a reboot
 * @owner: the buffer
 * @cpu: CPU of the ring
 *
 * Context: task, may sleep.
 * Return: the ring, with the records of the last boot; NULL if there is not
 * enough memory.
 */
struct ring_cpu *ring_persist_cpu(struct ring_owner *owner, int cpu)
{
	struct ring_persist *p = owner->persist;
	struct ring_old_ring *old;
	struct ring_area a;
	unsigned int i;

	ring_persist_area_find(p, cpu, &a);
	old = ring_persist_old_find(p, cpu, &a);
	if (!old)
		return NULL;
	memset(a.rc, 0, ring_persist_area_head(p->layout.nr));
	for (i = 0; i <= p->layout.nr; i++) {
		a.page[i].block = ring_area_block(&a, i);
		INIT_LIST_HEAD(&a.page[i].link);
		a.pages[i] = &a.page[i];
	}
	a.rc->owner = owner;
	a.rc->cpu = cpu;
	atomic_set(&a.rc->w.wake, RING_WAKE_NONE);
	raw_spin_lock_init(&a.rc->reader_lock);
	a.rc->store.slots = a.slots;
	a.rc->store.pages = a.pages;
	a.rc->store.nr = p->layout.nr;
	a.rc->bytes = owner->bytes;
	a.rc->reader_page = &a.page[p->layout.nr];
	ring_store_clear_cpu(a.rc);
	if (old->nr || old->read || old->lost) {
		ring_persist_order(old);
		ring_persist_restore(a.rc, old);
	}
	p->kept += ring_stats_written(a.rc) - a.rc->nread;
	p->damaged |= local_read(&a.rc->dropped);
	ring_persist_old_free(old);
	return a.rc;
}

/*
 * Find out whether the memory is valid, and of which kernel. If its areas are not where
 * those of this kernel are, it is copied. Return 0 or -ENOMEM.
 */
static int ring_persist_find_old(struct ring_persist *p, size_t bytes, u64 key,
				 unsigned long base)
{
	struct ring_image *image = p->mem;

	if (image->magic != RING_IMAGE_MAGIC || image->bytes != bytes ||
	    image->layout.head != p->layout.head ||
	    !ring_layout_is_valid(&image->layout, bytes) ||
	    (image->key == key && (base - image->base) % PAGE_SIZE))
		return 0;
	p->old = image->layout;
	p->other = image->key != key;
	p->moved = p->other || memcmp(&p->old, &p->layout, sizeof(p->old));
	p->old_mem = p->mem;
	if (!p->moved)
		return 0;
	p->old_mem = kvmalloc(bytes, GFP_KERNEL);
	if (!p->old_mem)
		return -ENOMEM;
	memcpy(p->old_mem, p->mem, bytes);
	return 0;
}

static void ring_persist_old_done(struct ring_persist *p)
{
	if (p->moved)
		kvfree(p->old_mem);
	p->old_mem = NULL;
}

/**
 * ring_persist_init - prepare memory that survives a reboot
 * @mem: the memory, whole pages
 * @bytes: size of @mem
 * @key: identifies the kernel image
 * @base: address of the kernel text
 *
 * Context: task, may sleep. Usable early in boot.
 * Return: argument for ring_persist_cpu(); NULL if @mem is too small or there
 * is not enough memory.
 */
struct ring_persist *ring_persist_init(void *mem, size_t bytes, u64 key,
				       unsigned long base)
{
	struct ring_image *image = mem;
	struct ring_persist *p;

	p = kzalloc(struct_size(p, types, RING_IMAGE_TYPES), GFP_KERNEL);
	if (!p)
		return NULL;
	p->mem = mem;
	/* Many CPUs may need all of the memory. */
	if ((!ring_persist_layout(&p->layout, bytes, ring_persist_notes_bytes(bytes)) &&
	     !ring_persist_layout(&p->layout, bytes, 0)) ||
	    ring_persist_find_old(p, bytes, key, base)) {
		kfree(p);
		return NULL;
	}
	if (p->old_mem) {
		p->text_delta = base - image->base;
		p->mixed = image->moved || image->clash;
	}
	if (p->old_mem && !p->other) {
		p->nr_types = min_t(u32, image->nr_types, RING_IMAGE_TYPES);
		memcpy(p->types, image->types, p->nr_types * sizeof(*p->types));
	} else {
		image->nr_types = 0;
	}
	if (!p->old_mem)
		memset(mem + PAGE_SIZE, 0, p->layout.head - PAGE_SIZE);
	/* The memory is not valid until all rings are initialized. */
	WRITE_ONCE(image->magic, 0);
	image->key = key;
	image->base = base;
	image->moved = p->text_delta;
	image->bytes = bytes;
	image->layout = p->layout;
	image->clash = p->other;
	return p;
}

/**
 * ring_persist_free - free the description of memory that survives a reboot
 * @p: the memory, or NULL
 *
 * Context: task.
 */
void ring_persist_free(struct ring_persist *p)
{
	if (p)
		ring_persist_old_done(p);
	kfree(p);
}

/**
 * ring_persist_ready - mark the memory as valid
 * @p: the memory, with all rings initialized
 *
 * Context: task.
 */
void ring_persist_ready(struct ring_persist *p)
{
	struct ring_image *image = p->mem;

	ring_persist_old_done(p);
	/* RB(image:A) */
	smp_store_release(&image->magic, RING_IMAGE_MAGIC);
}

/**
 * ring_persist_kept - get the number of records of the last boot
 * @p: the memory
 *
 * Context: any.
 * Return: number of records in all rings.
 */
unsigned long ring_persist_kept(struct ring_persist *p)
{
	return p->kept;
}

/**
 * ring_persist_slots - get the number of slots of each ring
 * @p: the memory
 *
 * Context: any.
 * Return: number of slots.
 */
unsigned int ring_persist_slots(struct ring_persist *p)
{
	return p->layout.nr;
}

/**
 * ring_persist_allow_map - allow that the rings of a buffer are mapped to user space
 * @buffer: the buffer, whose memory is in the direct mapping and has a struct page for each
 *	page
 *
 * Context: task, before the buffer is used.
 */
void ring_persist_allow_map(struct trace_buffer *buffer)
{
	ring_owner_of(buffer)->persist->mappable = true;
}

/**
 * ring_persist_can_map - test whether the rings of a buffer can be mapped to user space
 * @p: the memory
 *
 * Context: any.
 * Return: true if ring_persist_allow_map() was called.
 */
bool ring_persist_can_map(const struct ring_persist *p)
{
	return p->mappable;
}

/**
 * ring_buffer_has_last_boot - test whether records of the last boot were found
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if there were any, or damaged sub-buffers that had some; they may
 * have been consumed or overwritten since.
 */
bool ring_buffer_has_last_boot(struct trace_buffer *buffer)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	return p && (p->kept || p->damaged);
}

/**
 * ring_buffer_save_clash - note that records of this and older boots cannot be mixed
 * @buffer: the buffer
 *
 * The next boot could not tell what the records that are older than this boot refer
 * to, and discards them.
 *
 * Context: any.
 */
void ring_buffer_save_clash(struct trace_buffer *buffer)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;
	struct ring_image *image;

	if (!p)
		return;
	image = p->mem;
	WRITE_ONCE(image->clash, true);
}

/**
 * ring_buffer_save_type_hash - save the event of a type number for the next boot
 * @buffer: the buffer
 * @type: type number
 * @hash: hash that identifies the event among all events that have or had the
 *	number
 *
 * If the number was assigned to another event in an earlier boot, the next boot
 * cannot determine the event of a record, and discards the records that are
 * older than this boot.
 *
 * Context: task; calls are serialized by the caller.
 */
void ring_buffer_save_type_hash(struct trace_buffer *buffer, unsigned int type,
				u32 hash)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;
	struct ring_image *image;
	unsigned int i;

	if (!p)
		return;
	image = p->mem;
	for (i = 0; i < min_t(u32, image->nr_types, RING_IMAGE_TYPES); i++) {
		if (image->types[i].type != type)
			continue;
		if (image->types[i].hash != hash)
			ring_buffer_save_clash(buffer);
		image->types[i].hash = hash;
		return;
	}
	i = image->nr_types++ % RING_IMAGE_TYPES;
	image->types[i] = (struct ring_type_hash){ .type = type, .hash = hash };
}

/**
 * ring_buffer_info - get memory that survives a reboot together with a buffer
 * @buffer: the buffer
 * @bytes: set to the size of the memory
 *
 * The buffer does not use this memory. It has what it had in the last boot if the
 * buffer was found valid, which does not mean that it is undamaged; otherwise it is
 * zero.
 *
 * Context: any.
 * Return: the memory, or NULL if the buffer does not survive a reboot.
 */
void *ring_buffer_info(struct trace_buffer *buffer, size_t *bytes)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	*bytes = RING_INFO_BYTES;
	return p ? p->mem + PAGE_SIZE : NULL;
}

/**
 * ring_buffer_notes - get more memory that survives a reboot together with a buffer
 * @buffer: the buffer
 * @bytes: set to the size of the memory
 *
 * As ring_buffer_info(). Small buffers have no such memory.
 *
 * Context: any.
 * Return: the memory, or NULL.
 */
void *ring_buffer_notes(struct trace_buffer *buffer, size_t *bytes)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	*bytes = p ? p->layout.head - RING_HEAD_BYTES : 0;
	return *bytes ? p->mem + RING_HEAD_BYTES : NULL;
}

/**
 * ring_buffer_last_boot_is_other - test whether another kernel wrote the last boot's records
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if the records of the last boot are of another kernel than the running one.
 */
bool ring_buffer_last_boot_is_other(struct trace_buffer *buffer)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	return p && p->other;
}

static bool ring_persist_cpu_holds_last_boot(struct ring_cpu *rc)
{
	struct ring_cursor c = rc->cursor;
	u64 pos;

	if (rc->reader_pos >= rc->last_boot_end)
		return false;
	c.end = ring_reader_end(rc, atomic64_read(&rc->w.commit));
	if (!rc->donated && ring_cursor_peek(&c, NULL))
		return true;
	return ring_read_oldest(rc, &pos) && pos < rc->last_boot_end;
}

/**
 * ring_buffer_holds_last_boot - test whether there are records of the last boot
 * @buffer: the buffer
 *
 * Context: any; takes the reader locks, one after the other.
 * Return: true if there are some that were neither consumed nor overwritten.
 */
bool ring_buffer_holds_last_boot(struct trace_buffer *buffer)
{
	struct ring_owner *owner = ring_owner_of(buffer);
	unsigned long flags;
	bool held = false;
	int cpu;

	for_each_cpu(cpu, owner->cpumask) {
		struct ring_cpu *rc = ring_get(owner, cpu);

		flags = ring_read_lock(rc);
		held |= ring_persist_cpu_holds_last_boot(rc);
		ring_read_unlock(rc, flags);
	}
	return held;
}

/**
 * ring_buffer_last_boot_type_hash - get the event of a type number in the last boot
 * @buffer: the buffer
 * @type: type number
 *
 * Context: any.
 * Return: hash of the event, or 0 if it is not known.
 */
u32 ring_buffer_last_boot_type_hash(struct trace_buffer *buffer, unsigned int type)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;
	unsigned int i;

	for (i = 0; p && i < p->nr_types; i++) {
		if (p->types[i].type == type)
			return p->types[i].hash;
	}
	return 0;
}

/**
 * ring_buffer_text_delta - get the distance that the kernel text has moved
 * @buffer: the buffer
 *
 * Context: any.
 * Return: number of bytes to add to addresses in records of the last boot.
 */
long ring_buffer_text_delta(struct trace_buffer *buffer)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	return p ? p->text_delta : 0;
}

/**
 * ring_buffer_is_last_boot - test whether a record is of the last boot
 * @buffer: the buffer
 * @cpu: CPU of the ring
 *
 * Context: any; applies to the record that ring_buffer_peek() or
 * ring_buffer_consume_peek() has just returned.
 * Return: true if the record was written before the present boot.
 */
bool ring_buffer_is_last_boot(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc && READ_ONCE(rc->reader_pos) < READ_ONCE(rc->last_boot_end);
}
