/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_TRACEFS_H
#define _LINUX_TRACEFS_H
/*
 * tracefs: the file system behind /sys/kernel/tracing
 *
 * There are two ways to make files appear.
 *
 * *Nodes* are the way for everything that comes in numbers. A node is a
 * directory: a small struct that its owner embeds in the object which the
 * directory shows (an event file of an instance, a CPU's buffer). The files in
 * it are rows of a const table shared by all nodes of one kind, or are computed
 * by a callback of the kind. A node costs no inode and no dentry; lookup makes
 * them, and the last user gives them back. Reading a directory makes none.
 *
 * *Handles* (tracefs_create_file() and friends) are the classic calls for
 * single files and directories made by clients. They are built from nodes.
 * The dentry they return names the object towards this API and is good for
 * nothing else: it is no part of the name space and carries no inode.
 *
 * Nothing here takes an inode's lock, so nodes and handles may be added and
 * removed with any sleeping lock held, by mkdir(2)'s callbacks included, and
 * nodes even before the file system is mounted.
 *
 * Attributes: a chmod or chown is remembered with the node, and only that is.
 * All other files show their kind's mode and the owner of the mount, or, inside
 * an instance, the owner that the `instances` directory had at mkdir. Mounting
 * or remounting with uid= or gid= forgets the remembered ones of that sort.
 *
 * Lifetime: an inode pins its node, an open file pins its inode. After removal
 * a node's names are gone, open() of a path looked up before answers -ENODEV,
 * and when the last user has left and an RCU grace period has passed, the
 * kind's release() gives the memory back to its owner. Files already open go
 * on calling their file_operations; these have to ask whether the object is
 * still there (tracefs_node_gone() is one way).
 */

#include <linux/fs.h>
#include <linux/llist.h>
#include <linux/rbtree.h>
#include <linux/refcount.h>
#include <linux/types.h>

struct tracefs_kept;
struct tracefs_node;
struct vfsmount;

/**
 * struct tracefs_entry - one file of a computed directory
 * @name: the file's name, must live as long as the node (a literal, usually)
 * @mode: permission bits
 * @which: for the owner's use: a number that tells files of the same @fops and
 *	@arg apart
 * @condition: 0: this file is always there; else the kind's visible() is asked,
 *	which may tell by it what to look at
 * @fops: what an open of the file gets; @fops->owner is respected
 * @arg: for the owner's use, see tracefs_inode_entry(); of a file that nth() of
 *	the kind computed, it is inode->i_private unless it is 0. All others have
 *	the node's data there
 */
struct tracefs_entry {
	const char			*name;
	umode_t				mode;
	u16				which;
	u16				condition;
	const struct file_operations	*fops;
	unsigned long			arg;
};

/**
 * struct tracefs_kind - what all directories of one sort have in common
 * @mode: permission bits of the directory, 0 means the default (0750); those
 *	under events/ have 0755
 * @nr_entries: number of rows in @entries
 * @entries: the files in the directory
 * @visible: decides whether and how a file of @entries with a condition exists in
 *	a directory: called with the node's data and the row, returns the permission
 *	bits (usually row->mode) or 0 where the file does not exist
 * @nth: NULL, or computes further files: fill in @entry for the file at
 *	position @n and return 0; return -EAGAIN where there is a hole at @n;
 *	return -ENOENT at and beyond the end. @entry comes zeroed. A file keeps
 *	its position as long as it exists: attributes are remembered by it.
 *	At most %TRACEFS_NTH_MAX positions.
 * @mkdir: NULL (mkdir(2) is refused), or makes what @name shall stand for and
 *	adds a node of that name; returns 0 or a negative errno
 * @rmdir: NULL, or undoes that: removes the child node called @name; returns 0
 *	or a negative errno (-EBUSY, say) with everything as it was
 * @fill: NULL, or adds the children of a directory that is looked into for the
 *	first time; returns 0 or a negative errno, and is called again then, as it
 *	may be by two at once
 * @release: NULL, or takes an embedded node back: nobody knows the node any
 *	more, the memory around it may be freed
 *
 * The kind must outlive all its nodes. Where it lives in a module, call
 * tracefs_node_flush() in the module's exit after removing the last node.
 *
 * Context: @visible and @nth: task, may sleep; an inode's lock of the directory is
 * held, so they better take no lock at all and look at fields. @mkdir and @rmdir: task
 * that called mkdir(2), no lock held but one that keeps these calls apart from
 * each other. @fill: a task that walks over the directory or opens it, no lock
 * held. @release: a kernel worker, may sleep, no locks held.
 */
struct tracefs_kind {
	umode_t				mode;
	unsigned int			nr_entries;
	const struct tracefs_entry	*entries;
	umode_t (*visible)(void *data, const struct tracefs_entry *entry);
	int (*nth)(struct tracefs_node *node, unsigned int n,
		   struct tracefs_entry *entry);
	int (*mkdir)(struct tracefs_node *node, const char *name);
	int (*rmdir)(struct tracefs_node *node, const char *name);
	int (*fill)(struct tracefs_node *node);
	void (*release)(struct tracefs_node *node);
};

#define TRACEFS_ENTRIES_MAX	1024
#define TRACEFS_NTH_MAX		1024

/**
 * struct tracefs_node - a computed directory
 * @data: given to visible() and, by default, to open() as inode->i_private
 * @name: the directory's name, must live as long as the node
 * @kind: the files in it
 *
 * Embed it, zeroed, in the object that the directory shows and leave the
 * fields to the calls below; @data and @name may be read by the owner.
 */
struct tracefs_node {
	void				*data;
	const char			*name;
	const struct tracefs_kind	*kind;
	/* private: */
	union {
		struct rb_node		sibling;
		struct llist_node	dying;
	};
	struct rb_root			children;
	struct tracefs_node		*parent;
	struct tracefs_kept		*kept;
	refcount_t			refs;
	u32				key;
	u32				ino;
	u32				flags;
};

#ifdef CONFIG_TRACING

/**
 * tracefs_node_add - make a directory appear
 * @node: zeroed memory of the caller's, commonly embedded in an object
 * @parent: the directory it appears in; NULL for the top
 * @name: its name; not copied
 * @kind: the files in it
 * @data: the node's data
 *
 * The caller gets @node back by @kind->release() after tracefs_node_remove()
 * of it or of a directory above it; not when this call fails.
 *
 * Context: Any that may sleep, under any lock.
 * Return: 0; -EEXIST if @parent has a file or directory called @name; -ENODEV
 * if @parent was removed; -EINVAL for an impossible @name; -ENOMEM
 */
int tracefs_node_add(struct tracefs_node *node, struct tracefs_node *parent,
		     const char *name, const struct tracefs_kind *kind,
		     void *data);

/*
 * tracefs_node_add() for the directory of an event. Those who probe the kernel
 * know this name: the first argument tells what events are made.
 */
int eventfs_create_dir(const char *name, struct tracefs_node *node,
		       struct tracefs_node *parent,
		       const struct tracefs_kind *kind, void *data);

/**
 * tracefs_node_create - tracefs_node_add() for objects with no room for a node
 * @name: its name; copied
 * @parent: the directory it appears in; NULL for the top
 * @kind: the files in it
 * @data: the node's data
 *
 * The node's memory is the file system's; @kind->release() is still called.
 *
 * Context: Any that may sleep, under any lock that permits GFP_KERNEL.
 * Return: the node or an ERR_PTR()
 */
struct tracefs_node *tracefs_node_create(const char *name,
					 struct tracefs_node *parent,
					 const struct tracefs_kind *kind,
					 void *data);

/**
 * tracefs_node_remove - make a directory and all below it disappear
 * @node: the directory; nothing happens if it is NULL, an ERR_PTR(), was never
 *	added, or is removed already but not yet released
 *
 * On return no path leads to @node, and an open(2) of its files that has not
 * returned success by then fails. Memory comes back by @kind->release(), of
 * the whole subtree.
 *
 * Context: Any task context, under any lock.
 */
void tracefs_node_remove(struct tracefs_node *node);

/**
 * tracefs_top_set - give the top directory its files
 * @kind: the files; @kind->mode is not used, the mount says it
 * @data: the top node's data
 *
 * To be called once. The top directory is there from the start, and nodes may
 * be added to it before and after.
 *
 * Context: Any, at boot.
 */
void tracefs_top_set(const struct tracefs_kind *kind, void *data);

/**
 * tracefs_node_gone - has the node been removed?
 * @node: a node that the caller pins (it has a file of it open, say)
 *
 * Context: Any.
 * Return: true if it was
 */
bool tracefs_node_gone(const struct tracefs_node *node);

/**
 * tracefs_node_flush - wait for release() of nodes which nobody uses any more
 *
 * Nodes of which files are still open are not waited for.
 *
 * Context: May sleep; must not hold a lock that some release() takes.
 */
void tracefs_node_flush(void);

/**
 * tracefs_inode_node - the directory that a file (or directory) belongs to
 * @inode: inode as given to open(), or file_inode() of an open file
 *
 * Context: Any, while the inode is referenced; it pins the node.
 * Return: the node that was added for the directory which a file stands in,
 * or a directory's own
 */
struct tracefs_node *tracefs_inode_node(const struct inode *inode);

/**
 * tracefs_inode_entry - the row of the table that a file was made from
 * @inode: inode as given to open(), or file_inode() of an open file
 *
 * One file_operations can serve many rows by their @arg.
 *
 * Context: Any, while the inode is referenced.
 * Return: the row; NULL for directories and for files from @kind->nth()
 */
const struct tracefs_entry *tracefs_inode_entry(const struct inode *inode);

/**
 * tracefs_dentry_node - from a handle to the node behind it
 * @dentry: what tracefs_create_dir() or tracefs_create_instance_dir() returned;
 *	NULL stands for the top directory
 *
 * Context: Any.
 * Return: the node, good as @parent of others
 */
struct tracefs_node *tracefs_dentry_node(struct dentry *dentry);

/**
 * tracefs_create_file - make a single file
 * @name: its name; copied
 * @mode: permission bits
 * @parent: the directory as returned by tracefs_create_dir(); NULL for the top
 * @data: inode->i_private
 * @fops: file operations
 *
 * @data must stay valid until tracefs_remove() and beyond, as long as the file
 * may be open.
 *
 * Context: May sleep; from any initcall on.
 * Return: a handle for tracefs_remove(), or NULL
 */
struct dentry *tracefs_create_file(const char *name, umode_t mode,
				   struct dentry *parent, void *data,
				   const struct file_operations *fops);

/**
 * tracefs_create_dir - make a single directory
 * @name: its name; copied
 * @parent: the directory it appears in; NULL for the top
 *
 * Context: May sleep; from any initcall on.
 * Return: a handle, or NULL
 */
struct dentry *tracefs_create_dir(const char *name, struct dentry *parent);

/**
 * tracefs_create_instance_dir - make a directory that users mkdir and rmdir in
 * @name: its name; copied
 * @parent: the directory it appears in; NULL for the top
 * @mkdir: called for mkdir(2), has to add the directory; 0 or a negative errno
 * @rmdir: called for rmdir(2), has to remove it; 0 or a negative errno
 *
 * The callbacks run with no inode locked. The same can be had with a node, see
 * @mkdir and @rmdir of &struct tracefs_kind.
 *
 * Context: May sleep; from any initcall on.
 * Return: a handle, or NULL
 */
struct dentry *tracefs_create_instance_dir(const char *name,
					   struct dentry *parent,
					   int (*mkdir)(const char *name),
					   int (*rmdir)(const char *name));

/**
 * tracefs_remove - remove what a handle stands for, and all below it
 * @dentry: the handle; nothing happens if it is NULL or an ERR_PTR()
 *
 * The handle, and those of everything below it, are used up.
 *
 * Context: Any task context, under any lock.
 */
void tracefs_remove(struct dentry *dentry);

/**
 * tracefs_submount - what a d_automount at another place answers
 * @mntpt: the dentry to be mounted upon (/sys/kernel/debug/tracing, say)
 *
 * Context: May sleep.
 * Return: a new mount of the file system, with the two references that
 * d_automount has to return it with, or an ERR_PTR()
 */
struct vfsmount *tracefs_submount(struct dentry *mntpt);

/**
 * tracefs_initialized - is the file system registered?
 *
 * Adding to it needs not wait for that; mounting does.
 *
 * Context: Any.
 * Return: true if it is
 */
bool tracefs_initialized(void);

#else /* !CONFIG_TRACING */

static inline struct dentry *tracefs_create_file(const char *name, umode_t mode,
						 struct dentry *parent,
						 void *data,
						 const struct file_operations *fops)
{
	return NULL;
}

static inline struct dentry *tracefs_create_dir(const char *name,
						struct dentry *parent)
{
	return NULL;
}

static inline void tracefs_remove(struct dentry *dentry)
{
}

static inline bool tracefs_initialized(void)
{
	return false;
}

#endif /* CONFIG_TRACING */

#endif /* _LINUX_TRACEFS_H */
