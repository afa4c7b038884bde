// SPDX-License-Identifier: GPL-2.0
/*
 * A point is hit, and perf has a counter of its event.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include "trace_probe.h"

void trace_probe_perf(const struct trace_probe *pt, const unsigned long *ips,
		      const struct dynevent_source *src, unsigned int room)
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
	trace_probe_fill(pt, rec, ips, src, room);
	perf_trace_buf_submit(rec, size, rctx, call->event.type, 1, src->regs,
			      head, NULL);
}

NOKPROBE_SYMBOL(trace_probe_perf);
