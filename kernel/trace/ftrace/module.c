// SPDX-License-Identifier: GPL-2.0
/*
 * Adds and removes the sites of modules, and removes those of init text.
 */

#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>

#include "internal.h"

static bool ftrace_module_group_within(const struct ftrace_group *group,
				       unsigned long start, unsigned long end)
{
	return group->sites[0].ip >= start && group->sites[0].ip < end;
}

/*
 * Otherwise a filter could match an unrelated function that is loaded at the same
 * address later.
 */
static void ftrace_module_group_forget(const struct ftrace_group *group)
{
	unsigned long start = group->sites[0].ip;
	unsigned long end = group->sites[group->count - 1].ip + 1;

	ftrace_func_probes_mark_stale(start, end);
	ftrace_ip_sets_forget(start, end);
}

/*
 * Remove the groups of @mod, or of the kernel if NULL, in the memory from @start
 * to @end; all groups of @mod if @end is 0.
 */
static void ftrace_module_drop_groups(struct module *mod, unsigned long start,
				      unsigned long end)
{
	struct ftrace_group *group, *next;
	LIST_HEAD(removed);

	mutex_lock(&ftrace_lock);
	list_for_each_entry_safe(group, next, &ftrace_groups, list) {
		if (group->mod != mod ||
		    (end && !ftrace_module_group_within(group, start, end)))
			continue;
		/*
		 * Without @end the whole module is unloaded, and its records show
		 * addresses.
		 */
		if (end)
			ftrace_init_symbols_keep(group);
		ftrace_module_group_forget(group);
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

/*
 * Count the leading entries of @first that are all in the init text of the module
 * or all outside of it.
 */
static unsigned int ftrace_module_count_same_init(struct module *mod,
						  const unsigned long *first,
						  unsigned int count)
{
	bool init = within_module_init(first[0], mod);
	unsigned int n = 1;

	while (n < count && within_module_init(first[n], mod) == init)
		n++;
	return n;
}

/**
 * ftrace_module_init - add the sites of a module to the table
 * @mod: a module that is being loaded; its text is writable
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_module_init(struct module *mod)
{
	unsigned int left = mod->num_ftrace_callsites;
	unsigned long *ips = mod->ftrace_callsites;

	if (ftrace_disabled)
		return;
	mutex_lock(&ftrace_lock);
	while (left) {
		unsigned int n = ftrace_module_count_same_init(mod, ips, left);

		if (IS_ERR(ftrace_mcount_loc_add(mod, ips, n))) {
			pr_warn("ftrace: no memory for the patch sites of module %s\n",
				mod->name);
			while (left--)
				ftrace_failure_add(*ips++, FTRACE_FAILURE_NO_MEMORY);
			break;
		}
		ips += n;
		left -= n;
	}
	mutex_unlock(&ftrace_lock);
}

/**
 * ftrace_module_enable - allow the functions of a module to be traced
 * @mod: a module that is formed but was not executed yet
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_module_enable(struct module *mod)
{
	struct ftrace_group *group;
	struct ftrace_ops *ops;

	mutex_lock(&ftrace_lock);
	list_for_each_entry(group, &ftrace_groups, list) {
		if (group->mod != mod || group->ready)
			continue;
		group->ready = true;
		list_for_each_entry(ops, &ftrace_ops_list, list)
			ftrace_change_group(group, ops);
	}
	ftrace_update_text();
	ftrace_pending_module(mod);
	mutex_unlock(&ftrace_lock);
}

/* Check whether @ops is in the module @data or calls a function there. */
static bool ftrace_module_match(struct ftrace_ops *ops, void *data)
{
	struct module *mod = data;

	return within_module((unsigned long)ops, mod) ||
	       within_module((unsigned long)ops->func, mod) ||
	       within_module(ftrace_direct_addr(ops), mod);
}

/*
 * Unregister the ops that the exit function of a module, or an init function that
 * failed, has left registered: the module's memory is about to be freed, and
 * sites call there. That is a bug of the module, so print a warning.
 */
static void ftrace_module_release_ops(struct module *mod)
{
	struct ftrace_ops *ops;
	int ret = 0;

	while (!ret && (ops = ftrace_ops_find(ftrace_module_match, mod))) {
		pr_warn("ftrace: module %s has left callback %ps registered\n", mod->name,
			(void *)(ftrace_direct_addr(ops) ?: (unsigned long)ops->func));
		if (ops->flags & FTRACE_OPS_FL_DIRECT)
			ret = unregister_ftrace_direct(ops, ftrace_direct_addr(ops),
						       false);
		else
			ret = unregister_ftrace_function(ops);
		if (!ret)
			ftrace_free_filter(ops);
	}
	WARN_ON_ONCE(ret);
}

/**
 * ftrace_release_mod - remove the sites of a module
 * @mod: a module that is unloaded or failed to load; no task executes its text
 *
 * Ops that the module has left registered are unregistered.
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_release_mod(struct module *mod)
{
	ftrace_module_release_ops(mod);
	ftrace_module_drop_groups(mod, 0, 0);
	ftrace_init_symbols_forget(mod);
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
		ftrace_module_drop_groups(mod, (unsigned long)start, (unsigned long)end);
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
