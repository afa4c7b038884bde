// SPDX-License-Identifier: GPL-2.0
/*
 * What happens when a trace_probe is hit: a record is written into each instance
 * that its event is enabled in, and one for perf.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "perf.h"
#include "trace_probe.h"

/* The event has triggers, filters or the like: the record may be discarded. */
static noinline void trace_probe_write_checked(const struct trace_probe *tp,
					       struct trace_event_file *file,
					       const unsigned long *ips,
					       const struct dynevent_source *src,
					       unsigned int space, unsigned int dec)
{
	struct trace_event_buffer fbuffer;
	void *rec;

	rec = trace_event_buffer_reserve(&fbuffer, file, tp->size + space);
	if (!rec)
		return;
	/* The context of the probed code, not that of the handler. */
	fbuffer.regs = src->regs;
	fbuffer.trace_ctx = event_context_regs(src->regs, dec + 1);
	event_fill(rec, file->type, fbuffer.trace_ctx);
	trace_probe_fill(tp, rec, ips, src, space);
	trace_event_buffer_commit(&fbuffer);
}

NOKPROBE_SYMBOL(trace_probe_write_checked);

/* The record is written unconditionally. */
static __always_inline void
trace_probe_write_plain(const struct trace_probe *tp, struct trace_event_file *file,
			const unsigned long *ips, const struct dynevent_source *src,
			unsigned int space, unsigned int dec)
{
	struct ring_writer *rw = ring_writer_here(file->writers);
	struct ring_buffer_event *event;
	void *rec;

	rec = event_emit_begin_in(rw, file->type, tp->size + space,
				  event_context_regs(src->regs, dec), &event);
	if (!rec)
		return;
	trace_probe_fill(tp, rec, ips, src, space);
	event_emit_end_in(rw);
}

/*
 * @dec: levels of preempt_disable() that belong to the callers, not to the probed
 *	code.
 */
static __always_inline void
trace_probe_write_file(const struct trace_probe *tp, struct trace_event_file *file,
		       const unsigned long *ips, const struct dynevent_source *src,
		       unsigned int space, unsigned int dec)
{
	if (likely(!(READ_ONCE(file->flags) &
		     (EVENT_FILE_CHECK_BEFORE | EVENT_FILE_CHECK_AFTER))))
		trace_probe_write_plain(tp, file, ips, src, space, dec);
	else
		trace_probe_write_checked(tp, file, ips, src, space, dec);
}

/*
 * Run the BPF programs of perf counters of the event. Return: whether perf gets a record. It
 * does not if a program has returned 0, or has made the probed function return.
 */
static __always_inline bool trace_probe_run_bpf(struct trace_event_call *call,
						struct pt_regs *regs)
{
	unsigned long ip;

	if (!bpf_prog_array_valid(call))
		return true;
	ip = instruction_pointer(regs);
	return trace_call_bpf(call, regs) && instruction_pointer(regs) == ip;
}

static noinline void trace_probe_write_record(const struct trace_probe *tp,
					      const unsigned long *ips,
					      const struct dynevent_source *src)
{
	unsigned int space = dynevent_args_string_size(&tp->args, src);
	struct dynevent_perf perf;
	void *rec = dynevent_perf_begin(&perf, &tp->tpe->dcall, tp->size + space,
					src->regs);

	if (!rec)
		return;
	trace_probe_fill(tp, rec, ips, src, space);
	dynevent_perf_end(&perf);
}

NOKPROBE_SYMBOL(trace_probe_write_record);

static noinline void trace_probe_write_instances(const struct trace_probe *tp,
						 const unsigned long *ips,
						 const struct dynevent_source *src)
{
	unsigned int space = dynevent_args_string_size(&tp->args, src);
	struct dynevent_link *link;

	dynevent_call_for_each(&tp->tpe->dcall, link)
		trace_probe_write_file(tp, link->file, ips, src, space, 1);
}

NOKPROBE_SYMBOL(trace_probe_write_instances);

/* Perf counts the event. It is in no instance, as a rule. */
static noinline void trace_probe_write_perf(const struct trace_probe *tp,
					    const unsigned long *ips,
					    const struct dynevent_source *src)
{
	struct dynevent_call *dcall = &tp->tpe->dcall;

	if (!list_empty(&dcall->links))
		trace_probe_write_instances(tp, ips, src);
	if (trace_probe_run_bpf(&dcall->call, src->regs))
		trace_probe_write_record(tp, ips, src);
}

NOKPROBE_SYMBOL(trace_probe_write_perf);

/**
 * trace_probe_write - write a record into each instance
 * @tp: the trace_probe
 * @ips: the addresses, as many as the type has
 * @src: source of the fetch arguments
 *
 * The event is enabled in the instances of its list of links. Perf gets a record,
 * too, if it counts the event.
 *
 * Context: any, preemption off.
 */
void trace_probe_write(const struct trace_probe *tp, const unsigned long *ips,
		       const struct dynevent_source *src)
{
	if (IS_ENABLED(CONFIG_PERF_EVENTS) && unlikely(READ_ONCE(tp->tpe->perf_enabled)))
		trace_probe_write_perf(tp, ips, src);
	else
		trace_probe_write_instances(tp, ips, src);
}

NOKPROBE_SYMBOL(trace_probe_write);

/* Copy what follows the common fields, which each record has for itself. */
static __always_inline void trace_probe_copy(void *rec, const void *image,
					     unsigned int size)
{
	const unsigned int head = sizeof(struct trace_entry);

	memcpy(rec + head, image + head, size - head);
}

static noinline void trace_probe_copy_checked(struct trace_event_file *file,
					      const void *image, unsigned int size)
{
	struct trace_event_buffer fbuffer;
	void *rec = trace_event_buffer_reserve(&fbuffer, file, size);

	if (!rec)
		return;
	fbuffer.trace_ctx = event_context_regs(NULL, 2);
	event_fill(rec, file->type, fbuffer.trace_ctx);
	trace_probe_copy(rec, image, size);
	trace_event_buffer_commit(&fbuffer);
}

static __always_inline void trace_probe_copy_plain(struct trace_event_file *file,
						   const void *image, unsigned int size)
{
	struct ring_writer *rw = ring_writer_here(file->writers);
	struct ring_buffer_event *event;
	void *rec;

	rec = event_emit_begin_in(rw, file->type, size, event_context_regs(NULL, 1),
				  &event);
	if (!rec)
		return;
	trace_probe_copy(rec, image, size);
	event_emit_end_in(rw);
}

static noinline void trace_probe_copy_perf(const struct trace_probe_event *tpe,
					   const void *image, unsigned int size,
					   struct pt_regs *regs)
{
	struct dynevent_perf perf;
	void *rec = dynevent_perf_begin(&perf, &tpe->dcall, size, regs);

	if (!rec)
		return;
	trace_probe_copy(rec, image, size);
	dynevent_perf_end(&perf);
}

/**
 * trace_probe_write_image - write a record that is already assembled
 * @tp: the trace_probe
 * @image: the record; its common fields are not set
 * @size: size of the record in bytes, strings included
 * @regs: the registers, for perf; NULL if perf gets no record
 *
 * Fetching arguments may sleep, but a record of the ring buffer must not: an event
 * of user programs fetches them before.
 *
 * Context: task; preemption was on, and the caller has disabled it once.
 */
void trace_probe_write_image(const struct trace_probe *tp, const void *image,
			     unsigned int size, struct pt_regs *regs)
{
	const struct trace_probe_event *tpe = tp->tpe;
	struct dynevent_link *link;

	dynevent_call_for_each(&tpe->dcall, link) {
		if (likely(!(READ_ONCE(link->file->flags) &
			     (EVENT_FILE_CHECK_BEFORE | EVENT_FILE_CHECK_AFTER))))
			trace_probe_copy_plain(link->file, image, size);
		else
			trace_probe_copy_checked(link->file, image, size);
	}
	if (IS_ENABLED(CONFIG_PERF_EVENTS) && regs)
		trace_probe_copy_perf(tpe, image, size, regs);
}

/**
 * trace_probe_write_in - write a record into one instance
 * @tp: the trace_probe
 * @file: the event file
 * @ips: the addresses, as many as the type has
 * @src: source of the fetch arguments
 *
 * The record is nested in that of another event, which is not yet committed.
 *
 * Context: any, preemption off.
 */
void trace_probe_write_in(const struct trace_probe *tp,
			  struct trace_event_file *file,
			  const unsigned long *ips,
			  const struct dynevent_source *src)
{
	unsigned int space = dynevent_args_string_size(&tp->args, src);

	ring_buffer_nest_start(file->buffer);
	/* Preemption is off for the tracepoint and for the other record. */
	trace_probe_write_file(tp, file, ips, src, space, 2);
	ring_buffer_nest_end(file->buffer);
}

NOKPROBE_SYMBOL(trace_probe_write_in);

/**
 * trace_probe_write_perf_in - write a record for perf alone
 * @tp: the trace_probe, without addresses in its records
 * @src: source of the fetch arguments
 *
 * The registers that perf gets are those of the caller's caller.
 *
 * Context: any, preemption off.
 */
noinline void trace_probe_write_perf_in(const struct trace_probe *tp,
					const struct dynevent_source *src)
{
	unsigned int space = dynevent_args_string_size(&tp->args, src);
	struct dynevent_perf perf;
	void *rec;

	rec = dynevent_perf_begin_caller(&perf, &tp->tpe->dcall, tp->size + space);
	if (!rec)
		return;
	trace_probe_fill(tp, rec, NULL, src, space);
	dynevent_perf_end(&perf);
}
