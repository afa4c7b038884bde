// SPDX-License-Identifier: GPL-2.0
/*
 * Names with wildcards.
 */

#include <linux/errno.h>
#include <linux/glob.h>
#include <linux/string.h>

#include "internal.h"

/**
 * site_glob_parse - understand a pattern
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
int site_glob_parse(struct site_glob *glob, const char *text, size_t len)
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
		glob->kind = SITE_GLOB_ALL;
		return 0;
	}
	front = glob->own[0] == '*';
	back = glob->own[len - 1] == '*';
	if (strpbrk(glob->own, "?[\\") ||
	    strcspn(glob->own + front, "*") < len - front - back) {
		glob->kind = SITE_GLOB_ANY;
		return 0;
	}

	if (back)
		glob->own[len - 1] = '\0';
	glob->text += front;
	glob->len -= front + back;
	if (front)
		glob->kind = back ? SITE_GLOB_MIDDLE : SITE_GLOB_END;
	else
		glob->kind = back ? SITE_GLOB_FRONT : SITE_GLOB_FULL;
	return 0;
}

bool site_glob_match(const struct site_glob *glob, const char *name)
{
	size_t len;

	switch (glob->kind) {
	case SITE_GLOB_ALL:
		return true;
	case SITE_GLOB_FULL:
		return !strcmp(name, glob->text);
	case SITE_GLOB_FRONT:
		return !strncmp(name, glob->text, glob->len);
	case SITE_GLOB_END:
		len = strlen(name);
		return len >= glob->len &&
		       !memcmp(name + len - glob->len, glob->text, glob->len);
	case SITE_GLOB_MIDDLE:
		return strstr(name, glob->text);
	case SITE_GLOB_ANY:
		return glob_match(glob->text, name);
	}
	return false;
}
