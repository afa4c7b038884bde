/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dynevent/: dynamic events, which users and kernel code create at run time.
 *
 * Owns:      the registry of kinds of dynamic events, the list of the events, the
 *            files dynamic_events, synthetic_events, kprobe_events, kprobe_profile,
 *            uprobe_events and uprobe_profile; synthetic events; kprobe events
 *            (kprobe*.c), uprobe events (uprobe*.c), fprobe events (fprobe*.c),
 *            tracepoint probes (tprobe.c) and event probes (eprobe.c), whose records
 *            consist of fetch arguments (args.h); user events (user*.c);
 *            the commands that kernel code puts together (struct dynevent_cmd).
 * Layer:     5. Other components use synthetic events by struct event_synth of
 *            event/.
 * Contexts:  control in task context, may sleep; records are written in any
 *            context.
 * Locks:     dynevent_lock > event_mutex. dynevent_lock protects the list of
 *            events.
 *
 * A kind of dynamic events is one file: it ends with dynevent_kind_register(),
 * parses its commands in .create, embeds a struct dynevent, and has a struct
 * dynevent_call turned into a trace event by dynevent_call_add().
 */
#ifndef _KERNEL_TRACE_DYNEVENT_H
#define _KERNEL_TRACE_DYNEVENT_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/trace_events.h>

#include "../lib/lib.h"
#include "../event/event.h"
#include "../instance/instance.h"

struct dynevent_kind;

/**
 * struct dynevent - an event of the file dynamic_events
 * @list: node in dynevent_list, in the order of creation. Lock: dynevent_lock
 * @by_name: node in the hash of all dynamic events by name. Lock: dynevent_lock
 * @name: name of the event, without its system
 * @kind: the kind of the event
 */
struct dynevent {
	struct list_head list;
	struct hlist_node by_name;
	const char *name;
	const struct dynevent_kind *kind;
};

/**
 * struct dynevent_kind - a kind of dynamic events
 * @entry: registry entry; the name appears in no user interface
 * @create: creates the event that @command defines, e.g. "s:name u64 x", and adds
 *	it by dynevent_add(). -ECANCELED if @command is not of this kind. Context:
 *	task, no locks held.
 * @show: prints the command that creates the event, without a newline
 * @profile: prints a line with the number of hits; for kinds with a profile file
 * @busy: whether the event is in use and cannot be removed
 * @match: whether "-:[system/]event args" refers to the event, which has the name
 *	@event, unless that is empty. @system is NULL if it is not given.
 * @remove: removes the event, dynevent_del() included, and frees it or leaves that to
 *	@flush; or returns -EBUSY
 * @flush: frees the events that @remove has left to it; called after one or more calls
 *	of @remove, so that they can share what takes long. May be NULL.
 * @module_load: called when a module is loaded, before its init function runs. May
 *	be NULL.
 * @module_unload: called when a module is unloaded, after its exit function, or if
 *	its init function has failed. May be NULL.
 *
 * Context of all operations but @create: task, dynevent_lock held.
 */
struct dynevent_kind {
	struct trace_registry_entry entry;
	int (*create)(const char *command);
	int (*show)(struct seq_file *m, struct dynevent *ev);
	int (*profile)(struct seq_file *m, struct dynevent *ev);
	bool (*busy)(struct dynevent *ev);
	bool (*match)(struct dynevent *ev, const char *system,
		      const char *event, int argc, const char **argv);
	int (*remove)(struct dynevent *ev);
	void (*flush)(void);
	void (*module_load)(struct dynevent *ev, struct module *mod);
	void (*module_unload)(struct dynevent *ev, struct module *mod);
};

extern struct mutex dynevent_lock;
extern struct list_head dynevent_list;

/* Walk all dynamic events. Context: dynevent_lock held. */
#define dynevent_for_each(_ev)						\
	list_for_each_entry(_ev, &dynevent_list, list)

int dynevent_kind_register(struct dynevent_kind *kind);

void dynevent_add(struct dynevent *ev, const struct dynevent_kind *kind,
		  const char *name);
void dynevent_del(struct dynevent *ev);

struct dynevent *dynevent_find(const struct dynevent_kind *kind, const char *name);

int dynevent_delete(const char *command, const struct dynevent_kind *kind);

int dynevent_delete_all(const struct dynevent_kind *kind);

/* Files of one kind of dynamic events. */
void dynevent_files_create(struct dynevent_kind *kind, const char *events,
			   const char *profile);
int dynevent_file_open(struct file *file,
		       int (*show)(struct seq_file *m, struct dynevent *ev),
		       struct dynevent_kind *kind);
int dynevent_file_release(struct inode *inode, struct file *file);
ssize_t
dynevent_file_write(const char __user *ubuf, size_t count, loff_t *ppos,
		    const struct dynevent_kind *kind,
		    int (*run)(char *command, const struct dynevent_kind *kind));

/* The trace event of a dynamic event: event_call.c */

/**
 * struct dynevent_call - a trace event created at run time
 * @call: the trace event; filled in by dynevent_call_add()
 * @class: event class of this event alone; filled in by dynevent_call_add()
 * @funcs: output functions; the caller sets @funcs.trace
 * @links: struct dynevent_link of each instance that the event is enabled in. Lock:
 *	event_mutex, RCU for readers
 * @connect: called when the event is enabled in the first instance, and when it was
 *	disabled in the last one. Context: event_mutex held. May be NULL.
 * @file_enable: called for each instance, before @connect when the event is enabled
 *	there, after @connect when it is disabled. Context: event_mutex held. May be
 *	NULL.
 * @perf: handles TRACE_REG_PERF_*; NULL if perf cannot use the event
 */
struct dynevent_call {
	struct trace_event_call		call;
	struct trace_event_class	class;
	struct trace_event_functions	funcs;
	struct list_head		links;
	int (*connect)(struct dynevent_call *dcall, bool on);
	int (*file_enable)(struct dynevent_call *dcall, struct trace_event_file *file,
			   bool on);
	int (*perf)(struct dynevent_call *dcall, enum trace_reg type, void *data);
};

/**
 * struct dynevent_link - an instance that a dynamic event is enabled in
 * @list: node in dynevent_call::links
 * @file: the event file
 * @rcu: frees the link after a grace period
 */
struct dynevent_link {
	struct list_head	list;
	struct trace_event_file	*file;
	struct rcu_head		rcu;
};

/* Walk the instances that an event is enabled in. Context: any, preemption off. */
#define dynevent_call_for_each(_dcall, _link)				\
	list_for_each_entry_rcu(_link, &(_dcall)->links, list,		\
				rcu_read_lock_sched_held())

/**
 * dynevent_call_of - get the dynamic event of a trace event
 * @call: the trace event, which is a dynamic one
 *
 * Context: any.
 * Return: the dynamic event.
 */
static inline struct dynevent_call *dynevent_call_of(struct trace_event_call *call)
{
	return container_of(call, struct dynevent_call, call);
}

int dynevent_call_add(struct dynevent_call *dcall, const char *system,
		      const char *name, const struct event_field *fields,
		      const char *print_fmt, int flags);

int dynevent_call_remove(struct dynevent_call *dcall);

int dynevent_call_add_anonymous(struct dynevent_call *dcall, const char *system,
				const struct event_field *fields,
				const char *print_fmt, int flags);
void dynevent_call_remove_anonymous(struct dynevent_call *dcall);

bool dynevent_call_busy(struct dynevent_call *dcall);

bool dynevent_name_valid(const char *name);

/* Commands that kernel code puts together */
void dynevent_cmd_init(struct dynevent_cmd *cmd, char *buf, int size,
		       enum dynevent_type type, dynevent_create_fn_t run);

int dynevent_cmd_add(struct dynevent_cmd *cmd, const char *text);
int dynevent_cmd_add_pair(struct dynevent_cmd *cmd, const char *lhs,
			  const char *rhs, char op, char end);

#endif /* _KERNEL_TRACE_DYNEVENT_H */
