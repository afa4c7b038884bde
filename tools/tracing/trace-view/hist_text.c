// SPDX-License-Identifier: GPL-2.0
/* Histograms, their percentiles, and how they are drawn. */
#include "hist_text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#define HIST_LABEL_MIN	18	/* columns of a label */
#define HIST_COUNT	9	/* columns of a count */
#define HIST_BAR_MIN	10

#define SVG_BODY	560	/* the longest bar */
#define SVG_COLUMN	8	/* at most, of a character */
#define SVG_RIGHT	90
#define SVG_ROW		20
#define SVG_HEAD	56
#define SVG_GAP		12

/* The limit that the values of a step are below. */
static uint64_t hist_limit(unsigned int step)
{
	static const uint64_t parts[] = { 1, 2, 5 };
	uint64_t limit = parts[step % 3];

	for (step /= 3; step; step--)
		limit *= 10;
	return limit;
}

static unsigned int hist_step(uint64_t ns)
{
	static const uint64_t parts[] = { 1, 2, 5 };
	uint64_t tens = 1;
	unsigned int step = 0;

	for (; step < HIST_STEPS - 1; step++) {
		if (ns < tens * parts[step % 3])
			break;
		if (step % 3 == 2)
			tens *= 10;
	}
	return step;
}

/* Values below 64 have a step each; above, six bits behind the highest one matter. */
static unsigned int hist_fine(uint64_t ns)
{
	unsigned int shift;

	if (ns < HIST_PARTS)
		return ns;
	shift = 63 - 6 - __builtin_clzll(ns);
	return (shift + 1) * HIST_PARTS + ns / (1ULL << shift) % HIST_PARTS;
}

/* The largest value of a finer step. */
static uint64_t hist_fine_limit(unsigned int fine)
{
	unsigned int shift;

	if (fine < HIST_PARTS)
		return fine;
	shift = fine / HIST_PARTS - 1;
	return ((uint64_t)(fine % HIST_PARTS + HIST_PARTS) << shift) + ((1ULL << shift) - 1);
}

void hist_add(struct hist *hist, uint64_t ns)
{
	if (!hist->count || ns < hist->min)
		hist->min = ns;
	if (ns > hist->max)
		hist->max = ns;
	hist->count++;
	hist->sum += ns;
	hist->steps[hist_step(ns)]++;
	hist->fine[hist_fine(ns)]++;
}

uint64_t hist_percentile(const struct hist *hist, unsigned int percent)
{
	uint64_t seen = 0, want = hist->count / 100 * percent;

	want += (hist->count % 100 * percent + 99) / 100;
	for (unsigned int i = 0; i < HIST_FINE; i++) {
		seen += hist->fine[i];
		if (seen >= want && seen) {
			uint64_t limit = hist_fine_limit(i);

			return limit < hist->max ? limit : hist->max;
		}
	}
	return hist->max;
}

const char *hist_time(char text[32], uint64_t ns)
{
	static const char *const units[] = { "us", "ms", "s" };
	uint64_t unit = 1000;
	unsigned int i = 0;

	if (ns < 1000) {
		snprintf(text, 32, "%u ns", (unsigned int)ns);
		return text;
	}
	while (i < 2 && ns / unit >= 1000) {
		unit *= 1000;
		i++;
	}
	snprintf(text, 32, "%llu.%03u %s", (unsigned long long)(ns / unit),
		 (unsigned int)(ns % unit / (unit / 1000) % 1000), units[i]);
	return text;
}

/* A limit of a step, which has no decimals. */
static const char *hist_limit_text(char text[24], unsigned int step)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	uint64_t limit = hist_limit(step);
	unsigned int i = 0;

	while (i < 3 && limit >= 1000) {
		limit /= 1000;
		i++;
	}
	snprintf(text, 24, "%llu %s", (unsigned long long)limit, units[i]);
	return text;
}

bool hist_utf8(void)
{
	setlocale(LC_CTYPE, "");
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* A bar; one of @most is as long as @width columns. */
static void hist_bar(struct out *out, uint64_t value, uint64_t most, unsigned int width,
		     bool utf8)
{
	static const char *const parts[] = {
		"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589",
	};
	/* In eighths of a column. */
	uint64_t length = most ? (uint64_t)((double)value / most * width * 8 + 0.5) : 0;

	if (length > (uint64_t)width * 8)
		length = (uint64_t)width * 8;
	/* What is there is seen. */
	if (!utf8)
		length = (length + 4) / 8 * 8;
	if (value && length < 8 && !utf8)
		length = 8;
	if (value && !length)
		length = 1;
	for (uint64_t i = 0; i < length / 8; i++)
		out_str(out, utf8 ? "\u2588" : "#");
	if (utf8)
		out_str(out, parts[length % 8]);
}

static void hist_range(const struct hist *hist, unsigned int *first, unsigned int *last)
{
	*first = 0;
	*last = HIST_STEPS - 1;
	while (*first < HIST_STEPS - 1 && !hist->steps[*first])
		(*first)++;
	while (*last > *first && !hist->steps[*last])
		(*last)--;
}

static void hist_step_label(char label[HIST_LABEL], unsigned int step)
{
	char from[24], to[24];

	if (!step)
		snprintf(label, HIST_LABEL, "0 .. 1 ns");
	else if (step == HIST_STEPS - 1)
		snprintf(label, HIST_LABEL, "%s ..", hist_limit_text(from, step - 1));
	else
		snprintf(label, HIST_LABEL, "%s .. %s", hist_limit_text(from, step - 1),
			 hist_limit_text(to, step));
}

static void hist_numbers(char *line, size_t size, const struct hist *hist)
{
	char min[32], avg[32], p50[32], p90[32], p99[32], max[32];

	snprintf(line, size, "min %s, avg %s, p50 %s, p90 %s, p99 %s, max %s",
		 hist_time(min, hist->min), hist_time(avg, hist->sum / hist->count),
		 hist_time(p50, hist_percentile(hist, 50)),
		 hist_time(p90, hist_percentile(hist, 90)),
		 hist_time(p99, hist_percentile(hist, 99)), hist_time(max, hist->max));
}

void hist_plot(struct hist_plot *plot, const struct hist *hist)
{
	unsigned int first, last;

	snprintf(plot->title, sizeof(plot->title), "%s: %llu value%s", hist->name,
		 (unsigned long long)hist->count, hist->count == 1 ? "" : "s");
	hist_numbers(plot->numbers, sizeof(plot->numbers), hist);
	hist_range(hist, &first, &last);
	plot->nr = 0;
	for (unsigned int i = first; i <= last; i++) {
		hist_step_label(plot->rows[plot->nr].label, i);
		plot->rows[plot->nr++].count = hist->steps[i];
	}
}

static uint64_t hist_most(const struct hist_plot *plot)
{
	uint64_t most = 1;

	for (unsigned int i = 0; i < plot->nr; i++)
		if (plot->rows[i].count > most)
			most = plot->rows[i].count;
	return most;
}

/* Columns of UTF-8 text, if each character has one. */
static unsigned int hist_columns(const char *text)
{
	unsigned int columns = 0;

	for (; *text; text++)
		columns += (*text & 0xc0) != 0x80;
	return columns;
}

static void hist_pad(struct out *out, const char *text, unsigned int width)
{
	for (unsigned int have = hist_columns(text); have < width; have++)
		out_char(out, ' ');
	out_str(out, text);
}

void hist_plot_text(struct out *out, const struct hist_plot *plot, unsigned int width,
		    bool utf8)
{
	unsigned int label = HIST_LABEL_MIN, bar = HIST_BAR_MIN;
	uint64_t most = hist_most(plot);
	char number[24];

	for (unsigned int i = 0; i < plot->nr; i++)
		if (hist_columns(plot->rows[i].label) > label)
			label = hist_columns(plot->rows[i].label);
	if (width > label + HIST_COUNT + 4 + bar)
		bar = width - label - HIST_COUNT - 4;
	out_str(out, plot->title);
	out_char(out, '\n');
	if (*plot->numbers) {
		out_str(out, "  ");
		out_str(out, plot->numbers);
		out_char(out, '\n');
	}
	for (unsigned int i = 0; i < plot->nr; i++) {
		out_str(out, "  ");
		hist_pad(out, plot->rows[i].label, label);
		snprintf(number, sizeof(number), "%llu", (unsigned long long)plot->rows[i].count);
		out_char(out, ' ');
		hist_pad(out, number, HIST_COUNT);
		if (plot->rows[i].count)
			out_char(out, ' ');
		hist_bar(out, plot->rows[i].count, most, bar, utf8);
		out_char(out, '\n');
	}
}

void hist_text(struct out *out, const struct hist *hist, unsigned int width, bool utf8)
{
	struct hist_plot plot;

	hist_plot(&plot, hist);
	hist_plot_text(out, &plot, width, utf8);
}

/* Text of an element: the characters that XML reserves are references. */
static void hist_xml(struct out *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			out_str(out, "&amp;");
			break;
		case '<':
			out_str(out, "&lt;");
			break;
		case '>':
			out_str(out, "&gt;");
			break;
		default:
			out_char(out, (unsigned char)*text < ' ' ? '?' : *text);
		}
	}
}

static void hist_svg_text(struct out *out, const char *class, unsigned int x, unsigned int y,
			  const char *text)
{
	char head[96];

	snprintf(head, sizeof(head), "<text class=\"%s\" x=\"%u\" y=\"%u\">", class, x, y);
	out_str(out, head);
	hist_xml(out, text);
	out_str(out, "</text>\n");
}

static void hist_svg_row(struct out *out, const struct hist_row *row, uint64_t most,
			 unsigned int left, unsigned int y)
{
	unsigned int length = (double)row->count / most * SVG_BODY + 0.5;
	char line[128], count[24];

	snprintf(count, sizeof(count), "%llu", (unsigned long long)row->count);
	if (row->count && !length)
		length = 1;
	hist_svg_text(out, "l", left - 8, y + 14, row->label);
	snprintf(line, sizeof(line), "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"><title>",
		 left, y + 2, length, SVG_ROW - 4);
	out_str(out, line);
	hist_xml(out, row->label);
	out_str(out, ": ");
	out_str(out, count);
	out_str(out, "</title></rect>\n");
	hist_svg_text(out, "c", left + length + 6, y + 14, count);
}

static unsigned int hist_svg_one(struct out *out, const struct hist_plot *plot,
				 unsigned int left, unsigned int y)
{
	uint64_t most = hist_most(plot);

	hist_svg_text(out, "t", 16, y + 26, plot->title);
	hist_svg_text(out, "n", 16, y + 46, plot->numbers);
	y += SVG_HEAD;
	for (unsigned int i = 0; i < plot->nr; i++, y += SVG_ROW)
		hist_svg_row(out, &plot->rows[i], most, left, y);
	return y + SVG_GAP;
}

static void hist_svg_head(struct out *out, unsigned int width, unsigned int height)
{
	char line[256];

	snprintf(line, sizeof(line),
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\" aria-label=\"Histograms of latencies\">\n",
		 width, height, width, height);
	out_str(out, line);
	out_str(out, "<style>\n"
		".b { fill: #fff; } text { font: 13px sans-serif; fill: #222; }\n"
		"text.t { font-weight: bold; font-size: 15px; } text.n { fill: #555; }\n"
		"text.l { text-anchor: end; fill: #555; } rect { fill: #2a6fb0; }\n"
		"@media (prefers-color-scheme: dark) {\n"
		"rect { fill: #6aa9e0; } .b { fill: #16181c; } text { fill: #eee; }\n"
		"text.n, text.l { fill: #aaa; } }\n"
		"</style>\n<rect class=\"b\" width=\"100%\" height=\"100%\"/>\n");
}

void hist_plot_svg(struct out *out, const struct hist_plot *plots)
{
	unsigned int height = SVG_GAP, label = 0, left, y = 0;

	for (const struct hist_plot *plot = plots; plot; plot = plot->next) {
		height += SVG_HEAD + plot->nr * SVG_ROW + SVG_GAP;
		for (unsigned int i = 0; i < plot->nr; i++)
			if (hist_columns(plot->rows[i].label) > label)
				label = hist_columns(plot->rows[i].label);
	}
	left = 24 + label * SVG_COLUMN;
	if (!plots)
		height = SVG_HEAD;
	hist_svg_head(out, left + SVG_BODY + SVG_RIGHT, height);
	for (const struct hist_plot *plot = plots; plot; plot = plot->next)
		y = hist_svg_one(out, plot, left, y);
	if (!plots)
		hist_svg_text(out, "t", 16, 26, "No latencies");
	out_str(out, "</svg>\n");
}
