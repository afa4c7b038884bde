// SPDX-License-Identifier: GPL-2.0
/*
 * The directories of instances: made, filled and removed as these come and go.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/slab.h>

#include "internal.h"

static struct tracefs_node tracing_instances;

/* The directories that every instance has in its top directory. */
static int dir_fill(struct tracing_dir *dir, struct tracefs_node *top)
{
	int ret;

	if (!zalloc_cpumask_var(&dir->pipe_cpus, GFP_KERNEL))
		return -ENOMEM;
	ret = tracing_node_add(dir, &dir->events, top, "events",
			       &tracing_events_kind);
	if (!ret)
		ret = tracing_node_add(dir, &dir->options, top, "options",
				       &tracing_options_kind);
	if (!ret)
		ret = tracing_node_add(dir, &dir->per_cpu, top, "per_cpu",
				       &tracing_per_cpu_kind);
	if (!ret)
		ret = tracing_per_cpu_add(dir);
	return ret;
}

static int dir_created(struct trace_array *tr)
{
	struct tracing_dir *dir;
	int ret;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&instance_lock);

	dir = kzalloc(sizeof(*dir), GFP_KERNEL);
	if (!dir)
		return -ENOMEM;
	refcount_set(&dir->refs, 1);
	mutex_init(&dir->pipe_lock);
	INIT_LIST_HEAD(&dir->systems);
	dir->tr = tr;
	dir->persistent = tr->persistent;

	ret = -ENOMEM;
	dir->name = kstrdup(tr->name, GFP_KERNEL);
	if (dir->name)
		ret = tracing_node_add(dir, &dir->top, &tracing_instances,
				       dir->name, &tracing_top_kind);
	if (!ret)
		ret = dir_fill(dir, &dir->top);
	if (ret) {
		dir->tr = NULL;
		tracefs_node_remove(&dir->top);
		tracing_dir_put(dir);
		return ret;
	}

	tr->fs = dir;
	return 0;
}

static void dir_removed(struct trace_array *tr)
{
	struct tracing_dir *dir = tr->fs;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&instance_lock);

	if (!dir)
		return;
	tr->fs = NULL;
	dir->tr = NULL;
	tracing_events_remove(dir);
	tracefs_node_remove(&dir->top);
	tracing_dir_put(dir);
}

static void dir_file_added(struct trace_event_file *file)
{
	struct tracing_dir *dir = file->tr->fs;

	if (dir && dir->filled)
		tracing_event_add(file);
}

static void dir_file_removed(struct trace_event_file *file)
{
	if (file->tr->fs)
		tracing_event_remove(file);
}

static void dir_tracer_added(const struct tracer *tracer)
{
	if (tracing_options_init(tracer))
		pr_warn("no room for the options of tracer %s\n",
			tracer->entry.name);
}

static struct instance_listener dir_listener = {
	.created = dir_created,
	.removed = dir_removed,
	.file_added = dir_file_added,
	.file_removed = dir_file_removed,
	.tracer_added = dir_tracer_added,
};

/* mkdir(2) and rmdir(2) in instances/ */

static int instances_mkdir(struct tracefs_node *node, const char *name)
{
	struct trace_array *tr;

	tr = instance_add(name, NULL);
	if (IS_ERR(tr))
		return PTR_ERR(tr);
	instance_unpin(tr);
	return 0;
}

static int instances_rmdir(struct tracefs_node *node, const char *name)
{
	return instance_remove(name);
}

const struct tracefs_kind tracing_instances_kind = {
	.mode = 0750,
	.mkdir = instances_mkdir,
	.rmdir = instances_rmdir,
};

static struct vfsmount *tracing_automount(struct dentry *mntpt, void *unused)
{
	return tracefs_submount(mntpt);
}

static int __init tracing_init(void)
{
	int ret;

	instance_global.fs = &tracing_top;
	tracefs_top_set(&tracing_top_kind, &tracing_top);
	ret = dir_fill(&tracing_top, NULL);
	if (!ret)
		ret = tracefs_node_add(&tracing_instances, NULL, "instances",
				       &tracing_instances_kind, &tracing_top);
	if (!ret)
		ret = instance_listen(&dir_listener);
	if (ret)
		pr_err("tracing: no files: %d\n", ret);
	scoped_guard(mutex, &event_mutex)
		tracing_events_add(&tracing_top);

	/* Where it was mounted before it had a mount point of its own. */
	debugfs_create_automount("tracing", NULL, tracing_automount, NULL);
	return ret;
}
fs_initcall(tracing_init);
