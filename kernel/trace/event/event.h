/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event/: the schema of every event, and the writing of its records.
 *
 * Owns:     the list of all events, their ids, fields and format text; the
 *           values that enums in print formats stand for; the built-in
 *           entries (ftrace/function, ftrace/print, ...); how a record is
 *           reserved and committed.
 * Never:    knows of instances, files or readers. Upper rooms learn of events
 *           that come and go by event_listen(), and give the answers that only
 *           they know by event_hooks_set().
 * Floor:    2, may use site, ring, base, clock.
 * Contexts: emit functions run anywhere the ring may be written, NMI included;
 *           all others in task context.
 * Locks:    event_mutex (outermost of the subsystem) > event_read_lock().
 */
#ifndef _KERNEL_TRACE_EVENT_H
#define _KERNEL_TRACE_EVENT_H

#include <linux/bitops.h>
#include <linux/hardirq.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/trace.h>
#include <linux/trace_events.h>

#include "../lib/lib.h"
#include "../ring/ring.h"
#include "entries.h"		/* the built-in entries: enum trace_type, structs */
#include "prefilter.h"		/* what a filter begins with */

extern struct mutex event_mutex;

/*
 * Every event, struct trace_event_call.list, the first registered first. Read
 * and changed with event_mutex held.
 */
extern struct list_head event_calls;

/* The schema */

/**
 * struct event_listener - hears of events that come and go
 * @node: place in the list of listeners
 * @added: @call can be used from now on; an errno takes it back. Context:
 *	event_mutex held.
 * @busy: NULL, or true if @call can't be removed for it is switched on.
 *	Context: event_mutex held.
 * @removing: @call is about to vanish: forget it and wait until nobody can be
 *	inside it. Context: event_mutex held, may sleep.
 */
struct event_listener {
	struct list_head node;
	int (*added)(struct trace_event_call *call);
	bool (*busy)(struct trace_event_call *call);
	void (*removing)(struct trace_event_call *call);
};

void event_listen(struct event_listener *listener);

/* Registers the built-in entries and the kernel's own events. Context: boot. */
void event_call_init(void);

/**
 * event_call_add - make an event known that may belong to a module
 * @call: the event
 * @mod: with which it goes, without further notice to the caller; or NULL
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; what its raw_init() says; -ENOMEM.
 */
int event_call_add(struct trace_event_call *call, struct module *mod);

struct trace_event_call *event_call_find(const char *system, const char *name);

/* The system of an event, and the module that brought it or NULL. */
static inline const char *event_system(const struct trace_event_call *call)
{
	return call->class->system;
}

struct module *event_module(const struct trace_event_call *call);

/* Can it be switched on? The built-in entries can't, but have a format. */
static inline bool event_can_enable(const struct trace_event_call *call)
{
	return call->class->reg && !(call->flags & TRACE_EVENT_FL_IGNORE_ENABLE);
}

/* The files format, header_page and header_event. Context: task. */
int event_format_show(struct seq_file *m, struct trace_event_call *call);
int event_header_page_show(struct seq_file *m, struct trace_buffer *ring);
int event_header_event_show(struct seq_file *m);

/**
 * struct event_field - a field as readers of records see it
 * @type: text of the type, as the format file shows it; NULL ends a table
 * @name: of the field
 * @offset: in the record
 * @size: in bytes
 * @len: elements if the field is an array, else 0
 * @is_signed: of the type or of its elements
 * @filter: one of FILTER_*, never FILTER_OTHER for what looks like a string
 */
struct event_field {
	const char	*type;
	const char	*name;
	unsigned short	offset;
	unsigned short	size;
	unsigned short	len;
	bool		is_signed;
	unsigned char	filter;
};

/*
 * Fields that every record begins with, and names that filters and histograms
 * know although no record holds them. Each ended by a row without a type.
 */
extern const struct event_field event_common_fields[];
extern const struct event_field event_generic_fields[];

typedef int (*event_field_fn)(const struct event_field *field, void *data);

/*
 * Call @fn for each of an event's own fields, in order of definition, until it
 * answers other than 0; that is returned. Context: the event stays meanwhile.
 */
int event_fields_each(struct trace_event_call *call, event_field_fn fn,
		      void *data);

/* By name, own fields first, then generic and common ones; false: no such. */
bool event_field_find(struct trace_event_call *call, const char *name,
		      struct event_field *field);

/**
 * event_type_find - who prints records of a type
 * @type: the first field of a record
 *
 * Context: any; the result is valid as long as the event is registered: hold
 * event_read_lock() around it and its use, where that is possible.
 * Return: the event, or NULL.
 */
struct trace_event *event_type_find(int type);

/*
 * register_trace_event() for the event of a call whose fields are known. Context:
 * task, may sleep. Return: the type, or 0.
 */
int event_call_register(struct trace_event_call *call);

/* The call that an event with a type is of, or NULL: it has no fields. */
struct trace_event_call *event_call_of(struct trace_event *event);

/*
 * Has the event a number that it has whenever this kernel is booted? Others have
 * got theirs at run time: then event_hash() says which event it is, by name and
 * fields; it is never 0. Context: any; the event stays meanwhile.
 */
bool event_type_is_fixed(unsigned int type);
u32 event_hash(struct trace_event_call *call);

/*
 * Another number once a type came or went: what event_type_find() said before may not
 * be true any more. Context: any.
 */
unsigned int event_types_epoch(void);

/* No type vanishes between these two. Context: task, may sleep. */
void event_read_lock(void);
void event_read_unlock(void);

/*
 * enable, disable: @file's records go to its ring, or no more. Without regard
 * to soft modes or counts: instance/ has those. Context: event_mutex held.
 */
int event_file_enable(struct trace_event_file *file);
int event_file_disable(struct trace_event_file *file);

/* Synthetic events: written with values that others bring */

enum event_synth_kind {
	EVENT_SYNTH_NUMBER,
	EVENT_SYNTH_STRING,	/* with room in the record */
	EVENT_SYNTH_DYN_STRING,	/* as long as it is */
	EVENT_SYNTH_STACK,
};

/**
 * struct event_synth_field - a field of a synthetic event
 * @type: text of its type
 * @name: its name
 * @kind: what stands for it in the values of emit()
 * @size: in bytes; of an array, all of it; 0 if it is as long as it is
 * @is_signed: of the number
 */
struct event_synth_field {
	const char		*type;
	const char		*name;
	enum event_synth_kind	kind;
	unsigned int		size;
	bool			is_signed;
};

/**
 * struct event_synth - an event that whoever has the values can write
 * @list: place in the list of them
 * @name: of the event
 * @call: the event; who keeps a struct event_synth has a reference to this
 * @fields: what it consists of
 * @nr_fields: how many
 * @emit: write it wherever it is on. @vals: one for each field: the number, or
 *	the address of a string, or that of an array of addresses whose first
 *	word says how many follow. Context: any, preemption off.
 *
 * Who makes such events (probe/) and who writes them (trigger/) meet here.
 */
struct event_synth {
	struct list_head		list;
	const char			*name;
	struct trace_event_call		*call;
	const struct event_synth_field	*fields;
	unsigned int			nr_fields;
	void (*emit)(struct event_synth *synth, const u64 *vals);
};

void event_synth_add(struct event_synth *synth);
void event_synth_remove(struct event_synth *synth);

/* With a reference to its call, for event_synth_put(). Context: event_mutex held. */
struct event_synth *event_synth_get(const char *name);
void event_synth_put(struct event_synth *synth);

/* Emitting */

/*
 * trace_event_file::flags is the one word that says whether an event's probe
 * has more to do than write. Any of these: ask before there is a record.
 */
#define EVENT_FILE_ASK_BEFORE						\
	(EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_PID_FILTER |	\
	 EVENT_FILE_FL_TRIGGER_MODE)

/* Any of these: the record is not simply committed. */
#define EVENT_FILE_ASK_AFTER						\
	(EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_FILTERED |		\
	 EVENT_FILE_FL_TRIGGER_COND | EVENT_FILE_FL_OUTPUT)

/**
 * struct event_watch - somebody looks at the records of an event in an instance
 * @file: the event there
 * @fire: called with each record, also where the event itself is off. Context: any,
 *	preemption off; before the record is committed.
 * @trigger: of those who call
 */
struct event_watch {
	struct trace_event_file *file;
	void (*fire)(struct event_watch *watch, void *rec);
	void *trigger;
};

/*
 * Begin, and end: nobody is inside @fire any more then. An event's file that goes
 * ends it as well. Context: task, may sleep; event_mutex held.
 */
int event_watch(struct event_watch *watch);
void event_unwatch(struct event_watch *watch);

/**
 * struct event_hooks - slow answers that upper rooms give
 * @ignored: PID_FILTER is set: true if the current task's events are not
 *	wanted in @file's instance
 * @triggers: TRIGGER_MODE: run those that want no record; a record is written
 *	nonetheless. @rec is NULL.
 * @refused: FILTERED or TRIGGER_COND: true if @rec is not wanted. Triggers that
 *	look at the record run now; those that must run after the commit are
 *	returned as bits in *@after. @event is NULL if @rec is not in the ring;
 *	ring_buffer_event_time_stamp() knows what to do then.
 * @triggers_after: run what @refused put off; @ip is where the event's probe
 *	goes on, as a stack has it
 * @copies: OUTPUT: give the record to those who want it too, before the commit
 * @stacks: OUTPUT: write the stacks that belong to the record just committed;
 *	the frame that @ip lies in is the first that is of interest
 *
 * @watch: event_watch()
 * @unwatch: event_unwatch()
 * @perf_open: start to count @call for a counter of perf core
 * @perf_close: that has an end
 *
 * Every member may be NULL, and is set at most once, by event_hooks_set().
 * Context: any, preemption off; of the last four, task, event_mutex held.
 */
struct event_hooks {
	bool (*ignored)(struct trace_event_file *file);
	void (*triggers)(struct trace_event_file *file);
	bool (*refused)(struct trace_event_file *file, void *rec,
			struct ring_buffer_event *event, unsigned long *after);
	void (*triggers_after)(struct trace_event_file *file,
			       unsigned long after, unsigned long ip);
	void (*copies)(struct trace_event_buffer *fbuffer);
	void (*stacks)(struct trace_event_buffer *fbuffer, unsigned long ip);
	int (*watch)(struct event_watch *watch);
	void (*unwatch)(struct event_watch *watch);
	int (*perf_open)(struct trace_event_call *call,
			 struct perf_event *event);
	void (*perf_close)(struct perf_event *event);
};

void event_hooks_set(const struct event_hooks *hooks);

/*
 * A counter of an event that is not in the list of events, or that perf core does
 * not know by its id. Context: task, may sleep; take event_mutex.
 */
int event_perf_open(struct trace_event_call *call, struct perf_event *event);
void event_perf_close(struct perf_event *event);

/*
 * Change the bits @mask of @file->flags to those of @set: triggers do so while
 * others do. Context: any.
 */
static inline void event_file_flags(struct trace_event_file *file,
				    unsigned long mask, unsigned long set)
{
	set_mask_bits(&file->flags, mask, set);
}

/*
 * For who writes records of @file without trace_event_buffer_reserve(): when its
 * flags have TRIGGER_MODE, before the commit, and after it if the answer was not
 * zero. Context: as that.
 */
unsigned long event_triggers(struct trace_event_file *file, void *rec,
			     struct ring_buffer_event *event);
void event_triggers_after(struct trace_event_file *file, unsigned long after,
			  unsigned long ip);

/*
 * %EVENT_SCRATCH_SIZE bytes of this CPU's, for what gets its place in the ring later; NULL
 * when those that were interrupted have them all. Who begins last ends first.
 * Context: any, preemption off.
 */
#define EVENT_SCRATCH_SIZE	1024

void *event_scratch_begin(void);
void event_scratch_end(void *room);

/*
 * The first word of a record, its type yet zero: flags of enum trace_flag_type
 * and the preemption count. (The upper nibble of the count is that of
 * migrate_disable().)
 */
#ifdef __BIG_ENDIAN
#define EVENT_CONTEXT(flags, count)	((u32)(flags) << 8 | (count))
#define EVENT_CONTEXT_FLAGS(context)	(((context) >> 8) & 0xff)
#define EVENT_CONTEXT_COUNT(context)	((context) & 0xff)
#define EVENT_HEAD(type, context)	((u32)(type) << 16 | (context))
#else
#define EVENT_CONTEXT(flags, count)	((u32)(flags) << 16 | (u32)(count) << 24)
#define EVENT_CONTEXT_FLAGS(context)	(((context) >> 16) & 0xff)
#define EVENT_CONTEXT_COUNT(context)	((context) >> 24)
#define EVENT_HEAD(type, context)	((u32)(type) | (context))
#endif

/* preempt_count() of a task that nothing is special about. */
#ifdef CONFIG_X86
#define event_count()		raw_cpu_read_4(pcpu_hot.preempt_count)
#define EVENT_COUNT_CALM	PREEMPT_NEED_RESCHED	/* inverted there */
#else
#define event_count()		((u32)preempt_count() | \
				 (test_preempt_need_resched() ? BIT(31) : 0))
#define EVENT_COUNT_CALM	0
#endif

unsigned int event_context_busy(bool irqs_off, unsigned int dec);

static __always_inline bool event_context_calm(unsigned int dec)
{
	if (unlikely(event_count() != EVENT_COUNT_CALM +
		     (IS_ENABLED(CONFIG_PREEMPT_COUNT) ? dec : 0)))
		return false;
#ifdef CONFIG_SMP
	if (unlikely(current->migration_disabled))
		return false;
#endif
	return likely(!tif_need_resched());
}

/**
 * event_context_irq - the context word where the state of interrupts is known
 * @irqs_off: they are off
 * @dec: levels of preempt_disable() that belong to the tracer, not to its caller
 *
 * Context: any.
 * Return: what event_reserve() wants to know.
 */
static __always_inline unsigned int event_context_irq(bool irqs_off,
						      unsigned int dec)
{
	if (unlikely(!event_context_calm(dec)))
		return event_context_busy(irqs_off, dec);
	return irqs_off * EVENT_CONTEXT(TRACE_FLAG_IRQS_OFF, 0);
}

/* The context word of whoever calls. Context: any. */
static __always_inline unsigned int event_context(void)
{
	return event_context_irq(irqs_disabled(), 0);
}

/* The same where the caller's caller has preemption off for us (a probe). */
static __always_inline unsigned int event_context_probe(void)
{
	return event_context_irq(irqs_disabled(), 1);
}

/*
 * The same of the code that @regs are of, if they are there: a breakpoint has
 * interrupts off where that may have them on.
 */
static __always_inline unsigned int event_context_regs(struct pt_regs *regs,
						       unsigned int dec)
{
#ifdef CONFIG_X86
	if (regs)
		return event_context_irq(regs_irqs_disabled(regs), dec);
#endif
	return event_context_irq(irqs_disabled(), dec);
}

/**
 * event_reserve - room for a built-in record in a ring
 * @ring: the buffer
 * @type: one of enum trace_type
 * @len: bytes of the whole entry, struct trace_entry included
 * @context: event_context() of the caller
 *
 * Context: any. Preemption is off between reserve and commit.
 * Return: the ring's event, its struct trace_entry filled in, or NULL.
 */
struct ring_buffer_event *event_reserve(struct trace_buffer *ring, int type,
					unsigned long len,
					unsigned int context);
void event_commit(struct trace_buffer *ring, struct ring_buffer_event *event);
void event_discard(struct trace_buffer *ring, struct ring_buffer_event *event);

static __always_inline void event_fill(struct trace_entry *ent, int type,
				       unsigned int context)
{
	u32 *head = (u32 *)ent;

	BUILD_BUG_ON(offsetof(struct trace_entry, pid) != sizeof(*head));
	*head = EVENT_HEAD(type, context);
	ent->pid = current->pid;
}

/*
 * event_emit_begin() and event_emit_end() where the caller has found
 * ring_this_writer() once for both.
 */
static __always_inline void *
event_emit_begin_in(struct ring_writer *rw, int type, unsigned int len,
		    unsigned int context, struct ring_buffer_event **event)
{
	void *rec;

	*event = ring_reserve_in(rw, len);
	if (!*event)
		return NULL;
	rec = ring_payload(*event, len);
	/* Spares the caller's test. */
	if (!rec)
		__builtin_unreachable();
	event_fill(rec, type, context);
	return rec;
}

static __always_inline void event_emit_end_in(struct ring_writer *rw)
{
	trace_comm_mark();
	ring_commit_in(rw);
}

/**
 * event_emit_begin - event_reserve() inlined, for paths that are hot
 * @ring: the buffer
 * @type: the type
 * @len: bytes of the whole entry, a constant
 * @context: event_context() of the caller
 * @event: where the ring's event is put, for event_discard()
 *
 * Context: any, the caller has preemption off until event_emit_end().
 * Return: the entry, its struct trace_entry filled in, or NULL.
 */
static __always_inline void *
event_emit_begin(struct trace_buffer *ring, int type, unsigned int len,
		 unsigned int context, struct ring_buffer_event **event)
{
	return event_emit_begin_in(ring_this_writer(ring), type, len, context,
				   event);
}

static __always_inline void event_emit_end(struct trace_buffer *ring)
{
	event_emit_end_in(ring_this_writer(ring));
}

/*
 * The registers that EVENT_ARGS stands for. Context: at a site. An architecture
 * that cannot tell them has no tracer that asks for them.
 */
static __always_inline void event_take_args(unsigned long *args,
					    struct ftrace_regs *fregs)
{
#ifdef CONFIG_HAVE_FUNCTION_ARG_ACCESS_API
	for (int i = 0; i < EVENT_ARGS; i++)
		args[i] = ftrace_regs_get_argument(fregs, i);
#endif
}

/*
 * Exports: bridge/ has those who want the records, too, and gives them what it is
 * given here. A key is enabled while somebody wants records of its kind. Ask
 * between reserve and commit, where what is called may be traced.
 */
DECLARE_STATIC_KEY_FALSE(event_export_functions);
DECLARE_STATIC_KEY_FALSE(event_export_markers);

typedef void (*event_export_fn)(const void *entry, unsigned int size, int what);

void event_export_set(event_export_fn fn);
void event_export(const void *entry, unsigned int size, int what);

/**
 * event_function_record_args - record a call, as ftrace/function
 * @rw: this CPU's writer of the buffer
 * @ip: the function
 * @parent_ip: its caller
 * @context: event_context() of the caller
 * @fregs: where its arguments are
 * @args: record them, too; best a constant
 *
 * Context: any, preemption off; at a site, if @args.
 * Return: false: nothing was recorded.
 */
static __always_inline bool
event_function_record_args(struct ring_writer *rw, unsigned long ip,
			   unsigned long parent_ip, unsigned int context,
			   struct ftrace_regs *fregs, const bool args)
{
	struct ring_buffer_event *event;
	struct event_function *rec;

	rec = event_emit_begin_in(rw, TRACE_FN, sizeof(*rec) +
				  (args ? EVENT_ARGS * sizeof(long) : 0),
				  context, &event);
	if (!rec)
		return false;
	rec->ip = ip;
	rec->parent_ip = parent_ip;
	if (args)
		event_take_args((unsigned long *)(rec + 1), fregs);
	if (static_branch_unlikely(&event_export_functions))
		event_export(rec, sizeof(*rec), TRACE_EXPORT_FUNCTION);
	event_emit_end_in(rw);
	return true;
}

/* The same without arguments. */
static __always_inline bool event_function_record(struct ring_writer *rw,
						  unsigned long ip,
						  unsigned long parent_ip,
						  unsigned int context)
{
	return event_function_record_args(rw, ip, parent_ip, context, NULL,
					  false);
}

/*
 * Buffers in which records for perf are assembled: one per CPU for each context that
 * may nest in others (task, softirq, irq, NMI; perf core numbers them). perf/
 * allocates them.
 */
#define EVENT_PERF_CONTEXTS	4

struct event_perf_buf {
	u64 words[PERF_MAX_TRACE_SIZE / sizeof(u64)];
};

extern struct event_perf_buf __percpu *event_perf_bufs[EVENT_PERF_CONTEXTS];

#endif /* _KERNEL_TRACE_EVENT_H */
