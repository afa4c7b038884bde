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
 * graph_fill_entry - fill in the record of a function call
 * @event: a record of GRAPH_ENTRY_SIZE bytes
 * @func: address of the patch site
 * @depth: depth of the call
 * @context: event_context()
 *
 * Context: any, preemption disabled.
 */
static __always_inline void
graph_fill_entry(struct ring_buffer_event *event, unsigned long func, int depth,
		 unsigned int context)
{
	struct event_funcgraph_entry *rec = ring_payload(event, GRAPH_ENTRY_SIZE);

	event_fill(&rec->ent, TRACE_GRAPH_ENT, context);
	rec->func = func;
	rec->depth = depth;
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
	struct ring_buffer_event *event = ring_writer_reserve(rw, GRAPH_ENTRY_SIZE);

	if (unlikely(!event))
		return false;
	graph_fill_entry(event, func, depth, context);
	*time = ring_writer_stamp(ring, rw);
	event_emit_end_in(rw);
	return true;
}

#define GRAPH_EXIT_SIZE		sizeof(struct event_funcgraph_exit)

/**
 * graph_fill_exit - fill in the record of a function return
 * @event: a record of GRAPH_EXIT_SIZE bytes
 * @ret: the return, with the times of call and return
 * @context: event_context()
 *
 * Context: any, preemption disabled.
 */
static __always_inline void
graph_fill_exit(struct ring_buffer_event *event, const struct ftrace_graph_ret *ret,
		unsigned int context)
{
	struct event_funcgraph_exit *rec = ring_payload(event, GRAPH_EXIT_SIZE);

	event_fill(&rec->ent, TRACE_GRAPH_RET, context);
	rec->func = ret->func;
#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
	rec->retval = ret->retval;
#endif
	rec->depth = ret->depth;
	rec->overrun = ret->overrun;
	rec->calltime = ret->calltime;
	rec->rettime = ret->rettime;
}

/**
 * graph_record_exit - record a function return
 * @ring: the ring buffer
 * @ret: the return, with the times of call and return. If the time of return is 0,
 *	it is set to that of the record.
 * @context: event_context()
 *
 * Context: any, preemption disabled.
 */
static __always_inline void
graph_record_exit(struct trace_buffer *ring, struct ftrace_graph_ret *ret,
		  unsigned int context)
{
	struct ring_writer *rw = ring_this_writer(ring);
	struct ring_buffer_event *event = ring_writer_reserve(rw, GRAPH_EXIT_SIZE);

	if (unlikely(!event))
		return;
	if (!ret->rettime)
		ret->rettime = ring_writer_stamp(ring, rw);
	graph_fill_exit(event, ret, context);
	event_emit_end_in(rw);
}

/* print.c, header.c */
void graph_print_open(struct trace_iterator *iter);
void graph_print_close(struct trace_iterator *iter);
void graph_print_header(struct seq_file *m, struct trace_iterator *iter,
			u32 flags);
enum print_line_t graph_print_line(struct trace_iterator *iter, u32 flags);

#endif /* _KERNEL_TRACE_TRACER_GRAPH_H */
