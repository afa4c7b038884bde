/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms, of latencies and of hist triggers, drawn as text and as SVG.
 */
#ifndef TRACE_VIEW_HIST_TEXT_H
#define TRACE_VIEW_HIST_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "out.h"

#define HIST_STEPS	56	/* 1, 2, 5, 10, 20, ... ns: up to 10^18 and more */
#define HIST_PARTS	64	/* finer steps for each power of two: 2^6 */
#define HIST_FINE	(HIST_PARTS * 59)
#define HIST_NAME	64
#define HIST_ROWS	64
#define HIST_LABEL	64	/* bytes */

/**
 * struct hist - the distribution of a latency, of constant size
 * @name: of the latency
 * @count: values
 * @min: the smallest
 * @max: the largest
 * @sum: of all
 * @steps: values by decimal steps: of step i are those below the limit of step i
 * @fine: values by finer steps, for percentiles
 */
struct hist {
	char name[HIST_NAME];
	uint64_t count;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
	uint64_t steps[HIST_STEPS];
	uint64_t fine[HIST_FINE];
};

/**
 * hist_add() - count a value
 * @hist: the histogram
 * @ns: value
 */
void hist_add(struct hist *hist, uint64_t ns);

/**
 * hist_percentile() - the value that so many are not above
 * @hist: the histogram
 * @percent: 1 to 100
 *
 * Return: the value, at most 1.6 per cent too large; 0 for an empty histogram.
 */
uint64_t hist_percentile(const struct hist *hist, unsigned int percent);

/**
 * hist_time() - nanoseconds as text with a unit
 * @text: for "1.234 ms" and the like
 * @ns: nanoseconds
 *
 * Return: @text.
 */
const char *hist_time(char text[32], uint64_t ns);

/* Does the terminal show UTF-8? */
bool hist_utf8(void);

/**
 * struct hist_plot - what is drawn of a histogram
 * @next: in a list of plots
 * @title: one line
 * @numbers: another line; may be empty
 * @nr: of @rows
 * @rows: labels and counts
 */
struct hist_plot {
	struct hist_plot *next;
	char title[160];
	char numbers[192];
	unsigned int nr;
	struct hist_row {
		char label[HIST_LABEL];
		uint64_t count;
	} rows[HIST_ROWS];
};

/**
 * hist_plot() - the plot of a histogram
 * @plot: is filled in
 * @hist: not empty
 */
void hist_plot(struct hist_plot *plot, const struct hist *hist);

/**
 * hist_plot_text() - draw a plot as text
 * @out: where to
 * @plot: the plot
 * @width: columns of the terminal
 * @utf8: not only ASCII
 */
void hist_plot_text(struct out *out, const struct hist_plot *plot, unsigned int width,
		    bool utf8);

/**
 * hist_plot_svg() - draw plots as one picture
 * @out: where to
 * @plots: a list; may be empty
 */
void hist_plot_svg(struct out *out, const struct hist_plot *plots);

/**
 * hist_text() - draw a histogram as text
 * @out: where to
 * @hist: not empty
 * @width: columns of the terminal
 * @utf8: not only ASCII
 */
void hist_text(struct out *out, const struct hist *hist, unsigned int width, bool utf8);

#endif /* TRACE_VIEW_HIST_TEXT_H */
