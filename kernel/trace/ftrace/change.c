// SPDX-License-Identifier: GPL-2.0
/*
 * Translates the filters of ops into the text of patch sites.
 *
 * Each site counts the ops that trace it. When the filter of an ops changes, the
 * sites that are in one of the old and the new selection but not in both are
 * counted up or down and marked dirty; then the text of all dirty sites is
 * changed in one pass. A set lists its sites, so if both selections are sets,
 * there is no walk over all sites of the kernel.
 */

#include <linux/ftrace.h>
#include <linux/printk.h>

#include "internal.h"

static void ftrace_change_selection_from_hash(struct ftrace_ops_hash *hash,
					      struct ftrace_selection *sel)
{
	sel->filter = rcu_dereference_protected(hash->filter,
						lockdep_is_held(&ftrace_lock));
	sel->except = rcu_dereference_protected(hash->except,
						lockdep_is_held(&ftrace_lock));
	sel->none = false;
}

/**
 * ftrace_selection_filter - get the sites that the current filter of an ops selects
 * @ops: the ops
 * @sel: filled in; valid while ftrace_lock is held
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_selection_filter(struct ftrace_ops *ops, struct ftrace_selection *sel)
{
	ftrace_change_selection_from_hash(ops->func_hash, sel);
}

/**
 * ftrace_selection_active - get the sites that were last patched for an ops
 * @ops: the ops; if it is not registered, the selection is empty
 * @sel: filled in; valid while ftrace_lock is held
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_selection_active(struct ftrace_ops *ops, struct ftrace_selection *sel)
{
	ftrace_change_selection_from_hash(&ops->active, sel);
	sel->none = !(ops->flags & FTRACE_OPS_FL_ENABLED);
}

/**
 * ftrace_mark_dirty - have the next ftrace_update_text() check a site
 * @group: group of @site
 * @site: the site
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_mark_dirty(struct ftrace_group *group, struct dyn_ftrace *site)
{
	unsigned int index = site - group->sites;

	site->flags |= FTRACE_SITE_DIRTY;
	if (group->dirty_first > group->dirty_last) {
		group->dirty_first = index;
		group->dirty_last = index;
		return;
	}
	group->dirty_first = min(group->dirty_first, index);
	group->dirty_last = max(group->dirty_last, index);
}

/**
 * ftrace_mark_dirty_all - mark all sites dirty that any ops traces
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_mark_dirty_all(void)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (ftrace_site_count(site))
				ftrace_mark_dirty(group, site);
		}
	}
}

/* Check whether an ops other than @but needs all registers at a site. */
static bool ftrace_change_regs_needed(struct ftrace_ops *but, unsigned long ip)
{
	struct ftrace_ops *ops;
	struct ftrace_selection sel;

	list_for_each_entry(ops, &ftrace_ops_list, list) {
		if (ops == but || !(ops->flags & FTRACE_OPS_FL_SAVE_REGS))
			continue;
		ftrace_selection_active(ops, &sel);
		if (ftrace_selection_has(&sel, ip))
			return true;
	}
	return false;
}

static void ftrace_change_site_add_ops(struct ftrace_ops *ops, struct ftrace_group *group,
				       struct dyn_ftrace *site)
{
	site->flags = (site->flags + 1) | FTRACE_SITE_TOUCHED;
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS)
		site->flags |= FTRACE_SITE_REGS;
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY)
		site->flags |= FTRACE_SITE_IPMODIFY | FTRACE_SITE_MODIFIED;
	if (ops->flags & FTRACE_OPS_FL_DIRECT)
		site->flags |= FTRACE_SITE_DIRECT | FTRACE_SITE_MODIFIED;
	ftrace_mark_dirty(group, site);
}

static void ftrace_change_site_remove_ops(struct ftrace_ops *ops, struct ftrace_group *group,
					  struct dyn_ftrace *site)
{
	if (WARN_ON_ONCE(!ftrace_site_count(site)))
		return;
	site->flags--;
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS &&
	    (!ftrace_site_count(site) || !ftrace_change_regs_needed(ops, site->ip)))
		site->flags &= ~FTRACE_SITE_REGS;
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY)
		site->flags &= ~FTRACE_SITE_IPMODIFY;
	if (ops->flags & FTRACE_OPS_FL_DIRECT)
		site->flags &= ~FTRACE_SITE_DIRECT;
	ftrace_mark_dirty(group, site);
}

/* A site can have at most one IPMODIFY ops and at most one direct ops. */
static int ftrace_change_site_check_ops(struct ftrace_ops *ops, struct dyn_ftrace *site)
{
	if (ops->flags & FTRACE_OPS_FL_IPMODIFY && site->flags & FTRACE_SITE_IPMODIFY)
		return -EBUSY;
	if (ops->flags & FTRACE_OPS_FL_DIRECT && site->flags & FTRACE_SITE_DIRECT)
		return -EBUSY;
	return 0;
}

/**
 * struct ftrace_change - a change of the sites that an ops traces
 * @ops: the ops
 * @from: old selection
 * @to: new selection
 * @check: only check whether the change is possible
 */
struct ftrace_change {
	struct ftrace_ops		*ops;
	const struct ftrace_selection	*from;
	const struct ftrace_selection	*to;
	bool				check;
};

/* @was, @is: whether the old and the new selection have @site. */
static int ftrace_change_one(const struct ftrace_change *change, struct ftrace_group *group,
			     struct dyn_ftrace *site, bool was, bool is)
{
	if (was == is)
		return 0;
	if (change->check)
		return is ? ftrace_change_site_check_ops(change->ops, site) : 0;
	if (is)
		ftrace_change_site_add_ops(change->ops, group, site);
	else
		ftrace_change_site_remove_ops(change->ops, group, site);
	return 0;
}

/**
 * struct ftrace_change_cursor - a position in a set
 * @set: the set, or NULL
 * @next: index of the next element
 */
struct ftrace_change_cursor {
	const struct ftrace_ip_set	*set;
	unsigned int			next;
};

/* The next address, or ULONG_MAX at the end of the set. */
static unsigned long ftrace_change_cursor_ip(const struct ftrace_change_cursor *cursor)
{
	if (!cursor->set || cursor->next == cursor->set->count)
		return ULONG_MAX;
	return cursor->set->ip[cursor->next];
}

/*
 * Advance the cursor if its next address is @ip, which the set may have several times: see
 * ftrace_ip_set_forget(). Return: true if it is.
 */
static bool ftrace_change_cursor_pass(struct ftrace_change_cursor *cursor, unsigned long ip)
{
	bool found = false;

	while (ftrace_change_cursor_ip(cursor) == ip) {
		cursor->next++;
		found = true;
	}
	return found;
}

/* Apply the change to the sites in the set of either selection. */
static int ftrace_change_sets(const struct ftrace_change *change,
			      struct ftrace_change_cursor old, struct ftrace_change_cursor new)
{
	struct ftrace_group *group = NULL;
	struct dyn_ftrace *site, *last = NULL;
	unsigned long ip;
	bool was, is;
	int ret;

	for (;;) {
		ip = min(ftrace_change_cursor_ip(&old), ftrace_change_cursor_ip(&new));
		if (ip == ULONG_MAX)
			return 0;
		was = ftrace_change_cursor_pass(&old, ip) &&
		      !ftrace_selection_excepts(change->from, ip);
		is = ftrace_change_cursor_pass(&new, ip) &&
		     !ftrace_selection_excepts(change->to, ip);
		/* ftrace_ip_set_forget() leaves zeros, too, and these are no sites. */
		site = was == is ? NULL : ftrace_table_find_from(ip, last, &group);
		if (!site)
			continue;
		ret = ftrace_change_one(change, group, site, was, is);
		if (ret)
			return ret;
		last = site;
	}
}

static int ftrace_change_walk(const struct ftrace_change *change)
{
	const struct ftrace_selection *from = change->from, *to = change->to;
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	if ((from->none || from->filter) && (to->none || to->filter)) {
		struct ftrace_change_cursor old = { from->none ? NULL : from->filter };
		struct ftrace_change_cursor new = { to->none ? NULL : to->filter };

		return ftrace_change_sets(change, old, new);
	}
	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			ret = ftrace_change_one(change, group, site,
						ftrace_selection_has(from, site->ip),
						ftrace_selection_has(to, site->ip));
			if (ret)
				return ret;
		}
	}
	return 0;
}

/**
 * ftrace_change_check - check whether an ops may trace other sites
 * @ops: the ops
 * @from: old selection
 * @to: new selection
 *
 * Context: task; ftrace_lock held.
 * Return: 0, or -EBUSY if another IPMODIFY or direct ops has one of the new
 * sites.
 */
int ftrace_change_check(struct ftrace_ops *ops, const struct ftrace_selection *from,
			const struct ftrace_selection *to)
{
	struct ftrace_change change = { ops, from, to, .check = true };

	if (!(ops->flags & (FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_DIRECT)))
		return 0;
	return ftrace_change_walk(&change);
}

/**
 * ftrace_change_apply - update the counts of sites, and mark changed sites dirty
 * @ops: the ops
 * @from: old selection
 * @to: new selection
 *
 * The caller calls ftrace_update_text() after that.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_change_apply(struct ftrace_ops *ops, const struct ftrace_selection *from,
			 const struct ftrace_selection *to)
{
	struct ftrace_change change = { ops, from, to };

	ftrace_change_walk(&change);
}

/**
 * ftrace_change_group - have a registered ops trace the sites of a new group
 * @group: the group
 * @ops: the ops
 *
 * The caller calls ftrace_update_text() after that.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_change_group(struct ftrace_group *group, struct ftrace_ops *ops)
{
	struct ftrace_selection sel;
	struct dyn_ftrace *site;

	ftrace_selection_active(ops, &sel);
	ftrace_for_each_site(group, site) {
		if (ftrace_selection_has(&sel, site->ip))
			ftrace_change_site_add_ops(ops, group, site);
	}
}

/* Mark the sites dirty that the filter of a selection lists. */
static void ftrace_change_mark_set(const struct ftrace_selection *sel)
{
	struct ftrace_group *group = NULL;
	struct dyn_ftrace *site, *last = NULL;

	for (unsigned int i = 0; i < sel->filter->count; i++) {
		site = ftrace_table_find_from(sel->filter->ip[i], last, &group);
		if (!site)
			continue;
		last = site;
		if (ftrace_site_count(site) && !ftrace_selection_excepts(sel, site->ip))
			ftrace_mark_dirty(group, site);
	}
}

/**
 * ftrace_mark_dirty_ops - mark all sites of an ops dirty
 * @ops: a registered ops
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_mark_dirty_ops(struct ftrace_ops *ops)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;
	struct ftrace_selection sel;

	ftrace_selection_active(ops, &sel);
	if (!sel.none && sel.filter) {
		ftrace_change_mark_set(&sel);
		return;
	}
	ftrace_for_each_group(group) {
		ftrace_for_each_site(group, site) {
			if (ftrace_site_count(site) && ftrace_selection_has(&sel, site->ip))
				ftrace_mark_dirty(group, site);
		}
	}
}

/**
 * ftrace_sole_ops - find the ops that traces a site with a count of one
 * @ip: address of the site
 *
 * Context: task; ftrace_lock held.
 * Return: the ops, or NULL if there is none.
 */
struct ftrace_ops *ftrace_sole_ops(unsigned long ip)
{
	struct ftrace_ops *ops;
	struct ftrace_selection sel;

	list_for_each_entry(ops, &ftrace_ops_list, list) {
		ftrace_selection_active(ops, &sel);
		if (ftrace_selection_has(&sel, ip))
			return ops;
	}
	return NULL;
}

/*
 * Set the new callee of a dirty site, or 0 for a nop. A site that calls it already is
 * no longer dirty.
 */
static void ftrace_change_plan_site(struct dyn_ftrace *site, unsigned long callee,
				    const struct ftrace_ops *ops)
{
	if (!arch_ftrace_plan(site, callee, ops))
		site->flags &= ~FTRACE_SITE_DIRTY;
}

/* The same for a site that only @ops traces; NULL if it is not known. */
static void ftrace_change_plan_sole(struct dyn_ftrace *site, struct ftrace_ops *ops)
{
	unsigned long callee = ftrace_site_callee(site);

	site->flags &= ~FTRACE_SITE_SOLE;
	if (ops && ops->flags & FTRACE_OPS_FL_DIRECT)
		callee = arch_ftrace_direct_callee(ftrace_direct_addr(ops));
	else if (ops && ops->trampoline)
		callee = arch_ftrace_trampoline_entry(ops);
	ftrace_change_plan_site(site, callee, ops);
}

/**
 * struct ftrace_change_guess - finds the ops of sites with a count of one
 * @ops: the ops of the last site, which often traces the next one, too
 * @sel: what @ops traces
 * @tries: how often all ops may be searched for that of one site
 * @left: number of sites that were put off, which have FTRACE_SITE_SOLE
 */
struct ftrace_change_guess {
	struct ftrace_ops	*ops;
	struct ftrace_selection	sel;
	unsigned int		tries;
	unsigned int		left;
};

#define FTRACE_CHANGE_TRIES	8

/*
 * Plan a site that one ops traces. If many sites have many different ops, such as one
 * direct ops for each function, put it off: to search all ops for each site would take
 * the product of both.
 */
static void ftrace_change_plan_guess(struct dyn_ftrace *site, struct ftrace_change_guess *guess)
{
	if (!guess->ops || !ftrace_selection_has(&guess->sel, site->ip)) {
		if (!guess->tries) {
			site->flags |= FTRACE_SITE_SOLE;
			guess->left++;
			return;
		}
		guess->tries--;
		guess->ops = ftrace_sole_ops(site->ip);
		if (!WARN_ON_ONCE(!guess->ops))
			ftrace_selection_active(guess->ops, &guess->sel);
	}
	ftrace_change_plan_sole(site, guess->ops);
}

/* Plan those sites of an ops that were put off. Return: their number. */
static unsigned int ftrace_change_plan_set(struct ftrace_ops *ops,
					   const struct ftrace_selection *sel)
{
	struct ftrace_group *group = NULL;
	struct dyn_ftrace *site, *last = NULL;
	unsigned int planned = 0;

	for (unsigned int i = 0; i < sel->filter->count; i++) {
		site = ftrace_table_find_from(sel->filter->ip[i], last, &group);
		if (!site)
			continue;
		last = site;
		if (!(site->flags & FTRACE_SITE_SOLE) || ftrace_selection_excepts(sel, site->ip))
			continue;
		ftrace_change_plan_sole(site, ops);
		planned++;
	}
	return planned;
}

/* The same, if there are fewer such sites than in the filter of the ops. */
static unsigned int ftrace_change_plan_walk(struct ftrace_ops *ops,
					    const struct ftrace_selection *sel)
{
	struct dyn_ftrace *site = NULL;
	unsigned int planned = 0;

	while ((site = ftrace_site_next(site))) {
		if (site->flags & FTRACE_SITE_SOLE && ftrace_selection_has(sel, site->ip)) {
			ftrace_change_plan_sole(site, ops);
			planned++;
		}
	}
	return planned;
}

/* Plan the sites that were put off, for one ops after the other. */
static void ftrace_change_plan_rest(unsigned int left)
{
	struct ftrace_selection sel, all = {};
	struct ftrace_ops *ops;

	list_for_each_entry(ops, &ftrace_ops_list, list) {
		if (!left)
			return;
		ftrace_selection_active(ops, &sel);
		if (!sel.none && sel.filter && sel.filter->count < left)
			left -= ftrace_change_plan_set(ops, &sel);
		else if (!sel.none)
			left -= ftrace_change_plan_walk(ops, &sel);
	}
	if (WARN_ON_ONCE(left))
		ftrace_change_plan_walk(NULL, &all);
}

/*
 * Set the new callee of each dirty site. First check the text of all dirty sites, so
 * that none is modified if one is not as expected.
 */
static int ftrace_change_text_plan(void)
{
	struct ftrace_change_guess guess = { .tries = FTRACE_CHANGE_TRIES };
	struct dyn_ftrace *site = NULL;
	int ret = 0;

	while ((site = ftrace_site_next(site))) {
		if (arch_ftrace_site_ok(site))
			continue;
		ftrace_failure_add(site->ip, FTRACE_FAILURE_MODIFIED);
		ret = -EINVAL;
	}
	if (ret)
		return ret;
	while ((site = ftrace_site_next(site))) {
		if (!ftrace_site_count(site) || !ftrace_enabled)
			ftrace_change_plan_site(site, 0, NULL);
		else if (ftrace_site_count(site) == 1)
			ftrace_change_plan_guess(site, &guess);
		else
			ftrace_change_plan_site(site, ftrace_site_callee(site), NULL);
	}
	if (guess.left)
		ftrace_change_plan_rest(guess.left);
	return 0;
}

/**
 * ftrace_update_text - change the text of all dirty sites
 *
 * Context: task, may sleep; ftrace_lock held; takes text_mutex and cpus_read_lock().
 */
void ftrace_update_text(void)
{
	struct ftrace_group *group;

	lockdep_assert_held(&ftrace_lock);
	if (ftrace_disabled)
		return;
	if (ftrace_change_text_plan()) {
		ftrace_fatal("the text of a patch site was modified unexpectedly");
		return;
	}
	if (ftrace_site_next(NULL))
		arch_ftrace_update();

	ftrace_for_each_group(group) {
		for (unsigned int i = group->dirty_first; i <= group->dirty_last; i++)
			group->sites[i].flags &= ~FTRACE_SITE_DIRTY;
		group->dirty_first = 1;
		group->dirty_last = 0;
	}
}
