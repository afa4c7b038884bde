/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_TRACEFS_H
#define _LINUX_TRACEFS_H
/*
 * tracefs: the file system of /sys/kernel/tracing
 *
 * There are two ways to create files.
 *
 * *Nodes* serve everything that exists in large numbers. A node is a directory: a
 * small structure that its owner embeds in the object which the directory
 * represents (an event of an instance, or the buffer of a CPU). The files in the
 * directory are rows of a const table that all nodes of one kind share, or are
 * computed by a callback of the kind. A node needs no inode and no dentry: lookup
 * creates these, and they are freed with their last reference. Reading a directory
 * creates none.
 *
 * *Handles* (tracefs_create_file() and similar functions) serve clients that create
 * single files and directories. Handles are built from nodes. The dentry that these
 * functions return identifies the handle in further calls and has no other use: it
 * is not part of the name space and has no inode.
 *
 * No function here takes the lock of an inode. So nodes and handles may be added
 * and removed with any sleeping lock held, also by the callbacks of mkdir(2), and
 * nodes even before the file system is mounted.
 *
 * Attributes: a chmod or chown is stored with the node. All other files have the
 * mode of their kind and the owner of the mount or, within an instance, the owner
 * that the directory `instances` had at mkdir. Mounting or remounting with uid= or
 * gid= removes the stored owners or groups.
 *
 * Lifetime: an inode pins its node, and an open file pins its inode. After removal,
 * a node is no longer found by its name, and open() of a path that was looked up
 * before fails with -ENODEV. When the last reference was dropped and an RCU grace
 * period has passed, release() of the kind returns the memory to its owner. The
 * file_operations of open files are still called after removal and have to check
 * whether the object still exists, for example by tracefs_node_gone().
 */

#include <linux/fs.h>
#include <linux/llist.h>
#include <linux/rbtree.h>
#include <linux/refcount.h>
#include <linux/types.h>

struct tracefs_saved_attr;
struct tracefs_node;
struct vfsmount;

/**
 * struct tracefs_entry - a file of a computed directory
 * @name: name of the file; must exist as long as the node, and is usually a literal
 * @mode: permission bits; 0 if no directory has the file
 * @which: not used by tracefs: a number that distinguishes files of the same @fops
 *	and @arg
 * @condition: 0 if every directory of the kind has the file; else visible() of the
 *	kind decides, which may use the value
 * @fops: file operations of the file; @fops->owner is respected
 * @arg: not used by tracefs, see tracefs_inode_entry(); for a file that nth() of
 *	the kind computed, it is inode->i_private unless it is 0. inode->i_private
 *	of all other files is the data of the node
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
 * struct tracefs_kind - properties that all directories of one kind share
 * @mode: permission bits of the directory; 0 means the default, 0750. Directories
 *	in events/ have 0755
 * @nr_entries: number of rows in @entries
 * @entries: the files in the directory
 * @visible: decides whether a directory has a file of @entries that has a
 *	condition; called with the data of the node and the row; returns the
 *	permission bits, usually row->mode, or 0 if the directory does not have the
 *	file
 * @nth: NULL, or computes further files: fills in @entry for the file at position
 *	@n and returns 0; returns -EAGAIN if there is no file at @n, and -ENOENT at
 *	and after the end. @entry is zeroed before. A file keeps its position as
 *	long as it exists, because attributes are stored by position. There are at
 *	most %TRACEFS_NTH_MAX positions.
 * @mkdir: NULL if mkdir(2) fails; else creates the object @name and adds a node of
 *	that name; returns 0 or a negative errno
 * @rmdir: NULL if rmdir(2) fails; else removes the object and the child node @name;
 *	returns 0, or a negative errno such as -EBUSY without any change
 * @fill: NULL, or adds the children of a directory that is looked into for the
 *	first time; returns 0 or a negative errno. After an error it is called
 *	again, and two tasks may call it at the same time
 * @release: NULL, or called when an embedded node is not referenced any more, so
 *	that the memory around it may be freed
 *
 * The kind must exist longer than its nodes. If it is in a module, the exit
 * function of the module has to call tracefs_node_flush() after it removed the last
 * node.
 *
 * Context: @visible and @nth: task, may sleep; the lock of the directory's inode is
 * held, so they should take no lock. @mkdir and @rmdir: the task that called
 * mkdir(2) or rmdir(2); only a lock that serializes these calls is held. @fill: a
 * task that walks over the directory or opens it; no lock is held. @release: a
 * kernel worker, may sleep; no lock is held.
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
 * @data: argument of visible(), and inode->i_private of the files by default
 * @name: name of the directory; must exist as long as the node
 * @kind: kind of the directory, with its files
 *
 * The node is embedded, zeroed, in the object that the directory represents. The
 * functions below set the members; the owner may read @data and @name.
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
	struct tracefs_saved_attr	*saved;
	refcount_t			refs;
	u32				key;
	u32				ino;
	u32				flags;
};

#ifdef CONFIG_TRACING

/**
 * tracefs_node_add - add a directory
 * @node: zeroed memory of the caller, usually embedded in an object
 * @parent: the parent directory; NULL for the top directory
 * @name: name of the directory; not copied
 * @kind: kind of the directory
 * @data: data of the node
 *
 * After tracefs_node_remove() of @node or of a parent, @kind->release() returns
 * @node to the caller. It is not called if this function fails.
 *
 * Context: task, may sleep; any sleeping lock may be held.
 * Return: 0; -EEXIST if @parent has a file or directory @name; -ENODEV if @parent
 * was removed; -EINVAL if @name is not valid; -ENOSPC if too many names have the
 * same hash; -ENOMEM.
 */
int tracefs_node_add(struct tracefs_node *node, struct tracefs_node *parent,
		     const char *name, const struct tracefs_kind *kind,
		     void *data);

/*
 * tracefs_node_add() for the directory of an event. Programs that attach a kprobe
 * to this function to be notified of new events expect the name and the first
 * argument.
 */
int eventfs_create_dir(const char *name, struct tracefs_node *node,
		       struct tracefs_node *parent,
		       const struct tracefs_kind *kind, void *data);

/**
 * tracefs_node_create - add a directory for an object that does not contain a node
 * @name: name of the directory; copied
 * @parent: the parent directory; NULL for the top directory
 * @kind: kind of the directory
 * @data: data of the node
 *
 * tracefs allocates and frees the node; @kind->release() is called before.
 *
 * Context: task, may sleep; any sleeping lock that permits GFP_KERNEL may be held.
 * Return: the node or an ERR_PTR().
 */
struct tracefs_node *tracefs_node_create(const char *name,
					 struct tracefs_node *parent,
					 const struct tracefs_kind *kind,
					 void *data);

/**
 * tracefs_node_remove - remove a directory and everything below it
 * @node: the directory; the call has no effect if it is NULL, an ERR_PTR(), was
 *	never added, or was removed already
 *
 * When this function returns, no path leads to @node, and an open(2) of its files
 * that has not returned yet fails. @kind->release() is called later for each node
 * of the subtree.
 *
 * Context: task; any lock may be held.
 */
void tracefs_node_remove(struct tracefs_node *node);

/**
 * tracefs_top_set - set the files of the top directory
 * @kind: kind of the top directory; @kind->mode is not used, because the mode is a
 *	mount option
 * @data: data of the top node
 *
 * To be called once. The top directory always exists, and nodes may be added to it
 * before and after this call.
 *
 * Context: any, at boot.
 */
void tracefs_top_set(const struct tracefs_kind *kind, void *data);

/**
 * tracefs_node_gone - check whether a node was removed
 * @node: a node that the caller pins, for example by an open file
 *
 * Context: any.
 * Return: true if the node was removed.
 */
bool tracefs_node_gone(const struct tracefs_node *node);

/**
 * tracefs_node_flush - wait for release() of nodes that are not referenced any more
 *
 * Nodes that are pinned by open files are not waited for.
 *
 * Context: task, may sleep; no lock that a release() takes is held.
 */
void tracefs_node_flush(void);

/**
 * tracefs_inode_node - get the directory that an inode belongs to
 * @inode: the inode that open() gets, or file_inode() of an open file
 *
 * Context: any, while @inode is referenced, which pins the node.
 * Return: the node of the directory that contains the file; for a directory, its
 * own node.
 */
struct tracefs_node *tracefs_inode_node(const struct inode *inode);

/**
 * tracefs_inode_entry - get the row of the table that a file was created from
 * @inode: the inode that open() gets, or file_inode() of an open file
 *
 * Several rows can share one file_operations and differ in their @arg.
 *
 * Context: any, while @inode is referenced.
 * Return: the row; NULL for directories and for files that @kind->nth() computed.
 */
const struct tracefs_entry *tracefs_inode_entry(const struct inode *inode);

/**
 * tracefs_dentry_node - get the node of a handle
 * @dentry: return value of tracefs_create_dir() or tracefs_create_instance_dir();
 *	NULL for the top directory
 *
 * Context: any.
 * Return: the node, which may be used as @parent of other nodes.
 */
struct tracefs_node *tracefs_dentry_node(struct dentry *dentry);

/**
 * tracefs_create_file - create a single file
 * @name: name of the file; copied
 * @mode: permission bits
 * @parent: return value of tracefs_create_dir(); NULL for the top directory
 * @data: inode->i_private
 * @fops: file operations
 *
 * The object at @data must exist until tracefs_remove(), and after it as long as
 * the file may be open.
 *
 * Context: task, may sleep; any initcall.
 * Return: the handle, for tracefs_remove(), or NULL.
 */
struct dentry *tracefs_create_file(const char *name, umode_t mode,
				   struct dentry *parent, void *data,
				   const struct file_operations *fops);

/**
 * tracefs_create_dir - create a single directory
 * @name: name of the directory; copied
 * @parent: the parent directory; NULL for the top directory
 *
 * Context: task, may sleep; any initcall.
 * Return: the handle or NULL.
 */
struct dentry *tracefs_create_dir(const char *name, struct dentry *parent);

/**
 * tracefs_create_instance_dir - create a directory in which mkdir(2) works
 * @name: name of the directory; copied
 * @parent: the parent directory; NULL for the top directory
 * @mkdir: called by mkdir(2), adds the directory; returns 0 or a negative errno
 * @rmdir: called by rmdir(2), removes the directory; returns 0 or a negative errno
 *
 * No inode is locked during the callbacks. Nodes have the same callbacks, see
 * @mkdir and @rmdir of &struct tracefs_kind.
 *
 * Context: task, may sleep; any initcall.
 * Return: the handle or NULL.
 */
struct dentry *tracefs_create_instance_dir(const char *name,
					   struct dentry *parent,
					   int (*mkdir)(const char *name),
					   int (*rmdir)(const char *name));

/**
 * tracefs_remove - remove the file or directory of a handle
 * @dentry: the handle; the call has no effect if it is NULL or an ERR_PTR()
 *
 * Everything below a directory is removed as well. The handle, and all handles
 * below it, must not be used afterwards.
 *
 * Context: task; any lock may be held.
 */
void tracefs_remove(struct dentry *dentry);

/**
 * tracefs_submount - mount tracefs at another place, for d_automount
 * @mntpt: the mount point, such as /sys/kernel/debug/tracing
 *
 * Context: task, may sleep.
 * Return: the mount, with the two references that d_automount has to return it
 * with, or an ERR_PTR().
 */
struct vfsmount *tracefs_submount(struct dentry *mntpt);

/**
 * tracefs_initialized - check whether the file system is registered
 *
 * Files may be added earlier; mounting requires the registration.
 *
 * Context: any.
 * Return: true if the file system is registered.
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
