// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the parser of user events, and of the check of their records.
 */
#include <kunit/test.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "user.h"

static const struct {
	const char *text;
	int ret;
	unsigned int nr;
	unsigned int size;
	unsigned int nr_checks;
} user_test_defs[] = {
	{ "ev", 0, 0, 0, 0 },
	{ "ev u32 a", 0, 1, 4, 0 },
	{ "ev u32 a;", 0, 1, 4, 0 },
	{ "ev  u32 a;u8 b; s64 c", 0, 3, 13, 0 },
	{ "ev u32 a\n", 0, 1, 4, 0 },
	{ "ev unsigned int a; unsigned short b; unsigned char c", 0, 3, 7, 0 },
	{ "ev char[20] a; unsigned char[0x14] b", 0, 2, 40, 0 },
	{ "ev struct x a 20", 0, 1, 20, 0 },
	{ "ev __data_loc char[] a; __rel_loc unsigned char[] b; u16 c", 0, 3, 10, 2 },
	{ "", -EINVAL },
	{ "ev u32", -EINVAL },
	{ "ev u32 a b", -EINVAL },
	{ "ev unknown a", -EINVAL },
	{ "ev long a", -EINVAL },
	{ "ev char[aa] a", -EINVAL },
	{ "ev char[9999] a", -EINVAL },
	{ "ev char[0x0000000000001] a", -EINVAL },
	{ "ev char a 20", -EINVAL },
	{ "ev struct x a", -EINVAL },
	{ "ev struct x a 0", -EINVAL },
	{ "ev struct x a 65528", -EINVAL },
	{ "ev struct  x a 4", -EINVAL },
	{ "ev u32  a", -EINVAL },
	{ "ev u32 a ", -EINVAL },
	{ "ev u32 a ;u8 b", -EINVAL },
	{ "ev char[0] a", -EINVAL },
	{ "ev char[0000001] a", -EINVAL },
	{ "ev __data_loc struct x[] a", -EINVAL },
	{ "ev:flag", -EINVAL },
	{ "ev:", -EINVAL },
	{ "ev;", -EINVAL },
	{ ";", -EINVAL },
	{ "a/ev", -EINVAL },
	{ "..", -EINVAL },
	{ "e\001v", -EINVAL },
	{ "ev\n", -EINVAL },
};

static void user_test_parse(struct kunit *test)
{
	struct user_def def;
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(user_test_defs); i++) {
		ret = user_def_parse(&def, user_test_defs[i].text);
		KUNIT_EXPECT_EQ_MSG(test, user_test_defs[i].ret, ret, "%s",
				    user_test_defs[i].text);
		if (ret)
			continue;
		KUNIT_EXPECT_STREQ(test, "ev", def.name);
		KUNIT_EXPECT_EQ_MSG(test, user_test_defs[i].nr, def.nr, "%s",
				    user_test_defs[i].text);
		KUNIT_EXPECT_EQ_MSG(test, user_test_defs[i].size, def.size, "%s",
				    user_test_defs[i].text);
		KUNIT_EXPECT_EQ_MSG(test, user_test_defs[i].nr_checks, def.nr_checks, "%s",
				    user_test_defs[i].text);
		KUNIT_EXPECT_NULL(test, def.rows[def.nr].type);
		user_def_free(&def);
	}
}

static void user_test_layout(struct kunit *test)
{
	struct user_def def;
	char *fmt;

	KUNIT_ASSERT_EQ(test, 0,
			user_def_parse(&def, "ev u8 a;unsigned int b; __rel_loc char[] c"));
	KUNIT_EXPECT_EQ(test, 8, def.rows[0].offset);
	KUNIT_EXPECT_EQ(test, 9, def.rows[1].offset);
	KUNIT_EXPECT_EQ(test, 13, def.rows[2].offset);
	KUNIT_EXPECT_STREQ(test, "b", def.rows[1].name);
	KUNIT_EXPECT_FALSE(test, def.rows[1].is_signed);
	KUNIT_EXPECT_TRUE(test, def.checks[0].relative);
	KUNIT_EXPECT_TRUE(test, def.checks[0].string);
	fmt = user_def_print_fmt(&def);
	KUNIT_ASSERT_NOT_NULL(test, fmt);
	KUNIT_EXPECT_STREQ(test, "\"a=%u b=%u c=%s\", REC->a, REC->b, __get_rel_str(c)", fmt);
	kfree(fmt);
	user_def_free(&def);
}

/* The largest offset and size that fields can have are 16 bits. */
static void user_test_large(struct kunit *test)
{
	static const char array[] = " char[1024] a;";
	struct user_def def;
	char *text = kunit_kzalloc(test, 4096, GFP_KERNEL);
	int i, at = 2;

	KUNIT_ASSERT_NOT_NULL(test, text);
	strscpy(text, "ev", 4096);
	for (i = 0; i < 63; i++)
		at += strscpy(text + at, array, 4096 - at);
	strscpy(text + at, " struct x b 1012; __rel_loc char[] c", 4096 - at);
	KUNIT_EXPECT_EQ(test, -EINVAL, user_def_parse(&def, text));
	strscpy(text + at, " struct x b 1011; __rel_loc char[] c", 4096 - at);
	KUNIT_ASSERT_EQ(test, 0, user_def_parse(&def, text));
	KUNIT_EXPECT_EQ(test, 65531, def.rows[64].offset);
	KUNIT_EXPECT_EQ(test, 65531, def.checks[0].offset);
	user_def_free(&def);
}

static bool user_test_same(struct kunit *test, const char *a, const char *b)
{
	struct user_def x, y;
	bool same;

	KUNIT_ASSERT_EQ(test, 0, user_def_parse(&x, a));
	KUNIT_ASSERT_EQ(test, 0, user_def_parse(&y, b));
	same = user_def_same_fields(&x, &y);
	user_def_free(&x);
	user_def_free(&y);
	return same;
}

static void user_test_compare(struct kunit *test)
{
	static const char * const words[] = { "u32", "a;", "struct", "x", "b", "20" };
	struct user_def def;

	KUNIT_EXPECT_TRUE(test, user_test_same(test, "ev u32 a", "ev u32 a;"));
	KUNIT_EXPECT_TRUE(test, user_test_same(test, "ev u32 a;u8 b", "ev  u32 a; u8 b;"));
	KUNIT_EXPECT_FALSE(test, user_test_same(test, "ev u32 a", "ev u32 b"));
	KUNIT_EXPECT_FALSE(test, user_test_same(test, "ev u32 a", "ev u64 a"));
	KUNIT_EXPECT_FALSE(test, user_test_same(test, "ev u32 a", "ev u32 a; u32 b"));
	KUNIT_EXPECT_FALSE(test, user_test_same(test, "ev struct x a 20", "ev struct x a 21"));

	KUNIT_ASSERT_EQ(test, 0, user_def_parse(&def, "ev u32 a; struct x b 20"));
	KUNIT_EXPECT_TRUE(test, user_def_same_words(&def, 0, NULL));
	KUNIT_EXPECT_TRUE(test, user_def_same_words(&def, 6, (const char **)words));
	KUNIT_EXPECT_FALSE(test, user_def_same_words(&def, 2, (const char **)words));
	user_def_free(&def);
}

static int user_test_loc(const struct user_def *def, u32 loc, const char *text, size_t len)
{
	char fields[16];

	memcpy(fields, &loc, sizeof(loc));
	memcpy(fields + sizeof(loc), text, len);
	return user_event_check(def, fields, sizeof(loc) + len);
}

static void user_test_check(struct kunit *test)
{
	struct user_def rel, data;

	KUNIT_ASSERT_EQ(test, 0, user_def_parse(&rel, "ev __rel_loc char[] a"));
	KUNIT_EXPECT_EQ(test, 0, user_test_loc(&rel, DYN_LOC(0, 5), "Test", 5));
	KUNIT_EXPECT_EQ(test, 0, user_test_loc(&rel, DYN_LOC(4, 1), "Test", 5));
	KUNIT_EXPECT_EQ(test, -EFAULT, user_test_loc(&rel, DYN_LOC(0, 4), "Test", 5));
	KUNIT_EXPECT_EQ(test, -EFAULT, user_test_loc(&rel, DYN_LOC(1, 5), "Test", 5));
	KUNIT_EXPECT_EQ(test, -EFAULT, user_test_loc(&rel, DYN_LOC(0, 6), "Test", 5));
	KUNIT_EXPECT_EQ(test, -EFAULT, user_test_loc(&rel, DYN_LOC(0xffff, 0xffff), "Test", 5));

	/* From the start of the record, which begins with the common fields. */
	KUNIT_ASSERT_EQ(test, 0, user_def_parse(&data, "ev __data_loc char[] a"));
	KUNIT_EXPECT_EQ(test, 0, user_test_loc(&data, DYN_LOC(12, 5), "Test", 5));
	KUNIT_EXPECT_EQ(test, -EFAULT, user_test_loc(&data, DYN_LOC(13, 5), "Test", 5));
	KUNIT_EXPECT_EQ(test, -EFAULT, user_test_loc(&data, DYN_LOC(0xffff, 5), "Test", 5));
	user_def_free(&rel);
	user_def_free(&data);
}

static struct kunit_case user_test_cases[] = {
	KUNIT_CASE(user_test_parse),
	KUNIT_CASE(user_test_layout),
	KUNIT_CASE(user_test_large),
	KUNIT_CASE(user_test_compare),
	KUNIT_CASE(user_test_check),
	{}
};

static struct kunit_suite user_test_suite = {
	.name = "trace_user_event",
	.test_cases = user_test_cases,
};

kunit_test_suite(user_test_suite);
