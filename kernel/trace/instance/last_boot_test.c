// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what a persistent ring buffer keeps of the modules: boots are simulated by
 * using the same memory again.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/vmalloc.h>

#include "../ring/ring.h"
#include "internal.h"

#define LAST_BOOT_TEST_PAGES	(3 + 5 * nr_cpu_ids)

static void *last_boot_test_mem;
static struct trace_array *last_boot_test_tr;

static int last_boot_test_init(struct kunit *test)
{
	last_boot_test_tr = kunit_kzalloc(test, sizeof(*last_boot_test_tr), GFP_KERNEL);
	last_boot_test_mem = vzalloc(LAST_BOOT_TEST_PAGES * PAGE_SIZE);
	return last_boot_test_tr && last_boot_test_mem ? 0 : -ENOMEM;
}

static void last_boot_test_exit(struct kunit *test)
{
	vfree(last_boot_test_mem);
}

static void last_boot_test_start(struct kunit *test, u64 key)
{
	struct trace_array *tr = last_boot_test_tr;
	unsigned long kept;

	tr->ring = ring_persist_alloc(last_boot_test_mem, LAST_BOOT_TEST_PAGES * PAGE_SIZE,
				      RB_FL_OVERWRITE, key, PAGE_SIZE, &kept);
	KUNIT_ASSERT_NOT_NULL(test, tr->ring);
	KUNIT_ASSERT_EQ(test, instance_last_boot_create(tr, tr->ring), 0);
}

static void last_boot_test_end(void)
{
	instance_last_boot_free(last_boot_test_tr);
	ring_buffer_free(last_boot_test_tr->ring);
}

static void last_boot_test_load(const char *name, unsigned long base)
{
	struct instance_persist_module now = { .base = base, .bytes = 0x1000 };

	strscpy(now.name, name);
	guard(mutex)(&instance_lock);
	instance_module_coming(last_boot_test_tr, &now);
}

static void last_boot_test_unload(unsigned long base)
{
	guard(mutex)(&instance_lock);
	instance_module_going(last_boot_test_tr, base);
}

/* Addresses in a module of the last boot are translated while it is loaded. */
static void last_boot_test_addresses(struct kunit *test)
{
	const struct trace_array *tr = last_boot_test_tr;

	last_boot_test_start(test, 1);
	KUNIT_EXPECT_EQ(test, tr->last_boot->nr, 0);
	last_boot_test_load("gone", 0x10000);
	last_boot_test_load("stays", 0x20000);
	last_boot_test_unload(0x10000);
	last_boot_test_end();

	last_boot_test_start(test, 1);
	KUNIT_ASSERT_EQ(test, tr->last_boot->nr, 1);
	KUNIT_EXPECT_STREQ(test, tr->last_boot->modules[0].name, "stays");
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x20010), 0);
	last_boot_test_load("other", 0x20000);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x20010), 0);
	last_boot_test_load("stays", 0x30000);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x20010), 0x30010);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x20fff), 0x30fff);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x21000), 0);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x1ffff), 0);
	last_boot_test_unload(0x30000);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x20010), 0);
	last_boot_test_end();

	/* The modules of another kernel are known, but they are not those of this one. */
	last_boot_test_start(test, 2);
	KUNIT_ASSERT_EQ(test, tr->last_boot->nr, 1);
	KUNIT_EXPECT_TRUE(test, instance_last_boot_is_other(tr));
	KUNIT_EXPECT_STREQ(test, tr->last_boot->modules[0].name, "other");
	last_boot_test_load("other", 0x20000);
	KUNIT_EXPECT_EQ(test, instance_last_boot_addr(tr, 0x20010), 0);
	last_boot_test_end();
}

/* Modules without an entry are counted, and may find one later. */
static void last_boot_test_too_many(struct kunit *test)
{
	struct instance_last_boot *last;
	unsigned int i, max;
	char name[16];

	last_boot_test_start(test, 1);
	max = last_boot_test_tr->last_boot->max;
	KUNIT_EXPECT_EQ(test, max, 102);
	for (i = 1; i <= max + 3; i++) {
		snprintf(name, sizeof(name), "module%u", i);
		last_boot_test_load(name, i * 0x1000);
	}
	/* One that was counted, and one that has an entry, which becomes free. */
	last_boot_test_unload((max + 3) * 0x1000);
	last_boot_test_unload(0x5000);
	last_boot_test_load("late", 0x100000000);
	last_boot_test_end();

	last_boot_test_start(test, 1);
	last = last_boot_test_tr->last_boot;
	KUNIT_EXPECT_EQ(test, last->nr, max);
	KUNIT_EXPECT_EQ(test, last->missed, 2);
	KUNIT_EXPECT_STREQ(test, last->modules[4].name, "late");
	last_boot_test_end();
}

/* Entries that make no sense are left out. */
static void last_boot_test_damage(struct kunit *test)
{
	struct instance_persist_module *modules;
	struct instance_last_boot *last;
	unsigned int i;

	last_boot_test_start(test, 1);
	for (i = 0; i < 7; i++)
		last_boot_test_load("module", 0x1000 * (i + 1));
	modules = last_boot_test_tr->last_boot->info->modules;
	memset(modules[1].name, 'x', sizeof(modules[1].name));
	modules[2].name[3] = '\n';
	modules[3].name[0] = '\0';
	modules[4].bytes = 0;
	modules[5].base = -1ULL;
	last_boot_test_end();

	last_boot_test_start(test, 1);
	last = last_boot_test_tr->last_boot;
	KUNIT_EXPECT_EQ(test, last->nr, 2);
	KUNIT_EXPECT_EQ(test, last->modules[1].base, 0x7000);
	last_boot_test_end();
}

/* The clock of the last boot is selected again, unless its name is damaged. */
static void last_boot_test_clock(struct kunit *test)
{
	struct trace_array *tr = last_boot_test_tr;
	int mono = trace_clock_find("mono");

	last_boot_test_start(test, 1);
	KUNIT_EXPECT_EQ(test, tr->clock, 0);
	tr->clock = mono;
	instance_last_boot_save_clock(tr);
	last_boot_test_end();

	tr->clock = 0;
	last_boot_test_start(test, 1);
	KUNIT_EXPECT_EQ(test, tr->clock, mono);
	memset(tr->last_boot->info->clock, 'm', sizeof(tr->last_boot->info->clock));
	last_boot_test_end();

	tr->clock = 0;
	last_boot_test_start(test, 1);
	KUNIT_EXPECT_EQ(test, tr->clock, 0);
	KUNIT_EXPECT_STREQ(test, tr->last_boot->info->clock, "local");
	last_boot_test_end();
}

static struct kunit_case last_boot_test_cases[] = {
	KUNIT_CASE(last_boot_test_addresses),
	KUNIT_CASE(last_boot_test_too_many),
	KUNIT_CASE(last_boot_test_damage),
	KUNIT_CASE(last_boot_test_clock),
	{}
};

static struct kunit_suite last_boot_test_suite = {
	.name = "trace_instance_last_boot",
	.init = last_boot_test_init,
	.exit = last_boot_test_exit,
	.test_cases = last_boot_test_cases,
};

kunit_test_suite(last_boot_test_suite);
