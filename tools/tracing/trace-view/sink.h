/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The outputs of trace-view. Each is one file, sink_NAME.c, and one line in the table of
 * sink.c.
 */
#ifndef TRACE_VIEW_SINK_H
#define TRACE_VIEW_SINK_H

#include "out.h"
#include "source.h"
#include "timeline.h"

/**
 * struct sink_options - what the command line asks of an output
 * @path: file or directory; NULL for standard output
 * @title: of a page; NULL for the names of the inputs
 * @event: latency, folded, speedscope: only this event or the histograms of this event; NULL for
 *	all
 * @weight: folded, speedscope: "time" or "count"
 * @width: columns of the terminal
 * @color: the terminal shows colours
 */
struct sink_options {
	const char *path;
	const char *title;
	const char *event;
	const char *weight;
	unsigned int width;
	bool color;
};

/**
 * struct sink - one output
 * @name: the subcommand
 * @help: half a line for --help
 * @path_is_dir: @path is a directory, and must be given
 * @text: writes text for a terminal: standard output is the default
 * @ops: callbacks of the timeline, with what @open returned as their first argument
 * @open: start; NULL on an error that was reported
 * @close: end, free; -1 on an error that was reported. @source was read to its end: loss
 *	and machines can be asked
 */
struct sink {
	const char *name;
	const char *help;
	bool path_is_dir;
	bool text;
	const struct timeline_ops *ops;
	void *(*open)(const struct sink_options *options, struct view_source *source);
	int (*close)(void *priv, struct view_source *source);
};

extern const struct sink sink_perfetto;
extern const struct sink sink_json;
extern const struct sink sink_ctf;
extern const struct sink sink_folded;
extern const struct sink sink_speedscope;
extern const struct sink sink_html;
extern const struct sink sink_summary;
extern const struct sink sink_latency;

/**
 * sink_find() - look for an output
 * @name: the subcommand
 *
 * Return: the output or NULL.
 */
const struct sink *sink_find(const char *name);

#endif /* TRACE_VIEW_SINK_H */
