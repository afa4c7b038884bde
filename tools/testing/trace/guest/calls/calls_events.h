/* SPDX-License-Identifier: GPL-2.0 */
/* A trace event whose text is a hexadecimal dump. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM calls

#if !defined(_CALLS_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _CALLS_EVENTS_H

#include <linux/printk.h>
#include <linux/tracepoint.h>

TRACE_EVENT(calls_dump,
	    TP_PROTO(const u8 *bytes),
	    TP_ARGS(bytes),
	    TP_STRUCT__entry(__array(u8, bytes, 20)),
	    TP_fast_assign(memcpy(__entry->bytes, bytes, sizeof(__entry->bytes));),
	    TP_printk("bytes:%s",
		      __print_hex_dump("dump ", DUMP_PREFIX_OFFSET, 16, 1, __entry->bytes,
				       sizeof(__entry->bytes), true))
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE calls_events
#include <trace/define_trace.h>
