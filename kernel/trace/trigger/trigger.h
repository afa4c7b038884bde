/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trigger/: what else happens when a trace event fires.
 *
 * Owns:      the registry of trigger kinds; the list of triggers of an event file
 *            (trace_event_file::triggers) and its execution; the contents of the
 *            trigger files.
 * Layer:     5. The control files are made by control/, which calls the operations
 *            registered in instance_controls.
 * Contexts:  trigger_kind::fire() runs in any context, NMI included, with
 *            preemption off; everything else in task context with event_mutex held.
 * Locks:     event_mutex protects the lists and the triggers in them; probes walk
 *            the lists under RCU.
 *
 * A trigger kind is one file that ends with trigger_register(). It defines how a
 * command is parsed and shown, and what happens when the event fires. Kinds whose
 * commands have only a count and a filter leave parsing to trigger_simple_write();
 * a kind with a syntax of its own (hist) has a .write operation, which calls
 * trigger_attach() and trigger_remove() itself.
 *
 * A removed trigger can still fire on other CPUs. trigger_kind::exit() ends what the
 * rest of the kernel sees of it at once; its memory is freed by trace_defer_atomic().
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

/* trigger::count of a trigger that was written without a count. */
#define TRIGGER_UNLIMITED	(~0UL)

/* Bit numbers of trigger::state, which may change while the trigger fires. */
enum {
	TRIGGER_PAUSED,		/* paused by the user: does not fire */
	TRIGGER_SUSPENDED,	/* suspended by its kind: does not fire */
	TRIGGER_CHECKS,		/* a filter, a count or the kind must be checked first */
};

struct trigger_kind;
struct trigger_record;

/**
 * struct trigger - a trigger of an event file
 * @list: node in trace_event_file::triggers: the last attached first, then those of
 *	TRIGGER_LAST kinds, first attached first. Lock: event_mutex, RCU for readers
 * @kind: the trigger kind
 * @file: the event file
 * @filter: the trigger fires for matching records only; NULL for all records
 * @count: how many times the trigger still fires, or TRIGGER_UNLIMITED
 * @state: bits TRIGGER_PAUSED and following; if 0, @fire is called without any
 *	check
 * @fire: trigger_kind::fire, or a variant that the kind has chosen for this trigger
 * @data: private data of the kind
 * @deferred: for trace_defer_atomic()
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
	struct trace_deferred		deferred;
};

/**
 * struct trigger_record - the record that triggers fire for
 * @rec: the record, filled in; NULL after the commit, and before it if no trigger
 *	of the event has a filter or a kind with TRIGGER_RECORD
 * @event: header of the record in @ring, for ring_buffer_event_time_stamp(); or
 *	NULL
 * @ring: ring buffer of the instance
 * @ip: the address that marks the end of tracing's own frames in a stack trace:
 *	before the commit the return address of the hook for triggers, after the
 *	commit that of the event's probe
 */
struct trigger_record {
	void				*rec;
	struct ring_buffer_event	*event;
	struct trace_buffer		*ring;
	unsigned long			ip;
};

/**
 * struct trigger_command - a command written to a trigger file
 * @whole: the command without "!" and trailing white space
 * @args: what follows the name of the kind and one separator (":", " " or a tab),
 *	or NULL; parsing may change the text
 * @remove: the command began with "!"
 */
struct trigger_command {
	const char	*whole;
	char		*args;
	bool		remove;
};

/* trigger_kind::flags */
#define TRIGGER_RECORD	BIT(0)	/* fire() needs the record */
#define TRIGGER_AFTER	BIT(1)	/* fire() is called after the commit, without a record */
#define TRIGGER_LAST	BIT(2)	/* attached after the triggers of other kinds */
#define TRIGGER_HIDDEN	BIT(3)	/* not listed in the trigger file */

/**
 * struct trigger_kind - a kind of triggers
 * @entry: registry entry in trigger_kinds; its name begins the commands
 * @flags: TRIGGER_RECORD and following
 * @nr: set by trigger_register(): number of the bit for this kind in the mask of
 *	kinds that fire after the commit
 * @group: an event file has one trigger of all kinds with the same group, like
 *	"traceon" and "traceoff"; NULL if the kind is its own group
 * @write: parses and executes a command; NULL for trigger_simple_write(). A command
 *	that fails must leave everything unchanged.
 * @words: for trigger_simple_write(): number of words, separated by ":", before the
 *	count
 * @init: for trigger_simple_write(): sets up @trigger->data from the words; an
 *	errno rejects the command. May be NULL.
 * @arm: for trigger_simple_write(): acquires what the trigger needs, right before
 *	it is attached; an errno rejects the command. May be NULL.
 * @conflicts: for trigger_simple_write(): whether an event file cannot have both
 *	@trigger and @other, which are of one group. NULL if it never can.
 * @exit: undoes what init(), arm() and write() did, but keeps the memory that fire()
 *	uses: the trigger was detached and fire() may still run, or it was never
 *	attached. Context: task, may sleep; event_mutex held. May be NULL.
 * @free: frees @trigger->data; fire() no longer runs. Context: task, may sleep;
 *	event_mutex is held if the trigger was never attached. May be NULL.
 * @idle: whether fire() would change nothing, so that the count is kept. Context:
 *	as @fire. May be NULL.
 * @fire: called when the event fires and filter and count allow it. Context: any,
 *	preemption off.
 * @show: prints the trigger as the command that creates it, without a newline; NULL
 *	for trigger_simple_show() with the name of the kind
 * @truncate: removes the triggers of this kind when the trigger file is opened with
 *	O_TRUNC. May be NULL.
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
	bool (*conflicts)(struct trigger *trigger, struct trigger *other);
	void (*exit)(struct trigger *trigger);
	void (*free)(struct trigger *trigger);
	bool (*idle)(struct trigger *trigger);
	void (*fire)(struct trigger *trigger, const struct trigger_record *rec);
	void (*show)(struct seq_file *m, struct trigger *trigger);
	void (*truncate)(struct trace_event_file *file);
};

/* All trigger kinds; the trigger file lists the last registered first. */
extern struct trace_registry trigger_kinds;

int trigger_register(struct trigger_kind *kind);

/*
 * Define the function that registers the trigger kinds of a file. It is an
 * initcall, but it runs earlier if the kernel command line has triggers, so that
 * they can be set when events get their files: the kernel calls the handlers of one
 * parameter in link order until one of them returns 1, and that one is in boot.c,
 * the last in the Makefile.
 */
#define trigger_initcall(_init)						\
static int __init _init##_trigger_early(char *str)			\
{									\
	_init();							\
	return 0;							\
}									\
__setup("trace_trigger=", _init##_trigger_early);			\
core_initcall(_init)

int trigger_init(void);
int trigger_command_write(struct trace_event_file *file, const char *text);

/* Walk the triggers of an event file. Context: event_mutex held. */
#define trigger_for_each(_trigger, _file)				\
	list_for_each_entry(_trigger, &(_file)->triggers, list)

struct trigger *trigger_alloc(const struct trigger_kind *kind,
			      struct trace_event_file *file);
void trigger_free(struct trigger *trigger);
int trigger_filter_set(struct trigger *trigger, const char *text);
int trigger_attach(struct trigger *trigger);
void trigger_remove(struct trigger *trigger);

/* Parsing and showing commands: command.c */

int trigger_split_filter(char *args, char **filter);
int trigger_simple_write(const struct trigger_kind *kind,
			 struct trace_event_file *file,
			 struct trigger_command *command);
void trigger_simple_show(struct seq_file *m, struct trigger *trigger,
			 const char *name);
void trigger_show_filter(struct seq_file *m, struct trigger *trigger);

/*
 * Trigger kinds that act on another event, "KIND:SYSTEM:EVENT[:count]", have two
 * words and these operations (enable_event.c). trigger->data is a struct
 * trigger_target.
 */

/**
 * struct trigger_target - the event that a trigger acts on
 * @file: its event file in the same instance, with a reference
 * @soft_enabled: trigger_target_arm() has enabled it in soft mode
 */
struct trigger_target {
	struct trace_event_file	*file;
	bool			soft_enabled;
};

int trigger_target_init(struct trigger *trigger, char **words);
int trigger_target_arm(struct trigger *trigger);
bool trigger_target_conflicts(struct trigger *trigger, struct trigger *other);
void trigger_target_exit(struct trigger *trigger);
void trigger_target_free(struct trigger *trigger);
void trigger_target_show(struct seq_file *m, struct trigger *trigger);

#endif /* _KERNEL_TRACE_TRIGGER_H */
