// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target of trace-view: raw pages of two CPUs, and an output for their records.
 *
 * source_file_open() of this file takes the place of the one that opens a file: libtracecmd is
 * not what is tested. The events are those of the recording in SCENE.
 *
 * The first byte of an input selects the output, the second has the flags FUZZ_SWAP and so on;
 * two bytes are the length of the pages of the first CPU, and the rest are those of the second.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace-cmd/trace-cmd.h>

#include "event.h"
#include "input.h"
#include "sink.h"
#include "sizes.h"

#define FUZZ_PAGE	4096
#define FUZZ_HEAD	4
#define FUZZ_SWAP	1
#define FUZZ_SHORT	2	/* a long has four bytes */
#define FUZZ_COUNT	4	/* --weight count */
#define FUZZ_EVENT	8	/* --event, for latency */
#define FUZZ_BUFFER	16	/* the second CPU is one of another buffer */
#define FUZZ_MACHINE	32	/* the second CPU is one of another machine */
#define FUZZ_LIMIT	64	/* the second CPU is cut, as the supervisor does it */

static const struct sink *const fuzz_sinks[] = {
	&sink_json, &sink_perfetto, &sink_folded, &sink_speedscope,
	&sink_summary, &sink_latency, &sink_html, &sink_ctf,
};

static const struct view_limit fuzz_limit = { .cpu = 1, .records = 5 };

/* In place of sizes.c: an input fills these tables, and setting them up takes little time. */
const struct sizes sizes = {
	.out = 4096,
	.text = 2048,
	.symbols = 64,
	.tasks = 40,
	.slices = 32,
	.slice_bytes = 1024,
	.nodes = 150,
	.frame_names = 100,
	.frame_bytes = 4096,
	.functions = 32,
	.interned = 64,
	.interned_bytes = 1024,
	.by_address = 16,
	.strings = 128,
	.string_bytes = 8192,
	.heads = 16,
	.spool = 3,
	.chunk = 768,
};

static struct tracecmd_input *fuzz_scene;
static const uint8_t *fuzz_data;
static size_t fuzz_size;

static int fuzz_more(struct stream *stream)
{
	size_t left = stream->end - stream->at;
	size_t take = left < FUZZ_PAGE ? left : FUZZ_PAGE;

	if (!left)
		return 0;
	memcpy(stream->page, fuzz_data + stream->at, take);
	memset(stream->page + take, 0, FUZZ_PAGE - take);
	stream->page_at = stream->at;
	stream->at += take;
	return 1;
}

static bool fuzz_loss(struct input *input, const struct view_buffer *buffer, int cpu,
		      struct view_cpu_loss *loss)
{
	loss->overrun = 3;
	loss->dropped = cpu;
	loss->known = true;
	return true;
}

/* The first CPU, or the second. */
static int fuzz_add_cpu(struct input *input, struct view_buffer *buffer, int cpu)
{
	struct stream *stream = source_add_stream(input, buffer, cpu);
	size_t first = fuzz_data[2] | fuzz_data[3] << 8;

	if (!stream || source_page_init(stream))
		return -1;
	if (first > fuzz_size - FUZZ_HEAD)
		first = fuzz_size - FUZZ_HEAD;
	stream->at = cpu ? FUZZ_HEAD + first : FUZZ_HEAD;
	stream->end = cpu ? fuzz_size : FUZZ_HEAD + first;
	stream->more = fuzz_more;
	return 0;
}

int source_file_open(struct input *input)
{
	struct view_machine *machine = source_add_machine(input);
	struct view_buffer *buffer = machine ? source_add_buffer(input, "") : NULL;

	if (!buffer)
		return -1;
	input->page_size = FUZZ_PAGE;
	input->loss = fuzz_loss;
	machine->tep = tracecmd_get_tep(fuzz_scene);
	machine->swap = fuzz_data[1] & FUZZ_SWAP;
	machine->long_size = fuzz_data[1] & FUZZ_SHORT ? 4 : 8;
	machine->nr_cpus = 2;
	if (machine->nr)
		return fuzz_add_cpu(input, buffer, 1);
	if (fuzz_add_cpu(input, buffer, 0))
		return -1;
	if (fuzz_data[1] & FUZZ_MACHINE)
		return 0;
	if (fuzz_data[1] & FUZZ_BUFFER)
		buffer = source_add_buffer(input, "second");
	return buffer ? fuzz_add_cpu(input, buffer, 1) : -1;
}

void source_file_guests(struct view_source *source)
{
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	FILE *null = fopen("/dev/null", "w");

	/* Messages about damaged pages are expected. */
	if (null)
		stderr = null;
	fuzz_scene = tracecmd_open_head(SCENE, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!fuzz_scene)
		abort();
	return 0;
}

static void fuzz_convert(struct view_source *source, const struct sink *sink)
{
	/* The command line has an event for other outputs only with --live. */
	bool event = fuzz_data[1] & FUZZ_EVENT && sink == &sink_latency;
	struct sink_options options = {
		.path = sink->path_is_dir ? CTF : "/dev/null",
		.width = 80,
		.weight = fuzz_data[1] & FUZZ_COUNT ? "count" : "time",
		.event = event ? "vfs_read" : NULL,
	};
	struct view_record record;
	struct timeline *timeline;
	void *priv = sink->open(&options, source);

	if (!priv)
		return;
	timeline = timeline_new(sink->ops, priv);
	while (timeline && view_source_next(source, &record) > 0)
		if (timeline_record(timeline, &record))
			break;
	if (timeline)
		timeline_end(timeline);
	sink->close(priv, source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view_input inputs[] = { { .path = "input" }, { .path = "other" } };
	struct view_source *source;

	if (size < FUZZ_HEAD)
		return 0;
	fuzz_data = data;
	fuzz_size = size;
	source = view_source_open(inputs, data[1] & FUZZ_MACHINE ? 2 : 1, &fuzz_limit,
				  data[1] & FUZZ_LIMIT ? 1 : 0, NULL);
	if (!source)
		return 0;
	fuzz_convert(source, fuzz_sinks[data[0] % (sizeof(fuzz_sinks) / sizeof(fuzz_sinks[0]))]);
	view_source_close(source);
	return 0;
}
