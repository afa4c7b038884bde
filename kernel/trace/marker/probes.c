// SPDX-License-Identifier: GPL-2.0
/*
 * Registering and arming probes: the interface of <linux/marker.h>, where these
 * functions are documented.
 */
#include <linux/err.h>
#include <linux/export.h>

#include "internal.h"

int marker_probe_register(const char *name, const char *format,
			  marker_probe_func *probe, void *private)
{
	struct marker_entry *entry;
	int ret;

	guard(mutex)(&marker_lock);
	entry = marker_entry_get(name, format);
	if (IS_ERR(entry)) {
		if (entry == ERR_PTR(-EPERM))
			pr_warn("Format mismatch for probe %s (%s), marker (%s)\n",
				name, format, marker_entry_find(name)->format);
		return PTR_ERR(entry);
	}
	ret = marker_probe_add(entry, probe, private, false);
	if (ret)
		marker_entry_put(entry);
	return ret;
}
EXPORT_SYMBOL_GPL(marker_probe_register);

int marker_probe_unregister(const char *name, marker_probe_func *probe,
			    void *private)
{
	struct marker_entry *entry;
	struct marker_probe *found;

	guard(mutex)(&marker_lock);
	entry = marker_entry_find(name);
	found = entry ? marker_probe_find(entry, probe, private) : NULL;
	if (!found)
		return -ENOENT;
	marker_probe_del(entry, found);
	marker_entry_put(entry);
	return 0;
}
EXPORT_SYMBOL_GPL(marker_probe_unregister);

int marker_arm(const char *name)
{
	struct marker_entry *entry;

	guard(mutex)(&marker_lock);
	entry = marker_entry_find(name);
	return entry ? marker_entry_arm(entry) : -ENOENT;
}
EXPORT_SYMBOL_GPL(marker_arm);

int marker_disarm(const char *name)
{
	struct marker_entry *entry;

	guard(mutex)(&marker_lock);
	entry = marker_entry_find(name);
	if (!entry)
		return -ENOENT;
	if (!entry->armed)
		return -EPERM;
	marker_entry_disarm(entry);
	marker_entry_put(entry);
	return 0;
}
EXPORT_SYMBOL_GPL(marker_disarm);

void *marker_get_private_data(const char *name, marker_probe_func *probe,
			      int num)
{
	struct marker_entry *entry;
	struct marker_probe *pos;

	guard(mutex)(&marker_lock);
	entry = marker_entry_find(name);
	if (!entry)
		return ERR_PTR(-ENOENT);
	list_for_each_entry(pos, &entry->probes, node) {
		if (pos->func == probe && !num--)
			return pos->private;
	}
	return ERR_PTR(-ENOENT);
}
EXPORT_SYMBOL_GPL(marker_get_private_data);
