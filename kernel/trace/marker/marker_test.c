// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of kernel markers: formats, probes, arming, all kinds of sites, trace events.
 */
#include <kunit/test.h>
#include <linux/err.h>

#include "../event/event.h"
#include "internal.h"

#define ALL_FORMAT							\
	"int %d hex %x long %lu quad %lld byte %hhd half %hu char %c pointer %p string %s"

struct bits {
	unsigned int three : 3;
};

/**
 * struct seen - the calls of a probe
 * @calls: number of calls
 * @last: first argument of the last call, an int
 */
struct seen {
	int	calls;
	int	last;
};

static void marker_test_probe_int(const struct marker *marker, void *private,
				  const char *format, ...)
{
	struct seen *seen = private;
	va_list args;

	va_start(args, format);
	seen->last = va_arg(args, int);
	va_end(args);
	seen->calls++;
}

static void marker_test_probe(const struct marker *marker, void *private,
			      const char *format, ...)
{
	struct seen *seen = private;

	seen->calls++;
}

static char seen_text[128];

static void marker_test_probe_all(const struct marker *marker, void *private,
				  const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(seen_text, sizeof(seen_text),
		  "%d %x %lu %lld %hhd %hu %c %lx %s", args);
	va_end(args);
}

static noinline void marker_test_fire(int number)
{
	trace_mark(kunit_number, "number %d", number);
}

static inline void marker_test_fire_inline(int number)
{
	trace_mark(kunit_number, "number %d", number);
}

static noinline void marker_test_fire_all(void)
{
	static const char text[] = "text";

	trace_mark(kunit_all, ALL_FORMAT, -1, 0xabcU, 7UL, -8LL, (signed char)-2,
		   (unsigned short)65535, 'c', (void *)16, text);
}

static void marker_test_formats(struct kunit *test)
{
	static const char * const bad[] = {
		"%d", "7up %d", "a %d b%d %d", "a %n", "a %pS", "a %pd", "a %*d",
		"a %f", "a %d a %d", "a %", "a %hhs", "a=%d (b%d)", "a %ls",
		"a %d b %d c %d d %d e %d f %d g %d h %d i %d j %d k %d",
	};
	struct marker_schema *schema;
	int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		schema = marker_schema_parse("kunit_bad", bad[i]);
		KUNIT_EXPECT_EQ_MSG(test, PTR_ERR_OR_ZERO(schema), -EINVAL,
				    "%s", bad[i]);
	}
}

static void marker_test_schema(struct kunit *test)
{
	static const struct {
		const char *type;
		int offset, size;
	} want[] = {
		{ "int", 8, 4 }, { "unsigned int", 12, 4 },
		{ "unsigned long", 16, 8 }, { "long long", 24, 8 },
		{ "signed char", 32, 1 }, { "unsigned short", 34, 2 },
		{ "char", 36, 1 }, { "void *", 40, 8 },
		{ "__data_loc char[]", 48, 4 },
	};
	struct marker_schema *schema;
	int i;

	if (!IS_ENABLED(CONFIG_64BIT))
		kunit_skip(test, "offsets are those of 64 bits");
	schema = marker_schema_parse("kunit_all", ALL_FORMAT);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, schema);
	KUNIT_ASSERT_EQ(test, schema->nr, ARRAY_SIZE(want));
	for (i = 0; i < schema->nr; i++) {
		KUNIT_EXPECT_STREQ(test, schema->args[i].type, want[i].type);
		KUNIT_EXPECT_EQ(test, schema->args[i].offset, want[i].offset);
		KUNIT_EXPECT_EQ(test, schema->args[i].size, want[i].size);
	}
	KUNIT_EXPECT_EQ(test, schema->size, 52);
	KUNIT_EXPECT_EQ(test, schema->strings, 1);
	KUNIT_EXPECT_EQ(test, schema->string[0], schema->nr - 1);
	marker_schema_free(schema);
}

static void marker_test_print_fmt(struct kunit *test)
{
	struct marker_schema *schema;

	schema = marker_schema_parse("kunit_text",
				     "100%% of a=%-4d, \"b\": %.3s;\n end%%");
	KUNIT_ASSERT_EQ(test, PTR_ERR_OR_ZERO(schema), -EINVAL);

	schema = marker_schema_parse("kunit_text",
				     "100%% of a=%-4d, \"quoted\" b: %.3s; end%%");
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, schema);
	KUNIT_EXPECT_STREQ(test, schema->print_fmt,
			   "\"100%% of a=%-4d, \\\"quoted\\\" b: %.3s; end%%\", REC->a, __get_str(b)");
	KUNIT_EXPECT_STREQ(test, schema->args[0].name, "a");
	KUNIT_EXPECT_STREQ(test, schema->args[0].lead, "100% of a=");
	KUNIT_EXPECT_STREQ(test, schema->args[0].spec, "%-4d");
	KUNIT_EXPECT_STREQ(test, schema->args[1].name, "b");
	KUNIT_EXPECT_EQ(test, schema->args[1].limit, 3);
	KUNIT_EXPECT_STREQ(test, schema->tail, "; end%");
	marker_schema_free(schema);
}

static void marker_test_errors(struct kunit *test)
{
	struct seen seen = {};

	KUNIT_EXPECT_EQ(test, -EINVAL,
			marker_probe_register("noname", "a %d", marker_test_probe, &seen));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			marker_probe_register("sub_", "a %d", marker_test_probe, &seen));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			marker_probe_register("kunit_bad", "%d", marker_test_probe, &seen));
	KUNIT_EXPECT_EQ(test, -EPERM,
			marker_probe_register("kunit_number", "number %u", marker_test_probe,
					      &seen));
	KUNIT_EXPECT_EQ(test, -ENOENT,
			marker_probe_unregister("kunit_number", marker_test_probe, &seen));
	KUNIT_EXPECT_EQ(test, -ENOENT,
			marker_probe_unregister("kunit_none", marker_test_probe, &seen));
	KUNIT_EXPECT_EQ(test, -ENOENT, marker_arm("kunit_none"));
	KUNIT_EXPECT_EQ(test, -ENOENT, marker_disarm("kunit_none"));
	KUNIT_EXPECT_EQ(test, -EPERM, marker_disarm("kunit_number"));

	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_number",
						       "number %d", marker_test_probe,
						       &seen));
	KUNIT_EXPECT_EQ(test, -EEXIST,
			marker_probe_register("kunit_number", "number %d", marker_test_probe,
					      &seen));
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_number"));
	marker_test_fire(1);
	KUNIT_EXPECT_EQ(test, seen.calls, 1);
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_number", marker_test_probe,
							 &seen));
	KUNIT_EXPECT_EQ(test, -ENOENT,
			marker_probe_unregister("kunit_number", marker_test_probe, &seen));
	marker_synchronize_unregister();
	marker_test_fire(1);
	KUNIT_EXPECT_EQ(test, seen.calls, 1);
}

/* A refused probe leaves nothing registered, and the marker can still be armed. */
static void marker_test_refused(struct kunit *test)
{
	static const struct {
		const char *name, *format;
		int error;
	} refused[] = {
		{ "kunit_number", "number %u", -EPERM },
		{ "kunit_number", "other %d", -EPERM },
		{ "kunit_number", "number %d more %d", -EPERM },
		{ "kunit_number", MARK_NOARGS, -EPERM },
		{ "kunit_number", "", -EPERM },
		{ "kunit_number", "%d", -EPERM },
		{ "kunit_none", "%d", -EINVAL },
		{ "kunit_none", "a %pS", -EINVAL },
		{ "kunit_none", "a %d b %d c %d d %d e %d f %d g %d h %d i %d j %d k %d",
		  -EINVAL },
		{ "kunitnone", "a %d", -EINVAL },
		{ "kunit_", "a %d", -EINVAL },
		{ "_none", "a %d", -EINVAL },
		{ "7kunit_none", "a %d", -EINVAL },
		{ "kunit_no ne", "a %d", -EINVAL },
		{ "", "a %d", -EINVAL },
	};
	struct seen seen = {};
	int i;

	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		const char *name = refused[i].name;
		bool known = !strcmp(name, "kunit_number");

		KUNIT_EXPECT_EQ_MSG(test, refused[i].error,
				    marker_probe_register(name, refused[i].format,
							  marker_test_probe, &seen),
				    "%s \"%s\"", name, refused[i].format);
		KUNIT_EXPECT_EQ(test, -ENOENT,
				PTR_ERR(marker_get_private_data(name, marker_test_probe, 0)));
		KUNIT_EXPECT_EQ(test, -ENOENT,
				marker_probe_unregister(name, marker_test_probe, &seen));
		KUNIT_EXPECT_EQ(test, known ? 0 : -ENOENT, marker_arm(name));
		marker_test_fire(1);
		KUNIT_EXPECT_EQ(test, known ? 0 : -ENOENT, marker_disarm(name));
	}
	KUNIT_EXPECT_EQ(test, seen.calls, 0);
}

/* Sites as two modules would have them. */
static struct marker clash_same =
	__MARKER_INIT("kunit_number", "number %d", NULL, NULL);
static struct marker clash_format =
	__MARKER_INIT("kunit_number", "number %u", NULL, NULL);
static struct marker clash_more =
	__MARKER_INIT("kunit_number", "number %d more %d", NULL, NULL);
static struct marker clash_bad = __MARKER_INIT("kunit_bad", "%d", NULL, NULL);
static struct marker clash_name = __MARKER_INIT("kunitbad", "a %d", NULL, NULL);

static void marker_test_clash(struct kunit *test)
{
	static struct marker * const refused[] = {
		&clash_format, &clash_more, &clash_bad, &clash_name,
	};
	struct seen seen = {};
	int i;

	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_number",
						       "number %d", marker_test_probe,
						       &seen));
	KUNIT_ASSERT_EQ(test, 0, marker_arm("kunit_number"));

	scoped_guard(mutex, &marker_lock) {
		marker_site_add(&clash_same, NULL);
		KUNIT_EXPECT_NOT_NULL(test, clash_same.entry);
		KUNIT_EXPECT_TRUE(test, static_key_enabled(&clash_same.tp.key));
		for (i = 0; i < ARRAY_SIZE(refused); i++) {
			marker_site_add(refused[i], NULL);
			KUNIT_EXPECT_NULL(test, refused[i]->entry);
			KUNIT_EXPECT_FALSE(test,
					   static_key_enabled(&refused[i]->tp.key));
		}
		KUNIT_EXPECT_NULL(test, marker_entry_find("kunit_bad"));
		KUNIT_EXPECT_NULL(test, marker_entry_find("kunitbad"));
	}

	/* Refused sites are not armed with the marker. */
	KUNIT_EXPECT_EQ(test, 0, marker_disarm("kunit_number"));
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&clash_same.tp.key));
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_number"));
	KUNIT_EXPECT_TRUE(test, static_key_enabled(&clash_same.tp.key));
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&clash_format.tp.key));
	marker_test_fire(1);
	KUNIT_EXPECT_EQ(test, seen.calls, 1);

	scoped_guard(mutex, &marker_lock) {
		for (i = 0; i < ARRAY_SIZE(refused); i++)
			marker_site_del(refused[i]);
		marker_site_del(&clash_same);
	}
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&clash_same.tp.key));
	marker_test_fire(1);
	KUNIT_EXPECT_EQ(test, seen.calls, 2);
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_number", marker_test_probe,
							 &seen));
	marker_synchronize_unregister();
	/* The tests may be run again. */
	for (i = 0; i < ARRAY_SIZE(refused); i++)
		refused[i]->in_entry.next = NULL;
	clash_same.in_entry.next = NULL;
}

static void marker_test_arming(struct kunit *test)
{
	struct seen seen = {};

	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_number",
						       "number %d", marker_test_probe_int,
						       &seen));
	marker_test_fire(1);
	KUNIT_EXPECT_EQ(test, seen.calls, 0);
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_number"));
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_number"));
	marker_test_fire(2);
	KUNIT_EXPECT_EQ(test, seen.last, 2);
	KUNIT_EXPECT_EQ(test, 0, marker_disarm("kunit_number"));
	marker_test_fire(3);
	marker_test_fire_inline(4);
	KUNIT_EXPECT_EQ(test, seen.last, 4);
	KUNIT_EXPECT_EQ(test, seen.calls, 3);
	KUNIT_EXPECT_EQ(test, 0, marker_disarm("kunit_number"));
	marker_test_fire(5);
	KUNIT_EXPECT_EQ(test, seen.calls, 3);

	/* Removing the last probe disarms the marker. */
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_number"));
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_number",
							 marker_test_probe_int, &seen));
	KUNIT_EXPECT_EQ(test, -EPERM, marker_disarm("kunit_number"));
	marker_synchronize_unregister();
}

static void marker_test_several(struct kunit *test)
{
	struct seen first = {}, second = {};
	int evaluated = 0, i;

	KUNIT_ASSERT_EQ(test, 0, marker_arm("kunit_number"));
	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_number",
						       "number %d", marker_test_probe_int,
						       &first));
	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_number",
						       "number %d", marker_test_probe_int,
						       &second));
	KUNIT_EXPECT_PTR_EQ(test, marker_get_private_data("kunit_number",
							  marker_test_probe_int, 0),
			    (void *)&first);
	KUNIT_EXPECT_PTR_EQ(test, marker_get_private_data("kunit_number",
							  marker_test_probe_int, 1),
			    (void *)&second);
	KUNIT_EXPECT_TRUE(test, IS_ERR(marker_get_private_data("kunit_number",
							       marker_test_probe_int, 2)));

	/* The loop may be unrolled: one marker with several sites. */
	for (i = 0; i < 3; i++)
		trace_mark(kunit_number, "number %d", ++evaluated);
	KUNIT_EXPECT_EQ(test, evaluated, 3);
	KUNIT_EXPECT_EQ(test, first.calls, 3);
	KUNIT_EXPECT_EQ(test, second.calls, 3);
	KUNIT_EXPECT_EQ(test, second.last, 3);

	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_number",
							 marker_test_probe_int, &first));
	marker_test_fire(9);
	KUNIT_EXPECT_EQ(test, first.calls, 3);
	KUNIT_EXPECT_EQ(test, second.last, 9);
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_number",
							 marker_test_probe_int, &second));
	marker_synchronize_unregister();
	trace_mark(kunit_number, "number %d", ++evaluated);
	KUNIT_EXPECT_EQ(test, evaluated, 3);
}

static void marker_test_arguments(struct kunit *test)
{
	struct bits bits = { .three = 5 };
	struct seen seen = {};

	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_all", ALL_FORMAT,
						       marker_test_probe_all, NULL));
	KUNIT_ASSERT_EQ(test, 0, marker_arm("kunit_all"));
	marker_test_fire_all();
	KUNIT_EXPECT_STREQ(test, seen_text,
			   "-1 abc 7 -8 -2 65535 c 10 text");

	/* With two probes the arguments are passed on by marker_iterate(). */
	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_all", ALL_FORMAT,
						       marker_test_probe_all, &seen));
	seen_text[0] = '\0';
	marker_test_fire_all();
	KUNIT_EXPECT_STREQ(test, seen_text,
			   "-1 abc 7 -8 -2 65535 c 10 text");
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_all", marker_test_probe_all,
							 &seen));
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_all", marker_test_probe_all,
							 NULL));

	KUNIT_ASSERT_EQ(test, 0, marker_probe_register("kunit_number",
						       "number %d", marker_test_probe_int,
						       &seen));
	KUNIT_ASSERT_EQ(test, 0, marker_arm("kunit_number"));
	trace_mark(kunit_number, "number %d", (int)bits.three);
	KUNIT_EXPECT_EQ(test, seen.last, 5);
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_number",
							 marker_test_probe_int, &seen));
	marker_synchronize_unregister();
}

/* A probe may be registered before its marker exists, or without any marker. */
static void marker_test_early_probe(struct kunit *test)
{
	struct seen seen = {};

	KUNIT_EXPECT_EQ(test, 0, marker_probe_register("kunit_later", "a %d",
						       marker_test_probe, &seen));
	KUNIT_EXPECT_EQ(test, 0, marker_arm("kunit_later"));
	KUNIT_EXPECT_EQ(test, -EPERM,
			marker_probe_register("kunit_later", "a %u", marker_test_probe,
					      &seen));
	KUNIT_EXPECT_EQ(test, 0, marker_probe_unregister("kunit_later", marker_test_probe,
							 &seen));
	KUNIT_EXPECT_EQ(test, -ENOENT, marker_arm("kunit_later"));
}

static void marker_test_iterator(struct kunit *test)
{
	struct marker_iter iter;
	char last[64] = "";
	int found = 0;
	bool more = marker_iter_start(&iter);

	for (; more; more = marker_iter_next(&iter)) {
		KUNIT_EXPECT_LE(test, strcmp(last, iter.name), 0);
		strscpy(last, iter.name, sizeof(last));
		if (strcmp(iter.name, "kunit_number"))
			continue;
		KUNIT_EXPECT_STREQ(test, iter.format, "number %d");
		KUNIT_EXPECT_STREQ(test, iter.module, "");
		found++;
	}
	KUNIT_EXPECT_EQ(test, found, 1);
}

/* Strings of records, with valid and invalid fields. */
static void marker_test_text_find(struct kunit *test)
{
	static const char rec[8] = { '.', 'a', 'b', 0, 'c', 'd', 'e', 'f' };
	static const struct {
		u32		loc;
		const char	*text;
	} finds[] = {
		{ 3 << 16 | 1, "ab" }, { 1 << 16 | 3, "" },
		{ 2 << 16 | 1, MARKER_FAULT }, { 0 << 16 | 1, MARKER_FAULT },
		{ 4 << 16 | 4, MARKER_FAULT }, { 5 << 16 | 4, MARKER_FAULT },
		{ 1 << 16 | 0xffff, MARKER_FAULT }, { ~0U, MARKER_FAULT },
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(finds); i++)
		KUNIT_EXPECT_STREQ(test, finds[i].text,
				   marker_text_find(rec, sizeof(rec), finds[i].loc));
}

static void marker_test_event(struct kunit *test)
{
	struct trace_event_call *call;
	struct event_field field;

	guard(mutex)(&event_mutex);
	call = event_call_find("markers", "kunit_all");
	KUNIT_ASSERT_NOT_NULL(test, call);
	KUNIT_EXPECT_TRUE(test, event_can_enable(call));
	KUNIT_EXPECT_TRUE(test, event_field_find(call, "string", &field));
	KUNIT_EXPECT_EQ(test, field.filter, FILTER_DYN_STRING);
	KUNIT_EXPECT_NULL(test, event_call_find("markers", "kunit_later"));
}

static struct kunit_case marker_cases[] = {
	KUNIT_CASE(marker_test_formats),
	KUNIT_CASE(marker_test_schema),
	KUNIT_CASE(marker_test_print_fmt),
	KUNIT_CASE(marker_test_errors),
	KUNIT_CASE(marker_test_refused),
	KUNIT_CASE(marker_test_clash),
	KUNIT_CASE(marker_test_arming),
	KUNIT_CASE(marker_test_several),
	KUNIT_CASE(marker_test_arguments),
	KUNIT_CASE(marker_test_early_probe),
	KUNIT_CASE(marker_test_iterator),
	KUNIT_CASE(marker_test_text_find),
	KUNIT_CASE(marker_test_event),
	{}
};

static struct kunit_suite marker_suite = {
	.name = "trace_marker_sites",
	.test_cases = marker_cases,
};

kunit_test_suite(marker_suite);
