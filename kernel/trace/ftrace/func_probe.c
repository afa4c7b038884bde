// SPDX-License-Identifier: GPL-2.0
/*
 * Function probes: actions that are executed when certain functions are called.
 *
 * All probes of the same owner and kind share one ops, whose filter contains the
 * probed functions. Probes with a count and probes without have separate ops,
 * because users remove them separately.
 *
 * The task that removes probes does not wait for hits that run on other CPUs. The
 * table that listed the probes is freed by trace_defer(), together with all that only
 * such a hit can still use.
 */

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/rculist.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "internal.h"

/* All function probes, the newest first. Under ftrace_lock. */
LIST_HEAD(ftrace_func_probes);

/**
 * struct ftrace_func_probe_data - the argument of one ftrace_func_probe_add()
 * @users: number of probed functions that refer to it, plus temporary references
 * @refs: the same, but a function counts until its struct ftrace_func_probe_site is
 *	freed
 * @kind: callbacks of the probes
 * @owner: passed to the callbacks
 * @data: passed to the callbacks
 */
struct ftrace_func_probe_data {
	refcount_t				users;
	refcount_t				refs;
	const struct ftrace_func_probe_kind	*kind;
	void					*owner;
	void					*data;
};

/**
 * struct ftrace_func_probe_site - a probe on one function
 * @ip: address of the patch site
 * @stale: the module with that function was unloaded; under ftrace_lock
 * @left: number of times that the probe may still hit
 * @data: argument of the callbacks
 * @node: entry in ftrace_func_probe_table.gone
 */
struct ftrace_func_probe_site {
	unsigned long			ip;
	bool				stale;
	atomic_long_t			left;
	struct ftrace_func_probe_data	*data;
	struct list_head		node;
};

/**
 * struct ftrace_func_probe_table - the probed functions of one ops
 * @deferred: for trace_defer()
 * @node: entry in the list of replaced tables, which are handed to trace_defer() when
 *	ftrace_lock is released
 * @gone: the probes that the next table does not have, freed with this table
 * @last: the probes to which the table belonged, freed with it if there is no next
 *	table; else NULL
 * @count: number of functions
 * @sites: the probes, by ascending addresses
 *
 * A table is replaced, but its functions do not change.
 */
struct ftrace_func_probe_table {
	struct trace_deferred		deferred;
	struct list_head		node;
	struct list_head		gone;
	struct ftrace_func_probe	*last;
	unsigned int			count;
	struct ftrace_func_probe_site	*sites[] __counted_by(count);
};

/**
 * struct ftrace_func_probe - the probes of one owner and kind
 * @list: entry in ftrace_func_probes
 * @owner: the owner
 * @kind: callbacks of the probes
 * @counted: each probe hits a limited number of times
 * @ops: its callback is ftrace_func_probe_hit()
 * @table: the probed functions; NULL for none. Changed under ftrace_lock
 */
struct ftrace_func_probe {
	struct list_head			list;
	void					*owner;
	const struct ftrace_func_probe_kind	*kind;
	bool					counted;
	struct ftrace_ops			ops;
	struct ftrace_func_probe_table __rcu	*table;
};

/*
 * Hits.
 */

static struct ftrace_func_probe_site *
ftrace_func_probe_find(const struct ftrace_func_probe_table *table, unsigned long ip)
{
	unsigned int lo = 0, hi = table ? table->count : 0;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (table->sites[mid]->ip == ip)
			return table->sites[mid];
		if (table->sites[mid]->ip < ip)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

static bool ftrace_func_probe_consume(struct ftrace_func_probe_site *site)
{
	long left = atomic_long_read(&site->left);

	do {
		if (left <= 0)
			return false;
	} while (!atomic_long_try_cmpxchg(&site->left, &left, left - 1));
	return true;
}

static void ftrace_func_probe_hit(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *op, struct ftrace_regs *fregs)
{
	struct ftrace_func_probe *probe = container_of(op, struct ftrace_func_probe, ops);
	struct ftrace_func_probe_table *table = rcu_dereference_raw_check(probe->table);
	struct ftrace_func_probe_site *site = ftrace_func_probe_find(table, ip);

	if (!site || (probe->counted && !ftrace_func_probe_consume(site)))
		return;
	/* A hit without an effect does not reduce the count. */
	if (!probe->kind->hit(ip, parent_ip, probe->owner, site->data->data) &&
	    probe->counted)
		atomic_long_inc(&site->left);
}

/*
 * Construction and destruction.
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
	probe->ops.flags = FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_TRACE_ARRAY;
	ftrace_ops_init(&probe->ops);
	list_add(&probe->list, &ftrace_func_probes);
	return probe;
}

static struct ftrace_func_probe_data *
ftrace_func_probe_data_new(void *owner, const struct ftrace_func_probe_kind *kind,
			   void *data)
{
	struct ftrace_func_probe_data *shared = kzalloc(sizeof(*shared), GFP_KERNEL);
	int ret;

	if (!shared)
		return ERR_PTR(-ENOMEM);
	refcount_set(&shared->users, 1);
	refcount_set(&shared->refs, 1);
	shared->kind = kind;
	shared->owner = owner;
	shared->data = data;
	ret = kind->attach ? kind->attach(owner, data) : 0;
	if (!ret)
		return shared;
	kfree(shared);
	return ERR_PTR(ret);
}

/* Drop a reference without which the probes have no effect; called without ftrace_lock. */
static void ftrace_func_probe_data_leave(struct ftrace_func_probe_data *shared)
{
	if (refcount_dec_and_test(&shared->users) && shared->kind->detach)
		shared->kind->detach(shared->owner, shared->data);
}

static void ftrace_func_probe_data_put(struct ftrace_func_probe_data *shared)
{
	if (!refcount_dec_and_test(&shared->refs))
		return;
	if (shared->kind->free)
		shared->kind->free(shared->data);
	kfree(shared);
}

static void ftrace_func_probe_table_free(struct trace_deferred *item)
{
	struct ftrace_func_probe_table *table = container_of(item, struct ftrace_func_probe_table,
							     deferred);
	struct ftrace_func_probe_site *site, *next;

	list_for_each_entry_safe(site, next, &table->gone, node) {
		ftrace_func_probe_data_put(site->data);
		kfree(site);
	}
	if (table->last) {
		ftrace_ops_release(&table->last->ops);
		kfree(table->last);
	}
	kvfree(table);
}

/* Free replaced tables. Called without ftrace_lock, which trace_defer() may wait for. */
static void ftrace_func_probe_tables_defer(struct list_head *replaced)
{
	struct ftrace_func_probe_table *table, *next;
	struct ftrace_func_probe_site *site;

	list_for_each_entry_safe(table, next, replaced, node) {
		list_for_each_entry(site, &table->gone, node)
			ftrace_func_probe_data_leave(site->data);
		trace_defer(&table->deferred, ftrace_func_probe_table_free);
	}
}

static struct ftrace_func_probe_table *ftrace_func_probe_table_new(unsigned int count)
{
	struct ftrace_func_probe_table *table;

	table = kvmalloc(struct_size(table, sites, count), GFP_KERNEL);
	if (!table)
		return NULL;
	INIT_LIST_HEAD(&table->gone);
	table->last = NULL;
	table->count = count;
	return table;
}

/* Find the sites that match the glob @text; -EINVAL if there are none. */
static int ftrace_func_probe_match(struct ftrace_ip_vec *vec, const char *text)
{
	struct ftrace_glob *glob = kmalloc(sizeof(*glob), GFP_KERNEL);
	int ret;

	if (!glob)
		return -ENOMEM;
	ret = ftrace_glob_parse(glob, text, strlen(text));
	if (!ret)
		ret = ftrace_filter_match(vec, glob, NULL);
	kfree(glob);
	if (ret < 0)
		return ret;
	ftrace_ip_vec_sort(vec);
	return ret ? 0 : -EINVAL;
}

/*
 * Make the filter for the sites of @table that exist, and for those in @more (or NULL).
 * Returns NULL without memory.
 */
static struct ftrace_ip_set *ftrace_func_probe_set(const struct ftrace_func_probe_table *table,
						   const struct ftrace_ip_vec *more)
{
	struct ftrace_ip_vec vec = {};
	struct ftrace_ip_set *set;
	int ret = 0;

	for (unsigned int i = 0; i < table->count && !ret; i++) {
		if (!table->sites[i]->stale)
			ret = ftrace_ip_vec_add(&vec, table->sites[i]->ip);
	}
	if (!ret && more)
		ret = ftrace_ip_vec_add_vec(&vec, more);
	set = ret ? NULL : ftrace_ip_set_make(&vec);
	ftrace_ip_vec_free(&vec);
	return set;
}

/* Let @probe have another table; NULL if it has no functions any more. */
static void ftrace_func_probe_publish(struct ftrace_func_probe *probe,
				      struct ftrace_func_probe_table *table,
				      struct list_head *replaced)
{
	struct ftrace_func_probe_table *old = ftrace_func_probe_table(probe);

	rcu_assign_pointer(probe->table, table);
	if (old)
		list_add_tail(&old->node, replaced);
}

/* Remove @probe, whose last table is @table. */
static void ftrace_func_probe_retire(struct ftrace_func_probe *probe,
				     struct ftrace_func_probe_table *table)
{
	if (probe->ops.flags & FTRACE_OPS_FL_ENABLED)
		ftrace_ops_unregister(&probe->ops);
	ftrace_filter_set(&probe->ops, NULL, false);
	list_del(&probe->list);
	table->last = probe;
}

/*
 * Adding probes.
 */

static int ftrace_func_probe_site_cmp(const void *a, const void *b)
{
	const struct ftrace_func_probe_site * const *x = a, * const *y = b;

	return (*x)->ip < (*y)->ip ? -1 : (*x)->ip > (*y)->ip;
}

/* Free @table, which was not published, and the sites in it that @old does not have. */
static void ftrace_func_probe_discard(struct ftrace_func_probe_table *table,
				      const struct ftrace_func_probe_table *old)
{
	for (unsigned int i = 0; i < table->count; i++) {
		struct ftrace_func_probe_site *site = table->sites[i];

		if (ftrace_func_probe_find(old, site->ip) == site)
			continue;
		/* The caller has a reference of its own. */
		refcount_dec(&site->data->users);
		refcount_dec(&site->data->refs);
		kfree(site);
	}
	kvfree(table);
}

/*
 * Make a table of the old probes, and new ones for the sites in @found without a
 * probe.
 */
static struct ftrace_func_probe_table *
ftrace_func_probe_extend(const struct ftrace_func_probe_table *old,
			 const struct ftrace_ip_vec *found, struct ftrace_func_probe_data *shared,
			 long count)
{
	unsigned int had = old ? old->count : 0;
	struct ftrace_func_probe_table *table;
	bool any = false;

	table = ftrace_func_probe_table_new(had + found->count);
	if (!table)
		return ERR_PTR(-ENOMEM);
	table->count = had;
	if (had)
		memcpy(table->sites, old->sites, had * sizeof(*old->sites));

	for (unsigned int i = 0; i < found->count; i++) {
		struct ftrace_func_probe_site *site = ftrace_func_probe_find(old, found->ip[i]);

		any |= !site || site->stale;
		if (site)
			continue;
		site = kzalloc(sizeof(*site), GFP_KERNEL);
		if (!site) {
			ftrace_func_probe_discard(table, old);
			return ERR_PTR(-ENOMEM);
		}
		site->ip = found->ip[i];
		site->data = shared;
		atomic_long_set(&site->left, count);
		refcount_inc(&shared->users);
		refcount_inc(&shared->refs);
		table->count++;
		table->sites[table->count - 1] = site;
	}
	if (!any) {
		kvfree(table);
		return ERR_PTR(-EINVAL);
	}
	sort(table->sites, table->count, sizeof(*table->sites), ftrace_func_probe_site_cmp, NULL);
	return table;
}

/* Other functions were loaded at the addresses of unloaded ones. */
static void ftrace_func_probe_revive(struct ftrace_func_probe_table *table,
				     const struct ftrace_ip_vec *found, long count)
{
	for (unsigned int i = 0; i < found->count; i++) {
		struct ftrace_func_probe_site *site = ftrace_func_probe_find(table, found->ip[i]);

		if (!site->stale)
			continue;
		atomic_long_set(&site->left, count);
		site->stale = false;
	}
}

/* Add the sites in @found to @probe. All memory is allocated before anything changes. */
static int ftrace_func_probe_add_sites(struct ftrace_func_probe *probe,
				       const struct ftrace_ip_vec *found,
				       struct ftrace_func_probe_data *shared, long count,
				       struct list_head *replaced)
{
	struct ftrace_func_probe_table *old = ftrace_func_probe_table(probe), *table;
	struct ftrace_ip_set *set;
	int ret;

	table = ftrace_func_probe_extend(old, found, shared, count);
	if (IS_ERR(table))
		return PTR_ERR(table);
	set = ftrace_func_probe_set(table, found);
	if (!set) {
		ftrace_func_probe_discard(table, old);
		return -ENOMEM;
	}
	ftrace_func_probe_revive(table, found, count);
	ftrace_func_probe_publish(probe, table, replaced);
	ret = ftrace_filter_set(&probe->ops, set, false);
	if (!ret && !(probe->ops.flags & FTRACE_OPS_FL_ENABLED))
		ret = ftrace_ops_register(&probe->ops);
	return ret;
}

static int ftrace_func_probe_insert(struct ftrace_func_probe_data *shared, const char *glob,
				    bool counted, long count, struct list_head *replaced)
{
	struct ftrace_ip_vec found = {};
	struct ftrace_func_probe *probe;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = ftrace_func_probe_match(&found, glob);
	if (ret)
		goto out;
	probe = ftrace_func_probe_get(shared->owner, shared->kind, counted);
	if (!probe)
		probe = ftrace_func_probe_new(shared->owner, shared->kind, counted);
	ret = -ENOMEM;
	if (!probe)
		goto out;
	ret = ftrace_func_probe_add_sites(probe, &found, shared, count, replaced);
	if (!ftrace_func_probe_table(probe)) {
		list_del(&probe->list);
		kfree(probe);
	}
out:
	ftrace_ip_vec_free(&found);
	return ret;
}

int ftrace_func_probe_add(void *owner, const struct ftrace_func_probe_kind *kind,
			  const char *glob, void *data, bool counted, long count)
{
	struct ftrace_func_probe_data *shared;
	LIST_HEAD(replaced);
	int ret;

	shared = ftrace_func_probe_data_new(owner, kind, data);
	if (IS_ERR(shared))
		return PTR_ERR(shared);
	mutex_lock(&ftrace_lock);
	ret = ftrace_func_probe_insert(shared, glob, counted, count, &replaced);
	mutex_unlock(&ftrace_lock);
	ftrace_func_probe_tables_defer(&replaced);
	ftrace_func_probe_data_leave(shared);
	ftrace_func_probe_data_put(shared);
	return ret;
}

/*
 * Removing probes.
 */

/* Which probes to remove: see ftrace_func_probe_delete(). */
static bool ftrace_func_probe_selects(const struct ftrace_func_probe_site *site,
				      const struct ftrace_ip_vec *sites, bool stale, void *data)
{
	if (data && site->data->data != data)
		return false;
	return site->stale ? stale : !sites || ftrace_ip_vec_has(sites, site->ip);
}

/*
 * Remove the probes on @sites (on all if NULL) with @data (with any if NULL).
 * Stale probes are removed only if @stale. Returns the number of removed probes, or
 * -ENOMEM; removing all probes needs no memory.
 */
static int ftrace_func_probe_delete(struct ftrace_func_probe *probe,
				    const struct ftrace_ip_vec *sites, bool stale,
				    void *data, struct list_head *replaced)
{
	struct ftrace_func_probe_table *old = ftrace_func_probe_table(probe), *table = NULL;
	struct ftrace_ip_set *set = NULL;
	unsigned int kept = 0, gone;

	for (unsigned int i = 0; i < old->count; i++)
		kept += !ftrace_func_probe_selects(old->sites[i], sites, stale, data);
	if (kept) {
		table = ftrace_func_probe_table_new(kept);
		if (!table)
			return -ENOMEM;
		for (unsigned int i = 0, n = 0; i < old->count; i++) {
			if (!ftrace_func_probe_selects(old->sites[i], sites, stale, data))
				table->sites[n++] = old->sites[i];
		}
		set = ftrace_func_probe_set(table, NULL);
		if (!set) {
			kvfree(table);
			return -ENOMEM;
		}
	}

	gone = old->count - kept;
	for (unsigned int i = 0; i < old->count; i++) {
		if (ftrace_func_probe_selects(old->sites[i], sites, stale, data))
			list_add(&old->sites[i]->node, &old->gone);
	}
	ftrace_func_probe_publish(probe, table, replaced);
	if (table)
		ftrace_filter_set(&probe->ops, set, false);
	else
		ftrace_func_probe_retire(probe, old);
	return gone;
}

int ftrace_func_probe_remove(void *owner, const struct ftrace_func_probe_kind *kind,
			     const char *glob, void *data, bool counted)
{
	struct ftrace_ip_vec found = {};
	struct ftrace_func_probe *probe;
	LIST_HEAD(replaced);
	int ret;

	mutex_lock(&ftrace_lock);
	probe = ftrace_func_probe_get(owner, kind, counted);
	ret = probe ? ftrace_func_probe_match(&found, glob) : -ENODEV;
	if (!ret) {
		ret = ftrace_func_probe_delete(probe, &found, !strcmp(glob, "*"), data,
					       &replaced);
		if (ret >= 0)
			ret = ret ? 0 : -EINVAL;
	}
	mutex_unlock(&ftrace_lock);
	ftrace_ip_vec_free(&found);
	ftrace_func_probe_tables_defer(&replaced);
	return ret;
}

void ftrace_func_probes_remove_all(void *owner)
{
	struct ftrace_func_probe *probe, *next;
	LIST_HEAD(replaced);

	mutex_lock(&ftrace_lock);
	list_for_each_entry_safe(probe, next, &ftrace_func_probes, list) {
		if (probe->owner == owner)
			ftrace_func_probe_delete(probe, NULL, true, NULL, &replaced);
	}
	mutex_unlock(&ftrace_lock);
	ftrace_func_probe_tables_defer(&replaced);
}

/**
 * ftrace_func_probes_mark_stale - note that functions are about to be freed
 * @start: first address of their text
 * @end: first address after their text
 *
 * Probes on these functions are still listed until they are removed, but have no
 * effect.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_func_probes_mark_stale(unsigned long start, unsigned long end)
{
	struct ftrace_func_probe *probe;

	lockdep_assert_held(&ftrace_lock);
	list_for_each_entry(probe, &ftrace_func_probes, list) {
		struct ftrace_func_probe_table *table = ftrace_func_probe_table(probe);

		for (unsigned int i = 0; i < table->count; i++) {
			struct ftrace_func_probe_site *site = table->sites[i];

			if (site->ip >= start && site->ip < end)
				site->stale = true;
		}
	}
}

/*
 * Listing.
 */

/**
 * ftrace_func_probe_nth - find a function probe by its position in the list
 * @owner: the owner whose probes are counted
 * @n: position, from 0
 * @index: set to the index of the probed function in the result
 *
 * Context: task; ftrace_lock held.
 * Return: the probes that contain it, or NULL if there are not so many.
 */
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

/**
 * ftrace_func_probe_show - print a function probe for set_ftrace_filter
 * @m: the output
 * @probe: result of ftrace_func_probe_nth()
 * @index: index of the probed function in @probe
 *
 * Context: task; ftrace_lock held.
 * Return: 0.
 */
int ftrace_func_probe_show(struct seq_file *m, struct ftrace_func_probe *probe,
			   unsigned int index)
{
	struct ftrace_func_probe_site *site = ftrace_func_probe_table(probe)->sites[index];

	seq_printf(m, "%ps:%s", (void *)site->ip, probe->kind->name);
	if (probe->kind->show)
		probe->kind->show(m, site->data->data);
	if (probe->counted)
		seq_printf(m, ":count=%ld\n", atomic_long_read(&site->left));
	else
		seq_puts(m, ":unlimited\n");
	return 0;
}
