// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: single files and directories of clients
 *
 * A handle is a node with its own copy of the name and, for a file, with its own
 * row. The dentry that the client gets is anonymous: it identifies the handle, but
 * is not part of any directory. So creating a handle takes no lock of an inode, and
 * clients may call these functions with any sleeping lock held.
 */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/mount.h>
#include <linux/slab.h>

#include "internal.h"

static void tracefs_handle_free(struct tracefs_handle *handle)
{
	dput(handle->dentry);
	kfree(handle);
}

static void tracefs_handle_release(struct tracefs_node *node)
{
	tracefs_handle_free(tracefs_handle_of(node));
}

static int tracefs_handle_mkdir(struct tracefs_node *node, const char *name)
{
	return tracefs_handle_of(node)->mkdir(name);
}

static int tracefs_handle_rmdir(struct tracefs_node *node, const char *name)
{
	return tracefs_handle_of(node)->rmdir(name);
}

static const struct tracefs_kind tracefs_handle_kind = {
	.release	= tracefs_handle_release,
};

static const struct tracefs_kind tracefs_handle_instances_kind = {
	.mkdir		= tracefs_handle_mkdir,
	.rmdir		= tracefs_handle_rmdir,
	.release	= tracefs_handle_release,
};

static struct tracefs_handle *tracefs_handle_alloc(const char *name,
						   const struct tracefs_kind *kind)
{
	struct vfsmount *mnt = tracefs_internal_mount();
	size_t size = strlen(name) + 1;
	struct tracefs_handle *handle;

	if (IS_ERR(mnt))
		return NULL;
	handle = kzalloc(struct_size(handle, name, size), GFP_KERNEL);
	if (!handle)
		return NULL;
	handle->dentry = d_alloc_anon(mnt->mnt_sb);
	if (!handle->dentry) {
		kfree(handle);
		return NULL;
	}
	handle->dentry->d_fsdata = handle;
	memcpy(handle->name, name, size);
	handle->node.name = handle->name;
	handle->node.kind = kind;
	return handle;
}

/* Add the handle to the tree. On failure it is freed and NULL is returned. */
static struct dentry *tracefs_handle_add(struct tracefs_handle *handle,
					 struct dentry *parent, u32 flags)
{
	int ret;

	ret = tracefs_link(&handle->node, tracefs_dentry_node(parent), flags);
	if (ret) {
		pr_warn("tracefs: cannot create '%s': error %d\n", handle->name, ret);
		tracefs_handle_free(handle);
		return NULL;
	}
	return handle->dentry;
}

struct tracefs_node *tracefs_dentry_node(struct dentry *dentry)
{
	struct tracefs_handle *handle;

	if (!dentry)
		return &tracefs_top;
	handle = dentry->d_fsdata;
	return &handle->node;
}

struct dentry *tracefs_create_file(const char *name, umode_t mode,
				   struct dentry *parent, void *data,
				   const struct file_operations *fops)
{
	struct tracefs_handle *handle;

	if (IS_ERR(parent))
		return NULL;
	handle = tracefs_handle_alloc(name, &tracefs_handle_kind);
	if (!handle)
		return NULL;

	handle->node.data = data;
	handle->entry.name = handle->name;
	handle->entry.mode = mode & S_IALLUGO;
	handle->entry.fops = fops;
	return tracefs_handle_add(handle, parent, NODE_FILE);
}

struct dentry *tracefs_create_dir(const char *name, struct dentry *parent)
{
	struct tracefs_handle *handle;

	if (IS_ERR(parent))
		return NULL;
	handle = tracefs_handle_alloc(name, &tracefs_handle_kind);
	if (!handle)
		return NULL;
	return tracefs_handle_add(handle, parent, 0);
}

struct dentry *tracefs_create_instance_dir(const char *name,
					   struct dentry *parent,
					   int (*mkdir)(const char *name),
					   int (*rmdir)(const char *name))
{
	struct tracefs_handle *handle;

	if (IS_ERR(parent))
		return NULL;
	handle = tracefs_handle_alloc(name, &tracefs_handle_instances_kind);
	if (!handle)
		return NULL;

	handle->mkdir = mkdir;
	handle->rmdir = rmdir;
	return tracefs_handle_add(handle, parent, 0);
}

void tracefs_remove(struct dentry *dentry)
{
	if (!IS_ERR_OR_NULL(dentry))
		tracefs_node_remove(tracefs_dentry_node(dentry));
}
