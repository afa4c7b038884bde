/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of view/ share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_VIEW_INTERNAL_H
#define _KERNEL_TRACE_VIEW_INTERNAL_H

#include "deps.h"

struct seq_file;
struct symbol_cache;
struct output_proto;

#define OUTPUT_COMM_BITS	6

/**
 * struct output_comm - the name of a task that was asked for
 * @round: when, see struct view
 * @pid: the task
 * @len: bytes of @start
 * @comm: its name
 * @start: the name and the pid as they stand in front of a line
 */
struct output_comm {
	unsigned int	round;
	int		pid;
	int		len;
	char		comm[TASK_COMM_LEN];
	char		start[40];
};

/**
 * struct output_second - the second that the last line's time lies in
 * @start: its begin, in ns
 * @len: bytes of @text; 0: there was no line
 * @text: its number, right in five columns, and the point
 */
struct output_second {
	u64	start;
	int	len;
	char	text[OUTPUT_DIGITS + 1 + OUTPUT_SLACK];
};

/**
 * struct output_flags - the last line's irq-info
 * @flags: of its record
 * @preempt_count: of its record
 * @text: five characters; 0: there was no line
 */
struct output_flags {
	u8	flags;
	u8	preempt_count;
	char	text[8];
};

/* Wider fields are left to vsnprintf(). */
#define FORMAT_WIDTH_MAX	64

/* "%p" and the letters behind it. */
#define FORMAT_POINTER_MAX	8

/* What struct output_format_op.flags says. */
enum {
	FORMAT_ZERO	= BIT(0),	/* pad with zeros */
	FORMAT_LEFT	= BIT(1),	/* flush left */
	FORMAT_PREFIX	= BIT(2),	/* "0x" in front */
};

/**
 * struct output_format_op - a step of a format's program
 * @len: bytes of text that is copied first
 * @end: where in the format the conversion ends
 * @conv: its letter, 'S' for %ps and %pS, 'P' for a bare %p, 0 at the end
 * @size: of the argument
 * @width: least number of characters; of a pointer, letters behind the 'p'
 * @flags: FORMAT_ZERO and the like
 * @extension: of a pointer, the first of those letters
 */
struct output_format_op {
	u16	len;
	u16	end;
	char	conv;
	char	size;
	u8	width;
	u8	flags;
	char	extension;
};

#define OUTPUT_FORMAT_BITS	6
#define OUTPUT_FORMAT_OPS		20
#define OUTPUT_FORMAT_TEXT	248

/**
 * struct output_format - a format's program
 * @fmt: the format
 * @epoch: of output_format_epoch when it was made
 * @count: of @ops; 0: vsnprintf() has to do it
 * @ops: its steps
 * @text: of all steps; what follows it is for output_put_slack()
 */
struct output_format {
	const char		*fmt;
	unsigned int		epoch;
	unsigned int		count;
	struct output_format_op	ops[OUTPUT_FORMAT_OPS];
	char			text[OUTPUT_FORMAT_TEXT + OUTPUT_SLACK];
};

/* Words that lead to fields of no fixed length; few events have more. */
#define OUTPUT_SHAPE_WORDS	6

/**
 * struct output_shape - what there is to look at before a record is printed
 * @least: bytes of the fixed part
 * @array: where the last array of the fixed part begins, which may be a string; or 0
 * @look: there is more than @least
 * @more: there are more words than @words has
 * @nr: of @words
 * @relative: a bit for each of @words that counts from its own end
 * @words: where they are
 */
struct output_shape {
	u16	least;
	u16	array;
	bool	look;
	bool	more;
	u8	nr;
	u8	relative;
	u16	words[OUTPUT_SHAPE_WORDS];
};

/**
 * struct output_copy - a record where more than its bytes may be read
 * @mem: the copy, and zeros behind it
 * @size: bytes of @mem
 * @used: of the record
 */
struct output_copy {
	void		*mem;
	unsigned int	size;
	unsigned int	used;
};

#define OUTPUT_EVENT_BITS		4
#define OUTPUT_EVENT_NAME		38

/**
 * struct output_event - who prints a type of record
 * @epoch: of event_types_epoch() when that was found out
 * @type: the type
 * @event: NULL if it is not known
 * @shape: what is looked at before it prints
 * @len: bytes of @name; 0: it is too long, or nobody asked for it
 * @name: "name: "; what follows it is for output_put_slack()
 */
struct output_event {
	unsigned int		epoch;
	int			type;
	struct trace_event	*event;
	struct output_shape	shape;
	unsigned int		len;
	char			name[OUTPUT_EVENT_NAME + OUTPUT_SLACK];
};

/**
 * struct output_memory - what a reader remembers from line to line
 * @events: each type has its place
 * @comms: names, each pid has its place
 * @formats: programs, each format has its place
 */
struct output_memory {
	struct output_event	events[1 << OUTPUT_EVENT_BITS];
	struct output_comm	comms[1 << OUTPUT_COMM_BITS];
	struct output_format	formats[1 << OUTPUT_FORMAT_BITS];
};

/* The longest name of an address, with its offset and the address itself. */
#define OUTPUT_NAME_MAX	(KSYM_SYMBOL_LEN + 2 * OUTPUT_DIGITS)

/**
 * struct output_record - a record where it stands in the ring
 * @event: it, or NULL: there is none
 * @ts: its time
 * @lost: records lost before it, ~0UL for an unknown number
 */
struct output_record {
	struct ring_buffer_event	*event;
	u64				ts;
	unsigned long			lost;
};

/**
 * struct output_cpu - one CPU of a reader
 * @ring_iter: looks without consuming; NULL in a consuming reader
 * @rec: the CPU's next record
 * @cpu: which CPU
 * @skipped: records older than the buffer's start that are not shown
 */
struct output_cpu {
	struct ring_buffer_iter		*ring_iter;
	struct output_record		rec;
	int				cpu;
	unsigned long			skipped;
};

/* Where the current record is, struct view.held. */
enum output_held {
	OUTPUT_NOT_HELD,		/* in the ring */
	OUTPUT_HELD,		/* in a place of its own; its CPU has gone on */
	OUTPUT_HELD_ALONE,	/* and since then all CPUs were looked at anew */
};

/**
 * struct view - a reader
 * @ring: the buffer that is read
 * @spare: kept while it is; NULL, or where @ring is of
 * @consume: records that were read are gone
 * @atomic: it may not sleep: that of output_dump_open()
 * @held: where the current record is
 * @joined: that of @next is printed along with the current one
 * @has_past: the buffer had records from before the boot
 * @past: the current record is one of them
 * @moves: by how much the kernel has moved with the last boot, mostly zero
 * @moved: what is to be added to the kernel's addresses in the current record
 * @copy: of the current record, if that is not printed from where it is
 * @next_copy: of the one that output_peek() returned
 * @next: the record behind a held one on its CPU
 * @ncpus: CPUs in @cpus
 * @cpus: their state
 * @heap: indices into @cpus of those that have a record, the oldest first
 * @nheap: how many
 * @looked: when CPUs without a record were last looked at
 * @round: counts output_begin()
 * @types_epoch: event_types_epoch(), when it last began
 * @format_epoch: output_format_epoch, when it last began
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
 * @iter: what printers see of it; the last, as its seq is in that
 */
struct view {
	struct trace_buffer	*ring;
	struct instance_spare	*spare;
	bool			consume;
	bool			atomic;
	bool			joined;
	bool			symbols_tried;
	int			ncpus;
	int			nheap;
	struct output_cpu		*cpus;
	int			*heap;
	u64			looked;
	enum output_held		held;
	bool			has_past;
	bool			past;
	long			moves;
	long			moved;
	struct output_copy	copy;
	struct output_copy	next_copy;
	struct output_record	next;
	unsigned int		round;
	unsigned int		types_epoch;
	unsigned int		format_epoch;
	struct output_memory	*memory;
	struct output_comm	comm;
	struct output_second	second;
	struct output_flags	flags;
	char			name[OUTPUT_NAME_MAX + OUTPUT_SLACK];
	struct symbol_cache	*symbols;
	struct output_proto	*protos;
	struct output_event	event;
	struct output_event	*found;
	struct trace_iterator	iter;
};

/* Begin a line anew. */
static inline void output_seq_clear(struct trace_seq *s)
{
	s->seq.len = 0;
	s->readpos = 0;
	s->full = 0;
}

/* Ends a string in @s that began at @start. */
static inline const char *output_seq_end(struct trace_seq *s, const char *start)
{
	trace_seq_putc(s, 0);
	return start;
}

static inline struct view *output_of(struct trace_iterator *iter)
{
	return container_of(iter, struct view, iter);
}

/* past.c: only while struct view.past is set, the last one while @moves is not 0. */
unsigned long output_last_boot_addr(struct trace_iterator *iter, unsigned long addr);
const char *output_last_boot_text(struct trace_iterator *iter, const char *text);
const char *output_last_boot_string(struct trace_iterator *iter, const char *str);
void output_last_boot_adjust(struct view *v, void *rec, unsigned int size);

/* A string that the text of a record asks for; NULL: it is not there. */
static inline const char *output_string(struct trace_iterator *iter, const char *str)
{
	return unlikely(output_of(iter)->past) ? output_last_boot_string(iter, str) : str;
}

/* A text of the kernel's own that a record points to; NULL as well. */
static inline const char *output_text_at(struct trace_iterator *iter, const char *text)
{
	return unlikely(output_of(iter)->past) ? output_last_boot_text(iter, text) : text;
}

/* When what is read begins, by the instance's clock. */
static inline u64 output_time_start(const struct view *v)
{
	return v->spare ? v->spare->time_start : v->iter.tr->time_start;
}

/* Longer than any context: a name, four numbers and what is between them. */
#define OUTPUT_CONTEXT_MAX	(TASK_COMM_LEN + 6 * OUTPUT_DIGITS + 40)

/* context.c: the place of @pid's name, filled */
struct output_comm *output_context_comm(struct trace_iterator *iter, int pid);

/* latency.c: what stands before a line in latency format */
void output_context_latency(struct trace_iterator *iter);

/* iter.c */
bool output_take(struct view *v);
void output_leave(struct view *v);
void output_keep(struct view *v);
void output_drop(struct view *v);
void output_find_flags(struct view *v);
void output_restart(struct view *v);
void output_rewind(struct view *v);
bool output_next_ts(struct view *v, u64 *ts);
unsigned long output_skipped(struct trace_iterator *iter, int cpu);

/* check.c */
void output_shape_learn(struct output_shape *shape, unsigned int type,
			struct trace_event *event);
bool output_check(struct trace_iterator *iter, const struct output_event *found);
void output_bad(struct trace_iterator *iter, const struct output_event *found);
void *output_last_boot_copy(struct view *v, struct output_copy *copy, const void *rec,
			    unsigned int size);

/* past.c: the text of trace_printk() and trace_puts(), of any boot */
void output_bprint(struct trace_iterator *iter);
void output_bputs(struct trace_iterator *iter);

/* symbol.c */
const char *output_printf_ip(struct trace_iterator *iter, char how, void *ip,
			     unsigned int *len);
void output_symbols_free(struct view *v);

/* btf.c */
#ifdef CONFIG_DEBUG_INFO_BTF
char *output_btf_args(char *p, char *end, struct trace_iterator *iter,
		      unsigned long func, const unsigned long *args);
void output_protos_free(struct view *v);
#else
static inline char *output_btf_args(char *p, char *end,
				    struct trace_iterator *iter,
				    unsigned long func,
				    const unsigned long *args)
{
	return NULL;
}

static inline void output_protos_free(struct view *v) { }
#endif

/* format_parse.c, format.c */
void output_format_parse(struct output_format *f, const char *fmt);
extern unsigned int output_format_epoch;
__printf(2, 0)
bool output_vprintf(struct trace_iterator *iter, const char *fmt, va_list list);

/* formats.c, and the linker: tables of what trace_printk() was given. */
extern const char *__start___trace_bprintk_fmt[];
extern const char *__stop___trace_bprintk_fmt[];
extern const char *__start___tracepoint_str[];
extern const char *__stop___tracepoint_str[];

void output_formats_keep(const char **table, unsigned int count);
bool output_formats_know(const char *format);

/* pointer.c */
bool output_pointer_bad(struct trace_iterator *iter, struct trace_event_call *call);

#define OUTPUT_SYM_OPTIONS						\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(SYM_OFFSET) |	\
	 INSTANCE_OPT(SYM_ADDR))

/* plain.c; @event: the record's, or NULL */
enum print_line_t output_raw(struct trace_iterator *iter,
			     struct trace_event *event);
enum print_line_t output_hex(struct trace_iterator *iter,
			     struct trace_event *event);
enum print_line_t output_bin(struct trace_iterator *iter,
			     struct trace_event *event);

/* call.c */
void output_call(struct trace_iterator *iter, int flags, unsigned long ip,
		 unsigned long parent_ip, const unsigned long *args, char end);
enum print_line_t output_function(struct trace_iterator *iter, int flags,
				  struct trace_event *event);

/* fields.c */
void output_fields_bare(struct trace_iterator *iter);
enum print_line_t output_fields(struct trace_iterator *iter,
				struct trace_event *event);

/* header.c */
void output_header(struct seq_file *m, struct trace_iterator *iter);

/* console.c */
struct trace_event_buffer;
void output_console(struct trace_event_buffer *fbuffer);

/* export.c */
struct module;
void export_release(struct module *mod);

#endif /* _KERNEL_TRACE_VIEW_INTERNAL_H */
