// SPDX-License-Identifier: GPL-2.0
/*
 * The registry of open sets: tracers, trigger kinds, actions, probe kinds.
 *
 * A set grows by one file that ends with its registration. Members are few
 * and looked up by people's writes, so that a list will do.
 */
#include <linux/string.h>

#include "lib.h"

/**
 * trace_registry_find_locked - look a member up by name
 * @registry: the set
 * @name: of the member, matched whole
 *
 * Context: task, @registry->lock held.
 * Return: the member, or NULL.
 */
struct trace_registry_entry *trace_registry_find_locked(struct trace_registry *registry,
							const char *name)
{
	struct trace_registry_entry *entry;

	lockdep_assert_held(&registry->lock);

	list_for_each_entry(entry, &registry->entries, node) {
		if (!strcmp(entry->name, name))
			return entry;
	}
	return NULL;
}

/**
 * trace_registry_find - look a member up by name, without the registry's lock
 * @registry: the set
 * @name: of the member, matched whole
 *
 * Members that may be unregistered need a reference of their kind: this
 * gives none.
 *
 * Context: task, may sleep.
 * Return: the member, or NULL.
 */
struct trace_registry_entry *trace_registry_find(struct trace_registry *registry, const char *name)
{
	struct trace_registry_entry *entry;

	mutex_lock(&registry->lock);
	entry = trace_registry_find_locked(registry, name);
	mutex_unlock(&registry->lock);

	return entry;
}

/**
 * trace_registry_add - add a member at the end of a set
 * @registry: the set
 * @entry: the member, its name filled in
 *
 * Context: task, may sleep; usable from any initcall.
 * Return: 0; -EINVAL without a name; -EEXIST when the name is taken.
 */
int trace_registry_add(struct trace_registry *registry, struct trace_registry_entry *entry)
{
	int ret = 0;

	if (!entry->name || !*entry->name)
		return -EINVAL;

	mutex_lock(&registry->lock);
	if (trace_registry_find_locked(registry, entry->name))
		ret = -EEXIST;
	else
		list_add_tail(&entry->node, &registry->entries);
	mutex_unlock(&registry->lock);

	return ret;
}

/**
 * trace_registry_del - take a member out of its set
 * @registry: the set
 * @entry: a member of it
 *
 * Context: task, may sleep.
 */
void trace_registry_del(struct trace_registry *registry, struct trace_registry_entry *entry)
{
	mutex_lock(&registry->lock);
	list_del_init(&entry->node);
	mutex_unlock(&registry->lock);
}
