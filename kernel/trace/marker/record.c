// SPDX-License-Identifier: GPL-2.0
/*
 * Writing the arguments of a marker to a record, in a ring buffer or for perf.
 *
 * Each argument is passed as a word, in a register or on the stack, whatever its
 * type is. A variadic function would save all argument registers first, so there is
 * one probe for each number of arguments, which has that many parameters of type
 * unsigned long. The calling convention passes them in the same places.
 *
 * A field is the low bytes of a word. Fields are in the order of the arguments, so
 * all but the last one are written as a whole word: the next field overwrites the
 * excess. That is three instructions per argument if the number of arguments is a
 * constant.
 *
 * Strings are not trusted: the author of a marker need not expect that its pointers
 * are dereferenced. They are read without faults, as by copy_from_kernel_nofault(), a
 * word at a time: a word that does not cross the end of a page can be read if one
 * byte of it can. The field of a string holds offset and length, and is written
 * after all words. A short string is copied while it is measured, and so read once.
 */
#include <linux/perf_event.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include <asm/word-at-a-time.h>

#include "internal.h"

/* Maximal size of a short string, its NUL included. */
#define MARKER_SHORT	64

#define MARKER_NULL	"(null)"

/* Replace a string that can't be read, or a NULL pointer. */
static unsigned int marker_record_text_bad(const char **text, unsigned int limit)
{
	*text = *text ? MARKER_FAULT : MARKER_NULL;
	return min(strlen(*text), limit) + 1;
}

/*
 * Returns the size in bytes of a string of at most @limit characters, its NUL
 * included.
 */
static unsigned int marker_record_text_measure(const char **text, unsigned int limit)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	const char *start = *text, *end = start + limit, *p = start, *safe;
	unsigned long word, bits;
	char c;

	for (;;) {
		/* Words that begin before this do not cross the end of the page. */
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
		/* The last bytes of the page. */
		for (; p < end && offset_in_page(p); p++) {
			__get_kernel_nofault(&c, p, char, fault);
			if (!c)
				return p - start + 1;
		}
		if (p >= end)
			return limit + 1;
	}
fault:
	return marker_record_text_bad(text, limit);
}

static unsigned int marker_record_text_bytes(const char **text, unsigned int limit)
{
	unsigned long from = (unsigned long)*text;

	/* Error pointers: the end of the string would wrap around. */
	if (!from || from + limit < from ||
	    !copy_from_kernel_nofault_allowed(*text, 1))
		return marker_record_text_bad(text, limit);
	return marker_record_text_measure(text, limit);
}

/*
 * Addresses that can be read without pagefault_disable() and further checks: on
 * x86-64 the kernel half, except for its end, where pages do not belong to the
 * kernel.
 */
static __always_inline bool marker_record_text_plain(const char *text)
{
	return IS_ENABLED(CONFIG_X86_64) && (long)text >> 47 == -1L &&
	       (unsigned long)text < -(unsigned long)SZ_16M;
}

/*
 * Copy a short string to @kept, by words. Returns its size in bytes, its NUL
 * included; 0 if it is not short, or its address needs more checks.
 */
static noinline notrace unsigned int marker_record_text_keep(unsigned long *kept,
							     const char *text)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, bits, at;

	if (unlikely(!marker_record_text_plain(text) ||
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

/* Write less than a word. The whole word at @from can be read. */
static __always_inline void marker_record_text_store(char *to, const char *from,
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

/* Write a string that marker_record_text_keep() copied, its NUL included. */
static __always_inline void marker_record_text_put_kept(char *to,
							const unsigned long *kept,
							unsigned int bytes)
{
	const char *from = (char *)kept;
	unsigned long at, last = bytes - sizeof(*kept);

	if (unlikely(bytes < sizeof(*kept))) {
		marker_record_text_store(to, from, bytes);
		return;
	}
	put_unaligned(*kept, (unsigned long *)to);
	for (at = sizeof(*kept); at < last; at += sizeof(*kept))
		put_unaligned(*++kept, (unsigned long *)(to + at));
	/* The last word may overlap the one before it. */
	put_unaligned(get_unaligned((unsigned long *)(from + last)),
		      (unsigned long *)(to + last));
}

/* Copy a string that may have changed or been freed since it was measured. */
static void marker_record_text_copy(char *to, const char *from, unsigned int bytes)
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

static __always_inline void marker_record_put(void *rec, const struct marker_arg *arg,
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

/* The next field is written afterwards, over the excess bytes of the word. */
static __always_inline void marker_record_put_over(void *rec,
						   const struct marker_arg *arg,
						   unsigned long word)
{
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		marker_record_put(rec, arg, word);
	else
		put_unaligned(word, (unsigned long *)(rec + arg->offset));
}

/*
 * Write all fields; those of strings get their values later. For a constant @nr the
 * compiler drops the tests, and each word takes three instructions.
 */
static __always_inline void marker_record_put_words(const struct marker_schema *schema,
						    void *rec,
						    const unsigned long *word, int nr)
{
	const struct marker_arg *arg = schema->args;

	BUILD_BUG_ON(MARKER_ARGS_MAX != 10);
	if (nr > 1)
		marker_record_put_over(rec, &arg[0], word[0]);
	if (nr > 2)
		marker_record_put_over(rec, &arg[1], word[1]);
	if (nr > 3)
		marker_record_put_over(rec, &arg[2], word[2]);
	if (nr > 4)
		marker_record_put_over(rec, &arg[3], word[3]);
	if (nr > 5)
		marker_record_put_over(rec, &arg[4], word[4]);
	if (nr > 6)
		marker_record_put_over(rec, &arg[5], word[5]);
	if (nr > 7)
		marker_record_put_over(rec, &arg[6], word[6]);
	if (nr > 8)
		marker_record_put_over(rec, &arg[7], word[7]);
	if (nr > 9)
		marker_record_put_over(rec, &arg[8], word[8]);
	if (nr)
		marker_record_put(rec, &arg[nr - 1], word[nr - 1]);
}

/* Write the field of string @i: its offset and length. */
static __always_inline void marker_record_put_place(const struct marker_schema *schema,
						    void *rec, int i, unsigned int at,
						    unsigned int bytes)
{
	*(u32 *)(rec + schema->string_offset[i]) = bytes << 16 | at;
}

/*
 * Measure the strings, whose addresses are in @word. A field has 16 bits each for
 * offset and length, so strings are cut there even if the buffer could hold more.
 * Returns the size of the record in bytes.
 */
static unsigned int marker_record_measure(const struct marker_schema *schema,
					  unsigned long *word, unsigned int *bytes)
{
	unsigned int at = schema->size;
	int i;

	for (i = 0; i < schema->strings; i++) {
		unsigned int n = schema->string[i];
		unsigned int space = MARKER_TEXT_MAX - min(at, MARKER_TEXT_MAX);

		bytes[i] = marker_record_text_bytes((const char **)&word[n],
						    min(schema->args[n].limit, space));
		at += bytes[i];
	}
	return at;
}

static void marker_record_fill(const struct marker_schema *schema, void *rec,
			       const unsigned long *word, const unsigned int *bytes)
{
	unsigned int at = schema->size;
	int i;

	marker_record_put_words(schema, rec, word, schema->nr);
	for (i = 0; i < schema->strings; i++) {
		marker_record_put_place(schema, rec, i, at, bytes[i]);
		marker_record_text_copy(rec + at, (char *)word[schema->string[i]],
					bytes[i]);
		at += bytes[i];
	}
}

/*
 * Probes that write a record into the ring buffer of an instance; @file is the event
 * file of the marker there. Each has as many parameters as the marker has arguments,
 * see the head of this file.
 */

static __always_inline void marker_record_words(const struct marker *marker,
						struct trace_event_file *file,
						const unsigned long *word, const int nr)
{
	const struct marker_schema *schema = marker->schema;
	struct trace_event_buffer fbuffer __uninitialized;
	void *rec;

	rec = trace_event_buffer_reserve(&fbuffer, file, schema->size);
	if (!rec)
		return;
	marker_record_put_words(schema, rec, word, nr);
	trace_event_buffer_commit(&fbuffer);
}

static notrace void marker_record_0(const struct marker *marker, void *file,
				    const char *format)
{
	marker_record_words(marker, file, NULL, 0);
}

static notrace void marker_record_1(const struct marker *marker, void *file,
				    const char *format, unsigned long a1)
{
	const unsigned long word[] = { a1 };

	marker_record_words(marker, file, word, 1);
}

static notrace void marker_record_2(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2)
{
	const unsigned long word[] = { a1, a2 };

	marker_record_words(marker, file, word, 2);
}

static notrace void marker_record_3(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3)
{
	const unsigned long word[] = { a1, a2, a3 };

	marker_record_words(marker, file, word, 3);
}

static notrace void marker_record_4(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3,
				    unsigned long a4)
{
	const unsigned long word[] = { a1, a2, a3, a4 };

	marker_record_words(marker, file, word, 4);
}

static notrace void marker_record_5(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3,
				    unsigned long a4, unsigned long a5)
{
	const unsigned long word[] = { a1, a2, a3, a4, a5 };

	marker_record_words(marker, file, word, 5);
}

static notrace void marker_record_6(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3,
				    unsigned long a4, unsigned long a5,
				    unsigned long a6)
{
	const unsigned long word[] = { a1, a2, a3, a4, a5, a6 };

	marker_record_words(marker, file, word, 6);
}

static notrace void marker_record_7(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3,
				    unsigned long a4, unsigned long a5,
				    unsigned long a6, unsigned long a7)
{
	const unsigned long word[] = { a1, a2, a3, a4, a5, a6, a7 };

	marker_record_words(marker, file, word, 7);
}

static notrace void marker_record_8(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3,
				    unsigned long a4, unsigned long a5,
				    unsigned long a6, unsigned long a7,
				    unsigned long a8)
{
	const unsigned long word[] = { a1, a2, a3, a4, a5, a6, a7, a8 };

	marker_record_words(marker, file, word, 8);
}

static notrace void marker_record_9(const struct marker *marker, void *file,
				    const char *format, unsigned long a1,
				    unsigned long a2, unsigned long a3,
				    unsigned long a4, unsigned long a5,
				    unsigned long a6, unsigned long a7,
				    unsigned long a8, unsigned long a9)
{
	const unsigned long word[] = { a1, a2, a3, a4, a5, a6, a7, a8, a9 };

	marker_record_words(marker, file, word, 9);
}

static notrace void marker_record_10(const struct marker *marker, void *file,
				     const char *format, unsigned long a1,
				     unsigned long a2, unsigned long a3,
				     unsigned long a4, unsigned long a5,
				     unsigned long a6, unsigned long a7,
				     unsigned long a8, unsigned long a9,
				     unsigned long a10)
{
	const unsigned long word[] = { a1, a2, a3, a4, a5, a6, a7, a8, a9, a10 };

	marker_record_words(marker, file, word, 10);
}

/* With strings of any number and length. */
static noinline notrace void marker_record_all(const struct marker_schema *schema,
					       struct trace_event_file *file,
					       unsigned long *word)
{
	unsigned int bytes[MARKER_ARGS_MAX] __uninitialized;
	struct trace_event_buffer fbuffer __uninitialized;
	void *rec;

	pagefault_disable();
	rec = trace_event_buffer_reserve(&fbuffer, file,
					 marker_record_measure(schema, word, bytes));
	if (rec)
		marker_record_fill(schema, rec, word, bytes);
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

/* With one string, which is likely to be short, and few arguments. */
static __always_inline void marker_record_text(const struct marker *marker,
					       struct trace_event_file *file,
					       unsigned long *word, const int nr)
{
	unsigned long kept[MARKER_SHORT / sizeof(long)] __uninitialized;
	const struct marker_schema *schema = marker->schema;
	struct trace_event_buffer fbuffer __uninitialized;
	unsigned int at = schema->size, bytes;
	void *rec;

	bytes = marker_record_text_keep(kept, (char *)word[schema->string[0]]);
	if (unlikely(!bytes)) {
		marker_record_all(schema, file, word);
		return;
	}
	rec = trace_event_buffer_reserve(&fbuffer, file, at + bytes);
	if (!rec)
		return;
	marker_record_put_words(schema, rec, word, nr);
	marker_record_put_place(schema, rec, 0, at, bytes);
	marker_record_text_put_kept(rec + at, kept, bytes);
	trace_event_buffer_commit(&fbuffer);
}

static notrace void marker_record_text_1(const struct marker *marker,
					 void *file, const char *format,
					 unsigned long a1)
{
	unsigned long word[] = { a1 };

	marker_record_text(marker, file, word, 1);
}

static notrace void marker_record_text_2(const struct marker *marker,
					 void *file, const char *format,
					 unsigned long a1, unsigned long a2)
{
	unsigned long word[] = { a1, a2 };

	marker_record_text(marker, file, word, 2);
}

static notrace void marker_record_text_3(const struct marker *marker,
					 void *file, const char *format,
					 unsigned long a1, unsigned long a2,
					 unsigned long a3)
{
	unsigned long word[] = { a1, a2, a3 };

	marker_record_text(marker, file, word, 3);
}

static notrace void marker_record_text_4(const struct marker *marker,
					 void *file, const char *format,
					 unsigned long a1, unsigned long a2,
					 unsigned long a3, unsigned long a4)
{
	unsigned long word[] = { a1, a2, a3, a4 };

	marker_record_text(marker, file, word, 4);
}

static notrace void marker_record_text_5(const struct marker *marker,
					 void *file, const char *format,
					 unsigned long a1, unsigned long a2,
					 unsigned long a3, unsigned long a4,
					 unsigned long a5)
{
	unsigned long word[] = { a1, a2, a3, a4, a5 };

	marker_record_text(marker, file, word, 5);
}

/**
 * struct marker_recorders - the probes for a number of arguments
 * @words: without strings
 * @text: with one string, whose precision does not cut short strings
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
 * marker_record - choose the probe that writes records of a marker
 * @schema: the parsed format of the marker
 *
 * Context: any.
 * Return: the probe; its data is a struct trace_event_file.
 */
marker_probe_func *marker_record(const struct marker_schema *schema)
{
	const struct marker_recorders *row = &marker_recorders[schema->nr];

	switch (schema->strings) {
	case 0:
		return row->words;
	case 1:
		if (schema->limit < MARKER_SHORT)
			return marker_record_texts;
		return row->text;
	default:
		return marker_record_texts;
	}
}

#ifdef CONFIG_PERF_EVENTS
/**
 * marker_record_perf - probe that passes a record to perf and to BPF programs
 * @marker: the site
 * @call: the trace event of the marker, the data of this probe
 * @format: format of the marker, followed by the arguments
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
	size = marker_record_measure(schema, word, bytes);
	/* The record and the u32 that perf core adds are a multiple of u64. */
	size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	rec = perf_trace_buf_alloc(size, &regs, &rctx);
	if (rec)
		marker_record_fill(schema, rec, word, bytes);
	pagefault_enable();
	if (!rec)
		return;
	perf_fetch_caller_regs(regs);
	perf_trace_run_bpf_submit(rec, size, rctx, event, 1, regs, head, NULL);
}
#endif
