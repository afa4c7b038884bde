// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the locations of uprobe events. The file is /init, which the kernel has
 * unpacked before the tests run.
 */
#include <kunit/test.h>
#include <linux/namei.h>
#include <linux/slab.h>

#include "uprobe.h"

#define UPROBE_TEST_FILE	"/init"

/**
 * struct uprobe_test_location - a location and what it means
 * @text: the location, after UPROBE_TEST_FILE
 * @ret: result of uprobe_location_parse(); the following is set if it is a context
 * @offset: offset in the file
 * @ref_ctr: offset of the reference counter
 * @name: name of an event there
 * @shown: the location as it is shown, after UPROBE_TEST_FILE
 */
struct uprobe_test_location {
	const char	*text;
	int		ret;
	unsigned long	offset;
	unsigned long	ref_ctr;
	const char	*name;
	const char	*shown;
};

static const struct uprobe_test_location uprobe_test_locations[] = {
	{ ":0x10", DYNEVENT_AT_USER, 0x10, 0, "p_init_0x10", ":0x0000000000000010" },
	{ ":16", DYNEVENT_AT_USER, 16, 0, "p_init_0x10", ":0x0000000000000010" },
	{ ":0", DYNEVENT_AT_USER, 0, 0, "p_init_0x0", ":0x0000000000000000" },
	{ ":0x10%return", DYNEVENT_AT_USER_RETURN, 0x10, 0, "p_init_0x10",
	  ":0x0000000000000010" },
	{ ":0x10(0x20)", DYNEVENT_AT_USER, 0x10, 0x20, "p_init_0x10",
	  ":0x0000000000000010(0x20)" },
	{ ":0x10%return(32)", DYNEVENT_AT_USER_RETURN, 0x10, 0x20, "p_init_0x10",
	  ":0x0000000000000010(0x20)" },
	{ "", -ECANCELED },
	{ ":", -ECANCELED },
	{ ":x10", -ECANCELED },
	{ ":10a", -EINVAL },
	{ ":10%", -EINVAL },
	{ ":10%returns", -EINVAL },
	{ ":10%return%return", -EINVAL },
	{ ":10(", -EINVAL },
	{ ":10()", -EINVAL },
	{ ":10(10", -EINVAL },
	{ ":10(10a)", -EINVAL },
	{ ":10(10)a", -EINVAL },
	{ ":10(10)(10)", -EINVAL },
	{ ":10(10)%return", -EINVAL },
	{ ":0x10000000000000000", -ERANGE },
	{ ":0(0x10000000000000000)", -ERANGE },
	{ "/none:0x10", -ENOTDIR },
	{ "-none:0x10", -ENOENT },
	{ "/..:0x10", -ENOTDIR },
};

static int uprobe_test_parse(struct kunit *test, struct trace_uprobe *up,
			     const char *file, const char *text)
{
	char *command = kunit_kzalloc(test, 256, GFP_KERNEL);
	struct dynevent_head head;
	int ret;

	KUNIT_ASSERT_NOT_NULL(test, command);
	snprintf(command, 256, "p %s%s $stack", file, text);
	ret = dynevent_head_open(&head, "trace_test", command);
	if (!ret)
		ret = uprobe_location_parse(up, &head);
	dynevent_head_close(&head);
	return ret;
}

static void uprobe_test_expect(struct kunit *test, const struct trace_uprobe *up,
			       const struct uprobe_test_location *want)
{
	char name[DYNEVENT_NAME_MAX], *shown = uprobe_location_text(&up->tp);

	uprobe_location_event_name(up, name);
	KUNIT_EXPECT_EQ(test, up->offset, want->offset);
	KUNIT_EXPECT_EQ(test, up->ref_ctr, want->ref_ctr);
	KUNIT_EXPECT_EQ(test, up->returns, want->ret == DYNEVENT_AT_USER_RETURN);
	KUNIT_EXPECT_STREQ(test, name, want->name);
	KUNIT_ASSERT_NOT_NULL(test, shown);
	KUNIT_EXPECT_STREQ(test, shown + strlen(UPROBE_TEST_FILE), want->shown);
	kfree(shown);
}

static void uprobe_test_file_exists(struct kunit *test)
{
	struct path path;

	if (kern_path(UPROBE_TEST_FILE, LOOKUP_FOLLOW, &path))
		kunit_skip(test, "there is no " UPROBE_TEST_FILE);
	path_put(&path);
}

static void uprobe_test_parse_locations(struct kunit *test)
{
	const struct uprobe_test_location *want = uprobe_test_locations;
	struct trace_uprobe *up;

	uprobe_test_file_exists(test);
	for (; want < uprobe_test_locations + ARRAY_SIZE(uprobe_test_locations); want++) {
		up = trace_uprobe_alloc();
		KUNIT_ASSERT_NOT_NULL(test, up);
		KUNIT_EXPECT_EQ_MSG(test, want->ret,
				    uprobe_test_parse(test, up, UPROBE_TEST_FILE, want->text),
				    "%s", want->text);
		if (want->ret >= 0)
			uprobe_test_expect(test, up, want);
		trace_probe_discard(&up->tp);
	}
}

/* A directory is no regular file; a name without a directory may be a symbol. */
static void uprobe_test_parse_files(struct kunit *test)
{
	static const struct {
		const char *file;
		int ret;
	} files[] = {
		{ "/", -EINVAL }, { "vfs_read", -ECANCELED }, { "/none", -ENOENT },
	};
	struct trace_uprobe *up;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		up = trace_uprobe_alloc();
		KUNIT_ASSERT_NOT_NULL(test, up);
		KUNIT_EXPECT_EQ_MSG(test, files[i].ret,
				    uprobe_test_parse(test, up, files[i].file, ":0x10"),
				    "%s", files[i].file);
		trace_probe_discard(&up->tp);
	}
}

/* The same place has the same reference counter in all events. */
static void uprobe_test_claim(struct kunit *test)
{
	static const char * const places[] = { ":0x10", ":0x10", ":0x10(0x20)", ":0x20(8)" };
	struct trace_uprobe *up[ARRAY_SIZE(places)];
	int i;

	uprobe_test_file_exists(test);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		up[i] = trace_uprobe_alloc();
		KUNIT_ASSERT_NOT_NULL(test, up[i]);
		KUNIT_ASSERT_EQ(test, DYNEVENT_AT_USER,
				uprobe_test_parse(test, up[i], UPROBE_TEST_FILE, places[i]));
	}
	KUNIT_EXPECT_TRUE(test, uprobe_location_same(&up[0]->tp, &up[2]->tp));
	KUNIT_EXPECT_FALSE(test, uprobe_location_same(&up[0]->tp, &up[3]->tp));

	mutex_lock(&dynevent_lock);
	KUNIT_EXPECT_EQ(test, 0, uprobe_location_claim(up[0]));
	KUNIT_EXPECT_EQ(test, 0, uprobe_location_claim(up[1]));
	KUNIT_EXPECT_EQ(test, -EINVAL, uprobe_location_claim(up[2]));
	KUNIT_EXPECT_EQ(test, 0, uprobe_location_claim(up[3]));
	uprobe_location_release(up[0]);
	uprobe_location_release(up[1]);
	KUNIT_EXPECT_EQ(test, 0, uprobe_location_claim(up[2]));
	uprobe_location_release(up[2]);
	uprobe_location_release(up[3]);
	mutex_unlock(&dynevent_lock);

	for (i = 0; i < ARRAY_SIZE(places); i++)
		trace_probe_discard(&up[i]->tp);
}

static struct kunit_case uprobe_tests[] = {
	KUNIT_CASE(uprobe_test_parse_locations),
	KUNIT_CASE(uprobe_test_parse_files),
	KUNIT_CASE(uprobe_test_claim),
	{}
};

static struct kunit_suite uprobe_suite = {
	.name = "trace_dynevent_uprobe",
	.test_cases = uprobe_tests,
};

kunit_test_suite(uprobe_suite);
