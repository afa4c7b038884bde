// SPDX-License-Identifier: GPL-2.0
/*
 * Event files for kernel code: found by name and kept, with all that they need.
 */
#include <linux/export.h>

#include "internal.h"

static struct trace_event_file *lend_locked(struct trace_array *tr,
					    const char *system,
					    const char *event)
{
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);

	file = instance_file_find(tr, system, event);
	if (!file)
		return ERR_PTR(-EINVAL);
	/* This also keeps the module, or the dynamic event. */
	if (!trace_event_try_get_ref(file->event_call))
		return ERR_PTR(-EBUSY);
	instance_file_get(file);
	return file;
}

/* Described in <linux/trace_events.h>. */
struct trace_event_file *trace_get_event_file(const char *instance,
					      const char *system,
					      const char *event)
{
	struct trace_array *tr = &instance_global;
	struct trace_event_file *file;

	tr = instance ? instance_find(instance) : instance_pin(tr);
	if (!tr)
		return ERR_PTR(-ENODEV);
	file = lend_locked(tr, system, event);
	if (IS_ERR(file))
		instance_unpin(tr);
	return file;
}
EXPORT_SYMBOL_GPL(trace_get_event_file);

/**
 * trace_put_event_file - give back what trace_get_event_file() gave
 * @file: the event in the instance
 *
 * Context: task, may sleep.
 */
void trace_put_event_file(struct trace_event_file *file)
{
	struct trace_array *tr = file->tr;

	mutex_lock(&event_mutex);
	trace_event_put_ref(file->event_call);
	instance_file_put(file);
	mutex_unlock(&event_mutex);
	instance_unpin(tr);
}
EXPORT_SYMBOL_GPL(trace_put_event_file);
