// SPDX-License-Identifier: GPL-2.0
/*
 * Exchanging the contents of a pair of buffers, while CPUs go online and
 * offline. One thread acts as one CPU after the other.
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
 * Allocate a spare buffer as instance/snapshot.c does. If another CPU is
 * online, @pages is the size of the live buffer, since resizing needs that CPU
 * to run.
 */
static void make_pair(unsigned int pages)
{
	int cpu;

	spare = make(pages);
	ring_buffer_record_off(spare);
	check(!ring_buffer_add_cpus(spare, live));
	for (cpu = 0; cpu < HOST_CPUS; cpu++)
		check(!ring_buffer_resize(spare, ring_buffer_size(live, cpu), cpu));
	pair = ring_pair_alloc(live, spare);
	check(pair);
	/* More than any operation that is possible in one thread needs. */
	host_yields = 100;
}

static void free_pair(void)
{
	ring_pair_sync(pair);
	ring_pair_retire(pair);
	ring_pair_free(pair);
	ring_buffer_free(spare);
	ring_buffer_free(live);
}

/* From here on the thread acts as @cpu, which is online. */
static void run_on_cpu(int cpu)
{
	host_cpu_up(cpu);
}

static void cpu_down(int cpu, int then)
{
	run_on_cpu(cpu);
	host_cpu_down();
	run_on_cpu(then);
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
	ring_pair_sync(pair);
	check(held(live, 0, 0) && held(spare, 0, 1));
	free_pair();
}

/* Requested while a record is written: runs in an interrupt after the commit. */
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

/* CPU 0 requests the exchange of the rings of CPU 1, which has a record. */
static void begin_on_other_cpu(void)
{
	run_on_cpu(1);
	live = make(PAGES);
	make_pair(PAGES);
	put("a");
	run_on_cpu(0);
	check(!ring_pair_swap(pair, 1));
}

static void test_other_cpu(void)
{
	begin_on_other_cpu();
	check(held(live, 1, 1));
	run_on_cpu(1);
	host_poll();
	check(held(live, 1, 0) && held(spare, 1, 1));
	run_on_cpu(0);
	free_pair();
}

/* The CPU goes offline before the exchange: it runs as the CPU goes offline. */
static void test_goes_offline(void)
{
	begin_on_other_cpu();
	cpu_down(1, 0);
	check(held(live, 1, 0) && held(spare, 1, 1));
	ring_pair_sync(pair);
	check(held(live, 1, 0) && held(spare, 1, 1));
	free_pair();
}

static void test_offline(void)
{
	run_on_cpu(1);
	live = make(PAGES);
	make_pair(PAGES);
	put("a");
	cpu_down(1, 0);
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 1));
	ring_pair_sync(pair);
	check(held(live, 1, 0) && held(spare, 1, 1));
	free_pair();
}

/*
 * The spare buffer is allocated while a CPU with records is offline: it gets a
 * ring, too.
 */
static void test_allocated_offline(void)
{
	run_on_cpu(1);
	live = make(PAGES);
	check(!ring_buffer_resize(live, 5 * ring_data_bytes(0), 1));
	put("a");
	cpu_down(1, 0);
	make_pair(2);
	check(!ring_pair_swap(pair, 0));
	check(!ring_pair_swap(pair, 1));
	ring_pair_sync(pair);
	check(held(live, 1, 0) && held(spare, 1, 1));
	/* The CPU goes online, and both rings have the same size. */
	check(!host_cpu_prepare(1));
	run_on_cpu(1);
	put("b");
	put("c");
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 1) && held(spare, 1, 2));
	run_on_cpu(0);
	free_pair();
}

/* A CPU goes online for the first time: both rings have the same size. */
static void test_comes_online(void)
{
	live = make(PAGES);
	make_pair(2);
	check(ring_pair_swap(pair, 1) == -EINVAL);
	check(!host_cpu_prepare(1));
	run_on_cpu(1);
	check(ring_buffer_nr_pages(live, 1) == PAGES);
	check(ring_buffer_nr_pages(spare, 1) == PAGES);
	put("a");
	/* A request that was made before the CPU had rings has no effect. */
	ring_pair_sync(pair);
	check(held(live, 1, 1));
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 0) && held(spare, 1, 1));
	run_on_cpu(0);
	free_pair();
}

/* A CPU cannot go online if there is no memory for one of its two rings. */
static void test_online_fails(void)
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
		ring_pair_sync(pair);
		free_pair();
		if (i)
			break;
	}
	/* The CPU has had no ring, one of the two, and both. */
	check(seen & 1 && seen & 6 && seen & 8);
}

/* Without memory for rings of offline CPUs, ring_buffer_add_cpus() fails. */
static void test_no_memory(void)
{
	unsigned int n;
	int ret = -1;

	run_on_cpu(1);
	live = make(PAGES);
	cpu_down(1, 0);
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

/*
 * A pair is retired before the interrupt of an exchange: neither this exchange nor one that
 * is requested afterwards runs, and those of the next pair of the same buffer do.
 */
static void test_retired(void)
{
	struct trace_buffer *old_spare;
	struct ring_pair *old;

	begin_on_other_cpu();
	ring_pair_retire(pair);
	old = pair;
	old_spare = spare;
	run_on_cpu(1);
	make_pair(PAGES);
	host_poll();
	check(held(live, 1, 1) && held(old_spare, 1, 0));
	check(!ring_pair_swap(old, 1));
	check(held(live, 1, 1) && held(old_spare, 1, 0));
	check(!ring_pair_swap(pair, 1));
	check(held(live, 1, 0) && held(spare, 1, 1));
	check(!ring_pair_swap(old, 1));
	check(held(live, 1, 0) && held(old_spare, 1, 0));
	ring_pair_free(old);
	ring_buffer_free(old_spare);
	free_pair();
	run_on_cpu(0);
}

/*
 * A pair is retired while a record is written, after whose commit an exchange would run, and
 * freed before that. The next pair exchanges the rings with that record.
 */
static void test_retired_in_record(void)
{
	live = make(PAGES);
	make_pair(PAGES);
	check(ring_buffer_lock_reserve(live, 8));
	check(!ring_pair_swap(pair, 0));
	ring_pair_retire(pair);
	ring_pair_free(pair);
	ring_buffer_free(spare);
	make_pair(PAGES);
	ring_buffer_unlock_commit(live);
	host_poll();
	check(held(live, 0, 1) && held(spare, 0, 0));
	check(!ring_pair_swap(pair, 0));
	check(held(live, 0, 0) && held(spare, 0, 1));
	free_pair();
}

static unsigned int notified;

static void notify(struct irq_work *work)
{
	notified++;
}

static unsigned int woken(struct trace_buffer *b)
{
	return ring_owner_of(b)->waits[0].queue.wakes;
}

/* Exchange the rings of CPU 0; @lives and @spares: the buffer has waiters that are woken. */
static void waiters_swap(unsigned int lives, unsigned int spares)
{
	unsigned int live_before = woken(live), spare_before = woken(spare);

	notified = 0;
	check(!ring_pair_swap(pair, 0));
	host_poll();
	check(woken(live) - live_before == lives);
	check(woken(spare) - spare_before == spares);
	check(notified == spares);
}

/*
 * An exchange wakes the tasks that wait for records of either buffer, whether for any
 * record or for full pages, and those of the spare buffer once.
 */
static void test_waiters(void)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(notify);
	struct ring_writer *of[2];
	unsigned int i;

	live = make(PAGES);
	make_pair(PAGES);
	ring_pair_notify(pair, &work);
	of[0] = &ring_get(ring_owner_of(live), 0)->w;
	of[1] = &ring_get(ring_owner_of(spare), 0)->w;
	waiters_swap(0, 0);
	for (i = 0; i < 2; i++) {
		atomic_or(RING_WAKE_ANY, &of[i]->wake);
		waiters_swap(!i, i);
		check(!i == !!(atomic_read(&of[i]->wake) & RING_WAKE_ANY));
		atomic_set(&of[i]->wake, RING_WAKE_NONE);
		atomic_set(&of[i]->wake_full, 1);
		waiters_swap(!i, i);
		check(!i == !!atomic_read(&of[i]->wake_full));
		atomic_or(RING_WAKE_ANY, &of[i]->wake);
		atomic_set(&of[i]->wake_full, 1);
		waiters_swap(!i, i);
		atomic_set(&of[i]->wake, RING_WAKE_NONE);
		atomic_set(&of[i]->wake_full, 0);
	}
	for (i = 0; i < 2; i++)
		atomic_or(RING_WAKE_ANY, &of[i]->wake);
	waiters_swap(1, 1);
	atomic_set(&of[0]->wake, RING_WAKE_NONE);
	waiters_swap(0, 0);
	free_pair();
}

/* Without a function to call, the exchange only wakes the tasks. */
static void test_waiters_only(void)
{
	live = make(PAGES);
	make_pair(PAGES);
	atomic_or(RING_WAKE_ANY, &ring_get(ring_owner_of(spare), 0)->w.wake);
	check(!ring_pair_swap(pair, 0));
	host_poll();
	check(!woken(live) && woken(spare) == 1);
	free_pair();
}

static const struct {
	const char	*name;
	void		(*run)(void);
} tests[] = {
	{ "at_once",		test_at_once },
	{ "in_record",		test_in_record },
	{ "other_cpu",		test_other_cpu },
	{ "goes_offline",	test_goes_offline },
	{ "offline",		test_offline },
	{ "allocated_offline",	test_allocated_offline },
	{ "comes_online",	test_comes_online },
	{ "online_fails",	test_online_fails },
	{ "no_memory",		test_no_memory },
	{ "retired",		test_retired },
	{ "retired_in_record",	test_retired_in_record },
	{ "waiters",		test_waiters },
	{ "waiters_only",	test_waiters_only },
};

/* "pairs NAME" runs one test; "pairs" prints the names. */
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
