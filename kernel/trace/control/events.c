// SPDX-License-Identifier: GPL-2.0
/*
 * The directory events/: a directory per system, and per event in it.
 *
 * Directories of events are made when the event comes, those of an instance not
 * before somebody looks into its events/; they are removed when the event goes.
 * tracefs_node_remove() may not be the end of them, since somebody may
 * stand in one. So each keeps nothing of the event but a pointer that is
 * cleared under event_mutex.
 */
#include <linux/array_size.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* enable, of an event, a system or all */

/**
 * struct enable_file - an open file enable
 * @at: the instance
 * @event: of one event, or
 * @system: of one system; both NULL: of all
 */
struct enable_file {
	struct tracing_file_ctx		at;
	struct trace_event_file		*event;
	struct instance_system		*system;
};

static int enable_show(struct seq_file *m, void *v)
{
	struct enable_file *ef = m->private;
	int ret = 0;

	mutex_lock(&event_mutex);
	if (ef->event) {
		if (tracing_event_gone(ef->event))
			ret = -ENODEV;
		else
			seq_printf(m, "%d%s\n", instance_file_is_on(ef->event),
				   ef->event->flags & EVENT_FILE_FL_SOFT_MODE ?
				   "*" : "");
	} else if (ef->system && !ef->system->count) {
		ret = -ENODEV;
	} else {
		seq_printf(m, "%c\n",
			   instance_events_state(ef->at.tr, ef->system ?
						 ef->system->name : NULL));
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int enable_set(struct enable_file *ef, bool on)
{
	int ret = -ENODEV;

	if (!ef->event)
		return instance_events_set(ef->at.tr, NULL, ef->system ?
					   ef->system->name : NULL,
					   NULL, NULL, on);
	mutex_lock(&event_mutex);
	if (!tracing_event_gone(ef->event))
		ret = instance_file_set(ef->event, on);
	mutex_unlock(&event_mutex);
	return ret;
}

static ssize_t enable_write(struct file *file, const char __user *ubuf,
			    size_t count, loff_t *ppos)
{
	struct seq_file *m = file->private_data;
	unsigned long val;
	int ret;

	ret = tracing_number(ubuf, count, &val);
	if (ret)
		return ret;
	if (val > 1)
		return -EINVAL;
	ret = enable_set(m->private, val);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

static void enable_free(struct enable_file *ef)
{
	if (ef->event)
		instance_file_put(ef->event);
	if (ef->system)
		instance_system_put(ef->system);
	if (ef->at.tr)
		tracing_file_ctx_put(&ef->at);
	kfree(ef);
}

/* In tracefs_entry.which: what is enabled. */
enum enable_what {
	ENABLE_ALL,
	ENABLE_SYSTEM,
	ENABLE_EVENT,
};

static int enable_find(struct enable_file *ef, struct inode *inode)
{
	int ret = tracing_file_ctx_get(&ef->at, inode);

	if (ret)
		return ret;
	switch (tracefs_inode_entry(inode)->which) {
	case ENABLE_SYSTEM:
		ef->system = tracing_system_of(inode);
		return ef->system ? 0 : -ENODEV;
	case ENABLE_EVENT:
		ef->event = tracing_event_of(inode);
		return ef->event ? 0 : -ENODEV;
	}
	return 0;
}

static int enable_open(struct inode *inode, struct file *file)
{
	struct enable_file *ef = kzalloc(sizeof(*ef), GFP_KERNEL);
	int ret;

	if (!ef)
		return -ENOMEM;
	ret = enable_find(ef, inode);
	if (!ret)
		ret = single_open(file, enable_show, ef);
	if (ret)
		enable_free(ef);
	return ret;
}

static int enable_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	enable_free(m->private);
	return single_release(inode, file);
}

static const struct tracing_seq_ops enable_ops = {
	.open		= enable_open,
	.write		= enable_write,
	.llseek		= tracing_seek,
	.release	= enable_release,
};

#define ENABLE_FILE(_what)						\
	{								\
		TRACING_SEQ("enable", 0640, enable_ops),		\
		.which = (_what),					\
	}

/* The tables of events/, events/SYSTEM and events/SYSTEM/EVENT */

static int header_page_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	return event_header_page_show(m, at->tr->ring);
}

static int header_event_show(struct seq_file *m, const struct tracing_file_ctx *at)
{
	return event_header_event_show(m);
}

static const struct tracing_value header_page_value = {
	.show = header_page_show,
};

static const struct tracing_value header_event_value = {
	.show = header_event_show,
};

static const struct tracefs_entry events_entries[] = {
	ENABLE_FILE(ENABLE_ALL),
	TRACING_VALUE("header_event", 0440, header_event_value),
	TRACING_VALUE("header_page", 0440, header_page_value),
};

/* Thousands of directories, which most instances are never asked for. */
static int events_fill(struct tracefs_node *node)
{
	struct tracing_dir *dir = node->data;

	guard(mutex)(&event_mutex);
	if (dir->tr && !dir->filled)
		tracing_events_add(dir);
	return 0;
}

const struct tracefs_kind tracing_events_kind = {
	.mode = 0755,
	.nr_entries = ARRAY_SIZE(events_entries),
	.entries = events_entries,
	.fill = events_fill,
	.release = tracing_node_release,
};

static void system_release(struct tracefs_node *node)
{
	struct tracing_system *sys;

	sys = container_of(node, struct tracing_system, node);
	tracing_dir_put(node->data);
	kfree_const(sys->name);
	kfree(sys);
}

static const struct tracefs_entry system_entries[] = {
	ENABLE_FILE(ENABLE_SYSTEM),
	TRACING_SEQ_FILE("filter", 0640, tracing_system_filter_ops),
};

static const struct tracefs_kind system_kind = {
	.mode = 0755,
	.nr_entries = ARRAY_SIZE(system_entries),
	.entries = system_entries,
	.release = system_release,
};

/* The system of the built-in entries: none can be enabled. */
static const struct tracefs_kind system_builtin_kind = {
	.mode = 0755,
	.release = system_release,
};

static void event_release(struct tracefs_node *node)
{
	struct eventfs_inode *ei;

	ei = container_of(node, struct eventfs_inode, node);
	tracing_dir_put(node->data);
	kfree_const(ei->name);
	kfree(ei);
}

#define EVENT_FILE_FOPS(_name, _mode, _fops, _ops)			\
	.name = (_name), .mode = (_mode), .fops = &(_fops),		\
	.arg = (unsigned long)&(_ops)

#define EVENT_FILE(_name, _mode, _ops)					\
	EVENT_FILE_FOPS(_name, _mode, tracing_event_fops, _ops)

/* All that there can be of an event. Each kind of event has the first few. */
static const struct tracefs_entry event_entries[] = {
	{ EVENT_FILE("format", 0440, tracing_event_format_ops) },
	{
		EVENT_FILE_FOPS("hist", 0440, tracing_event_poll_fops,
				tracing_event_control_ops),
		.condition = TRACING_WITH_HIST,
	},
	{ EVENT_FILE("id", 0440, tracing_event_id_ops) },
	{ EVENT_FILE("trigger", 0640, tracing_event_control_ops) },
	{ EVENT_FILE("filter", 0640, tracing_event_filter_ops) },
	ENABLE_FILE(ENABLE_EVENT),
};

#define EVENT_KIND(_name, _count)					\
	static const struct tracefs_kind _name##_kind = {		\
		.mode = 0755,						\
		.nr_entries = (_count),					\
		.entries = event_entries,				\
		.visible = tracing_visible,				\
		.release = event_release,				\
	}

/*
 * Of all events; of those that perf can count; of what is written into
 * trace_marker; of those a user can enable.
 */
EVENT_KIND(event_bare, 2);
EVENT_KIND(event_counted, 3);
EVENT_KIND(event_marker, 4);
EVENT_KIND(event_full, ARRAY_SIZE(event_entries));

static const struct tracefs_kind *event_kind(struct trace_event_call *call)
{
	if (event_can_enable(call))
		return &event_full_kind;
	if (call->event.type == TRACE_PRINT)
		return &event_marker_kind;
	if (call->event.type && call->class->reg)
		return &event_counted_kind;
	return &event_bare_kind;
}

/* Events that come and go */

static struct tracing_system *system_find(struct tracing_dir *dir,
					  struct instance_system *system)
{
	struct tracing_system *sys;

	list_for_each_entry(sys, &dir->systems, list) {
		if (sys->system != system)
			continue;
		/* Events of a system come one behind the other. */
		list_move(&sys->list, &dir->systems);
		return sys;
	}
	return NULL;
}

static struct tracing_system *system_add(struct tracing_dir *dir,
					 struct instance_system *system,
					 bool builtin)
{
	struct tracing_system *sys;

	sys = kzalloc(sizeof(*sys), GFP_KERNEL);
	if (!sys)
		return NULL;
	sys->system = system;
	sys->name = kstrdup_const(system->name, GFP_KERNEL);
	if (!sys->name ||
	    tracing_node_add(dir, &sys->node, &dir->events, sys->name,
			     builtin ? &system_builtin_kind : &system_kind)) {
		kfree_const(sys->name);
		kfree(sys);
		return NULL;
	}
	list_add(&sys->list, &dir->systems);
	return sys;
}

static void system_drop(struct tracing_system *sys)
{
	list_del(&sys->list);
	sys->system = NULL;
	tracefs_node_remove(&sys->node);
}

static int event_dir_add(struct tracing_dir *dir, struct tracing_system *sys,
			 struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;
	struct eventfs_inode *ei;
	int ret = -ENOMEM;

	ei = kzalloc(sizeof(*ei), GFP_KERNEL);
	if (!ei)
		return ret;
	ei->sys = sys;
	ei->file = file;
	ei->name = kstrdup_const(trace_event_name(call), GFP_KERNEL);
	refcount_inc(&dir->refs);
	if (ei->name)
		ret = eventfs_create_dir(ei->name, &ei->node, &sys->node,
					 event_kind(call), dir);
	if (ret) {
		tracing_dir_put(dir);
		kfree_const(ei->name);
		kfree(ei);
		return ret;
	}
	file->ei = ei;
	sys->events++;
	return 0;
}

/**
 * tracing_event_add - an event has come: make its directory
 * @file: the event in an instance
 *
 * Context: task, may sleep; event_mutex held.
 */
void tracing_event_add(struct trace_event_file *file)
{
	struct instance_system *system = file->system;
	struct tracing_dir *dir = file->tr->fs;
	struct tracing_system *sys;

	lockdep_assert_held(&event_mutex);

	if (file->ei)
		return;
	sys = system_find(dir, system);
	if (!sys)
		sys = system_add(dir, system,
				 !event_can_enable(file->event_call));
	if (!sys || event_dir_add(dir, sys, file)) {
		pr_warn("no directory for the event %s:%s\n", system->name,
			trace_event_name(file->event_call));
		if (sys && !sys->events)
			system_drop(sys);
	}
}

/**
 * tracing_events_add - make the directories of all events
 * @dir: the directories of an instance
 *
 * Context: task, may sleep; event_mutex held.
 */
void tracing_events_add(struct tracing_dir *dir)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &dir->tr->files, list)
		tracing_event_add(file);
	dir->filled = true;
}

/**
 * tracing_event_remove - an event is about to go: remove its directory
 * @file: the event in an instance
 *
 * Context: task, may sleep; event_mutex held.
 */
void tracing_event_remove(struct trace_event_file *file)
{
	struct eventfs_inode *ei = file->ei;
	struct tracing_system *sys;

	lockdep_assert_held(&event_mutex);

	if (!ei)
		return;
	file->ei = NULL;
	ei->file = NULL;
	sys = ei->sys;
	tracefs_node_remove(&ei->node);
	if (!--sys->events)
		system_drop(sys);
}

/**
 * tracing_events_remove - an instance goes: forget all its events
 * @dir: the directories of the instance
 *
 * Context: task, may sleep; event_mutex held.
 */
void tracing_events_remove(struct tracing_dir *dir)
{
	struct tracing_system *sys, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(sys, next, &dir->systems, list)
		system_drop(sys);
}
