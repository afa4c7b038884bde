// SPDX-License-Identifier: GPL-2.0
/*
 * Event files: one struct trace_event_file for each event in each instance,
 * and how it is switched.
 *
 * An event is *connected* (EVENT_FILE_FL_ENABLED) while its probe hangs on the
 * tracepoint. The user switches it; users in soft mode, who only want the probe
 * to be called, are counted in @sm_ref. While there are such, a file that the
 * user has off stays connected, but SOFT_DISABLED.
 *
 * Locking: event_mutex for everything here. Flags are read by probes; whoever
 * changes them may be followed by a record that saw the old ones.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

static struct kmem_cache *file_cache;
static unsigned int copies_wanted;

/* Systems */

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

void instance_system_get(struct instance_system *system)
{
	refcount_inc(&system->ref);
}

void instance_system_put(struct instance_system *system)
{
	if (!refcount_dec_and_test(&system->ref))
		return;
	kfree(system->filter);
	kfree_const(system->name);
	kfree(system);
}

static struct instance_system *system_make(struct trace_array *tr,
					   const char *name)
{
	struct instance_system *system;

	/* Events of a system mostly come one after the other. */
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
	/* The name of a module's system goes with the module. */
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

static void system_leave(struct trace_event_file *file)
{
	struct instance_system *system = file->system;

	list_del(&file->in_system);
	if (--system->count)
		return;
	list_del(&system->list);
	instance_system_put(system);
}

/* Files */

void instance_file_get(struct trace_event_file *file)
{
	refcount_inc(&file->ref);
}

/* Drop a reference; true: its memory is the caller's to free. */
static bool file_unref(struct trace_event_file *file)
{
	if (!refcount_dec_and_test(&file->ref))
		return false;
	/* That may go only when nobody can find it any more. */
	WARN_ON_ONCE(!(file->flags & EVENT_FILE_FL_FREED));
	return true;
}

void instance_file_put(struct trace_event_file *file)
{
	if (file_unref(file))
		kmem_cache_free(file_cache, file);
}

static bool instance_wants_output(struct trace_array *tr)
{
	return instance_option(tr, INSTANCE_OPT_STACKTRACE) ||
	       instance_option(tr, INSTANCE_OPT_USERSTACKTRACE) ||
	       copies_wanted;
}

static unsigned long file_flags(struct trace_array *tr,
				struct trace_event_call *call)
{
	unsigned long flags = 0;

	if (call->flags & TRACE_EVENT_FL_NO_SET_FILTER)
		flags |= EVENT_FILE_FL_NO_SET_FILTER;
	if (instance_pids_filter_events(tr))
		flags |= EVENT_FILE_FL_PID_FILTER;
	if (instance_wants_output(tr))
		flags |= EVENT_FILE_FL_OUTPUT;
	return flags;
}

static int file_add(struct trace_array *tr, struct trace_event_call *call)
{
	struct instance_system *system;
	struct trace_event_file *file;

	if (tr->only && !instance_list_has(tr->only, event_system(call)))
		return 0;

	file = kmem_cache_zalloc(file_cache, GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	system = system_make(tr, event_system(call));
	if (!system) {
		kmem_cache_free(file_cache, file);
		return -ENOMEM;
	}

	file->flags = file_flags(tr, call);
	file->buffer = tr->ring;
	file->type = call->event.type;
	file->event_call = call;
	file->tr = tr;
	file->system = system;
	INIT_LIST_HEAD(&file->triggers);
	refcount_set(&file->ref, 1);
	list_add_tail(&file->list, &tr->files);
	list_add_tail(&file->in_system, &system->files);
	system->count++;
	if (file->type == TRACE_PRINT)
		tr->marker = file;
	instance_tell(file_added, file);
	return 0;
}

static void file_record(struct trace_event_file *file, unsigned int what, bool on)
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

static void file_disconnect(struct trace_event_file *file)
{
	if (!(file->flags & EVENT_FILE_FL_ENABLED))
		return;
	file_record(file, TRACE_COMM_NAME, false);
	file_record(file, TRACE_COMM_TGID, false);
	event_file_disable(file);
	event_file_flags(file, EVENT_FILE_FL_ENABLED, 0);
}

static int file_connect(struct trace_event_file *file)
{
	struct trace_array *tr = file->tr;
	int ret;

	if (file->flags & EVENT_FILE_FL_ENABLED)
		return 0;
	ret = instance_expand(tr);
	if (ret)
		return ret;
	if (instance_option(&instance_global, INSTANCE_OPT_RECORD_CMD))
		file_record(file, TRACE_COMM_NAME, true);
	if (instance_option(tr, INSTANCE_OPT_RECORD_TGID))
		file_record(file, TRACE_COMM_TGID, true);
	ret = event_file_enable(file);
	if (ret) {
		file_record(file, TRACE_COMM_NAME, false);
		file_record(file, TRACE_COMM_TGID, false);
		pr_info("event trace: Could not enable event %s\n",
			trace_event_name(file->event_call));
		return ret;
	}
	event_file_flags(file, 0, EVENT_FILE_FL_ENABLED |
			 EVENT_FILE_FL_WAS_ENABLED);
	return 0;
}

int instance_file_set(struct trace_event_file *file, bool on)
{
	bool soft = atomic_read(&file->sm_ref);
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!event_can_enable(file->event_call))
		return -EINVAL;
	if (!on) {
		if (!soft)
			file_disconnect(file);
		else if (file->flags & EVENT_FILE_FL_ENABLED)
			event_file_flags(file, 0, EVENT_FILE_FL_SOFT_DISABLED);
		return 0;
	}
	ret = file_connect(file);
	if (!ret)
		event_file_flags(file, EVENT_FILE_FL_SOFT_DISABLED, 0);
	return ret;
}

int instance_file_soft(struct trace_event_file *file, bool on)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!on) {
		if (atomic_dec_return(&file->sm_ref) > 0)
			return 0;
		event_file_flags(file, EVENT_FILE_FL_SOFT_MODE, 0);
		if (file->flags & EVENT_FILE_FL_SOFT_DISABLED) {
			file_disconnect(file);
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
	ret = file_connect(file);
	if (ret) {
		event_file_flags(file, EVENT_FILE_FL_SOFT_MODE |
				 EVENT_FILE_FL_SOFT_DISABLED, 0);
		atomic_dec(&file->sm_ref);
	}
	return ret;
}

/* Of a file that leaves its instance: files_wait() and instance_files_free() follow. */
static void file_detach(struct trace_event_file *file)
{
	file_disconnect(file);
	instance_tell(file_removed, file);
	event_file_flags(file, 0, EVENT_FILE_FL_FREED);
	system_leave(file);
}

/* Probes have a file as their data until a grace period after the disconnect. */
static void files_wait(const struct list_head *gone)
{
	struct trace_event_file *file;

	list_for_each_entry(file, gone, list) {
		if (!(file->flags & EVENT_FILE_FL_WAS_ENABLED))
			continue;
		tracepoint_synchronize_unregister();
		return;
	}
}

/* Files are freed by so many: those of an instance are next to each other. */
#define FILES_BULK	32

/* Who still has a file open does not look at what it is linked to. */
void instance_files_free(struct list_head *gone)
{
	struct trace_event_file *file, *next;
	void *bulk[FILES_BULK];
	size_t nr = 0;

	list_for_each_entry_safe(file, next, gone, list) {
		if (file_unref(file))
			bulk[nr++] = file;
		if (nr < FILES_BULK)
			continue;
		kmem_cache_free_bulk(file_cache, nr, bulk);
		nr = 0;
	}
	if (nr)
		kmem_cache_free_bulk(file_cache, nr, bulk);
}

struct trace_event_file *instance_file_find(struct trace_array *tr,
					    const char *system,
					    const char *event)
{
	struct instance_system *in = instance_system_find(tr, system);
	struct trace_event_file *file;

	if (!in)
		return NULL;
	list_for_each_entry(file, &in->files, in_system) {
		if (!strcmp(trace_event_name(file->event_call), event))
			return file;
	}
	return NULL;
}

/* All files */

int instance_files_create(struct trace_array *tr)
{
	struct trace_event_call *call;
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(call, &event_calls, list) {
		ret = file_add(tr, call);
		if (ret)
			break;
	}
	return ret;
}

/* The instance goes. Its files are freed when probes are done with all of it. */
void instance_files_detach(struct trace_array *tr, struct list_head *gone)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->files, list)
		file_detach(file);
	list_splice_init(&tr->files, gone);
}

/* Keep names (or thread groups) for files that are on; NULL: everywhere. */
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
				file_record(file, what, on);
		}
	}
}

void instance_files_flag(struct trace_array *tr, unsigned long flag, bool on)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->files, list)
		event_file_flags(file, flag, on ? flag : 0);
}

void instance_files_output(struct trace_array *tr)
{
	instance_files_flag(tr, EVENT_FILE_FL_OUTPUT, instance_wants_output(tr));
}

void instance_copies_want(bool want)
{
	struct trace_array *tr;

	guard(mutex)(&event_mutex);
	copies_wanted += want ? 1 : -1;
	instance_for_each(tr)
		instance_files_output(tr);
}

/* Events that come and go */

static int files_call_added(struct trace_event_call *call)
{
	struct trace_array *tr;
	int ret;

	instance_for_each(tr) {
		ret = file_add(tr, call);
		if (!ret)
			continue;
		pr_warn("No memory for the event %s\n", trace_event_name(call));
		return ret;
	}
	return 0;
}

static bool files_call_busy(struct trace_event_call *call)
{
	struct trace_event_file *file;
	struct trace_array *tr;

	instance_for_each(tr) {
		file = instance_file_find(tr, event_system(call),
					  trace_event_name(call));
		if (file && file->event_call == call &&
		    (file->flags & EVENT_FILE_FL_ENABLED))
			return true;
	}
	return false;
}

static void files_call_removing(struct trace_event_call *call)
{
	struct trace_event_file *file, *next;
	struct trace_array *tr;
	LIST_HEAD(gone);

	instance_for_each(tr) {
		list_for_each_entry_safe(file, next, &tr->files, list) {
			if (file->event_call != call)
				continue;
			file_detach(file);
			list_move_tail(&file->list, &gone);
			break;
		}
	}
	files_wait(&gone);
	/* Nobody will know what its records are, or take them for another event's. */
	list_for_each_entry(file, &gone, list) {
		if (file->flags & EVENT_FILE_FL_WAS_ENABLED)
			instance_forget(file->tr);
	}
	instance_files_free(&gone);
}

static struct event_listener files_listener = {
	.added = files_call_added,
	.busy = files_call_busy,
	.removing = files_call_removing,
};

/* The global instance is in the list: it gets its files as events turn up. */
void __init instance_files_init(void)
{
	file_cache = KMEM_CACHE(trace_event_file, SLAB_PANIC);
	event_listen(&files_listener);
}
