// SPDX-License-Identifier: GPL-2.0
/*
 * Emitting: what an event's probe calls between the tracepoint and the ring.
 *
 * The plain case, a record that is just written, tests one word before and one
 * after it. All else stands in noinline functions at the side.
 */
#include <linux/export.h>
#include <linux/kprobes.h>

#include "internal.h"

/* Each written once, before the flags that lead to it are set anywhere. */
static struct event_hooks event_hooks __read_mostly;

void event_hooks_set(const struct event_hooks *hooks)
{
	guard(mutex)(&event_mutex);

	if (hooks->ignored)
		event_hooks.ignored = hooks->ignored;
	if (hooks->triggers)
		event_hooks.triggers = hooks->triggers;
	if (hooks->refused)
		event_hooks.refused = hooks->refused;
	if (hooks->triggers_after)
		event_hooks.triggers_after = hooks->triggers_after;
	if (hooks->copies)
		event_hooks.copies = hooks->copies;
	if (hooks->stacks)
		event_hooks.stacks = hooks->stacks;
}

/* Flags for a preemption count that says more than how deep it is. */
unsigned int event_context_levels(unsigned int count)
{
	unsigned int flags = 0;

	if (count & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (count & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (in_serving_softirq())
		flags |= TRACE_FLAG_SOFTIRQ;
	if ((softirq_count() & SOFTIRQ_MASK) >= SOFTIRQ_DISABLE_OFFSET)
		flags |= TRACE_FLAG_BH_OFF;
	return flags;
}

bool trace_event_ignore_this_pid(struct trace_event_file *file)
{
	return event_hooks.ignored && event_hooks.ignored(file);
}

/**
 * __trace_trigger_soft_disabled - the slow half of trace_trigger_soft_disabled()
 * @file: the event in the instance
 *
 * Context: any, preemption off.
 * Return: true if nothing is to be recorded.
 */
bool __trace_trigger_soft_disabled(struct trace_event_file *file)
{
	unsigned long flags = READ_ONCE(file->flags);

	if ((flags & EVENT_FILE_FL_TRIGGER_MODE) &&
	    !(flags & EVENT_FILE_FL_TRIGGER_COND) && event_hooks.triggers)
		event_hooks.triggers(file);

	/* Triggers that look at the record need one, which is dropped later. */
	if ((flags & EVENT_FILE_FL_SOFT_DISABLED) &&
	    !(flags & EVENT_FILE_FL_TRIGGER_COND))
		return true;
	return (flags & EVENT_FILE_FL_PID_FILTER) &&
	       trace_event_ignore_this_pid(file);
}
EXPORT_SYMBOL_GPL(__trace_trigger_soft_disabled);

unsigned long event_triggers(struct trace_event_file *file, void *rec,
			     struct ring_buffer_event *event)
{
	unsigned long after = 0;

	if (event_hooks.refused)
		event_hooks.refused(file, rec, event, &after);
	return after;
}

void event_triggers_after(struct trace_event_file *file, unsigned long after,
			  unsigned long ip)
{
	event_hooks.triggers_after(file, after, ip);
}

/* Holds records until their commit, when they are dropped. */
static struct trace_buffer *event_spare;

int event_spare_alloc(void)
{
	lockdep_assert_held(&event_mutex);

	if (!event_spare)
		event_spare = ring_buffer_alloc(1, RB_FL_OVERWRITE);
	return event_spare ? 0 : -ENOMEM;
}

/* The ring is off or full; but triggers may want to see the record. */
static noinline struct ring_buffer_event *
spare_reserve(struct trace_event_file *file, struct trace_buffer **ring,
	      unsigned long len)
{
	if (!(READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_COND))
		return NULL;
	*ring = event_spare;
	return ring_reserve(event_spare, len);
}

void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *file,
				 unsigned long len)
{
	struct ring_buffer_event *event;
	struct trace_buffer *ring;
	unsigned int context;

	if (unlikely(READ_ONCE(file->flags) & EVENT_FILE_ASK_BEFORE) &&
	    __trace_trigger_soft_disabled(file))
		return NULL;

	/* A tracepoint calls its probes with preemption off. */
	context = event_context_probe();
	ring = file->buffer;
	preempt_disable_notrace();
	event = ring_reserve(ring, len);
	if (unlikely(!event)) {
		event = spare_reserve(file, &ring, len);
		if (!event) {
			preempt_enable_notrace();
			return NULL;
		}
	}

	fbuffer->entry = ring_payload(event, len);
	fbuffer->event = event;
	fbuffer->buffer = ring;
	fbuffer->trace_file = file;
	fbuffer->trace_ctx = context;
	fbuffer->regs = NULL;
	event_fill(fbuffer->entry, file->type, context);
	return fbuffer->entry;
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);
NOKPROBE_SYMBOL(trace_event_buffer_reserve);

static noinline void commit_slow(struct trace_event_buffer *fbuffer,
				 unsigned long flags, unsigned long ip)
{
	struct trace_event_file *file = fbuffer->trace_file;
	unsigned long after = 0;
	bool drop = false;

	if ((flags & (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_TRIGGER_COND)) &&
	    event_hooks.refused)
		drop = event_hooks.refused(file, fbuffer->entry, fbuffer->event,
					   &after);
	if (drop || (flags & EVENT_FILE_FL_SOFT_DISABLED) ||
	    fbuffer->buffer == event_spare) {
		ring_buffer_discard_commit(fbuffer->buffer, fbuffer->event);
	} else {
		if ((flags & EVENT_FILE_FL_OUTPUT) && event_hooks.copies)
			event_hooks.copies(fbuffer);
		event_emit_end(fbuffer->buffer);
		if ((flags & EVENT_FILE_FL_OUTPUT) && event_hooks.stacks)
			event_hooks.stacks(fbuffer, ip);
		preempt_enable_notrace();
	}
	if (after)
		event_hooks.triggers_after(file, after, ip);
}

void trace_event_buffer_commit(struct trace_event_buffer *fbuffer)
{
	unsigned long flags = READ_ONCE(fbuffer->trace_file->flags);

	if (unlikely(flags & EVENT_FILE_ASK_AFTER)) {
		commit_slow(fbuffer, flags, _RET_IP_);
		return;
	}
	event_emit_end(fbuffer->buffer);
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(trace_event_buffer_commit);
NOKPROBE_SYMBOL(trace_event_buffer_commit);

struct ring_buffer_event *event_reserve(struct trace_buffer *ring, int type,
					unsigned long len, unsigned int context)
{
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(ring, len);
	if (event)
		event_fill(ring_buffer_event_data(event), type, context);
	return event;
}

NOKPROBE_SYMBOL(event_reserve);

void event_commit(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	event_emit_end(ring);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(event_commit);

void event_discard(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	ring_buffer_discard_commit(ring, event);
}

NOKPROBE_SYMBOL(event_discard);
