// SPDX-License-Identifier: GPL-2.0
/*
 * What happens when a point is hit: a record in each instance where its event is
 * on, and one for perf.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "trace_probe.h"

static noinline void write_asked(const struct trace_probe *pt,
				 struct trace_event_file *file,
				 const unsigned long *ips,
				 const struct dynevent_source *src,
				 unsigned int room, unsigned int dec)
{
	struct trace_event_buffer fbuffer;
	void *rec;

	rec = trace_event_buffer_reserve(&fbuffer, file, pt->size + room);
	if (!rec)
		return;
	/* As seen from the code that was hit. */
	fbuffer.regs = src->regs;
	fbuffer.trace_ctx = event_context_regs(src->regs, dec + 1);
	event_fill(rec, file->type, fbuffer.trace_ctx);
	trace_probe_fill(pt, rec, ips, src, room);
	trace_event_buffer_commit(&fbuffer);
}

NOKPROBE_SYMBOL(write_asked);

/* A record that is just written needs no more than this. */
static __always_inline void write_plain(const struct trace_probe *pt,
					struct trace_event_file *file,
					const unsigned long *ips,
					const struct dynevent_source *src,
					unsigned int room, unsigned int dec)
{
	struct ring_writer *rw = ring_this_writer(file->buffer);
	struct ring_buffer_event *event;
	void *rec;

	rec = event_emit_begin_in(rw, file->type, pt->size + room,
				  event_context_regs(src->regs, dec), &event);
	if (!rec)
		return;
	trace_probe_fill(pt, rec, ips, src, room);
	event_emit_end_in(rw);
}

/* @dec: levels of preempt_disable() that belong to those who call. */
static __always_inline void write_in(const struct trace_probe *pt,
				     struct trace_event_file *file,
				     const unsigned long *ips,
				     const struct dynevent_source *src,
				     unsigned int room, unsigned int dec)
{
	if (likely(!(READ_ONCE(file->flags) &
		     (EVENT_FILE_ASK_BEFORE | EVENT_FILE_ASK_AFTER))))
		write_plain(pt, file, ips, src, room, dec);
	else
		write_asked(pt, file, ips, src, room, dec);
}

void trace_probe_write(const struct trace_probe *pt, const unsigned long *ips,
		       const struct dynevent_source *src)
{
	const struct dynevent_multi *multi = pt->multi;
	unsigned int room = dynevent_args_strings(&pt->args, src);
	struct dynevent_link *link;

	dynevent_call_for_each(&multi->pc, link)
		write_in(pt, link->file, ips, src, room, 1);
	if (READ_ONCE(multi->counted))
		trace_probe_perf(pt, ips, src, room);
}

NOKPROBE_SYMBOL(trace_probe_write);

void trace_probe_write_in(const struct trace_probe *pt,
			  struct trace_event_file *file,
			  const unsigned long *ips,
			  const struct dynevent_source *src)
{
	unsigned int room = dynevent_args_strings(&pt->args, src);

	ring_buffer_nest_start(file->buffer);
	/* The tracepoint's, and that of the other record. */
	write_in(pt, file, ips, src, room, 2);
	ring_buffer_nest_end(file->buffer);
}

NOKPROBE_SYMBOL(trace_probe_write_in);
