// SPDX-License-Identifier: GPL-2.0
/*
 * printf for the conversions that most print formats are made of.
 *
 * vsnprintf() knows everything, and its callers pay for it. Here are numbers,
 * strings and characters, written straight into the sequence, and symbols from
 * the reader's own memory. Whoever asks for more is told so, and asks
 * vsnprintf().
 */
#include <linux/ctype.h>
#include <linux/err.h>

#include "internal.h"

/* Wider fields are left to vsnprintf(). */
#define FORMAT_WIDTH_MAX	64

/* Room that every number fits in, whatever its width. */
#define FORMAT_NUMBER_MAX	(FORMAT_WIDTH_MAX + VIEW_DIGITS + 4)

/* "%p" and the letters behind it. */
#define FORMAT_POINTER_MAX	8

/**
 * struct format_spec - a conversion
 * @conv: its letter
 * @size: 'i' for an int, 'l' for a long, 'L' for a long long
 * @pad: '0' or ' '
 * @left: flush left
 * @prefix: "0x" in front
 * @width: least number of characters
 */
struct format_spec {
	char	conv;
	char	size;
	char	pad;
	bool	left;
	bool	prefix;
	int	width;
};

/**
 * struct format_out - where the text goes
 * @at: the next character
 * @end: behind the last one
 */
struct format_out {
	char	*at;
	char	*end;
};

/* Parse what follows a '%'. The place behind it, or NULL if it is not for us. */
static const char *format_parse(const char *p, struct format_spec *spec)
{
	*spec = (struct format_spec){ .pad = ' ', .size = 'i' };

	for (;; p++) {
		if (*p == '0')
			spec->pad = '0';
		else if (*p == '-')
			spec->left = true;
		else if (*p == '#')
			spec->prefix = true;
		else
			break;
	}
	for (; isdigit(*p); p++) {
		spec->width = spec->width * 10 + *p - '0';
		if (spec->width > FORMAT_WIDTH_MAX)
			return NULL;
	}
	if (*p == 'z') {
		spec->size = 'l';
		p++;
	} else if (*p == 'L') {
		spec->size = *p++;
	} else if (*p == 'l') {
		spec->size = *p++;
		if (*p == 'l') {
			spec->size = 'L';
			p++;
		}
	}
	spec->conv = *p;
	/* Combinations that nobody uses. */
	if ((spec->prefix && (spec->conv != 'x' || spec->width)) ||
	    (spec->left && spec->conv != 's' && spec->conv != 'd') ||
	    (spec->left && spec->pad == '0'))
		return NULL;
	return p + 1;
}

static char *format_hex(char *p, u64 value, const struct format_spec *spec)
{
	char digits[16];
	int n = 0;

	if (spec->prefix) {
		*p++ = '0';
		*p++ = 'x';
	}
	do {
		digits[n++] = "0123456789abcdef"[value & 0xf];
		value >>= 4;
	} while (value);
	p = view_put_fill(p, spec->pad, spec->width - n);
	while (n)
		*p++ = digits[--n];
	return p;
}

static char *format_signed(char *p, s64 value, const struct format_spec *spec)
{
	if (spec->left)
		return view_put_left(p, value, spec->width);
	if (spec->pad == '0')
		return view_put_u64(p, value, spec->width, '0');
	return view_put_s64(p, value, spec->width);
}

static bool format_string(struct format_out *out, const char *str,
			  const struct format_spec *spec)
{
	size_t len;

	/* vsnprintf() has names for pointers that are none. */
	if ((unsigned long)str < PAGE_SIZE || IS_ERR_VALUE(str) ||
	    spec->pad == '0')
		return false;
	len = strlen(str);
	if (max_t(size_t, len, spec->width) > out->end - out->at) {
		out->at = NULL;
		return true;
	}
	if (!spec->left)
		out->at = view_put_fill(out->at, ' ', spec->width - (int)len);
	memcpy(out->at, str, len);
	out->at += len;
	if (spec->left)
		out->at = view_put_fill(out->at, ' ', spec->width - (int)len);
	return true;
}

/* %p and its kin: one conversion by itself. @p is behind the 'p'. */
static const char *format_pointer(struct trace_iterator *iter,
				  struct format_out *out, const char *p,
				  void *pointer)
{
	struct trace_seq *s = &iter->seq;
	char fmt[FORMAT_POINTER_MAX] = "%p";
	int n = 2;

	for (; isalnum(*p); p++) {
		if (n == sizeof(fmt) - 1)
			return NULL;
		fmt[n++] = *p;
	}
	s->seq.len = out->at - s->buffer;
	if (n == 3 && (fmt[2] == 's' || fmt[2] == 'S')) {
		unsigned int len;
		const char *name = view_printf_ip(iter, fmt[2], pointer, &len);

		trace_seq_putmem(s, name, len);
	} else {
		trace_seq_printf(s, fmt, pointer);
	}
	out->at = s->full ? NULL : s->buffer + s->seq.len;
	return p;
}

static bool format_number(struct format_out *out,
			  const struct format_spec *spec, u64 value)
{
	/* An int was widened without its sign. */
	s64 number = spec->size == 'i' ? (s32)value : (s64)value;

	if (out->end - out->at < FORMAT_NUMBER_MAX) {
		out->at = NULL;
		return true;
	}
	switch (spec->conv) {
	case 'd':
		/* Zeros between the sign and the digits: nobody's wish. */
		if (number < 0 && spec->pad == '0')
			return false;
		out->at = format_signed(out->at, number, spec);
		return true;
	case 'u':
		out->at = view_put_u64(out->at, value, spec->width, spec->pad);
		return true;
	case 'x':
		out->at = format_hex(out->at, value, spec);
		return true;
	}
	return false;
}

static void format_char(struct format_out *out, char c)
{
	if (out->at == out->end)
		out->at = NULL;
	else
		*out->at++ = c;
}

/* What lies between two conversions. */
static const char *format_literal(struct format_out *out, const char *p)
{
	while (out->at && *p && *p != '%')
		format_char(out, *p++);
	return p;
}

/* A va_list that can be handed on and comes back used. */
struct format_args {
	va_list list;
};

static u64 format_arg(struct format_args *args, const struct format_spec *spec)
{
	switch (spec->size) {
	case 'L':
		return va_arg(args->list, u64);
	case 'l':
		return va_arg(args->list, unsigned long);
	default:
		return va_arg(args->list, unsigned int);
	}
}

/* One conversion; @p is behind its '%'. Behind it, or NULL: not for us. */
static const char *format_one(struct trace_iterator *iter,
			      struct format_out *out, const char *p,
			      struct format_args *args)
{
	struct format_spec spec;
	bool plain;

	p = format_parse(p, &spec);
	if (!p)
		return NULL;
	plain = !spec.width && spec.pad == ' ' && spec.size == 'i';

	switch (spec.conv) {
	case '%':
		format_char(out, '%');
		return plain ? p : NULL;
	case 'c':
		format_char(out, va_arg(args->list, int));
		return plain ? p : NULL;
	case 's':
		return format_string(out, va_arg(args->list, char *), &spec) ?
			p : NULL;
	case 'p':
		return plain ? format_pointer(iter, out, p,
					      va_arg(args->list, void *)) : NULL;
	default:
		return format_number(out, &spec, format_arg(args, &spec)) ?
			p : NULL;
	}
}

/**
 * view_vprintf - print the text of an event, if it is a common one
 * @iter: the reader
 * @fmt: the format
 * @list: its arguments; left as they are
 *
 * Context: as view_line().
 * Return: false if vsnprintf() has to do it; nothing was written then. true: as
 * with trace_seq_vprintf(), all of it was written, or nothing and iter->seq is
 * full.
 */
bool view_vprintf(struct trace_iterator *iter, const char *fmt, va_list list)
{
	struct trace_seq *s = &iter->seq;
	size_t start = s->seq.len;
	struct format_out out = {
		.at = s->buffer + start,
		.end = s->buffer + TRACE_SEQ_BUFFER_SIZE - 1,
	};
	struct format_args args;

	if (s->full)
		return true;
	va_copy(args.list, list);
	for (;;) {
		fmt = format_literal(&out, fmt);
		if (!out.at || !*fmt)
			break;
		fmt = format_one(iter, &out, fmt + 1, &args);
		if (!fmt || !out.at)
			break;
	}
	va_end(args.list);

	s->seq.len = fmt && out.at ? out.at - s->buffer : start;
	s->full = fmt && !out.at;
	return fmt;
}
