// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of keys.c: what the sites of keys do before, while and after they
 * are flipped, and batches of tracepoints.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/jump_label.h>
#include <linux/tracepoint.h>

#include "../tracepoint/tracepoint.h"
#include "internal.h"

DECLARE_TRACE(ftrace_static_keys_test_one, TP_PROTO(int *hits), TP_ARGS(hits));
DEFINE_TRACE(ftrace_static_keys_test_one, TP_PROTO(int *hits), TP_ARGS(hits));
DECLARE_TRACE(ftrace_static_keys_test_two, TP_PROTO(int *hits), TP_ARGS(hits));
DEFINE_TRACE(ftrace_static_keys_test_two, TP_PROTO(int *hits), TP_ARGS(hits));

static DEFINE_STATIC_KEY_FALSE(key_off);
static DEFINE_STATIC_KEY_TRUE(key_on);
static DEFINE_STATIC_KEY_FALSE(key_still);

/* A bit per site: near and far jumps, as long as likely branches. */
#define SITES_OFF	(BIT(0) | BIT(1))
#define SITES_ON	(BIT(2) | BIT(3))
#define SITES_STILL	BIT(4)

/* More than a short jump reaches. */
static __always_inline void keys_test_far(void)
{
	asm volatile(".skip 200, 0x90");
}

static noinline unsigned int keys_test_sites(void)
{
	unsigned int on = 0;

	if (static_branch_unlikely(&key_off))
		on |= BIT(0);
	if (static_branch_likely(&key_off)) {
		keys_test_far();
		on |= BIT(1);
	}
	if (static_branch_unlikely(&key_on))
		on |= BIT(2);
	if (static_branch_likely(&key_on)) {
		keys_test_far();
		on |= BIT(3);
	}
	if (static_branch_unlikely(&key_still))
		on |= BIT(4);
	return on;
}

/* Every CPU comes by here between two steps of a change. */
#define KEYS_TEST_SYNC	"do_sync_core"

static bool keys_test_armed;
static atomic_t keys_test_seen, keys_test_wrong;

/* Half patched, a site does what it did or what it will do. */
static void keys_test_sync(unsigned long ip, unsigned long parent_ip,
			   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	if (!READ_ONCE(keys_test_armed))
		return;
	atomic_inc(&keys_test_seen);
	if (keys_test_sites() & SITES_STILL)
		atomic_inc(&keys_test_wrong);
}

static void keys_test_flip(struct kunit *test, struct static_key **keys,
			   unsigned int count, unsigned int then)
{
	int before = atomic_read(&keys_test_seen);

	WRITE_ONCE(keys_test_armed, true);
	ftrace_static_keys_flip(keys, count);
	WRITE_ONCE(keys_test_armed, false);

	KUNIT_EXPECT_EQ(test, keys_test_sites(), then);
	KUNIT_EXPECT_EQ(test, static_key_enabled(&key_off), !!(then & SITES_OFF));
	KUNIT_EXPECT_EQ(test, static_key_enabled(&key_on), !!(then & SITES_ON));
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&key_still));
	KUNIT_EXPECT_EQ(test, atomic_read(&keys_test_seen) - before,
			4 * (int)num_online_cpus());
	KUNIT_EXPECT_EQ(test, atomic_read(&keys_test_wrong), 0);
}

static void keys_test(struct kunit *test)
{
	struct static_key *both[] = { &key_off.key, &key_on.key };
	struct ftrace_ops *sync = kunit_kzalloc(test, sizeof(*sync), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, sync);
	sync->func = keys_test_sync;
	sync->flags = FTRACE_OPS_FL_RECURSION;
	KUNIT_ASSERT_EQ(test, ftrace_set_filter(sync, (u8 *)KEYS_TEST_SYNC,
						strlen(KEYS_TEST_SYNC), 1), 0);
	KUNIT_ASSERT_EQ(test, register_ftrace_function(sync), 0);

	KUNIT_EXPECT_EQ(test, keys_test_sites(), SITES_ON);
	keys_test_flip(test, both, 2, SITES_OFF);
	keys_test_flip(test, both, 1, 0);
	keys_test_flip(test, both, 2, SITES_OFF | SITES_ON);
	keys_test_flip(test, both, 1, SITES_ON);

	/* And what others do with the key. */
	static_branch_enable(&key_off);
	KUNIT_EXPECT_EQ(test, keys_test_sites(), SITES_OFF | SITES_ON);
	keys_test_flip(test, both, 1, SITES_ON);

	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(sync), 0);
	ftrace_free_filter(sync);
}

/* A site that is not what its key says: nothing is patched, of any key. */
static void keys_test_refused(struct kunit *test)
{
	struct static_key *keys[] = { &key_off.key, &key_still.key };

	atomic_set(&key_still.key.enabled, 1);
	ftrace_static_keys_flip(keys, 2);
	atomic_set(&key_still.key.enabled, 0);
	KUNIT_EXPECT_EQ(test, keys_test_sites(), SITES_ON);
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&key_off));
}

static void keys_test_probe(void *data, int *hits)
{
	(*hits)++;
}

static int keys_test_fire(void)
{
	int hits = 0;

	trace_ftrace_static_keys_test_one(&hits);
	trace_ftrace_static_keys_test_two(&hits);
	return hits;
}

static void keys_test_batch(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, keys_test_fire(), 0);
	tracepoint_batch_begin();
	KUNIT_EXPECT_EQ(test, register_trace_ftrace_static_keys_test_one(keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, register_trace_ftrace_static_keys_test_two(keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, keys_test_fire(), 0);
	tracepoint_batch_end();
	KUNIT_EXPECT_EQ(test, keys_test_fire(), 2);

	/* Taken away, and put back: as if nothing had been. */
	tracepoint_batch_begin();
	KUNIT_EXPECT_EQ(test, unregister_trace_ftrace_static_keys_test_one(keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, unregister_trace_ftrace_static_keys_test_two(keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, keys_test_fire(), 0);
	KUNIT_EXPECT_EQ(test, register_trace_ftrace_static_keys_test_two(keys_test_probe, NULL), 0);
	KUNIT_EXPECT_EQ(test, keys_test_fire(), 1);
	tracepoint_batch_end();
	KUNIT_EXPECT_EQ(test, keys_test_fire(), 1);
	KUNIT_EXPECT_FALSE(test, trace_ftrace_static_keys_test_one_enabled());
	KUNIT_EXPECT_TRUE(test, trace_ftrace_static_keys_test_two_enabled());

	/* Without a batch it is done when it is said. */
	KUNIT_EXPECT_EQ(test, unregister_trace_ftrace_static_keys_test_two(keys_test_probe, NULL), 0);
	KUNIT_EXPECT_FALSE(test, trace_ftrace_static_keys_test_two_enabled());
	tracepoint_synchronize_unregister();
}

static struct kunit_case keys_test_cases[] = {
	KUNIT_CASE(keys_test),
	KUNIT_CASE(keys_test_refused),
	KUNIT_CASE(keys_test_batch),
	{}
};

static struct kunit_suite keys_test_suite = {
	.name = "trace_site_keys",
	.test_cases = keys_test_cases,
};

kunit_test_suite(keys_test_suite);
