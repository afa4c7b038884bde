// SPDX-License-Identifier: GPL-2.0
/* Deterministic tests of the ring buffer with one thread that acts as one CPU. */
#include "check.h"

#define PAYLOAD_MIN	8U

struct trace_buffer *make(unsigned int pages, unsigned int flags)
{
	struct trace_buffer *b = ring_buffer_alloc(pages * ring_data_bytes(0), flags);

	check(b);
	check(ring_buffer_nr_pages(b, 0) == pages);
	return b;
}

void finish(struct model *m)
{
	model_sums(m);
	model_drain(m);
	model_sums(m);
	model_gaps(m);
	ring_buffer_free(m->buffer);
	model_end(m);
	model_step = 10;
}

static void test_texts(void)
{
	struct trace_buffer *b = make(2, 0);
	struct trace_seq s = { .len = 0 };

	check(ring_buffer_print_entry_header(&s));
	check(!strcmp(s.text,
		      "# compressed entry header\n"
		      "\ttype_len    :    5 bits\n"
		      "\ttime_delta  :   27 bits\n"
		      "\tarray       :   32 bits\n"
		      "\n"
		      "\tpadding     : type == 29\n"
		      "\ttime_extend : type == 30\n"
		      "\ttime_stamp : type == 31\n"
		      "\tdata max type_len  == 28\n"));
	s.len = 0;
	check(ring_buffer_print_page_header(b, &s));
	check(!strcmp(s.text,
		      "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		      "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		      "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		      "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n"));
	ring_buffer_free(b);
}

static void put(struct trace_buffer *b, const char *text, unsigned int bytes)
{
	char data[256] = "";

	memcpy(data, text, min(strlen(text) + 1, sizeof(data)));
	check(!ring_buffer_write(b, bytes, data));
}

/* A page with each type of record, in the format that libtraceevent parses. */
static void test_golden_page(void)
{
	static const u32 golden[] = {
		1020, 0,			/* timestamp of the page */
		0, 0,				/* commit word, checked separately */
		2 | 0 << 5, 0x44434241, 0x00000045,
		1 | 10 << 5, 0x00000046,
		30 | 20 << 5, 1,		/* extend: 2^27 + 20 */
		1 | 0 << 5, 0x00000047,
		0 | 10 << 5, 120, 0x00000048,	/* 116 bytes: explicit length */
	};
	struct trace_buffer *b = make(2, 0);
	struct buffer_data_read_page *page;
	const u32 *got;

	model_now = 1000;
	put(b, "ABCDE", 6);
	put(b, "F", 1);
	model_now += BIT(27);
	put(b, "G", 4);
	put(b, "H", 116);
	check(!ring_buffer_alloc_read_page(b, 0, &page));
	check(ring_buffer_read_page(b, page, PAGE_SIZE, 0, 1) < 0);
	check(!ring_buffer_read_page(b, page, PAGE_SIZE, 0, 0));
	got = ring_buffer_read_page_data(page);
	check(!memcmp(got, golden, 8));
	check(!memcmp(got + 4, golden + 4, sizeof(golden) - 16));
	check(got[2] == (3 + 2 + 2 + 2) * 4 + 124);
	check(ring_buffer_read_page(b, page, PAGE_SIZE, 0, 0) < 0);
	ring_buffer_free_read_page(b, 0, page);
	ring_buffer_free(b);
}

static void test_fill(unsigned int flags)
{
	unsigned int i, pages;
	struct model m;

	for (pages = 2; pages < 6; pages++) {
		model_start(&m, make(pages, flags), 2000);
		for (i = 0; i < 1000; i++)
			model_write(&m, PAYLOAD_MIN + model_random(&m, 200),
				    !model_random(&m, 9));
		check(!m.refused == !!(flags & RB_FL_OVERWRITE));
		check(!ring_buffer_overrun_cpu(m.buffer, 0) ==
		      !(flags & RB_FL_OVERWRITE));
		for (i = 0; i < 1000; i++) {
			model_write(&m, PAYLOAD_MIN + model_random(&m, 200), false);
			if (model_random(&m, 3))
				model_read(&m);
		}
		finish(&m);
	}
}

static void test_overwrite(void)
{
	test_fill(RB_FL_OVERWRITE);
}

static void test_no_overwrite(void)
{
	test_fill(0);
}

/* Deltas at the limits of each record type, and clocks that jump forward. */
static void test_time(void)
{
	static const u64 steps[] = {
		0, 1, BIT(27) - 1, BIT(27), BIT(27) + 1, BIT(32) - 1, BIT(32),
		BIT(32) + 1, BIT(58), BIT(59) - 1, BIT(59), BIT(60),
	};
	unsigned int i, j;
	struct model m;
	u64 back;

	model_start(&m, make(4, RB_FL_OVERWRITE), 4000);
	for (j = 0; j < 12; j++) {
		for (i = 0; i < ARRAY_SIZE(steps); i++) {
			back = model_now;
			model_now += steps[i];
			model_write(&m, PAYLOAD_MIN, model_random(&m, 2));
			model_write(&m, PAYLOAD_MIN + 4, false);
			model_read(&m);
			if (steps[i] > BIT(58)) {
				ring_buffer_reset(m.buffer);
				for (; m.nr; m.nr--)
					m.records[m.nr - 1].discarded = true;
				model_now = back;
				m.last = 0;
				m.read = 0;
				m.lost = 0;
			}
		}
	}
	finish(&m);
	model_now = 1000;
}

static void test_clock_back(void)
{
	struct trace_buffer *b = make(2, 0);
	u64 last = 0, ts;
	int i;

	for (i = 0; i < 100; i++) {
		model_now += i % 3 ? 1000 : -1500;
		put(b, "x", 1);
	}
	for (i = 0; i < 100; i++) {
		check(ring_buffer_consume(b, 0, &ts, NULL));
		check(ts >= last);
		last = ts;
	}
	ring_buffer_free(b);
}

/* A clock that calls a traced function, which writes a record. */
static struct trace_buffer *traced_buffer;
static unsigned int traced_calls;

static u64 clock_traced(void)
{
	check(traced_calls++ < 100);
	ring_buffer_write(traced_buffer, 1, "t");
	return ++model_now;
}

static void test_clock_traced(void)
{
	struct trace_buffer *b = make(2, 0);
	u64 account[RING_ACCOUNTS];
	u64 ts;
	int i;

	traced_buffer = b;
	traced_calls = 0;
	ring_buffer_set_clock(b, clock_traced);
	for (i = 0; i < 10; i++)
		put(b, "x", 1);
	check(ring_buffer_entries(b) == 10);
	ring_account_cpu(b, 0, account);
	check(account[RING_RECURSION] == 10);
	/* The same inside a ring_buffer_nest_start() section. */
	ring_buffer_nest_start(b);
	put(b, "x", 1);
	ring_buffer_nest_end(b);
	check(ring_buffer_entries(b) == 11);
	for (i = 0; i < 11; i++)
		check(*(char *)ring_buffer_event_data(ring_buffer_consume(b, 0, &ts, NULL)) == 'x');
	ring_buffer_free(b);
}

static void test_absolute(void)
{
	unsigned int i;
	struct model m;

	model_start(&m, make(3, RB_FL_OVERWRITE), 2000);
	for (i = 0; i < 1000; i++) {
		if (!model_random(&m, 20))
			ring_buffer_set_time_stamp_abs(m.buffer,
						       model_random(&m, 2));
		if (!model_random(&m, 20))
			model_now += BIT(model_random(&m, 40));
		model_write(&m, PAYLOAD_MIN + model_random(&m, 100),
			    !model_random(&m, 5));
		if (model_random(&m, 2))
			model_read(&m);
	}
	finish(&m);
}

/* An iterator sees the same records as a consumer, and again after a reset. */
static void test_iterator(void)
{
	struct ring_buffer_event *event;
	struct ring_buffer_iter *iter;
	unsigned long seen, held, lost;
	unsigned int i, round;
	struct model m;
	u64 ts, last;

	model_start(&m, make(4, RB_FL_OVERWRITE), 4000);
	for (round = 0; round < 40; round++) {
		for (i = 0; i < 20 + round; i++)
			model_write(&m, PAYLOAD_MIN + model_random(&m, 300), false);
		for (i = 0; i < round % 7; i++)
			model_read(&m);
		iter = ring_buffer_read_start(m.buffer, 0, GFP_KERNEL);
		check(ring_buffer_resize(m.buffer, 1, RING_BUFFER_ALL_CPUS) == -EBUSY);
		for (i = 0; i < 2; i++) {
			last = 0;
			seen = 0;
			held = ring_buffer_entries_cpu(m.buffer, 0);
			while ((event = ring_buffer_iter_peek(iter, &ts))) {
				model_match(&m, event, ts);
				check(ts > last);
				last = ts;
				seen++;
				ring_buffer_iter_advance(iter);
				if (i && seen == held / 2)
					model_write(&m, PAYLOAD_MIN, false);
			}
			check(ring_buffer_iter_empty(iter));
			/* Pages after the reader page may have been overwritten. */
			lost = ring_buffer_iter_lost(iter);
			check(ring_buffer_iter_dropped(iter) == !!lost);
			check(lost <= ring_buffer_overrun_cpu(m.buffer, 0));
			check(seen == ring_buffer_entries_cpu(m.buffer, 0));
			ring_buffer_iter_reset(iter);
		}
		ring_buffer_read_finish(iter);
	}
	finish(&m);
}

/* An iterator counts the records that the writer overwrites meanwhile as lost. */
static void test_overtaken(void)
{
	struct ring_buffer_event *event;
	struct ring_buffer_iter *iter;
	unsigned long seen, lost;
	unsigned int i, stop;
	struct model m;
	u64 ts, last;

	for (stop = 0; stop < 200; stop += 3) {
		model_start(&m, make(3, RB_FL_OVERWRITE), 4000);
		for (i = 0; i < 200; i++)
			model_write(&m, 40, false);
		iter = ring_buffer_read_start(m.buffer, 0, GFP_KERNEL);
		last = 0;
		seen = 0;
		lost = ring_buffer_overrun_cpu(m.buffer, 0);
		while ((event = ring_buffer_iter_peek(iter, &ts))) {
			model_match(&m, event, ts);
			check(ts > last);
			last = ts;
			lost += ring_buffer_iter_lost(iter);
			if (seen++ == stop)
				for (i = 0; i < 700; i++)
					model_write(&m, 40, false);
			ring_buffer_iter_advance(iter);
		}
		check(seen + lost == m.nr);
		check(ring_buffer_iter_dropped(iter));
		ring_buffer_read_finish(iter);
		finish(&m);
	}
}

/* An iterator ends even if its ring is reset or exchanged after each record. */
static void test_exchanged(void)
{
	struct trace_buffer *a = make(3, RB_FL_OVERWRITE), *b = make(3, RB_FL_OVERWRITE);
	struct ring_buffer_iter *iter;
	unsigned int seen = 0;

	put(a, "a", 1);
	put(b, "b", 1);
	iter = ring_buffer_read_start(a, 0, GFP_KERNEL);
	while (seen < 100 && ring_buffer_iter_peek(iter, NULL)) {
		ring_buffer_iter_advance(iter);
		if (seen++ % 2)
			ring_buffer_reset_cpu(a, 0);
		else
			check(!ring_buffer_swap_cpu(a, b, 0));
		put(a, "c", 1);
	}
	check(seen > 2 && seen < 10);
	check(ring_buffer_iter_empty(iter));
	/* After ring_buffer_iter_continue() the iterator reads on, and ends again. */
	ring_buffer_iter_continue(iter);
	check(!ring_buffer_iter_empty(iter));
	for (seen = 0; seen < 100 && ring_buffer_iter_peek(iter, NULL); seen++) {
		ring_buffer_iter_advance(iter);
		check(!ring_buffer_swap_cpu(a, b, 0));
		put(a, "c", 1);
	}
	check(seen > 2 && seen < 100);
	ring_buffer_iter_reset(iter);
	check(!ring_buffer_iter_empty(iter));
	ring_buffer_read_finish(iter);
	ring_buffer_free(a);
	ring_buffer_free(b);
}

static void test_pages(void)
{
	struct buffer_data_read_page *page;
	unsigned int i, order;
	struct model m;
	size_t size;

	for (order = 0; order <= RING_MAX_ORDER; order += 3) {
		size = PAGE_SIZE << order;
		model_start(&m, make(4 << order, RB_FL_OVERWRITE), 3001 << order);
		check(!ring_buffer_subbuf_order_set(m.buffer, order));
		check(!ring_buffer_alloc_read_page(m.buffer, 0, &page));
		check(ring_buffer_read_page(m.buffer, page, 16, 0, 0) < 0);
		for (i = 0; i < 3000 << order; i++) {
			model_write(&m, PAYLOAD_MIN + model_random(&m, 100),
				    !model_random(&m, 9));
			if (!model_random(&m, 90))
				model_read_page(&m, page, size, model_random(&m, 2));
			if (!model_random(&m, 90))
				model_read_page(&m, page, 200 + model_random(&m, size),
						false);
			if (!model_random(&m, 9))
				model_read(&m);
		}
		while (model_read_page(&m, page, size, false))
			;
		check(m.lost <= ring_buffer_overrun_cpu(m.buffer, 0));
		ring_buffer_free_read_page(m.buffer, 0, page);
		finish(&m);
	}
}

static void test_longest(void)
{
	unsigned int order, abs;
	unsigned long most;
	struct model m;

	model_start(&m, make(2, 0), 100);
	for (order = 0; order <= RING_MAX_ORDER; order++) {
		check(!ring_buffer_subbuf_order_set(m.buffer, order));
		check(ring_buffer_subbuf_size_get(m.buffer) == PAGE_SIZE << order);
		m.refused = 0;
		m.nr = 0;
		m.read = 0;
		m.last = 0;
		for (abs = 0; abs < 2; abs++) {
			ring_buffer_set_time_stamp_abs(m.buffer, abs);
			most = ring_buffer_max_event_size(m.buffer);
			check(model_write(&m, most, false));
			check(!ring_buffer_lock_reserve(m.buffer, most + 1));
			check(!ring_buffer_lock_reserve(m.buffer, 1 << 30));
			check(!ring_buffer_lock_reserve(m.buffer, -1UL));
			model_drain(&m);
		}
		check(!host_count);
	}
	check(ring_buffer_subbuf_order_set(m.buffer, RING_MAX_ORDER + 1) == -EINVAL);
	check(ring_buffer_subbuf_order_set(m.buffer, -1) == -EINVAL);
	finish(&m);
}

/* Resizing keeps the newest records, and all records if the ring grows. */
static void test_resize(void)
{
	unsigned int i, pages;
	unsigned long held;
	struct model m;

	model_start(&m, make(2, RB_FL_OVERWRITE), 40000);
	for (i = 0; i < 800; i++) {
		unsigned int n = model_random(&m, 80);

		pages = 1 + model_random(&m, 12);
		while (n--)
			model_write(&m, PAYLOAD_MIN + model_random(&m, 300),
				    !model_random(&m, 20));
		for (n = model_random(&m, 60); n; n--)
			model_read(&m);
		held = ring_buffer_entries_cpu(m.buffer, 0);
		check(!ring_buffer_resize(m.buffer, pages * 4080, i & 1 ? 0 :
					  RING_BUFFER_ALL_CPUS));
		pages = max_t(unsigned int, pages, 2);
		check(ring_buffer_nr_pages(m.buffer, 0) == pages);
		check(ring_buffer_size(m.buffer, 0) == pages * 4080);
		check(ring_buffer_entries_cpu(m.buffer, 0) <= held);
		if (pages > 11)
			check(ring_buffer_entries_cpu(m.buffer, 0) == held);
		model_sums(&m);
	}
	check(ring_buffer_resize(m.buffer, 1UL << 50, 0) == -ENOMEM);
	check(!ring_buffer_resize(m.buffer, 1UL << 20, 5));
	finish(&m);
}

/* If any allocation of a change fails, the buffer is unchanged. */
static void test_no_memory(void)
{
	unsigned int i, size;
	struct model m;
	int ret, fails = 0;

	for (i = 1; i < 6; i++) {
		host_fail_alloc = i;
		check(!ring_buffer_alloc(4080 * 3, 0));
	}
	host_fail_alloc = 0;
	model_start(&m, make(3, 0), 2000);
	for (i = 0; i < 60; i++)
		model_write(&m, 40, false);
	size = ring_buffer_size(m.buffer, 0);
	for (i = 1; i < 30; i++) {
		host_fail_alloc = i;
		ret = i & 1 ? ring_buffer_resize(m.buffer, 4080 * 20, 0) :
			      ring_buffer_subbuf_order_set(m.buffer, 2);
		host_fail_alloc = 0;
		if (!ret)
			break;
		check(ret == -ENOMEM);
		fails++;
		check(ring_buffer_size(m.buffer, 0) == size);
		check(ring_buffer_entries_cpu(m.buffer, 0) == 60);
		model_sums(&m);
	}
	check(fails > 4);
	ring_buffer_reset(m.buffer);
	m.read = 0;
	m.nr = 0;
	m.last = 0;
	finish(&m);
}

static void test_recursion(void)
{
	struct trace_buffer *b = make(2, 0);
	struct ring_buffer_event *task, *again, *irq, *nmi;

	task = ring_buffer_lock_reserve(b, 8);
	/* Allowed once, for the entry code of an interrupt. */
	again = ring_buffer_lock_reserve(b, 8);
	check(task && again && !ring_buffer_lock_reserve(b, 8));
	host_enter(HARDIRQ_OFFSET);
	irq = ring_buffer_lock_reserve(b, 8);
	host_enter(NMI_OFFSET);
	nmi = ring_buffer_lock_reserve(b, 8);
	check(irq && nmi);
	ring_buffer_unlock_commit(b);
	host_leave(NMI_OFFSET);
	ring_buffer_unlock_commit(b);
	host_leave(HARDIRQ_OFFSET);
	ring_buffer_unlock_commit(b);
	/* Not visible before the outermost record is committed. */
	check(ring_buffer_empty(b));
	ring_buffer_nest_start(b);
	again = ring_buffer_lock_reserve(b, 8);
	check(again);
	irq = ring_buffer_lock_reserve(b, 8);
	check(irq);
	ring_buffer_unlock_commit(b);
	ring_buffer_unlock_commit(b);
	ring_buffer_nest_end(b);
	ring_buffer_unlock_commit(b);
	check(ring_buffer_entries(b) == 6 && !host_count);
	ring_buffer_free(b);
}

static void test_switches(void)
{
	struct buffer_data_read_page *page;
	struct trace_buffer *b = make(2, 0);

	ring_buffer_record_off(b);
	check(!ring_buffer_record_is_on(b) && !ring_buffer_record_is_set_on(b));
	check(ring_buffer_write(b, 1, "x") == -EBUSY);
	ring_buffer_record_on(b);
	ring_buffer_record_disable(b);
	check(!ring_buffer_record_is_on(b) && ring_buffer_record_is_set_on(b));
	check(ring_buffer_write(b, 1, "x") == -EBUSY);
	ring_buffer_record_enable(b);
	ring_buffer_record_disable_cpu(b, 0);
	ring_buffer_record_disable_cpu(b, 3);
	check(ring_buffer_write(b, 1, "x") == -EBUSY);
	ring_buffer_record_enable_cpu(b, 0);
	check(!ring_buffer_write(b, 1, "x"));
	/* CPU 3 has no ring. */
	check(ring_buffer_empty_cpu(b, 3) && !ring_buffer_entries_cpu(b, 3));
	check(!ring_buffer_consume(b, 3, NULL, NULL));
	check(!ring_buffer_read_start(b, 3, GFP_KERNEL));
	check(ring_buffer_alloc_read_page(b, 99, &page) == -ENODEV);
	host_cpu = 3;
	check(ring_buffer_write(b, 1, "x") == -EBUSY);
	host_cpu = 0;
	check(ring_buffer_entries(b) == 1);
	ring_buffer_free(b);
}

/* Simulate an interrupt at a test point; it writes @inject_writes records. */
static struct model *injected;
static unsigned int inject_point, inject_writes;
static bool inject_discards;

static void inject(int point)
{
	unsigned int i;

	if (point != inject_point)
		return;
	host_hook = NULL;
	host_enter(HARDIRQ_OFFSET);
	for (i = 0; i < inject_writes; i++)
		model_write(injected, PAYLOAD_MIN, inject_discards);
	host_leave(HARDIRQ_OFFSET);
}

static void inject_at(struct model *m, unsigned int point, unsigned int writes,
		      bool discards)
{
	injected = m;
	inject_point = point;
	inject_writes = writes;
	inject_discards = discards;
	host_hook = inject;
}

/*
 * An interrupt opens a page and discards its records, so that the page is
 * empty. Other interrupts do so again between a writer's read of the state word
 * and its reservation: the base that the writer has read may be in use again
 * with a later time.
 */
static void test_reopened(void)
{
	unsigned int before, again;
	struct model m;

	for (before = 1; before < 4; before++) {
		for (again = 1; again < 5; again++) {
			model_start(&m, make(3, RB_FL_OVERWRITE), 16);
			/*
			 * The record is too long and is attempted for the
			 * injected interrupt only.
			 */
			inject_at(&m, RING_POINT_LOOK, before, true);
			check(!model_write(&m, 5000, false));
			inject_at(&m, RING_POINT_RESERVE, again, true);
			check(model_write(&m, PAYLOAD_MIN, false));
			check(!host_hook);
			check(model_write(&m, PAYLOAD_MIN, false));
			m.refused = 0;
			finish(&m);
		}
	}
}

/* A page is opened again when its first record has just been discarded. */
static void test_discard_reopened(void)
{
	struct model m;

	model_start(&m, make(3, RB_FL_OVERWRITE), 16);
	inject_at(&m, RING_POINT_UNDONE, 1, false);
	check(model_write(&m, PAYLOAD_MIN, true));
	check(!host_hook);
	finish(&m);
}

static void test_swap(void)
{
	struct trace_buffer *a = make(3, RB_FL_OVERWRITE), *b = make(3, RB_FL_OVERWRITE);
	struct trace_buffer *c = make(2, RB_FL_OVERWRITE);
	u64 ts;

	put(a, "a", 1);
	check(!ring_buffer_swap_cpu(a, b, 0));
	check(ring_buffer_empty(a) && ring_buffer_entries(b) == 1);
	put(a, "b", 1);
	put(a, "c", 1);
	check(ring_buffer_entries(a) == 2 && ring_buffer_entries(b) == 1);
	check(*(char *)ring_buffer_event_data(ring_buffer_consume(b, 0, &ts, NULL)) == 'a');
	check(ring_buffer_swap_cpu(a, c, 0) == -EINVAL);
	check(ring_buffer_swap_cpu(a, b, 2) == -EINVAL);
	check(ring_buffer_lock_reserve(a, 8));
	check(ring_buffer_swap_cpu(a, b, 0) == -EBUSY);
	ring_buffer_unlock_commit(a);
	ring_buffer_free(a);
	ring_buffer_free(b);
	ring_buffer_free(c);
}

/* An NMI at both ends of an exchange cannot write to the ring, which counts it. */
static struct trace_buffer *closed;
static unsigned int closings;

static void closed_hook(int point)
{
	if (point != RING_POINT_CLOSED)
		return;
	closings++;
	host_enter(NMI_OFFSET);
	check(ring_buffer_write(closed, 4, "one") == -EBUSY);
	host_leave(NMI_OFFSET);
}

static void test_closed(void)
{
	struct trace_buffer *spare = make(3, RB_FL_OVERWRITE);

	closed = make(3, RB_FL_OVERWRITE);
	host_hook = closed_hook;
	check(!ring_buffer_swap_cpu(closed, spare, 0));
	host_hook = NULL;
	check(closings == 2);
	check(!ring_buffer_entries(closed) && !ring_buffer_entries(spare));
	/* One was counted before the contents were exchanged, one after. */
	check(ring_buffer_dropped_events_cpu(closed, 0) == 1);
	check(ring_buffer_dropped_events_cpu(spare, 0) == 1);
	check(!ring_buffer_write(closed, 4, "two"));
	check(ring_buffer_entries(closed) == 1);
	ring_buffer_free(closed);
	ring_buffer_free(spare);
}

static struct trace_buffer *disturbed;
static unsigned int disturbances;

/* Interrupt each attempt to reserve, just before it takes effect, with a record. */
static void disturb(int point)
{
	if (point != RING_POINT_SLOW || (host_count & HARDIRQ_MASK) ||
	    disturbances == 100 * RING_TRIES)
		return;
	disturbances++;
	host_enter(HARDIRQ_OFFSET);
	check(!ring_buffer_write(disturbed, 4, "more"));
	host_leave(HARDIRQ_OFFSET);
}

/*
 * Reserving ends although each attempt is interrupted, and the record is
 * counted as dropped.
 */
static void test_disturbed(void)
{
	struct trace_buffer *b = make(4, 0);

	disturbed = b;
	host_hook = disturb;
	check(ring_buffer_write(b, 4, "one") == -EBUSY);
	host_hook = NULL;
	check(disturbances == RING_TRIES);
	check(ring_buffer_dropped_events_cpu(b, 0) == 1);
	check(ring_buffer_entries_cpu(b, 0) == RING_TRIES);
	check(!ring_buffer_write(b, 4, "two"));
	check(ring_buffer_entries_cpu(b, 0) == RING_TRIES + 1);
	while (ring_buffer_consume(b, 0, NULL, NULL))
		;
	check(ring_buffer_read_events_cpu(b, 0) == RING_TRIES + 1);
	ring_buffer_free(b);
}

static const struct {
	const char	*name;
	void		(*run)(void);
} tests[] = {
	{ "header_texts",	test_texts },
	{ "golden_page",	test_golden_page },
	{ "overwrite",		test_overwrite },
	{ "no_overwrite",	test_no_overwrite },
	{ "time",		test_time },
	{ "clock_back",		test_clock_back },
	{ "clock_traced",	test_clock_traced },
	{ "absolute",		test_absolute },
	{ "iterator",		test_iterator },
	{ "overtaken",		test_overtaken },
	{ "exchanged",		test_exchanged },
	{ "pages",		test_pages },
	{ "longest",		test_longest },
	{ "resize",		test_resize },
	{ "no_memory",		test_no_memory },
	{ "recursion",		test_recursion },
	{ "switches",		test_switches },
	{ "reopened",		test_reopened },
	{ "discard_reopened",	test_discard_reopened },
	{ "swap",		test_swap },
	{ "closed",		test_closed },
	{ "disturbed",		test_disturbed },
	{ "sizes",		test_sizes },
	{ "cleared",		test_cleared },
	{ "zeroed",		test_zeroed },
	{ "figures",		test_figures },
	{ "absent",		test_absent },
	{ "no_reader",		test_no_reader },
	{ "space",		test_space },
	{ "refused",		test_refused },
	{ "causes",		test_causes },
	{ "budget",		test_budget },
	{ "budget_one",		test_budget_one },
	{ "budget_sizes",	test_budget_sizes },
	{ "budget_nested",	test_budget_nested },
	{ "budget_changes",	test_budget_changes },
	{ "budget_swap",	test_budget_swap },
	{ "started",		test_started },
	{ "passed",		test_passed },
	{ "copied",		test_copied },
	{ "discard_sizes",	test_discard_sizes },
	{ "woken",		test_woken },
	{ "woken_full",		test_woken_full },
	{ "polled",		test_polled },
	{ "waits",		test_waits },
	{ "waits_long",		test_waits_long },
	{ "no_exchange",	test_no_exchange },
	{ "rescaled",		test_rescaled },
	{ "same_scale",		test_same_scale },
	{ "uncalibrated",	test_uncalibrated },
	{ "long_base",		test_long_base },
};

/* "check NAME" runs one test; "check" prints the names. */
int main(int argc, char **argv)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		if (argc < 2) {
			puts(tests[i].name);
		} else if (!strcmp(argv[1], tests[i].name)) {
			host_cpu_up(0);
			tests[i].run();
			return 0;
		}
	}
	return argc >= 2;
}
