// SPDX-License-Identifier: GPL-2.0
/* Text, its form in a line, and pseudo-random numbers. */
#include "grammar.h"

static uint64_t random_state;

/* splitmix64: each seed has a sequence of its own, which is the same everywhere. */
static uint64_t random_next(void)
{
	uint64_t z = (random_state += 0x9e3779b97f4a7c15ULL);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

static unsigned int random_below(unsigned int limit)
{
	return limit ? random_next() % limit : 0;
}

static bool random_chance(unsigned int percent)
{
	return random_below(100) < percent;
}

static void random_seed(uint64_t seed, unsigned int process)
{
	random_state = seed * 0x2545f4914f6cdd1dULL + process;
	random_next();
}

/* What does not fit is cut off. */
static void text_bytes(struct text *out, const char *s, size_t len)
{
	if (len > TEXT_MAX - out->len)
		len = TEXT_MAX - out->len;
	memcpy(out->s + out->len, s, len);
	out->len += len;
	out->s[out->len] = '\0';
}

static void text_add(struct text *out, const char *s)
{
	text_bytes(out, s, strlen(s));
}

static void text_printf(struct text *out, const char *format, ...)
{
	char part[512];
	va_list args;

	va_start(args, format);
	vsnprintf(part, sizeof(part), format, args);
	va_end(args);
	text_add(out, part);
}

/* Add @in in quotes; bytes that are not printable, and the quote, as \xNN. */
static void text_quote(struct text *out, const struct text *in)
{
	size_t i;

	text_add(out, "\"");
	for (i = 0; i < in->len; i++) {
		unsigned char c = in->s[i];

		if (c == '\n')
			text_add(out, "\\n");
		else if (c < ' ' || c > '~' || c == '"' || c == '\\')
			text_printf(out, "\\x%02x", c);
		else
			text_bytes(out, in->s + i, 1);
	}
	text_add(out, "\"");
}

/* The reverse: read a quoted text at *@from and move *@from behind it. */
static bool text_unquote(struct text *out, const char **from)
{
	const char *s = *from;
	char c;

	out->len = 0;
	out->s[0] = '\0';
	if (*s++ != '"')
		return false;
	while (*s && *s != '"') {
		unsigned int value;

		c = *s++;
		if (c == '\\' && *s == 'n') {
			c = '\n';
			s++;
		} else if (c == '\\' && *s == 'x' && sscanf(s + 1, "%2x", &value) == 1) {
			c = value;
			s += 3;
		}
		text_bytes(out, &c, 1);
	}
	if (*s++ != '"')
		return false;
	*from = s;
	return true;
}
