/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of dynamic events for perf counters of this CPU.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_PERF_H
#define _KERNEL_TRACE_DYNEVENT_PERF_H

#include <linux/perf_event.h>

#include "dynevent.h"

/**
 * struct dynevent_perf - a record for perf between dynevent_perf_begin() and _end()
 * @call: the trace event
 * @head: the counters of the event on this CPU
 * @regs: registers of the context that the event fired in
 * @rec: the record, in a buffer of perf_trace_buf_alloc()
 * @size: bytes of the record, padding included
 * @rctx: perf's recursion context
 */
struct dynevent_perf {
	const struct trace_event_call	*call;
	struct hlist_head		*head;
	struct pt_regs			*regs;
	void				*rec;
	unsigned int			size;
	int				rctx;
};

#ifdef CONFIG_PERF_EVENTS
/**
 * dynevent_perf_change - interpret a request to dynevent_call::perf
 * @type: TRACE_REG_PERF_*
 *
 * Context: any.
 * Return: 1 if perf begins to count the event; -1 if perf stops counting it; 0 for
 * requests that need no action.
 */
static inline int dynevent_perf_change(enum trace_reg type)
{
	if (type == TRACE_REG_PERF_REGISTER)
		return 1;
	return type == TRACE_REG_PERF_UNREGISTER ? -1 : 0;
}

/**
 * dynevent_perf_counter - interpret a request to dynevent_call::perf
 * @type: TRACE_REG_PERF_*
 *
 * Context: any.
 * Return: 1 if a counter of the event is opened; -1 if one is closed; 0 for other
 * requests.
 */
static inline int dynevent_perf_counter(enum trace_reg type)
{
	if (type == TRACE_REG_PERF_OPEN)
		return 1;
	return type == TRACE_REG_PERF_CLOSE ? -1 : 0;
}

/*
 * perf stores the length of the record as a u32 after it: both together are padded
 * to a multiple of sizeof(u64).
 */
static __always_inline void *
dynevent_perf_alloc(struct dynevent_perf *perf, const struct dynevent_call *dcall,
		    unsigned int size, struct pt_regs **regs)
{
	perf->call = &dcall->call;
	perf->head = this_cpu_ptr(dcall->call.perf_events);
	if (hlist_empty(perf->head))
		return NULL;
	perf->size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	perf->rec = perf_trace_buf_alloc(perf->size, regs, &perf->rctx);
	return perf->rec;
}

/**
 * dynevent_perf_begin - begin a record for the perf counters of this CPU
 * @perf: filled in
 * @dcall: the dynamic event
 * @size: bytes of the record
 * @regs: registers of the context that the event fired in
 *
 * Context: any, preemption off.
 * Return: the record, to be filled in and passed to dynevent_perf_end(); NULL if no
 * counter of this CPU counts the event, if the record is too long for perf, or if
 * perf has no free buffer.
 */
static __always_inline void *
dynevent_perf_begin(struct dynevent_perf *perf, const struct dynevent_call *dcall,
		    unsigned int size, struct pt_regs *regs)
{
	if (size > PERF_MAX_TRACE_SIZE - sizeof(u32))
		return NULL;
	perf->regs = regs;
	return dynevent_perf_alloc(perf, dcall, size, NULL);
}

/**
 * dynevent_perf_begin_caller - the same, with the registers of the caller's caller
 * @perf: filled in
 * @dcall: the dynamic event
 * @size: bytes of the record
 *
 * Context: any, preemption off.
 * Return: as dynevent_perf_begin().
 */
static __always_inline void *
dynevent_perf_begin_caller(struct dynevent_perf *perf,
			   const struct dynevent_call *dcall, unsigned int size)
{
	void *rec = dynevent_perf_alloc(perf, dcall, size, &perf->regs);

	if (rec)
		perf_fetch_caller_regs(perf->regs);
	return rec;
}

/**
 * dynevent_perf_end - pass a complete record to the perf counters of this CPU
 * @perf: from dynevent_perf_begin() or dynevent_perf_begin_caller()
 *
 * Context: any, preemption off.
 */
static __always_inline void dynevent_perf_end(const struct dynevent_perf *perf)
{
	perf_trace_buf_submit(perf->rec, perf->size, perf->rctx,
			      perf->call->event.type, 1, perf->regs, perf->head, NULL);
}
#else
static inline int dynevent_perf_change(enum trace_reg type)
{
	return 0;
}

static inline int dynevent_perf_counter(enum trace_reg type)
{
	return 0;
}

static inline void *
dynevent_perf_begin(struct dynevent_perf *perf, const struct dynevent_call *dcall,
		    unsigned int size, struct pt_regs *regs)
{
	return NULL;
}

static inline void *
dynevent_perf_begin_caller(struct dynevent_perf *perf,
			   const struct dynevent_call *dcall, unsigned int size)
{
	return NULL;
}

static inline void dynevent_perf_end(const struct dynevent_perf *perf)
{
}
#endif

#endif /* _KERNEL_TRACE_DYNEVENT_PERF_H */
