// SPDX-License-Identifier: GPL-2.0
/*
 * Adding and removing the markers of the kernel (at boot) and of modules.
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

static void marker_modules_sites_add(tracepoint_ptr_t *first, tracepoint_ptr_t *end,
				     struct module *mod)
{
	tracepoint_ptr_t *iter;

	guard(mutex)(&marker_lock);
	for (iter = first; iter < end; iter++) {
		struct tracepoint *tp = tracepoint_ptr_deref(iter);

		if (marker_is_tracepoint(tp))
			marker_site_add(container_of(tp, struct marker, tp),
					mod);
	}
}

static void marker_modules_sites_del(tracepoint_ptr_t *first, tracepoint_ptr_t *end)
{
	tracepoint_ptr_t *iter;

	guard(mutex)(&marker_lock);
	for (iter = first; iter < end; iter++) {
		struct tracepoint *tp = tracepoint_ptr_deref(iter);

		if (marker_is_tracepoint(tp))
			marker_site_del(container_of(tp, struct marker, tp));
	}
}

/* The first marker after the name @last that has sites, but no event. */
static struct marker_entry *marker_modules_without_event(const char *last)
{
	struct marker_entry *entry;

	guard(mutex)(&marker_lock);
	list_for_each_entry(entry, &marker_entries, node) {
		if (strcmp(entry->name, last) > 0 && !entry->event &&
		    !list_empty(&entry->sites))
			return entry;
	}
	return NULL;
}

/* Add missing events. Entries with sites stay under the lock of modules. */
static void marker_modules_events_add(void)
{
	struct marker_entry *entry;
	const char *last = "";
	int ret;

	while ((entry = marker_modules_without_event(last))) {
		ret = marker_event_add(entry);
		if (ret)
			pr_warn("Marker %s: adding its trace event failed with error %d\n",
				entry->name, ret);
		last = entry->name;
	}
}

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
		marker_modules_sites_add(first, end, mod);
		marker_modules_events_add();
	} else if (state == MODULE_STATE_GOING) {
		marker_modules_sites_del(first, end);
		marker_modules_events_forget(mod);
		marker_modules_events_add();
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
	marker_modules_sites_add(__start___tracepoints_ptrs, __stop___tracepoints_ptrs, NULL);
	marker_modules_events_add();
	return register_module_notifier(&marker_module_nb) ?:
	       register_tracepoint_module_notifier(&marker_tracepoints_nb);
}
core_initcall(marker_modules_init);
