// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: the tree of nodes, and the release of nodes
 *
 * The tree has the complete contents of the file system; inodes are created from
 * it. The children of a node are in a red-black tree ordered by a key, which is a
 * hash of the name and also the position in the directory. So a lookup takes log(n)
 * steps, and readdir continues at the right position while children are added and
 * removed. Names of equal hash get successive keys.
 *
 * A node is referenced by the tree until it is removed, by each of its inodes and
 * by each of its children. The last reference queues the node for tracefs_reaper,
 * the only place where nodes are released.
 */
#include <linux/errno.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/stringhash.h>
#include <linux/workqueue.h>

#include "internal.h"

/* The number of successive keys that are tried, from the hash of the name on */
#define KEY_TRIES	64
#define KEY_MASK	GENMASK(29, 0)

static void tracefs_node_reap_all(struct work_struct *work);

static DEFINE_SPINLOCK(tracefs_tree_lock);
static LLIST_HEAD(tracefs_dying_nodes);
static DECLARE_WORK(tracefs_reaper, tracefs_node_reap_all);
static atomic_t tracefs_next_ino = ATOMIC_INIT(TRACEFS_POS_CHILD);

/* Release of nodes */

static void tracefs_node_reap(struct tracefs_node *node)
{
	struct tracefs_node *parent = node->parent;
	bool allocated = node->flags & NODE_ALLOCATED;

	tracefs_attr_forget(node);
	if (node->kind->release)
		node->kind->release(node);
	if (allocated)
		kfree(node);
	tracefs_unpin(parent);
}

static void tracefs_node_reap_all(struct work_struct *work)
{
	struct tracefs_node *node, *next;
	struct llist_node *list;

	/* Releasing a node may drop the last reference to its parent. */
	while ((list = llist_del_all(&tracefs_dying_nodes))) {
		synchronize_rcu();
		llist_for_each_entry_safe(node, next, list, dying)
			tracefs_node_reap(node);
	}
}

/**
 * tracefs_unpin - drop a reference to a node
 * @node: the node
 *
 * Context: any. A worker releases the node after the last reference was dropped.
 */
void tracefs_unpin(struct tracefs_node *node)
{
	if (!refcount_dec_and_test(&node->refs))
		return;

	/* The node left the tree before, so the space of its links can be used. */
	llist_add(&node->dying, &tracefs_dying_nodes);
	queue_work(system_unbound_wq, &tracefs_reaper);
}

void tracefs_node_flush(void)
{
	flush_work(&tracefs_reaper);
}

/* Files of a node */

/**
 * tracefs_slots - get the number of slots that files of a directory may use
 * @node: the directory
 *
 * Context: any.
 * Return: the number of slots.
 */
int tracefs_slots(const struct tracefs_node *node)
{
	return node->kind->nth ? SLOT_END : node->kind->nr_entries;
}

/**
 * tracefs_entry_at - get the file in a slot of a directory
 * @node: the directory, pinned
 * @slot: the slot, from 0 on
 * @entry: filled in with the row or the computed file, and with its actual mode
 *
 * Context: task, may sleep; no spinlock held. Calls visible() and nth() of the
 * owner.
 * Return: 0; -EAGAIN if the slot has no file; -ENOENT if no further slot has one.
 */
int tracefs_entry_at(struct tracefs_node *node, int slot,
		     struct tracefs_entry *entry)
{
	const struct tracefs_kind *kind = node->kind;

	if (slot < 0 || slot >= SLOT_END)
		return -ENOENT;

	if (slot >= SLOT_NTH) {
		if (!kind->nth)
			return -ENOENT;
		memset(entry, 0, sizeof(*entry));
		return kind->nth(node, slot - SLOT_NTH, entry);
	}

	if (slot >= kind->nr_entries)
		return kind->nth ? -EAGAIN : -ENOENT;

	*entry = kind->entries[slot];
	if (entry->condition)
		entry->mode = kind->visible(node->data, &kind->entries[slot]);
	return entry->mode ? 0 : -EAGAIN;
}

/**
 * tracefs_slot_find - find the slot of a file
 * @node: the directory, pinned
 * @name: name of the file
 * @entry: filled in with the file
 *
 * Context: task, may sleep; no spinlock held. Calls visible() and nth() of the
 * owner.
 * Return: the slot or -ENOENT.
 */
int tracefs_slot_find(struct tracefs_node *node, const char *name,
		      struct tracefs_entry *entry)
{
	const struct tracefs_kind *kind = node->kind;
	int slot, ret;

	for (slot = 0; slot < kind->nr_entries; slot++) {
		if (*kind->entries[slot].name != *name ||
		    strcmp(kind->entries[slot].name, name))
			continue;
		return tracefs_entry_at(node, slot, entry) ? -ENOENT : slot;
	}

	for (slot = SLOT_NTH; slot < SLOT_END; slot++) {
		ret = tracefs_entry_at(node, slot, entry);
		if (ret == -ENOENT)
			break;
		if (!ret && !strcmp(entry->name, name))
			return slot;
	}
	return -ENOENT;
}

static bool tracefs_node_table_has(const struct tracefs_kind *kind, const char *name)
{
	unsigned int i;

	for (i = 0; i < kind->nr_entries; i++)
		if (!strcmp(kind->entries[i].name, name))
			return true;
	return false;
}

/* Children of a node */

static struct tracefs_node *tracefs_node_rb_node(struct rb_node *rb)
{
	return rb_entry_safe(rb, struct tracefs_node, sibling);
}

static struct tracefs_node *tracefs_node_sibling(struct tracefs_node *node)
{
	return tracefs_node_rb_node(rb_next(&node->sibling));
}

static u32 tracefs_node_name_key(const char *name)
{
	u32 hash = full_name_hash(NULL, name, strlen(name));

	return TRACEFS_POS_CHILD + (hash & KEY_MASK);
}

/* The child with the smallest key not less than @key. */
static struct tracefs_node *tracefs_node_child_from(struct tracefs_node *parent, u32 key)
{
	struct rb_node *rb = parent->children.rb_node;
	struct tracefs_node *best = NULL;

	lockdep_assert_held(&tracefs_tree_lock);

	while (rb) {
		struct tracefs_node *node = tracefs_node_rb_node(rb);

		if (node->key >= key) {
			best = node;
			rb = rb->rb_left;
		} else {
			rb = rb->rb_right;
		}
	}
	return best;
}

/* Find the child @name; if there is none, @free is set to a key that is not used. */
static struct tracefs_node *tracefs_node_child_find_locked(struct tracefs_node *parent,
							   const char *name, u32 *free)
{
	u32 first = tracefs_node_name_key(name), vacant = first;
	struct tracefs_node *node;

	lockdep_assert_held(&tracefs_tree_lock);

	for (node = tracefs_node_child_from(parent, first);
	     node && node->key < first + KEY_TRIES; node = tracefs_node_sibling(node)) {
		if (!strcmp(node->name, name))
			return node;
		/* There are gaps between keys where children were removed. */
		if (node->key == vacant)
			vacant++;
	}
	*free = vacant;
	return NULL;
}

/**
 * tracefs_child_find - find a child by its name
 * @parent: the parent, pinned
 * @name: name of the child
 *
 * Context: task; takes tracefs_tree_lock.
 * Return: the child, pinned for the caller, or NULL.
 */
struct tracefs_node *tracefs_child_find(struct tracefs_node *parent,
					const char *name)
{
	struct tracefs_node *node;
	u32 unused;

	/* Most directories have no children. */
	if (!data_race(parent->children.rb_node))
		return NULL;
	spin_lock(&tracefs_tree_lock);
	node = tracefs_node_child_find_locked(parent, name, &unused);
	if (node)
		tracefs_pin(node);
	spin_unlock(&tracefs_tree_lock);
	return node;
}

/**
 * tracefs_child_next - find the next child from a position on
 * @parent: the parent, pinned
 * @key: the position
 *
 * Context: task; takes tracefs_tree_lock.
 * Return: the child with the smallest key not less than @key, pinned for the
 * caller, or NULL.
 */
struct tracefs_node *tracefs_child_next(struct tracefs_node *parent, u32 key)
{
	struct tracefs_node *node;

	spin_lock(&tracefs_tree_lock);
	node = tracefs_node_child_from(parent, key);
	if (node)
		tracefs_pin(node);
	spin_unlock(&tracefs_tree_lock);
	return node;
}

static void tracefs_node_child_insert(struct tracefs_node *parent, struct tracefs_node *node)
{
	struct rb_node **link = &parent->children.rb_node, *above = NULL;

	lockdep_assert_held(&tracefs_tree_lock);

	while (*link) {
		above = *link;
		if (node->key < tracefs_node_rb_node(above)->key)
			link = &above->rb_left;
		else
			link = &above->rb_right;
	}
	rb_link_node(&node->sibling, above, link);
	rb_insert_color(&node->sibling, &parent->children);
}

static int tracefs_node_insert(struct tracefs_node *node)
{
	struct tracefs_node *parent = node->parent;
	u32 key;

	lockdep_assert_held(&tracefs_tree_lock);

	if (parent->flags & NODE_REMOVED)
		return -ENODEV;
	if (tracefs_node_child_find_locked(parent, node->name, &key))
		return -EEXIST;
	if (key - tracefs_node_name_key(node->name) >= KEY_TRIES)
		return -ENOSPC;

	node->key = key;
	node->flags |= NODE_ADDED;
	tracefs_pin(parent);
	tracefs_node_child_insert(parent, node);
	return 0;
}

/* Adding and removing nodes */

static bool tracefs_node_name_is_valid(const char *name)
{
	size_t len = strlen(name);

	if (!len || len > NAME_MAX || strchr(name, '/'))
		return false;
	return *name != '.' || (strcmp(name, ".") && strcmp(name, ".."));
}

/**
 * tracefs_link - add a node to the tree
 * @node: the node, with its name, kind and data set
 * @parent: the parent, or NULL for the top directory
 * @flags: NODE_FILE and NODE_ALLOCATED, or 0
 *
 * Context: task, may sleep; takes tracefs_tree_lock.
 * Return: 0; -EINVAL for an invalid name; -EEXIST; -ENODEV if @parent was removed;
 * -ENOSPC if too many names have the same hash; -ENOMEM.
 */
int tracefs_link(struct tracefs_node *node, struct tracefs_node *parent,
		 u32 flags)
{
	int ret;

	if (!tracefs_node_name_is_valid(node->name))
		return -EINVAL;
	if (WARN_ON_ONCE(node->kind->nr_entries > TRACEFS_ENTRIES_MAX))
		return -EINVAL;
	parent = parent ?: &tracefs_top;
	if (tracefs_node_table_has(READ_ONCE(parent->kind), node->name))
		return -EEXIST;

	refcount_set(&node->refs, 1);
	node->flags = flags;
	node->parent = parent;
	node->children = RB_ROOT;
	/* Each slot has an inode number of its own, which never changes. */
	node->ino = atomic_fetch_add(1 + tracefs_slots(node), &tracefs_next_ino);

	ret = tracefs_attr_inherit(node, parent);
	if (ret)
		return ret;
	spin_lock(&tracefs_tree_lock);
	ret = tracefs_node_insert(node);
	spin_unlock(&tracefs_tree_lock);
	if (ret)
		tracefs_attr_forget(node);
	return ret;
}

int tracefs_node_add(struct tracefs_node *node, struct tracefs_node *parent,
		     const char *name, const struct tracefs_kind *kind,
		     void *data)
{
	node->name = name;
	node->kind = kind;
	node->data = data;
	return tracefs_link(node, parent, 0);
}

int eventfs_create_dir(const char *name, struct tracefs_node *node,
		       struct tracefs_node *parent,
		       const struct tracefs_kind *kind, void *data)
{
	return tracefs_node_add(node, parent, name, kind, data);
}

struct tracefs_node *tracefs_node_create(const char *name,
					 struct tracefs_node *parent,
					 const struct tracefs_kind *kind,
					 void *data)
{
	size_t size = strlen(name) + 1;
	struct tracefs_node *node;
	int ret;

	node = kzalloc(sizeof(*node) + size, GFP_KERNEL);
	if (!node)
		return ERR_PTR(-ENOMEM);

	node->name = memcpy(node + 1, name, size);
	node->kind = kind;
	node->data = data;
	ret = tracefs_link(node, parent, NODE_ALLOCATED);
	if (ret) {
		kfree(node);
		return ERR_PTR(ret);
	}
	return node;
}

/* Remove @node, which has no children, from the tree. */
static void tracefs_node_unlink(struct tracefs_node *node)
{
	lockdep_assert_held(&tracefs_tree_lock);

	rb_erase(&node->sibling, &node->parent->children);
	/* Pairs with tracefs_node_gone(), which reads the flags without the lock. */
	WRITE_ONCE(node->flags, node->flags | NODE_REMOVED);
	tracefs_unpin(node);
}

/* Remove the leaves first: a node is removed after its children. */
static void tracefs_node_tree_unlink(struct tracefs_node *node)
{
	struct tracefs_node *at, *up;

	for (at = node; at; at = up) {
		if (!RB_EMPTY_ROOT(&at->children)) {
			up = tracefs_node_rb_node(rb_first(&at->children));
			continue;
		}
		up = at == node ? NULL : at->parent;
		tracefs_node_unlink(at);
	}
}

void tracefs_node_remove(struct tracefs_node *node)
{
	if (IS_ERR_OR_NULL(node))
		return;

	spin_lock(&tracefs_tree_lock);
	if ((node->flags & (NODE_ADDED | NODE_REMOVED)) == NODE_ADDED)
		tracefs_node_tree_unlink(node);
	spin_unlock(&tracefs_tree_lock);
}

/**
 * tracefs_node_fill - let the owner of a directory add its children
 * @node: the directory, pinned
 *
 * Context: task, may sleep; no lock held. Calls fill() of the owner.
 * Return: 0 or the error of fill().
 */
int tracefs_node_fill(struct tracefs_node *node)
{
	int ret = node->kind->fill(node);

	if (ret)
		return ret;
	spin_lock(&tracefs_tree_lock);
	WRITE_ONCE(node->flags, node->flags | NODE_FILLED);
	spin_unlock(&tracefs_tree_lock);
	return 0;
}

void tracefs_top_set(const struct tracefs_kind *kind, void *data)
{
	tracefs_top.data = data;
	/* A reader that sees the kind sees the data. */
	smp_store_release(&tracefs_top.kind, kind);
}

bool tracefs_node_gone(const struct tracefs_node *node)
{
	return READ_ONCE(node->flags) & NODE_REMOVED;
}
