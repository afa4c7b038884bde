// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the functions by which kernel code creates and writes synthetic events.
 */
#include <kunit/test.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/trace.h>

#include "dynevent.h"

static struct synth_field_desc synth_test_fields[] = {
	{ .type = "pid_t",	.name = "pid" },
	{ .type = "char[16]",	.name = "comm" },
	{ .type = "u64",	.name = "ts" },
	{ .type = "unsigned int", .name = "cpu" },
	{ .type = "char",	.name = "text[64]" },
};

#define SYNTH_TEST_NR	ARRAY_SIZE(synth_test_fields)

/* Number of records in the ring buffer of the global instance. */
static unsigned long synth_test_entries(void)
{
	return ring_buffer_entries(instance_global.ring);
}

static void synth_test_make_and_write(struct kunit *test)
{
	u64 vals[SYNTH_TEST_NR] = { 7, (unsigned long)"one", 3, 4,
				    (unsigned long)"five" };
	struct trace_event_file *file;
	unsigned long before;

	KUNIT_ASSERT_EQ(test, 0, synth_event_create("synth_test",
						    synth_test_fields,
						    SYNTH_TEST_NR, NULL));
	KUNIT_EXPECT_EQ(test, -EEXIST,
			synth_event_create("synth_test", synth_test_fields,
					   SYNTH_TEST_NR, NULL));
	file = trace_get_event_file(NULL, "synthetic", "synth_test");
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, -EBUSY, synth_event_delete("synth_test"));

	/* A disabled event writes no record and returns no error. */
	before = synth_test_entries();
	KUNIT_EXPECT_EQ(test, 0, synth_event_trace_array(file, vals,
							 SYNTH_TEST_NR));
	KUNIT_EXPECT_EQ(test, before, synth_test_entries());

	KUNIT_EXPECT_EQ(test, 0,
			trace_array_set_clr_event(file->tr, "synthetic",
						  "synth_test", true));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			synth_event_trace_array(file, vals, SYNTH_TEST_NR - 1));
	before = synth_test_entries();
	KUNIT_EXPECT_EQ(test, 0, synth_event_trace_array(file, vals,
							 SYNTH_TEST_NR));
	KUNIT_EXPECT_EQ(test, 0,
			synth_event_trace(file, 5, (u64)1,
					  (u64)(unsigned long)"two", (u64)3,
					  (u64)4, (u64)(unsigned long)"five"));
	KUNIT_EXPECT_EQ(test, before + 2, synth_test_entries());

	trace_array_set_clr_event(file->tr, "synthetic", "synth_test", false);
	trace_put_event_file(file);
	KUNIT_EXPECT_EQ(test, 0, synth_event_delete("synth_test"));
	KUNIT_EXPECT_EQ(test, -ENOENT, synth_event_delete("synth_test"));
}

static void synth_test_piecewise(struct kunit *test)
{
	struct synth_event_trace_state state;
	struct trace_event_file *file;
	struct dynevent_cmd cmd;
	unsigned long before;
	char *buf;

	buf = kunit_kzalloc(test, MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, buf);
	synth_event_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	KUNIT_EXPECT_EQ(test, 0,
			synth_event_gen_cmd_start(&cmd, "synth_test", NULL,
						  "u64", "a", "int", "b"));
	KUNIT_EXPECT_EQ(test, 0, synth_event_add_field(&cmd, "char", "c[8]"));
	KUNIT_EXPECT_EQ(test, 0, synth_event_add_field_str(&cmd, "long d"));
	KUNIT_ASSERT_EQ(test, 0, synth_event_gen_cmd_end(&cmd));

	file = trace_get_event_file(NULL, "synthetic", "synth_test");
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	trace_array_set_clr_event(file->tr, "synthetic", "synth_test", true);
	before = synth_test_entries();

	KUNIT_EXPECT_EQ(test, 0, synth_event_trace_start(file, &state));
	KUNIT_EXPECT_EQ(test, 0, synth_event_add_next_val(1, &state));
	KUNIT_EXPECT_EQ(test, -EINVAL, synth_event_add_val("b", 2, &state));
	KUNIT_EXPECT_EQ(test, 0, synth_event_add_next_val(2, &state));
	KUNIT_EXPECT_EQ(test, 0,
			synth_event_add_next_val((unsigned long)"three", &state));
	KUNIT_EXPECT_EQ(test, 0, synth_event_add_next_val(4, &state));
	KUNIT_EXPECT_EQ(test, -EINVAL, synth_event_add_next_val(5, &state));
	KUNIT_EXPECT_EQ(test, 0, synth_event_trace_end(&state));

	KUNIT_EXPECT_EQ(test, 0, synth_event_trace_start(file, &state));
	KUNIT_EXPECT_EQ(test, 0, synth_event_add_val("d", 4, &state));
	KUNIT_EXPECT_EQ(test, -EINVAL, synth_event_add_val("e", 5, &state));
	KUNIT_EXPECT_EQ(test, -EINVAL, synth_event_add_next_val(1, &state));
	KUNIT_EXPECT_EQ(test, 0, synth_event_trace_end(&state));
	KUNIT_EXPECT_EQ(test, before + 2, synth_test_entries());

	trace_array_set_clr_event(file->tr, "synthetic", "synth_test", false);
	trace_put_event_file(file);
	KUNIT_EXPECT_EQ(test, 0, synth_event_delete("synth_test"));
}

/* A command that does not fit into its buffer must not be executed. */
static void synth_test_no_space(struct kunit *test)
{
	struct dynevent_cmd cmd;
	char buf[24];

	synth_event_cmd_init(&cmd, buf, sizeof(buf));
	KUNIT_EXPECT_EQ(test, 0,
			synth_event_gen_cmd_start(&cmd, "synth_test", NULL,
						  "u64", "a"));
	KUNIT_EXPECT_EQ(test, -E2BIG, synth_event_add_field(&cmd, "u64", "b"));
	KUNIT_EXPECT_EQ(test, -EINVAL, synth_event_gen_cmd_end(&cmd));
	KUNIT_EXPECT_EQ(test, -ENOENT, synth_event_delete("synth_test"));
}

static struct kunit_case synth_test_cases[] = {
	KUNIT_CASE(synth_test_make_and_write),
	KUNIT_CASE(synth_test_piecewise),
	KUNIT_CASE(synth_test_no_space),
	{}
};

static struct kunit_suite synth_test_suite = {
	.name = "trace_dynevent_synth",
	.test_cases = synth_test_cases,
};

kunit_test_suite(synth_test_suite);

MODULE_DESCRIPTION("Tests of synthetic events");
MODULE_LICENSE("GPL");
