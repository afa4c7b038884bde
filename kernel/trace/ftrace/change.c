// SPDX-License-Identifier: GPL-2.0
/*
 * From what ops want to the text of sites.
 *
 * Each site counts the ops that want it. When what an ops wants changes, the
 * sites that are in one of old and new but not in both are counted up or down
 * and marked dirty; then the text of all dirty sites is changed in one go. A set
 * names its sites, so if both old and new are sets nobody walks through all
 * sites of the kernel.
 */

#include <linux/cpu.h>
#include <linux/ftrace.h>
#include <linux/printk.h>

#include "internal.h"

static void ftrace_want_hash(struct ftrace_ops_hash *hash, struct ftrace_want *want)
{
	want->filter = rcu_dereference_protected(hash->filter,
						 lockdep_is_held(&ftrace_lock));
	want->except = rcu_dereference_protected(hash->except,
						 lockdep_is_held(&ftrace_lock));
	want->none = false;
}

/* What an ops wants by its filter. */
void ftrace_want_now(struct ftrace_ops *ops, struct ftrace_want *want)
{
	ftrace_want_hash(ops->func_hash, want);
}

/* What the sites were counted for. */
void ftrace_want_active(struct ftrace_ops *ops, struct ftrace_want *want)
{
	ftrace_want_hash(&ops->active, want);
	want->none = !(ops->flags & FTRACE_OPS_FL_ENABLED);
}

void ftrace_dirty(struct ftrace_group *group, struct dyn_ftrace *site)
{
	unsigned int index = site - group->sites;

	site->flags |= FTRACE_DIRTY;
	if (group->dirty_first > group->dirty_last) {
		group->dirty_first = index;
		group->dirty_last = index;
		return;
	}
	group->dirty_first = min(group->dirty_first, index);
	group->dirty_last = max(group->dirty_last, index);
}

void ftrace_dirty_all(void)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (ftrace_count(site))
				ftrace_dirty(group, site);
		}
	}
}

/* Who else than @but wants the registers of this site? */
static bool ftrace_regs_wanted(struct ftrace_ops *but, unsigned long ip)
{
	struct ftrace_ops *ops;
	struct ftrace_want want;

	list_for_each_entry(ops, &ftrace_ops_registered, list) {
		if (ops == but || !(ops->flags & FTRACE_OPS_FL_SAVE_REGS))
			continue;
		ftrace_want_active(ops, &want);
		if (ftrace_wanted(&want, ip))
			return true;
	}
	return false;
}

static void ftrace_count_up(struct ftrace_ops *ops, struct ftrace_group *group,
			    struct dyn_ftrace *site)
{
	site->flags = (site->flags + 1) | FTRACE_TOUCHED;
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS)
		site->flags |= FTRACE_REGS;
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY)
		site->flags |= FTRACE_IPMODIFY | FTRACE_MODIFIED;
	if (ops->flags & FTRACE_OPS_FL_DIRECT)
		site->flags |= FTRACE_DIRECT | FTRACE_MODIFIED;
	ftrace_dirty(group, site);
}

static void ftrace_count_down(struct ftrace_ops *ops, struct ftrace_group *group,
			      struct dyn_ftrace *site)
{
	if (WARN_ON_ONCE(!ftrace_count(site)))
		return;
	site->flags--;
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS &&
	    !ftrace_regs_wanted(ops, site->ip))
		site->flags &= ~FTRACE_REGS;
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY)
		site->flags &= ~FTRACE_IPMODIFY;
	if (ops->flags & FTRACE_OPS_FL_DIRECT)
		site->flags &= ~FTRACE_DIRECT;
	ftrace_dirty(group, site);
}

/* One ops at most may decide where a function goes, and one direct call. */
static int ftrace_count_check(struct ftrace_ops *ops, struct dyn_ftrace *site)
{
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY && site->flags & FTRACE_IPMODIFY)
		return -EBUSY;
	if (ops->flags & FTRACE_OPS_FL_DIRECT && site->flags & FTRACE_DIRECT)
		return -EBUSY;
	return 0;
}

/**
 * struct ftrace_change - one ops is to want something else
 * @ops: which
 * @from: what it wanted
 * @to: what it is to want
 * @check: only see whether it can be done
 */
struct ftrace_change {
	struct ftrace_ops	*ops;
	const struct ftrace_want	*from;
	const struct ftrace_want	*to;
	bool			check;
};

static int ftrace_change_one(const struct ftrace_change *change,
			     struct ftrace_group *group, struct dyn_ftrace *site)
{
	bool was = ftrace_wanted(change->from, site->ip);
	bool is = ftrace_wanted(change->to, site->ip);

	if (was == is)
		return 0;
	if (change->check)
		return is ? ftrace_count_check(change->ops, site) : 0;
	if (is)
		ftrace_count_up(change->ops, group, site);
	else
		ftrace_count_down(change->ops, group, site);
	return 0;
}

/* Those in @set, but for those that are in @but as well. */
static int ftrace_change_set(const struct ftrace_change *change,
			     const struct ftrace_ip_set *set,
			     const struct ftrace_ip_set *but)
{
	struct ftrace_group *group;
	unsigned long last = 0;
	int ret = 0;

	for (unsigned int i = 0; set && i < set->count && !ret; i++) {
		unsigned long ip = set->ip[i];
		struct dyn_ftrace *site;

		/* ftrace_ip_set_forget() leaves zeros and repetitions. */
		if (!ip || ip == last)
			continue;
		last = ip;
		if (but && ftrace_ip_set_has(but, ip))
			continue;
		site = ftrace_table_find(ip, &group);
		if (site)
			ret = ftrace_change_one(change, group, site);
	}
	return ret;
}

static int ftrace_change_walk(const struct ftrace_change *change)
{
	const struct ftrace_want *from = change->from, *to = change->to;
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	if ((from->none || from->filter) && (to->none || to->filter)) {
		const struct ftrace_ip_set *old = from->none ? NULL : from->filter;
		const struct ftrace_ip_set *new = to->none ? NULL : to->filter;

		ret = ftrace_change_set(change, old, NULL);
		return ret ?: ftrace_change_set(change, new, old);
	}
	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			ret = ftrace_change_one(change, group, site);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/**
 * ftrace_change_check - may an ops come to want something else?
 * @ops: which
 * @from: what it wants
 * @to: what it is to want
 *
 * Context: task, under ftrace_lock.
 * Return: 0, or -EBUSY if a site that it would share can't be shared.
 */
int ftrace_change_check(struct ftrace_ops *ops, const struct ftrace_want *from,
			const struct ftrace_want *to)
{
	struct ftrace_change change = { ops, from, to, .check = true };

	if (!(ops->flags & (FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_DIRECT)))
		return 0;
	return ftrace_change_walk(&change);
}

/* Count, and mark what changes; ftrace_update_text() does the rest. */
void ftrace_change_apply(struct ftrace_ops *ops, const struct ftrace_want *from,
			 const struct ftrace_want *to)
{
	struct ftrace_change change = { ops, from, to };

	ftrace_change_walk(&change);
}

/* A registered ops meets sites that have just come. */
void ftrace_change_group(struct ftrace_group *group, struct ftrace_ops *ops)
{
	struct ftrace_want want;
	struct dyn_ftrace *site;

	ftrace_want_active(ops, &want);
	ftrace_for_each_site(group, site) {
		if (ftrace_wanted(&want, site->ip))
			ftrace_count_up(ops, group, site);
	}
}

/* All sites of an ops are to be looked at again. */
void ftrace_dirty_ops(struct ftrace_ops *ops)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	struct ftrace_want want;

	ftrace_want_active(ops, &want);
	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (ftrace_count(site) && ftrace_wanted(&want, site->ip))
				ftrace_dirty(group, site);
		}
	}
}

/* Who is the only one to trace this site? Mostly the same as for the last. */
struct ftrace_ops *ftrace_sole_ops(unsigned long ip)
{
	struct ftrace_ops *ops;
	struct ftrace_want want;

	list_for_each_entry(ops, &ftrace_ops_registered, list) {
		ftrace_want_active(ops, &want);
		if (ftrace_wanted(&want, ip))
			return ops;
	}
	return NULL;
}

/* Where its text ought to lead. */
static unsigned long ftrace_callee(const struct dyn_ftrace *site)
{
	if (!ftrace_count(site) || !ftrace_enabled)
		return 0;

	if (ftrace_count(site) == 1) {
		struct ftrace_ops *ops = ftrace_sole_ops(site->ip);

		if (!WARN_ON_ONCE(!ops)) {
			if (ops->flags & FTRACE_OPS_FL_DIRECT)
				return ftrace_direct_addr(ops);
			if (ops->trampoline)
				return arch_ftrace_trampoline_entry(ops);
		}
	}
	return ftrace_site_callee(site);
}

/*
 * Enter where each dirty site is to lead; those that do already are clean. That
 * all are what they were made before is seen before any is touched.
 */
static int ftrace_text_plan(void)
{
	struct dyn_ftrace *site = NULL;
	int ret = 0;

	while ((site = ftrace_site_next(site))) {
		if (arch_ftrace_site_ok(site))
			continue;
		ftrace_failure_add(site->ip, FTRACE_FAILURE_CHANGED);
		ret = -EINVAL;
	}
	if (ret)
		return ret;
	while ((site = ftrace_site_next(site))) {
		unsigned long callee = ftrace_callee(site);

		if (callee == ftrace_site_target(site))
			site->flags &= ~FTRACE_DIRTY;
		else
			site->callee = callee ? callee - (unsigned long)_stext : 0;
	}
	return 0;
}

/**
 * ftrace_update_text - change the text of all dirty sites
 *
 * Context: task, under ftrace_lock; takes cpus_read_lock().
 */
void ftrace_update_text(void)
{
	struct dyn_ftrace *site = NULL;
	struct ftrace_group *group;

	lockdep_assert_held(&ftrace_lock);
	if (ftrace_dead)
		return;
	if (ftrace_text_plan()) {
		ftrace_give_up("text of a site was changed by somebody else");
		return;
	}
	if (ftrace_site_next(NULL)) {
		/* Only CPUs that are online hear of the steps: see text_poke_sync(). */
		cpus_read_lock();
		arch_ftrace_update();
		cpus_read_unlock();
	}

	while ((site = ftrace_site_next(site)))
		site->flags &= ~FTRACE_DIRTY;
	ftrace_for_each_group(group) {
		group->dirty_first = 1;
		group->dirty_last = 0;
	}
}
