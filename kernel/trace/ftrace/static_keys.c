// SPDX-License-Identifier: GPL-2.0
/*
 * Flipping many static keys at once.
 *
 * static_key_enable() patches the sites of one key: three rounds of IPIs, and a
 * change of address space for each byte that is written. All events together have
 * hundreds of keys. Here the sites of all of them are collected, in order of their
 * addresses, and patched as function sites are.
 */
#include <linux/cpu.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "internal.h"

static struct jump_entry *key_entries(const struct static_key *key)
{
	return (struct jump_entry *)(key->type & ~JUMP_TYPE_MASK);
}

/* Entries of a key stand together. */
static bool key_owns(const struct static_key *key, const struct jump_entry *entry)
{
	return entry && entry < __stop___jump_table && jump_entry_key(entry) == key;
}

/* All its sites are in the kernel proper. */
static bool key_is_plain(const struct static_key *key)
{
	return !(key->type & JUMP_TYPE_LINKED);
}

/* Init memory may belong to somebody else by now. */
static bool entry_is_there(const struct jump_entry *entry)
{
	return system_state < SYSTEM_RUNNING || !jump_entry_is_init(entry);
}

static unsigned int keys_count_jumps(struct static_key **keys, unsigned int count)
{
	unsigned int jumps = 0;

	for (unsigned int i = 0; i < count; i++) {
		struct jump_entry *entry = key_entries(keys[i]);

		if (!key_is_plain(keys[i]))
			continue;
		for (; key_owns(keys[i], entry); entry++)
			jumps += entry_is_there(entry);
	}
	return jumps;
}

/* Add the sites of @key behind @jump; NULL if there is one that is not understood. */
static struct ftrace_jump *key_put_jumps(struct static_key *key,
					 struct ftrace_jump *jump)
{
	bool on = !static_key_enabled(key);
	struct jump_entry *entry;

	for (entry = key_entries(key); key_owns(key, entry); entry++) {
		if (!entry_is_there(entry))
			continue;
		jump->ip = jump_entry_code(entry);
		jump->target = jump_entry_target(entry);
		jump->jumps = on ^ jump_entry_is_branch(entry);
		if (!arch_ftrace_jump_init(jump))
			return NULL;
		jump++;
	}
	return jump;
}

static int jump_compare(const void *a, const void *b)
{
	const struct ftrace_jump *left = a, *right = b;

	return left->ip < right->ip ? -1 : left->ip > right->ip;
}

/* All sites of @keys in ascending order. */
static bool keys_collect(struct static_key **keys, unsigned int count,
			 struct ftrace_jump *jumps, unsigned int room)
{
	struct ftrace_jump *jump = jumps;

	for (unsigned int i = 0; jump && i < count; i++) {
		if (key_is_plain(keys[i]))
			jump = key_put_jumps(keys[i], jump);
	}
	if (!jump)
		return false;
	WARN_ON(jump - jumps != room);
	sort(jumps, room, sizeof(*jumps), jump_compare, NULL);
	return true;
}

/* Say of @keys what their sites do by now. */
static void keys_set(struct static_key **keys, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		if (key_is_plain(keys[i]))
			atomic_set_release(&keys[i]->enabled,
					   !static_key_enabled(keys[i]));
	}
}

/**
 * ftrace_static_keys_flip - switch those on that are off, and those off that are on
 * @keys: of the kernel proper; nobody else switches them, and each is on or off,
 *	not counted
 * @count: how many
 *
 * Keys that modules use as well are left as they are: where those have their sites
 * only the static keys' own code knows.
 *
 * Without memory, and early in the boot, none is flipped.
 *
 * Context: task, may sleep. Not from a CPU hotplug callback.
 */
void ftrace_static_keys_flip(struct static_key **keys, unsigned int count)
{
	struct ftrace_jump *jumps;
	unsigned int room;

	if (!count || system_state == SYSTEM_BOOTING)
		return;

	cpus_read_lock();
	jump_label_lock();
	room = keys_count_jumps(keys, count);
	jumps = kvmalloc_array(room, sizeof(*jumps), GFP_KERNEL);
	if (jumps && keys_collect(keys, count, jumps, room)) {
		arch_ftrace_jumps_update(jumps, room);
		keys_set(keys, count);
	}
	jump_label_unlock();
	cpus_read_unlock();
	kvfree(jumps);
}
