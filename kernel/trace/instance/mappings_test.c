// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the table of mappings, with processes that never existed: their ids are larger
 * than any real one.
 */
#include <kunit/test.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/threads.h>

#include "internal.h"

#define MAPPINGS_TEST_TGID	(PID_MAX_LIMIT + 11)
#define MAPPINGS_TEST_CHILD	(MAPPINGS_TEST_TGID + 1)

static void mappings_test_time(u64 *time, u64 at)
{
	int i;

	for (i = 0; i < TRACE_COMM_CLOCKS; i++)
		time[i] = at;
}

static struct instance_space *mappings_test_space(struct kunit *test, int tgid, u64 at)
{
	u64 time[TRACE_COMM_CLOCKS];
	struct instance_space *space;

	mappings_test_time(time, at);
	space = instance_space_add(NULL, tgid, time);
	KUNIT_ASSERT_NOT_NULL(test, space);
	return space;
}

static struct instance_space *mappings_test_fork(struct kunit *test, struct instance_space *of,
						 u64 at)
{
	u64 time[TRACE_COMM_CLOCKS];

	mappings_test_time(time, at);
	return instance_space_fork(of, MAPPINGS_TEST_TGID, NULL, MAPPINGS_TEST_CHILD, time);
}

/* Add a page of a file, or with an empty path of memory without one. True if it was new. */
static bool mappings_test_map(struct kunit *test, struct instance_space *space, u64 at,
			      unsigned long start, const char *path)
{
	struct instance_found found = { .start = start, .end = start + 0x1000 };
	u64 time[TRACE_COMM_CLOCKS];
	bool added;

	mappings_test_time(time, at);
	if (*path) {
		found.object = kzalloc(struct_size(found.object, path, strlen(path) + 1),
				       GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, found.object);
		found.object->len = strlen(path);
		memcpy(found.object->path, path, strlen(path) + 1);
	}
	added = instance_space_map(space, &found, time);
	kfree(found.object);
	return added;
}

static void mappings_test_expect(struct kunit *test, int tgid, u64 at, unsigned long addr,
				 const char *want)
{
	const struct instance_space *space = instance_space_at(tgid, TRACE_COMM_LOCAL, at);
	const struct instance_map *map = NULL;

	if (space)
		map = instance_map_at(space, TRACE_COMM_LOCAL, at, addr);
	KUNIT_EXPECT_STREQ(test, !space ? "no space" : !map ? "no mapping" :
			   !map->object ? "no file" : map->object->path, want);
}

static void mappings_test_times(struct kunit *test)
{
	struct instance_space *space, *after;

	mutex_lock(&instance_mappings_lock);
	space = mappings_test_space(test, MAPPINGS_TEST_TGID, 100);
	KUNIT_EXPECT_TRUE(test, mappings_test_map(test, space, 100, 0x1000, "/a"));
	KUNIT_EXPECT_TRUE(test, mappings_test_map(test, space, 200, 0x1000, "/b"));
	KUNIT_EXPECT_FALSE(test, mappings_test_map(test, space, 300, 0x1000, "/b"));
	KUNIT_EXPECT_TRUE(test, mappings_test_map(test, space, 400, 0x1000, ""));
	KUNIT_EXPECT_FALSE(test, mappings_test_map(test, space, 400, 0x5000, ""));
	after = mappings_test_space(test, MAPPINGS_TEST_TGID, 500);
	KUNIT_EXPECT_TRUE(test, mappings_test_map(test, after, 510, 0x1000, "/c"));

	mappings_test_expect(test, MAPPINGS_TEST_TGID, 99, 0x1000, "no space");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 100, 0x0fff, "no mapping");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 100, 0x1000, "/a");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 199, 0x1fff, "/a");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 199, 0x2000, "no mapping");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 200, 0x1000, "/b");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 400, 0x1000, "no file");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 505, 0x1000, "no mapping");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 510, 0x1000, "/c");

	/* The works of one system call may run in any order. */
	KUNIT_EXPECT_FALSE(test, mappings_test_map(test, after, 501, 0x1000, "/c"));
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 505, 0x1000, "/c");

	KUNIT_EXPECT_PTR_EQ(test, (void *)after,
			    (void *)instance_space_at(MAPPINGS_TEST_TGID, TRACE_COMM_NO_CLOCK, 0));
	instance_space_forget(after);
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 510, 0x1000, "no file");
	instance_space_forget(space);
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 510, 0x1000, "no space");
	KUNIT_EXPECT_FALSE(test, instance_owner_exists(MAPPINGS_TEST_TGID));
	mutex_unlock(&instance_mappings_lock);
}

static void mappings_test_forks(struct kunit *test)
{
	struct instance_space *parent, *child, *copies[16];
	int i;

	mutex_lock(&instance_mappings_lock);
	parent = mappings_test_space(test, MAPPINGS_TEST_TGID, 100);
	mappings_test_map(test, parent, 100, 0x1000, "/a");
	mappings_test_map(test, parent, 100, 0x2000, "/b");
	child = mappings_test_fork(test, parent, 200);
	KUNIT_ASSERT_NOT_NULL(test, child);
	mappings_test_map(test, parent, 300, 0x2000, "/parent");
	KUNIT_EXPECT_FALSE(test, mappings_test_map(test, child, 300, 0x2000, "/b"));
	KUNIT_EXPECT_TRUE(test, mappings_test_map(test, child, 350, 0x1000, "/child"));

	mappings_test_expect(test, MAPPINGS_TEST_CHILD, 150, 0x1000, "no space");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD, 349, 0x1000, "/a");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD, 350, 0x1000, "/child");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD, 400, 0x2000, "/b");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 400, 0x2000, "/parent");

	/* The child still has the mappings of a parent that has been dropped. */
	instance_space_forget(parent);
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 400, 0x2000, "no space");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD, 400, 0x2000, "/b");

	for (i = 0; i < ARRAY_SIZE(copies); i++) {
		copies[i] = mappings_test_fork(test, i ? copies[i - 1] : child, 500 + i);
		if (!copies[i])
			break;
		mappings_test_expect(test, MAPPINGS_TEST_CHILD, 600, 0x2000, "/b");
	}
	KUNIT_EXPECT_GT(test, i, 4);
	KUNIT_EXPECT_LT(test, i, (int)ARRAY_SIZE(copies));
	instance_space_forget(child);
	while (i--)
		instance_space_forget(copies[i]);
	KUNIT_EXPECT_FALSE(test, instance_owner_exists(MAPPINGS_TEST_CHILD));
	mutex_unlock(&instance_mappings_lock);
}

static void mappings_test_shares(struct kunit *test)
{
	u64 time[TRACE_COMM_CLOCKS];
	struct instance_space *space;
	int i;

	mutex_lock(&instance_mappings_lock);
	space = mappings_test_space(test, MAPPINGS_TEST_TGID, 100);
	mappings_test_map(test, space, 100, 0x1000, "/a");
	mappings_test_time(time, 200);
	KUNIT_EXPECT_FALSE(test, instance_space_share(space, 0, MAPPINGS_TEST_TGID, time));
	for (i = 0; i < 200; i++)
		KUNIT_EXPECT_TRUE(test, instance_space_share(space, MAPPINGS_TEST_TGID,
							     MAPPINGS_TEST_CHILD + i, time));
	/* One process can create very many that share its memory. */
	KUNIT_EXPECT_LT(test, space->nr_owners, 100);
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 100, 0x1000, "/a");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD + 199, 200, 0x1000, "/a");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD + 199, 199, 0x1000, "no space");
	mappings_test_expect(test, MAPPINGS_TEST_CHILD, 200, 0x1000, "no space");
	instance_space_forget(space);
	mappings_test_expect(test, MAPPINGS_TEST_CHILD + 199, 200, 0x1000, "no space");
	mutex_unlock(&instance_mappings_lock);
}

static void mappings_test_limit(struct kunit *test)
{
	struct instance_space *space;
	int i;

	mutex_lock(&instance_mappings_lock);
	space = mappings_test_space(test, MAPPINGS_TEST_TGID, 100);
	for (i = 0; i < 5000; i++)
		mappings_test_map(test, space, 100 + i, 0x1000, i % 2 ? "/a" : "/b");
	KUNIT_EXPECT_LT(test, space->nr_maps, 5000);
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 100, 0x1000, "no mapping");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 5098, 0x1000, "/b");
	mappings_test_expect(test, MAPPINGS_TEST_TGID, 5099, 0x1000, "/a");
	instance_space_forget(space);
	mutex_unlock(&instance_mappings_lock);
}

static struct kunit_case mappings_test_cases[] = {
	KUNIT_CASE(mappings_test_times),
	KUNIT_CASE(mappings_test_forks),
	KUNIT_CASE(mappings_test_shares),
	KUNIT_CASE(mappings_test_limit),
	{}
};

static struct kunit_suite mappings_test_suite = {
	.name = "trace_instance_mappings",
	.test_cases = mappings_test_cases,
};

kunit_test_suite(mappings_test_suite);
