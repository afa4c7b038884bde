// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the budget of a ring: how many records are written in a time, and how the others
 * are counted.
 */
#include "check.h"

static u64 withheld(struct trace_buffer *b)
{
	u64 account[RING_ACCOUNTS];

	ring_account_cpu(b, 0, account);
	return account[RING_BUDGET];
}

/* Try to write @nr records of @bytes; return how many were written. */
static unsigned int attempt(struct trace_buffer *b, unsigned int nr, unsigned int bytes)
{
	static char data[4000];
	unsigned int done = 0;

	while (nr--)
		done += !ring_buffer_write(b, bytes, data);
	return done;
}

/* In each of many jiffies more is tried than allowed. */
static void spend(unsigned int rate, unsigned int bytes, unsigned int time)
{
	struct trace_buffer *b = make(100, RB_FL_OVERWRITE);
	unsigned int i, done = 0, tried = 0, much = 3 * rate / HZ + 3;
	u64 burst = rate / 10 ?: 1;

	ring_buffer_budget_set(b, rate);
	check(ring_buffer_budget(b) == rate && ring_buffer_had_budget(b));
	for (i = 0; i < time; i++) {
		tried += much;
		done += attempt(b, much, bytes);
		host_jiffies++;
	}
	/* The first burst, and what the time after it allows. */
	check(done <= burst + (u64)rate * (time - 1) / HZ + 1);
	check(done + 2 >= (u64)rate * (time - 1) / HZ);
	check(done + withheld(b) == tried);
	ring_buffer_free(b);
}

void test_budget(void)
{
	struct trace_buffer *b = make(3, RB_FL_OVERWRITE);

	/* Without a budget nothing is refused. */
	check(!ring_buffer_budget(b) && !ring_buffer_had_budget(b));
	check(attempt(b, 10000, 40) == 10000 && !withheld(b));
	ring_buffer_free(b);

	spend(100000, 40, 500);
	spend(100000, 4, 500);
	spend(1000, 40, 5000);
	spend(1001, 200, 5000);
	spend(77, 40, 5000);
	spend(250, 3000, 5000);
}

/* A budget of one record per second */
void test_budget_one(void)
{
	struct trace_buffer *b = make(3, RB_FL_OVERWRITE);
	unsigned int i;

	ring_buffer_budget_set(b, 1);
	for (i = 0; i < 5; i++) {
		check(attempt(b, 100, 40) == 1);
		host_jiffies += HZ - 1;
		check(attempt(b, 100, 40) == 0);
		host_jiffies++;
	}
	/* What was not used is not saved up. */
	host_jiffies += 1000 * HZ;
	check(attempt(b, 100, 40) == 1);
	check(withheld(b) == 5 * 199 + 99);
	/* The largest budget, and none. */
	ring_buffer_budget_set(b, RING_BUDGET_MAX);
	check(attempt(b, 100000, 40) == 100000);
	ring_buffer_budget_set(b, 0);
	check(attempt(b, 10000, 40) == 10000);
	check(!ring_buffer_budget(b) && ring_buffer_had_budget(b));
	ring_buffer_free(b);
}

/* Records that are smaller than those before: what was too much is subtracted afterwards. */
void test_budget_sizes(void)
{
	struct trace_buffer *b = make(100, RB_FL_OVERWRITE);
	const unsigned int rate = 25000;
	unsigned int i, done = 0;

	ring_buffer_budget_set(b, rate);
	for (i = 0; i < 4000; i++) {
		done += attempt(b, 10, 1000);
		done += attempt(b, 1000, 4);
		host_jiffies++;
	}
	check(done <= rate / 10 + rate / HZ * 4000 + 4080 / 8);
	check(done >= rate / HZ * 3999);
	ring_buffer_free(b);
}

static struct trace_buffer *nested_buffer;
static unsigned int nested_done;

static void nested_write(int point)
{
	void (*hook)(int point) = host_hook;

	if (point != RING_POINT_SLOW && point != RING_POINT_RESERVED)
		return;
	host_hook = NULL;
	host_count += HARDIRQ_OFFSET;
	nested_done += attempt(nested_buffer, 3, 40);
	host_count -= HARDIRQ_OFFSET;
	host_hook = hook;
}

/* Records of interrupts that arrive during others are subtracted as well. */
void test_budget_nested(void)
{
	struct trace_buffer *b = make(100, RB_FL_OVERWRITE);
	const unsigned int rate = 25000;
	unsigned int i, done = 0;

	nested_buffer = b;
	nested_done = 0;
	ring_buffer_budget_set(b, rate);
	host_hook = nested_write;
	for (i = 0; i < 4000; i++) {
		done += attempt(b, 300, 40);
		host_jiffies++;
	}
	host_hook = NULL;
	check(nested_done > done);
	check(done + nested_done <= rate / 10 + rate / HZ * 4000 + 4080 / 44);
	check(done + nested_done >= rate / HZ * 3999);
	ring_buffer_free(b);
}

/* The budget stays when the ring is cleared or gets another size, and new rings have it. */
void test_budget_changes(void)
{
	struct trace_buffer *b = make(3, RB_FL_OVERWRITE);
	struct ring_lost causes;
	unsigned long lost;
	unsigned int i;

	ring_buffer_budget_set(b, 2500);
	for (i = 0; i < 40; i++) {
		if (i == 10)
			ring_buffer_reset(b);
		if (i == 20)
			check(!ring_buffer_resize(b, 20 * 4080, RING_BUFFER_ALL_CPUS));
		if (i == 30)
			check(!ring_buffer_subbuf_order_set(b, 1));
		check(attempt(b, 1000, 40) == (i ? 10 : 250));
		host_jiffies++;
	}
	/* A record that is discarded is not subtracted. */
	for (i = 0; i < 10000; i++) {
		struct ring_buffer_event *event = ring_buffer_lock_reserve(b, 40);

		check(event);
		ring_buffer_discard_commit(b, event);
	}
	/* What is withheld is missing before the next page. */
	ring_buffer_reset(b);
	host_jiffies += HZ;
	check(attempt(b, 1, 40) == 1 && ring_buffer_consume(b, 0, NULL, NULL));
	check(attempt(b, 1000, 40) == 249);
	host_jiffies += HZ;
	check(attempt(b, 150, 40) == 150);
	lost = 0;
	while (!lost) {
		check(ring_buffer_peek(b, 0, NULL, &lost));
		ring_buffer_lost_causes(b, 0, &causes);
		check(ring_buffer_consume(b, 0, NULL, NULL));
	}
	check(lost == 751 && causes.by[RING_LOST_BUDGET] == 751);
	check(model_causes(&causes) == 751);
	ring_buffer_free(b);
}

/* A snapshot takes the numbers along, and the budget stays with the buffer. */
void test_budget_swap(void)
{
	struct trace_buffer *b = make(3, RB_FL_OVERWRITE), *spare = make(3, RB_FL_OVERWRITE);
	unsigned int i;

	ring_buffer_budget_set(b, 2500);
	check(attempt(b, 1000, 40) == 250 && withheld(b) == 750);
	for (i = 0; i < 10; i++) {
		host_irqs_off++;
		check(!ring_buffer_swap_cpu(b, spare, 0));
		host_irqs_off--;
		host_jiffies++;
		check(attempt(b, 1000, 40) <= 20);
		check(withheld(b) + withheld(spare) >= 750 + 980 * (i + 1));
	}
	check(attempt(spare, 1000, 40) == 1000);
	ring_buffer_free(spare);
	ring_buffer_free(b);
}
