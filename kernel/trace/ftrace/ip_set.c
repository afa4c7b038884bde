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
 * Locks: ftrace_lock > ftrace_ip_sets_lock.
 */
static LIST_HEAD(ftrace_ip_sets);
static DEFINE_MUTEX(ftrace_ip_sets_lock);

static int ftrace_ip_vec_grow(struct ftrace_ip_vec *vec, unsigned int more)
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

int ftrace_ip_vec_add(struct ftrace_ip_vec *vec, unsigned long ip)
{
	int ret = ftrace_ip_vec_grow(vec, 1);

	if (ret)
		return ret;
	if (vec->count && vec->ip[vec->count - 1] >= ip)
		vec->unsorted = true;
	vec->ip[vec->count++] = ip;
	return 0;
}

int ftrace_ip_vec_add_set(struct ftrace_ip_vec *vec, const struct ftrace_ip_set *set)
{
	int ret;

	if (!set || !set->count)
		return 0;
	ret = ftrace_ip_vec_grow(vec, set->count);
	if (ret)
		return ret;
	memcpy(vec->ip + vec->count, set->ip, set->count * sizeof(*set->ip));
	vec->count += set->count;
	vec->unsorted = true;
	return 0;
}

static int ftrace_cmp(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Sort, and drop what is there twice. */
void ftrace_ip_vec_sort(struct ftrace_ip_vec *vec)
{
	unsigned int n = 0;

	if (!vec->unsorted)
		return;
	sort(vec->ip, vec->count, sizeof(*vec->ip), ftrace_cmp, NULL);
	for (unsigned int i = 0; i < vec->count; i++) {
		if (vec->ip[i] && (!n || vec->ip[n - 1] != vec->ip[i]))
			vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
	vec->unsorted = false;
}

/* @vec must be sorted. */
bool ftrace_ip_vec_has(const struct ftrace_ip_vec *vec, unsigned long ip)
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
bool ftrace_ip_vec_del(struct ftrace_ip_vec *vec, const struct ftrace_ip_vec *gone)
{
	unsigned int n = 0, g = 0, had;

	ftrace_ip_vec_sort(vec);
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

void ftrace_ip_vec_free(struct ftrace_ip_vec *vec)
{
	kvfree(vec->ip);
	*vec = (struct ftrace_ip_vec) {};
}

/* The vector stays the caller's. */
struct ftrace_ip_set *ftrace_ip_set_make(struct ftrace_ip_vec *vec)
{
	struct ftrace_ip_set *set;

	ftrace_ip_vec_sort(vec);
	set = kvmalloc(struct_size(set, ip, vec->count), GFP_KERNEL);
	if (!set)
		return NULL;
	refcount_set(&set->users, 1);
	set->count = vec->count;
	if (vec->count)
		memcpy(set->ip, vec->ip, vec->count * sizeof(*vec->ip));
	guard(mutex)(&ftrace_ip_sets_lock);
	list_add(&set->list, &ftrace_ip_sets);
	return set;
}

struct ftrace_ip_set *ftrace_ip_set_get(struct ftrace_ip_set *set)
{
	if (set)
		refcount_inc(&set->users);
	return set;
}

/* Callbacks may still look at it for a while. */
void ftrace_ip_set_put(struct ftrace_ip_set *set)
{
	if (!set || !refcount_dec_and_mutex_lock(&set->users, &ftrace_ip_sets_lock))
		return;
	list_del(&set->list);
	mutex_unlock(&ftrace_ip_sets_lock);
	kvfree_rcu(set, rcu);
}

/*
 * Sites in [start, end) are going. Nothing is allocated here, for this must not
 * fail, and readers must find a sorted array at any time: their places are taken
 * by copies of a neighbour, and when all of them go, by zeros.
 */
static void ftrace_ip_set_forget(struct ftrace_ip_set *set, unsigned long start,
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
void ftrace_ip_sets_forget(unsigned long start, unsigned long end)
{
	struct ftrace_ip_set *set;

	guard(mutex)(&ftrace_ip_sets_lock);
	list_for_each_entry(set, &ftrace_ip_sets, list)
		ftrace_ip_set_forget(set, start, end);
}
