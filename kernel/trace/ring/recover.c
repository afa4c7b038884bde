// SPDX-License-Identifier: GPL-2.0
/*
 * Finding the pages of the last boot in the area of a CPU.
 *
 * The contents of the memory are not trusted. Of a ring only numbers are used, never
 * pointers: the committed position, the slots, and the description of each page, which
 * is found by the index of the page. A page is valid if exactly one slot has it, at the
 * position of that slot, if records fill it exactly, and if time does not run backwards
 * from one valid page to the next.
 *
 * A page that is not valid is damaged. It is left out, and its records count as lost. How
 * many these are follows from the descriptions: the first record of a page has a number,
 * which counts lost records as well, so that the difference between the end of a valid
 * page and the start of the next one is the number of records lost between them. If that
 * makes no sense, because a description is damaged, each damaged page counts as one
 * record. The new ring numbers its records in the same way, so that the next boot
 * finds the same loss.
 */
#include "persist.h"

/* More lost records than this are taken for damage of a description. */
#define RING_RECOVER_LOST_MAX	BIT_ULL(40)

static unsigned int ring_recover_at(struct ring_old_ring *old, u64 pos)
{
	unsigned int at;

	div_u64_rem(pos, old->slots, &at);
	return at;
}

/*
 * Note which pages have a slot. The one that has none is the reader page. If more than
 * one has none, because slots are damaged, the reader page is not known: @old->reader
 * is the number of pages then.
 */
static void ring_recover_slots(struct ring_old_area *a, struct ring_old_ring *old)
{
	unsigned int i, pages = 0;

	for (i = 0; i < old->slots; i++) {
		u64 slot = ring_old_slot(a, i);
		unsigned int index = ring_slot_index(slot);

		if (ring_recover_at(old, ring_slot_pos(slot)) != i || index > old->slots)
			continue;
		if (__test_and_set_bit(index, old->seen))
			__set_bit(index, old->twice);
		else
			pages++;
	}
	old->reader = old->slots + 1;
	if (pages == old->slots)
		old->reader = find_first_zero_bit(old->seen, old->slots + 1);
}

/*
 * Get what the description of a page has of it. Page i always has the description i, but
 * the index in it may be damaged.
 */
static void ring_recover_describe(struct ring_old_area *a, struct ring_old_ring *old,
				  struct ring_old_page *page)
{
	unsigned int i = page->index;

	page->described = ring_old_page(a, i, index, u32) == i;
	if (!page->described)
		return;
	page->from = ring_old_page(a, i, written, u64) + ring_old_page(a, i, refused, u64);
	page->to = page->from + (ring_old_page(a, i, entries, unsigned long) -
				 ring_old_page(a, i, start, unsigned long));
	page->end = ring_old_page(a, i, end, u32);
	if (page->pos == ring_commit_pos(old->commit))
		page->end = ring_commit_bytes(old->commit);
}

/* Check the records of a page, from byte @off on. */
static bool ring_recover_check(struct ring_old_area *a, struct ring_old_page *page,
			       unsigned int off)
{
	if (!page->described || page->end > ring_data_bytes(0) ||
	    !ring_block_sum(ring_old_block(a, page->index), page->end, off, &page->sum))
		return false;
	page->to = page->from + page->sum.entries;
	return true;
}

/* Get the page at @pos from its slot. */
static void ring_recover_page(struct ring_old_area *a, struct ring_old_ring *old,
			      struct ring_old_page *page, u64 pos, u64 slot)
{
	*page = (struct ring_old_page) { .pos = pos, .index = ring_slot_index(slot) };
	if (ring_slot_pos(slot) != pos || slot & RING_SLOT_FREE ||
	    page->index > old->slots || test_bit(page->index, old->twice))
		return;
	ring_recover_describe(a, old, page);
	page->valid = ring_recover_check(a, page, 0);
}

/* Get the reader page, unless all of its records were consumed. */
static void ring_recover_reader(struct ring_old_area *a, struct ring_old_ring *old)
{
	unsigned int off = ring_old_cpu(a, cursor_off, u32);
	unsigned long lost = ring_old_cpu(a, lost, unsigned long);
	struct ring_old_page *page = &old->pages[old->found];

	if (ring_old_cpu(a, donated, u8))
		return;
	*page = (struct ring_old_page) {
		.pos = ring_old_cpu(a, reader_pos, u64), .index = old->reader, .reader = true,
	};
	if (page->index > old->slots) {
		old->found += off < ring_old_cpu(a, cursor_end, u32);
		return;
	}
	ring_recover_describe(a, old, page);
	old->read_to = page->to;
	old->read_known = page->described;
	if (page->described && off == page->end)
		return;
	old->found++;
	page->valid = ring_recover_check(a, page, 0);
	if (!page->valid)
		return;
	old->read_off = off;
	if (off > page->end || !ring_recover_check(a, page, off)) {
		old->read_off = 0;
		ring_recover_check(a, page, 0);
	}
	/* Padding alone is no record. */
	if (page->sum.entries == page->sum.before)
		old->found--;
	else if (lost <= RING_RECOVER_LOST_MAX)
		old->pending = lost;
}

/* Find all pages that had records when the machine went down, newest first. */
static void ring_recover_walk(struct ring_old_area *a, struct ring_old_ring *old)
{
	u64 tail = ring_commit_pos(old->commit), reader = ring_old_cpu(a, reader_pos, u64);
	u64 pos, slot;

	for (pos = tail; pos > reader && pos >= old->oldest && tail - pos < old->slots; pos--) {
		slot = ring_old_slot(a, ring_recover_at(old, pos));
		/* The writer was about to overwrite this page, the oldest one. */
		if (ring_slot_pos(slot) > tail && ring_slot_pos(slot) - pos == old->slots)
			return;
		/* The writer had just moved to the page. */
		if (pos == tail && !ring_commit_bytes(old->commit))
			continue;
		ring_recover_page(a, old, &old->pages[old->found++], pos, slot);
	}
	if (pos == reader && pos >= old->oldest)
		ring_recover_reader(a, old);
}

/*
 * Keep the pages that are in the order of time, starting with the newest one or with the
 * oldest one. Times of different boots cannot be compared; @boundary is where the last
 * boot began. Return the number of pages that are valid; the others become invalid if
 * @apply is set.
 */
static unsigned int ring_recover_order(struct ring_old_ring *old, u64 boundary, bool newest,
				       bool apply)
{
	struct ring_old_page *last = NULL;
	unsigned int i, kept = 0;

	for (i = 0; i < old->found; i++) {
		struct ring_old_page *page = &old->pages[newest ? i : old->found - 1 - i];
		struct ring_old_page *a = newest ? page : last, *b = newest ? last : page;

		if (!page->valid)
			continue;
		/* A page without records has no time. @a is older than @b. */
		if (last && page->sum.entries && a->sum.last > b->sum.first &&
		    (b->pos < boundary || a->pos >= boundary)) {
			if (apply)
				page->valid = false;
			continue;
		}
		kept++;
		if (page->sum.entries)
			last = page;
	}
	return kept;
}

/*
 * One damaged timestamp may make all pages before it, or all after it, look as if they
 * were out of order. Start at the end where fewer pages do.
 */
static void ring_recover_check_times(struct ring_old_ring *old, u64 boundary)
{
	bool newest = ring_recover_order(old, boundary, true, false) >=
		      ring_recover_order(old, boundary, false, false);

	ring_recover_order(old, boundary, newest, true);
}

/* The number of records between two numbers, with @damaged pages between them. */
static u64 ring_recover_gap(u64 from, u64 to, bool known, unsigned int damaged)
{
	if (known && to - from >= damaged && to - from <= RING_RECOVER_LOST_MAX)
		return to - from;
	return damaged;
}

/* Determine how many records were lost before each valid page, and after the newest one. */
static void ring_recover_count_lost(struct ring_old_area *a, struct ring_old_ring *old)
{
	struct ring_old_page *oldest = old->found ? &old->pages[old->found - 1] : NULL;
	struct ring_old_page *last = NULL, *page;
	unsigned int i, damaged = 0;
	bool known = false;
	u64 next = 0;

	/* Records that were lost after the reader page, which was read, are not reported. */
	if (oldest && !oldest->reader && oldest->pos == ring_old_cpu(a, reader_pos, u64) + 1) {
		known = old->read_known;
		next = old->read_to;
	} else if (oldest) {
		known = oldest->described;
		next = oldest->from;
	}
	for (i = old->found; i--; ) {
		page = &old->pages[i];
		damaged += !page->valid;
		if (page->valid) {
			page->lost = ring_recover_gap(next, page->from, known, damaged);
			next = page->to;
			known = true;
			damaged = 0;
		}
		last = page;
	}
	if (damaged)
		old->lost = ring_recover_gap(next, last->to, known && last->described, damaged);
}

/* Remove damaged pages, and the reader page, from the array. */
static void ring_recover_sort(struct ring_old_ring *old)
{
	unsigned int i;

	for (i = 0; i < old->found; i++) {
		struct ring_old_page *page = &old->pages[i];

		if (!page->valid)
			continue;
		if (page->reader) {
			old->first = *page;
			old->read = true;
		} else {
			old->pages[old->nr++] = *page;
		}
	}
}

/**
 * ring_recover - find the valid pages of the ring of the last boot
 * @a: area of a CPU; its contents are not trusted
 * @old: filled in; @old->slots and @old->oldest are set and the rest is zero
 *
 * Context: task.
 */
void ring_recover(struct ring_old_area *a, struct ring_old_ring *old)
{
	u64 tail;

	old->commit = ring_old_cpu(a, commit, u64);
	tail = ring_commit_pos(old->commit);
	if (tail < RING_FIRST_POS || tail >> 39 || ring_old_cpu(a, reader_pos, u64) > tail)
		return;
	ring_recover_slots(a, old);
	ring_recover_walk(a, old);
	ring_recover_check_times(old, ring_old_cpu(a, last_boot_end, u64));
	ring_recover_count_lost(a, old);
	ring_recover_sort(old);
}
