/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Macros with which builtin.c expands the rows of entries.h. Included by builtin.c
 * only.
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

#define BUILTIN_FIELDS(_name, _type, _nr, _fields, _print)		\
static const struct trace_event_fields builtin_##_name[] = { _fields {} };

#define BUILTIN_ROW(_name, _type, _nr, _fields, _print) {		\
	.name = #_name,							\
	.print = _print,						\
	.fields = builtin_##_name,					\
	.type = TRACE_##_type,						\
},

#endif /* _KERNEL_TRACE_EVENT_BUILTIN_H */
