// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers as text: see put.h. The number of digits is computed first. Then the
 * digits are written from the last one on, two at a time.
 */
#include "internal.h"

/* The numbers from 00 to 99, two digits each. */
const char output_pairs[] =
	"00010203040506070809"
	"10111213141516171819"
	"20212223242526272829"
	"30313233343536373839"
	"40414243444546474849"
	"50515253545556575859"
	"60616263646566676869"
	"70717273747576777879"
	"80818283848586878889"
	"90919293949596979899";

/* The powers of ten that fit into a u64. */
static const u64 put_powers[OUTPUT_DIGITS] = {
	1ULL, 10ULL, 100ULL, 1000ULL, 10000ULL, 100000ULL, 1000000ULL, 10000000ULL,
	100000000ULL, 1000000000ULL, 10000000000ULL, 100000000000ULL, 1000000000000ULL,
	10000000000000ULL, 100000000000000ULL, 1000000000000000ULL,
	10000000000000000ULL, 100000000000000000ULL, 1000000000000000000ULL,
	10000000000000000000ULL,
};

/*
 * The number of bits times log10(2), rounded down, is the number of digits or one
 * less.
 */
static int put_count_digits(u64 value)
{
	int n;

	value |= 1;
	n = fls64(value) * 1233 >> 12;
	return n + (value >= put_powers[n]);
}

/* Write the digits of @value before @end. */
static void put_digits(char *end, u64 value)
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
 * output_put_u64 - write a number, as %*llu or %0*llu
 * @p: where to write
 * @value: the number
 * @width: minimum number of characters
 * @pad: ' ' or '0'
 *
 * Context: any.
 * Return: end of the text.
 */
char *output_put_u64(char *p, u64 value, int width, char pad)
{
	int n = put_count_digits(value);

	if (width > n)
		p = output_put_fill(p, pad, width - n);
	p += n;
	put_digits(p, value);
	return p;
}

/**
 * output_put_s64 - write a signed number, as %*lld
 * @p: where to write
 * @value: the number
 * @width: minimum number of characters
 *
 * Context: any.
 * Return: end of the text.
 */
char *output_put_s64(char *p, s64 value, int width)
{
	if (value >= 0)
		return output_put_u64(p, value, width, ' ');
	p = output_put_fill(p, ' ', width - put_count_digits(-(u64)value) - 1);
	*p++ = '-';
	return output_put_u64(p, -(u64)value, 0, ' ');
}

/**
 * output_put_left - write a signed number left-aligned, as %-*lld
 * @p: where to write
 * @value: the number
 * @width: minimum number of characters
 *
 * Context: any.
 * Return: end of the text.
 */
char *output_put_left(char *p, s64 value, int width)
{
	char *start = p;

	p = output_put_s64(p, value, 0);
	return output_put_fill(p, ' ', width - (int)(p - start));
}

/*
 * Write the eight hexadecimal digits of @value. Each byte of a word gets a digit, and
 * the bytes of digits from 10 on are increased by the distance of 'a' and '9' + 1.
 */
static void put_hex_digits(char *p, u32 value)
{
	u64 digits = value;
	u64 letters;

	digits = (digits | digits << 16) & 0x0000ffff0000ffffULL;
	digits = (digits | digits << 8) & 0x00ff00ff00ff00ffULL;
	digits = (digits | digits << 4) & 0x0f0f0f0f0f0f0f0fULL;
	letters = (digits + 0x0606060606060606ULL) >> 4 & 0x0101010101010101ULL;
	digits += 0x3030303030303030ULL + letters * ('a' - '9' - 1);
	put_unaligned_be64(digits, p);
}

/**
 * output_put_hex - write a hexadecimal number, as %*llx or %0*llx
 * @p: where to write
 * @value: the number
 * @width: minimum number of characters
 * @pad: ' ' or '0'
 *
 * Context: any.
 * Return: end of the text.
 */
char *output_put_hex(char *p, u64 value, int width, char pad)
{
	int n = value ? (fls64(value) + 3) / 4 : 1;

	if (width > n)
		p = output_put_fill(p, pad, width - n);
	/* The first digit becomes the highest one of 16. */
	value <<= 64 - 4 * n;
	put_hex_digits(p, value >> 32);
	if (n > 8)
		put_hex_digits(p + 8, value);
	return p + n;
}

/**
 * output_put_time - write a time as "seconds.microseconds", rounded
 * @p: where to write
 * @ns: the time in ns
 * @width: minimum number of characters of the seconds
 *
 * Context: any.
 * Return: end of the text.
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
 * output_put_usecs - write a duration: "1.122 us    ", "3594274 us  "
 * @p: where to write, at least OUTPUT_USECS_MAX bytes
 * @ns: the duration in ns
 *
 * The number has seven digits, up to three of them after the decimal point, or more
 * if the integer part is longer. The text is padded to twelve columns.
 *
 * Context: any.
 * Return: end of the text.
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

/**
 * output_seq_u64 - append a number to a sequence, as %llu
 * @s: the sequence
 * @value: the number
 *
 * Context: any.
 */
void output_seq_u64(struct trace_seq *s, u64 value)
{
	char *p = output_reserve(s, OUTPUT_DIGITS);

	if (p)
		output_reserve_done(s, output_put_u64(p, value, 0, ' '));
}

/**
 * output_seq_s64 - append a signed number to a sequence, as %lld
 * @s: the sequence
 * @value: the number
 *
 * Context: any.
 */
void output_seq_s64(struct trace_seq *s, s64 value)
{
	char *p = output_reserve(s, OUTPUT_DIGITS + 1);

	if (p)
		output_reserve_done(s, output_put_s64(p, value, 0));
}

/**
 * output_seq_hex - append a hexadecimal number with prefix to a sequence, as 0x%llx
 * @s: the sequence
 * @value: the number
 *
 * Context: any.
 */
void output_seq_hex(struct trace_seq *s, u64 value)
{
	char *p = output_reserve(s, OUTPUT_DIGITS);

	if (!p)
		return;
	p = output_put_text(p, "0x");
	output_reserve_done(s, output_put_hex(p, value, 0, ' '));
}
