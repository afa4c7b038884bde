// SPDX-License-Identifier: GPL-2.0
/*
 * The table of patch sites.
 *
 * The table is a list of groups. A group is an array of sites, in address order,
 * for one part of the text that is freed as a whole: the kernel's permanent text,
 * its init text, and the same two of each module. mcount_loc.c creates the
 * groups.
 *
 * The breakpoint handler looks sites up here in NMI context. Readers therefore
 * take no lock, and the functions they call are noinstr.
 */

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "internal.h"

LIST_HEAD(ftrace_groups);

/**
 * ftrace_group_next - iterate over the groups whose sites may be patched
 * @group: the previous group, or NULL to begin
 *
 * Context: task; ftrace_lock held.
 * Return: the next group with @ready set, or NULL.
 */
struct ftrace_group *ftrace_group_next(struct ftrace_group *group)
{
	lockdep_assert_held(&ftrace_lock);
	group = list_prepare_entry(group, &ftrace_groups, list);
	list_for_each_entry_continue(group, &ftrace_groups, list) {
		if (group->ready)
			return group;
	}
	return NULL;
}

/* Find the site at @ip among @n sites, the first of which is not after @ip. */
static noinstr struct dyn_ftrace *ftrace_sites_search(struct dyn_ftrace *base, unsigned int n,
						      unsigned long ip)
{
	while (n > 1) {
		unsigned int half = n / 2;

		if (base[half].ip <= ip)
			base += half;
		n -= half;
	}
	return base->ip == ip ? base : NULL;
}

static noinstr struct dyn_ftrace *ftrace_sites_group_find_site(struct ftrace_group *group,
							       unsigned long ip)
{
	if (!group->count || ip < group->sites[0].ip || ip > group->sites[group->count - 1].ip)
		return NULL;
	return ftrace_sites_search(group->sites, group->count, ip);
}

noinstr struct dyn_ftrace *ftrace_site_find(unsigned long ip)
{
	struct dyn_ftrace *site;
	struct ftrace_group *group;

	list_for_each_entry_lockless(group, &ftrace_groups, list) {
		site = ftrace_sites_group_find_site(group, ip);
		if (site)
			return site;
	}
	return NULL;
}

/*
 * The return value is not the current target of the site's text but one that is
 * correct at any time: the list function, which that trampoline calls, checks the
 * filter of each ops.
 */
noinstr unsigned long ftrace_site_callee(const struct dyn_ftrace *site)
{
	u32 flags = READ_ONCE(site->flags);

	if (!(flags & FTRACE_SITE_COUNT))
		return 0;
	if (flags & (FTRACE_SITE_REGS | FTRACE_SITE_DIRECT))
		return FTRACE_REGS_ADDR;
	return FTRACE_ADDR;
}

/* Find the first dirty site of a group at or after @index. */
static struct dyn_ftrace *ftrace_sites_group_next_dirty(struct ftrace_group *group,
							unsigned int index)
{
	for (; index <= group->dirty_last && index < group->count; index++) {
		if (group->sites[index].flags & FTRACE_SITE_DIRTY)
			return group->sites + index;
	}
	return NULL;
}

struct dyn_ftrace *ftrace_site_next(struct dyn_ftrace *site)
{
	/*
	 * The group of @site. There is only one walk at a time, under
	 * ftrace_lock.
	 */
	static struct ftrace_group *group;
	struct dyn_ftrace *next = NULL;

	lockdep_assert_held(&ftrace_lock);
	if (site)
		next = ftrace_sites_group_next_dirty(group, site - group->sites + 1);
	else
		group = NULL;

	while (!next) {
		group = ftrace_group_next(group);
		if (!group)
			return NULL;
		if (group->dirty_first <= group->dirty_last)
			next = ftrace_sites_group_next_dirty(group, group->dirty_first);
	}
	return next;
}

/**
 * ftrace_table_find - look up a site and its group
 * @ip: address of the site
 * @where: set to the group of the site, if there is one
 *
 * Sites of a module that is still being loaded are not found.
 *
 * Context: task; ftrace_lock held.
 * Return: the site, or NULL.
 */
struct dyn_ftrace *ftrace_table_find(unsigned long ip, struct ftrace_group **where)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	lockdep_assert_held(&ftrace_lock);
	ftrace_for_each_group(group) {
		site = ftrace_sites_group_find_site(group, ip);
		if (site) {
			*where = group;
			return site;
		}
	}
	return NULL;
}

/**
 * ftrace_table_find_from - look up a site that is soon after another one
 * @ip: address of the site
 * @from: a site of *@where at or before @ip, or NULL for none
 * @where: the group of @from; set to the group of the site, if there is one
 *
 * The distance is doubled until a site is after @ip: Bentley and Yao, "An almost optimal
 * algorithm for unbounded searching", 1976.
 *
 * Context: task; ftrace_lock held.
 * Return: the site, or NULL.
 */
struct dyn_ftrace *ftrace_table_find_from(unsigned long ip, struct dyn_ftrace *from,
					  struct ftrace_group **where)
{
	unsigned int rest, step = 1;

	if (!from || ip < from->ip || ip > (*where)->sites[(*where)->count - 1].ip)
		return ftrace_table_find(ip, where);
	rest = (*where)->count - (from - (*where)->sites);
	while (step < rest && from[step].ip <= ip) {
		from += step;
		rest -= step;
		step *= 2;
	}
	return ftrace_sites_search(from, min(step, rest), ip) ?: ftrace_table_find(ip, where);
}

/* Find the first site at or after @start. */
static struct dyn_ftrace *ftrace_sites_group_first_from(struct ftrace_group *group,
							unsigned long start)
{
	unsigned int lo = 0, hi = group->count;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (group->sites[mid].ip < start)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < group->count ? group->sites + lo : NULL;
}

unsigned long ftrace_location_range(unsigned long start, unsigned long end)
{
	unsigned long ip = 0;
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	preempt_disable_notrace();
	list_for_each_entry_rcu(group, &ftrace_groups, list, 1) {
		site = ftrace_sites_group_first_from(group, start);
		if (site && site->ip <= end) {
			ip = site->ip;
			break;
		}
	}
	preempt_enable_notrace();
	return ip;
}

unsigned long ftrace_location(unsigned long ip)
{
	unsigned long size, offset, at;

	at = ftrace_location_range(ip, ip);
	if (at)
		return at;
	if (!kallsyms_lookup_size_offset(ip, &size, &offset) || offset || !size)
		return 0;
	return ftrace_location_range(ip, ip + size - 1);
}

int ftrace_text_reserved(const void *start, const void *end)
{
	return !!ftrace_location_range((unsigned long)start,
				       (unsigned long)end);
}

/**
 * ftrace_table_resolve - look up the site of a function
 * @ip: address of the site, or of the first byte of the function
 *
 * Context: task; ftrace_lock held.
 * Return: the site, or NULL.
 */
struct dyn_ftrace *ftrace_table_resolve(unsigned long ip)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	site = ftrace_table_find(ip, &group);
	if (site)
		return site;
	ip = ftrace_location(ip);
	return ip ? ftrace_table_find(ip, &group) : NULL;
}

/**
 * ftrace_group_remove - take a group off the table
 * @group: the group
 *
 * Readers may use the group until a grace period of RCU has passed; only then may
 * ftrace_group_free() be called.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_group_remove(struct ftrace_group *group)
{
	lockdep_assert_held(&ftrace_lock);
	list_del_rcu(&group->list);
}

/**
 * ftrace_symbols_free - free the symbol names of a group
 * @group: the group; it need not have names
 *
 * Context: task; ftrace_lock held unless @group is off the table.
 */
void ftrace_symbols_free(struct ftrace_group *group)
{
	kvfree(group->names);
	kvfree(group->name_offset);
	group->names = NULL;
	group->name_offset = NULL;
}

/**
 * ftrace_group_free - free a group
 * @group: a group that no reader can find
 *
 * Context: task.
 */
void ftrace_group_free(struct ftrace_group *group)
{
	ftrace_symbols_free(group);
	kvfree(group->sites);
	kfree(group);
}

/**
 * ftrace_get_site_totals - count sites, and the memory that describes them
 * @totals: filled in
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_get_site_totals(struct ftrace_site_totals *totals)
{
	struct ftrace_group *group;

	*totals = (struct ftrace_site_totals) {};
	mutex_lock(&ftrace_lock);
	ftrace_for_each_group(group) {
		totals->sites += group->count;
		totals->pages += group->pages;
		totals->groups++;
	}
	mutex_unlock(&ftrace_lock);
}
