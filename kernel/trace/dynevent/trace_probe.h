/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What kprobe events, uprobe events and event probes share. A trace_probe is one location that
 * fires a dynamic event. Several trace_probes may write records of the same event,
 * if their fetch arguments have the same layout in the records:
 *
 *	struct trace_entry, addresses as trace_probe_type::ips names them, arguments
 *
 * Locking: dynevent_lock protects all of it; event_mutex, in addition, protects the
 * list of the trace_probes of an event, and enabling and disabling them.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_TRACE_PROBE_H
#define _KERNEL_TRACE_DYNEVENT_TRACE_PROBE_H

#include "args.h"
#include "cmd_head.h"
#include "dynevent.h"

struct trace_probe_event;
struct trace_probe;

/**
 * struct trace_probe_type - trace_probes whose records differ in the arguments only
 * @kind: the kind of dynamic events
 * @flags: TRACE_EVENT_FL_* of the event
 * @ips: names of the addresses in a record, terminated by NULL
 * @head: printf format of the addresses
 * @head_args: arguments of @head, or NULL
 * @print: prints a record
 * @reg: registers the trace_probe where it fires, disabled, even if its event has users.
 *	If it is passed the head of a command, it reports errors to error_log. May be
 *	NULL, and @unreg with it.
 * @unreg: undoes @reg; the handlers no longer run when it returns, unless there is
 *	@release
 * @unreg_many: undoes @reg of the trace_probes of a list, by trace_probe.ev.list; for
 *	types whose @unreg waits, so that one wait is enough for all. It is called later,
 *	by one task at a time, without dynevent_lock. It is the same function for all types
 *	that have it; others have NULL.
 * @release: completes @unreg after the handlers have returned, for types whose @unreg
 *	does not wait. It is called by trace_defer(), and @free after it. NULL for others.
 * @enable: makes the handlers run. Context: event_mutex held.
 * @disable: undoes @enable; the handlers may still run. Context: event_mutex held.
 * @sync: waits until handlers that ran before @disable of one or more trace_probes
 *	have returned. May be NULL if @unreg waits, or if there is @release.
 * @target: a user of the event begins or ceases to want its hits in a task, or in
 *	all tasks: called before the event has the new user, and after it has lost
 *	it. The user is a perf counter, or the instances if that is NULL. NULL for a
 *	type that does not distinguish tasks. Context: event_mutex held.
 * @file_enable: enables or disables the trace_probe for one instance, or for perf if
 *	the event file is NULL, in place of the four operations above. Context:
 *	event_mutex held.
 * @location: returns the text of the location, allocated
 * @same: whether two trace_probes of this type have the same location; NULL if an
 *	event has only one trace_probe
 * @free: frees the trace_probe
 */
struct trace_probe_type {
	struct dynevent_kind	*kind;
	int			flags;
	const char		*ips[3];
	const char		*head;
	const char		*head_args;
	enum print_line_t (*print)(struct trace_iterator *iter, int flags,
				   struct trace_event *event);
	int (*reg)(struct trace_probe *tp, const struct dynevent_head *head);
	void (*unreg)(struct trace_probe *tp);
	void (*unreg_many)(struct list_head *probes);
	void (*release)(struct trace_probe *tp);
	int (*enable)(struct trace_probe *tp);
	void (*disable)(struct trace_probe *tp);
	void (*sync)(void);
	int (*target)(struct trace_probe_event *tpe, struct perf_event *counter, bool on);
	int (*file_enable)(struct trace_probe *tp, struct trace_event_file *file,
			   bool on);
	char *(*location)(const struct trace_probe *tp);
	bool (*same)(const struct trace_probe *a, const struct trace_probe *b);
	void (*free)(struct trace_probe *tp);
};

/**
 * struct trace_probe - one location that fires a dynamic event
 * @ev: the event in the list of dynamic events; then in one for unreg_many()
 * @removed: node in the list of removed trace_probes, for unreg_many()
 * @deferred: for trace_defer(), if there is release()
 * @sibling: node in trace_probe_event::probes. Lock: event_mutex
 * @tpe: the trace event
 * @type: the type of the trace_probe
 * @args: the fetch arguments
 * @location: text of the location, for users; NULL for an anonymous event
 * @size: size of a record in bytes, strings not included
 */
struct trace_probe {
	struct dynevent			ev;
	union {
		struct llist_node	removed;
		struct trace_deferred	deferred;
	};
	struct list_head		sibling;
	struct trace_probe_event	*tpe;
	const struct trace_probe_type	*type;
	struct dynevent_args		args;
	char				*location;
	unsigned int			size;
};

/**
 * struct trace_probe_tasks - the tasks in which the hits of an event are wanted
 * @lock: protects the other members; event_mutex is held in addition to change them
 * @all: number of users that want all tasks
 * @counters: perf counters of one task each, by perf_event.hw.tp_list
 */
struct trace_probe_tasks {
	rwlock_t		lock;
	unsigned int		all;
	struct list_head	counters;
};

/**
 * struct trace_probe_event - the trace event that trace_probes write
 * @dcall: the trace event
 * @probes: list of struct trace_probe. Lock: event_mutex
 * @users: number of users (all instances are one; all perf counters are another one,
 *	or each is, if the type has @target): the trace_probes are enabled if it is
 *	not 0. Lock: event_mutex
 * @tasks: where hits are wanted; used by types that have @target
 * @perf_enabled: perf counts the event
 * @layout: the arguments of the first trace_probe, from which records are printed;
 *	they outlive it
 * @offset: offset of the arguments in a record
 * @system: system of the event
 * @name: name of the event
 * @print_fmt: text after "print fmt: "
 * @rows: the fields in the format file
 */
struct trace_probe_event {
	struct dynevent_call	dcall;
	struct list_head	probes;
	unsigned int		users;
	struct trace_probe_tasks tasks;
	bool			perf_enabled;
	struct dynevent_args	layout;
	unsigned int		offset;
	char			system[DYNEVENT_NAME_MAX];
	char			name[DYNEVENT_NAME_MAX];
	char			*print_fmt;
	struct event_field	rows[];
};

/**
 * trace_probe_of - get the trace_probe of a dynamic event
 * @ev: the dynamic event, whose kind is implemented by trace_probes
 *
 * Context: any.
 * Return: the trace_probe.
 */
static inline struct trace_probe *trace_probe_of(struct dynevent *ev)
{
	return container_of(ev, struct trace_probe, ev);
}

/**
 * trace_probe_event_of - get the event of a record type
 * @event: the record type of an event that trace_probes write
 *
 * Context: any.
 * Return: the event.
 */
static inline struct trace_probe_event *
trace_probe_event_of(struct trace_event *event)
{
	return container_of(event, struct trace_probe_event, dcall.call.event);
}

/**
 * trace_probe_is_enabled - test whether the handlers of a trace_probe are to run
 * @tp: the trace_probe
 *
 * Context: task; event_mutex held.
 * Return: true if its event has users.
 */
static inline bool trace_probe_is_enabled(const struct trace_probe *tp)
{
	return tp->tpe->users;
}

int trace_probe_add(struct trace_probe *tp, const struct dynevent_head *head);
int trace_probe_create(struct trace_probe *tp, struct dynevent_head *head,
		       int (*parse)(struct trace_probe *tp, struct dynevent_head *head));
void trace_probe_discard(struct trace_probe *tp);
int trace_probe_reg_error(const struct dynevent_head *head, int ret);

/* Operations of struct dynevent_kind. */
bool trace_probe_busy(struct dynevent *ev);
bool trace_probe_match(struct dynevent *ev, const char *system,
		       const char *event, int argc, const char **argv);
int trace_probe_remove(struct dynevent *ev);
void trace_probe_flush(void);
void trace_probe_wait_removed(void);

void trace_probe_show(struct seq_file *m, const struct trace_probe *tp);

int trace_probe_add_anonymous(struct trace_probe *tp);
void trace_probe_remove_anonymous(struct trace_probe *tp);

/* trace_probe_print.c: operations of struct trace_probe_type. */
enum print_line_t trace_probe_print_entry(struct trace_iterator *iter, int flags,
					  struct trace_event *event);
enum print_line_t trace_probe_print_return(struct trace_iterator *iter, int flags,
					   struct trace_event *event);

/* trace_probe_perf.c */
struct trace_probe *trace_probe_of_counter(const struct perf_event *counter);
int trace_probe_perf_open(struct trace_probe *tp, struct perf_event *counter);
void trace_probe_perf_close(struct perf_event *counter);

/* trace_probe_write.c */

void trace_probe_write(const struct trace_probe *tp, const unsigned long *ips,
		       const struct dynevent_source *src);

void trace_probe_write_image(const struct trace_probe *tp, const void *image,
			     unsigned int size, struct pt_regs *regs);

void trace_probe_write_perf_in(const struct trace_probe *tp,
			       const struct dynevent_source *src);
void trace_probe_write_in(const struct trace_probe *tp,
			  struct trace_event_file *file,
			  const unsigned long *ips,
			  const struct dynevent_source *src);

/**
 * trace_probe_plain_file - find the event file of an event whose hits are simple
 * @tp: the trace_probe
 *
 * Context: any, preemption off.
 * Return: the file, if a hit writes one record without arguments and unconditionally: the
 * event is enabled in one instance, without triggers and filters there, and perf does
 * not count it. NULL otherwise, or if the event is disabled.
 */
static __always_inline struct trace_event_file *
trace_probe_plain_file(const struct trace_probe *tp)
{
	struct list_head *links = &tp->tpe->dcall.links, *first = READ_ONCE(links->next);
	struct trace_event_file *file;

	if (READ_ONCE(tp->tpe->perf_enabled) || tp->args.nr || first == links ||
	    READ_ONCE(first->next) != links)
		return NULL;
	file = list_entry(first, struct dynevent_link, list)->file;
	if (READ_ONCE(file->flags) & (EVENT_FILE_CHECK_BEFORE | EVENT_FILE_CHECK_AFTER))
		return NULL;
	return file;
}

/**
 * trace_probe_fill - fill in a record after its struct trace_entry
 * @tp: the trace_probe
 * @rec: the record
 * @ips: the addresses, as many as the type has
 * @src: source of the fetch arguments
 * @space: bytes for strings
 *
 * Context: as dynevent_args_store().
 * Return: size of the strings in bytes.
 */
static __always_inline unsigned int
trace_probe_fill(const struct trace_probe *tp, void *rec,
		 const unsigned long *ips, const struct dynevent_source *src,
		 unsigned int space)
{
	unsigned int offset = tp->tpe->offset;
	unsigned long *at = rec + sizeof(struct trace_entry);

	/* The compiler would call memcpy() in place of a loop. */
	BUILD_BUG_ON(ARRAY_SIZE(tp->type->ips) != 2 + 1);
	if (offset > sizeof(struct trace_entry))
		at[0] = ips[0];
	if (offset > sizeof(struct trace_entry) + sizeof(long))
		at[1] = ips[1];
	return tp->args.nr ? dynevent_args_store(&tp->args, src, rec, offset, space) : 0;
}

#endif /* _KERNEL_TRACE_DYNEVENT_TRACE_PROBE_H */
