// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of changing the probes of markers while these fire: a connected probe misses
 * no call, no probe is called with freed data, and arguments are passed correctly to
 * one probe and to several.
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
 * @magic: TOKEN_MAGIC until the token is freed
 * @owner: the task whose calls are counted
 * @calls: number of calls by @owner
 */
struct token {
	int			magic;
	struct task_struct	*owner;
	int			calls;
};

static int fire_wrong;
static atomic_long_t fire_hits;

static void marker_fire_probe(const struct marker *marker, void *private,
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
		token->calls++;
	atomic_long_inc(&fire_hits);
}

static noinline void marker_fire_once(int number)
{
	trace_mark(kunit_fire, FIRE_FORMAT, number, 2LL * number, (u8)number,
		   "fire");
}

static int marker_fire_thread(void *data)
{
	int number = 0;

	while (!kthread_should_stop()) {
		int i;

		for (i = 0; i < 100; i++)
			marker_fire_once(number--);
		cond_resched();
	}
	return 0;
}

struct fire_threads {
	struct task_struct *task[2];
};

static void marker_fire_start(struct kunit *test, struct fire_threads *threads)
{
	int i;

	fire_wrong = 0;
	atomic_long_set(&fire_hits, 0);
	for (i = 0; i < ARRAY_SIZE(threads->task); i++) {
		threads->task[i] = kthread_run(marker_fire_thread, NULL, "fire/%d", i);
		KUNIT_ASSERT_FALSE(test, IS_ERR(threads->task[i]));
	}
}

static void marker_fire_stop(struct kunit *test, struct fire_threads *threads)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(threads->task); i++)
		kthread_stop(threads->task[i]);
	KUNIT_EXPECT_EQ(test, fire_wrong, 0);
}

static struct token *marker_fire_token_new(struct kunit *test)
{
	struct token *token = kzalloc(sizeof(*token), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, token);
	token->magic = TOKEN_MAGIC;
	token->owner = current;
	KUNIT_EXPECT_EQ(test, 0, marker_probe_register("kunit_fire", FIRE_FORMAT,
						       marker_fire_probe, token));
	return token;
}

static void marker_fire_token_unregister(struct kunit *test, struct token *token)
{
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_fire",
							 marker_fire_probe, token));
}

/* Called after the grace period. A probe that is still called finds a wrong magic. */
static void marker_fire_token_free(struct token *token)
{
	WRITE_ONCE(token->magic, 0);
	kfree(token);
}

/* Fire once by this task, and expect @times calls of the probe. */
static void marker_fire_token_expect(struct kunit *test, struct token *token, int times)
{
	int before = token->calls;

	marker_fire_once(7);
	if (token->calls != before + times)
		KUNIT_FAIL(test, "%d calls instead of %d",
			   token->calls - before, times);
}

static void marker_fire_test_registered(struct kunit *test)
{
	struct fire_threads threads;
	struct token *one, *two;
	int i;

	marker_fire_start(test, &threads);
	for (i = 0; i < 100; i++) {
		one = marker_fire_token_new(test);
		marker_fire_token_expect(test, one, 0);
		KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_fire"));
		marker_fire_token_expect(test, one, 1);
		two = marker_fire_token_new(test);
		marker_fire_token_expect(test, one, 1);
		marker_fire_token_expect(test, two, 1);
		marker_fire_token_unregister(test, one);
		marker_fire_token_expect(test, one, 0);
		marker_fire_token_expect(test, two, 1);
		marker_fire_token_unregister(test, two);
		marker_fire_token_expect(test, two, 0);
		if (i % 20 == 0)
			marker_synchronize_unregister();
		else
			synchronize_rcu_expedited();
		marker_fire_token_free(one);
		marker_fire_token_free(two);
	}
	marker_fire_stop(test, &threads);
	KUNIT_EXPECT_GE(test, atomic_long_read(&fire_hits), 400);
}

/* Thousands of changes without a grace period in between. */
static void marker_fire_test_changes(struct kunit *test)
{
	struct fire_threads threads;
	struct token *token[2];
	int i;

	marker_fire_start(test, &threads);
	token[0] = marker_fire_token_new(test);
	token[1] = marker_fire_token_new(test);
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_fire"));
	for (i = 0; i < 3000; i++) {
		struct token *now = token[i & 1];

		if (marker_probe_unregister("kunit_fire", marker_fire_probe, now) ||
		    marker_probe_register("kunit_fire", FIRE_FORMAT,
					  marker_fire_probe, now))
			KUNIT_FAIL(test, "change %d failed", i);
		marker_fire_token_expect(test, now, 1);
		if (i % 16)
			continue;
		/* Disarming patches the sites. */
		KUNIT_EXPECT_EQ(test, 0, marker_disarm("kunit_fire"));
		marker_fire_token_expect(test, now, 0);
		KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_fire"));
		marker_fire_token_expect(test, token[0], 1);
		marker_fire_token_expect(test, token[1], 1);
	}
	marker_fire_token_unregister(test, token[0]);
	marker_fire_token_unregister(test, token[1]);
	marker_synchronize_unregister();
	marker_fire_token_free(token[0]);
	marker_fire_token_free(token[1]);
	marker_fire_stop(test, &threads);
}

/**
 * struct removal - a probe that is unregistered while it runs
 * @work: unregisters the probe
 * @test: the test
 * @removed: the probe is unregistered
 * @ended: the probe is about to return
 * @waited: marker_synchronize_unregister() has waited for the probe
 * @calls: number of calls of the probe
 */
struct removal {
	struct work_struct	work;
	struct kunit		*test;
	bool			removed;
	bool			ended;
	bool			waited;
	int			calls;
};

static void marker_fire_probe_removed(const struct marker *marker, void *private,
				      const char *format, ...)
{
	struct removal *removal = private;
	int cpu = cpumask_any_but(cpu_online_mask, smp_processor_id());
	long patience = 100000000;

	removal->calls++;
	if (cpu >= nr_cpu_ids) {
		/* With one CPU the work runs only after the probe has returned. */
		cpu = smp_processor_id();
		patience = 0;
	}
	queue_work_on(cpu, system_highpri_wq, &removal->work);
	while (patience-- && !READ_ONCE(removal->removed))
		cpu_relax();
	WRITE_ONCE(removal->ended, true);
}

static void marker_fire_remove(struct work_struct *work)
{
	struct removal *removal = container_of(work, struct removal, work);
	struct kunit *test = removal->test;

	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_removal", marker_fire_probe_removed,
							 removal));
	WRITE_ONCE(removal->removed, true);
	marker_synchronize_unregister();
	KUNIT_EXPECT_TRUE(test, READ_ONCE(removal->ended));
	removal->waited = true;
}

static noinline void marker_fire_removal(void)
{
	trace_mark(kunit_removal, MARK_NOARGS);
}

static void marker_fire_test_self_removal(struct kunit *test)
{
	struct removal removal = { .test = test };
	int i;

	INIT_WORK_ONSTACK(&removal.work, marker_fire_remove);
	for (i = 0; i < 5; i++) {
		removal.removed = false;
		removal.ended = false;
		removal.waited = false;
		removal.calls = 0;
		KUNIT_ASSERT_EQ(test, 0,
				marker_probe_register("kunit_removal", MARK_NOARGS,
						      marker_fire_probe_removed, &removal));
		KUNIT_ASSERT_EQ(test, 0, marker_arm("kunit_removal"));
		marker_fire_removal();
		flush_work(&removal.work);
		marker_fire_removal();
		KUNIT_EXPECT_EQ(test, removal.calls, 1);
		KUNIT_EXPECT_TRUE(test, removal.removed);
		KUNIT_EXPECT_TRUE(test, removal.waited);
	}
	destroy_work_on_stack(&removal.work);
}

static struct kunit_case marker_fire_cases[] = {
	KUNIT_CASE_SLOW(marker_fire_test_registered),
	KUNIT_CASE_SLOW(marker_fire_test_changes),
	KUNIT_CASE(marker_fire_test_self_removal),
	{}
};

static struct kunit_suite marker_fire_suite = {
	.name = "trace_marker_fire",
	.test_cases = marker_fire_cases,
};

kunit_test_suite(marker_fire_suite);
