// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime of instances: creation, lookup, references and removal.
 *
 * An instance is in instance_list from creation to removal. trace_array::users
 * counts its references; it can only be removed when there are none. instance_pin()
 * of an address returns NULL after the instance at that address was removed.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/list.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

#include "internal.h"

/**
 * instance_setup - allocate the ring buffer of an instance and add it to the list
 * @tr: the instance
 * @region: memory for the ring buffer, or NULL for one of minimal size
 *
 * Context: task, may sleep; instance_lock held, except for the global instance at
 * boot.
 * Return: 0 or -ENOMEM.
 */
int instance_setup(struct trace_array *tr, const struct instance_persist_region *region)
{
	unsigned int flags = 0;

	tr->tracer = &instance_nop;
	tr->syscall_data_bytes = CONFIG_TRACE_SYSCALL_BUF_SIZE_DEFAULT;
	init_rwsem(&tr->read_rwsem);
	instance_snapshot_init(tr);
	instance_max_init(tr);
	if (!alloc_cpumask_var(&tr->cpumask, GFP_KERNEL))
		return -ENOMEM;
	cpumask_copy(tr->cpumask, cpu_all_mask);

	if (instance_option(tr, INSTANCE_OPT_OVERWRITE))
		flags = RB_FL_OVERWRITE;
	if (region)
		tr->ring = instance_persist_ring(tr, region, flags);
	else
		tr->ring = ring_buffer_alloc(1, flags);
	if (!tr->ring)
		goto no_ring;
	tr->writers = tr->ring->writers;
	if (!tr->persistent)
		tr->bytes = instance_default_bytes;
	ring_buffer_set_clock(tr->ring, trace_clock_table[tr->clock].fn);

	if (instance_pids_create(tr))
		goto no_pids;
	instance_marks_create(tr);
	if (INSTANCE_HAS_MAPPINGS)
		instance_mappings_create(tr);
	list_add_tail(&tr->list, &instance_list);
	return 0;

no_pids:
	ring_buffer_free(tr->ring);
	vfree(tr->copy);
no_ring:
	free_cpumask_var(tr->cpumask);
	return -ENOMEM;
}

static void instance_free(struct trace_array *tr)
{
	trace_error_log_clear(&tr->errors);
	instance_last_boot_free(tr);
	kfree(tr->name);
	kfree(tr->only_systems);
	kfree(tr);
}

static void instance_free_deferred(struct trace_deferred *item)
{
	struct trace_array *tr = container_of(item, struct trace_array, deferred);

	instance_files_free(&tr->files);
	instance_pids_free(tr);
	instance_cgroups_free(tr);
	instance_snapshot_exit(tr);
	instance_max_exit(tr);
	ring_buffer_free(tr->ring);
	vfree(tr->copy);
	instance_ops_free(tr);
	free_cpumask_var(tr->cpumask);
	instance_free(tr);
}

/*
 * Undo instance_add_locked(). The event files were moved to the list @files before
 * by instance_files_detach().
 */
static void instance_destroy(struct trace_array *tr, struct list_head *files)
{
	instance_ops_remove(tr);
	instance_pids_stop(tr);
	instance_cgroups_stop(tr);
	instance_snapshot_drop(tr);
	instance_marks_remove(tr);
	if (INSTANCE_HAS_MAPPINGS)
		instance_mappings_remove(tr);
	list_del(&tr->list);
	list_splice_init(files, &tr->files);
	/* Probes, callbacks for functions and trace_printk() can still use the instance. */
	trace_defer(&tr->deferred, instance_free_deferred);
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
		tr->only_systems = kstrdup(systems, GFP_KERNEL);
	if (!tr->name || (systems && !tr->only_systems)) {
		instance_free(tr);
		return NULL;
	}
	return tr;
}

static int instance_notify_created(struct trace_array *tr)
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
 * instance_pin_locked - take a reference to an instance that was just looked up
 * @tr: the instance, or NULL
 *
 * All references are taken here. Removal marks the instance dead under instance_lock
 * and frees it after it has dropped and retaken the lock. A caller must therefore
 * look up the instance and call this function without releasing instance_lock in
 * between.
 *
 * Context: task; instance_lock held.
 * Return: @tr, to be released with instance_unpin(); NULL if @tr is NULL or is being
 * removed.
 */
struct trace_array *instance_pin_locked(struct trace_array *tr)
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
instance_add_locked(const char *name, const char *systems,
		    const struct instance_persist_region *region)
{
	struct trace_array *tr;
	LIST_HEAD(files);
	int ret;

	if (instance_find_locked(name))
		return ERR_PTR(-EEXIST);

	tr = instance_alloc(name, systems);
	if (!tr)
		return ERR_PTR(-ENOMEM);
	ret = instance_setup(tr, region);
	if (ret) {
		instance_free(tr);
		return ERR_PTR(ret);
	}
	ret = instance_ops_create(tr);
	if (!ret)
		ret = instance_files_create(tr);
	if (!ret)
		ret = instance_notify_created(tr);
	if (ret) {
		instance_files_detach(tr, &files);
		instance_destroy(tr, &files);
		return ERR_PTR(ret);
	}
	return instance_pin_locked(tr);
}

/**
 * instance_add - create an instance
 * @name: name of its directory below instances/; copied
 * @systems: comma-separated list of the event systems that it has, or NULL for all
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: the instance with a reference; ERR_PTR() of -EEXIST, -ENOMEM or the error
 * of a listener.
 */
struct trace_array *instance_add(const char *name, const char *systems)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	return instance_add_locked(name, systems, NULL);
}

/**
 * instance_add_persistent - create an instance with a persistent ring buffer
 * @name: name of its directory below instances/; copied
 * @region: memory for the ring buffer
 *
 * Context: boot, may sleep; takes event_mutex and instance_lock.
 * Return: the instance with a reference, or an ERR_PTR() as instance_add().
 */
struct trace_array *__init
instance_add_persistent(const char *name, const struct instance_persist_region *region)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);
	return instance_add_locked(name, NULL, region);
}

/* Mark @tr dead if it has no users. instance_pin_locked() then returns NULL. */
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

	/* Commands take both mutexes to release their events and snapshots. */
	instance_ops_close(tr);

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	instance_tracer_set_locked(tr, "nop");
	instance_printk_dest_reset(tr);
	instance_files_detach(tr, &files);
	list_for_each_entry_reverse(pos, &instance_listeners, node) {
		if (pos->removed)
			pos->removed(tr);
	}
	instance_destroy(tr, &files);
}

/**
 * instance_remove - remove an instance
 * @name: name of its directory below instances/
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0; -ENODEV if there is no such instance; -EBUSY if it has users.
 */
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

static void instance_removal(struct work_struct *work)
{
	instance_remove_closed(container_of(work, struct trace_array, removal));
}

/*
 * Nothing can be recorded in an instance that is read-only, so that it is of no use when
 * its records were consumed or cleared. The task that did so may hold locks of the
 * instance's files, so a worker removes them.
 */
static void instance_remove_if_empty(struct trace_array *tr)
{
	lockdep_assert_held(&instance_lock);

	if (!tr->read_only || !ring_buffer_empty(tr->ring) || instance_close_locked(tr))
		return;
	INIT_WORK(&tr->removal, instance_removal);
	queue_work(system_unbound_wq, &tr->removal);
}

/* Return @tr if it is in the list, else NULL: its memory may have been freed. */
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

/**
 * instance_pin - take a reference to an instance
 * @tr: address of the instance, which may have been freed since
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: @tr, to be released with instance_unpin(); NULL if there is no instance at
 * this address or it is being removed.
 */
struct trace_array *instance_pin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	return instance_pin_locked(instance_listed(tr));
}

/**
 * instance_find - look up an instance by name and take a reference
 * @name: name of its directory below instances/
 *
 * Context: task, may sleep; takes instance_lock.
 * Return: the instance, to be released with instance_unpin(); NULL if there is none
 * or it is being removed.
 */
struct trace_array *instance_find(const char *name)
{
	guard(mutex)(&instance_lock);
	return instance_pin_locked(instance_find_locked(name));
}

/**
 * instance_unpin - release a reference to an instance
 * @tr: the instance
 *
 * An instance that is read-only and has no records left is removed with its last
 * reference.
 *
 * Context: task, may sleep; takes instance_lock.
 */
void instance_unpin(struct trace_array *tr)
{
	guard(mutex)(&instance_lock);
	WARN_ON_ONCE(--tr->users < 0);
	instance_remove_if_empty(tr);
}

/**
 * instance_listener_register - register callbacks for changes of instances
 * @listener: the callbacks; never unregistered
 *
 * Calls created() for each instance and tracer_added() for each tracer that exist
 * already.
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0 or the error of listener->created().
 */
int instance_listener_register(struct instance_listener *listener)
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
 * trace_array_get_by_name - look up an instance by name, or create it
 * @name: name of its directory below instances/
 * @systems: comma-separated list of the event systems that a new instance has; NULL
 *	for all
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: the instance with a reference, to be released with trace_array_put(); NULL
 * if it is being removed or could not be created.
 */
struct trace_array *trace_array_get_by_name(const char *name,
					    const char *systems)
{
	struct trace_array *tr;

	guard(mutex)(&event_mutex);
	guard(mutex)(&instance_lock);

	tr = instance_find_locked(name);
	if (tr)
		return instance_pin_locked(tr);
	tr = instance_add_locked(name, systems, NULL);
	return IS_ERR(tr) ? NULL : tr;
}
EXPORT_SYMBOL_GPL(trace_array_get_by_name);

/**
 * trace_array_put - release the reference of trace_array_get_by_name()
 * @tr: the instance, or NULL
 *
 * Context: task, may sleep; takes instance_lock.
 */
void trace_array_put(struct trace_array *tr)
{
	if (tr)
		instance_unpin(tr);
}
EXPORT_SYMBOL_GPL(trace_array_put);

/**
 * trace_array_destroy - remove an instance
 * @tr: the instance, to which the caller has released its reference
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0; -EINVAL if @tr is NULL; -ENODEV if it was removed already; -EBUSY if it
 * has users or is the global instance.
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

static struct trace_event_file *instance_event_ref(struct trace_array *tr,
						   const char *system,
						   const char *event)
{
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);

	file = instance_file_find(tr, system, event);
	if (!file)
		return ERR_PTR(-EINVAL);
	/* The event's reference also pins its module or dynamic event. */
	if (!trace_event_try_get_ref(file->event_call))
		return ERR_PTR(-EBUSY);
	instance_file_get(file);
	return file;
}

/* The kernel-doc is in <linux/trace_events.h>. */
struct trace_event_file *trace_get_event_file(const char *instance,
					      const char *system,
					      const char *event)
{
	struct trace_array *tr = &instance_global;
	struct trace_event_file *file;

	tr = instance ? instance_find(instance) : instance_pin(tr);
	if (!tr)
		return ERR_PTR(-ENODEV);
	file = instance_event_ref(tr, system, event);
	if (IS_ERR(file))
		instance_unpin(tr);
	return file;
}
EXPORT_SYMBOL_GPL(trace_get_event_file);

/**
 * trace_put_event_file - release the references of trace_get_event_file()
 * @file: event file
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 */
void trace_put_event_file(struct trace_event_file *file)
{
	struct trace_array *tr = file->tr;

	mutex_lock(&event_mutex);
	trace_event_put_ref(file->event_call);
	instance_file_put(file);
	mutex_unlock(&event_mutex);
	instance_unpin(tr);
}
EXPORT_SYMBOL_GPL(trace_put_event_file);
