// SPDX-License-Identifier: GPL-2.0
/*
 * Types: the number that a record begins with, and who prints such records.
 *
 * Numbers below TRACE_TYPE_BUILTIN_END are given; all others are handed out
 * upwards, and again from below when the 16 bits are used up, so that a number
 * comes back as late as can be: records of an event that is gone may lie in
 * buffers for a long time.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/rwsem.h>
#include <linux/xarray.h>

#include "internal.h"

static DEFINE_XARRAY_ALLOC(event_types);
static u32 event_types_next;

/* Numbers below this stand for the same events whenever this kernel is booted. */
static u32 event_types_fixed;

/* Counts types that came or went: what readers remember of types is void then. */
static atomic_t event_types_count = ATOMIC_INIT(0);

/* Written: a type vanishes. Read: records are being printed. */
static DECLARE_RWSEM(event_types_sem);

static int event_type_insert(struct trace_event *event)
{
	struct xa_limit limit =
		XA_LIMIT(TRACE_TYPE_BUILTIN_END, TRACE_EVENT_TYPE_MAX);
	u32 id;
	int ret;

	if (event->type) {
		if (event->type < 0 || event->type > TRACE_EVENT_TYPE_MAX)
			return -EINVAL;
		return xa_insert(&event_types, event->type, event, GFP_KERNEL);
	}

	ret = xa_alloc_cyclic(&event_types, &id, event, limit,
			      &event_types_next, GFP_KERNEL);
	if (ret < 0)
		return ret;
	event->type = id;
	return 0;
}

/* Print functions may be left out: they print no more than the type, then. */
static enum print_line_t event_print_nothing(struct trace_iterator *iter,
					     int flags,
					     struct trace_event *event)
{
	trace_seq_printf(&iter->seq, "type: %d\n", iter->ent->type);
	return TRACE_TYPE_HANDLED;
}

static void event_type_complete(struct trace_event_functions *funcs)
{
	if (!funcs->trace)
		funcs->trace = event_print_nothing;
	if (!funcs->raw)
		funcs->raw = event_print_nothing;
	if (!funcs->hex)
		funcs->hex = event_print_nothing;
	if (!funcs->binary)
		funcs->binary = event_print_nothing;
}

static void event_types_changed(void)
{
	/* After the change: who reads the new count finds the new table. */
	atomic_fetch_inc_release(&event_types_count);
}

/* A reader may look for the type as soon as it is in the table. */
static int event_type_add(struct trace_event *event)
{
	if (WARN_ON(!event->funcs))
		return 0;

	event_type_complete(event->funcs);
	if (event_type_insert(event))
		return 0;
	event_types_changed();
	return event->type;
}

/**
 * register_trace_event - give an event a type, and its records a printer
 * @event: its functions; its type, or 0 to be given one
 *
 * Context: task, may sleep.
 * Return: the type, or 0 if there is none left or no memory.
 */
int register_trace_event(struct trace_event *event)
{
	if (WARN_ON(!event))
		return 0;
	event->node.pprev = NULL;
	return event_type_add(event);
}
EXPORT_SYMBOL_GPL(register_trace_event);

int event_call_register(struct trace_event_call *call)
{
	struct trace_event *event = &call->event;

	event->node.pprev = &event->node.next;
	return event_type_add(event);
}

struct trace_event_call *event_call_of(struct trace_event *event)
{
	if (!event || !event->node.pprev)
		return NULL;
	return container_of(event, struct trace_event_call, event);
}

/* All that is known of events is what the kernel brings: these stay. */
void __init event_types_settle(void)
{
	event_types_fixed = event_types_next;
}

bool event_type_is_fixed(unsigned int type)
{
	return type < event_types_fixed;
}

unsigned int event_types_epoch(void)
{
	return atomic_read_acquire(&event_types_count);
}

/**
 * unregister_trace_event - records of this type have no printer any more
 * @event: what was registered
 *
 * Nobody is inside one of its functions on return.
 *
 * Context: task, may sleep.
 * Return: 0
 */
int unregister_trace_event(struct trace_event *event)
{
	down_write(&event_types_sem);
	if (xa_load(&event_types, event->type) == event)
		xa_erase(&event_types, event->type);
	event_types_changed();
	up_write(&event_types_sem);
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_trace_event);

/* A module goes: nobody prints with its functions on return. */
void event_types_release(struct module *mod)
{
	struct trace_event *event;
	unsigned long type;

	xa_for_each(&event_types, type, event) {
		if (!within_module((unsigned long)event, mod) &&
		    !within_module((unsigned long)event->funcs, mod))
			continue;
		pr_warn("event type %lu is left registered by a module\n", type);
		unregister_trace_event(event);
	}
}

struct trace_event *event_type_find(int type)
{
	return xa_load(&event_types, type);
}

void event_read_lock(void)
{
	down_read(&event_types_sem);
}

void event_read_unlock(void)
{
	up_read(&event_types_sem);
}
