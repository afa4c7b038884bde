// SPDX-License-Identifier: GPL-2.0
/*
 * printf for the conversions that most print formats are made of.
 *
 * vsnprintf() knows everything, and its callers pay for it. Here each format is
 * made once into a short program, which the reader remembers: what is to be
 * copied as it is, and numbers, strings and characters, written straight into
 * the sequence, and symbols from the reader's own memory. Formats with anything
 * else in them, and strings that are none, are left to vsnprintf().
 *
 * A program is known by the address of its format. The formats of a module go
 * with it, and others may come to stand at the same address: so each module
 * that comes makes readers forget their programs.
 */
#include <linux/err.h>
#include <linux/hash.h>

#include "internal.h"
#include "text_string.h"

/* Room that every number fits in, whatever its width. */
#define FORMAT_NUMBER_MAX	(FORMAT_WIDTH_MAX + OUTPUT_DIGITS + 4 + OUTPUT_SLACK)

/* Counts modules that came: programs made before are void. */
unsigned int output_format_epoch;

/* @f is for who has no memory. */
static struct output_format *format_find(struct view *v, const char *fmt,
					 struct output_format *f)
{
	struct output_memory *memory = v->memory;

	if (memory) {
		f = &memory->formats[hash_long((unsigned long)fmt,
					       OUTPUT_FORMAT_BITS)];
		if (f->fmt == fmt && f->epoch == v->format_epoch)
			return f;
		f->epoch = v->format_epoch;
	}
	output_format_parse(f, fmt);
	return f;
}

static char *format_hex(char *p, u64 value, const struct output_format_op *op)
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

static char *format_unsigned(char *p, u64 value,
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

static char *format_signed(char *p, s64 value, const struct output_format_op *op)
{
	if (value >= 0)
		return format_unsigned(p, value, op);
	if (op->flags & FORMAT_LEFT)
		return output_put_left(p, value, op->width);
	if (op->flags & FORMAT_ZERO) {
		*p++ = '-';
		return output_put_u64(p, -(u64)value, op->width - 1, '0');
	}
	return output_put_s64(p, value, op->width);
}

/* Small numbers are most of all. */
static char *format_number(char *p, u64 value, const struct output_format_op *op)
{
	s64 number;

	if (value < 10 && !op->width && !op->flags) {
		*p++ = '0' + value;
		return p;
	}
	switch (op->conv) {
	case 'u':
		return format_unsigned(p, value, op);
	case 'x':
		return format_hex(p, value, op);
	}
	/* What is narrower than a long was widened without its sign. */
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
	return format_signed(p, number, op);
}

/* A va_list that can be handed on and comes back used. */
struct format_args {
	va_list list;
};

static u64 format_arg(struct format_args *args, char size)
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

/* A string that stands in columns, as format_string(). */
static noinline char *format_columns(char *p, char *end, const char *str,
				     const struct output_format_op *op)
{
	int len = strlen(str);
	int room = max(len, op->width);
	int spaces = room - len;

	if (end - p < room + FORMAT_NUMBER_MAX)
		return end;
	if (op->flags & FORMAT_LEFT)
		return output_put_fill(output_put_word(p, str, len), ' ', spaces);
	return output_put_word(output_put_fill(p, ' ', spaces), str, len);
}

/* vsnprintf() has names for pointers that are none: in one comparison. */
static bool format_no_string(const char *str)
{
	return (unsigned long)str - PAGE_SIZE >= -MAX_ERRNO - PAGE_SIZE;
}

/* The place behind the text; @end: there is no room; NULL: not for us. */
static char *format_string(char *p, char *end, const char *str,
			   const struct output_format_op *op)
{
	if (unlikely(format_no_string(str)))
		return NULL;
	if (unlikely(op->width))
		return format_columns(p, end, str, op);
	return output_put_string(p, end, str);
}

/* The same for an address with a name. */
static char *format_symbol(struct trace_iterator *iter, char *p, char *end,
			   void *pointer, char how)
{
	unsigned int len;
	const char *name = output_printf_ip(iter, how, pointer, &len);

	if (end - p < len + OUTPUT_SLACK)
		return end;
	return output_put_slack(p, name, len);
}

/* What only vsnprintf() knows, but by itself. */
static char *format_pointer(struct trace_iterator *iter, char *p, char *end,
			    const char *letters, const void *pointer,
			    const struct output_format_op *op)
{
	bool bare = op->conv == 'P' &&
		    !instance_option(iter->tr, INSTANCE_OPT_HASH_PTR);
	struct trace_seq *s = &iter->seq;
	char fmt[FORMAT_POINTER_MAX];

	snprintf(fmt, sizeof(fmt), "%%p%.*s", bare ? 1 : op->width,
		 bare ? "x" : letters);
	output_reserve_done(s, p);
	trace_seq_printf(s, fmt, pointer);
	return s->full ? end : s->buffer + s->seq.len;
}

/* As format_string(). */
static char *format_one(struct trace_iterator *iter, char *p, char *end,
			const struct output_format *f,
			const struct output_format_op *op,
			struct format_args *args)
{
	switch (op->conv) {
	case 'd':
	case 'u':
	case 'x':
		return format_number(p, format_arg(args, op->size), op);
	case 's':
		return format_string(p, end,
				     output_string(iter, va_arg(args->list, char *)),
				     op);
	case 'c':
		*p++ = va_arg(args->list, int);
		return p;
	case '%':
		*p++ = '%';
		return p;
	case 'S':
		return format_symbol(iter, p, end, va_arg(args->list, void *),
				     op->extension);
	default:
		return format_pointer(iter, p, end,
				      f->fmt + op->end - op->width,
				      va_arg(args->list, void *), op);
	}
}

/* As format_string(), for the whole of it. */
static char *format_run(struct trace_iterator *iter, char *p, char *end,
			const struct output_format *f, struct format_args *args)
{
	const struct output_format_op *op = f->ops;
	const char *text = f->text;

	for (;; op++) {
		if (end - p < op->len + FORMAT_NUMBER_MAX)
			return end;
		p = output_put_slack(p, text, op->len);
		text += op->len;
		if (!op->conv)
			return p;
		p = format_one(iter, p, end, f, op, args);
		if (!p || p == end)
			return p;
	}
}

/**
 * output_vprintf - print the text of an event, if it is a common one
 * @iter: the reader
 * @fmt: the format, which stays the same for as long as its module is there
 * @list: its arguments; left as they are
 *
 * Context: as output_line().
 * Return: false if vsnprintf() has to do it; nothing was written then. true: as
 * with trace_seq_vprintf(), all of it was written, or nothing and iter->seq is
 * full.
 */
bool output_vprintf(struct trace_iterator *iter, const char *fmt, va_list list)
{
	struct trace_seq *s = &iter->seq;
	size_t start = s->seq.len;
	char *end = s->buffer + s->seq.size - 1;
	struct format_args args;
	struct output_format one;
	struct output_format *f;
	char *p;

	if (s->full)
		return true;
	f = format_find(output_of(iter), fmt, &one);
	if (!f->count)
		return false;
	va_copy(args.list, list);
	p = format_run(iter, s->buffer + start, end, f, &args);
	va_end(args.list);
	output_reserve_done(s, p && p != end ? p : s->buffer + start);
	/* A short sequence shows the beginning of what is too long. */
	if (p == end && output_of(iter)->atomic)
		return false;
	/* What vsnprintf() is to do once more was not too long. */
	s->full = p == end;
	return p;
}
