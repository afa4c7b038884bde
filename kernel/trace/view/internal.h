/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of view/ share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_VIEW_INTERNAL_H
#define _KERNEL_TRACE_VIEW_INTERNAL_H

#include "deps.h"

struct symbol_cache;

#define VIEW_COMM_BITS	6

/**
 * struct view_comm - the name of a task that was asked for
 * @round: when, see struct view
 * @pid: the task
 * @len: bytes of @start
 * @comm: its name
 * @start: the name and the pid as they stand in front of a line
 */
struct view_comm {
	unsigned int	round;
	int		pid;
	int		len;
	char		comm[TASK_COMM_LEN];
	char		start[40];
};

/**
 * struct view_second - the second that the last line's time lies in
 * @start: its begin, in ns
 * @len: bytes of @text; 0: there was no line
 * @text: its number, right in five columns, and the point
 */
struct view_second {
	u64	start;
	int	len;
	char	text[VIEW_DIGITS + 1 + VIEW_SLACK];
};

/**
 * struct view_memory - what a reader remembers from line to line
 * @comms: names, each pid has its place
 */
struct view_memory {
	struct view_comm	comms[1 << VIEW_COMM_BITS];
};

/* The longest name of an address, with its offset and the address itself. */
#define VIEW_NAME_MAX	(KSYM_SYMBOL_LEN + 2 * VIEW_DIGITS)

/**
 * struct view_record - a record where it stands in the ring
 * @event: it, or NULL: there is none
 * @ts: its time
 * @lost: records lost before it, ~0UL for an unknown number
 */
struct view_record {
	struct ring_buffer_event	*event;
	u64				ts;
	unsigned long			lost;
};

/**
 * struct view_cpu - one CPU of a reader
 * @ring_iter: looks without consuming; NULL in a consuming reader
 * @rec: the CPU's next record
 * @cpu: which CPU
 * @skipped: records older than the buffer's start that are not shown
 */
struct view_cpu {
	struct ring_buffer_iter		*ring_iter;
	struct view_record		rec;
	int				cpu;
	unsigned long			skipped;
};

/* Where the current record is, struct view.held. */
enum view_held {
	VIEW_NOT_HELD,		/* in the ring */
	VIEW_HELD,		/* in a place of its own; its CPU has gone on */
	VIEW_HELD_ALONE,	/* and since then all CPUs were looked at anew */
};

/**
 * struct view - a reader
 * @iter: what printers see of it
 * @ring: the buffer that is read
 * @consume: records that were read are gone
 * @atomic: it may not sleep: that of view_dump_open()
 * @held: where the current record is
 * @joined: that of @next is printed along with the current one
 * @next: the record behind a held one on its CPU
 * @ncpus: CPUs in @cpus
 * @cpus: their state
 * @heap: indices into @cpus of those that have a record, the oldest first
 * @nheap: how many
 * @looked: when CPUs without a record were last looked at
 * @round: counts view_begin()
 * @memory: NULL if it is atomic
 * @comm: stands in for that
 * @second: of the last line
 * @name: the last address that was no symbol to be remembered
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
	bool			joined;
	bool			symbols_tried;
	bool			leftover;
	int			ncpus;
	int			nheap;
	struct view_cpu		*cpus;
	int			*heap;
	u64			looked;
	enum view_held		held;
	struct view_record	next;
	unsigned int		round;
	struct view_memory	*memory;
	struct view_comm	comm;
	struct view_second	second;
	char			name[VIEW_NAME_MAX + VIEW_SLACK];
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
void view_keep(struct view *v);
void view_drop(struct view *v);
void view_restart(struct view *v);
bool view_next_ts(struct view *v, u64 *ts);
unsigned long view_skipped(struct trace_iterator *iter, int cpu);

/* symbol.c */
const char *view_printf_ip(struct trace_iterator *iter, char how, void *ip,
			   unsigned int *len);
void view_symbols_free(struct view *v);

/* format.c */
__printf(2, 0)
bool view_vprintf(struct trace_iterator *iter, const char *fmt, va_list list);

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
