// SPDX-License-Identifier: GPL-2.0
/*
 * Rings in memory that outlives the kernel: all of a ring, its state and its
 * pages, stands in an area of its own there. So nothing has to be done for it
 * while records are written, and what the state was when the machine went down
 * is what is found.
 *
 * The memory is
 *
 *	one page: struct ring_image, which tells whose it is, and of which events
 *		the numbers are that were given out at run time
 *	for each CPU an area: struct ring_cpu, slots, pointers to the pages,
 *		struct ring_page of each; from the next page on the sub-buffers
 *
 * Of what is found nothing is believed. The image has to be of the same kernel
 * and size. Of a ring only numbers are looked at, never pointers: the place up
 * to which it was committed, what its slots hold and how far each page is
 * filled. The pages are taken from the newest backwards as long as they are
 * there, their records fill them exactly, and time does not run backwards from
 * one to the next. They become the first of a new ring, whose writer begins on
 * a page of its own.
 *
 * The same kernel may stand elsewhere at each boot, and records have addresses in
 * them. So the ring knows which positions are from before, and how far the kernel
 * has moved since. What was from before when it moved is forgotten at the next boot.
 */
#include "internal.h"

#define RING_IMAGE_MAGIC	0x33676e6972656b62ULL

/**
 * struct ring_past_type - what a number of an event stood for
 * @type:	the number
 * @hash:	of the event, see ring_buffer_note_type()
 */
struct ring_past_type {
	u32	type;
	u32	hash;
};

/**
 * struct ring_image - the head of the memory
 * @magic:	RING_IMAGE_MAGIC
 * @key:	tells kernels apart
 * @base:	where the kernel stood
 * @moved:	it had moved: what was from before for it is of a third place
 * @bytes:	of it all
 * @cpus:	areas
 * @nr:		slots of each ring
 * @clash:	a number stood for another event in an earlier boot
 * @nr_types:	numbers that were ever noted
 * @types:	the last of them, in the place of their number modulo all
 */
struct ring_image {
	u64	magic;
	u64	key;
	u64	base;
	u64	moved;
	u64	bytes;
	u32	cpus;
	u32	nr;
	u32	clash;
	u32	nr_types;
	struct ring_past_type types[];
};

#define RING_IMAGE_TYPES						\
	((PAGE_SIZE - sizeof(struct ring_image)) / sizeof(struct ring_past_type))

/**
 * struct ring_persist - the memory of a buffer
 * @mem:	it
 * @nr:		slots of each ring
 * @area:	bytes for each CPU
 * @old:	there is something from before
 * @mixed:	with something from before that, of a kernel that stood elsewhere
 * @moved:	by how much this kernel stands behind the place of the last one
 * @kept:	records found
 * @nr_types:	of @types
 * @types:	what numbers of events stood for in records that were found
 */
struct ring_persist {
	void		*mem;
	unsigned int	nr;
	size_t		area;
	bool		old;
	bool		mixed;
	long		moved;
	unsigned long	kept;
	unsigned int	nr_types;
	struct ring_past_type types[];
};

/* The parts of an area. */
struct ring_area {
	struct ring_cpu		*rc;
	atomic64_t		*slots;
	struct ring_page	**pages;
	struct ring_page	*page;
	void			*blocks;
};

/**
 * struct ring_past - a page of records from before
 * @index:	which of the sub-buffers
 * @end:	bytes in use
 * @sum:	what is in them
 */
struct ring_past {
	unsigned int		index;
	unsigned int		end;
	struct ring_block_sum	sum;
};

/**
 * struct ring_pasts - a ring from before
 * @nr:		pages, apart from the reader's
 * @slots:	slots there were
 * @reader:	index of the reader's page
 * @read:	the reader's page has records, of which @read_off bytes were read
 * @read_off:	see @read
 * @first:	the reader's page
 * @seen:	by index, for the check of slots
 * @order:	sub-buffers in the order of the new ring: see ring_past_restore()
 * @pages:	the others, the newest first
 */
struct ring_pasts {
	unsigned int		nr;
	unsigned int		slots;
	unsigned int		reader;
	bool			read;
	unsigned int		read_off;
	struct ring_past	first;
	unsigned long		*seen;
	unsigned int		*order;
	struct ring_past	pages[];
};

static size_t ring_area_head(unsigned int nr)
{
	size_t bytes = sizeof(struct ring_cpu) + nr * sizeof(atomic64_t);

	bytes += (nr + 1) * sizeof(struct ring_page *);
	bytes += (nr + 1) * sizeof(struct ring_page);
	return PAGE_ALIGN(bytes);
}

static size_t ring_area_bytes(unsigned int nr)
{
	return ring_area_head(nr) + (size_t)(nr + 1) * PAGE_SIZE;
}

/* As many slots as there is room for. */
static unsigned int ring_area_slots(size_t bytes)
{
	size_t nr = min_t(size_t, bytes / PAGE_SIZE, RING_MAX_INDEX);

	while (nr >= RING_MIN_PAGES && ring_area_bytes(nr) > bytes)
		nr--;
	return nr;
}

static void ring_area_find(struct ring_persist *p, int cpu, struct ring_area *a)
{
	void *mem = p->mem + PAGE_SIZE + cpu * p->area;

	a->rc = mem;
	a->slots = mem + sizeof(*a->rc);
	a->pages = (void *)(a->slots + p->nr);
	a->page = (void *)(a->pages + p->nr + 1);
	a->blocks = mem + ring_area_head(p->nr);
}

static struct ring_block *ring_area_block(struct ring_area *a, unsigned int index)
{
	return a->blocks + (size_t)index * PAGE_SIZE;
}

/* Each page stands in one slot, but for the reader's. */
static bool ring_past_slots(struct ring_area *a, struct ring_pasts *past)
{
	unsigned int i, at;

	for (i = 0; i < past->slots; i++) {
		u64 slot = atomic64_read(&a->slots[i]);
		unsigned int index = ring_slot_index(slot);

		div_u64_rem(ring_slot_pos(slot), past->slots, &at);
		if (at != i || index > past->slots ||
		    __test_and_set_bit(index, past->seen))
			return false;
	}
	past->reader = find_first_zero_bit(past->seen, past->slots + 1);
	return true;
}

/* Is the page at @pos of use? @before is when the next newer one begins. */
static bool ring_past_page(struct ring_area *a, struct ring_past *page,
			   unsigned int index, unsigned int end, u64 *before)
{
	struct ring_block *block = ring_area_block(a, index);

	page->index = index;
	page->end = end;
	if (end > ring_data_bytes(0) ||
	    !ring_block_sum(block, end, 0, &page->sum) ||
	    page->sum.last > *before)
		return false;
	if (page->sum.entries)
		*before = block->time_stamp;
	return true;
}

/* How far is a page filled? Its own word for it is not a pointer either. */
static unsigned int ring_past_end(struct ring_area *a, struct ring_pasts *past,
				  unsigned int index)
{
	unsigned int i;

	for (i = 0; i <= past->slots; i++) {
		if (READ_ONCE(a->page[i].index) == index)
			return READ_ONCE(a->page[i].end);
	}
	return 0;
}

static void ring_past_reader(struct ring_area *a, struct ring_pasts *past,
			     u64 commit, u64 before)
{
	struct ring_block *block = ring_area_block(a, past->reader);
	u64 pos = a->rc->reader_pos;
	unsigned int end;

	end = pos == ring_commit_pos(commit) ? ring_commit_bytes(commit) :
					       ring_past_end(a, past, past->reader);
	if (*(u8 *)&a->rc->given ||
	    !ring_past_page(a, &past->first, past->reader, end, &before))
		return;
	past->read_off = READ_ONCE(a->rc->cursor.off);
	if (past->read_off > end ||
	    !ring_block_sum(block, end, past->read_off, &past->first.sum))
		past->read_off = 0;
	past->read = past->first.sum.entries > past->first.sum.before;
}

/* Find out what there is of a ring from before, at positions from @floor on. */
static void ring_past_read(struct ring_area *a, struct ring_pasts *past,
			   u64 floor)
{
	u64 commit = atomic64_read(&a->rc->w.commit);
	u64 tail = ring_commit_pos(commit), pos, before = -1ULL;
	u64 reader = a->rc->reader_pos;
	unsigned int at;

	if (tail < RING_FIRST_POS || tail >> 39 || reader > tail ||
	    !ring_past_slots(a, past))
		return;
	for (pos = tail; pos > reader && past->nr < past->slots; pos--) {
		u64 slot;
		unsigned int index, end;

		div_u64_rem(pos, past->slots, &at);
		slot = atomic64_read(&a->slots[at]);
		if (pos < floor || ring_slot_pos(slot) != pos ||
		    slot & RING_SLOT_FREE)
			return;
		index = ring_slot_index(slot);
		end = pos == tail ? ring_commit_bytes(commit) :
				    ring_past_end(a, past, index);
		/* The writer had just come to it. */
		if (!end && pos == tail)
			continue;
		if (!ring_past_page(a, &past->pages[past->nr], index, end,
				    &before))
			return;
		past->nr++;
	}
	if (pos == reader && pos >= floor)
		ring_past_reader(a, past, commit, before);
}

/*
 * Which sub-buffer is which page's stays for good: pointers that say otherwise
 * would be worth nothing at the next boot.
 */
static void ring_past_place(struct ring_pasts *past)
{
	unsigned int i, at = 0;

	for (i = past->nr; i--; at++)
		past->order[at] = past->pages[i].index;
	bitmap_zero(past->seen, past->slots + 1);
	for (i = 0; i < past->nr; i++)
		__set_bit(past->pages[i].index, past->seen);
	if (past->read)
		__set_bit(past->reader, past->seen);
	for (i = 0; i <= past->slots; i++) {
		if (!test_bit(i, past->seen))
			past->order[at++] = i;
	}
	if (past->read)
		past->order[at] = past->reader;
}

static u64 ring_past_account(struct ring_page *page, struct ring_past *past,
			     u64 time, u64 written, u64 *bytes)
{
	page->end = past->end;
	page->start = 0;
	page->written = written;
	page->bytes = *bytes;
	page->block->time_stamp = time;
	local_set(&page->entries, past->sum.entries);
	*bytes += past->end;
	return written + past->sum.entries;
}

/*
 * Let an empty ring begin with what there is. The first nr in @past->order are
 * those with records, the oldest first, the next is the writer's, the last one
 * the reader's.
 */
static void ring_past_restore(struct ring_cpu *rc, struct ring_pasts *past)
{
	struct ring_store *store = &rc->store;
	struct ring_page *tail = store->pages[past->order[past->nr]];
	u64 first = RING_FIRST_POS, at = first + past->nr;
	u64 written = 0, bytes = 0;
	unsigned int i;

	rc->reader_page = store->pages[past->order[store->nr]];
	ring_cursor_set(&rc->cursor, rc->reader_page->block, 0);
	if (past->read) {
		written = ring_past_account(rc->reader_page, &past->first,
					    past->first.sum.first, 0, &bytes);
		ring_cursor_set(&rc->cursor, rc->reader_page->block,
				past->first.end);
		rc->cursor.off = past->read_off;
		rc->cursor.ts = past->first.sum.time;
		rc->nread = past->first.sum.before;
	}
	for (i = 0; i < past->nr; i++) {
		struct ring_past *page = &past->pages[past->nr - 1 - i];

		written = ring_past_account(store->pages[page->index], page,
					    page->sum.first, written, &bytes);
		atomic64_set(ring_slot(store, first + i),
			     ring_slot_make(first + i, page->index, 0));
	}
	tail->written = written;
	tail->bytes = bytes;
	atomic64_set(ring_slot(store, first + i),
		     ring_slot_make(first + i, past->order[i], 0));
	for (i++; i < store->nr; i++)
		atomic64_set(ring_slot(store, first + i - store->nr),
			     ring_slot_make(first + i - store->nr,
					    past->order[i], RING_SLOT_FREE));
	rc->reader_pos = first - 1;
	rc->past = at;
	rc->commit_page = tail;
	rc->w.seats[0].pos = at;
	rc->w.seats[0].data = (u32 *)tail->block->data;
	rc->w.seats[0].entries = &tail->entries;
	rc->w.seats[0].page = tail;
	local64_set(&rc->w.word, (u64)U32_MAX << RING_TIME_SHIFT |
		    ring_low_make(at, 0, 0));
	atomic64_set(&rc->w.commit, ring_commit_make(at, ring_low_make(at, 0, 0)));
}

static void ring_past_free(struct ring_pasts *past)
{
	kvfree(past->order);
	kvfree(past->seen);
	kvfree(past);
}

static struct ring_pasts *ring_past_find(struct ring_persist *p,
					 struct ring_area *a)
{
	struct ring_pasts *past;

	past = kvzalloc(struct_size(past, pages, p->nr + 1), GFP_KERNEL);
	if (!past)
		return NULL;
	past->slots = p->nr;
	past->seen = kvcalloc(BITS_TO_LONGS(p->nr + 1), sizeof(long), GFP_KERNEL);
	past->order = kvcalloc(p->nr + 1, sizeof(*past->order), GFP_KERNEL);
	if (!past->seen || !past->order) {
		ring_past_free(past);
		return NULL;
	}
	if (p->old)
		ring_past_read(a, past, p->mixed ? READ_ONCE(a->rc->past) : 0);
	/* The writer needs a page. */
	if (past->nr == past->slots) {
		past->nr--;
		past->read = false;
	}
	return past;
}

/**
 * ring_persist_cpu - a CPU's ring in memory that outlives the kernel
 * @owner: the buffer
 * @cpu: whose
 *
 * Context: task, may sleep.
 * Return: the ring, with the records that were there, or NULL: no memory.
 */
struct ring_cpu *ring_persist_cpu(struct ring_owner *owner, int cpu)
{
	struct ring_persist *p = owner->persist;
	struct ring_pasts *past;
	struct ring_area a;
	unsigned int i;

	ring_area_find(p, cpu, &a);
	past = ring_past_find(p, &a);
	if (!past)
		return NULL;
	memset(a.rc, 0, ring_area_head(p->nr));
	for (i = 0; i <= p->nr; i++) {
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
	a.rc->store.nr = p->nr;
	a.rc->bytes = owner->bytes;
	a.rc->reader_page = &a.page[p->nr];
	ring_cpu_clear(a.rc);
	if (past->nr || past->read) {
		ring_past_place(past);
		ring_past_restore(a.rc, past);
	}
	p->kept += ring_written(a.rc) - a.rc->nread;
	ring_past_free(past);
	return a.rc;
}

/**
 * ring_persist_make - get memory that outlives the kernel ready
 * @mem: the memory, whole pages
 * @bytes: of it
 * @key: of the kernel: what was written with another one is forgotten
 * @base: where the kernel stands
 *
 * Context: task, may sleep. Early in boot, too.
 * Return: what ring_persist_cpu() makes rings of, or NULL: too small, no memory.
 */
struct ring_persist *ring_persist_make(void *mem, size_t bytes, u64 key,
				       unsigned long base)
{
	struct ring_image *image = mem;
	struct ring_persist *p;

	if (bytes <= PAGE_SIZE)
		return NULL;
	p = kzalloc(struct_size(p, types, RING_IMAGE_TYPES), GFP_KERNEL);
	if (!p)
		return NULL;
	p->mem = mem;
	p->area = (bytes - PAGE_SIZE) / nr_cpu_ids / PAGE_SIZE * PAGE_SIZE;
	p->nr = ring_area_slots(p->area);
	if (p->nr < RING_MIN_PAGES) {
		kfree(p);
		return NULL;
	}
	p->old = image->magic == RING_IMAGE_MAGIC && image->key == key &&
		 image->bytes == bytes && image->cpus == nr_cpu_ids &&
		 image->nr == p->nr && !((base - image->base) % PAGE_SIZE);
	if (p->old) {
		p->moved = base - image->base;
		p->mixed = image->moved || image->clash;
		p->nr_types = min_t(u32, image->nr_types, RING_IMAGE_TYPES);
		memcpy(p->types, image->types, p->nr_types * sizeof(*p->types));
	} else {
		image->nr_types = 0;
	}
	/* Not to be believed until all rings are made. */
	WRITE_ONCE(image->magic, 0);
	image->key = key;
	image->base = base;
	image->moved = p->moved;
	image->bytes = bytes;
	image->cpus = nr_cpu_ids;
	image->nr = p->nr;
	image->clash = 0;
	return p;
}

/* All rings are made: if the machine goes down now, they can be found. */
void ring_persist_ready(struct ring_persist *p)
{
	struct ring_image *image = p->mem;

	p->old = false;
	/* RB(image:A) */
	smp_store_release(&image->magic, RING_IMAGE_MAGIC);
}

unsigned long ring_persist_kept(struct ring_persist *p)
{
	return p->kept;
}

unsigned int ring_persist_slots(struct ring_persist *p)
{
	return p->nr;
}

/**
 * ring_buffer_has_past - did the ring find records from before the boot?
 * @buffer: the buffer
 *
 * Context: any.
 * Return: whether it did; they may be gone since.
 */
bool ring_buffer_has_past(struct trace_buffer *buffer)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	return p && p->kept;
}

/**
 * ring_buffer_note_type - what records of a number are of, for the next boot
 * @buffer: the buffer
 * @type: the number
 * @hash: tells the event from all others that had or will have the number
 *
 * If the number stood for another event in an earlier boot, then the next one
 * would not know which of the two a record is of: it forgets what is from before
 * this boot.
 *
 * Context: task; one at a time.
 */
void ring_buffer_note_type(struct trace_buffer *buffer, unsigned int type,
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
			image->clash = true;
		image->types[i].hash = hash;
		return;
	}
	i = image->nr_types++ % RING_IMAGE_TYPES;
	image->types[i] = (struct ring_past_type){ .type = type, .hash = hash };
}

/**
 * ring_buffer_past_type - what is a record from before the boot of?
 * @buffer: the buffer
 * @type: its number
 *
 * Context: any.
 * Return: the hash, or 0: nobody knows.
 */
u32 ring_buffer_past_type(struct trace_buffer *buffer, unsigned int type)
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
 * ring_buffer_moved - how far does the kernel stand from where it stood?
 * @buffer: the buffer
 *
 * Context: any.
 * Return: what is to be added to addresses in records from before the boot.
 */
long ring_buffer_moved(struct trace_buffer *buffer)
{
	struct ring_persist *p = ring_owner_of(buffer)->persist;

	return p ? p->moved : 0;
}

/**
 * ring_buffer_is_past - is a record from before the boot?
 * @buffer: the buffer
 * @cpu: whose
 *
 * Context: any; of the record that ring_buffer_peek() or ring_buffer_pass() has
 * just returned.
 * Return: whether it is.
 */
bool ring_buffer_is_past(struct trace_buffer *buffer, int cpu)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(buffer), cpu);

	return rc && READ_ONCE(rc->reader_pos) < READ_ONCE(rc->past);
}
