// SPDX-License-Identifier: GPL-2.0
/*
 * Creates the groups of patch sites.
 *
 * The linker collects the addresses of all calls of __fentry__() in the section
 * __mcount_loc, for the kernel and for each module. The calls become nops, and
 * the addresses become the sites of a group in the table.
 */

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/vmalloc.h>

#include <asm/sections.h>

#include "internal.h"

static int mcount_loc_site_cmp(const void *a, const void *b)
{
	const struct dyn_ftrace *x = a, *y = b;

	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

/* Sites are found by a binary search. */
static void mcount_loc_group_test(const struct ftrace_group *group)
{
	if (!IS_ENABLED(CONFIG_FTRACE_SORT_STARTUP_TEST))
		return;
	for (unsigned int i = 1; i < group->count; i++)
		WARN(group->sites[i - 1].ip >= group->sites[i].ip,
		     "ftrace: the sites %pS and %pS are not in order\n",
		     (void *)group->sites[i - 1].ip, (void *)group->sites[i].ip);
}

static bool mcount_loc_group_fill(struct ftrace_group *group, const unsigned long *ips,
				  unsigned int count)
{
	bool sorted = true;
	unsigned int n = 0;

	for (unsigned int i = 0; i < count; i++) {
		unsigned long ip = ips[i] ? ftrace_call_adjust(ips[i]) : 0;

		/* The linker leaves zeros for sections that it has discarded. */
		if (!ip)
			continue;
		group->sites[n] = (struct dyn_ftrace) { .ip = ip };
		if (arch_ftrace_init_site(group->mod, &group->sites[n])) {
			pr_warn_once("ftrace: neither a call nor a nop at %pS, cannot trace it\n",
				     (void *)ip);
			ftrace_failure_add(ip, FTRACE_FAILURE_NO_CALL);
			continue;
		}
		if (n && group->sites[n - 1].ip > ip)
			sorted = false;
		n++;
	}
	group->count = n;
	if (!sorted)
		sort(group->sites, n, sizeof(*group->sites), mcount_loc_site_cmp, NULL);
	mcount_loc_group_test(group);
	return n;
}

/**
 * ftrace_mcount_loc_add - turn calls of __fentry__() into nops and add them to the
 * table
 * @mod: module that contains the calls, or NULL for the kernel
 * @ips: addresses of the calls; may contain zeros
 * @count: number of entries in @ips
 *
 * Sites with an unexpected instruction are left out and reported as failures.
 *
 * Context: task or boot; ftrace_lock held. The text is writable and not executed
 * yet.
 * Return: the group; NULL if it would contain no site; ERR_PTR(-ENOMEM).
 */
struct ftrace_group *ftrace_mcount_loc_add(struct module *mod, const unsigned long *ips,
					   unsigned int count)
{
	struct ftrace_group *group;
	size_t size = array_size(count, sizeof(*group->sites));

	lockdep_assert_held(&ftrace_lock);
	if (!count)
		return NULL;
	group = kzalloc(sizeof(*group), GFP_KERNEL);
	if (!group)
		return ERR_PTR(-ENOMEM);
	/*
	 * kmalloc() rounds large sizes up to a power of two, which wastes up to half of what
	 * remains allocated for ever.
	 */
	group->sites = size > PAGE_SIZE ? vmalloc(size) : kmalloc(size, GFP_KERNEL);
	if (!group->sites) {
		kfree(group);
		return ERR_PTR(-ENOMEM);
	}
	group->mod = mod;
	group->ready = !mod;
	group->pages = DIV_ROUND_UP(size, PAGE_SIZE);
	group->dirty_first = 1;
	if (!mcount_loc_group_fill(group, ips, count)) {
		ftrace_group_free(group);
		return NULL;
	}
	list_add_tail_rcu(&group->list, &ftrace_groups);
	return group;
}

static int __init mcount_loc_addr_cmp(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* The build usually sorts the section already. */
static void __init mcount_loc_sort_addrs(unsigned long *ips, unsigned int count)
{
	for (unsigned int i = 1; i < count; i++) {
		if (ips[i - 1] > ips[i]) {
			WARN(IS_ENABLED(CONFIG_FTRACE_SORT_STARTUP_TEST),
			     "ftrace: the build has not sorted the sites\n");
			sort(ips, count, sizeof(*ips), mcount_loc_addr_cmp, NULL);
			return;
		}
	}
}

/*
 * Count the leading entries of @ips that are all in init text or all outside of
 * it: init text is freed after boot, so its sites need a group of their own.
 */
static unsigned int __init mcount_loc_count_same_init(const unsigned long *ips,
						      unsigned int count)
{
	bool init = is_kernel_inittext(ips[0]);
	unsigned int n = 1;

	while (n < count && is_kernel_inittext(ips[n]) == init)
		n++;
	return n;
}

/*
 * The build zeroes the entries of weak functions that another definition replaces, and sorts
 * them to the front. A kernel that is loaded at another address than the one it was linked for
 * adds the distance to all entries, to these, too. Return their number.
 */
static unsigned int __init mcount_loc_count_zeroed(const unsigned long *ips,
						   unsigned int count)
{
	unsigned int n = 0;

	while (n < count && ips[n] < (unsigned long)_stext)
		n++;
	return n;
}

/**
 * ftrace_init - add the sites of the kernel to the table
 *
 * Context: boot, one CPU, kernel text is writable.
 */
void __init ftrace_init(void)
{
	unsigned int left = __stop_mcount_loc - __start_mcount_loc;
	unsigned long *ips = __start_mcount_loc;
	unsigned int total, zeroed, groups = 0;

	arch_ftrace_init();
	mcount_loc_sort_addrs(ips, left);
	zeroed = mcount_loc_count_zeroed(ips, left);
	ips += zeroed;
	left -= zeroed;
	total = left;
	mutex_lock(&ftrace_lock);
	while (left) {
		unsigned int n = mcount_loc_count_same_init(ips, left);

		if (IS_ERR(ftrace_mcount_loc_add(NULL, ips, n))) {
			ftrace_fatal("no memory for the table of patch sites");
			break;
		}
		groups++;
		ips += n;
		left -= n;
	}
	mutex_unlock(&ftrace_lock);
	pr_info("ftrace: %u functions in %u groups\n", total, groups);
}

