// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of evals: which names in a print format are replaced, and by which values.
 */
#include <kunit/test.h>
#include <linux/seq_file.h>

#include "internal.h"

#define TEXT_SIZE	512

#define MAP(_system, _name, _value) {					\
	.system = _system, .eval_string = _name,			\
	.eval_value = (unsigned long)(_value),				\
}

static struct trace_eval_map eval_maps[] = {
	MAP("eval_test", "RED", 0),
	MAP("eval_test", "GREEN", 7),
	MAP("eval_test", "NEGATIVE", -3),
	MAP("eval_test", "sizeof(struct thing)", 24),
	MAP("eval_test", "RED_AND_GREEN", 12),
	MAP("eval_test", "inner", 5),
	MAP("eval_other", "BLUE", 9),
	MAP("eval_other", "RED", 99),
};

/* Stands for a module: only its address is used. */
static struct module *eval_module = (struct module *)eval_maps;

static int eval_test_init(struct kunit *test)
{
	struct trace_eval_map *maps[ARRAY_SIZE(eval_maps)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(maps); i++)
		maps[i] = &eval_maps[i];
	guard(mutex)(&event_mutex);
	return event_evals_add(eval_module, maps, ARRAY_SIZE(maps));
}

static void eval_test_exit(struct kunit *test)
{
	guard(mutex)(&event_mutex);
	event_evals_remove(eval_module);
}

static void eval_expect(struct kunit *test, const char *system,
			const char *fmt, const char *golden)
{
	struct seq_file m = { .size = TEXT_SIZE };

	m.buf = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	mutex_lock(&event_mutex);
	event_evals_print(&m, system, fmt);
	mutex_unlock(&event_mutex);
	KUNIT_EXPECT_STREQ(test, m.buf, golden);
}

static void eval_test_words(struct kunit *test)
{
	eval_expect(test, "eval_test", "\"%d\", RED", "\"%d\", 0");
	eval_expect(test, "eval_test", "{ GREEN, \"green\" }",
		    "{ 7, \"green\" }");
	eval_expect(test, "eval_test", "GREEN|RED_AND_GREEN", "7|12");
	eval_expect(test, "eval_test", "NEGATIVE", "-3");
	eval_expect(test, "eval_test", "", "");
}

static void eval_test_not_words(struct kunit *test)
{
	/* Parts of words, strings, members and numbers are left alone. */
	eval_expect(test, "eval_test", "GREENISH XRED RED2 _RED",
		    "GREENISH XRED RED2 _RED");
	eval_expect(test, "eval_test", "\"RED \\\" GREEN\" RED",
		    "\"RED \\\" GREEN\" 0");
	eval_expect(test, "eval_test", "REC->RED REC.RED RED",
		    "REC->RED REC.RED 0");
	eval_expect(test, "eval_test", "0xRED 1RED", "0xRED 1RED");
	eval_expect(test, "eval_test", "\"unterminated RED",
		    "\"unterminated RED");
}

static void eval_test_sizeof(struct kunit *test)
{
	eval_expect(test, "eval_test", "REC->len / sizeof(struct thing)",
		    "REC->len / 24");
	eval_expect(test, "eval_test", "sizeof(inner) sizeof(struct thin)",
		    "sizeof(5) sizeof(struct thin)");
	eval_expect(test, "eval_test", "sizeof(no end", "sizeof(no end");
}

static void eval_test_systems(struct kunit *test)
{
	eval_expect(test, "eval_test", "BLUE RED", "BLUE 0");
	eval_expect(test, "eval_other", "BLUE RED GREEN", "9 99 GREEN");
	eval_expect(test, "eval_none", "BLUE RED", "BLUE RED");
}

static void eval_test_removed(struct kunit *test)
{
	eval_test_exit(test);
	eval_expect(test, "eval_test", "RED", "RED");
}

static struct kunit_case eval_test_cases[] = {
	KUNIT_CASE(eval_test_words),
	KUNIT_CASE(eval_test_not_words),
	KUNIT_CASE(eval_test_sizeof),
	KUNIT_CASE(eval_test_systems),
	KUNIT_CASE(eval_test_removed),
	{}
};

static struct kunit_suite eval_test_suite = {
	.name = "trace_event_eval",
	.init = eval_test_init,
	.exit = eval_test_exit,
	.test_cases = eval_test_cases,
};

kunit_test_suite(eval_test_suite);
