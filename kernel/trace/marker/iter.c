// SPDX-License-Identifier: GPL-2.0
/*
 * Iterating over all markers, one step for each module that has sites of a marker.
 *
 * No lock is held between steps. The iterator holds copies of the names of the last
 * marker and module, and the next step is the first one that sorts after these:
 * markers are sorted by name, and the modules of a marker are visited in the order
 * of their names.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

static const char *marker_iter_module(const struct marker *site)
{
	return site->mod ? module_name(site->mod) : "";
}

/* The site of @entry with the first module after @module, or the first of all. */
static struct marker *marker_iter_site_after(struct marker_entry *entry, const char *module)
{
	struct marker *best = NULL, *site;

	list_for_each_entry(site, &entry->sites, in_entry) {
		const char *name = marker_iter_module(site);

		if (module && strcmp(name, module) <= 0)
			continue;
		if (!best || strcmp(name, marker_iter_module(best)) < 0)
			best = site;
	}
	return best;
}

static struct marker *marker_iter_next_site(const struct marker_iter *at)
{
	struct marker_entry *entry;
	struct marker *site;

	list_for_each_entry(entry, &marker_entries, node) {
		int order = at->name ? strcmp(entry->name, at->name) : 1;

		if (order < 0)
			continue;
		site = marker_iter_site_after(entry, order ? NULL : at->module);
		if (site)
			return site;
	}
	return NULL;
}

static bool marker_iter_fill(struct marker_iter *iter, const struct marker *site)
{
	iter->name = kstrdup(site->tp.name, GFP_KERNEL);
	iter->format = kstrdup(site->format, GFP_KERNEL);
	iter->module = kstrdup(marker_iter_module(site), GFP_KERNEL);
	if (iter->name && iter->format && iter->module)
		return true;
	marker_iter_stop(iter);
	return false;
}

/**
 * marker_iter_next - go to the next marker
 * @iter: the iterator, after marker_iter_start() or marker_iter_next()
 *
 * Context: task, may sleep; takes marker_lock.
 * Return: true if there is one; false at the end or if there is no memory, and then
 * marker_iter_stop() is not needed.
 */
bool marker_iter_next(struct marker_iter *iter)
{
	struct marker_iter last = *iter;
	struct marker *site;
	bool more;

	guard(mutex)(&marker_lock);
	site = marker_iter_next_site(&last);
	*iter = (struct marker_iter){};
	more = site && marker_iter_fill(iter, site);
	marker_iter_stop(&last);
	return more;
}
EXPORT_SYMBOL_GPL(marker_iter_next);

bool marker_iter_start(struct marker_iter *iter)
{
	*iter = (struct marker_iter){};
	return marker_iter_next(iter);
}
EXPORT_SYMBOL_GPL(marker_iter_start);

/**
 * marker_iter_stop - end an iteration over markers
 * @iter: the iterator
 *
 * Context: task.
 */
void marker_iter_stop(struct marker_iter *iter)
{
	kfree(iter->name);
	kfree(iter->format);
	kfree(iter->module);
	*iter = (struct marker_iter){};
}
EXPORT_SYMBOL_GPL(marker_iter_stop);
