// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of fprobe events and tracepoint probes: definitions as they are shown, those
 * that are refused, and the arguments in records. The tests probe ksize() and a
 * tracepoint of their own, which has more arguments than are passed in registers.
 */
#include <kunit/test.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/trace.h>
#include <linux/tracepoint.h>

#include "fprobe.h"

DECLARE_TRACE(fprobe_test_point,
	      TP_PROTO(u64 a, u8 b, u32 c, void *d, long e, u64 f, u16 g, u64 h),
	      TP_ARGS(a, b, c, d, e, f, g, h));
DEFINE_TRACE(fprobe_test_point,
	     TP_PROTO(u64 a, u8 b, u32 c, void *d, long e, u64 f, u16 g, u64 h),
	     TP_ARGS(a, b, c, d, e, f, g, h));

/* Definitions and the lines of dynamic_events. */
static const char * const fprobe_test_shown[][2] = {
	{ "f ksize", "f:fprobes/ksize__entry ksize\n" },
	{ "f ksize%return", "f:fprobes/ksize__exit ksize%return\n" },
	{ "f10 ksize%return $retval", "f10:fprobes/ksize__exit ksize%return arg1=$retval\n" },
	{ "f:a ksize at=$arg1:u64 $comm", "f:fprobes/a ksize at=$arg1:u64 arg2=$comm\n" },
	{ "f:a/b ksize", "f:a/b ksize\n" },
	{ "f:a/ ksize", "f:a/ksize__entry ksize\n" },
	{ "t fprobe_test_point", "t:tracepoints/fprobe_test_point fprobe_test_point\n" },
	/* With BTF the argument gets the name and the type of the parameter. */
	{ "t:a/b fprobe_test_point $arg8", IS_ENABLED(CONFIG_PROBE_EVENTS_BTF_ARGS) ?
	  "t:a/b fprobe_test_point h=h\n" : "t:a/b fprobe_test_point arg1=$arg8\n" },
	{ "t 1not_loaded", "t:tracepoints/_1not_loaded 1not_loaded\n" },
};

static const char * const fprobe_test_refused[] = {
	"f", "f ", "f no_such_function", "f ksize+4", "f ksize%", "f ksize%retur",
	"f10 ksize", "f1x ksize%return", "f99999 ksize%return",
	"f ksize $arg0", "f ksize %ax", "f ksize name", "f ksize @+4",
	"f:a-b ksize", "f: ksize", "t", "t10 fprobe_test_point",
	"t fprobe_test_point $retval", "t fprobe_test_point %ax",
	"t fprobe_test_point $arg99999",
};

static const struct trace_probe *fprobe_test_newest(void)
{
	return trace_probe_of(list_last_entry(&dynevent_list, struct dynevent, list));
}

static void fprobe_test_show(struct kunit *test)
{
	struct seq_file m = { .size = 256 };
	struct dynevent *ev;
	int i;

	m.buf = kunit_kzalloc(test, m.size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	for (i = 0; i < ARRAY_SIZE(fprobe_test_shown); i++) {
		KUNIT_ASSERT_EQ_MSG(test, 0, event_dynamic_create(fprobe_test_shown[i][0]),
				    "%s", fprobe_test_shown[i][0]);
		guard(mutex)(&dynevent_lock);
		ev = list_last_entry(&dynevent_list, struct dynevent, list);
		memset(m.buf, 0, m.size);
		m.count = 0;
		KUNIT_EXPECT_EQ(test, 0, ev->kind->show(&m, ev));
		KUNIT_EXPECT_STREQ(test, m.buf, fprobe_test_shown[i][1]);
		KUNIT_EXPECT_EQ(test, 0, ev->kind->remove(ev));
	}
}

static void fprobe_test_refuse(struct kunit *test)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(fprobe_test_refused); i++)
		KUNIT_EXPECT_LT_MSG(test, event_dynamic_create(fprobe_test_refused[i]), 0,
				    "%s", fprobe_test_refused[i]);
	if (!IS_ENABLED(CONFIG_PROBE_EVENTS_BTF_ARGS))
		KUNIT_EXPECT_LT(test, event_dynamic_create("f ksize $arg*"), 0);
}

/* Fire all events once. */
static void fprobe_test_fire(struct kunit *test)
{
	void *memory = kunit_kzalloc(test, 64, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, memory);
	KUNIT_EXPECT_GE(test, ksize(memory), 64);
	trace_fprobe_test_point(1, 2, 3, (void *)4, -5, 6, 7, 8);
}

/*
 * Create an event, fire it, and copy the words after the common fields of the only
 * record that it has written.
 */
static void fprobe_test_record(struct kunit *test, const char *command, u64 *words, int nr)
{
	const struct trace_probe_event *tpe;
	struct ring_buffer_event *record;
	int found = 0;

	KUNIT_ASSERT_EQ_MSG(test, 0, event_dynamic_create(command), "%s", command);
	tpe = fprobe_test_newest()->tpe;
	KUNIT_EXPECT_EQ(test, 0, trace_set_clr_event(tpe->system, tpe->name, 1));
	fprobe_test_fire(test);
	KUNIT_EXPECT_EQ(test, 0, trace_set_clr_event(tpe->system, tpe->name, 0));
	for (int cpu = 0; cpu < nr_cpu_ids; cpu++) {
		while ((record = ring_buffer_consume(instance_global.ring, cpu, NULL, NULL))) {
			struct trace_entry *ent = ring_buffer_event_data(record);

			if (ent->type != tpe->dcall.call.event.type)
				continue;
			memcpy(words, ent + 1, nr * sizeof(*words));
			found++;
		}
	}
	KUNIT_EXPECT_EQ(test, 1, found);
	KUNIT_EXPECT_EQ(test, 0, dynevent_delete("-:fprobe_test", NULL));
}

static void fprobe_test_entry(struct kunit *test)
{
	u64 words[3] = {};

	fprobe_test_record(test, "f:fprobe_test ksize at=$arg1 sp=$stack", words, 3);
	KUNIT_EXPECT_EQ(test, ftrace_location((unsigned long)ksize), words[0]);
	KUNIT_EXPECT_NE(test, 0ULL, words[1]);
	KUNIT_EXPECT_NE(test, 0ULL, words[2]);
}

static void fprobe_test_return(struct kunit *test)
{
	u64 words[4] = {};

	fprobe_test_record(test, "f:fprobe_test ksize%return size=$retval at=$arg1", words, 4);
	KUNIT_EXPECT_EQ(test, ftrace_location((unsigned long)ksize), words[0]);
	KUNIT_EXPECT_GE(test, words[2], 64ULL);
	KUNIT_EXPECT_LE(test, words[2], 4096ULL);
	KUNIT_EXPECT_NE(test, 0ULL, words[3]);
}

/* With BTF the types would be those of the parameters. */
#define FPROBE_TEST_ARGS	"t:fprobe_test fprobe_test_point "		\
				"$arg1:u64 $arg2:u64 $arg3:u64 $arg4:u64 "	\
				"$arg5:u64 $arg6:u64 $arg7:u64 $arg8:u64"

static void fprobe_test_tracepoint(struct kunit *test)
{
	u64 words[9] = {};

	fprobe_test_record(test, FPROBE_TEST_ARGS, words, 9);
	KUNIT_EXPECT_NE(test, 0ULL, words[0]);
	KUNIT_EXPECT_EQ(test, 1ULL, words[1]);
	KUNIT_EXPECT_EQ(test, 2, (u8)words[2]);
	KUNIT_EXPECT_EQ(test, 3U, (u32)words[3]);
	KUNIT_EXPECT_EQ(test, 4ULL, words[4]);
	KUNIT_EXPECT_EQ(test, -5LL, (s64)words[5]);
	if (!IS_ENABLED(CONFIG_X86_64))
		return;
	KUNIT_EXPECT_EQ(test, 6ULL, words[6]);
	KUNIT_EXPECT_EQ(test, 7, (u16)words[7]);
	KUNIT_EXPECT_EQ(test, 8ULL, words[8]);
}

static struct kunit_case fprobe_tests[] = {
	KUNIT_CASE(fprobe_test_show),
	KUNIT_CASE(fprobe_test_refuse),
	KUNIT_CASE(fprobe_test_entry),
	KUNIT_CASE(fprobe_test_return),
	KUNIT_CASE(fprobe_test_tracepoint),
	{}
};

static struct kunit_suite fprobe_suite = {
	.name = "trace_dynevent_fprobe",
	.test_cases = fprobe_tests,
};

kunit_test_suite(fprobe_suite);
