// SPDX-License-Identifier: GPL-2.0
/*
 * The life of instances: how one is made, found, held and taken away.
 *
 * An instance is in instance_list for as long as it is alive. Who uses it
 * counts in @users; it can only be removed when nobody does, and who still has
 * its address then gets NULL from instance_pin().
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/**
 * instance_setup - give an instance its buffer and put it in the list
 * @tr: the instance
 * @map: memory for the buffer, or NULL: then it is tiny, to begin with
 *
 * Context: task, may sleep; instance_lock held (or boot).
 * Return: 0 or -ENOMEM.
 */
int instance_setup(struct trace_array *tr, const struct instance_map *map)
{
	unsigned int flags = 0;

	tr->tracer = &instance_nop;
	init_rwsem(&tr->taking);
	instance_snapshot_init(tr);
	instance_max_init(tr);
	if (!alloc_cpumask_var(&tr->cpumask, GFP_KERNEL))
		return -ENOMEM;
	cpumask_copy(tr->cpumask, cpu_all_mask);

	if (instance_option(tr, INSTANCE_OPT_OVERWRITE))
		flags = RB_FL_OVERWRITE;
	if (map)
		tr->ring = instance_map_ring(tr, map, flags);
	else
		tr->ring = ring_buffer_alloc(1, flags);
	if (!tr->ring)
		goto no_ring;
	if (!tr->persistent)
		tr->bytes = instance_default_bytes;
	ring_buffer_set_clock(tr->ring, trace_clock_table[tr->clock].fn);

	if (instance_pids_create(tr))
		goto no_pids;
	list_add_tail(&tr->list, &instance_list);
	return 0;

no_pids:
	ring_buffer_free(tr->ring);
no_ring:
	free_cpumask_var(tr->cpumask);
	return -ENOMEM;
}

static void instance_free(struct trace_array *tr)
{
	trace_error_log_clear(&tr->errors);
	kfree(tr->name);
	kfree(tr->only);
	kfree(tr);
}

/*
 * Undoes what instance_create_locked() did after instance_setup(), and that. Its
 * files were taken away already, into @files.
 */
static void instance_unmake(struct trace_array *tr, struct list_head *files)
{
	instance_funcs_remove(tr);
	instance_pids_stop(tr);
	list_del(&tr->list);

	/* Nobody finds it any more. Probes and trace_printk() may be looking at it. */
	tracepoint_synchronize_unregister();
	instance_files_free(files);
	instance_pids_free(tr);
	instance_snapshot_exit(tr);
	instance_max_exit(tr);
	ring_buffer_free(tr->ring);
	free_cpumask_var(tr->cpumask);
	instance_free(tr);
}

static struct trace_array *instance_alloc(const char *name, const char *systems)
{
	struct trace_array *tr = kzalloc(sizeof(*tr), GFP_KERNEL);

	if (!tr)
		return NULL;
	INIT_LIST_HEAD(&tr->files);
	INIT_LIST_HEAD(&tr->systems);
	tr->buffer_percent = instance_global.buffer_percent;
	tr->options = instance_global.options & ~INSTANCE_OPTIONS_OWN;
	tr->name = kstrdup(name, GFP_KERNEL);
	if (systems)
		tr->only = kstrdup(systems, GFP_KERNEL);
	if (!tr->name || (systems && !tr->only)) {
		instance_free(tr);
		return NULL;
	}
	return tr;
}

static int instance_tell_created(struct trace_array *tr)
{
	struct instance_listener *pos;
	int ret;

	list_for_each_entry(pos, &instance_listeners, node) {
		ret = pos->created ? pos->created(tr) : 0;
		if (ret)
			goto undo;
	}
	return 0;

undo:
	list_for_each_entry_continue_reverse(pos, &instance_listeners, node) {
		if (pos->removed)
			pos->removed(tr);
	}
	return ret;
}

/**
 * instance_try_get_locked - take a reference to an instance, if it may be used
 * @tr: the instance, or NULL
 *
 * This is the only place that counts a user of an instance. Removal marks the
 * instance dead under instance_lock and frees it some time later, when it has the
 * locks again; so whoever found the instance has to ask here, under the same
 * lock under which he found it.
 *
 * Context: task, may sleep; instance_lock held, since @tr was found.
 * Return: @tr, to be given back by instance_unpin(); or NULL: there is none, or it
 * is being removed.
 */
struct trace_array *instance_try_get_locked(struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	if (!tr || tr->dead)
		return NULL;
	tr->users++;
	return tr;
}

static struct trace_array *instance_find_locked(const char *name)
{
	struct trace_array *tr;

	lockdep_assert_held(&instance_lock);

	instance_for_each(tr) {
		if (tr->name && !strcmp(tr->name, name))
			return tr;
	}
	return NULL;
}

static struct trace_array *
instance_create_locked(const char *name, const char *systems,
		       const struct instance_map *map)
{
	struct trace_array *tr;
	LIST_HEAD(files);
	int ret;

	if (instance_find_locked(name))
		return ERR_PTR(-EEXIST);

	tr = instance_alloc(name, systems);
	if (!tr)
		return ERR_PTR(-ENOMEM);
	ret = instance_setup(tr, map);
	if (ret) {
		instance_free(tr);
		return ERR_PTR(ret);
	}
	ret = instance_funcs_create(tr);
	if (!ret)
		ret = instance_files_create(tr);
	if (!ret)
		ret = instance_tell_created(tr);
	if (ret) {
		instance_files_detach(tr, &files);
		instance_unmake(tr, &files);
		return ERR_PTR(ret);
	}
	return instance_try_get_locked(tr);
}

struct trace_array *instance_add(const char *name, const char *systems)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	return instance_create_locked(name, systems, NULL);
}

struct trace_array *__init
instance_add_mapped(const char *name, const struct instance_map *map)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	return instance_create_locked(name, NULL, map);
}

/* If nobody uses @tr, nobody can any more: instance_try_get_locked() refuses it. */
static int instance_close_locked(struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	if (tr->dead)
		return -ENODEV;
	if (tr->users || tr->tracer_pins)
		return -EBUSY;
	tr->dead = true;
	return 0;
}

static void instance_remove_closed(struct trace_array *tr)
{
	struct instance_listener *pos;
	LIST_HEAD(files);

	/* Commands hold events and snapshots, and take the locks to let go. */
	instance_funcs_close(tr);

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	instance_tracer_set_locked(tr, "nop");
	instance_printk_dest_reset(tr);
	instance_files_detach(tr, &files);
	list_for_each_entry_reverse(pos, &instance_listeners, node) {
		if (pos->removed)
			pos->removed(tr);
	}
	instance_unmake(tr, &files);
}

int instance_remove(const char *name)
{
	struct trace_array *tr;
	int ret;

	scoped_guard(mutex, &instance_lock) {
		tr = instance_find_locked(name);
		ret = tr ? instance_close_locked(tr) : -ENODEV;
	}
	if (!ret)
		instance_remove_closed(tr);
	return ret;
}

/* The instance at @tr, which may be only an address by now; or NULL. */
static struct trace_array *instance_listed(struct trace_array *tr)
{
	struct trace_array *pos;

	lockdep_assert_held(&instance_lock);

	instance_for_each(pos) {
		if (pos == tr)
			return tr;
	}
	return NULL;
}

struct trace_array *instance_pin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	return instance_try_get_locked(instance_listed(tr));
}

struct trace_array *instance_find(const char *name)
{
	guard(mutex)(&instance_lock);
	return instance_try_get_locked(instance_find_locked(name));
}

void instance_unpin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	WARN_ON_ONCE(--tr->users < 0);
}

/**
 * instance_listen - hear of instances and tracers
 * @listener: what to call
 *
 * It is told at once of all that are there already.
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0, or what listener->created() says.
 */
int instance_listen(struct instance_listener *listener)
{
	struct trace_array *tr;
	struct tracer *tracer;
	int ret;

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	list_add_tail(&listener->node, &instance_listeners);
	instance_for_each(tr) {
		if (instance_is_global(tr) || !listener->created)
			continue;
		ret = listener->created(tr);
		if (ret)
			return ret;
	}
	if (!listener->tracer_added)
		return 0;
	guard(mutex)(&instance_tracers.lock);
	trace_registry_for_each(&instance_tracers, tracer, entry)
		listener->tracer_added(tracer);
	return 0;
}

/**
 * trace_array_get_by_name - find an instance or make it
 * @name: of its directory under instances/
 * @systems: event systems, separated by commas, that a new instance has;
 *	NULL for all
 *
 * Context: task, may sleep.
 * Return: the instance with a reference that trace_array_put() gives back, or
 * NULL.
 */
struct trace_array *trace_array_get_by_name(const char *name,
					    const char *systems)
{
	struct trace_array *tr;

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	tr = instance_find_locked(name);
	if (tr)
		return instance_try_get_locked(tr);
	tr = instance_create_locked(name, systems, NULL);
	return IS_ERR(tr) ? NULL : tr;
}
EXPORT_SYMBOL_GPL(trace_array_get_by_name);

/**
 * trace_array_put - give back what trace_array_get_by_name() gave
 * @tr: the instance, or NULL
 *
 * Context: task, may sleep.
 */
void trace_array_put(struct trace_array *tr)
{
	if (tr)
		instance_unpin(tr);
}
EXPORT_SYMBOL_GPL(trace_array_put);

/**
 * trace_array_destroy - take an instance away
 * @tr: the instance, without a reference
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: NULL; -ENODEV: it is gone already; -EBUSY: it is in use.
 */
int trace_array_destroy(struct trace_array *tr)
{
	int ret;

	if (!tr)
		return -EINVAL;

	scoped_guard(mutex, &instance_lock) {
		if (!instance_listed(tr))
			return -ENODEV;
		if (instance_is_global(tr))
			return -EBUSY;
		ret = instance_close_locked(tr);
	}
	if (!ret)
		instance_remove_closed(tr);
	return ret;
}
EXPORT_SYMBOL_GPL(trace_array_destroy);
