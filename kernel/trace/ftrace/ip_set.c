// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of patch sites, as sorted arrays of addresses.
 */

#include <linux/cleanup.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "internal.h"

/*
 * All sets. A set is found by this list, not by the ops that use it: the owner of
 * an ops may free the ops while it still has a filter, as a module whose init
 * function fails may do. Such a filter is leaked, but no freed memory is
 * accessed.
 *
 * Locks: ftrace_lock > ftrace_ip_sets_lock.
 */
static LIST_HEAD(ftrace_ip_sets);
static DEFINE_MUTEX(ftrace_ip_sets_lock);

static int ftrace_ip_vec_grow(struct ftrace_ip_vec *vec, unsigned int more)
{
	unsigned int capacity = max(vec->count + more, vec->capacity * 2);
	unsigned long *ip;

	if (vec->count + more <= vec->capacity)
		return 0;
	capacity = max(capacity, 16U);
	ip = kvmalloc_array(capacity, sizeof(*ip), GFP_KERNEL | vec->gfp);
	if (!ip)
		return -ENOMEM;
	if (vec->count)
		memcpy(ip, vec->ip, vec->count * sizeof(*ip));
	kvfree(vec->ip);
	vec->ip = ip;
	vec->capacity = capacity;
	return 0;
}

/**
 * ftrace_ip_vec_add - append an address to a vector
 * @vec: the vector
 * @ip: the address
 *
 * Context: task.
 * Return: 0 or -ENOMEM.
 */
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

static int ftrace_ip_vec_append(struct ftrace_ip_vec *vec, const unsigned long *ip,
				unsigned int count)
{
	int ret;

	if (!count)
		return 0;
	ret = ftrace_ip_vec_grow(vec, count);
	if (ret)
		return ret;
	memcpy(vec->ip + vec->count, ip, count * sizeof(*ip));
	vec->count += count;
	vec->unsorted = true;
	return 0;
}

/**
 * ftrace_ip_vec_add_set - append all addresses of a set to a vector
 * @vec: the vector
 * @set: the set, or NULL for none
 *
 * Context: task.
 * Return: 0 or -ENOMEM.
 */
int ftrace_ip_vec_add_set(struct ftrace_ip_vec *vec, const struct ftrace_ip_set *set)
{
	return set ? ftrace_ip_vec_append(vec, set->ip, set->count) : 0;
}

/**
 * ftrace_ip_vec_add_vec - append all addresses of a vector to another one
 * @vec: the vector
 * @other: the addresses
 *
 * Context: task.
 * Return: 0; -ENOMEM, and then @vec has not changed.
 */
int ftrace_ip_vec_add_vec(struct ftrace_ip_vec *vec, const struct ftrace_ip_vec *other)
{
	return ftrace_ip_vec_append(vec, other->ip, other->count);
}

/* From this number of addresses on, sorting by digits needs fewer instructions. */
#define FTRACE_IP_VEC_MANY	32
#define FTRACE_IP_DIGIT_BITS	7

/* The digit of @distance at bit @shift. */
static unsigned int ftrace_ip_digit(unsigned long distance, unsigned int shift)
{
	return distance >> shift & (BIT(FTRACE_IP_DIGIT_BITS) - 1);
}

/* Copy @count addresses, sorted by the digit at @shift of their distance from @base. */
static void ftrace_ip_vec_sort_digit(const unsigned long *from, unsigned long *to,
				     unsigned int count, unsigned long base, unsigned int shift)
{
	unsigned int place[BIT(FTRACE_IP_DIGIT_BITS)] = {}, next = 0;

	for (unsigned int i = 0; i < count; i++)
		place[ftrace_ip_digit(from[i] - base, shift)]++;
	for (unsigned int i = 0; i < ARRAY_SIZE(place); i++) {
		next += place[i];
		place[i] = next - place[i];
	}
	for (unsigned int i = 0; i < count; i++)
		to[place[ftrace_ip_digit(from[i] - base, shift)]++] = from[i];
}

/*
 * Sort by one digit after the other, beginning with the least significant one: Knuth, The Art
 * of Computer Programming, volume 3, section 5.2.5. The addresses of the kernel's functions
 * differ in some four digits, so this takes a tenth of what sort() takes for ten thousand.
 *
 * Return: false without memory; @vec has not changed then.
 */
static bool ftrace_ip_vec_sort_many(struct ftrace_ip_vec *vec)
{
	unsigned long least = ULONG_MAX, most = 0, *spare;

	spare = kvmalloc_array(vec->capacity, sizeof(*spare), GFP_KERNEL | __GFP_NOWARN);
	if (!spare)
		return false;
	for (unsigned int i = 0; i < vec->count; i++) {
		least = min(least, vec->ip[i]);
		most = max(most, vec->ip[i]);
	}
	for (unsigned int shift = 0; shift < BITS_PER_LONG && (most - least) >> shift;
	     shift += FTRACE_IP_DIGIT_BITS) {
		ftrace_ip_vec_sort_digit(vec->ip, spare, vec->count, least, shift);
		swap(vec->ip, spare);
	}
	kvfree(spare);
	return true;
}

static int ftrace_ip_cmp(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/**
 * ftrace_ip_vec_sort - sort a vector, and remove zeros and duplicates
 * @vec: the vector
 *
 * Context: task, may sleep.
 */
void ftrace_ip_vec_sort(struct ftrace_ip_vec *vec)
{
	unsigned int n = 0;

	if (!vec->unsorted)
		return;
	if (vec->count < FTRACE_IP_VEC_MANY || !ftrace_ip_vec_sort_many(vec))
		sort(vec->ip, vec->count, sizeof(*vec->ip), ftrace_ip_cmp, NULL);
	for (unsigned int i = 0; i < vec->count; i++) {
		if (vec->ip[i] && (!n || vec->ip[n - 1] != vec->ip[i]))
			vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
	vec->unsorted = false;
}

/**
 * ftrace_ip_vec_has - check whether a vector contains an address
 * @vec: a sorted vector
 * @ip: the address
 *
 * Context: any.
 * Return: true if @ip is in @vec.
 */
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

/**
 * ftrace_ip_vec_del - remove addresses from a vector
 * @vec: the vector; it is sorted
 * @remove: the addresses, sorted
 *
 * Context: task.
 * Return: true if any address of @remove was in @vec.
 */
bool ftrace_ip_vec_del(struct ftrace_ip_vec *vec, const struct ftrace_ip_vec *remove)
{
	unsigned int n = 0, g = 0, had;

	ftrace_ip_vec_sort(vec);
	had = vec->count;
	for (unsigned int i = 0; i < vec->count; i++) {
		while (g < remove->count && remove->ip[g] < vec->ip[i])
			g++;
		if (g < remove->count && remove->ip[g] == vec->ip[i])
			continue;
		vec->ip[n++] = vec->ip[i];
	}
	vec->count = n;
	return n != had;
}

/**
 * ftrace_ip_vec_free - free the memory of a vector, and make it empty
 * @vec: the vector
 *
 * Context: task.
 */
void ftrace_ip_vec_free(struct ftrace_ip_vec *vec)
{
	kvfree(vec->ip);
	*vec = (struct ftrace_ip_vec) {};
}

/**
 * ftrace_ip_set_alloc - allocate a set for ftrace_ip_set_fill()
 * @capacity: the largest number of addresses
 * @gfp: flags of the allocation, besides GFP_KERNEL
 *
 * Context: task.
 * Return: the set, which kvfree() frees as long as it is not filled; NULL without
 * memory.
 */
struct ftrace_ip_set *ftrace_ip_set_alloc(unsigned int capacity, gfp_t gfp)
{
	struct ftrace_ip_set *set;

	return kvmalloc(struct_size(set, ip, capacity), GFP_KERNEL | gfp);
}

/**
 * ftrace_ip_set_fill - make a set of the addresses in a vector
 * @set: result of ftrace_ip_set_alloc() with at least as many addresses; it has one
 *	reference from now on
 * @vec: the vector; it is sorted, and still belongs to the caller
 *
 * Context: task; takes ftrace_ip_sets_lock.
 */
void ftrace_ip_set_fill(struct ftrace_ip_set *set, struct ftrace_ip_vec *vec)
{
	ftrace_ip_vec_sort(vec);
	refcount_set(&set->users, 1);
	set->count = vec->count;
	if (vec->count)
		memcpy(set->ip, vec->ip, vec->count * sizeof(*vec->ip));
	guard(mutex)(&ftrace_ip_sets_lock);
	list_add(&set->list, &ftrace_ip_sets);
}

/**
 * ftrace_ip_set_make - make a set of the addresses in a vector
 * @vec: the vector; it is sorted, and still belongs to the caller
 *
 * Context: task; takes ftrace_ip_sets_lock.
 * Return: the set with one reference, or NULL without memory.
 */
struct ftrace_ip_set *ftrace_ip_set_make(struct ftrace_ip_vec *vec)
{
	struct ftrace_ip_set *set;

	ftrace_ip_vec_sort(vec);
	set = ftrace_ip_set_alloc(vec->count, vec->gfp);
	if (set)
		ftrace_ip_set_fill(set, vec);
	return set;
}

/**
 * ftrace_ip_set_get - take a reference to a set
 * @set: the set, or NULL
 *
 * Context: task; ftrace_lock held.
 * Return: @set.
 */
struct ftrace_ip_set *ftrace_ip_set_get(struct ftrace_ip_set *set)
{
	if (set)
		refcount_inc(&set->users);
	return set;
}

/**
 * ftrace_ip_set_put - drop a reference to a set
 * @set: the set, or NULL
 *
 * Callbacks may be reading the set, so it is freed after a grace period.
 *
 * Context: task; takes ftrace_ip_sets_lock.
 */
void ftrace_ip_set_put(struct ftrace_ip_set *set)
{
	if (!set || !refcount_dec_and_mutex_lock(&set->users, &ftrace_ip_sets_lock))
		return;
	list_del(&set->list);
	mutex_unlock(&ftrace_ip_sets_lock);
	kvfree_rcu(set, rcu);
}

/*
 * Remove the sites in [@start, @end). This must not fail, so nothing is
 * allocated, and concurrent readers must find a sorted array at any time.
 * Therefore the entries are overwritten by copies of a neighbour, or by zeros if
 * no entry remains.
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

/**
 * ftrace_ip_sets_forget - remove sites from all sets before their text is freed
 * @start: first address of the text
 * @end: first address after the text
 *
 * Otherwise a filter could match an unrelated function that is loaded at the same
 * address later.
 *
 * Context: task; takes ftrace_ip_sets_lock.
 */
void ftrace_ip_sets_forget(unsigned long start, unsigned long end)
{
	struct ftrace_ip_set *set;

	guard(mutex)(&ftrace_ip_sets_lock);
	list_for_each_entry(set, &ftrace_ip_sets, list)
		ftrace_ip_set_forget(set, start, end);
}
