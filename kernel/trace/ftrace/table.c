// SPDX-License-Identifier: GPL-2.0
/*
 * The table of sites: arrays, one for each piece of text that stays or goes as
 * a whole, with a word of state beside each address. collect.c fills it.
 *
 * Whoever hits a breakpoint on a site looks it up here, so readers take no lock
 * and call nothing that could be traced.
 */

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "internal.h"

LIST_HEAD(ftrace_groups);

/* The next group that is ready; the first one after NULL. */
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

static noinstr struct dyn_ftrace *ftrace_group_find(struct ftrace_group *group,
						    unsigned long ip)
{
	struct dyn_ftrace *base = group->sites;
	unsigned int n = group->count;

	if (!n || ip < base->ip || ip > base[n - 1].ip)
		return NULL;
	while (n > 1) {
		unsigned int half = n / 2;

		if (base[half].ip <= ip)
			base += half;
		n -= half;
	}
	return base->ip == ip ? base : NULL;
}

noinstr struct dyn_ftrace *ftrace_site_find(unsigned long ip)
{
	struct dyn_ftrace *site;
	struct ftrace_group *group;

	list_for_each_entry_lockless(group, &ftrace_groups, list) {
		site = ftrace_group_find(group, ip);
		if (site)
			return site;
	}
	return NULL;
}

/*
 * Not where its text leads now, but where it may always lead: there, all ops
 * are asked whether they want this site.
 */
noinstr unsigned long ftrace_site_callee(const struct dyn_ftrace *site)
{
	u32 flags = READ_ONCE(site->flags);

	if (!(flags & FTRACE_COUNT))
		return 0;
	if (flags & (FTRACE_REGS | FTRACE_DIRECT))
		return (unsigned long)ftrace_regs_caller;
	return (unsigned long)ftrace_caller;
}

/* The next dirty site of a group from @index on. */
static struct dyn_ftrace *ftrace_next_dirty(struct ftrace_group *group,
					    unsigned int index)
{
	for (; index <= group->dirty_last && index < group->count; index++) {
		if (group->sites[index].flags & FTRACE_DIRTY)
			return group->sites + index;
	}
	return NULL;
}

struct dyn_ftrace *ftrace_site_next(struct dyn_ftrace *site)
{
	/* Where the walk is; there is one at a time. */
	static struct ftrace_group *group;
	struct dyn_ftrace *next = NULL;

	lockdep_assert_held(&ftrace_lock);
	if (site)
		next = ftrace_next_dirty(group, site - group->sites + 1);
	else
		group = NULL;

	while (!next) {
		group = ftrace_group_next(group);
		if (!group)
			return NULL;
		if (group->dirty_first <= group->dirty_last)
			next = ftrace_next_dirty(group, group->dirty_first);
	}
	return next;
}

struct dyn_ftrace *ftrace_table_find(unsigned long ip, struct ftrace_group **where)
{
	struct ftrace_group *group;
	struct dyn_ftrace *site;

	lockdep_assert_held(&ftrace_lock);
	ftrace_for_each_group(group) {
		site = ftrace_group_find(group, ip);
		if (site) {
			*where = group;
			return site;
		}
	}
	return NULL;
}

/* The first site at or behind @start. */
static struct dyn_ftrace *ftrace_group_from(struct ftrace_group *group,
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
		site = ftrace_group_from(group, start);
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

/* The site that the user of an address means. */
struct dyn_ftrace *ftrace_table_resolve(unsigned long ip)
{
	struct ftrace_group *group;

	ip = ftrace_location(ip);
	return ip ? ftrace_table_find(ip, &group) : NULL;
}

/* From now on nobody finds it; ftrace_group_free() after a grace period. */
void ftrace_group_remove(struct ftrace_group *group)
{
	lockdep_assert_held(&ftrace_lock);
	list_del_rcu(&group->list);
}

void ftrace_names_free(struct ftrace_group *group)
{
	kvfree(group->names);
	kvfree(group->name);
	group->names = NULL;
	group->name = NULL;
}

void ftrace_group_free(struct ftrace_group *group)
{
	ftrace_names_free(group);
	kvfree(group->sites);
	kfree(group);
}

void ftrace_site_totals(struct ftrace_site_totals *totals)
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
