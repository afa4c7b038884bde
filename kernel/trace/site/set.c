// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of sites, as sorted arrays of addresses.
 */

#include <linux/cleanup.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "internal.h"

/*
 * All sets there are. An ops may lie in memory that its owner frees while the ops
 * still has a filter: a module whose init fails, for one. So no list leads through
 * struct ftrace_ops to the sets. Such a filter leaks; nothing is touched that is
 * gone.
 *
 * Locks: site_lock > site_sets_lock.
 */
static LIST_HEAD(site_sets);
static DEFINE_MUTEX(site_sets_lock);

static int site_vec_grow(struct site_vec *vec, unsigned int more)
{
	unsigned int room = max(vec->count + more, vec->room * 2);
	unsigned long *ip;

	if (vec->count + more <= vec->room)
		return 0;
	room = max(room, 16U);
	ip = kvmalloc_array(room, sizeof(*ip), GFP_KERNEL);
	if (!ip)
		return -ENOMEM;
	if (vec->count)
		memcpy(ip, vec->ip, vec->count * sizeof(*ip));
	kvfree(vec->ip);
	vec->ip = ip;
	vec->room = room;
	return 0;
}

int site_vec_add(struct site_vec *vec, unsigned long ip)
{
	int ret = site_vec_grow(vec, 1);

	if (ret)
		return ret;
	if (vec->count && vec->ip[vec->count - 1] >= ip)
		vec->unsorted = true;
	vec->ip[vec->count++] = ip;
	return 0;
}

int site_vec_add_set(struct site_vec *vec, const struct site_set *set)
{
	int ret;

	if (!set || !set->count)
		return 0;
	ret = site_vec_grow(vec, set->count);
	if (ret)
		return ret;
	memcpy(vec->ip + vec->count, set->ip, set->count * sizeof(*set->ip));
	vec->count += set->count;
	vec->unsorted = true;
	return 0;
}

static int site_cmp(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Sort, and drop what is there twice. */
void site_vec_sort(struct site_vec *vec)
{
	unsigned int n = 0;

	if (!vec->unsorted)
		return;
	sort(vec->ip, vec->count, sizeof(*vec->ip), site_cmp, NULL);
	for (unsigned int i = 0; i < vec->count; i++) {
		if (vec->ip[i] && (!n || vec->ip[n - 1] != vec->ip[i]))
			vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
	vec->unsorted = false;
}

/* @vec must be sorted. */
bool site_vec_has(const struct site_vec *vec, unsigned long ip)
{
	unsigned int lo = 0, hi = vec->count;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (vec->ip[mid] < ip)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < vec->count && vec->ip[lo] == ip;
}

/* Take @gone, which must be sorted, out of @vec. Tells whether any was there. */
bool site_vec_del(struct site_vec *vec, const struct site_vec *gone)
{
	unsigned int n = 0, g = 0, had;

	site_vec_sort(vec);
	had = vec->count;
	for (unsigned int i = 0; i < vec->count; i++) {
		while (g < gone->count && gone->ip[g] < vec->ip[i])
			g++;
		if (g < gone->count && gone->ip[g] == vec->ip[i])
			continue;
		vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
	return n != had;
}

void site_vec_free(struct site_vec *vec)
{
	kvfree(vec->ip);
	*vec = (struct site_vec) {};
}

/* The vector stays the caller's. */
struct site_set *site_set_make(struct site_vec *vec)
{
	struct site_set *set;

	site_vec_sort(vec);
	set = kvmalloc(struct_size(set, ip, vec->count), GFP_KERNEL);
	if (!set)
		return NULL;
	refcount_set(&set->users, 1);
	set->count = vec->count;
	if (vec->count)
		memcpy(set->ip, vec->ip, vec->count * sizeof(*vec->ip));
	guard(mutex)(&site_sets_lock);
	list_add(&set->list, &site_sets);
	return set;
}

struct site_set *site_set_get(struct site_set *set)
{
	if (set)
		refcount_inc(&set->users);
	return set;
}

/* Callbacks may still look at it for a while. */
void site_set_put(struct site_set *set)
{
	if (!set || !refcount_dec_and_mutex_lock(&set->users, &site_sets_lock))
		return;
	list_del(&set->list);
	mutex_unlock(&site_sets_lock);
	kvfree_rcu(set, rcu);
}

/*
 * Sites in [start, end) are going. Nothing is allocated here, for this must not
 * fail, and readers must find a sorted array at any time: their places are taken
 * by copies of a neighbour, and when all of them go, by zeros.
 */
static void site_set_forget(struct site_set *set, unsigned long start,
			    unsigned long end)
{
	unsigned int first = 0, last;
	unsigned long with;

	while (first < set->count && set->ip[first] < start)
		first++;
	last = first;
	while (last < set->count && set->ip[last] < end)
		last++;
	if (first == last)
		return;

	if (first)
		with = set->ip[first - 1];
	else
		with = last < set->count ? set->ip[last] : 0;
	while (first < last)
		WRITE_ONCE(set->ip[first++], with);
}

/* No filter may mean what will stand in this memory next. */
void site_sets_forget(unsigned long start, unsigned long end)
{
	struct site_set *set;

	guard(mutex)(&site_sets_lock);
	list_for_each_entry(set, &site_sets, list)
		site_set_forget(set, start, end);
}
