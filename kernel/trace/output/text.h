/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers and words written by hand, for who prints many lines.
 *
 *	char *p = output_reserve(&iter->seq, 64);
 *
 *	if (!p)
 *		return TRACE_TYPE_PARTIAL_LINE;
 *	p = output_put_u64(p, number, 3, ' ');
 *	*p++ = ')';
 *	output_reserve_done(&iter->seq, p);
 *
 * Each output_put_*() writes at @p, NUL terminates nothing and returns the place
 * behind what it wrote. The caller asked output_reserve() for all that it is going
 * to write. They may scribble over up to OUTPUT_SLACK bytes behind that place,
 * since eight bytes are written as quickly as one; output_reserve() sees to it that
 * there is room for this as well.
 *
 * Context: any.
 */
#ifndef _KERNEL_TRACE_VIEW_TEXT_H
#define _KERNEL_TRACE_VIEW_TEXT_H

#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/* The longest number: 20 digits of a u64; its sign is the caller's to count. */
#define OUTPUT_DIGITS	20

/* What may be written over behind the text. */
#define OUTPUT_SLACK	8

/**
 * output_reserve - where text may be written by hand
 * @s: the sequence
 * @max: bytes that are going to be written, at most
 *
 * Return: the place, or NULL: there is not so much room, and @s is full now.
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

/* All up to @end was written. */
static inline void output_reserve_done(struct trace_seq *s, const char *end)
{
	s->seq.len = end - s->buffer;
}

/* @count times @c; nothing if @count is negative. */
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

/* @len bytes. */
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

/* The same from where up to OUTPUT_SLACK bytes more may be read. */
static inline char *output_put_slack(char *p, const char *word, int len)
{
	char *end = p + len;

	for (; p < end; p += 8, word += 8)
		memcpy(p, word, 8);
	return end;
}

/* A string literal. */
#define output_put_text(p, text)	output_put_word(p, text, sizeof(text) - 1)

/* @word of at most @max bytes at the right end of @width columns. */
static inline char *output_put_right(char *p, const char *word, int max,
				     int width)
{
	int len = strnlen(word, max);

	p = output_put_fill(p, ' ', width - len);
	return output_put_word(p, word, len);
}

/* One hexadecimal digit, or a dot for zero. */
static inline char *output_put_depth(char *p, unsigned int depth)
{
	*p++ = depth ? "0123456789abcdef"[depth & 0xf] : '.';
	return p;
}

extern const char output_pairs[];		/* "00", "01", ... "99" */

/* Two digits, of a number below 100. */
static inline char *output_put_two(char *p, unsigned int value)
{
	memcpy(p, output_pairs + 2 * value, 2);
	return p + 2;
}

/* Six digits, of a number below a million. */
static inline char *output_put_six(char *p, unsigned int value)
{
	unsigned int upper = value / 10000;
	unsigned int lower = value - upper * 10000;

	p = output_put_two(p, upper);
	p = output_put_two(p, lower / 100);
	return output_put_two(p, lower % 100);
}

char *output_put_u64(char *p, u64 value, int width, char pad);
char *output_put_s64(char *p, s64 value, int width);
char *output_put_left(char *p, s64 value, int width);
char *output_put_hex(char *p, u64 value, int width, char pad);
char *output_put_time(char *p, u64 ns, int width);

/* The longest duration: as many digits as a u64 has, and the unit. */
#define OUTPUT_USECS_MAX	(OUTPUT_DIGITS + 4)

char *output_put_usecs(char *p, u64 ns);

/* The arguments of a call, brackets and all. */
#define OUTPUT_ARGS_MAX	512

struct trace_iterator;

char *output_put_args(char *p, struct trace_iterator *iter, unsigned long func,
		      const unsigned long *args);

#endif /* _KERNEL_TRACE_VIEW_TEXT_H */
