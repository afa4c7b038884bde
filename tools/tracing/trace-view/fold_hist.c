// SPDX-License-Identifier: GPL-2.0
/*
 * Sums up the histograms of hist triggers. A key becomes a stack: the event, then a frame for
 * each field, and for a field that is a stack trace one for each function.
 */
#include "fold.h"
#include "hist_live.h"
#include "input.h"
#include "source.h"

#include <stdio.h>
#include <string.h>

#define FOLD_NAME	512	/* bytes of a frame's name; what is longer is cut */

/* Add a frame with a text that may have white space. */
static uint32_t fold_hist_frame(struct frames *frames, uint32_t node, const char *text, size_t len)
{
	char name[FOLD_NAME];

	len = hist_live_line(name, sizeof(name), text, len);
	return len ? frames_child(frames, node, frames_name(frames, name, len)) : node;
}

/* The length of the name of a stack trace that begins at @key; 0 if another field does. */
static size_t fold_hist_stack_name(const char *key, size_t len)
{
	static const char stack[] = "stacktrace";
	const size_t size = sizeof(stack) - 1;
	size_t i = 0;

	while (i < len && (unsigned char)key[i] > ' ' && key[i] != ':' && key[i] != ',')
		i++;
	if (i < size || memcmp(key + i - size, stack, size))
		return 0;
	return i < len && key[i] == ':' ? i + 1 : i;
}

/*
 * Add the functions of a stack trace: each is in a line of its own that begins with a blank, the
 * innermost first. "function+0x10/0x20 [module]" is the function.
 *
 * Returns the length of the lines.
 */
static size_t fold_hist_stack(struct frames *frames, uint32_t *node, const char *key, size_t len)
{
	size_t lines[FOLD_DEPTH], nr = 0, end = 0;

	if (end < len && key[end] == '\n')
		end++;
	while (end < len && key[end] == ' ' && nr < FOLD_DEPTH) {
		const char *next = memchr(key + end, '\n', len - end);

		lines[nr++] = end;
		end = next ? (size_t)(next + 1 - key) : len;
	}
	while (nr--) {
		const char *text = key + lines[nr];
		size_t size = len - lines[nr];
		size_t blanks = 0, name = 0;

		while (blanks < size && text[blanks] == ' ')
			blanks++;
		while (blanks + name < size && text[blanks + name] != '+' &&
		       (unsigned char)text[blanks + name] > ' ')
			name++;
		*node = fold_hist_frame(frames, *node, text + blanks, name);
	}
	return end;
}

static void fold_hist_row(void *priv, const char *event, const char *key, size_t len,
			  uint64_t hits)
{
	struct frames *frames = priv;
	uint32_t node = fold_hist_frame(frames, FRAMES_ROOT, event, strlen(event));
	size_t at = 0;

	while (at < len) {
		size_t name, end;

		if (key[at] == ' ' || key[at] == ',' || key[at] == '\n') {
			at++;
			continue;
		}
		name = fold_hist_stack_name(key + at, len - at);
		if (name) {
			at += name;
			at += fold_hist_stack(frames, &node, key + at, len - at);
			continue;
		}
		/* A string may have a comma, but hardly with a blank behind it. */
		for (end = at; end < len && key[end] != '\n'; end++) {
			if (key[end] == ',' && end + 1 < len && key[end + 1] == ' ')
				break;
		}
		node = fold_hist_frame(frames, node, key + at, end - at);
		at = end;
	}
	frames->nodes[node].value += hits;
	frames->nodes[node].count += hits;
}

static const struct hist_live_ops fold_hist_ops = {
	.row = fold_hist_row,
};

int fold_hists(struct fold *fold, struct view_source *source, const char *event)
{
	const struct view_input *input;
	int failed = 0;

	for (unsigned int i = 0; (input = view_source_input(source, i)); i++) {
		if (input->live && hist_live(&fold_hist_ops, fold->hists, input->path, event))
			failed = -1;
	}
	if (failed)
		fprintf(stderr, "trace-view: no memory: histograms are missing\n");
	return failed;
}
