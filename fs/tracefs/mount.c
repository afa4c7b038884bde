// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: the file system type, its mount options and its mounts
 *
 * There is one super block. A mount of the kernel keeps it, so that the options are
 * kept when users unmount. The kernel's mount is created at boot, or earlier if a
 * client creates a handle.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/init.h>
#include <linux/kobject.h>
#include <linux/magic.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "internal.h"

static DEFINE_MUTEX(tracefs_mount_mutex);
static struct vfsmount *tracefs_kernel_mount;
static bool tracefs_registered;

enum {
	OPT_UID,
	OPT_GID,
	OPT_MODE,
};

static const struct fs_parameter_spec tracefs_parameters[] = {
	fsparam_uid("uid", OPT_UID),
	fsparam_gid("gid", OPT_GID),
	fsparam_u32oct("mode", OPT_MODE),
	{}
};

static int tracefs_mount_parse_param(struct fs_context *fc, struct fs_parameter *param)
{
	struct tracefs_options *opts = fc->fs_private;
	struct fs_parse_result result;
	int opt;

	opt = fs_parse(fc, tracefs_parameters, param, &result);
	switch (opt) {
	case OPT_UID:
		opts->uid = result.uid;
		opts->mask |= ATTR_UID;
		return 0;
	case OPT_GID:
		opts->gid = result.gid;
		opts->mask |= ATTR_GID;
		return 0;
	case OPT_MODE:
		opts->mode = result.uint_32 & S_IALLUGO;
		opts->mask |= ATTR_MODE;
		return 0;
	}
	return opt;
}

static int tracefs_mount_fill_super(struct super_block *sb, struct fs_context *fc)
{
	struct inode *inode;

	sb->s_magic = TRACEFS_MAGIC;
	sb->s_op = &tracefs_super_ops;
	sb->s_d_op = &tracefs_dentry_ops;
	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_time_gran = 1;

	inode = tracefs_inode_make(sb, &tracefs_top, SLOT_SELF, NULL);
	if (!inode)
		return -ENOMEM;
	sb->s_root = d_make_root(inode);
	return sb->s_root ? 0 : -ENOMEM;
}

static int tracefs_mount_reconfigure(struct fs_context *fc)
{
	tracefs_attr_mount(fc->root->d_sb, fc->fs_private);
	return 0;
}

static int tracefs_mount_get_tree(struct fs_context *fc)
{
	int ret = get_tree_single(fc, tracefs_mount_fill_super);

	/*
	 * A further mount shares the super block, so its options apply as on
	 * remount.
	 */
	return ret ?: tracefs_mount_reconfigure(fc);
}

static void tracefs_mount_free_context(struct fs_context *fc)
{
	kfree(fc->fs_private);
}

static const struct fs_context_operations tracefs_context_ops = {
	.free		= tracefs_mount_free_context,
	.parse_param	= tracefs_mount_parse_param,
	.get_tree	= tracefs_mount_get_tree,
	.reconfigure	= tracefs_mount_reconfigure,
};

static int tracefs_mount_init_context(struct fs_context *fc)
{
	struct tracefs_options *opts = kzalloc(sizeof(*opts), GFP_KERNEL);

	if (!opts)
		return -ENOMEM;
	fc->fs_private = opts;
	fc->ops = &tracefs_context_ops;
	return 0;
}

static struct file_system_type tracefs_type = {
	.owner			= THIS_MODULE,
	.name			= "tracefs",
	.init_fs_context	= tracefs_mount_init_context,
	.parameters		= tracefs_parameters,
	.kill_sb		= kill_anon_super,
};
MODULE_ALIAS_FS("tracefs");

/**
 * tracefs_internal_mount - get the kernel's mount, which the first call creates
 *
 * Context: task, may sleep; any initcall.
 * Return: the mount or an ERR_PTR().
 */
struct vfsmount *tracefs_internal_mount(void)
{
	struct vfsmount *mnt;
	int ret;

	guard(mutex)(&tracefs_mount_mutex);
	if (tracefs_kernel_mount)
		return tracefs_kernel_mount;

	ret = tracefs_inode_cache_init();
	if (ret)
		return ERR_PTR(ret);
	mnt = kern_mount(&tracefs_type);
	if (!IS_ERR(mnt))
		tracefs_kernel_mount = mnt;
	return mnt;
}

struct vfsmount *tracefs_submount(struct dentry *mntpt)
{
	struct fs_context *fc;
	struct vfsmount *mnt;
	int ret;

	fc = fs_context_for_submount(&tracefs_type, mntpt);
	if (IS_ERR(fc))
		return ERR_CAST(fc);
	ret = vfs_parse_fs_string(fc, "source", tracefs_type.name,
				  strlen(tracefs_type.name));
	mnt = ret ? ERR_PTR(ret) : fc_mount(fc);
	put_fs_context(fc);
	/* A mount by d_automount needs a second reference, or it could expire. */
	return IS_ERR(mnt) ? mnt : mntget(mnt);
}

bool tracefs_initialized(void)
{
	return tracefs_registered;
}

static int __init tracefs_mount_init(void)
{
	struct vfsmount *mnt = tracefs_internal_mount();
	int ret;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);

	ret = sysfs_create_mount_point(kernel_kobj, "tracing");
	if (ret)
		return ret;
	ret = register_filesystem(&tracefs_type);
	if (ret) {
		sysfs_remove_mount_point(kernel_kobj, "tracing");
		return ret;
	}
	tracefs_registered = true;
	return 0;
}
core_initcall(tracefs_mount_init);
