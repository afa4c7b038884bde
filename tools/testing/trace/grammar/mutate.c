// SPDX-License-Identifier: GPL-2.0
/* Changes of valid commands: bytes, words, numbers, lengths, and parts of earlier commands. */
#include "grammar.h"

static struct text recent[RECENT];
static unsigned int recent_next;

static void mutate_remember(const struct text *text)
{
	struct text *to = &recent[recent_next++ % RECENT];

	to->len = 0;
	text_bytes(to, text->s, text->len);
}

static bool mutate_is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Choose a word, or a single other character. */
static void mutate_token(const struct text *text, size_t *from, size_t *len)
{
	size_t at = random_below(text->len), end = at + 1;

	if (text->len && mutate_is_word(text->s[at])) {
		while (at && mutate_is_word(text->s[at - 1]))
			at--;
		while (end < text->len && mutate_is_word(text->s[end]))
			end++;
	}
	*from = at;
	*len = text->len ? end - at : 0;
}

/* Replace @len bytes at @at. */
static void mutate_replace(struct text *text, size_t at, size_t len, const char *with, size_t size)
{
	static struct text copy;

	copy.len = 0;
	text_bytes(&copy, text->s, at);
	text_bytes(&copy, with, size);
	text_bytes(&copy, text->s + at + len, text->len - at - len);
	text->len = 0;
	text_bytes(text, copy.s, copy.len);
}

static void mutate_number(struct text *text)
{
	size_t i, at = random_below(text->len), len;
	const char *number = PICK(limit_numbers);

	for (i = 0; i < text->len; i++, at = (at + 1) % text->len) {
		if (isdigit((unsigned char)text->s[at]))
			break;
	}
	if (i == text->len)
		return;
	for (len = 1; at + len < text->len && isxdigit((unsigned char)text->s[at + len]); len++)
		;
	mutate_replace(text, at, len, number, strlen(number));
}

static void mutate_recent(struct text *text)
{
	const struct text *other = &recent[random_below(RECENT)];
	size_t at, len, from, size;

	mutate_token(text, &at, &len);
	mutate_token(other, &from, &size);
	if (random_chance(30)) {
		/* The beginning of this command and the end of the other. */
		len = text->len - at;
		size = other->len - from;
	}
	mutate_replace(text, at, len, other->s + from, size);
}

static void mutate_once(struct text *text)
{
	static const char special[] = " \t\n:;,.!=$@()[]{}*?\\\"'\0\xff<>&|+-/%0";
	size_t at = random_below(text->len + 1), from, len;
	char c = special[random_below(sizeof(special))];
	static struct text copy;

	mutate_token(text, &from, &len);
	copy = *text;
	switch (random_below(10)) {
	case 0:
		if (at < text->len)
			text->s[at] ^= 1 << random_below(8);
		break;
	case 1:
	case 2:
		mutate_replace(text, at, 0, &c, 1);
		break;
	case 3:
		mutate_replace(text, from, len, "", 0);
		break;
	case 4:
		mutate_replace(text, from, 0, copy.s + from, len);
		break;
	case 5:
	case 6:
		mutate_recent(text);
		break;
	case 7:
		mutate_number(text);
		break;
	case 8:
		mutate_replace(text, at, text->len - at, "", 0);
		break;
	case 9:
		/* A word of great length. */
		for (at = random_below(300); at && len; at--)
			mutate_replace(text, from, 0, copy.s + from, 1);
		break;
	}
}

static void mutate(struct text *text)
{
	unsigned int times = 1 + random_below(3);

	while (times--)
		mutate_once(text);
}
