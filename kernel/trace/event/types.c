// SPDX-License-Identifier: GPL-2.0
/*
 * Types of records: the number at the start of a record, and the event that prints
 * records of that type.
 *
 * Types below TRACE_TYPE_BUILTIN_END are fixed. All others are allocated cyclically,
 * so that a type is reused as late as possible: records of a removed event may stay
 * in ring buffers for a long time.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/rwsem.h>
#include <linux/xarray.h>

#include "internal.h"

static DEFINE_XARRAY_ALLOC(event_types);
static u32 event_types_next;

/* Types below this belong to the same event on each boot of this kernel. */
static u32 event_types_fixed;

/* Incremented when a type is added or removed, which invalidates caches of types. */
static atomic_t event_types_count = ATOMIC_INIT(0);

/* Held for write while a type is removed, for read while records are printed. */
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

/* Replaces print functions that an event does not have. */
static enum print_line_t event_types_print_nothing(struct trace_iterator *iter,
						   int flags,
						   struct trace_event *event)
{
	trace_seq_printf(&iter->seq, "type: %d\n", iter->ent->type);
	return TRACE_TYPE_HANDLED;
}

static void event_type_complete(struct trace_event_functions *funcs)
{
	if (!funcs->trace)
		funcs->trace = event_types_print_nothing;
	if (!funcs->raw)
		funcs->raw = event_types_print_nothing;
	if (!funcs->hex)
		funcs->hex = event_types_print_nothing;
	if (!funcs->binary)
		funcs->binary = event_types_print_nothing;
}

static void event_types_changed(void)
{
	/* After the change: a reader of the new count finds the new table. */
	atomic_fetch_inc_release(&event_types_count);
}

/* The functions are complete before a reader can find the type in the table. */
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
 * register_trace_event - register a type of records and the functions that print them
 * @event: functions to print records; type, or 0 to allocate one
 *
 * Context: task, may sleep.
 * Return: the type; 0 if the type is in use, no type is free or there is no memory.
 */
int register_trace_event(struct trace_event *event)
{
	if (WARN_ON(!event))
		return 0;
	event->node.pprev = NULL;
	return event_type_add(event);
}
EXPORT_SYMBOL_GPL(register_trace_event);

/**
 * event_call_register - register_trace_event() for the event of a trace event call
 * @call: the trace event; event_call_of() finds it by its event
 *
 * Context: task, may sleep.
 * Return: the type; 0 as register_trace_event().
 */
int event_call_register(struct trace_event_call *call)
{
	struct trace_event *event = &call->event;

	event->node.pprev = &event->node.next;
	return event_type_add(event);
}

/**
 * event_call_of - get the trace event that a type of records belongs to
 * @event: result of event_type_find(), or NULL
 *
 * Context: any.
 * Return: the trace event; NULL if @event was registered by register_trace_event()
 * and so has no fields.
 */
struct trace_event_call *event_call_of(struct trace_event *event)
{
	if (!event || !event->node.pprev)
		return NULL;
	return container_of(event, struct trace_event_call, event);
}

/**
 * event_types_boot_done - mark the types that exist as the fixed ones
 *
 * Context: boot, after all trace events of the kernel were added.
 */
void __init event_types_boot_done(void)
{
	event_types_fixed = event_types_next;
}

/**
 * event_type_is_fixed - check whether a type is the same on each boot
 * @type: the type of a record
 *
 * Types that were allocated at run time differ; event_hash() identifies such events.
 *
 * Context: any.
 * Return: true if the type belongs to the same event on each boot of this kernel.
 */
bool event_type_is_fixed(unsigned int type)
{
	return type < event_types_fixed;
}

/**
 * event_types_epoch - get a number that changes with the set of types
 *
 * Context: any.
 * Return: a number; another one after a type was added or removed, so that cached
 * results of event_type_find() have to be discarded.
 */
unsigned int event_types_epoch(void)
{
	return atomic_read_acquire(&event_types_count);
}

/**
 * event_types_change_begin - begin to change what readers know of an event
 *
 * Context: task, may sleep, until event_types_change_end().
 */
void event_types_change_begin(void)
{
	down_write(&event_types_sem);
}

/**
 * event_types_change_end - end a change; readers discard what they have cached
 *
 * Context: task, after event_types_change_begin().
 */
void event_types_change_end(void)
{
	event_types_changed();
	up_write(&event_types_sem);
}

/**
 * unregister_trace_event - remove a type of records
 * @event: the event that was registered; none of its functions is running on return
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

/**
 * event_types_release - remove the types that a module left registered
 * @mod: the module, which is being unloaded
 *
 * Context: task, may sleep.
 */
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

/**
 * event_type_find - find the event that prints records of a type
 * @type: the type of a record
 *
 * Context: any. The result is valid while the event is registered: where possible,
 * hold event_read_lock() around this call and the use of the result.
 * Return: the event, or NULL.
 */
struct trace_event *event_type_find(int type)
{
	return xa_load(&event_types, type);
}

/**
 * event_read_lock - keep all types registered
 *
 * Context: task, may sleep.
 */
void event_read_lock(void)
{
	down_read(&event_types_sem);
}

/**
 * event_read_unlock - allow types to be removed
 *
 * Context: task.
 */
void event_read_unlock(void)
{
	up_read(&event_types_sem);
}
