// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the list of dynamic events: lookup and removal by name.
 */
#include <kunit/test.h>

#include <linux/string.h>

#include "dynevent.h"

/* Events of two kinds; dynevent_test_removed counts removals. */
static unsigned int dynevent_test_removed;
static struct dynevent *dynevent_test_busy;

static bool dynevent_test_match(struct dynevent *ev, const char *system,
				const char *event, int argc, const char **argv)
{
	return !*event || !strcmp(ev->name, event);
}

static int dynevent_test_remove(struct dynevent *ev)
{
	if (ev == dynevent_test_busy)
		return -EBUSY;
	dynevent_del(ev);
	dynevent_test_removed++;
	return 0;
}

static const struct dynevent_kind dynevent_test_kind = {
	.match	= dynevent_test_match,
	.remove	= dynevent_test_remove,
};

static const struct dynevent_kind dynevent_test_other = {
	.match	= dynevent_test_match,
	.remove	= dynevent_test_remove,
};

#define DYNEVENT_TEST_NR	4

/* Add events: "same" twice, "same" of the other kind, and "alone". */
static void dynevent_test_add(struct dynevent *events)
{
	static const char * const names[DYNEVENT_TEST_NR] = { "same", "same", "same", "alone" };
	unsigned int i;

	guard(mutex)(&dynevent_lock);
	for (i = 0; i < DYNEVENT_TEST_NR; i++)
		dynevent_add(&events[i], i == 2 ? &dynevent_test_other :
			     &dynevent_test_kind, names[i]);
	dynevent_test_removed = 0;
	dynevent_test_busy = NULL;
}

static void dynevent_test_clear(struct dynevent *events)
{
	unsigned int i;

	guard(mutex)(&dynevent_lock);
	for (i = 0; i < DYNEVENT_TEST_NR; i++) {
		if (!list_empty(&events[i].list))
			dynevent_del(&events[i]);
	}
}

static struct dynevent *dynevent_test_find(const char *name)
{
	guard(mutex)(&dynevent_lock);
	return dynevent_find(&dynevent_test_kind, name);
}

/* The oldest event of a name and kind is found. */
static void dynevent_test_finds(struct kunit *test)
{
	struct dynevent events[DYNEVENT_TEST_NR];

	dynevent_test_add(events);
	KUNIT_EXPECT_PTR_EQ(test, dynevent_test_find("same"), &events[0]);
	KUNIT_EXPECT_PTR_EQ(test, dynevent_test_find("alone"), &events[3]);
	KUNIT_EXPECT_NULL(test, dynevent_test_find("none"));
	KUNIT_EXPECT_EQ(test, dynevent_delete("-:same", &dynevent_test_other), 0);
	KUNIT_EXPECT_EQ(test, dynevent_test_removed, 1);
	KUNIT_EXPECT_PTR_EQ(test, dynevent_test_find("same"), &events[0]);
	dynevent_test_clear(events);
	KUNIT_EXPECT_NULL(test, dynevent_test_find("same"));
}

/* Events of a name are removed from the oldest on, up to one that is in use. */
static void dynevent_test_removes_by_name(struct kunit *test)
{
	struct dynevent events[DYNEVENT_TEST_NR];

	dynevent_test_add(events);
	dynevent_test_busy = &events[1];
	KUNIT_EXPECT_EQ(test, dynevent_delete("-:same", &dynevent_test_kind), -EBUSY);
	KUNIT_EXPECT_EQ(test, dynevent_test_removed, 1);
	KUNIT_EXPECT_PTR_EQ(test, dynevent_test_find("same"), &events[1]);
	dynevent_test_busy = NULL;
	KUNIT_EXPECT_EQ(test, dynevent_delete("-:same", &dynevent_test_kind), 0);
	KUNIT_EXPECT_EQ(test, dynevent_delete("-:same", &dynevent_test_kind), -ENOENT);
	KUNIT_EXPECT_PTR_EQ(test, dynevent_test_find("alone"), &events[3]);
	dynevent_test_clear(events);
}

/* Without the name of an event, all events are asked. */
static void dynevent_test_removes_by_system(struct kunit *test)
{
	struct dynevent events[DYNEVENT_TEST_NR];

	dynevent_test_add(events);
	KUNIT_EXPECT_EQ(test, dynevent_delete("-:group/", &dynevent_test_kind), 0);
	KUNIT_EXPECT_EQ(test, dynevent_test_removed, 3);
	KUNIT_EXPECT_FALSE(test, list_empty(&events[2].list));
	dynevent_test_clear(events);
}

static struct kunit_case dynevent_test_cases[] = {
	KUNIT_CASE(dynevent_test_finds),
	KUNIT_CASE(dynevent_test_removes_by_name),
	KUNIT_CASE(dynevent_test_removes_by_system),
	{}
};

static struct kunit_suite dynevent_test_suite = {
	.name		= "trace_dynevent",
	.test_cases	= dynevent_test_cases,
};

kunit_test_suite(dynevent_test_suite);

MODULE_DESCRIPTION("Tests of the list of dynamic events");
MODULE_LICENSE("GPL");
