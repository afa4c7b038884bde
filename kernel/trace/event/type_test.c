// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of types of records: requested types, allocated types, and allocation after
 * all of the 16 bits were used once; and of the context word.
 */
#include <kunit/test.h>

#include "internal.h"

static struct trace_event_functions type_funcs;

static void type_test_static(struct kunit *test)
{
	struct trace_event event = { .funcs = &type_funcs };
	struct trace_event given = { .funcs = &type_funcs };

	KUNIT_EXPECT_GE(test, register_trace_event(&event),
			TRACE_TYPE_BUILTIN_END);
	KUNIT_EXPECT_PTR_EQ(test, event_type_find(event.type), &event);

	/* A type that is in use can't be registered again. */
	given.type = event.type;
	KUNIT_EXPECT_EQ(test, register_trace_event(&given), 0);
	given.type = TRACE_EVENT_TYPE_MAX + 1;
	KUNIT_EXPECT_EQ(test, register_trace_event(&given), 0);

	unregister_trace_event(&event);
	KUNIT_EXPECT_NULL(test, event_type_find(event.type));
}

/* Unregistering an event must not remove a type that belongs to another event. */
static void type_test_foreign(struct kunit *test)
{
	struct trace_event event = { .funcs = &type_funcs };
	struct trace_event other = { .funcs = &type_funcs };

	KUNIT_ASSERT_NE(test, register_trace_event(&event), 0);
	other.type = event.type;
	unregister_trace_event(&other);
	KUNIT_EXPECT_PTR_EQ(test, event_type_find(event.type), &event);
	unregister_trace_event(&event);
}

static void type_test_wrap(struct kunit *test)
{
	struct trace_event event = { .funcs = &type_funcs };
	struct trace_event kept = { .funcs = &type_funcs };
	int i, last = 0, wrapped = 0;

	KUNIT_ASSERT_NE(test, register_trace_event(&kept), 0);
	for (i = 0; i <= TRACE_EVENT_TYPE_MAX; i++) {
		event.type = 0;
		if (!register_trace_event(&event))
			break;
		if (event.type == kept.type ||
		    event.type < TRACE_TYPE_BUILTIN_END)
			break;
		wrapped += event.type < last;
		last = event.type;
		unregister_trace_event(&event);
	}
	KUNIT_EXPECT_EQ(test, i, TRACE_EVENT_TYPE_MAX + 1);
	KUNIT_EXPECT_EQ(test, wrapped, 1);
	KUNIT_EXPECT_PTR_EQ(test, event_type_find(kept.type), &kept);
	unregister_trace_event(&kept);
}

static void type_test_context(struct kunit *test)
{
	unsigned int context;

	preempt_disable();
	context = event_context_irq(true, 1);
	KUNIT_EXPECT_EQ(test, EVENT_CONTEXT_FLAGS(context) & TRACE_FLAG_IRQS_OFF,
			TRACE_FLAG_IRQS_OFF);
	KUNIT_EXPECT_EQ(test, EVENT_CONTEXT_COUNT(context) & 0xf, 0);
	preempt_enable();

	local_bh_disable();
	context = event_context();
	KUNIT_EXPECT_EQ(test, EVENT_CONTEXT_FLAGS(context) &
			(TRACE_FLAG_BH_OFF | TRACE_FLAG_SOFTIRQ |
			 TRACE_FLAG_HARDIRQ | TRACE_FLAG_NMI),
			TRACE_FLAG_BH_OFF);
	local_bh_enable();
	KUNIT_EXPECT_EQ(test, EVENT_CONTEXT_FLAGS(event_context()) &
			(TRACE_FLAG_BH_OFF | TRACE_FLAG_IRQS_OFF), 0);
}

static struct kunit_case type_test_cases[] = {
	KUNIT_CASE(type_test_static),
	KUNIT_CASE(type_test_foreign),
	KUNIT_CASE_SLOW(type_test_wrap),
	KUNIT_CASE(type_test_context),
	{}
};

static struct kunit_suite type_test_suite = {
	.name = "trace_event_type",
	.test_cases = type_test_cases,
};

kunit_test_suite(type_test_suite);
