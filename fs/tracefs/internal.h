/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Internal interfaces of tracefs. Each file uses only the ones below it:
 *
 *	handle.c   single files and directories of clients
 *	mount.c    the file system type, its options and its mounts
 *	inode.c    inodes and dentries, created by lookup
 *	node.c     the tree of nodes and their release
 *	attr.c     owners and modes
 *
 * Locks, neither of which is held during a callback:
 *
 *	tracefs_tree_lock (node.c)	links between nodes, flags of nodes
 *	tracefs_attr_lock (attr.c)	saved attributes and mount options; taken before
 *					sb->s_inode_list_lock
 */
#ifndef _TRACEFS_INTERNAL_H
#define _TRACEFS_INTERNAL_H

#include <linux/tracefs.h>

/* Values of tracefs_node.flags; changed under tracefs_tree_lock */
#define NODE_ADDED	BIT(0)	/* is or was in the tree */
#define NODE_REMOVED	BIT(1)	/* was removed from the tree */
#define NODE_ALLOCATED	BIT(2)	/* allocated by tracefs_node_create() */
#define NODE_FILE	BIT(3)	/* a file rather than a directory, see handle.c */
#define NODE_FILLED	BIT(4)	/* the fill() of its kind succeeded */

/*
 * Each file of a node has a slot: first the rows of the table, then the files that
 * nth() computes. The node itself and the owner that its descendants inherit have
 * special slots.
 */
#define SLOT_NTH	TRACEFS_ENTRIES_MAX
#define SLOT_END	(SLOT_NTH + TRACEFS_NTH_MAX)
#define SLOT_SELF	(-1)
#define SLOT_INHERITED	(-2)

/**
 * struct tracefs_inode - inode of a node, or of a file of a node
 * @vfs: the inode
 * @node: the node, pinned by the inode
 * @slot: slot of the file, or SLOT_SELF
 * @row: row of the table, or NULL if the file has none
 * @fops: file operations that an open file uses
 */
struct tracefs_inode {
	struct inode			vfs;
	struct tracefs_node		*node;
	int				slot;
	const struct tracefs_entry	*row;
	const struct file_operations	*fops;
};

/**
 * tracefs_i - get the tracefs inode that contains an inode
 * @inode: an inode of tracefs
 *
 * Context: any.
 * Return: the tracefs inode.
 */
static inline struct tracefs_inode *tracefs_i(const struct inode *inode)
{
	return container_of(inode, struct tracefs_inode, vfs);
}

/**
 * struct tracefs_options - options of a mount(2) or remount
 * @mask: ATTR_UID, ATTR_GID and ATTR_MODE for the options that are set
 * @uid: owner of all files
 * @gid: group of all files
 * @mode: permission bits of the top directory
 */
struct tracefs_options {
	unsigned int	mask;
	kuid_t		uid;
	kgid_t		gid;
	umode_t		mode;
};

/* node.c */

/**
 * tracefs_pin - get a reference to a node
 * @node: the node, to which the caller has a reference, or with the tree lock held
 *
 * Context: any.
 * Return: @node.
 */
static inline struct tracefs_node *tracefs_pin(struct tracefs_node *node)
{
	refcount_inc(&node->refs);
	return node;
}

void tracefs_unpin(struct tracefs_node *node);
int tracefs_node_fill(struct tracefs_node *node);

/**
 * tracefs_node_needs_fill - check whether a directory has no subdirectories yet
 * @node: the directory, pinned
 *
 * Context: any.
 * Return: true if the fill() of its kind did not succeed yet.
 */
static inline bool tracefs_node_needs_fill(const struct tracefs_node *node)
{
	return node->kind->fill && !(READ_ONCE(node->flags) & NODE_FILLED);
}

int tracefs_link(struct tracefs_node *node, struct tracefs_node *parent,
		 u32 flags);
struct tracefs_node *tracefs_child_find(struct tracefs_node *parent,
					const char *name);
struct tracefs_node *tracefs_child_next(struct tracefs_node *parent, u32 key);
int tracefs_entry_at(struct tracefs_node *node, int slot,
		     struct tracefs_entry *entry);
int tracefs_slots(const struct tracefs_node *node);
int tracefs_slot_find(struct tracefs_node *node, const char *name,
		      struct tracefs_entry *entry);

/* Positions in a directory: the dots, then slots, then children by their key */
#define TRACEFS_POS_SLOT	2
#define TRACEFS_POS_CHILD	4096

/* attr.c */
#define TRACEFS_TOP_MODE	0700
extern struct tracefs_node tracefs_top;
int tracefs_attr_inherit(struct tracefs_node *node, struct tracefs_node *parent);
void tracefs_attr_show(struct inode *inode, umode_t mode);
int tracefs_attr_change(struct mnt_idmap *idmap, struct dentry *dentry,
			struct iattr *iattr);
void tracefs_attr_mount(struct super_block *sb, const struct tracefs_options *opts);
void tracefs_attr_get_mount(struct tracefs_options *opts);
void tracefs_attr_forget(struct tracefs_node *node);
int tracefs_show_options(struct seq_file *m, struct dentry *root);

/* inode.c */
extern const struct super_operations tracefs_super_ops;
extern const struct dentry_operations tracefs_dentry_ops;
int tracefs_inode_cache_init(void);
struct inode *tracefs_inode_make(struct super_block *sb,
				 struct tracefs_node *node, int slot,
				 const struct tracefs_entry *entry);

/* mount.c */
struct vfsmount *tracefs_internal_mount(void);

/* handle.c */

/**
 * struct tracefs_handle - a single file or directory of a client
 * @node: node of the file or directory
 * @entry: operations of a file; unused for a directory
 * @dentry: what the client refers to the handle by; its d_fsdata points to the
 *	handle
 * @mkdir: mkdir(2) in a directory of instances
 * @rmdir: rmdir(2) in a directory of instances
 * @name: name of the node
 */
struct tracefs_handle {
	struct tracefs_node	node;
	struct tracefs_entry	entry;
	struct dentry		*dentry;
	int (*mkdir)(const char *name);
	int (*rmdir)(const char *name);
	char			name[];
};

/**
 * tracefs_handle_of - get the handle that contains a node
 * @node: the node of a handle
 *
 * Context: any.
 * Return: the handle.
 */
static inline struct tracefs_handle *tracefs_handle_of(struct tracefs_node *node)
{
	return container_of(node, struct tracefs_handle, node);
}

#endif /* _TRACEFS_INTERNAL_H */
