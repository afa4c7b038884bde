// SPDX-License-Identifier: GPL-2.0
/*
 * printf for the conversions that are used by most print formats.
 *
 * vsnprintf() parses the format at every call. Here a format is compiled once into
 * a list of steps, which the reader caches. A step copies text and writes a number,
 * string or character directly into the sequence, or a symbol from the reader's
 * cache of names. Formats with other conversions, and invalid string pointers, are
 * left to vsnprintf().
 *
 * A compiled format is cached by the address of the format. The formats of a module
 * are freed with it, and those of another module may get the same address. So
 * output_format_epoch is incremented for each loaded module, which invalidates all
 * cached formats.
 */
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/string.h>

#include "internal.h"
#include "put_string.h"

/* Space for a number of any supported width. */
#define FORMAT_NUMBER_MAX	(FORMAT_WIDTH_MAX + OUTPUT_DIGITS + 4 + OUTPUT_SLACK)

/*
 * Search the entries that follow @first, and compile the format into the first unused
 * one. If all are used, replace @first.
 */
static noinline struct output_format *output_format_search(struct output_reader *r,
							   unsigned int first, const char *fmt)
{
	struct output_format *formats = r->cache->formats, *f;
	unsigned int i = first;

	do {
		f = &formats[i];
		if (!f->fmt || f->epoch != r->format_epoch)
			break;
		if (f->fmt == fmt)
			return f;
		i = (i + 1) % ARRAY_SIZE(r->cache->formats);
	} while (i != first);
	f = &formats[i];
	f->epoch = r->format_epoch;
	output_format_parse(f, fmt);
	return f;
}

static struct output_format *output_format_find(struct output_reader *r, const char *fmt)
{
	unsigned int first = hash_long((unsigned long)fmt, OUTPUT_FORMAT_BITS);
	struct output_format *f = &r->cache->formats[first];

	if (likely(f->fmt == fmt && f->epoch == r->format_epoch))
		return f;
	return output_format_search(r, first, fmt);
}

static char *output_format_hex(char *p, u64 value, const struct output_format_op *op)
{
	int width = op->width;

	if (!(op->flags & FORMAT_PREFIX))
		return output_put_hex(p, value, width,
				      op->flags & FORMAT_ZERO ? '0' : ' ');
	width -= 2;
	if (!(op->flags & FORMAT_ZERO)) {
		int n = value ? (fls64(value) + 3) / 4 : 1;

		p = output_put_fill(p, ' ', width - n);
		width = 0;
	}
	*p++ = '0';
	*p++ = 'x';
	return output_put_hex(p, value, width, '0');
}

static char *output_format_unsigned(char *p, u64 value,
				    const struct output_format_op *op)
{
	char *start = p;

	if (op->flags & FORMAT_LEFT) {
		p = output_put_u64(p, value, 0, ' ');
		return output_put_fill(p, ' ', op->width - (int)(p - start));
	}
	return output_put_u64(p, value, op->width,
			      op->flags & FORMAT_ZERO ? '0' : ' ');
}

static char *output_format_signed(char *p, s64 value, const struct output_format_op *op)
{
	if (value >= 0)
		return output_format_unsigned(p, value, op);
	if (op->flags & FORMAT_LEFT)
		return output_put_left(p, value, op->width);
	if (op->flags & FORMAT_ZERO) {
		*p++ = '-';
		return output_put_u64(p, -(u64)value, op->width - 1, '0');
	}
	return output_put_s64(p, value, op->width);
}

static char *output_format_number(char *p, u64 value, const struct output_format_op *op)
{
	s64 number;

	switch (op->conv) {
	case 'u':
		return output_format_unsigned(p, value, op);
	case 'x':
		return output_format_hex(p, value, op);
	}
	/* output_format_arg() has extended the argument to 64 bits without its sign. */
	switch (op->size) {
	case 'i':
		number = (s32)value;
		break;
	case 'h':
		number = (s16)value;
		break;
	case 'H':
		number = (s8)value;
		break;
	default:
		number = value;
	}
	return output_format_signed(p, number, op);
}

/* A va_list in a structure can be passed by pointer on all architectures. */
struct format_args {
	va_list list;
};

static u64 output_format_arg(struct format_args *args, char size)
{
	switch (size) {
	case 'L':
		return va_arg(args->list, u64);
	case 'l':
		return va_arg(args->list, unsigned long);
	case 'h':
		return (u16)va_arg(args->list, unsigned int);
	case 'H':
		return (u8)va_arg(args->list, unsigned int);
	default:
		return va_arg(args->list, unsigned int);
	}
}

/* A string with a width; returns as output_format_string(). */
static noinline char *output_format_columns(char *p, char *end, const char *str,
					    const struct output_format_op *op)
{
	int len = strlen(str);
	int columns = max(len, op->width);
	int spaces = columns - len;

	if (end - p < columns + FORMAT_NUMBER_MAX)
		return end;
	if (op->flags & FORMAT_LEFT)
		return output_put_fill(output_put_word(p, str, len), ' ', spaces);
	return output_put_word(output_put_fill(p, ' ', spaces), str, len);
}

/*
 * NULL, its page, and error pointers, which vsnprintf() prints as such: one
 * comparison.
 */
static bool output_format_is_invalid(const char *str)
{
	return (unsigned long)str - PAGE_SIZE >= -MAX_ERRNO - PAGE_SIZE;
}

/* Returns the end of the text; @end if it does not fit; NULL to use vsnprintf(). */
static char *output_format_string(char *p, char *end, const char *str,
				  const struct output_format_op *op)
{
	if (unlikely(output_format_is_invalid(str)))
		return NULL;
	if (unlikely(op->width))
		return output_format_columns(p, end, str, op);
	return output_put_string(p, end, str);
}

/* An address as a symbol; returns as output_format_string(). */
static char *output_format_symbol(struct trace_iterator *iter, char *p, char *end,
				  void *pointer, char how)
{
	unsigned int len;
	const char *name = output_printf_ip(iter, how, pointer, &len);

	if (end - p < len + OUTPUT_SLACK)
		return end;
	return output_put_slack(p, name, len);
}

/* The number that %p prints; false to use vsnprintf(). */
static bool output_format_address(struct trace_iterator *iter, const void *pointer,
				  unsigned long *value)
{
	*value = (unsigned long)pointer;
	if (!instance_option(iter->tr, INSTANCE_OPT_HASH_PTR))
		return true;
	if (!output_reader_of(iter)->hashes)
		return false;
	return IS_ERR_OR_NULL(pointer) || !ptr_to_hashval(pointer, value);
}

/*
 * A pointer conversion that is printed by vsnprintf(), without the rest of the
 * format.
 */
static char *output_format_pointer(struct trace_iterator *iter, char *p, char *end,
				   const char *letters, const void *pointer,
				   const struct output_format_op *op)
{
	struct trace_seq *s = &iter->seq;
	char fmt[FORMAT_POINTER_MAX] = "%p";

	memcpy(fmt + 2, letters, op->width);
	output_reserve_done(s, p);
	trace_seq_printf(s, fmt, pointer);
	return s->full ? end : s->buffer + s->seq.len;
}

/* One conversion; returns as output_format_string(). */
static char *output_format_one(struct trace_iterator *iter, char *p, char *end,
			       const struct output_format *f,
			       const struct output_format_op *op,
			       struct format_args *args)
{
	unsigned long value;
	void *pointer;

	switch (op->conv) {
	case 'd':
	case 'u':
	case 'x':
		return output_format_number(p, output_format_arg(args, op->size), op);
	case 's':
		return output_format_string(p, end,
					    output_string(iter, va_arg(args->list, char *)),
					    op);
	case 'c':
		*p++ = va_arg(args->list, int);
		return p;
	case '%':
		*p++ = '%';
		return p;
	case 'S':
		return output_format_symbol(iter, p, end, va_arg(args->list, void *),
					    op->extension);
	case 'P':
		pointer = va_arg(args->list, void *);
		if (likely(output_format_address(iter, pointer, &value)))
			return output_put_hex(p, value, 2 * sizeof(value), '0');
		return output_format_pointer(iter, p, end, "", pointer, op);
	default:
		return output_format_pointer(iter, p, end,
					     f->fmt + op->end - op->width,
					     va_arg(args->list, void *), op);
	}
}

static __always_inline char *output_format_s64(char *p, s64 value)
{
	if (likely(value >= 0))
		return output_put_small(p, value);
	return output_put_s64(p, value, 0);
}

/*
 * All steps of a format; returns as output_format_string(). The space for all of the
 * format that has a limited length is checked at the start.
 */
static __always_inline char *output_format_run(struct trace_iterator *iter, char *p, char *end,
					       const struct output_format *f,
					       struct format_args *args)
{
	const struct output_format_op *op = f->ops;
	const char *text = f->text;
	const char *str;
	char *limit;

	if (unlikely(end - p < f->space))
		return end;
	for (;; op++) {
		p = output_put_slack(p, text, op->len);
		text += op->len;
		switch (op->kind) {
		case FORMAT_S32:
			p = output_format_s64(p, va_arg(args->list, int));
			continue;
		case FORMAT_U32:
			p = output_put_small(p, va_arg(args->list, unsigned int));
			continue;
		case FORMAT_S64:
			p = output_format_s64(p, va_arg(args->list, s64));
			continue;
		case FORMAT_U64:
			p = output_put_small(p, va_arg(args->list, u64));
			continue;
		case FORMAT_X32:
			p = output_put_hex(p, va_arg(args->list, unsigned int), 0, ' ');
			continue;
		case FORMAT_X64:
			p = output_put_hex(p, va_arg(args->list, u64), 0, ' ');
			continue;
		case FORMAT_END:
			return p;
		}
		limit = end - op->rest;
		if (likely(op->kind == FORMAT_STRING)) {
			str = output_string(iter, va_arg(args->list, char *));
			if (unlikely(output_format_is_invalid(str)))
				return NULL;
			p = output_put_string(p, limit, str);
		} else {
			p = output_format_one(iter, p, limit, f, op, args);
			if (unlikely(!p))
				return NULL;
		}
		if (unlikely(p >= limit))
			return end;
	}
}

static __always_inline bool output_format_print(struct trace_iterator *iter,
						const struct output_format *f,
						struct format_args *args)
{
	struct trace_seq *s = &iter->seq;
	size_t start = s->seq.len;
	char *end = s->buffer + s->seq.size - 1;
	char *p;

	if (unlikely(!f->count))
		return false;
	p = output_format_run(iter, s->buffer + start, end, f, args);
	if (likely(p && p != end)) {
		output_reserve_done(s, p);
		return true;
	}
	output_reserve_done(s, s->buffer + start);
	/*
	 * For an atomic reader vsnprintf() prints the start of a text that does not
	 * fit.
	 */
	if (p == end && output_reader_of(iter)->atomic)
		return false;
	/* If vsnprintf() is to print the text, the sequence is not full. */
	s->full = p == end;
	return p;
}

/* A reader without a cache: the compiled format is large, so it has its own function. */
static noinline bool output_format_uncached(struct trace_iterator *iter, const char *fmt,
					    struct format_args *args)
{
	struct output_format f;

	output_format_parse(&f, fmt);
	return output_format_print(iter, &f, args);
}

/**
 * output_vprintf - print the text of an event, if its format is supported
 * @iter: the reader
 * @fmt: the format, which must not change while its module is loaded
 * @list: the arguments, which are copied
 *
 * Context: as output_line().
 * Return: false if the format must be printed by vsnprintf(); nothing was written
 * then. True if the text was written, or if it did not fit and iter->seq is full.
 */
bool output_vprintf(struct trace_iterator *iter, const char *fmt, va_list list)
{
	struct output_reader *r = output_reader_of(iter);
	struct format_args args;
	bool done;

	if (iter->seq.full)
		return true;
	va_copy(args.list, list);
	if (likely(r->cache))
		done = output_format_print(iter, output_format_find(r, fmt), &args);
	else
		done = output_format_uncached(iter, fmt, &args);
	va_end(args.list);
	return done;
}

/**
 * output_format_hashes - test whether %p prints the number of ptr_to_hashval()
 *
 * It does not with the parameters no_hash_pointers and debug_boot_weak_hash, and neither
 * has a number while the key of the hash is not known.
 *
 * Context: task.
 * Return: true if it does.
 */
bool output_format_hashes(void)
{
	char printed[2 * sizeof(long) + 1], text[sizeof(printed) + OUTPUT_SLACK];
	unsigned long value;

	if (ptr_to_hashval(output_pairs, &value))
		return false;
	snprintf(printed, sizeof(printed), "%p", output_pairs);
	output_put_hex(text, value, 2 * sizeof(value), '0');
	return !memcmp(printed, text, 2 * sizeof(value));
}
