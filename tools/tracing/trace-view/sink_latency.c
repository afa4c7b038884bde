// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms of latencies, as text or, into a file that ends in ".svg", as a picture. Of a
 * live instance also what the kernel itself has counted: hist triggers and maxima.
 */
#include "hist_plots.h"
#include "hist_text.h"
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LATENCY_KINDS	8

/**
 * struct latency_sink - one output
 * @out: where to
 * @hists: kinds of latencies, then the function that was asked for
 * @nr: of @hists
 * @event: only this one; NULL for all
 * @event_len: bytes of @event
 * @width: columns of the terminal
 * @svg: draw a picture
 * @no_memory: something is missing
 */
struct latency_sink {
	struct out out;
	struct hist *hists[LATENCY_KINDS];
	unsigned int nr;
	const char *event;
	unsigned int event_len;
	unsigned int width;
	bool svg;
	bool no_memory;
};

static struct hist *latency_hist(struct latency_sink *sink, const char *name)
{
	struct hist *hist;

	for (unsigned int i = 0; i < sink->nr; i++)
		if (!strncmp(sink->hists[i]->name, name, HIST_NAME - 1))
			return sink->hists[i];
	if (sink->nr == LATENCY_KINDS)
		return NULL;
	hist = calloc(1, sizeof(*hist));
	if (!hist) {
		sink->no_memory = true;
		return NULL;
	}
	snprintf(hist->name, HIST_NAME, "%s", name);
	sink->hists[sink->nr++] = hist;
	return hist;
}

static void latency_latency(void *priv, const struct view_record *record,
			    struct timeline_task *task, const char *which, uint64_t ns)
{
	struct latency_sink *sink = priv;
	struct hist *hist;

	/* "timerlat" is both "timerlat irq" and "timerlat thread". */
	if (sink->event && strncmp(which, sink->event, sink->event_len))
		return;
	hist = latency_hist(sink, which);
	if (hist)
		hist_add(hist, ns);
}

static void latency_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct latency_sink *sink = priv;
	struct hist *hist;

	/* Of a cut slice the duration is not known. */
	if (!sink->event || slice->cut || slice->name_len != sink->event_len ||
	    memcmp(slice->name, sink->event, sink->event_len))
		return;
	hist = latency_hist(sink, sink->event);
	if (hist)
		hist_add(hist, slice->end - slice->begin);
}

static const struct timeline_ops latency_ops = {
	.slice_end = latency_slice_end,
	.latency = latency_latency,
};

static void *latency_open(const struct sink_options *options, struct view_source *source)
{
	size_t len = options->path ? strlen(options->path) : 0;
	struct latency_sink *sink = calloc(1, sizeof(*sink));

	if (!sink) {
		fprintf(stderr, "trace-view: no memory\n");
		return NULL;
	}
	sink->event = options->event;
	sink->event_len = options->event ? strlen(options->event) : 0;
	sink->width = options->width ? options->width : 80;
	sink->svg = len > 4 && !strcmp(options->path + len - 4, ".svg");
	if (out_open(&sink->out, options->path)) {
		free(sink);
		return NULL;
	}
	return sink;
}

/* Plots of what the records told, and of what live instances have counted. */
static struct hist_plot *latency_plots(struct latency_sink *sink, struct view_source *source)
{
	struct hist_plot *first = NULL, **end = &first;

	for (unsigned int i = 0; i < sink->nr; i++) {
		struct hist_plot *plot = calloc(1, sizeof(*plot));

		if (!plot) {
			sink->no_memory = true;
			return first;
		}
		hist_plot(plot, sink->hists[i]);
		*end = plot;
		end = &plot->next;
	}
	for (unsigned int i = 0; ; i++) {
		const struct view_input *what = view_source_input(source, i);

		if (!what)
			return first;
		if (what->live && hist_plots(end, what->path, sink->event))
			sink->no_memory = true;
		while (*end)
			end = &(*end)->next;
	}
}

static void latency_write(struct latency_sink *sink, const struct hist_plot *plots)
{
	if (sink->svg) {
		hist_plot_svg(&sink->out, plots);
		return;
	}
	for (const struct hist_plot *plot = plots; plot; plot = plot->next) {
		if (plot != plots)
			out_char(&sink->out, '\n');
		hist_plot_text(&sink->out, plot, sink->width, hist_utf8());
	}
	if (!plots)
		out_str(&sink->out, sink->event ? "There are no such latencies.\n" :
			"There are no latencies: no wakeups, and no records of osnoise or timerlat.\n");
}

static int latency_close(void *priv, struct view_source *source)
{
	struct latency_sink *sink = priv;
	struct hist_plot *plots = latency_plots(sink, source), *next;
	int error;

	latency_write(sink, plots);
	error = out_close(&sink->out);
	if (sink->no_memory) {
		fprintf(stderr, "trace-view: no memory: histograms are missing\n");
		error = -1;
	}
	for (; plots; plots = next) {
		next = plots->next;
		free(plots);
	}
	for (unsigned int i = 0; i < sink->nr; i++)
		free(sink->hists[i]);
	free(sink);
	return error;
}

const struct sink sink_latency = {
	.name = "latency",
	.help = "histograms of latencies",
	.text = true,
	.ops = &latency_ops,
	.open = latency_open,
	.close = latency_close,
};
