// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of exports: who wants which records gets those, and no others.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/trace.h>
#include <linux/trace_events.h>

#include "../instance/instance.h"

/**
 * struct export_seen - an export that counts
 * @export: it
 * @all: records it got
 * @mine: of those that this task wrote
 * @type: of the last one
 * @size: of the last one
 * @bytes: its first bytes
 */
struct export_seen {
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
	struct export_seen *seen = container_of(export, struct export_seen, export);
	const struct trace_entry *ent = entry;

	atomic_inc(&seen->all);
	if (current != export_test_task || !in_task())
		return;
	seen->mine++;
	seen->type = ent->type;
	seen->size = size;
	memcpy(seen->bytes, entry, min_t(unsigned int, size, sizeof(seen->bytes)));
}

static struct export_seen *export_test_alloc(struct kunit *test, int flags)
{
	struct export_seen *seen = kunit_kzalloc(test, sizeof(*seen), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, seen);
	seen->export.write = export_test_write;
	seen->export.flags = flags;
	return seen;
}

/* An event of the global instance that this task makes happen. */
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

static void export_test_event_gone(struct kunit *test,
				   struct trace_event_file *file)
{
	trace_array_set_clr_event(file->tr, "synthetic", "export_test", false);
	trace_put_event_file(file);
	KUNIT_EXPECT_EQ(test, 0, synth_event_delete("export_test"));
}

static void export_test_events(struct kunit *test)
{
	struct export_seen *events = export_test_alloc(test, TRACE_EXPORT_EVENT);
	struct export_seen *others = export_test_alloc(test, TRACE_EXPORT_FUNCTION |
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

	/* The first one goes, the other one stays where it is. */
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&events->export));
	export_test_fire(test, file);
	KUNIT_EXPECT_EQ(test, 1, events->mine);
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&others->export));
	export_test_event_gone(test, file);
}

/* What is not recorded is not exported. */
static void export_test_refused(struct kunit *test)
{
	struct export_seen *events = export_test_alloc(test, TRACE_EXPORT_EVENT);
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
	export_test_event_gone(test, file);
}

static void export_test_functions(struct kunit *test)
{
	struct export_seen *seen = export_test_alloc(test, TRACE_EXPORT_FUNCTION);
	struct event_function *rec = (struct event_function *)seen->bytes;

	export_test_task = current;
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&seen->export));
	if (instance_tracer_set(&instance_global, "function")) {
		unregister_ftrace_export(&seen->export);
		kunit_skip(test, "no function tracer");
	}
	schedule();
	instance_tracer_set(&instance_global, "nop");
	KUNIT_EXPECT_GT(test, seen->mine, 0);
	KUNIT_EXPECT_EQ(test, TRACE_FN, seen->type);
	KUNIT_EXPECT_EQ(test, sizeof(*rec), seen->size);
	KUNIT_EXPECT_TRUE(test, ftrace_location(rec->ip));
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&seen->export));
}

static void export_test_twice(struct kunit *test)
{
	struct export_seen *seen = export_test_alloc(test, TRACE_EXPORT_EVENT);

	KUNIT_EXPECT_NE(test, 0, unregister_ftrace_export(&seen->export));
	KUNIT_EXPECT_EQ(test, 0, register_ftrace_export(&seen->export));
	KUNIT_EXPECT_NE(test, 0, register_ftrace_export(&seen->export));
	KUNIT_EXPECT_EQ(test, 0, unregister_ftrace_export(&seen->export));
	KUNIT_EXPECT_NE(test, 0, unregister_ftrace_export(&seen->export));
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
