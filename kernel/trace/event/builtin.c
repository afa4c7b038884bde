// SPDX-License-Identifier: GPL-2.0
/*
 * Trace events for the built-in entries: without tracepoint and probe, but with a
 * directory below events/ftrace/ that has a format file. Their fields are declared
 * in entries.h, and expanded to the rows of a table here.
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/slab.h>
#include <linux/stddef.h>

#include "internal.h"
#include "builtin.h"

#define ENTRY	BUILTIN_FIELDS
EVENT_ENTRIES
#undef ENTRY

/**
 * struct event_builtin_row - a built-in entry
 * @name: name of the event
 * @print: print format of the event
 * @fields: fields of the event
 * @type: type of the records, one of enum trace_type
 */
struct event_builtin_row {
	const char				*name;
	const char				*print;
	const struct trace_event_fields		*fields;
	int					type;
};

#define ENTRY	BUILTIN_ROW
static const struct event_builtin_row event_builtin_rows[] __initconst = {
	EVENT_ENTRIES
};

#undef ENTRY

/**
 * struct event_builtin - the trace event of a built-in entry
 * @call: the event
 * @class: class of this event only
 */
struct event_builtin {
	struct trace_event_call		call;
	struct trace_event_class	class;
};

static void __init event_builtin_add(struct event_builtin *builtin,
				     const struct event_builtin_row *row)
{
	struct trace_event_class *class = &builtin->class;
	struct trace_event_call *call = &builtin->call;

	class->system = "ftrace";
	class->fields_array = row->fields;
	INIT_LIST_HEAD(&class->fields);
	/*
	 * ftrace/print (trace_marker) and ftrace/function have an id, so that
	 * triggers and perf can use them.
	 */
	if (row->type == TRACE_PRINT || row->type == TRACE_FN)
		class->reg = event_builtin_reg;

	call->class = class;
	call->name = row->name;
	call->print_fmt = row->print;
	call->event.type = row->type;
	call->flags = TRACE_EVENT_FL_IGNORE_ENABLE;
	event_list_append(call);
}

/**
 * event_builtin_init - add the trace events of the built-in entries
 *
 * Context: boot; event_mutex held.
 */
void __init event_builtin_init(void)
{
	struct event_builtin *all;

	all = kcalloc(ARRAY_SIZE(event_builtin_rows), sizeof(*all), GFP_KERNEL);
	for (int i = 0; all && i < ARRAY_SIZE(event_builtin_rows); i++)
		event_builtin_add(&all[i], &event_builtin_rows[i]);
}
