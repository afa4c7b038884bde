// SPDX-License-Identifier: GPL-2.0
/*
 * The addresses of many functions by their names.
 *
 * kallsyms expands some symbols for each name that it looks up. The names of the sites, in
 * contrast, are expanded once for all of them, and each is searched in the sorted list of the
 * caller: a thousand names cost little more than one. A site has one of the names of its
 * function only; kallsyms looks up the other ones.
 */
#include <linux/bsearch.h>
#include <linux/cleanup.h>
#include <linux/kallsyms.h>
#include <linux/string.h>

#include "internal.h"

/**
 * struct lookup_functions - the names that are looked up
 * @names: the names, sorted by strcmp()
 * @count: number of @names
 * @addrs: address of each function; 0 while it was not found
 * @found: number of functions that were found
 */
struct lookup_functions {
	const char	**names;
	size_t		count;
	unsigned long	*addrs;
	size_t		found;
};

static int lookup_order(const void *name, const void *entry)
{
	return strcmp(name, *(const char * const *)entry);
}

/* The first byte of the function of a site, which may be an instruction before the site. */
static unsigned long lookup_function_start(unsigned long ip)
{
	unsigned long size, offset;

	if (!IS_ENABLED(CONFIG_X86_KERNEL_IBT) ||
	    !kallsyms_lookup_size_offset(ip, &size, &offset))
		return ip;
	return ip - offset;
}

/* Look up the names of one group. Return: true if all functions have been found. */
static bool lookup_group(struct lookup_functions *functions, struct ftrace_group *group)
{
	struct dyn_ftrace *site;
	const char *name, **found;
	unsigned long *addr;

	ftrace_for_each_site(group, site) {
		name = ftrace_symbol(group, site);
		if (!name)
			continue;
		found = __inline_bsearch(name, functions->names, functions->count,
					 sizeof(*functions->names), lookup_order);
		if (!found)
			continue;
		addr = &functions->addrs[found - functions->names];
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

/* Whether the list has a name twice: only one of them got the address of a site. */
static bool lookup_is_double(const struct lookup_functions *functions, size_t i)
{
	const char **names = functions->names;

	return (i > 0 && !strcmp(names[i - 1], names[i])) ||
	       (i + 1 < functions->count && !strcmp(names[i], names[i + 1]));
}

/* Look up the names that no site has, such as __x64_sys_getppid, an alias. */
static int lookup_aliases(struct lookup_functions *functions)
{
	unsigned long address;
	size_t i;

	for (i = 0; functions->found < functions->count; i++) {
		if (functions->addrs[i])
			continue;
		if (lookup_is_double(functions, i))
			return -ESRCH;
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

	memset(addrs, 0, cnt * sizeof(*addrs));
	return lookup_sites(&functions) ?: lookup_aliases(&functions);
}
