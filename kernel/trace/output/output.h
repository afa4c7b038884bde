/* SPDX-License-Identifier: GPL-2.0 */
/*
 * view/: reading. Merges the CPUs of a ring in order of time and prints records.
 *
 * Owns:     the iterator (struct trace_iterator of <linux/trace_events.h> and
 *           what stands behind it), lines and headers in all formats (default,
 *           latency, raw, hex, bin, fields), the helpers that generated print
 *           functions call (trace_print_*_seq, trace_raw_output_prep,
 *           trace_event_printf, trace_handle_return), the printers of the
 *           built-in entries, the formats of trace_printk() and of
 *           tracepoint strings.
 * Never:    touches user memory or files; fs/ copies what view/ printed.
 * Floor:    4, may use instance, event, site, ring, base, clock.
 * Contexts: task context, except output_dump_open() and what is done with its
 *           iterator, which may run anywhere, even in a panic.
 * Locks:    event_mutex > the readers' lock (output_begin, output_lock) > what
 *           lower rooms take.
 *
 * A reader copies text out of iter->seq, from its readpos on, and when it has had
 * all of it asks output_fill() for more. One that does not consume (trace,
 * per_cpu/cpuN/trace) gets the header first, and all of it once more after
 * output_again(). One that consumes (trace_pipe) waits for data by means of the ring.
 * Both have a mutex of their own around it: an iterator has one user at a time.
 */
#ifndef _KERNEL_TRACE_VIEW_H
#define _KERNEL_TRACE_VIEW_H

#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#include "../instance/instance.h"
#include "text.h"		/* numbers and words written by hand */

/**
 * output_open - begin to read an instance
 * @tr: the instance; the caller holds a reference to it
 * @cpu: the CPU, or RING_BUFFER_ALL_CPUS
 * @consume: true: records read are gone (trace_pipe); false: they stay (trace)
 *
 * Context: task, may sleep.
 * Return: the iterator, or ERR_PTR(-ENOMEM).
 */
struct trace_iterator *output_open(struct trace_array *tr, int cpu, bool consume);
void output_close(struct trace_iterator *iter);

/* The same for the last snapshot, which stays; without one, nothing to read. */
struct trace_iterator *output_open_snapshot(struct trace_array *tr, int cpu);

/* Nobody else takes records from the CPUs of @iter between these two. */
void output_begin(struct trace_iterator *iter);
void output_end(struct trace_iterator *iter);

/* The same for who takes pages (trace_pipe_raw): @cpu or RING_BUFFER_ALL_CPUS. */
void output_lock(struct trace_array *tr, int cpu);
void output_unlock(struct trace_array *tr, int cpu);

/* Is there nothing to read? */
bool output_empty(struct trace_iterator *iter);

/**
 * output_fill - put lines into iter->seq
 * @iter: the reader
 * @count: bytes the reader has room for: if there is more then no line is printed
 *	that begins behind them
 *
 * iter->seq is initialised first. A reader that consumes has consumed the records
 * of the lines. Takes output_begin() itself.
 *
 * A reader that does not consume could run after the writer forever. When it was
 * overtaken, or has read as much as the ring holds, it ends where the writer is
 * then, for good: until output_again() or output_go_on().
 *
 * Context: task, may sleep.
 * Return: bytes of text, 0 when there is nothing to read. There may be some later.
 */
int output_fill(struct trace_iterator *iter, size_t count);

/* A reader that does not consume begins again, with the header. */
void output_again(struct trace_iterator *iter);

/* One that has come to its end goes on from there, with what was added since. */
void output_go_on(struct trace_iterator *iter);

/* Print the current record, as the options say, into iter->seq. */
enum print_line_t output_line(struct trace_iterator *iter);

/*
 * An iterator over all CPUs, consuming, that needs no memory and no sleeping
 * lock: for ftrace_dump(). There is one; the caller sees to it that nobody else
 * uses it. No output_close().
 */
struct trace_iterator *output_dump_open(struct trace_array *tr, int cpu);

/* Take the next record of a output_dump_open() iterator and print it to ->seq. */
bool output_dump_line(struct trace_iterator *iter);

/**
 * output_text_open - get ready to print single records that no reader reads
 * @tr: whose options to obey
 *
 * Context: task, may sleep.
 * Return: an iterator for output_text() alone, or ERR_PTR(-ENOMEM).
 */
struct trace_iterator *output_text_open(struct trace_array *tr);

/*
 * The text of @event's record @rec of @size bytes, without any context before
 * it. Context: any; the caller serialises the use of @iter.
 */
const char *output_text(struct trace_iterator *iter, struct trace_event *event,
			void *rec, int size);

/* An address the way the sym-* options of enum instance_option say. */
int output_symbol(struct trace_seq *s, unsigned long ip, u64 options);

/*
 * For the line of the current record, from a tracer's print_line or an event's
 * print function. All of them remember what they looked up.
 */

/* The same into iter->seq. */
void output_ip(struct trace_iterator *iter, unsigned long ip, u64 options);

/**
 * output_ip_text - the text that output_ip() would print
 * @iter: the reader
 * @ip: the address
 * @options: of these, the sym-offset and sym-addr bits matter
 * @len: where its length is put; there is no NUL
 *
 * output_put_slack() may copy it.
 *
 * Context: as output_line().
 * Return: the text, valid until the next name is asked for.
 */
const char *output_ip_text(struct trace_iterator *iter, unsigned long ip,
			   u64 options, unsigned int *len);

/* What a mark or trace_printk() has said, alone; false: the record is no such. */
bool output_message(struct trace_iterator *iter);

/* The name of a task, NUL terminated, valid until the next one is asked for. */
const char *output_comm(struct trace_iterator *iter, int pid);

/* " SECONDS.MICROSECONDS", or the bare number if the clock has no seconds. */
void output_time(struct trace_iterator *iter, u64 ts);

/* The five characters of irq-info, written by hand. */
char *output_put_irq_info(char *p, const struct trace_entry *ent);

/* What draws the eye to a long time, or a blank. */
char output_delay_mark(u64 ns);

/* How far from where the trace begins is the current record? */
u64 output_since_start(struct trace_iterator *iter);

/* What stands above a trace whose tracer has no other wishes. */
void output_header_usual(struct seq_file *m, struct trace_iterator *iter);

/* In the latency format, what stands above the heads of columns. */
void output_header_latency(struct seq_file *m, struct trace_iterator *iter);

/**
 * output_peek - the record behind the current one on the same CPU
 * @iter: the reader, at a record
 * @size: where the bytes of the record are put: look at them before its fields
 * @ts: NULL, or where its time is put
 *
 * The current record moves: iter->ent is another pointer afterwards.
 *
 * Context: as output_line().
 * Return: the record, or NULL: there is none yet, some were lost between the
 * two, or it cannot be known. Valid until the line is done.
 */
struct trace_entry *output_peek(struct trace_iterator *iter, int *size, u64 *ts);

/* What output_peek() returned is part of this line and gets none of its own. */
void output_join(struct trace_iterator *iter);

/*
 * printk_formats: the formats of trace_printk() and the strings of
 * tracepoint_string(), those of modules that are gone included, one per line.
 */
void *output_formats_start(struct seq_file *m, loff_t *pos);
void *output_formats_next(struct seq_file *m, void *v, loff_t *pos);
void output_formats_stop(struct seq_file *m, void *v);
int output_formats_show(struct seq_file *m, void *v);

/* Does any code, modules included, use trace_printk()? */
bool output_formats_used(void);

/* Called with a module's trace_printk() formats when it first brings some. */
void output_formats_listen(void (*used)(void));

#endif /* _KERNEL_TRACE_VIEW_H */
