/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Points: where control enters a probe event. Several points may write one event,
 * if their arguments look alike in its records:
 *
 *	struct trace_entry, some addresses (which, says the type), arguments
 *
 * Locking: probe_lock for what there is; event_mutex, too, to change the list of
 * an event's points and to connect them.
 */
#ifndef _KERNEL_TRACE_PROBE_POINT_H
#define _KERNEL_TRACE_PROBE_POINT_H

#include "args.h"
#include "head.h"
#include "probe.h"

struct probe_multi;
struct probe_point;

/**
 * struct probe_point_type - points whose records look alike but for arguments
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
struct probe_point_type {
	struct probe_kind	*kind;
	int			flags;
	const char		*ips[3];
	const char		*head;
	const char		*head_args;
	enum print_line_t (*print)(struct trace_iterator *iter, int flags,
				   struct trace_event *event);
	int (*open)(struct probe_point *pt, const struct probe_head *head);
	void (*close)(struct probe_point *pt);
	int (*connect)(struct probe_point *pt);
	void (*disconnect)(struct probe_point *pt);
	int (*join)(struct probe_point *pt, struct trace_event_file *file,
		    bool on);
	char *(*place)(const struct probe_point *pt);
	bool (*same)(const struct probe_point *a, const struct probe_point *b);
	void (*free)(struct probe_point *pt);
};

/**
 * struct probe_point - one place
 * @ev: in the list of dynamic events
 * @sibling: in that of the event
 * @multi: the event
 * @type: what it is
 * @args: what it fetches
 * @size: bytes of a record without strings
 */
struct probe_point {
	struct probe_event		ev;
	struct list_head		sibling;
	struct probe_multi		*multi;
	const struct probe_point_type	*type;
	struct probe_args		args;
	unsigned int			size;
};

/**
 * struct probe_multi - the event that points write
 * @pc: the trace event
 * @points: struct probe_point.sibling
 * @users: instances or perf: points are connected. event_mutex.
 * @counted: perf wants its records
 * @look: the first point's arguments, for those who read: they stay when it goes
 * @offset: of arguments in a record
 * @system: of the event
 * @name: of the event
 * @print_fmt: text behind "print fmt: "
 * @rows: what format shows
 */
struct probe_multi {
	struct probe_call	pc;
	struct list_head	points;
	unsigned int		users;
	bool			counted;
	struct probe_args	look;
	unsigned int		offset;
	char			system[PROBE_NAME_MAX];
	char			name[PROBE_NAME_MAX];
	char			*print_fmt;
	struct event_field	rows[];
};

static inline struct probe_point *probe_point_of(struct probe_event *ev)
{
	return container_of(ev, struct probe_point, ev);
}

static inline struct probe_multi *probe_multi_of(struct trace_event *event)
{
	return container_of(event, struct probe_multi, pc.call.event);
}

/* Are its handlers to be called? Context: event_mutex held. */
static inline bool probe_point_used(const struct probe_point *pt)
{
	return pt->multi->users;
}

/**
 * probe_point_add - a point comes into being
 * @pt: its type and arguments are set
 * @head: the command, its names read
 *
 * Context: task, may sleep; probe_lock held.
 * Return: 0; else the point is still the caller's: -EINVAL, -EEXIST and what
 * @open answers: error_log says why; -ENOMEM.
 */
int probe_point_add(struct probe_point *pt, const struct probe_head *head);

/* All for struct probe_kind. */
bool probe_point_busy(struct probe_event *ev);
bool probe_point_match(struct probe_event *ev, const char *system,
		       const char *event, int argc, const char **argv);
int probe_point_remove(struct probe_event *ev);

/* ":system/event place args" */
int probe_point_show(struct seq_file *m, const struct probe_point *pt);

/*
 * A point that only perf knows: its event has no name. Its multi is connected by
 * the event's class. Remove it by probe_point_remove_unseen().
 */
int probe_point_add_unseen(struct probe_point *pt);
void probe_point_remove_unseen(struct probe_point *pt);

/* point_write.c */

/*
 * Write a record of @pt wherever its event is on. @ips: as many addresses as its
 * type has. Context: any, preemption off.
 */
void probe_point_write(const struct probe_point *pt, const unsigned long *ips,
		       const struct probe_source *src);

/* The same into one instance, while a record of another event is made there. */
void probe_point_write_in(const struct probe_point *pt,
			  struct trace_event_file *file,
			  const unsigned long *ips,
			  const struct probe_source *src);

/* What stands behind struct trace_entry; @room: bytes for strings. */
static __always_inline void
probe_point_fill(const struct probe_point *pt, void *rec,
		 const unsigned long *ips, const struct probe_source *src,
		 unsigned int room)
{
	unsigned int offset = pt->multi->offset;
	unsigned long *at = rec + sizeof(struct trace_entry);

	while ((void *)at < rec + offset)
		*at++ = *ips++;
	if (pt->args.nr)
		probe_args_store(&pt->args, src, rec, offset, room);
}

/*
 * point_perf.c: the same for the counters of this CPU. Context: as
 * probe_point_write().
 */
#ifdef CONFIG_PERF_EVENTS
void probe_point_perf(const struct probe_point *pt, const unsigned long *ips,
		      const struct probe_source *src, unsigned int room);
#else
static inline void probe_point_perf(const struct probe_point *pt,
				    const unsigned long *ips,
				    const struct probe_source *src,
				    unsigned int room)
{
}
#endif

#endif /* _KERNEL_TRACE_PROBE_POINT_H */
