// SPDX-License-Identifier: GPL-2.0
/*
 * A trace event that is made at run time: its fields from a table, its class its
 * own, and a list of the instances that it is on in.
 *
 * Locking: event_mutex. Who writes records walks the list under RCU.
 */
#include <linux/ctype.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "dynevent.h"

static int link_connect(struct dynevent_call *pc, struct trace_event_file *file,
			bool first)
{
	int ret = pc->join ? pc->join(pc, file, true) : 0;

	if (ret || !first || !pc->connect)
		return ret;
	ret = pc->connect(pc, true);
	if (ret && pc->join)
		pc->join(pc, file, false);
	return ret;
}

static int link_add(struct dynevent_call *pc, struct trace_event_file *file)
{
	bool first = list_empty(&pc->links);
	struct dynevent_link *link;
	int ret;

	link = kzalloc(sizeof(*link), GFP_KERNEL);
	if (!link)
		return -ENOMEM;
	link->file = file;
	list_add_tail_rcu(&link->list, &pc->links);
	ret = link_connect(pc, file, first);
	if (ret) {
		list_del_rcu(&link->list);
		kfree_rcu(link, rcu);
	}
	return ret;
}

static void link_del(struct dynevent_call *pc, struct trace_event_file *file)
{
	struct dynevent_link *link;

	list_for_each_entry(link, &pc->links, list) {
		if (link->file != file)
			continue;
		list_del_rcu(&link->list);
		kfree_rcu(link, rcu);
		break;
	}
	if (list_empty(&pc->links) && pc->connect)
		pc->connect(pc, false);
	if (pc->join)
		pc->join(pc, file, false);
}

static int call_reg(struct trace_event_call *call, enum trace_reg type,
		    void *data)
{
	struct dynevent_call *pc = dynevent_call_of(call);

	switch (type) {
	case TRACE_REG_REGISTER:
		lockdep_assert_held(&event_mutex);
		return link_add(pc, data);
	case TRACE_REG_UNREGISTER:
		lockdep_assert_held(&event_mutex);
		link_del(pc, data);
		return 0;
	default:
		return pc->perf ? pc->perf(pc, type, data) : -EOPNOTSUPP;
	}
}

static int call_define(struct dynevent_call *pc, const struct event_field *row)
{
	int ret = 0;

	for (; row->type && !ret; row++)
		ret = trace_define_field(&pc->call, row->type, row->name,
					 row->offset, row->size, row->is_signed,
					 row->filter);
	return ret;
}

/* As event/ frees the fields of events that it has taken up. */
static void call_undefine(struct dynevent_call *pc)
{
	struct list_head *pos, *next;

	list_for_each_safe(pos, next, &pc->class.fields) {
		list_del(pos);
		kfree(pos);
	}
}

/* Give it a class, fields and an id. */
static int call_begin(struct dynevent_call *pc, const char *system, const char *name,
		      const struct event_field *fields, const char *print_fmt,
		      int flags)
{
	int ret;

	INIT_LIST_HEAD(&pc->links);
	INIT_LIST_HEAD(&pc->class.fields);
	pc->class.system = system;
	pc->class.reg = call_reg;
	pc->call.class = &pc->class;
	pc->call.name = name;
	pc->call.event.funcs = &pc->funcs;
	pc->call.print_fmt = print_fmt;
	pc->call.flags = TRACE_EVENT_FL_DYNAMIC | flags;

	ret = call_define(pc, fields);
	if (!ret && !event_call_register(&pc->call))
		ret = -ENODEV;
	if (ret)
		call_undefine(pc);
	return ret;
}

static void call_end(struct dynevent_call *pc)
{
	unregister_trace_event(&pc->call.event);
	call_undefine(pc);
}

int dynevent_call_add(struct dynevent_call *pc, const char *system, const char *name,
		      const struct event_field *fields, const char *print_fmt,
		      int flags)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = event_call_find(system, name) ? -EEXIST : 0;
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;

	ret = call_begin(pc, system, name, fields, print_fmt, flags);
	if (ret)
		return ret;
	ret = trace_add_event_call(&pc->call);
	if (ret)
		call_end(pc);
	return ret;
}

int dynevent_call_add_unseen(struct dynevent_call *pc, const char *system,
			     const struct event_field *fields,
			     const char *print_fmt, int flags)
{
	return call_begin(pc, system, system, fields, print_fmt, flags);
}

void dynevent_call_remove_unseen(struct dynevent_call *pc)
{
	call_end(pc);
}

int dynevent_call_remove(struct dynevent_call *pc)
{
	return trace_remove_event_call(&pc->call);
}

bool dynevent_call_busy(struct dynevent_call *pc)
{
	return trace_event_dyn_busy(&pc->call) ||
	       !list_empty_careful(&pc->links);
}

bool dynevent_name_good(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (*++name) {
		if (!isalnum(*name) && *name != '_')
			return false;
	}
	return true;
}
