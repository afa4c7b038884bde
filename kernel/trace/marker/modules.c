// SPDX-License-Identifier: GPL-2.0
/*
 * Markers come and go: those of the kernel at boot, those of modules with them.
 *
 * Everything here runs while modules with tracepoints are locked, so one change
 * ends before the next begins. When a module goes, event/ has heard of it before
 * and taken the events away that belong to it. Before that its markers are said
 * to be going, so that none of them gets another one: the module's own state does
 * not tell, when it goes because somebody else had no memory for it.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "../event/event.h"
#include "internal.h"

static void markers_add(tracepoint_ptr_t *first, tracepoint_ptr_t *end,
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

static void markers_del(tracepoint_ptr_t *first, tracepoint_ptr_t *end)
{
	tracepoint_ptr_t *iter;

	guard(mutex)(&marker_lock);
	for (iter = first; iter < end; iter++) {
		struct tracepoint *tp = tracepoint_ptr_deref(iter);

		if (marker_is_tracepoint(tp))
			marker_site_del(container_of(tp, struct marker, tp));
	}
}

/* Make events of markers that have none, beginning after @last. */
static struct marker_entry *marker_without_event(const char *last)
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

/* Entries with sites stay, as do their sites, while modules are locked. */
static void markers_to_events(void)
{
	struct marker_entry *entry;
	const char *last = "";
	int ret;

	while ((entry = marker_without_event(last))) {
		ret = marker_event_add(entry);
		if (ret)
			pr_warn("Marker %s: error %d, it has no event\n",
				entry->name, ret);
		last = entry->name;
	}
}

/* Forget the events of @mod, and entries that lost their last site. */
static void markers_forget(struct module *mod)
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

static int markers_notify(struct notifier_block *nb, unsigned long state,
			  void *data)
{
	struct module *mod = ((struct tp_module *)data)->mod;
	tracepoint_ptr_t *first = mod->tracepoints_ptrs;
	tracepoint_ptr_t *end = first + mod->num_tracepoints;

	if (state == MODULE_STATE_COMING) {
		markers_add(first, end, mod);
		markers_to_events();
	} else if (state == MODULE_STATE_GOING) {
		markers_del(first, end);
		markers_forget(mod);
		markers_to_events();
	}
	return NOTIFY_OK;
}

static struct notifier_block markers_nb = {
	.notifier_call = markers_notify,
};

/* A probe whose code stands in the module; NULL if @entry has none. */
static struct marker_probe *marker_probe_in(struct marker_entry *entry,
					    struct module *mod)
{
	struct marker_probe *probe;

	list_for_each_entry(probe, &entry->probes, node) {
		if (!probe->always && within_module((unsigned long)probe->func, mod))
			return probe;
	}
	return NULL;
}

/* The module's exit, or its init that failed, has left probes registered. */
static void markers_release(struct module *mod)
{
	struct marker_entry *entry, *next;
	struct marker_probe *probe;
	bool found = false;

	scoped_guard(mutex, &marker_lock) {
		list_for_each_entry_safe(entry, next, &marker_entries, node) {
			while ((probe = marker_probe_in(entry, mod))) {
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

static int markers_leave(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	struct module *mod = data;
	unsigned int i;

	if (state != MODULE_STATE_GOING)
		return NOTIFY_OK;
	markers_release(mod);
	guard(mutex)(&event_mutex);
	for (i = 0; i < mod->num_tracepoints; i++) {
		struct tracepoint *tp =
			tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]);

		if (marker_is_tracepoint(tp))
			container_of(tp, struct marker, tp)->going = true;
	}
	return NOTIFY_OK;
}

static struct notifier_block markers_leave_nb = {
	.notifier_call = markers_leave,
	.priority = 2,	/* before that of events */
};

static int __init markers_init(void)
{
	markers_add(__start___tracepoints_ptrs, __stop___tracepoints_ptrs, NULL);
	markers_to_events();
	return register_module_notifier(&markers_leave_nb) ?:
	       register_tracepoint_module_notifier(&markers_nb);
}
core_initcall(markers_init);
