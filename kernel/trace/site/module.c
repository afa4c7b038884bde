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

static bool site_group_within(const struct site_group *group,
			      unsigned long start, unsigned long end)
{
	return group->sites[0].ip >= start && group->sites[0].ip < end;
}

/* No filter may mean what will stand in this memory next. */
static void site_group_forget(const struct site_group *group)
{
	unsigned long start = group->sites[0].ip;
	unsigned long end = group->sites[group->count - 1].ip + 1;

	site_probes_stale(start, end);
	site_sets_forget(start, end);
}

/* All groups of @mod, or of the kernel, in that memory; @end 0 for anywhere. */
static void site_groups_drop(struct module *mod, unsigned long start,
			     unsigned long end)
{
	struct site_group *group, *next;
	LIST_HEAD(gone);

	mutex_lock(&site_lock);
	list_for_each_entry_safe(group, next, &site_groups, list) {
		if (group->mod != mod ||
		    (end && !site_group_within(group, start, end)))
			continue;
		/* A part of what stays otherwise; else the module goes. */
		if (end)
			site_gone_keep(group);
		site_group_forget(group);
		site_group_remove(group);
		/* A reader may still be at it, so its links must stay. */
		list_add(&group->gone, &gone);
	}
	site_failures_forget(mod, start, end);
	mutex_unlock(&site_lock);
	if (list_empty(&gone))
		return;

	synchronize_rcu();
	list_for_each_entry_safe(group, next, &gone, gone)
		site_group_free(group);
}

/* The sites in [@first, @first + n) of a module that stand in the same piece. */
static unsigned int site_module_piece(struct module *mod,
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

	if (site_dead)
		return;
	mutex_lock(&site_lock);
	while (left) {
		unsigned int n = site_module_piece(mod, ips, left);

		if (IS_ERR(site_group_add(mod, ips, n))) {
			pr_warn("ftrace: no memory for functions of %s\n",
				mod->name);
			while (left--)
				site_failure_add(*ips++, SITE_FAILURE_MEMORY);
			break;
		}
		ips += n;
		left -= n;
	}
	mutex_unlock(&site_lock);
}

/**
 * ftrace_module_enable - its functions may be traced from now on
 * @mod: a module that is formed, but has not run yet
 *
 * Context: task, may sleep.
 */
void ftrace_module_enable(struct module *mod)
{
	struct site_group *group;
	struct ftrace_ops *ops;

	mutex_lock(&site_lock);
	list_for_each_entry(group, &site_groups, list) {
		if (group->mod != mod || group->ready)
			continue;
		group->ready = true;
		list_for_each_entry(ops, &site_ops, list)
			site_change_group(group, ops);
	}
	site_text_update();
	site_pending_module(mod);
	mutex_unlock(&site_lock);
}

/* An ops that is registered, and lies in the module or calls what does. */
static struct ftrace_ops *site_ops_in(struct module *mod)
{
	struct ftrace_ops *ops;

	guard(mutex)(&site_lock);
	list_for_each_entry(ops, &site_ops, list) {
		if (within_module((unsigned long)ops, mod) ||
		    within_module((unsigned long)ops->func, mod) ||
		    within_module(site_direct_addr(ops), mod))
			return ops;
	}
	return NULL;
}

/*
 * What the module's exit, or its init that failed, has left registered. Its memory
 * is about to be freed, and sites lead there. None of this is the module's right, so
 * it is told.
 */
static void site_ops_release(struct module *mod)
{
	struct ftrace_ops *ops;
	int ret = 0;

	site_fprobes_release(mod);
	site_graphs_release(mod);
	while (!ret && (ops = site_ops_in(mod))) {
		pr_warn("ftrace: callback %ps is left registered\n",
			(void *)(site_direct_addr(ops) ?: (unsigned long)ops->func));
		if (ops->flags & FTRACE_OPS_FL_DIRECT)
			ret = unregister_ftrace_direct(ops, site_direct_addr(ops),
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
	site_ops_release(mod);
	site_groups_drop(mod, 0, 0);
	site_gone_forget(mod);
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
		site_groups_drop(mod, (unsigned long)start, (unsigned long)end);
}

void __init ftrace_free_init_mem(void)
{
	ftrace_free_mem(NULL, __init_begin, __init_end);
}
