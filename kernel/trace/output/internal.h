/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Structures and functions that the files of output/ share.
 */
#ifndef _KERNEL_TRACE_OUTPUT_INTERNAL_H
#define _KERNEL_TRACE_OUTPUT_INTERNAL_H

#include "deps.h"

struct seq_file;
struct symbol_cache;
struct output_proto;

#define OUTPUT_COMM_BITS	6
#define OUTPUT_COMM_START	32

/**
 * struct output_task_comm - cached name of a task
 * @until: the task has this name in records up to that time
 * @round: output_reader.round when the name was looked up
 * @pid: pid of the task
 * @shown: pid of the task as it is printed
 * @tgid: its thread group, or 0
 * @len: length of @start in bytes
 * @comm: name of the task
 * @start: name and pid in the columns at the start of a line; lines copy
 *	OUTPUT_COMM_START bytes of it at least
 */
struct output_task_comm {
	u64		until;
	unsigned int	round;
	int		pid;
	int		shown;
	int		tgid;
	int		len;
	char		comm[TASK_COMM_LEN];
	char		start[40];
};

/**
 * struct output_seconds - cached text of the last timestamp's seconds
 * @start: start of that second in ns
 * @len: length of @text in bytes; 0 before the first line
 * @text: a space, the number of the second, right-aligned in five columns, and the
 *	decimal point
 */
struct output_seconds {
	u64	start;
	int	len;
	char	text[OUTPUT_DIGITS + 2 + OUTPUT_SLACK];
};

#define OUTPUT_CPU_INFO_BITS	3

/**
 * struct output_cpu_info - cached CPU and irq-info of a line
 * @key: OUTPUT_CPU_INFO_USED, CPU, flags and preempt_count of the record
 * @len: length of @text in bytes
 * @text: "[CPU] " and the five characters of irq-info
 */
struct output_cpu_info {
	u32	key;
	u32	len;
	char	text[16];
};

/* Distinguishes the key from that of an unused entry. NR_CPUS is at most 8192. */
#define OUTPUT_CPU_INFO_USED	BIT(15)

/* Fields that are wider are printed by vsnprintf(). */
#define FORMAT_WIDTH_MAX	64

/* Characters of a number besides its digits: a sign or a prefix. */
#define FORMAT_SIGN_MAX		2

/* Size of the text of a pointer conversion: "%p", its letters and a NUL. */
#define FORMAT_POINTER_MAX	8

/* Flags of struct output_format_op. */
enum {
	FORMAT_ZERO	= BIT(0),	/* pad with zeros */
	FORMAT_LEFT	= BIT(1),	/* left-aligned */
	FORMAT_PREFIX	= BIT(2),	/* prefix "0x" */
};

/* How format.c executes a step. */
enum output_format_kind {
	FORMAT_OTHER,	/* by the members of the step */
	FORMAT_END,	/* the last step */
	FORMAT_S32,	/* %d of an int, without flags and width, and so on */
	FORMAT_U32,
	FORMAT_S64,
	FORMAT_U64,
	FORMAT_X32,
	FORMAT_X64,
	FORMAT_STRING,
};

/**
 * struct output_format_op - a step of a compiled format: text and a conversion
 * @len: length in bytes of the text that is copied before the conversion
 * @end: offset in the format string of the end of the conversion
 * @conv: letter of the conversion, 'S' for %ps and %pS, 'P' for %p without letters,
 *	0 in the last step, which has no conversion
 * @size: size of the argument: 'H' (char), 'h' (short), 'i' (int), 'l' (long) or 'L'
 *	(long long)
 * @width: minimum number of characters; for a pointer the number of letters that
 *	follow the 'p'
 * @flags: FORMAT_ZERO, FORMAT_LEFT and FORMAT_PREFIX
 * @extension: for a pointer the first of these letters
 * @kind: enum output_format_kind
 * @rest: number of bytes that have to be left after the conversion, for the text and
 *	the numbers of all later steps, and OUTPUT_SLACK
 */
struct output_format_op {
	u16	len;
	u16	end;
	char	conv;
	char	size;
	u8	width;
	u8	flags;
	char	extension;
	u8	kind;
	u16	rest;
};

#define OUTPUT_FORMAT_BITS	6
#define OUTPUT_FORMAT_OPS	20
#define OUTPUT_FORMAT_TEXT	248

/**
 * struct output_format - a compiled print format
 * @fmt: the format string
 * @epoch: output_format_epoch when the format was compiled
 * @count: number of steps in @ops; 0 if the format must be printed by vsnprintf()
 * @space: number of bytes that the text, the numbers and OUTPUT_SLACK need at most
 * @ops: the steps
 * @text: concatenated text of all steps, padded for output_put_slack()
 */
struct output_format {
	const char		*fmt;
	unsigned int		epoch;
	unsigned int		count;
	unsigned int		space;
	struct output_format_op	ops[OUTPUT_FORMAT_OPS];
	char			text[OUTPUT_FORMAT_TEXT + OUTPUT_SLACK];
};

/* Few events have more __data_loc and __rel_loc words, or more pointers to strings. */
#define OUTPUT_LAYOUT_WORDS	6
#define OUTPUT_LAYOUT_POINTERS	2

/**
 * struct output_layout - properties of an event that its records are checked against
 * @min_size: size of the fixed part of a record in bytes, without late fields
 * @array: offset of the last array in the fixed part, which may be a string; or 0
 * @inspect: records need more checks than that of @min_size
 * @fixed: a NUL as the last byte of a record is sufficient for these checks
 * @more_words: the event has more dynamic fields than fit into @words
 * @nr: number of offsets in @words
 * @relative: bitmap over @words: the word is a __rel_loc, relative to its own end
 * @words: offsets of the __data_loc and __rel_loc words
 * @nr_pointers: number of offsets in @pointers, or more than fit
 * @pointers: offsets of the pointers to strings that the print format follows
 */
struct output_layout {
	u16	min_size;
	u16	array;
	bool	inspect;
	bool	fixed;
	bool	more_words;
	u8	nr;
	u8	relative;
	u16	words[OUTPUT_LAYOUT_WORDS];
	u8	nr_pointers;
	u16	pointers[OUTPUT_LAYOUT_POINTERS];
};

/**
 * struct output_copy - buffer for a copy of a record, followed by zeros
 * @mem: the buffer
 * @size: size of @mem in bytes
 * @used: size of the copied record in bytes
 */
struct output_copy {
	void		*mem;
	unsigned int	size;
	unsigned int	used;
};

#define OUTPUT_EVENT_BITS	8
#define OUTPUT_EVENT_NAME	38

/**
 * struct output_event - cached result of the lookup of a record type
 * @epoch: event_types_epoch() at the time of the lookup
 * @type: the type
 * @event: event with the print functions; NULL if the type is unknown
 * @layout: properties that records are checked against before they are printed
 * @len: length of @name in bytes; 0 if the name is too long or not yet cached
 * @name: "name: ", padded for output_put_slack()
 */
struct output_event {
	unsigned int		epoch;
	int			type;
	struct trace_event	*event;
	struct output_layout	layout;
	unsigned int		len;
	char			name[OUTPUT_EVENT_NAME + OUTPUT_SLACK];
};

/**
 * struct output_cache - caches of a reader, kept from line to line
 * @events: record types, indexed by type
 * @comms: names of tasks, indexed by pid
 * @formats: compiled print formats: a hash table by address, with linear probing, because
 *	compiling a format again costs more than a line
 */
struct output_cache {
	struct output_event	events[1 << OUTPUT_EVENT_BITS];
	struct output_task_comm	comms[1 << OUTPUT_COMM_BITS];
	struct output_format	formats[1 << OUTPUT_FORMAT_BITS];
};

/* Longest name of an address, with its offset and the address itself. */
#define OUTPUT_NAME_MAX	(KSYM_SYMBOL_LEN + 2 * OUTPUT_DIGITS)

/**
 * struct output_record - a record in the ring buffer
 * @event: the record, or NULL if there is none
 * @ts: timestamp of the record
 * @lost: number of records lost before it, ~0UL if the number is unknown
 */
struct output_record {
	struct ring_buffer_event	*event;
	u64				ts;
	unsigned long			lost;
};

/**
 * struct output_cpu - a CPU of a reader
 * @ring_iter: iterator that reads without consuming; NULL in a consuming reader
 * @rec: next record of the CPU
 * @causes: why records were lost before the one that was read last, if any were
 * @cpu: number of the CPU
 * @skipped: number of records that are not shown because they are older than the
 *	start time of the buffer
 */
struct output_cpu {
	struct ring_buffer_iter		*ring_iter;
	struct output_record		rec;
	struct ring_lost		causes;
	int				cpu;
	unsigned long			skipped;
};

/* Location of the current record: output_reader.held. */
enum output_held {
	OUTPUT_NOT_HELD,	/* in the ring buffer */
	OUTPUT_HELD,		/* in a copy; its CPU has advanced to the next record */
	OUTPUT_HELD_ALONE,	/* in a copy, and the heap was filled again since then */
};

/**
 * struct output_reader - a reader
 * @ring: ring buffer that is read
 * @spare: reference to the snapshot while it is needed, or NULL. @ring belongs to
 *	it if a snapshot is read.
 * @user_ns: of the task that opened the reader: headers show user ids as in it
 * @consume: records are removed from the buffer when they are read
 * @atomic: the reader must not sleep or allocate memory: output_dump_open() and
 *	output_text_open()
 * @peek_used: the line of the current record contains that of @next as well
 * @symbols_tried: an allocation of @symbols was tried
 * @hashes: result of output_format_hashes() when the reader was opened
 * @ncpus: number of entries in @cpus
 * @cpus: state of each CPU
 * @heap: min-heap of indices into @cpus of the CPUs with a record, ordered by
 *	timestamp
 * @nheap: number of entries in @heap
 * @polled_ts: time at which the CPUs without a record were last polled
 * @held: location of the current record
 * @has_last_boot: the buffer had records of the previous boot
 * @count_lost: iterators count lost records: those of the previous boot are missing, or
 *	@show_causes is set
 * @show_causes: the option loss-cause was set when the reader was last updated
 * @causes: why records were lost before the current one, if any were
 * @last_boot: the current record is one of them
 * @other: records of the previous boot are of another kernel
 * @text_delta: distance in bytes by which the kernel image moved since the previous
 *	boot, 0 without KASLR
 * @rec_delta: distance to add to kernel addresses in the current record
 * @copy: copy of the current record, if it is not printed from the ring buffer
 * @next_copy: copy of the record that output_peek() returned
 * @next: next record of the CPU while the current record is held
 * @round: number of calls of output_lock_records()
 * @types_epoch: event_types_epoch() at the last output_lock_records()
 * @format_epoch: output_format_epoch at the last output_lock_records()
 * @comm_clock: how times of records are compared with those of names of tasks
 * @cache: caches; NULL if the reader is atomic
 * @comm: used in place of @cache if that is NULL
 * @second: seconds of the last line
 * @cpu_infos: CPUs and irq-info of lines, indexed by a hash of the three
 * @name: text of the last address that is not in @symbols
 * @symbols: cache of names of addresses, or NULL
 * @protos: cache of prototypes of functions, or NULL
 * @event: event of the current record, used in place of @cache
 * @found: event of the current record, in @cache or @event
 * @iter: the part that print functions see; the last member, since it ends with the
 *	buffer of its seq, which is not allocated completely for output_dump_open()
 *
 * A reader is used by one task at a time, and its members have no lock of their own.
 */
struct output_reader {
	struct trace_buffer	*ring;
	struct instance_spare	*spare;
	struct user_namespace	*user_ns;
	bool			consume;
	bool			atomic;
	bool			peek_used;
	bool			symbols_tried;
	bool			hashes;
	int			ncpus;
	int			nheap;
	struct output_cpu	*cpus;
	int			*heap;
	u64			polled_ts;
	enum output_held	held;
	bool			has_last_boot;
	bool			count_lost;
	bool			show_causes;
	struct ring_lost	causes;
	bool			last_boot;
	bool			other;
	long			text_delta;
	long			rec_delta;
	struct output_copy	copy;
	struct output_copy	next_copy;
	struct output_record	next;
	unsigned int		round;
	unsigned int		types_epoch;
	unsigned int		format_epoch;
	enum trace_comm_clock	comm_clock;
	struct output_cache	*cache;
	struct output_task_comm	comm;
	struct output_seconds	second;
	struct output_cpu_info	cpu_infos[1 << OUTPUT_CPU_INFO_BITS];
	char			name[OUTPUT_NAME_MAX + OUTPUT_SLACK];
	struct symbol_cache	*symbols;
	struct output_proto	*protos;
	struct output_event	event;
	struct output_event	*found;
	struct trace_iterator	iter;
};

/* Empty a sequence. Context: any. */
static inline void output_seq_clear(struct trace_seq *s)
{
	s->seq.len = 0;
	s->readpos = 0;
	s->full = 0;
}

/* Terminate the string that starts at @start in @s, and return it. Context: any. */
static inline const char *output_seq_end(struct trace_seq *s, const char *start)
{
	trace_seq_putc(s, 0);
	return start;
}

static inline struct output_reader *output_reader_of(struct trace_iterator *iter)
{
	return container_of(iter, struct output_reader, iter);
}

/* Test whether the current record is of the previous boot, and that was another kernel. */
static inline bool output_is_other(const struct output_reader *r)
{
	return unlikely(r->last_boot) && r->other;
}

/*
 * last_boot.c: only for a record with output_reader.last_boot set;
 * output_last_boot_adjust() only if output_reader.text_delta is not 0.
 */
unsigned long output_last_boot_addr(struct trace_iterator *iter, unsigned long addr);
const char *output_last_boot_text(struct trace_iterator *iter, const char *text);
const char *output_last_boot_string(struct trace_iterator *iter, const char *str);
void output_last_boot_adjust(struct output_reader *r, void *rec, unsigned int size);

/* Translate a string argument of a print format; NULL if it no longer exists. */
static inline const char *output_string(struct trace_iterator *iter, const char *str)
{
	return unlikely(output_reader_of(iter)->last_boot) ?
	       output_last_boot_string(iter, str) : str;
}

/*
 * Translate a pointer in a record to a constant string; NULL if it no longer exists.
 */
static inline const char *output_text_at(struct trace_iterator *iter, const char *text)
{
	return unlikely(output_reader_of(iter)->last_boot) ?
	       output_last_boot_text(iter, text) : text;
}

/* Start time of the buffer, in units of the instance's clock. */
static inline u64 output_time_start(const struct output_reader *r)
{
	return r->spare ? r->spare->time_start : r->iter.tr->time_start;
}

/* Maximum length of a context: a name, four numbers and separators. */
#define OUTPUT_CONTEXT_MAX	(TASK_COMM_LEN + 6 * OUTPUT_DIGITS + 40)

/* context.c */
void output_comm_lookup(struct output_reader *r, struct output_task_comm *found, int pid);

/* The name of a task, valid until the next call for another task. */
static __always_inline struct output_task_comm *output_comm_find(struct trace_iterator *iter,
								 int pid)
{
	struct output_reader *r = output_reader_of(iter);
	struct output_task_comm *found = &r->comm;

	if (likely(r->cache)) {
		found = &r->cache->comms[pid & (BIT(OUTPUT_COMM_BITS) - 1)];
		if (likely(found->pid == pid && found->round == r->round &&
			   iter->ts <= found->until))
			return found;
	}
	output_comm_lookup(r, found, pid);
	return found;
}

/* latency.c */
void output_context_latency(struct trace_iterator *iter);

/* iter.c */
bool output_record_take(struct output_reader *r);
void output_record_pass(struct output_reader *r);
void output_record_keep(struct output_reader *r);
void output_record_drop(struct output_reader *r);
void output_update_flags(struct output_reader *r);
void output_restart(struct output_reader *r);
void output_rewind(struct output_reader *r);
bool output_next_ts(struct output_reader *r, u64 *ts);
unsigned long output_skipped(struct trace_iterator *iter, int cpu);

/* record_check.c */
void output_layout_init(struct output_layout *layout, unsigned int type,
			struct trace_event *event);
bool output_record_check(struct trace_iterator *iter, const struct output_event *found);
void output_record_print_bad(struct trace_iterator *iter, const struct output_event *found);
void *output_last_boot_copy(struct output_reader *r, struct output_copy *copy, const void *rec,
			    unsigned int size);

/*
 * last_boot.c: text of trace_printk() and trace_puts(), of this or the previous boot
 */
void output_bprint(struct trace_iterator *iter);
void output_bputs(struct trace_iterator *iter);

/* symbol.c */
const char *output_printf_ip(struct trace_iterator *iter, char how, void *ip,
			     unsigned int *len);
void output_symbols_free(struct output_reader *r);

/* btf.c */
#ifdef CONFIG_DEBUG_INFO_BTF
char *output_btf_args(char *p, char *end, struct trace_iterator *iter,
		      unsigned long func, const unsigned long *args);
void output_protos_free(struct output_reader *r);
#else
static inline char *output_btf_args(char *p, char *end,
				    struct trace_iterator *iter,
				    unsigned long func,
				    const unsigned long *args)
{
	return NULL;
}

static inline void output_protos_free(struct output_reader *r) { }
#endif

/* format_parse.c, format.c */
void output_format_parse(struct output_format *f, const char *fmt);
__printf(2, 0)
bool output_vprintf(struct trace_iterator *iter, const char *fmt, va_list list);
bool output_format_hashes(void);

/*
 * Tables of formats of trace_printk() and of tracepoint strings, made by the linker.
 */
extern const char *__start___trace_bprintk_fmt[];
extern const char *__stop___trace_bprintk_fmt[];
extern const char *__start___tracepoint_str[];
extern const char *__stop___tracepoint_str[];

/* printk_formats.c */
extern unsigned int output_format_epoch;
void output_formats_copy(const char **table, unsigned int count);
bool output_formats_contains(const char *format);

/* pointer.c */
void output_pointer_layout(struct output_layout *layout, struct trace_event_call *call);
bool output_pointer_bad(struct trace_iterator *iter, struct trace_event_call *call);

#define OUTPUT_SYM_OPTIONS						\
	(INSTANCE_OPT(PRINT_PARENT) | INSTANCE_OPT(SYM_OFFSET) |	\
	 INSTANCE_OPT(SYM_ADDR))

/* raw_format.c */
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

/* user_stack.c */
enum print_line_t output_user_stack(struct trace_iterator *iter, int flags,
				    struct trace_event *event);
enum print_line_t output_user_mapping(struct trace_iterator *iter, int flags,
				      struct trace_event *event);

/* fields.c */
void output_fields_only(struct trace_iterator *iter);

/* header.c */
void output_header(struct seq_file *m, struct trace_iterator *iter);

#endif /* _KERNEL_TRACE_OUTPUT_INTERNAL_H */
