// SPDX-License-Identifier: GPL-2.0
/*
 * perf: events as perf_event_open(2) counts and samples them: the life of a
 * counter, for which perf core calls back. What runs while it counts is in
 * perf_record.c.
 *
 * Locking: event_mutex serialises the life of counters.
 */
#include <linux/perf_event.h>
#include <linux/security.h>

#include "../event/event.h"
#include "../filter/filter.h"
#include "internal.h"

static int perf_counters;

/*
 * A raw record tells what the whole machine does; a mere count of one's own
 * task's events does not.
 */
static int perf_may_open(struct trace_event_call *call, struct perf_event *event)
{
	int ret;

	if (call->perf_perm) {
		ret = call->perf_perm(call, event);
		if (ret)
			return ret;
	}

	/* Inherited counters were allowed when their parent was opened. */
	if (event->parent)
		return 0;

	if (!(event->attr.sample_type & PERF_SAMPLE_RAW))
		return 0;

	if (event->attach_state == PERF_ATTACH_TASK &&
	    (call->flags & TRACE_EVENT_FL_CAP_ANY))
		return 0;

	return perf_allow_tracepoint();
}

static void perf_bufs_free(void)
{
	int i;

	for (i = 0; i < EVENT_PERF_CONTEXTS; i++) {
		free_percpu(event_perf_bufs[i]);
		event_perf_bufs[i] = NULL;
	}
}

static int perf_bufs_get(void)
{
	int i;

	if (perf_counters++)
		return 0;

	for (i = 0; i < EVENT_PERF_CONTEXTS; i++) {
		event_perf_bufs[i] = alloc_percpu(struct event_perf_buf);
		if (!event_perf_bufs[i]) {
			perf_bufs_free();
			perf_counters--;
			return -ENOMEM;
		}
	}
	return 0;
}

static void perf_bufs_put(void)
{
	if (!--perf_counters)
		perf_bufs_free();
}

static int perf_call_get(struct trace_event_call *call, struct perf_event *event)
{
	struct hlist_head __percpu *heads;
	int cpu, ret;

	event->tp_event = call;
	if (call->perf_refcount++)
		return 0;

	ret = -ENOMEM;
	heads = alloc_percpu(struct hlist_head);
	if (!heads)
		goto out_count;
	for_each_possible_cpu(cpu)
		INIT_HLIST_HEAD(per_cpu_ptr(heads, cpu));
	call->perf_events = heads;

	ret = perf_bufs_get();
	if (ret)
		goto out_heads;

	ret = call->class->reg(call, TRACE_REG_PERF_REGISTER, NULL);
	if (!ret)
		return 0;

	perf_bufs_put();
out_heads:
	call->perf_events = NULL;
	free_percpu(heads);
out_count:
	call->perf_refcount--;
	return ret;
}

static void perf_call_put(struct trace_event_call *call)
{
	if (--call->perf_refcount)
		return;

	call->class->reg(call, TRACE_REG_PERF_UNREGISTER, NULL);

	/* Probes that were already running still use the heads and buffers. */
	tracepoint_synchronize_unregister();

	free_percpu(call->perf_events);
	call->perf_events = NULL;
	perf_bufs_put();
}

static int perf_counter_open(struct trace_event_call *call,
			     struct perf_event *event)
{
	int ret;

	ret = perf_may_open(call, event);
	if (ret)
		return ret;
	ret = perf_call_get(call, event);
	if (ret)
		return ret;
	ret = call->class->reg(call, TRACE_REG_PERF_OPEN, event);
	if (ret)
		perf_call_put(call);
	return ret;
}

static void perf_counter_close(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	call->class->reg(call, TRACE_REG_PERF_CLOSE, event);
	perf_call_put(call);
}

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
 * perf_trace_init - perf core opens a counter of an event
 * @event: the counter; its config is the event's id
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
		ret = perf_counter_open(call, event);
		if (ret)
			trace_event_put_ref(call);
	}
	mutex_unlock(&event_mutex);

	return ret;
}

/**
 * perf_trace_destroy - perf core closes a counter of an event
 * @event: the counter
 *
 * Context: task, may sleep; takes event_mutex.
 */
void perf_trace_destroy(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	mutex_lock(&event_mutex);
	perf_counter_close(event);
	trace_event_put_ref(call);
	mutex_unlock(&event_mutex);
}

/**
 * ftrace_profile_set_filter - a counter gets a filter
 * @event: the counter
 * @event_id: the event's id
 * @filter_str: the expression
 *
 * perf core frees it, and calls perf_tp_event() with it.
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL: no such event, or no filter of it; -EEXIST: it has one
 * already; -ENOMEM.
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
 * ftrace_profile_free_filter - a counter's filter goes with it
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

static int __init perf_hooks_init(void)
{
	static const struct event_hooks hooks __initconst = {
		.perf_open	= perf_counter_open,
		.perf_close	= perf_counter_close,
	};

	event_hooks_set(&hooks);
	return 0;
}
early_initcall(perf_hooks_init);
