// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles print formats into the steps that format.c executes.
 */
#include <linux/ctype.h>

#include "internal.h"

/* Parse the size of the argument: h, H for hh, l, L for ll. */
static const char *format_parse_size(const char *p, struct output_format_op *op)
{
	op->size = 'i';
	if (*p == 'z') {
		op->size = 'l';
		return p + 1;
	}
	if (*p == 'L') {
		op->size = 'L';
		return p + 1;
	}
	if (*p == 'l' || *p == 'h') {
		op->size = *p++;
		if (*p == op->size) {
			op->size = toupper(*p);
			p++;
		}
	}
	return p;
}

/* Parse flags, width and size, between the '%' and the letter. */
static const char *format_parse_flags(const char *p, struct output_format_op *op)
{
	unsigned int width = 0;

	for (;; p++) {
		if (*p == '0')
			op->flags |= FORMAT_ZERO;
		else if (*p == '-')
			op->flags |= FORMAT_LEFT;
		else if (*p == '#')
			op->flags |= FORMAT_PREFIX;
		else
			break;
	}
	for (; isdigit(*p); p++) {
		width = width * 10 + *p - '0';
		if (width > FORMAT_WIDTH_MAX)
			return NULL;
	}
	op->width = width;
	return format_parse_size(p, op);
}

/* Test for a conversion without flags, width and size. */
static bool format_parse_plain(const struct output_format_op *op)
{
	return !op->flags && !op->width && op->size == 'i';
}

/*
 * Test whether format.c supports the conversion. Unusual combinations are omitted.
 */
static bool format_parse_known(const struct output_format_op *op)
{
	if ((op->flags & FORMAT_LEFT) && (op->flags & FORMAT_ZERO))
		return false;
	switch (op->conv) {
	case 'd':
	case 'u':
		return !(op->flags & FORMAT_PREFIX);
	case 'x':
		return !(op->flags & FORMAT_LEFT);
	case 's':
		return !(op->flags & ~FORMAT_LEFT) && op->size == 'i';
	case 'c':
	case '%':
	case 'p':
		return format_parse_plain(op);
	}
	return false;
}

/* Parse the letters that follow %p. */
static const char *format_parse_extension(const char *p, struct output_format_op *op)
{
	const char *start = p;

	while (isalnum(*p))
		p++;
	op->width = p - start;
	op->extension = *start;
	if (p - start == 1 && (*start == 's' || *start == 'S'))
		op->conv = 'S';
	else if (p == start)
		op->conv = 'P';
	return p - start + 3 > FORMAT_POINTER_MAX ? NULL : p;
}

/*
 * Parse the conversion that follows the '%'. Returns its end, or NULL: unsupported.
 */
static const char *format_parse_one(const char *p, struct output_format_op *op)
{
	p = format_parse_flags(p, op);
	if (!p)
		return NULL;
	op->conv = *p == 'i' ? 'd' : *p;
	if (!format_parse_known(op))
		return NULL;
	p++;
	return op->conv == 'p' ? format_parse_extension(p, op) : p;
}

/* The kind of a number without flags and width; a long is one of the other sizes. */
static enum output_format_kind format_parse_number_kind(const struct output_format_op *op)
{
	bool is_wide = op->size == 'L' || (op->size == 'l' && sizeof(long) == sizeof(u64));

	if (op->size == 'h' || op->size == 'H')
		return FORMAT_OTHER;
	switch (op->conv) {
	case 'd':
		return is_wide ? FORMAT_S64 : FORMAT_S32;
	case 'u':
		return is_wide ? FORMAT_U64 : FORMAT_U32;
	default:
		return is_wide ? FORMAT_X64 : FORMAT_X32;
	}
}

static enum output_format_kind format_parse_kind(const struct output_format_op *op)
{
	if (!op->conv)
		return FORMAT_END;
	if (op->flags || op->width)
		return FORMAT_OTHER;
	switch (op->conv) {
	case 'd':
	case 'u':
	case 'x':
		return format_parse_number_kind(op);
	case 's':
		return FORMAT_STRING;
	}
	return FORMAT_OTHER;
}

/*
 * Number of bytes that a conversion writes without a check. Strings, symbols and
 * pointers are checked when their length is known.
 */
static unsigned int format_parse_space(const struct output_format_op *op)
{
	switch (op->conv) {
	case 'd':
	case 'u':
	case 'x':
		return FORMAT_SIGN_MAX + max_t(unsigned int, op->width, OUTPUT_DIGITS);
	case 'P':
		return OUTPUT_DIGITS;
	case 'c':
	case '%':
		return 1;
	}
	return 0;
}

/* Determine from the last step on how much space each step needs. */
static void format_parse_finish(struct output_format *f)
{
	unsigned int space = OUTPUT_SLACK, n;

	for (n = f->count; n--;) {
		struct output_format_op *op = &f->ops[n];

		op->kind = format_parse_kind(op);
		op->rest = space;
		space += op->len + format_parse_space(op);
	}
	f->space = space;
}

/**
 * output_format_parse - compile a print format
 * @f: filled in; f->count is 0 if the format is not supported
 * @fmt: the format
 *
 * Each step has the text before a conversion and the conversion. The last step has
 * no conversion.
 *
 * Context: any.
 */
void output_format_parse(struct output_format *f, const char *fmt)
{
	const char *p = fmt;
	unsigned int n, text = 0;

	f->fmt = fmt;
	f->count = 0;
	for (n = 0; n < OUTPUT_FORMAT_OPS; n++) {
		struct output_format_op *op = &f->ops[n];
		unsigned int len = strcspn(p, "%");

		if (text + len > OUTPUT_FORMAT_TEXT)
			return;
		*op = (struct output_format_op){ .len = len };
		memcpy(f->text + text, p, len);
		text += len;
		p += len;
		if (!*p) {
			f->count = n + 1;
			format_parse_finish(f);
			return;
		}
		p = format_parse_one(p + 1, op);
		if (!p || p - fmt > U16_MAX)
			return;
		op->end = p - fmt;
	}
}
