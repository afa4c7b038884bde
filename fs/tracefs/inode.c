// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: inodes, dentries, lookup and reading of directories
 *
 * Lookup creates inodes and dentries from the tree and the tables, and they are
 * freed with their last reference: nothing is cached, so nothing can become stale.
 * Dentries that are still referenced are checked at each path walk (d_revalidate),
 * so that a path neither finds a removed object nor misses one that was added
 * since.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/pagemap.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "internal.h"

static struct kmem_cache *tracefs_inode_cache;

/* The time stamps of all inodes: files exist longer than their inodes. */
static struct timespec64 tracefs_init_time;

/* Serializes mkdir(2) and rmdir(2), during which the inodes are unlocked. */
static DEFINE_MUTEX(tracefs_mkdir_mutex);

struct tracefs_node *tracefs_inode_node(const struct inode *inode)
{
	return tracefs_i(inode)->node;
}

const struct tracefs_entry *tracefs_inode_entry(const struct inode *inode)
{
	return tracefs_i(inode)->row;
}

/* Files */

static int tracefs_inode_check_node(const struct tracefs_node *node)
{
	return tracefs_node_gone(node) ? -ENODEV : 0;
}

/*
 * Each file that is opened gets the operations of its owner. A removal of the node
 * does not wait for this function, which therefore checks the node again: if
 * open(2) succeeds, the owner's open() returned before the node was removed.
 */
static int tracefs_inode_file_open(struct inode *inode, struct file *file)
{
	struct tracefs_inode *ti = tracefs_i(inode);
	const struct file_operations *fops;
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (!ret)
		ret = tracefs_inode_check_node(ti->node);
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

	ret = tracefs_inode_check_node(ti->node);
	if (ret && file->f_op->release)
		file->f_op->release(inode, file);
	return ret;
}

/* Reading directories */

static unsigned int tracefs_inode_node_type(const struct tracefs_node *node)
{
	return node->flags & NODE_FILE ? DT_REG : DT_DIR;
}

/* Emit the rows of the table and the files of nth(); false if the buffer is full. */
static bool tracefs_inode_emit_slots(struct tracefs_node *node, struct dir_context *ctx)
{
	int slot, ret, rows = READ_ONCE(node->kind)->nr_entries;
	struct tracefs_entry entry;

	for (slot = ctx->pos - TRACEFS_POS_SLOT; ; slot++) {
		/* The slots between the table and nth() are not used. */
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

static void tracefs_inode_emit_children(struct tracefs_node *node, struct dir_context *ctx)
{
	struct tracefs_node *child;
	bool emitted = true;

	/* Copying to the buffer may fault, so a reference is held, not a lock. */
	while (emitted && (child = tracefs_child_next(node, ctx->pos))) {
		ctx->pos = child->key;
		emitted = dir_emit(ctx, child->name, strlen(child->name),
				   child->ino, tracefs_inode_node_type(child));
		if (emitted)
			ctx->pos++;
		tracefs_unpin(child);
	}
}

static int tracefs_inode_iterate(struct file *file, struct dir_context *ctx)
{
	struct tracefs_node *node = tracefs_inode_node(file_inode(file));

	if (tracefs_node_gone(node))
		return -ENOENT;
	if (!dir_emit_dots(file, ctx))
		return 0;
	if (ctx->pos < TRACEFS_POS_CHILD && !tracefs_inode_emit_slots(node, ctx))
		return 0;
	tracefs_inode_emit_children(node, ctx);
	return 0;
}

static int tracefs_inode_open(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_inode_node(inode);

	if (S_ISREG(inode->i_mode))
		return tracefs_inode_file_open(inode, file);
	/* A directory gets its children before it is first read, without a lock. */
	return tracefs_node_needs_fill(node) ? tracefs_node_fill(node) : 0;
}

/* The operations of directories. open() replaces those of regular files. */
static const struct file_operations tracefs_ops = {
	.open		= tracefs_inode_open,
	.iterate_shared	= tracefs_inode_iterate,
	.read		= generic_read_dir,
	.llseek		= generic_file_llseek,
	.fsync		= noop_fsync,
};

/* Lookup */

static const struct inode_operations tracefs_inode_ops;
static const struct inode_operations tracefs_fill_inode_ops;

static void tracefs_inode_init_dir(struct inode *inode, const struct tracefs_node *node)
{
	inode->i_mode = S_IFDIR;
	if (node->kind->fill)
		inode->i_op = &tracefs_fill_inode_ops;
	/* A link count of 1 means that the number of subdirectories is unknown. */
	set_nlink(inode, 1);
}

static void tracefs_inode_init_file(struct inode *inode, const struct tracefs_inode *ti,
				    const struct tracefs_entry *entry)
{
	inode->i_mode = S_IFREG;
	inode->i_private = ti->node->data;
	if (ti->slot >= SLOT_NTH && entry->arg)
		inode->i_private = (void *)entry->arg;
}

/**
 * tracefs_inode_make - create the inode of a node, or of a file of a node
 * @sb: the super block
 * @node: the node, pinned by the caller; the inode gets its own reference
 * @slot: slot of the file, or SLOT_SELF
 * @entry: the file; NULL for a directory
 *
 * Context: task, may sleep.
 * Return: the inode, or NULL if there is no memory.
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
	inode_set_ctime_to_ts(inode, tracefs_init_time);
	inode_set_mtime_to_ts(inode, tracefs_init_time);
	inode_set_atime_to_ts(inode, tracefs_init_time);
	if (entry)
		tracefs_inode_init_file(inode, ti, entry);
	else
		tracefs_inode_init_dir(inode, node);
	tracefs_attr_show(inode, entry ? entry->mode : 0);
	return inode;
}

/* The inode of the child @name of @dir, NULL or an ERR_PTR(). */
static struct inode *tracefs_inode_lookup_child(struct super_block *sb,
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

/* The inode of the file @name of @dir, NULL or an ERR_PTR(). */
static struct inode *tracefs_inode_lookup_slot(struct super_block *sb,
					       struct tracefs_node *dir, const char *name)
{
	struct tracefs_entry entry;
	int slot = tracefs_slot_find(dir, name, &entry);

	if (slot < 0)
		return NULL;
	return tracefs_inode_make(sb, dir, slot, &entry) ?: ERR_PTR(-ENOMEM);
}

static struct dentry *tracefs_inode_lookup(struct inode *dir, struct dentry *dentry,
					   unsigned int flags)
{
	struct tracefs_node *node = tracefs_inode_node(dir);
	const char *name = dentry->d_name.name;
	struct inode *inode;

	if (dentry->d_name.len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	if (tracefs_node_gone(node))
		return ERR_PTR(-ENOENT);

	inode = tracefs_inode_lookup_child(dir->i_sb, node, name);
	if (!inode)
		inode = tracefs_inode_lookup_slot(dir->i_sb, node, name);
	if (IS_ERR(inode))
		return ERR_CAST(inode);

	/* An absent name gets a dentry for mkdir(2), which d_revalidate rejects. */
	d_add(dentry, inode);
	return NULL;
}

/* A file that has a condition, or is computed, may vanish from its directory. */
static bool tracefs_inode_slot_may_vanish(const struct tracefs_inode *ti)
{
	return ti->slot >= 0 && (!ti->row || ti->row->condition);
}

static bool tracefs_inode_slot_is_valid(struct tracefs_inode *ti, const struct dentry *dentry)
{
	struct tracefs_entry entry;

	if (tracefs_entry_at(ti->node, ti->slot, &entry))
		return false;
	return entry.fops == ti->fops &&
	       !strcmp(entry.name, dentry->d_name.name);
}

/*
 * A path walk under RCU may find an inode, and a node, that is being freed. Both
 * are freed after a grace period, and the walk detects this later.
 */
static int tracefs_inode_revalidate(struct dentry *dentry, unsigned int flags)
{
	struct inode *inode = d_inode_rcu(dentry);
	struct tracefs_inode *ti;

	if (!inode)
		return flags & LOOKUP_RCU ? -ECHILD : 0;
	ti = tracefs_i(inode);
	if (tracefs_node_gone(ti->node))
		return 0;
	if (!tracefs_inode_slot_may_vanish(ti))
		return 1;
	/* The callbacks of the owner may sleep. */
	return flags & LOOKUP_RCU ? -ECHILD : tracefs_inode_slot_is_valid(ti, dentry);
}

const struct dentry_operations tracefs_dentry_ops = {
	.d_revalidate	= tracefs_inode_revalidate,
	.d_delete	= always_delete_dentry,
};

/* mkdir(2) and rmdir(2) */

/*
 * The callbacks take locks under which other tasks look up paths, so the inodes are
 * unlocked during the callbacks. The mutex serializes the callbacks, and the flag
 * of the node shows whether the parent still exists. The VFS holds references to
 * everything that it uses afterwards, and tracefs does not support rename.
 */
static int tracefs_inode_mkdir(struct mnt_idmap *idmap, struct inode *dir,
			       struct dentry *dentry, umode_t mode)
{
	struct tracefs_node *node = tracefs_inode_node(dir);
	int ret;

	if (!node->kind->mkdir)
		return -EPERM;
	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;

	ret = -ENOENT;
	inode_unlock(dir);
	scoped_guard(mutex, &tracefs_mkdir_mutex) {
		if (!tracefs_node_gone(node))
			ret = node->kind->mkdir(node, dentry->d_name.name);
	}
	inode_lock_nested(dir, I_MUTEX_PARENT);

	/* The next lookup finds the node that the callback added. */
	if (!ret)
		d_drop(dentry);
	return ret;
}

static int tracefs_inode_rmdir(struct inode *dir, struct dentry *dentry)
{
	struct tracefs_node *node = tracefs_inode_node(dir);
	struct inode *victim = d_inode(dentry);
	int ret = -ENOENT;

	if (!node->kind->rmdir)
		return -EPERM;

	inode_unlock(victim);
	inode_unlock(dir);
	scoped_guard(mutex, &tracefs_mkdir_mutex) {
		if (!tracefs_node_gone(tracefs_inode_node(victim)))
			ret = node->kind->rmdir(node, dentry->d_name.name);
	}
	inode_lock_nested(dir, I_MUTEX_PARENT);
	inode_lock(victim);
	return ret;
}

/* The VFS calls the operations of directories for directories only. */
static const struct inode_operations tracefs_inode_ops = {
	.lookup		= tracefs_inode_lookup,
	.setattr	= tracefs_attr_change,
	.mkdir		= tracefs_inode_mkdir,
	.rmdir		= tracefs_inode_rmdir,
};

/*
 * A path walk calls permission() before it looks up a name in a directory, and
 * holds no lock then, so that the directory can get its children here.
 */
static int tracefs_inode_fill_permission(struct mnt_idmap *idmap, struct inode *inode,
					 int mask)
{
	struct tracefs_node *node = tracefs_inode_node(inode);
	int ret;

	ret = generic_permission(idmap, inode, mask);
	if (ret || !(mask & MAY_EXEC) || !tracefs_node_needs_fill(node))
		return ret;
	return mask & MAY_NOT_BLOCK ? -ECHILD : tracefs_node_fill(node);
}

static const struct inode_operations tracefs_fill_inode_ops = {
	.lookup		= tracefs_inode_lookup,
	.setattr	= tracefs_attr_change,
	.permission	= tracefs_inode_fill_permission,
};

/* Allocation of inodes */

static struct inode *tracefs_inode_alloc(struct super_block *sb)
{
	struct tracefs_inode *ti;

	ti = alloc_inode_sb(sb, tracefs_inode_cache, GFP_KERNEL);
	if (!ti)
		return NULL;
	ti->node = NULL;
	return &ti->vfs;
}

static void tracefs_inode_free(struct inode *inode)
{
	kmem_cache_free(tracefs_inode_cache, tracefs_i(inode));
}

/*
 * There are no pages to truncate, because no file of tracefs uses the page cache.
 * clear_inode() checks that.
 */
static void tracefs_inode_evict(struct inode *inode)
{
	clear_inode(inode);
	if (tracefs_i(inode)->node)
		tracefs_unpin(tracefs_i(inode)->node);
}

const struct super_operations tracefs_super_ops = {
	.alloc_inode	= tracefs_inode_alloc,
	.free_inode	= tracefs_inode_free,
	.evict_inode	= tracefs_inode_evict,
	.drop_inode	= generic_delete_inode,
	.statfs		= simple_statfs,
	.show_options	= tracefs_show_options,
};

static void tracefs_inode_init_once(void *mem)
{
	inode_init_once(&((struct tracefs_inode *)mem)->vfs);
}

/**
 * tracefs_inode_cache_init - create the cache of inodes
 *
 * Context: task, may sleep; the caller holds tracefs_mount_mutex.
 * Return: 0 or -ENOMEM.
 */
int tracefs_inode_cache_init(void)
{
	if (tracefs_inode_cache)
		return 0;

	ktime_get_coarse_real_ts64(&tracefs_init_time);
	tracefs_inode_cache = kmem_cache_create("tracefs_inode_cache",
						sizeof(struct tracefs_inode), 0,
						SLAB_RECLAIM_ACCOUNT | SLAB_ACCOUNT,
						tracefs_inode_init_once);
	return tracefs_inode_cache ? 0 : -ENOMEM;
}
