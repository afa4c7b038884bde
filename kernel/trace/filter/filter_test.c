// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of filters of an event of the kernel, on records that the tests fill in.
 * Tests with random filters run on the host: tools/testing/trace/filter.
 */
#include <kunit/test.h>

#include "internal.h"

/* A record of sched_process_fork, large enough for the fields that are used. */
struct filter_test_record {
	struct trace_entry	ent;
	u8			fields[64];
};

static struct trace_event_call *filter_test_call(struct kunit *test)
{
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	call = event_call_find("sched", "sched_process_fork");
	KUNIT_ASSERT_NOT_NULL(test, call);
	return call;
}

static void *filter_test_field(struct kunit *test, struct filter_test_record *rec,
			       const char *name)
{
	struct event_field field;

	KUNIT_ASSERT_TRUE(test, event_field_find(filter_test_call(test), name, &field));
	KUNIT_ASSERT_LE(test, field.offset + field.size, sizeof(*rec));
	return (void *)rec + field.offset;
}

static void filter_test_fill(struct kunit *test, struct filter_test_record *rec)
{
	memset(rec, 0, sizeof(*rec));
	rec->ent.pid = 77;
	strscpy(filter_test_field(test, rec, "parent_comm"), "mother", TASK_COMM_LEN);
	strscpy(filter_test_field(test, rec, "child_comm"), "child", TASK_COMM_LEN);
	*(s32 *)filter_test_field(test, rec, "parent_pid") = 77;
	*(s32 *)filter_test_field(test, rec, "child_pid") = -5;
}

struct filter_match_case {
	const char *text;
	bool passes;
};

static const struct filter_match_case match_cases[] = {
	{ "parent_pid == 77", true },
	{ "parent_pid != 77", false },
	{ "parent_pid == 4294967373", true },
	{ "child_pid < 0", true },
	{ "child_pid >= -5", true },
	{ "child_pid > -5", false },
	{ "parent_pid & 8", true },
	{ "parent_pid & 0x30", false },
	{ "common_pid == 77 && common_preempt_count < 1", true },
	{ "parent_comm == \"mother\"", true },
	{ "parent_comm == \"mothe\"", false },
	{ "parent_comm ~ \"mo*\"", true },
	{ "parent_comm ~ \"*er\"", true },
	{ "parent_comm ~ \"*the*\"", true },
	{ "parent_comm ~ \"m?t[a-h]e[!a]\"", true },
	{ "parent_comm ~ \"!m*\"", false },
	{ "!(parent_pid == 77 || child_pid == 1)", false },
	{ "parent_pid == 1 || parent_pid == 77 && child_pid == 1", false },
	{ "(parent_pid == 77 || parent_pid == 1) && !child_pid == 1", true },
	{ "parent_pid & CPUS{0}", false },
	{ "stacktrace == 0", false },
	{ "!stacktrace == 0", true },
};

static void filter_test_match(struct kunit *test)
{
	struct trace_event_call *call = filter_test_call(test);
	struct event_filter *filter;
	struct filter_test_record rec;
	unsigned int i;

	filter_test_fill(test, &rec);
	for (i = 0; i < ARRAY_SIZE(match_cases); i++) {
		filter = filter_create(call, match_cases[i].text, NULL);
		KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(filter), "%s",
				       match_cases[i].text);
		preempt_disable();
		KUNIT_EXPECT_EQ_MSG(test, filter_match(filter, &rec),
				    match_cases[i].passes, "%s",
				    match_cases[i].text);
		preempt_enable();
		filter_free(filter);
	}
}

struct filter_refuse_case {
	const char *text;
	const char *reason;
	unsigned int at;
};

static const struct filter_refuse_case refuse_cases[] = {
	{ "nothing == 0", "Field not found", 8 },
	{ "parent_pid = 0", "Invalid operator", 12 },
	{ "parent_pid == x", "Invalid value (did you forget quotes)?", 15 },
	{ "parent_pid == \"x\"", "Expecting numeric field", 15 },
	{ "parent_comm == 1", "Expecting string field", 16 },
	{ "parent_comm > \"x\"", "Illegal operation for field type", 15 },
	{ "parent_comm == \"x", "Missing matching quote", 15 },
	{ "(parent_pid == 0", "Too many '('", 0 },
	{ "parent_pid == 0)", "Too few '('", 15 },
	{ "parent_pid == 0 child_pid == 0", "Too many terms in predicate expression", 16 },
	{ "parent_pid == 0 &&", "Meaningless filter expression", 18 },
	{ "!", "No filter found", 1 },
	{ "()", "Error", 0 },
	{ "parent_pid & CPUS{x}", "Invalid cpulist", 20 },
};

static void filter_test_refuse(struct kunit *test)
{
	struct trace_event_call *call = filter_test_call(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(refuse_cases); i++) {
		const struct filter_refuse_case *c = &refuse_cases[i];
		struct filter_parse parse = { .call = call, .text = c->text };

		KUNIT_EXPECT_EQ(test, filter_compile(&parse), -EINVAL);
		KUNIT_EXPECT_STREQ(test, parse.reason, c->reason);
		KUNIT_EXPECT_EQ_MSG(test, parse.at, c->at, "%s", c->text);
		kfree(parse.steps);
		kfree(parse.masks);
	}
}

static struct kunit_case filter_test_cases[] = {
	KUNIT_CASE(filter_test_match),
	KUNIT_CASE(filter_test_refuse),
	{}
};

static struct kunit_suite filter_test_suite = {
	.name = "trace_filter",
	.test_cases = filter_test_cases,
};

kunit_test_suite(filter_test_suite);
