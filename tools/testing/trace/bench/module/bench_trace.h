/* SPDX-License-Identifier: GPL-2.0 */
/*
 * bench:record, an event with 32 bytes of payload; bench:words and bench:text, with the
 * fields of the markers in marker.c; bench:bare, a tracepoint.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM bench

#if !defined(BENCH_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define BENCH_TRACE_H

#include <linux/tracepoint.h>

DECLARE_TRACE(bench_bare, TP_PROTO(unsigned long value), TP_ARGS(value));

TRACE_EVENT(record,
	TP_PROTO(unsigned long value),
	TP_ARGS(value),
	TP_STRUCT__entry(
		__field(u64, a)
		__field(u64, b)
		__field(u64, c)
	),
	TP_fast_assign(
		__entry->a = value;
		__entry->b = value;
		__entry->c = value;
	),
	TP_printk("a=%llu b=%llu c=%llu", __entry->a, __entry->b, __entry->c)
);

TRACE_EVENT(words,
	TP_PROTO(int number, unsigned long address, unsigned int length),
	TP_ARGS(number, address, length),
	TP_STRUCT__entry(
		__field(int, number)
		__field(unsigned long, address)
		__field(unsigned int, length)
	),
	TP_fast_assign(
		__entry->number = number;
		__entry->address = address;
		__entry->length = length;
	),
	TP_printk("number %d address %lx length %u", __entry->number, __entry->address,
		  __entry->length)
);

TRACE_EVENT(text,
	TP_PROTO(int number, const char *text),
	TP_ARGS(number, text),
	TP_STRUCT__entry(
		__field(int, number)
		__string(text, text)
	),
	TP_fast_assign(
		__entry->number = number;
		__assign_str(text);
	),
	TP_printk("number %d text %s", __entry->number, __get_str(text))
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE bench_trace
#include <trace/define_trace.h>
