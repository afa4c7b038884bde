// SPDX-License-Identifier: GPL-2.0
/*
 * Writing records of events: reserve and commit, as probes call them.
 *
 * The order of all steps is in event.h ("Writing a record"). A record that is just
 * written needs one test of trace_event_file::flags in reserve and one in commit.
 * All other cases are in noinline functions.
 */
#include <linux/export.h>
#include <linux/kprobes.h>

#include "internal.h"

/*
 * What every record executes stands together in the text, apart from what it does not.
 */
#define EVENT_HOT		__attribute__((__hot__))

/* Flags of the context word that follow from a preemption count in interrupts. */
static unsigned int event_emit_context_levels(unsigned int count)
{
	unsigned int flags = 0;

	if (count & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (count & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (in_serving_softirq())
		flags |= TRACE_FLAG_SOFTIRQ;
	if ((softirq_count() & SOFTIRQ_MASK) >= SOFTIRQ_DISABLE_OFFSET)
		flags |= TRACE_FLAG_BH_OFF;
	return flags;
}

/**
 * event_context_slow - event_context_irq() for any but plain task context
 * @irqs_off: interrupts are disabled
 * @dec: levels of preempt_disable() that belong to the tracer, not to its caller
 *
 * Context: any.
 * Return: the context word.
 */
noinline unsigned int event_context_slow(bool irqs_off, unsigned int dec)
{
	unsigned int count = preempt_count();
	unsigned int flags = irqs_off ? TRACE_FLAG_IRQS_OFF : 0;
	unsigned int depth = count & PREEMPT_MASK;

	depth -= min(depth, dec);
	if (count & (SOFTIRQ_MASK | HARDIRQ_MASK | NMI_MASK))
		flags |= event_emit_context_levels(count);
	if (tif_need_resched())
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= TRACE_FLAG_PREEMPT_RESCHED;
	depth = min(depth, 0xfU);
#ifdef CONFIG_SMP
	depth |= min_t(unsigned int, current->migration_disabled, 0xf) << 4;
#endif
	return EVENT_CONTEXT(flags, depth);
}

/**
 * trace_event_ignore_this_pid - check whether events of this task are ignored
 * @file: an event file with PID_FILTER
 *
 * Context: any, preemption disabled.
 * Return: true if the instance does not record events of the current task.
 */
bool trace_event_ignore_this_pid(struct trace_event_file *file)
{
	bool (*ignored)(struct trace_event_file *file) = READ_ONCE(event_instance_ops.ignored);

	return ignored(file);
}

/**
 * __trace_trigger_soft_disabled - slow path of trace_trigger_soft_disabled()
 * @file: the event file
 *
 * Context: any, preemption disabled.
 * Return: true if nothing is to be recorded.
 */
bool __trace_trigger_soft_disabled(struct trace_event_file *file)
{
	unsigned long flags = READ_ONCE(file->flags);

	if ((flags & EVENT_FILE_FL_TRIGGER_MODE) &&
	    !(flags & EVENT_FILE_FL_TRIGGER_COND))
		event_trigger_ops.before(file);

	/* Triggers that need the record get one, which is dropped at commit. */
	if ((flags & EVENT_FILE_FL_SOFT_DISABLED) &&
	    !(flags & EVENT_FILE_FL_TRIGGER_COND))
		return true;
	return (flags & EVENT_FILE_FL_PID_FILTER) &&
	       trace_event_ignore_this_pid(file);
}
EXPORT_SYMBOL_GPL(__trace_trigger_soft_disabled);

/**
 * event_triggers - run the triggers of an event file on a record
 * @file: an event file with TRIGGER_MODE
 * @rec: the record, complete but not committed
 * @event: the event of the ring buffer that holds @rec
 *
 * For writers that do not use trace_event_buffer_reserve(). The filter of @file is
 * not applied: the one event that is written this way, ftrace/print, has no filter
 * file.
 *
 * Context: any, preemption disabled.
 * Return: what to pass to event_triggers_after() after the commit; 0: nothing.
 */
unsigned long event_triggers(struct trace_event_file *file, void *rec,
			     struct ring_buffer_event *event)
{
	unsigned long flags = READ_ONCE(file->flags), after = 0;

	if (flags & EVENT_FILE_FL_TRIGGER_COND)
		after = event_trigger_ops.record(file, rec, event);
	else if (flags & EVENT_FILE_FL_TRIGGER_MODE)
		event_trigger_ops.before(file);
	/* No tail call, see struct event_trigger_ops. */
	barrier();
	return after;
}

/**
 * event_triggers_after - run the triggers that event_triggers() postponed
 * @file: the event file
 * @after: what event_triggers() returned, not 0
 * @ip: return address of the function that writes the record; stacks begin there
 *
 * Context: any, after the commit.
 */
void event_triggers_after(struct trace_event_file *file, unsigned long after,
			  unsigned long ip)
{
	event_trigger_ops.after(file, after, ip);
}

/*
 * Records that are likely to be dropped are assembled in a scratch buffer, and
 * copied into the ring buffer when they turn out to be wanted. Their common fields
 * are filled in then, or before a trigger or filter reads them.
 */

/* Nesting of contexts on a CPU: task, softirq, interrupt, NMI. */
#define EVENT_SCRATCH_DEPTH	4

/**
 * struct event_scratch - a scratch buffer
 * @len: size in bytes of the record; 0 if it is not to be copied into the ring buffer
 * @rec: the record, and the eight bytes after a field that event_prefilter_rejects()
 *	may read beyond it
 */
struct event_scratch {
	unsigned long len;
	u8 rec[EVENT_SCRATCH_SIZE + sizeof(u64)] __aligned(8);
};

/**
 * event_scratch_init - allocate the scratch buffers
 *
 * Without memory for them, records that are likely to be dropped are reserved in the
 * ring buffer and discarded.
 *
 * Context: boot.
 */
void __init event_scratch_init(void)
{
	struct event_scratch __percpu *all;
	struct event_scratch *first;
	int cpu;

	all = __alloc_percpu(EVENT_SCRATCH_DEPTH * sizeof(*all), __alignof__(*all));
	if (!all)
		return;
	for_each_possible_cpu(cpu) {
		first = per_cpu_ptr(all, cpu);
		per_cpu(trace_cpu, cpu).scratch = first;
		per_cpu(trace_cpu, cpu).scratch_end = first + EVENT_SCRATCH_DEPTH;
	}
}

/* @copy: event_emit_scratch_copy() may copy the record into the ring buffer. */
static __always_inline void *event_emit_scratch_push(unsigned long len, bool copy)
{
	struct event_scratch *scratch = raw_cpu_read(trace_cpu.scratch);

	/* An interrupting context uses the buffer after this one. */
	if (unlikely(scratch == raw_cpu_read(trace_cpu.scratch_end) ||
		     len > EVENT_SCRATCH_SIZE))
		return NULL;
	raw_cpu_write(trace_cpu.scratch, scratch + 1);
	barrier();
	scratch->len = copy ? len : 0;
	return scratch->rec;
}

static __always_inline void event_emit_scratch_pop(void *rec)
{
	barrier();
	raw_cpu_write(trace_cpu.scratch,
		      container_of(rec, struct event_scratch, rec[0]));
}

/**
 * event_scratch_begin - get a scratch buffer of this CPU
 *
 * Context: any, preemption disabled until event_scratch_end().
 * Return: %EVENT_SCRATCH_SIZE bytes; NULL if all buffers are in use by the contexts
 * that this one interrupted, or were not allocated.
 */
void *event_scratch_begin(void)
{
	return event_emit_scratch_push(EVENT_SCRATCH_SIZE, false);
}

/**
 * event_scratch_end - release a scratch buffer
 * @scratch: the buffer; the last one that event_scratch_begin() returned on this CPU
 *
 * Context: any, preemption disabled.
 */
void event_scratch_end(void *scratch)
{
	event_emit_scratch_pop(scratch);
}

/* Fill in the common fields of a record in scratch. */
static __always_inline void event_emit_scratch_fill(struct trace_event_buffer *fbuffer)
{
	/* The tracepoint and trace_event_buffer_reserve() disabled preemption. */
	fbuffer->trace_ctx = event_context_regs(fbuffer->regs, 2);
	event_fill(fbuffer->entry, fbuffer->trace_file->type, fbuffer->trace_ctx);
}

/* Copy a record from scratch into the ring buffer; false if it can't be recorded. */
static bool event_emit_scratch_copy(struct trace_event_buffer *fbuffer)
{
	void *rec = fbuffer->entry;
	unsigned long len = container_of(rec, struct event_scratch, rec[0])->len;

	if (!len)
		return false;
	fbuffer->event = ring_reserve(fbuffer->buffer, len);
	if (!fbuffer->event)
		return false;
	fbuffer->entry = ring_payload(fbuffer->event, len);
	memcpy(fbuffer->entry, rec, len);
	return true;
}

/*
 * Triggers get records whether recording is on or off. Filters are not run while
 * it is off.
 */
static bool event_emit_reserve_wanted(struct trace_event_file *file, unsigned long flags)
{
	if ((flags & EVENT_FILE_CHECK_BEFORE) && __trace_trigger_soft_disabled(file))
		return false;
	return (flags & EVENT_FILE_FL_TRIGGER_COND) ||
	       ring_writer_is_on(ring_writer_here(file->writers));
}

/* Reserve a record in scratch or in the ring buffer. */
static void *event_emit_reserve_any(struct trace_event_buffer *fbuffer,
				    struct trace_event_file *file,
				    unsigned long len, unsigned long flags)
{
	struct ring_writer *rw = ring_writer_here(file->writers);
	bool on = ring_writer_is_on(rw);
	void *rec = NULL;

	fbuffer->event = NULL;
	if ((flags & (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED)) || !on)
		rec = event_emit_scratch_push(len, on);
	if (rec)
		return rec;
	fbuffer->event = ring_writer_reserve(rw, len);
	if (fbuffer->event)
		return ring_payload(fbuffer->event, len);
	/* The ring buffer is full and has counted the loss. Triggers run nevertheless. */
	return flags & EVENT_FILE_FL_TRIGGER_COND ? event_emit_scratch_push(len, false) : NULL;
}

/* Any of these flags: more than a filter has to be checked. */
#define EVENT_FILE_RARE							\
	(EVENT_FILE_CHECK_BEFORE | EVENT_FILE_FL_TRIGGER_COND)

static noinline void *event_emit_reserve_rare(struct trace_event_buffer *fbuffer,
					      struct trace_event_file *file,
					      unsigned long len, unsigned long flags)
{
	void *rec = NULL;

	preempt_disable_notrace();
	if (event_emit_reserve_wanted(file, flags))
		rec = event_emit_reserve_any(fbuffer, file, len, flags);
	if (!rec) {
		preempt_enable_notrace();
		return NULL;
	}
	fbuffer->entry = rec;
	fbuffer->trace_file = file;
	fbuffer->regs = NULL;
	if (fbuffer->event)
		event_emit_scratch_fill(fbuffer);
	return rec;
}

/*
 * The event is off, and has triggers that need the record, a histogram for example.
 * event_emit_commit_unrecorded() ends such a record.
 */
#define EVENT_FILE_UNRECORDED						\
	(EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_TRIGGER_COND)

static __always_inline bool event_emit_unrecorded(unsigned long flags)
{
	return (flags & (EVENT_FILE_UNRECORDED | EVENT_FILE_FL_PID_FILTER)) ==
	       EVENT_FILE_UNRECORDED;
}

/* Preemption is disabled. @copy: the record may be copied into the ring buffer. */
static __always_inline void *event_emit_reserve_scratch(struct trace_event_buffer *fbuffer,
							struct trace_event_file *file,
							unsigned long len, unsigned long flags,
							bool copy)
{
	void *rec = event_emit_scratch_push(len, copy);

	if (unlikely(!rec)) {
		preempt_enable_notrace();
		return event_emit_reserve_rare(fbuffer, file, len, flags);
	}
	fbuffer->entry = rec;
	fbuffer->event = NULL;
	fbuffer->trace_file = file;
	fbuffer->regs = NULL;
	return rec;
}

/* Only triggers need the record, whatever a filter or the state of the buffer is. */
static noinline void *event_emit_reserve_unrecorded(struct trace_event_buffer *fbuffer,
						    struct trace_event_file *file,
						    unsigned long len, unsigned long flags)
{
	preempt_disable_notrace();
	return event_emit_reserve_scratch(fbuffer, file, len, flags, false);
}

/* With a filter; in the fast case there is nothing else to check. */
static noinline void *event_emit_reserve_filtered(struct trace_event_buffer *fbuffer,
						  struct trace_event_file *file,
						  unsigned long len, unsigned long flags)
{
	if (flags & EVENT_FILE_RARE) {
		if (event_emit_unrecorded(flags))
			return event_emit_reserve_unrecorded(fbuffer, file, len, flags);
		return event_emit_reserve_rare(fbuffer, file, len, flags);
	}
	preempt_disable_notrace();
	if (!ring_writer_is_on(ring_writer_here(file->writers))) {
		preempt_enable_notrace();
		return NULL;
	}
	return event_emit_reserve_scratch(fbuffer, file, len, flags, true);
}

/* Fill in the common fields of a record in the ring buffer, and what commit needs. */
static __always_inline void *event_emit_reserved(struct trace_event_buffer *fbuffer,
						 struct trace_event_file *file,
						 struct ring_buffer_event *event,
						 void *rec, unsigned int context)
{
	fbuffer->event = event;
	fbuffer->trace_file = file;
	fbuffer->trace_ctx = context;
	fbuffer->regs = NULL;
	event_fill(rec, file->type, context);
	return rec;
}

/* The tracepoint and trace_event_buffer_reserve() disabled preemption. */
#define EVENT_EMIT_LEVELS	2

/* For any but plain task context. */
static noinline void *event_emit_reserved_slow(struct trace_event_buffer *fbuffer,
					       struct trace_event_file *file,
					       struct ring_buffer_event *event, void *rec)
{
	return event_emit_reserved(fbuffer, file, event, rec,
				   event_context_slow(irqs_disabled(), EVENT_EMIT_LEVELS));
}

static void *event_emit_reserved_any(struct trace_event_buffer *fbuffer,
				     struct trace_event_file *file,
				     struct ring_buffer_event *event, unsigned long len)
{
	if (unlikely(!event)) {
		preempt_enable_notrace();
		return NULL;
	}
	return event_emit_reserved(fbuffer, file, event, ring_payload(event, len),
				   event_context_irq(irqs_disabled(), EVENT_EMIT_LEVELS));
}

/* Recording is off, the record is long, or the ring buffer needs its slow path. */
static noinline void *event_emit_reserve_far(struct trace_event_buffer *fbuffer,
					     struct trace_event_file *file,
					     unsigned long len)
{
	struct ring_writer *rw = ring_writer_here(file->writers);

	if (likely(!ring_writer_is_on(rw))) {
		preempt_enable_notrace();
		return NULL;
	}
	return event_emit_reserved_any(fbuffer, file, ring_reserve_far(rw, len), len);
}

/* The fast path of the ring buffer has failed: the page is full, for example. */
static noinline void *event_emit_reserve_slow(struct trace_event_buffer *fbuffer,
					      struct trace_event_file *file,
					      struct ring_writer *rw, unsigned int len)
{
	return event_emit_reserved_any(fbuffer, file, ring_reserve_slow(rw, len), len);
}

/**
 * trace_event_buffer_reserve - begin a record of an event
 * @fbuffer: uninitialized; passed to trace_event_buffer_commit()
 * @file: the event file
 * @len: size in bytes of the record, its common fields included
 *
 * All but the most frequent case are separate functions that end this one, so that it
 * has to save no register.
 *
 * Context: a probe of an event: any, preemption disabled once. Preemption is
 * disabled once more until trace_event_buffer_commit().
 * Return: the record, to be filled in; NULL if nothing is to be recorded.
 */
EVENT_HOT
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *file,
				 unsigned long len)
{
	unsigned long flags = READ_ONCE(file->flags);
	struct ring_buffer_event *event;
	struct ring_writer *rw;
	unsigned int slow_len;
	bool irqs_off;
	void *rec;

	if (unlikely(flags & (EVENT_FILE_RARE | EVENT_FILE_FL_FILTERED)))
		return event_emit_reserve_filtered(fbuffer, file, len, flags);
	preempt_disable_notrace();
	rw = ring_writer_here(file->writers);
	if (unlikely(!ring_writer_is_ready(rw, len)))
		return event_emit_reserve_far(fbuffer, file, len);
	event = ring_writer_reserve_ready(rw, len, &slow_len);
	if (unlikely(!event))
		return event_emit_reserve_slow(fbuffer, file, rw, slow_len);
	rec = ring_payload(event, len);
	irqs_off = irqs_disabled();
	if (unlikely(!event_context_is_plain(EVENT_EMIT_LEVELS)))
		return event_emit_reserved_slow(fbuffer, file, event, rec);
	return event_emit_reserved(fbuffer, file, event, rec,
				   event_context_plain(irqs_off));
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);
NOKPROBE_SYMBOL(trace_event_buffer_reserve);
NOKPROBE_SYMBOL(event_emit_reserve_far);
NOKPROBE_SYMBOL(event_emit_reserve_slow);
NOKPROBE_SYMBOL(event_emit_reserved_slow);

/* The record has passed: pass it on, commit it, write its stacks. */
static void event_emit_commit_record(struct trace_event_buffer *fbuffer,
				     unsigned long flags, unsigned long ip)
{
	if (flags & EVENT_FILE_FL_OUTPUT) {
		if (event_console_ops.print)
			event_console_ops.print(fbuffer);
		event_export(fbuffer->entry, ring_buffer_event_length(fbuffer->event),
			     TRACE_EXPORT_EVENT);
	}
	event_emit_end(fbuffer->buffer);
	if (flags & EVENT_FILE_FL_OUTPUT)
		event_instance_ops.stacks(fbuffer, ip);
}

static bool event_emit_commit_matches(struct trace_event_file *file, void *rec)
{
	struct event_filter *filter = rcu_dereference_sched(file->filter);

	/* A filter is set before the flag, and removed after it. */
	return !filter || event_filter_ops.match(filter, rec);
}

static noinline void event_emit_commit_slow(struct trace_event_buffer *fbuffer,
					    unsigned long flags, unsigned long ip)
{
	struct trace_event_file *file = fbuffer->trace_file;
	struct ring_buffer_event *event = fbuffer->event;
	bool drop = flags & EVENT_FILE_FL_SOFT_DISABLED;
	void *scratch = event ? NULL : fbuffer->entry;
	unsigned long after = 0;

	/* The fast path of reserve does not set these members. */
	fbuffer->buffer = file->buffer;
	if (event)
		fbuffer->entry = ring_buffer_event_data(event);
	else
		event_emit_scratch_fill(fbuffer);

	if (flags & EVENT_FILE_FL_TRIGGER_COND)
		after = event_trigger_ops.record(file, fbuffer->entry, event);
	if ((flags & EVENT_FILE_FL_FILTERED) && !drop)
		drop = !event_emit_commit_matches(file, fbuffer->entry);
	if (scratch) {
		drop = drop || !event_emit_scratch_copy(fbuffer);
		event_emit_scratch_pop(scratch);
	}
	if (!drop)
		event_emit_commit_record(fbuffer, flags, ip);
	if (drop && event)
		/* Enables preemption. */
		ring_buffer_discard_commit(fbuffer->buffer, event);
	else
		preempt_enable_notrace();
	if (after)
		event_trigger_ops.after(file, after, ip);
}

/* Drop a record in scratch that the prefilter rejects, if nothing else needs it. */
static __always_inline bool event_emit_commit_prefiltered(struct trace_event_buffer *fbuffer,
							  unsigned long flags)
{
	struct event_prefilter *prefilter;
	struct event_filter *filter;

	if ((flags & (EVENT_FILE_RARE | EVENT_FILE_FL_FILTERED)) !=
	    EVENT_FILE_FL_FILTERED)
		return false;
	filter = rcu_dereference_sched(fbuffer->trace_file->filter);
	prefilter = (struct event_prefilter *)filter;
	if (!filter || !event_prefilter_rejects(prefilter, fbuffer->entry))
		return false;
	event_emit_scratch_pop(fbuffer->entry);
	preempt_enable_notrace();
	return true;
}

/*
 * End a record in scratch of an event that is off: its triggers are all that it is for.
 * This holds as well if the event was on when event_emit_reserve_any() took the scratch
 * buffer: event_emit_commit_slow() would drop the record, too.
 */
static noinline void event_emit_commit_unrecorded(struct trace_event_buffer *fbuffer,
						  unsigned long ip)
{
	struct trace_event_file *file = fbuffer->trace_file;
	void *rec = fbuffer->entry;
	unsigned long after;

	event_emit_scratch_fill(fbuffer);
	after = event_trigger_ops.record(file, rec, NULL);
	event_emit_scratch_pop(rec);
	preempt_enable_notrace();
	if (unlikely(after))
		event_trigger_ops.after(file, after, ip);
}

/* End a record that is not simply committed. */
static __always_inline void event_emit_commit_other(struct trace_event_buffer *fbuffer,
						    unsigned long flags, unsigned long ip)
{
	if (!fbuffer->event) {
		if (event_emit_commit_prefiltered(fbuffer, flags))
			return;
		if (event_emit_unrecorded(flags)) {
			event_emit_commit_unrecorded(fbuffer, ip);
			return;
		}
	}
	event_emit_commit_slow(fbuffer, flags, ip);
}

/**
 * trace_event_buffer_commit - end a record of an event
 * @fbuffer: as trace_event_buffer_reserve() filled it in
 *
 * Context: as trace_event_buffer_reserve(), in the same probe.
 */
EVENT_HOT
void trace_event_buffer_commit(struct trace_event_buffer *fbuffer)
{
	struct trace_event_file *file = fbuffer->trace_file;
	unsigned long flags = READ_ONCE(file->flags);

	if (unlikely((flags & EVENT_FILE_CHECK_AFTER) || !fbuffer->event)) {
		event_emit_commit_other(fbuffer, flags, _RET_IP_);
		return;
	}
	event_emit_end_in(ring_writer_here(file->writers));
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(trace_event_buffer_commit);
NOKPROBE_SYMBOL(trace_event_buffer_commit);

/**
 * event_reserve - reserve a built-in record in a ring buffer
 * @ring: the ring buffer
 * @type: one of enum trace_type
 * @len: size in bytes of the whole record, struct trace_entry included
 * @context: event_context() of the caller
 *
 * Context: any. Preemption is disabled until event_commit() or event_discard().
 * Return: the event of the ring buffer, the common fields of its record filled in;
 * NULL if it can't be recorded.
 */
struct ring_buffer_event *event_reserve(struct trace_buffer *ring, int type,
					unsigned long len, unsigned int context)
{
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(ring, len);
	if (event)
		event_fill(ring_buffer_event_data(event), type, context);
	return event;
}

NOKPROBE_SYMBOL(event_reserve);

/**
 * event_commit - commit the record that event_reserve() reserved
 * @ring: the ring buffer
 * @event: what event_reserve() returned
 *
 * Context: any; enables preemption.
 */
void event_commit(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	event_emit_end(ring);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(event_commit);

/**
 * event_discard - discard the record that event_reserve() reserved
 * @ring: the ring buffer
 * @event: what event_reserve() returned
 *
 * Context: any; enables preemption.
 */
void event_discard(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	ring_buffer_discard_commit(ring, event);
}

NOKPROBE_SYMBOL(event_discard);
