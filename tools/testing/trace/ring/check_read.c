// SPDX-License-Identifier: GPL-2.0
/* Tests of readers at the limits: no ring, no space, records lost before and meanwhile. */
#include "check.h"

/* A CPU that was never online has no ring. */
void test_absent(void)
{
	struct vm_area_struct vma = { .pages = 1 };
	struct trace_buffer *b = make(3, 0);
	struct buffer_data_read_page *page;
	void *block = ring_splice_block_alloc(0, 0);
	const int cpu = 2;

	check(!ring_buffer_alloc_read_page(b, 0, &page));
	check(!ring_splice_blocks(b, cpu, &block, 1, 0, false));
	check(ring_buffer_read_page(b, page, PAGE_SIZE, cpu, 0) == -1);
	check(ring_buffer_map(b, cpu, &vma) == -ENODEV);
	check(!ring_buffer_read_start(b, cpu, GFP_KERNEL));
	check(!ring_buffer_peek(b, cpu, NULL, NULL));
	check(!ring_buffer_consume(b, cpu, NULL, NULL));
	check(!ring_buffer_entries_cpu(b, cpu));
	check(!ring_buffer_overrun_cpu(b, cpu));
	check(!ring_buffer_bytes_cpu(b, cpu));
	check(!ring_buffer_dropped_events_cpu(b, cpu));
	check(!ring_buffer_read_events_cpu(b, cpu));
	check(ring_buffer_empty_cpu(b, cpu));
	check(!ring_buffer_nr_pages(b, cpu));
	ring_buffer_reset_cpu(b, cpu);
	ring_buffer_record_disable_cpu(b, cpu);
	ring_buffer_record_enable_cpu(b, cpu);
	free_pages(block, 0);
	ring_buffer_free_read_page(b, 0, page);
	ring_buffer_free(b);
}

/* Whichever allocation fails, a reader gets an error, and the next one a page or mapping. */
void test_no_reader(void)
{
	struct vm_area_struct vma = { .pages = 4 };
	struct trace_buffer *b = make(3, 0);
	struct buffer_data_read_page *page;
	unsigned int i, fails = 0;
	int ret;

	for (i = 1;; i++) {
		host_fail_alloc = i;
		ret = ring_buffer_alloc_read_page(b, 0, &page);
		host_fail_alloc = 0;
		if (!ret)
			break;
		check(ret == -ENOMEM);
		fails++;
	}
	check(fails == 2);
	ring_buffer_free_read_page(b, 0, page);

	for (i = 1, fails = 0;; i++) {
		host_fail_alloc = i;
		ret = ring_buffer_map(b, 0, &vma);
		host_fail_alloc = 0;
		if (!ret)
			break;
		check(ret == -ENOMEM);
		fails++;
	}
	check(fails > 2);
	check(!ring_buffer_unmap(b, 0));
	ring_buffer_free(b);
}

/* A page of @len bytes gets as many records of 20 bytes as fit. */
static void space_of(unsigned int len, unsigned int fit)
{
	struct trace_buffer *b = make(3, 0);
	struct buffer_data_read_page *page;
	char data[16] = "";
	unsigned int i;
	u64 commit;

	for (i = 0; i < 10; i++)
		check(!ring_buffer_write(b, sizeof(data), data));
	check(!ring_buffer_alloc_read_page(b, 0, &page));
	check(ring_buffer_read_page(b, page, len, 0, 0) == (fit ? 0 : -1));
	if (fit) {
		memcpy(&commit, ring_buffer_read_page_data(page) + 8, sizeof(commit));
		check(commit == fit * 20);
	}
	check(ring_buffer_read_events_cpu(b, 0) == fit);
	check(ring_buffer_entries_cpu(b, 0) == 10 - fit);
	ring_buffer_free_read_page(b, 0, page);
	ring_buffer_free(b);
}

void test_space(void)
{
	unsigned int fit;

	for (fit = 1; fit < 10; fit++) {
		space_of(16 + fit * 20 - 1, fit - 1);
		space_of(16 + fit * 20, fit);
		space_of(16 + fit * 20 + 1, fit);
	}
}

/* Read all from an iterator; return the number of records. */
static unsigned int read_rest(struct ring_buffer_iter *iter, unsigned long *lost)
{
	struct ring_lost causes;
	unsigned int seen = 0;
	unsigned long more;

	*lost = 0;
	while (ring_buffer_iter_peek(iter, NULL)) {
		more = ring_buffer_iter_lost_causes(iter, &causes);
		check(model_causes(&causes) == more);
		*lost += more;
		ring_buffer_iter_advance(iter);
		seen++;
	}
	return seen;
}

/* Records that a full ring refused are lost for iterators, too. */
void test_refused(void)
{
	struct trace_buffer *b = make(3, 0);
	struct ring_buffer_iter *iter;
	unsigned int i, refused = 0, written = 0;
	unsigned long lost;
	char data[96] = "";

	while (refused < 7) {
		if (ring_buffer_write(b, sizeof(data), data))
			refused++;
		else
			written++;
	}
	for (i = 0; i < written / 2; i++)
		check(ring_buffer_consume(b, 0, NULL, NULL));
	for (i = 0; i < 20; i++)
		check(!ring_buffer_write(b, sizeof(data), data));
	iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	check(read_rest(iter, &lost) == written - written / 2 + 20);
	check(lost == refused);
	ring_buffer_read_finish(iter);
	ring_buffer_free(b);
}

/*
 * Write a record of 100 bytes; or two of them, one during the other, during which @refused
 * more are refused. Return the number of records.
 */
static unsigned int write_recursed(struct trace_buffer *b, unsigned int refused)
{
	char data[96] = "";

	check(ring_buffer_lock_reserve(b, sizeof(data)));
	if (refused) {
		check(ring_buffer_lock_reserve(b, sizeof(data)));
		for (unsigned int i = 0; i < refused; i++)
			check(ring_buffer_write(b, sizeof(data), data));
		check(!ring_buffer_unlock_commit(b));
	}
	check(!ring_buffer_unlock_commit(b));
	return refused ? 2 : 1;
}

static void skip(struct trace_buffer *b, unsigned int nr)
{
	while (nr--)
		check(ring_buffer_consume(b, 0, NULL, NULL));
}

/* Check the causes of what is lost before the next record. */
static void causes_are(struct trace_buffer *b, const struct ring_lost *want)
{
	struct ring_lost got;
	unsigned long lost;

	check(ring_buffer_peek(b, 0, NULL, &lost));
	check(lost == model_causes(want));
	ring_buffer_lost_causes(b, 0, &got);
	check(!memcmp(&got, want, sizeof(got)));
}

/* Each missing record has its cause, and a cause is reported once. */
void test_causes(void)
{
	struct trace_buffer *b = make(4, RB_FL_OVERWRITE);
	struct ring_lost want = {}, got = {};
	char data[96] = "";
	const unsigned int page = 4080 / 100;
	struct ring_buffer_iter *iter;
	unsigned int i;

	/* The readers are on the first page when the next two are overwritten. */
	i = write_recursed(b, 3);
	check(ring_buffer_peek(b, 0, NULL, NULL));
	iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	while (i < 7 * page)
		i += write_recursed(b, i == 2 * page ? 5 : 0);
	want.by[RING_LOST_RECURSION] = 8;
	want.by[RING_LOST_OVERWRITTEN] = 2 * page;
	for (i = 0; i < page; i++) {
		check(ring_buffer_iter_peek(iter, NULL));
		check(!ring_buffer_iter_lost_causes(iter, &got) && !model_causes(&got));
		ring_buffer_iter_advance(iter);
	}
	check(ring_buffer_iter_peek(iter, NULL));
	check(ring_buffer_iter_lost_causes(iter, &got) == model_causes(&want));
	check(!memcmp(&got, &want, sizeof(got)));
	ring_buffer_read_finish(iter);
	skip(b, page);
	causes_are(b, &want);

	/* Nothing is lost before the next page. */
	skip(b, page);
	causes_are(b, &(struct ring_lost){});

	/* A full buffer refuses records. */
	ring_buffer_change_overwrite(b, 0);
	while (!ring_buffer_write(b, 96, data))
		;
	check(ring_buffer_write(b, 96, data));
	while (ring_buffer_consume(b, 0, NULL, NULL))
		;
	write_recursed(b, 0);
	want = (struct ring_lost){ .by[RING_LOST_NO_SPACE] = 2 };
	causes_are(b, &want);
	ring_buffer_reset(b);
	write_recursed(b, 0);
	causes_are(b, &(struct ring_lost){});
	ring_buffer_free(b);
}

/* An iterator reports what is lost after its start, not what was lost before. */
void test_started(void)
{
	struct trace_buffer *b = make(3, RB_FL_OVERWRITE);
	const unsigned int page = 4080 / 100;
	struct ring_buffer_iter *iter;
	unsigned long lost, held;
	char data[96] = "";
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		check(!ring_buffer_write(b, sizeof(data), data));
		/* The first page is read when the writer has left it. */
		if (i >= page && i < 2 * page)
			check(ring_buffer_consume(b, 0, NULL, NULL));
	}
	held = ring_buffer_entries_cpu(b, 0);
	check(ring_buffer_overrun_cpu(b, 0) == 1000 - page - held);
	iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	check(read_rest(iter, &lost) == held);
	check(!lost && !ring_buffer_iter_dropped(iter));
	ring_buffer_read_finish(iter);
	ring_buffer_free(b);
}

/* A consumer passes an iterator: what it consumed is not lost, and the rest is found. */
void test_passed(void)
{
	struct trace_buffer *b = make(6, RB_FL_OVERWRITE);
	struct ring_buffer_iter *iter;
	unsigned int i, before;
	unsigned long lost;
	char data[96] = "";

	for (i = 0; i < 150; i++)
		check(!ring_buffer_write(b, sizeof(data), data));
	iter = ring_buffer_read_start(b, 0, GFP_KERNEL);
	check(ring_buffer_iter_peek(iter, NULL));
	ring_buffer_iter_advance(iter);
	for (i = 0; i < 110; i++)
		check(ring_buffer_consume(b, 0, NULL, NULL));
	/* The rest of its copy of the first page, and what the consumer has left. */
	before = 4080 / 100 - 1;
	check(read_rest(iter, &lost) == before + 150 - 110);
	check(!lost && !ring_buffer_iter_dropped(iter));
	ring_buffer_read_finish(iter);
	ring_buffer_free(b);
}

/* While a ring is mapped, its pages are copied, even after others were donated. */
void test_copied(void)
{
	struct trace_buffer *b = make(6, RB_FL_OVERWRITE);
	void *first = ring_splice_block_alloc(0, 0), *second = ring_splice_block_alloc(0, 0);
	struct vm_area_struct vma = { .pages = 7 };
	void *block = first, *mapped[7];
	char data[96] = "";
	unsigned int i;

	for (i = 0; i < 150; i++)
		check(!ring_buffer_write(b, sizeof(data), data));
	check(ring_splice_blocks(b, 0, &block, 1, 0, true) == 1 && block != first);
	free_pages(block, 0);
	check(!ring_buffer_map(b, 0, &vma));
	for (i = 0; i < 7; i++)
		mapped[i] = ring_buffer_map_page(b, 0, i);
	block = second;
	check(ring_splice_blocks(b, 0, &block, 1, 0, true) == 1 && block == second);
	for (i = 0; i < 7; i++)
		check(ring_buffer_map_page(b, 0, i) == mapped[i]);
	check(!ring_buffer_unmap(b, 0));
	free_pages(second, 0);
	ring_buffer_free(b);
}
