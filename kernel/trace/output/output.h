/* SPDX-License-Identifier: GPL-2.0 */
/*
 * output/: reads trace buffers as text. Merges the records of a ring buffer's CPUs
 * in the order of their timestamps and prints them.
 *
 * Owns:     the iterator (struct trace_iterator of <linux/trace_events.h> and
 *           struct output_reader, which contains it); lines and headers in all
 *           formats (default, latency, raw, hex, bin, fields); the functions that
 *           generated print functions call (trace_print_*_seq,
 *           trace_raw_output_prep, trace_event_printf); the print functions of the
 *           built-in entries; the formats of trace_printk() and the strings of
 *           tracepoint_string().
 * Never:    accesses user memory or files; control/ copies the text to user space.
 * Layer:    4, may use instance, event, ftrace, ring, lib and clock.
 * Contexts: task context, except output_dump_open() and the functions that are
 *           called with its iterator, which may run in any context, even in a panic.
 * Locks:    event_mutex > the readers' lock (output_lock_records(),
 *           output_lock_pages()) > locks of lower layers.
 *
 * The caller of a reader copies text out of iter->seq, from its readpos on, and
 * calls output_fill() for more when all of it was copied. A reader that does not
 * consume records (trace, per_cpu/cpuN/trace) gets the header first; after
 * output_read_reset() it reads everything again from the header on. A reader that
 * consumes records (trace_pipe) waits for records with the functions of the ring
 * buffer. An iterator must not be used by two tasks at the same time; control/ has
 * a mutex per open file.
 */
#ifndef _KERNEL_TRACE_OUTPUT_H
#define _KERNEL_TRACE_OUTPUT_H

#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#include "../instance/instance.h"
#include "put.h"		/* numbers and words without printf */

/* Opening and closing readers: reader.c */
struct trace_iterator *output_open(struct trace_array *tr, int cpu, bool consume);
struct trace_iterator *output_open_snapshot(struct trace_array *tr, int cpu);
void output_close(struct trace_iterator *iter);
void output_lock_records(struct trace_iterator *iter);
void output_unlock_records(struct trace_iterator *iter);
void output_lock_pages(struct trace_array *tr, int cpu);
void output_unlock_pages(struct trace_array *tr, int cpu);
bool output_empty(struct trace_iterator *iter);

/* Reading lines: read.c, line.c */
int output_fill(struct trace_iterator *iter, size_t count);
void output_read_reset(struct trace_iterator *iter);
void output_read_resume(struct trace_iterator *iter);
enum print_line_t output_line(struct trace_iterator *iter);

/* The iterator of ftrace_dump(), and single records without a reader */
struct trace_iterator *output_dump_open(struct trace_array *tr, int cpu);
bool output_dump_line(struct trace_iterator *iter);
struct trace_iterator *output_text_open(struct trace_array *tr);
const char *output_text(struct trace_iterator *iter, struct trace_event *event,
			void *rec, int size);

/* Addresses as names: symbol.c */
void output_ip(struct trace_iterator *iter, unsigned long ip, u64 options);
const char *output_ip_text(struct trace_iterator *iter, unsigned long ip,
			   u64 options, unsigned int *len);

/* Parts of a line, for tracer.print_line() and print functions of events */
bool output_message(struct trace_iterator *iter);
const char *output_comm(struct trace_iterator *iter, int pid);
int output_pid(struct trace_iterator *iter, int pid);
void output_time(struct trace_iterator *iter, u64 ts);
char *output_put_irq_info(char *p, const struct trace_entry *ent);
char output_delay_mark(u64 ns);
u64 output_since_start(struct trace_iterator *iter);
enum print_line_t output_fields(struct trace_iterator *iter,
				struct trace_event *event);

/* Headers: header.c */
void output_header_default(struct seq_file *m, struct trace_iterator *iter);
void output_header_latency(struct seq_file *m, struct trace_iterator *iter);

/* The next record of the current CPU: iter.c */
struct trace_entry *output_peek(struct trace_iterator *iter, int *size, u64 *ts);
void output_skip_peeked(struct trace_iterator *iter);

/* printk_formats, and users of trace_printk(): printk_formats.c */
void *output_formats_start(struct seq_file *m, loff_t *pos);
void *output_formats_next(struct seq_file *m, void *v, loff_t *pos);
void output_formats_stop(struct seq_file *m, void *v);
int output_formats_show(struct seq_file *m, void *v);
bool output_formats_used(void);
void output_formats_notify(void (*used)(void));

#endif /* _KERNEL_TRACE_OUTPUT_H */
