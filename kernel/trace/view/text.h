/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers and padded words written by hand.
 *
 * Each function writes at @p, NUL terminates nothing and returns the place
 * behind what it wrote. The caller knows that there is room.
 */
#ifndef _KERNEL_TRACE_VIEW_TEXT_H
#define _KERNEL_TRACE_VIEW_TEXT_H

#include "deps.h"

/* The longest number: 20 digits of a u64. */
#define TEXT_DIGITS	20

static inline char *text_fill(char *p, char c, int count)
{
	while (count-- > 0)
		*p++ = c;
	return p;
}

static inline char *text_word(char *p, const char *word, int len)
{
	while (len-- > 0)
		*p++ = *word++;
	return p;
}

/* @word of at most @max bytes at the right end of @width columns. */
static inline char *text_right(char *p, const char *word, int max, int width)
{
	int len = strnlen(word, max);

	p = text_fill(p, ' ', width - len);
	return text_word(p, word, len);
}

/* The digits of @value, the last one at @end[-1]. Returns the first one. */
static inline char *text_digits(char *end, u64 value)
{
	while (value >= 10) {
		u64 rest = value / 10;

		*--end = '0' + (value - rest * 10);
		value = rest;
	}
	*--end = '0' + value;
	return end;
}

/* As %*llu does, or %0*llu with @pad '0'. */
static inline char *text_u64(char *p, u64 value, int width, char pad)
{
	char digits[TEXT_DIGITS];
	char *end = digits + TEXT_DIGITS;
	char *first = text_digits(end, value);

	p = text_fill(p, pad, width - (int)(end - first));
	return text_word(p, first, end - first);
}

/* As %-*d does. */
static inline char *text_left(char *p, int value, int width)
{
	char *start = p;

	if (value < 0) {
		*p++ = '-';
		p = text_u64(p, -(s64)value, 0, ' ');
	} else {
		p = text_u64(p, value, 0, ' ');
	}
	return text_fill(p, ' ', width - (int)(p - start));
}

/* As %*lld does. */
static inline char *text_s64(char *p, s64 value, int width)
{
	char digits[TEXT_DIGITS + 1];
	char *end = digits + sizeof(digits);
	char *first = text_digits(end, value < 0 ? -(u64)value : value);

	if (value < 0)
		*--first = '-';
	p = text_fill(p, ' ', width - (int)(end - first));
	return text_word(p, first, end - first);
}

/* One hexadecimal digit, or a dot for zero. */
static inline char *text_depth(char *p, unsigned int depth)
{
	*p++ = depth ? "0123456789abcdef"[depth & 0xf] : '.';
	return p;
}

/* Nanoseconds as "seconds.microseconds", the seconds in @width columns. */
static inline char *text_time(char *p, u64 ns, int width)
{
	u64 usecs = div_u64(ns + 500, 1000);
	u64 secs = div_u64(usecs, USEC_PER_SEC);

	p = text_u64(p, secs, width, ' ');
	*p++ = '.';
	return text_u64(p, usecs - secs * USEC_PER_SEC, 6, '0');
}

#endif /* _KERNEL_TRACE_VIEW_TEXT_H */
