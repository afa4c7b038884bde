/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracepoint/: tracepoints, and the hooks on irq state, preemption and branches.
 *
 * Owns:     the hooks on changes of the irq and preemption state, the hook on
 *           annotated branches, module tracepoints, and the walk over the
 *           tracepoints of kernel markers. kernel/tracepoint.c belongs to it.
 * Layer:    1, may use lib and ftrace.
 */
#ifndef _KERNEL_TRACE_TRACEPOINT_H
#define _KERNEL_TRACE_TRACEPOINT_H

#include <linux/tracepoint.h>

struct ftrace_likely_data;

/*
 * Many tracepoints switched together: between these two, what this task does to
 * probes is not seen to take effect by the sites before the end.
 */
#ifdef CONFIG_TRACEPOINTS
void tracepoint_batch_begin(void);
void tracepoint_batch_end(void);

/*
 * A module goes: its probes that are still connected are taken away, and nobody is
 * in them on return. Context: task, may sleep; modules with tracepoints not locked.
 */
void tracepoint_release_module(struct module *mod);
#else
static inline void tracepoint_batch_begin(void) {}
static inline void tracepoint_batch_end(void) {}
#endif

/*
 * Who is told of annotated branches: which, and whether it was right. Context: any,
 * preemption off; hears of nothing that happens within itself.
 */
typedef void (*tracepoint_branch_fn)(const struct ftrace_likely_data *branch, bool right);

void tracepoint_branch_listen(tracepoint_branch_fn fn);

#endif /* _KERNEL_TRACE_TRACEPOINT_H */
