// SPDX-License-Identifier: GPL-2.0
/*
 * Glob patterns on text that may lack its NUL: "*" for any text, "?" for any
 * byte, "[a-z]" and "[!a-z]" for one of a class, "\" before a byte that stands
 * for itself.
 *
 * Only the "*" passed last is ever tried again with more text: whatever an
 * earlier one could have taken in addition, that one can take as well.
 */
#include "internal.h"

/*
 * Does the class at pattern[*pos], behind its "[", have this byte? Moves *pos
 * behind its "]". A class without "]" is none: -1.
 */
static int class_has(const char *pattern, size_t len, size_t *pos, u8 byte)
{
	size_t i = *pos;
	bool invert = i < len && pattern[i] == '!';
	bool found = false, first = true;
	u8 low, high;

	for (i += invert; i < len && (first || pattern[i] != ']'); i++) {
		first = false;
		low = pattern[i];
		high = low;
		if (i + 2 < len && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
			high = pattern[i + 2];
			i += 2;
		}
		found |= low <= byte && byte <= high;
	}
	if (i >= len)
		return -1;
	*pos = i + 1;
	return found != invert;
}

/* Does the byte pass the pattern's part at *pos? Moves *pos behind it. */
static bool one_passes(const char *pattern, size_t len, size_t *pos, u8 byte)
{
	char c = pattern[(*pos)++];
	int ret;

	switch (c) {
	case '?':
		return true;
	case '[':
		ret = class_has(pattern, len, pos, byte);
		if (ret >= 0)
			return ret;
		break;
	case '\\':
		if (*pos < len)
			c = pattern[(*pos)++];
		break;
	}
	return (u8)c == byte;
}

/* A "\" at the very end stands before nothing. */
static size_t pattern_end(const char *pattern, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (pattern[i] != '\\')
			continue;
		if (i + 1 == len)
			return i;
		i++;
	}
	return len;
}

/**
 * filter_glob - does a text match a pattern?
 * @pattern: the pattern
 * @pattern_len: its bytes
 * @text: the text
 * @len: its bytes
 *
 * Context: any.
 * Return: true if all of the text does.
 */
bool filter_glob(const char *pattern, size_t pattern_len, const char *text,
		 size_t len)
{
	size_t end = pattern_end(pattern, pattern_len);
	size_t at = 0, pos = 0, again_at = 0, again_pos = 0;
	bool again = false;

	while (pos < len || at < end) {
		if (at < end && pattern[at] == '*') {
			again = true;
			again_at = ++at;
			again_pos = pos;
			continue;
		}
		if (at < end && pos < len &&
		    one_passes(pattern, end, &at, text[pos])) {
			pos++;
			continue;
		}
		if (!again || again_pos >= len)
			return false;
		at = again_at;
		pos = ++again_pos;
	}
	return true;
}
