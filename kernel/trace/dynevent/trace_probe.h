/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Points: where control enters a probe event. Several points may write one event,
 * if their arguments look alike in its records:
 *
 *	struct trace_entry, some addresses (which, says the type), arguments
 *
 * Locking: dynevent_lock for what there is; event_mutex, too, to change the list of
 * an event's points and to connect them.
 */
#ifndef _KERNEL_TRACE_PROBE_POINT_H
#define _KERNEL_TRACE_PROBE_POINT_H

#include "args.h"
#include "cmd_head.h"
#include "dynevent.h"

struct dynevent_multi;
struct trace_probe;

/**
 * struct trace_probe_type - points whose records look alike but for arguments
 * @kind: in the list of dynamic events
 * @flags: TRACE_EVENT_FL_* of the event
 * @ips: names of the addresses in a record, NULL behind the last
 * @head: their printf format
 * @head_args: and its arguments, if it has any
 * @print: prints a record
 * @open: make it known to those that will call back, not connected yet; an error
 *	that error_log is to know of is told to it
 * @close: take that back; nobody is inside the handlers on return
 * @connect: let them call back. Context: event_mutex held.
 * @disconnect: no more. The same; somebody may yet be inside.
 * @join: the event of a point is on in an instance, or off; instead of the four
 *	above. The same.
 * @place: the text of the place, allocated
 * @same: do two points of this type lie at the same place? NULL: an event has but
 *	one.
 * @free: what was allocated for it
 */
struct trace_probe_type {
	struct dynevent_kind	*kind;
	int			flags;
	const char		*ips[3];
	const char		*head;
	const char		*head_args;
	enum print_line_t (*print)(struct trace_iterator *iter, int flags,
				   struct trace_event *event);
	int (*open)(struct trace_probe *pt, const struct dynevent_head *head);
	void (*close)(struct trace_probe *pt);
	int (*connect)(struct trace_probe *pt);
	void (*disconnect)(struct trace_probe *pt);
	int (*join)(struct trace_probe *pt, struct trace_event_file *file,
		    bool on);
	char *(*place)(const struct trace_probe *pt);
	bool (*same)(const struct trace_probe *a, const struct trace_probe *b);
	void (*free)(struct trace_probe *pt);
};

/**
 * struct trace_probe - one place
 * @ev: in the list of dynamic events
 * @sibling: in that of the event
 * @multi: the event
 * @type: what it is
 * @args: what it fetches
 * @size: bytes of a record without strings
 */
struct trace_probe {
	struct dynevent		ev;
	struct list_head		sibling;
	struct dynevent_multi		*multi;
	const struct trace_probe_type	*type;
	struct dynevent_args		args;
	unsigned int			size;
};

/**
 * struct dynevent_multi - the event that points write
 * @pc: the trace event
 * @points: struct trace_probe.sibling
 * @users: instances or perf: points are connected. event_mutex.
 * @counted: perf wants its records
 * @look: the first point's arguments, for those who read: they stay when it goes
 * @offset: of arguments in a record
 * @system: of the event
 * @name: of the event
 * @print_fmt: text behind "print fmt: "
 * @rows: what format shows
 */
struct dynevent_multi {
	struct dynevent_call	pc;
	struct list_head	points;
	unsigned int		users;
	bool			counted;
	struct dynevent_args	look;
	unsigned int		offset;
	char			system[DYNEVENT_NAME_MAX];
	char			name[DYNEVENT_NAME_MAX];
	char			*print_fmt;
	struct event_field	rows[];
};

static inline struct trace_probe *trace_probe_of(struct dynevent *ev)
{
	return container_of(ev, struct trace_probe, ev);
}

static inline struct dynevent_multi *dynevent_multi_of(struct trace_event *event)
{
	return container_of(event, struct dynevent_multi, pc.call.event);
}

/* Are its handlers to be called? Context: event_mutex held. */
static inline bool trace_probe_used(const struct trace_probe *pt)
{
	return pt->multi->users;
}

/**
 * trace_probe_add - a point comes into being
 * @pt: its type and arguments are set
 * @head: the command, its names read
 *
 * Context: task, may sleep; dynevent_lock held.
 * Return: 0; else the point is still the caller's: -EINVAL, -EEXIST and what
 * @open answers: error_log says why; -ENOMEM.
 */
int trace_probe_add(struct trace_probe *pt, const struct dynevent_head *head);

/* All for struct dynevent_kind. */
bool trace_probe_busy(struct dynevent *ev);
bool trace_probe_match(struct dynevent *ev, const char *system,
		       const char *event, int argc, const char **argv);
int trace_probe_remove(struct dynevent *ev);

/* ":system/event place args" */
int trace_probe_show(struct seq_file *m, const struct trace_probe *pt);

/*
 * A point that only perf knows: its event has no name. Its multi is connected by
 * the event's class. Remove it by trace_probe_remove_unseen().
 */
int trace_probe_add_unseen(struct trace_probe *pt);
void trace_probe_remove_unseen(struct trace_probe *pt);

/* point_write.c */

/*
 * Write a record of @pt wherever its event is on. @ips: as many addresses as its
 * type has. Context: any, preemption off.
 */
void trace_probe_write(const struct trace_probe *pt, const unsigned long *ips,
		       const struct dynevent_source *src);

/* The same into one instance, while a record of another event is made there. */
void trace_probe_write_in(const struct trace_probe *pt,
			  struct trace_event_file *file,
			  const unsigned long *ips,
			  const struct dynevent_source *src);

/* What stands behind struct trace_entry; @room: bytes for strings. */
static __always_inline void
trace_probe_fill(const struct trace_probe *pt, void *rec,
		 const unsigned long *ips, const struct dynevent_source *src,
		 unsigned int room)
{
	unsigned int offset = pt->multi->offset;
	unsigned long *at = rec + sizeof(struct trace_entry);

	while ((void *)at < rec + offset)
		*at++ = *ips++;
	if (pt->args.nr)
		dynevent_args_store(&pt->args, src, rec, offset, room);
}

/*
 * point_perf.c: the same for the counters of this CPU. Context: as
 * trace_probe_write().
 */
#ifdef CONFIG_PERF_EVENTS
void trace_probe_perf(const struct trace_probe *pt, const unsigned long *ips,
		      const struct dynevent_source *src, unsigned int room);
#else
static inline void trace_probe_perf(const struct trace_probe *pt,
				    const unsigned long *ips,
				    const struct dynevent_source *src,
				    unsigned int room)
{
}
#endif

#endif /* _KERNEL_TRACE_PROBE_POINT_H */
