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

#define ROW(_type, _name, _text, _size, _len) {				\
	.type = _text,							\
	.name = #_name,							\
	.size = _size,							\
	.align = __alignof__(((struct { typeof(_type) x; } *)0)->x),	\
	.len = _len,							\
	.is_signed = is_signed_type(_type),				\
}

#define F(_type, _name)		ROW(_type, _name, #_type, sizeof(_type), 0),
#define F_IN(_type, _name)	F(_type, _name)
#define F_ARRAY(_type, _name, _n, _text)				\
	ROW(_type, _name, #_type "[" _text "]", sizeof(_type) * (_n), _n),
#define F_TAIL(_type, _name)	ROW(_type, _name, #_type "[]", 0, 0),
#define F_CALLERS(_name)						\
	ROW(unsigned long, _name, "unsigned long[]",			\
	    sizeof(unsigned long) * EVENT_CALLERS_SHOWN, EVENT_CALLERS_SHOWN),

#define ENTRY(_name, _type, _fields, _print)				\
static void __init builtin_##_name(void)				\
{									\
	static const struct trace_event_fields fields[] = { _fields {} }; \
	static struct trace_event_class class = {			\
		.system = "ftrace",					\
		.fields_array = fields,					\
	};								\
	static struct trace_event_call call = {				\
		.class = &class,					\
		.name = #_name,						\
		.print_fmt = _print,					\
	};								\
									\
	builtin_add(&call, TRACE_##_type);				\
}
EVENT_ENTRIES
#undef ENTRY

void __init event_builtin_init(void)
{
#define ENTRY(_name, _type, _fields, _print)	builtin_##_name();
	EVENT_ENTRIES
#undef ENTRY
}
