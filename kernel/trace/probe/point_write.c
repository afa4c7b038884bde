// SPDX-License-Identifier: GPL-2.0
/*
 * What happens when a point is hit: a record in each instance where its event is
 * on, and one for perf.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include "point.h"

static __always_inline void point_fill(const struct probe_point *pt, void *rec,
				       const unsigned long *ips,
				       const struct probe_source *src,
				       unsigned int room)
{
	unsigned int offset = pt->multi->offset;
	unsigned long *at = rec + sizeof(struct trace_entry);

	while ((void *)at < rec + offset)
		*at++ = *ips++;
	if (pt->args.nr)
		probe_args_store(&pt->args, src, rec, offset, room);
}

static noinline void write_asked(const struct probe_point *pt,
				 struct trace_event_file *file,
				 const unsigned long *ips,
				 const struct probe_source *src,
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
	point_fill(pt, rec, ips, src, room);
	trace_event_buffer_commit(&fbuffer);
}

NOKPROBE_SYMBOL(write_asked);

/* A record that is just written needs no more than this. */
static __always_inline void write_plain(const struct probe_point *pt,
					struct trace_event_file *file,
					const unsigned long *ips,
					const struct probe_source *src,
					unsigned int room, unsigned int dec)
{
	struct ring_writer *rw = ring_this_writer(file->buffer);
	struct ring_buffer_event *event;
	void *rec;

	rec = event_emit_begin_in(rw, file->type, pt->size + room,
				  event_context_regs(src->regs, dec), &event);
	if (!rec)
		return;
	point_fill(pt, rec, ips, src, room);
	event_emit_end_in(rw);
}

/* @dec: levels of preempt_disable() that belong to those who call. */
static __always_inline void write_in(const struct probe_point *pt,
				     struct trace_event_file *file,
				     const unsigned long *ips,
				     const struct probe_source *src,
				     unsigned int room, unsigned int dec)
{
	if (likely(!(READ_ONCE(file->flags) &
		     (EVENT_FILE_ASK_BEFORE | EVENT_FILE_ASK_AFTER))))
		write_plain(pt, file, ips, src, room, dec);
	else
		write_asked(pt, file, ips, src, room, dec);
}

#ifdef CONFIG_PERF_EVENTS
static noinline void write_perf(const struct probe_point *pt,
				const unsigned long *ips,
				const struct probe_source *src,
				unsigned int room)
{
	const struct trace_event_call *call = &pt->multi->pc.call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);
	unsigned int size;
	void *rec;
	int rctx;

	/* A record and the u32 behind it, which tells its length, fill u64s. */
	size = ALIGN(pt->size + room + sizeof(u32), sizeof(u64)) - sizeof(u32);
	if (hlist_empty(head) || size > PERF_MAX_TRACE_SIZE)
		return;
	rec = perf_trace_buf_alloc(size, NULL, &rctx);
	if (!rec)
		return;
	point_fill(pt, rec, ips, src, room);
	perf_trace_buf_submit(rec, size, rctx, call->event.type, 1, src->regs,
			      head, NULL);
}

NOKPROBE_SYMBOL(write_perf);
#else
static inline void write_perf(const struct probe_point *pt,
			      const unsigned long *ips,
			      const struct probe_source *src,
			      unsigned int room)
{
}
#endif

void probe_point_write(const struct probe_point *pt, const unsigned long *ips,
		       const struct probe_source *src)
{
	const struct probe_multi *multi = pt->multi;
	unsigned int room = 0;
	struct probe_link *link;

	if (pt->args.strings)
		room = probe_args_strings(&pt->args, src);
	probe_call_for_each(&multi->pc, link)
		write_in(pt, link->file, ips, src, room, 1);
	if (READ_ONCE(multi->counted))
		write_perf(pt, ips, src, room);
}

NOKPROBE_SYMBOL(probe_point_write);

void probe_point_write_in(const struct probe_point *pt,
			  struct trace_event_file *file,
			  const unsigned long *ips,
			  const struct probe_source *src)
{
	unsigned int room = 0;

	if (pt->args.strings)
		room = probe_args_strings(&pt->args, src);
	ring_buffer_nest_start(file->buffer);
	/* The tracepoint's, and that of the other record. */
	write_in(pt, file, ips, src, room, 2);
	ring_buffer_nest_end(file->buffer);
}

NOKPROBE_SYMBOL(probe_point_write_in);
