/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The executable mappings of processes, which the option user-mappings records. Part of
 * instance.h. Documentation/trace/user-stacks.rst describes what is recorded, and when.
 *
 * There is one table for all instances. Everything in it is protected by
 * instance_mappings_lock, a mutex inside which no other lock is taken, neither mmap_lock nor
 * those of file systems.
 */
#ifndef _KERNEL_TRACE_INSTANCE_MAPPINGS_H
#define _KERNEL_TRACE_INSTANCE_MAPPINGS_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "../event/event.h"
#include "../lib/lib.h"

struct mm_struct;

/**
 * struct instance_object - a file that is mapped
 * @node: in a hash table by @ino
 * @refs: number of mappings that refer to it
 * @major: major number of the device
 * @minor: minor number of the device
 * @ino: number of the inode
 * @build_id_size: size of @build_id in bytes; 0 if the file has none or it cannot be read
 * @build_id: the build-id, followed by zeros
 * @len: length of @path in bytes
 * @path: the path, in which a newline is written as an octal number
 */
struct instance_object {
	struct hlist_node	node;
	unsigned int		refs;
	unsigned int		major;
	unsigned int		minor;
	u64			ino;
	u8			build_id_size;
	u8			build_id[EVENT_BUILD_ID];
	unsigned int		len;
	char			path[];
};

/**
 * struct instance_map - a mapping, which is valid until a later one overlaps it
 * @list: in instance_space.maps
 * @start: first address
 * @end: first address behind it
 * @offset: offset in the file of @start
 * @begin: time since which it is known, by each clock
 * @object: the file, or NULL for memory without one
 */
struct instance_map {
	struct list_head	list;
	unsigned long		start;
	unsigned long		end;
	u64			offset;
	u64			begin[TRACE_COMM_CLOCKS];
	struct instance_object	*object;
};

/**
 * struct instance_space - an address space
 * @node: in a hash table by @mm, until it ends
 * @list: in the list of those that exist, or of those that have ended, in this order
 * @maps: its instance_map, the last one first
 * @owners: its instance_owner, the last one first
 * @mm: the address space, with a reference of mmgrab(); NULL when it has ended
 * @parent: the one that it was a copy of at first, with a reference; or NULL
 * @forked: time of the copy; later mappings of @parent are not part of it
 * @end: time at which it ended, or later
 * @refs: one until the space is dropped, and one of each copy
 * @depth: number of parents, grandparents and so on
 * @nr_maps: number of entries of @maps
 * @nr_owners: number of entries of @owners
 */
struct instance_space {
	struct hlist_node	node;
	struct list_head	list;
	struct list_head	maps;
	struct list_head	owners;
	struct mm_struct	*mm;
	struct instance_space	*parent;
	u64			forked[TRACE_COMM_CLOCKS];
	u64			end[TRACE_COMM_CLOCKS];
	unsigned int		refs;
	unsigned int		depth;
	unsigned int		nr_maps;
	unsigned int		nr_owners;
};

/**
 * struct instance_owner - a process that has an address space
 * @node: in a hash table by @tgid
 * @list: in instance_space.owners
 * @all: in instance_mappings_owners
 * @space: the address space
 * @tgid: the process
 * @parent: the process from which it got a copy of the address space, or with which it
 *	shares it; 0 if there is none
 * @begin: time since which it has the address space, by each clock
 */
struct instance_owner {
	struct hlist_node	node;
	struct list_head	list;
	struct list_head	all;
	struct instance_space	*space;
	int			tgid;
	int			parent;
	u64			begin[TRACE_COMM_CLOCKS];
};

extern struct mutex instance_mappings_lock;
extern struct list_head instance_mappings_owners;	/* instance_mappings_lock */
extern unsigned long instance_mappings_missed;

const struct instance_space *instance_space_at(int tgid, enum trace_comm_clock clock, u64 time);
const struct instance_map *instance_map_at(const struct instance_space *space,
					   enum trace_comm_clock clock, u64 time,
					   unsigned long addr);

/* Functions for the files of instance/ only: mappings.c */

/**
 * struct instance_found - a mapping of a process
 * @list: in a list of them
 * @start: first address
 * @end: first address behind it
 * @offset: offset in the file of @start
 * @file: the file, with a reference; or NULL
 * @object: what is to be known of @file, not yet in the table
 */
struct instance_found {
	struct list_head	list;
	unsigned long		start;
	unsigned long		end;
	u64			offset;
	struct file		*file;
	struct instance_object	*object;
};

void instance_mappings_now(u64 time[TRACE_COMM_CLOCKS]);
struct instance_space *instance_space_of(const struct mm_struct *mm);
struct instance_space *instance_space_add(struct mm_struct *mm, int tgid, const u64 *time);
struct instance_space *instance_space_fork(struct instance_space *parent, int parent_tgid,
					   struct mm_struct *mm, int tgid, const u64 *time);
bool instance_space_share(struct instance_space *space, int parent_tgid, int tgid,
			  const u64 *time);
const struct instance_map *instance_space_map(struct instance_space *space,
					      struct instance_found *found, const u64 *time);
bool instance_owner_exists(int tgid);
struct mm_struct *instance_space_end_next(bool all);
void instance_spaces_drop(const struct trace_comm_oldest *oldest);
void instance_space_forget(struct instance_space *space);

#endif /* _KERNEL_TRACE_INSTANCE_MAPPINGS_H */
