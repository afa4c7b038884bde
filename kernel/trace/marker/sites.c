// SPDX-License-Identifier: GPL-2.0
/*
 * Adding and removing the sites of markers and their events, and those of the kernel at boot.
 */
#include <linux/cleanup.h>
#include <linux/init.h>

#include "internal.h"

/**
 * marker_sites_add - add the markers among some tracepoints
 * @first: the first tracepoint
 * @end: after the last one
 * @mod: the module that they are in, or NULL for the kernel
 *
 * Context: task, may sleep; the lock of modules with tracepoints is held, except at boot;
 * takes marker_lock.
 */
void marker_sites_add(tracepoint_ptr_t *first, tracepoint_ptr_t *end, struct module *mod)
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

/**
 * marker_sites_del - remove the markers among some tracepoints
 * @first: the first tracepoint
 * @end: after the last one
 *
 * Context: as for marker_sites_add().
 */
void marker_sites_del(tracepoint_ptr_t *first, tracepoint_ptr_t *end)
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
static struct marker_entry *marker_sites_without_event(const char *last)
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

/**
 * marker_sites_events_add - add the missing events of markers with sites
 *
 * Context: as for marker_sites_add(), under whose lock entries with sites stay.
 */
void marker_sites_events_add(void)
{
	struct marker_entry *entry;
	const char *last = "";
	int ret;

	while ((entry = marker_sites_without_event(last))) {
		ret = marker_event_add(entry);
		if (ret)
			pr_warn("Marker %s: adding its trace event failed with error %d\n",
				entry->name, ret);
		last = entry->name;
	}
}

static int __init marker_sites_init(void)
{
	marker_sites_add(__start___tracepoints_ptrs, __stop___tracepoints_ptrs, NULL);
	marker_sites_events_add();
	return 0;
}
core_initcall(marker_sites_init);
