// SPDX-License-Identifier: GPL-2.0
/*
 * The names of sites.
 *
 * Looking one address up in kallsyms takes thousands of instructions, and a
 * glob, or a list that a user reads, needs all names. So they are looked up
 * together, once, when first needed: symbols and sites both come in address
 * order.
 *
 * A site without a name stands in a function that the linker threw away while
 * its text remained (a weak one that was overridden). It is shown to nobody.
 */

#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>

#include "internal.h"

/* How far behind its function's first byte a site may stand: an ENDBR. */
#define SITE_MAX_OFFSET		(IS_ENABLED(CONFIG_X86_KERNEL_IBT) ? 4 : 0)

/**
 * struct site_namer - a walk through symbols
 * @group: whose sites are next
 * @next: index of the next site
 * @room: bytes at @group->names
 * @used: how many of them are taken
 */
struct site_namer {
	struct site_group	*group;
	unsigned int		next;
	size_t			room;
	size_t			used;
};

static int site_namer_begin(struct site_namer *namer, struct site_group *group)
{
	namer->group = group;
	namer->next = 0;
	namer->room = 64 + group->count * 24;
	namer->used = 1;	/* 0 means no name */
	group->name = kvcalloc(group->count, sizeof(*group->name), GFP_KERNEL);
	group->names = kvmalloc(namer->room, GFP_KERNEL);
	if (group->name && group->names)
		return 0;
	site_names_free(group);
	return -ENOMEM;
}

static int site_namer_set(struct site_namer *namer, unsigned int index,
			  const char *name)
{
	size_t len = strlen(name) + 1;

	if (namer->used + len > namer->room) {
		size_t room = namer->room * 2 + len;
		char *names = kvmalloc(room, GFP_KERNEL);

		if (!names)
			return -ENOMEM;
		memcpy(names, namer->group->names, namer->used);
		kvfree(namer->group->names);
		namer->group->names = names;
		namer->room = room;
	}
	memcpy(namer->group->names + namer->used, name, len);
	namer->group->name[index] = namer->used;
	namer->used += len;
	return 0;
}

/* The next one of the kernel itself; the first one after NULL. */
static struct site_group *site_next_core_group(struct site_group *group)
{
	do {
		group = site_group_next(group);
	} while (group && group->mod);
	return group;
}

/* Symbols of the kernel come in ascending order, the best of aliases first. */
static int site_name_core(void *data, const char *name, unsigned long addr)
{
	struct site_namer *namer = data;
	struct dyn_ftrace *site;
	int ret;

	for (;;) {
		if (namer->next == namer->group->count) {
			struct site_group *group;

			group = site_next_core_group(namer->group);
			if (!group)
				return 1;
			ret = site_namer_begin(namer, group);
			if (ret)
				return ret;
			continue;
		}
		site = namer->group->sites + namer->next;
		if (site->ip >= addr)
			break;
		namer->next++;
	}
	if (site->ip - addr > SITE_MAX_OFFSET)
		return 0;
	return site_namer_set(namer, namer->next++, name);
}

static int site_names_core(void)
{
	struct site_namer namer = {};
	struct site_group *group;
	int ret;

	group = site_next_core_group(NULL);
	if (!group || group->names)
		return 0;
	ret = site_namer_begin(&namer, group);
	if (!ret)
		ret = kallsyms_on_each_symbol(site_name_core, &namer);
	if (ret < 0)
		site_names_free(namer.group);
	return min(ret, 0);
}

static int site_name_module(void *data, const char *name, unsigned long addr)
{
	struct site_namer *namer = data;
	struct site_group *group = namer->group;
	unsigned int lo = 0, hi = group->count;

	if (!*name || strstarts(name, "__pfx_"))
		return 0;
	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (group->sites[mid].ip < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == group->count || group->name[lo] ||
	    group->sites[lo].ip - addr > SITE_MAX_OFFSET)
		return 0;
	return site_namer_set(namer, lo, name);
}

/**
 * site_group_name - look up the names of the sites of a module
 * @group: one of its groups
 *
 * Context: task, under site_lock.
 * Return: 0 or -ENOMEM.
 */
int site_group_name(struct site_group *group)
{
	struct site_namer namer = {};
	int ret;

	lockdep_assert_held(&site_lock);
	if (group->names)
		return 0;
	ret = site_namer_begin(&namer, group);
	if (ret)
		return ret;
	ret = module_kallsyms_on_each_symbol(group->mod->name, site_name_module,
					     &namer);
	if (ret)
		site_names_free(group);
	return ret;
}

/**
 * site_names_need - have site_name() know the names of all sites
 *
 * Context: task, under site_lock.
 * Return: 0 or -ENOMEM.
 */
int site_names_need(void)
{
	struct site_group *group;
	int ret;

	lockdep_assert_held(&site_lock);
	ret = site_names_core();
	if (ret)
		return ret;
	site_for_each_group(group) {
		if (!group->mod)
			continue;
		ret = site_group_name(group);
		if (ret)
			return ret;
	}
	return 0;
}
