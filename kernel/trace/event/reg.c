// SPDX-License-Identifier: GPL-2.0
/*
 * Connecting an event's probes to its tracepoint, for an instance or for perf.
 */
#include <linux/export.h>
#include <linux/string.h>

#include "internal.h"

/**
 * trace_event_reg - what an event with a tracepoint does to be switched
 * @call: the event
 * @type: what to do
 * @data: the struct trace_event_file for TRACE_REG_(UN)REGISTER
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0, or why the probe could not be connected.
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

/* There is nothing to connect; called functions cannot be counted by perf. */
int event_builtin_reg(struct trace_event_call *call, enum trace_reg type,
		      void *data)
{
#ifdef CONFIG_PERF_EVENTS
	/* Who knows how to count functions puts its own in this one's place. */
	if (type == TRACE_REG_PERF_REGISTER && call->event.type == TRACE_FN)
		return -EOPNOTSUPP;
#endif
	return 0;
}

int event_file_enable(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	lockdep_assert_held(&event_mutex);
	return call->class->reg(call, TRACE_REG_REGISTER, file);
}

int event_file_disable(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	lockdep_assert_held(&event_mutex);
	return call->class->reg(call, TRACE_REG_UNREGISTER, file);
}

static int field_is_pointer(const struct event_field *field, void *data)
{
	size_t len = strlen(field->type);

	return len && field->type[len - 1] == '*';
}

/**
 * trace_event_raw_init - what an event does first
 * @call: the event
 *
 * Gives it an id. Where records hold addresses of strings, printers are told to
 * look before they follow one.
 *
 * Context: task, may sleep.
 * Return: 0, or -ENODEV when no id is left.
 */
int trace_event_raw_init(struct trace_event_call *call)
{
	if (!event_call_register(call))
		return -ENODEV;

	if (call->print_fmt && event_fields_each(call, field_is_pointer, NULL) &&
	    strstr(call->print_fmt, "%s"))
		call->flags |= TRACE_EVENT_FL_TEST_STR;
	return 0;
}
EXPORT_SYMBOL_GPL(trace_event_raw_init);
