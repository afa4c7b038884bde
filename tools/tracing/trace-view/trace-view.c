// SPDX-License-Identifier: GPL-2.0
/* trace-view: convert recordings of the kernel's tracers. The command line. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <tracefs.h>
#include <unistd.h>

#include "dat.h"
#include "sink.h"
#include "source.h"
#include "supervise.h"

#define VIEW_VERSION	"1.0"
#define VIEW_SECONDS	(365.0 * 24 * 3600)

/**
 * struct view - what the command line asks for
 * @sink: the output
 * @options: of the output
 * @inputs: what is read
 * @nr_inputs: of them
 * @seconds: how long a live input is read
 * @quiet: show no progress
 * @live: an input is live
 */
struct view {
	const struct sink *sink;
	struct sink_options options;
	struct view_input *inputs;
	unsigned int nr_inputs;
	double seconds;
	bool quiet;
	bool live;
};

static const char view_help[] =
	"usage: trace-view COMMAND [OPTIONS] INPUT...\n"
	"\n"
	"Convert recordings of trace-cmd, or the trace of the running kernel.\n"
	"\n"
	"  html        a page that needs no network      (-o FILE)\n"
	"  perfetto    Perfetto's trace format           (-o FILE)\n"
	"  json        Chrome's Trace Event format\n"
	"  ctf         Common Trace Format 1.8           (-o DIRECTORY)\n"
	"  folded      stacks for flame graphs     [--weight time|count] [--event NAME]\n"
	"  speedscope  a file for speedscope       [--weight time|count] [--event NAME]\n"
	"  summary     tasks, functions, latencies and losses as text\n"
	"  latency     histograms of latencies           [--event NAME]\n"
	"  dat         a file of trace-cmd, of records of the last boot, which may have\n"
	"              been another kernel's             (--live=INSTANCE -o FILE)\n"
	"\n"
	"  -o, --output PATH      write there instead of to standard output\n"
	"      --live[=INSTANCE]  read the running kernel's buffer\n"
	"      --seconds N        with --live: for so long, or until Ctrl-C\n"
	"      --title TEXT       of the page\n"
	"  -q, --quiet            show no progress\n"
	"  -h, --help             this text\n"
	"      --version          print the version\n"
	"\n"
	"Exit status: 0 all was converted, 1 nothing, 2 a part: stderr says what broke.\n";

enum {
	VIEW_LIVE = 256,
	VIEW_SECS,
	VIEW_TITLE,
	VIEW_EVENT,
	VIEW_WEIGHT,
	VIEW_TRACEFS,
	VIEW_SHOW_VERSION,
};

static const struct option view_options[] = {
	{ "output", required_argument, NULL, 'o' },
	{ "live", optional_argument, NULL, VIEW_LIVE },
	{ "seconds", required_argument, NULL, VIEW_SECS },
	{ "title", required_argument, NULL, VIEW_TITLE },
	{ "event", required_argument, NULL, VIEW_EVENT },
	{ "weight", required_argument, NULL, VIEW_WEIGHT },
	{ "tracefs", required_argument, NULL, VIEW_TRACEFS },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, VIEW_SHOW_VERSION },
	{ }
};

static int view_error(const char *what, const char *why)
{
	fprintf(stderr, "trace-view: %s%s%s\n", what, *what ? ": " : "", why);
	return -1;
}

static int view_usage(const char *what, const char *why)
{
	view_error(what, why);
	fputs("Try 'trace-view --help'.\n", stderr);
	return -1;
}

static void view_print(const char *text)
{
	fputs(text, stdout);
	if (fflush(stdout)) {
		perror("trace-view: standard output");
		exit(1);
	}
	exit(0);
}

static int view_add_input(struct view *view, const char *path, bool live)
{
	struct view_input *input = &view->inputs[view->nr_inputs++];

	input->path = path;
	input->live = live;
	view->live |= live;
	return 0;
}

static int view_seconds(struct view *view, const char *text)
{
	char *end;

	errno = 0;
	view->seconds = strtod(text, &end);
	if (errno || end == text || *end || !(view->seconds > 0) || view->seconds > VIEW_SECONDS)
		return view_usage(text, "is no number of seconds");
	return 0;
}

/* An option of which only some outputs know: @sinks are their names. */
static int view_only(const struct view *view, const char *option, const char *sinks)
{
	const char *found = strstr(sinks, view->sink->name);
	size_t len = strlen(view->sink->name);

	if (found && (found == sinks || found[-1] == ' ') && (!found[len] || found[len] == ' '))
		return 0;
	return view_usage(option, "is an option of another command");
}

static int view_weight(struct view *view)
{
	view->options.weight = optarg;
	if (strcmp(optarg, "time") && strcmp(optarg, "count"))
		return view_usage(optarg, "is no weight: time or count");
	return view_only(view, "--weight", "folded speedscope");
}

static int view_option(struct view *view, int option, char **argv)
{
	switch (option) {
	case 'o':
		view->options.path = optarg;
		return *optarg ? 0 : view_usage("--output", "the path is empty");
	case 'q':
		view->quiet = true;
		return 0;
	case 'h':
		view_print(view_help);
		return 0;
	case VIEW_SHOW_VERSION:
		view_print("trace-view " VIEW_VERSION "\n");
		return 0;
	case VIEW_LIVE:
		return view_add_input(view, optarg ? optarg : "", true);
	case VIEW_SECS:
		return view_seconds(view, optarg);
	case VIEW_TITLE:
		view->options.title = optarg;
		return view_only(view, "--title", "html");
	case VIEW_EVENT:
		view->options.event = optarg;
		return view_only(view, "--event", "latency folded speedscope");
	case VIEW_WEIGHT:
		return view_weight(view);
	case VIEW_TRACEFS:
		/* For tests: a directory that imitates tracefs. */
		return tracefs_set_tracing_dir(optarg) ? view_error(optarg, strerror(errno)) : 0;
	case ':':
		return view_usage(argv[optind - 1], "the option needs an argument");
	}
	return view_usage(argv[optind - 1], "unknown option, or one that takes no argument");
}

static int view_parse(struct view *view, int argc, char **argv)
{
	int option;

	if (argc < 2)
		return view_usage("", "a command is missing");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
		view_print(view_help);
	if (!strcmp(argv[1], "--version"))
		view_print("trace-view " VIEW_VERSION "\n");
	view->sink = sink_find(argv[1]);
	if (!view->sink)
		return view_usage(argv[1], "unknown command");
	view->inputs = calloc(argc, sizeof(*view->inputs));
	if (!view->inputs)
		return view_error("", "no memory");
	opterr = 0;
	optind = 2;
	while ((option = getopt_long(argc, argv, ":o:qh", view_options, NULL)) >= 0)
		if (view_option(view, option, argv))
			return -1;
	while (optind < argc)
		view_add_input(view, argv[optind++], false);
	if (!view->nr_inputs)
		return view_usage("", "an input is missing");
	if (view->seconds > 0 && !view->live)
		return view_usage("--seconds", "only with --live");
	/* Of the outputs with this option, only latency looks for an event in recordings. */
	if (view->options.event && !view->live && strcmp(view->sink->name, "latency"))
		return view_usage("--event", "only with --live");
	for (unsigned int i = 0; i < view->nr_inputs; i++)
		view->inputs[i].seconds = view->inputs[i].live ? view->seconds : 0;
	return 0;
}

static int view_check_output(struct view *view)
{
	const struct sink *sink = view->sink;
	struct stat out, in;
	int err;

	if (!view->options.path && sink->path_is_dir)
		return view_usage(sink->name, "needs --output DIRECTORY");
	if (!view->options.path && !sink->text && isatty(STDOUT_FILENO))
		return view_usage(sink->name, "is not shown on a terminal: use --output");
	err = view->options.path ? stat(view->options.path, &out) : fstat(STDOUT_FILENO, &out);
	if (err)
		return 0;
	if (view->options.path && !sink->path_is_dir && S_ISDIR(out.st_mode))
		return view_error(view->options.path, "is a directory");
	for (unsigned int i = 0; i < view->nr_inputs; i++)
		if (!view->inputs[i].live && !stat(view->inputs[i].path, &in) &&
		    in.st_dev == out.st_dev && in.st_ino == out.st_ino)
			return view_error(view->inputs[i].path, "is the output as well");
	return 0;
}

static void view_terminal(struct view *view)
{
	const char *columns = getenv("COLUMNS"), *plain = getenv("NO_COLOR");
	bool terminal = !view->options.path && isatty(STDOUT_FILENO);
	struct winsize size;
	long width = 80;

	if (terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		width = size.ws_col;
	else if (columns && strtol(columns, NULL, 10) > 0)
		width = strtol(columns, NULL, 10);
	view->options.width = width < 20 ? 20 : width > 1000 ? 1000 : width;
	view->options.color = terminal && !(plain && *plain);
}

/* Give all records to the timeline: 0, or -1 if that failed, which was reported. */
static int view_records(struct view_source *source, const struct sink *sink, void *priv)
{
	struct timeline *timeline = timeline_new(sink->ops, priv);
	struct view_record record;
	int err = 0;

	if (!timeline)
		return view_error("", "no memory");
	while (!err && view_source_next(source, &record) > 0)
		err = timeline_record(timeline, &record);
	timeline_end(timeline);
	return err ? view_error("", "no memory") : 0;
}

static int view_convert(void *arg, const struct view_limit *limits, unsigned int nr_limits,
			struct view_progress *progress, bool *opened)
{
	struct view *view = arg;
	struct view_source *source;
	int err, status = 1;
	void *priv;

	source = view_source_open(view->inputs, view->nr_inputs, limits, nr_limits, progress);
	if (!source)
		return 1;
	priv = view->sink->open(&view->options, source);
	if (priv) {
		*opened = true;
		err = view_records(source, view->sink, priv);
		progress->phase = 2;
		if (view->sink->close(priv, source))
			err = -1;
		if (!err)
			status = view_source_broken(source) ? 2 : 0;
	}
	view_source_close(source);
	return status;
}

int main(int argc, char **argv)
{
	struct view view = { .options = { .weight = NULL } };
	struct supervise what = { .convert = view_convert, .arg = &view };

	int status = 1;

	if (argc > 1 && !strcmp(argv[1], "dat"))
		return dat_main(argc - 1, argv + 1);
	if (!view_parse(&view, argc, argv) && !view_check_output(&view)) {
		view_terminal(&view);
		what.inputs = view.inputs;
		what.nr_inputs = view.nr_inputs;
		what.path = view.options.path;
		what.quiet = view.quiet;
		what.live = view.live;
		status = supervise(&what);
	}
	free(view.inputs);
	return status;
}
