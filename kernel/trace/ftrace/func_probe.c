// SPDX-License-Identifier: GPL-2.0
/*
 * Function probes: something that is done when certain functions are called.
 *
 * All probes of one owner and kind share an ops, whose filter is the functions
 * that they are set on. Those with a count and those without are kept apart, for
 * users take them away apart.
 */

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/rculist.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "internal.h"

LIST_HEAD(ftrace_func_probes);

/* What one call of ftrace_func_probe_add() brought along. */
struct ftrace_func_probe_data {
	refcount_t			users;
	const struct ftrace_func_probe_kind	*kind;
	void				*owner;
	void				*data;
};

/**
 * struct ftrace_func_probe_at - a probe on one function
 * @ip: its site
 * @stale: that is gone, with its module; under ftrace_lock
 * @left: how many times it may still hit
 * @data: for its callbacks
 * @gone: place in ftrace_func_probe_trash.ats
 */
struct ftrace_func_probe_at {
	unsigned long		ip;
	bool			stale;
	atomic_long_t		left;
	struct ftrace_func_probe_data	*data;
	struct list_head	gone;
};

/* In order of addresses. Replaced as a whole. */
struct ftrace_func_probe_table {
	struct rcu_head		rcu;
	unsigned int		count;
	struct ftrace_func_probe_at	*at[] __counted_by(count);
};

/**
 * struct ftrace_func_probe - the probes of one owner and kind
 * @list: place in ftrace_func_probes, the newest first
 * @owner: whose
 * @kind: what they do
 * @counted: they stop after some calls
 * @ops: calls ftrace_func_probe_hit()
 * @table: where they are set; NULL for nowhere
 */
struct ftrace_func_probe {
	struct list_head		list;
	void				*owner;
	const struct ftrace_func_probe_kind	*kind;
	bool				counted;
	struct ftrace_ops		ops;
	struct ftrace_func_probe_table __rcu	*table;
};

/* What is taken away under ftrace_lock and freed when nobody looks at it. */
struct ftrace_func_probe_trash {
	struct list_head	probes;
	struct list_head	ats;
};

/*
 * Hitting.
 */

static struct ftrace_func_probe_at *
ftrace_func_probe_find(const struct ftrace_func_probe_table *table, unsigned long ip)
{
	unsigned int lo = 0, hi = table ? table->count : 0;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (table->at[mid]->ip == ip)
			return table->at[mid];
		if (table->at[mid]->ip < ip)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

static bool ftrace_func_probe_take(struct ftrace_func_probe_at *at)
{
	long left = atomic_long_read(&at->left);

	do {
		if (left <= 0)
			return false;
	} while (!atomic_long_try_cmpxchg(&at->left, &left, left - 1));
	return true;
}

static void ftrace_func_probe_hit(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct ftrace_func_probe *probe = container_of(op, struct ftrace_func_probe, ops);
	struct ftrace_func_probe_table *table = rcu_dereference_raw_check(probe->table);
	struct ftrace_func_probe_at *at = ftrace_func_probe_find(table, ip);

	if (!at || (probe->counted && !ftrace_func_probe_take(at)))
		return;
	/* What changed nothing does not count. */
	if (!probe->kind->hit(ip, parent_ip, probe->owner, at->data->data) &&
	    probe->counted)
		atomic_long_inc(&at->left);
}

/*
 * Parts.
 */

static struct ftrace_func_probe_table *ftrace_func_probe_table(struct ftrace_func_probe *probe)
{
	return rcu_dereference_protected(probe->table,
					 lockdep_is_held(&ftrace_lock));
}

static struct ftrace_func_probe *ftrace_func_probe_get(void *owner,
						       const struct ftrace_func_probe_kind *kind,
						       bool counted)
{
	struct ftrace_func_probe *probe;

	list_for_each_entry(probe, &ftrace_func_probes, list) {
		if (probe->owner == owner && probe->kind == kind &&
		    probe->counted == counted)
			return probe;
	}
	return NULL;
}

static struct ftrace_func_probe *ftrace_func_probe_new(void *owner,
						       const struct ftrace_func_probe_kind *kind,
						       bool counted)
{
	struct ftrace_func_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	if (!probe)
		return NULL;
	probe->owner = owner;
	probe->kind = kind;
	probe->counted = counted;
	probe->ops.func = ftrace_func_probe_hit;
	probe->ops.flags = FTRACE_OPS_FL_RECURSION;
	ftrace_ops_init(&probe->ops);
	list_add(&probe->list, &ftrace_func_probes);
	return probe;
}

static struct ftrace_func_probe_data *ftrace_func_probe_data_new(void *owner,
								 const struct ftrace_func_probe_kind *kind,
								 void *data)
{
	struct ftrace_func_probe_data *box = kzalloc(sizeof(*box), GFP_KERNEL);
	int ret;

	if (!box)
		return ERR_PTR(-ENOMEM);
	refcount_set(&box->users, 1);
	box->kind = kind;
	box->owner = owner;
	box->data = data;
	ret = kind->attach ? kind->attach(owner, data) : 0;
	if (!ret)
		return box;
	kfree(box);
	return ERR_PTR(ret);
}

static void ftrace_func_probe_data_put(struct ftrace_func_probe_data *box)
{
	if (!refcount_dec_and_test(&box->users))
		return;
	if (box->kind->detach)
		box->kind->detach(box->owner, box->data);
	kfree(box);
}

static void ftrace_func_probe_trash_init(struct ftrace_func_probe_trash *trash)
{
	INIT_LIST_HEAD(&trash->probes);
	INIT_LIST_HEAD(&trash->ats);
}

static void ftrace_func_probe_trash_empty(struct ftrace_func_probe_trash *trash)
{
	struct ftrace_func_probe *probe, *next_probe;
	struct ftrace_func_probe_at *at, *next_at;

	if (!list_empty(&trash->ats))
		synchronize_rcu();
	list_for_each_entry_safe(at, next_at, &trash->ats, gone) {
		ftrace_func_probe_data_put(at->data);
		kfree(at);
	}
	list_for_each_entry_safe(probe, next_probe, &trash->probes, list)
		kfree(probe);
}

/* The sites that have names like this; none is -EINVAL. */
static int ftrace_func_probe_match(struct ftrace_ip_vec *vec, const char *text)
{
	struct ftrace_glob *glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	int ret;

	if (!glob)
		return -ENOMEM;
	ret = ftrace_glob_parse(glob, text, strlen(text));
	if (!ret)
		ret = ftrace_filter_collect(vec, glob, NULL);
	kfree(glob);
	if (ret < 0)
		return ret;
	ftrace_ip_vec_sort(vec);
	return ret ? 0 : -EINVAL;
}

/* Listen where the table says; with no table left, to nothing. */
static int ftrace_func_probe_listen(struct ftrace_func_probe *probe,
				    struct ftrace_func_probe_trash *trash)
{
	struct ftrace_func_probe_table *table = ftrace_func_probe_table(probe);
	struct ftrace_ip_vec vec = {};
	struct ftrace_ip_set *set;
	int ret = 0;

	if (!table) {
		if (probe->ops.flags & FTRACE_OPS_FL_ENABLED)
			ftrace_ops_unregister(&probe->ops);
		ftrace_filter_set(&probe->ops, NULL, false);
		list_move(&probe->list, &trash->probes);
		return 0;
	}

	for (unsigned int i = 0; i < table->count && !ret; i++) {
		if (!table->at[i]->stale)
			ret = ftrace_ip_vec_add(&vec, table->at[i]->ip);
	}
	set = ret ? NULL : ftrace_ip_set_make(&vec);
	ftrace_ip_vec_free(&vec);
	if (!set)
		return -ENOMEM;
	ret = ftrace_filter_set(&probe->ops, set, false);
	if (!ret && !(probe->ops.flags & FTRACE_OPS_FL_ENABLED))
		ret = ftrace_ops_register(&probe->ops);
	return ret;
}

static void ftrace_func_probe_publish(struct ftrace_func_probe *probe,
				      struct ftrace_func_probe_table *table)
{
	struct ftrace_func_probe_table *old = ftrace_func_probe_table(probe);

	rcu_assign_pointer(probe->table, table);
	if (old)
		kvfree_rcu(old, rcu);
}

/*
 * Setting.
 */

static int ftrace_func_probe_at_cmp(const void *a, const void *b)
{
	const struct ftrace_func_probe_at * const *x = a, * const *y = b;

	return (*x)->ip < (*y)->ip ? -1 : (*x)->ip > (*y)->ip;
}

/* The old table, and probes on those of @found that have none. */
static struct ftrace_func_probe_table *
ftrace_func_probe_extend(const struct ftrace_func_probe_table *old,
			 const struct ftrace_ip_vec *found, struct ftrace_func_probe_data *box,
			 long count, struct ftrace_func_probe_trash *trash)
{
	unsigned int had = old ? old->count : 0, n = had;
	struct ftrace_func_probe_table *table;
	bool any = false;

	table = kvmalloc(struct_size(table, at, had + found->count), GFP_KERNEL);
	if (!table)
		return ERR_PTR(-ENOMEM);
	table->count = had + found->count;
	if (had)
		memcpy(table->at, old->at, had * sizeof(*old->at));

	for (unsigned int i = 0; i < found->count; i++) {
		struct ftrace_func_probe_at *at = ftrace_func_probe_find(old, found->ip[i]);

		if (at && !at->stale)
			continue;
		any = true;
		/* Another function is where one was that is gone. */
		if (at) {
			atomic_long_set(&at->left, count);
			at->stale = false;
			continue;
		}
		at = kzalloc(sizeof(*at), GFP_KERNEL);
		if (!at)
			goto nomem;
		at->ip = found->ip[i];
		at->data = box;
		atomic_long_set(&at->left, count);
		refcount_inc(&box->users);
		table->at[n++] = at;
	}
	table->count = n;
	if (!any) {
		kvfree(table);
		return ERR_PTR(-EINVAL);
	}
	sort(table->at, n, sizeof(*table->at), ftrace_func_probe_at_cmp, NULL);
	return table;
nomem:
	while (n-- > had)
		list_add(&table->at[n]->gone, &trash->ats);
	kvfree(table);
	return ERR_PTR(-ENOMEM);
}

static int ftrace_func_probe_set(struct ftrace_func_probe_data *box, const char *glob,
				 bool counted, long count,
				 struct ftrace_func_probe_trash *trash)
{
	struct ftrace_func_probe_table *table;
	struct ftrace_ip_vec found = {};
	struct ftrace_func_probe *probe;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = ftrace_func_probe_match(&found, glob);
	if (ret)
		goto out;
	probe = ftrace_func_probe_get(box->owner, box->kind, counted);
	if (!probe)
		probe = ftrace_func_probe_new(box->owner, box->kind, counted);
	ret = -ENOMEM;
	if (!probe)
		goto out;

	table = ftrace_func_probe_extend(ftrace_func_probe_table(probe), &found, box, count,
					 trash);
	ret = PTR_ERR_OR_ZERO(table);
	if (!ret)
		ftrace_func_probe_publish(probe, table);
	ret = ftrace_func_probe_listen(probe, trash) ?: ret;
out:
	ftrace_ip_vec_free(&found);
	return ret;
}

int ftrace_func_probe_add(void *owner, const struct ftrace_func_probe_kind *kind,
			  const char *glob, void *data, bool counted, long count)
{
	struct ftrace_func_probe_trash trash;
	struct ftrace_func_probe_data *box;
	int ret;

	box = ftrace_func_probe_data_new(owner, kind, data);
	if (IS_ERR(box))
		return PTR_ERR(box);
	ftrace_func_probe_trash_init(&trash);
	mutex_lock(&ftrace_lock);
	ret = ftrace_func_probe_set(box, glob, counted, count, &trash);
	mutex_unlock(&ftrace_lock);
	ftrace_func_probe_trash_empty(&trash);
	ftrace_func_probe_data_put(box);
	return ret;
}

/*
 * Taking away.
 */

/*
 * Those on @sites (all if NULL), with @data (any if NULL); and on functions that
 * are gone, if @stale. Tells how many.
 */
static int ftrace_func_probe_reduce(struct ftrace_func_probe *probe,
				    const struct ftrace_ip_vec *sites, bool stale,
				    void *data, struct ftrace_func_probe_trash *trash)
{
	struct ftrace_func_probe_table *old = ftrace_func_probe_table(probe), *table;
	unsigned int n = 0;

	table = kvmalloc(struct_size(table, at, old->count), GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	table->count = old->count;
	for (unsigned int i = 0; i < old->count; i++) {
		struct ftrace_func_probe_at *at = old->at[i];

		bool meant = at->stale ? stale :
			     !sites || ftrace_ip_vec_has(sites, at->ip);

		if (!meant || (data && at->data->data != data))
			table->at[n++] = at;
		else
			list_add(&at->gone, &trash->ats);
	}
	table->count = n;
	n = old->count - n;
	if (!table->count) {
		kvfree(table);
		table = NULL;
	}
	ftrace_func_probe_publish(probe, table);
	ftrace_func_probe_listen(probe, trash);
	return n;
}

int ftrace_func_probe_remove(void *owner, const struct ftrace_func_probe_kind *kind,
			     const char *glob, void *data, bool counted)
{
	struct ftrace_func_probe_trash trash;
	struct ftrace_ip_vec found = {};
	struct ftrace_func_probe *probe;
	int ret;

	ftrace_func_probe_trash_init(&trash);
	mutex_lock(&ftrace_lock);
	probe = ftrace_func_probe_get(owner, kind, counted);
	ret = probe ? ftrace_func_probe_match(&found, glob) : -ENODEV;
	if (!ret) {
		ret = ftrace_func_probe_reduce(probe, &found, !strcmp(glob, "*"), data,
					       &trash);
		if (ret >= 0)
			ret = ret ? 0 : -EINVAL;
	}
	mutex_unlock(&ftrace_lock);
	ftrace_ip_vec_free(&found);
	ftrace_func_probe_trash_empty(&trash);
	return ret;
}

void ftrace_func_probes_gone(void *owner)
{
	struct ftrace_func_probe *probe, *next;
	struct ftrace_func_probe_trash trash;

	ftrace_func_probe_trash_init(&trash);
	mutex_lock(&ftrace_lock);
	list_for_each_entry_safe(probe, next, &ftrace_func_probes, list) {
		if (probe->owner == owner)
			ftrace_func_probe_reduce(probe, NULL, true, NULL, &trash);
	}
	mutex_unlock(&ftrace_lock);
	ftrace_func_probe_trash_empty(&trash);
}

/**
 * ftrace_func_probes_stale - functions are about to go
 * @start: of their memory
 * @end: one behind it
 *
 * Probes on them are shown until they are taken away, but mean nothing any more.
 *
 * Context: task, under ftrace_lock.
 */
void ftrace_func_probes_stale(unsigned long start, unsigned long end)
{
	struct ftrace_func_probe *probe;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry(probe, &ftrace_func_probes, list) {
		struct ftrace_func_probe_table *table = ftrace_func_probe_table(probe);

		for (unsigned int i = 0; i < table->count; i++) {
			struct ftrace_func_probe_at *at = table->at[i];

			if (at->ip >= start && at->ip < end)
				at->stale = true;
		}
	}
}

/*
 * Listing.
 */

/* The n-th probe of an owner; @index tells which of @probe's table it is. */
struct ftrace_func_probe *ftrace_func_probe_nth(void *owner, loff_t n, unsigned int *index)
{
	struct ftrace_func_probe *probe;

	list_for_each_entry(probe, &ftrace_func_probes, list) {
		unsigned int count = ftrace_func_probe_table(probe)->count;

		if (probe->owner != owner)
			continue;
		if (n < count) {
			*index = n;
			return probe;
		}
		n -= count;
	}
	return NULL;
}

int ftrace_func_probe_show(struct seq_file *m, struct ftrace_func_probe *probe,
			   unsigned int index)
{
	struct ftrace_func_probe_at *at = ftrace_func_probe_table(probe)->at[index];

	seq_printf(m, "%ps:%s", (void *)at->ip, probe->kind->name);
	if (probe->kind->show)
		probe->kind->show(m, at->data->data);
	if (probe->counted)
		seq_printf(m, ":count=%ld\n", atomic_long_read(&at->left));
	else
		seq_puts(m, ":unlimited\n");
	return 0;
}
