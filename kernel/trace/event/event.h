/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event/: the schema of every event, and the writing of its records.
 *
 * Owns:     the list of all events, their ids, fields and format text; the
 *           values that enums in print formats stand for; the built-in
 *           entries (ftrace/function, ftrace/print, ...); how a record is
 *           reserved and committed.
 * Never:    knows of instances, files or readers. Upper rooms learn of events
 *           that come and go by event_listen().
 * Floor:    2, may use site, ring, base, clock.
 * Contexts: emit functions run anywhere the ring may be written, NMI included;
 *           all others in task context.
 * Locks:    event_mutex (outermost of the subsystem) > event_sem.
 */
#ifndef _KERNEL_TRACE_EVENT_H
#define _KERNEL_TRACE_EVENT_H

#include <linux/mutex.h>
#include <linux/trace_events.h>

#include "entries.h"		/* the built-in entries: enum trace_type, structs */

extern struct mutex event_mutex;
extern struct list_head event_calls;	/* of struct trace_event_call.list */

/**
 * struct event_listener - hears of events that come and go
 * @node: place in the list of listeners
 * @added: @call can be used from now on. Context: event_mutex held.
 * @removing: @call is about to vanish with its module: forget it, wait until
 *	nobody can be inside it. Context: event_mutex held.
 */
struct event_listener {
	struct list_head node;
	void (*added)(struct trace_event_call *call);
	void (*removing)(struct trace_event_call *call);
};

void event_listen(struct event_listener *listener);

/* enable, disable: @file is on for its instance. Context: event_mutex held. */
int event_file_enable(struct trace_event_file *file);
int event_file_disable(struct trace_event_file *file);

struct trace_event *event_find(int type);
const char *event_call_name(struct trace_event_call *call);
int event_format_show(struct seq_file *m, struct trace_event_call *call);
int event_header_page_show(struct seq_file *m);
int event_header_event_show(struct seq_file *m);

/* One flags word that goes with each record: see struct trace_entry. */
unsigned int event_context(void);

/**
 * event_reserve - room for a built-in record in a ring
 * @ring: the buffer
 * @type: one of enum trace_type
 * @len: bytes of the whole entry, struct trace_entry included
 * @context: event_context() of the caller
 *
 * Context: any. Preemption is off between reserve and commit.
 * Return: the ring's event, its struct trace_entry filled in, or NULL.
 */
struct ring_buffer_event *event_reserve(struct trace_buffer *ring, int type,
					unsigned long len,
					unsigned int context);
void event_commit(struct trace_buffer *ring, struct ring_buffer_event *event);

#endif /* _KERNEL_TRACE_EVENT_H */
