// SPDX-License-Identifier: GPL-2.0
/*
 * The stack tracer: stack_trace and stack_max_size. (Its stack_trace_filter is in
 * functions.c, where all filters are.)
 */
#include <linux/slab.h>

#include "../ftrace/ftrace.h"
#include "internal.h"

static const char stack_disabled[] =
	"#\n"
	"#  Stack tracer disabled\n"
	"#\n"
	"# To enable the stack tracer, either add 'stacktrace' to the\n"
	"# kernel command line\n"
	"# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'\n"
	"#\n";

static int stack_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	struct stack_trace_max *stack = kmalloc(sizeof(*stack), GFP_KERNEL);

	if (!stack)
		return -ENOMEM;
	stack_tracer_read(stack);
	seq_printf(m, "        Depth    Size   Location    (%u entries)\n"
		   "        -----    ----   --------\n", stack->count);
	if (!stack_tracer_enabled && !stack->size)
		seq_puts(m, stack_disabled);
	for (unsigned int i = 0; i < stack->count; i++) {
		unsigned int depth = stack->row[i].depth, above = 0;

		if (i + 1 < stack->count)
			above = stack->row[i + 1].depth;
		seq_printf(m, "%3u) %8u   %5u   %pS\n", i, depth,
			   depth - above, (void *)stack->row[i].ip);
	}
	kfree(stack);
	return 0;
}

const struct tracing_value tracing_stack_value = {
	.show = stack_show,
	.no_end = true,
};

static int size_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	seq_printf(m, "%lu\n", stack_tracer_size());
	return 0;
}

static int size_number(const struct tracing_file_ctx *at, unsigned long val)
{
	stack_tracer_size_set(val);
	return 0;
}

const struct tracing_value tracing_stack_size_value = {
	.show = size_show,
	.number = size_number,
};
