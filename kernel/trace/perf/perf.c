// SPDX-License-Identifier: GPL-2.0
/*
 * perf: trace events in perf_event_open(2): which event a counter is of, and the
 * filter of a counter.
 *
 * perf core calls these functions. Opening and closing a counter, and what runs
 * while it counts, is in event/perf.c.
 *
 * Locking: event_mutex serialises opening, closing and filters of counters.
 */
#include <linux/perf_event.h>

#include "../event/event.h"
#include "../filter/filter.h"
#include "internal.h"

static struct trace_event_call *perf_call_find(u64 id)
{
	struct trace_event_call *call;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(call, &event_calls, list) {
		if (call->event.type == id && call->class && call->class->reg)
			return call;
	}
	return NULL;
}

/**
 * perf_trace_init - open a counter of a trace event by its id
 * @event: the counter; its attr.config is the id (type) of the event
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL for an unknown id; -EACCES, -EPERM or -ENOMEM.
 */
int perf_trace_init(struct perf_event *event)
{
	struct trace_event_call *call;
	int ret = -EINVAL;

	mutex_lock(&event_mutex);
	call = perf_call_find(event->attr.config);
	if (call && trace_event_try_get_ref(call)) {
		ret = event_perf_open(call, event);
		if (ret)
			trace_event_put_ref(call);
	}
	mutex_unlock(&event_mutex);

	return ret;
}

/**
 * perf_trace_destroy - close a counter that perf_trace_init() opened
 * @event: the counter
 *
 * Context: task, may sleep; takes event_mutex.
 */
void perf_trace_destroy(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	mutex_lock(&event_mutex);
	event_perf_close(event);
	trace_event_put_ref(call);
	mutex_unlock(&event_mutex);
}

/**
 * ftrace_profile_set_filter - set the filter of a counter
 * @event: the counter
 * @event_id: id of the trace event; unused, @event has the event itself
 * @filter_str: the filter expression
 *
 * perf core calls filter_match_preds() with the filter, and frees it by
 * ftrace_profile_free_filter().
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL: @event has no trace event, or @filter_str is no filter of it;
 * -EEXIST: @event already has a filter; -ENOMEM.
 */
int ftrace_profile_set_filter(struct perf_event *event, int event_id,
			      char *filter_str)
{
	struct event_filter *filter;

	guard(mutex)(&event_mutex);
	if (!event->tp_event)
		return -EINVAL;
	if (event->filter)
		return -EEXIST;
	if (event->tp_event->event.type == TRACE_FN)
		return perf_function_filter(event, filter_str);
	filter = filter_create(event->tp_event, filter_str, NULL);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	event->filter = filter;
	return 0;
}

/**
 * ftrace_profile_free_filter - free the filter of a counter
 * @event: the counter
 *
 * Context: task.
 */
void ftrace_profile_free_filter(struct perf_event *event)
{
	struct event_filter *filter = event->filter;

	event->filter = NULL;
	filter_free(filter);
}
