// SPDX-License-Identifier: GPL-2.0
/*
 * Switching many static keys at once.
 *
 * static_key_enable() patches the sites of one key, which takes three rounds of
 * IPIs and a switch of the address space for each byte written. All events
 * together have hundreds of keys. Here the sites of all keys are collected,
 * sorted by address, and patched in the same way as function sites.
 */
#include <linux/cpu.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "internal.h"

static struct jump_entry *static_keys_entries(const struct static_key *key)
{
	return (struct jump_entry *)(key->type & ~JUMP_TYPE_MASK);
}

/* The entries of a key are adjacent in the table. */
static bool static_keys_owns(const struct static_key *key, const struct jump_entry *entry)
{
	return entry && entry < __stop___jump_table && jump_entry_key(entry) == key;
}

/* Check whether all sites of the key are in the kernel image. */
static bool static_keys_in_kernel(const struct static_key *key)
{
	return !(key->type & JUMP_TYPE_LINKED);
}

/* After boot the init text of an entry is freed. */
static bool static_keys_entry_valid(const struct jump_entry *entry)
{
	return system_state < SYSTEM_RUNNING || !jump_entry_is_init(entry);
}

static unsigned int static_keys_count(struct static_key **keys, unsigned int count)
{
	unsigned int jumps = 0;

	for (unsigned int i = 0; i < count; i++) {
		struct jump_entry *entry = static_keys_entries(keys[i]);

		if (!static_keys_in_kernel(keys[i]))
			continue;
		for (; static_keys_owns(keys[i], entry); entry++)
			jumps += static_keys_entry_valid(entry);
	}
	return jumps;
}

/*
 * Append the sites of @key at @jump. Returns the next free element, or NULL if a
 * site does not contain the expected instruction.
 */
static struct ftrace_jump *static_keys_add_jumps(struct static_key *key,
						 struct ftrace_jump *jump)
{
	bool on = !static_key_enabled(key);
	struct jump_entry *entry;

	for (entry = static_keys_entries(key); static_keys_owns(key, entry); entry++) {
		if (!static_keys_entry_valid(entry))
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

static int static_keys_jump_cmp(const void *a, const void *b)
{
	const struct ftrace_jump *left = a, *right = b;

	return left->ip < right->ip ? -1 : left->ip > right->ip;
}

/* Collect all sites of @keys by ascending addresses. */
static bool static_keys_collect(struct static_key **keys, unsigned int count,
				struct ftrace_jump *jumps, unsigned int nr_jumps)
{
	struct ftrace_jump *jump = jumps;

	for (unsigned int i = 0; jump && i < count; i++) {
		if (static_keys_in_kernel(keys[i]))
			jump = static_keys_add_jumps(keys[i], jump);
	}
	if (!jump)
		return false;
	WARN_ON(jump - jumps != nr_jumps);
	sort(jumps, nr_jumps, sizeof(*jumps), static_keys_jump_cmp, NULL);
	return true;
}

/* Set the state of @keys to what their sites now do. */
static void static_keys_toggle(struct static_key **keys, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		if (static_keys_in_kernel(keys[i]))
			atomic_set_release(&keys[i]->enabled,
					   !static_key_enabled(keys[i]));
	}
}

/**
 * ftrace_static_keys_flip - switch static keys to the respective other state
 * @keys: keys of the kernel image that nothing else switches meanwhile, and that
 *	are either on or off rather than counted
 * @count: number of entries in @keys
 *
 * Keys that have sites in modules are left as they are: the
 * addresses of these sites are private to jump_label.c. Without memory, and early in boot, no key
 * is switched; the caller has to check the state.
 *
 * Context: task, may sleep; not from a CPU hotplug callback.
 */
void ftrace_static_keys_flip(struct static_key **keys, unsigned int count)
{
	struct ftrace_jump *jumps;
	unsigned int nr_jumps;

	if (!count || system_state == SYSTEM_BOOTING)
		return;

	cpus_read_lock();
	jump_label_lock();
	nr_jumps = static_keys_count(keys, count);
	jumps = kvmalloc_array(nr_jumps, sizeof(*jumps), GFP_KERNEL);
	if (jumps && static_keys_collect(keys, count, jumps, nr_jumps)) {
		arch_ftrace_jumps_update(jumps, nr_jumps);
		static_keys_toggle(keys, count);
	}
	jump_label_unlock();
	cpus_read_unlock();
	kvfree(jumps);
}
