/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of view/ share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_VIEW_INTERNAL_H
#define _KERNEL_TRACE_VIEW_INTERNAL_H

#include "deps.h"
#include "text.h"

struct symbol_cache;

/**
 * struct view_cpu - one CPU of a reader
 * @ring_iter: looks without consuming; NULL in a consuming reader
 * @event: the CPU's next record, or NULL
 * @ts: its time
 * @lost: records lost before it, ~0UL for an unknown number
 * @cpu: which CPU
 * @skipped: records older than the buffer's start that are not shown
 */
struct view_cpu {
	struct ring_buffer_iter		*ring_iter;
	struct ring_buffer_event	*event;
	u64				ts;
	unsigned long			lost;
	int				cpu;
	unsigned long			skipped;
};

/**
 * struct view - a reader
 * @iter: what printers see of it
 * @ring: the buffer that is read
 * @consume: records that were read are gone
 * @atomic: it may not sleep: that of view_dump_open()
 * @current_taken: the record in @iter was copied and its CPU moved on already
 * @ncpus: CPUs in @cpus
 * @cpus: their state
 * @heap: indices into @cpus of those that have a record, the oldest first
 * @nheap: how many
 * @looked: when CPUs without a record were last looked at
 * @symbols: names of addresses, or NULL
 * @symbols_tried: there is no memory for @symbols, don't ask again
 * @type: of the last record, 0 if @event is not known
 * @event: who prints records of that type
 * @leftover: the seq_file refused the line, show it again
 */
struct view {
	struct trace_iterator	iter;
	struct trace_buffer	*ring;
	bool			consume;
	bool			atomic;
	bool			current_taken;
	bool			symbols_tried;
	bool			leftover;
	int			ncpus;
	int			nheap;
	struct view_cpu		*cpus;
	int			*heap;
	u64			looked;
	struct symbol_cache	*symbols;
	int			type;
	struct trace_event	*event;
};

static inline struct view *view_of(struct trace_iterator *iter)
{
	return container_of(iter, struct view, iter);
}

/* iter.c */
bool view_take(struct view *v);
void view_leave(struct view *v);
void view_restart(struct view *v);
bool view_next_ts(struct view *v, u64 *ts);
unsigned long view_skipped(struct trace_iterator *iter, int cpu);

/* symbol.c */
void view_ip(struct trace_iterator *iter, unsigned long ip, u64 options);
void view_printf_ip(struct trace_iterator *iter, const char *fmt, void *ip);
void view_symbols_free(struct view *v);

/* format.c */
__printf(2, 0)
bool view_vprintf(struct trace_iterator *iter, const char *fmt, va_list list);

/* line.c: " SECONDS.MICROSECONDS", or the bare number. */
void view_time(struct trace_iterator *iter, u64 ts);

/* formats.c, and the linker: tables of what trace_printk() was given. */
extern const char *__start___trace_bprintk_fmt[];
extern const char *__stop___trace_bprintk_fmt[];
extern const char *__start___tracepoint_str[];
extern const char *__stop___tracepoint_str[];

void view_formats_keep(const char **table, unsigned int count);

/* fields.c */
enum print_line_t view_fields(struct trace_iterator *iter,
			      struct trace_event *event);

#endif /* _KERNEL_TRACE_VIEW_INTERNAL_H */
