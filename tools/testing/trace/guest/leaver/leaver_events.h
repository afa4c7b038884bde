/* SPDX-License-Identifier: GPL-2.0 */
/* The module's own trace event. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM leaver

#if !defined(_LEAVER_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define _LEAVER_EVENTS_H

#include <linux/tracepoint.h>

TRACE_EVENT(leaver_event,
	    TP_PROTO(int value),
	    TP_ARGS(value),
	    TP_STRUCT__entry(__field(int, value)),
	    TP_fast_assign(__entry->value = value;),
	    TP_printk("value=%d", __entry->value)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE leaver_events
#include <trace/define_trace.h>
