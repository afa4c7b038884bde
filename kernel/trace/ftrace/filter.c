// SPDX-License-Identifier: GPL-2.0
/*
 * The filter of an ops: finding sites by name, and replacing what is there.
 */

#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "internal.h"

/* All sites of a group that have a name, and match a pattern that needs a look. */
static int ftrace_filter_collect_each(struct ftrace_ip_vec *vec, struct ftrace_group *group,
				      const struct ftrace_glob *glob)
{
	struct dyn_ftrace *site;
	int found = 0;

	ftrace_for_each_site(group, site) {
		const char *name = ftrace_name(group, site);

		if (!name || !ftrace_glob_match(glob, name))
			continue;
		if (ftrace_ip_vec_add(vec, site->ip))
			return -ENOMEM;
		found++;
	}
	return found;
}

/* Likewise, but first look where the needle is: that is in all names at once. */
static int ftrace_filter_collect_group(struct ftrace_ip_vec *vec, struct ftrace_group *group,
				       const struct ftrace_glob_needle *needle)
{
	size_t end = group->name[group->count], at = 0;
	unsigned int index = 0;
	int found = 0;

	if (!needle->len)
		return ftrace_filter_collect_each(vec, group, needle->glob);

	while (at < end) {
		at = ftrace_glob_needle_find(needle, group->names, at, end);
		if (at == end)
			break;
		while (group->name[index + 1] <= at)
			index++;
		/* On with the zero before the next name. */
		at = group->name[index + 1] - 1;
		if (needle->glob->kind == FTRACE_GLOB_ANY &&
		    !ftrace_glob_match(needle->glob,
				       group->names + group->name[index]))
			continue;
		if (ftrace_ip_vec_add(vec, group->sites[index].ip))
			return -ENOMEM;
		found++;
	}
	return found;
}

/* @module is a pattern for names of modules, "!NAME" for all others, or NULL. */
static bool ftrace_group_in(const struct ftrace_group *group, const char *module)
{
	bool not = module && *module == '!';
	struct ftrace_glob glob;

	if (!module)
		return true;
	if (ftrace_glob_parse(&glob, module + not, MODULE_NAME_LEN))
		return not || group->mod;
	if (!group->mod)
		return not;
	return ftrace_glob_match(&glob, group->mod->name) != not;
}

/**
 * ftrace_filter_collect - all sites whose names match
 * @vec: they are added to it
 * @glob: the pattern
 * @module: only those in modules of this name; NULL for anywhere
 *
 * Context: task, under ftrace_lock.
 * Return: how many, or -ENOMEM.
 */
int ftrace_filter_collect(struct ftrace_ip_vec *vec, const struct ftrace_glob *glob,
			  const char *module)
{
	struct ftrace_glob_needle *needle;
	struct ftrace_group *group;
	int found = 0, ret;

	ret = ftrace_names_need();
	if (ret)
		return ret;
	needle = kmalloc(sizeof(*needle), GFP_KERNEL);
	if (!needle)
		return -ENOMEM;
	ftrace_glob_needle_init(needle, glob);
	ftrace_for_each_group(group) {
		if (!ftrace_group_in(group, module))
			continue;
		ret = ftrace_filter_collect_group(vec, group, needle);
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

/* Under ftrace_lock. NULL if there is none. */
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

/* All registered ops that go by the same filter. */
static int ftrace_filter_check(struct ftrace_ops *ops, struct ftrace_ip_set *set,
			       bool except)
{
	struct ftrace_ops *other;
	int ret;

	list_for_each_entry(other, &ftrace_ops_registered, list) {
		struct ftrace_want from, to;

		if (other->func_hash != ops->func_hash)
			continue;
		ftrace_want_active(other, &from);
		ftrace_want_now(other, &to);
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
 * @ops: whose
 * @set: the new one; the reference goes to the filter, even on failure
 * @except: which of the two
 *
 * Context: task, under ftrace_lock.
 * Return: 0, or -EBUSY if a site can't be shared; the former set stays then.
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
	list_for_each_entry(other, &ftrace_ops_registered, list) {
		if (other->func_hash == ops->func_hash)
			ftrace_ops_changed(other);
	}
	ftrace_update_text();
	ftrace_ip_set_put(old);
	return 0;
}

/* Make a set of what was collected; an empty one is no filter at all. */
static int ftrace_filter_set_vec(struct ftrace_ops *ops, struct ftrace_ip_vec *vec,
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

static int ftrace_resolve_all(struct ftrace_ip_vec *vec, const unsigned long *ips,
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

/* A site to be removed may be gone, with its module. */
static int ftrace_filter_remove(struct ftrace_ip_vec *vec, const unsigned long *ips,
				unsigned int cnt)
{
	struct ftrace_ip_vec gone = {};
	int ret = 0;

	for (unsigned int i = 0; i < cnt && !ret; i++) {
		unsigned long ip = ftrace_location(ips[i]);

		ret = ftrace_ip_vec_add(&gone, ip ?: ips[i]);
	}
	ftrace_ip_vec_sort(&gone);
	if (!ret && !ftrace_ip_vec_del(vec, &gone))
		ret = -ENOENT;
	ftrace_ip_vec_free(&gone);
	return ret;
}

int ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips,
			  unsigned int cnt, int remove, int reset)
{
	struct ftrace_ip_vec vec = {};
	int ret = 0;

	mutex_lock(&ftrace_lock);
	ftrace_ops_init(ops);
	if (!reset)
		ret = ftrace_ip_vec_add_set(&vec, ftrace_filter_get(ops, false));
	if (ret)
		goto out;
	if (remove)
		ret = ftrace_filter_remove(&vec, ips, cnt);
	else
		ret = ftrace_resolve_all(&vec, ips, cnt);
	if (!ret)
		ret = ftrace_filter_set_vec(ops, &vec, false);
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

static int ftrace_ip_set_by_name(struct ftrace_ops *ops, const char *buf, int len,
				 bool reset, bool except)
{
	struct ftrace_ip_vec vec = {};
	struct ftrace_glob *glob;
	int ret = 0;

	if (ftrace_dead)
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
			ret = ftrace_filter_collect(&vec, glob, NULL);
		ret = ret ?: -EINVAL;
	}
	if (ret >= 0)
		ret = ftrace_filter_set_vec(ops, &vec, except);
	mutex_unlock(&ftrace_lock);
	ftrace_ip_vec_free(&vec);
	kfree(glob);
	return ret;
}

int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *buf, int len,
		      int reset)
{
	return ftrace_ip_set_by_name(ops, buf, len, reset, false);
}
EXPORT_SYMBOL_GPL(ftrace_set_filter);

/**
 * ftrace_set_notrace - name functions that are not to be traced
 * @ops: whose filter
 * @buf: a name or a glob; NULL with @reset for none
 * @len: its length
 * @reset: empty the set before
 *
 * Context: task, may sleep.
 * Return: as ftrace_set_filter().
 */
int ftrace_set_notrace(struct ftrace_ops *ops, unsigned char *buf, int len,
		       int reset)
{
	return ftrace_ip_set_by_name(ops, buf, len, reset, true);
}
EXPORT_SYMBOL_GPL(ftrace_set_notrace);

/**
 * ftrace_set_global_filter - as ftrace_set_filter(), for the function tracer
 * @buf: a name or a glob
 * @len: its length
 * @reset: empty the filter before
 *
 * Context: task, may sleep.
 */
void ftrace_set_global_filter(unsigned char *buf, int len, int reset)
{
	ftrace_ip_set_by_name(&ftrace_global_ops, buf, len, reset, false);
}
EXPORT_SYMBOL_GPL(ftrace_set_global_filter);

/**
 * ftrace_set_global_notrace - as ftrace_set_notrace(), for the function tracer
 * @buf: a name or a glob
 * @len: its length
 * @reset: empty the set before
 *
 * Context: task, may sleep.
 */
void ftrace_set_global_notrace(unsigned char *buf, int len, int reset)
{
	ftrace_ip_set_by_name(&ftrace_global_ops, buf, len, reset, true);
}
EXPORT_SYMBOL_GPL(ftrace_set_global_notrace);

/**
 * ftrace_ops_set_global_filter - have an ops go by set_ftrace_filter
 * @ops: not registered yet, and without a filter of its own
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
			ftrace_ip_set_by_name(&ftrace_global_ops, word, strlen(word),
					      false, except);
	}
}
