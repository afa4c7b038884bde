// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of failures.c: an invalid site is reported, and dropped with its
 * text.
 */

#include <kunit/test.h>

#include "internal.h"

/* ud2; ud2; nop: not an instruction that a compiler emits at a site. */
static u8 failures_test_text[2][MCOUNT_INSN_SIZE] = {
	{ 0x0f, 0x0b, 0x0f, 0x0b, 0x90 },
	{ 0x0f, 0x0b, 0x0f, 0x0b, 0x90 },
};

struct failures_test {
	unsigned int count;
	const char *reason;
	u8 first;
};

static bool failures_test_mine(const struct ftrace_failure *failure)
{
	return failure->ip - (unsigned long)failures_test_text <
	       sizeof(failures_test_text);
}

static void failures_test_look(const struct ftrace_failure *failure, void *data)
{
	struct failures_test *t = data;

	if (!failures_test_mine(failure))
		return;
	t->count++;
	t->reason = failure->reason;
	if (failure->readable)
		t->first = failure->text[0];
}

static void failures_test_told(struct kunit *test)
{
	unsigned long start = (unsigned long)failures_test_text;
	unsigned long ips[] = { start, 0, start + MCOUNT_INSN_SIZE };
	struct failures_test t = {};
	struct ftrace_group *group;

	mutex_lock(&ftrace_lock);
	group = ftrace_mcount_loc_add(NULL, ips, ARRAY_SIZE(ips));
	mutex_unlock(&ftrace_lock);
	KUNIT_EXPECT_NULL(test, group);

	ftrace_failures_each(failures_test_look, &t);
	KUNIT_EXPECT_EQ(test, t.count, 2);
	KUNIT_EXPECT_STREQ(test, t.reason, "neither a call nor a nop");
	KUNIT_EXPECT_EQ(test, t.first, 0x0f);
	KUNIT_EXPECT_EQ(test, failures_test_text[0][0], 0x0f);

	mutex_lock(&ftrace_lock);
	ftrace_failures_forget(NULL, start, start + MCOUNT_INSN_SIZE);
	mutex_unlock(&ftrace_lock);
	t.count = 0;
	ftrace_failures_each(failures_test_look, &t);
	KUNIT_EXPECT_EQ(test, t.count, 1);

	mutex_lock(&ftrace_lock);
	ftrace_failures_forget(NULL, start, start + sizeof(failures_test_text));
	mutex_unlock(&ftrace_lock);
	t.count = 0;
	ftrace_failures_each(failures_test_look, &t);
	KUNIT_EXPECT_EQ(test, t.count, 0);
}

/* The number of stored failures is limited; the others are counted. */
static void failures_test_many(struct kunit *test)
{
	unsigned long start = (unsigned long)failures_test_text, more;
	struct failures_test t = {};

	more = ftrace_failures_each(failures_test_look, &t);
	mutex_lock(&ftrace_lock);
	for (int i = 0; i < 1000; i++)
		ftrace_failure_add(start, FTRACE_FAILURE_NO_MEMORY);
	mutex_unlock(&ftrace_lock);
	more = ftrace_failures_each(failures_test_look, &t) - more;
	KUNIT_EXPECT_EQ(test, t.count + more, 1000);
	KUNIT_EXPECT_GT(test, more, 0);

	mutex_lock(&ftrace_lock);
	ftrace_failures_forget(NULL, start, start + 1);
	ftrace_failures_dropped -= more;
	mutex_unlock(&ftrace_lock);
}

static struct kunit_case failures_test_cases[] = {
	KUNIT_CASE(failures_test_told),
	KUNIT_CASE(failures_test_many),
	{ }
};

static struct kunit_suite failures_test_suite = {
	.name = "ftrace_failures",
	.test_cases = failures_test_cases,
};

kunit_test_suite(failures_test_suite);
