// SPDX-License-Identifier: GPL-2.0
/*
 * Event files: one struct trace_event_file for each event in each instance. Also the
 * systems that they belong to.
 *
 * An event is *connected* (EVENT_FILE_FL_ENABLED) while its probe is registered with
 * the tracepoint. It is connected if the user has enabled it, or if it is in soft
 * mode: triggers, for instance, need calls of the probe but no records.
 * trace_event_file::sm_ref counts the users of soft mode.
 * EVENT_FILE_FL_SOFT_DISABLED is set in a connected file that the user has not
 * enabled.
 *
 * Locking: event_mutex. Probes read the flags without a lock, so a probe that runs
 * while a flag is changed can still write a record according to the old value.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

static struct kmem_cache *files_cache;

/* struct instance_control.entry: files in the event directories. */
TRACE_REGISTRY(instance_controls);

/**
 * instance_control_find - get what is registered for a file in the event directories
 * @name: name of the file
 *
 * Context: task; takes the lock of instance_controls.
 * Return: the control file, or NULL if nothing is registered.
 */
struct instance_control *instance_control_find(const char *name)
{
	struct trace_registry_entry *entry = trace_registry_find(&instance_controls, name);

	return entry ? container_of(entry, struct instance_control, entry) : NULL;
}

/* Systems */

/**
 * instance_system_find - find a system of an instance
 * @tr: the instance
 * @name: name of the system
 *
 * Context: task; event_mutex held.
 * Return: the system, or NULL.
 */
struct instance_system *instance_system_find(struct trace_array *tr,
					     const char *name)
{
	struct instance_system *pos;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_reverse(pos, &tr->systems, list) {
		if (pos->name == name || !strcmp(pos->name, name))
			return pos;
	}
	return NULL;
}

/**
 * instance_system_get - take a reference to a system
 * @system: the system
 *
 * Context: task; event_mutex held.
 */
void instance_system_get(struct instance_system *system)
{
	refcount_inc(&system->ref);
}

/**
 * instance_system_put - release a reference to a system
 * @system: the system
 *
 * Context: task.
 */
void instance_system_put(struct instance_system *system)
{
	if (!refcount_dec_and_test(&system->ref))
		return;
	kfree(system->filter);
	kfree_const(system->name);
	kfree(system);
}

static struct instance_system *instance_files_system_find_or_add(struct trace_array *tr,
								 const char *name)
{
	struct instance_system *system;

	/* Most events are added directly after another event of their system. */
	if (!list_empty(&tr->files)) {
		system = list_last_entry(&tr->files, struct trace_event_file,
					 list)->system;
		if (system->name == name)
			return system;
	}
	system = instance_system_find(tr, name);
	if (system)
		return system;
	system = kzalloc(sizeof(*system), GFP_KERNEL);
	if (!system)
		return NULL;
	/* The event's string is freed with its module, so it must be copied. */
	system->name = kstrdup_const(name, GFP_KERNEL);
	if (!system->name) {
		kfree(system);
		return NULL;
	}
	system->tr = tr;
	refcount_set(&system->ref, 1);
	INIT_LIST_HEAD(&system->files);
	list_add_tail(&system->list, &tr->systems);
	return system;
}

static void instance_files_system_del_file(struct trace_event_file *file)
{
	struct instance_system *system = file->system;

	list_del(&file->in_system);
	if (--system->count)
		return;
	list_del(&system->list);
	instance_system_put(system);
}

/* Files */

/**
 * instance_file_get - take a reference to an event file
 * @file: event file
 *
 * The reference only keeps the memory. A file with EVENT_FILE_FL_FREED has been
 * removed from its instance and must not be used otherwise.
 *
 * Context: task; event_mutex held.
 */
void instance_file_get(struct trace_event_file *file)
{
	refcount_inc(&file->ref);
}

/* Release a reference. Returns true if the caller must free the memory. */
static bool instance_file_unref(struct trace_event_file *file)
{
	if (!refcount_dec_and_test(&file->ref))
		return false;
	/* The instance holds a reference until the file has been removed. */
	WARN_ON_ONCE(!(file->flags & EVENT_FILE_FL_FREED));
	return true;
}

/**
 * instance_file_put - release a reference to an event file
 * @file: event file
 *
 * Context: task.
 */
void instance_file_put(struct trace_event_file *file)
{
	if (instance_file_unref(file))
		kmem_cache_free(files_cache, file);
}

static bool instance_files_need_output(struct trace_array *tr)
{
	return instance_option(tr, INSTANCE_OPT_STACKTRACE) ||
	       instance_option(tr, INSTANCE_OPT_USERSTACKTRACE) ||
	       event_output_wanted();
}

static unsigned long instance_file_flags(struct trace_array *tr,
					 struct trace_event_call *call)
{
	unsigned long flags = 0;

	if (call->flags & TRACE_EVENT_FL_NO_SET_FILTER)
		flags |= EVENT_FILE_FL_NO_SET_FILTER;
	if (instance_filters_events(tr))
		flags |= EVENT_FILE_FL_PID_FILTER;
	if (instance_files_need_output(tr))
		flags |= EVENT_FILE_FL_OUTPUT;
	return flags;
}

static int instance_file_notify_added(struct trace_event_file *file)
{
	struct instance_listener *pos;
	int ret;

	list_for_each_entry(pos, &instance_listeners, node) {
		ret = pos->file_added ? pos->file_added(file) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/* If this fails, the caller removes the files of the event or of the instance. */
static int instance_file_add(struct trace_array *tr, struct trace_event_call *call)
{
	struct instance_system *system;
	struct trace_event_file *file;

	if (tr->only_systems && !instance_list_has(tr->only_systems, event_system(call)))
		return 0;

	file = kmem_cache_zalloc(files_cache, GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	system = instance_files_system_find_or_add(tr, event_system(call));
	if (!system) {
		kmem_cache_free(files_cache, file);
		return -ENOMEM;
	}

	file->flags = instance_file_flags(tr, call);
	file->buffer = tr->ring;
	file->writers = tr->writers;
	file->type = call->event.type;
	file->event_call = call;
	file->tr = tr;
	file->system = system;
	INIT_LIST_HEAD(&file->triggers);
	refcount_set(&file->ref, 1);
	list_add_tail(&file->list, &tr->files);
	list_add_tail(&file->in_system, &system->files);
	hlist_add_head(&file->in_call, &call->files);
	system->count++;
	if (file->type == TRACE_PRINT)
		tr->print_file = file;
	return instance_file_notify_added(file);
}

/* Start or stop recording command names or thread groups for an enabled event. */
static void instance_file_record(struct trace_event_file *file, unsigned int what, bool on)
{
	unsigned long flag = what == TRACE_COMM_NAME ?
		EVENT_FILE_FL_RECORDED_CMD : EVENT_FILE_FL_RECORDED_TGID;

	if (!!(file->flags & flag) == on)
		return;
	event_file_flags(file, flag, on ? flag : 0);
	if (on)
		trace_comm_get(what);
	else
		trace_comm_put(what);
}

/*
 * The state of RCU when an event was last disconnected from one of its files. Lock:
 * event_mutex
 */
static unsigned long instance_files_disconnected;

static void instance_file_disconnect(struct trace_event_file *file)
{
	if (!(file->flags & EVENT_FILE_FL_ENABLED))
		return;
	instance_file_record(file, TRACE_COMM_NAME, false);
	instance_file_record(file, TRACE_COMM_TGID, false);
	event_file_disable(file);
	instance_files_disconnected = get_state_synchronize_rcu();
	event_file_flags(file, EVENT_FILE_FL_ENABLED, 0);
}

static int instance_file_connect(struct trace_event_file *file)
{
	struct trace_array *tr = file->tr;
	int ret;

	if (file->flags & EVENT_FILE_FL_ENABLED)
		return 0;
	ret = instance_expand(tr);
	if (ret)
		return ret;
	if (instance_option(&instance_global, INSTANCE_OPT_RECORD_CMD))
		instance_file_record(file, TRACE_COMM_NAME, true);
	if (instance_option(tr, INSTANCE_OPT_RECORD_TGID))
		instance_file_record(file, TRACE_COMM_TGID, true);
	instance_crash_event(tr, file->event_call);
	ret = event_file_enable(file);
	if (ret) {
		instance_file_record(file, TRACE_COMM_NAME, false);
		instance_file_record(file, TRACE_COMM_TGID, false);
		pr_info("event trace: Could not enable event %s\n",
			trace_event_name(file->event_call));
		return ret;
	}
	event_file_flags(file, 0, EVENT_FILE_FL_ENABLED |
			 EVENT_FILE_FL_WAS_ENABLED);
	return 0;
}

/**
 * instance_file_set - enable or disable an event on behalf of the user
 * @file: event file
 * @on: enable if true, else disable; the event stays connected while it is in soft
 *	mode
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EINVAL if the event cannot be enabled; -ENOMEM; the error of the event
 * class.
 */
int instance_file_set(struct trace_event_file *file, bool on)
{
	bool soft = atomic_read(&file->sm_ref);
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!event_can_enable(file->event_call))
		return -EINVAL;
	if (!on) {
		if (!soft)
			instance_file_disconnect(file);
		else if (file->flags & EVENT_FILE_FL_ENABLED)
			event_file_flags(file, 0, EVENT_FILE_FL_SOFT_DISABLED);
		return 0;
	}
	ret = instance_file_connect(file);
	if (!ret)
		event_file_flags(file, EVENT_FILE_FL_SOFT_DISABLED, 0);
	return ret;
}

/**
 * instance_file_soft - add or remove a user of an event's soft mode
 * @file: event file
 * @on: add if true, else remove
 *
 * An event in soft mode is connected, but writes no records unless the user has
 * enabled it. Calls nest.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -ENOMEM; the error of the event class.
 */
int instance_file_soft(struct trace_event_file *file, bool on)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!on) {
		if (atomic_dec_return(&file->sm_ref) > 0)
			return 0;
		event_file_flags(file, EVENT_FILE_FL_SOFT_MODE, 0);
		if (file->flags & EVENT_FILE_FL_SOFT_DISABLED) {
			instance_file_disconnect(file);
			event_file_flags(file, EVENT_FILE_FL_SOFT_DISABLED, 0);
		}
		return 0;
	}

	if (atomic_inc_return(&file->sm_ref) > 1)
		return 0;
	event_file_flags(file, 0, EVENT_FILE_FL_SOFT_MODE);
	if (file->flags & EVENT_FILE_FL_ENABLED)
		return 0;
	event_file_flags(file, 0, EVENT_FILE_FL_SOFT_DISABLED);
	ret = instance_file_connect(file);
	if (ret) {
		event_file_flags(file, EVENT_FILE_FL_SOFT_MODE |
				 EVENT_FILE_FL_SOFT_DISABLED, 0);
		atomic_dec(&file->sm_ref);
	}
	return ret;
}

/*
 * Disable the event and remove the file from its system. The caller removes it from
 * the instance, and calls instance_files_wait() and instance_files_free().
 */
static void instance_file_detach(struct trace_event_file *file)
{
	instance_file_disconnect(file);
	instance_notify(file_removed, file);
	event_file_flags(file, 0, EVENT_FILE_FL_FREED);
	hlist_del(&file->in_call);
	instance_files_system_del_file(file);
}

/*
 * Probes can use their event file until a grace period after they are disconnected. It has
 * mostly passed when the event is removed.
 */
static void instance_files_wait(const struct list_head *removed)
{
	struct trace_event_file *file;

	list_for_each_entry(file, removed, list) {
		if (!(file->flags & EVENT_FILE_FL_WAS_ENABLED))
			continue;
		cond_synchronize_rcu_expedited(instance_files_disconnected);
		return;
	}
}

/* Files freed at a time: the files of an instance share slabs. */
#define FILES_BULK	32

/**
 * instance_files_free - release the instance's references to removed event files
 * @removed: list of the files
 *
 * Context: task, after all probes have finished. Files that are still open remain in
 * memory, with invalid list pointers.
 */
void instance_files_free(struct list_head *removed)
{
	struct trace_event_file *file, *next;
	void *bulk[FILES_BULK];
	size_t nr = 0;

	list_for_each_entry_safe(file, next, removed, list) {
		if (instance_file_unref(file))
			bulk[nr++] = file;
		if (nr < FILES_BULK)
			continue;
		kmem_cache_free_bulk(files_cache, nr, bulk);
		nr = 0;
	}
	if (nr)
		kmem_cache_free_bulk(files_cache, nr, bulk);
}

/**
 * instance_file_find - find an event file by name
 * @tr: the instance
 * @system: name of the system
 * @event: name of the event
 *
 * Context: task; event_mutex held. The result is valid until event_mutex is
 * released, unless the caller takes a reference.
 * Return: event file, or NULL.
 */
struct trace_event_file *instance_file_find(struct trace_array *tr, const char *system,
					    const char *event)
{
	struct trace_event_call *call = event_call_find(system, event);
	struct trace_event_file *file;

	if (!call)
		return NULL;
	hlist_for_each_entry(file, &call->files, in_call) {
		if (file->tr == tr)
			return file;
	}
	return NULL;
}

/* All files of an instance */

/**
 * instance_files_create - create the event files of a new instance
 * @tr: the instance
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -ENOMEM, upon which the caller removes the files created so far.
 */
int instance_files_create(struct trace_array *tr)
{
	struct trace_event_call *call;
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(call, &event_calls, list) {
		ret = instance_file_add(tr, call);
		if (ret)
			break;
	}
	return ret;
}

/**
 * instance_files_detach - remove all event files of an instance
 * @tr: the instance
 * @removed: the files are moved to this list, for instance_files_free()
 *
 * Context: task, may sleep; event_mutex held.
 */
void instance_files_detach(struct trace_array *tr, struct list_head *removed)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->files, list)
		instance_file_detach(file);
	list_splice_init(&tr->files, removed);
}

/**
 * instance_files_record - start or stop recording task data for all connected events
 * @what: TRACE_COMM_NAME for command names, TRACE_COMM_TGID for thread groups
 * @on: start if true, else stop
 * @tr: the instance, or NULL for all instances
 *
 * Context: task, may sleep; event_mutex held.
 */
void instance_files_record(unsigned int what, bool on, struct trace_array *tr)
{
	struct trace_event_file *file;
	struct trace_array *pos;

	lockdep_assert_held(&event_mutex);

	instance_for_each(pos) {
		if (tr && pos != tr)
			continue;
		list_for_each_entry(file, &pos->files, list) {
			if (file->flags & EVENT_FILE_FL_ENABLED)
				instance_file_record(file, what, on);
		}
	}
}

/**
 * instance_files_flag - set or clear a flag in all event files of an instance
 * @tr: the instance
 * @flag: EVENT_FILE_FL_* mask
 * @on: set if true, else clear
 *
 * Context: task; event_mutex held.
 */
void instance_files_flag(struct trace_array *tr, unsigned long flag, bool on)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->files, list)
		event_file_flags(file, flag, on ? flag : 0);
}

/**
 * instance_files_output - update EVENT_FILE_FL_OUTPUT in all files of an instance
 * @tr: the instance, one of whose options for stack traces has changed
 *
 * Context: task; event_mutex held.
 */
void instance_files_output(struct trace_array *tr)
{
	instance_files_flag(tr, EVENT_FILE_FL_OUTPUT, instance_files_need_output(tr));
}

/**
 * instance_files_output_all - update EVENT_FILE_FL_OUTPUT in all files of all instances
 *
 * Implements event_instance_ops.output_update.
 *
 * Context: task; event_mutex held.
 */
void instance_files_output_all(void)
{
	struct trace_array *tr;

	instance_for_each(tr)
		instance_files_output(tr);
}

/* Events that are added and removed at run time */

static int instance_files_call_added(struct trace_event_call *call)
{
	struct trace_array *tr;
	int ret;

	instance_for_each(tr) {
		ret = instance_file_add(tr, call);
		if (!ret)
			continue;
		pr_warn("tracing: failed to add event %s: %d\n", trace_event_name(call),
			ret);
		return ret;
	}
	return 0;
}

static bool instance_files_call_busy(struct trace_event_call *call)
{
	struct trace_event_file *file;

	hlist_for_each_entry(file, &call->files, in_call) {
		if (file->flags & EVENT_FILE_FL_ENABLED)
			return true;
	}
	return false;
}

static void instance_files_call_removing(struct trace_event_call *call)
{
	struct trace_event_file *file;
	struct hlist_node *next;
	LIST_HEAD(removed);

	hlist_for_each_entry_safe(file, next, &call->files, in_call) {
		instance_file_detach(file);
		list_move_tail(&file->list, &removed);
	}
	instance_files_wait(&removed);
	/* The event's type can be reused, so its records could be decoded wrongly. */
	list_for_each_entry(file, &removed, list) {
		if (file->flags & EVENT_FILE_FL_WAS_ENABLED)
			instance_reset_all(file->tr);
	}
	instance_files_free(&removed);
}

static struct event_listener files_listener = {
	.added = instance_files_call_added,
	.busy = instance_files_call_busy,
	.removing = instance_files_call_removing,
};

/**
 * instance_files_init - start to create event files for events that are registered
 *
 * The global instance is in instance_list already and gets the files of all events.
 *
 * Context: boot.
 */
void __init instance_files_init(void)
{
	files_cache = KMEM_CACHE(trace_event_file, SLAB_PANIC);
	event_listen(&files_listener);
}
