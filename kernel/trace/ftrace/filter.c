// SPDX-License-Identifier: GPL-2.0
/*
 * The filters of ops: finding sites by name, and replacing the sets of an ops.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "internal.h"

/* Add the sites of a group to @vec, matching the names one by one. */
static int ftrace_filter_match_each(struct ftrace_ip_vec *vec, struct ftrace_group *group,
				    const struct ftrace_glob *glob)
{
	struct dyn_ftrace *site;
	int found = 0;

	ftrace_for_each_site(group, site) {
		const char *name = ftrace_symbol(group, site);

		if (!name || !ftrace_glob_match(glob, name))
			continue;
		if (ftrace_ip_vec_add(vec, site->ip))
			return -ENOMEM;
		found++;
	}
	return found;
}

/*
 * Add the sites of a group to @vec. The literal part of the pattern is searched
 * in the concatenated names of the whole group.
 */
static int ftrace_filter_match_group(struct ftrace_ip_vec *vec, struct ftrace_group *group,
				     const struct ftrace_glob_needle *needle)
{
	size_t end = group->name_offset[group->count], at = 0;
	unsigned int index = 0;
	int found = 0;

	if (!needle->len)
		return ftrace_filter_match_each(vec, group, needle->glob);

	while (at < end) {
		at = ftrace_glob_needle_find(needle, group->names, at, end);
		if (at == end)
			break;
		while (group->name_offset[index + 1] <= at)
			index++;
		/* Continue with the NUL before the next name. */
		at = group->name_offset[index + 1] - 1;
		if (needle->glob->kind == FTRACE_GLOB_ANY &&
		    !ftrace_glob_match(needle->glob,
				       group->names + group->name_offset[index]))
			continue;
		if (ftrace_ip_vec_add(vec, group->sites[index].ip))
			return -ENOMEM;
		found++;
	}
	return found;
}

/*
 * Check whether @module selects the group: a glob for names of modules, "!GLOB"
 * for all modules that do not match and the kernel, or NULL for everything.
 */
static bool ftrace_filter_match_module(const struct ftrace_group *group, const char *module)
{
	bool not = module && *module == '!';
	struct ftrace_glob glob;

	if (!module)
		return true;
	if (ftrace_glob_parse(&glob, module + not, MODULE_NAME_LEN))
		return not || group->mod;
	if (!group->mod)
		return not;
	return ftrace_glob_match(&glob, module_name(group->mod)) != not;
}

/**
 * ftrace_filter_match - find all sites whose names match a glob
 * @vec: the addresses of the sites are appended
 * @glob: the glob
 * @module: glob for the names of modules that are searched, "!GLOB" for all
 *	others, or NULL for the kernel and all modules
 *
 * Context: task; ftrace_lock held.
 * Return: number of sites found, or -ENOMEM.
 */
int ftrace_filter_match(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob,
			const char *module)
{
	struct ftrace_glob_needle *needle;
	struct ftrace_group *group;
	int found = 0, ret;

	ret = ftrace_symbols_load();
	if (ret)
		return ret;
	needle = kmalloc(sizeof(*needle), GFP_KERNEL);
	if (!needle)
		return -ENOMEM;
	ftrace_glob_needle_init(needle, glob);
	ftrace_for_each_group(group) {
		if (!ftrace_filter_match_module(group, module))
			continue;
		ret = ftrace_filter_match_group(vec, group, needle);
		if (ret < 0)
			break;
		found += ret;
	}
	kfree(needle);
	return ret < 0 ? ret : found;
}

static struct ftrace_ip_set __rcu **ftrace_filter_slot(struct ftrace_ops *ops,
						       bool except)
{
	return except ? &ops->func_hash->except : &ops->func_hash->filter;
}

/**
 * ftrace_filter_get - get one of the two sets of an ops
 * @ops: the ops
 * @except: the set of sites not to trace rather than those to trace
 *
 * Context: task; ftrace_lock held.
 * Return: the set, without a reference; NULL if there is none.
 */
struct ftrace_ip_set *ftrace_filter_get(struct ftrace_ops *ops, bool except)
{
	struct ftrace_ip_set __rcu **slot = ftrace_filter_slot(ops, except);

	return rcu_dereference_protected(*slot, lockdep_is_held(&ftrace_lock));
}

unsigned int ftrace_filter_count(struct ftrace_ops *ops)
{
	struct ftrace_ip_set *set;

	guard(mutex)(&ftrace_lock);
	set = ftrace_filter_get(ops, false);
	return set ? set->count : UINT_MAX;
}

/* Check whether all registered ops that share the filter can change to @set. */
static int ftrace_filter_check(struct ftrace_ops *ops, struct ftrace_ip_set *set,
			       bool except)
{
	struct ftrace_ops *other;
	int ret;

	list_for_each_entry(other, &ftrace_ops_list, list) {
		struct ftrace_selection from, to;

		if (other->func_hash != ops->func_hash)
			continue;
		ftrace_selection_active(other, &from);
		ftrace_selection_filter(other, &to);
		if (except)
			to.except = set;
		else
			to.filter = set;
		ret = ftrace_change_check(other, &from, &to);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * ftrace_filter_set - replace one of the two sets of an ops
 * @ops: the ops
 * @set: the new set, or NULL; its reference passes to the filter, also on failure
 * @except: replace the set of sites not to trace rather than those to trace
 *
 * Context: task; ftrace_lock held.
 * Return: 0, or -EBUSY if another IPMODIFY or direct ops has one of the new
 * sites; the old set is kept in that case.
 */
int ftrace_filter_set(struct ftrace_ops *ops, struct ftrace_ip_set *set, bool except)
{
	struct ftrace_ip_set *old = ftrace_filter_get(ops, except);
	struct ftrace_ops *other;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = ftrace_filter_check(ops, set, except);
	if (ret) {
		ftrace_ip_set_put(set);
		return ret;
	}
	rcu_assign_pointer(*ftrace_filter_slot(ops, except), set);
	list_for_each_entry(other, &ftrace_ops_list, list) {
		if (other->func_hash == ops->func_hash)
			ftrace_ops_changed(other);
	}
	ftrace_update_text();
	ftrace_ip_set_put(old);
	return 0;
}

/* Make a set of @vec and install it. An empty vector means no filter. */
static int ftrace_filter_set_from_vec(struct ftrace_ops *ops, struct ftrace_ip_vec *vec,
				      bool except)
{
	struct ftrace_ip_set *set = NULL;

	if (vec->count) {
		set = ftrace_ip_set_make(vec);
		if (!set)
			return -ENOMEM;
	}
	return ftrace_filter_set(ops, set, except);
}

/*
 * Filters by address.
 */

static int ftrace_filter_add_ips(struct ftrace_ip_vec *vec, const unsigned long *ips,
				 unsigned int cnt)
{
	for (unsigned int i = 0; i < cnt; i++) {
		struct dyn_ftrace *site = ftrace_table_resolve(ips[i]);

		if (!site)
			return -EINVAL;
		if (ftrace_ip_vec_add(vec, site->ip))
			return -ENOMEM;
	}
	ftrace_ip_vec_sort(vec);
	return 0;
}

/*
 * The site of a function to remove may no longer exist if its module was
 * unloaded.
 */
static int ftrace_filter_remove_ips(struct ftrace_ip_vec *vec, const unsigned long *ips,
				    unsigned int cnt)
{
	struct ftrace_ip_vec found = { .gfp = vec->gfp };
	int ret = 0;

	for (unsigned int i = 0; i < cnt && !ret; i++) {
		unsigned long ip = ftrace_location(ips[i]);

		ret = ftrace_ip_vec_add(&found, ip ?: ips[i]);
	}
	ftrace_ip_vec_sort(&found);
	if (!ret && !ftrace_ip_vec_del(vec, &found))
		ret = -ENOENT;
	ftrace_ip_vec_free(&found);
	return ret;
}

/**
 * ftrace_set_filter_ips - add functions to a filter, or remove them
 * @ops: the ops
 * @ips: addresses of sites or of first bytes of functions
 * @cnt: number of entries in @ips
 * @remove: remove the functions rather than add them
 * @reset: empty the filter first
 *
 * Those who remove functions can only continue as if they were removed, so this does not
 * fail for want of memory.
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -EINVAL if one of @ips has no site; -ENOENT if none of the functions
 * to remove is in the filter; -ENOMEM without @remove; -EBUSY as for
 * register_ftrace_function().
 */
int ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips,
			  unsigned int cnt, int remove, int reset)
{
	struct ftrace_ip_vec vec = { .gfp = remove ? __GFP_NOFAIL : 0 };
	int ret = 0;

	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	if (!reset)
		ret = ftrace_ip_vec_add_set(&vec, ftrace_filter_get(ops, false));
	if (ret)
		goto out;
	if (remove)
		ret = ftrace_filter_remove_ips(&vec, ips, cnt);
	else
		ret = ftrace_filter_add_ips(&vec, ips, cnt);
	if (!ret)
		ret = ftrace_filter_set_from_vec(ops, &vec, false);
out:
	mutex_unlock(&ftrace_lock);
	ftrace_ip_vec_free(&vec);
	return ret;
}
EXPORT_SYMBOL_GPL(ftrace_set_filter_ips);

int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip, int remove,
			 int reset)
{
	return ftrace_set_filter_ips(ops, &ip, 1, remove, reset);
}
EXPORT_SYMBOL_GPL(ftrace_set_filter_ip);

/*
 * Filters by name.
 */

static int ftrace_filter_set_by_name(struct ftrace_ops *ops, const char *buf, int len,
				     bool reset, bool except)
{
	struct ftrace_ip_vec vec = {};
	struct ftrace_glob *glob;
	int ret = 0;

	if (ftrace_disabled)
		return -ENODEV;
	glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	if (!glob)
		return -ENOMEM;

	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	if (!reset)
		ret = ftrace_ip_vec_add_set(&vec, ftrace_filter_get(ops, except));
	if (!ret && buf && len > 0) {
		ret = ftrace_glob_parse(glob, buf, len);
		if (!ret)
			ret = ftrace_filter_match(&vec, glob, NULL);
		ret = ret ?: -EINVAL;
	}
	if (ret >= 0)
		ret = ftrace_filter_set_from_vec(ops, &vec, except);
	mutex_unlock(&ftrace_lock);
	ftrace_ip_vec_free(&vec);
	kfree(glob);
	return ret;
}

int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *buf, int len,
		      int reset)
{
	return ftrace_filter_set_by_name(ops, buf, len, reset, false);
}
EXPORT_SYMBOL_GPL(ftrace_set_filter);

/**
 * ftrace_set_notrace - add functions not to trace by name
 * @ops: the ops
 * @buf: a name or a glob; NULL with @reset for none
 * @len: length of @buf in bytes
 * @reset: empty the set of functions not to trace first
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: as for ftrace_set_filter().
 */
int ftrace_set_notrace(struct ftrace_ops *ops, unsigned char *buf, int len,
		       int reset)
{
	return ftrace_filter_set_by_name(ops, buf, len, reset, true);
}
EXPORT_SYMBOL_GPL(ftrace_set_notrace);

/**
 * ftrace_set_global_filter - add functions to the filter of the function tracer
 * @buf: a name or a glob; NULL with @reset for all functions
 * @len: length of @buf in bytes
 * @reset: empty the filter first
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_set_global_filter(unsigned char *buf, int len, int reset)
{
	ftrace_filter_set_by_name(&ftrace_global_ops, buf, len, reset, false);
}
EXPORT_SYMBOL_GPL(ftrace_set_global_filter);

/**
 * ftrace_set_global_notrace - add functions that the function tracer does not trace
 * @buf: a name or a glob; NULL with @reset for none
 * @len: length of @buf in bytes
 * @reset: empty the set of functions not to trace first
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_set_global_notrace(unsigned char *buf, int len, int reset)
{
	ftrace_filter_set_by_name(&ftrace_global_ops, buf, len, reset, true);
}
EXPORT_SYMBOL_GPL(ftrace_set_global_notrace);

/**
 * ftrace_ops_set_global_filter - have an ops use the filter of the function tracer
 * @ops: an ops that is not registered; no effect if it has a filter of its own
 *
 * Context: task.
 */
void ftrace_ops_set_global_filter(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_INITIALIZED)
		return;
	ftrace_ops_init(ops);
	ops->func_hash = ftrace_global_ops.func_hash;
}
EXPORT_SYMBOL_GPL(ftrace_ops_set_global_filter);

void ftrace_free_filter(struct ftrace_ops *ops)
{
	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	if (!WARN_ON(ops->flags & FTRACE_OPS_FL_ENABLED) &&
	    ops->func_hash == &ops->local_hash) {
		ftrace_filter_set(ops, NULL, false);
		ftrace_filter_set(ops, NULL, true);
	}
	mutex_unlock(&ftrace_lock);
}
EXPORT_SYMBOL_GPL(ftrace_free_filter);

void ftrace_early_filter(char *list, bool except)
{
	char *word;

	while ((word = strsep(&list, ","))) {
		if (*word)
			ftrace_filter_set_by_name(&ftrace_global_ops, word, strlen(word),
						  false, except);
	}
}
