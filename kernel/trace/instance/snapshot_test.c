// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of snapshots: exchange of the ring buffers, also while a record is being
 * written; exclusion of mappings, triggers and tracers; and the maximum of a latency
 * tracer.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/preempt.h>

#include "internal.h"

static struct trace_array *snapshot_test_create(struct kunit *test)
{
	struct trace_array *tr = instance_add("snapshot_test", NULL);

	KUNIT_ASSERT_FALSE(test, IS_ERR(tr));
	return tr;
}

static void snapshot_test_remove(struct kunit *test, struct trace_array *tr)
{
	instance_unpin(tr);
	KUNIT_EXPECT_EQ(test, instance_remove("snapshot_test"), 0);
}

static unsigned long snapshot_test_entries(struct trace_array *tr)
{
	struct instance_spare *spare = instance_spare_get(tr);
	unsigned long held = spare ? ring_buffer_entries(spare->ring) : 0;

	instance_spare_put(spare);
	return held;
}

static void snapshot_test_write(struct kunit *test, struct trace_array *tr, int count)
{
	u32 data = count;

	while (count--)
		KUNIT_EXPECT_EQ(test, ring_buffer_write(tr->ring, 4, &data), 0);
}

static void snapshot_test_swap(struct kunit *test)
{
	struct trace_array *tr = snapshot_test_create(test);

	KUNIT_EXPECT_FALSE(test, instance_snapshot_allocated(tr));
	KUNIT_EXPECT_EQ(test, instance_snapshot_arm(tr), 0);
	KUNIT_EXPECT_TRUE(test, instance_snapshot_allocated(tr));
	snapshot_test_write(test, tr, 3);
	KUNIT_EXPECT_EQ(test, instance_snapshot(tr), 0);
	instance_snapshot_wait(tr);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(tr->ring), 0);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 3);
	snapshot_test_write(test, tr, 2);
	KUNIT_EXPECT_EQ(test, instance_resize(tr, 20000, RING_BUFFER_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(tr->ring), 3);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 2);
	KUNIT_EXPECT_EQ(test, instance_order_set(tr, 1), 0);
	snapshot_test_write(test, tr, 1);
	KUNIT_EXPECT_EQ(test, instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 1);
	KUNIT_EXPECT_EQ(test, instance_snapshot_clear(tr, RING_BUFFER_ALL_CPUS), 0);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 0);
	KUNIT_EXPECT_EQ(test, instance_mmap_begin(tr), -EBUSY);
	instance_snapshot_disarm(tr);
	KUNIT_EXPECT_EQ(test, instance_mmap_begin(tr), 0);
	KUNIT_EXPECT_EQ(test, instance_snapshot_arm(tr), -EBUSY);
	KUNIT_EXPECT_EQ(test, instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS),
			-EBUSY);
	instance_mmap_end(tr);
	KUNIT_EXPECT_EQ(test, instance_snapshot_free(tr), 0);
	KUNIT_EXPECT_FALSE(test, instance_snapshot_allocated(tr));
	snapshot_test_remove(test, tr);
}

/* A snapshot that is taken while a record is being written follows the commit. */
static void snapshot_test_inside(struct kunit *test)
{
	struct trace_array *tr = snapshot_test_create(test);
	struct ring_buffer_event *event;

	KUNIT_EXPECT_EQ(test, instance_snapshot_alloc(tr), 0);
	event = ring_buffer_lock_reserve(tr->ring, 4);
	KUNIT_EXPECT_NOT_NULL(test, event);
	if (event) {
		KUNIT_EXPECT_EQ(test, instance_snapshot(tr), 0);
		KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 0);
		*(u32 *)ring_buffer_event_data(event) = 0;
		ring_buffer_unlock_commit(tr->ring);
	}
	instance_snapshot_wait(tr);
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(tr->ring), 0);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 1);
	snapshot_test_remove(test, tr);
}

static bool snapshot_test_update(struct trace_array *tr, void *data)
{
	return data;
}

static void snapshot_test_cond(struct kunit *test)
{
	struct trace_array *tr = snapshot_test_create(test);

	KUNIT_EXPECT_EQ(test, tracing_snapshot_cond_disable(tr), -EINVAL);
	KUNIT_EXPECT_EQ(test, tracing_snapshot_cond_enable(tr, test, snapshot_test_update),
			0);
	KUNIT_EXPECT_EQ(test, tracing_snapshot_cond_enable(tr, tr, snapshot_test_update),
			-EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, tracing_cond_snapshot_data(tr), (void *)test);
	KUNIT_EXPECT_EQ(test, instance_snapshot_take(tr, RING_BUFFER_ALL_CPUS),
			-EBUSY);
	snapshot_test_write(test, tr, 1);
	tracing_snapshot_cond(tr, NULL);
	instance_snapshot_wait(tr);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 0);
	tracing_snapshot_cond(tr, tr);
	instance_snapshot_wait(tr);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), 1);
	KUNIT_EXPECT_EQ(test, tracing_snapshot_cond_disable(tr), 0);
	KUNIT_EXPECT_NULL(test, tracing_cond_snapshot_data(tr));
	snapshot_test_remove(test, tr);
}

static void snapshot_test_none(struct kunit *test)
{
	struct trace_array *tr = snapshot_test_create(test);

	KUNIT_EXPECT_EQ(test, instance_snapshot(tr), -ENODEV);
	KUNIT_EXPECT_FALSE(test, instance_is_on(tr));
	KUNIT_EXPECT_EQ(test, ring_buffer_entries(tr->ring), 2);
	snapshot_test_remove(test, tr);
}

static void snapshot_test_max(struct kunit *test)
{
	struct trace_array *tr = snapshot_test_create(test);
	struct instance_max max = { .latency = 5000, .cpu = 0 }, got;
	unsigned int seen = instance_max_changes(tr);
	bool recorded;

	local_irq_disable();
	recorded = instance_max_update(tr, &max, current, 0);
	local_irq_enable();
	KUNIT_EXPECT_TRUE(test, recorded);
	KUNIT_EXPECT_NE(test, instance_max_changes(tr), seen);
	local_irq_disable();
	recorded = instance_max_update(tr, &max, current, 0);
	local_irq_enable();
	KUNIT_EXPECT_FALSE(test, recorded);
	instance_max_get(tr, &got);
	KUNIT_EXPECT_EQ(test, got.latency, 5000);
	KUNIT_EXPECT_EQ(test, got.pid, current->pid);
	KUNIT_EXPECT_STREQ(test, got.comm, current->comm);
	instance_max_set(tr, 0);
	KUNIT_EXPECT_TRUE(test, instance_max_qualifies(tr, 1));
	snapshot_test_remove(test, tr);
}

/* A mapping, the maximum of a tracer and snapshots of triggers exclude each other. */
static void snapshot_test_map(struct kunit *test)
{
	struct trace_array *tr = snapshot_test_create(test);

	KUNIT_EXPECT_EQ(test, instance_mmap_begin(tr), 0);
	instance_mmap_dup(tr);
	instance_mmap_end(tr);
	scoped_guard(mutex, &instance_lock) {
		KUNIT_EXPECT_EQ(test, instance_snapshot_claim(tr), -EBUSY);
		KUNIT_EXPECT_EQ(test, instance_max_claim_snapshot(tr), -EBUSY);
	}
	KUNIT_EXPECT_EQ(test, instance_snapshot_arm(tr), -EBUSY);
	instance_mmap_end(tr);

	scoped_guard(mutex, &instance_lock)
		KUNIT_EXPECT_EQ(test, instance_max_claim_snapshot(tr), 0);
	KUNIT_EXPECT_EQ(test, instance_mmap_begin(tr), -EBUSY);
	scoped_guard(mutex, &instance_lock)
		instance_snapshot_claim_update(tr, tr->tracer);
	KUNIT_EXPECT_EQ(test, instance_mmap_begin(tr), 0);
	instance_mmap_end(tr);
	snapshot_test_remove(test, tr);
}

/* What kernel code calls to keep the records of the global instance. */
static void snapshot_test_global(struct kunit *test)
{
	struct trace_array *tr = &instance_global;
	unsigned long held;

	KUNIT_ASSERT_EQ(test, tracing_alloc_snapshot(), 0);
	KUNIT_EXPECT_EQ(test, instance_print(tr, 5, "text", 4), 4);
	held = ring_buffer_entries(tr->ring);
	tracing_snapshot();
	instance_snapshot_wait(tr);
	KUNIT_EXPECT_EQ(test, snapshot_test_entries(tr), held);
	tracing_snapshot_alloc();
	instance_snapshot_wait(tr);
	KUNIT_EXPECT_LT(test, snapshot_test_entries(tr), held);
	KUNIT_EXPECT_EQ(test, instance_snapshot_free(tr), 0);
}

static struct kunit_case snapshot_test_cases[] = {
	KUNIT_CASE(snapshot_test_swap),
	KUNIT_CASE(snapshot_test_inside),
	KUNIT_CASE(snapshot_test_cond),
	KUNIT_CASE(snapshot_test_none),
	KUNIT_CASE(snapshot_test_max),
	KUNIT_CASE(snapshot_test_map),
	KUNIT_CASE(snapshot_test_global),
	{}
};

static struct kunit_suite snapshot_test_suite = {
	.name = "trace_instance_snapshot",
	.test_cases = snapshot_test_cases,
};

kunit_test_suite(snapshot_test_suite);
