// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of sites.c and ip_set.c: finding a site from an earlier one, and sorting
 * addresses.
 */

#include <kunit/test.h>
#include <linux/prandom.h>

#include "internal.h"

/* All sites of @group are found from @from, and no address next to them is. */
static void sites_test_from(struct kunit *test, struct ftrace_group *group,
			    struct dyn_ftrace *from)
{
	struct ftrace_group *found = group;
	struct dyn_ftrace *site;

	ftrace_for_each_site(group, site) {
		found = group;
		KUNIT_ASSERT_PTR_EQ(test, ftrace_table_find_from(site->ip, from, &found), site);
		KUNIT_ASSERT_PTR_EQ(test, found, group);
		KUNIT_ASSERT_NULL(test, ftrace_table_find_from(site->ip + 1, from, &found));
	}
}

static void sites_test_find_from(struct kunit *test)
{
	struct ftrace_group *first, *group;
	struct dyn_ftrace *last;

	guard(mutex)(&ftrace_lock);
	first = ftrace_group_next(NULL);
	KUNIT_ASSERT_GT(test, first->count, 16);
	last = first->sites + first->count - 1;
	sites_test_from(test, first, NULL);
	sites_test_from(test, first, first->sites);
	sites_test_from(test, first, first->sites + first->count / 3);
	sites_test_from(test, first, last);

	/* The sites of other groups, such as the ones of modules, are found from it, too. */
	ftrace_for_each_group(group) {
		struct ftrace_group *found = first;

		KUNIT_EXPECT_PTR_EQ(test, ftrace_table_find_from(group->sites->ip, last, &found),
				    group->sites);
		KUNIT_EXPECT_PTR_EQ(test, found, group);
	}
}

/* Add @count addresses of @values to a vector, sort it, and compare it with @values. */
static void sites_test_sort_one(struct kunit *test, const unsigned long *values,
				unsigned int count)
{
	struct ftrace_ip_vec vec = {};
	unsigned int i;

	for (i = 0; i < count; i++)
		KUNIT_ASSERT_EQ(test, ftrace_ip_vec_add(&vec, values[i]), 0);
	ftrace_ip_vec_sort(&vec);
	KUNIT_EXPECT_FALSE(test, vec.unsorted);
	for (i = 1; i < vec.count; i++)
		KUNIT_ASSERT_GT(test, vec.ip[i], vec.ip[i - 1]);
	for (i = 0; i < count; i++)
		KUNIT_ASSERT_EQ(test, ftrace_ip_vec_has(&vec, values[i]), values[i] != 0);
	/* Each of the addresses is one of @values: remove them, and none is left. */
	for (i = 0; i < count; i++) {
		struct ftrace_ip_vec one = { (unsigned long *)values + i, 1, 1 };

		ftrace_ip_vec_del(&vec, &one);
	}
	KUNIT_EXPECT_EQ(test, vec.count, 0);
	ftrace_ip_vec_free(&vec);
}

/*
 * Few addresses are sorted by sort(), many by their digits. The addresses differ in all digits,
 * in the lowest, or are as they are in kernel text; some are equal, and some are zero.
 */
static void sites_test_sort(struct kunit *test)
{
	static const unsigned int counts[] = { 2, 3, 31, 32, 33, 700 };
	static const unsigned long masks[] = { ~0UL, 0xff, 0x3fffff0, 0xff00000000000000 };
	struct rnd_state random;
	unsigned long *values;

	prandom_seed_state(&random, 1);
	values = kunit_kcalloc(test, 700, sizeof(*values), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, values);
	for (unsigned int i = 0; i < ARRAY_SIZE(counts) * ARRAY_SIZE(masks); i++) {
		unsigned long mask = masks[i / ARRAY_SIZE(counts)];
		unsigned int count = counts[i % ARRAY_SIZE(counts)];

		for (unsigned int j = 0; j < count; j++) {
			values[j] = (unsigned long)prandom_u32_state(&random) << 32;
			values[j] = (values[j] | prandom_u32_state(&random)) & mask;
			values[j] |= mask == 0x3fffff0 ? 0xffffffff80000000 : 0;
		}
		values[count / 2] = 0;
		sites_test_sort_one(test, values, count);
		values[count - 1] = values[0];
		values[0] = ULONG_MAX;
		sites_test_sort_one(test, values, count);
	}
}

static struct kunit_case sites_test_cases[] = {
	KUNIT_CASE(sites_test_find_from),
	KUNIT_CASE(sites_test_sort),
	{}
};

static struct kunit_suite sites_test_suite = {
	.name = "ftrace_sites",
	.test_cases = sites_test_cases,
};

kunit_test_suite(sites_test_suite);
