// SPDX-License-Identifier: GPL-2.0
/*
 * perf: what runs while counters count.
 *
 * The generated perf probe of an event fills a record into one of the buffers of
 * perf.c and hands it to perf core. It is written in the context that fired it.
 */
#include <linux/kprobes.h>
#include <linux/perf_event.h>

#include "event.h"
#include "internal.h"

struct event_perf_buf __percpu *event_perf_bufs[EVENT_PERF_CONTEXTS];

/**
 * perf_trace_add - a counter begins to count on this CPU
 * @event: the counter
 * @flags: PERF_EF_START to run at once
 *
 * Context: perf core's, interrupts off.
 * Return: 0, or what the event's class says.
 */
int perf_trace_add(struct perf_event *event, int flags)
{
	struct trace_event_call *call = event->tp_event;

	if (!(flags & PERF_EF_START))
		event->hw.state = PERF_HES_STOPPED;

	/* A class that keeps the counter itself answers with 1. */
	if (!call->class->reg(call, TRACE_REG_PERF_ADD, event)) {
		if (WARN_ON_ONCE(!call->perf_events))
			return -EINVAL;
		hlist_add_head_rcu(&event->hlist_entry,
				   this_cpu_ptr(call->perf_events));
	}
	return 0;
}

/**
 * perf_trace_del - a counter counts no more on this CPU
 * @event: the counter
 * @flags: of perf core, unused
 *
 * Context: perf core's, interrupts off.
 */
void perf_trace_del(struct perf_event *event, int flags)
{
	struct trace_event_call *call = event->tp_event;

	if (!call->class->reg(call, TRACE_REG_PERF_DEL, event))
		hlist_del_rcu(&event->hlist_entry);
}

/**
 * perf_trace_buf_alloc - room for a record
 * @size: bytes of the record, with a u32 for perf a multiple of u64
 * @regs: NULL, or where a place for the caller's registers is put
 * @rctxp: where the number of the nesting context is put
 *
 * perf_tp_event() or perf_swevent_put_recursion_context() ends its use.
 *
 * Context: any, preemption off.
 * Return: the buffer, its last word zero; NULL when this context is already
 * writing one or @size is too large.
 */
void *perf_trace_buf_alloc(int size, struct pt_regs **regs, int *rctxp)
{
	char *raw;
	int rctx;

	BUILD_BUG_ON(PERF_MAX_TRACE_SIZE % sizeof(u64));

	if (WARN_ONCE(size > PERF_MAX_TRACE_SIZE,
		      "perf record of %d bytes, at most %d fit\n",
		      size, PERF_MAX_TRACE_SIZE))
		return NULL;

	rctx = perf_swevent_get_recursion_context();
	*rctxp = rctx;
	if (rctx < 0)
		return NULL;

	if (regs)
		*regs = this_cpu_ptr(&__perf_regs[rctx]);
	raw = (char *)this_cpu_ptr(event_perf_bufs[rctx]);

	/* What pads the record goes to user space: not what was here before. */
	memset(&raw[size - sizeof(u64)], 0, sizeof(u64));
	return raw;
}
EXPORT_SYMBOL_GPL(perf_trace_buf_alloc);

NOKPROBE_SYMBOL(perf_trace_buf_alloc);

/**
 * perf_trace_buf_update - fill in the head of a record
 * @record: the record
 * @type: the event's id
 *
 * Context: any, preemption off.
 */
void perf_trace_buf_update(void *record, u16 type)
{
	event_fill(record, type, event_context());
}

NOKPROBE_SYMBOL(perf_trace_buf_update);
