// SPDX-License-Identifier: GPL-2.0
/* The lines "SYSTEM:EVENT TEXT" of the files show_event_filters and show_event_triggers. */
#include <linux/seq_file.h>

#include "internal.h"

/* The column in which TEXT begins, if the name of the event is shorter. */
#define EVENT_LINE_COLUMN	32

/**
 * instance_event_line_begin - print the name of an event, up to the column of the text
 * @m: the output
 * @file: the event file
 *
 * The caller prints the text, and then calls instance_event_line_end().
 *
 * Context: task; event_mutex held.
 * Return: the position in @m, for instance_event_line_end().
 */
size_t instance_event_line_begin(struct seq_file *m, const struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	/* A blank follows in any case. */
	seq_setwidth(m, EVENT_LINE_COLUMN - 1);
	seq_printf(m, "%s:%s", event_system(call), trace_event_name(call));
	seq_pad(m, ' ');
	return m->count;
}

/**
 * instance_event_line_end - end a line that instance_event_line_begin() began
 * @m: the output
 * @start: what instance_event_line_begin() returned
 *
 * Newlines in the text, which users can write within an expression, are replaced with
 * blanks, so that there is one line for each filter and trigger. A newline at the end of
 * the text ends the line.
 *
 * Context: task; event_mutex held.
 */
void instance_event_line_end(struct seq_file *m, size_t start)
{
	if (m->count > start && m->buf[m->count - 1] == '\n')
		m->count--;
	for (; start < m->count; start++) {
		if (m->buf[start] == '\n')
			m->buf[start] = ' ';
	}
	seq_putc(m, '\n');
}
