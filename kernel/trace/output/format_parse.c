// SPDX-License-Identifier: GPL-2.0
/*
 * Print formats made into programs, which format.c runs.
 */
#include <linux/ctype.h>

#include "internal.h"

/* Sizes of arguments, by their letters: h and H for hh, l, L for ll. */
static const char *format_size(const char *p, struct output_format_op *op)
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

/* What is between the '%' and the letter. */
static const char *format_flags(const char *p, struct output_format_op *op)
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
	return format_size(p, op);
}

/* Does it look like nothing but its letter? */
static bool format_plain(const struct output_format_op *op)
{
	return !op->flags && !op->width && op->size == 'i';
}

/* Can we do this? Combinations that nobody uses are left out. */
static bool format_known(const struct output_format_op *op)
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
		return format_plain(op);
	}
	return false;
}

/* The letters behind a 'p' say what it points to. */
static const char *format_extension(const char *p, struct output_format_op *op)
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

/* One conversion; @p is behind its '%'. Behind it, or NULL: not for us. */
static const char *format_parse_one(const char *p, struct output_format_op *op)
{
	p = format_flags(p, op);
	if (!p)
		return NULL;
	op->conv = *p == 'i' ? 'd' : *p;
	if (!format_known(op))
		return NULL;
	p++;
	return op->conv == 'p' ? format_extension(p, op) : p;
}

/*
 * Make the program of @fmt. Each step has the text in front of a conversion and
 * the conversion; the last one has none. None at all: not for us.
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
			return;
		}
		p = format_parse_one(p + 1, op);
		if (!p || p - fmt > U16_MAX)
			return;
		op->end = p - fmt;
	}
}
