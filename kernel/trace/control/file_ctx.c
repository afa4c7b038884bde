// SPDX-License-Identifier: GPL-2.0
/*
 * The instance and CPU that an open control file refers to.
 *
 * The directories of an instance are removed before the memory of the instance is
 * freed, but a task may have looked up a path by then. Its open(2) finds the struct
 * tracing_dir, which the node pins, with a NULL instance; or, while the removal
 * waits for its locks, with an instance that is being removed. Every open of a
 * control file gets its reference in file_ctx_get(), which fails in both cases.
 */
#include <linux/security.h>

#include "internal.h"

struct tracing_dir tracing_top = {
	.tr = &instance_global,
	.systems = LIST_HEAD_INIT(tracing_top.systems),
	.refs = REFCOUNT_INIT(1),
	.pipe_lock = __MUTEX_INITIALIZER(tracing_top.pipe_lock),
};

/* The CPU of the directory @node, or RING_BUFFER_ALL_CPUS. */
static int file_ctx_cpu(const struct tracing_dir *dir, struct tracefs_node *node)
{
	struct tracing_cpu *pc = container_of(node, struct tracing_cpu, node);

	if (dir->cpus && pc >= dir->cpus && pc < dir->cpus + nr_cpu_ids)
		return pc->cpu;
	return RING_BUFFER_ALL_CPUS;
}

static int file_ctx_get(struct tracing_file_ctx *ctx, struct inode *inode, bool record)
{
	struct tracefs_node *node = tracefs_inode_node(inode);
	struct tracing_dir *dir = node->data;
	struct trace_array *tr;
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;

	scoped_guard(mutex, &instance_lock)
		tr = instance_pin_locked(dir->tr);
	if (!tr)
		return -ENODEV;
	if (record && tr->read_only) {
		instance_unpin(tr);
		return -EROFS;
	}

	ctx->dir = dir;
	ctx->tr = tr;
	ctx->cpu = file_ctx_cpu(dir, node);
	return 0;
}

/**
 * tracing_file_ctx_get - get the instance and CPU that a file refers to
 * @ctx: filled in
 * @inode: inode of the file
 * @file: the file, which is being opened
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EPERM if the kernel is locked down; -ENODEV if the instance was
 * removed; -EROFS if @file is opened for writing and the instance is read-only.
 */
int tracing_file_ctx_get(struct tracing_file_ctx *ctx, struct inode *inode,
			 const struct file *file)
{
	return file_ctx_get(ctx, inode, file->f_mode & FMODE_WRITE);
}

/**
 * tracing_file_ctx_get_output - get the instance and CPU that a file refers to, if
 * writing the file does not change what is recorded
 * @ctx: filled in
 * @inode: inode of the file
 *
 * Such a file can be written in an instance that is read-only as well: it clears the
 * records, or selects how they are printed.
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EPERM if the kernel is locked down; -ENODEV if the instance was
 * removed.
 */
int tracing_file_ctx_get_output(struct tracing_file_ctx *ctx, struct inode *inode)
{
	return file_ctx_get(ctx, inode, false);
}

/**
 * tracing_file_ctx_put - drop the reference to the instance of a file
 * @ctx: filled in by one of the two functions above
 *
 * Context: task, may sleep; takes instance_lock.
 */
void tracing_file_ctx_put(struct tracing_file_ctx *ctx)
{
	instance_unpin(ctx->tr);
}
