// SPDX-License-Identifier: GPL-2.0
/*
 * The header of function_graph.
 */
#include <linux/seq_file.h>

#include "../../instance/instance.h"
#include "../../output/output.h"
#include "graph.h"

static void graph_header_latency(struct seq_file *m, u32 flags)
{
	static const char * const stairs[] = {
		"  _-----=> irqs-off        ",
		" / _----=> need-resched    ",
		"| / _---=> hardirq/softirq ",
		"|| / _--=> preempt-depth   ",
		"||| /                      ",
	};
	int width = 0;

	width += flags & GRAPH_ABS_TIME ? 16 : 0;
	width += flags & GRAPH_REL_TIME ? 16 : 0;
	width += flags & GRAPH_CPU ? 4 : 0;
	width += flags & GRAPH_PROC ? 17 : 0;
	for (int i = 0; i < ARRAY_SIZE(stairs); i++)
		seq_printf(m, "#%*s%s\n", width, "", stairs[i]);
}

/**
 * graph_print_header - print the header of a function graph
 * @m: the file
 * @iter: the reader
 * @flags: GRAPH_* bits of the columns
 *
 * Context: task, may sleep.
 */
void graph_print_header(struct seq_file *m, struct trace_iterator *iter,
			u32 flags)
{
	bool latency = iter->iter_flags & TRACE_FILE_LAT_FMT;
	/* The two header lines of each column. */
	const struct {
		bool shown;
		const char *name, *line;
	} columns[] = {
		{ flags & GRAPH_ABS_TIME, "     TIME       ", "      |         " },
		{ flags & GRAPH_REL_TIME, "   REL TIME     ", "      |         " },
		{ flags & GRAPH_CPU, " CPU", " |  " },
		{ flags & GRAPH_PROC, "  TASK/PID       ", "   |    |        " },
		{ latency, "||||   ", "||||   " },
		{ flags & GRAPH_DURATION, "  DURATION   ", "   |   |      " },
	};

	if (!instance_option(iter->tr, INSTANCE_OPT_CONTEXT_INFO))
		return;
	if (latency) {
		if (output_empty(iter))
			return;
		output_header_latency(m, iter);
		graph_header_latency(m, flags);
	}
	seq_putc(m, '#');
	for (int i = 0; i < ARRAY_SIZE(columns); i++) {
		if (columns[i].shown)
			seq_puts(m, columns[i].name);
	}
	seq_puts(m, "               FUNCTION CALLS\n#");
	for (int i = 0; i < ARRAY_SIZE(columns); i++) {
		if (columns[i].shown)
			seq_puts(m, columns[i].line);
	}
	seq_puts(m, "               |   |   |   |\n");
}
