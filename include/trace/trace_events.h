/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The definitions that TRACE_EVENT() expands to.
 *
 * The event header is included twice, because TP_printk() is code in the first pass
 * and text in the second. Each event class expands to:
 *
 *	EVENT_CLASS_CODE	first pass: record, print function, probes
 *	EVENT_CLASS_SCHEMA	second pass: table of fields, format, class
 *
 * and each event in the second pass to EVENT_CALL: a struct trace_event_call, and a
 * pointer to it in the section _ftrace_events.
 *
 * "prefix" distinguishes the names of custom events from those of others.
 */
#ifndef _TRACE_TRACE_EVENTS_H
#define _TRACE_TRACE_EVENTS_H

#include <linux/bitmap.h>
#include <linux/math64.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_events.h>

#include <trace/bpf_probe.h>
#include <trace/perf.h>

/* Append @len bytes to the record. Returns offset, and length in the upper 16 bits. */
static __always_inline u32 __event_place(u32 *size, u32 fixed, u32 len)
{
	u32 loc = (len << 16) | (fixed + *size);

	*size += len;
	return loc;
}

static __always_inline const char *__event_string(const char *s)
{
	return s ? s : EVENT_NULL_STR;
}

/* Length in the record of a string that is cut at @len; NULL becomes "(null)". */
static __always_inline u32 __event_string_len(const char *s, u32 len)
{
	return s ? len : sizeof(EVENT_NULL_STR) - 1;
}

/* @size includes the NUL. The string may have changed since it was measured. */
static __always_inline void
__event_copy_string(char *dst, const char *src, u32 size)
{
	memcpy(dst, __event_string(src), size - 1);
	dst[size - 1] = '\0';
}

static inline __printf(1, 0) u32 __event_vstring_len(const char *fmt,
						     va_list *va)
{
	va_list copy;
	int len;

	va_copy(copy, *va);
	len = vsnprintf(NULL, 0, fmt, copy);
	va_end(copy);

	return clamp(len, 0, TRACE_EVENT_STR_MAX - 1);
}

static inline __printf(3, 0) void
__event_vprintf(char *dst, u32 size, const char *fmt, va_list *va)
{
	va_list copy;

	va_copy(copy, *va);
	vsnprintf(dst, size, fmt, copy);
	va_end(copy);
}

#define EVENT_RECORD(prefix, call, tstruct)				\
struct prefix##raw_##call {						\
	struct trace_entry	ent;					\
	EVENT_EACH(EVENT_MEMBER, tstruct)				\
	char			__data[];				\
};

#define EVENT_PRINT(name, record, print)				\
static notrace __maybe_unused enum print_line_t				\
name(struct trace_iterator *iter, int flags, struct trace_event *event)	\
{									\
	struct trace_seq *p __maybe_unused = iter->tmp_seq;		\
	struct record *entry __maybe_unused = (void *)iter->ent;	\
	int ret;							\
									\
	ret = trace_raw_output_prep(iter, event);			\
	if (ret != TRACE_TYPE_HANDLED)					\
		return ret;						\
	trace_event_printf(iter, print);				\
	return trace_handle_return(&iter->seq);				\
}

#define EVENT_PROBE(prefix, call, proto, tstruct, assign)		\
static notrace __maybe_unused void					\
prefix##raw_event_##call(void *__data, proto)				\
{									\
	struct task_struct *__task __maybe_unused;			\
	struct prefix##raw_##call *entry;				\
	struct trace_event_buffer __fbuffer __uninitialized;		\
	u32 __data_size __maybe_unused = 0;				\
	u64 __count __maybe_unused;					\
									\
	EVENT_EACH(EVENT_SIZE, tstruct)					\
	entry = trace_event_buffer_reserve(&__fbuffer, __data,	\
					     sizeof(*entry) +		\
					     __data_size);		\
	if (!entry)							\
		return;							\
	EVENT_EACH(EVENT_LOC, tstruct)					\
	{ assign; }							\
	trace_event_buffer_commit(&__fbuffer);				\
}

#define EVENT_CLASS_CODE(prefix, call, proto, args, tstruct, assign, print) \
	EVENT_RECORD(prefix, call, PARAMS(tstruct))			\
	EVENT_PRINT(prefix##output_##call, prefix##raw_##call,		\
		    PARAMS(print))					\
	EVENT_PROBE(prefix, call, PARAMS(proto), PARAMS(tstruct),	\
		    PARAMS(assign))					\
	EVENT_PERF_PROBE(prefix, call, PARAMS(proto), PARAMS(args),	\
			 PARAMS(tstruct), PARAMS(assign))

#define EVENT_FUNCS(prefix, call)					\
static struct trace_event_functions prefix##funcs_##call __maybe_unused = { \
	.trace = prefix##output_##call,					\
};

#define EVENT_FORMAT(prefix, call, print)				\
static const char prefix##format_##call[] __maybe_unused = print;

#define EVENT_CLASS_SCHEMA(prefix, call, tstruct, print)		\
static const struct trace_event_fields prefix##fields_##call[] = {	\
	EVENT_EACH(EVENT_ROW, tstruct)					\
	{}								\
};									\
EVENT_FORMAT(prefix, call, PARAMS(print))				\
EVENT_FUNCS(prefix, call)						\
static struct trace_event_class __used __refdata prefix##class_##call = { \
	.system		= __stringify(TRACE_SYSTEM),			\
	.fields_array	= prefix##fields_##call,			\
	.fields		= LIST_HEAD_INIT(prefix##class_##call.fields),	\
	.raw_init	= trace_event_raw_init,				\
	.probe		= prefix##raw_event_##call,			\
	.reg		= trace_event_reg,				\
	EVENT_PERF_INIT(prefix, call)					\
};

/*
 * @template names the class; @print names the format and the print function, and
 * differs from @template only for DEFINE_EVENT_PRINT().
 */
#define EVENT_CALL(prefix, template, print, call, id, _flags)		\
static struct trace_event_call __used prefix##call_##call = {		\
	.class		= &prefix##class_##template,			\
	{ id },								\
	.event.funcs	= &prefix##funcs_##print,			\
	.print_fmt	= prefix##format_##print,			\
	.flags		= _flags,					\
};									\
static struct trace_event_call *prefix##ptr_##call __used		\
__section("_ftrace_events") = &prefix##call_##call;

/* The value of a name in print formats. */
#define EVENT_EVAL(unique, text, value)					\
static struct trace_eval_map unique __used __initdata = {		\
	.system		= __stringify(TRACE_SYSTEM),			\
	.eval_string	= text,						\
	.eval_value	= value,					\
};									\
static struct trace_eval_map *__PASTE(unique, _ptr) __used		\
__section("_ftrace_eval_map") = &unique;

/* Flags and permission checks are set at boot. */
#define EVENT_FLAGS(prefix, call, value)				\
static int __init prefix##init_flags_##call(void)			\
{									\
	prefix##call_##call.flags |= value;				\
	return 0;							\
}									\
early_initcall(prefix##init_flags_##call);

#ifdef CONFIG_PERF_EVENTS
#define EVENT_PERF_PERM(prefix, call, expr...)				\
static int prefix##perf_perm_##call(struct trace_event_call *tp_event,	\
				    struct perf_event *p_event)		\
{									\
	return ({ expr; });						\
}									\
static int __init prefix##init_perf_perm_##call(void)			\
{									\
	prefix##call_##call.perf_perm = prefix##perf_perm_##call;	\
	return 0;							\
}									\
early_initcall(prefix##init_perf_perm_##call);
#else
#define EVENT_PERF_PERM(prefix, call, expr...)
#endif

#endif /* _TRACE_TRACE_EVENTS_H */
