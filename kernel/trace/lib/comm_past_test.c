// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the names of tasks that exist no longer, with tasks that never existed: their
 * pids are larger than any real one.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/string.h>
#include <linux/threads.h>
#include <linux/trace_clock.h>

#include "lib.h"

#define COMM_PAST_TEST_PID	(PID_MAX_LIMIT + 7)

static u64 comm_past_test_oldest;
static unsigned long comm_past_test_limit;
static bool comm_past_test_unknown;

static void comm_past_test_keep(struct trace_comm_oldest *oldest)
{
	oldest->time[TRACE_COMM_LOCAL] = comm_past_test_oldest;
	oldest->limit = comm_past_test_limit;
	oldest->unknown = comm_past_test_unknown;
}

static const struct trace_comm_keeper comm_past_test_keeper = {
	.oldest	= comm_past_test_keep,
};

static struct task_struct *comm_past_test_task(struct kunit *test, const char *name, bool marked)
{
	struct task_struct *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, task);
	task->pid = COMM_PAST_TEST_PID;
	task->tgid = COMM_PAST_TEST_PID - 1;
	task->trace_recursion = marked ? TRACE_COMM_MARKED : 0;
	strscpy(task->comm, name);
	return task;
}

static void comm_past_test_end(struct kunit *test, const char *name, bool marked)
{
	struct task_struct *task = comm_past_test_task(test, name, marked);

	trace_comm_exit(task);
	trace_comm_free(task);
}

static u64 comm_past_test_expect(struct kunit *test, enum trace_comm_clock clock, u64 time,
				 const char *want)
{
	struct trace_comm found;
	u64 until = trace_comm_find_at(COMM_PAST_TEST_PID, clock, time, &found);

	KUNIT_EXPECT_STREQ(test, found.comm, want);
	KUNIT_EXPECT_EQ(test, found.tgid, *want == '<' ? 0 : COMM_PAST_TEST_PID - 1);
	return until;
}

/* Drop names, which a worker does, and wait until this one has another name. */
static void comm_past_test_drop(struct kunit *test, u64 oldest, unsigned long limit, bool unknown,
				u64 time, const char *want)
{
	struct trace_comm found;
	int i;

	comm_past_test_oldest = oldest;
	comm_past_test_limit = limit;
	comm_past_test_unknown = unknown;
	trace_comm_past_update();
	for (i = 0; i < 1000; i++) {
		trace_comm_find_at(COMM_PAST_TEST_PID, TRACE_COMM_LOCAL, time, &found);
		if (!strcmp(found.comm, want))
			break;
		msleep(20);
	}
	comm_past_test_expect(test, TRACE_COMM_LOCAL, time, want);
}

static u64 comm_past_test_now(void)
{
	u64 now = trace_clock_local();

	/* The next entry ends later, whatever the resolution of the clock is. */
	while (trace_clock_local() == now)
		cpu_relax();
	return now;
}

static void comm_past_test_times(struct kunit *test)
{
	u64 before, between, after;

	comm_past_test_expect(test, TRACE_COMM_LOCAL, 0, "<...>");
	trace_comm_get(TRACE_COMM_NAME);
	comm_past_test_end(test, "no record", false);
	trace_comm_put(TRACE_COMM_NAME);
	comm_past_test_expect(test, TRACE_COMM_LOCAL, 0, "<...>");

	before = comm_past_test_now();
	comm_past_test_end(test, "first", true);
	between = comm_past_test_now();
	comm_past_test_end(test, "second", true);
	after = comm_past_test_now();

	KUNIT_EXPECT_LT(test, comm_past_test_expect(test, TRACE_COMM_LOCAL, before, "first"),
			between + 1);
	KUNIT_EXPECT_LT(test, comm_past_test_expect(test, TRACE_COMM_LOCAL, between, "second"),
			after + 1);
	KUNIT_EXPECT_EQ(test, comm_past_test_expect(test, TRACE_COMM_LOCAL, after, "second"),
			U64_MAX);
	comm_past_test_expect(test, TRACE_COMM_GLOBAL, 0, "first");
	comm_past_test_expect(test, TRACE_COMM_MONO, 0, "first");
	KUNIT_EXPECT_EQ(test, comm_past_test_expect(test, TRACE_COMM_NO_CLOCK, 0, "second"),
			U64_MAX);
}

static void comm_past_test_exiting(struct kunit *test)
{
	struct task_struct *task = comm_past_test_task(test, "exiting", true);

	trace_comm_exit(task);
	KUNIT_EXPECT_EQ(test, comm_past_test_expect(test, TRACE_COMM_LOCAL, comm_past_test_now(),
						    "exiting"), U64_MAX);
	trace_comm_free(task);
	KUNIT_EXPECT_NE(test, comm_past_test_expect(test, TRACE_COMM_LOCAL, 0, "exiting"),
			U64_MAX);
}

static void comm_past_test_rename(struct kunit *test)
{
	struct task_struct *task = comm_past_test_task(test, "former", true);
	u64 before = comm_past_test_now();

	trace_comm_get(TRACE_COMM_NAME);
	trace_comm_rename(task, "former");
	comm_past_test_expect(test, TRACE_COMM_LOCAL, before, "<...>");
	trace_comm_rename(task, "latter");
	trace_comm_put(TRACE_COMM_NAME);
	strscpy(task->comm, "latter");
	comm_past_test_expect(test, TRACE_COMM_LOCAL, before, "former");
	before = comm_past_test_now();
	trace_comm_exit(task);
	comm_past_test_expect(test, TRACE_COMM_LOCAL, 0, "former");
	comm_past_test_expect(test, TRACE_COMM_LOCAL, before, "latter");
	trace_comm_free(task);
}

static void comm_past_test_dropped(struct kunit *test)
{
	u64 first, second;

	comm_past_test_end(test, "first", true);
	first = comm_past_test_now();
	comm_past_test_end(test, "second", true);
	second = comm_past_test_now();

	/* The oldest record is as old as the first one. */
	comm_past_test_drop(test, 1, ULONG_MAX, false, 0, "first");
	comm_past_test_drop(test, first, ULONG_MAX, false, 0, "second");
	/* Records with times of other clocks may be older. */
	comm_past_test_drop(test, second, ULONG_MAX, true, 0, "second");
	comm_past_test_drop(test, second, ULONG_MAX, false, 0, "<...>");

	comm_past_test_end(test, "too many", true);
	comm_past_test_drop(test, 1, ULONG_MAX, true, 0, "too many");
	comm_past_test_drop(test, 1, 0, true, 0, "<...>");
}

static int comm_past_test_init(struct kunit *test)
{
	comm_past_test_oldest = U64_MAX;
	comm_past_test_limit = ULONG_MAX;
	comm_past_test_unknown = true;
	test->priv = (void *)trace_comm_set_keeper(&comm_past_test_keeper);
	return 0;
}

/* Drop what a test has left, and wait for that before the next test. */
static void comm_past_test_exit(struct kunit *test)
{
	comm_past_test_drop(test, U64_MAX, ULONG_MAX, false, 0, "<...>");
	trace_comm_set_keeper(test->priv);
}

static struct kunit_case comm_past_test_cases[] = {
	KUNIT_CASE(comm_past_test_times),
	KUNIT_CASE(comm_past_test_exiting),
	KUNIT_CASE(comm_past_test_rename),
	KUNIT_CASE(comm_past_test_dropped),
	{}
};

static struct kunit_suite comm_past_test_suite = {
	.name = "trace_comm_past",
	.init = comm_past_test_init,
	.exit = comm_past_test_exit,
	.test_cases = comm_past_test_cases,
};

kunit_test_suite(comm_past_test_suite);
