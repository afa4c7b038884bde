// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: owners and modes
 *
 * What a file shows is computed when its inode is made: the mode from the
 * table, the owner from the mount. Only what somebody changed is stored, in a
 * record that hangs on the file's node and outlives the inode.
 *
 * A directory in which users mkdir hands its owner down: if it was changed, all
 * that is below a new child starts with that owner instead of the mount's. The
 * record of that hangs on the child, in the slot SLOT_HEIRS.
 */
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "internal.h"

static const struct tracefs_kind bare_top;

struct tracefs_node tracefs_top = {
	.name	= "/",
	.kind	= &bare_top,
	.refs	= REFCOUNT_INIT(1),
	.ino	= 1,
	.flags	= NODE_ADDED,
};

#define DIR_MODE	0750
#define ATTR_OURS	(ATTR_UID | ATTR_GID | ATTR_MODE)

/**
 * struct tracefs_kept - attributes of one file that differ from the computed
 * @next: other records of the same node
 * @all: of all nodes, for remount
 * @slot: whose
 * @what: ATTR_UID, ATTR_GID, ATTR_MODE: which of the others count
 * @uid: owner
 * @gid: group
 * @mode: permission bits
 */
struct tracefs_kept {
	struct tracefs_kept	*next;
	struct list_head	all;
	int			slot;
	unsigned int		what;
	kuid_t			uid;
	kgid_t			gid;
	umode_t			mode;
};

static DEFINE_SPINLOCK(attr_lock);
static LIST_HEAD(all_kept);
static struct tracefs_options mount_attr = {
	.uid	= GLOBAL_ROOT_UID,
	.gid	= GLOBAL_ROOT_GID,
	.mode	= TRACEFS_TOP_MODE,
};

static struct tracefs_kept *kept_find(const struct tracefs_node *node, int slot)
{
	struct tracefs_kept *kept = node->kept;

	lockdep_assert_held(&attr_lock);

	while (kept && kept->slot != slot)
		kept = kept->next;
	return kept;
}

/* The record of @slot: the one that is there, or @fresh, which is then used up */
static struct tracefs_kept *kept_use(struct tracefs_node *node, int slot,
				     struct tracefs_kept **fresh)
{
	struct tracefs_kept *kept = kept_find(node, slot);

	if (kept)
		return kept;

	kept = *fresh;
	*fresh = NULL;
	kept->slot = slot;
	kept->next = node->kept;
	node->kept = kept;
	list_add(&kept->all, &all_kept);
	return kept;
}

/* Take from @kept what @what still asks for; returns what is left to ask */
static unsigned int kept_owner(const struct tracefs_kept *kept,
			       unsigned int what, kuid_t *uid, kgid_t *gid)
{
	if (!kept)
		return what;

	what &= ATTR_UID | ATTR_GID;
	if (what & kept->what & ATTR_UID)
		*uid = kept->uid;
	if (what & kept->what & ATTR_GID)
		*gid = kept->gid;
	return what & ~kept->what;
}

/* The owner of a file: its own, its instance's, the mount's */
static void owner_of(const struct tracefs_node *node, int slot,
		     kuid_t *uid, kgid_t *gid)
{
	unsigned int what = ATTR_UID | ATTR_GID;

	lockdep_assert_held(&attr_lock);

	*uid = mount_attr.uid;
	*gid = mount_attr.gid;
	what = kept_owner(kept_find(node, slot), what, uid, gid);
	/* A node's parent never changes, and is pinned by the node */
	for (; node && what; node = node->parent)
		what = kept_owner(kept_find(node, SLOT_HEIRS), what, uid, gid);
}

static umode_t self_mode(const struct tracefs_node *node)
{
	lockdep_assert_held(&attr_lock);

	if (node == &tracefs_top)
		return mount_attr.mode;
	return node->kind->mode ?: DIR_MODE;
}

/**
 * tracefs_attr_show - give a new inode its owner and permissions
 * @inode: the inode, its type set and its node known
 * @mode: the permission bits from the table; not used for directories
 */
void tracefs_attr_show(struct inode *inode, umode_t mode)
{
	struct tracefs_inode *ti = tracefs_i(inode);
	const struct tracefs_kept *kept;

	spin_lock(&attr_lock);
	kept = kept_find(ti->node, ti->slot);
	if (kept && kept->what & ATTR_MODE)
		mode = kept->mode;
	else if (S_ISDIR(inode->i_mode))
		mode = self_mode(ti->node);

	inode->i_mode = (inode->i_mode & S_IFMT) | (mode & S_IALLUGO);
	owner_of(ti->node, ti->slot, &inode->i_uid, &inode->i_gid);
	spin_unlock(&attr_lock);
}

/**
 * tracefs_attr_change - chmod, chown, utimes
 * @idmap: of the mount; these mounts have none
 * @dentry: the file
 * @iattr: the change; a size is accepted and ignored, files have none
 *
 * Return: 0 or a negative errno, everything being as it was.
 */
int tracefs_attr_change(struct mnt_idmap *idmap, struct dentry *dentry,
			struct iattr *iattr)
{
	struct inode *inode = d_inode(dentry);
	struct tracefs_inode *ti = tracefs_i(inode);
	unsigned int what = iattr->ia_valid & ATTR_OURS;
	struct tracefs_kept *fresh = NULL, *kept;
	int ret;

	ret = setattr_prepare(idmap, dentry, iattr);
	if (ret)
		return ret;

	if (what) {
		fresh = kzalloc(sizeof(*fresh), GFP_KERNEL_ACCOUNT);
		if (!fresh)
			return -ENOMEM;
	}

	spin_lock(&attr_lock);
	setattr_copy(idmap, inode, iattr);
	if (what) {
		kept = kept_use(ti->node, ti->slot, &fresh);
		kept->what |= what;
		kept->uid = inode->i_uid;
		kept->gid = inode->i_gid;
		kept->mode = inode->i_mode & S_IALLUGO;
	}
	spin_unlock(&attr_lock);
	kfree(fresh);
	return 0;
}

/**
 * tracefs_attr_inherit - start a new node with the owner that is handed down
 * @node: not in the tree yet
 * @parent: where it will be
 *
 * Return: 0 or -ENOMEM.
 */
int tracefs_attr_inherit(struct tracefs_node *node, struct tracefs_node *parent)
{
	struct tracefs_kept *fresh, *from, *kept;

	if (!parent->kind->mkdir || !READ_ONCE(parent->kept))
		return 0;

	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL);
	if (!fresh)
		return -ENOMEM;

	spin_lock(&attr_lock);
	from = kept_find(parent, SLOT_SELF);
	if (from && from->what & (ATTR_UID | ATTR_GID)) {
		kept = kept_use(node, SLOT_HEIRS, &fresh);
		kept->what = from->what & (ATTR_UID | ATTR_GID);
		kept->uid = from->uid;
		kept->gid = from->gid;
	}
	spin_unlock(&attr_lock);
	kfree(fresh);
	return 0;
}

/**
 * tracefs_attr_forget - drop all records of a node that ends
 * @node: the node
 */
void tracefs_attr_forget(struct tracefs_node *node)
{
	struct tracefs_kept *kept, *next;

	spin_lock(&attr_lock);
	kept = node->kept;
	node->kept = NULL;
	for (next = kept; next; next = next->next)
		list_del(&next->all);
	spin_unlock(&attr_lock);

	for (; kept; kept = next) {
		next = kept->next;
		kfree(kept);
	}
}

static void forget_owners(const struct tracefs_options *opts)
{
	struct tracefs_kept *kept;

	lockdep_assert_held(&attr_lock);

	list_for_each_entry(kept, &all_kept, all)
		kept->what &= ~(opts->given & (ATTR_UID | ATTR_GID));

	/* The mode of the mount is that of the top directory only */
	kept = kept_find(&tracefs_top, SLOT_SELF);
	if (kept)
		kept->what &= ~(opts->given & ATTR_MODE);
}

static void update_inodes(struct super_block *sb,
			  const struct tracefs_options *opts)
{
	struct inode *inode, *top = d_inode(sb->s_root);

	lockdep_assert_held(&attr_lock);

	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		if (opts->given & ATTR_UID)
			inode->i_uid = opts->uid;
		if (opts->given & ATTR_GID)
			inode->i_gid = opts->gid;
	}
	spin_unlock(&sb->s_inode_list_lock);

	if (opts->given & ATTR_MODE)
		top->i_mode = (top->i_mode & S_IFMT) | opts->mode;
}

/**
 * tracefs_attr_mount - make options of a mount or remount hold
 * @sb: the super block; all mounts share it
 * @opts: the options
 *
 * The lock keeps inodes apart that are being made: they are on the list
 * already, and either get their owner after this, from the new default, or
 * before, and are corrected here.
 */
void tracefs_attr_mount(struct super_block *sb,
			const struct tracefs_options *opts)
{
	spin_lock(&attr_lock);
	if (opts->given & ATTR_UID)
		mount_attr.uid = opts->uid;
	if (opts->given & ATTR_GID)
		mount_attr.gid = opts->gid;
	if (opts->given & ATTR_MODE)
		mount_attr.mode = opts->mode;
	mount_attr.given |= opts->given;
	forget_owners(opts);
	update_inodes(sb, opts);
	spin_unlock(&attr_lock);
}

/**
 * tracefs_attr_get_mount - the options as they hold now
 * @opts: filled in; all of them are given
 */
void tracefs_attr_get_mount(struct tracefs_options *opts)
{
	spin_lock(&attr_lock);
	*opts = mount_attr;
	spin_unlock(&attr_lock);
}

/**
 * tracefs_show_options - the options that differ from the default
 * @m: where to
 * @root: the top directory
 *
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
