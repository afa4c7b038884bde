// SPDX-License-Identifier: GPL-2.0
/*
 * Removes sites whose text is about to be freed: init text, and that of modules.
 */

#include <linux/ftrace.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>

#include <asm/sections.h>

#include "internal.h"

static bool ftrace_freed_within(const struct ftrace_group *group, unsigned long start,
				unsigned long end)
{
	return group->sites[0].ip >= start && group->sites[0].ip < end;
}

/*
 * Otherwise a filter could match an unrelated function that is loaded at the same
 * address later.
 */
static void ftrace_freed_forget(const struct ftrace_group *group)
{
	unsigned long start = group->sites[0].ip;
	unsigned long end = group->sites[group->count - 1].ip + 1;

	ftrace_func_probes_mark_stale(start, end);
	ftrace_ip_sets_forget(start, end);
}

/**
 * ftrace_groups_drop - remove groups of sites from the table, and free them
 * @mod: the module that they belong to, or NULL for the kernel
 * @start: first address of the text
 * @end: first address after the text; 0 for all groups of @mod
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_groups_drop(struct module *mod, unsigned long start, unsigned long end)
{
	struct ftrace_group *group, *next;
	LIST_HEAD(removed);

	mutex_lock(&ftrace_lock);
	list_for_each_entry_safe(group, next, &ftrace_groups, list) {
		if (group->mod != mod ||
		    (end && !ftrace_freed_within(group, start, end)))
			continue;
		/*
		 * Without @end the whole module is unloaded, and its records show
		 * addresses.
		 */
		if (end)
			ftrace_init_symbols_keep(group);
		ftrace_freed_forget(group);
		ftrace_group_remove(group);
		/*
		 * A reader may still be at this group, so the links of the table
		 * must remain.
		 */
		list_add(&group->free_list, &removed);
	}
	ftrace_failures_forget(mod, start, end);
	mutex_unlock(&ftrace_lock);
	if (list_empty(&removed))
		return;

	synchronize_rcu();
	list_for_each_entry_safe(group, next, &removed, free_list)
		ftrace_group_free(group);
}

/**
 * ftrace_free_mem - remove the sites in memory that is about to be freed
 * @mod: the module that the memory belongs to, or NULL for the kernel
 * @start: first address of the memory
 * @end: first address after the memory
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_free_mem(struct module *mod, void *start, void *end)
{
	if (start != end)
		ftrace_groups_drop(mod, (unsigned long)start, (unsigned long)end);
}

/**
 * ftrace_free_init_mem - remove the sites in the kernel's init text
 *
 * Context: boot; takes ftrace_lock.
 */
void __init ftrace_free_init_mem(void)
{
	ftrace_free_mem(NULL, __init_begin, __init_end);
}
