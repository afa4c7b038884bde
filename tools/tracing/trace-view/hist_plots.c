// SPDX-License-Identifier: GPL-2.0
/* Makes plots of the histograms of hist triggers and of tracing_max_latency. */
#include "hist_plots.h"
#include "hist_live.h"
#include "hist_text.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#define PLOTS_KEY	512	/* bytes of a key that a label is made of */

/**
 * struct plots - a list of plots that grows
 * @end: where the list ends
 * @plot: of the trigger that is being read, or NULL
 * @no_memory: a plot is missing
 */
struct plots {
	struct hist_plot **end;
	struct hist_plot *plot;
	bool no_memory;
};

static struct hist_plot *plots_add(struct plots *plots)
{
	struct hist_plot *plot = calloc(1, sizeof(*plot));

	if (!plot) {
		plots->no_memory = true;
		return NULL;
	}
	*plots->end = plot;
	plots->end = &plot->next;
	return plot;
}

static void plots_trigger(void *priv, const char *event, const char *info, size_t len)
{
	struct plots *plots = priv;
	struct hist_plot *plot = plots_add(plots);

	plots->plot = plot;
	if (!plot)
		return;
	snprintf(plot->title, sizeof(plot->title), "%s: hits", event);
	snprintf(plot->numbers, sizeof(plot->numbers), "%.*s", (int)len, info);
}

/* The label ends where a character does. */
static void plots_label(char label[HIST_LABEL], const char *key, size_t len)
{
	char line[PLOTS_KEY], clean[3 * PLOTS_KEY];
	size_t size = text_utf8(clean, line, hist_live_line(line, sizeof(line), key, len));

	if (size > HIST_LABEL - 1) {
		size = HIST_LABEL - 1;
		while (size && (clean[size] & 0xc0) == 0x80)
			size--;
	}
	memcpy(label, clean, size);
	label[size] = '\0';
}

/* The last row stands for all that follow. */
static void plots_row(void *priv, const char *event, const char *key, size_t len, uint64_t hits)
{
	struct plots *plots = priv;
	struct hist_plot *plot = plots->plot;

	if (!plot)
		return;
	if (plot->nr < HIST_ROWS - 1) {
		plots_label(plot->rows[plot->nr].label, key, len);
		plot->rows[plot->nr++].count = hits;
		return;
	}
	if (plot->nr == HIST_ROWS - 1) {
		snprintf(plot->rows[plot->nr].label, HIST_LABEL, "all others");
		plot->rows[plot->nr++].count = 0;
	}
	plot->rows[HIST_ROWS - 1].count += hits;
}

/* The first line of a file of the instance. */
static bool plots_word(const char *instance, const char *name, char *word, int size)
{
	char *path = NULL, *inner;
	FILE *file;
	bool got;

	if (asprintf(&inner, "%s%s/%s", *instance ? "instances/" : "", instance, name) < 0)
		return false;
	path = tracefs_get_tracing_file(*instance ? inner : name);
	free(inner);
	file = path ? fopen(path, "re") : NULL;
	tracefs_put_tracing_file(path);
	if (!file)
		return false;
	got = fgets(word, size, file);
	fclose(file);
	if (got)
		word[strcspn(word, "\n")] = '\0';
	return got;
}

/* The latency tracers count microseconds; other tracers leave the maximum at 0. */
static void plots_maximum(struct plots *plots, const char *instance, const char *event)
{
	char tracer[64], word[64], *end;
	struct hist_plot *plot;
	unsigned long long us;

	if (!plots_word(instance, "current_tracer", tracer, sizeof(tracer)) ||
	    !plots_word(instance, "tracing_max_latency", word, sizeof(word)))
		return;
	us = strtoull(word, &end, 10);
	if (end == word || !us || (event && strcmp(event, tracer)))
		return;
	plot = plots_add(plots);
	if (plot)
		snprintf(plot->title, sizeof(plot->title), "%s: maximum %llu us", tracer, us);
}

static const struct hist_live_ops plots_ops = {
	.trigger = plots_trigger,
	.row = plots_row,
};

int hist_plots(struct hist_plot **end, const char *instance, const char *event)
{
	struct plots plots = { .end = end };

	plots_maximum(&plots, instance, event);
	return hist_live(&plots_ops, &plots, instance, event) || plots.no_memory ? -1 : 0;
}
