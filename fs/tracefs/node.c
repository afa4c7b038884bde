// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: the tree of nodes, and where they end
 *
 * The tree is all that the file system knows; inodes are views of it. Children
 * stand in a tree of their own ordered by a key, which is the hash of the name
 * and serves as position in the directory as well. So a lookup takes log(n)
 * steps, and a reader of the directory that comes back for more finds its place
 * whatever came or went meanwhile. Names of equal hash take the following keys.
 *
 * References to a node: one by the tree until it is removed, one by each inode
 * made for it, one by each child. The last one to go hands it to the reaper, the
 * only place where nodes end.
 */
#include <linux/errno.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/stringhash.h>
#include <linux/workqueue.h>

#include "internal.h"

/* Keys that a name may take, beginning at its hash */
#define KEY_TRIES	64
#define KEY_MASK	GENMASK(29, 0)

static void reap_nodes(struct work_struct *work);

static DEFINE_SPINLOCK(tree_lock);
static LLIST_HEAD(dying_nodes);
static DECLARE_WORK(reaper, reap_nodes);
static atomic_t next_ino = ATOMIC_INIT(TRACEFS_POS_CHILD);

/* --- the end of a node --- */

static void reap_one(struct tracefs_node *node)
{
	struct tracefs_node *parent = node->parent;
	bool ours = node->flags & NODE_OURS;

	tracefs_attr_forget(node);
	if (node->kind->release)
		node->kind->release(node);
	if (ours)
		kfree(node);
	tracefs_unpin(parent);
}

static void reap_nodes(struct work_struct *work)
{
	struct tracefs_node *node, *next;
	struct llist_node *list;

	/* A node's end can be the end of its parent: look again */
	while ((list = llist_del_all(&dying_nodes))) {
		synchronize_rcu();
		llist_for_each_entry_safe(node, next, list, dying)
			reap_one(node);
	}
}

void tracefs_unpin(struct tracefs_node *node)
{
	if (!refcount_dec_and_test(&node->refs))
		return;

	/* The link to its siblings is free: it left the tree long ago */
	llist_add(&node->dying, &dying_nodes);
	queue_work(system_unbound_wq, &reaper);
}

void tracefs_node_flush(void)
{
	flush_work(&reaper);
}

/* --- the files of a node --- */

int tracefs_slots(const struct tracefs_node *node)
{
	return node->kind->nth ? SLOT_END : node->kind->nr_entries;
}

/**
 * tracefs_entry_at - what stands in a slot of a directory
 * @node: the directory, pinned
 * @slot: from 0 on
 * @entry: filled in: the row or the computed file, ->mode being the real one
 *
 * Context: May sleep, as the owner's callbacks may; no spinlocks.
 * Return: 0, -EAGAIN for a hole, -ENOENT at the end.
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

/* The slot of @name, or -ENOENT */
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

static bool in_table(const struct tracefs_kind *kind, const char *name)
{
	unsigned int i;

	for (i = 0; i < kind->nr_entries; i++)
		if (!strcmp(kind->entries[i].name, name))
			return true;
	return false;
}

/* --- children --- */

static struct tracefs_node *to_node(struct rb_node *rb)
{
	return rb_entry_safe(rb, struct tracefs_node, sibling);
}

static struct tracefs_node *next_sibling(struct tracefs_node *node)
{
	return to_node(rb_next(&node->sibling));
}

static u32 name_key(const char *name)
{
	u32 hash = full_name_hash(NULL, name, strlen(name));

	return TRACEFS_POS_CHILD + (hash & KEY_MASK);
}

/* The child with the smallest key from @key on */
static struct tracefs_node *first_from(struct tracefs_node *parent, u32 key)
{
	struct rb_node *rb = parent->children.rb_node;
	struct tracefs_node *best = NULL;

	lockdep_assert_held(&tree_lock);

	while (rb) {
		struct tracefs_node *node = to_node(rb);

		if (node->key >= key) {
			best = node;
			rb = rb->rb_left;
		} else {
			rb = rb->rb_right;
		}
	}
	return best;
}

/* Find the child called @name; @free is set to a key that it could take */
static struct tracefs_node *find_key(struct tracefs_node *parent,
				     const char *name, u32 *free)
{
	u32 first = name_key(name), vacant = first;
	struct tracefs_node *node;

	lockdep_assert_held(&tree_lock);

	for (node = first_from(parent, first);
	     node && node->key < first + KEY_TRIES; node = next_sibling(node)) {
		if (!strcmp(node->name, name))
			return node;
		/* Keys may have gaps where other names were removed */
		if (node->key == vacant)
			vacant++;
	}
	*free = vacant;
	return NULL;
}

/**
 * tracefs_child_find - look a child up by its name
 * @parent: pinned
 * @name: the name
 *
 * Return: the child, pinned for the caller, or NULL.
 */
struct tracefs_node *tracefs_child_find(struct tracefs_node *parent,
					const char *name)
{
	struct tracefs_node *node;
	u32 unused;

	/* Most directories have files only. */
	if (!data_race(parent->children.rb_node))
		return NULL;
	spin_lock(&tree_lock);
	node = find_key(parent, name, &unused);
	if (node)
		tracefs_pin(node);
	spin_unlock(&tree_lock);
	return node;
}

/**
 * tracefs_child_next - go on through the children
 * @parent: pinned
 * @key: position: the child at it or the first one behind
 *
 * Return: the child, pinned for the caller, or NULL.
 */
struct tracefs_node *tracefs_child_next(struct tracefs_node *parent, u32 key)
{
	struct tracefs_node *node;

	spin_lock(&tree_lock);
	node = first_from(parent, key);
	if (node)
		tracefs_pin(node);
	spin_unlock(&tree_lock);
	return node;
}

static void insert_child(struct tracefs_node *parent, struct tracefs_node *node)
{
	struct rb_node **link = &parent->children.rb_node, *above = NULL;

	lockdep_assert_held(&tree_lock);

	while (*link) {
		above = *link;
		if (node->key < to_node(above)->key)
			link = &above->rb_left;
		else
			link = &above->rb_right;
	}
	rb_link_node(&node->sibling, above, link);
	rb_insert_color(&node->sibling, &parent->children);
}

static int insert_node(struct tracefs_node *node)
{
	struct tracefs_node *parent = node->parent;
	u32 key;

	lockdep_assert_held(&tree_lock);

	if (parent->flags & NODE_GONE)
		return -ENODEV;
	if (find_key(parent, node->name, &key))
		return -EEXIST;
	if (key - name_key(node->name) >= KEY_TRIES)
		return -ENOSPC;

	node->key = key;
	node->flags |= NODE_ADDED;
	tracefs_pin(parent);
	insert_child(parent, node);
	return 0;
}

/* --- adding and removing --- */

static bool valid_name(const char *name)
{
	size_t len = strlen(name);

	if (!len || len > NAME_MAX || strchr(name, '/'))
		return false;
	return *name != '.' || (strcmp(name, ".") && strcmp(name, ".."));
}

/**
 * tracefs_link - put a node whose name, kind and data are set into the tree
 * @node: the node
 * @parent: where, or NULL for the top
 * @flags: NODE_FILE, NODE_OURS
 *
 * Return: as tracefs_node_add().
 */
int tracefs_link(struct tracefs_node *node, struct tracefs_node *parent,
		 u32 flags)
{
	int ret;

	if (!valid_name(node->name))
		return -EINVAL;
	if (WARN_ON_ONCE(node->kind->nr_entries > TRACEFS_ENTRIES_MAX))
		return -EINVAL;
	parent = parent ?: &tracefs_top;
	if (in_table(READ_ONCE(parent->kind), node->name))
		return -EEXIST;

	refcount_set(&node->refs, 1);
	node->flags = flags;
	node->parent = parent;
	node->children = RB_ROOT;
	/* One number for each file, so that they are the same at each look */
	node->ino = atomic_fetch_add(1 + tracefs_slots(node), &next_ino);

	ret = tracefs_attr_inherit(node, parent);
	if (ret)
		return ret;
	spin_lock(&tree_lock);
	ret = insert_node(node);
	spin_unlock(&tree_lock);
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
	ret = tracefs_link(node, parent, NODE_OURS);
	if (ret) {
		kfree(node);
		return ERR_PTR(ret);
	}
	return node;
}

/* Take @node, which has no children, out of the tree */
static void unlink_node(struct tracefs_node *node)
{
	lockdep_assert_held(&tree_lock);

	rb_erase(&node->sibling, &node->parent->children);
	/* Others ask for it without the lock, and may be answered late */
	WRITE_ONCE(node->flags, node->flags | NODE_GONE);
	tracefs_unpin(node);
}

/* From the leaves up to @node itself; a parent outlives its children */
static void unlink_tree(struct tracefs_node *node)
{
	struct tracefs_node *at, *up;

	for (at = node; at; at = up) {
		if (!RB_EMPTY_ROOT(&at->children)) {
			up = to_node(rb_first(&at->children));
			continue;
		}
		up = at == node ? NULL : at->parent;
		unlink_node(at);
	}
}

void tracefs_node_remove(struct tracefs_node *node)
{
	if (IS_ERR_OR_NULL(node))
		return;

	spin_lock(&tree_lock);
	if ((node->flags & (NODE_ADDED | NODE_GONE)) == NODE_ADDED)
		unlink_tree(node);
	spin_unlock(&tree_lock);
}

/**
 * tracefs_node_fill - let a directory get its children
 * @node: the directory, pinned
 *
 * Context: May sleep, as the owner's callback may; no locks.
 * Return: 0 or what the callback says.
 */
int tracefs_node_fill(struct tracefs_node *node)
{
	int ret = node->kind->fill(node);

	if (ret)
		return ret;
	spin_lock(&tree_lock);
	WRITE_ONCE(node->flags, node->flags | NODE_FILLED);
	spin_unlock(&tree_lock);
	return 0;
}

void tracefs_top_set(const struct tracefs_kind *kind, void *data)
{
	tracefs_top.data = data;
	/* Readers of the kind find the data in place */
	smp_store_release(&tracefs_top.kind, kind);
}

bool tracefs_node_gone(const struct tracefs_node *node)
{
	return READ_ONCE(node->flags) & NODE_GONE;
}
