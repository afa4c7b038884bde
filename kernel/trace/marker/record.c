// SPDX-License-Identifier: GPL-2.0
/*
 * A marker's arguments become a record: for a ring, or for perf.
 *
 * Every argument is a word, whatever its type is: a register, or a place on the
 * stack. A field takes the low bytes of one. Fields stand in the order of the
 * arguments, so a word can be written as it is where another field follows,
 * which is written over what was too much. With the number of arguments known
 * to the compiler that is three instructions for each: marker_record_0() and so
 * on are the probes of markers without strings.
 *
 * Strings are not trusted: whoever put a marker into the code could not know
 * that a probe will follow its pointers. They are read as copy_from_kernel_nofault()
 * reads, a word at a time: a word that does not cross the end of a page can be
 * read wherever one byte of it can. Their words in a record tell place and
 * length, and are made first.
 */
#include <linux/perf_event.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include <asm/word-at-a-time.h>

#include "internal.h"

/* Behind the three that probes have names for; any number is right. */
#define MARKER_ARGS_IN_REGISTERS	(IS_ENABLED(CONFIG_X86_64) ? 3 : 0)

#define MARKER_NULL	"(null)"
#define MARKER_FAULT	"(fault)"

/**
 * struct marker_text - a string that is to be copied
 * @from: where it stands
 * @bytes: its end included
 */
struct marker_text {
	const char	*from;
	unsigned int	bytes;
};

/* Bytes of a string, its end included; 0: it can't be read. */
static unsigned int marker_text_bytes(const char *string, unsigned int limit)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	const char *p = string;
	unsigned long word, bits;
	unsigned int bytes = 0;
	char c;

	while (bytes < limit) {
		if (unlikely(offset_in_page(p + bytes) >
			     PAGE_SIZE - sizeof(word))) {
			__get_kernel_nofault(&c, p + bytes, char, fault);
			if (!c)
				break;
			bytes++;
			continue;
		}
		__get_kernel_nofault(&word, p + bytes, unsigned long, fault);
		if (has_zero(word, &bits, &constants)) {
			bits = prep_zero_mask(word, bits, &constants);
			bits = create_zero_mask(bits);
			bytes += find_zero(bits);
			break;
		}
		bytes += sizeof(word);
	}
	return min(bytes, limit) + 1;
fault:
	return 0;
}

/* What to copy for @string, of at most @limit characters. */
static __always_inline void marker_text_find(struct marker_text *text,
					     const char *string,
					     unsigned int limit)
{
	text->bytes = 0;
	if (!string) {
		text->from = MARKER_NULL;
		text->bytes = min(sizeof(MARKER_NULL), limit + 1);
		return;
	}
	if (copy_from_kernel_nofault_allowed(string, 1))
		text->bytes = marker_text_bytes(string, limit);
	text->from = string;
	if (!text->bytes) {
		text->from = MARKER_FAULT;
		text->bytes = min(sizeof(MARKER_FAULT), limit + 1);
	}
}

/*
 * Find out how long the strings are, and put where they will stand in the place
 * of their addresses. A field tells place and length in 16 bits each, so what is
 * beyond that is cut off, in buffers where it would have room. Returns the bytes
 * of the record.
 */
static __always_inline unsigned int
marker_measure(const struct marker_schema *schema, unsigned long *word,
	       struct marker_text *text)
{
	unsigned int at = schema->size;
	int i;

	pagefault_disable();
	for (i = 0; i < schema->strings; i++, text++) {
		unsigned int n = schema->string[i];
		unsigned int room = U16_MAX - MARKER_ARGS_MAX - at;

		if (unlikely((int)room < 0))
			room = 0;
		marker_text_find(text, (char *)word[n],
				 min(schema->args[n].limit, room));
		word[n] = text->bytes << 16 | at;
		at += text->bytes;
	}
	pagefault_enable();
	return at;
}

/* Copy a string that may have changed or gone since it was measured. */
static void marker_text_copy(char *to, const struct marker_text *text)
{
	unsigned int bytes = text->bytes, at;
	const char *from = text->from;
	unsigned long word;
	char c;

	if (bytes < sizeof(word)) {
		for (at = 0; at < bytes; at++) {
			__get_kernel_nofault(&c, from + at, char, fault);
			to[at] = c;
		}
	} else {
		for (at = 0; at < bytes - sizeof(word); at += sizeof(word)) {
			__get_kernel_nofault(&word, from + at, unsigned long,
					     fault);
			put_unaligned(word, (unsigned long *)(to + at));
		}
		/* What is left ends with the string, and may be there already. */
		at = bytes - sizeof(word);
		__get_kernel_nofault(&word, from + at, unsigned long, fault);
		put_unaligned(word, (unsigned long *)(to + at));
	}
	to[bytes - 1] = '\0';
	return;
fault:
	memset(to, 0, bytes);
}

static __always_inline void marker_put(void *rec, const struct marker_arg *arg,
				       unsigned long word)
{
	void *to = rec + arg->offset;

	if (arg->size == sizeof(u64))
		*(u64 *)to = word;
	else if (arg->size == sizeof(u32))
		*(u32 *)to = word;
	else if (arg->size == sizeof(u16))
		*(u16 *)to = word;
	else
		*(u8 *)to = word;
}

/* The field behind this one is written next. */
static __always_inline void marker_put_over(void *rec,
					    const struct marker_arg *arg,
					    unsigned long word)
{
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		marker_put(rec, arg, word);
	else
		put_unaligned(word, (unsigned long *)(rec + arg->offset));
}

/* All fields of a record without strings; @nr is a constant. */
static __always_inline void marker_fill_words(const struct marker_schema *schema,
					      void *rec, int nr, va_list *args)
{
	const struct marker_arg *arg = schema->args;
	int i;

#pragma GCC unroll 10
	for (i = 1; i < nr; i++)
		marker_put_over(rec, arg++, va_arg(*args, unsigned long));
	if (nr)
		marker_put(rec, arg, va_arg(*args, unsigned long));
}

/* The arguments as words. Registers are read whether they hold one or not. */
static __always_inline void marker_take_words(const struct marker_schema *schema,
					      unsigned long *word, va_list *args)
{
	int i;

	for (i = 0; i < MARKER_ARGS_IN_REGISTERS; i++)
		word[i] = va_arg(*args, unsigned long);
	for (; i < schema->nr; i++)
		word[i] = va_arg(*args, unsigned long);
}

/* All fields of a record that has strings, and the strings behind them. */
static __always_inline void marker_fill(const struct marker_schema *schema,
					void *rec, const unsigned long *word,
					const struct marker_text *text)
{
	const struct marker_arg *arg = schema->args;
	const struct marker_arg *last = arg + schema->nr - 1;
	char *to = rec + schema->size;
	int i;

	for (; arg < last; arg++)
		marker_put_over(rec, arg, *word++);
	if (schema->nr)
		marker_put(rec, arg, *word);

	if (!schema->strings)
		return;
	pagefault_disable();
	for (i = 0; i < schema->strings; i++, text++) {
		marker_text_copy(to, text);
		to += text->bytes;
	}
	pagefault_enable();
}

/*
 * Probes that write a record into the ring of an instance: @file is the marker's
 * event there, the arguments follow the format.
 */
#define MARKER_RECORD(nr)						\
static notrace void marker_record_##nr(const struct marker *marker,	\
				       void *file, const char *format, ...) \
{									\
	struct trace_event_file *event_file = file;			\
	const struct marker_schema *schema = event_file->event_call->data; \
	struct trace_event_buffer fbuffer __uninitialized;		\
	va_list args __uninitialized;					\
	void *rec;							\
									\
	rec = trace_event_buffer_reserve(&fbuffer, event_file,		\
					 schema->size);			\
	if (!rec)							\
		return;							\
	va_start(args, format);						\
	marker_fill_words(schema, rec, nr, &args);			\
	va_end(args);							\
	trace_event_buffer_commit(&fbuffer);				\
}

MARKER_RECORD(0)
MARKER_RECORD(1)
MARKER_RECORD(2)
MARKER_RECORD(3)
MARKER_RECORD(4)
MARKER_RECORD(5)
MARKER_RECORD(6)
MARKER_RECORD(7)
MARKER_RECORD(8)
MARKER_RECORD(9)
MARKER_RECORD(10)

static marker_probe_func * const marker_records[] = {
	marker_record_0, marker_record_1, marker_record_2, marker_record_3,
	marker_record_4, marker_record_5, marker_record_6, marker_record_7,
	marker_record_8, marker_record_9, marker_record_10,
};

static_assert(ARRAY_SIZE(marker_records) == MARKER_ARGS_MAX + 1);

/* The same for a marker with strings. */
static notrace void marker_record_strings(const struct marker *marker,
					  void *file, const char *format, ...)
{
	struct trace_event_file *event_file = file;
	const struct marker_schema *schema = event_file->event_call->data;
	struct marker_text text[MARKER_ARGS_MAX] __uninitialized;
	unsigned long word[MARKER_ARGS_MAX] __uninitialized;
	struct trace_event_buffer fbuffer __uninitialized;
	va_list args __uninitialized;
	void *rec;

	va_start(args, format);
	marker_take_words(schema, word, &args);
	va_end(args);
	rec = trace_event_buffer_reserve(&fbuffer, event_file,
					 marker_measure(schema, word, text));
	if (!rec)
		return;
	marker_fill(schema, rec, word, text);
	trace_event_buffer_commit(&fbuffer);
}

/**
 * marker_record - the probe that records a marker
 * @schema: of the marker
 *
 * Its data is a struct trace_event_file. Context: any.
 * Return: the probe.
 */
marker_probe_func *marker_record(const struct marker_schema *schema)
{
	return schema->strings ? marker_record_strings :
				 marker_records[schema->nr];
}

#ifdef CONFIG_PERF_EVENTS
/**
 * marker_record_perf - hand a record to perf and to BPF
 * @marker: where
 * @call: the marker's event
 * @format: that of the marker, known already
 *
 * Context: any, preemption off.
 */
notrace void marker_record_perf(const struct marker *marker, void *call,
				const char *format, ...)
{
	struct trace_event_call *event = call;
	const struct marker_schema *schema = event->data;
	struct marker_text text[MARKER_ARGS_MAX] __uninitialized;
	unsigned long word[MARKER_ARGS_MAX] __uninitialized;
	struct hlist_head *head;
	struct pt_regs *regs;
	unsigned int size;
	va_list args;
	int rctx;
	void *rec;

	head = this_cpu_ptr(event->perf_events);
	if (!bpf_prog_array_valid(event) && hlist_empty(head))
		return;
	va_start(args, format);
	marker_take_words(schema, word, &args);
	va_end(args);
	size = marker_measure(schema, word, text);
	/* A record and the u32 behind it, which tells its length, fill u64s. */
	size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	rec = perf_trace_buf_alloc(size, &regs, &rctx);
	if (!rec)
		return;
	perf_fetch_caller_regs(regs);
	marker_fill(schema, rec, word, text);
	perf_trace_run_bpf_submit(rec, size, rctx, event, 1, regs, head, NULL);
}
#endif
