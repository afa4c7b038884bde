// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers as text: see text.h. They are measured first and then written in
 * their place, from the end, two digits at a time.
 */
#include "internal.h"

#define TEXT_TEN(d)							\
	d "0" d "1" d "2" d "3" d "4" d "5" d "6" d "7" d "8" d "9"

const char output_pairs[] =
	TEXT_TEN("0") TEXT_TEN("1") TEXT_TEN("2") TEXT_TEN("3") TEXT_TEN("4")
	TEXT_TEN("5") TEXT_TEN("6") TEXT_TEN("7") TEXT_TEN("8") TEXT_TEN("9");

static int text_count(u64 value)
{
	u64 above = 10;
	int n = 1;

	for (; n < OUTPUT_DIGITS - 1; n++, above *= 10) {
		if (value < above)
			return n;
	}
	/* The next power of ten is the last one that a u64 has. */
	return value < above ? n : n + 1;
}

/* The digits of @value, the last one at @end[-1]. */
static void text_digits(char *end, u64 value)
{
	while (value >= 10) {
		u64 rest = div_u64(value, 100);

		end -= 2;
		memcpy(end, &output_pairs[2 * (value - rest * 100)], 2);
		value = rest;
		if (!value)
			return;
	}
	*--end = '0' + value;
}

/**
 * output_put_u64 - a number, as %*llu prints it, or %0*llu
 * @p: where to
 * @value: the number
 * @width: least number of characters
 * @pad: ' ' or '0'
 *
 * Context: any.
 * Return: the place behind it.
 */
char *output_put_u64(char *p, u64 value, int width, char pad)
{
	int n = text_count(value);

	if (width > n)
		p = output_put_fill(p, pad, width - n);
	p += n;
	text_digits(p, value);
	return p;
}

/**
 * output_put_s64 - a number that may be negative, as %*lld prints it
 * @p: where to
 * @value: the number
 * @width: least number of characters
 *
 * Context: any.
 * Return: the place behind it.
 */
char *output_put_s64(char *p, s64 value, int width)
{
	if (value >= 0)
		return output_put_u64(p, value, width, ' ');
	p = output_put_fill(p, ' ', width - text_count(-(u64)value) - 1);
	*p++ = '-';
	return output_put_u64(p, -(u64)value, 0, ' ');
}

/**
 * output_put_left - a number flush left, as %-*lld prints it
 * @p: where to
 * @value: the number
 * @width: least number of characters
 *
 * Context: any.
 * Return: the place behind it.
 */
char *output_put_left(char *p, s64 value, int width)
{
	char *start = p;

	p = output_put_s64(p, value, 0);
	return output_put_fill(p, ' ', width - (int)(p - start));
}

/**
 * output_put_hex - a number, as %*llx prints it, or %0*llx
 * @p: where to
 * @value: the number
 * @width: least number of characters
 * @pad: ' ' or '0'
 *
 * Context: any.
 * Return: the place behind it.
 */
char *output_put_hex(char *p, u64 value, int width, char pad)
{
	int n = value ? (fls64(value) + 3) / 4 : 1;
	char *at;

	p = output_put_fill(p, pad, width - n) + n;
	at = p;
	do {
		*--at = "0123456789abcdef"[value & 0xf];
		value >>= 4;
	} while (value);
	return p;
}

/**
 * output_put_time - nanoseconds as "seconds.microseconds", rounded
 * @p: where to
 * @ns: the time
 * @width: least number of characters of the seconds
 *
 * Context: any.
 * Return: the place behind it.
 */
char *output_put_time(char *p, u64 ns, int width)
{
	u64 usecs = div_u64(ns + NSEC_PER_USEC / 2, NSEC_PER_USEC);
	u64 secs = div_u64(usecs, USEC_PER_SEC);

	p = output_put_u64(p, secs, width, ' ');
	*p++ = '.';
	return output_put_u64(p, usecs - secs * USEC_PER_SEC, 6, '0');
}

/**
 * output_put_usecs - a duration: "1.122 us    ", "3594274 us  "
 * @p: where to
 * @ns: nanoseconds
 *
 * Seven digits, or as many as there are before the point; up to three of them are
 * behind it. Twelve columns, unless there are more digits.
 *
 * Context: any.
 * Return: the place behind it.
 */
char *output_put_usecs(char *p, u64 ns)
{
	u64 usecs = div_u64(ns, NSEC_PER_USEC);
	unsigned int rest = ns - usecs * NSEC_PER_USEC;
	char *start = p;
	int digits;

	p = output_put_u64(p, usecs, 0, ' ');
	digits = 7 - (int)(p - start);
	if (digits > 0) {
		*p++ = '.';
		*p++ = '0' + rest / 100;
		if (digits > 1)
			*p++ = '0' + rest / 10 % 10;
		if (digits > 2)
			*p++ = '0' + rest % 10;
	}
	p = output_put_text(p, " us ");
	return output_put_fill(p, ' ', 12 - (int)(p - start));
}
