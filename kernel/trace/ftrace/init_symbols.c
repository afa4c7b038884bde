// SPDX-License-Identifier: GPL-2.0
/*
 * Names of functions that are gone: those that run once, at boot or when a
 * module is loaded. When their text is freed their symbols go too, but records
 * of them may still be in a buffer. So the names of those that were traced are
 * kept, as long as their module stays.
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
 * struct ftrace_init_symbols - functions that went together
 * @list: place in ftrace_init_symbols_list, or on the way to be freed
 * @mod: whose they were; NULL for the kernel
 * @names: of all of them
 * @count: how many
 * @at: in order of addresses
 * @at.ip: the function's first byte
 * @at.size: its length
 * @at.name: offset into @names
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

/* Walked under RCU, changed under ftrace_lock. */
static LIST_HEAD(ftrace_init_symbols_list);

static void ftrace_init_symbols_free(struct ftrace_init_symbols *gone)
{
	kvfree(gone->names);
	kvfree(gone);
}

/* Count what was ever traced, and how long its names are. */
static unsigned int ftrace_init_symbols_count(const struct ftrace_group *group,
					      size_t *bytes)
{
	unsigned int n = 0;

	*bytes = 0;
	for (unsigned int i = 0; i < group->count; i++) {
		if (!(group->sites[i].flags & FTRACE_TOUCHED))
			continue;
		if (group->names)
			*bytes += ftrace_name_len(group, i) + 1;
		n++;
	}
	return n;
}

static void ftrace_init_symbols_fill(struct ftrace_init_symbols *gone,
				     const struct ftrace_group *group)
{
	unsigned int n = 0;
	u32 used = 0;

	for (unsigned int i = 0; i < group->count; i++) {
		unsigned long ip = group->sites[i].ip, size, offset;
		size_t len = ftrace_name_len(group, i);

		if (!(group->sites[i].flags & FTRACE_TOUCHED) || !len ||
		    !kallsyms_lookup_size_offset(ip, &size, &offset))
			continue;
		gone->at[n].ip = ip - offset;
		gone->at[n].size = size;
		gone->at[n].name = used;
		memcpy(gone->names + used, group->names + group->name[i],
		       len + 1);
		used += len + 1;
		n++;
	}
	gone->count = n;
}

/**
 * ftrace_init_symbols_keep - keep the names of a group that is about to go
 * @group: its text is still there, and its symbols
 *
 * If there is no memory then the records will show addresses.
 *
 * Context: task, under ftrace_lock.
 */
void ftrace_init_symbols_keep(struct ftrace_group *group)
{
	struct ftrace_init_symbols *gone;
	unsigned int n;
	size_t bytes;

	lockdep_assert_held(&ftrace_lock);
	if (!ftrace_init_symbols_count(group, &bytes))
		return;
	if (group->mod ? ftrace_group_name(group) : ftrace_names_need())
		return;
	n = ftrace_init_symbols_count(group, &bytes);
	gone = kvzalloc(struct_size(gone, at, n), GFP_KERNEL);
	if (!gone)
		return;
	gone->count = n;
	gone->mod = group->mod;
	gone->names = kvmalloc(bytes, GFP_KERNEL);
	if (!gone->names) {
		ftrace_init_symbols_free(gone);
		return;
	}
	ftrace_init_symbols_fill(gone, group);
	list_add_rcu(&gone->list, &ftrace_init_symbols_list);
}

/**
 * ftrace_init_symbols_forget - a module goes, and with it what it left behind
 * @mod: the module
 *
 * Context: task, may sleep.
 */
void ftrace_init_symbols_forget(struct module *mod)
{
	struct ftrace_init_symbols *gone, *next;
	bool again;

	/* One module has one set of them, unless it was much unlucky. */
	do {
		again = false;
		mutex_lock(&ftrace_lock);
		list_for_each_entry_safe(gone, next, &ftrace_init_symbols_list, list) {
			if (gone->mod == mod) {
				list_del_rcu(&gone->list);
				again = true;
				break;
			}
		}
		mutex_unlock(&ftrace_lock);
		if (again) {
			synchronize_rcu();
			ftrace_init_symbols_free(gone);
		}
	} while (again);
}

static int ftrace_init_symbols_lookup(const struct ftrace_init_symbols *gone, unsigned long addr,
				      unsigned long *size, unsigned long *off, char *sym)
{
	unsigned int lo = 0, hi = gone->count;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (addr < gone->at[mid].ip) {
			hi = mid;
		} else if (addr - gone->at[mid].ip >= gone->at[mid].size) {
			lo = mid + 1;
		} else {
			if (size)
				*size = gone->at[mid].size;
			if (off)
				*off = addr - gone->at[mid].ip;
			return strscpy(sym, gone->names + gone->at[mid].name,
				       KSYM_NAME_LEN);
		}
	}
	return 0;
}

/**
 * ftrace_mod_address_lookup - whose address was this?
 * @addr: no symbol of the kernel or a module is there
 * @size: NULL, or where the function's length goes
 * @off: NULL, or how far in it @addr is
 * @modname: NULL, or whose it was
 * @modbuildid: NULL, or that module's build id
 * @sym: where the name goes, KSYM_NAME_LEN bytes
 *
 * Context: any.
 * Return: the length of the name, or 0.
 */
int ftrace_mod_address_lookup(unsigned long addr, unsigned long *size,
			      unsigned long *off, char **modname,
			      const unsigned char **modbuildid, char *sym)
{
	struct ftrace_init_symbols *gone;
	int ret = 0;

	preempt_disable();
	list_for_each_entry_rcu(gone, &ftrace_init_symbols_list, list) {
		ret = ftrace_init_symbols_lookup(gone, addr, size, off, sym);
		if (!ret)
			continue;
		if (modname)
			*modname = gone->mod ? gone->mod->name : NULL;
#ifdef CONFIG_STACKTRACE_BUILD_ID
		if (modbuildid)
			*modbuildid = gone->mod ? gone->mod->build_id : NULL;
#endif
		break;
	}
	preempt_enable();
	return ret;
}
