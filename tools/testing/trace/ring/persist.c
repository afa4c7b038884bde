// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of rings in memory that survives a reboot. A crash is simulated by
 * copying the memory; the next boot finds the copy, unchanged or corrupt.
 */
#include "persist.h"

static u64 persist_seed = 1;

static unsigned int persist_random(unsigned int below)
{
	persist_seed = persist_seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (persist_seed >> 33) % below;
}

/* Records that were written and not consumed before the crash are found afterwards. */
static void persist_round(unsigned int written, unsigned int read)
{
	void *mem = persist_memory(NULL), *copy;
	struct trace_buffer *a, *b;
	unsigned long kept, held;

	memset(mem, persist_random(256), PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	check(!kept);
	persist_next = 0;
	persist_write(a, written);
	while (read-- && ring_buffer_consume(a, 0, NULL, NULL))
		;
	held = ring_buffer_entries(a);
	copy = persist_memory(mem);
	ring_buffer_free(a);
	free(mem);

	b = persist_boot(copy, PERSIST_KEY, &kept);
	/* The oldest page may have been dropped to have one for the writer. */
	check(kept <= held);
	check(kept == held || held - kept < 4080 / 8);
	persist_expect(b, kept, persist_next);
	persist_write(b, 100);
	persist_expect(b, ring_buffer_entries(b), persist_next);
	ring_buffer_free(b);
	free(copy);
}

static void test_whole(void)
{
	unsigned int i;

	persist_round(0, 0);
	persist_round(1, 0);
	persist_round(1, 1);
	for (i = 0; i < 300; i++)
		persist_round(persist_random(400), persist_random(3) ? 0 : persist_random(200));
}

/*
 * Another kernel, with structures of the same sizes or of others, finds all records. The
 * kernel after it finds those of the last boot only: those of older boots are of a third
 * kernel.
 */
static void persist_other(bool relay, unsigned int written, unsigned int read)
{
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept, held;
	unsigned int boot;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	check(!ring_buffer_last_boot_is_other(a));
	persist_next = 0;
	persist_write(a, written);
	while (read-- && ring_buffer_consume(a, 0, NULL, NULL))
		;
	held = ring_buffer_entries(a);
	ring_buffer_free(a);
	for (boot = 1; boot < 4; boot++) {
		if (relay && boot != 2)
			persist_relay(mem);
		a = persist_boot(mem, PERSIST_KEY + (boot > 1 ? 2 : 1), &kept);
		check(ring_buffer_last_boot_is_other(a) == (boot < 3));
		/* The oldest page may have been dropped to have one for the writer. */
		if (boot == 1)
			check(kept <= held && held - kept < 4080 / 8);
		else
			check(kept == 20);
		persist_expect(a, boot == 3 ? kept : 0, persist_next);
		persist_write(a, 20);
		if (boot == 3)
			persist_expect(a, 20, persist_next);
		ring_buffer_free(a);
	}
	free(mem);
}

static void test_other_kernel(void)
{
	unsigned int i;

	for (i = 0; i < 100; i++) {
		persist_other(i & 1, persist_random(400), persist_random(3) ? 0 :
			      persist_random(200));
	}
}

/* Members of a layout that lead out of the memory make it invalid, not dangerous. */
static void test_other_layout(void)
{
	void *mem = persist_memory(NULL), *copy = persist_memory(NULL);
	const unsigned int words = sizeof(struct ring_layout) / sizeof(u32);
	struct ring_image *image = copy;
	unsigned int i, n, value;
	struct trace_buffer *a;
	unsigned long kept;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	persist_write(a, 200);
	ring_buffer_free(a);
	for (i = 0; i < words; i++) {
		for (n = 0; n < 40; n++) {
			memcpy(copy, mem, PERSIST_BYTES);
			value = n < 32 ? 1U << n : 0U - (n - 31);
			((u32 *)&image->layout)[i] += value;
			persist_check_corrupt(copy, PERSIST_KEY + n % 2);
		}
	}
	free(copy);
	free(mem);
}

/* Check that the first @old of @count records are of the last boot: by an iterator. */
static void persist_iterate(struct trace_buffer *b, unsigned int count, unsigned int old)
{
	struct ring_buffer_iter *iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	unsigned int i;

	check(iter);
	for (i = 0; ring_buffer_iter_peek(iter, NULL); i++) {
		check(ring_buffer_iter_is_last_boot(iter) == (i < old));
		ring_buffer_iter_advance(iter);
	}
	check(i == count);
	ring_buffer_read_finish(iter);
}

static void persist_consume(struct trace_buffer *b, unsigned int count, unsigned int old)
{
	unsigned int i;

	for (i = 0; ring_buffer_peek(b, 0, NULL, NULL); i++) {
		check(ring_buffer_is_last_boot(b, 0) == (i < old));
		ring_buffer_consume(b, 0, NULL, NULL);
	}
	check(i == count);
}

/* The kernel text is at another address in some boots; each boot writes 20 records. */
static void test_moved(void)
{
	static const struct {
		long		move;
		unsigned int	kept;
	} boots[] = {
		{ 0, 0 }, { 0, 20 }, { 0x200000, 40 }, { 0, 20 },
		{ -0x5000000, 40 }, { 0x1000, 20 }, { 0x123, 0 }, { 0, 20 },
	};
	void *mem = persist_memory(NULL);
	unsigned long base = persist_base, kept;
	struct trace_buffer *a;
	unsigned int i;

	memset(mem, 0, PERSIST_BYTES);
	for (i = 0; i < ARRAY_SIZE(boots); i++) {
		persist_base += boots[i].move;
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == boots[i].kept);
		check(ring_buffer_text_delta(a) == (kept ? boots[i].move : 0));
		persist_write(a, 20);
		persist_iterate(a, kept + 20, kept);
		if (i == ARRAY_SIZE(boots) - 1)
			persist_consume(a, kept + 20, kept);
		ring_buffer_free(a);
	}
	persist_base = base;
	free(mem);
}

/*
 * A page is kept although a record of it, written at the same time as its neighbours, was
 * discarded: see ring_write_discard_pad().
 */
static void test_discarded(void)
{
	struct ring_buffer_event *event;
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	u64 step = model_step;
	unsigned int size;

	model_step = 0;
	for (size = 4; size <= 200; size += 4) {
		memset(mem, 0, PERSIST_BYTES);
		a = persist_boot(mem, PERSIST_KEY, &kept);
		persist_next = 0;
		persist_write(a, 3);
		event = ring_buffer_lock_reserve(a, size);
		host_enter(HARDIRQ_OFFSET);
		persist_write(a, 1);
		host_leave(HARDIRQ_OFFSET);
		ring_buffer_discard_commit(a, event);
		persist_write(a, 2);
		ring_buffer_free(a);

		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == 6);
		persist_expect(a, 6, 6);
		ring_buffer_free(a);
	}
	model_step = step;
	free(mem);
}

/*
 * The event of a type number is known for records of the last boot. If a number
 * was assigned to two events, the records of older boots are discarded.
 */
static void test_types(void)
{
	static const struct {
		unsigned int	kept;
		u32		before;	/* hash of type 100 in the last boot */
		u32		now;
	} boots[] = {
		{ 0, 0, 0xa }, { 20, 0xa, 0xa }, { 40, 0xa, 0xb },
		{ 20, 0xb, 0xb }, { 40, 0xb, 0xb },
	};
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i, n;

	memset(mem, 0, PERSIST_BYTES);
	for (i = 0; i < ARRAY_SIZE(boots); i++) {
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == boots[i].kept);
		check(ring_buffer_has_last_boot(a) == !!kept);
		check(ring_buffer_last_boot_type_hash(a, 100) == boots[i].before);
		check(ring_buffer_last_boot_type_hash(a, 101 + i) == 0);
		ring_buffer_save_type_hash(a, 100, boots[i].now);
		ring_buffer_save_type_hash(a, 101 + i, i + 1);
		check(ring_buffer_last_boot_type_hash(a, 100) == boots[i].before);
		persist_write(a, 20);
		ring_buffer_free(a);
	}
	/* If there are too many types, the latest are kept. */
	a = persist_boot(mem, PERSIST_KEY, &kept);
	for (n = 0; n < 1000; n++)
		ring_buffer_save_type_hash(a, 1000 + n, n + 1);
	ring_buffer_free(a);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	check(ring_buffer_last_boot_type_hash(a, 100) == 0);
	check(ring_buffer_last_boot_type_hash(a, 1999) == 1000);
	ring_buffer_free(a);
	a = persist_boot(mem, PERSIST_KEY + 1, &kept);
	check(ring_buffer_last_boot_type_hash(a, 1999) == 0);
	ring_buffer_free(a);
	free(mem);
}

/*
 * Memory of the owner of the buffer is zero at first, and keeps its contents as long as
 * the buffer is found valid.
 */
static void test_info(void)
{
	static const struct {
		u64	key;
		u8	found;
	} boots[] = {
		{ PERSIST_KEY, 0 }, { PERSIST_KEY, 1 }, { PERSIST_KEY, 2 },
		{ PERSIST_KEY + 1, 3 }, { PERSIST_KEY + 1, 4 },
	};
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i;
	size_t bytes, n;
	u8 *info;

	memset(mem, 0xff, PERSIST_BYTES);
	for (i = 0; i < ARRAY_SIZE(boots); i++) {
		a = persist_boot(mem, boots[i].key, &kept);
		info = ring_buffer_info(a, &bytes);
		check(bytes == (PERSIST_HEAD - 1) * PAGE_SIZE);
		check(info == (u8 *)mem + PAGE_SIZE);
		for (n = 0; n < bytes; n++)
			check(info[n] == boots[i].found);
		memset(info, i + 1, bytes);
		persist_write(a, 300);
		check(ring_buffer_nr_pages(a, 0) && info[bytes - 1] == i + 1);
		ring_buffer_free(a);
	}
	free(mem);
	a = ring_buffer_alloc(4096, 0);
	check(!ring_buffer_info(a, &bytes));
	ring_buffer_save_clash(a);
	check(!ring_buffer_holds_last_boot(a));
	ring_buffer_free(a);
}

/* Records of older boots are discarded if the owner of the buffer says so. */
static void test_clash(void)
{
	static const unsigned int kept_of[] = { 0, 20, 40, 20, 40 };
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i;

	memset(mem, 0, PERSIST_BYTES);
	for (i = 0; i < ARRAY_SIZE(kept_of); i++) {
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == kept_of[i]);
		if (i == 2)
			ring_buffer_save_clash(a);
		persist_write(a, 20);
		ring_buffer_free(a);
	}
	free(mem);
}

/* There are records of the last boot until they are consumed, overwritten or cleared. */
static void test_holds(void)
{
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int how, i;

	for (how = 0; how < 3; how++) {
		memset(mem, 0, PERSIST_BYTES);
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(!ring_buffer_holds_last_boot(a));
		persist_write(a, 150);
		check(!ring_buffer_holds_last_boot(a));
		ring_buffer_free(a);
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == 150);
		persist_write(a, 10);
		for (i = 0; how == 0 && i < kept; i++) {
			check(ring_buffer_holds_last_boot(a));
			ring_buffer_consume(a, 0, NULL, NULL);
		}
		check(ring_buffer_holds_last_boot(a) == (how != 0));
		if (how == 1)
			persist_write(a, 2000);
		if (how == 2)
			ring_buffer_reset(a);
		check(!ring_buffer_holds_last_boot(a));
		ring_buffer_free(a);
	}
	free(mem);
}

/* The page at a position of CPU 0; its description. */
static struct ring_page *persist_page(struct trace_buffer *b, u64 pos)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(b), 0);

	return ring_slot_page(&rc->store, atomic64_read(ring_slot(&rc->store, pos)));
}

/* Read all records with the losses between them; return the sum of both. */
static unsigned long persist_account(struct trace_buffer *b, bool consume, unsigned long *lost)
{
	struct ring_buffer_iter *iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	struct ring_buffer_event *event;
	unsigned long more, seen = 0;
	struct ring_lost causes;
	unsigned int number = 0;

	*lost = 0;
	for (;;) {
		more = 0;
		if (consume && ring_buffer_peek(b, 0, NULL, NULL))
			ring_buffer_lost_causes(b, 0, &causes);
		event = consume ? ring_buffer_consume(b, 0, NULL, &more) :
				  ring_buffer_iter_peek(iter, NULL);
		if (!event)
			break;
		if (!consume)
			more = ring_buffer_iter_lost_causes(iter, &causes);
		*lost += more;
		check(causes.by[RING_LOST_LAST_BOOT] == more && model_causes(&causes) == more);
		/* The numbers of records tell how many are missing. */
		check(*(unsigned int *)ring_buffer_event_data(event) == number + more);
		number += more + 1;
		seen++;
		if (!consume)
			ring_buffer_iter_advance(iter);
	}
	ring_buffer_read_finish(iter);
	return seen + *lost;
}

enum damage {
	DAMAGE_RECORDS,		/* a record says that it is the end of the page */
	DAMAGE_TIME_LATE,	/* the time of the page is too late */
	DAMAGE_TIME_EARLY,	/* the time of the page is too early */
	DAMAGE_END,		/* the number of bytes in use is wrong */
	DAMAGE_INDEX,		/* the description does not know its page */
	DAMAGE_KINDS
};

static void persist_damage(struct ring_page *page, enum damage how)
{
	switch (how) {
	case DAMAGE_RECORDS:
		*(u32 *)page->block->data = RINGBUF_TYPE_PADDING;
		break;
	case DAMAGE_TIME_LATE:
		page->block->time_stamp += BIT_ULL(50);
		break;
	case DAMAGE_TIME_EARLY:
		page->block->time_stamp = 0;
		break;
	case DAMAGE_END:
		page->end -= 2;
		break;
	default:
		page->index ^= 1;
	}
}

/*
 * A damaged page is left out, wherever it is and however it is damaged, and its records
 * count as lost: for an iterator, for a consuming reader, in the statistics, and after
 * further boots, which find no new damage.
 */
static void persist_damaged_page(unsigned int nth, enum damage how)
{
	const unsigned int written = 220;
	void *mem = persist_memory(NULL);
	unsigned long kept, lost, held;
	struct trace_buffer *a;
	struct ring_page *page;
	unsigned int boot, count;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	persist_next = 0;
	persist_write(a, written);
	check(ring_buffer_overruns(a) == 0);
	page = persist_page(a, RING_FIRST_POS + nth);
	count = ring_page_entries(page);
	check(count > 5 && count < 60);
	persist_damage(page, how);
	ring_buffer_free(a);
	held = written - count;
	for (boot = 0; boot < 3; boot++) {
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == held);
		check(ring_buffer_dropped_events_cpu(a, 0) == count);
		check(persist_account(a, false, &lost) == written + boot);
		check(lost == count);
		persist_write(a, 1);
		held++;
		ring_buffer_free(a);
	}
	a = persist_boot(mem, PERSIST_KEY, &kept);
	check(persist_account(a, true, &lost) == written + 3);
	check(lost == count);
	ring_buffer_free(a);
	free(mem);
}

static void test_damaged(void)
{
	unsigned int nth, how;

	for (nth = 0; nth < 5; nth++) {
		for (how = 0; how < DAMAGE_KINDS; how++) {
			/* It takes two older pages to tell that a page is too early. */
			if (nth > 1 || how != DAMAGE_TIME_EARLY)
				persist_damaged_page(nth, how);
		}
	}
}

/*
 * If it is not known how many records damaged pages had, each counts as one. Without any
 * valid page, the loss is reported before the first record of this boot.
 */
static void test_damaged_counts(void)
{
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept, lost;
	struct ring_lost causes;
	struct ring_page *page;
	u64 pos, end;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	persist_write(a, 200);
	end = ring_commit_pos(atomic64_read(&ring_get(ring_owner_of(a), 0)->w.commit));
	for (pos = RING_FIRST_POS; pos <= end; pos++) {
		page = persist_page(a, pos);
		page->index = -1;
		page->written = -1ULL;
	}
	ring_buffer_free(a);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	check(!kept && ring_buffer_empty(a));
	persist_write(a, 1);
	check(ring_buffer_peek(a, 0, NULL, NULL));
	ring_buffer_lost_causes(a, 0, &causes);
	check(ring_buffer_consume(a, 0, NULL, &lost));
	check(lost == end - RING_FIRST_POS + 1);
	check(causes.by[RING_LOST_LAST_BOOT] == lost && model_causes(&causes) == lost);
	check(ring_buffer_dropped_events_cpu(a, 0) == lost);
	ring_buffer_free(a);
	free(mem);
}

/* A damaged slot costs its page only, also if it has the page of another one. */
static void test_damaged_slots(void)
{
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	struct ring_cpu *rc;
	unsigned long kept, lost, bad[2];
	unsigned int how;
	atomic64_t *slot;
	u64 other;

	for (how = 0; how < 2; how++) {
		memset(mem, 0, PERSIST_BYTES);
		a = persist_boot(mem, PERSIST_KEY, &kept);
		persist_next = 0;
		persist_write(a, 220);
		rc = ring_get(ring_owner_of(a), 0);
		slot = ring_slot(&rc->store, RING_FIRST_POS + 2);
		other = atomic64_read(ring_slot(&rc->store, RING_FIRST_POS + 3));
		bad[0] = ring_page_entries(persist_page(a, RING_FIRST_POS + 2));
		bad[1] = ring_page_entries(persist_page(a, RING_FIRST_POS + 3));
		atomic64_set(slot, how ? ring_slot_make(RING_FIRST_POS + 2,
							ring_slot_index(other), 0) : -1ULL);
		ring_buffer_free(a);
		a = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == 220 - bad[0] - how * bad[1]);
		check(persist_account(a, false, &lost) == 220);
		check(persist_account(a, true, &lost) == 220);
		ring_buffer_free(a);
	}
	free(mem);
}

/* The reader page may be damaged, too; what was consumed of it is not known then. */
static void test_damaged_reader(void)
{
	void *mem = persist_memory(NULL);
	struct trace_buffer *a;
	unsigned long kept, lost, count;
	struct ring_cpu *rc;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	persist_next = 0;
	persist_write(a, 220);
	check(ring_buffer_consume(a, 0, NULL, NULL));
	rc = ring_get(ring_owner_of(a), 0);
	count = ring_page_entries(rc->reader_page);
	persist_damage(rc->reader_page, DAMAGE_RECORDS);
	ring_buffer_free(a);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	check(kept == 220 - count);
	check(persist_account(a, true, &lost) == 220);
	check(lost == count);
	ring_buffer_free(a);
	free(mem);
}

static void persist_corrupt(u8 *copy)
{
	unsigned int n = 1 + persist_random(20), at;

	while (n--) {
		at = persist_random(PERSIST_BYTES / 8) * 8;
		/* Change struct ring_cpu more often than records. */
		if (persist_random(3))
			at = PERSIST_RINGS + persist_random(2048);
		if (persist_random(2))
			copy[at + persist_random(8)] ^= 1 << persist_random(8);
		else
			*(u64 *)(copy + (at & ~7U)) = persist_random(4) ?
				persist_random(1 << 12) : -1ULL;
	}
}

static void test_corrupt(void)
{
	void *mem = persist_memory(NULL), *copy;
	struct trace_buffer *a;
	unsigned long kept;
	unsigned int i;

	memset(mem, 0, PERSIST_BYTES);
	a = persist_boot(mem, PERSIST_KEY, &kept);
	for (i = 0; i < 4000; i++) {
		persist_write(a, persist_random(50));
		if (!persist_random(4))
			ring_buffer_consume(a, 0, NULL, NULL);
		copy = persist_memory(mem);
		if (i & 1)
			persist_relay(copy);
		persist_corrupt(copy);
		persist_check_corrupt(copy, PERSIST_KEY + (i & 1));
		free(copy);
	}
	ring_buffer_free(a);
	free(mem);
}

/*
 * Memory of many pages, of which some are left over; each CPU writes to all of its own,
 * and to no other memory.
 */
static void test_areas(void)
{
	const size_t bytes = PAGE_SIZE * (HOST_CPUS * 601);
	struct vm_area_struct vma = { .pages = 1 };
	void *mem = aligned_alloc(PAGE_SIZE, bytes);
	unsigned long kept, held[HOST_CPUS];
	struct ring_buffer_event *event;
	struct trace_buffer *b;
	unsigned int data[64], i;
	int cpu;

	check(mem);
	memset(mem, 0xff, bytes);
	b = ring_persist_alloc(mem, bytes, RB_FL_OVERWRITE, PERSIST_KEY, persist_base, &kept);
	check(b && !kept);
	check(ring_buffer_nr_pages(b, 0) > 490 && ring_buffer_nr_pages(b, 0) < 525);
	check(ring_buffer_map(b, 0, &vma) == -ENODEV);
	for (cpu = 0; cpu < HOST_CPUS; cpu++) {
		host_cpu_up(cpu);
		for (i = 0; i < 12000; i++) {
			data[0] = i;
			data[63] = cpu;
			check(!ring_buffer_write(b, sizeof(data), data));
		}
		held[cpu] = ring_buffer_entries_cpu(b, cpu);
		check(ring_buffer_overrun_cpu(b, cpu) == 12000 - held[cpu]);
		/* No task waits: commits do not call ring_wake(). */
		check(atomic_read(&ring_get(ring_owner_of(b), cpu)->w.wake) == RING_WAKE_NONE);
	}
	ring_buffer_free(b);
	b = ring_persist_alloc(mem, bytes, RB_FL_OVERWRITE, PERSIST_KEY, persist_base, &kept);
	for (cpu = 0; cpu < HOST_CPUS; cpu++) {
		/* The oldest page may have been dropped to have one for the writer. */
		i = ring_buffer_entries_cpu(b, cpu);
		check(i <= held[cpu] && held[cpu] - i <= 4080 / sizeof(data));
		for (i = 12000 - i; i < 12000; i++) {
			event = ring_buffer_consume(b, cpu, NULL, NULL);
			memcpy(data, ring_buffer_event_data(event), sizeof(data));
			check(data[0] == i && data[63] == (unsigned int)cpu);
		}
		check(ring_buffer_empty_cpu(b, cpu));
	}
	ring_buffer_free(b);
	free(mem);
	host_cpu_up(0);
}

/*
 * Each CPU gets the same number of whole pages, at least four: one for the description of
 * the ring, and the pages of the smallest ring with its reader page. ASan reports an area
 * beyond the end of the memory.
 */
static void test_sizes(void)
{
	const unsigned int least = PERSIST_HEAD + 4 * HOST_CPUS;
	struct trace_buffer *b;
	unsigned long kept;
	unsigned int pages;
	void *mem;

	for (pages = 1; pages < least + 3 * HOST_CPUS; pages++) {
		mem = aligned_alloc(PAGE_SIZE, pages * PAGE_SIZE);
		check(mem);
		memset(mem, 0xff, pages * PAGE_SIZE);
		b = ring_persist_alloc(mem, pages * PAGE_SIZE, RB_FL_OVERWRITE, PERSIST_KEY,
				       persist_base, &kept);
		check(!b == (pages < least));
		if (b) {
			check(!kept);
			check(ring_buffer_nr_pages(b, HOST_CPUS - 1) ==
			      2 + (pages - least) / HOST_CPUS);
			ring_buffer_free(b);
		}
		free(mem);
	}
}

/*
 * If an allocation fails before the memory is used, the records are found in the next
 * boot; if it fails when some rings are initialized, there are none.
 */
static void test_no_memory(void)
{
	unsigned int i, whole = 0, none = 0;
	void *mem = persist_memory(NULL);
	struct trace_buffer *b;
	unsigned long kept;

	memset(mem, 0, PERSIST_BYTES);
	for (i = 1;; i++) {
		b = persist_boot(mem, PERSIST_KEY, &kept);
		ring_buffer_reset(b);
		persist_write(b, 30);
		ring_buffer_free(b);
		host_fail_alloc = i;
		b = ring_persist_alloc(mem, PERSIST_BYTES, RB_FL_OVERWRITE, PERSIST_KEY,
				       persist_base, &kept);
		host_fail_alloc = 0;
		if (b)
			break;
		b = persist_boot(mem, PERSIST_KEY, &kept);
		check(kept == (none ? 0 : 30) || (!none && !kept));
		whole += kept == 30;
		none += !kept;
		ring_buffer_free(b);
	}
	check(whole && none > HOST_CPUS);
	ring_buffer_free(b);
	free(mem);
}

static const struct {
	const char	*name;
	void		(*run)(void);
} tests[] = {
	{ "whole",	test_whole },
	{ "other_kernel",	test_other_kernel },
	{ "other_layout",	test_other_layout },
	{ "moved",	test_moved },
	{ "discarded",	test_discarded },
	{ "types",	test_types },
	{ "info",	test_info },
	{ "clash",	test_clash },
	{ "holds",	test_holds },
	{ "damaged",	test_damaged },
	{ "damaged_counts", test_damaged_counts },
	{ "damaged_slots", test_damaged_slots },
	{ "damaged_reader", test_damaged_reader },
	{ "corrupt",	test_corrupt },
	{ "areas",	test_areas },
	{ "sizes",	test_sizes },
	{ "no_memory",	test_no_memory },
};

int main(int argc, char **argv)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		if (argc < 2)
			puts(tests[i].name);
		else if (!strcmp(argv[1], tests[i].name))
			tests[i].run();
	}
	return 0;
}
