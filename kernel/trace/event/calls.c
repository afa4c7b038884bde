// SPDX-License-Identifier: GPL-2.0
/*
 * Calls: how events come and go: those of the kernel at boot, those of modules,
 * and those that are made while the system runs.
 *
 * Locking: event_mutex for everything here.
 */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "internal.h"

static int call_init(struct trace_event_call *call)
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

int event_call_add(struct trace_event_call *call, struct module *mod)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = call_init(call);
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

static void call_remove(struct trace_event_call *call)
{
	event_list_remove(call);
	if (call->event.funcs)
		unregister_trace_event(&call->event);
	event_fields_free(call);
}

/**
 * trace_add_event_call - make an event known
 * @call: the event
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; what its raw_init() says; -ENOMEM.
 */
int trace_add_event_call(struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);
	return event_call_add(call, NULL);
}
EXPORT_SYMBOL_GPL(trace_add_event_call);

/**
 * trace_remove_event_call - take an event away again
 * @call: the event; nobody is inside its functions on return
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0, or -EBUSY: it is enabled in an instance or by perf, or referenced.
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
	call_remove(call);
	return 0;
}
EXPORT_SYMBOL_GPL(trace_remove_event_call);

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

void trace_event_dyn_put_ref(struct trace_event_call *call)
{
	if (WARN_ON_ONCE(!(call->flags & TRACE_EVENT_FL_DYNAMIC)))
		return;
	if (WARN_ON_ONCE(atomic_dec_return(&call->refcnt) < 0))
		atomic_set(&call->refcnt, 0);
}

bool trace_event_dyn_busy(struct trace_event_call *call)
{
	return (call->flags & TRACE_EVENT_FL_DYNAMIC) &&
	       atomic_read(&call->refcnt);
}

void __init event_call_init(void)
{
	struct trace_event_call **pos;

	guard(mutex)(&event_mutex);

	event_scratchs_init();
	event_builtin_init();
	if (event_evals_add(NULL, __start_ftrace_eval_maps,
			    __stop_ftrace_eval_maps - __start_ftrace_eval_maps))
		pr_warn("No memory for the values in print formats\n");
	for (pos = __start_ftrace_events; pos < __stop_ftrace_events; pos++)
		event_call_add(*pos, NULL);
	event_types_settle();
}

#ifdef CONFIG_MODULES
static void module_add(struct module *mod)
{
	unsigned int i;

	if (!mod->num_trace_events && !mod->num_trace_evals)
		return;

	/* Its code may be built for another layout of what probes are given. */
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

static void module_remove(struct module *mod)
{
	struct trace_event_call *call, *next;

	list_for_each_entry_safe(call, next, &event_calls, list) {
		/* Or one that it has made by trace_add_event_call(), and left. */
		if (event_module(call) == mod ||
		    within_module((unsigned long)call, mod))
			call_remove(call);
	}
	event_types_release(mod);
	event_evals_remove(mod);
}

static int module_notify(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	guard(mutex)(&event_mutex);

	switch (state) {
	case MODULE_STATE_COMING:
		module_add(data);
		break;
	case MODULE_STATE_GOING:
		module_remove(data);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block module_nb = {
	.notifier_call = module_notify,
	.priority = 1,	/* before those who use the events */
};

static int __init event_modules_init(void)
{
	return register_module_notifier(&module_nb);
}
core_initcall(event_modules_init);
#endif /* CONFIG_MODULES */
