/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of view/ share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_VIEW_INTERNAL_H
#define _KERNEL_TRACE_VIEW_INTERNAL_H

#include "deps.h"

struct seq_file;
struct symbol_cache;
struct view_proto;

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
 * struct view_flags - the last line's irq-info
 * @flags: of its record
 * @preempt_count: of its record
 * @text: five characters; 0: there was no line
 */
struct view_flags {
	u8	flags;
	u8	preempt_count;
	char	text[8];
};

/**
 * struct view_format_op - a step of a format's program
 * @len: bytes of text that is copied first
 * @end: where in the format the conversion ends
 * @conv: its letter, 'S' for %ps and %pS, 'P' for a bare %p, 0 at the end
 * @size: of the argument
 * @width: least number of characters; of a pointer, letters behind the 'p'
 * @flags: format.c's own
 * @extension: of a pointer, the first of those letters
 */
struct view_format_op {
	u16	len;
	u16	end;
	char	conv;
	char	size;
	u8	width;
	u8	flags;
	char	extension;
};

#define VIEW_FORMAT_BITS	6
#define VIEW_FORMAT_OPS		20
#define VIEW_FORMAT_TEXT	248

/**
 * struct view_format - a format's program
 * @fmt: the format
 * @epoch: of view_format_epoch when it was made
 * @count: of @ops; 0: vsnprintf() has to do it
 * @ops: its steps
 * @text: of all steps; what follows it is for view_put_slack()
 */
struct view_format {
	const char		*fmt;
	unsigned int		epoch;
	unsigned int		count;
	struct view_format_op	ops[VIEW_FORMAT_OPS];
	char			text[VIEW_FORMAT_TEXT + VIEW_SLACK];
};

#define VIEW_EVENT_BITS		4
#define VIEW_EVENT_NAME		38

/**
 * struct view_event - who prints a type of record
 * @round: when that was found out, see struct view
 * @type: the type
 * @event: NULL if it is not known
 * @len: bytes of @name; 0: it is too long, or nobody asked for it
 * @name: "name: "; what follows it is for view_put_slack()
 */
struct view_event {
	unsigned int		round;
	int			type;
	struct trace_event	*event;
	unsigned int		len;
	char			name[VIEW_EVENT_NAME + VIEW_SLACK];
};

/**
 * struct view_memory - what a reader remembers from line to line
 * @events: each type has its place
 * @comms: names, each pid has its place
 * @formats: programs, each format has its place
 */
struct view_memory {
	struct view_event	events[1 << VIEW_EVENT_BITS];
	struct view_comm	comms[1 << VIEW_COMM_BITS];
	struct view_format	formats[1 << VIEW_FORMAT_BITS];
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
 * @spare: kept while it is; NULL, or where @ring is of
 * @consume: records that were read are gone
 * @atomic: it may not sleep: that of view_dump_open()
 * @held: where the current record is
 * @joined: that of @next is printed along with the current one
 * @moves: by how much the kernel has moved with the last boot, mostly zero
 * @moved: what is to be added to the kernel's addresses in the current record
 * @next: the record behind a held one on its CPU
 * @ncpus: CPUs in @cpus
 * @cpus: their state
 * @heap: indices into @cpus of those that have a record, the oldest first
 * @nheap: how many
 * @looked: when CPUs without a record were last looked at
 * @round: counts view_begin()
 * @format_epoch: view_format_epoch, when it last began
 * @memory: NULL if it is atomic
 * @comm: stands in for that
 * @second: of the last line
 * @flags: of the last line
 * @name: the last address that was no symbol to be remembered
 * @symbols: names of addresses, or NULL
 * @symbols_tried: there is no memory for @symbols, don't ask again
 * @protos: what is known of functions' parameters, or NULL
 * @event: who prints the current record; stands in for @memory
 * @found: that, wherever it is remembered
 */
struct view {
	struct trace_iterator	iter;
	struct trace_buffer	*ring;
	struct instance_spare	*spare;
	bool			consume;
	bool			atomic;
	bool			joined;
	bool			symbols_tried;
	int			ncpus;
	int			nheap;
	struct view_cpu		*cpus;
	int			*heap;
	u64			looked;
	enum view_held		held;
	long			moves;
	long			moved;
	struct view_record	next;
	unsigned int		round;
	unsigned int		format_epoch;
	struct view_memory	*memory;
	struct view_comm	comm;
	struct view_second	second;
	struct view_flags	flags;
	char			name[VIEW_NAME_MAX + VIEW_SLACK];
	struct symbol_cache	*symbols;
	struct view_proto	*protos;
	struct view_event	event;
	struct view_event	*found;
};

static inline struct view *view_of(struct trace_iterator *iter)
{
	return container_of(iter, struct view, iter);
}

/* past.c: only while struct view.moved is not zero. */
unsigned long view_past_addr(struct trace_iterator *iter, unsigned long addr);
const char *view_past_text(struct trace_iterator *iter, const char *text);
const char *view_past_string(struct trace_iterator *iter, const char *str);

/* A string that the text of a record asks for; NULL: it is not there. */
static inline const char *view_string(struct trace_iterator *iter, const char *str)
{
	return unlikely(view_of(iter)->moved) ? view_past_string(iter, str) : str;
}

/* A text of the kernel's own that a record points to; NULL as well. */
static inline const char *view_text_at(struct trace_iterator *iter, const char *text)
{
	return unlikely(view_of(iter)->moved) ? view_past_text(iter, text) : text;
}

/* When what is read begins, by the instance's clock. */
static inline u64 view_time_start(const struct view *v)
{
	return v->spare ? v->spare->time_start : v->iter.tr->time_start;
}

/* iter.c */
bool view_take(struct view *v);
void view_leave(struct view *v);
void view_keep(struct view *v);
void view_drop(struct view *v);
void view_restart(struct view *v);
void view_rewind(struct view *v);
bool view_next_ts(struct view *v, u64 *ts);
unsigned long view_skipped(struct trace_iterator *iter, int cpu);

/* past.c: the text of trace_printk() and trace_puts(), of any boot */
void view_bprint(struct trace_iterator *iter);
void view_bputs(struct trace_iterator *iter);

/* symbol.c */
const char *view_printf_ip(struct trace_iterator *iter, char how, void *ip,
			   unsigned int *len);
void view_symbols_free(struct view *v);

/* btf.c */
#ifdef CONFIG_DEBUG_INFO_BTF
char *view_btf_args(char *p, char *end, struct trace_iterator *iter,
		    unsigned long func, const unsigned long *args);
void view_protos_free(struct view *v);
#else
static inline char *view_btf_args(char *p, char *end,
				  struct trace_iterator *iter,
				  unsigned long func,
				  const unsigned long *args)
{
	return NULL;
}

static inline void view_protos_free(struct view *v) { }
#endif

/* format.c */
extern unsigned int view_format_epoch;
__printf(2, 0)
bool view_vprintf(struct trace_iterator *iter, const char *fmt, va_list list);

/* formats.c, and the linker: tables of what trace_printk() was given. */
extern const char *__start___trace_bprintk_fmt[];
extern const char *__stop___trace_bprintk_fmt[];
extern const char *__start___tracepoint_str[];
extern const char *__stop___tracepoint_str[];

void view_formats_keep(const char **table, unsigned int count);

/* pointer.c */
bool view_pointer_bad(struct trace_iterator *iter, struct trace_event_call *call);

/* fields.c */
void view_fields_bare(struct trace_iterator *iter);
enum print_line_t view_fields(struct trace_iterator *iter,
			      struct trace_event *event);

/* header.c */
void view_header(struct seq_file *m, struct trace_iterator *iter);

#endif /* _KERNEL_TRACE_VIEW_INTERNAL_H */
