// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events as perf counts and samples them.
 */
#include <linux/perf_event.h>

#include "synth.h"

/* What dynevent_call::perf is asked. Context: event_mutex held, or perf core's. */
int synth_perf(struct dynevent_call *pc, enum trace_reg type, void *data)
{
	struct synth_event *se = container_of(pc, struct synth_event, pc);

	switch (type) {
	case TRACE_REG_PERF_REGISTER:
		if (!try_module_get(se->mod))
			return -EBUSY;
		WRITE_ONCE(se->counted, true);
		return 0;
	case TRACE_REG_PERF_UNREGISTER:
		WRITE_ONCE(se->counted, false);
		module_put(se->mod);
		return 0;
	default:
		return 0;
	}
}

void synth_perf_record(struct synth_event *se, const u64 *vals,
		       const unsigned short *tails, unsigned int size)
{
	struct trace_event_call *call = &se->pc.call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);
	struct pt_regs *regs;
	void *rec;
	int rctx;

	if (hlist_empty(head))
		return;
	/* A record and the u32 behind it, which tells its length, fill u64s. */
	size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	rec = perf_trace_buf_alloc(size, &regs, &rctx);
	if (!rec)
		return;
	perf_fetch_caller_regs(regs);
	synth_fill(se, rec, vals, tails);
	perf_trace_buf_submit(rec, size, rctx, call->event.type, 1, regs, head,
			      NULL);
}
