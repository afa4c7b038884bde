// SPDX-License-Identifier: GPL-2.0
/*
 * Trace events created at run time: the fields are given by a table, each event has
 * an event class of its own, and a list of the instances that it is enabled in.
 *
 * Locking: event_mutex. Writers of records walk the list under RCU.
 */
#include <linux/ctype.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "dynevent.h"

static int dynevent_call_link_connect(struct dynevent_call *dcall,
				      struct trace_event_file *file, bool first)
{
	int ret = dcall->file_enable ? dcall->file_enable(dcall, file, true) : 0;

	if (ret || !first || !dcall->connect)
		return ret;
	ret = dcall->connect(dcall, true);
	if (ret && dcall->file_enable)
		dcall->file_enable(dcall, file, false);
	return ret;
}

static int dynevent_call_link_add(struct dynevent_call *dcall,
				  struct trace_event_file *file)
{
	bool first = list_empty(&dcall->links);
	struct dynevent_link *link;
	int ret;

	link = kzalloc(sizeof(*link), GFP_KERNEL);
	if (!link)
		return -ENOMEM;
	link->file = file;
	list_add_tail_rcu(&link->list, &dcall->links);
	ret = dynevent_call_link_connect(dcall, file, first);
	if (ret) {
		list_del_rcu(&link->list);
		kfree_rcu(link, rcu);
	}
	return ret;
}

static void dynevent_call_link_del(struct dynevent_call *dcall,
				   struct trace_event_file *file)
{
	struct dynevent_link *link;

	list_for_each_entry(link, &dcall->links, list) {
		if (link->file != file)
			continue;
		list_del_rcu(&link->list);
		kfree_rcu(link, rcu);
		break;
	}
	if (list_empty(&dcall->links) && dcall->connect)
		dcall->connect(dcall, false);
	if (dcall->file_enable)
		dcall->file_enable(dcall, file, false);
}

static int dynevent_call_reg(struct trace_event_call *call, enum trace_reg type,
			     void *data)
{
	struct dynevent_call *dcall = dynevent_call_of(call);

	switch (type) {
	case TRACE_REG_REGISTER:
		lockdep_assert_held(&event_mutex);
		return dynevent_call_link_add(dcall, data);
	case TRACE_REG_UNREGISTER:
		lockdep_assert_held(&event_mutex);
		dynevent_call_link_del(dcall, data);
		return 0;
	default:
		return dcall->perf ? dcall->perf(dcall, type, data) : -EOPNOTSUPP;
	}
}

static int dynevent_call_define_fields(struct dynevent_call *dcall,
				       const struct event_field *row)
{
	int ret = 0;

	for (; row->type && !ret; row++)
		ret = trace_define_field(&dcall->call, row->type, row->name,
					 row->offset, row->size, row->is_signed,
					 row->filter);
	return ret;
}

/* Free the fields like event/ does for events that it has registered. */
static void dynevent_call_free_fields(struct dynevent_call *dcall)
{
	struct list_head *pos, *next;

	list_for_each_safe(pos, next, &dcall->class.fields) {
		list_del(pos);
		kfree(pos);
	}
}

/* Set up class and fields, and register the event type. */
static int dynevent_call_register(struct dynevent_call *dcall, const char *system,
				  const char *name,
				  const struct event_field *fields,
				  const char *print_fmt, int flags)
{
	int ret;

	INIT_LIST_HEAD(&dcall->links);
	INIT_LIST_HEAD(&dcall->class.fields);
	dcall->class.system = system;
	dcall->class.reg = dynevent_call_reg;
	dcall->call.class = &dcall->class;
	dcall->call.name = name;
	dcall->call.event.funcs = &dcall->funcs;
	dcall->call.print_fmt = print_fmt;
	dcall->call.flags = TRACE_EVENT_FL_DYNAMIC | flags;

	ret = dynevent_call_define_fields(dcall, fields);
	if (!ret && !event_call_register(&dcall->call))
		ret = -ENODEV;
	if (ret)
		dynevent_call_free_fields(dcall);
	return ret;
}

static void dynevent_call_unregister(struct dynevent_call *dcall)
{
	unregister_trace_event(&dcall->call.event);
	dynevent_call_free_fields(dcall);
}

/**
 * dynevent_call_add - create a trace event
 * @dcall: the event; functions and operations are set, everything else is zero
 * @system: system of the event; must live as long as @dcall
 * @name: name of the event; must live as long as @dcall
 * @fields: the fields: type, name, offset, size, is_signed and filter of each,
 *	terminated by one without a type; their texts must live as long as @dcall
 * @print_fmt: text after "print fmt: "; must live as long as @dcall
 * @flags: TRACE_EVENT_FL_* in addition to TRACE_EVENT_FL_DYNAMIC
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EEXIST if there is such an event; -ENODEV if no event type is left;
 * -ENOMEM.
 */
int dynevent_call_add(struct dynevent_call *dcall, const char *system,
		      const char *name, const struct event_field *fields,
		      const char *print_fmt, int flags)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = event_call_find(system, name) ? -EEXIST : 0;
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;

	ret = dynevent_call_register(dcall, system, name, fields, print_fmt, flags);
	if (ret)
		return ret;
	ret = trace_add_event_call(&dcall->call);
	if (ret)
		dynevent_call_unregister(dcall);
	return ret;
}

/**
 * dynevent_call_add_anonymous - create an event for one perf counter
 * @dcall: as for dynevent_call_add()
 * @system: as for dynevent_call_add(); also the name of the event
 * @fields: as for dynevent_call_add()
 * @print_fmt: as for dynevent_call_add()
 * @flags: as for dynevent_call_add()
 *
 * The event has no event file in any instance and is not found by its name.
 *
 * Context: task, may sleep.
 * Return: 0; -ENODEV if no event type is left; -ENOMEM.
 */
int dynevent_call_add_anonymous(struct dynevent_call *dcall, const char *system,
				const struct event_field *fields,
				const char *print_fmt, int flags)
{
	return dynevent_call_register(dcall, system, system, fields, print_fmt, flags);
}

/**
 * dynevent_call_remove_anonymous - remove an event without a name
 * @dcall: from dynevent_call_add_anonymous(); the perf counter is closed
 *
 * Context: task, may sleep.
 */
void dynevent_call_remove_anonymous(struct dynevent_call *dcall)
{
	dynevent_call_unregister(dcall);
}

/**
 * dynevent_call_remove - remove a trace event
 * @dcall: from dynevent_call_add()
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EBUSY if the event is in use.
 */
int dynevent_call_remove(struct dynevent_call *dcall)
{
	return trace_remove_event_call(&dcall->call);
}

/**
 * dynevent_call_busy - test whether a trace event is in use
 * @dcall: from dynevent_call_add()
 *
 * Context: any; takes no lock, so the result may be outdated.
 * Return: true if the event is enabled, or if there is a reference to it.
 */
bool dynevent_call_busy(struct dynevent_call *dcall)
{
	return trace_event_dyn_busy(&dcall->call) ||
	       !list_empty_careful(&dcall->links);
}

/**
 * dynevent_name_valid - check the name of a system, event or field
 * @name: the text
 *
 * Context: any.
 * Return: true if @name is a C identifier.
 */
bool dynevent_name_valid(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (*++name) {
		if (!isalnum(*name) && *name != '_')
			return false;
	}
	return true;
}
