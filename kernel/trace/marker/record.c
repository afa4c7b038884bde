// SPDX-License-Identifier: GPL-2.0
/*
 * A marker's arguments become a record: for a ring, or for perf.
 *
 * Strings are not trusted: whoever put a marker into the code could not know
 * that a probe will follow its pointers. They are read as copy_from_kernel_nofault()
 * reads, a word at a time.
 */
#include <linux/perf_event.h>
#include <linux/uaccess.h>

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

/* Find out how long the strings are. Returns the bytes of all. */
static unsigned int marker_measure(const struct marker_schema *schema,
				   const char **strings, unsigned int *bytes,
				   va_list *args)
{
	unsigned int sum = 0;
	int i;

	for (i = 0; i < schema->measured; i++) {
		const struct marker_arg *arg = &schema->args[i];

		switch (arg->kind) {
		case MARKER_STRING:
			strings[i] = marker_string(va_arg(*args, char *),
						   arg->limit, &bytes[i]);
			sum += bytes[i];
			break;
		case MARKER_LONG:
			(void)va_arg(*args, long);
			break;
		case MARKER_LLONG:
			(void)va_arg(*args, long long);
			break;
		default:
			(void)va_arg(*args, int);
		}
	}
	return sum;
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

static void marker_fill(const struct marker_schema *schema, void *rec,
			const char **strings, unsigned int *bytes,
			va_list *args)
{
	unsigned int at = schema->size;
	int i;

	for (i = 0; i < schema->nr; i++) {
		const struct marker_arg *arg = &schema->args[i];
		void *to = rec + arg->offset;

		switch (arg->kind) {
		case MARKER_U8:
			*(u8 *)to = va_arg(*args, int);
			break;
		case MARKER_U16:
			*(u16 *)to = va_arg(*args, int);
			break;
		case MARKER_INT:
			*(u32 *)to = va_arg(*args, int);
			break;
		case MARKER_LONG:
			*(unsigned long *)to = va_arg(*args, unsigned long);
			break;
		case MARKER_LLONG:
			*(u64 *)to = va_arg(*args, u64);
			break;
		case MARKER_STRING:
			(void)va_arg(*args, char *);
			*(u32 *)to = marker_put_string(rec, at, strings[i],
						       bytes[i]);
			at += bytes[i];
			break;
		}
	}
}

/**
 * marker_record - write a record into the ring of an instance
 * @marker: where
 * @file: the marker's event in the instance
 * @format: that of the marker, known already
 *
 * Context: any, preemption off.
 */
notrace void marker_record(const struct marker *marker, void *file,
			   const char *format, ...)
{
	struct trace_event_file *event_file = file;
	const struct marker_schema *schema = event_file->event_call->data;
	const char *strings[MARKER_ARGS_MAX];
	unsigned int bytes[MARKER_ARGS_MAX];
	struct trace_event_buffer fbuffer;
	unsigned int size = schema->size;
	va_list args;
	void *rec;

	if (schema->measured) {
		va_start(args, format);
		size += marker_measure(schema, strings, bytes, &args);
		va_end(args);
	}
	rec = trace_event_buffer_reserve(&fbuffer, event_file, size);
	if (!rec)
		return;
	va_start(args, format);
	marker_fill(schema, rec, strings, bytes, &args);
	va_end(args);
	trace_event_buffer_commit(&fbuffer);
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
	unsigned int size = schema->size;
	struct hlist_head *head;
	struct pt_regs *regs;
	va_list args;
	int rctx;
	void *rec;

	head = this_cpu_ptr(event->perf_events);
	if (!bpf_prog_array_valid(event) && hlist_empty(head))
		return;
	if (schema->measured) {
		va_start(args, format);
		size += marker_measure(schema, strings, bytes, &args);
		va_end(args);
	}
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
