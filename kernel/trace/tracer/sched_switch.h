/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of context switches and wakeups, for all tracers that write them.
 */
#ifndef _KERNEL_TRACE_TRACER_SCHED_SWITCH_H
#define _KERNEL_TRACE_TRACER_SCHED_SWITCH_H

#include <linux/sched.h>

#include "../instance/instance.h"

/**
 * sched_switch_record - record a context switch or a wakeup
 * @ring: the ring buffer
 * @type: TRACE_CTX or TRACE_WAKE
 * @prev: task that is switched out, or that wakes @next
 * @next: task that is switched in or woken
 * @context: event_context() of the interrupted context
 *
 * Context: any, preemption disabled.
 */
static inline void sched_switch_record(struct trace_buffer *ring, int type,
				       struct task_struct *prev,
				       struct task_struct *next, unsigned int context)
{
	struct ring_buffer_event *event;
	struct event_context_switch *rec;

	rec = event_emit_begin(ring, type, sizeof(*rec), context, &event);
	if (!rec)
		return;
	rec->prev_pid = prev->pid;
	rec->prev_prio = prev->prio;
	/* The state is an index into the letters of task_index_to_char(). */
	rec->prev_state = task_state_index(prev);
	rec->next_pid = next->pid;
	rec->next_prio = next->prio;
	rec->next_state = task_state_index(next);
	rec->next_cpu = task_cpu(next);
	event_emit_end(ring);
}

#endif /* _KERNEL_TRACE_TRACER_SCHED_SWITCH_H */
