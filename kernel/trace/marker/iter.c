// SPDX-License-Identifier: GPL-2.0
/*
 * Walking through all markers, one step for each module that a marker is in.
 *
 * No lock is held between steps. The place is remembered as what was told last,
 * name and module, and the next step is the first one behind it: markers stand
 * in the order of their names, and the modules of a marker are taken in the
 * order of theirs.
 */
#include <linux/export.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

static const char *ftrace_module(const struct marker *site)
{
	return site->mod ? site->mod->name : "";
}

/* The site of @entry whose module comes first behind @module; NULL: any. */
static struct marker *ftrace_after(struct marker_entry *entry, const char *module)
{
	struct marker *best = NULL, *site;

	list_for_each_entry(site, &entry->sites, in_entry) {
		const char *name = ftrace_module(site);

		if (module && strcmp(name, module) <= 0)
			continue;
		if (!best || strcmp(name, ftrace_module(best)) < 0)
			best = site;
	}
	return best;
}

static struct marker *site_behind(const struct marker_iter *at)
{
	struct marker_entry *entry;
	struct marker *site;

	list_for_each_entry(entry, &marker_entries, node) {
		int order = at->name ? strcmp(entry->name, at->name) : 1;

		if (order < 0)
			continue;
		site = ftrace_after(entry, order ? NULL : at->module);
		if (site)
			return site;
	}
	return NULL;
}

static bool iter_tell(struct marker_iter *iter, const struct marker *site)
{
	iter->name = kstrdup(site->tp.name, GFP_KERNEL);
	iter->format = kstrdup(site->format, GFP_KERNEL);
	iter->module = kstrdup(ftrace_module(site), GFP_KERNEL);
	if (iter->name && iter->format && iter->module)
		return true;
	marker_iter_stop(iter);
	return false;
}

bool marker_iter_next(struct marker_iter *iter)
{
	struct marker_iter last = *iter;
	struct marker *site;
	bool more;

	guard(mutex)(&marker_lock);
	site = site_behind(&last);
	*iter = (struct marker_iter){};
	more = site && iter_tell(iter, site);
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

void marker_iter_stop(struct marker_iter *iter)
{
	kfree(iter->name);
	kfree(iter->format);
	kfree(iter->module);
	*iter = (struct marker_iter){};
}
EXPORT_SYMBOL_GPL(marker_iter_stop);
