/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of tasks that are switched and woken, for all tracers that tell of them.
 */
#ifndef _KERNEL_TRACE_TRACER_SWITCH_H
#define _KERNEL_TRACE_TRACER_SWITCH_H

#include <linux/sched.h>

#include "../instance/instance.h"

/**
 * switch_record - a task gives way to another, or wakes it
 * @ring: where to
 * @type: TRACE_CTX or TRACE_WAKE
 * @from: the one
 * @to: the other
 * @context: event_context() of whoever was interrupted by us
 *
 * Context: any, preemption off.
 */
static inline void switch_record(struct trace_buffer *ring, int type,
				 struct task_struct *from,
				 struct task_struct *to, unsigned int context)
{
	struct ring_buffer_event *event;
	struct event_context_switch *rec;

	rec = event_emit_begin(ring, type, sizeof(*rec), context, &event);
	if (!rec)
		return;
	rec->prev_pid = from->pid;
	rec->prev_prio = from->prio;
	/* A letter's place in the table that readers print it from. */
	rec->prev_state = task_state_index(from);
	rec->next_pid = to->pid;
	rec->next_prio = to->prio;
	rec->next_state = task_state_index(to);
	rec->next_cpu = task_cpu(to);
	event_emit_end(ring);
}

#endif /* _KERNEL_TRACE_TRACER_SWITCH_H */
