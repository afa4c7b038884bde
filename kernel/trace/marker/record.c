// SPDX-License-Identifier: GPL-2.0
/*
 * A marker's arguments become a record: for a ring, or for perf.
 *
 * Every argument is a word, whatever its type is: a register, or a place on the
 * stack. So these probes name theirs, as many words as there are, rather than
 * take a list of variable length: where a word is one of those, it is found in
 * the same place either way, and the compiler makes less of it.
 *
 * A field takes the low bytes of a word. Fields stand in the order of the
 * arguments, so a word can be written as it is where another field follows,
 * which is written over what was too much. With the number of arguments known
 * to the compiler that is three instructions for each.
 *
 * Strings are not trusted: whoever put a marker into the code could not know
 * that a probe will follow its pointers. They are read as copy_from_kernel_nofault()
 * reads, a word at a time: a word that does not cross the end of a page can be
 * read wherever one byte of it can. Their fields tell place and length, and are
 * written when all words are. A short string is kept while it is measured, and
 * read but once.
 */
#include <linux/perf_event.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include <asm/word-at-a-time.h>

#include "internal.h"

/* Bytes of a short string, its end included, at most. */
#define MARKER_SHORT	64

#define MARKER_NULL	"(null)"

/* A string that can't be read, or is none: another one takes its place. */
static unsigned int marker_text_bad(const char **text, unsigned int limit)
{
	*text = *text ? MARKER_FAULT : MARKER_NULL;
	return min(strlen(*text), limit) + 1;
}

/*
 * How many bytes the string takes, its end included, of at most @limit
 * characters.
 */
static unsigned int marker_text_measure(const char **text, unsigned int limit)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	const char *start = *text, *end = start + limit, *p = start, *safe;
	unsigned long word, bits;
	char c;

	for (;;) {
		/* Up to here no word leaves the page. */
		safe = (char *)((unsigned long)p | ~PAGE_MASK) - sizeof(word) + 2;
		for (safe = min(safe, end); p < safe; p += sizeof(word)) {
			__get_kernel_nofault(&word, p, unsigned long, fault);
			if (has_zero(word, &bits, &constants)) {
				bits = prep_zero_mask(word, bits, &constants);
				bits = create_zero_mask(bits);
				p += find_zero(bits);
				return min(p, end) - start + 1;
			}
		}
		/* Its last bytes. */
		for (; p < end && offset_in_page(p); p++) {
			__get_kernel_nofault(&c, p, char, fault);
			if (!c)
				return p - start + 1;
		}
		if (p >= end)
			return limit + 1;
	}
fault:
	return marker_text_bad(text, limit);
}

static unsigned int marker_text_bytes(const char **text, unsigned int limit)
{
	unsigned long from = (unsigned long)*text;

	/* An error's number for an address would have its end beyond all. */
	if (!from || from + limit < from ||
	    !copy_from_kernel_nofault_allowed(*text, 1))
		return marker_text_bad(text, limit);
	return marker_text_measure(text, limit);
}

/*
 * An address that needs no second look, nor that faults are disabled: on x86-64
 * the kernel's half, but for the last of it, where there are pages that are not
 * the kernel's.
 */
static __always_inline bool marker_text_plain(const char *text)
{
	return IS_ENABLED(CONFIG_X86_64) && (long)text >> 47 == -1L &&
	       (unsigned long)text < -(unsigned long)SZ_16M;
}

/*
 * Keep a short string, by words, in @kept. Returns its bytes, its end included;
 * 0: it is longer, or cannot be read as simply as that.
 */
static noinline notrace unsigned int marker_text_keep(unsigned long *kept,
						      const char *text)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, bits, at;

	if (unlikely(!marker_text_plain(text) ||
		     offset_in_page(text) > PAGE_SIZE - MARKER_SHORT))
		return 0;
	for (at = 0; at < MARKER_SHORT; at += sizeof(word)) {
		__get_kernel_nofault(&word, text + at, unsigned long, fault);
		*kept++ = word;
		if (has_zero(word, &bits, &constants)) {
			bits = prep_zero_mask(word, bits, &constants);
			bits = create_zero_mask(bits);
			return at + find_zero(bits) + 1;
		}
	}
fault:
	return 0;
}

/* Less than a word, which is at @from as a whole. */
static __always_inline void marker_text_store(char *to, const char *from,
					      unsigned int bytes)
{
	if (bytes >= sizeof(u32)) {
		put_unaligned(get_unaligned((u32 *)from), (u32 *)to);
		from += bytes - sizeof(u32);
		to += bytes - sizeof(u32);
		put_unaligned(get_unaligned((u32 *)from), (u32 *)to);
	} else {
		while (bytes--)
			*to++ = *from++;
	}
}

/* A string that was kept, its end too. */
static __always_inline void marker_text_put_kept(char *to,
						 const unsigned long *kept,
						 unsigned int bytes)
{
	const char *from = (char *)kept;
	unsigned long at, last = bytes - sizeof(*kept);

	if (unlikely(bytes < sizeof(*kept))) {
		marker_text_store(to, from, bytes);
		return;
	}
	put_unaligned(*kept, (unsigned long *)to);
	for (at = sizeof(*kept); at < last; at += sizeof(*kept))
		put_unaligned(*++kept, (unsigned long *)(to + at));
	/* The last word may overlap the one before it. */
	put_unaligned(get_unaligned((unsigned long *)(from + last)),
		      (unsigned long *)(to + last));
}

/* Copy a string that may have changed or gone since it was measured. */
static void marker_text_copy(char *to, const char *from, unsigned int bytes)
{
	unsigned long word;
	unsigned int at = 0;
	char c;

	for (; at + sizeof(word) <= bytes; at += sizeof(word)) {
		__get_kernel_nofault(&word, from + at, unsigned long, fault);
		put_unaligned(word, (unsigned long *)(to + at));
	}
	for (; at < bytes; at++) {
		__get_kernel_nofault(&c, from + at, char, fault);
		to[at] = c;
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

	if (likely(arg->size == sizeof(u32)))
		*(u32 *)to = word;
	else if (arg->size == sizeof(u64))
		*(u64 *)to = word;
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

/* All fields; those of strings come to hold nothing of use yet. */
static __always_inline void marker_put_words(const struct marker_schema *schema,
					     void *rec,
					     const unsigned long *word, int nr)
{
	const struct marker_arg *arg = schema->args;
	int i;

#pragma GCC unroll 10
	for (i = 1; i < nr; i++)
		marker_put_over(rec, arg++, *word++);
	if (nr)
		marker_put(rec, arg, *word);
}

/* The field that tells where string @i of the record is. */
static __always_inline void marker_put_place(const struct marker_schema *schema,
					     void *rec, int i, unsigned int at,
					     unsigned int bytes)
{
	*(u32 *)(rec + schema->string_offset[i]) = bytes << 16 | at;
}

/*
 * Find out how long the strings are, whose places are in @word. A field tells
 * place and length in 16 bits each, so what is beyond that is cut off, in buffers
 * where it would have room. Returns the bytes of the record.
 */
static unsigned int marker_measure(const struct marker_schema *schema,
				   unsigned long *word, unsigned int *bytes)
{
	unsigned int at = schema->size;
	int i;

	for (i = 0; i < schema->strings; i++) {
		unsigned int n = schema->string[i];
		unsigned int room = MARKER_TEXT_MAX - min(at, MARKER_TEXT_MAX);

		bytes[i] = marker_text_bytes((const char **)&word[n],
					     min(schema->args[n].limit, room));
		at += bytes[i];
	}
	return at;
}

static void marker_fill(const struct marker_schema *schema, void *rec,
			const unsigned long *word, const unsigned int *bytes)
{
	unsigned int at = schema->size;
	int i;

	marker_put_words(schema, rec, word, schema->nr);
	for (i = 0; i < schema->strings; i++) {
		marker_put_place(schema, rec, i, at, bytes[i]);
		marker_text_copy(rec + at, (char *)word[schema->string[i]],
				 bytes[i]);
		at += bytes[i];
	}
}

#define MARKER_TAKE_0	const char *format
#define MARKER_TAKE_1	MARKER_TAKE_0, unsigned long a1
#define MARKER_TAKE_2	MARKER_TAKE_1, unsigned long a2
#define MARKER_TAKE_3	MARKER_TAKE_2, unsigned long a3
#define MARKER_TAKE_4	MARKER_TAKE_3, unsigned long a4
#define MARKER_TAKE_5	MARKER_TAKE_4, unsigned long a5
#define MARKER_TAKE_6	MARKER_TAKE_5, unsigned long a6
#define MARKER_TAKE_7	MARKER_TAKE_6, unsigned long a7
#define MARKER_TAKE_8	MARKER_TAKE_7, unsigned long a8
#define MARKER_TAKE_9	MARKER_TAKE_8, unsigned long a9
#define MARKER_TAKE_10	MARKER_TAKE_9, unsigned long a10

/*
 * Probes that write a record into the ring of an instance: @file is the marker's
 * event there. Without strings:
 */
#define MARKER_RECORD(nr, words...)					\
static notrace void marker_record_##nr(const struct marker *marker,	\
				       void *file, MARKER_TAKE_##nr)	\
{									\
	const unsigned long word[] = { words };			\
	const struct marker_schema *schema = marker->schema;		\
	struct trace_event_buffer fbuffer __uninitialized;		\
	void *rec;							\
									\
	rec = trace_event_buffer_reserve(&fbuffer, file, schema->size);	\
	if (!rec)							\
		return;							\
	marker_put_words(schema, rec, word, nr);			\
	trace_event_buffer_commit(&fbuffer);				\
}

MARKER_RECORD(0)
MARKER_RECORD(1, a1)
MARKER_RECORD(2, a1, a2)
MARKER_RECORD(3, a1, a2, a3)
MARKER_RECORD(4, a1, a2, a3, a4)
MARKER_RECORD(5, a1, a2, a3, a4, a5)
MARKER_RECORD(6, a1, a2, a3, a4, a5, a6)
MARKER_RECORD(7, a1, a2, a3, a4, a5, a6, a7)
MARKER_RECORD(8, a1, a2, a3, a4, a5, a6, a7, a8)
MARKER_RECORD(9, a1, a2, a3, a4, a5, a6, a7, a8, a9)
MARKER_RECORD(10, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)

/* With strings, of any number and length. */
static noinline notrace void marker_record_all(const struct marker_schema *schema,
					       struct trace_event_file *file,
					       unsigned long *word)
{
	unsigned int bytes[MARKER_ARGS_MAX] __uninitialized;
	struct trace_event_buffer fbuffer __uninitialized;
	void *rec;

	pagefault_disable();
	rec = trace_event_buffer_reserve(&fbuffer, file,
					 marker_measure(schema, word, bytes));
	if (rec)
		marker_fill(schema, rec, word, bytes);
	pagefault_enable();
	if (rec)
		trace_event_buffer_commit(&fbuffer);
}

static notrace void marker_record_texts(const struct marker *marker, void *file,
					const char *format, ...)
{
	unsigned long word[MARKER_ARGS_MAX] __uninitialized;
	const struct marker_schema *schema = marker->schema;
	va_list args;
	int i;

	va_start(args, format);
	for (i = 0; i < schema->nr; i++)
		word[i] = va_arg(args, unsigned long);
	va_end(args);
	marker_record_all(schema, file, word);
}

/* With one string, which is short, among few words. */
#define MARKER_RECORD_TEXT(nr, words...)				\
static notrace void marker_record_text_##nr(const struct marker *marker, \
					    void *file, MARKER_TAKE_##nr) \
{									\
	unsigned long kept[MARKER_SHORT / sizeof(long)] __uninitialized; \
	unsigned long word[] = { words };				\
	const struct marker_schema *schema = marker->schema;		\
	struct trace_event_buffer fbuffer __uninitialized;		\
	unsigned int at = schema->size, bytes;				\
	void *rec;							\
									\
	bytes = marker_text_keep(kept, (char *)word[schema->string[0]]); \
	if (unlikely(!bytes)) {						\
		marker_record_all(schema, file, word);			\
		return;							\
	}								\
	rec = trace_event_buffer_reserve(&fbuffer, file, at + bytes);	\
	if (!rec)							\
		return;							\
	marker_put_words(schema, rec, word, nr);			\
	marker_put_place(schema, rec, 0, at, bytes);			\
	marker_text_put_kept(rec + at, kept, bytes);			\
	trace_event_buffer_commit(&fbuffer);				\
}

MARKER_RECORD_TEXT(1, a1)
MARKER_RECORD_TEXT(2, a1, a2)
MARKER_RECORD_TEXT(3, a1, a2, a3)
MARKER_RECORD_TEXT(4, a1, a2, a3, a4)
MARKER_RECORD_TEXT(5, a1, a2, a3, a4, a5)

/**
 * struct marker_recorders - the probes that record markers
 * @words: without strings
 * @text: with one string, which is not to be cut before it is long
 */
struct marker_recorders {
	void	*words;
	void	*text;
};

static const struct marker_recorders marker_recorders[] = {
	{ marker_record_0 },
	{ marker_record_1, marker_record_text_1 },
	{ marker_record_2, marker_record_text_2 },
	{ marker_record_3, marker_record_text_3 },
	{ marker_record_4, marker_record_text_4 },
	{ marker_record_5, marker_record_text_5 },
	{ marker_record_6, marker_record_texts },
	{ marker_record_7, marker_record_texts },
	{ marker_record_8, marker_record_texts },
	{ marker_record_9, marker_record_texts },
	{ marker_record_10, marker_record_texts },
};

static_assert(ARRAY_SIZE(marker_recorders) == MARKER_ARGS_MAX + 1);

/**
 * marker_record - the probe that records a marker
 * @schema: of the marker
 *
 * Its data is a struct trace_event_file. Context: any.
 * Return: the probe.
 */
marker_probe_func *marker_record(const struct marker_schema *schema)
{
	const struct marker_recorders *row = &marker_recorders[schema->nr];

	switch (schema->strings) {
	case 0:
		return row->words;
	case 1:
		return schema->limit < MARKER_SHORT ? marker_record_texts :
						      row->text;
	default:
		return marker_record_texts;
	}
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
	unsigned int bytes[MARKER_ARGS_MAX] __uninitialized;
	unsigned long word[MARKER_ARGS_MAX] __uninitialized;
	const struct marker_schema *schema = marker->schema;
	struct trace_event_call *event = call;
	struct hlist_head *head;
	struct pt_regs *regs;
	unsigned int size;
	va_list args;
	int rctx, i;
	void *rec;

	head = this_cpu_ptr(event->perf_events);
	if (!bpf_prog_array_valid(event) && hlist_empty(head))
		return;
	va_start(args, format);
	for (i = 0; i < schema->nr; i++)
		word[i] = va_arg(args, unsigned long);
	va_end(args);
	pagefault_disable();
	size = marker_measure(schema, word, bytes);
	/* A record and the u32 behind it, which tells its length, fill u64s. */
	size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	rec = perf_trace_buf_alloc(size, &regs, &rctx);
	if (rec)
		marker_fill(schema, rec, word, bytes);
	pagefault_enable();
	if (!rec)
		return;
	perf_fetch_caller_regs(regs);
	perf_trace_run_bpf_submit(rec, size, rctx, event, 1, regs, head, NULL);
}
#endif
