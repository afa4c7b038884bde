// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the ring buffer in a running kernel. They cover what the host
 * tests of tools/testing/trace/ring cannot: interrupts, several CPUs, sleeping
 * and all clocks.
 */
#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/smp.h>

#include "../clock/clock.h"

#define TEST_SIZE	(16 * PAGE_SIZE)

static int ring_test_init(struct kunit *test)
{
	test->priv = ring_buffer_alloc(TEST_SIZE, RB_FL_OVERWRITE);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static void ring_test_exit(struct kunit *test)
{
	if (test->priv)
		ring_buffer_free(test->priv);
}

/* Write the numbers from @from to below @to on one CPU, and return that CPU. */
static int ring_test_fill(struct trace_buffer *buffer, u64 from, u64 to)
{
	int cpu = get_cpu();

	for (; from < to; from++)
		ring_buffer_write(buffer, sizeof(from), &from);
	put_cpu();
	return cpu;
}

static u64 ring_test_number(struct ring_buffer_event *event)
{
	u64 number;

	memcpy(&number, ring_buffer_event_data(event), sizeof(number));
	return number;
}

static void ring_test_order(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	int cpu = ring_test_fill(buffer, 0, 1000);
	struct ring_buffer_event *event;
	u64 ts, last = 0, i;

	KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer), 1000);
	for (i = 0; i < 1000; i++) {
		event = ring_buffer_consume(buffer, cpu, &ts, NULL);
		KUNIT_ASSERT_NOT_NULL(test, event);
		KUNIT_ASSERT_EQ(test, ring_test_number(event), i);
		KUNIT_ASSERT_GE(test, ts, last);
		last = ts;
	}
	KUNIT_EXPECT_NULL(test, ring_buffer_consume(buffer, cpu, &ts, NULL));
	KUNIT_EXPECT_TRUE(test, ring_buffer_empty(buffer));
	KUNIT_EXPECT_EQ(test, ring_buffer_read_events_cpu(buffer, cpu), 1000);
}

static void ring_test_loss(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	int cpu = ring_test_fill(buffer, 0, 50000);
	unsigned long held, over, lost;
	struct ring_buffer_event *event;
	u64 ts;

	held = ring_buffer_entries(buffer);
	over = ring_buffer_overruns(buffer);
	KUNIT_EXPECT_EQ(test, held + over, 50000);
	event = ring_buffer_consume(buffer, cpu, &ts, &lost);
	KUNIT_ASSERT_NOT_NULL(test, event);
	KUNIT_EXPECT_EQ(test, lost, over);
	KUNIT_EXPECT_EQ(test, ring_test_number(event), over);

	ring_buffer_reset(buffer);
	ring_buffer_change_overwrite(buffer, 0);
	cpu = ring_test_fill(buffer, 0, 50000);
	held = ring_buffer_entries(buffer);
	lost = ring_buffer_dropped_events_cpu(buffer, cpu);
	KUNIT_EXPECT_EQ(test, held + lost, 50000);
	event = ring_buffer_consume(buffer, cpu, &ts, NULL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	KUNIT_EXPECT_EQ(test, ring_test_number(event), 0);
}

/* Argument of an irq_work that writes records in interrupts. */
struct ring_test_irq {
	struct irq_work		work;
	struct trace_buffer	*buffer;
	unsigned int		done;
};

static void ring_test_interrupt(struct irq_work *work)
{
	struct ring_test_irq *irq = container_of(work, struct ring_test_irq, work);

	irq->done += 2;
	ring_test_fill(irq->buffer, 1, 3);
}

static void ring_test_nested(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	struct ring_test_irq irq = { .buffer = buffer };
	struct ring_buffer_event *event;
	u64 zero = 0, ts, last = 0;
	unsigned int i, sum = 0;
	int cpu;

	init_irq_work(&irq.work, ring_test_interrupt);
	cpu = get_cpu();
	for (i = 0; i < 1000; i++) {
		event = ring_buffer_lock_reserve(buffer, sizeof(zero));
		memcpy(ring_buffer_event_data(event), &zero, sizeof(zero));
		irq_work_queue(&irq.work);
		if (i % 5)
			ring_buffer_unlock_commit(buffer);
		else
			ring_buffer_discard_commit(buffer, event);
	}
	put_cpu();
	irq_work_sync(&irq.work);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer) + ring_buffer_overruns(buffer),
			800 + irq.done);
	while ((event = ring_buffer_consume(buffer, cpu, &ts, NULL))) {
		KUNIT_ASSERT_GE(test, ts, last);
		last = ts;
		sum++;
	}
	KUNIT_EXPECT_EQ(test, sum + ring_buffer_overruns(buffer), 800 + irq.done);
}

static void ring_test_iterator(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	int cpu = ring_test_fill(buffer, 0, 500);
	struct ring_buffer_iter *iter;
	struct ring_buffer_event *event;
	u64 ts, i;

	iter = ring_buffer_read_start(buffer, cpu, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, iter);
	for (i = 0; (event = ring_buffer_iter_peek(iter, &ts)); i++) {
		KUNIT_EXPECT_EQ(test, ring_test_number(event), i);
		ring_buffer_iter_advance(iter);
	}
	KUNIT_EXPECT_EQ(test, i, 500);
	KUNIT_EXPECT_EQ(test, ring_buffer_resize(buffer, PAGE_SIZE, cpu), -EBUSY);
	ring_buffer_read_finish(iter);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer), 500);
}

/* Changes that run on each CPU in turn. */
static void ring_test_change(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	struct ring_buffer_event *event;
	int order, cpu = ring_test_fill(buffer, 0, 200);
	u64 ts;

	KUNIT_EXPECT_EQ(test, ring_buffer_resize(buffer, 1 << 20, RING_BUFFER_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer), 200);
	for_each_online_cpu(order)
		KUNIT_EXPECT_GE(test, ring_buffer_size(buffer, order), 1 << 20);
	KUNIT_EXPECT_EQ(test, ring_buffer_resize(buffer, 1, RING_BUFFER_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, ring_buffer_nr_pages(buffer, cpu), 2);
	event = ring_buffer_consume(buffer, cpu, &ts, NULL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	for (order = 0; order < 4; order++) {
		KUNIT_EXPECT_EQ(test, ring_buffer_subbuf_order_set(buffer, order), 0);
		KUNIT_EXPECT_EQ(test, ring_buffer_subbuf_size_get(buffer),
				PAGE_SIZE << order);
		ring_buffer_reset(buffer);
		cpu = ring_test_fill(buffer, 7, 8);
		event = ring_buffer_consume(buffer, cpu, &ts, NULL);
		KUNIT_ASSERT_NOT_NULL(test, event);
		KUNIT_EXPECT_EQ(test, ring_test_number(event), 7);
	}
}

static void ring_test_page(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	int cpu = ring_test_fill(buffer, 0, 2000);
	struct buffer_data_read_page *page;
	unsigned int n = 0;

	KUNIT_ASSERT_EQ(test, ring_buffer_alloc_read_page(buffer, cpu, &page), 0);
	KUNIT_EXPECT_EQ(test, ring_buffer_read_page_size(page), PAGE_SIZE);
	while (ring_buffer_read_page(buffer, page, PAGE_SIZE, cpu, 1) >= 0)
		n++;
	KUNIT_EXPECT_GT(test, n, 3);
	KUNIT_EXPECT_FALSE(test, ring_buffer_empty_cpu(buffer, cpu));
	KUNIT_EXPECT_EQ(test, ring_buffer_read_page(buffer, page, PAGE_SIZE, cpu, 0), 0);
	KUNIT_EXPECT_TRUE(test, ring_buffer_empty_cpu(buffer, cpu));
	KUNIT_EXPECT_EQ(test, ring_buffer_read_events_cpu(buffer, cpu), 2000);
	ring_buffer_free_read_page(buffer, cpu, page);
}

static int ring_test_writer(void *data)
{
	msleep(20);
	ring_test_fill(data, 0, 1);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/* Sleeps until another task writes. A lost wake-up would hang the test. */
static void ring_test_wait(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	struct task_struct *task;
	int cpu, i;

	for (i = 0; i < 5; i++) {
		cpu = cpumask_any(cpu_online_mask);
		task = kthread_create(ring_test_writer, buffer, "ring_test");
		KUNIT_ASSERT_FALSE(test, IS_ERR(task));
		kthread_bind(task, cpu);
		wake_up_process(task);
		if (i & 1)
			cpu = RING_BUFFER_ALL_CPUS;
		KUNIT_EXPECT_EQ(test, ring_buffer_wait(buffer, cpu, 0, NULL, NULL), 0);
		KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer), 1);
		kthread_stop(task);
		ring_buffer_reset(buffer);
	}
}

static void ring_test_swap(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv, *other;
	unsigned long flags;
	int cpu, ret;

	other = ring_buffer_alloc(TEST_SIZE, RB_FL_OVERWRITE);
	KUNIT_ASSERT_NOT_NULL(test, other);
	preempt_disable();
	cpu = ring_test_fill(buffer, 0, 3);
	local_irq_save(flags);
	ret = ring_buffer_swap_cpu(buffer, other, cpu);
	local_irq_restore(flags);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer), 0);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(other), 3);
	ring_buffer_free(other);
}

static void ring_test_clocks(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	u64 last, ts, now;
	unsigned int i;
	int cpu;

	KUNIT_EXPECT_EQ(test, trace_clock_find("local"), 0);
	KUNIT_EXPECT_EQ(test, trace_clock_find("loca"), -EINVAL);
	for (i = 0; i < trace_clock_count; i++) {
		KUNIT_EXPECT_EQ(test, trace_clock_find(trace_clock_table[i].name), i);
		ring_buffer_reset(buffer);
		ring_buffer_set_clock(buffer, trace_clock_table[i].fn);
		last = trace_clock_table[i].fn();
		cpu = ring_test_fill(buffer, 0, 100);
		now = ring_buffer_time_stamp(buffer);
		while (ring_buffer_consume(buffer, cpu, &ts, NULL)) {
			KUNIT_EXPECT_GE(test, ts, last);
			last = ts;
		}
		KUNIT_EXPECT_GE_MSG(test, now, last, "%s", trace_clock_table[i].name);
	}
}

/* The functions of the interface that the kernel itself does not call. */
static void ring_test_interface(struct kunit *test)
{
	struct trace_buffer *buffer = test->priv;
	struct ring_buffer_event *event;
	u64 ts = 0, number = 5;
	int cpu;

	KUNIT_EXPECT_TRUE(test, ring_buffer_record_is_on(buffer));
	ring_buffer_record_off(buffer);
	KUNIT_EXPECT_FALSE(test, ring_buffer_record_is_on(buffer));
	ring_buffer_record_on(buffer);

	cpu = get_cpu();
	ring_buffer_record_disable_cpu(buffer, cpu);
	KUNIT_EXPECT_NE(test, ring_buffer_write(buffer, sizeof(number), &number), 0);
	ring_buffer_record_enable_cpu(buffer, cpu);
	event = ring_buffer_lock_reserve(buffer, sizeof(number));
	if (event) {
		ts = ring_buffer_event_time_stamp(buffer, event);
		ring_buffer_unlock_commit(buffer);
	}
	put_cpu();
	KUNIT_EXPECT_NOT_NULL(test, event);
	KUNIT_EXPECT_NOT_NULL(test, ring_buffer_consume(buffer, cpu, &number, NULL));
	KUNIT_EXPECT_EQ(test, ts, number);

	ring_buffer_normalize_time_stamp(buffer, cpu, &number);
	KUNIT_EXPECT_EQ(test, number, ts);
	ring_test_fill(buffer, 0, 10);
	ring_buffer_reset_online_cpus(buffer);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(buffer), 0);
}

static struct kunit_case ring_test_cases[] = {
	KUNIT_CASE(ring_test_order),
	KUNIT_CASE(ring_test_loss),
	KUNIT_CASE(ring_test_nested),
	KUNIT_CASE(ring_test_iterator),
	KUNIT_CASE(ring_test_change),
	KUNIT_CASE(ring_test_page),
	KUNIT_CASE(ring_test_wait),
	KUNIT_CASE(ring_test_swap),
	KUNIT_CASE(ring_test_clocks),
	KUNIT_CASE(ring_test_interface),
	{}
};

static struct kunit_suite ring_test_suite = {
	.name = "ring",
	.init = ring_test_init,
	.exit = ring_test_exit,
	.test_cases = ring_test_cases,
};

kunit_test_suite(ring_test_suite);
