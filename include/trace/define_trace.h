/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event headers end by including this file, outside of their guard:
 *
 *	#include <trace/define_trace.h>
 *
 * It has an effect only in the one .c file that defines CREATE_TRACE_POINTS before
 * it includes the event header. There it includes the event header twice more, with
 * other definitions of the macros used in it (<trace/stages/code.h> and
 * <trace/stages/schema.h>), to define what the header declares.
 *
 * The header to include is TRACE_INCLUDE_FILE in TRACE_INCLUDE_PATH, by default
 * <trace/events/TRACE_SYSTEM.h>.
 */
#ifdef CREATE_TRACE_POINTS

/* Headers that are included from here on only declare. */
#undef CREATE_TRACE_POINTS

#include <linux/stringify.h>

#ifndef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE TRACE_SYSTEM
#define __TRACE_INCLUDE_FILE_IS_SYSTEM
#endif

#undef TRACE_INCLUDE
#undef __TRACE_INCLUDE
#ifdef TRACE_INCLUDE_PATH
#define __TRACE_INCLUDE(file)	__stringify(TRACE_INCLUDE_PATH/file.h)
#else
#define __TRACE_INCLUDE(file)	<trace/events/file.h>
#endif
#define TRACE_INCLUDE(file)	__TRACE_INCLUDE(file)

#ifdef TRACEPOINTS_ENABLED

#include <trace/bpf_probe.h>
#ifdef CONFIG_EVENT_TRACING
#include <trace/trace_events.h>
#endif

#define TRACE_HEADER_MULTI_READ

#include <trace/stages/code.h>
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#ifdef CONFIG_EVENT_TRACING
#include <trace/stages/schema.h>
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)
#include <trace/stages/undef.h>
#endif

#undef TRACE_HEADER_MULTI_READ

#include <trace/stages/declare.h>

#endif /* TRACEPOINTS_ENABLED */

#undef TRACE_INCLUDE
#undef __TRACE_INCLUDE
#ifdef __TRACE_INCLUDE_FILE_IS_SYSTEM
#undef TRACE_INCLUDE_FILE
#undef __TRACE_INCLUDE_FILE_IS_SYSTEM
#endif
#undef TRACE_INCLUDE_PATH

/* The .c file may include more event headers. */
#define CREATE_TRACE_POINTS

#endif /* CREATE_TRACE_POINTS */
