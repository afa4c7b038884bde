// SPDX-License-Identifier: GPL-2.0
/*
 * Names with wildcards: matching one, and finding those that match among many.
 */

#include <linux/errno.h>
#include <linux/glob.h>
#include <linux/string.h>

#include "internal.h"

/**
 * ftrace_glob_parse - understand a pattern
 * @glob: filled in
 * @text: the pattern; needs no NUL at its end
 * @len: its length
 *
 * Most patterns have their stars at the ends only, which is a lot faster to
 * match than what glob_match() allows.
 *
 * Context: any.
 * Return: 0, or -EINVAL if there is nothing, or too much.
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
 * The longest piece of a pattern without wildcards. For most patterns that is
 * all of it. Inside brackets nothing is a piece.
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
		/* What follows these two is not to be taken at its word. */
		if (*at == '[' || *at == '\\')
			break;
		at += !!*at;
	}
	return best;
}

/**
 * ftrace_glob_needle_init - prepare to look for a pattern in many names at once
 * @needle: filled in
 * @glob: the pattern, which must stay
 *
 * Names stand one behind another, with a zero before and behind each: so the
 * ends of a name can be part of what is looked for. Where that is not enough to
 * tell (&enum FTRACE_GLOB_ANY), ftrace_glob_match() must have its say on what is
 * found.
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
		/* What a name begins with is found faster than its length says. */
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
 * ftrace_glob_needle_find - find the next place that a needle is in
 * @needle: the needle, not empty
 * @text: where to look; FTRACE_GLOB_NEEDLE_ROOM bytes behind its end are written to
 * @at: where to begin
 * @end: how long @text is
 *
 * R. N. Horspool, Practical fast searching in strings (1980): compare the last
 * character first; how far to go on depends on what it is. Not at all, if it is
 * the right one; so that one stands behind the end too, and several steps are
 * taken without a look.
 *
 * Context: any.
 * Return: where the first character of what was looked for without a name's
 * ends is, or @end.
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
