/* SPDX-License-Identifier: GPL-2.0 */
/*
 * probe/: events that are made while the system runs.
 *
 * Owns:     the registry of kinds of dynamic events, the list of those events,
 *           the files dynamic_events and synthetic_events; the commands that
 *           kernel code puts together (struct dynevent_cmd); synthetic events;
 *           probe events: points in the kernel's code (kprobe*.c) and on other
 *           events (eprobe.c), with arguments that are fetched there (args.h).
 * Never:    is included by another room: what others want of synthetic events
 *           they find in event/ (struct event_synth).
 * Floor:    5.
 * Contexts: control in task context, may sleep; what writes records, any.
 * Locks:    dynevent_lock > event_mutex. dynevent_lock protects the list of events.
 *
 * A kind of events is one file: it ends with dynevent_kind_register(), reads its
 * commands in .create, embeds a struct dynevent, and has a struct dynevent_call
 * made into a trace event by dynevent_call_add().
 */
#ifndef _KERNEL_TRACE_PROBE_H
#define _KERNEL_TRACE_PROBE_H

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
 * @list: place in the list, the first made first; dynevent_lock
 * @kind: what it is
 */
struct dynevent {
	struct list_head list;
	const struct dynevent_kind *kind;
};

/**
 * struct dynevent_kind - a kind of dynamic events
 * @entry: a name, for nobody to see
 * @create: make an event as @command says, e.g. "s:name u64 x", and add it by
 *	dynevent_add(). -ECANCELED: it is no command of this kind. Context:
 *	task, no locks held.
 * @show: write the command that makes it, without a newline
 * @profile: of kinds with a file for that: write a line about how often it was
 *	hit
 * @busy: can it not be removed now?
 * @match: is it what "-:[system/]event args" means? @system is NULL if it was
 *	not said.
 * @remove: take it away, dynevent_del() included, and free it; or -EBUSY
 *
 * Context of all but @create: task, dynevent_lock held.
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
};

extern struct mutex dynevent_lock;
extern struct list_head dynevent_list;

/* Walk with dynevent_lock held. */
#define dynevent_for_each(_ev)						\
	list_for_each_entry(_ev, &dynevent_list, list)

/* Kinds are asked in the order of their registration. From any initcall. */
int dynevent_kind_register(struct dynevent_kind *kind);

/* Context: dynevent_lock held. */
void dynevent_add(struct dynevent *ev, const struct dynevent_kind *kind);
void dynevent_del(struct dynevent *ev);

/*
 * Obey "-:[system/]event [args]" or "!LETTERS:[system/]event [args]". @kind:
 * only events of this kind; NULL: of all. -ENOENT: there is none; -EINVAL.
 */
int dynevent_delete(const char *command, const struct dynevent_kind *kind);

/* Delete all events, of @kind or all. -EBUSY: one is in use, none was deleted. */
int dynevent_delete_all(const struct dynevent_kind *kind);

/*
 * For files of one kind whose lines dynamic_events has, too: whoever has others
 * makes the file itself. open: O_TRUNC deletes all. write: each line that is not
 * empty (without comments) is given to @run.
 */
void dynevent_files_create(struct dynevent_kind *kind, const char *events,
			   const char *profile);
int dynevent_file_open(struct file *file, const struct dynevent_kind *kind);
ssize_t dynevent_file_write(const char __user *ubuf, size_t count, loff_t *ppos,
			    const struct dynevent_kind *kind,
			    int (*run)(char *command, const struct dynevent_kind *kind));

/* The trace event behind it */

/**
 * struct dynevent_call - a trace event made at run time
 * @call: the event; zeroed memory will do, dynevent_call_add() fills all in
 * @class: its class, of its own
 * @funcs: how it is printed; @funcs.trace is the caller's to set
 * @links: where it is on, struct dynevent_link.list, RCU
 * @connect: NULL, or called when it is on in a first place, and when it is off
 *	in the last one. Context: event_mutex held.
 * @join: NULL, or called for each place where it is on, before @connect, and
 *	where it is off, after it. Context: event_mutex held.
 * @perf: NULL (perf can't use it), or obeys TRACE_REG_PERF_*
 */
struct dynevent_call {
	struct trace_event_call		call;
	struct trace_event_class	class;
	struct trace_event_functions	funcs;
	struct list_head		links;
	int (*connect)(struct dynevent_call *pc, bool on);
	int (*join)(struct dynevent_call *pc, struct trace_event_file *file,
		    bool on);
	int (*perf)(struct dynevent_call *pc, enum trace_reg type, void *data);
};

/**
 * struct dynevent_link - a dynevent_call is on in an instance
 * @list: place in dynevent_call.links
 * @file: the event in the instance
 * @rcu: to free it
 */
struct dynevent_link {
	struct list_head	list;
	struct trace_event_file	*file;
	struct rcu_head		rcu;
};

/* Walk with preemption off. */
#define dynevent_call_for_each(_pc, _link)				\
	list_for_each_entry_rcu(_link, &(_pc)->links, list,		\
				rcu_read_lock_sched_held())

static inline struct dynevent_call *dynevent_call_of(struct trace_event_call *call)
{
	return container_of(call, struct dynevent_call, call);
}

/**
 * dynevent_call_add - make a trace event known
 * @pc: its functions and hooks set, zeroed otherwise
 * @system: of the event; lives as long as @pc
 * @name: of the event; the same
 * @fields: rows with type, name, offset, size, is_signed, filter, ended by one
 *	without a type; texts live as long as @pc
 * @print_fmt: text behind "print fmt: "; the same
 * @flags: TRACE_EVENT_FL_* beside TRACE_EVENT_FL_DYNAMIC
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EEXIST: there is such an event; -ENODEV: no id is left; -ENOMEM.
 */
int dynevent_call_add(struct dynevent_call *pc, const char *system, const char *name,
		      const struct event_field *fields, const char *print_fmt,
		      int flags);

/* 0, and nobody knows it any more; or -EBUSY. Takes event_mutex. */
int dynevent_call_remove(struct dynevent_call *pc);

/*
 * The same for an event that no instance has and no name finds: only perf, which
 * has been given it, counts it.
 */
int dynevent_call_add_unseen(struct dynevent_call *pc, const char *system,
			     const struct event_field *fields,
			     const char *print_fmt, int flags);
void dynevent_call_remove_unseen(struct dynevent_call *pc);

/* Is it on anywhere, or kept? Context: takes no lock. */
bool dynevent_call_busy(struct dynevent_call *pc);

/* May it be the name of a system, event or field? */
bool dynevent_name_good(const char *name);

/* Commands of kernel code */
void dynevent_command_init(struct dynevent_cmd *cmd, char *buf, int size,
			   enum dynevent_type type, dynevent_create_fn_t run);

/* Append. 0; -E2BIG (the command is unusable then); -EINVAL: NULL. */
int dynevent_command_add(struct dynevent_cmd *cmd, const char *text);
int dynevent_command_pair(struct dynevent_cmd *cmd, const char *lhs,
			  const char *rhs, char op, char end);

#endif /* _KERNEL_TRACE_PROBE_H */
