// SPDX-License-Identifier: GPL-2.0
/*
 * The list of all trace events, their hash by name, and the listeners that are notified of
 * changes.
 *
 * Locking: event_mutex protects everything in this file.
 */
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include "internal.h"

/* Protects trace events, event files and sets of pids. Outermost lock of tracing. */
DEFINE_MUTEX(event_mutex);
LIST_HEAD(event_calls);

static LIST_HEAD(event_listeners);

/* There are 500 to 2,000 static events, and tools create ten thousand dynamic ones. */
static DEFINE_HASHTABLE(event_names, 10);

static u32 event_list_hash(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

/**
 * event_listen - register a listener for added and removed trace events
 * @listener: the listener; it is not notified of events that exist already
 *
 * Context: task, may sleep; takes event_mutex.
 */
void event_listen(struct event_listener *listener)
{
	guard(mutex)(&event_mutex);
	list_add_tail(&listener->node, &event_listeners);
}

static int event_list_notify_added(struct trace_event_call *call)
{
	struct event_listener *pos;
	int ret = 0;

	list_for_each_entry(pos, &event_listeners, node) {
		ret = pos->added(call);
		if (ret)
			break;
	}
	return ret;
}

/**
 * event_list_busy - check whether a listener still uses an event
 * @call: the event
 *
 * Context: task, may sleep; event_mutex held.
 * Return: true if the event can't be removed.
 */
bool event_list_busy(struct trace_event_call *call)
{
	struct event_listener *pos;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(pos, &event_listeners, node) {
		if (pos->busy && pos->busy(call))
			return true;
	}
	return false;
}

/**
 * event_list_remove - remove an event from the list
 * @call: the event
 *
 * Listeners are notified in the reverse order of registration, because later ones
 * use what earlier ones keep for the event.
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_list_remove(struct trace_event_call *call)
{
	struct event_listener *pos;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_reverse(pos, &event_listeners, node)
		pos->removing(call);
	hash_del(&call->by_name);
	list_del(&call->list);
}

/**
 * event_list_append - add an event to the list
 * @call: the event
 *
 * If a listener fails, all listeners are notified of the removal. So
 * event_listener.removing() must accept an event whose added() failed or was not
 * called.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or the errno of a listener.
 */
int event_list_append(struct trace_event_call *call)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	list_add_tail(&call->list, &event_calls);
	hash_add(event_names, &call->by_name, event_list_hash(trace_event_name(call)));
	ret = event_list_notify_added(call);
	if (ret)
		event_list_remove(call);
	return ret;
}

/**
 * event_call_find - find a trace event by name
 * @system: name of its system
 * @name: name of the event
 *
 * Context: task; event_mutex held.
 * Return: the event, or NULL.
 */
struct trace_event_call *event_call_find(const char *system, const char *name)
{
	struct trace_event_call *call;

	lockdep_assert_held(&event_mutex);

	hash_for_each_possible(event_names, call, by_name, event_list_hash(name)) {
		if (!strcmp(trace_event_name(call), name) &&
		    !strcmp(event_system(call), system))
			return call;
	}
	return NULL;
}

/**
 * event_list_module - get the module of a trace event
 * @call: the event
 *
 * Context: any; the event must stay.
 * Return: the module; NULL for events of the kernel and dynamic events.
 */
struct module *event_list_module(const struct trace_event_call *call)
{
	return call->flags & TRACE_EVENT_FL_DYNAMIC ? NULL : call->module;
}
