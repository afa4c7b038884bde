// SPDX-License-Identifier: GPL-2.0
/*
 * The map of a histogram: from keys to elements, written by any context of any CPU
 * without a lock.
 *
 * There are twice as many slots as elements; a key is searched for from the slot
 * given by its hash upward (Knuth, "The Art of Computer Programming", 6.4, linear
 * probing). A slot is one word, which has the hash and the index of the element,
 * and an element is complete before a slot refers to it: there is no intermediate
 * state that a reader could see. Elements are never removed one by one, so a free
 * slot ends a search.
 *
 * Barriers: in MAP(insert:A) the release of the cmpxchg orders the key before the
 * slot; readers depend on the slot for the address of the key.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "hist.h"

static size_t hist_map_slots_size(const struct hist_map *map)
{
	return sizeof(*map->slots) << (map->bits + 1);
}

/**
 * hist_map_alloc - allocate a map
 * @bits: binary logarithm of the number of elements
 * @key_words: length of a key in words
 * @words: length of an element in words, key included
 *
 * Context: task, may sleep.
 * Return: the map, with one user; NULL if out of memory.
 */
struct hist_map *hist_map_alloc(unsigned int bits, unsigned int key_words,
				unsigned int words)
{
	struct hist_map *map = kzalloc(sizeof(*map), GFP_KERNEL);

	if (!map)
		return NULL;
	map->bits = bits;
	map->shift = 31 - bits;
	map->mask = (2U << bits) - 1;
	map->key_words = key_words;
	map->elt_size = struct_size_t(struct hist_elt, words, words);
	refcount_set(&map->users, 1);
	map->slots = kvzalloc(hist_map_slots_size(map), GFP_KERNEL_ACCOUNT);
	map->elts = vzalloc(array_size(map->elt_size, 1UL << bits));
	if (!map->slots || !map->elts) {
		hist_map_put(map);
		return NULL;
	}
	return map;
}

/**
 * hist_map_put - drop a user of a map, and free the map with the last one
 * @map: the map, or NULL
 *
 * Context: task, may sleep; event_mutex held.
 */
void hist_map_put(struct hist_map *map)
{
	if (!map || !refcount_dec_and_test(&map->users))
		return;
	kvfree(map->slots);
	vfree(map->elts);
	kfree(map);
}

/**
 * hist_map_clear - remove all elements
 * @map: the map; no histogram that uses it may fire meanwhile
 *
 * Context: task, may sleep; event_mutex held.
 */
void hist_map_clear(struct hist_map *map)
{
	unsigned int used = min(atomic_read(&map->next), 1 << map->bits);

	memset(map->slots, 0, hist_map_slots_size(map));
	memset(map->elts, 0, (size_t)used * map->elt_size);
	atomic_set(&map->next, 0);
	atomic_set(&map->spare, 0);
	atomic64_set(&map->drops, 0);
}

/* Allocate an element. Return: its index + 1; 0 if there is none. */
static u32 hist_map_take_elt(struct hist_map *map)
{
	u32 nr = atomic_xchg(&map->spare, 0);
	int max = 1 << map->bits;

	if (nr)
		return nr;
	/* Keeps the counter from growing while the map is full. */
	if (atomic_read(&map->next) >= max)
		return 0;
	nr = atomic_fetch_inc(&map->next);
	if (nr < max)
		return nr + 1;
	atomic_dec(&map->next);
	return 0;
}

static bool hist_map_elt_has_key(const struct hist_map *map,
				 const struct hist_elt *elt, const u64 *key)
{
	return !memcmp(elt->words, key, map->key_words * sizeof(*key));
}

/**
 * hist_map_insert - insert the element of a key that was not found
 * @map: the map
 * @key: the key
 * @hash: hash of @key
 *
 * Another CPU, or an interrupt of this one, may have inserted the key meanwhile:
 * its element is returned then.
 *
 * Context: any; @map must not be freed meanwhile.
 * Return: the element; NULL if no element is free.
 */
struct hist_elt *hist_map_insert(struct hist_map *map, const u64 *key, u32 hash)
{
	unsigned int i = hash >> map->shift;
	u32 nr = hist_map_take_elt(map);
	struct hist_elt *elt, *other;
	u64 slot, mine;

	if (!nr)
		return NULL;
	mine = (u64)hash << 32 | nr;
	elt = hist_map_elt(map, mine);
	memcpy(elt->words, key, map->key_words * sizeof(*key));
	strscpy(elt->comm, current->comm, sizeof(elt->comm));

	for (;; i = (i + 1) & map->mask) {
		/* MAP(insert:A) */
		slot = atomic64_cmpxchg_release(&map->slots[i], 0, mine);
		if (!slot)
			return elt;
		if (slot >> 32 != hash)
			continue;
		other = hist_map_elt(map, slot);
		if (hist_map_elt_has_key(map, other, key))
			break;
	}
	/*
	 * If there is a spare element already, this one is lost until the next
	 * clear.
	 */
	atomic_cmpxchg(&map->spare, 0, nr);
	return other;
}
