// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of kernel/tracepoint.c: order of probes, errors, and changes while
 * sites fire.
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

/* The letters of the probes that were called, in the order of the calls. */
static char calls[16];
static int ncalls;

static void tp_called(char who)
{
	if (ncalls < sizeof(calls) - 1)
		calls[ncalls++] = who;
}

static const char *tp_take_calls(void)
{
	static char taken[sizeof(calls)];

	calls[ncalls] = '\0';
	strscpy(taken, calls);
	ncalls = 0;
	return taken;
}

/* @data is the probe's letter. */
static void tp_probe_a(void *data, int number, const char *word)
{
	tp_called(number == 7 && !strcmp(word, "seven") ? (char)(long)data : '?');
}

static void tp_probe_a2(void *data, int number, const char *word)
{
	tp_probe_a((void *)((long)data - 'a' + 'A'), number, word);
}

static void tp_probe_b(void *data, int number)
{
	tp_called((char)(long)data);
}

static const char *tp_fire_a(void)
{
	trace_tracepoint_test_a(7, "seven");
	return tp_take_calls();
}

#define LETTER(c)	((void *)(long)(c))

static void tracepoint_test_off(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, trace_tracepoint_test_a_enabled());
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "");
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_TRUE(test, trace_tracepoint_test_a_enabled());
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "x");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_FALSE(test, trace_tracepoint_test_a_enabled());
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "");
}

static void tracepoint_test_order(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(tp_probe_a, LETTER('m')));
	KUNIT_EXPECT_EQ(test, 0, register_trace_prio_tracepoint_test_a(tp_probe_a, LETTER('l'), 1));
	KUNIT_EXPECT_EQ(test, 0,
			register_trace_prio_tracepoint_test_a(tp_probe_a, LETTER('h'), 99));
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(tp_probe_a2, LETTER('n')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "hmNl");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('m')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "hNl");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('h')));
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('l')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "N");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a2, LETTER('n')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "");
}

static void tracepoint_test_errors(struct kunit *test)
{
	struct tracepoint *tp = &__tracepoint_tracepoint_test_a;

	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, 0, tracepoint_probe_register_may_exist(tp, tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, -EEXIST,
			tracepoint_probe_register_may_exist(tp, tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, -EEXIST,
			tracepoint_probe_register_prio_may_exist(tp, tp_probe_a, LETTER('x'), 50));
	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, tp_probe_a, LETTER('y')));
	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, tp_probe_a2, LETTER('x')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "x");
	KUNIT_EXPECT_EQ(test, 0, tracepoint_probe_unregister(tp, tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_EQ(test, -ENOENT, tracepoint_probe_unregister(tp, tp_probe_a, LETTER('x')));
}

static void tracepoint_test_functions(struct kunit *test)
{
	firsts = 0;
	lasts = 0;
	first_ret = -EPERM;
	KUNIT_EXPECT_EQ(test, -EPERM, register_trace_tracepoint_test_b(tp_probe_b, LETTER('x')));
	KUNIT_EXPECT_FALSE(test, trace_tracepoint_test_b_enabled());
	first_ret = 0;
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_b(tp_probe_b, LETTER('x')));
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_b(tp_probe_b, LETTER('y')));
	KUNIT_EXPECT_EQ(test, 2, firsts);
	trace_tracepoint_test_b(1);
	KUNIT_EXPECT_STREQ(test, tp_take_calls(), "xy");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_b(tp_probe_b, LETTER('x')));
	KUNIT_EXPECT_EQ(test, 0, lasts);
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_b(tp_probe_b, LETTER('y')));
	KUNIT_EXPECT_EQ(test, 1, lasts);
}

static void *tp_target(struct tracepoint *tp)
{
	return READ_ONCE(tp->static_call_key->func);
}

/* Background work makes the call direct after a grace period. */
static void tp_wait_target(struct tracepoint *tp, void *target)
{
	int i;

	for (i = 0; i < 100 && tp_target(tp) != target; i++)
		msleep(20);
}

/* A call becomes direct after a grace period, and is correct before. */
static void tracepoint_test_direct(struct kunit *test)
{
	struct tracepoint *tp = &__tracepoint_tracepoint_test_a;

	/* Arrays of previous tests may still be in use. */
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "x");
	tp_wait_target(tp, tp_probe_a);
	KUNIT_EXPECT_PTR_EQ(test, tp_target(tp), (void *)tp_probe_a);
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(tp_probe_a2, LETTER('y')));
	KUNIT_EXPECT_PTR_EQ(test, tp_target(tp), tp->iterator);
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "xY");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('x')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "Y");
	tp_wait_target(tp, tp_probe_a2);
	KUNIT_EXPECT_PTR_EQ(test, tp_target(tp), (void *)tp_probe_a2);
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "Y");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a2, LETTER('y')));

	/* Another probe follows immediately, while sites may still use y. */
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(tp_probe_a, LETTER('z')));
	KUNIT_EXPECT_STREQ(test, tp_fire_a(), "z");
	KUNIT_EXPECT_EQ(test, 0, unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('z')));
}

/*
 * The data of a probe contains the expected probe, so calling a probe with other
 * or freed data is detected.
 */
struct token {
	int magic;
	void *probe;
	struct task_struct *owner;
	int owner_calls;		/* calls by the owner */
};

#define TOKEN_MAGIC	0x70a57

static int wrong;
static atomic_long_t hits;

static void tp_token_hit(struct token *token)
{
	if (token->owner == current)
		token->owner_calls++;
	atomic_long_inc(&hits);
}

static void tp_token_probe_1(void *data, int number, const char *word)
{
	struct token *token = data;

	if (READ_ONCE(token->magic) != TOKEN_MAGIC || token->probe != tp_token_probe_1)
		WRITE_ONCE(wrong, 1);
	tp_token_hit(token);
}

static void tp_token_probe_2(void *data, int number, const char *word)
{
	struct token *token = data;

	if (READ_ONCE(token->magic) != TOKEN_MAGIC || token->probe != tp_token_probe_2)
		WRITE_ONCE(wrong, 2);
	tp_token_hit(token);
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

static struct token *tp_token_new(struct kunit *test, void *probe)
{
	struct token *token = kzalloc(sizeof(*token), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, token);
	token->magic = TOKEN_MAGIC;
	token->probe = probe;
	token->owner = current;
	KUNIT_EXPECT_EQ(test, 0, register_trace_tracepoint_test_a(probe, token));
	return token;
}

/* A registered probe misses no call, and an unregistered one is not called. */
static void tp_token_expect(struct kunit *test, struct token *token, int times)
{
	int before = token->owner_calls;

	trace_tracepoint_test_a(7, "seven");
	if (token->owner_calls != before + times)
		KUNIT_FAIL(test, "called %d times instead of %d",
			   token->owner_calls - before, times);
}

/*
 * Free the token after a grace period. A later call of its probe sees the cleared
 * magic.
 */
static void tp_token_free(struct kunit *test, struct token *token)
{
	KUNIT_EXPECT_EQ(test, 0,
			unregister_trace_tracepoint_test_a(token->probe, token));
	tp_token_expect(test, token, 0);
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
		one = tp_token_new(test, tp_token_probe_1);
		tp_token_expect(test, one, 1);
		if (i & 1)
			tp_token_free(test, one);
		two = tp_token_new(test, tp_token_probe_2);
		tp_token_expect(test, two, 1);
		if (i % 3 == 0)
			usleep_range(1000, 2000);
		if (!(i & 1))
			tp_token_free(test, one);
		tp_token_free(test, two);
	}

	/* Reconnect the same two probes repeatedly without waiting. */
	one = tp_token_new(test, tp_token_probe_1);
	two = tp_token_new(test, tp_token_probe_2);
	for (i = 0; i < 3000; i++) {
		struct token *token = i & 1 ? one : two;

		if (unregister_trace_tracepoint_test_a(token->probe, token) ||
		    register_trace_tracepoint_test_a(token->probe, token))
			KUNIT_FAIL(test, "change %d failed", i);
		tp_token_expect(test, token, 1);
	}
	tp_token_free(test, one);
	tp_token_free(test, two);

	for (i = 0; i < ARRAY_SIZE(shooters); i++)
		kthread_stop(shooters[i]);
	KUNIT_EXPECT_EQ(test, 0, wrong);
	KUNIT_EXPECT_GT(test, atomic_long_read(&hits), 0);
}

/* A probe that is unregistered while it runs. */
struct self_removal {
	struct work_struct work;
	struct kunit *test;
	bool removed;		/* the probe is unregistered */
	bool ended;		/* the probe has finished */
	bool waited;		/* the grace period after unregistering is over */
	int calls;
};

static void tp_probe_self_removal(void *data, int number, const char *word)
{
	struct self_removal *removal = data;
	int cpu = cpumask_any_but(cpu_online_mask, smp_processor_id());
	long loops = 100000000;

	removal->calls++;
	if (cpu >= nr_cpu_ids) {
		/* With one CPU, the work runs after the probe has returned. */
		cpu = smp_processor_id();
		loops = 0;
	}
	queue_work_on(cpu, system_highpri_wq, &removal->work);
	while (loops-- && !READ_ONCE(removal->removed))
		cpu_relax();
	WRITE_ONCE(removal->ended, true);
}

static void tp_self_remove(struct work_struct *work)
{
	struct self_removal *removal = container_of(work, struct self_removal, work);
	struct kunit *test = removal->test;

	KUNIT_EXPECT_EQ(test, 0,
			unregister_trace_tracepoint_test_a(tp_probe_self_removal, removal));
	WRITE_ONCE(removal->removed, true);
	tracepoint_synchronize_unregister();
	KUNIT_EXPECT_TRUE(test, READ_ONCE(removal->ended));
	removal->waited = true;
}

static void tracepoint_test_self_removal(struct kunit *test)
{
	struct self_removal removal = { .test = test };
	int i;

	INIT_WORK_ONSTACK(&removal.work, tp_self_remove);
	for (i = 0; i < 6; i++) {
		removal.removed = false;
		removal.ended = false;
		removal.waited = false;
		removal.calls = 0;
		/* The only probe, or one of two. */
		if (i & 1)
			register_trace_tracepoint_test_a(tp_probe_a, LETTER('x'));
		KUNIT_ASSERT_EQ(test, 0,
				register_trace_tracepoint_test_a(tp_probe_self_removal,
								 &removal));
		KUNIT_EXPECT_STREQ(test, tp_fire_a(), i & 1 ? "x" : "");
		flush_work(&removal.work);
		KUNIT_EXPECT_STREQ(test, tp_fire_a(), i & 1 ? "x" : "");
		KUNIT_EXPECT_EQ(test, removal.calls, 1);
		KUNIT_EXPECT_TRUE(test, removal.removed);
		KUNIT_EXPECT_TRUE(test, removal.waited);
		if (i & 1)
			unregister_trace_tracepoint_test_a(tp_probe_a, LETTER('x'));
	}
	destroy_work_on_stack(&removal.work);
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
	KUNIT_CASE(tracepoint_test_self_removal),
	KUNIT_CASE(tracepoint_test_each),
	{}
};

static struct kunit_suite tracepoint_test_suite = {
	.name		= "tracepoint",
	.test_cases	= tracepoint_test_cases,
};

kunit_test_suite(tracepoint_test_suite);
