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
 * reads, a word at a time.
 */
#include <linux/perf_event.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include <asm/word-at-a-time.h>

#include "internal.h"

#define MARKER_NULL	"(null)"
#define MARKER_FAULT	"(fault)"

/* Bytes of a string, its end included; 0: it can't be read. */
static unsigned int marker_string_bytes(const char *string, unsigned int limit)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	const char *end = string + min_t(unsigned long, limit, INT_MAX);
	const char *p = string;
	unsigned long word, bits;

	/* A word that is aligned lies in one page with the byte looked for. */
	for (; p < end && !IS_ALIGNED((unsigned long)p, sizeof(word)); p++) {
		char c;

		__get_kernel_nofault(&c, p, char, fault);
		if (!c)
			return p - string + 1;
	}
	for (; p < end; p += sizeof(word)) {
		__get_kernel_nofault(&word, p, unsigned long, fault);
		if (has_zero(word, &bits, &constants)) {
			bits = prep_zero_mask(word, bits, &constants);
			bits = create_zero_mask(bits);
			p += find_zero(bits);
			break;
		}
	}
	return min(p, end) - string + 1;
fault:
	return 0;
}

/* What to copy for @string, and how much. */
static const char *marker_string(const char *string, unsigned int limit,
				 unsigned int *bytes)
{
	if (!string) {
		*bytes = sizeof(MARKER_NULL);
		return MARKER_NULL;
	}
	pagefault_disable();
	*bytes = copy_from_kernel_nofault_allowed(string, 1) ?
		 marker_string_bytes(string, limit) : 0;
	pagefault_enable();
	if (*bytes)
		return string;
	*bytes = sizeof(MARKER_FAULT);
	return MARKER_FAULT;
}

/*
 * Find out how long the strings are. A field tells place and length in 16 bits
 * each, so what is beyond that is cut off, in buffers where it would have room.
 * Returns the bytes of the record.
 */
static unsigned int marker_measure(const struct marker_schema *schema,
				   const char **strings, unsigned int *bytes,
				   va_list *args)
{
	unsigned int size = schema->size, room = U16_MAX - sizeof(MARKER_FAULT);
	int i;

	for (i = 0; i < schema->measured; i++) {
		const struct marker_arg *arg = &schema->args[i];
		unsigned long word = va_arg(*args, unsigned long);

		if (!arg->is_string)
			continue;
		strings[i] = size < room ?
			     marker_string((char *)word,
					   min(arg->limit, room - size),
					   &bytes[i]) :
			     marker_string(NULL, 0, &bytes[i]);
		size += bytes[i];
	}
	return size;
}

/* Copy a string that may have changed or gone since it was measured. */
static u32 marker_put_string(void *rec, unsigned int at, const char *string,
			     unsigned int bytes)
{
	char *to = rec + at;

	if (copy_from_kernel_nofault(to, string, bytes - 1))
		memset(to, 0, bytes);
	to[bytes - 1] = '\0';
	return bytes << 16 | at;
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

static void marker_fill(const struct marker_schema *schema, void *rec,
			const char **strings, unsigned int *bytes,
			va_list *args)
{
	unsigned int at = schema->size;
	int i;

	for (i = 0; i < schema->nr; i++) {
		const struct marker_arg *arg = &schema->args[i];
		unsigned long word = va_arg(*args, unsigned long);

		if (arg->is_string) {
			word = marker_put_string(rec, at, strings[i], bytes[i]);
			at += bytes[i];
		}
		marker_put(rec, arg, word);
	}
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
	va_list args;							\
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
	const char *strings[MARKER_ARGS_MAX];
	unsigned int bytes[MARKER_ARGS_MAX];
	struct trace_event_buffer fbuffer;
	unsigned int size;
	va_list args;
	void *rec;

	va_start(args, format);
	size = marker_measure(schema, strings, bytes, &args);
	va_end(args);
	rec = trace_event_buffer_reserve(&fbuffer, event_file, size);
	if (!rec)
		return;
	va_start(args, format);
	marker_fill(schema, rec, strings, bytes, &args);
	va_end(args);
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
	return schema->measured ? marker_record_strings :
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
	const char *strings[MARKER_ARGS_MAX];
	unsigned int bytes[MARKER_ARGS_MAX];
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
	size = marker_measure(schema, strings, bytes, &args);
	va_end(args);
	/* A record and the u32 behind it, which tells its length, fill u64s. */
	size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	rec = perf_trace_buf_alloc(size, &regs, &rctx);
	if (!rec)
		return;
	perf_fetch_caller_regs(regs);
	va_start(args, format);
	marker_fill(schema, rec, strings, bytes, &args);
	va_end(args);
	perf_trace_run_bpf_submit(rec, size, rctx, event, 1, regs, head, NULL);
}
#endif
