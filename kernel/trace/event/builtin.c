// SPDX-License-Identifier: GPL-2.0
/*
 * The built-in entries as events: no tracepoint and no probe, but a directory
 * under events/ftrace with a format file. entries.h has what is in them; here
 * each becomes a function that holds the event's tables and makes it known.
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/stddef.h>

#include "internal.h"

static void __init builtin_add(struct trace_event_call *call, int type)
{
	call->event.type = type;
	call->flags = TRACE_EVENT_FL_IGNORE_ENABLE;
	INIT_LIST_HEAD(&call->class->fields);

	/*
	 * Two of them have an id for perf and for triggers: marks from user
	 * space and called functions.
	 */
	if (type == TRACE_PRINT || type == TRACE_FN)
		call->class->reg = event_builtin_reg;
	event_list_append(call);
}

#include "builtin.h"

#define ENTRY	BUILTIN_FUNCTION
EVENT_ENTRIES
#undef ENTRY

void __init event_builtin_init(void)
{
#define ENTRY	BUILTIN_CALL
	EVENT_ENTRIES
#undef ENTRY
}
