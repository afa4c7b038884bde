/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers and words as text without the cost of printf, for code that prints many
 * lines.
 *
 *	char *p = output_reserve(&iter->seq, 64);
 *
 *	if (!p)
 *		return TRACE_TYPE_PARTIAL_LINE;
 *	p = output_put_u64(p, number, 3, ' ');
 *	*p++ = ')';
 *	output_reserve_done(&iter->seq, p);
 *
 * Each output_put_*() writes text at @p without a terminating NUL and returns the
 * end of the text. The caller must have reserved enough space for the text by
 * output_reserve(). The functions copy eight bytes at once and may overwrite up to
 * OUTPUT_SLACK bytes that follow the text; output_reserve() reserves them as well.
 *
 * Context of all functions: any.
 */
#ifndef _KERNEL_TRACE_OUTPUT_PUT_H
#define _KERNEL_TRACE_OUTPUT_PUT_H

#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/* Maximum number of digits of a u64, without a sign. */
#define OUTPUT_DIGITS	20

/* Number of bytes following a text that may be overwritten. */
#define OUTPUT_SLACK	8

/**
 * output_reserve - reserve space at the end of a sequence
 * @s: the sequence
 * @max: maximum number of bytes that will be written
 *
 * Context: any.
 * Return: where to write, or NULL if there is not enough space; @s is full then.
 */
static inline char *output_reserve(struct trace_seq *s, unsigned int max)
{
	if (s->full)
		return NULL;
	if (s->seq.size - s->seq.len <= max + OUTPUT_SLACK) {
		s->full = 1;
		return NULL;
	}
	return s->buffer + s->seq.len;
}

/**
 * output_reserve_done - add the text that was written into reserved space
 * @s: the sequence
 * @end: end of the text
 *
 * Context: any.
 */
static inline void output_reserve_done(struct trace_seq *s, const char *end)
{
	s->seq.len = end - s->buffer;
}

/**
 * output_put_fill - write a character several times
 * @p: where to write
 * @c: the character
 * @count: number of times; nothing is written if negative
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_fill(char *p, char c, int count)
{
	char *end = p + count;
	u64 eight = 0x0101010101010101ULL * (u8)c;

	if (count <= 0)
		return p;
	for (; p < end; p += sizeof(eight))
		memcpy(p, &eight, sizeof(eight));
	return end;
}

/**
 * output_put_word - copy text
 * @p: where to write
 * @word: the text
 * @len: length of @word in bytes
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_word(char *p, const char *word, int len)
{
	for (; len >= 8; len -= 8, p += 8, word += 8)
		memcpy(p, word, 8);
	if (len & 4) {
		memcpy(p, word, 4);
		p += 4;
		word += 4;
	}
	while (len-- & 3)
		*p++ = *word++;
	return p;
}

/**
 * output_put_slack - copy text that is followed by OUTPUT_SLACK readable bytes
 * @p: where to write
 * @word: the text
 * @len: length of @word in bytes
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_slack(char *p, const char *word, int len)
{
	char *end = p + len;

	for (; p < end; p += 8, word += 8)
		memcpy(p, word, 8);
	return end;
}

/* Copy a string literal. */
#define output_put_text(p, text)	output_put_word(p, text, sizeof(text) - 1)

/**
 * output_put_right - copy a string right-aligned
 * @p: where to write
 * @word: the string, NUL terminated unless it has @max bytes
 * @max: maximum length of @word in bytes
 * @width: minimum number of columns
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_right(char *p, const char *word, int max,
				     int width)
{
	int len = strnlen(word, max);

	p = output_put_fill(p, ' ', width - len);
	return output_put_word(p, word, len);
}

/**
 * output_put_depth - write a hexadecimal digit, or a dot for zero
 * @p: where to write
 * @depth: the number; if not zero, its lowest digit is written
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_depth(char *p, unsigned int depth)
{
	*p++ = depth ? "0123456789abcdef"[depth & 0xf] : '.';
	return p;
}

extern const char output_pairs[];		/* "00", "01", ... "99" */

/**
 * output_put_2digits - write a number with two digits
 * @p: where to write
 * @value: the number, less than 100
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_2digits(char *p, unsigned int value)
{
	memcpy(p, output_pairs + 2 * value, 2);
	return p + 2;
}

/**
 * output_put_6digits - write a number with six digits
 * @p: where to write
 * @value: the number, less than a million
 *
 * Context: any.
 * Return: end of the text.
 */
static inline char *output_put_6digits(char *p, unsigned int value)
{
	unsigned int upper = value / 10000;
	unsigned int lower = value - upper * 10000;

	p = output_put_2digits(p, upper);
	p = output_put_2digits(p, lower / 100);
	return output_put_2digits(p, lower % 100);
}

char *output_put_u64(char *p, u64 value, int width, char pad);
char *output_put_s64(char *p, s64 value, int width);
char *output_put_left(char *p, s64 value, int width);
char *output_put_hex(char *p, u64 value, int width, char pad);
char *output_put_time(char *p, u64 ns, int width);

/**
 * output_put_small - write a number that is probably small, as %llu
 * @p: where to write
 * @value: the number
 *
 * Context: any.
 * Return: end of the text.
 */
static __always_inline char *output_put_small(char *p, u64 value)
{
	unsigned int upper;

	if (value < 10) {
		*p = '0' + value;
		return p + 1;
	}
	if (value < 100)
		return output_put_2digits(p, value);
	if (value >= 10000)
		return output_put_u64(p, value, 0, ' ');
	upper = (unsigned int)value / 100;
	if (upper < 10)
		*p++ = '0' + upper;
	else
		p = output_put_2digits(p, upper);
	return output_put_2digits(p, (unsigned int)value - upper * 100);
}

/* Maximum length of a duration: the digits of a u64 and the unit. */
#define OUTPUT_USECS_MAX	(OUTPUT_DIGITS + 4)

char *output_put_usecs(char *p, u64 ns);

/* Maximum length of the arguments of a call, with their parentheses. */
#define OUTPUT_ARGS_MAX	512

struct trace_iterator;

char *output_put_args(char *p, struct trace_iterator *iter, unsigned long func,
		      const unsigned long *args);

/* Append to a sequence; it is full if there is not enough space. */
void output_seq_u64(struct trace_seq *s, u64 value);
void output_seq_s64(struct trace_seq *s, s64 value);
void output_seq_hex(struct trace_seq *s, u64 value);

#endif /* _KERNEL_TRACE_OUTPUT_PUT_H */
