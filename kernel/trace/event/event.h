/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event/: the trace events and the writing of their records.
 *
 * Owns:     the list of all trace events, their types, fields and format text;
 *           the values of enums and sizeof() in print formats; the built-in
 *           entries (ftrace/function, ftrace/print, ...); reserving and
 *           committing a record; exports of records; the record buffers and
 *           counters of perf.
 * Never:    depends on instances, tracefs files or readers. Upper components
 *           are notified of added and removed events through a struct
 *           event_listener, and register operations for the steps of writing
 *           a record that only they can do ("Writing a record" below).
 * Layer:    2, may use ring/, ftrace/, tracepoint/, lib/, clock/.
 * Contexts: functions that write records run wherever the ring buffer may be
 *           written, NMI included; all others run in task context.
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
#include "entries.h"		/* enum trace_type and the built-in records */
#include "prefilter.h"		/* the first test of a filter */

extern struct mutex event_mutex;

/*
 * All trace events in order of registration, linked by trace_event_call::list.
 * Protected by event_mutex.
 */
extern struct list_head event_calls;

/* The events */

/**
 * struct event_listener - notified of added and removed trace events
 * @node: entry in the list of listeners; protected by event_mutex
 * @added: called after @call was added to event_calls. Returns 0 or an errno,
 *	which makes adding the event fail. Context: event_mutex held.
 * @busy: NULL, or returns true if @call is enabled and so can't be removed.
 *	Context: event_mutex held.
 * @removing: called before @call is removed. Drops all references to @call and
 *	waits until no probe of it runs. Context: event_mutex held, may sleep.
 */
struct event_listener {
	struct list_head node;
	int (*added)(struct trace_event_call *call);
	bool (*busy)(struct trace_event_call *call);
	void (*removing)(struct trace_event_call *call);
};

void event_listen(struct event_listener *listener);

void event_call_init(void);
int event_call_add(struct trace_event_call *call, struct module *mod);
struct trace_event_call *event_call_find(const char *system, const char *name);
struct module *event_list_module(const struct trace_event_call *call);

/**
 * event_system - get the name of the system of a trace event
 * @call: the trace event
 *
 * Context: any.
 * Return: the name of the system, as its directory below events/ has it.
 */
static inline const char *event_system(const struct trace_event_call *call)
{
	return call->class->system;
}

/**
 * event_can_enable - check whether users can enable a trace event
 * @call: the trace event
 *
 * The built-in entries (events/ftrace/) have a format file, but no enable file.
 *
 * Context: any.
 * Return: true if @call can be enabled.
 */
static inline bool event_can_enable(const struct trace_event_call *call)
{
	return call->class->reg && !(call->flags & TRACE_EVENT_FL_IGNORE_ENABLE);
}

int event_format_show(struct seq_file *m, struct trace_event_call *call);
const struct trace_eval_map *event_evals_nth(loff_t nth);
int event_header_page_show(struct seq_file *m, struct trace_buffer *ring);
int event_header_event_show(struct seq_file *m);

/**
 * struct event_field - a field of a record
 * @type: text of the C type, as the format file shows it; NULL ends a table
 * @name: name of the field
 * @offset: offset in the record, in bytes
 * @size: size in bytes
 * @len: number of elements if the field is an array, else 0
 * @is_signed: the type, or the type of the elements, is signed
 * @filter: one of FILTER_*; never FILTER_OTHER for a field that is a string
 * @late: event_field_append() added the field, so older records end before it
 */
struct event_field {
	const char	*type;
	const char	*name;
	unsigned short	offset;
	unsigned short	size;
	unsigned short	len;
	bool		is_signed;
	unsigned char	filter;
	bool		late;
};

/*
 * The fields at the start of every record, and the names that filters and
 * histograms accept although no record holds them ("CPU", "COMM", ...). Each table
 * ends with a row whose type is NULL.
 */
extern const struct event_field event_common_fields[];
extern const struct event_field event_generic_fields[];

/*
 * Values of event_field.filter in event_generic_fields besides FILTER_*: numbers that
 * belong to the current task.
 */
enum event_task_field {
	EVENT_TASK_CGROUP = FILTER_STACKTRACE + 1,	/* u64 */
	EVENT_TASK_NS_PID,				/* int */
};

#ifdef CONFIG_CGROUPS
u64 event_task_cgroup(void);
#else
static inline u64 event_task_cgroup(void)
{
	return 0;
}
#endif

#ifdef CONFIG_PID_NS
int event_task_ns_pid(void);
#else
static inline int event_task_ns_pid(void)
{
	return 0;
}
#endif

typedef int (*event_field_fn)(const struct event_field *field, void *data);

int event_fields_each(struct trace_event_call *call, event_field_fn fn,
		      void *data);
bool event_field_find(struct trace_event_call *call, const char *name,
		      struct event_field *field);
u32 event_hash(struct trace_event_call *call);
int event_field_append(struct trace_event_call *call, const char *type, const char *name,
		       int offset);
void event_print_fmt_replace(struct trace_event_call *call, const char *print_fmt);

/* Types: the number at the start of a record that identifies its event */

struct trace_event *event_type_find(int type);
int event_call_register(struct trace_event_call *call);
struct trace_event_call *event_call_of(struct trace_event *event);
bool event_type_is_fixed(unsigned int type);
unsigned int event_types_epoch(void);
void event_read_lock(void);
void event_read_unlock(void);

int event_file_enable(struct trace_event_file *file);
int event_file_disable(struct trace_event_file *file);

/* Synthetic events */

/**
 * enum event_synth_kind - what the value of a field of a synthetic event is
 * @EVENT_SYNTH_NUMBER: the number itself
 * @EVENT_SYNTH_STRING: address of a string, copied into an array in the record
 * @EVENT_SYNTH_DYN_STRING: address of a string, copied to the end of the record
 * @EVENT_SYNTH_STACK: address of an array of unsigned long: the number of return
 *	addresses, then these
 */
enum event_synth_kind {
	EVENT_SYNTH_NUMBER,
	EVENT_SYNTH_STRING,
	EVENT_SYNTH_DYN_STRING,
	EVENT_SYNTH_STACK,
};

/**
 * struct event_synth_field - a field of a synthetic event
 * @type: text of the C type
 * @name: name of the field
 * @kind: what the value passed to event_synth.emit() is
 * @size: size in bytes, of an array that of all elements; 0 if it is not constant
 * @is_signed: the number is signed
 */
struct event_synth_field {
	const char		*type;
	const char		*name;
	enum event_synth_kind	kind;
	unsigned int		size;
	bool			is_signed;
};

/**
 * struct event_synth - a synthetic event: a trace event that is written by a call
 * @list: entry in the list of synthetic events; protected by event_mutex
 * @name: name of the event
 * @call: the trace event; event_synth_get() takes a reference to it
 * @fields: the fields of the event
 * @nr_fields: number of elements of @fields
 * @emit: write a record into each instance in which the event is enabled. @vals
 *	has one value per field, see enum event_synth_kind. Context: any,
 *	preemption disabled.
 *
 * dynevent/ makes synthetic events, and the actions of histograms in trigger/
 * write them. Both are of layer 5, so they share this structure here.
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
struct event_synth *event_synth_get(const char *name);
void event_synth_put(struct event_synth *synth);

/*
 * Writing a record
 * ================
 *
 * A probe calls trace_event_buffer_reserve(), fills in the fields and calls
 * trace_event_buffer_commit(). trace_event_file::flags tells which of the optional
 * steps an event file needs; without any of these flags a record is reserved, filled
 * in and committed, and nothing else runs. This is all that may run, in this order:
 *
 *  trace_event_buffer_reserve()
 *    1. Preemption is disabled.
 *    2. TRIGGER_MODE without TRIGGER_COND: event_trigger_ops.before runs the
 *       triggers, as none of them needs the record.
 *    3. SOFT_DISABLED without TRIGGER_COND: no record, the event ends here.
 *       PID_FILTER: event_instance_ops.ignored; if it returns true, the event ends
 *       here.
 *    4. The record is reserved: in the ring buffer, or in a scratch buffer of this
 *       CPU if it is likely to be dropped (FILTERED or SOFT_DISABLED) or if
 *       recording is off and triggers need the record.
 *    5. The common fields are filled in (of a record in scratch: before step 7).
 *
 *  The probe fills in the other fields.
 *
 *  trace_event_buffer_commit()
 *    6. FILTERED and no other reason to keep the record in scratch:
 *       event_prefilter_rejects(). A rejected record ends here.
 *    7. TRIGGER_COND: event_trigger_ops.record runs the triggers whose conditions
 *       match the record, and returns which kinds have to run in step 14.
 *    8. A record of a file that is SOFT_DISABLED is dropped in step 11. Otherwise, if
 *       FILTERED: event_filter_ops.match. A rejected record is dropped as well.
 *    9. A record in scratch that is not dropped is copied into the ring buffer.
 *   10. OUTPUT, record not dropped: event_console_ops.print, then the exports of
 *       events (event_export()).
 *   11. The record is committed, or discarded if it is dropped and in the ring buffer.
 *       The commit wakes up waiting readers by irq_work.
 *   12. OUTPUT, record not dropped: event_instance_ops.stacks writes records of
 *       the kernel and user stack.
 *   13. Preemption is enabled.
 *   14. event_trigger_ops.after runs the triggers that step 7 postponed.
 *
 * Writers of built-in entries use event_emit_begin() or event_reserve(): only steps
 * 4 (in the ring buffer), 5 and 11 exist. Between filling in and commit, records of
 * functions and markers are passed to event_export(), and those of trace_marker to
 * event_triggers().
 */

/* Any of these flags: check in trace_event_buffer_reserve() (steps 2 and 3). */
#define EVENT_FILE_CHECK_BEFORE						\
	(EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_PID_FILTER |	\
	 EVENT_FILE_FL_TRIGGER_MODE)

/* Any of these flags: more than a commit in trace_event_buffer_commit(). */
#define EVENT_FILE_CHECK_AFTER						\
	(EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_FILTERED |		\
	 EVENT_FILE_FL_TRIGGER_COND | EVENT_FILE_FL_OUTPUT)

/**
 * struct event_instance_ops - steps of writing a record that instance/ does
 * @ignored: PID_FILTER: returns true if events of the current task are not recorded
 *	in the instance of @file. Context: any, preemption disabled.
 * @stacks: OUTPUT: write the stacks for the record that was just committed. @ip is
 *	an address in the first function that the stack is to show. Context: any,
 *	preemption disabled.
 * @output_update: event_output_wanted() changed: update OUTPUT of all event files.
 *	Context: task, event_mutex held.
 */
struct event_instance_ops {
	bool (*ignored)(struct trace_event_file *file);
	void (*stacks)(struct trace_event_buffer *fbuffer, unsigned long ip);
	void (*output_update)(void);
};

/**
 * struct event_trigger_ops - steps of writing a record that trigger/ does
 * @before: TRIGGER_MODE without TRIGGER_COND: run the triggers of @file. A record
 *	is written nevertheless. For ftrace/print, it has been written before.
 * @record: TRIGGER_COND: run the triggers of @file on @rec, and return a bit for each
 *	kind of trigger that has to run after the commit. @event is NULL if @rec is
 *	in scratch; ring_buffer_event_time_stamp() accepts that. The return address
 *	of this function identifies the frame of its caller, so its call must not
 *	be a tail call.
 * @after: run the triggers whose bits @record returned. @ip is the return address
 *	into the probe of the event.
 *
 * Context: any, preemption disabled (@after: as in the probe).
 */
struct event_trigger_ops {
	void (*before)(struct trace_event_file *file);
	unsigned long (*record)(struct trace_event_file *file, void *rec,
				struct ring_buffer_event *event);
	void (*after)(struct trace_event_file *file, unsigned long after,
		      unsigned long ip);
};

/**
 * struct event_filter_ops - the step of writing a record that filter/ does
 * @match: FILTERED: returns true if @rec passes @filter. Context: any, preemption
 *	disabled.
 */
struct event_filter_ops {
	bool (*match)(const struct event_filter *filter, void *rec);
};

/**
 * struct event_console_ops - the step of writing a record that tp_printk does
 * @print: OUTPUT: print the record, which is not yet committed, on the console.
 *	Context: any, preemption disabled.
 */
struct event_console_ops {
	void (*print)(struct trace_event_buffer *fbuffer);
};

void event_instance_ops_register(const struct event_instance_ops *ops);
void event_ignored_set(bool (*ignored)(struct trace_event_file *file));
void event_trigger_ops_register(const struct event_trigger_ops *ops);
void event_filter_ops_register(const struct event_filter_ops *ops);
void event_console_ops_register(const struct event_console_ops *ops);

void event_output_get(void);
void event_output_put(void);
bool event_output_wanted(void);

unsigned long event_triggers(struct trace_event_file *file, void *rec,
			     struct ring_buffer_event *event);
void event_triggers_after(struct trace_event_file *file, unsigned long after,
			  unsigned long ip);

/**
 * event_file_flags - change some flags of an event file atomically
 * @file: the event file
 * @mask: the flags to change
 * @set: their new values
 *
 * Filters, triggers and instance/ change different flags of the same word.
 *
 * Context: any.
 */
static inline void event_file_flags(struct trace_event_file *file,
				    unsigned long mask, unsigned long set)
{
	set_mask_bits(&file->flags, mask, set);
}

/**
 * event_file_soft_disable - switch the records of an event in soft mode off or on
 * @file: the event file
 * @off: switch them off if true, else on
 *
 * Does nothing if the event is not in soft mode: a trigger that was removed may still fire.
 *
 * Context: any.
 * Return: true if the state was changed; on one CPU only if several change it at the same
 * time.
 */
static inline bool event_file_soft_disable(struct trace_event_file *file, bool off)
{
	unsigned long wanted = off ? EVENT_FILE_FL_SOFT_DISABLED : 0;
	unsigned long old = READ_ONCE(file->flags);

	do {
		if (!(old & EVENT_FILE_FL_SOFT_MODE) ||
		    (old & EVENT_FILE_FL_SOFT_DISABLED) == wanted)
			return false;
	} while (!try_cmpxchg(&file->flags, &old, old ^ EVENT_FILE_FL_SOFT_DISABLED));
	return true;
}

/* Watches: a callback for each record of an event in an instance */

/**
 * struct event_watch - a callback for the records of an event file
 * @file: the event file
 * @fire: called with each record before it is committed, even if the event is not
 *	enabled in the instance. Context: any, preemption disabled.
 * @trigger: private to trigger/, which implements watches; protected by event_mutex
 */
struct event_watch {
	struct trace_event_file *file;
	void (*fire)(struct event_watch *watch, void *rec);
	void *trigger;
};

/**
 * struct event_watch_ops - the implementation of watches, in trigger/
 * @begin: implements event_watch_begin()
 * @end: implements event_watch_end()
 *
 * Context: task, may sleep; event_mutex held.
 */
struct event_watch_ops {
	int (*begin)(struct event_watch *watch);
	void (*end)(struct event_watch *watch);
};

void event_watch_ops_register(const struct event_watch_ops *ops);
int event_watch_begin(struct event_watch *watch);
void event_watch_end(struct event_watch *watch);

/* Dynamic events */

/**
 * struct event_dynamic_ops - the creation of dynamic events, in dynevent/
 * @create: implements event_dynamic_create()
 */
struct event_dynamic_ops {
	int (*create)(const char *command);
};

void event_dynamic_ops_register(const struct event_dynamic_ops *ops);
int event_dynamic_create(const char *command);

/* Scratch buffers */

/* Size in bytes of what event_scratch_begin() returns. */
#define EVENT_SCRATCH_SIZE	1024

void *event_scratch_begin(void);
void event_scratch_end(void *scratch);

/*
 * The context word: the first word of a record while its type is still zero. It
 * holds flags of enum trace_flag_type and the preemption count, whose upper nibble
 * is the count of migrate_disable().
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

/*
 * The preemption count together with the bit for "need resched", and its value in
 * task context with preemption enabled and no reschedule pending.
 */
#ifdef CONFIG_X86
#define event_preempt_count()	raw_cpu_read_4(pcpu_hot.preempt_count)
#define EVENT_PREEMPT_IDLE	PREEMPT_NEED_RESCHED	/* the bit is inverted */
#else
#define event_preempt_count()	((u32)preempt_count() | \
				 (test_preempt_need_resched() ? BIT(31) : 0))
#define EVENT_PREEMPT_IDLE	0
#endif

unsigned int event_context_slow(bool irqs_off, unsigned int dec);

/**
 * event_context_is_plain - check for plain task context
 * @dec: levels of preempt_disable() that belong to the tracer, not to its caller
 *
 * Plain means: the context word holds nothing but the state of interrupts.
 *
 * Context: any.
 * Return: true if preemption and migration are enabled, no reschedule is pending and
 * no softirq, interrupt or NMI is being served.
 */
static __always_inline bool event_context_is_plain(unsigned int dec)
{
	if (unlikely(event_preempt_count() != EVENT_PREEMPT_IDLE +
		     (IS_ENABLED(CONFIG_PREEMPT_COUNT) ? dec : 0)))
		return false;
#ifdef CONFIG_SMP
	if (unlikely(current->migration_disabled))
		return false;
#endif
	return likely(!tif_need_resched());
}

/**
 * event_context_plain - get the context word of plain task context
 * @irqs_off: interrupts are disabled
 *
 * Context: any, if event_context_is_plain() is true.
 * Return: the context word.
 */
static __always_inline unsigned int event_context_plain(bool irqs_off)
{
	return irqs_off * EVENT_CONTEXT(TRACE_FLAG_IRQS_OFF, 0);
}

/**
 * event_context_irq - get the context word where the state of interrupts is known
 * @irqs_off: interrupts are disabled
 * @dec: levels of preempt_disable() that belong to the tracer, not to its caller
 *
 * Context: any.
 * Return: the context word, as event_reserve() takes it.
 */
static __always_inline unsigned int event_context_irq(bool irqs_off,
						      unsigned int dec)
{
	if (unlikely(!event_context_is_plain(dec)))
		return event_context_slow(irqs_off, dec);
	return event_context_plain(irqs_off);
}

/**
 * event_context - get the context word of the caller
 *
 * Context: any.
 * Return: the context word.
 */
static __always_inline unsigned int event_context(void)
{
	return event_context_irq(irqs_disabled(), 0);
}

/**
 * event_context_probe - get the context word of the code that fired a tracepoint
 *
 * A tracepoint calls its probes with preemption disabled; this one level is not
 * counted.
 *
 * Context: a probe of a tracepoint.
 * Return: the context word.
 */
static __always_inline unsigned int event_context_probe(void)
{
	return event_context_irq(irqs_disabled(), 1);
}

/**
 * event_regs_irqs_off - test whether interrupted code has interrupts disabled
 * @regs: NULL, or the registers of the code that hit a breakpoint: its handler runs
 *	with interrupts disabled, while that code may have them enabled
 *
 * Context: any.
 * Return: true if the code with @regs, or the caller, has interrupts disabled.
 */
static __always_inline bool event_regs_irqs_off(struct pt_regs *regs)
{
#if defined(CONFIG_X86) || defined(CONFIG_RISCV)
	if (regs)
		return regs_irqs_disabled(regs);
#elif defined(interrupts_enabled)
	if (regs)
		return !interrupts_enabled(regs);
#endif
	return irqs_disabled();
}

/**
 * event_context_regs - get the context word of interrupted code
 * @regs: as for event_regs_irqs_off()
 * @dec: levels of preempt_disable() that belong to the tracer, not to its caller
 *
 * Context: any.
 * Return: the context word.
 */
static __always_inline unsigned int event_context_regs(struct pt_regs *regs,
						       unsigned int dec)
{
	return event_context_irq(event_regs_irqs_off(regs), dec);
}

struct ring_buffer_event *event_reserve(struct trace_buffer *ring, int type,
					unsigned long len,
					unsigned int context);
void event_commit(struct trace_buffer *ring, struct ring_buffer_event *event);
void event_discard(struct trace_buffer *ring, struct ring_buffer_event *event);

/**
 * event_fill - fill in the common fields of a record
 * @ent: the start of the record
 * @type: type of the record
 * @context: the context word
 *
 * Context: any, preemption disabled.
 */
static __always_inline void event_fill(struct trace_entry *ent, int type,
				       unsigned int context)
{
	u32 *head = (u32 *)ent;

	BUILD_BUG_ON(offsetof(struct trace_entry, pid) != sizeof(*head));
	*head = EVENT_HEAD(type, context);
	ent->pid = current->pid;
}

/**
 * event_emit_begin_in - event_emit_begin() with a known writer
 * @rw: ring_this_writer() of the buffer
 * @type: type of the record
 * @len: bytes of the whole record, a constant
 * @context: the context word
 * @event: set to the event of the ring buffer, for event_discard()
 *
 * Saves looking up the writer a second time for event_emit_end_in().
 *
 * Context: any, preemption disabled until event_emit_end_in().
 * Return: the record, its common fields filled in; NULL if it can't be recorded.
 */
static __always_inline void *
event_emit_begin_in(struct ring_writer *rw, int type, unsigned int len,
		    unsigned int context, struct ring_buffer_event **event)
{
	void *rec;

	*event = ring_writer_reserve(rw, len);
	if (!*event)
		return NULL;
	rec = ring_payload(*event, len);
	/* The compiler can then drop the caller's test for NULL. */
	if (!rec)
		__builtin_unreachable();
	event_fill(rec, type, context);
	return rec;
}

/**
 * event_emit_end_in - event_emit_end() with a known writer
 * @rw: the writer that was passed to event_emit_begin_in()
 *
 * Context: any, preemption disabled.
 */
static __always_inline void event_emit_end_in(struct ring_writer *rw)
{
	trace_comm_mark();
	ring_writer_commit(rw);
}

/**
 * event_emit_begin - event_reserve() inlined, for hot paths
 * @ring: the ring buffer
 * @type: type of the record
 * @len: bytes of the whole record, a constant
 * @context: the context word
 * @event: set to the event of the ring buffer, for event_discard()
 *
 * Context: any, preemption disabled until event_emit_end().
 * Return: the record, its common fields filled in; NULL if it can't be recorded.
 */
static __always_inline void *
event_emit_begin(struct trace_buffer *ring, int type, unsigned int len,
		 unsigned int context, struct ring_buffer_event **event)
{
	return event_emit_begin_in(ring_this_writer(ring), type, len, context,
				   event);
}

/**
 * event_emit_end - commit the record that event_emit_begin() reserved
 * @ring: the ring buffer
 *
 * Context: any, preemption disabled.
 */
static __always_inline void event_emit_end(struct trace_buffer *ring)
{
	event_emit_end_in(ring_this_writer(ring));
}

/**
 * event_copy_args - copy the argument registers of a traced function
 * @args: EVENT_ARGS words
 * @fregs: registers at the patch site
 *
 * Architectures without access to the registers have no tracer that records them.
 *
 * Context: a callback of a patch site.
 */
static __always_inline void event_copy_args(unsigned long *args,
					    struct ftrace_regs *fregs)
{
#ifdef CONFIG_HAVE_FUNCTION_ARG_ACCESS_API
	for (int i = 0; i < EVENT_ARGS; i++)
		args[i] = ftrace_regs_get_argument(fregs, i);
#endif
}

/*
 * Exports (register_ftrace_export()). Each key is enabled while an export of that
 * kind of record is registered. Writers test the key between reserve and commit:
 * functions that an export calls may be traced, and the ring buffer refuses their
 * records inside another record of the same context.
 */
DECLARE_STATIC_KEY_FALSE(event_export_functions);
DECLARE_STATIC_KEY_FALSE(event_export_markers);

void event_export(const void *entry, unsigned int size, int kind);

/**
 * event_function_record_args - write a record of a function call (ftrace/function)
 * @rw: this CPU's writer of the ring buffer
 * @ip: address of the function
 * @parent_ip: address in its caller
 * @context: the context word
 * @fregs: registers at the patch site; used only with @args
 * @args: append the argument registers; should be a constant
 *
 * Context: any, preemption disabled; with @args, in a callback of a patch site.
 * Return: true if a record was written.
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
		event_copy_args((unsigned long *)(rec + 1), fregs);
	if (static_branch_unlikely(&event_export_functions))
		event_export(rec, sizeof(*rec), TRACE_EXPORT_FUNCTION);
	event_emit_end_in(rw);
	return true;
}

/**
 * event_function_record - write a record of a function call without arguments
 * @rw: this CPU's writer of the ring buffer
 * @ip: address of the function
 * @parent_ip: address in its caller
 * @context: the context word
 *
 * Context: any, preemption disabled.
 * Return: true if a record was written.
 */
static __always_inline bool event_function_record(struct ring_writer *rw,
						  unsigned long ip,
						  unsigned long parent_ip,
						  unsigned int context)
{
	return event_function_record_args(rw, ip, parent_ip, context, NULL,
					  false);
}

/* perf.c: counters of perf core on a trace event */

int event_perf_open(struct trace_event_call *call, struct perf_event *event);
void event_perf_close(struct perf_event *event);

#endif /* _KERNEL_TRACE_EVENT_H */
