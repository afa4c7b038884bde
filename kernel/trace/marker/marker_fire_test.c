// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel markers that change while they fire: no call is missed once a
 * probe is on, none comes with data that is gone, and arguments arrive whole,
 * with one probe and with several.
 */
#include <kunit/test.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "internal.h"

#define FIRE_FORMAT	"number %d twice %lld byte %hhu text %s"
#define TOKEN_MAGIC	0x70a57

/**
 * struct token - the data of a probe
 * @magic: TOKEN_MAGIC until it is freed
 * @owner: the task whose calls are counted
 * @heard: how many of them
 */
struct token {
	int			magic;
	struct task_struct	*owner;
	int			heard;
};

static int fire_wrong;
static atomic_long_t fire_hits;

static void probe_token(const struct marker *marker, void *private,
			const char *format, ...)
{
	struct token *token = private;
	const char *text;
	long long twice;
	va_list args;
	int number, byte;

	va_start(args, format);
	number = va_arg(args, int);
	twice = va_arg(args, long long);
	byte = va_arg(args, int);
	text = va_arg(args, const char *);
	va_end(args);

	if (READ_ONCE(token->magic) != TOKEN_MAGIC)
		WRITE_ONCE(fire_wrong, 1);
	if (twice != 2LL * number || byte != (u8)number || strcmp(text, "fire"))
		WRITE_ONCE(fire_wrong, 2);
	if (token->owner == current)
		token->heard++;
	atomic_long_inc(&fire_hits);
}

static noinline void fire_once(int number)
{
	trace_mark(kunit_fire, FIRE_FORMAT, number, 2LL * number, (u8)number,
		   "fire");
}

static int fire_thread(void *data)
{
	int number = 0;

	while (!kthread_should_stop()) {
		int i;

		for (i = 0; i < 100; i++)
			fire_once(number--);
		cond_resched();
	}
	return 0;
}

struct fire_threads {
	struct task_struct *task[2];
};

static void fire_start(struct kunit *test, struct fire_threads *threads)
{
	int i;

	fire_wrong = 0;
	atomic_long_set(&fire_hits, 0);
	for (i = 0; i < ARRAY_SIZE(threads->task); i++) {
		threads->task[i] = kthread_run(fire_thread, NULL, "fire/%d", i);
		KUNIT_ASSERT_FALSE(test, IS_ERR(threads->task[i]));
	}
}

static void fire_stop(struct kunit *test, struct fire_threads *threads)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(threads->task); i++)
		kthread_stop(threads->task[i]);
	KUNIT_EXPECT_EQ(test, fire_wrong, 0);
}

static struct token *token_new(struct kunit *test)
{
	struct token *token = kzalloc(sizeof(*token), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, token);
	token->magic = TOKEN_MAGIC;
	token->owner = current;
	KUNIT_EXPECT_EQ(test, 0, marker_probe_register("kunit_fire", FIRE_FORMAT,
						       probe_token, token));
	return token;
}

static void token_off(struct kunit *test, struct token *token)
{
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_fire",
							 probe_token, token));
}

/* It dies only after the grace period, and at once if that was too short. */
static void token_free(struct token *token)
{
	WRITE_ONCE(token->magic, 0);
	kfree(token);
}

/* Fired by this task, so it must be heard just once. */
static void token_hears(struct kunit *test, struct token *token, int times)
{
	int before = token->heard;

	fire_once(7);
	if (token->heard != before + times)
		KUNIT_FAIL(test, "heard %d times instead of %d",
			   token->heard - before, times);
}

static void test_fire_registered(struct kunit *test)
{
	struct fire_threads threads;
	struct token *one, *two;
	int i;

	fire_start(test, &threads);
	for (i = 0; i < 100; i++) {
		one = token_new(test);
		token_hears(test, one, 0);
		KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_fire"));
		token_hears(test, one, 1);
		two = token_new(test);
		token_hears(test, one, 1);
		token_hears(test, two, 1);
		token_off(test, one);
		token_hears(test, one, 0);
		token_hears(test, two, 1);
		token_off(test, two);
		token_hears(test, two, 0);
		if (i % 20 == 0)
			marker_synchronize_unregister();
		else
			synchronize_rcu_expedited();
		token_free(one);
		token_free(two);
	}
	fire_stop(test, &threads);
	KUNIT_EXPECT_GE(test, atomic_long_read(&fire_hits), 400);
}

/* Thousands of changes, without ever waiting. */
static void test_fire_changes(struct kunit *test)
{
	struct fire_threads threads;
	struct token *token[2];
	int i;

	fire_start(test, &threads);
	token[0] = token_new(test);
	token[1] = token_new(test);
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_fire"));
	for (i = 0; i < 3000; i++) {
		struct token *now = token[i & 1];

		if (marker_probe_unregister("kunit_fire", probe_token, now) ||
		    marker_probe_register("kunit_fire", FIRE_FORMAT,
					  probe_token, now))
			KUNIT_FAIL(test, "change %d failed", i);
		token_hears(test, now, 1);
		if (i % 16)
			continue;
		/* This patches the sites. */
		KUNIT_EXPECT_EQ(test, 0, marker_disarm("kunit_fire"));
		token_hears(test, now, 0);
		KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_fire"));
		token_hears(test, token[0], 1);
		token_hears(test, token[1], 1);
	}
	token_off(test, token[0]);
	token_off(test, token[1]);
	marker_synchronize_unregister();
	token_free(token[0]);
	token_free(token[1]);
	fire_stop(test, &threads);
}

/**
 * struct leaver - a probe that has itself taken away while it runs
 * @work: takes it away
 * @test: the test
 * @gone: it is taken away
 * @ended: the probe has done all it does
 * @waited: who took it away has waited for that
 * @calls: how often it was called
 */
struct leaver {
	struct work_struct	work;
	struct kunit		*test;
	bool			gone;
	bool			ended;
	bool			waited;
	int			calls;
};

static void probe_leaver(const struct marker *marker, void *private,
			 const char *format, ...)
{
	struct leaver *leaver = private;
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

	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_leaver", probe_leaver,
							 leaver));
	WRITE_ONCE(leaver->gone, true);
	marker_synchronize_unregister();
	KUNIT_EXPECT_TRUE(test, READ_ONCE(leaver->ended));
	leaver->waited = true;
}

static noinline void fire_leaver(void)
{
	trace_mark(kunit_leaver, MARK_NOARGS);
}

static void test_fire_leaver(struct kunit *test)
{
	struct leaver leaver = { .test = test };
	int i;

	INIT_WORK_ONSTACK(&leaver.work, leaver_leaves);
	for (i = 0; i < 5; i++) {
		leaver.gone = false;
		leaver.ended = false;
		leaver.waited = false;
		leaver.calls = 0;
		KUNIT_ASSERT_EQ(test, 0,
				marker_probe_register("kunit_leaver", MARK_NOARGS,
						      probe_leaver, &leaver));
		KUNIT_ASSERT_EQ(test, 0, marker_arm("kunit_leaver"));
		fire_leaver();
		flush_work(&leaver.work);
		fire_leaver();
		KUNIT_EXPECT_EQ(test, leaver.calls, 1);
		KUNIT_EXPECT_TRUE(test, leaver.gone);
		KUNIT_EXPECT_TRUE(test, leaver.waited);
	}
	destroy_work_on_stack(&leaver.work);
}

static struct kunit_case marker_fire_cases[] = {
	KUNIT_CASE_SLOW(test_fire_registered),
	KUNIT_CASE_SLOW(test_fire_changes),
	KUNIT_CASE(test_fire_leaver),
	{}
};

static struct kunit_suite marker_fire_suite = {
	.name = "trace_marker_fire",
	.test_cases = marker_fire_cases,
};

kunit_test_suite(marker_fire_suite);
