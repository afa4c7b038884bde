// SPDX-License-Identifier: GPL-2.0
/* Tests of the memory of a ring: its size, and its contents without records. */
#include "check.h"

void test_sizes(void)
{
	static const unsigned long sizes[] = {
		ULONG_MAX, ULONG_MAX - 1, ULONG_MAX - 4078, ULONG_MAX - 4079,
		ULONG_MAX >> 10 << 10, ULONG_MAX / 2 + 1, 4080UL << 32,
		4080UL * RING_MAX_INDEX + 1,
	};
	struct trace_buffer *b = make(3, 0);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		check(!ring_buffer_alloc(sizes[i], 0));
		check(ring_buffer_resize(b, sizes[i], 0) == -ENOMEM);
		check(ring_buffer_resize(b, sizes[i], RING_BUFFER_ALL_CPUS) == -ENOMEM);
		check(ring_buffer_nr_pages(b, 0) == 3);
	}
	check(!ring_buffer_resize(b, 4080 * 3 + 1, 0));
	check(ring_buffer_nr_pages(b, 0) == 4);
	/* Changing the sub-buffer order does not change the requested size. */
	check(!ring_buffer_resize(b, 4080 * 99, 0));
	for (i = RING_MAX_ORDER + 1; i--;) {
		check(!ring_buffer_subbuf_order_set(b, i));
		check(ring_buffer_size(b, 0) == 4080 * 99);
	}
	check(ring_buffer_nr_pages(b, 0) == 99);
	ring_buffer_free(b);
}

/* Check that a mapping would show no records on any page. */
static void check_clear(struct ring_cpu *rc)
{
	unsigned int i, seen = 1U << rc->reader_page->index;

	for (i = 0; i < rc->store.nr; i++)
		seen |= 1U << ring_slot_index(atomic64_read(&rc->store.slots[i]));
	check(seen == (1U << (rc->store.nr + 1)) - 1);
	for (i = 0; i <= rc->store.nr; i++)
		check(!local_read(&rc->store.pages[i]->block->commit));
}

void test_cleared(void)
{
	struct buffer_data_read_page *page;
	unsigned int i, n, pages = 4;
	struct ring_page *reader;
	struct ring_cpu *rc;
	struct model m;

	/* The reader page has another index in each round. */
	for (n = 1; n < 10; n++) {
		model_start(&m, make(pages, RB_FL_OVERWRITE), 2000);
		rc = ring_get(ring_owner_of(m.buffer), 0);
		check(!ring_buffer_alloc_read_page(m.buffer, 0, &page));
		check_clear(rc);
		for (i = 0; i < 9 * n; i++)
			model_write(&m, 400, false);
		if (n & 1)
			model_read_page(&m, page, PAGE_SIZE, false);
		for (i = 0; i < 9 * n; i++)
			model_read(&m);
		reader = rc->reader_page;
		if (!rc->donated && ring_reader_done(rc))
			check(local_read(&reader->block->commit) == reader->end);
		ring_buffer_reset_cpu(m.buffer, 0);
		check(rc->reader_page == reader);
		check_clear(rc);
		model_end(&m);
		model_start(&m, m.buffer, 2000);
		for (i = 0; i < 100; i++)
			model_write(&m, 400, false);
		check(ring_buffer_entries_cpu(m.buffer, 0) +
		      ring_buffer_overrun_cpu(m.buffer, 0) == 100);
		ring_buffer_free_read_page(m.buffer, 0, page);
		finish(&m);
	}
}

/* Pages of a ring do not contain the previous contents of the memory. */
void test_zeroed(void)
{
	struct buffer_data_read_page *page;
	struct ring_cpu *rc;
	unsigned int i, at;
	void *block;
	struct model m;

	model_start(&m, make(4, RB_FL_OVERWRITE), 2000);
	rc = ring_get(ring_owner_of(m.buffer), 0);
	for (i = 0; i < 20; i++) {
		check(!ring_buffer_alloc_read_page(m.buffer, 0, &page));
		for (at = 0; at < 30; at++)
			model_write(&m, 400, false);
		model_read_page(&m, page, PAGE_SIZE, true);
		block = ring_splice_block_alloc(0, 0);
		if (!ring_splice_blocks(m.buffer, 0, &block, 1, 0, true))
			check(false);
		free_pages(block, 0);
		ring_buffer_free_read_page(m.buffer, 0, page);
	}
	for (i = 0; i <= rc->store.nr; i++) {
		const u8 *data = rc->store.pages[i]->block->data;

		for (at = 0; at + 8 < ring_data_bytes(0); at++)
			check(data[at] != HOST_LEFT ||
			      memcmp(data + at, data + at + 1, 7));
	}
	ring_buffer_free(m.buffer);
	model_end(&m);
}

/**
 * struct figures - statistics of a ring without readers
 * @b: the buffer
 * @entries: number of records when the last write had ended
 * @bytes: bytes of records then
 */
static struct figures {
	struct trace_buffer	*b;
	unsigned long		entries;
	unsigned long		bytes;
} figures;

#define FIGURES_RECORD	204U

/* Another CPU reads the statistics: the record being written is counted or not. */
static void figures_hook(int point)
{
	unsigned long entries = ring_buffer_entries_cpu(figures.b, 0);
	unsigned long bytes = ring_buffer_bytes_cpu(figures.b, 0);

	check(entries == figures.entries || entries == figures.entries + 1);
	check(bytes == figures.bytes || bytes == figures.bytes + FIGURES_RECORD);
}

void test_figures(void)
{
	struct model m;
	unsigned int i;

	model_start(&m, make(4, 0), 80);
	figures = (struct figures) { .b = m.buffer };
	for (i = 0; i < 75; i++) {
		host_hook = figures_hook;
		model_write(&m, FIGURES_RECORD - 8, false);
		host_hook = NULL;
		figures.entries++;
		figures.bytes += FIGURES_RECORD;
		check(ring_buffer_entries_cpu(m.buffer, 0) == figures.entries);
		check(ring_buffer_bytes_cpu(m.buffer, 0) == figures.bytes);
	}
	finish(&m);
}
