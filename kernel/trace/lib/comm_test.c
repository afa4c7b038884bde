// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the cache of task names and thread groups, with tasks that do not exist.
 * Nothing else records names while they run.
 */
#include <kunit/test.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/seq_file.h>
#include <linux/threads.h>

#include "lib.h"

#define COMM_TEST_TEXT	512

/* Make a task; it has the name @name if that is not NULL. */
static struct task_struct *comm_test_task(struct kunit *test, int pid, const char *name)
{
	struct task_struct *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, task);
	task->pid = pid;
	task->tgid = pid - 1;
	if (name)
		strscpy(task->comm, name);
	return task;
}

static void comm_test_record(struct kunit *test, int pid, const char *name)
{
	trace_comm_record(comm_test_task(test, pid, name));
}

static void comm_test_expect(struct kunit *test, int pid, const char *want)
{
	char comm[TASK_COMM_LEN];

	trace_comm_find(pid, comm);
	KUNIT_EXPECT_STREQ_MSG(test, comm, want, "pid %d", pid);
}

static void comm_test_file(struct kunit *test, struct seq_file *m)
{
	*m = (struct seq_file) {
		.buf = kunit_kzalloc(test, COMM_TEST_TEXT, GFP_KERNEL),
		.size = COMM_TEST_TEXT,
	};
	KUNIT_ASSERT_NOT_NULL(test, m->buf);
}

static void comm_test_expect_text(struct kunit *test, struct seq_file *m, const char *want)
{
	m->buf[m->count] = '\0';
	KUNIT_EXPECT_STREQ(test, m->buf, want);
}

/* Compare the file of all names. */
static void comm_test_expect_all(struct kunit *test, const char *want)
{
	struct seq_file m;
	loff_t pos = 0;
	void *v;

	comm_test_file(test, &m);
	for (v = trace_comm_seq_start(&pos); v; v = trace_comm_seq_next(v, &pos))
		KUNIT_EXPECT_EQ(test, trace_comm_seq_show(&m, v), 0);
	trace_comm_seq_stop();
	comm_test_expect_text(test, &m, want);
}

/*
 * Records that earlier tests wrote have marked CPUs: a task switch there would record the
 * names of other tasks.
 */
static int comm_test_init(struct kunit *test)
{
	int cpu;

	for_each_possible_cpu(cpu)
		per_cpu(trace_cpu, cpu).comm_due = false;
	return 0;
}

static void comm_test_slots(struct kunit *test)
{
	unsigned int size = trace_comm_size();
	struct task_struct *task;

	/* Without a user, nothing is recorded. */
	KUNIT_ASSERT_EQ(test, trace_comm_resize(3), 0);
	KUNIT_EXPECT_EQ(test, trace_comm_size(), 3);
	comm_test_record(test, 11, "no user");
	comm_test_expect_all(test, "");

	trace_comm_get(TRACE_COMM_NAME);
	comm_test_record(test, 11, "one");
	comm_test_record(test, 12, "two");
	comm_test_expect_all(test, "11 one\n12 two\n");
	comm_test_record(test, 13, "three");
	comm_test_record(test, 0, "idle");
	comm_test_expect_all(test, "11 one\n12 two\n13 three\n");
	comm_test_expect(test, 11, "one");
	comm_test_expect(test, 12, "two");
	comm_test_expect(test, 13, "three");
	comm_test_expect(test, 0, "<idle>");

	/* A new name of a known task, then a task that takes the oldest slot. */
	comm_test_record(test, 12, "zwei");
	comm_test_record(test, 14, "four");
	comm_test_expect_all(test, "14 four\n12 zwei\n13 three\n");
	comm_test_expect(test, 11, "<...>");
	comm_test_record(test, 15, "five");
	comm_test_expect_all(test, "14 four\n15 five\n13 three\n");

	/* A pid with the same low bits takes the slot of the other. */
	comm_test_record(test, 13 + PID_MAX_DEFAULT, "far");
	comm_test_expect(test, 13, "<...>");
	comm_test_expect(test, 13 + PID_MAX_DEFAULT, "far");
	comm_test_expect(test, 14, "four");

	/* A name that is being changed may have no NUL. */
	task = comm_test_task(test, 16, NULL);
	memset(task->comm, 'x', sizeof(task->comm));
	trace_comm_record(task);
	comm_test_expect(test, 16, "xxxxxxxxxxxxxxx");

	trace_comm_put(TRACE_COMM_NAME);
	KUNIT_EXPECT_EQ(test, trace_comm_resize(size), 0);
	comm_test_expect_all(test, "");
}

/*
 * Mark this CPU, and report a task switch; return whether the CPU is still marked. An
 * interrupt that wakes a task on the marked CPU would record the name of that task.
 */
static bool comm_test_pair(struct task_struct *one, struct task_struct *two, bool marked)
{
	unsigned long flags;
	bool due;

	local_irq_save(flags);
	__this_cpu_write(trace_cpu.comm_due, marked);
	trace_comm_record_pair(one, two);
	due = __this_cpu_read(trace_cpu.comm_due);
	__this_cpu_write(trace_cpu.comm_due, false);
	local_irq_restore(flags);
	return due;
}

static void comm_test_pairs(struct kunit *test)
{
	struct task_struct *one = comm_test_task(test, 31, "one");
	struct task_struct *two = comm_test_task(test, 32, "two");
	unsigned int size = trace_comm_size();
	bool due;
	loff_t pos = 0;

	KUNIT_ASSERT_EQ(test, trace_comm_resize(4), 0);
	trace_comm_get(TRACE_COMM_NAME | TRACE_COMM_TGID);
	KUNIT_EXPECT_FALSE(test, comm_test_pair(one, two, false));
	comm_test_expect_all(test, "");

	/* While the table is locked, names are not recorded: the CPU remains marked. */
	trace_comm_seq_start(&pos);
	due = comm_test_pair(one, two, true);
	trace_comm_seq_stop();
	if (IS_ENABLED(CONFIG_SMP))
		KUNIT_EXPECT_TRUE(test, due);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(31), 30);

	KUNIT_EXPECT_FALSE(test, comm_test_pair(one, two, true));
	comm_test_expect_all(test, "31 one\n32 two\n");
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(32), 31);
	trace_comm_put(TRACE_COMM_NAME | TRACE_COMM_TGID);

	/* Without users, no later switch is of interest. */
	one->comm[0] = 'x';
	KUNIT_EXPECT_FALSE(test, comm_test_pair(one, two, true));
	comm_test_expect(test, 31, "one");
	KUNIT_EXPECT_EQ(test, trace_comm_resize(size), 0);
}

static void comm_test_groups(struct kunit *test)
{
	struct seq_file m;
	loff_t pos = 0;
	void *v;

	comm_test_file(test, &m);
	trace_comm_get(TRACE_COMM_TGID);
	trace_comm_record(comm_test_task(test, 0, "idle"));
	comm_test_record(test, 21, "a thread");
	comm_test_record(test, pid_max, "the last one");
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(21), 20);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(22), 0);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(0), 0);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(pid_max), pid_max - 1);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(INT_MAX), 0);

	/* The idle task has no thread group. */
	v = trace_tgid_seq_start(&pos);
	KUNIT_ASSERT_NOT_NULL(test, v);
	KUNIT_EXPECT_GT(test, pos, 0);
	pos = 20;
	v = trace_tgid_seq_next(v, &pos);
	KUNIT_ASSERT_NOT_NULL(test, v);
	KUNIT_EXPECT_EQ(test, pos, 21);
	KUNIT_EXPECT_EQ(test, trace_tgid_seq_show(&m, v), 0);
	comm_test_expect_text(test, &m, "21 20\n");
	pos = pid_max;
	KUNIT_EXPECT_NULL(test, trace_tgid_seq_next(v, &pos));
	trace_comm_put(TRACE_COMM_TGID);
	KUNIT_EXPECT_EQ(test, trace_comm_tgid(21), 20);
}

static struct kunit_case comm_test_cases[] = {
	KUNIT_CASE(comm_test_slots),
	KUNIT_CASE(comm_test_pairs),
	KUNIT_CASE(comm_test_groups),
	{}
};

static struct kunit_suite comm_test_suite = {
	.name = "trace_comm",
	.init = comm_test_init,
	.test_cases = comm_test_cases,
};

kunit_test_suite(comm_test_suite);

MODULE_DESCRIPTION("KUnit tests of the cache of task names");
MODULE_LICENSE("GPL");
