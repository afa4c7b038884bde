// SPDX-License-Identifier: GPL-2.0
/*
 * What an open file is about.
 *
 * A directory is removed before its instance's memory goes, but a path may have
 * been looked up by then. Such an open finds the struct tracing_dir, which the
 * node keeps, without an instance; or, while the removal waits for its locks, with
 * an instance that is dead. Every open of a control file takes its reference in
 * tracing_file_ctx_get(), where both are refused.
 */
#include <linux/security.h>
#include <linux/slab.h>

#include "internal.h"

struct tracing_dir tracing_top = {
	.tr = &instance_global,
	.systems = LIST_HEAD_INIT(tracing_top.systems),
	.refs = REFCOUNT_INIT(1),
	.pipe_lock = __MUTEX_INITIALIZER(tracing_top.pipe_lock),
};

/* The CPU whose directory @node is, or all. */
static int at_cpu(const struct tracing_dir *dir, struct tracefs_node *node)
{
	struct tracing_cpu *pc = container_of(node, struct tracing_cpu, node);

	if (dir->cpus && pc >= dir->cpus && pc < dir->cpus + nr_cpu_ids)
		return pc->cpu;
	return RING_BUFFER_ALL_CPUS;
}

/**
 * tracing_file_ctx_get - find out what a file is about, and keep it
 * @at: filled in
 * @inode: of the file
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: 0; -EPERM: the kernel is locked down; -ENODEV: the instance is gone.
 */
int tracing_file_ctx_get(struct tracing_file_ctx *at, struct inode *inode)
{
	struct tracefs_node *node = tracefs_inode_node(inode);
	struct tracing_dir *dir = node->data;
	struct trace_array *tr;
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;

	scoped_guard(mutex, &instance_lock)
		tr = instance_try_get_locked(dir->tr);
	if (!tr)
		return -ENODEV;

	at->dir = dir;
	at->tr = tr;
	at->cpu = at_cpu(dir, node);
	return 0;
}

/**
 * tracing_file_ctx_put - the file is closed
 * @at: what tracing_file_ctx_get() filled in
 *
 * Context: task, may sleep; takes instance_lock.
 */
void tracing_file_ctx_put(struct tracing_file_ctx *at)
{
	instance_unpin(at->tr);
}

/**
 * tracing_dir_put - a node of an instance's directories was released
 * @dir: the directories
 *
 * Context: task, may sleep.
 */
void tracing_dir_put(struct tracing_dir *dir)
{
	if (!refcount_dec_and_test(&dir->refs))
		return;
	free_cpumask_var(dir->pipe_cpus);
	kfree(dir->cpus);
	kfree(dir->name);
	kfree(dir);
}

/* struct tracefs_kind.release of nodes that are part of a struct tracing_dir. */
void tracing_node_release(struct tracefs_node *node)
{
	tracing_dir_put(node->data);
}

/**
 * tracing_node_add - add a directory to those of an instance
 * @dir: the directories
 * @node: the new one; its kind's release() has to call tracing_dir_put()
 * @parent: where it stands; NULL for the root
 * @name: of it; not copied
 * @kind: of it
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int tracing_node_add(struct tracing_dir *dir, struct tracefs_node *node,
		     struct tracefs_node *parent, const char *name,
		     const struct tracefs_kind *kind)
{
	int ret;

	refcount_inc(&dir->refs);
	ret = tracefs_node_add(node, parent, name, kind, dir);
	if (ret)
		tracing_dir_put(dir);
	return ret;
}
