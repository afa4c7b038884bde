/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The perf probe of an event class: it writes the record into a buffer of this CPU and
 * passes it to the BPF programs and perf counters of the event.
 */
#ifndef _TRACE_PERF_H
#define _TRACE_PERF_H

#ifdef CONFIG_PERF_EVENTS

/* The size of a record with the u32 that perf core adds is a multiple of u64. */
static __always_inline int __event_perf_size(int size)
{
	return ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
}

/*
 * @args is evaluated because it may contain __perf_count() and __perf_task(), which
 * set by how much the record counts, and a further task whose counters get it.
 */
#define EVENT_PERF_PROBE(prefix, call, proto, args, tstruct, assign)	\
static __always_inline void						\
prefix##perf_args_##call(proto)						\
{									\
}									\
static notrace __maybe_unused void					\
prefix##perf_##call(void *__data, proto)				\
{									\
	struct trace_event_call *__event_call = __data;			\
	struct prefix##raw_##call *entry;				\
	struct task_struct *__task = NULL;				\
	struct hlist_head *__head;					\
	struct pt_regs *__regs __uninitialized;				\
	u32 __data_size __maybe_unused = 0;				\
	u64 __count = 1;						\
	int __rctx __uninitialized;					\
	int __size;							\
									\
	prefix##perf_args_##call(args);					\
	__head = this_cpu_ptr(__event_call->perf_events);		\
	if (!bpf_prog_array_valid(__event_call) && !__task &&		\
	    hlist_empty(__head))					\
		return;							\
	EVENT_EACH(EVENT_SIZE, tstruct)					\
	__size = __event_perf_size(sizeof(*entry) + __data_size);	\
	entry = perf_trace_buf_alloc(__size, &__regs, &__rctx);	\
	if (!entry)							\
		return;							\
	perf_fetch_caller_regs(__regs);					\
	EVENT_EACH(EVENT_LOC, tstruct)					\
	{ assign; }							\
	perf_trace_run_bpf_submit(entry, __size, __rctx, __event_call, \
				  __count, __regs, __head, __task);	\
}

#define EVENT_PERF_INIT(prefix, call)	.perf_probe = prefix##perf_##call,

#else /* !CONFIG_PERF_EVENTS */

#define EVENT_PERF_PROBE(prefix, call, proto, args, tstruct, assign)
#define EVENT_PERF_INIT(prefix, call)

#endif /* CONFIG_PERF_EVENTS */

#endif /* _TRACE_PERF_H */
