/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracepoint/: tracepoints, and the hooks on irq state, preemption and branches.
 *
 * Owns:     connecting probes to tracepoints (kernel/tracepoint.c); the list of
 *           modules with tracepoints; the hooks on changes of the irq and preemption
 *           state and on annotated branches; the functions that the sites of kernel
 *           markers call; the tracepoints that save task names.
 * Layer:    1, uses lib and ftrace (static_keys.c).
 * Contexts: probes run in any context with preemption disabled. All control
 *           functions are called in task context and may sleep.
 * Locks:    tracepoint_module_mutex > event_mutex > tracepoint_batch_mutex >
 *           tracepoint_mutex > cpus_read_lock() > the locks of static keys and
 *           static calls > text_mutex.
 *
 * There is no internal.h: the files share nothing beyond this header.
 */
#ifndef _KERNEL_TRACE_TRACEPOINT_H
#define _KERNEL_TRACE_TRACEPOINT_H

#include <linux/tracepoint.h>

struct ftrace_likely_data;

#ifdef CONFIG_TRACEPOINTS
/**
 * tracepoint_batch_begin - begin to change the probes of many tracepoints together
 *
 * Probes that this task connects before tracepoint_batch_end() may not be called
 * until then; probes that it disconnects are not called any more. Changes of
 * markers and of tracepoints of modules take effect immediately.
 *
 * Context: task, may sleep; takes tracepoint_batch_mutex. Batches do not nest.
 */
void tracepoint_batch_begin(void);

/**
 * tracepoint_batch_end - apply all changes of a batch
 *
 * Context: task, may sleep; the task that called tracepoint_batch_begin().
 * Releases tracepoint_batch_mutex.
 */
void tracepoint_batch_end(void);
#else
static inline void tracepoint_batch_begin(void) {}
static inline void tracepoint_batch_end(void) {}
#endif

/*
 * The callback of annotated branches: the branch, and whether its prediction was
 * correct. Called in any context with preemption disabled, but not recursively.
 */
typedef void (*tracepoint_branch_fn)(const struct ftrace_likely_data *branch, bool right);

void tracepoint_branch_set_callback(tracepoint_branch_fn fn);

#endif /* _KERNEL_TRACE_TRACEPOINT_H */
