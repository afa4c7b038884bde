// SPDX-License-Identifier: GPL-2.0
/* Folded stacks: a line for each, "task;function;function value". */
#include "fold.h"
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct folded {
	struct fold fold;
	struct out out;
	const char *event;
	bool count;
};

static void folded_slice_begin(void *priv, const struct timeline_slice *slice)
{
	struct folded *folded = priv;

	fold_slice_begin(&folded->fold, slice);
}

static void folded_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct folded *folded = priv;

	fold_slice_end(&folded->fold, slice);
}

static void folded_stack(void *priv, const struct view_record *record,
			 struct timeline_task *task, const uint64_t *addresses, unsigned int nr,
			 bool user)
{
	struct folded *folded = priv;

	fold_stack(&folded->fold, record, task, addresses, nr, user);
}

static const struct timeline_ops folded_ops = {
	.slice_begin = folded_slice_begin,
	.slice_end = folded_slice_end,
	.stack = folded_stack,
};

static void *folded_open(const struct sink_options *options, struct view_source *source)
{
	struct folded *folded = calloc(1, sizeof(*folded));

	if (!folded) {
		fprintf(stderr, "trace-view: no memory\n");
		return NULL;
	}
	if (out_open(&folded->out, options->path)) {
		free(folded);
		return NULL;
	}
	if (fold_open(&folded->fold)) {
		out_close(&folded->out);
		free(folded);
		return NULL;
	}
	folded->event = options->event;
	folded->count = options->weight && !strcmp(options->weight, "count");
	return folded;
}

/* Blanks, semicolons and line feeds have a meaning in the format. */
static void folded_name(struct out *out, const struct frames_name *name)
{
	for (uint32_t i = 0; i < name->len; i++) {
		unsigned char c = name->text[i];

		if (c == ';')
			c = ':';
		else if (c <= ' ' || c == 0x7f)
			c = '_';
		out_char(out, c);
	}
	if (!name->len)
		out_str(out, "[unknown]");
}

static void folded_write(struct folded *folded, const struct frames *frames)
{
	uint32_t path[FOLD_DEPTH];

	for (uint32_t i = FRAMES_OTHER; i < frames->nr_nodes; i++) {
		const struct frames_node *node = &frames->nodes[i];
		uint64_t value = folded->count ? node->count : node->value;
		unsigned int nr;

		if (!value)
			continue;
		nr = frames_path(frames, i, path, FOLD_DEPTH);
		for (unsigned int at = 0; at < nr; at++) {
			if (at)
				out_char(&folded->out, ';');
			folded_name(&folded->out, &frames->names[frames->nodes[path[at]].name]);
		}
		out_char(&folded->out, ' ');
		out_dec(&folded->out, value);
		out_char(&folded->out, '\n');
	}
}

static int folded_close(void *priv, struct view_source *source)
{
	struct folded *folded = priv;
	int failed = fold_hists(&folded->fold, source, folded->event), error;

	folded_write(folded, folded->event ? folded->fold.hists : fold_best(&folded->fold));
	fold_close(&folded->fold);
	error = out_close(&folded->out) || failed ? -1 : 0;
	free(folded);
	return error;
}

const struct sink sink_folded = {
	.name = "folded",
	.help = "stacks, a line each, for flame graphs",
	.text = true,
	.ops = &folded_ops,
	.open = folded_open,
	.close = folded_close,
};
