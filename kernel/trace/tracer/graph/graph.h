/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recording and printing of function calls and returns, for function_graph and for
 * the option display-graph of latency tracers.
 */
#ifndef _KERNEL_TRACE_TRACER_GRAPH_H
#define _KERNEL_TRACE_TRACER_GRAPH_H

#include <linux/bits.h>
#include <linux/ftrace.h>

#include "../../event/event.h"
#include "../../output/output.h"

/* Options: columns and data of a function graph. */
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

/* Size of a call's record, without the padding of its structure. */
#define GRAPH_ENTRY_SIZE	offsetofend(struct event_funcgraph_entry, depth)

/*
 * Data that options append to the record: the return address and EVENT_ARGS
 * arguments. The size of the record tells which of them it has.
 */
#define GRAPH_EXTRA_OFFSET		ALIGN(GRAPH_ENTRY_SIZE, sizeof(long))
#define GRAPH_EXTRA		(GRAPH_RETADDR | GRAPH_ARGS)

/**
 * graph_extra_size - size of a call's record with extra data
 * @flags: GRAPH_RETADDR and GRAPH_ARGS
 *
 * Context: any.
 * Return: size in bytes.
 */
static inline unsigned int graph_extra_size(u32 flags)
{
	unsigned int words = (flags & GRAPH_RETADDR ? 1 : 0) +
			     (flags & GRAPH_ARGS ? EVENT_ARGS : 0);

	return GRAPH_EXTRA_OFFSET + words * sizeof(long);
}

/**
 * graph_record_entry - record a function call
 * @ring: the ring buffer
 * @func: address of the patch site
 * @depth: depth of the call
 * @context: event_context()
 * @time: set to the timestamp of the record
 *
 * Context: any, preemption disabled.
 * Return: false if the ring buffer rejected the record.
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
	*time = ring_writer_stamp(ring, rw);
	event_emit_end_in(rw);
	return true;
}

/**
 * graph_record_exit - record a function return
 * @ring: the ring buffer
 * @ret: the return, with the times of call and return. If the time of return is 0,
 *	that of the record is used.
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
	rec->rettime = ret->rettime ?: ring_writer_stamp(ring, rw);
	event_emit_end_in(rw);
}

/* print.c, header.c */
void graph_print_open(struct trace_iterator *iter);
void graph_print_close(struct trace_iterator *iter);
void graph_print_header(struct seq_file *m, struct trace_iterator *iter,
			u32 flags);
enum print_line_t graph_print_line(struct trace_iterator *iter, u32 flags);

#endif /* _KERNEL_TRACE_TRACER_GRAPH_H */
