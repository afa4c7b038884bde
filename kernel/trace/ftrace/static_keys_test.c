// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of static_keys.c: the behaviour of sites before, while and after
 * their keys are switched; and batches of tracepoints.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/jump_label.h>
#include <linux/tracepoint.h>

#include "../tracepoint/tracepoint.h"
#include "internal.h"

DECLARE_TRACE(keys_test_one, TP_PROTO(int *hits), TP_ARGS(hits));
DEFINE_TRACE(keys_test_one, TP_PROTO(int *hits), TP_ARGS(hits));
DECLARE_TRACE(keys_test_two, TP_PROTO(int *hits), TP_ARGS(hits));
DEFINE_TRACE(keys_test_two, TP_PROTO(int *hits), TP_ARGS(hits));

static DEFINE_STATIC_KEY_FALSE(static_keys_test_off);
static DEFINE_STATIC_KEY_TRUE(static_keys_test_on);
static DEFINE_STATIC_KEY_FALSE(static_keys_test_still);

/* One bit for each site. Both short and near jumps are covered. */
#define SITES_OFF	(BIT(0) | BIT(1))
#define SITES_ON	(BIT(2) | BIT(3))
#define SITES_STILL	BIT(4)

/* Further than a short jump reaches. */
static __always_inline void static_keys_test_far(void)
{
	asm volatile(".skip 200, 0x90");
}

static noinline unsigned int static_keys_test_sites(void)
{
	unsigned int on = 0;

	if (static_branch_unlikely(&static_keys_test_off))
		on |= BIT(0);
	if (static_branch_likely(&static_keys_test_off)) {
		static_keys_test_far();
		on |= BIT(1);
	}
	if (static_branch_unlikely(&static_keys_test_on))
		on |= BIT(2);
	if (static_branch_likely(&static_keys_test_on)) {
		static_keys_test_far();
		on |= BIT(3);
	}
	if (static_branch_unlikely(&static_keys_test_still))
		on |= BIT(4);
	return on;
}

/* A function that every CPU calls between two steps of a change. */
#define STATIC_KEYS_TEST_SYNC	"do_sync_core"

static bool static_keys_test_armed;
static atomic_t static_keys_test_seen, static_keys_test_wrong;

/* A partially patched site behaves as before or as after the change. */
static void static_keys_test_sync(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	if (!READ_ONCE(static_keys_test_armed))
		return;
	atomic_inc(&static_keys_test_seen);
	if (static_keys_test_sites() & SITES_STILL)
		atomic_inc(&static_keys_test_wrong);
}

static void static_keys_test_flip(struct kunit *test, struct static_key **keys,
				  unsigned int count, unsigned int then)
{
	int before = atomic_read(&static_keys_test_seen);

	WRITE_ONCE(static_keys_test_armed, true);
	ftrace_static_keys_flip(keys, count);
	WRITE_ONCE(static_keys_test_armed, false);

	KUNIT_EXPECT_EQ(test, static_keys_test_sites(), then);
	KUNIT_EXPECT_EQ(test, static_key_enabled(&static_keys_test_off), !!(then & SITES_OFF));
	KUNIT_EXPECT_EQ(test, static_key_enabled(&static_keys_test_on), !!(then & SITES_ON));
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&static_keys_test_still));
	KUNIT_EXPECT_EQ(test, atomic_read(&static_keys_test_seen) - before,
			4 * (int)num_online_cpus());
	KUNIT_EXPECT_EQ(test, atomic_read(&static_keys_test_wrong), 0);
}

static void static_keys_test(struct kunit *test)
{
	struct static_key *both[] = { &static_keys_test_off.key, &static_keys_test_on.key };
	struct ftrace_ops *sync = kunit_kzalloc(test, sizeof(*sync), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, sync);
	sync->func = static_keys_test_sync;
	sync->flags = FTRACE_OPS_FL_RECURSION;
	KUNIT_ASSERT_EQ(test, ftrace_set_filter(sync, (u8 *)STATIC_KEYS_TEST_SYNC,
						strlen(STATIC_KEYS_TEST_SYNC), 1), 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(sync), 0);

	KUNIT_EXPECT_EQ(test, static_keys_test_sites(), SITES_ON);
	static_keys_test_flip(test, both, 2, SITES_OFF);
	static_keys_test_flip(test, both, 1, 0);
	static_keys_test_flip(test, both, 2, SITES_OFF | SITES_ON);
	static_keys_test_flip(test, both, 1, SITES_ON);

	/* The static keys' own functions still work on such a key. */
	static_branch_enable(&static_keys_test_off);
	KUNIT_EXPECT_EQ(test, static_keys_test_sites(), SITES_OFF | SITES_ON);
	static_keys_test_flip(test, both, 1, SITES_ON);

	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(sync), 0);
	ftrace_free_filter(sync);
}

/* If a site is not in the state of its key, no site of any key is patched. */
static void static_keys_test_refused(struct kunit *test)
{
	struct static_key *keys[] = { &static_keys_test_off.key, &static_keys_test_still.key };

	atomic_set(&static_keys_test_still.key.enabled, 1);
	ftrace_static_keys_flip(keys, 2);
	atomic_set(&static_keys_test_still.key.enabled, 0);
	KUNIT_EXPECT_EQ(test, static_keys_test_sites(), SITES_ON);
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&static_keys_test_off));
}

static void static_keys_test_probe(void *data, int *hits)
{
	(*hits)++;
}

static int static_keys_test_fire(void)
{
	int hits = 0;

	trace_keys_test_one(&hits);
	trace_keys_test_two(&hits);
	return hits;
}

static void static_keys_test_batch(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, static_keys_test_fire(), 0);
	tracepoint_batch_begin();
	KUNIT_EXPECT_EQ(test, register_trace_keys_test_one(static_keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, register_trace_keys_test_two(static_keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, static_keys_test_fire(), 0);
	tracepoint_batch_end();
	KUNIT_EXPECT_EQ(test, static_keys_test_fire(), 2);

	/* Disconnect and connect again in the same batch. */
	tracepoint_batch_begin();
	KUNIT_EXPECT_EQ(test, unregister_trace_keys_test_one(static_keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, unregister_trace_keys_test_two(static_keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, static_keys_test_fire(), 0);
	KUNIT_EXPECT_EQ(test, register_trace_keys_test_two(static_keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, static_keys_test_fire(), 1);
	tracepoint_batch_end();
	KUNIT_EXPECT_EQ(test, static_keys_test_fire(), 1);
	KUNIT_EXPECT_FALSE(test, trace_keys_test_one_enabled());
	KUNIT_EXPECT_TRUE(test, trace_keys_test_two_enabled());

	/* Without a batch a change takes effect immediately. */
	KUNIT_EXPECT_EQ(test, unregister_trace_keys_test_two(static_keys_test_probe, NULL), 0);
	KUNIT_EXPECT_FALSE(test, trace_keys_test_two_enabled());
	tracepoint_synchronize_unregister();
}

static struct kunit_case static_keys_test_cases[] = {
	KUNIT_CASE(static_keys_test),
	KUNIT_CASE(static_keys_test_refused),
	KUNIT_CASE(static_keys_test_batch),
	{}
};

static struct kunit_suite static_keys_test_suite = {
	.name = "ftrace_static_keys",
	.test_cases = static_keys_test_cases,
};

kunit_test_suite(static_keys_test_suite);
