// SPDX-License-Identifier: GPL-2.0
/*
 * Adding and removing trace events (struct trace_event_call): those of the kernel
 * at boot, those of modules, and dynamic events.
 *
 * Locking: event_mutex protects everything in this file.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "internal.h"

static int event_call_raw_init(struct trace_event_call *call)
{
	const char *name = trace_event_name(call);
	int ret;

	if (WARN_ON(!name || !call->class))
		return -EINVAL;
	if (!call->class->raw_init)
		return 0;

	ret = call->class->raw_init(call);
	if (ret < 0)
		pr_debug("Could not initialize trace events/%s\n", name);
	return ret;
}

/**
 * event_call_add - add a trace event
 * @call: the event
 * @mod: the module that the event belongs to and is removed with, or NULL
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; an errno of the event's raw_init(); -ENOMEM.
 */
int event_call_add(struct trace_event_call *call, struct module *mod)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = event_call_raw_init(call);
	if (ret < 0)
		return ret;

	if (call->flags & TRACE_EVENT_FL_DYNAMIC)
		atomic_set(&call->refcnt, 0);
	else
		call->module = mod;
	ret = event_list_append(call);
	if (ret && call->class->raw_init)
		unregister_trace_event(&call->event);
	return ret;
}

static void event_call_remove(struct trace_event_call *call)
{
	event_list_remove(call);
	if (call->event.funcs)
		unregister_trace_event(&call->event);
	event_fields_free(call);
}

/**
 * trace_add_event_call - add a trace event
 * @call: the event
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; an errno of the event's raw_init(); -ENOMEM.
 */
int trace_add_event_call(struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);
	return event_call_add(call, NULL);
}
EXPORT_SYMBOL_GPL(trace_add_event_call);

/**
 * trace_remove_event_call - remove a trace event
 * @call: the event; none of its functions is running on return
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EBUSY if the event is enabled in an instance, has a counter of perf or
 * is referenced.
 */
int trace_remove_event_call(struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);

#ifdef CONFIG_PERF_EVENTS
	if (call->perf_refcount)
		return -EBUSY;
#endif
	if (trace_event_dyn_busy(call) || event_list_busy(call))
		return -EBUSY;
	event_call_remove(call);
	return 0;
}
EXPORT_SYMBOL_GPL(trace_remove_event_call);

/**
 * trace_event_dyn_try_get_ref - take a reference to a dynamic event
 * @call: the event, which may have been removed
 *
 * Context: task; event_mutex held.
 * Return: true if the event exists; trace_event_dyn_put_ref() then drops the
 * reference.
 */
bool trace_event_dyn_try_get_ref(struct trace_event_call *call)
{
	struct trace_event_call *pos;

	if (WARN_ON_ONCE(!(call->flags & TRACE_EVENT_FL_DYNAMIC)))
		return false;
	lockdep_assert_held(&event_mutex);

	list_for_each_entry(pos, &event_calls, list) {
		if (pos == call) {
			atomic_inc(&call->refcnt);
			return true;
		}
	}
	return false;
}

/**
 * trace_event_dyn_put_ref - drop a reference to a dynamic event
 * @call: the event
 *
 * Context: any.
 */
void trace_event_dyn_put_ref(struct trace_event_call *call)
{
	if (WARN_ON_ONCE(!(call->flags & TRACE_EVENT_FL_DYNAMIC)))
		return;
	if (WARN_ON_ONCE(atomic_dec_return(&call->refcnt) < 0))
		atomic_set(&call->refcnt, 0);
}

/**
 * trace_event_dyn_busy - check whether a dynamic event is referenced
 * @call: the event
 *
 * Context: any; the result is stable with event_mutex held.
 * Return: true if there are references; false also for events that are not dynamic.
 */
bool trace_event_dyn_busy(struct trace_event_call *call)
{
	return (call->flags & TRACE_EVENT_FL_DYNAMIC) &&
	       atomic_read(&call->refcnt);
}

/**
 * event_call_init - add the built-in entries and the trace events of the kernel
 *
 * Context: boot; takes event_mutex.
 */
void __init event_call_init(void)
{
	struct trace_event_call **pos;

	guard(mutex)(&event_mutex);

	event_scratch_init();
	event_builtin_init();
	if (event_evals_add(NULL, __start_ftrace_eval_maps,
			    __stop_ftrace_eval_maps - __start_ftrace_eval_maps))
		pr_warn("trace events: no memory for the values in print formats\n");
	for (pos = __start_ftrace_events; pos < __stop_ftrace_events; pos++)
		event_call_add(*pos, NULL);
	event_types_boot_done();
}

#ifdef CONFIG_MODULES
static void event_calls_module_add(struct module *mod)
{
	unsigned int i;

	if (!mod->num_trace_events && !mod->num_trace_evals)
		return;

	/* Its code may be built for other layouts of the structures of trace events. */
	if (trace_module_has_bad_taint(mod)) {
		pr_err("%s: module has bad taint, not creating trace events\n",
		       mod->name);
		return;
	}

	if (event_evals_add(mod, mod->trace_evals, mod->num_trace_evals))
		pr_warn("%s: no memory for the values in print formats\n",
			mod->name);
	for (i = 0; i < mod->num_trace_events; i++)
		event_call_add(mod->trace_events[i], mod);
}

static void event_calls_module_remove(struct module *mod)
{
	struct trace_event_call *call, *next;

	list_for_each_entry_safe(call, next, &event_calls, list) {
		/* Also an event that it added and left: trace_add_event_call(). */
		if (event_list_module(call) == mod ||
		    within_module((unsigned long)call, mod))
			event_call_remove(call);
	}
	event_types_release(mod);
	event_evals_remove(mod);
}

static int event_calls_module_notify(struct notifier_block *nb, unsigned long state,
				     void *data)
{
	guard(mutex)(&event_mutex);

	switch (state) {
	case MODULE_STATE_COMING:
		event_calls_module_add(data);
		break;
	case MODULE_STATE_GOING:
		event_calls_module_remove(data);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block event_module_nb = {
	.notifier_call = event_calls_module_notify,
	.priority = 1,	/* before the notifiers of users of the events */
};

static int __init event_calls_module_init(void)
{
	return register_module_notifier(&event_module_nb);
}
core_initcall(event_calls_module_init);
#endif /* CONFIG_MODULES */
