// SPDX-License-Identifier: GPL-2.0
/*
 * Globs: matching one name, and finding matches in many concatenated names.
 */

#include <linux/errno.h>
#include <linux/glob.h>
#include <linux/string.h>

#include "internal.h"

/**
 * ftrace_glob_parse - parse a glob
 * @glob: filled in
 * @text: the glob; need not be terminated by a NUL
 * @len: maximum length of @text in bytes
 *
 * Most globs have stars at the ends only. These are classified, because they can
 * be matched much faster than by glob_match().
 *
 * Context: any.
 * Return: 0, or -EINVAL if the glob is empty or too long.
 */
int ftrace_glob_parse(struct ftrace_glob *glob, const char *text, size_t len)
{
	bool front, back;

	len = strnlen(text, len);
	if (!len || len >= sizeof(glob->own))
		return -EINVAL;
	memcpy(glob->own, text, len);
	glob->own[len] = '\0';
	glob->text = glob->own;
	glob->len = len;

	if (len == 1 && *text == '*') {
		glob->kind = FTRACE_GLOB_ALL;
		return 0;
	}
	front = glob->own[0] == '*';
	back = glob->own[len - 1] == '*';
	if (strpbrk(glob->own, "?[\\") ||
	    strcspn(glob->own + front, "*") < len - front - back) {
		glob->kind = FTRACE_GLOB_ANY;
		return 0;
	}

	if (back)
		glob->own[len - 1] = '\0';
	glob->text += front;
	glob->len -= front + back;
	if (front)
		glob->kind = back ? FTRACE_GLOB_MIDDLE : FTRACE_GLOB_END;
	else
		glob->kind = back ? FTRACE_GLOB_FRONT : FTRACE_GLOB_FULL;
	return 0;
}

/**
 * ftrace_glob_match - match a name
 * @glob: a parsed glob
 * @name: the name
 *
 * Context: any.
 * Return: true if @name matches.
 */
bool ftrace_glob_match(const struct ftrace_glob *glob, const char *name)
{
	size_t len;

	switch (glob->kind) {
	case FTRACE_GLOB_ALL:
		return true;
	case FTRACE_GLOB_FULL:
		return !strcmp(name, glob->text);
	case FTRACE_GLOB_FRONT:
		return !strncmp(name, glob->text, glob->len);
	case FTRACE_GLOB_END:
		len = strlen(name);
		return len >= glob->len &&
		       !memcmp(name + len - glob->len, glob->text, glob->len);
	case FTRACE_GLOB_MIDDLE:
		return strstr(name, glob->text);
	case FTRACE_GLOB_ANY:
		return glob_match(glob->text, name);
	}
	return false;
}

/*
 * Find the longest part of a glob without wildcards, up to the first bracket or
 * backslash. For most globs that is everything but the stars.
 */
static size_t ftrace_glob_literal(const struct ftrace_glob *glob, const char **start)
{
	const char *at = glob->text;
	size_t best = 0;

	while (*at) {
		size_t len = strcspn(at, "*?[\\");

		if (len > best) {
			best = len;
			*start = at;
		}
		at += len;
		/*
		 * After a bracket or a backslash, characters do not stand for
		 * themselves.
		 */
		if (*at == '[' || *at == '\\')
			break;
		at += !!*at;
	}
	return best;
}

/**
 * ftrace_glob_needle_init - prepare the search for a glob in many names
 * @needle: filled in
 * @glob: a parsed glob; must outlive @needle
 *
 * The names are concatenated, with a NUL before and after each, so the begin and
 * the end of a name can be part of the searched text. For &enum FTRACE_GLOB_ANY
 * the search finds candidates only, which ftrace_glob_match() must confirm.
 *
 * Context: any.
 */
void ftrace_glob_needle_init(struct ftrace_glob_needle *needle, const struct ftrace_glob *glob)
{
	bool front = glob->kind == FTRACE_GLOB_FULL || glob->kind == FTRACE_GLOB_FRONT;
	bool end = glob->kind == FTRACE_GLOB_FULL || glob->kind == FTRACE_GLOB_END;
	const char *text = glob->text;
	size_t len = glob->len;

	if (glob->kind == FTRACE_GLOB_ANY) {
		len = ftrace_glob_literal(glob, &text);
		/*
		 * A prefix is nearly as selective as a slightly longer part
		 * elsewhere.
		 */
		if (strcspn(glob->text, "*?[\\") + 2 >= len) {
			text = glob->text;
			len = strcspn(text, "*?[\\");
			front = len;
		}
	} else if (glob->kind == FTRACE_GLOB_ALL) {
		len = 0;
	}

	needle->glob = glob;
	needle->before = front;
	needle->text[0] = '\0';
	memcpy(needle->text + front, text, len);
	needle->text[front + len] = '\0';
	needle->len = front + len + end;

	needle->most = min(needle->len, 255U);
	memset(needle->skip, needle->most, sizeof(needle->skip));
	for (unsigned int i = 0; i + 1 < needle->len; i++)
		needle->skip[(u8)needle->text[i]] =
			min(needle->len - 1 - i, 255U);
	if (needle->len) {
		u8 *tail = &needle->skip[(u8)needle->text[needle->len - 1]];

		needle->again = *tail;
		*tail = 0;
	}
}

/**
 * ftrace_glob_needle_find - find the next occurrence of a needle
 * @needle: the needle, with a length of at least 1
 * @text: the concatenated names; FTRACE_GLOB_NEEDLE_PAD bytes after @end are
 *	overwritten
 * @at: offset in @text where the search begins
 * @end: length of @text in bytes
 *
 * Algorithm: R. N. Horspool, Practical fast searching in strings, 1980. The
 * character of the text at the position of the needle's last character determines
 * how far the needle is moved; the distance is 0 if it is the last character
 * itself. A copy of that character after the end terminates the loop, so the loop
 * makes several steps without checking for the end.
 *
 * Context: any.
 * Return: offset of the first character that belongs to a name rather than being
 * the NUL before it, or @end if there is no occurrence.
 */
size_t ftrace_glob_needle_find(const struct ftrace_glob_needle *needle, char *text, size_t at,
			       size_t end)
{
	const unsigned int last = needle->len - 1;
	const u8 *skip = needle->skip, *in = text;

	memset(text + end, needle->text[last], needle->most);
	for (at += last; at < end; at += needle->again) {
		while (skip[in[at]]) {
			at += skip[in[at]];
			at += skip[in[at]];
			at += skip[in[at]];
		}
		if (at >= end)
			break;
		if (!memcmp(text + at - last, needle->text, last))
			return at - last + needle->before;
	}
	return end;
}
