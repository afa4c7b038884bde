// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of numbers of 64 bits, which any context can search without a lock.
 *
 * A set does not change. Its numbers are stored twice: sorted, to list them, and in a
 * hash table with open addressing, which is at most half full, to search them.
 */
#include <linux/log2.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "lib.h"

static int id_set_compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static void id_set_hash(struct trace_id_set *set, u64 id)
{
	unsigned int slot = hash_64(id, set->bits);

	while (set->table[slot])
		slot = (slot + 1) & (BIT(set->bits) - 1);
	set->table[slot] = id;
}

/**
 * trace_id_set_create - create a set
 * @ids: the numbers, none of them 0, in any order and with any repetitions; copied
 * @nr: how many they are, at least 1
 *
 * Context: task, may sleep.
 * Return: the set, to be freed by trace_id_set_free(); NULL if out of memory.
 */
struct trace_id_set *trace_id_set_create(const u64 *ids, unsigned int nr)
{
	unsigned int bits = ilog2(roundup_pow_of_two(nr)) + 1, i;
	struct trace_id_set *set;

	set = kvzalloc(struct_size(set, table, BIT(bits) + nr), GFP_KERNEL);
	if (!set)
		return NULL;
	set->bits = bits;
	set->ids = set->table + BIT(bits);
	memcpy(set->ids, ids, array_size(nr, sizeof(*ids)));
	sort(set->ids, nr, sizeof(*ids), id_set_compare, NULL);
	for (i = 0; i < nr; i++) {
		if (i && set->ids[i] == set->ids[set->nr - 1])
			continue;
		set->ids[set->nr++] = set->ids[i];
		id_set_hash(set, set->ids[i]);
	}
	return set;
}

/**
 * trace_id_set_free - free a set
 * @set: the set, which nothing uses; or NULL
 *
 * Context: task, may sleep.
 */
void trace_id_set_free(struct trace_id_set *set)
{
	kvfree(set);
}

static void id_set_free_deferred(struct trace_deferred *item)
{
	trace_id_set_free(container_of(item, struct trace_id_set, deferred));
}

/**
 * trace_id_set_free_deferred - free a set that callbacks may still use
 * @set: the set, which no new callback can find, and which is used with preemption
 *	disabled; or NULL
 *
 * Context: task, may sleep.
 */
void trace_id_set_free_deferred(struct trace_id_set *set)
{
	if (set)
		trace_defer_atomic(&set->deferred, id_set_free_deferred);
}
