/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What <trace/define_trace.h> is to event headers, this file is to headers of
 * custom events: they end by including it, and in the one .c file that defines
 * CREATE_CUSTOM_TRACE_EVENTS the events are made.
 *
 * TRACE_INCLUDE_FILE is the header's name; TRACE_INCLUDE_PATH where it is, by
 * default <trace/events/>.
 */
#ifdef CREATE_CUSTOM_TRACE_EVENTS

#undef CREATE_CUSTOM_TRACE_EVENTS

#include <linux/stringify.h>

#undef TRACE_INCLUDE
#undef __TRACE_INCLUDE
#ifdef TRACE_INCLUDE_PATH
#define __TRACE_INCLUDE(file)	__stringify(TRACE_INCLUDE_PATH/file.h)
#else
#define __TRACE_INCLUDE(file)	<trace/events/file.h>
#endif
#define TRACE_INCLUDE(file)	__TRACE_INCLUDE(file)

#ifdef CONFIG_EVENT_TRACING

#define TRACE_CUSTOM_MULTI_READ
#include <trace/trace_custom_events.h>
#undef TRACE_CUSTOM_MULTI_READ

#endif

#undef TRACE_INCLUDE
#undef __TRACE_INCLUDE
#undef TRACE_INCLUDE_FILE
#undef TRACE_INCLUDE_PATH

/* The .c file may have more headers to include. */
#define CREATE_CUSTOM_TRACE_EVENTS

#endif /* CREATE_CUSTOM_TRACE_EVENTS */
