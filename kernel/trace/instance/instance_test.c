// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the lifetime of instances, of their tracers and clocks, and of the
 * records that kernel code writes into them.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/trace.h>

#include "internal.h"

static void instance_test_life(struct kunit *test)
{
	struct trace_array *tr, *again;

	tr = instance_add("life_test", NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	again = instance_add("life_test", NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(again), -EEXIST);

	KUNIT_EXPECT_EQ(test, instance_remove("life_test"), -EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, instance_find("life_test"), tr);
	instance_unpin(tr);
	KUNIT_EXPECT_PTR_EQ(test, instance_pin(tr), tr);
	instance_unpin(tr);
	instance_unpin(tr);

	/* The state of an instance whose removal is waiting for event_mutex. */
	scoped_guard(mutex, &instance_lock)
		tr->dead = true;
	KUNIT_EXPECT_NULL(test, instance_find("life_test"));
	KUNIT_EXPECT_NULL(test, instance_pin(tr));
	KUNIT_EXPECT_NULL(test, trace_array_get_by_name("life_test", NULL));
	KUNIT_EXPECT_EQ(test, instance_remove("life_test"), -ENODEV);
	scoped_guard(mutex, &instance_lock)
		tr->dead = false;

	KUNIT_EXPECT_EQ(test, instance_remove("life_test"), 0);
	KUNIT_EXPECT_EQ(test, instance_remove("life_test"), -ENODEV);
	KUNIT_EXPECT_NULL(test, instance_find("life_test"));
	KUNIT_EXPECT_NULL(test, instance_pin(tr));
}

static void instance_test_api(struct kunit *test)
{
	struct trace_array *tr;
	struct instance_system *pos;

	tr = trace_array_get_by_name("api_test", "sched,irq");
	KUNIT_ASSERT_NOT_NULL(test, tr);
	list_for_each_entry(pos, &tr->systems, list)
		KUNIT_EXPECT_TRUE(test, !strcmp(pos->name, "sched") ||
				  !strcmp(pos->name, "irq"));
	KUNIT_EXPECT_PTR_EQ(test, trace_array_get_by_name("api_test", NULL), tr);
	trace_array_put(tr);

	KUNIT_EXPECT_EQ(test, trace_array_init_printk(tr), 0);
	KUNIT_EXPECT_EQ(test, trace_array_init_printk(NULL), -ENOENT);
	KUNIT_EXPECT_EQ(test, trace_array_init_printk(&instance_global), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_array_set_clr_event(NULL, NULL, NULL, true),
			-ENOENT);

	KUNIT_EXPECT_EQ(test, trace_array_destroy(tr), -EBUSY);
	trace_array_put(tr);
	KUNIT_EXPECT_EQ(test, trace_array_destroy(tr), 0);
	KUNIT_EXPECT_EQ(test, trace_array_destroy(tr), -ENODEV);
	KUNIT_EXPECT_EQ(test, trace_array_destroy(NULL), -EINVAL);
}

static void instance_test_tracer(struct kunit *test)
{
	struct trace_array *tr = instance_add("tracer_test", NULL);

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	KUNIT_EXPECT_PTR_EQ(test, tr->tracer, &instance_nop);
	KUNIT_EXPECT_EQ(test, instance_tracer_set(tr, "no_such"), -EINVAL);
	KUNIT_EXPECT_EQ(test, instance_tracer_set(tr, ""), -EINVAL);
	instance_tracer_pin(tr);
	KUNIT_EXPECT_EQ(test, instance_tracer_set(tr, "nop"), 0);
	if (trace_registry_find(&instance_tracers, "function"))
		KUNIT_EXPECT_EQ(test, instance_tracer_set(tr, "function"),
				-EBUSY);
	instance_tracer_unpin(tr);
	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("tracer_test"), 0);
}

static void instance_test_print(struct kunit *test)
{
	struct trace_array *tr = instance_add("print_test", NULL);
	struct ring_buffer_event *event;
	struct event_print *rec;
	int cpu;

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));

	/* Two lines by one CPU. A newline is appended to the first one. */
	migrate_disable();
	cpu = raw_smp_processor_id();
	KUNIT_EXPECT_EQ(test, instance_print(tr, 5, "text", 4), 4);
	instance_off(tr);
	KUNIT_EXPECT_FALSE(test, instance_is_on(tr));
	KUNIT_EXPECT_EQ(test, instance_print(tr, 5, "lost", 4), 0);
	instance_on(tr);
	KUNIT_EXPECT_EQ(test, instance_print(tr, 6, "more\n", 5), 5);
	migrate_enable();

	event = ring_buffer_consume(tr->ring, cpu, NULL, NULL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	rec = ring_buffer_event_data(event);
	KUNIT_EXPECT_EQ(test, rec->ent.type, TRACE_PRINT);
	KUNIT_EXPECT_EQ(test, rec->ent.pid, current->pid);
	KUNIT_EXPECT_EQ(test, rec->ip, 5);
	KUNIT_EXPECT_STREQ(test, rec->buf, "text\n");

	event = ring_buffer_consume(tr->ring, cpu, NULL, NULL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	rec = ring_buffer_event_data(event);
	KUNIT_EXPECT_STREQ(test, rec->buf, "more\n");

	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("print_test"), 0);
}

/* The functions that modules call. */
static void instance_test_puts(struct kunit *test)
{
	struct trace_array *tr = instance_add("puts_test", NULL);
	struct ring_buffer_event *event;
	struct event_print *rec;
	int cpu;

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	KUNIT_EXPECT_EQ(test, trace_array_init_printk(tr), 0);
	migrate_disable();
	cpu = raw_smp_processor_id();
	KUNIT_EXPECT_EQ(test, trace_array_puts(tr, "text"), 4);
	KUNIT_EXPECT_EQ(test, trace_array_puts(NULL, "text"), -1);
	migrate_enable();

	event = ring_buffer_consume(tr->ring, cpu, NULL, NULL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	rec = ring_buffer_event_data(event);
	KUNIT_EXPECT_EQ(test, rec->ent.type, TRACE_PRINT);
	KUNIT_EXPECT_STREQ(test, rec->buf, "text\n");
	KUNIT_EXPECT_NULL(test, ring_buffer_consume(tr->ring, cpu, NULL, NULL));

	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("puts_test"), 0);
}

/* What kernel code does to the global instance. */
static void instance_test_global(struct kunit *test)
{
	struct trace_array *tr = &instance_global;

	KUNIT_EXPECT_TRUE(test, tracing_is_on());
	KUNIT_EXPECT_TRUE(test, ring_buffer_record_is_on(tr->ring));
	tracing_off();
	KUNIT_EXPECT_FALSE(test, tracing_is_on());
	KUNIT_EXPECT_FALSE(test, ring_buffer_record_is_on(tr->ring));
	KUNIT_EXPECT_EQ(test, instance_print(tr, 5, "lost", 4), 0);
	tracing_on();
	KUNIT_EXPECT_TRUE(test, tracing_is_on());

	/* Stopping does not change what tracing_on shows. */
	tracing_stop();
	KUNIT_EXPECT_TRUE(test, tracing_is_on());
	KUNIT_EXPECT_EQ(test, instance_print(tr, 5, "lost", 4), 0);
	tracing_start();
	KUNIT_EXPECT_EQ(test, instance_print(tr, 5, "text", 4), 4);
}

static void instance_test_clock(struct kunit *test)
{
	struct trace_array *tr = instance_add("clock_test", NULL);

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	KUNIT_EXPECT_EQ(test, instance_clock_set(tr, "no_such"), -EINVAL);
	KUNIT_EXPECT_EQ(test, tr->clock, 0);
	KUNIT_EXPECT_EQ(test, instance_clock_set(tr, "mono"), 0);
	KUNIT_EXPECT_STREQ(test, trace_clock_table[tr->clock].name, "mono");
	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("clock_test"), 0);
}

static struct kunit_case instance_test_cases[] = {
	KUNIT_CASE(instance_test_life),
	KUNIT_CASE(instance_test_api),
	KUNIT_CASE(instance_test_tracer),
	KUNIT_CASE(instance_test_print),
	KUNIT_CASE(instance_test_puts),
	KUNIT_CASE(instance_test_global),
	KUNIT_CASE(instance_test_clock),
	{}
};

static struct kunit_suite instance_test_suite = {
	.name = "trace_instance",
	.test_cases = instance_test_cases,
};

kunit_test_suite(instance_test_suite);
