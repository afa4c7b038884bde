// SPDX-License-Identifier: GPL-2.0
/*
 * Adds and removes the sites of modules.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/rculist.h>

#include "internal.h"

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
	ftrace_groups_drop(mod, 0, 0);
	ftrace_init_symbols_forget(mod);
}
