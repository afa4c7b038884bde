/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracefs from the inside
 *
 *	handle.c   single files for clients          uses all below
 *	mount.c    the type, its options, the mount
 *	inode.c    what the VFS sees: made on lookup
 *	attr.c     owners and modes that were changed
 *	node.c     the tree, and the end of nodes    uses none
 *
 * Locks, none of which is held over a callback:
 *	tree lock (node.c)	the tree's links and the flags of nodes
 *	attr lock (attr.c)	remembered attributes, the mount's defaults; with
 *				it held, sb->s_inode_list_lock
 */
#ifndef _TRACEFS_INTERNAL_H
#define _TRACEFS_INTERNAL_H

#include <linux/tracefs.h>

/* struct tracefs_node's flags */
#define NODE_ADDED	BIT(0)	/* is or was in the tree */
#define NODE_GONE	BIT(1)	/* is not any more */
#define NODE_OURS	BIT(2)	/* allocated by tracefs_node_create() */
#define NODE_FILE	BIT(3)	/* no directory but one file, see handle.c */
#define NODE_FILLED	BIT(4)	/* its kind's fill() was called */

/*
 * A file of a node is known by its slot: rows of the table first, then those
 * from nth(). The node itself and what it hands down have slots of their own.
 */
#define SLOT_NTH	TRACEFS_ENTRIES_MAX
#define SLOT_END	(SLOT_NTH + TRACEFS_NTH_MAX)
#define SLOT_SELF	(-1)
#define SLOT_HEIRS	(-2)

/**
 * struct tracefs_inode - an inode and what it is a view of
 * @vfs: the inode
 * @node: pinned by the inode
 * @slot: which of the node's files, or SLOT_SELF
 * @row: the table's row, if the file has one
 * @fops: what open() switches to
 */
struct tracefs_inode {
	struct inode			vfs;
	struct tracefs_node		*node;
	int				slot;
	const struct tracefs_entry	*row;
	const struct file_operations	*fops;
};

static inline struct tracefs_inode *tracefs_i(const struct inode *inode)
{
	return container_of(inode, struct tracefs_inode, vfs);
}

/**
 * struct tracefs_options - options of one mount(2) or remount
 * @given: ATTR_UID, ATTR_GID, ATTR_MODE: which of the others were said
 * @uid: owner of all files
 * @gid: group of all files
 * @mode: permission bits of the top directory
 */
struct tracefs_options {
	unsigned int	given;
	kuid_t		uid;
	kgid_t		gid;
	umode_t		mode;
};

/* node.c */
static inline struct tracefs_node *tracefs_pin(struct tracefs_node *node)
{
	refcount_inc(&node->refs);
	return node;
}

void tracefs_unpin(struct tracefs_node *node);
int tracefs_node_fill(struct tracefs_node *node);

/* Has the directory children that nobody has looked for yet? */
static inline bool tracefs_node_bare(const struct tracefs_node *node)
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

/* Positions in a directory: dots, slots, then children by their key */
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
 * @node: its place in the tree
 * @entry: the file, if it is one
 * @dentry: the client's name for it; its d_fsdata points back
 * @mkdir: for directories that users mkdir in
 * @rmdir: likewise
 * @name: the copy that @node points to
 */
struct tracefs_handle {
	struct tracefs_node	node;
	struct tracefs_entry	entry;
	struct dentry		*dentry;
	int (*mkdir)(const char *name);
	int (*rmdir)(const char *name);
	char			name[];
};

static inline struct tracefs_handle *tracefs_handle_of(struct tracefs_node *node)
{
	return container_of(node, struct tracefs_handle, node);
}

#endif /* _TRACEFS_INTERNAL_H */
