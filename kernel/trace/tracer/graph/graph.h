/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls and returns as records, and as lines: for all tracers that show a graph.
 */
#ifndef _KERNEL_TRACE_TRACER_GRAPH_H
#define _KERNEL_TRACE_TRACER_GRAPH_H

#include <linux/bits.h>
#include <linux/ftrace.h>

#include "../../event/event.h"
#include "../../output/output.h"

/* What a graph shows, and what goes into it. */
#define GRAPH_OVERRUN		BIT(0)
#define GRAPH_CPU		BIT(1)
#define GRAPH_OVERHEAD		BIT(2)
#define GRAPH_PROC		BIT(3)
#define GRAPH_DURATION		BIT(4)
#define GRAPH_ABS_TIME		BIT(5)
#define GRAPH_IRQS		BIT(6)
#define GRAPH_TAIL		BIT(7)
#define GRAPH_RETVAL		BIT(8)
#define GRAPH_RETVAL_HEX	BIT(9)
#define GRAPH_SLEEP_TIME	BIT(10)
#define GRAPH_GRAPH_TIME	BIT(11)
#define GRAPH_RETADDR		BIT(12)
#define GRAPH_ARGS		BIT(13)
#define GRAPH_REL_TIME		BIT(14)

/* Records end with their last field, whatever the alignment of their structs. */
#define GRAPH_ENTRY_SIZE	offsetofend(struct event_funcgraph_entry, depth)

/*
 * Behind them, for options that ask for it: where the call returns to, and its
 * arguments (EVENT_ARGS). How long the record is tells which of the two.
 */
#define GRAPH_MORE_AT		ALIGN(GRAPH_ENTRY_SIZE, sizeof(long))
#define GRAPH_MORE		(GRAPH_RETADDR | GRAPH_ARGS)

/* Bytes of such a record. */
static inline unsigned int graph_more_size(u32 flags)
{
	unsigned int words = (flags & GRAPH_RETADDR ? 1 : 0) +
			     (flags & GRAPH_ARGS ? EVENT_ARGS : 0);

	return GRAPH_MORE_AT + words * sizeof(long);
}

/**
 * graph_record_entry - record a call
 * @ring: where to
 * @func: the function's site
 * @depth: of the call
 * @context: event_context()
 * @time: where the time is put that the record has
 *
 * Context: any, preemption disabled.
 * Return: whether there was room.
 */
static __always_inline bool
graph_record_entry(struct trace_buffer *ring, unsigned long func, int depth,
		   unsigned int context, u64 *time)
{
	struct ring_writer *rw = ring_this_writer(ring);
	struct event_funcgraph_entry *rec;
	struct ring_buffer_event *event;

	rec = event_emit_begin_in(rw, TRACE_GRAPH_ENT, GRAPH_ENTRY_SIZE, context,
				  &event);
	if (unlikely(!rec))
		return false;
	rec->func = func;
	rec->depth = depth;
	*time = ring_stamp_in(ring, rw);
	event_emit_end_in(rw);
	return true;
}

/**
 * graph_record_exit - record a return
 * @ring: where to
 * @ret: the return, with the times of call and return; 0 for the latter if it is
 *	that of the record
 * @context: event_context()
 *
 * Context: any, preemption disabled.
 */
static __always_inline void
graph_record_exit(struct trace_buffer *ring, const struct ftrace_graph_ret *ret,
		  unsigned int context)
{
	struct ring_writer *rw = ring_this_writer(ring);
	struct event_funcgraph_exit *rec;
	struct ring_buffer_event *event;

	rec = event_emit_begin_in(rw, TRACE_GRAPH_RET, sizeof(*rec), context,
				  &event);
	if (unlikely(!rec))
		return;
	rec->func = ret->func;
#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
	rec->retval = ret->retval;
#endif
	rec->depth = ret->depth;
	rec->overrun = ret->overrun;
	rec->calltime = ret->calltime;
	rec->rettime = ret->rettime ?: ring_stamp_in(ring, rw);
	event_emit_end_in(rw);
}

/* A reader's memory of what it has printed, in iter->private. Task, may sleep. */
void graph_open(struct trace_iterator *iter);
void graph_close(struct trace_iterator *iter);

/* The heads of columns, and a line, with what @flags (GRAPH_*) say. */
void graph_print_header(struct seq_file *m, struct trace_iterator *iter,
			u32 flags);
enum print_line_t graph_print_line(struct trace_iterator *iter, u32 flags);

#endif /* _KERNEL_TRACE_TRACER_GRAPH_H */
