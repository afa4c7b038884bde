// SPDX-License-Identifier: GPL-2.0
/*
 * Registries: sets of named implementations that can be extended, such as
 * tracers, trigger commands, actions and kinds of dynamic events.
 *
 * An implementation is one file, which ends with its registration. A registry
 * has few members and is searched when user space writes a name, so a list is
 * sufficient.
 */
#include <linux/string.h>

#include "lib.h"

/**
 * trace_registry_find_locked - find a member by name, with the lock held
 * @registry: the registry
 * @name: complete name of the member
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
 * trace_registry_find - find a member by name
 * @registry: the registry
 * @name: complete name of the member
 *
 * The member is returned without a reference; users of members that can be
 * unregistered need one of their own.
 *
 * Context: task, may sleep; takes @registry->lock.
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
 * trace_registry_add - add a member to a registry
 * @registry: the registry
 * @entry: the member, with its name set; added at the end
 *
 * Context: task, may sleep; usable from any initcall. Takes @registry->lock.
 * Return: 0; -EINVAL if the name is missing; -EEXIST if the name is in use.
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
 * trace_registry_del - remove a member from a registry
 * @registry: the registry
 * @entry: member of it
 *
 * Context: task, may sleep; takes @registry->lock.
 */
void trace_registry_del(struct trace_registry *registry, struct trace_registry_entry *entry)
{
	mutex_lock(&registry->lock);
	list_del_init(&entry->node);
	mutex_unlock(&registry->lock);
}
