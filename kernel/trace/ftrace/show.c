// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of functions for users to read.
 *
 * A position is a number: 0 is the line that tells that there is no filter, then
 * come functions, filters that wait for modules, and probes. ftrace_lock is held
 * from start to stop, so a position means the same thing all along one read(2);
 * between two of them modules may come and go.
 *
 * The lists of all functions are long and their lines simple. There, what
 * seq_file takes for one item is a run of lines, as many as there is room for.
 */

#include <linux/fs.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>

#include "internal.h"

/**
 * struct ftrace_show - an open list
 * @list: which
 * @ops: whose filter
 * @set: that filter, as it was when the file was opened
 * @owner: whose probes
 * @run: how many sites the last item stood for
 * @group: of @site
 * @site: the current item, if it is a function
 * @pending: the current item, if it waits for a module
 * @probe: the current item, if it is a probe
 * @index: which of @probe's places
 */
struct ftrace_show {
	enum ftrace_show_list		list;
	struct ftrace_ops	*ops;
	struct ftrace_ip_set		*set;
	void			*owner;
	unsigned int		run;
	struct ftrace_group	*group;
	struct dyn_ftrace	*site;
	struct ftrace_pending	*pending;
	struct ftrace_func_probe	*probe;
	unsigned int		index;
};

static bool ftrace_show_is_filter(const struct ftrace_show *view)
{
	return view->list == FTRACE_LIST_FILTER || view->list == FTRACE_LIST_NOTRACE;
}

static bool ftrace_show_is_runs(const struct ftrace_show *view)
{
	return view->list == FTRACE_LIST_AVAILABLE || view->list == FTRACE_LIST_ADDRS;
}

static bool ftrace_show_is_notrace(const struct ftrace_show *view)
{
	return view->list == FTRACE_LIST_NOTRACE;
}

static bool ftrace_show_wants(const struct ftrace_show *view)
{
	switch (view->list) {
	case FTRACE_LIST_ENABLED:
		return ftrace_count(view->site);
	case FTRACE_LIST_TOUCHED:
		return view->site->flags & FTRACE_TOUCHED;
	default:
		return true;
	}
}

/* The next site from number *@n on, of all sites there are. */
static bool ftrace_show_find(struct ftrace_show *view, loff_t *n)
{
	loff_t base = 0;

	ftrace_for_each_group(view->group) {
		struct ftrace_group *group = view->group;

		for (; *n - base < group->count; (*n)++) {
			view->site = group->sites + (*n - base);
			if (ftrace_name(group, view->site) && ftrace_show_wants(view))
				return true;
		}
		base += group->count;
	}
	view->site = NULL;
	return false;
}

/* The next site from number *@n on, of those in the filter. */
static bool ftrace_show_find_set(struct ftrace_show *view,
				 const struct ftrace_ip_set *set, loff_t *n)
{
	unsigned long last = 0;

	if (set && *n && *n <= set->count)
		last = set->ip[*n - 1];
	for (; set && *n < set->count; (*n)++) {
		if (set->ip[*n] == last)
			continue;
		last = set->ip[*n];
		view->site = ftrace_table_find(last, &view->group);
		if (view->site && ftrace_name(view->group, view->site))
			return true;
	}
	view->site = NULL;
	return false;
}

static bool ftrace_show_find_pending(struct ftrace_show *view, loff_t n)
{
	list_for_each_entry(view->pending, &ftrace_pendings, list) {
		if (view->pending->ops == view->ops &&
		    view->pending->except == ftrace_show_is_notrace(view) && !n--)
			return true;
	}
	view->pending = NULL;
	return false;
}

static loff_t ftrace_show_pendings(struct ftrace_show *view)
{
	loff_t n = 0;

	while (ftrace_show_find_pending(view, n))
		n++;
	return n;
}

/* Go to the first item at or behind *@pos of a filter file. */
static bool ftrace_show_seek_filter(struct ftrace_show *view, loff_t *pos)
{
	struct ftrace_ip_set *set = view->set;
	loff_t pendings = ftrace_show_pendings(view);
	loff_t sites = set ? set->count : 0;
	loff_t n;

	if (!*pos) {
		if (!set)
			return true;
		*pos = 1;
	}
	n = *pos - 1;
	if (n < sites) {
		if (ftrace_show_find_set(view, set, &n)) {
			*pos = n + 1;
			return true;
		}
		*pos = sites + 1;
	}
	n = *pos - 1 - sites;
	if (n < pendings)
		return ftrace_show_find_pending(view, n);
	if (ftrace_show_is_notrace(view))
		return false;
	view->probe = ftrace_func_probe_nth(view->owner, n - pendings, &view->index);
	return view->probe;
}

static void *ftrace_show_seek(struct ftrace_show *view, loff_t *pos)
{
	view->site = NULL;
	view->pending = NULL;
	view->probe = NULL;

	if (ftrace_show_is_filter(view))
		return ftrace_show_seek_filter(view, pos) ? view : NULL;
	return ftrace_show_find(view, pos) ? view : NULL;
}

static void *ftrace_show_seq_start(struct seq_file *m, loff_t *pos)
{
	int ret;

	mutex_lock(&ftrace_lock);
	ret = ftrace_names_need();
	return ret ? ERR_PTR(ret) : ftrace_show_seek(m->private, pos);
}

static void *ftrace_show_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct ftrace_show *view = m->private;

	*pos += ftrace_show_is_runs(view) ? view->run : 1;
	return ftrace_show_seek(view, pos);
}

static void ftrace_show_seq_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&ftrace_lock);
}

/* Who is called from here, and through what. */
static void ftrace_show_callee(struct seq_file *m, struct dyn_ftrace *site)
{
	struct ftrace_ops *ops = NULL;

	seq_printf(m, " (%u)%s%s%s%s%s ", ftrace_count(site),
		   site->flags & FTRACE_REGS ? " R" : "  ",
		   site->flags & FTRACE_IPMODIFY ? " I" : "  ",
		   site->flags & FTRACE_DIRECT ? " D" : "  ",
		   "  ",	/* sites that know their ops: not on x86 */
		   site->flags & FTRACE_MODIFIED ? " M" : "  ");

	if (ftrace_count(site) == 1)
		ops = ftrace_sole_ops(site->ip);
	if (ops && ops->flags & FTRACE_OPS_FL_DIRECT)
		seq_printf(m, "\ttramp: %pS (%pS)",
			   (void *)ftrace_site_callee(site), ops->func);
	else if (ops && ops->trampoline)
		seq_printf(m, "\ttramp: %pS (%pS) ->%pS",
			   (void *)ops->trampoline, ops->func,
			   arch_ftrace_trampoline_func(ops));
	else
		seq_printf(m, " ->%pS", ftrace_ops_list_func);

	if (site->flags & FTRACE_DIRECT)
		seq_printf(m, "\n\tdirect-->%pS",
			   (void *)ftrace_find_rec_direct(site->ip));
}

/* As many lines as there is room for, from the current site on in its group. */
static int ftrace_show_run(struct seq_file *m, struct ftrace_show *view)
{
	const struct ftrace_group *group = view->group;
	unsigned int first = view->site - group->sites, i;
	bool addrs = view->list == FTRACE_LIST_ADDRS;
	char suffix[MODULE_NAME_LEN + 5];
	size_t more, room, used = 0;
	char *to;

	if (group->mod)
		more = scnprintf(suffix, sizeof(suffix), " [%s]\n",
				 group->mod->name);
	else
		more = strscpy(suffix, "\n");

	room = seq_get_buf(m, &to);
	for (i = first; i < group->count; i++) {
		size_t len = ftrace_name_len(group, i);

		if (!len)
			continue;
		/* A buffer that is full to the last byte counts as too small. */
		if (used + len + more + (addrs ? 2 * sizeof(long) + 2 : 0) >= room)
			break;
		if (addrs)
			used += sprintf(to + used, "%lx ", group->sites[i].ip);
		memcpy(to + used, group->names + group->name[i], len);
		used += len;
		if (more == 1)
			to[used] = '\n';
		else
			memcpy(to + used, suffix, more);
		used += more;
	}
	seq_commit(m, used ?: -1);
	view->run = i - first;
	return 0;
}

static int ftrace_show_function(struct seq_file *m, struct ftrace_show *view)
{
	if (ftrace_show_is_runs(view))
		return ftrace_show_run(m, view);
	seq_puts(m, ftrace_name(view->group, view->site));
	if (view->group->mod)
		seq_printf(m, " [%s]", view->group->mod->name);
	if (!ftrace_show_is_filter(view))
		ftrace_show_callee(m, view->site);
	seq_putc(m, '\n');
	return 0;
}

static int ftrace_show_seq_show(struct seq_file *m, void *v)
{
	struct ftrace_show *view = v;

	if (view->site)
		return ftrace_show_function(m, view);
	if (view->pending) {
		seq_printf(m, "%s:mod:%s\n", view->pending->glob,
			   view->pending->module);
		return 0;
	}
	if (view->probe)
		return ftrace_func_probe_show(m, view->probe, view->index);

	seq_puts(m, ftrace_show_is_notrace(view) ?
		 "#### no functions disabled ####\n" :
		 "#### all functions enabled ####\n");
	return 0;
}

static const struct seq_operations ftrace_show_seq_ops = {
	.start	= ftrace_show_seq_start,
	.next	= ftrace_show_seq_next,
	.stop	= ftrace_show_seq_stop,
	.show	= ftrace_show_seq_show,
};

/* A read(2) of the long lists gets so much, if it wants. */
#define FTRACE_LIST_BUFFER	SZ_32K

int ftrace_show_seq_open(struct file *file, enum ftrace_show_list list,
			 struct ftrace_ops *ops, void *owner)
{
	struct ftrace_show *view;
	struct seq_file *m;

	if (ftrace_dead)
		return -ENODEV;
	view = __seq_open_private(file, &ftrace_show_seq_ops, sizeof(*view));
	if (!view)
		return -ENOMEM;
	view->list = list;
	view->ops = ops;
	view->owner = owner;
	if (ftrace_show_is_runs(view)) {
		m = file->private_data;
		m->buf = kvmalloc(FTRACE_LIST_BUFFER, GFP_KERNEL);
		m->size = m->buf ? FTRACE_LIST_BUFFER : 0;
	}
	if (ops) {
		bool except = ftrace_show_is_notrace(view);

		mutex_lock(&ftrace_lock);
		ftrace_ops_init(ops);
		view->set = ftrace_ip_set_get(ftrace_filter_get(ops, except));
		mutex_unlock(&ftrace_lock);
	}
	return 0;
}

int ftrace_show_seq_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct ftrace_show *view = m->private;

	ftrace_ip_set_put(view->set);
	return seq_release_private(inode, file);
}
