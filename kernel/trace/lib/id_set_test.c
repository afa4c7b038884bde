// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of sets of ids. */
#include <kunit/test.h>
#include <linux/module.h>

#include "lib.h"

static void id_set_test_one(struct kunit *test)
{
	static const u64 ids[] = { 7 };
	struct trace_id_set *set = trace_id_set_create(ids, 1);

	KUNIT_ASSERT_NOT_NULL(test, set);
	KUNIT_EXPECT_EQ(test, set->nr, 1);
	KUNIT_EXPECT_EQ(test, set->ids[0], 7);
	KUNIT_EXPECT_TRUE(test, trace_id_set_has(set, 7));
	KUNIT_EXPECT_FALSE(test, trace_id_set_has(set, 0));
	KUNIT_EXPECT_FALSE(test, trace_id_set_has(set, 8));
	KUNIT_EXPECT_FALSE(test, trace_id_set_has(set, 7 | BIT_ULL(32)));
	trace_id_set_free(set);
}

static void id_set_test_order(struct kunit *test)
{
	static const u64 ids[] = { 5, U64_MAX, 1, 5, 5, BIT_ULL(63), 1, 2 };
	static const u64 sorted[] = { 1, 2, 5, BIT_ULL(63), U64_MAX };
	struct trace_id_set *set = trace_id_set_create(ids, ARRAY_SIZE(ids));
	int i;

	KUNIT_ASSERT_NOT_NULL(test, set);
	KUNIT_ASSERT_EQ(test, set->nr, ARRAY_SIZE(sorted));
	for (i = 0; i < ARRAY_SIZE(sorted); i++) {
		KUNIT_EXPECT_EQ(test, set->ids[i], sorted[i]);
		KUNIT_EXPECT_TRUE(test, trace_id_set_has(set, sorted[i]));
	}
	KUNIT_EXPECT_FALSE(test, trace_id_set_has(set, 3));
	trace_id_set_free_deferred(set);
	trace_id_set_free_deferred(NULL);
	trace_defer_atomic_flush();
}

/* Sizes around powers of two, with numbers of which many have the same hash. */
static void id_set_test_many(struct kunit *test)
{
	enum { MANY = 300 };
	struct trace_id_set *set;
	unsigned int nr, i, wrong;
	u64 *ids;

	ids = kunit_kcalloc(test, MANY, sizeof(*ids), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, ids);
	for (i = 0; i < MANY; i++)
		ids[i] = (u64)(MANY - i) << 40 | 1;
	for (nr = 1; nr <= MANY; nr++) {
		set = trace_id_set_create(ids, nr);
		KUNIT_ASSERT_NOT_NULL(test, set);
		wrong = set->nr != nr;
		for (i = 0; i < MANY; i++)
			wrong += trace_id_set_has(set, ids[i]) != (i < nr);
		KUNIT_EXPECT_EQ(test, wrong, 0);
		trace_id_set_free(set);
	}
}

static struct kunit_case id_set_test_cases[] = {
	KUNIT_CASE(id_set_test_one),
	KUNIT_CASE(id_set_test_order),
	KUNIT_CASE(id_set_test_many),
	{}
};

static struct kunit_suite id_set_test_suite = {
	.name = "trace_id_set",
	.test_cases = id_set_test_cases,
};

kunit_test_suite(id_set_test_suite);

MODULE_DESCRIPTION("KUnit tests of sets of ids");
MODULE_LICENSE("GPL");
