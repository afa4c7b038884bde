/* SPDX-License-Identifier: GPL-2.0 */
/*
 * view/: reading. Merges the CPUs of a ring in order of time and prints records.
 *
 * Owns:     the iterator (struct trace_iterator of <linux/trace_events.h> and
 *           what stands behind it), lines and headers in all formats (default,
 *           latency, raw, hex, bin, fields), the helpers that generated print
 *           functions call (trace_print_*_seq, trace_raw_output_prep,
 *           trace_event_printf, trace_handle_return), the printers of the
 *           built-in entries.
 * Never:    touches user memory or files; fs/ copies what view/ printed.
 * Floor:    4, may use instance, event, site, ring, base, clock.
 * Contexts: task context, except view_dump_*(), which run anywhere, even in a
 *           panic with every lock taken.
 */
#ifndef _KERNEL_TRACE_VIEW_H
#define _KERNEL_TRACE_VIEW_H

#include "../instance/instance.h"

/**
 * view_open - begin to read an instance
 * @tr: the instance
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 * @consume: true: records read are gone (trace_pipe); false: they stay (trace)
 *
 * Context: task, may sleep.
 * Return: the iterator, or ERR_PTR(-ENOMEM).
 */
struct trace_iterator *view_open(struct trace_array *tr, int cpu, bool consume);
void view_close(struct trace_iterator *iter);

/* Restart a non-consuming iterator at the oldest record. */
void view_rewind(struct trace_iterator *iter);

/* The next record of the merged CPUs: iter->ent and its friends. NULL: no more. */
struct trace_iterator *view_next(struct trace_iterator *iter);

/* A consuming reader took the record that view_next() found. */
void view_consume(struct trace_iterator *iter);

bool view_empty(struct trace_iterator *iter);

/* Print the current record, as the options say, into iter->seq. */
enum print_line_t view_line(struct trace_iterator *iter);
void view_header(struct seq_file *m, struct trace_iterator *iter);

/* Symbols the way the instance's sym-* options say. */
int view_symbol(struct trace_seq *s, unsigned long ip, u64 options);

#endif /* _KERNEL_TRACE_VIEW_H */
