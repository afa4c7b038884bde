// SPDX-License-Identifier: GPL-2.0
/*
 * The built-in entries as events: no tracepoint and no probe, but a directory
 * under events/ftrace with a format file. entries.h has what is in them; here
 * each becomes a row of a table, and events are made of those.
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
 * struct builtin_row - what an entry is made known by
 * @name: of the event
 * @print: its format text
 * @fields: its fields
 * @type: of its records
 */
struct builtin_row {
	const char				*name;
	const char				*print;
	const struct trace_event_fields		*fields;
	int					type;
};

#define ENTRY	BUILTIN_ROW
static const struct builtin_row builtin_rows[] __initconst = {
	EVENT_ENTRIES
};

#undef ENTRY

/**
 * struct builtin - an entry as an event
 * @call: the event
 * @class: its own
 */
struct builtin {
	struct trace_event_call		call;
	struct trace_event_class	class;
};

static void __init builtin_add(struct builtin *builtin, const struct builtin_row *row)
{
	struct trace_event_class *class = &builtin->class;
	struct trace_event_call *call = &builtin->call;

	class->system = "ftrace";
	class->fields_array = row->fields;
	INIT_LIST_HEAD(&class->fields);
	/*
	 * Two of them have an id for perf and for triggers: marks from user
	 * space and called functions.
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

void __init event_builtin_init(void)
{
	struct builtin *all = kcalloc(ARRAY_SIZE(builtin_rows), sizeof(*all), GFP_KERNEL);

	for (int i = 0; all && i < ARRAY_SIZE(builtin_rows); i++)
		builtin_add(&all[i], &builtin_rows[i]);
}
