// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of exports: an export is passed the kinds of records that it requested.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/trace.h>
#include <linux/trace_events.h>

#include "../instance/instance.h"

/**
 * struct export_counter - an export that counts records
 * @export: the export
 * @all: number of records
 * @mine: number of records that the task of the test wrote
 * @type: type of the last one of these
 * @size: size of the last one in bytes
 * @bytes: the first bytes of the last one
 */
struct export_counter {
	struct trace_export	export;
	atomic_t		all;
	unsigned int		mine;
	unsigned int		type;
	unsigned int		size;
	u8			bytes[64];
};

static struct task_struct *export_test_task;

static void export_test_write(struct trace_export *export, const void *entry,
			      unsigned int size)
{
	struct export_counter *counter = container_of(export, struct export_counter, export);
	const struct trace_entry *ent = entry;

	atomic_inc(&counter->all);
	if (current != export_test_task || !in_task())
		return;
	counter->mine++;
	counter->type = ent->type;
	counter->size = size;
	memcpy(counter->bytes, entry, min_t(unsigned int, size, sizeof(counter->bytes)));
}

static struct export_counter *export_test_alloc(struct kunit *test, int flags)
{
	struct export_counter *counter = kunit_kzalloc(test, sizeof(*counter), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, counter);
	counter->export.write = export_test_write;
	counter->export.flags = flags;
	return counter;
}

/* Write a record of the test event in the global instance. */
static void export_test_fire(struct kunit *test, struct trace_event_file *file)
{
	KUNIT_EXPECT_EQ(test, 0, synth_event_trace(file, 1, (u64)77));
}

static struct trace_event_file *export_test_event(struct kunit *test)
{
	static struct synth_field_desc fields[] = {
		{ .type = "u64", .name = "value" },
	};
	struct trace_event_file *file;

	KUNIT_ASSERT_EQ(test, 0, synth_event_create("export_test", fields, 1,
						    NULL));
	file = trace_get_event_file(NULL, "synthetic", "export_test");
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_ASSERT_EQ(test, 0,
			trace_array_set_clr_event(file->tr, "synthetic",
						  "export_test", true));
	return file;
}

static void export_test_event_remove(struct kunit *test,
				     struct trace_event_file *file)
{
	trace_array_set_clr_event(file->tr, "synthetic", "export_test", false);
	trace_put_event_file(file);
	KUNIT_EXPECT_EQ(test, 0, synth_event_delete("export_test"));
}

static void export_test_events(struct kunit *test)
{
	struct export_counter *events = export_test_alloc(test, TRACE_EXPORT_EVENT);
	struct export_counter *others = export_test_alloc(test, TRACE_EXPORT_FUNCTION |
							     TRACE_EXPORT_MARKER);
	struct trace_event_file *file = export_test_event(test);
	u64 *value = (u64 *)(events->bytes + sizeof(struct trace_entry));

	export_test_task = current;
	export_test_fire(test, file);
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&events->export));
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&others->export));
	export_test_fire(test, file);
	KUNIT_EXPECT_EQ(test, 1, events->mine);
	KUNIT_EXPECT_EQ(test, 0, others->mine);
	KUNIT_EXPECT_EQ(test, file->event_call->event.type, events->type);
	KUNIT_EXPECT_EQ(test, sizeof(struct trace_entry) + sizeof(u64),
			events->size);
	KUNIT_EXPECT_EQ(test, 77, *value);

	/* The second export stays registered. */
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&events->export));
	export_test_fire(test, file);
	KUNIT_EXPECT_EQ(test, 1, events->mine);
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&others->export));
	export_test_event_remove(test, file);
}

/* Records that are not written, because recording is off, are not exported. */
static void export_test_refused(struct kunit *test)
{
	struct export_counter *events = export_test_alloc(test, TRACE_EXPORT_EVENT);
	struct trace_event_file *file = export_test_event(test);

	export_test_task = current;
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&events->export));
	instance_off(&instance_global);
	export_test_fire(test, file);
	KUNIT_EXPECT_EQ(test, 0, events->mine);
	instance_on(&instance_global);
	export_test_fire(test, file);
	KUNIT_EXPECT_EQ(test, 1, events->mine);
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&events->export));
	export_test_event_remove(test, file);
}

static void export_test_functions(struct kunit *test)
{
	struct export_counter *counter = export_test_alloc(test, TRACE_EXPORT_FUNCTION);
	struct event_function *rec = (struct event_function *)counter->bytes;

	export_test_task = current;
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&counter->export));
	if (instance_tracer_set(&instance_global, "function")) {
		unregister_ftrace_export(&counter->export);
		kunit_skip(test, "no function tracer");
	}
	schedule();
	instance_tracer_set(&instance_global, "nop");
	KUNIT_EXPECT_GT(test, counter->mine, 0);
	KUNIT_EXPECT_EQ(test, TRACE_FN, counter->type);
	KUNIT_EXPECT_EQ(test, sizeof(*rec), counter->size);
	KUNIT_EXPECT_TRUE(test, ftrace_location(rec->ip));
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&counter->export));
}

static void export_test_twice(struct kunit *test)
{
	struct export_counter *counter = export_test_alloc(test, TRACE_EXPORT_EVENT);

	KUNIT_EXPECT_NE(test, 0, unregister_ftrace_export(&counter->export));
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&counter->export));
	KUNIT_EXPECT_NE(test, 0, register_ftrace_export(&counter->export));
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&counter->export));
	KUNIT_EXPECT_NE(test, 0, unregister_ftrace_export(&counter->export));
}

static struct kunit_case export_test_cases[] = {
	KUNIT_CASE(export_test_events),
	KUNIT_CASE(export_test_refused),
	KUNIT_CASE(export_test_functions),
	KUNIT_CASE(export_test_twice),
	{}
};

static struct kunit_suite export_test_suite = {
	.name = "trace_export",
	.test_cases = export_test_cases,
};

kunit_test_suite(export_test_suite);

MODULE_DESCRIPTION("Tests of exports of records");
MODULE_LICENSE("GPL");
