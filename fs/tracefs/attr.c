// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: owners and modes of files
 *
 * The attributes of a file are computed when its inode is created: the mode comes
 * from the table, the owner from the mount options. Only attributes that a user
 * changed are stored, in a list of the file's node, so that they are kept when the
 * inode is freed.
 *
 * A directory that supports mkdir(2) passes its owner on: if its owner was changed,
 * all files below a new child have this owner instead of the mount's. The child
 * stores that owner in the slot SLOT_INHERITED.
 */
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "internal.h"

static const struct tracefs_kind tracefs_empty_kind;

struct tracefs_node tracefs_top = {
	.name	= "/",
	.kind	= &tracefs_empty_kind,
	.refs	= REFCOUNT_INIT(1),
	.ino	= 1,
	.flags	= NODE_ADDED,
};

#define TRACEFS_DIR_MODE	0750
#define TRACEFS_ATTRS	(ATTR_UID | ATTR_GID | ATTR_MODE)

/**
 * struct tracefs_saved_attr - attributes of a file that a user changed
 * @next: next entry of the same node
 * @all: entry in tracefs_saved_attrs, which has those of all nodes
 * @slot: slot of the file
 * @what: ATTR_UID, ATTR_GID and ATTR_MODE for the attributes that were changed
 * @uid: owner
 * @gid: group
 * @mode: permission bits
 *
 * tracefs_attr_lock protects all members.
 */
struct tracefs_saved_attr {
	struct tracefs_saved_attr	*next;
	struct list_head		all;
	int				slot;
	unsigned int			what;
	kuid_t				uid;
	kgid_t				gid;
	umode_t				mode;
};

static DEFINE_SPINLOCK(tracefs_attr_lock);
static LIST_HEAD(tracefs_saved_attrs);
static struct tracefs_options tracefs_mount_attr = {
	.uid	= GLOBAL_ROOT_UID,
	.gid	= GLOBAL_ROOT_GID,
	.mode	= TRACEFS_TOP_MODE,
};

static struct tracefs_saved_attr *tracefs_attr_find(const struct tracefs_node *node, int slot)
{
	struct tracefs_saved_attr *attr = node->saved;

	lockdep_assert_held(&tracefs_attr_lock);

	while (attr && attr->slot != slot)
		attr = attr->next;
	return attr;
}

/* The saved attributes of @slot; if there are none, @fresh is added and cleared. */
static struct tracefs_saved_attr *tracefs_attr_find_or_add(struct tracefs_node *node, int slot,
							   struct tracefs_saved_attr **fresh)
{
	struct tracefs_saved_attr *attr = tracefs_attr_find(node, slot);

	if (attr)
		return attr;

	attr = *fresh;
	*fresh = NULL;
	attr->slot = slot;
	attr->next = node->saved;
	node->saved = attr;
	list_add(&attr->all, &tracefs_saved_attrs);
	return attr;
}

/* Set those of @uid and @gid that are in @what and in @attr; returns the others. */
static unsigned int tracefs_attr_take_owner(const struct tracefs_saved_attr *attr,
					    unsigned int what, kuid_t *uid, kgid_t *gid)
{
	if (!attr)
		return what;

	what &= ATTR_UID | ATTR_GID;
	if (what & attr->what & ATTR_UID)
		*uid = attr->uid;
	if (what & attr->what & ATTR_GID)
		*gid = attr->gid;
	return what & ~attr->what;
}

/* The owner of a file: its own, else an inherited one, else that of the mount. */
static void tracefs_attr_owner(const struct tracefs_node *node, int slot,
			       kuid_t *uid, kgid_t *gid)
{
	unsigned int what = ATTR_UID | ATTR_GID;

	lockdep_assert_held(&tracefs_attr_lock);

	*uid = tracefs_mount_attr.uid;
	*gid = tracefs_mount_attr.gid;
	what = tracefs_attr_take_owner(tracefs_attr_find(node, slot), what, uid, gid);
	/* The parent of a node never changes and is pinned by the node. */
	for (; node && what; node = node->parent)
		what = tracefs_attr_take_owner(tracefs_attr_find(node, SLOT_INHERITED),
					       what, uid, gid);
}

static umode_t tracefs_attr_dir_mode(const struct tracefs_node *node)
{
	lockdep_assert_held(&tracefs_attr_lock);

	if (node == &tracefs_top)
		return tracefs_mount_attr.mode;
	return node->kind->mode ?: TRACEFS_DIR_MODE;
}

/**
 * tracefs_attr_show - set the owner and the permissions of a new inode
 * @inode: the inode, with its type, node and slot set
 * @mode: permission bits of a file, from its row; not used for directories
 *
 * Context: task; takes tracefs_attr_lock.
 */
void tracefs_attr_show(struct inode *inode, umode_t mode)
{
	struct tracefs_inode *ti = tracefs_i(inode);
	const struct tracefs_saved_attr *attr;

	spin_lock(&tracefs_attr_lock);
	attr = tracefs_attr_find(ti->node, ti->slot);
	if (attr && attr->what & ATTR_MODE)
		mode = attr->mode;
	else if (S_ISDIR(inode->i_mode))
		mode = tracefs_attr_dir_mode(ti->node);

	inode->i_mode = (inode->i_mode & S_IFMT) | (mode & S_IALLUGO);
	tracefs_attr_owner(ti->node, ti->slot, &inode->i_uid, &inode->i_gid);
	spin_unlock(&tracefs_attr_lock);
}

/**
 * tracefs_attr_change - change the attributes of a file
 * @idmap: idmap of the mount
 * @dentry: the file
 * @iattr: the change; a size is accepted and ignored, because the files have none
 *
 * Context: task, may sleep; the inode is locked. Takes tracefs_attr_lock.
 * Return: 0, or a negative errno without any change.
 */
int tracefs_attr_change(struct mnt_idmap *idmap, struct dentry *dentry,
			struct iattr *iattr)
{
	struct inode *inode = d_inode(dentry);
	struct tracefs_inode *ti = tracefs_i(inode);
	unsigned int what = iattr->ia_valid & TRACEFS_ATTRS;
	struct tracefs_saved_attr *fresh = NULL, *attr;
	int ret;

	ret = setattr_prepare(idmap, dentry, iattr);
	if (ret)
		return ret;

	if (what) {
		fresh = kzalloc(sizeof(*fresh), GFP_KERNEL_ACCOUNT);
		if (!fresh)
			return -ENOMEM;
	}

	spin_lock(&tracefs_attr_lock);
	setattr_copy(idmap, inode, iattr);
	if (what) {
		attr = tracefs_attr_find_or_add(ti->node, ti->slot, &fresh);
		attr->what |= what;
		attr->uid = inode->i_uid;
		attr->gid = inode->i_gid;
		attr->mode = inode->i_mode & S_IALLUGO;
	}
	spin_unlock(&tracefs_attr_lock);
	kfree(fresh);
	return 0;
}

/**
 * tracefs_attr_inherit - set the owner that the files of a new node inherit
 * @node: the node, not in the tree yet
 * @parent: the future parent of @node
 *
 * Context: task, may sleep; takes tracefs_attr_lock.
 * Return: 0 or -ENOMEM.
 */
int tracefs_attr_inherit(struct tracefs_node *node, struct tracefs_node *parent)
{
	struct tracefs_saved_attr *fresh, *from, *attr;

	if (!parent->kind->mkdir || !READ_ONCE(parent->saved))
		return 0;

	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL);
	if (!fresh)
		return -ENOMEM;

	spin_lock(&tracefs_attr_lock);
	from = tracefs_attr_find(parent, SLOT_SELF);
	if (from && from->what & (ATTR_UID | ATTR_GID)) {
		attr = tracefs_attr_find_or_add(node, SLOT_INHERITED, &fresh);
		attr->what = from->what & (ATTR_UID | ATTR_GID);
		attr->uid = from->uid;
		attr->gid = from->gid;
	}
	spin_unlock(&tracefs_attr_lock);
	kfree(fresh);
	return 0;
}

/**
 * tracefs_attr_forget - free the saved attributes of a node
 * @node: the node
 *
 * Context: task; takes tracefs_attr_lock.
 */
void tracefs_attr_forget(struct tracefs_node *node)
{
	struct tracefs_saved_attr *attr, *next;

	spin_lock(&tracefs_attr_lock);
	attr = node->saved;
	node->saved = NULL;
	for (next = attr; next; next = next->next)
		list_del(&next->all);
	spin_unlock(&tracefs_attr_lock);

	for (; attr; attr = next) {
		next = attr->next;
		kfree(attr);
	}
}

static void tracefs_attr_forget_owners(const struct tracefs_options *opts)
{
	struct tracefs_saved_attr *attr;

	lockdep_assert_held(&tracefs_attr_lock);

	list_for_each_entry(attr, &tracefs_saved_attrs, all)
		attr->what &= ~(opts->mask & (ATTR_UID | ATTR_GID));

	/* The mode in the mount options is that of the top directory. */
	attr = tracefs_attr_find(&tracefs_top, SLOT_SELF);
	if (attr)
		attr->what &= ~(opts->mask & ATTR_MODE);
}

static void tracefs_attr_update_inodes(struct super_block *sb,
				       const struct tracefs_options *opts)
{
	struct inode *inode, *top = d_inode(sb->s_root);

	lockdep_assert_held(&tracefs_attr_lock);

	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		if (opts->mask & ATTR_UID)
			inode->i_uid = opts->uid;
		if (opts->mask & ATTR_GID)
			inode->i_gid = opts->gid;
	}
	spin_unlock(&sb->s_inode_list_lock);

	if (opts->mask & ATTR_MODE)
		top->i_mode = (top->i_mode & S_IFMT) | opts->mode;
}

/**
 * tracefs_attr_mount - apply the options of a mount or remount
 * @sb: the super block, which all mounts share
 * @opts: the options
 *
 * An inode that is being created is in the list of inodes before
 * tracefs_attr_show() sets its owner. With the lock held, that happens either
 * before this function, which then corrects the owner, or after it, with the new
 * default.
 *
 * Context: task; takes tracefs_attr_lock and sb->s_inode_list_lock.
 */
void tracefs_attr_mount(struct super_block *sb,
			const struct tracefs_options *opts)
{
	spin_lock(&tracefs_attr_lock);
	if (opts->mask & ATTR_UID)
		tracefs_mount_attr.uid = opts->uid;
	if (opts->mask & ATTR_GID)
		tracefs_mount_attr.gid = opts->gid;
	if (opts->mask & ATTR_MODE)
		tracefs_mount_attr.mode = opts->mode;
	tracefs_mount_attr.mask |= opts->mask;
	tracefs_attr_forget_owners(opts);
	tracefs_attr_update_inodes(sb, opts);
	spin_unlock(&tracefs_attr_lock);
}

/**
 * tracefs_attr_get_mount - get the current mount options
 * @opts: filled in; @opts->mask has the options that were ever set
 *
 * Context: task; takes tracefs_attr_lock.
 */
void tracefs_attr_get_mount(struct tracefs_options *opts)
{
	spin_lock(&tracefs_attr_lock);
	*opts = tracefs_mount_attr;
	spin_unlock(&tracefs_attr_lock);
}

/**
 * tracefs_show_options - print the mount options that differ from the defaults
 * @m: destination
 * @root: the top directory
 *
 * Context: task; takes tracefs_attr_lock.
 * Return: 0.
 */
int tracefs_show_options(struct seq_file *m, struct dentry *root)
{
	struct tracefs_options opts;

	tracefs_attr_get_mount(&opts);
	if (!uid_eq(opts.uid, GLOBAL_ROOT_UID))
		seq_printf(m, ",uid=%u",
			   from_kuid_munged(&init_user_ns, opts.uid));
	if (!gid_eq(opts.gid, GLOBAL_ROOT_GID))
		seq_printf(m, ",gid=%u",
			   from_kgid_munged(&init_user_ns, opts.gid));
	if (opts.mode != TRACEFS_TOP_MODE)
		seq_printf(m, ",mode=%o", opts.mode);
	return 0;
}
