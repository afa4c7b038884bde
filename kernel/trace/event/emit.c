// SPDX-License-Identifier: GPL-2.0
/*
 * Emitting: what an event's probe calls between the tracepoint and the ring.
 *
 * The plain case, a record that is just written, tests one word before and one
 * after it. All else stands in noinline functions at the side.
 */
#include <linux/export.h>
#include <linux/kprobes.h>

#include "internal.h"

/* Each written once, before the flags that lead to it are set anywhere. */
static struct event_hooks event_hooks __read_mostly;

void event_hooks_set(const struct event_hooks *hooks)
{
	guard(mutex)(&event_mutex);

	if (hooks->ignored)
		event_hooks.ignored = hooks->ignored;
	if (hooks->triggers)
		event_hooks.triggers = hooks->triggers;
	if (hooks->refused)
		event_hooks.refused = hooks->refused;
	if (hooks->triggers_after)
		event_hooks.triggers_after = hooks->triggers_after;
	if (hooks->copies)
		event_hooks.copies = hooks->copies;
	if (hooks->stacks)
		event_hooks.stacks = hooks->stacks;
	if (hooks->watch)
		event_hooks.watch = hooks->watch;
	if (hooks->unwatch)
		event_hooks.unwatch = hooks->unwatch;
	if (hooks->perf_open)
		event_hooks.perf_open = hooks->perf_open;
	if (hooks->perf_close)
		event_hooks.perf_close = hooks->perf_close;
}

int event_watch(struct event_watch *watch)
{
	lockdep_assert_held(&event_mutex);
	return event_hooks.watch ? event_hooks.watch(watch) : -EOPNOTSUPP;
}

void event_unwatch(struct event_watch *watch)
{
	lockdep_assert_held(&event_mutex);
	event_hooks.unwatch(watch);
}

int event_perf_open(struct trace_event_call *call, struct perf_event *event)
{
	guard(mutex)(&event_mutex);
	return event_hooks.perf_open ? event_hooks.perf_open(call, event) :
				       -EOPNOTSUPP;
}

void event_perf_close(struct perf_event *event)
{
	guard(mutex)(&event_mutex);
	event_hooks.perf_close(event);
}

/* Flags for a preemption count that says more than how deep it is. */
static unsigned int event_context_levels(unsigned int count)
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

/* The slow half of event_context_irq(). */
noinline unsigned int event_context_busy(bool irqs_off, unsigned int dec)
{
	unsigned int count = preempt_count();
	unsigned int flags = irqs_off ? TRACE_FLAG_IRQS_OFF : 0;
	unsigned int depth = count & PREEMPT_MASK;

	depth -= min(depth, dec);
	if (count & (SOFTIRQ_MASK | HARDIRQ_MASK | NMI_MASK))
		flags |= event_context_levels(count);
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

bool trace_event_ignore_this_pid(struct trace_event_file *file)
{
	return event_hooks.ignored && event_hooks.ignored(file);
}

/**
 * __trace_trigger_soft_disabled - the slow half of trace_trigger_soft_disabled()
 * @file: the event in the instance
 *
 * Context: any, preemption off.
 * Return: true if nothing is to be recorded.
 */
bool __trace_trigger_soft_disabled(struct trace_event_file *file)
{
	unsigned long flags = READ_ONCE(file->flags);

	if ((flags & EVENT_FILE_FL_TRIGGER_MODE) &&
	    !(flags & EVENT_FILE_FL_TRIGGER_COND) && event_hooks.triggers)
		event_hooks.triggers(file);

	/* Triggers that look at the record need one, which is dropped later. */
	if ((flags & EVENT_FILE_FL_SOFT_DISABLED) &&
	    !(flags & EVENT_FILE_FL_TRIGGER_COND))
		return true;
	return (flags & EVENT_FILE_FL_PID_FILTER) &&
	       trace_event_ignore_this_pid(file);
}
EXPORT_SYMBOL_GPL(__trace_trigger_soft_disabled);

unsigned long event_triggers(struct trace_event_file *file, void *rec,
			     struct ring_buffer_event *event)
{
	unsigned long after = 0;

	if (event_hooks.refused)
		event_hooks.refused(file, rec, event, &after);
	return after;
}

void event_triggers_after(struct trace_event_file *file, unsigned long after,
			  unsigned long ip)
{
	event_hooks.triggers_after(file, after, ip);
}

/*
 * Records that are likely to be dropped are made beside the ring, and copied
 * into it when they are wanted after all. What stands before their fields is
 * filled in then, or when somebody looks at it.
 */
#define STAGE_BYTES	EVENT_SCRATCH_SIZE

/* Contexts that may interrupt each other. */
#define STAGE_DEPTH	4

/**
 * struct event_scratch - where such a record is made
 * @len: its length; 0: it won't go into the ring
 * @rec: the record, and what event_prefilter_refuses() reads behind it
 */
struct event_scratch {
	unsigned long len;
	u8 rec[STAGE_BYTES + sizeof(u64)] __aligned(8);
};

/**
 * struct event_scratchs - one CPU's
 * @next: the one that is taken next: who interrupts a record takes the one
 *	behind it
 * @end: there are no more. Equal to @next as long as there are none at all.
 */
struct event_scratchs {
	struct event_scratch *next;
	struct event_scratch *end;
};

static DEFINE_PER_CPU(struct event_scratchs, event_scratchs);

void __init event_scratchs_init(void)
{
	struct event_scratch __percpu *all;
	struct event_scratch *stages;
	int cpu;

	/* Without them such records are made in the ring, and taken back. */
	all = __alloc_percpu(STAGE_DEPTH * sizeof(*all), __alignof__(*all));
	if (!all)
		return;
	for_each_possible_cpu(cpu) {
		stages = per_cpu_ptr(all, cpu);
		per_cpu(event_scratchs, cpu) = (struct event_scratchs) {
			.next = stages, .end = stages + STAGE_DEPTH,
		};
	}
}

static __always_inline void *stage_begin(unsigned long len, bool keep)
{
	struct event_scratch *stage = raw_cpu_read(event_scratchs.next);

	if (unlikely(stage == raw_cpu_read(event_scratchs.end) ||
		     len > STAGE_BYTES))
		return NULL;
	raw_cpu_write(event_scratchs.next, stage + 1);
	barrier();
	stage->len = keep ? len : 0;
	return stage->rec;
}

static __always_inline void stage_end(void *rec)
{
	barrier();
	raw_cpu_write(event_scratchs.next, container_of(rec, struct event_scratch, rec[0]));
}

void *event_scratch_begin(void)
{
	return stage_begin(EVENT_SCRATCH_SIZE, false);
}

void event_scratch_end(void *room)
{
	stage_end(room);
}

/* The record's common fields, if it was made on a stage. */
static __always_inline void stage_fill(struct trace_event_buffer *fbuffer)
{
	/* Of what is counted, this and the tracepoint's do not belong to it. */
	fbuffer->trace_ctx = event_context_regs(fbuffer->regs, 2);
	event_fill(fbuffer->entry, fbuffer->trace_file->type, fbuffer->trace_ctx);
}

/* Put the record that was made last into the ring. False: there is no room. */
static bool stage_copy(struct trace_event_buffer *fbuffer)
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
 * Triggers look at records whether recording is on or not; filters need not
 * look at what would not be recorded.
 */
static bool reserve_wanted(struct trace_event_file *file, unsigned long flags)
{
	if ((flags & EVENT_FILE_ASK_BEFORE) && __trace_trigger_soft_disabled(file))
		return false;
	return (flags & EVENT_FILE_FL_TRIGGER_COND) || ring_is_on(file->buffer);
}

static void *reserve_place(struct trace_event_buffer *fbuffer,
			   struct trace_event_file *file,
			   unsigned long len, unsigned long flags)
{
	bool on = ring_is_on(file->buffer);
	void *rec = NULL;

	fbuffer->event = NULL;
	if ((flags & (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED)) || !on)
		rec = stage_begin(len, on);
	if (rec)
		return rec;
	fbuffer->event = ring_reserve(file->buffer, len);
	if (fbuffer->event)
		return ring_payload(fbuffer->event, len);
	/* No room, and counted as that. */
	return flags & EVENT_FILE_FL_TRIGGER_COND ? stage_begin(len, false) : NULL;
}

/* Any of these, and there is more to do than to ask a filter. */
#define EVENT_FILE_RARE							\
	(EVENT_FILE_ASK_BEFORE | EVENT_FILE_FL_TRIGGER_COND)

static noinline void *reserve_rare(struct trace_event_buffer *fbuffer,
				   struct trace_event_file *file,
				   unsigned long len, unsigned long flags)
{
	void *rec = NULL;

	preempt_disable_notrace();
	if (reserve_wanted(file, flags))
		rec = reserve_place(fbuffer, file, len, flags);
	if (!rec) {
		preempt_enable_notrace();
		return NULL;
	}
	fbuffer->entry = rec;
	fbuffer->trace_file = file;
	fbuffer->regs = NULL;
	if (fbuffer->event)
		stage_fill(fbuffer);
	return rec;
}

/* There is a filter, and maybe nothing else. */
static noinline void *reserve_filtered(struct trace_event_buffer *fbuffer,
				       struct trace_event_file *file,
				       unsigned long len, unsigned long flags)
{
	void *rec;

	if (flags & EVENT_FILE_RARE)
		return reserve_rare(fbuffer, file, len, flags);
	preempt_disable_notrace();
	if (!ring_is_on(file->buffer)) {
		preempt_enable_notrace();
		return NULL;
	}
	rec = stage_begin(len, true);
	if (unlikely(!rec)) {
		preempt_enable_notrace();
		return reserve_rare(fbuffer, file, len, flags);
	}
	fbuffer->entry = rec;
	fbuffer->event = NULL;
	fbuffer->trace_file = file;
	fbuffer->regs = NULL;
	return rec;
}

static noinline void *reserve_plain(struct trace_event_buffer *fbuffer,
				    struct trace_event_file *file,
				    unsigned long len)
{
	struct ring_buffer_event *event;
	unsigned int context;
	void *rec;

	preempt_disable_notrace();
	event = ring_reserve(file->buffer, len);
	if (unlikely(!event)) {
		preempt_enable_notrace();
		return NULL;
	}
	/* A tracepoint calls its probes with preemption off, and so it is here. */
	context = event_context_irq(irqs_disabled(), 2);
	fbuffer->event = event;
	fbuffer->trace_file = file;
	fbuffer->trace_ctx = context;
	fbuffer->regs = NULL;
	rec = ring_payload(event, len);
	event_fill(rec, file->type, context);
	return rec;
}

/* Each way has its own function, so that none saves registers for another. */
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *file,
				 unsigned long len)
{
	unsigned long flags = READ_ONCE(file->flags);

	if (likely(!(flags & (EVENT_FILE_RARE | EVENT_FILE_FL_FILTERED))))
		return reserve_plain(fbuffer, file, len);
	return reserve_filtered(fbuffer, file, len, flags);
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);
NOKPROBE_SYMBOL(trace_event_buffer_reserve);
NOKPROBE_SYMBOL(reserve_plain);

static void commit_after(struct trace_event_buffer *fbuffer, unsigned long flags,
			 unsigned long ip)
{
	if ((flags & EVENT_FILE_FL_OUTPUT) && event_hooks.copies)
		event_hooks.copies(fbuffer);
	event_emit_end(fbuffer->buffer);
	if ((flags & EVENT_FILE_FL_OUTPUT) && event_hooks.stacks)
		event_hooks.stacks(fbuffer, ip);
}

static noinline void commit_slow(struct trace_event_buffer *fbuffer,
				 unsigned long flags, unsigned long ip)
{
	struct trace_event_file *file = fbuffer->trace_file;
	struct ring_buffer_event *event = fbuffer->event;
	bool drop = flags & EVENT_FILE_FL_SOFT_DISABLED;
	void *stage = event ? NULL : fbuffer->entry;
	unsigned long after = 0;

	/* The short way leaves these to whoever wants them. */
	fbuffer->buffer = file->buffer;
	if (event)
		fbuffer->entry = ring_buffer_event_data(event);
	else
		stage_fill(fbuffer);

	if ((flags & (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_TRIGGER_COND)) &&
	    event_hooks.refused)
		drop |= event_hooks.refused(file, fbuffer->entry, event, &after);
	if (stage) {
		drop = drop || !stage_copy(fbuffer);
		stage_end(stage);
	}
	if (!drop)
		commit_after(fbuffer, flags, ip);
	if (drop && event)
		/* This allows preemption again. */
		ring_buffer_discard_commit(fbuffer->buffer, event);
	else
		preempt_enable_notrace();
	if (after)
		event_hooks.triggers_after(file, after, ip);
}

/* A record on a stage, and a filter is all that there is. */
static __always_inline bool commit_sieved(struct trace_event_buffer *fbuffer,
					  unsigned long flags)
{
	struct event_prefilter *prefilter;
	struct event_filter *filter;

	if ((flags & (EVENT_FILE_RARE | EVENT_FILE_FL_FILTERED)) !=
	    EVENT_FILE_FL_FILTERED)
		return false;
	filter = rcu_dereference_sched(fbuffer->trace_file->filter);
	prefilter = (struct event_prefilter *)filter;
	if (!filter || !event_prefilter_refuses(prefilter, fbuffer->entry))
		return false;
	stage_end(fbuffer->entry);
	preempt_enable_notrace();
	return true;
}

void trace_event_buffer_commit(struct trace_event_buffer *fbuffer)
{
	struct trace_event_file *file = fbuffer->trace_file;
	unsigned long flags = READ_ONCE(file->flags);

	if (unlikely((flags & EVENT_FILE_ASK_AFTER) || !fbuffer->event)) {
		if (fbuffer->event || !commit_sieved(fbuffer, flags))
			commit_slow(fbuffer, flags, _RET_IP_);
		return;
	}
	event_emit_end(file->buffer);
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(trace_event_buffer_commit);
NOKPROBE_SYMBOL(trace_event_buffer_commit);

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

void event_commit(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	event_emit_end(ring);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(event_commit);

void event_discard(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	ring_buffer_discard_commit(ring, event);
}

NOKPROBE_SYMBOL(event_discard);
