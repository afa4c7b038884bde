/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Macros for the second pass over an event header by <trace/define_trace.h>: tables
 * of fields, formats, classes and events.
 *
 * No include guard: see <trace/stages/declare.h>.
 */
#include <trace/stages/undef.h>

/* The record is called REC in format files. */
#define __entry	REC
#define TP_printk(fmt, args...)	"\"" fmt "\", " __stringify(args)

/* Format files have no separate names for u64 where long has 64 bits. */
#if BITS_PER_LONG == 64
#define __print_flags_u64(flag, delim, flag_array...)			\
	__print_flags(flag, delim, flag_array)
#define __print_symbolic_u64(value, symbol_array...)			\
	__print_symbolic(value, symbol_array)
#endif

#undef DECLARE_TRACE
#define DECLARE_TRACE(name, proto, args)
#undef DECLARE_TRACE_WRITABLE
#define DECLARE_TRACE_WRITABLE(name, proto, args, size)

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
	EVENT_CLASS_SCHEMA(trace_event_, call, PARAMS(tstruct),		\
			   PARAMS(print))

#undef DEFINE_EVENT
#define DEFINE_EVENT(template, name, proto, args)			\
	EVENT_CALL(trace_event_, template, template, name,		\
		   .tp = &__tracepoint_##name, TRACE_EVENT_FL_TRACEPOINT)

#undef DEFINE_EVENT_FN
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)	\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))

#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	EVENT_FORMAT(trace_event_, name, PARAMS(print))			\
	EVENT_FUNCS(trace_event_, name)					\
	EVENT_CALL(trace_event_, template, name, name,			\
		   .tp = &__tracepoint_##name, TRACE_EVENT_FL_TRACEPOINT)

#undef DEFINE_EVENT_WRITABLE

#undef TRACE_EVENT_FLAGS
#define TRACE_EVENT_FLAGS(event, flag)	EVENT_FLAGS(trace_event_, event, flag)

#undef TRACE_EVENT_PERF_PERM
#define TRACE_EVENT_PERF_PERM(event, expr...)				\
	EVENT_PERF_PERM(trace_event_, event, expr)

/*
 * Two event headers of one .c file may define the same name for different systems, so
 * the system is part of the identifier.
 */
#ifndef TRACE_SYSTEM_VAR
#define TRACE_SYSTEM_VAR TRACE_SYSTEM
#endif

/*
 * The name may be a macro, so it is pasted before it is expanded. The system may begin
 * with a digit, so the identifier has a prefix.
 */
#undef __EVENT_EVAL_NAME
#define __EVENT_EVAL_NAME(name)						\
	__PASTE(__PASTE(__eval_, TRACE_SYSTEM_VAR), name)

#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(name)						\
	EVENT_EVAL(__EVENT_EVAL_NAME(__##name), #name, name)

#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(type)					\
	EVENT_EVAL(__EVENT_EVAL_NAME(__sizeof_##type),			\
		   "sizeof(" #type ")", sizeof(type))
