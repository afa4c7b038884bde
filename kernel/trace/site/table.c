// SPDX-License-Identifier: GPL-2.0
/*
 * The table of sites.
 *
 * The linker collects the addresses of all calls of __fentry__() in
 * __mcount_loc. They are copied into arrays, one for each piece of text that
 * stays or goes as a whole, with a word of state beside each.
 *
 * Whoever hits a breakpoint on a site looks it up here, so readers take no lock
 * and call nothing that could be traced.
 */

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include <asm/sections.h>

#include "internal.h"

/* Protects everything in site/ that changes. */
DEFINE_MUTEX(site_lock);
LIST_HEAD(site_groups);

/* The next group that is ready; the first one after NULL. */
struct site_group *site_group_next(struct site_group *group)
{
	lockdep_assert_held(&site_lock);
	group = list_prepare_entry(group, &site_groups, list);
	list_for_each_entry_continue(group, &site_groups, list) {
		if (group->ready)
			return group;
	}
	return NULL;
}

static noinstr struct dyn_ftrace *site_group_find(struct site_group *group,
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
	struct site_group *group;

	list_for_each_entry_lockless(group, &site_groups, list) {
		site = site_group_find(group, ip);
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

	if (!(flags & SITE_COUNT))
		return 0;
	if (flags & (SITE_REGS | SITE_DIRECT))
		return (unsigned long)ftrace_regs_caller;
	return (unsigned long)ftrace_caller;
}

struct dyn_ftrace *site_find(unsigned long ip, struct site_group **where)
{
	struct site_group *group;
	struct dyn_ftrace *site;

	lockdep_assert_held(&site_lock);
	site_for_each_group(group) {
		site = site_group_find(group, ip);
		if (site) {
			*where = group;
			return site;
		}
	}
	return NULL;
}

/* The first site at or behind @start. */
static struct dyn_ftrace *site_group_from(struct site_group *group,
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
	struct site_group *group;
	struct dyn_ftrace *site;

	preempt_disable_notrace();
	list_for_each_entry_rcu(group, &site_groups, list, 1) {
		site = site_group_from(group, start);
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
struct dyn_ftrace *site_resolve(unsigned long ip)
{
	struct site_group *group;

	ip = ftrace_location(ip);
	return ip ? site_find(ip, &group) : NULL;
}

static int site_ip_cmp(const void *a, const void *b)
{
	const struct dyn_ftrace *x = a, *y = b;

	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

static bool site_group_fill(struct site_group *group, const unsigned long *ips,
			    unsigned int count)
{
	bool sorted = true;
	unsigned int n = 0;

	for (unsigned int i = 0; i < count; i++) {
		unsigned long ip = ips[i] ? ftrace_call_adjust(ips[i]) : 0;

		/* The linker leaves zeros for what it has thrown away. */
		if (!ip)
			continue;
		if (arch_ftrace_init_site(ip)) {
			pr_warn_once("ftrace: no call at %pS\n", (void *)ip);
			continue;
		}
		if (n && group->sites[n - 1].ip > ip)
			sorted = false;
		group->sites[n] = (struct dyn_ftrace) { .ip = ip };
		n++;
	}
	group->count = n;
	if (!sorted)
		sort(group->sites, n, sizeof(*group->sites), site_ip_cmp, NULL);
	return n;
}

/**
 * site_group_add - make nops of calls, and sites of them
 * @mod: whose text it is, or NULL for the kernel
 * @ips: addresses of calls of __fentry__()
 * @count: how many
 *
 * Context: task or boot, under site_lock. The text is writable and not in use.
 * Return: the group, NULL if there is nothing in it, or an ERR_PTR.
 */
struct site_group *site_group_add(struct module *mod, const unsigned long *ips,
				  unsigned int count)
{
	struct site_group *group;
	size_t size = array_size(count, sizeof(*group->sites));

	lockdep_assert_held(&site_lock);
	if (!count)
		return NULL;
	group = kzalloc(sizeof(*group), GFP_KERNEL);
	if (!group)
		return ERR_PTR(-ENOMEM);
	group->sites = kvmalloc(size, GFP_KERNEL);
	if (!group->sites) {
		kfree(group);
		return ERR_PTR(-ENOMEM);
	}
	group->mod = mod;
	group->ready = !mod;
	group->pages = DIV_ROUND_UP(size, PAGE_SIZE);
	group->dirty_first = 1;
	if (!site_group_fill(group, ips, count)) {
		site_group_free(group);
		return NULL;
	}
	list_add_tail_rcu(&group->list, &site_groups);
	return group;
}

/* From now on nobody finds it; site_group_free() after a grace period. */
void site_group_remove(struct site_group *group)
{
	lockdep_assert_held(&site_lock);
	list_del_rcu(&group->list);
}

void site_group_free(struct site_group *group)
{
	site_names_free(group);
	kvfree(group->sites);
	kfree(group);
}

void site_totals(struct site_totals *totals)
{
	struct site_group *group;

	*totals = (struct site_totals) {};
	mutex_lock(&site_lock);
	site_for_each_group(group) {
		totals->sites += group->count;
		totals->pages += group->pages;
		totals->groups++;
	}
	mutex_unlock(&site_lock);
}

static int __init site_addr_cmp(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Nothing to do if the build has sorted them. */
static void __init site_sort_addrs(unsigned long *ips, unsigned int count)
{
	for (unsigned int i = 1; i < count; i++) {
		if (ips[i - 1] > ips[i]) {
			sort(ips, count, sizeof(*ips), site_addr_cmp, NULL);
			return;
		}
	}
}

/* Kernel text falls into pieces: what is freed after boot, and the rest. */
static unsigned int __init site_same_piece(const unsigned long *ips,
					   unsigned int count)
{
	bool init = is_kernel_inittext(ips[0]);
	unsigned int n = 1;

	while (n < count && is_kernel_inittext(ips[n]) == init)
		n++;
	return n;
}

void __init ftrace_init(void)
{
	unsigned int left = __stop_mcount_loc - __start_mcount_loc;
	unsigned long *ips = __start_mcount_loc;
	unsigned int total = left, groups = 0;

	site_sort_addrs(ips, left);
	mutex_lock(&site_lock);
	while (left) {
		unsigned int n = site_same_piece(ips, left);

		if (IS_ERR(site_group_add(NULL, ips, n))) {
			site_give_up("no memory for the table of functions");
			break;
		}
		groups++;
		ips += n;
		left -= n;
	}
	mutex_unlock(&site_lock);
	pr_info("ftrace: %u functions in %u groups\n", total, groups);
}
