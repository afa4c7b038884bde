// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the format files of built-in entries, against golden texts, and of fields.
 */
#include <kunit/test.h>
#include <linux/seq_file.h>

#include "internal.h"

#define TEXT_SIZE	4096

#define COMMON_TEXT							\
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"	\
	"\n"

static char *format_text(struct kunit *test, struct trace_event_call *call)
{
	struct seq_file m = { .size = TEXT_SIZE };

	m.buf = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	KUNIT_ASSERT_NOT_NULL(test, call);
	event_format_show(&m, call);
	KUNIT_ASSERT_LT(test, m.count, m.size);
	return m.buf;
}

static void format_expect(struct kunit *test, const char *name,
			  const char *golden)
{
	char *text;

	mutex_lock(&event_mutex);
	text = format_text(test, event_call_find("ftrace", name));
	mutex_unlock(&event_mutex);
	KUNIT_EXPECT_STREQ(test, text, golden);
}

static void format_test_plain(struct kunit *test)
{
	if (sizeof(long) != 8)
		kunit_skip(test, "the golden text is of a 64 bit kernel");

	format_expect(test, "function",
		      "name: function\nID: 1\nformat:\n" COMMON_TEXT
		      "\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
		      "\tfield:unsigned long parent_ip;\toffset:16;\tsize:8;\tsigned:0;\n"
		      "\n"
		      "print fmt: \" %ps <-- %ps\", (void *)REC->ip, (void *)REC->parent_ip\n");
}

static void format_test_tail(struct kunit *test)
{
	if (sizeof(long) != 8)
		kunit_skip(test, "the golden text is of a 64 bit kernel");

	format_expect(test, "raw_data",
		      "name: raw_data\nID: 18\nformat:\n" COMMON_TEXT
		      "\tfield:unsigned int id;\toffset:8;\tsize:4;\tsigned:0;\n"
		      "\tfield:char buf[];\toffset:12;\tsize:0;\tsigned:0;\n"
		      "\n"
		      "print fmt: \"id:%04x %08x\", REC->id, (int)REC->buf[0]\n");
	format_expect(test, "bprint",
		      "name: bprint\nID: 6\nformat:\n" COMMON_TEXT
		      "\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
		      "\tfield:const char * fmt;\toffset:16;\tsize:8;\tsigned:0;\n"
		      "\tfield:u32 buf[];\toffset:24;\tsize:0;\tsigned:0;\n"
		      "\n"
		      "print fmt: \"%ps: %s\", (void *)REC->ip, REC->fmt\n");
}

static void format_test_array(struct kunit *test)
{
	if (sizeof(long) != 8)
		kunit_skip(test, "the golden text is of a 64 bit kernel");

	format_expect(test, "branch",
		      "name: branch\nID: 9\nformat:\n" COMMON_TEXT
		      "\tfield:unsigned int line;\toffset:8;\tsize:4;\tsigned:0;\n"
		      "\tfield:char func[31];\toffset:12;\tsize:31;\tsigned:0;\n"
		      "\tfield:char file[21];\toffset:43;\tsize:21;\tsigned:0;\n"
		      "\tfield:char correct;\toffset:64;\tsize:1;\tsigned:0;\n"
		      "\tfield:char constant;\toffset:65;\tsize:1;\tsigned:0;\n"
		      "\n"
		      "print fmt: \"%u:%s:%s (%u)%s\", REC->line, REC->func, REC->file, REC->correct, REC->constant ? \" CONSTANT\" : \"\"\n");
}

/* Offsets are computed from sizes and alignments: they must match offsetof(). */
static void format_test_offsets(struct kunit *test)
{
#define CHECK(_entry, _field) do {					\
	struct trace_event_call *call;					\
	struct event_field field = {};					\
									\
	mutex_lock(&event_mutex);					\
	call = event_call_find("ftrace", #_entry);			\
	mutex_unlock(&event_mutex);					\
	KUNIT_ASSERT_NOT_NULL(test, call);				\
	KUNIT_ASSERT_TRUE(test, event_field_find(call, #_field, &field)); \
	KUNIT_EXPECT_EQ(test, field.offset,				\
			offsetof(struct event_##_entry, _field));	\
} while (0)
	CHECK(kernel_stack, caller);
	CHECK(user_stack, caller);
	CHECK(funcgraph_exit, calltime);
	CHECK(context_switch, next_state);
	CHECK(hwlat, tv_nsec);
	CHECK(hwlat, count);
	CHECK(mmiotrace_map, map_id);
	CHECK(func_repeats, bottom_delta_ts);
	CHECK(timerlat, timer_latency);
	CHECK(osnoise, thread_count);
	CHECK(user_mapping, ino);
	CHECK(user_mapping, build_id);
	CHECK(user_mapping, path);
#undef CHECK
}

static void format_test_fields(struct kunit *test)
{
	struct trace_event_call *call;
	struct event_field field = {};

	mutex_lock(&event_mutex);
	call = event_call_find("ftrace", "branch");
	KUNIT_EXPECT_NULL(test, event_call_find("ftrace", "no_such_event"));
	KUNIT_EXPECT_NULL(test, event_call_find("sched", "branch"));
	mutex_unlock(&event_mutex);
	KUNIT_ASSERT_NOT_NULL(test, call);

	KUNIT_EXPECT_TRUE(test, event_field_find(call, "func", &field));
	KUNIT_EXPECT_EQ(test, field.filter, FILTER_STATIC_STRING);
	KUNIT_EXPECT_EQ(test, field.len, EVENT_BRANCH_FUNC + 1);
	KUNIT_EXPECT_TRUE(test, event_field_find(call, "common_pid", &field));
	KUNIT_EXPECT_EQ(test, field.offset, offsetof(struct trace_entry, pid));
	KUNIT_EXPECT_TRUE(test, event_field_find(call, "COMM", &field));
	KUNIT_EXPECT_EQ(test, field.filter, FILTER_COMM);
	KUNIT_EXPECT_FALSE(test, event_field_find(call, "fun", &field));
	KUNIT_EXPECT_EQ(test, trace_event_get_offsets(call),
			offsetofend(struct event_branch, constant));
}

static struct kunit_case format_test_cases[] = {
	KUNIT_CASE(format_test_plain),
	KUNIT_CASE(format_test_tail),
	KUNIT_CASE(format_test_array),
	KUNIT_CASE(format_test_offsets),
	KUNIT_CASE(format_test_fields),
	{}
};

static struct kunit_suite format_test_suite = {
	.name = "trace_event_format",
	.test_cases = format_test_cases,
};

kunit_test_suite(format_test_suite);
