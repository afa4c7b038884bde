// SPDX-License-Identifier: GPL-2.0
/*
 * The table of executable mappings of processes, for the option user-mappings.
 *
 * A record of a user stack has addresses and the id of the process only. This table has the
 * mappings that the process had then, so that names can be found when it has exited or
 * executes another program. Times tell apart processes that had the same id, programs
 * that a process executed, and mappings that were at the same address.
 *
 * The end of a mapping is not recorded: until another one is there, no code is executed at
 * its addresses. The entries of a process are dropped when it has ended and each ring buffer
 * has only records that are younger, or when there are more entries than the ring
 * buffers could have records of.
 */
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/sched/clock.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "internal.h"

#define MAPPINGS_BITS		9

/* Copies of copies: beyond this, a process gets mappings of its own when it is created. */
#define MAPPINGS_DEPTH_MAX	8

/* A process that maps more, or shares its address space with more, loses the oldest ones. */
#define MAPPINGS_MAPS_MAX	4096
#define MAPPINGS_OWNERS_MAX	64

/* All entries, whatever the size of the ring buffers. */
#define MAPPINGS_MAX		1000000

DEFINE_MUTEX(instance_mappings_lock);	/* protects all of the table */
LIST_HEAD(instance_mappings_owners);

/* Number of mappings that are not recorded for lack of memory or because of a limit. */
unsigned long instance_mappings_missed;

static DEFINE_HASHTABLE(mappings_spaces, MAPPINGS_BITS);
static DEFINE_HASHTABLE(mappings_owners, MAPPINGS_BITS);
static DEFINE_HASHTABLE(mappings_objects, MAPPINGS_BITS);
static LIST_HEAD(mappings_alive);
static LIST_HEAD(mappings_ended);
static unsigned int mappings_count;	/* mappings, spaces and owners */

/**
 * instance_mappings_now - get the time
 * @time: set to the time by each clock
 *
 * Context: any.
 */
void instance_mappings_now(u64 time[TRACE_COMM_CLOCKS])
{
	time[TRACE_COMM_LOCAL] = sched_clock();
	time[TRACE_COMM_GLOBAL] = local_clock();
	time[TRACE_COMM_MONO] = ktime_get_mono_fast_ns();
}

static void mappings_set_time(u64 *to, const u64 *time)
{
	memcpy(to, time, TRACE_COMM_CLOCKS * sizeof(*to));
}

/* Files */

static bool mappings_object_equal(const struct instance_object *a,
				  const struct instance_object *b)
{
	return a->ino == b->ino && a->major == b->major && a->minor == b->minor &&
	       a->build_id_size == b->build_id_size && a->len == b->len &&
	       !memcmp(a->build_id, b->build_id, sizeof(a->build_id)) &&
	       !memcmp(a->path, b->path, a->len);
}

static bool mappings_object_same(const struct instance_object *a,
				 const struct instance_object *b)
{
	return a == b || (a && b && mappings_object_equal(a, b));
}

/* Get a reference to an equal object of the table, or move this one to it. */
static struct instance_object *mappings_object_take(struct instance_found *found)
{
	struct instance_object *object;

	if (!found->object)
		return NULL;
	hash_for_each_possible(mappings_objects, object, node, found->object->ino) {
		if (mappings_object_equal(object, found->object)) {
			object->refs++;
			return object;
		}
	}
	object = found->object;
	found->object = NULL;
	object->refs = 1;
	hash_add(mappings_objects, &object->node, object->ino);
	return object;
}

static void mappings_object_put(struct instance_object *object)
{
	if (object && !--object->refs) {
		hash_del(&object->node);
		kfree(object);
	}
}

/* Processes */

static void mappings_owner_free(struct instance_owner *owner)
{
	hash_del(&owner->node);
	list_del(&owner->list);
	list_del(&owner->all);
	owner->space->nr_owners--;
	mappings_count--;
	kfree(owner);
}

/* The process for which the space was made remains; of the others, the oldest one goes. */
static void mappings_owner_limit(struct instance_space *space)
{
	struct instance_owner *first = list_last_entry(&space->owners, struct instance_owner, list);

	if (space->nr_owners > MAPPINGS_OWNERS_MAX)
		mappings_owner_free(list_prev_entry(first, list));
}

static bool mappings_owner_add(struct instance_space *space, int parent, int tgid,
			       const u64 *time)
{
	struct instance_owner *owner = kzalloc(sizeof(*owner), GFP_KERNEL);

	if (!owner)
		return false;
	owner->space = space;
	owner->parent = parent;
	owner->tgid = tgid;
	mappings_set_time(owner->begin, time);
	hash_add(mappings_owners, &owner->node, tgid);
	list_add(&owner->list, &space->owners);
	list_add_tail(&owner->all, &instance_mappings_owners);
	space->nr_owners++;
	mappings_count++;
	mappings_owner_limit(space);
	return true;
}

/**
 * instance_owner_exists - test whether any address space of a process is known
 * @tgid: the process
 *
 * Context: task; instance_mappings_lock held.
 * Return: true if it is.
 */
bool instance_owner_exists(int tgid)
{
	const struct instance_owner *owner;

	lockdep_assert_held(&instance_mappings_lock);
	hash_for_each_possible(mappings_owners, owner, node, tgid) {
		if (owner->tgid == tgid)
			return true;
	}
	return false;
}

/* Address spaces */

/**
 * instance_space_of - find an address space that exists
 * @mm: the address space
 *
 * Context: task; instance_mappings_lock held.
 * Return: its entry, or NULL.
 */
struct instance_space *instance_space_of(const struct mm_struct *mm)
{
	struct instance_space *space;

	lockdep_assert_held(&instance_mappings_lock);
	hash_for_each_possible(mappings_spaces, space, node, (unsigned long)mm) {
		if (space->mm == mm)
			return space;
	}
	return NULL;
}

/**
 * instance_space_share - add a process to an address space
 * @space: the address space
 * @parent_tgid: the process with which it shares the address space, or 0
 * @tgid: the process, or one that was added before
 * @time: time since which it has the address space
 *
 * Context: task; instance_mappings_lock held; allocates memory.
 * Return: true if the process was added now.
 */
bool instance_space_share(struct instance_space *space, int parent_tgid, int tgid,
			  const u64 *time)
{
	struct instance_owner *owner;

	lockdep_assert_held(&instance_mappings_lock);
	list_for_each_entry(owner, &space->owners, list) {
		if (owner->tgid != tgid)
			continue;
		/* The task work for the first mapping of a new program may be the last one. */
		if (time[TRACE_COMM_LOCAL] < owner->begin[TRACE_COMM_LOCAL])
			mappings_set_time(owner->begin, time);
		return false;
	}
	return mappings_owner_add(space, parent_tgid, tgid, time);
}

static struct instance_space *mappings_space_create(struct mm_struct *mm, int parent, int tgid,
						    const u64 *time)
{
	struct instance_space *space;

	lockdep_assert_held(&instance_mappings_lock);
	if (mappings_count >= MAPPINGS_MAX)
		return NULL;
	space = kzalloc(sizeof(*space), GFP_KERNEL);
	if (!space)
		return NULL;
	INIT_LIST_HEAD(&space->maps);
	INIT_LIST_HEAD(&space->owners);
	if (!mappings_owner_add(space, parent, tgid, time)) {
		kfree(space);
		return NULL;
	}
	space->refs = 1;
	space->mm = mm;
	if (mm)
		mmgrab(mm);
	hash_add(mappings_spaces, &space->node, (unsigned long)mm);
	list_add_tail(&space->list, &mappings_alive);
	mappings_count++;
	return space;
}

/**
 * instance_space_add - add an address space without mappings
 * @mm: the address space, or NULL in tests
 * @tgid: the process that has it
 * @time: time since which it has it
 *
 * Context: task; instance_mappings_lock held; allocates memory.
 * Return: the entry, or NULL if there is no memory or there are too many entries.
 */
struct instance_space *instance_space_add(struct mm_struct *mm, int tgid, const u64 *time)
{
	return mappings_space_create(mm, 0, tgid, time);
}

/**
 * instance_space_fork - add an address space that is a copy of another one
 * @parent: the other one
 * @parent_tgid: the process that has @parent
 * @mm: the address space, or NULL in tests
 * @tgid: the process that has it
 * @time: time of the copy
 *
 * Context: task; instance_mappings_lock held; allocates memory.
 * Return: the entry; NULL if there is no memory, there are too many entries, or @parent is
 * a copy of a copy, and so on, so that mappings must be added instead.
 */
struct instance_space *instance_space_fork(struct instance_space *parent, int parent_tgid,
					   struct mm_struct *mm, int tgid, const u64 *time)
{
	struct instance_space *space;

	if (parent->depth >= MAPPINGS_DEPTH_MAX)
		return NULL;
	space = mappings_space_create(mm, parent_tgid, tgid, time);
	if (!space)
		return NULL;
	parent->refs++;
	space->parent = parent;
	space->depth = parent->depth + 1;
	mappings_set_time(space->forked, time);
	return space;
}

/* Mappings */

static const struct instance_map *mappings_overlap(const struct instance_space *space,
						   enum trace_comm_clock clock, u64 time,
						   unsigned long start, unsigned long end)
{
	const struct instance_map *map;

	for (; space; space = space->parent) {
		list_for_each_entry(map, &space->maps, list) {
			if (map->begin[clock] <= time && map->start < end && start < map->end)
				return map;
		}
		time = min(time, space->forked[clock]);
	}
	return NULL;
}

static void mappings_map_free(struct instance_space *space, struct instance_map *map)
{
	list_del(&map->list);
	mappings_object_put(map->object);
	kfree(map);
	space->nr_maps--;
	mappings_count--;
}

static struct instance_map *mappings_map_own(struct instance_space *space,
					     const struct instance_map *known)
{
	struct instance_map *map;

	list_for_each_entry(map, &space->maps, list) {
		if (map == known)
			return map;
	}
	return NULL;
}

static bool mappings_map_known(struct instance_space *space, const struct instance_found *found,
			       const u64 *time)
{
	const struct instance_map *known;
	struct instance_map *own;

	known = mappings_overlap(space, TRACE_COMM_LOCAL, U64_MAX, found->start, found->end);
	if (!known)
		return !found->file && !found->object;
	if (known->start != found->start || known->end != found->end ||
	    known->offset != found->offset ||
	    !mappings_object_same(known->object, found->object))
		return false;
	/* A task work for a later mapping of the same program was faster. */
	own = mappings_map_own(space, known);
	if (own && time[TRACE_COMM_LOCAL] < own->begin[TRACE_COMM_LOCAL])
		mappings_set_time(own->begin, time);
	return true;
}

/**
 * instance_space_map - add a mapping, if it is a new one
 * @space: the address space
 * @found: the mapping, whose object may be moved to the table
 * @time: time since which it is there
 *
 * Memory without a file is added only if a file was mapped there before.
 *
 * Context: task; instance_mappings_lock held; allocates memory.
 * Return: the new entry; NULL if there is no change, or no memory.
 */
const struct instance_map *instance_space_map(struct instance_space *space,
					      struct instance_found *found, const u64 *time)
{
	struct instance_map *map;

	lockdep_assert_held(&instance_mappings_lock);
	if (mappings_map_known(space, found, time))
		return NULL;
	map = mappings_count < MAPPINGS_MAX ? kzalloc(sizeof(*map), GFP_KERNEL) : NULL;
	if (!map) {
		instance_mappings_missed++;
		return NULL;
	}
	map->start = found->start;
	map->end = found->end;
	map->offset = found->offset;
	map->object = mappings_object_take(found);
	mappings_set_time(map->begin, time);
	list_add(&map->list, &space->maps);
	space->nr_maps++;
	mappings_count++;
	if (space->nr_maps > MAPPINGS_MAPS_MAX)
		mappings_map_free(space, list_last_entry(&space->maps, struct instance_map, list));
	return map;
}

/* Finding mappings */

/**
 * instance_space_at - find the address space that a process had at a time
 * @tgid: the process
 * @clock: clock of @time; TRACE_COMM_NO_CLOCK for the last one
 * @time: the time
 *
 * Context: task; instance_mappings_lock held.
 * Return: the address space, or NULL if it is not known. It is valid until the lock is
 * released.
 */
const struct instance_space *instance_space_at(int tgid, enum trace_comm_clock clock, u64 time)
{
	const struct instance_owner *owner;

	lockdep_assert_held(&instance_mappings_lock);
	hash_for_each_possible(mappings_owners, owner, node, tgid) {
		if (owner->tgid == tgid &&
		    (clock == TRACE_COMM_NO_CLOCK || owner->begin[clock] <= time))
			return owner->space;
	}
	return NULL;
}

/**
 * instance_map_at - find the mapping that was at an address at a time
 * @space: the address space
 * @clock: clock of @time; TRACE_COMM_NO_CLOCK for the last mapping
 * @time: the time
 * @addr: the address
 *
 * Context: task; instance_mappings_lock held.
 * Return: the mapping, or NULL if it is not known. It is valid until the lock is released.
 */
const struct instance_map *instance_map_at(const struct instance_space *space,
					   enum trace_comm_clock clock, u64 time,
					   unsigned long addr)
{
	lockdep_assert_held(&instance_mappings_lock);
	if (clock == TRACE_COMM_NO_CLOCK) {
		clock = TRACE_COMM_LOCAL;
		time = U64_MAX;
	}
	return mappings_overlap(space, clock, time, addr, addr + 1);
}

/* Dropping entries */

static void mappings_space_put(struct instance_space *space)
{
	struct instance_map *map, *next;
	struct instance_space *parent;

	for (; space && !--space->refs; space = parent) {
		parent = space->parent;
		list_for_each_entry_safe(map, next, &space->maps, list)
			mappings_map_free(space, map);
		mappings_count--;
		kfree(space);
	}
}

static struct mm_struct *mappings_space_end(struct instance_space *space)
{
	struct mm_struct *mm = space->mm;

	space->mm = NULL;
	hash_del(&space->node);
	instance_mappings_now(space->end);
	list_move_tail(&space->list, &mappings_ended);
	return mm;
}

/**
 * instance_space_end_next - note that an address space has no users left
 * @all: the address spaces that have users, too: their changes are recorded no longer
 *
 * Context: task; instance_mappings_lock held.
 * Return: the address space, for mmdrop(); NULL if there is none.
 */
struct mm_struct *instance_space_end_next(bool all)
{
	struct instance_space *space;

	lockdep_assert_held(&instance_mappings_lock);
	list_for_each_entry(space, &mappings_alive, list) {
		if (space->mm && (all || !atomic_read(&space->mm->mm_users)))
			return mappings_space_end(space);
	}
	return NULL;
}

/**
 * instance_space_forget - drop an address space
 * @space: the address space, whose mm is NULL
 *
 * Context: task; instance_mappings_lock held.
 */
void instance_space_forget(struct instance_space *space)
{
	struct instance_owner *owner, *next;

	lockdep_assert_held(&instance_mappings_lock);
	list_for_each_entry_safe(owner, next, &space->owners, list)
		mappings_owner_free(owner);
	hash_del(&space->node);
	list_del(&space->list);
	mappings_space_put(space);
}

static bool mappings_is_needed(const struct instance_space *space,
			       const struct trace_comm_oldest *oldest)
{
	int i;

	if (mappings_count > oldest->limit)
		return false;
	if (oldest->unknown)
		return true;
	for (i = 0; i < TRACE_COMM_CLOCKS; i++) {
		if (space->end[i] >= oldest->time[i])
			return true;
	}
	return false;
}

/**
 * instance_spaces_drop - drop address spaces that have ended and of which there is no record
 * @oldest: the oldest records
 *
 * Context: task; instance_mappings_lock held.
 */
void instance_spaces_drop(const struct trace_comm_oldest *oldest)
{
	struct instance_space *space, *next;

	lockdep_assert_held(&instance_mappings_lock);
	list_for_each_entry_safe(space, next, &mappings_ended, list) {
		if (mappings_is_needed(space, oldest))
			break;
		instance_space_forget(space);
		cond_resched();
	}
	/* Nothing is left that could be incomplete. */
	if (!mappings_count)
		instance_mappings_missed = 0;
}
