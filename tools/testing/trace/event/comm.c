// SPDX-License-Identifier: GPL-2.0
/*
 * names and thread groups of tasks: users, source, limits, the files
 */
#include "world.h"
#include "../command/expect.h"

static char text[4096];

static bool comm_is(int pid, const char *want)
{
	char name[TASK_COMM_LEN + 1];

	memset(name, 'x', sizeof(name));
	trace_comm_find(pid, name);
	expect(name[TASK_COMM_LEN] == 'x');
	expect(!host_spinning && pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED);
	return !strcmp(name, want);
}

static struct task_struct comm_task(int pid, const char *name)
{
	struct task_struct task = { .pid = pid, .tgid = pid + 5000 };

	memcpy(task.comm, name, min(strlen(name) + 1, sizeof(task.comm)));
	return task;
}

static void comm_record(int pid, const char *name)
{
	struct task_struct task = comm_task(pid, name);

	trace_comm_record(&task);
	expect(pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED && !host_spinning);
}

/* The file of names, from a position on. */
static const char *comm_file(loff_t pos)
{
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	loff_t at = pos;
	void *v;

	*text = '\0';
	for (v = trace_comm_seq_start(&at); v; v = trace_comm_seq_next(v, &at)) {
		expect(!trace_comm_seq_show(&m, v) && host_spinning == 1);
		pos++;
	}
	expect(host_spinning == 1 && at == pos);
	trace_comm_seq_stop();
	expect(!host_spinning && pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED);
	return text;
}

static const char *comm_tgid_file(loff_t pos)
{
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	void *v;

	*text = '\0';
	for (v = trace_tgid_seq_start(&pos); v; v = trace_tgid_seq_next(v, &pos))
		expect(!trace_tgid_seq_show(&m, v));
	return text;
}

/* Before any user: nothing is recorded. */
static void comm_none(void)
{
	expect(trace_comm_size() == 128);
	expect(!strcmp(comm_file(0), "") && !strcmp(comm_tgid_file(0), ""));
	expect(comm_is(0, "<idle>") && comm_is(1, "<...>"));
	expect(!host_warnings && comm_is(-1, "<XXX>") && host_warnings == 1);
	host_warnings = 0;
	comm_record(1, "one");
	expect(comm_is(1, "<...>") && !trace_comm_tgid(1) && !trace_comm_tgid(0));
}

/* Without memory, users are counted nevertheless. */
static void comm_no_memory(void)
{
	long allocs = host_allocs;

	host_fail_at(1);
	trace_comm_get(TRACE_COMM_NAME);
	host_fail_at(1);
	trace_comm_get(TRACE_COMM_TGID);
	expect(host_has_failed() && host_allocs == allocs);
	comm_record(1, "one");
	expect(comm_is(1, "<...>") && !trace_comm_tgid(1));
	expect(!strcmp(comm_file(0), "") && !strcmp(comm_tgid_file(0), ""));
	trace_comm_put(TRACE_COMM_NAME | TRACE_COMM_TGID);
}

static void comm_names(void)
{
	long allocs = host_allocs;

	trace_comm_get(TRACE_COMM_NAME);
	trace_comm_get(TRACE_COMM_NAME);
	expect(host_allocs == allocs + 1);
	comm_record(1, "one");
	comm_record(2, "fifteen letters");
	comm_record(3, "sixteen letters!");
	comm_record(0, "swapper");
	expect(comm_is(1, "one") && comm_is(2, "fifteen letters") && comm_is(3, "sixteen letters"));
	expect(comm_is(0, "<idle>") && comm_is(4, "<...>") && !trace_comm_tgid(1));
	comm_record(1, "uno");
	expect(comm_is(1, "uno"));
	expect(!strcmp(comm_file(0), "1 uno\n2 fifteen letters\n3 sixteen letters\n"));
	expect(!strcmp(comm_file(1), "2 fifteen letters\n3 sixteen letters\n"));
	expect(!strcmp(comm_file(3), "") && !strcmp(comm_file(4), ""));
	/* A pid with the same low bits takes the place of the other one. */
	comm_record(2 + PID_MAX_DEFAULT, "far");
	expect(comm_is(2 + PID_MAX_DEFAULT, "far") && comm_is(2, "<...>"));
	expect(!strcmp(comm_file(1), "32770 far\n3 sixteen letters\n"));
	comm_record(PID_MAX_DEFAULT - 1, "last");
	expect(comm_is(PID_MAX_DEFAULT - 1, "last"));
	trace_comm_put(TRACE_COMM_NAME);
	comm_record(1, "still");
	expect(comm_is(1, "still"));
	trace_comm_put(TRACE_COMM_NAME);
	comm_record(1, "no more");
	expect(comm_is(1, "still"));
}

/* Slots are used in turn. */
static void comm_sizes(void)
{
	unsigned int i;
	long allocs = host_allocs;

	expect(trace_comm_resize(0) == -EINVAL);
	expect(trace_comm_resize(PID_MAX_DEFAULT + 1) == -EINVAL);
	host_fail_at(1);
	expect(trace_comm_resize(5) == -ENOMEM && trace_comm_size() == 128 && comm_is(1, "still"));
	expect(!trace_comm_resize(PID_MAX_DEFAULT) && trace_comm_size() == PID_MAX_DEFAULT);
	expect(host_allocs == allocs && comm_is(1, "<...>") && !strcmp(comm_file(0), ""));
	expect(!trace_comm_resize(1) && trace_comm_size() == 1);
	trace_comm_get(TRACE_COMM_NAME);
	comm_record(7, "seven");
	comm_record(8, "eight");
	expect(comm_is(8, "eight") && comm_is(7, "<...>") && !strcmp(comm_file(0), "8 eight\n"));
	expect(!trace_comm_resize(3) && host_allocs == allocs);
	for (i = 0; i < 3; i++)
		comm_record(10 + i, "task");
	expect(!strcmp(comm_file(0), "10 task\n11 task\n12 task\n"));
	comm_record(11, "again");
	comm_record(13, "new");
	expect(!strcmp(comm_file(0), "13 new\n11 again\n12 task\n"));
	expect(comm_is(10, "<...>") && comm_is(11, "again") && comm_is(13, "new"));
	comm_record(10, "back");
	comm_record(14, "more");
	expect(!strcmp(comm_file(0), "13 new\n10 back\n14 more\n"));
	expect(comm_is(11, "<...>") && comm_is(12, "<...>") && comm_is(13, "new"));
	trace_comm_put(TRACE_COMM_NAME);
	expect(host_allocs == allocs);
}

/* Thread groups */

static void comm_tgids(void)
{
	struct task_struct task = comm_task(-1, "");
	long allocs = host_allocs;

	trace_comm_get(TRACE_COMM_TGID);
	expect(host_allocs == allocs + 1);
	pid_max = 2000;	/* The map keeps the size that it has. */
	trace_comm_get(TRACE_COMM_TGID);
	expect(host_allocs == allocs + 1);
	comm_record(1, "x");
	comm_record(0, "x");
	comm_record(1000, "x");
	comm_record(1001, "x");
	trace_comm_record(&task);
	expect(trace_comm_tgid(1) == 5001 && trace_comm_tgid(1000) == 6000);
	expect(!trace_comm_tgid(0) && !trace_comm_tgid(1001) && !trace_comm_tgid(-1) &&
	       !trace_comm_tgid(2));
	expect(comm_is(1, "<...>"));
	expect(!strcmp(comm_tgid_file(0), "1 5001\n1000 6000\n"));
	expect(!strcmp(comm_tgid_file(2), "1000 6000\n"));
	expect(!strcmp(comm_tgid_file(1000), "1000 6000\n") && !strcmp(comm_tgid_file(1001), ""));
	trace_comm_put(TRACE_COMM_TGID);
	comm_record(2, "x");
	expect(trace_comm_tgid(2) == 5002);
	trace_comm_put(TRACE_COMM_TGID);
	comm_record(3, "x");
	expect(!trace_comm_tgid(3));
}

/* The source: connected while there are users, and tried again if that fails */

static int connects, disconnects, connect_result;

static int comm_connect(void)
{
	connects++;
	return connect_result;
}

static void comm_disconnect(void)
{
	disconnects++;
}

static void comm_source(void)
{
	static const struct trace_comm_source source = { comm_connect, comm_disconnect };

	trace_comm_get(TRACE_COMM_TGID);
	trace_comm_set_source(&source);
	expect(connects == 1 && !disconnects);
	trace_comm_set_source(&source);
	trace_comm_get(TRACE_COMM_NAME);
	expect(connects == 1);
	trace_comm_put(TRACE_COMM_TGID);
	expect(!disconnects);
	trace_comm_put(TRACE_COMM_NAME);
	expect(connects == 1 && disconnects == 1);
	connect_result = -ENOMEM;
	trace_comm_get(TRACE_COMM_NAME);
	expect(connects == 2);
	trace_comm_get(TRACE_COMM_NAME);
	expect(connects == 3);
	connect_result = 0;
	trace_comm_put(TRACE_COMM_NAME);
	expect(connects == 4 && disconnects == 1);
	trace_comm_put(TRACE_COMM_NAME);
	expect(connects == 4 && disconnects == 2);
	trace_comm_get(TRACE_COMM_NAME);
	trace_comm_get(TRACE_COMM_NAME | TRACE_COMM_TGID);
	trace_comm_put(TRACE_COMM_NAME);
	expect(connects == 5 && disconnects == 2);
	trace_comm_put(TRACE_COMM_NAME | TRACE_COMM_TGID);
	expect(connects == 5 && disconnects == 3);
	/* It failed, and is not needed any more: there is nothing to disconnect. */
	connect_result = -ENOMEM;
	trace_comm_get(TRACE_COMM_NAME);
	trace_comm_put(TRACE_COMM_NAME);
	expect(connects == 6 && disconnects == 3);
}

static void comm_pair_one(int one, int two, const char *name)
{
	struct task_struct first = comm_task(one, name), second = comm_task(two, name);

	preempt_disable_notrace();
	trace_comm_record_pair(&first, &second);
	preempt_enable_notrace();
}

/* Two tasks at once, after one has written a record. */
static void comm_pairs(void)
{
	loff_t pos = 0;

	trace_comm_resize(100);
	trace_comm_get(TRACE_COMM_NAME | TRACE_COMM_TGID);
	trace_cpu.comm_due = false;
	comm_pair_one(21, 22, "pair");
	expect(comm_is(21, "<...>") && comm_is(22, "<...>") && !trace_comm_tgid(21));
	preempt_disable_notrace();
	trace_comm_mark();
	preempt_enable_notrace();
	expect(trace_cpu.comm_due);
	comm_pair_one(21, 22, "pair");
	expect(comm_is(21, "pair") && comm_is(22, "pair") && !trace_cpu.comm_due);
	expect(trace_comm_tgid(21) == 5021 && trace_comm_tgid(22) == 5022);
	/* The table is locked, by this CPU or by another: it is tried again. */
	trace_cpu.comm_due = true;
	trace_comm_seq_start(&pos);
	comm_pair_one(23, 24, "late");
	trace_comm_seq_stop();
	expect(trace_cpu.comm_due && comm_is(23, "<...>") && trace_comm_tgid(24) == 5024);
	host_contended = true;
	comm_pair_one(23, 24, "late");
	/* The idle task needs no lock: one task is enough to try it again. */
	comm_pair_one(23, 0, "late");
	expect(trace_cpu.comm_due);
	comm_pair_one(0, 23, "late");
	expect(trace_cpu.comm_due && comm_is(23, "<...>"));
	comm_pair_one(0, 0, "late");
	expect(!trace_cpu.comm_due);
	host_contended = false;
	trace_cpu.comm_due = true;
	comm_pair_one(23, 24, "late");
	expect(!trace_cpu.comm_due && comm_is(23, "late") && comm_is(24, "late"));

	trace_comm_put(TRACE_COMM_TGID);
	trace_cpu.comm_due = true;
	comm_pair_one(25, 26, "name");
	expect(comm_is(25, "name") && comm_is(26, "name") && !trace_comm_tgid(25));
	trace_comm_put(TRACE_COMM_NAME);
	trace_comm_get(TRACE_COMM_TGID);
	trace_cpu.comm_due = true;
	comm_pair_one(27, 28, "tgid");
	expect(comm_is(27, "<...>") && trace_comm_tgid(28) == 5028 && !trace_cpu.comm_due);
	trace_comm_put(TRACE_COMM_TGID);
}

static void comm_switch_one(struct task_struct *prev, struct task_struct *next)
{
	preempt_disable_notrace();
	trace_comm_record_switch(prev, next);
	preempt_enable_notrace();
}

/* A task that has written a record is marked when it is switched out. */
static void comm_switches(void)
{
	struct task_struct first = comm_task(41, "first"), second = comm_task(42, "second");
	loff_t pos = 0;

	trace_comm_get(TRACE_COMM_NAME);
	trace_cpu.comm_both = 0;
	comm_switch_one(&first, &second);
	expect(comm_is(41, "<...>") && !trace_comm_is_marked(&first));
	preempt_disable_notrace();
	trace_comm_mark();
	/* Names that a wake-up has recorded are not recorded again, but the task is marked. */
	trace_comm_record_pair(&first, &second);
	preempt_enable_notrace();
	expect(comm_is(41, "first") && !trace_comm_is_marked(&first));
	memcpy(first.comm, "later", sizeof("later"));
	first.trace_recursion = 5;
	comm_switch_one(&first, &second);
	expect(comm_is(41, "first") && trace_comm_is_marked(&first) && !trace_cpu.comm_both);
	expect((first.trace_recursion & ~TRACE_COMM_MARKED) == 5);
	expect(!trace_comm_is_marked(&second));
	/* If the names are recorded at a later switch, that does not mark its task. */
	preempt_disable_notrace();
	trace_comm_mark();
	preempt_enable_notrace();
	trace_comm_seq_start(&pos);
	comm_switch_one(&first, &second);
	trace_comm_seq_stop();
	expect(trace_cpu.comm_both);
	comm_switch_one(&second, &first);
	expect(comm_is(42, "second") && !trace_comm_is_marked(&second) && !trace_cpu.comm_both);
	trace_comm_put(TRACE_COMM_NAME);
}

/* What was recorded while the table was locked. */
static void comm_locked(void)
{
	trace_comm_get(TRACE_COMM_NAME);
	host_contended = true;
	comm_record(31, "locked");
	host_contended = false;
	expect(comm_is(31, "<...>"));
	comm_record(31, "open");
	expect(comm_is(31, "open"));
	trace_comm_put(TRACE_COMM_NAME);
}

int main(void)
{
	comm_none();
	comm_no_memory();
	comm_names();
	comm_sizes();
	comm_tgids();
	comm_source();
	comm_pairs();
	comm_switches();
	comm_locked();
	expect(!host_warnings);
	return host_end(expect_failed);
}
