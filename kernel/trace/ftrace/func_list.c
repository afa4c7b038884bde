// SPDX-License-Identifier: GPL-2.0
/*
 * The tracefs files that list functions.
 *
 * The position in a file is a number: 0 is the line which says that there is no
 * filter; the functions follow, then the filters that are pending for modules,
 * then the function probes. ftrace_lock is held from start to stop, so positions
 * do not change within one read(2). Between two reads modules may be loaded and
 * unloaded.
 *
 * The lists of all functions are long and their lines are simple. There, one item
 * of seq_file is a batch of as many lines as fit into its buffer.
 */

#include <linux/fs.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>

#include "internal.h"

/**
 * struct ftrace_func_iter - an open list of functions
 * @list: which list
 * @ops: the ops whose filter is listed, or NULL
 * @set: the filter at the time of open(2), with a reference; NULL for none
 * @owner: the owner whose function probes are listed
 * @run: number of sites in the last batch
 * @group: group of @site
 * @site: the current item if it is a function, else NULL
 * @pending: the current item if it is a pending filter, else NULL
 * @probe: the probes of the current item if it is a function probe, else NULL
 * @index: index of the current function probe in @probe
 */
struct ftrace_func_iter {
	enum ftrace_func_list		list;
	struct ftrace_ops		*ops;
	struct ftrace_ip_set		*set;
	void				*owner;
	unsigned int			run;
	struct ftrace_group		*group;
	struct dyn_ftrace		*site;
	struct ftrace_pending		*pending;
	struct ftrace_func_probe	*probe;
	unsigned int			index;
};

static bool ftrace_func_list_is_filter(const struct ftrace_func_iter *iter)
{
	return iter->list == FTRACE_LIST_FILTER || iter->list == FTRACE_LIST_NOTRACE;
}

static bool ftrace_func_list_is_batched(const struct ftrace_func_iter *iter)
{
	return iter->list == FTRACE_LIST_AVAILABLE || iter->list == FTRACE_LIST_ADDRS;
}

static bool ftrace_func_list_is_notrace(const struct ftrace_func_iter *iter)
{
	return iter->list == FTRACE_LIST_NOTRACE;
}

static bool ftrace_func_list_shows(const struct ftrace_func_iter *iter)
{
	switch (iter->list) {
	case FTRACE_LIST_ENABLED:
		return ftrace_site_count(iter->site);
	case FTRACE_LIST_TOUCHED:
		return iter->site->flags & FTRACE_SITE_TOUCHED;
	default:
		return true;
	}
}

/* Find the first listed site at position *@n or later, of all sites. */
static bool ftrace_func_list_find(struct ftrace_func_iter *iter, loff_t *n)
{
	loff_t base = 0;

	ftrace_for_each_group(iter->group) {
		struct ftrace_group *group = iter->group;

		for (; *n - base < group->count; (*n)++) {
			iter->site = group->sites + (*n - base);
			if (ftrace_symbol(group, iter->site) && ftrace_func_list_shows(iter))
				return true;
		}
		base += group->count;
	}
	iter->site = NULL;
	return false;
}

/*
 * Find the first listed site at position *@n or later, of the sites in the
 * filter.
 */
static bool ftrace_func_list_find_set(struct ftrace_func_iter *iter,
				      const struct ftrace_ip_set *set, loff_t *n)
{
	unsigned long last = 0;

	if (set && *n && *n <= set->count)
		last = set->ip[*n - 1];
	for (; set && *n < set->count; (*n)++) {
		if (set->ip[*n] == last)
			continue;
		last = set->ip[*n];
		iter->site = ftrace_table_find(last, &iter->group);
		if (iter->site && ftrace_symbol(iter->group, iter->site))
			return true;
	}
	iter->site = NULL;
	return false;
}

static bool ftrace_func_list_find_pending(struct ftrace_func_iter *iter, loff_t n)
{
	list_for_each_entry(iter->pending, &ftrace_pending_list, list) {
		if (iter->pending->ops == iter->ops &&
		    iter->pending->except == ftrace_func_list_is_notrace(iter) && !n--)
			return true;
	}
	iter->pending = NULL;
	return false;
}

static loff_t ftrace_func_list_count_pending(struct ftrace_func_iter *iter)
{
	loff_t n = 0;

	while (ftrace_func_list_find_pending(iter, n))
		n++;
	return n;
}

/* Find the first item at position *@pos or later of a filter file. */
static bool ftrace_func_list_seek_filter(struct ftrace_func_iter *iter, loff_t *pos)
{
	struct ftrace_ip_set *set = iter->set;
	loff_t pendings = ftrace_func_list_count_pending(iter);
	loff_t sites = set ? set->count : 0;
	loff_t n;

	if (!*pos) {
		if (!set)
			return true;
		*pos = 1;
	}
	n = *pos - 1;
	if (n < sites) {
		if (ftrace_func_list_find_set(iter, set, &n)) {
			*pos = n + 1;
			return true;
		}
		*pos = sites + 1;
	}
	n = *pos - 1 - sites;
	if (n < pendings)
		return ftrace_func_list_find_pending(iter, n);
	if (ftrace_func_list_is_notrace(iter))
		return false;
	iter->probe = ftrace_func_probe_nth(iter->owner, n - pendings, &iter->index);
	return iter->probe;
}

static void *ftrace_func_list_seek(struct ftrace_func_iter *iter, loff_t *pos)
{
	iter->site = NULL;
	iter->pending = NULL;
	iter->probe = NULL;

	if (ftrace_func_list_is_filter(iter))
		return ftrace_func_list_seek_filter(iter, pos) ? iter : NULL;
	return ftrace_func_list_find(iter, pos) ? iter : NULL;
}

static void *ftrace_func_list_start(struct seq_file *m, loff_t *pos)
{
	int ret;

	mutex_lock(&ftrace_lock);
	ret = ftrace_symbols_load();
	return ret ? ERR_PTR(ret) : ftrace_func_list_seek(m->private, pos);
}

static void *ftrace_func_list_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct ftrace_func_iter *iter = m->private;

	*pos += ftrace_func_list_is_batched(iter) ? iter->run : 1;
	return ftrace_func_list_seek(iter, pos);
}

static void ftrace_func_list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&ftrace_lock);
}

/* Print how many ops trace the site, and what its text calls. */
static void ftrace_func_list_show_callee(struct seq_file *m, struct dyn_ftrace *site)
{
	struct ftrace_ops *ops = NULL;

	seq_printf(m, " (%u)%s%s%s%s%s ", ftrace_site_count(site),
		   site->flags & FTRACE_SITE_REGS ? " R" : "  ",
		   site->flags & FTRACE_SITE_IPMODIFY ? " I" : "  ",
		   site->flags & FTRACE_SITE_DIRECT ? " D" : "  ",
		   arch_ftrace_calls_ops(site) ? " O" : "  ",
		   site->flags & FTRACE_SITE_MODIFIED ? " M" : "  ");

	if (ftrace_site_count(site) == 1)
		ops = ftrace_sole_ops(site->ip);
	if (ops && arch_ftrace_calls_ops(site))
		seq_printf(m, "\tops: %pS (%pS)", ops, ops->func);
	else if (ops && ops->flags & FTRACE_OPS_FL_DIRECT)
		seq_printf(m, "\ttramp: %pS (%pS)",
			   (void *)ftrace_site_callee(site), ops->func);
	else if (ops && ops->trampoline)
		seq_printf(m, "\ttramp: %pS (%pS) ->%pS",
			   (void *)ops->trampoline, ops->func,
			   arch_ftrace_trampoline_func(ops));
	else
		seq_printf(m, " ->%pS", ftrace_ops_list_func);

	if (site->flags & FTRACE_SITE_DIRECT)
		seq_printf(m, "\n\tdirect-->%pS",
			   (void *)ftrace_find_rec_direct(site->ip));
}

/* Print the current site and those after it in its group, as far as they fit. */
static int ftrace_func_list_show_batch(struct seq_file *m, struct ftrace_func_iter *iter)
{
	const struct ftrace_group *group = iter->group;
	unsigned int first = iter->site - group->sites, i;
	bool addrs = iter->list == FTRACE_LIST_ADDRS;
	char suffix[MODULE_NAME_LEN + 5];
	size_t more, space, used = 0;
	char *to;

	if (group->mod)
		more = scnprintf(suffix, sizeof(suffix), " [%s]\n",
				 module_name(group->mod));
	else
		more = strscpy(suffix, "\n");

	space = seq_get_buf(m, &to);
	for (i = first; i < group->count; i++) {
		size_t len = ftrace_symbol_len(group, i);

		if (!len)
			continue;
		/* seq_file regards a completely full buffer as too small. */
		if (used + len + more + (addrs ? 2 * sizeof(long) + 2 : 0) >= space)
			break;
		if (addrs)
			used += sprintf(to + used, "%lx ", group->sites[i].ip);
		memcpy(to + used, group->names + group->name_offset[i], len);
		used += len;
		if (more == 1)
			to[used] = '\n';
		else
			memcpy(to + used, suffix, more);
		used += more;
	}
	seq_commit(m, used ?: -1);
	iter->run = i - first;
	return 0;
}

static int ftrace_func_list_show_func(struct seq_file *m, struct ftrace_func_iter *iter)
{
	if (ftrace_func_list_is_batched(iter))
		return ftrace_func_list_show_batch(m, iter);
	seq_puts(m, ftrace_symbol(iter->group, iter->site));
	if (iter->group->mod)
		seq_printf(m, " [%s]", module_name(iter->group->mod));
	if (!ftrace_func_list_is_filter(iter))
		ftrace_func_list_show_callee(m, iter->site);
	seq_putc(m, '\n');
	return 0;
}

static int ftrace_func_list_show(struct seq_file *m, void *v)
{
	struct ftrace_func_iter *iter = v;

	if (iter->site)
		return ftrace_func_list_show_func(m, iter);
	if (iter->pending) {
		seq_printf(m, "%s:mod:%s\n", iter->pending->glob,
			   iter->pending->module);
		return 0;
	}
	if (iter->probe)
		return ftrace_func_probe_show(m, iter->probe, iter->index);

	seq_puts(m, ftrace_func_list_is_notrace(iter) ?
		 "#### no functions disabled ####\n" :
		 "#### all functions enabled ####\n");
	return 0;
}

static const struct seq_operations ftrace_func_list_seq_ops = {
	.start	= ftrace_func_list_start,
	.next	= ftrace_func_list_next,
	.stop	= ftrace_func_list_stop,
	.show	= ftrace_func_list_show,
};

/* Initial buffer size for the lists of all functions. */
#define FTRACE_LIST_BUF_SIZE	SZ_32K

int ftrace_func_list_open(struct file *file, enum ftrace_func_list list,
			  struct ftrace_ops *ops, void *owner)
{
	struct ftrace_func_iter *iter;
	struct seq_file *m;

	if (ftrace_disabled)
		return -ENODEV;
	iter = __seq_open_private(file, &ftrace_func_list_seq_ops, sizeof(*iter));
	if (!iter)
		return -ENOMEM;
	iter->list = list;
	iter->ops = ops;
	iter->owner = owner;
	if (ftrace_func_list_is_batched(iter)) {
		m = file->private_data;
		m->buf = kvmalloc(FTRACE_LIST_BUF_SIZE, GFP_KERNEL);
		m->size = m->buf ? FTRACE_LIST_BUF_SIZE : 0;
	}
	if (ops) {
		bool except = ftrace_func_list_is_notrace(iter);

		mutex_lock(&ftrace_lock);
		ftrace_ops_init(ops);
		iter->set = ftrace_ip_set_get(ftrace_filter_get(ops, except));
		mutex_unlock(&ftrace_lock);
	}
	return 0;
}

/**
 * ftrace_func_list_release - release a list of functions
 * @inode: inode of the file
 * @file: a file that ftrace_func_list_open() has opened
 *
 * Context: task, may sleep.
 * Return: 0.
 */
int ftrace_func_list_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct ftrace_func_iter *iter = m->private;

	ftrace_ip_set_put(iter->set);
	return seq_release_private(inode, file);
}
