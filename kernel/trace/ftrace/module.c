// SPDX-License-Identifier: GPL-2.0
/*
 * Sites that come and go: those of modules, and of code that is freed when it
 * has run.
 */

#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>

#include "internal.h"

static bool ftrace_group_within(const struct ftrace_group *group,
				unsigned long start, unsigned long end)
{
	return group->sites[0].ip >= start && group->sites[0].ip < end;
}

/* No filter may mean what will stand in this memory next. */
static void ftrace_group_forget(const struct ftrace_group *group)
{
	unsigned long start = group->sites[0].ip;
	unsigned long end = group->sites[group->count - 1].ip + 1;

	ftrace_func_probes_stale(start, end);
	ftrace_ip_sets_forget(start, end);
}

/* All groups of @mod, or of the kernel, in that memory; @end 0 for anywhere. */
static void ftrace_groups_drop(struct module *mod, unsigned long start,
			       unsigned long end)
{
	struct ftrace_group *group, *next;
	LIST_HEAD(gone);

	mutex_lock(&ftrace_lock);
	list_for_each_entry_safe(group, next, &ftrace_groups, list) {
		if (group->mod != mod ||
		    (end && !ftrace_group_within(group, start, end)))
			continue;
		/* A part of what stays otherwise; else the module goes. */
		if (end)
			ftrace_init_symbols_keep(group);
		ftrace_group_forget(group);
		ftrace_group_remove(group);
		/* A reader may still be at it, so its links must stay. */
		list_add(&group->gone, &gone);
	}
	ftrace_failures_forget(mod, start, end);
	mutex_unlock(&ftrace_lock);
	if (list_empty(&gone))
		return;

	synchronize_rcu();
	list_for_each_entry_safe(group, next, &gone, gone)
		ftrace_group_free(group);
}

/* The sites in [@first, @first + n) of a module that stand in the same piece. */
static unsigned int ftrace_module_piece(struct module *mod,
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
 * ftrace_module_init - take in the sites of a module that is being loaded
 * @mod: not formed yet, its text is writable
 *
 * Context: task, may sleep.
 */
void ftrace_module_init(struct module *mod)
{
	unsigned int left = mod->num_ftrace_callsites;
	unsigned long *ips = mod->ftrace_callsites;

	if (ftrace_dead)
		return;
	mutex_lock(&ftrace_lock);
	while (left) {
		unsigned int n = ftrace_module_piece(mod, ips, left);

		if (IS_ERR(ftrace_group_add(mod, ips, n))) {
			pr_warn("ftrace: no memory for functions of %s\n",
				mod->name);
			while (left--)
				ftrace_failure_add(*ips++, FTRACE_FAILURE_MEMORY);
			break;
		}
		ips += n;
		left -= n;
	}
	mutex_unlock(&ftrace_lock);
}

/**
 * ftrace_module_enable - its functions may be traced from now on
 * @mod: a module that is formed, but has not run yet
 *
 * Context: task, may sleep.
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
		list_for_each_entry(ops, &ftrace_ops_registered, list)
			ftrace_change_group(group, ops);
	}
	ftrace_update_text();
	ftrace_pending_module(mod);
	mutex_unlock(&ftrace_lock);
}

/* Whether @ops lies in the module @data or calls into it. */
static bool ftrace_module_match(struct ftrace_ops *ops, void *data)
{
	struct module *mod = data;

	return within_module((unsigned long)ops, mod) ||
	       within_module((unsigned long)ops->func, mod) ||
	       within_module(ftrace_direct_addr(ops), mod);
}

/*
 * What the module's exit, or its init that failed, has left registered. Its memory
 * is about to be freed, and sites lead there. None of this is the module's right, so
 * it is told.
 */
static void ftrace_ops_release(struct module *mod)
{
	struct ftrace_ops *ops;
	int ret = 0;

	while (!ret && (ops = ftrace_ops_find(ftrace_module_match, mod))) {
		pr_warn("ftrace: callback %ps is left registered\n",
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
 * ftrace_release_mod - forget a module
 * @mod: is gone, or failed to load; nobody runs in it
 *
 * Callbacks that it has left registered are unregistered.
 *
 * Context: task, may sleep.
 */
void ftrace_release_mod(struct module *mod)
{
	ftrace_ops_release(mod);
	ftrace_groups_drop(mod, 0, 0);
	ftrace_init_symbols_forget(mod);
}

/**
 * ftrace_free_mem - forget sites in memory that is about to be freed
 * @mod: whose, or NULL for the kernel
 * @start: of the memory
 * @end: one behind it
 *
 * Context: task, may sleep.
 */
void ftrace_free_mem(struct module *mod, void *start, void *end)
{
	if (start != end)
		ftrace_groups_drop(mod, (unsigned long)start, (unsigned long)end);
}

void __init ftrace_free_init_mem(void)
{
	ftrace_free_mem(NULL, __init_begin, __init_end);
}
