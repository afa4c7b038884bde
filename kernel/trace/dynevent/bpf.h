/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface of probe events to bpf_trace.c of the base, which attaches BPF programs to
 * perf counters of these events. The shim kernel/trace/trace_probe.h includes it.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_BPF_H
#define _KERNEL_TRACE_DYNEVENT_BPF_H

#include <linux/types.h>

struct trace_event_call;

/**
 * struct uprobe_dispatch_data - what a program on a uprobe event can ask for
 * @bp_addr: user address of the probed instruction, or of the function that returns
 *
 * While such a program runs, uprobe_task::vaddr of the current task is its address.
 */
struct uprobe_dispatch_data {
	unsigned long	bp_addr;
};

#ifdef CONFIG_KPROBE_EVENTS
bool trace_kprobe_on_func_entry(struct trace_event_call *call);
bool trace_kprobe_error_injectable(struct trace_event_call *call);
#else
static inline bool trace_kprobe_on_func_entry(struct trace_event_call *call)
{
	return false;
}

static inline bool trace_kprobe_error_injectable(struct trace_event_call *call)
{
	return false;
}
#endif

#endif /* _KERNEL_TRACE_DYNEVENT_BPF_H */
