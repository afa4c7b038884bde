// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that are loaded and unloaded: kinds of dynamic events are notified, event
 * by event.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "dynevent.h"

static void dynevent_module_load(struct module *mod)
{
	struct dynevent *ev;

	guard(mutex)(&dynevent_lock);
	dynevent_for_each(ev) {
		if (ev->kind->module_load)
			ev->kind->module_load(ev, mod);
	}
}

static void dynevent_module_unload(struct module *mod)
{
	struct dynevent *ev;

	guard(mutex)(&dynevent_lock);
	dynevent_for_each(ev) {
		if (ev->kind->module_unload)
			ev->kind->module_unload(ev, mod);
	}
}

static int dynevent_module_notify_load(struct notifier_block *nb, unsigned long state,
				       void *mod)
{
	if (state == MODULE_STATE_COMING)
		dynevent_module_load(mod);
	return NOTIFY_DONE;
}

static int dynevent_module_notify_unload(struct notifier_block *nb, unsigned long state,
					 void *mod)
{
	if (state == MODULE_STATE_GOING)
		dynevent_module_unload(mod);
	return NOTIFY_DONE;
}

/* The tracepoints of a module that is loaded must be known already. */
static struct notifier_block dynevent_module_load_nb = {
	.notifier_call	= dynevent_module_notify_load,
};

/* No probe may be connected when tracepoints are notified. */
static struct notifier_block dynevent_module_unload_nb = {
	.notifier_call	= dynevent_module_notify_unload,
	.priority	= 1,
};

static int __init dynevent_module_init(void)
{
	return register_module_notifier(&dynevent_module_unload_nb) ?:
	       register_module_notifier(&dynevent_module_load_nb);
}
core_initcall(dynevent_module_init);
