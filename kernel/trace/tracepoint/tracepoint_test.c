// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of kernel/tracepoint.c: order, errors, changes under fire.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>

#include <kunit/test.h>

DECLARE_TRACE(tracepoint_test_a, TP_PROTO(int number, const char *word),
	      TP_ARGS(number, word));
DEFINE_TRACE(tracepoint_test_a, TP_PROTO(int number, const char *word),
	     TP_ARGS(number, word));

static int first_ret;
static int firsts, lasts;

static int tracepoint_test_first(void)
{
	firsts++;
	return first_ret;
}

static void tracepoint_test_last(void)
{
	lasts++;
}

DECLARE_TRACE(tracepoint_test_b, TP_PROTO(int number), TP_ARGS(number));
DEFINE_TRACE_FN(tracepoint_test_b, tracepoint_test_first, tracepoint_test_last,
		TP_PROTO(int number), TP_ARGS(number));

/* What a probe leaves: the letters of those that ran, in order. */
static char calls[16];
static int ncalls;

static void called(char who)
{
	if (ncalls < sizeof(calls) - 1)
		calls[ncalls++] = who;
}

static const char *calls_take(void)
{
	static char taken[sizeof(calls)];

	calls[ncalls] = '\0';
	strscpy(taken, calls);
	ncalls = 0;
	return taken;
}

/* @data is the letter. */
static void probe_a(void *data, int number, const char *word)
{
	called(number == 7 && !strcmp(word, "seven") ? (char)(long)data : '?');
}

static void probe_a2(void *data, int number, const char *word)
{
	probe_a((void *)((long)data - 'a' + 'A'), number, word);
}

static void probe_b(void *data, int number)
{
	called((char)(long)data);
}

static const char *fire_a(void)
{
	trace_tracepoint_test_a(7, "seven");
	return calls_take();
}

#define LETTER(c)	((void *)(long)(c))

static void tracepoint_test_off(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, trace_tracepoint_test_a_enabled());
	KUNIT_EXPECT_STREQ(test, fire_a(), "");
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe_a, LETTER('x')));
	KUNIT_EXPECT_TRUE(test, trace_tracepoint_test_a_enabled());
	KUNIT_EXPECT_STREQ(test, fire_a(), "x");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a, LETTER('x')));
	KUNIT_EXPECT_FALSE(test, trace_tracepoint_test_a_enabled());
	KUNIT_EXPECT_STREQ(test, fire_a(), "");
}

static void tracepoint_test_order(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe_a, LETTER('m')));
	KUNIT_EXPECT_EQ(test, 0, register_trace_prio_tracepoint_test_a(probe_a, LETTER('l'), 1));
	KUNIT_EXPECT_EQ(test, 0, register_trace_prio_tracepoint_test_a(probe_a, LETTER('h'), 99));
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe_a2, LETTER('n')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "hmNl");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a, LETTER('m')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "hNl");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a, LETTER('h')));
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a, LETTER('l')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "N");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a2, LETTER('n')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "");
}

static void tracepoint_test_errors(struct kunit *test)
{
	struct tracepoint *tp = &__tracepoint_tracepoint_test_a;

	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, 0, tracepoint_probe_register_may_exist(tp, probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, -EEXIST,
			tracepoint_probe_register_may_exist(tp, probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, -EEXIST,
			tracepoint_probe_register_prio_may_exist(tp, probe_a, LETTER('x'), 50));
	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, probe_a, LETTER('y')));
	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, probe_a2, LETTER('x')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "x");
	KUNIT_EXPECT_EQ(test, 0, tracepoint_probe_unregister(tp, probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, probe_a, LETTER('x')));
}

static void tracepoint_test_functions(struct kunit *test)
{
	firsts = 0;
	lasts = 0;
	first_ret = -EPERM;
	KUNIT_EXPECT_EQ(test, -EPERM, register_trace_tracepoint_test_b(probe_b, LETTER('x')));
	KUNIT_EXPECT_FALSE(test, trace_tracepoint_test_b_enabled());
	first_ret = 0;
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_b(probe_b, LETTER('x')));
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_b(probe_b, LETTER('y')));
	KUNIT_EXPECT_EQ(test, 2, firsts);
	trace_tracepoint_test_b(1);
	KUNIT_EXPECT_STREQ(test, calls_take(), "xy");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_b(probe_b, LETTER('x')));
	KUNIT_EXPECT_EQ(test, 0, lasts);
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_b(probe_b, LETTER('y')));
	KUNIT_EXPECT_EQ(test, 1, lasts);
}

/* Background work makes a call direct when grace periods are over. */
static void wait_for_target(struct tracepoint *tp, void *target)
{
	int i;

	for (i = 0; i < 100 && READ_ONCE(tp->target) != target; i++)
		msleep(20);
}

/* The call becomes direct when a grace period is over, and is right before. */
static void tracepoint_test_direct(struct kunit *test)
{
	struct tracepoint *tp = &__tracepoint_tracepoint_test_a;

	/* Arrays of the tests before this one may still be in use. */
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe_a, LETTER('x')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "x");
	wait_for_target(tp, probe_a);
	KUNIT_EXPECT_PTR_EQ(test, tp->target, (void *)probe_a);
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe_a2, LETTER('y')));
	KUNIT_EXPECT_PTR_EQ(test, tp->target, tp->iterator);
	KUNIT_EXPECT_STREQ(test, fire_a(), "xY");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a, LETTER('x')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "Y");
	wait_for_target(tp, probe_a2);
	KUNIT_EXPECT_PTR_EQ(test, tp->target, (void *)probe_a2);
	KUNIT_EXPECT_STREQ(test, fire_a(), "Y");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a2, LETTER('y')));

	/* Another one at once: sites may still hold y. */
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe_a, LETTER('z')));
	KUNIT_EXPECT_STREQ(test, fire_a(), "z");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(probe_a, LETTER('z')));
}

/* A probe whose data says what it must see; freed data would be seen. */
struct token {
	int magic;
	void *probe;
	struct task_struct *owner;
	int heard;		/* calls of the owner's */
};

#define TOKEN_MAGIC	0x70a57

static int wrong;
static atomic_long_t hits;

static void token_hit(struct token *token)
{
	if (token->owner == current)
		token->heard++;
	atomic_long_inc(&hits);
}

static void probe_token_1(void *data, int number, const char *word)
{
	struct token *token = data;

	if (READ_ONCE(token->magic) != TOKEN_MAGIC || token->probe != probe_token_1)
		WRITE_ONCE(wrong, 1);
	token_hit(token);
}

static void probe_token_2(void *data, int number, const char *word)
{
	struct token *token = data;

	if (READ_ONCE(token->magic) != TOKEN_MAGIC || token->probe != probe_token_2)
		WRITE_ONCE(wrong, 2);
	token_hit(token);
}

static int tracepoint_test_shooter(void *data)
{
	while (!kthread_should_stop()) {
		int i;

		for (i = 0; i < 100; i++)
			trace_tracepoint_test_a(7, "seven");
		cond_resched();
	}
	return 0;
}

static struct token *token_new(struct kunit *test, void *probe)
{
	struct token *token = kzalloc(sizeof(*token), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, token);
	token->magic = TOKEN_MAGIC;
	token->probe = probe;
	token->owner = current;
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe, token));
	return token;
}

/* Once it is registered no call is missed, once it is not none comes. */
static void token_hears(struct kunit *test, struct token *token, int times)
{
	int before = token->heard;

	trace_tracepoint_test_a(7, "seven");
	if (token->heard != before + times)
		KUNIT_FAIL(test, "heard %d times instead of %d",
			   token->heard - before, times);
}

/* The token dies only after the grace period, but at once if that is wrong. */
static void token_kill(struct kunit *test, struct token *token)
{
	KUNIT_EXPECT_EQ(test, 0,
			unregister_trace_tracepoint_test_a(token->probe, token));
	token_hears(test, token, 0);
	tracepoint_synchronize_unregister();
	WRITE_ONCE(token->magic, 0);
	kfree(token);
}

static void tracepoint_test_fire(struct kunit *test)
{
	struct task_struct *shooters[2];
	struct token *one, *two;
	int i;

	wrong = 0;
	atomic_long_set(&hits, 0);
	for (i = 0; i < ARRAY_SIZE(shooters); i++) {
		shooters[i] = kthread_run(tracepoint_test_shooter, NULL, "shooter/%d", i);
		KUNIT_ASSERT_FALSE(test, IS_ERR(shooters[i]));
	}

	for (i = 0; i < 300; i++) {
		one = token_new(test, probe_token_1);
		token_hears(test, one, 1);
		if (i & 1)
			token_kill(test, one);
		two = token_new(test, probe_token_2);
		token_hears(test, two, 1);
		if (i % 3 == 0)
			usleep_range(1000, 2000);
		if (!(i & 1))
			token_kill(test, one);
		token_kill(test, two);
	}

	/* The same again and again, without ever waiting. */
	one = token_new(test, probe_token_1);
	two = token_new(test, probe_token_2);
	for (i = 0; i < 3000; i++) {
		struct token *token = i & 1 ? one : two;

		if (unregister_trace_tracepoint_test_a(token->probe, token) ||
		    register_trace_tracepoint_test_a(token->probe, token))
			KUNIT_FAIL(test, "change %d failed", i);
		token_hears(test, token, 1);
	}
	token_kill(test, one);
	token_kill(test, two);

	for (i = 0; i < ARRAY_SIZE(shooters); i++)
		kthread_stop(shooters[i]);
	KUNIT_EXPECT_EQ(test, 0, wrong);
	KUNIT_EXPECT_GT(test, atomic_long_read(&hits), 0);
}

/* A probe that has itself taken away while it runs. */
struct leaver {
	struct work_struct work;
	struct kunit *test;
	bool gone;		/* it is taken away */
	bool ended;		/* the probe has done all it does */
	bool waited;		/* who took it away has waited for that */
	int calls;
};

static void probe_leaver(void *data, int number, const char *word)
{
	struct leaver *leaver = data;
	int cpu = cpumask_any_but(cpu_online_mask, smp_processor_id());
	long patience = 100000000;

	leaver->calls++;
	if (cpu >= nr_cpu_ids) {
		/* Nobody can take it away before it has returned. */
		cpu = smp_processor_id();
		patience = 0;
	}
	queue_work_on(cpu, system_highpri_wq, &leaver->work);
	while (patience-- && !READ_ONCE(leaver->gone))
		cpu_relax();
	WRITE_ONCE(leaver->ended, true);
}

static void leaver_leaves(struct work_struct *work)
{
	struct leaver *leaver = container_of(work, struct leaver, work);
	struct kunit *test = leaver->test;

	KUNIT_EXPECT_EQ(test, 0,
			unregister_trace_tracepoint_test_a(probe_leaver, leaver));
	WRITE_ONCE(leaver->gone, true);
	tracepoint_synchronize_unregister();
	KUNIT_EXPECT_TRUE(test, READ_ONCE(leaver->ended));
	leaver->waited = true;
}

static void tracepoint_test_leaver(struct kunit *test)
{
	struct leaver leaver = { .test = test };
	int i;

	INIT_WORK_ONSTACK(&leaver.work, leaver_leaves);
	for (i = 0; i < 6; i++) {
		leaver.gone = false;
		leaver.ended = false;
		leaver.waited = false;
		leaver.calls = 0;
		/* Alone, and as one of two. */
		if (i & 1)
			register_trace_tracepoint_test_a(probe_a, LETTER('x'));
		KUNIT_ASSERT_EQ(test, 0,
				register_trace_tracepoint_test_a(probe_leaver,
								 &leaver));
		KUNIT_EXPECT_STREQ(test, fire_a(), i & 1 ? "x" : "");
		flush_work(&leaver.work);
		KUNIT_EXPECT_STREQ(test, fire_a(), i & 1 ? "x" : "");
		KUNIT_EXPECT_EQ(test, leaver.calls, 1);
		KUNIT_EXPECT_TRUE(test, leaver.gone);
		KUNIT_EXPECT_TRUE(test, leaver.waited);
		if (i & 1)
			unregister_trace_tracepoint_test_a(probe_a, LETTER('x'));
	}
	destroy_work_on_stack(&leaver.work);
}

static void tracepoint_test_count(struct tracepoint *tp, void *priv)
{
	int *count = priv;

	if (!strcmp(tp->name, "tracepoint_test_a") ||
	    !strcmp(tp->name, "tracepoint_test_b"))
		(*count)++;
}

static void tracepoint_test_each(struct kunit *test)
{
	int count = 0;

	for_each_kernel_tracepoint(tracepoint_test_count, &count);
	KUNIT_EXPECT_EQ(test, 2, count);
}

static struct kunit_case tracepoint_test_cases[] = {
	KUNIT_CASE(tracepoint_test_off),
	KUNIT_CASE(tracepoint_test_order),
	KUNIT_CASE(tracepoint_test_errors),
	KUNIT_CASE(tracepoint_test_functions),
	KUNIT_CASE_SLOW(tracepoint_test_direct),
	KUNIT_CASE_SLOW(tracepoint_test_fire),
	KUNIT_CASE(tracepoint_test_leaver),
	KUNIT_CASE(tracepoint_test_each),
	{}
};

static struct kunit_suite tracepoint_test_suite = {
	.name		= "tracepoint",
	.test_cases	= tracepoint_test_cases,
};

kunit_test_suite(tracepoint_test_suite);
