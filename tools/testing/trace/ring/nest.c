// SPDX-License-Identifier: GPL-2.0
/*
 * All interruptions of a scenario, nested up to three levels.
 *
 * The scenario is run once for each test point that it passes (see enum
 * ring_point, and the time between reservation and commit), with an interrupt
 * at that point; and for each point that the interrupt passes, once more with
 * an NMI at that point. Interrupts write a record, discard one, advance the
 * clock, fill a page, wrap around the ring, or act as another CPU that reads;
 * or they exchange the contents of the ring with another one and back, or
 * resize the ring. After each run all records are read, and order, timestamps,
 * payload and losses have to be exact.
 *
 * With a third level, softirqs, interrupts and NMIs are nested; the latter two do
 * what changes the state word in different ways.
 *
 * If the interrupt is a client, the ring is mapped, and all reads go through
 * the mapping: the client reads up to the commit word of the reader page.
 */
#include "model.h"

#define RECORD	700U
#define LEVELS	3

enum act {
	ACT_WRITE,
	ACT_DISCARD,
	ACT_DISCARD_SHORT,
	ACT_WAIT,
	ACT_PAGE,
	ACT_ROUND,
	ACT_READ,
	ACT_READ_PAGE,
	ACT_SWAP,
	ACT_RESIZE,
	ACT_CLIENT,
	ACTS,
};

static const char * const act_names[ACTS] = {
	"write", "discard", "discard_short", "wait", "page", "round", "read", "read_page", "swap",
	"resize", "client",
};

/**
 * struct client - user space that has mapped the ring
 * @meta: the meta page, or NULL if the ring is not mapped
 * @block: the sub-buffer being read
 * @c: position in @block
 * @lost: lost records that were not reported to the model yet
 */
struct client {
	struct trace_buffer_meta	*meta;
	struct ring_block		*block;
	struct ring_cursor		c;
	unsigned long			lost;
};

/**
 * struct run_state - one run of the scenario
 * @m: model of the ring
 * @page: page for reading whole pages
 * @spare: buffer to exchange contents with
 * @levels: number of levels of interrupts
 * @step: by level: an interrupt is injected at each @step-th test point
 * @act: by level: what the interrupt does
 * @at: by level: test point at which it runs, counted from 1
 * @passed: test points passed by the scenario and by the interrupts, the last level
 *	excepted
 * @seen: the test points that were passed, by the number of interrupts that were
 *	running
 * @depth: number of interrupts that are running
 * @reading: the reader is running, and holds its lock
 * @client: the client, if the ring is mapped
 */
static struct run_state {
	struct model			m;
	struct buffer_data_read_page	*page;
	struct trace_buffer		*spare;
	unsigned int			levels;
	unsigned int			step[LEVELS];
	enum act			act[LEVELS];
	unsigned int			at[LEVELS];
	unsigned int			passed[LEVELS];
	unsigned int			seen[LEVELS + 1];
	unsigned int			depth;
	bool				reading;
	struct client			client;
} t;

static void *client_page(unsigned long at)
{
	return ring_buffer_map_page(t.m.buffer, 0, at);
}

static void client_start(void)
{
	struct vm_area_struct vma = { .pages = 4 };

	check(!ring_buffer_map(t.m.buffer, 0, &vma));
	t.client = (struct client) { .meta = client_page(0) };
	t.client.block = client_page(1 + t.client.meta->reader.id);
	ring_cursor_set(&t.client.c, t.client.block, 0);
	check(!client_page(4));
}

/* Read all records in the current sub-buffer, and return their number. */
static unsigned int client_read_page(void)
{
	struct client *cl = &t.client;
	struct ring_buffer_event *event;
	unsigned int nr = 0;
	u64 ts;

	cl->c.end = local_read(&cl->block->commit) & (RING_MISSED_STORED - 1);
	check(cl->c.end >= cl->c.off);
	while ((event = ring_cursor_peek(&cl->c, &ts))) {
		model_consumed(&t.m, event, ts, cl->lost);
		cl->lost = 0;
		ring_cursor_advance(&cl->c, event);
		nr++;
	}
	return nr;
}

static bool client_read(void)
{
	struct client *cl = &t.client;
	struct ring_block *block;
	unsigned int nr;

	t.reading = true;
	nr = client_read_page();
	check(!ring_buffer_map_get_reader(t.m.buffer, 0));
	cl->lost += cl->meta->reader.lost_events;
	block = client_page(1 + cl->meta->reader.id);
	if (block != cl->block) {
		cl->block = block;
		ring_cursor_set(&cl->c, block, 0);
		nr += client_read_page();
		check(cl->meta->reader.read == cl->c.off);
	}
	t.reading = false;
	return nr;
}

/* When the writer is idle, all committed records are visible and can be read. */
static void client_end(void)
{
	while (client_read())
		;
	check(ring_buffer_empty_cpu(t.m.buffer, 0));
	check(t.client.meta->read == t.m.read);
	check(!ring_buffer_unmap(t.m.buffer, 0));
	check(ring_buffer_unmap(t.m.buffer, 0) == -ENODEV);
	t.client.meta = NULL;
}

static void read_one(void)
{
	if (t.client.meta) {
		client_read();
		return;
	}
	t.reading = true;
	model_read(&t.m);
	t.reading = false;
}

static void read_page(void)
{
	if (t.client.meta) {
		client_read();
		return;
	}
	t.reading = true;
	model_read_page(&t.m, t.page, PAGE_SIZE, false);
	t.reading = false;
}

static void iterate(void)
{
	struct ring_buffer_event *event;
	struct ring_buffer_iter *iter;
	u64 ts, last = 0;

	t.reading = true;
	iter = ring_buffer_read_start(t.m.buffer, 0, GFP_KERNEL);
	while ((event = ring_buffer_iter_peek(iter, &ts))) {
		model_match(&t.m, event, ts);
		check(ts > last);
		last = ts;
		ring_buffer_iter_advance(iter);
	}
	ring_buffer_read_finish(iter);
	t.reading = false;
}

/*
 * Exchange the contents twice, unless a record is being written. Records of NMIs are
 * refused meanwhile; those that are counted in the spare ring at the end were refused
 * while it was the live one.
 */
static void swap_twice(void)
{
	int ret;

	t.reading = true;
	ret = ring_buffer_swap_cpu(t.m.buffer, t.spare, 0);
	check(!ret || ret == -EBUSY || ret == -EINVAL);
	if (!ret)
		check(!ring_buffer_swap_cpu(t.m.buffer, t.spare, 0));
	t.reading = false;
}

static void resize(void)
{
	struct ring_cpu *rc = ring_get(ring_owner_of(t.m.buffer), 0);
	int ret;

	/* ring_buffer_resize() would wait for the interrupted record. */
	if (!ring_writer_is_idle(&rc->w))
		return;
	t.reading = true;
	ret = ring_buffer_resize(t.m.buffer, (5 - rc->store.nr) * 4080, 0);
	t.reading = false;
	check(!ret || ret == -EBUSY);
}

static void act(enum act act)
{
	unsigned int i;

	switch (act) {
	case ACT_WRITE:
		model_write(&t.m, 100, false);
		break;
	case ACT_DISCARD:
		model_write(&t.m, 100, true);
		break;
	case ACT_DISCARD_SHORT:
		model_write(&t.m, 8, true);
		break;
	case ACT_WAIT:
		model_now += BIT(33);
		model_write(&t.m, 8, false);
		model_now += BIT(28);
		break;
	case ACT_PAGE:
		for (i = 0; i < 7; i++)
			model_write(&t.m, RECORD, false);
		break;
	case ACT_ROUND:
		for (i = 0; i < 18; i++)
			model_write(&t.m, RECORD, false);
		break;
	case ACT_READ:
		if (!t.reading)
			read_one();
		break;
	case ACT_READ_PAGE:
		if (!t.reading)
			read_page();
		break;
	case ACT_SWAP:
		if (!t.reading)
			swap_twice();
		break;
	case ACT_RESIZE:
		if (!t.reading)
			resize();
		break;
	case ACT_CLIENT:
		if (!t.reading && t.client.meta)
			client_read();
		break;
	case ACTS:
		break;
	}
}

static void hook(int point)
{
	static const unsigned int offsets[] = { NMI_OFFSET, HARDIRQ_OFFSET, SOFTIRQ_OFFSET };
	unsigned int depth = t.depth;
	unsigned int offset;
	bool reading;

	t.seen[depth] |= 1U << point;
	if (depth == t.levels || ++t.passed[depth] != t.at[depth])
		return;
	offset = offsets[t.levels - 1 - depth];
	reading = t.reading;
	t.depth = depth + 1;
	host_enter(offset);
	act(t.act[depth]);
	host_leave(offset);
	t.depth = depth;
	t.reading = reading;
}

static void scenario(void)
{
	unsigned int i;

	/*
	 * The first record of a page has no delta; discarding it leaves the
	 * page empty or a hole.
	 */
	model_write(&t.m, 8, true);
	for (i = 0; i < 4; i++)
		model_write(&t.m, RECORD, false);
	model_write(&t.m, 8, false);
	model_now += BIT(29);
	model_write(&t.m, 8, true);
	model_now += BIT(29);
	model_write(&t.m, 16, false);
	read_one();
	model_write(&t.m, RECORD, true);
	for (i = 0; i < 5; i++)
		model_write(&t.m, RECORD, i == 3);
	iterate();
	read_page();
	for (i = 0; i < 8; i++)
		model_write(&t.m, RECORD, false);
	model_write(&t.m, 120, true);
	read_page();
	read_one();
}

static void run(unsigned int flags)
{
	struct trace_buffer *b = ring_buffer_alloc(2 * 4080, flags);

	model_start(&t.m, b, 400);
	t.spare = ring_buffer_alloc(2 * 4080, flags);
	check(!ring_buffer_alloc_read_page(b, 0, &t.page));
	memset(t.passed, 0, sizeof(t.passed));
	model_now = 1000;
	if (t.act[0] == ACT_CLIENT)
		client_start();
	host_hook = hook;
	scenario();
	host_hook = NULL;
	check(!host_count && !t.depth);
	if (t.client.meta)
		client_end();
	t.m.refused -= ring_buffer_dropped_events_cpu(t.spare, 0);
	model_sums(&t.m);
	model_drain(&t.m);
	model_sums(&t.m);
	model_gaps(&t.m);
	ring_buffer_free_read_page(b, 0, t.page);
	ring_buffer_free(b);
	ring_buffer_free(t.spare);
	model_end(&t.m);
}

/* What an interrupt of the second or third level does if there are three. */
static bool is_deep(enum act act)
{
	return act == ACT_WRITE || act == ACT_DISCARD || act == ACT_PAGE;
}

static unsigned long run_level(unsigned int level, unsigned int flags);

/* Run with an interrupt at each test point of a level. */
static unsigned long run_points(unsigned int level, unsigned int flags)
{
	unsigned long runs = 0;

	t.at[level] = 1;
	do {
		runs += run_level(level + 1, flags);
		t.at[level] += t.step[level];
	} while (t.passed[level] + t.step[level] >= t.at[level]);
	return runs;
}

static unsigned long run_level(unsigned int level, unsigned int flags)
{
	unsigned long runs = 0;

	if (level == t.levels) {
		run(flags);
		return 1;
	}
	for (t.act[level] = 0; t.act[level] < ACTS; t.act[level]++)
		if (t.levels < LEVELS || is_deep(t.act[level]))
			runs += run_points(level, flags);
	return runs;
}

static unsigned long run_all(enum act act, unsigned int flags)
{
	t.act[0] = act;
	return run_points(0, flags);
}

/*
 * "nest ACT [STEP [FIRST THIRD]]" runs one action; "nest" prints the names of all. With
 * FIRST and THIRD there are three levels, and these are the steps of the first and third.
 */
int main(int argc, char **argv)
{
	unsigned int i, level;
	unsigned long runs;

	for (i = 0; i < ACTS; i++) {
		if (argc < 2) {
			puts(act_names[i]);
		} else if (!strcmp(argv[1], act_names[i])) {
			host_cpu_up(0);
			t.levels = argc > 4 ? 3 : 2;
			t.step[0] = argc > 4 ? atoi(argv[3]) : 1;
			t.step[1] = argc > 2 ? atoi(argv[2]) : 1;
			t.step[2] = argc > 4 ? atoi(argv[4]) : 1;
			runs = run_all(i, RB_FL_OVERWRITE) + run_all(i, 0);
			printf("# %lu runs, interrupted at", runs);
			for (level = 0; level < t.levels; level++)
				printf("%s %d", level ? "," : "",
				       __builtin_popcount(t.seen[level]));
			printf(" of %d kinds of points by level\n", RING_POINTS + 1);
			return 0;
		}
	}
	return argc >= 2;
}
