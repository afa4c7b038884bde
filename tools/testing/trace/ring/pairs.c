// SPDX-License-Identifier: GPL-2.0
/*
 * A pair of buffers whose contents are exchanged, while CPUs come and go. One
 * thread is all CPUs, one after the other.
 */
#include "model.h"

#define PAGES	3U

static struct trace_buffer *live, *spare;
static struct ring_pair *pair;

static struct trace_buffer *make(unsigned int pages)
{
	struct trace_buffer *b = ring_buffer_alloc(pages * ring_data_bytes(0),
						   RB_FL_OVERWRITE);

	check(b);
	return b;
}

/*
 * As instance/snapshot.c makes a spare buffer. Where another CPU is online @pages
 * are what @live has, as that CPU would have to help with another size.
 */
static void make_pair(unsigned int pages)
{
	int cpu;

	spare = make(pages);
	ring_buffer_record_off(spare);
	check(!ring_buffer_add_cpus(spare, live));
	for (cpu = 0; cpu < HOST_CPUS; cpu++)
		check(!ring_buffer_resize(spare, ring_buffer_size(live, cpu), cpu));
	pair = ring_pair_make(live, spare);
	check(pair);
	/* Far more than what is done at once, or by this thread, ever takes. */
	host_yields = 100;
}

static void free_pair(void)
{
	ring_pair_free(pair);
	ring_buffer_free(spare);
	ring_buffer_free(live);
}

/* From here on the thread is @cpu, which others see online. */
static void be(int cpu)
{
	host_cpu_up(cpu);
}

static void gone(int cpu, int then)
{
	be(cpu);
	host_cpu_down();
	be(then);
}

static void put(const char *text)
{
	check(!ring_buffer_write(live, 1, (void *)text));
}

static bool held(struct trace_buffer *b, int cpu, unsigned long records)
{
	return ring_buffer_entries_cpu(b, cpu) == records;
}

static void test_at_once(void)
{
	live = make(PAGES);
	make_pair(PAGES);
	put("a");
	check(!ring_pair_swap(pair, 0));
	check(held(live, 0, 0) && held(spare, 0, 1));
	ring_pair_settle(pair);
	check(held(live, 0, 0) && held(spare, 0, 1));
	free_pair();
}

/* Asked in the middle of a record: done in an interrupt, as that is committed. */
static void test_in_record(void)
{
	live = make(PAGES);
	make_pair(PAGES);
	check(ring_buffer_lock_reserve(live, 8));
	check(!ring_pair_swap(pair, 0));
	check(held(spare, 0, 0));
	ring_buffer_unlock_commit(live);
	host_poll();
	check(held(live, 0, 0) && held(spare, 0, 1));
	free_pair();
}

static void test_other_cpu(void)
{
	be(1);
	live = make(PAGES);
	make_pair(PAGES);
	put("a");
	be(0);
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 1));
	be(1);
	host_poll();
	check(held(live, 1, 0) && held(spare, 1, 1));
	be(0);
	free_pair();
}

/* Asked, and the CPU goes before it could: it does so as it goes. */
static void test_goes(void)
{
	be(1);
	live = make(PAGES);
	make_pair(PAGES);
	put("a");
	be(0);
	check(!ring_pair_swap(pair, 1));
	gone(1, 0);
	check(held(live, 1, 0) && held(spare, 1, 1));
	ring_pair_settle(pair);
	check(held(live, 1, 0) && held(spare, 1, 1));
	free_pair();
}

static void test_offline(void)
{
	be(1);
	live = make(PAGES);
	make_pair(PAGES);
	put("a");
	gone(1, 0);
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 1));
	ring_pair_settle(pair);
	check(held(live, 1, 0) && held(spare, 1, 1));
	free_pair();
}

/* The spare buffer is made while a CPU with records is offline: it has its ring. */
static void test_made_without(void)
{
	be(1);
	live = make(PAGES);
	check(!ring_buffer_resize(live, 5 * ring_data_bytes(0), 1));
	put("a");
	gone(1, 0);
	make_pair(2);
	check(!ring_pair_swap(pair, 0));
	check(!ring_pair_swap(pair, 1));
	ring_pair_settle(pair);
	check(held(live, 1, 0) && held(spare, 1, 1));
	/* It comes back, and has the size of the other's. */
	check(!host_cpu_prepare(1));
	be(1);
	put("b");
	put("c");
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 1) && held(spare, 1, 2));
	be(0);
	free_pair();
}

/* A CPU that was never there comes: both rings are of the same size. */
static void test_comes(void)
{
	live = make(PAGES);
	make_pair(2);
	check(ring_pair_swap(pair, 1) == -EINVAL);
	check(!host_cpu_prepare(1));
	be(1);
	check(ring_buffer_nr_pages(live, 1) == PAGES);
	check(ring_buffer_nr_pages(spare, 1) == PAGES);
	put("a");
	/* What was asked for before there was a ring is not done now. */
	ring_pair_settle(pair);
	check(held(live, 1, 1));
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 0) && held(spare, 1, 1));
	be(0);
	free_pair();
}

/* It does not, as there is no memory for one of its two rings. */
static void test_fails_to_come(void)
{
	struct trace_buffer *other[2];
	unsigned int i, n, seen = 0;

	for (n = 1; n < 100; n++) {
		live = make(PAGES);
		make_pair(2);
		host_fail_alloc = n;
		i = !host_cpu_prepare(1);
		host_fail_alloc = 0;
		other[0] = live;
		other[1] = spare;
		seen |= 1 << (!!ring_get(ring_owner_of(other[0]), 1) +
			      2 * !!ring_get(ring_owner_of(other[1]), 1));
		check(ring_pair_swap(pair, 1) == (i ? 0 : -EINVAL));
		ring_pair_settle(pair);
		free_pair();
		if (i)
			break;
	}
	/* None, one of the two, both. */
	check(seen & 1 && seen & 6 && seen & 8);
}

/* Nor is there a pair without memory for the ring of a CPU that is offline. */
static void test_no_memory(void)
{
	unsigned int n;
	int ret = -1;

	be(1);
	live = make(PAGES);
	gone(1, 0);
	for (n = 1; ret; n++) {
		spare = make(2);
		host_fail_alloc = n;
		ret = ring_buffer_add_cpus(spare, live);
		host_fail_alloc = 0;
		check(ret == (ring_get(ring_owner_of(spare), 1) ? 0 : -ENOMEM));
		ring_buffer_free(spare);
	}
	check(n > 5);
	ring_buffer_free(live);
}

static const struct {
	const char	*name;
	void		(*run)(void);
} tests[] = {
	{ "at_once",		test_at_once },
	{ "in_record",		test_in_record },
	{ "other_cpu",		test_other_cpu },
	{ "goes",		test_goes },
	{ "offline",		test_offline },
	{ "made_without",	test_made_without },
	{ "comes",		test_comes },
	{ "fails_to_come",	test_fails_to_come },
	{ "no_memory",		test_no_memory },
};

/* pairs NAME: one of them; pairs: their names. */
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
