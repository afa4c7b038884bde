/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trigger/: what else a record sets off.
 *
 * Owns:     the registry of trigger kinds; the list of triggers of an event in an
 *           instance (trace_event_file::triggers) and how it is run; the contents
 *           of the files trigger.
 * Never:    knows of files: fs/ calls what is registered in instance_controls.
 * Floor:    5.
 * Contexts: fire() anywhere, preemption off, NMI included; all else in task
 *           context with event_mutex held.
 * Locks:    event_mutex protects lists and their contents; fire() walks them
 *           under RCU.
 *
 * A kind is one file that ends with trigger_register(). It says how a command
 * is read, shown, and what to do when the event fires. Kinds that take nothing
 * but a count and a filter leave the reading to trigger_simple_write(); a kind
 * whose words are its own (hist) has a .write, and calls trigger_attach() and
 * trigger_detach() itself.
 */
#ifndef _KERNEL_TRACE_TRIGGER_H
#define _KERNEL_TRACE_TRIGGER_H

#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/trace_events.h>

#include "../lib/lib.h"
#include "../event/event.h"
#include "../filter/filter.h"
#include "../instance/instance.h"

#define TRIGGER_UNLIMITED	(~0UL)

/* Numbers of bits in trigger::state, which change while it fires. */
enum {
	TRIGGER_PAUSED,		/* it does not fire (but stays in its list) */
	TRIGGER_HELD,		/* the same, for the kind's own reasons */
	TRIGGER_ASKS,		/* filter, count, kind: ask before it fires */
};

struct trigger_kind;
struct trigger_record;

/**
 * struct trigger - a trigger on an event
 * @list: place in trace_event_file::triggers, last attached first; those of
 *	TRIGGER_LAST kinds behind them, first attached first
 * @kind: what it does
 * @file: the event in the instance
 * @filter: NULL, or which records set it off
 * @count: how often it will still fire, or TRIGGER_UNLIMITED
 * @state: TRIGGER_PAUSED and others, by number: 0 if all there is to do is @fire
 * @fire: trigger_kind::fire, unless the kind knows a better one for this trigger
 * @data: the kind's own
 * @gone: trigger_detach()'s own
 */
struct trigger {
	struct list_head		list;
	const struct trigger_kind	*kind;
	struct trace_event_file		*file;
	struct event_filter __rcu	*filter;
	unsigned long			count;
	unsigned long			state;
	void (*fire)(struct trigger *trigger, const struct trigger_record *rec);
	void				*data;
	struct list_head		gone;
};

/**
 * struct trigger_record - what set it off
 * @rec: the record, complete; NULL if the kind has not TRIGGER_RECORD and no
 *	trigger of the event has a filter, and when it runs after the commit
 * @event: its frame in @ring, for ring_buffer_event_time_stamp(); or NULL
 * @ring: of the instance
 * @ip: as a stack has it: before the commit, where the caller of the hook for triggers
 *	goes on; after the commit, where the event's probe does
 */
struct trigger_record {
	void				*rec;
	struct ring_buffer_event	*event;
	struct trace_buffer		*ring;
	unsigned long			ip;
};

/**
 * struct trigger_command - what was written into the file trigger
 * @whole: all of it, white space behind it removed, without the "!"
 * @args: what follows the kind's name and one separator (":", " " or a tab);
 *	NULL if nothing does; may be changed while it is parsed
 * @remove: it began with "!"
 */
struct trigger_command {
	const char	*whole;
	char		*args;
	bool		remove;
};

/* trigger_kind::flags */
#define TRIGGER_RECORD	BIT(0)	/* fire() wants the record */
#define TRIGGER_AFTER	BIT(1)	/* fire() is called after the commit, no record */
#define TRIGGER_LAST	BIT(2)	/* attached behind the others */
#define TRIGGER_UNSEEN	BIT(3)	/* it does not stand in the file trigger */

/**
 * struct trigger_kind - something that a trigger can do
 * @entry: its name, in trigger_kinds
 * @flags: TRIGGER_*
 * @nr: the registry's own: the bit that stands for it in event_hooks.refused()
 * @group: kinds with the same one exclude each other on an event, as "traceon"
 *	and "traceoff" do; NULL: only itself
 * @write: reads and obeys a command; NULL: trigger_simple_write(). A command
 *	that is refused must leave everything as it was.
 * @words: of trigger_simple_write(): how many words, separated by ":", stand
 *	before the count
 * @init: of trigger_simple_write(): sets up @trigger->data from the words; an
 *	errno refuses. May be NULL.
 * @arm: of trigger_simple_write(): the command is right and @trigger about to be
 *	attached: get what it needs; an errno refuses. May be NULL.
 * @same: of trigger_simple_write(): would @trigger and @other be one too many on
 *	an event? NULL: yes, if they are of one group
 * @exit: @trigger is detached, and nobody is inside fire() any more (or it was
 *	never attached); frees its @data. May be NULL.
 * @idle: NULL, or true if to fire would change nothing: the count stays then.
 *	Context: as @fire.
 * @fire: does it. Its count and filter have been asked. Context: any,
 *	preemption off.
 * @show: writes the trigger as a command that makes it, without a newline;
 *	NULL: trigger_simple_show() with its name
 * @truncate: the file trigger of @file is opened with O_TRUNC: NULL, or removes
 *	the kind's triggers
 */
struct trigger_kind {
	struct trace_registry_entry entry;
	unsigned int flags;
	unsigned int nr;
	const char *group;
	int words;
	int (*write)(const struct trigger_kind *kind,
		     struct trace_event_file *file,
		     struct trigger_command *command);
	int (*init)(struct trigger *trigger, char **words);
	int (*arm)(struct trigger *trigger);
	bool (*same)(struct trigger *trigger, struct trigger *other);
	void (*exit)(struct trigger *trigger);
	bool (*idle)(struct trigger *trigger);
	void (*fire)(struct trigger *trigger, const struct trigger_record *rec);
	void (*show)(struct seq_file *m, struct trigger *trigger);
	void (*truncate)(struct trace_event_file *file);
};

/* All kinds; the file trigger names the last registered first. */
extern struct trace_registry trigger_kinds;

/* From trigger_initcall(). A second time it does nothing. Context: task. */
int trigger_register(struct trigger_kind *kind);

/*
 * The function that registers a file's kinds. It is an initcall, but if the kernel
 * command line has triggers it is called before, so that these can be set when events
 * get their files. Of a parameter's handlers the kernel calls one after the other, in
 * the order of the Makefile, until one of them returns 1: that is boot.c's.
 */
#define trigger_initcall(_init)						\
static int __init _init##_early(char *str)				\
{									\
	_init();							\
	return 0;							\
}									\
__setup("trace_trigger=", _init##_early);				\
core_initcall(_init)

/* An initcall, which boot.c calls before. A second time it does nothing. */
int trigger_init(void);

/* command.c. */
int trigger_command_write(struct trace_event_file *file, const char *text);

/* The triggers of an event. Walk with event_mutex held. */
#define trigger_for_each(_trigger, _file)				\
	list_for_each_entry(_trigger, &(_file)->triggers, list)

/* A trigger that is on no event yet: all but @list is filled in. NULL: -ENOMEM */
struct trigger *trigger_alloc(const struct trigger_kind *kind,
			      struct trace_event_file *file);

/* One that was never attached: calls exit(). */
void trigger_free(struct trigger *trigger);

/**
 * trigger_filter_set - give a trigger its filter
 * @trigger: not attached yet
 * @text: what follows "if"
 *
 * Return: 0 or what filter_create() says; the instance's error_log has why.
 */
int trigger_filter_set(struct trigger *trigger, const char *text);

/**
 * trigger_attach - from now on it fires
 * @trigger: complete; its file's from now on, if it is attached
 *
 * The event is connected in soft mode if it was not.
 *
 * Context: event_mutex held, may sleep.
 * Return: 0, or why the event can't be connected; @trigger is the caller's then.
 */
int trigger_attach(struct trigger *trigger);

/**
 * trigger_detach - it fires no more
 * @trigger: attached
 * @gone: where it is put, for trigger_release() (detach many, wait once)
 *
 * Context: event_mutex held, may sleep.
 */
void trigger_detach(struct trigger *trigger, struct list_head *gone);

/* Wait until nobody is inside one of them, call their exit(), free them. */
void trigger_release(struct list_head *gone);

/* Detach and release one. */
void trigger_remove(struct trigger *trigger);

/* The first of @file's triggers of this kind, or NULL. */
struct trigger *trigger_find(struct trace_event_file *file,
			     const struct trigger_kind *kind);

/* Reading of commands */

/**
 * trigger_split_filter - cut "... if FILTER" in two
 * @args: the arguments; cut before the word "if"
 * @filter: set to FILTER, or NULL if there is no "if"
 *
 * Return: 0; -EINVAL: nothing follows "if".
 */
int trigger_split_filter(char *args, char **filter);

/* "name[:count][ if FILTER]" and its "!". */
int trigger_simple_write(const struct trigger_kind *kind,
			 struct trace_event_file *file,
			 struct trigger_command *command);

/* Shows "NAME:unlimited" or "NAME:count=N", and the filter. */
void trigger_simple_show(struct seq_file *m, struct trigger *trigger,
			 const char *name);

/* Shows " if FILTER" if there is one. */
void trigger_show_filter(struct seq_file *m, struct trigger *trigger);

/*
 * target.c: kinds that act on another event, "KIND:SYSTEM:EVENT[:count]": two
 * words, these as .init, .arm, .same, .exit, .show; trigger->data is a struct
 * trigger_target. A kind may have its own init and exit call these.
 */
struct trigger_target {
	struct trace_event_file	*file;	/* with a reference */
	bool			armed;	/* in soft mode for us: trigger_target_arm() */
};

int trigger_target_init(struct trigger *trigger, char **words);
int trigger_target_arm(struct trigger *trigger);
bool trigger_target_same(struct trigger *trigger, struct trigger *other);
void trigger_target_exit(struct trigger *trigger);
void trigger_target_show(struct seq_file *m, struct trigger *trigger);

#endif /* _KERNEL_TRACE_TRIGGER_H */
