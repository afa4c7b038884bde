// SPDX-License-Identifier: GPL-2.0
/*
 * Where sites come from.
 *
 * The linker collects the addresses of all calls of __fentry__() in
 * __mcount_loc, of the kernel and of each module. The calls become nops, and
 * the addresses a group of the table.
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

static int ftrace_ip_cmp(const void *a, const void *b)
{
	const struct dyn_ftrace *x = a, *y = b;

	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

static bool ftrace_group_fill(struct ftrace_group *group, const unsigned long *ips,
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
			ftrace_failure_add(ip, FTRACE_FAILURE_STRANGE);
			continue;
		}
		if (n && group->sites[n - 1].ip > ip)
			sorted = false;
		group->sites[n] = (struct dyn_ftrace) { .ip = ip };
		n++;
	}
	group->count = n;
	if (!sorted)
		sort(group->sites, n, sizeof(*group->sites), ftrace_ip_cmp, NULL);
	return n;
}

/**
 * ftrace_group_add - make nops of calls, and sites of them
 * @mod: whose text it is, or NULL for the kernel
 * @ips: addresses of calls of __fentry__()
 * @count: how many
 *
 * Context: task or boot, under ftrace_lock. The text is writable and not in use.
 * Return: the group, NULL if there is nothing in it, or an ERR_PTR.
 */
struct ftrace_group *ftrace_group_add(struct module *mod, const unsigned long *ips,
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
	group->sites = kvmalloc(size, GFP_KERNEL);
	if (!group->sites) {
		kfree(group);
		return ERR_PTR(-ENOMEM);
	}
	group->mod = mod;
	group->ready = !mod;
	group->pages = DIV_ROUND_UP(size, PAGE_SIZE);
	group->dirty_first = 1;
	if (!ftrace_group_fill(group, ips, count)) {
		ftrace_group_free(group);
		return NULL;
	}
	list_add_tail_rcu(&group->list, &ftrace_groups);
	return group;
}

static int __init ftrace_addr_cmp(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Nothing to do if the build has sorted them. */
static void __init ftrace_sort_addrs(unsigned long *ips, unsigned int count)
{
	for (unsigned int i = 1; i < count; i++) {
		if (ips[i - 1] > ips[i]) {
			sort(ips, count, sizeof(*ips), ftrace_addr_cmp, NULL);
			return;
		}
	}
}

/* Kernel text falls into pieces: what is freed after boot, and the rest. */
static unsigned int __init ftrace_same_piece(const unsigned long *ips,
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

	ftrace_sort_addrs(ips, left);
	mutex_lock(&ftrace_lock);
	while (left) {
		unsigned int n = ftrace_same_piece(ips, left);

		if (IS_ERR(ftrace_group_add(NULL, ips, n))) {
			ftrace_give_up("no memory for the table of functions");
			break;
		}
		groups++;
		ips += n;
		left -= n;
	}
	mutex_unlock(&ftrace_lock);
	pr_info("ftrace: %u functions in %u groups\n", total, groups);
}

