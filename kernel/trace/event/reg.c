// SPDX-License-Identifier: GPL-2.0
/*
 * trace_event_class::reg and ::raw_init: connecting the probes of a trace event to
 * its tracepoint, for an instance or for perf.
 */
#include <linux/export.h>
#include <linux/string.h>

#include "internal.h"

/**
 * trace_event_reg - trace_event_class::reg of events with a tracepoint
 * @call: the event
 * @type: the operation
 * @data: the struct trace_event_file, for TRACE_REG_REGISTER and _UNREGISTER
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL if the event has no tracepoint; an errno of
 * tracepoint_probe_register() or tracepoint_probe_unregister().
 */
int trace_event_reg(struct trace_event_call *call, enum trace_reg type,
		    void *data)
{
	struct trace_event_class *class = call->class;

	if (WARN_ON(!(call->flags & TRACE_EVENT_FL_TRACEPOINT)))
		return -EINVAL;

	switch (type) {
	case TRACE_REG_REGISTER:
		return tracepoint_probe_register(call->tp, class->probe, data);
	case TRACE_REG_UNREGISTER:
		return tracepoint_probe_unregister(call->tp, class->probe, data);
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return tracepoint_probe_register(call->tp, class->perf_probe,
						 call);
	case TRACE_REG_PERF_UNREGISTER:
		return tracepoint_probe_unregister(call->tp, class->perf_probe,
						   call);
#endif
	default:
		return 0;
	}
}
EXPORT_SYMBOL_GPL(trace_event_reg);

/**
 * event_builtin_reg - trace_event_class::reg of built-in entries
 * @call: the event
 * @type: the operation
 * @data: unused
 *
 * There is no tracepoint to connect to.
 *
 * Context: task; event_mutex held.
 * Return: 0; -EOPNOTSUPP for a counter of ftrace/function.
 */
int event_builtin_reg(struct trace_event_call *call, enum trace_reg type,
		      void *data)
{
#ifdef CONFIG_PERF_EVENTS
	/* perf/function.c replaces this function where functions can be counted. */
	if (type == TRACE_REG_PERF_REGISTER && call->event.type == TRACE_FN)
		return -EOPNOTSUPP;
#endif
	return 0;
}

/**
 * event_file_enable - connect the probe of an event for an event file
 * @file: the event file
 *
 * Soft modes and counts of users are up to instance/.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or an errno of the event's class.
 */
int event_file_enable(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	lockdep_assert_held(&event_mutex);
	return call->class->reg(call, TRACE_REG_REGISTER, file);
}

/**
 * event_file_disable - disconnect the probe of an event for an event file
 * @file: the event file; the probe may still be running on return
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or an errno of the event's class.
 */
int event_file_disable(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	lockdep_assert_held(&event_mutex);
	return call->class->reg(call, TRACE_REG_UNREGISTER, file);
}

static int event_reg_field_is_pointer(const struct event_field *field, void *data)
{
	size_t len = strlen(field->type);

	return len && field->type[len - 1] == '*';
}

/**
 * trace_event_raw_init - trace_event_class::raw_init of events of TRACE_EVENT()
 * @call: the event
 *
 * Allocates the type of the event. If its records hold pointers to strings, sets
 * TRACE_EVENT_FL_TEST_STR, so that readers check a pointer before it is followed.
 *
 * Context: task, may sleep.
 * Return: 0; -ENODEV if no type is free or there is no memory.
 */
int trace_event_raw_init(struct trace_event_call *call)
{
	if (!event_call_register(call))
		return -ENODEV;

	if (call->print_fmt && event_fields_each(call, event_reg_field_is_pointer, NULL) &&
	    strstr(call->print_fmt, "%s"))
		call->flags |= TRACE_EVENT_FL_TEST_STR;
	return 0;
}
EXPORT_SYMBOL_GPL(trace_event_raw_init);
