/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ENTRY_BYTES(name): size of the fixed part of a built-in entry, without the padding
 * that the compiler adds to its structure. A writer need not record the padding.
 */
#ifndef _KERNEL_TRACE_OUTPUT_ENTRY_BYTES_H
#define _KERNEL_TRACE_OUTPUT_ENTRY_BYTES_H

#define ENTRY_BYTES(name)	offsetof(struct entry_##name, end)

#define F(type, name)			type name;
#define F_IN(type, name)		type name;
#define F_ARRAY(type, name, n, text)	type name[n];
#define F_TAIL(type, name)		type name[0];
#define F_CALLERS(name)			unsigned long name[0];
#define ENTRY(_name, _type, _nr, _fields, _print)			\
	struct entry_##_name {						\
		struct trace_entry ent;					\
		_fields							\
		char end[];						\
	};
EVENT_ENTRIES
#undef ENTRY
#undef F_CALLERS
#undef F_TAIL
#undef F_ARRAY
#undef F_IN
#undef F

#endif /* _KERNEL_TRACE_OUTPUT_ENTRY_BYTES_H */
