// SPDX-License-Identifier: GPL-2.0
/*
 * The addresses of many functions by their names.
 *
 * kallsyms expands some symbols for each name that it looks up. The names of the sites, in
 * contrast, are expanded once for all of them, and each is searched in a hash table of the
 * caller's names: a thousand names cost little more than one. A site has one of the names of
 * its function only; kallsyms looks up the other ones.
 */
#include <linux/cleanup.h>
#include <linux/kallsyms.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include "internal.h"

/**
 * struct lookup_entry - an entry of the hash table of names
 * @hash: full_name_hash() of the name
 * @nth: index of the name, counted from one; 0 if the entry is empty
 */
struct lookup_entry {
	u32	hash;
	u32	nth;
};

/**
 * struct lookup_functions - the names that are looked up
 * @names: the names
 * @count: number of @names
 * @addrs: address of each function; 0 while it was not found
 * @found: number of functions that were found
 * @table: hash table of @names with linear probing; a half of it or more is empty
 * @mask: number of entries of @table less one
 */
struct lookup_functions {
	const char		**names;
	size_t			count;
	unsigned long		*addrs;
	size_t			found;
	struct lookup_entry	*table;
	u32			mask;
};

/* Find the entry of a name, or the empty entry that is to become it. */
static struct lookup_entry *lookup_find(const struct lookup_functions *functions,
					const char *name, u32 hash)
{
	struct lookup_entry *entry;

	for (u32 at = hash;; at++) {
		entry = &functions->table[at & functions->mask];
		if (!entry->nth)
			return entry;
		if (entry->hash == hash && !strcmp(functions->names[entry->nth - 1], name))
			return entry;
	}
}

/* Make the hash table. Return: 0; -ESRCH if a name is in the list twice; -ENOMEM. */
static int lookup_table_init(struct lookup_functions *functions)
{
	u32 size = roundup_pow_of_two(2 * functions->count + 1);
	struct lookup_entry *entry;
	const char *name;
	u32 hash;

	functions->table = kvcalloc(size, sizeof(*functions->table), GFP_KERNEL);
	if (!functions->table)
		return -ENOMEM;
	functions->mask = size - 1;
	for (u32 i = 0; i < functions->count; i++) {
		name = functions->names[i];
		hash = hashlen_hash(hashlen_string(NULL, name));
		entry = lookup_find(functions, name, hash);
		if (entry->nth)
			return -ESRCH;
		*entry = (struct lookup_entry) { .hash = hash, .nth = i + 1 };
	}
	return 0;
}

/* The first byte of the function of a site, which may be an instruction before the site. */
static unsigned long lookup_function_start(unsigned long ip)
{
	unsigned long size, offset;

	if (!FTRACE_SITE_MAX_OFFSET ||
	    !kallsyms_lookup_size_offset(ip, &size, &offset))
		return ip;
	return ip - offset;
}

/* Look up the names of one group. Return: true if all functions have been found. */
static bool lookup_group(struct lookup_functions *functions, struct ftrace_group *group)
{
	struct lookup_entry *entry;
	struct dyn_ftrace *site;
	unsigned long *addr;
	const char *name;
	u32 hash;

	ftrace_for_each_site(group, site) {
		name = ftrace_symbol(group, site);
		if (!name)
			continue;
		hash = full_name_hash(NULL, name,
				      ftrace_symbol_len(group, site - group->sites));
		entry = lookup_find(functions, name, hash);
		if (!entry->nth)
			continue;
		addr = &functions->addrs[entry->nth - 1];
		/* Of several functions of a name, the first one counts. */
		if (*addr)
			continue;
		*addr = lookup_function_start(site->ip);
		if (++functions->found == functions->count)
			return true;
	}
	return false;
}

/* Look up the names of all groups. Return: 0; -ENOMEM. */
static int lookup_sites(struct lookup_functions *functions)
{
	struct ftrace_group *group;
	int ret;

	guard(mutex)(&ftrace_lock);
	ret = ftrace_symbols_load();
	if (ret)
		return ret;
	ftrace_for_each_group(group) {
		if (lookup_group(functions, group))
			break;
	}
	return 0;
}

/* Look up the names that no site has, such as __x64_sys_getppid, an alias. */
static int lookup_aliases(struct lookup_functions *functions)
{
	unsigned long address;
	size_t i;

	for (i = 0; functions->found < functions->count; i++) {
		if (functions->addrs[i])
			continue;
		address = kallsyms_lookup_name(functions->names[i]);
		if (!address || !ftrace_location(address))
			return -ESRCH;
		functions->addrs[i] = address;
		functions->found++;
	}
	return 0;
}

/**
 * ftrace_lookup_symbols - look up functions that can be traced by their names
 * @sorted_syms: the names, in the order of strcmp()
 * @cnt: number of names
 * @addrs: set to the addresses of the functions, in the same order
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -ESRCH if one of them is not found, or is in the list twice; -ENOMEM.
 */
int ftrace_lookup_symbols(const char **sorted_syms, size_t cnt, unsigned long *addrs)
{
	struct lookup_functions functions = {
		.names = sorted_syms, .count = cnt, .addrs = addrs,
	};

	int ret;

	memset(addrs, 0, cnt * sizeof(*addrs));
	ret = lookup_table_init(&functions);
	if (!ret)
		ret = lookup_sites(&functions) ?: lookup_aliases(&functions);
	kvfree(functions.table);
	return ret;
}
