// SPDX-License-Identifier: GPL-2.0
/*
 * Writes records of function calls and compares the printed lines with the expected
 * ones: marks of long times, arrows of interrupts, returns without a call. The
 * calls are not executed, because interrupt entry functions cannot be traced on x86
 * and the duration of a call cannot be chosen.
 */

#include <kunit/test.h>
#include <linux/ctype.h>
#include <linux/trace.h>

#include <asm/idtentry.h>

#include "../../instance/instance.h"
#include "../../output/output.h"
#include "graph.h"

#define GRAPH_TEST_TEXT	4096

/**
 * struct graph_test - state of a test
 * @test: the test
 * @tr: instance of the test, which traces a function that is not called
 * @text: text that was read, with each sequence of blanks reduced to one
 */
struct graph_test {
	struct kunit		*test;
	struct trace_array	*tr;
	char			text[GRAPH_TEST_TEXT];
};

static void graph_test_call(struct graph_test *t, void *func, int depth)
{
	u64 time;

	preempt_disable_notrace();
	graph_record_entry(t->tr->ring, (unsigned long)func, depth,
			   event_context(), &time);
	preempt_enable_notrace();
}

static void graph_test_return(struct graph_test *t, void *func, int depth,
			      u64 ns)
{
	struct ftrace_graph_ret ret = {
		.func = (unsigned long)func, .depth = depth,
		.calltime = NSEC_PER_SEC, .rettime = NSEC_PER_SEC + ns,
	};

	preempt_disable_notrace();
	graph_record_exit(t->tr->ring, &ret, event_context());
	preempt_enable_notrace();
}

static void graph_test_leaf(struct graph_test *t, void *func, int depth, u64 ns)
{
	graph_test_call(t, func, depth);
	graph_test_return(t, func, depth, ns);
}

/* Copy a line and reduce each sequence of blanks to one. */
static char *graph_test_squeeze(char *to, const char *line, const char *end)
{
	char *start = to;

	for (; line < end; line++) {
		if (*line != ' ' || (to != start && to[-1] != ' '))
			*to++ = *line;
	}
	return to;
}

static void graph_test_read(struct graph_test *t)
{
	struct trace_iterator *iter;
	const char *line, *end;
	char *to = t->text;

	iter = output_open(t->tr, RING_BUFFER_ALL_CPUS, false);
	KUNIT_ASSERT_FALSE(t->test, IS_ERR(iter));
	while (output_fill(iter, SIZE_MAX) > 0) {
		const char *all = iter->seq.buffer;
		size_t used = trace_seq_used(&iter->seq);

		if (to - t->text + used >= sizeof(t->text))
			break;
		for (line = all; line < all + used; line = end) {
			end = memchr(line, '\n', all + used - line);
			end = end ? end + 1 : all + used;
			/* Skip the header. */
			if (*line == '#' && to == t->text)
				continue;
			to = graph_test_squeeze(to, line, end);
		}
	}
	*to = '\0';
	output_close(iter);
}

static void graph_test_expect(struct graph_test *t, const char *text)
{
	graph_test_read(t);
	KUNIT_EXPECT_STREQ(t->test, t->text, text);
}

static void graph_test_option(struct graph_test *t, const char *word)
{
	KUNIT_ASSERT_EQ(t->test, instance_option_apply(t->tr, word), 0);
}

static struct graph_test *graph_test_begin(struct kunit *test)
{
	struct graph_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->test = test;
	t->tr = trace_array_get_by_name("graph_test", NULL);
	KUNIT_ASSERT_NOT_NULL(test, t->tr);
	KUNIT_ASSERT_EQ(test, ftrace_set_filter(t->tr->ops, (u8 *)"panic",
						strlen("panic"), 1), 0);
	KUNIT_ASSERT_EQ(test, instance_tracer_set(t->tr, "function_graph"), 0);
	graph_test_option(t, "nofuncgraph-cpu");
	/* All records must be on the same CPU to form one graph. */
	migrate_disable();
	return t;
}

static void graph_test_end(struct graph_test *t)
{
	migrate_enable();
	KUNIT_EXPECT_EQ(t->test, instance_tracer_set(t->tr, "nop"), 0);
	trace_array_put(t->tr);
	KUNIT_EXPECT_EQ(t->test, trace_array_destroy(t->tr), 0);
}

static void graph_test_marks(struct kunit *test)
{
	struct graph_test *t = graph_test_begin(test);

	graph_test_leaf(t, kfree, 0, 10000);
	graph_test_leaf(t, kfree, 0, 10001);
	graph_test_leaf(t, kfree, 0, 100001);
	graph_test_leaf(t, kfree, 0, 1000001);
	graph_test_leaf(t, kfree, 0, 10000001);
	graph_test_leaf(t, kfree, 0, 100000001);
	graph_test_leaf(t, kfree, 0, 1000000001);
	graph_test_expect(t, "10.000 us | kfree();\n"
			     "+ 10.001 us | kfree();\n"
			     "! 100.001 us | kfree();\n"
			     "# 1000.001 us | kfree();\n"
			     "* 10000.00 us | kfree();\n"
			     "@ 100000.0 us | kfree();\n"
			     "$ 1000000 us | kfree();\n");
	graph_test_option(t, "nofuncgraph-overhead");
	graph_test_read(t);
	KUNIT_EXPECT_PTR_EQ(test, strpbrk(t->text, "+!#*@$"), NULL);
	graph_test_end(t);
}

static void graph_test_irq(struct kunit *test)
{
	struct graph_test *t = graph_test_begin(test);

	graph_test_call(t, schedule, 0);
	graph_test_call(t, asm_sysvec_apic_timer_interrupt, 1);
	graph_test_leaf(t, kfree, 2, 1500);
	graph_test_return(t, asm_sysvec_apic_timer_interrupt, 1, 20000);
	graph_test_leaf(t, asm_common_interrupt, 1, 3000);
	graph_test_return(t, schedule, 0, 150000);
	graph_test_expect(t, "| schedule() {\n"
			     "==========> |\n"
			     "| asm_sysvec_apic_timer_interrupt() {\n"
			     "1.500 us | kfree();\n"
			     "+ 20.000 us | }\n"
			     "<========== |\n"
			     "==========> |\n"
			     "3.000 us | asm_common_interrupt();\n"
			     "<========== |\n"
			     "! 150.000 us | }\n");
	graph_test_option(t, "nofuncgraph-duration");
	graph_test_read(t);
	KUNIT_EXPECT_NOT_NULL(test, strstr(t->text, "==========>\n"));
	graph_test_option(t, "funcgraph-duration");

	graph_test_option(t, "nofuncgraph-irqs");
	graph_test_expect(t, "| schedule() {\n"
			     "! 150.000 us | }\n");
	graph_test_end(t);
}

/*
 * A return without a call has the function's name; with funcgraph-tail all have it.
 */
static void graph_test_ends(struct kunit *test)
{
	struct graph_test *t = graph_test_begin(test);

	graph_test_return(t, kfree, 2, 1000);
	graph_test_call(t, schedule, 1);
	graph_test_leaf(t, kfree, 2, 2000);
	graph_test_return(t, schedule, 1, 3000);
	graph_test_expect(t, "1.000 us | } /* kfree */\n"
			     "| schedule() {\n"
			     "2.000 us | kfree();\n"
			     "3.000 us | }\n");
	graph_test_option(t, "funcgraph-tail");
	graph_test_expect(t, "1.000 us | } /* kfree */\n"
			     "| schedule() {\n"
			     "2.000 us | kfree();\n"
			     "3.000 us | } /* schedule */\n");
	graph_test_end(t);
}

static struct kunit_case graph_test_cases[] = {
	KUNIT_CASE(graph_test_marks),
	KUNIT_CASE(graph_test_irq),
	KUNIT_CASE(graph_test_ends),
	{}
};

static struct kunit_suite graph_test_suite = {
	.name = "trace_tracer_graph",
	.test_cases = graph_test_cases,
};

kunit_test_suite(graph_test_suite);
