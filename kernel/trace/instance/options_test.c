// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of options: their table, words as written to trace_options, and the
 * destination of trace_printk().
 */
#include <kunit/test.h>
#include <linux/err.h>

#include "internal.h"

static struct trace_array *options_test_tr;

static int options_test_init(struct kunit *test)
{
	options_test_tr = instance_add("options_test", NULL);
	return PTR_ERR_OR_ZERO(options_test_tr);
}

static void options_test_exit(struct kunit *test)
{
	instance_unpin(options_test_tr);
	instance_remove("options_test");
}

static void options_test_table(struct kunit *test)
{
	int i, j;

	for (i = 0; i < INSTANCE_OPTION_COUNT; i++) {
		KUNIT_ASSERT_NOT_NULL(test, instance_options[i].name);
		/* The prefix "no" clears an option, so no name can start with it. */
		KUNIT_EXPECT_FALSE(test,
				   strstarts(instance_options[i].name, "no"));
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_STRNEQ(test, instance_options[i].name,
					    instance_options[j].name);
	}
	KUNIT_EXPECT_STREQ(test, instance_options[0].name, "print-parent");
	KUNIT_EXPECT_STREQ(test, instance_options[INSTANCE_OPT_HASH_PTR].name,
			   "hash-ptr");
}

static void options_test_words(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, instance_option_apply(options_test_tr, "verbose"), 0);
	KUNIT_EXPECT_TRUE(test, instance_option(options_test_tr,
						INSTANCE_OPT_VERBOSE));
	KUNIT_EXPECT_EQ(test, instance_option_apply(options_test_tr, "verbose"), 0);
	KUNIT_EXPECT_EQ(test, instance_option_apply(options_test_tr, "noverbose"), 0);
	KUNIT_EXPECT_FALSE(test, instance_option(options_test_tr,
						 INSTANCE_OPT_VERBOSE));
}

static void options_test_bad_words(struct kunit *test)
{
	static const char * const bad[] = {
		"", "no", "verbos", "verbosee", "nonoverbose", "no verbose",
		"VERBOSE", "noprint-parentx",
	};
	u64 before = options_test_tr->options;
	int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, -EINVAL,
				    instance_option_apply(options_test_tr, bad[i]),
				    "'%s'", bad[i]);
	KUNIT_EXPECT_EQ(test, options_test_tr->options, before);
}

static void options_test_tracer(struct kunit *test)
{
	u32 before = instance_tracer_options(options_test_tr, &instance_nop);

	KUNIT_EXPECT_EQ(test, instance_option_apply(options_test_tr,
						    "test_nop_accept"), 0);
	KUNIT_EXPECT_NE(test, before,
			instance_tracer_options(options_test_tr, &instance_nop));
	KUNIT_EXPECT_EQ(test, instance_option_apply(options_test_tr,
						    "notest_nop_accept"), 0);
	KUNIT_EXPECT_EQ(test, -EINVAL,
			instance_option_apply(options_test_tr, "test_nop_refuse"));
	KUNIT_EXPECT_EQ(test, before,
			instance_tracer_options(options_test_tr, &instance_nop));
}

static void options_test_printk_dest(struct kunit *test)
{
	struct trace_array *global = &instance_global;
	const enum instance_option nr = INSTANCE_OPT_PRINTK_DEST;

	if (instance_printk_dest() != global)
		kunit_skip(test, "trace_printk_dest was set on the command line");

	KUNIT_EXPECT_FALSE(test, instance_option(options_test_tr, nr));
	KUNIT_EXPECT_EQ(test, instance_option_set(global, nr, false), -EINVAL);
	KUNIT_EXPECT_EQ(test, instance_option_set(options_test_tr, nr, true), 0);
	KUNIT_EXPECT_PTR_EQ(test, instance_printk_dest(), options_test_tr);
	KUNIT_EXPECT_FALSE(test, instance_option(global, nr));
	KUNIT_EXPECT_EQ(test, instance_option_set(options_test_tr, nr, false), 0);
	KUNIT_EXPECT_PTR_EQ(test, instance_printk_dest(), global);
	KUNIT_EXPECT_TRUE(test, instance_option(global, nr));
}

static struct kunit_case options_test_cases[] = {
	KUNIT_CASE(options_test_table),
	KUNIT_CASE(options_test_words),
	KUNIT_CASE(options_test_bad_words),
	KUNIT_CASE(options_test_tracer),
	KUNIT_CASE(options_test_printk_dest),
	{}
};

static struct kunit_suite options_test_suite = {
	.name = "trace_instance_options",
	.init = options_test_init,
	.exit = options_test_exit,
	.test_cases = options_test_cases,
};

kunit_test_suite(options_test_suite);
