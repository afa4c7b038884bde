// SPDX-License-Identifier: GPL-2.0
/*
 * The instance and CPU that an open control file refers to.
 *
 * The directories of an instance are removed before the memory of the instance is
 * freed, but a task may have looked up a path by then. Its open(2) finds the struct
 * tracing_dir, which the node pins, with a NULL instance; or, while the removal
 * waits for its locks, with an instance that is being removed. Every open of a
 * control file gets its reference in tracing_file_ctx_get(), which fails in both
 * cases.
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

/**
 * tracing_file_ctx_get - get the instance and CPU that a file refers to
 * @ctx: filled in
 * @inode: inode of the file
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EPERM if the kernel is locked down; -ENODEV if the instance was
 * removed.
 */
int tracing_file_ctx_get(struct tracing_file_ctx *ctx, struct inode *inode)
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

	ctx->dir = dir;
	ctx->tr = tr;
	ctx->cpu = file_ctx_cpu(dir, node);
	return 0;
}

/**
 * tracing_file_ctx_put - drop the reference to the instance of a file
 * @ctx: filled in by tracing_file_ctx_get()
 *
 * Context: task, may sleep; takes instance_lock.
 */
void tracing_file_ctx_put(struct tracing_file_ctx *ctx)
{
	instance_unpin(ctx->tr);
}
