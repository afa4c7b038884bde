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
	struct ring_writer *rw = ring_this_writer(file->buffer);
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

static noinline void trace_probe_write_perf(const struct trace_probe *tp,
					    const unsigned long *ips,
					    const struct dynevent_source *src,
					    unsigned int space)
{
	struct dynevent_perf perf;
	void *rec = dynevent_perf_begin(&perf, &tp->tpe->dcall, tp->size + space,
					src->regs);

	if (!rec)
		return;
	trace_probe_fill(tp, rec, ips, src, space);
	dynevent_perf_end(&perf);
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
	const struct trace_probe_event *tpe = tp->tpe;
	unsigned int space = dynevent_args_string_size(&tp->args, src);
	struct dynevent_link *link;

	dynevent_call_for_each(&tpe->dcall, link)
		trace_probe_write_file(tp, link->file, ips, src, space, 1);
	if (IS_ENABLED(CONFIG_PERF_EVENTS) && READ_ONCE(tpe->perf_enabled))
		trace_probe_write_perf(tp, ips, src, space);
}

NOKPROBE_SYMBOL(trace_probe_write);

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
