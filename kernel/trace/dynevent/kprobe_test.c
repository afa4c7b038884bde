// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kprobe events created by kernel code. The tests set a kprobe on ksize()
 * and call it.
 */
#include <kunit/test.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/trace.h>

#include "kprobe.h"

static struct dynevent_cmd *kprobe_test_begin(struct kunit *test, int size)
{
	struct dynevent_cmd *cmd = kunit_kzalloc(test, sizeof(*cmd), GFP_KERNEL);
	char *buf = kunit_kzalloc(test, MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, cmd);
	KUNIT_ASSERT_NOT_NULL(test, buf);
	kprobe_event_cmd_init(cmd, buf, size);
	return cmd;
}

/* Number of records that @times calls of ksize() write. */
static unsigned long kprobe_test_hits(struct kunit *test, int times)
{
	unsigned long before = ring_buffer_entries(instance_global.ring);
	void *memory = kunit_kzalloc(test, 64, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, memory);
	while (times--)
		KUNIT_EXPECT_GE(test, ksize(memory), 64);
	return ring_buffer_entries(instance_global.ring) - before;
}

static void kprobe_test_make_and_hit(struct kunit *test)
{
	struct dynevent_cmd *cmd = kprobe_test_begin(test, MAX_DYNEVENT_CMD_LEN);
	struct trace_event_file *file;

	KUNIT_EXPECT_EQ(test, 0, kprobe_event_gen_cmd_start(cmd, "kprobe_test",
							    "ksize", "at=$arg1"));
	KUNIT_EXPECT_EQ(test, 0, kprobe_event_add_fields(cmd, "sp=$stack",
							 "comm=$comm"));
	KUNIT_EXPECT_EQ(test, 0, kprobe_event_add_field(cmd, "one=\\1:u8"));
	KUNIT_EXPECT_STREQ(test, cmd->buf,
			   "p:kprobe_test ksize at=$arg1 sp=$stack comm=$comm one=\\1:u8");
	KUNIT_ASSERT_EQ(test, 0, kprobe_event_gen_cmd_end(cmd));
	KUNIT_EXPECT_EQ(test, -EEXIST, kprobe_event_gen_cmd_end(cmd));

	file = trace_get_event_file(NULL, "kprobes", "kprobe_test");
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, 0UL, kprobe_test_hits(test, 3));
	KUNIT_EXPECT_EQ(test, 0, trace_array_set_clr_event(file->tr, "kprobes",
							   "kprobe_test", true));
	KUNIT_EXPECT_EQ(test, 3UL, kprobe_test_hits(test, 3));
	KUNIT_EXPECT_EQ(test, 0, trace_array_set_clr_event(file->tr, "kprobes",
							   "kprobe_test", false));
	KUNIT_EXPECT_EQ(test, 0UL, kprobe_test_hits(test, 3));
	KUNIT_EXPECT_EQ(test, -EBUSY, kprobe_event_delete("kprobe_test"));
	trace_put_event_file(file);
	KUNIT_EXPECT_EQ(test, 0, kprobe_event_delete("kprobes/kprobe_test"));
	KUNIT_EXPECT_EQ(test, -ENOENT, kprobe_event_delete("kprobe_test"));
}

static void kprobe_test_return(struct kunit *test)
{
	struct dynevent_cmd *cmd = kprobe_test_begin(test, MAX_DYNEVENT_CMD_LEN);

	KUNIT_EXPECT_EQ(test, 0,
			kretprobe_event_gen_cmd_start(cmd, "kprobe_test", "ksize",
						      "size=$retval"));
	KUNIT_ASSERT_EQ(test, 0, kretprobe_event_gen_cmd_end(cmd));
	KUNIT_EXPECT_EQ(test, 0, trace_set_clr_event("kprobes", "kprobe_test", 1));
	KUNIT_EXPECT_EQ(test, 2UL, kprobe_test_hits(test, 2));
	KUNIT_EXPECT_EQ(test, -EBUSY, kprobe_event_delete("kprobe_test"));
	KUNIT_EXPECT_EQ(test, 0, trace_set_clr_event("kprobes", "kprobe_test", 0));
	KUNIT_EXPECT_EQ(test, 0, kprobe_event_delete("kprobe_test"));
}

static void kprobe_test_bad(struct kunit *test)
{
	struct dynevent_cmd *cmd = kprobe_test_begin(test, 16);

	KUNIT_EXPECT_EQ(test, -E2BIG,
			kprobe_event_gen_cmd_start(cmd, "kprobe_test", "ksize"));
	KUNIT_EXPECT_EQ(test, -EINVAL, kprobe_event_gen_cmd_end(cmd));

	cmd = kprobe_test_begin(test, MAX_DYNEVENT_CMD_LEN);
	KUNIT_EXPECT_EQ(test, 0, kprobe_event_gen_cmd_start(cmd, "kprobe_test",
							    "no_such_function"));
	KUNIT_EXPECT_EQ(test, -EINVAL, kprobe_event_gen_cmd_end(cmd));

	/* An offset beyond the kernel does not wait for a module. */
	cmd = kprobe_test_begin(test, MAX_DYNEVENT_CMD_LEN);
	KUNIT_EXPECT_EQ(test, 0, kprobe_event_gen_cmd_start(cmd, "kprobe_test",
							    "ksize+0x7fffffff"));
	KUNIT_EXPECT_EQ(test, -ENOENT, kprobe_event_gen_cmd_end(cmd));

	/* A command of another kind. */
	synth_event_cmd_init(cmd, cmd->buf, MAX_DYNEVENT_CMD_LEN);
	KUNIT_EXPECT_EQ(test, -EINVAL,
			kprobe_event_gen_cmd_start(cmd, "kprobe_test", "ksize"));
	KUNIT_EXPECT_EQ(test, -EINVAL, kprobe_event_add_field(cmd, "a=$arg1"));
}

static struct kunit_case kprobe_tests[] = {
	KUNIT_CASE(kprobe_test_make_and_hit),
	KUNIT_CASE(kprobe_test_return),
	KUNIT_CASE(kprobe_test_bad),
	{}
};

static struct kunit_suite kprobe_suite = {
	.name = "trace_dynevent_kprobe",
	.test_cases = kprobe_tests,
};

kunit_test_suite(kprobe_suite);
