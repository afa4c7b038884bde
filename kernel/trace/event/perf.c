// SPDX-License-Identifier: GPL-2.0
/*
 * perf on trace events: opening a counter of an event, adding it on a CPU, and the
 * buffers in which records for perf are assembled.
 *
 * The generated perf probe of an event fills in a record in one of the buffers and
 * passes it to perf core. perf/ has the system calls' side of counters: which event
 * an id means, filters, and the event ftrace:function.
 *
 * Locking: event_mutex serialises opening and closing of counters.
 */
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/security.h>
#include <linux/tracepoint.h>

#include "internal.h"

/* Nesting of contexts on a CPU (task, softirq, irq, NMI), as perf core numbers them. */
#define EVENT_PERF_CONTEXTS	4

/* A buffer for one record; of u64, because records for perf are aligned to that. */
struct event_perf_buf {
	u64 words[PERF_MAX_TRACE_SIZE / sizeof(u64)];
};

/* Allocated while there are counters of any trace event. */
static struct event_perf_buf __percpu *event_perf_bufs[EVENT_PERF_CONTEXTS];
static int event_perf_bufs_users;

static void event_perf_bufs_free(void)
{
	int i;

	for (i = 0; i < EVENT_PERF_CONTEXTS; i++) {
		free_percpu(event_perf_bufs[i]);
		event_perf_bufs[i] = NULL;
	}
}

static int event_perf_bufs_get(void)
{
	int i;

	if (event_perf_bufs_users++)
		return 0;

	for (i = 0; i < EVENT_PERF_CONTEXTS; i++) {
		event_perf_bufs[i] = alloc_percpu(struct event_perf_buf);
		if (!event_perf_bufs[i]) {
			event_perf_bufs_free();
			event_perf_bufs_users--;
			return -ENOMEM;
		}
	}
	return 0;
}

static void event_perf_bufs_put(void)
{
	if (!--event_perf_bufs_users)
		event_perf_bufs_free();
}

/*
 * A raw record shows what any task does, so it needs permission. Counting events of
 * one's own task does not.
 */
static int event_perf_may_open(struct trace_event_call *call, struct perf_event *event)
{
	int ret;

	if (call->perf_perm) {
		ret = call->perf_perm(call, event);
		if (ret)
			return ret;
	}

	/* The parent of an inherited counter was checked when it was opened. */
	if (event->parent)
		return 0;

	if (!(event->attr.sample_type & PERF_SAMPLE_RAW))
		return 0;

	if (event->attach_state == PERF_ATTACH_TASK &&
	    (call->flags & TRACE_EVENT_FL_CAP_ANY))
		return 0;

	return perf_allow_tracepoint();
}

/* Connect the perf probe of the event for its first counter. */
static int event_perf_get(struct trace_event_call *call, struct perf_event *event)
{
	struct hlist_head __percpu *heads;
	int cpu, ret;

	event->tp_event = call;
	if (call->perf_refcount++)
		return 0;

	ret = -ENOMEM;
	heads = alloc_percpu(struct hlist_head);
	if (!heads)
		goto out_count;
	for_each_possible_cpu(cpu)
		INIT_HLIST_HEAD(per_cpu_ptr(heads, cpu));
	call->perf_events = heads;

	ret = event_perf_bufs_get();
	if (ret)
		goto out_heads;

	ret = call->class->reg(call, TRACE_REG_PERF_REGISTER, NULL);
	if (!ret)
		return 0;

	event_perf_bufs_put();
out_heads:
	call->perf_events = NULL;
	free_percpu(heads);
out_count:
	call->perf_refcount--;
	return ret;
}

static void event_perf_put(struct trace_event_call *call)
{
	if (--call->perf_refcount)
		return;

	call->class->reg(call, TRACE_REG_PERF_UNREGISTER, NULL);

	/* Probes that were already running still use the heads and buffers. */
	tracepoint_synchronize_unregister();

	free_percpu(call->perf_events);
	call->perf_events = NULL;
	event_perf_bufs_put();
}

/**
 * event_perf_open - open a counter of a trace event
 * @call: the trace event; must stay until event_perf_close()
 * @event: the counter
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -EACCES or -EPERM if the task may not have it; -ENOMEM; an errno of
 * the event's class.
 */
int event_perf_open(struct trace_event_call *call, struct perf_event *event)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = event_perf_may_open(call, event);
	if (ret)
		return ret;
	ret = event_perf_get(call, event);
	if (ret)
		return ret;
	ret = call->class->reg(call, TRACE_REG_PERF_OPEN, event);
	if (ret)
		event_perf_put(call);
	return ret;
}

/**
 * event_perf_close - close a counter of a trace event
 * @event: the counter
 *
 * Context: task, may sleep; event_mutex held.
 */
void event_perf_close(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	lockdep_assert_held(&event_mutex);

	call->class->reg(call, TRACE_REG_PERF_CLOSE, event);
	event_perf_put(call);
}

/**
 * perf_trace_add - begin to count on this CPU
 * @event: the counter
 * @flags: PERF_EF_START to start at once
 *
 * Context: perf core, interrupts disabled.
 * Return: 0; -EINVAL if the event has no open counters.
 */
int perf_trace_add(struct perf_event *event, int flags)
{
	struct trace_event_call *call = event->tp_event;

	if (!(flags & PERF_EF_START))
		event->hw.state = PERF_HES_STOPPED;

	/* A class that keeps track of the counter itself returns 1. */
	if (!call->class->reg(call, TRACE_REG_PERF_ADD, event)) {
		if (WARN_ON_ONCE(!call->perf_events))
			return -EINVAL;
		hlist_add_head_rcu(&event->hlist_entry,
				   this_cpu_ptr(call->perf_events));
	}
	return 0;
}

/**
 * perf_trace_del - stop counting on this CPU
 * @event: the counter
 * @flags: unused
 *
 * Context: perf core, interrupts disabled.
 */
void perf_trace_del(struct perf_event *event, int flags)
{
	struct trace_event_call *call = event->tp_event;

	if (!call->class->reg(call, TRACE_REG_PERF_DEL, event))
		hlist_del_rcu(&event->hlist_entry);
}

/**
 * perf_trace_buf_alloc - get a buffer for a record
 * @size: size in bytes of the record; a multiple of u64 with the u32 that perf adds
 * @regs: NULL, or set to where the caller's registers may be stored
 * @rctxp: set to the number of the nesting context
 *
 * The buffer is in use until perf_tp_event() or
 * perf_swevent_put_recursion_context().
 *
 * Context: any, preemption disabled.
 * Return: the buffer, its last word zero; NULL if this context is already
 * assembling a record or @size is too large.
 */
void *perf_trace_buf_alloc(int size, struct pt_regs **regs, int *rctxp)
{
	char *raw;
	int rctx;

	BUILD_BUG_ON(PERF_MAX_TRACE_SIZE % sizeof(u64));

	if (WARN_ONCE(size > PERF_MAX_TRACE_SIZE,
		      "perf record of %d bytes, at most %d fit\n",
		      size, PERF_MAX_TRACE_SIZE))
		return NULL;

	rctx = perf_swevent_get_recursion_context();
	*rctxp = rctx;
	if (rctx < 0)
		return NULL;

	if (regs)
		*regs = this_cpu_ptr(&__perf_regs[rctx]);
	raw = (char *)this_cpu_ptr(event_perf_bufs[rctx]);

	/* Padding reaches user space: it must not hold bytes of an older record. */
	memset(&raw[size - sizeof(u64)], 0, sizeof(u64));
	return raw;
}
EXPORT_SYMBOL_GPL(perf_trace_buf_alloc);
NOKPROBE_SYMBOL(perf_trace_buf_alloc);

/**
 * perf_trace_buf_update - fill in the common fields of a record
 * @record: the record
 * @type: type of the event
 *
 * Context: any, preemption disabled.
 */
void perf_trace_buf_update(void *record, u16 type)
{
	event_fill(record, type, event_context());
}

NOKPROBE_SYMBOL(perf_trace_buf_update);
