// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the shadow stack: several users of a call, data of users, nested
 * calls, unregistering while calls are active, direct returns.
 */

#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/kthread.h>

#include "internal.h"
#include "../ftrace/ftrace_test.h"

/* A user, and what its last callbacks got. */
struct fgraph_test {
	struct fgraph_ops	gops;
	struct fgraph_direct	direct;
	unsigned int		calls;
	unsigned int		returns;
	unsigned int		direct_returns;
	unsigned int		wrong;
	unsigned long		func;
	int			depth;
	int			parent_depth;
	bool			refuse;
};

#define FGRAPH_TEST_WORDS(t)	((t)->gops.idx % 3 + 1)

static int fgraph_test_entry(struct ftrace_graph_ent *ent, struct fgraph_ops *gops)
{
	struct fgraph_test *t = container_of(gops, struct fgraph_test, gops);
	unsigned long *data;
	int size;

	if (t->refuse)
		return 0;
	t->calls++;
	t->func = ent->func;
	t->depth = ent->depth;
	data = fgraph_retrieve_parent_data(gops->idx, &size, 0);
	t->parent_depth = data ? *data : -1;
	data = fgraph_reserve_data(gops->idx, FGRAPH_TEST_WORDS(t) * sizeof(long));
	if (!data)
		return 0;
	for (int i = 0; i < FGRAPH_TEST_WORDS(t); i++)
		data[i] = ent->depth + i * 1000;
	return 1;
}

static void fgraph_test_return(struct ftrace_graph_ret *ret, struct fgraph_ops *gops)
{
	struct fgraph_test *t = container_of(gops, struct fgraph_test, gops);
	unsigned long *data;
	int size = 0;

	t->returns++;
	data = fgraph_retrieve_data(gops->idx, &size);
	if (!data || size != FGRAPH_TEST_WORDS(t) * sizeof(long)) {
		t->wrong++;
		return;
	}
	for (int i = 0; i < FGRAPH_TEST_WORDS(t); i++)
		t->wrong += data[i] != ret->depth + i * 1000;
}

/* Add a function to the filter of @t. */
static void fgraph_test_add(struct kunit *test, struct fgraph_test *t, void *func)
{
	unsigned long ip = ftrace_location((unsigned long)func);

	KUNIT_ASSERT_EQ(test, ftrace_set_filter_ip(&t->gops.ops, ip, 0, 0), 0);
}

static void fgraph_test_on(struct kunit *test, struct fgraph_test *t, void *func)
{
	t->gops.entryfunc = fgraph_test_entry;
	t->gops.retfunc = fgraph_test_return;
	fgraph_test_add(test, t, func);
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&t->gops), 0);
}

/* As unregister_ftrace_graph(), but with one wait for all users. */
static void fgraph_test_off(struct fgraph_test *t, int n)
{
	for (int i = 0; i < n; i++) {
		fgraph_disconnect(&t[i].gops);
		unregister_ftrace_function(&t[i].gops.ops);
	}
	ftrace_ops_sync();
	for (int i = 0; i < n; i++)
		ftrace_free_filter(&t[i].gops.ops);
}

/* Static, because unregistering an ops outside of the kernel image always waits. */
static struct fgraph_test fgraph_tests[FGRAPH_USERS_MAX + 1];

static struct fgraph_test *fgraph_test_new(void)
{
	for (int i = 0; i < ARRAY_SIZE(fgraph_tests); i++) {
		struct fgraph_test *t = &fgraph_tests[i];

		t->calls = 0;
		t->returns = 0;
		t->direct_returns = 0;
		t->wrong = 0;
		t->refuse = false;
	}
	return fgraph_tests;
}

static void fgraph_test_one(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();

	fgraph_test_on(test, t, ftrace_test_plain);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, ftrace_test_other(1), 3);
	fgraph_test_off(t, 1);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, t->calls, 1);
	KUNIT_EXPECT_EQ(test, t->returns, 1);
	KUNIT_EXPECT_EQ(test, t->wrong, 0);
	KUNIT_EXPECT_EQ(test, t->func, ftrace_location((unsigned long)ftrace_test_plain));
}

/* The maximum number of users on one function; one more is refused. */
static void fgraph_test_many(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();
	struct fgraph_test *late = &t[FGRAPH_USERS_MAX];
	int n = 0;

	for (; n < FGRAPH_USERS_MAX; n++) {
		t[n].refuse = n == 5;
		fgraph_test_on(test, &t[n], ftrace_test_plain);
	}
	late->gops.entryfunc = fgraph_test_entry;
	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&late->gops), -EBUSY);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(4), 5);
	fgraph_test_off(t, FGRAPH_USERS_MAX);
	for (n = 0; n < FGRAPH_USERS_MAX; n++) {
		KUNIT_EXPECT_EQ(test, t[n].calls, n != 5);
		KUNIT_EXPECT_EQ(test, t[n].returns, n != 5);
		KUNIT_EXPECT_EQ(test, t[n].wrong, 0);
		/* All users share one call. */
		if (n != 5)
			KUNIT_EXPECT_EQ(test, t[n].depth, t[0].depth);
	}
}

/* One user traces the outer function, the other one both. */
static void fgraph_test_nested(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();

	fgraph_test_on(test, &t[0], ftrace_test_outer);
	fgraph_test_on(test, &t[1], ftrace_test_outer);
	fgraph_test_add(test, &t[1], ftrace_test_plain);
	KUNIT_EXPECT_EQ(test, ftrace_test_outer(7), 2 * 8);
	fgraph_test_off(t, 2);
	KUNIT_EXPECT_EQ(test, t[0].calls, 1);
	KUNIT_EXPECT_EQ(test, t[1].calls, 2);
	KUNIT_EXPECT_EQ(test, t[1].returns, 2);
	KUNIT_EXPECT_EQ(test, t[0].wrong + t[1].wrong, 0);
	KUNIT_EXPECT_EQ(test, t[1].depth, t[0].depth + 1);
	KUNIT_EXPECT_EQ(test, t[1].parent_depth, t[0].depth);
}

static void fgraph_test_tail(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();

	for (int n = 0; n < 2; n++) {
		fgraph_test_on(test, &t[n], ftrace_test_tail);
		fgraph_test_add(test, &t[n], ftrace_test_plain);
	}
	KUNIT_EXPECT_EQ(test, ftrace_test_tail(7), 8);
	fgraph_test_off(t, 2);
	for (int n = 0; n < 2; n++) {
		KUNIT_EXPECT_EQ(test, t[n].calls, 2);
		KUNIT_EXPECT_EQ(test, t[n].returns, 2);
		KUNIT_EXPECT_EQ(test, t[n].wrong, 0);
	}
}

/*
 * Nested deeper than there is space for: lost calls are counted, and all
 * functions return correctly.
 */
static void fgraph_test_overrun(struct kunit *test)
{
	int before = atomic_read(&current->trace_overrun);
	struct fgraph_test *t = fgraph_test_new();

	fgraph_test_on(test, t, ftrace_test_deep);
	KUNIT_EXPECT_EQ(test, ftrace_test_deep(400), 400);
	fgraph_test_off(t, 1);
	KUNIT_EXPECT_GT(test, t->calls, 50);
	KUNIT_EXPECT_EQ(test, t->calls, t->returns);
	KUNIT_EXPECT_EQ(test, t->wrong, 0);
	KUNIT_EXPECT_GT(test, atomic_read(&current->trace_overrun), before);
}

/*
 * A task is in a hooked function while its user unregisters and another one
 * registers.
 */
static int fgraph_test_sleeper(void *done)
{
	ftrace_test_wait(done);
	return 0;
}

/* Start a task, and wait until it sleeps in a hooked function. */
static struct task_struct *fgraph_test_sleep(struct kunit *test, bool *done)
{
	struct task_struct *task = kthread_run(fgraph_test_sleeper, done, "fgraph_test");

	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	get_task_struct(task);
	while (!READ_ONCE(done[1]))
		msleep(20);
	return task;
}

static void fgraph_test_leave(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();
	struct task_struct *task;
	bool done[2] = {};

	fgraph_test_on(test, t, ftrace_test_wait);
	task = fgraph_test_sleep(test, done);
	fgraph_test_off(t, 1);
	/* All indices are assigned again, including that of the first user. */
	for (int n = 1; n <= FGRAPH_USERS_MAX; n++)
		fgraph_test_on(test, &t[n], ftrace_test_wait);
	WRITE_ONCE(done[0], true);
	kthread_stop_put(task);
	fgraph_test_off(t + 1, FGRAPH_USERS_MAX);
	for (int n = 1; n <= FGRAPH_USERS_MAX; n++)
		KUNIT_EXPECT_EQ(test, t[n].returns, 0);
	KUNIT_EXPECT_EQ(test, t->calls, 1);
	KUNIT_EXPECT_EQ(test, t->returns, 0);
}

/* The calls of a task that sleeps in a hooked function, by their distance. */
static void fgraph_test_stack(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();
	unsigned long site = ftrace_location((unsigned long)ftrace_test_wait);
	struct ftrace_ret_stack *call;
	struct task_struct *task;
	bool done[2] = {};

	fgraph_test_on(test, t, ftrace_test_wait);
	task = fgraph_test_sleep(test, done);
	call = ftrace_graph_get_ret_stack(task, 0);
	KUNIT_EXPECT_NOT_NULL(test, call);
	if (call)
		KUNIT_EXPECT_EQ(test, call->func, site);
	KUNIT_EXPECT_NULL(test, ftrace_graph_get_ret_stack(task, 1));
	/* The function returns into its caller, which is small. */
	KUNIT_EXPECT_LT(test,
			ftrace_graph_top_ret_addr(task) - (unsigned long)fgraph_test_sleeper,
			0x400);
	KUNIT_EXPECT_EQ(test, ftrace_graph_top_ret_addr(current), 0);
	WRITE_ONCE(done[0], true);
	kthread_stop_put(task);
	fgraph_test_off(t, 1);
	KUNIT_EXPECT_EQ(test, t->returns, 1);
}

/* An entryfunc that traces no call: the function runs, and no return is reported. */
static void fgraph_test_stub(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();

	t->gops.entryfunc = ftrace_graph_entry_stub;
	t->gops.retfunc = fgraph_test_return;
	fgraph_test_add(test, t, ftrace_test_plain);
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&t->gops), 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_NULL(test, ftrace_graph_get_ret_stack(current, 0));
	fgraph_test_off(t, 1);
	KUNIT_EXPECT_EQ(test, t->returns, 0);
}

/* A stack trace contains the callers rather than the hooks. */
static void fgraph_test_unwind(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();
	unsigned long hook = (unsigned long)return_to_handler;
	struct ftrace_test_walk walk = {};
	bool found = false;

	fgraph_test_on(test, t, ftrace_test_walker);
	ftrace_test_walker(&walk);
	fgraph_test_off(t, 1);
	for (unsigned int i = 0; i < walk.count; i++) {
		KUNIT_EXPECT_NE(test, walk.ip[i], hook);
		found |= walk.ip[i] - (unsigned long)fgraph_test_unwind < 0x1000;
	}
	KUNIT_EXPECT_TRUE(test, found);
	KUNIT_EXPECT_EQ(test, t->returns, 1);
}

/*
 * Two stacks are assigned to a task, by its parent and by the registration of the
 * first user: the task keeps the first one, with the calls that are on it by
 * then.
 */
static void fgraph_test_give_twice(struct kunit *test)
{
	struct task_struct *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);
	unsigned long *first = kunit_kzalloc(test, FGRAPH_BYTES, GFP_KERNEL);
	unsigned long *second = kunit_kzalloc(test, FGRAPH_BYTES, GFP_KERNEL);
	int at;

	KUNIT_ASSERT_TRUE(test, task && first && second);
	KUNIT_EXPECT_TRUE(test, fgraph_stack_assign(task, first));
	KUNIT_EXPECT_PTR_EQ(test, task->ret_stack, first);
	at = task->curr_ret_stack;
	KUNIT_EXPECT_EQ(test, FGRAPH_POS_TOP(at), FGRAPH_BOTTOM);

	at = fgraph_pos_push(at, FGRAPH_CALL);
	KUNIT_EXPECT_EQ(test, FGRAPH_POS_TOP(at), FGRAPH_FIRST);
	KUNIT_EXPECT_EQ(test, FGRAPH_POS_FREE(at), FGRAPH_FIRST + FGRAPH_CALL);
	KUNIT_EXPECT_EQ(test, FGRAPH_POS_DEPTH(at), 1);
	task->curr_ret_stack = at;
	KUNIT_EXPECT_FALSE(test, fgraph_stack_assign(task, second));
	KUNIT_EXPECT_PTR_EQ(test, task->ret_stack, first);
	KUNIT_EXPECT_EQ(test, task->curr_ret_stack, at);
}

/*
 * Direct returns.
 */

/* Pushes the call itself, as function_graph does. */
static void fgraph_test_direct_call(unsigned long ip, unsigned long parent_ip,
				    struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct fgraph_test *t = container_of(ops, struct fgraph_test, gops.ops);
	unsigned long *retp = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	struct task_struct *task = current;
	struct ftrace_ret_stack *call;

	preempt_disable_notrace();
	if (fgraph_can_trace(task) && !fgraph_is_hooked(retp) && fgraph_has_space(task, 1)) {
		t->calls++;
		call = fgraph_push_at(task, ip, retp, READ_ONCE(t->direct.key), t->gops.idx, 1);
		*(unsigned long *)fgraph_saved_data(call) = ip;
		fgraph_hook(call);
	}
	preempt_enable_notrace();
}

static unsigned long fgraph_test_direct_return(struct fgraph_direct *direct,
					       struct ftrace_ret_stack *call,
					       unsigned long retval)
{
	struct fgraph_test *t = container_of(direct, struct fgraph_test, direct);
	unsigned long to;

	t->direct_returns++;
	t->wrong += *(unsigned long *)fgraph_saved_data(call) != call->func;
	to = fgraph_return_to(current, call);
	preempt_enable_notrace();
	return to;
}

static void fgraph_test_direct_retfunc(struct ftrace_graph_ret *ret, struct fgraph_ops *gops)
{
	struct fgraph_test *t = container_of(gops, struct fgraph_test, gops);
	unsigned long *data = fgraph_first_data(fgraph_top(current), gops->idx, 1);

	t->returns++;
	t->wrong += !data || *data != ret->func;
}

static void fgraph_test_direct_on(struct kunit *test, struct fgraph_test *t, void *func)
{
	t->gops.retfunc = fgraph_test_direct_retfunc;
	t->direct.ret = fgraph_test_direct_return;
	KUNIT_ASSERT_EQ(test, fgraph_attach_direct(&t->gops, &t->direct), 0);
	fgraph_test_add(test, t, func);
	t->gops.ops.func = fgraph_test_direct_call;
	KUNIT_ASSERT_EQ(test, register_ftrace_function(&t->gops.ops), 0);
}

/*
 * Returns are direct while there is one user, but not those of calls that were active when
 * another one registered.
 */
static void fgraph_test_direct(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new();
	struct task_struct *task;
	bool done[2] = {};

	fgraph_test_direct_on(test, t, ftrace_test_plain);
	fgraph_test_add(test, t, ftrace_test_wait);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, t->direct_returns, 1);

	/* A user of another function registers during a call. */
	task = fgraph_test_sleep(test, done);
	fgraph_test_on(test, &t[1], ftrace_test_other);
	WRITE_ONCE(done[0], true);
	kthread_stop_put(task);
	KUNIT_EXPECT_EQ(test, t->direct_returns, 1);
	KUNIT_EXPECT_EQ(test, t->returns, 1);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, t->direct_returns, 1);
	KUNIT_EXPECT_EQ(test, t->returns, 2);

	fgraph_test_off(t + 1, 1);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, t->direct_returns, 2);
	fgraph_test_off(t, 1);
	KUNIT_EXPECT_EQ(test, t->calls, 4);
	KUNIT_EXPECT_EQ(test, t->returns, 2);
	KUNIT_EXPECT_EQ(test, t->wrong, 0);
}

/* A call of a user that is gone returns while another one has its index. */
static void fgraph_test_direct_leave(struct kunit *test)
{
	struct fgraph_test *t = fgraph_test_new(), *last = &t[FGRAPH_USERS_MAX];
	struct task_struct *task;
	bool done[2] = {};

	fgraph_test_direct_on(test, t, ftrace_test_wait);
	task = fgraph_test_sleep(test, done);
	fgraph_test_off(t, 1);
	for (int n = 1; n < FGRAPH_USERS_MAX; n++) {
		KUNIT_ASSERT_EQ(test, fgraph_attach(&t[n].gops), 0);
		fgraph_leave(&t[n].gops);
		fgraph_left(&t[n].gops);
	}
	fgraph_test_direct_on(test, last, ftrace_test_plain);
	KUNIT_EXPECT_EQ(test, last->gops.idx, t->gops.idx);
	WRITE_ONCE(done[0], true);
	kthread_stop_put(task);
	KUNIT_EXPECT_EQ(test, t->direct_returns + t->returns, 0);
	KUNIT_EXPECT_EQ(test, last->direct_returns + last->returns, 0);
	KUNIT_EXPECT_EQ(test, ftrace_test_plain(1), 2);
	KUNIT_EXPECT_EQ(test, last->direct_returns, 1);
	fgraph_test_off(last, 1);
}

static struct kunit_case fgraph_test_cases[] = {
	KUNIT_CASE(fgraph_test_one),
	KUNIT_CASE(fgraph_test_many),
	KUNIT_CASE(fgraph_test_nested),
	KUNIT_CASE(fgraph_test_tail),
	KUNIT_CASE(fgraph_test_overrun),
	KUNIT_CASE(fgraph_test_leave),
	KUNIT_CASE(fgraph_test_stack),
	KUNIT_CASE(fgraph_test_stub),
	KUNIT_CASE(fgraph_test_unwind),
	KUNIT_CASE(fgraph_test_give_twice),
	KUNIT_CASE(fgraph_test_direct),
	KUNIT_CASE(fgraph_test_direct_leave),
	{}
};

static struct kunit_suite fgraph_test_suite = {
	.name = "fgraph",
	.test_cases = fgraph_test_cases,
};

kunit_test_suite(fgraph_test_suite);
