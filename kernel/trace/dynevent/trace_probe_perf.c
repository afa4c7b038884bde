// SPDX-License-Identifier: GPL-2.0
/*
 * Trace probes that perf_event_open(2) creates for one counter, with a PMU of their own.
 */
#include <linux/perf_event.h>

#include "trace_probe.h"

/**
 * trace_probe_of_counter - get the first trace_probe of the event that perf counts
 * @counter: a perf counter of an event that trace_probes write
 *
 * Context: task, event_mutex held. The trace_probe is valid while the mutex is held, and
 * for as long as its location is not removed from the event.
 * Return: the trace_probe.
 */
struct trace_probe *trace_probe_of_counter(const struct perf_event *counter)
{
	struct trace_probe_event *tpe = trace_probe_event_of(&counter->tp_event->event);

	lockdep_assert_held(&event_mutex);

	return list_first_entry(&tpe->probes, struct trace_probe, sibling);
}

/**
 * trace_probe_perf_open - open a perf counter of a trace_probe that nothing else uses
 * @tp: the trace_probe; its type and arguments are set
 * @counter: the counter
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; an errno of trace_probe_add_anonymous() or event_perf_open(): @tp is freed.
 */
int trace_probe_perf_open(struct trace_probe *tp, struct perf_event *counter)
{
	int ret = trace_probe_add_anonymous(tp);

	if (ret) {
		trace_probe_discard(tp);
		return ret;
	}
	mutex_lock(&event_mutex);
	ret = event_perf_open(&tp->tpe->dcall.call, counter);
	mutex_unlock(&event_mutex);
	if (ret)
		trace_probe_remove_anonymous(tp);
	return ret;
}

/**
 * trace_probe_perf_close - close a perf counter, and free its trace_probe
 * @counter: the counter, from trace_probe_perf_open()
 *
 * Context: task, may sleep; takes event_mutex.
 */
void trace_probe_perf_close(struct perf_event *counter)
{
	struct trace_probe *tp;

	mutex_lock(&event_mutex);
	tp = trace_probe_of_counter(counter);
	event_perf_close(counter);
	mutex_unlock(&event_mutex);
	trace_probe_remove_anonymous(tp);
}
