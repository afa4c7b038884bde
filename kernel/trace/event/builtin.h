/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What builtin.c makes of the rows of entries.h. Nobody else includes this.
 */
#ifndef _KERNEL_TRACE_EVENT_BUILTIN_H
#define _KERNEL_TRACE_EVENT_BUILTIN_H

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

#define BUILTIN_FUNCTION(_name, _type, _nr, _fields, _print)		\
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

#define BUILTIN_CALL(_name, _type, _nr, _fields, _print)	builtin_##_name();

#endif /* _KERNEL_TRACE_EVENT_BUILTIN_H */
