// SPDX-License-Identifier: GPL-2.0
/*
 * Names of functions that were freed: functions that are executed only at boot or
 * while a module is loaded. The symbols are freed together with the text, but
 * records of calls may still be in a ring buffer. Therefore the names of
 * functions that were traced are kept until their module is unloaded.
 */

#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/**
 * struct ftrace_init_symbols - functions that were freed together
 * @list: entry in ftrace_init_symbols_list
 * @mod: their module, or NULL for the kernel
 * @names: the concatenated names, each terminated by a NUL
 * @count: number of functions
 * @at: the functions, by ascending addresses
 * @at.ip: address of the first byte
 * @at.size: size in bytes
 * @at.name: offset of the name in @names
 */
struct ftrace_init_symbols {
	struct list_head	list;
	struct module		*mod;
	char			*names;
	unsigned int		count;
	struct {
		unsigned long	ip;
		unsigned int	size;
		u32		name;
	} at[] __counted_by(count);
};

/* Changed under ftrace_lock, walked under RCU. */
static LIST_HEAD(ftrace_init_symbols_list);

static void ftrace_init_symbols_free(struct ftrace_init_symbols *syms)
{
	kvfree(syms->names);
	kvfree(syms);
}

/* Count the sites that were ever traced, and the bytes that their names need. */
static unsigned int ftrace_init_symbols_count(const struct ftrace_group *group,
					      size_t *bytes)
{
	unsigned int n = 0;

	*bytes = 0;
	for (unsigned int i = 0; i < group->count; i++) {
		if (!(group->sites[i].flags & FTRACE_SITE_TOUCHED))
			continue;
		if (group->names)
			*bytes += ftrace_symbol_len(group, i) + 1;
		n++;
	}
	return n;
}

static void ftrace_init_symbols_fill(struct ftrace_init_symbols *syms,
				     const struct ftrace_group *group)
{
	unsigned int n = 0;
	u32 used = 0;

	for (unsigned int i = 0; i < group->count; i++) {
		unsigned long ip = group->sites[i].ip, size, offset;
		size_t len = ftrace_symbol_len(group, i);

		if (!(group->sites[i].flags & FTRACE_SITE_TOUCHED) || !len ||
		    !kallsyms_lookup_size_offset(ip, &size, &offset))
			continue;
		syms->at[n].ip = ip - offset;
		syms->at[n].size = size;
		syms->at[n].name = used;
		memcpy(syms->names + used, group->names + group->name_offset[i],
		       len + 1);
		used += len + 1;
		n++;
	}
	syms->count = n;
}

/**
 * ftrace_init_symbols_keep - keep the names of functions that are about to be freed
 * @group: their sites; text and symbols still exist
 *
 * Without memory the names are lost, and records show addresses.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_init_symbols_keep(struct ftrace_group *group)
{
	struct ftrace_init_symbols *syms;
	unsigned int n;
	size_t bytes;

	lockdep_assert_held(&ftrace_lock);
	if (!ftrace_init_symbols_count(group, &bytes))
		return;
	if (group->mod ? ftrace_symbols_load_group(group) : ftrace_symbols_load())
		return;
	n = ftrace_init_symbols_count(group, &bytes);
	syms = kvzalloc(struct_size(syms, at, n), GFP_KERNEL);
	if (!syms)
		return;
	syms->count = n;
	syms->mod = group->mod;
	syms->names = kvmalloc(bytes, GFP_KERNEL);
	if (!syms->names) {
		ftrace_init_symbols_free(syms);
		return;
	}
	ftrace_init_symbols_fill(syms, group);
	list_add_rcu(&syms->list, &ftrace_init_symbols_list);
}

/**
 * ftrace_init_symbols_forget - drop the kept names of a module
 * @mod: a module that is being unloaded
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_init_symbols_forget(struct module *mod)
{
	struct ftrace_init_symbols *syms, *next;
	bool found;

	/* A module usually has at most one entry. */
	do {
		found = false;
		mutex_lock(&ftrace_lock);
		list_for_each_entry_safe(syms, next, &ftrace_init_symbols_list, list) {
			if (syms->mod == mod) {
				list_del_rcu(&syms->list);
				found = true;
				break;
			}
		}
		mutex_unlock(&ftrace_lock);
		if (found) {
			synchronize_rcu();
			ftrace_init_symbols_free(syms);
		}
	} while (found);
}

static int ftrace_init_symbols_lookup(const struct ftrace_init_symbols *syms, unsigned long addr,
				      unsigned long *size, unsigned long *off, char *sym)
{
	unsigned int lo = 0, hi = syms->count;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (addr < syms->at[mid].ip) {
			hi = mid;
		} else if (addr - syms->at[mid].ip >= syms->at[mid].size) {
			lo = mid + 1;
		} else {
			if (size)
				*size = syms->at[mid].size;
			if (off)
				*off = addr - syms->at[mid].ip;
			return strscpy(sym, syms->names + syms->at[mid].name,
				       KSYM_NAME_LEN);
		}
	}
	return 0;
}

/**
 * ftrace_mod_address_lookup - look up the name of a function that was freed
 * @addr: an address without a symbol in the kernel or a loaded module
 * @size: set to the size of the function in bytes, unless NULL
 * @off: set to the offset of @addr in the function, unless NULL
 * @modname: set to the name of the module, or to NULL, unless NULL itself
 * @modbuildid: set to the build ID of the module, or to NULL, unless NULL itself
 * @sym: set to the name; KSYM_NAME_LEN bytes
 *
 * Context: any.
 * Return: length of the name, or 0 if the address is not known.
 */
int ftrace_mod_address_lookup(unsigned long addr, unsigned long *size,
			      unsigned long *off, char **modname,
			      const unsigned char **modbuildid, char *sym)
{
	struct ftrace_init_symbols *syms;
	int ret = 0;

	preempt_disable();
	list_for_each_entry_rcu(syms, &ftrace_init_symbols_list, list) {
		ret = ftrace_init_symbols_lookup(syms, addr, size, off, sym);
		if (!ret)
			continue;
		if (modname)
			*modname = syms->mod ? module_name(syms->mod) : NULL;
		if (modbuildid)
			*modbuildid = ftrace_module_build_id(syms->mod);
		break;
	}
	preempt_enable();
	return ret;
}
