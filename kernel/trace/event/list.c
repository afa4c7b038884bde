// SPDX-License-Identifier: GPL-2.0
/*
 * The list of all events, and those who want to know what is in it.
 *
 * Locking: event_mutex for everything here.
 */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/string.h>

#include "internal.h"

/* Outermost of all locks here: events, their files and pid sets. */
DEFINE_MUTEX(event_mutex);
LIST_HEAD(event_calls);

static LIST_HEAD(event_listeners);

/**
 * event_listen - hear of events from now on
 * @listener: what to call
 *
 * Events that are there already are not told.
 *
 * Context: task, may sleep; takes event_mutex.
 */
void event_listen(struct event_listener *listener)
{
	guard(mutex)(&event_mutex);
	list_add_tail(&listener->node, &event_listeners);
}

static int tell_added(struct trace_event_call *call)
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

/* Who learnt of it last forgets it first. */
void event_list_remove(struct trace_event_call *call)
{
	struct event_listener *pos;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_reverse(pos, &event_listeners, node)
		pos->removing(call);
	list_del(&call->list);
}

/* Who learnt of half of it forgets that half. */
int event_list_append(struct trace_event_call *call)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	list_add_tail(&call->list, &event_calls);
	ret = tell_added(call);
	if (ret)
		event_list_remove(call);
	return ret;
}

struct trace_event_call *event_call_find(const char *system, const char *name)
{
	struct trace_event_call *call;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(call, &event_calls, list) {
		if (!strcmp(trace_event_name(call), name) &&
		    !strcmp(event_system(call), system))
			return call;
	}
	return NULL;
}

struct module *event_module(const struct trace_event_call *call)
{
	return call->flags & TRACE_EVENT_FL_DYNAMIC ? NULL : call->module;
}
