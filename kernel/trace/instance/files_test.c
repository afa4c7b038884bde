// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of event files: enabling events by name, soft mode, and task filters. The
 * tests use a separate instance, so that they neither disturb nor depend on the
 * global one.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/sched.h>

#include "internal.h"

static struct trace_array *files_test_tr;
static struct trace_event_file *files_test_switch;

static int files_test_init(struct kunit *test)
{
	files_test_tr = instance_add("files_test", NULL);
	if (IS_ERR(files_test_tr))
		return PTR_ERR(files_test_tr);

	guard(mutex)(&event_mutex);
	files_test_switch = instance_file_find(files_test_tr, "sched", "sched_switch");
	return 0;
}

static void files_test_exit(struct kunit *test)
{
	instance_unpin(files_test_tr);
	KUNIT_EXPECT_EQ(test, instance_remove("files_test"), 0);
}

static int files_test_count_on(void)
{
	struct trace_event_file *file;
	int on = 0;

	guard(mutex)(&event_mutex);
	list_for_each_entry(file, &files_test_tr->files, list)
		on += instance_file_is_on(file);
	return on;
}

static int files_test_apply(const char *text)
{
	char word[64];

	strscpy(word, text);
	return instance_events_apply(files_test_tr, word);
}

static char files_test_state(const char *system)
{
	guard(mutex)(&event_mutex);
	return instance_events_state(files_test_tr, system);
}

static void files_test_words(struct kunit *test)
{
	KUNIT_ASSERT_NOT_NULL(test, files_test_switch);

	KUNIT_EXPECT_EQ(test, files_test_apply("sched:sched_switch"), 0);
	KUNIT_EXPECT_EQ(test, files_test_count_on(), 1);
	KUNIT_EXPECT_EQ(test, files_test_state("sched"), 'X');
	KUNIT_EXPECT_EQ(test, files_test_state(NULL), 'X');
	KUNIT_EXPECT_EQ(test, files_test_apply("!sched_switch"), 0);
	KUNIT_EXPECT_EQ(test, files_test_count_on(), 0);
	KUNIT_EXPECT_EQ(test, files_test_apply("*:sched_switch"), 0);
	KUNIT_EXPECT_EQ(test, files_test_apply("!:sched_switch"), 0);
	KUNIT_EXPECT_EQ(test, files_test_count_on(), 0);
	KUNIT_EXPECT_EQ(test, files_test_apply("sched:"), 0);
	KUNIT_EXPECT_EQ(test, files_test_state("sched"), '1');
	KUNIT_EXPECT_EQ(test, files_test_apply("!sched"), 0);
	KUNIT_EXPECT_EQ(test, files_test_state("sched"), '0');
	KUNIT_EXPECT_EQ(test, files_test_state("no_such_system"), '?');
}

static void files_test_bad_words(struct kunit *test)
{
	static const char * const bad[] = {
		"", "!", "*", "sched_w*", "no_such_event", "sched:no_such",
		"no_such:*", "sched_switch:", "sched:*:", "sched:*:*",
		"ftrace:function", ":mod:no_such", "sched:*:mod:no_such",
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, files_test_apply(bad[i]), -EINVAL,
				    "'%s'", bad[i]);
	KUNIT_EXPECT_EQ(test, files_test_count_on(), 0);
}

static void files_test_all(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, files_test_apply("*:*"), 0);
	KUNIT_EXPECT_EQ(test, files_test_state(NULL), '1');
	KUNIT_EXPECT_EQ(test, instance_events_set(files_test_tr, NULL, NULL, NULL,
						  NULL, false), 0);
	KUNIT_EXPECT_EQ(test, files_test_state(NULL), '0');
}

#define FILES_TEST_FLAGS	(EVENT_FILE_FL_ENABLED | EVENT_FILE_FL_SOFT_MODE |	\
		 EVENT_FILE_FL_SOFT_DISABLED)

static void files_test_soft(struct kunit *test)
{
	struct trace_event_file *file = files_test_switch;

	KUNIT_ASSERT_NOT_NULL(test, file);
	guard(mutex)(&event_mutex);

	/* Soft mode is used twice, then the user enables and disables the event. */
	KUNIT_EXPECT_EQ(test, instance_file_soft(file, true), 0);
	KUNIT_EXPECT_EQ(test, file->flags & FILES_TEST_FLAGS, FILES_TEST_FLAGS);
	KUNIT_EXPECT_EQ(test, instance_file_soft(file, true), 0);
	KUNIT_EXPECT_EQ(test, instance_file_soft(file, false), 0);
	KUNIT_EXPECT_EQ(test, file->flags & FILES_TEST_FLAGS, FILES_TEST_FLAGS);
	KUNIT_EXPECT_FALSE(test, instance_file_is_on(file));

	KUNIT_EXPECT_EQ(test, instance_file_set(file, true), 0);
	KUNIT_EXPECT_TRUE(test, instance_file_is_on(file));
	KUNIT_EXPECT_EQ(test, instance_file_set(file, false), 0);
	KUNIT_EXPECT_EQ(test, file->flags & FILES_TEST_FLAGS, FILES_TEST_FLAGS);
	KUNIT_EXPECT_EQ(test, instance_file_soft(file, false), 0);
	KUNIT_EXPECT_EQ(test, file->flags & FILES_TEST_FLAGS, 0);

	/* Soft mode begins and ends while the user has enabled the event. */
	KUNIT_EXPECT_EQ(test, instance_file_set(file, true), 0);
	KUNIT_EXPECT_EQ(test, instance_file_soft(file, true), 0);
	KUNIT_EXPECT_TRUE(test, instance_file_is_on(file));
	KUNIT_EXPECT_EQ(test, instance_file_soft(file, false), 0);
	KUNIT_EXPECT_EQ(test, file->flags & FILES_TEST_FLAGS, EVENT_FILE_FL_ENABLED);
	KUNIT_EXPECT_EQ(test, instance_file_set(file, false), 0);
	KUNIT_EXPECT_EQ(test, file->flags & FILES_TEST_FLAGS, 0);
}

static int files_test_set_pid(enum instance_pids which, int pid)
{
	struct trace_pid_list *set = NULL;

	guard(mutex)(&event_mutex);
	if (pid >= 0) {
		set = trace_pid_list_alloc();
		if (!set || trace_pid_list_add(set, pid))
			return -ENOMEM;
	}
	return instance_pids_set(files_test_tr, which, set);
}

static bool files_test_ignored(void)
{
	guard(preempt)();
	return instance_pids_event_ignored(files_test_switch);
}

static void files_test_pids(struct kunit *test)
{
	KUNIT_ASSERT_NOT_NULL(test, files_test_switch);

	KUNIT_EXPECT_FALSE(test, files_test_ignored());
	KUNIT_EXPECT_EQ(test, files_test_set_pid(INSTANCE_PIDS, 1), 0);
	KUNIT_EXPECT_TRUE(test, files_test_switch->flags & EVENT_FILE_FL_PID_FILTER);
	KUNIT_EXPECT_EQ(test, files_test_ignored(), current->pid != 1);
	KUNIT_EXPECT_EQ(test, files_test_set_pid(INSTANCE_PIDS, current->pid), 0);
	KUNIT_EXPECT_FALSE(test, files_test_ignored());

	/* With both sets the excluding one has precedence. */
	KUNIT_EXPECT_EQ(test, files_test_set_pid(INSTANCE_NO_PIDS, current->pid), 0);
	KUNIT_EXPECT_TRUE(test, files_test_ignored());
	KUNIT_EXPECT_EQ(test, files_test_set_pid(INSTANCE_PIDS, -1), 0);
	KUNIT_EXPECT_TRUE(test, files_test_ignored());
	KUNIT_EXPECT_TRUE(test, files_test_switch->flags & EVENT_FILE_FL_PID_FILTER);
	KUNIT_EXPECT_EQ(test, files_test_set_pid(INSTANCE_NO_PIDS, -1), 0);
	KUNIT_EXPECT_FALSE(test, files_test_ignored());
	KUNIT_EXPECT_FALSE(test, files_test_switch->flags & EVENT_FILE_FL_PID_FILTER);
	KUNIT_EXPECT_EQ(test, files_test_tr->pid_filter.hooks, 0);
}

static struct kunit_case files_test_cases[] = {
	KUNIT_CASE(files_test_words),
	KUNIT_CASE(files_test_bad_words),
	KUNIT_CASE_SLOW(files_test_all),
	KUNIT_CASE(files_test_soft),
	KUNIT_CASE(files_test_pids),
	{}
};

static struct kunit_suite files_test_suite = {
	.name = "trace_instance_files",
	.init = files_test_init,
	.exit = files_test_exit,
	.test_cases = files_test_cases,
};

kunit_test_suite(files_test_suite);
