/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Headers of custom events end by including this file, as event headers include
 * <trace/define_trace.h>. In the one .c file that defines CREATE_CUSTOM_TRACE_EVENTS
 * it defines the events.
 *
 * TRACE_INCLUDE_FILE is the name of the header, TRACE_INCLUDE_PATH its directory, by
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

/* The .c file may include more headers of custom events. */
#define CREATE_CUSTOM_TRACE_EVENTS

#endif /* CREATE_CUSTOM_TRACE_EVENTS */
