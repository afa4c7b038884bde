// SPDX-License-Identifier: GPL-2.0
/*
 * Adding and removing the markers of modules.
 *
 * Everything but marker_module_notify() runs under the lock of modules with
 * tracepoints, so changes are serialised. When a module is unloaded, three notifiers
 * run in this order:
 * - marker_module_notify() sets struct marker.going in the sites of the module, so
 *   that no event that would belong to the module is added any more;
 * - the notifier of event/ removes the events that belong to the module;
 * - marker_modules_tracepoints_notify() removes the sites.
 * The state of the module could not replace struct marker.going: it is a different one
 * when loading fails because a later notifier returns an error.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "../event/event.h"
#include "internal.h"

/* Free the events of @mod, and the entries that are not used any more. */
static void marker_modules_events_forget(struct module *mod)
{
	struct marker_entry *entry, *next;

	marker_synchronize_unregister();
	guard(mutex)(&marker_lock);
	list_for_each_entry_safe(entry, next, &marker_entries, node) {
		if (entry->event && entry->event->call.module == mod)
			marker_event_forget(entry);
		marker_entry_put(entry);
	}
}

static int marker_modules_tracepoints_notify(struct notifier_block *nb, unsigned long state,
					     void *data)
{
	struct module *mod = ((struct tp_module *)data)->mod;
	tracepoint_ptr_t *first = mod->tracepoints_ptrs;
	tracepoint_ptr_t *end = first + mod->num_tracepoints;

	if (state == MODULE_STATE_COMING) {
		marker_sites_add(first, end, mod);
		marker_sites_events_add();
	} else if (state == MODULE_STATE_GOING) {
		marker_sites_del(first, end);
		marker_modules_events_forget(mod);
		marker_sites_events_add();
	}
	return NOTIFY_OK;
}

static struct notifier_block marker_tracepoints_nb = {
	.notifier_call = marker_modules_tracepoints_notify,
};

/* A probe of @entry whose code is in @mod, or NULL. */
static struct marker_probe *marker_modules_probe_in_module(struct marker_entry *entry,
							   struct module *mod)
{
	struct marker_probe *probe;

	list_for_each_entry(probe, &entry->probes, node) {
		if (!probe->always && within_module((unsigned long)probe->func, mod))
			return probe;
	}
	return NULL;
}

/* Remove the probes that the module left registered. */
static void marker_modules_probes_release(struct module *mod)
{
	struct marker_entry *entry, *next;
	struct marker_probe *probe;
	bool found = false;

	scoped_guard(mutex, &marker_lock) {
		list_for_each_entry_safe(entry, next, &marker_entries, node) {
			while ((probe = marker_modules_probe_in_module(entry, mod))) {
				pr_warn("Marker %s: probe %ps is left registered\n",
					entry->name, probe->func);
				marker_probe_del(entry, probe);
				found = true;
			}
			marker_entry_put(entry);
		}
	}
	if (found)
		marker_synchronize_unregister();
}

static int marker_module_notify(struct notifier_block *nb, unsigned long state,
				void *data)
{
	struct module *mod = data;
	unsigned int i;

	if (state != MODULE_STATE_GOING)
		return NOTIFY_OK;
	marker_modules_probes_release(mod);
	guard(mutex)(&event_mutex);
	for (i = 0; i < mod->num_tracepoints; i++) {
		struct tracepoint *tp =
			tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]);

		if (marker_is_tracepoint(tp))
			container_of(tp, struct marker, tp)->going = true;
	}
	return NOTIFY_OK;
}

static struct notifier_block marker_module_nb = {
	.notifier_call = marker_module_notify,
	.priority = 2,	/* before the notifier of event/ */
};

static int __init marker_modules_init(void)
{
	return register_module_notifier(&marker_module_nb) ?:
	       register_tracepoint_module_notifier(&marker_tracepoints_nb);
}
core_initcall(marker_modules_init);
