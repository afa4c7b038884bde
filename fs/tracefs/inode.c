// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: what the VFS sees
 *
 * Inodes and dentries are made by lookup, from the tree and the tables, and go
 * with their last user: nothing is cached, so nothing can be stale for long.
 * What a user still holds is asked about at every walk over it (revalidate),
 * so that neither a removed object nor the absence of one that came since is
 * ever found by a path.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/pagemap.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "internal.h"

static struct kmem_cache *inode_cache;

/* Inodes come and go, their files have been there all the time: since then */
static struct timespec64 birth;

/* One mkdir or rmdir at a time: the inode locks are dropped meanwhile */
static DEFINE_MUTEX(instances_mutex);

struct tracefs_node *tracefs_inode_node(const struct inode *inode)
{
	return tracefs_i(inode)->node;
}

const struct tracefs_entry *tracefs_inode_entry(const struct inode *inode)
{
	return tracefs_i(inode)->row;
}

/* --- files --- */

static int ask_node(const struct tracefs_node *node)
{
	return tracefs_node_gone(node) ? -ENODEV : 0;
}

/*
 * Every file leaves here with the owner's file_operations. Removal doesn't wait
 * for us, so look again afterwards: an open that succeeds was complete before the
 * node went.
 */
static int tracefs_file_open(struct inode *inode, struct file *file)
{
	struct tracefs_inode *ti = tracefs_i(inode);
	const struct file_operations *fops;
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (!ret)
		ret = ask_node(ti->node);
	if (ret)
		return ret;

	fops = fops_get(ti->fops);
	if (!fops)
		return -ENXIO;
	replace_fops(file, fops);
	if (fops->open)
		ret = fops->open(inode, file);
	if (ret)
		return ret;

	ret = ask_node(ti->node);
	if (ret && file->f_op->release)
		file->f_op->release(inode, file);
	return ret;
}

/* --- reading directories --- */

static unsigned int node_type(const struct tracefs_node *node)
{
	return node->flags & NODE_FILE ? DT_REG : DT_DIR;
}

/* Slots of the table and of nth(); false when the caller's buffer is full */
static bool emit_slots(struct tracefs_node *node, struct dir_context *ctx)
{
	int slot, ret, rows = READ_ONCE(node->kind)->nr_entries;
	struct tracefs_entry entry;

	for (slot = ctx->pos - TRACEFS_POS_SLOT; ; slot++) {
		/* Between the table's end and nth() there is one long hole */
		if (slot >= rows && slot < SLOT_NTH)
			slot = SLOT_NTH;
		ret = tracefs_entry_at(node, slot, &entry);
		if (ret == -ENOENT)
			break;
		if (ret)
			continue;
		ctx->pos = TRACEFS_POS_SLOT + slot;
		if (!dir_emit(ctx, entry.name, strlen(entry.name),
			      node->ino + 1 + slot, DT_REG))
			return false;
	}
	ctx->pos = TRACEFS_POS_CHILD;
	return true;
}

static void emit_children(struct tracefs_node *node, struct dir_context *ctx)
{
	struct tracefs_node *child;
	bool room = true;

	/* The caller's buffer may fault: hold a reference, not a lock */
	while (room && (child = tracefs_child_next(node, ctx->pos))) {
		ctx->pos = child->key;
		room = dir_emit(ctx, child->name, strlen(child->name),
				child->ino, node_type(child));
		if (room)
			ctx->pos++;
		tracefs_unpin(child);
	}
}

static int tracefs_iterate(struct file *file, struct dir_context *ctx)
{
	struct tracefs_node *node = tracefs_inode_node(file_inode(file));

	if (tracefs_node_gone(node))
		return -ENOENT;
	if (!dir_emit_dots(file, ctx))
		return 0;
	if (ctx->pos < TRACEFS_POS_CHILD && !emit_slots(node, ctx))
		return 0;
	emit_children(node, ctx);
	return 0;
}

static int tracefs_open(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_inode_node(inode);

	if (S_ISREG(inode->i_mode))
		return tracefs_file_open(inode, file);
	/* Before the first look into a directory: no lock is held here. */
	return tracefs_node_bare(node) ? tracefs_node_fill(node) : 0;
}

/* A directory's. No file is read by them, for its open() goes on to others. */
static const struct file_operations tracefs_ops = {
	.open		= tracefs_open,
	.iterate_shared	= tracefs_iterate,
	.read		= generic_read_dir,
	.llseek		= generic_file_llseek,
	.fsync		= noop_fsync,
};

/* --- looking up --- */

static const struct inode_operations tracefs_inode_ops;
static const struct inode_operations tracefs_fill_inode_ops;

static void make_dir(struct inode *inode, const struct tracefs_node *node)
{
	inode->i_mode = S_IFDIR;
	if (node->kind->fill)
		inode->i_op = &tracefs_fill_inode_ops;
	/* Counting subdirectories would cost more than it tells: "unknown" */
	set_nlink(inode, 1);
}

static void make_file(struct inode *inode, const struct tracefs_inode *ti,
		      const struct tracefs_entry *entry)
{
	inode->i_mode = S_IFREG;
	inode->i_private = ti->node->data;
	if (ti->slot >= SLOT_NTH && entry->arg)
		inode->i_private = (void *)entry->arg;
}

/**
 * tracefs_inode_make - make a view of a node or of a file in it
 * @sb: the super block
 * @node: pinned by the caller; the inode pins it too
 * @slot: which file, or SLOT_SELF
 * @entry: the file; NULL for a directory
 *
 * Return: the inode or NULL.
 */
struct inode *tracefs_inode_make(struct super_block *sb,
				 struct tracefs_node *node, int slot,
				 const struct tracefs_entry *entry)
{
	struct inode *inode = new_inode(sb);
	struct tracefs_inode *ti;

	if (!inode)
		return NULL;

	ti = tracefs_i(inode);
	ti->node = tracefs_pin(node);
	ti->slot = slot;
	ti->row = NULL;
	ti->fops = entry ? entry->fops : NULL;
	if (slot >= 0 && slot < SLOT_NTH)
		ti->row = &node->kind->entries[slot];

	inode->i_ino = node->ino + 1 + slot;
	inode->i_fop = &tracefs_ops;
	inode->i_op = &tracefs_inode_ops;
	inode_set_ctime_to_ts(inode, birth);
	inode_set_mtime_to_ts(inode, birth);
	inode_set_atime_to_ts(inode, birth);
	if (entry)
		make_file(inode, ti, entry);
	else
		make_dir(inode, node);
	tracefs_attr_show(inode, entry ? entry->mode : 0);
	return inode;
}

/* A child of @dir called @name, or NULL */
static struct inode *look_at_child(struct super_block *sb,
				   struct tracefs_node *dir, const char *name)
{
	struct tracefs_node *child = tracefs_child_find(dir, name);
	const struct tracefs_entry *entry = NULL;
	struct inode *inode;

	if (!child)
		return NULL;
	if (child->flags & NODE_FILE)
		entry = &tracefs_handle_of(child)->entry;
	inode = tracefs_inode_make(sb, child, SLOT_SELF, entry);
	tracefs_unpin(child);
	return inode ?: ERR_PTR(-ENOMEM);
}

/* A file of @dir called @name, or NULL */
static struct inode *look_at_slots(struct super_block *sb,
				   struct tracefs_node *dir, const char *name)
{
	struct tracefs_entry entry;
	int slot = tracefs_slot_find(dir, name, &entry);

	if (slot < 0)
		return NULL;
	return tracefs_inode_make(sb, dir, slot, &entry) ?: ERR_PTR(-ENOMEM);
}

static struct dentry *tracefs_lookup(struct inode *dir, struct dentry *dentry,
				     unsigned int flags)
{
	struct tracefs_node *node = tracefs_inode_node(dir);
	const char *name = dentry->d_name.name;
	struct inode *inode;

	if (dentry->d_name.len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	if (tracefs_node_gone(node))
		return ERR_PTR(-ENOENT);

	inode = look_at_child(dir->i_sb, node, name);
	if (!inode)
		inode = look_at_slots(dir->i_sb, node, name);
	if (IS_ERR(inode))
		return ERR_CAST(inode);

	/* Absent names get a dentry too, mkdir needs it; it isn't believed */
	d_add(dentry, inode);
	return NULL;
}

/* A file of a directory that is there may come and go with its condition */
static bool slot_may_fall(const struct tracefs_inode *ti)
{
	return ti->slot >= 0 && (!ti->row || ti->row->condition);
}

static bool slot_stands(struct tracefs_inode *ti, const struct dentry *dentry)
{
	struct tracefs_entry entry;

	if (tracefs_entry_at(ti->node, ti->slot, &entry))
		return false;
	return entry.fops == ti->fops &&
	       !strcmp(entry.name, dentry->d_name.name);
}

/*
 * A walk under RCU may meet an inode that is about to go, and then its node may
 * be, too. Both stay for a grace period, and the walk finds out.
 */
static int tracefs_revalidate(struct dentry *dentry, unsigned int flags)
{
	struct inode *inode = d_inode_rcu(dentry);
	struct tracefs_inode *ti;

	if (!inode)
		return flags & LOOKUP_RCU ? -ECHILD : 0;
	ti = tracefs_i(inode);
	if (tracefs_node_gone(ti->node))
		return 0;
	if (!slot_may_fall(ti))
		return 1;
	/* The owner's callbacks may sleep. */
	return flags & LOOKUP_RCU ? -ECHILD : slot_stands(ti, dentry);
}

const struct dentry_operations tracefs_dentry_ops = {
	.d_revalidate	= tracefs_revalidate,
	.d_delete	= always_delete_dentry,
};

/* --- making and removing directories --- */

/*
 * The callbacks take the locks of tracing, under which others look up paths.
 * So the inodes are unlocked for them. That two calls don't get in each other's
 * way is seen to by the mutex, that the parent is still there by its node. The
 * VFS holds references to all it goes on to use, and nothing is renamed here.
 */
static int tracefs_mkdir(struct mnt_idmap *idmap, struct inode *dir,
			 struct dentry *dentry, umode_t mode)
{
	struct tracefs_node *node = tracefs_inode_node(dir);
	int ret = -ENOENT;

	if (!node->kind->mkdir)
		return -EPERM;

	inode_unlock(dir);
	scoped_guard(mutex, &instances_mutex) {
		if (!tracefs_node_gone(node))
			ret = node->kind->mkdir(node, dentry->d_name.name);
	}
	inode_lock_nested(dir, I_MUTEX_PARENT);

	/* The next one to look finds the node that the callback added */
	if (!ret)
		d_drop(dentry);
	return ret;
}

static int tracefs_rmdir(struct inode *dir, struct dentry *dentry)
{
	struct tracefs_node *node = tracefs_inode_node(dir);
	struct inode *victim = d_inode(dentry);
	int ret = -ENOENT;

	if (!node->kind->rmdir)
		return -EPERM;

	inode_unlock(victim);
	inode_unlock(dir);
	scoped_guard(mutex, &instances_mutex) {
		if (!tracefs_node_gone(tracefs_inode_node(victim)))
			ret = node->kind->rmdir(node, dentry->d_name.name);
	}
	inode_lock_nested(dir, I_MUTEX_PARENT);
	inode_lock(victim);
	return ret;
}

/* Of files as well: what is for directories, the VFS asks of no others. */
static const struct inode_operations tracefs_inode_ops = {
	.lookup		= tracefs_lookup,
	.setattr	= tracefs_attr_change,
	.mkdir		= tracefs_mkdir,
	.rmdir		= tracefs_rmdir,
};

/*
 * A walk asks whether it may pass before it looks for anything in a directory,
 * and holds no lock then; so that is when the directory gets its children.
 */
static int tracefs_fill_permission(struct mnt_idmap *idmap, struct inode *inode,
				   int mask)
{
	struct tracefs_node *node = tracefs_inode_node(inode);
	int ret;

	ret = generic_permission(idmap, inode, mask);
	if (ret || !(mask & MAY_EXEC) || !tracefs_node_bare(node))
		return ret;
	return mask & MAY_NOT_BLOCK ? -ECHILD : tracefs_node_fill(node);
}

static const struct inode_operations tracefs_fill_inode_ops = {
	.lookup		= tracefs_lookup,
	.setattr	= tracefs_attr_change,
	.permission	= tracefs_fill_permission,
};

/* --- memory of inodes --- */

static struct inode *tracefs_alloc_inode(struct super_block *sb)
{
	struct tracefs_inode *ti;

	ti = alloc_inode_sb(sb, inode_cache, GFP_KERNEL);
	if (!ti)
		return NULL;
	ti->node = NULL;
	return &ti->vfs;
}

static void tracefs_free_inode(struct inode *inode)
{
	kmem_cache_free(inode_cache, tracefs_i(inode));
}

static void tracefs_evict_inode(struct inode *inode)
{
	truncate_inode_pages_final(&inode->i_data);
	clear_inode(inode);
	if (tracefs_i(inode)->node)
		tracefs_unpin(tracefs_i(inode)->node);
}

const struct super_operations tracefs_super_ops = {
	.alloc_inode	= tracefs_alloc_inode,
	.free_inode	= tracefs_free_inode,
	.evict_inode	= tracefs_evict_inode,
	.drop_inode	= generic_delete_inode,
	.statfs		= simple_statfs,
	.show_options	= tracefs_show_options,
};

static void init_once(void *mem)
{
	inode_init_once(&((struct tracefs_inode *)mem)->vfs);
}

/**
 * tracefs_inode_cache_init - get ready to make inodes
 *
 * Return: 0 or -ENOMEM.
 */
int tracefs_inode_cache_init(void)
{
	if (inode_cache)
		return 0;

	ktime_get_coarse_real_ts64(&birth);
	inode_cache = kmem_cache_create("tracefs_inode_cache",
					sizeof(struct tracefs_inode), 0,
					SLAB_RECLAIM_ACCOUNT | SLAB_ACCOUNT,
					init_once);
	return inode_cache ? 0 : -ENOMEM;
}
