/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A shim for blktrace.c of the base, which includes the private header of the
 * old layout by this name: it maps the names that blktrace.c uses to those of
 * source/block.h. Other files do not include it.
 */
#ifndef _TRACE_OUTPUT_SHIM_H
#define _TRACE_OUTPUT_SHIM_H

#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#include "source/block.h"
#include "event/event.h"

/* blktrace.c has no other pointer to an instance: see struct source_blk_instance. */
struct trace_array {
	struct source_blk_instance view;
};

#define trace_flags		view.flags
#define array_buffer		view

#define TRACE_ITER_VERBOSE	SOURCE_BLK_VERBOSE
#define TRACE_ITER_CONTEXT_INFO	SOURCE_BLK_CONTEXT_INFO

#define tracer			source_blk_tracer
#define tracer_flags		source_blk_flags
#define tracer_opt		source_blk_opt
#define TRACER_OPT(s, b)	.name = #s, .bit = b

#define register_tracer		source_blk_register
#define register_trace_event	source_blk_event_register
#define unregister_trace_event(event)	source_blk_event_unregister()

#define tracing_gen_ctx_flags	source_blk_context
#define trace_find_cmdline	source_blk_comm

#define trace_buffer_lock_reserve(buffer, type, len, context)		\
	source_blk_reserve(&(buffer), len, context)
#define trace_buffer_unlock_commit(tr, buffer, event, context)		\
	source_blk_commit(buffer, event, context)

/* source_blk_commit() is sufficient to record the name of the task. */
#define tracing_record_cmdline(task)

#define cgroup_path_from_kernfs_id(id, text, size)			\
	source_blk_cgroup(iter, id, text, size)

#endif /* _TRACE_OUTPUT_SHIM_H */
