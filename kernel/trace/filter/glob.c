// SPDX-License-Identifier: GPL-2.0
/*
 * Glob patterns on text that need not end with NUL: "*" for any text, "?" for any
 * byte, "[a-z]" and "[!a-z]" for one byte of a class, "\" before a literal byte.
 *
 * Backtracking is needed to the last "*" only: any text that an earlier "*" could
 * match in addition, the last one can match as well.
 */
#include "internal.h"

/*
 * Test a byte against the class at pattern[*pos], after its "[", and advance *pos
 * after its "]". Returns -1 if there is no "]", so that "[" is a literal byte.
 */
static int filter_glob_class(const char *pattern, size_t len, size_t *pos, u8 byte)
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

/* Test a byte against the part of the pattern at *pos, and advance *pos after it. */
static bool filter_glob_one(const char *pattern, size_t len, size_t *pos, u8 byte)
{
	char c = pattern[(*pos)++];
	int ret;

	switch (c) {
	case '?':
		return true;
	case '[':
		ret = filter_glob_class(pattern, len, pos, byte);
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

/* The size of the pattern without a "\" at its end, which is ignored. */
static size_t filter_glob_end(const char *pattern, size_t len)
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
 * filter_glob - match a text against a glob pattern
 * @pattern: the pattern
 * @pattern_len: size of the pattern in bytes
 * @text: the text
 * @len: size of the text in bytes
 *
 * Context: any.
 * Return: true if the whole text matches.
 */
bool filter_glob(const char *pattern, size_t pattern_len, const char *text,
		 size_t len)
{
	size_t end = filter_glob_end(pattern, pattern_len);
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
		    filter_glob_one(pattern, end, &at, text[pos])) {
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
