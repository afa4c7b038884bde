// SPDX-License-Identifier: GPL-2.0
/*
 * All inputs as one stream of records: a heap of streams, ordered by the time of the record
 * that each of them has.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event.h"
#include "input.h"

volatile sig_atomic_t source_stop;

void source_say(const struct input *input, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "trace-view: %s: ", input->name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

void source_broke(struct stream *stream, uint64_t at, const char *why)
{
	const char *buffer = stream->buffer->name;
	char where[40] = "";

	stream->input->source->broken = true;
	stream->ended = true;
	if (at)
		snprintf(where, sizeof(where), " at byte %llu", (unsigned long long)at);
	source_say(stream->input, "%s%scpu %d breaks after %llu records%s: %s",
		   buffer, *buffer ? ": " : "", stream->cpu,
		   (unsigned long long)stream->records, where, why);
}

bool source_limited(struct stream *stream, uint64_t at)
{
	if (!stream->ended && stream->records >= stream->limit)
		source_broke(stream, at, "libtracecmd cannot read what follows");
	return stream->ended;
}

/* Make space for one more pointer; arrays grow by doubling. */
static int source_grow(void *array, unsigned int nr)
{
	void **old = *(void ***)array, **new;

	if (nr & (nr - 1))
		return 0;
	new = realloc(old, (nr ? nr * 2 : 1) * sizeof(*new));
	if (!new)
		return -1;
	*(void ***)array = new;
	return 0;
}

struct view_machine *source_add_machine(struct input *input)
{
	struct view_source *source = input->source;
	struct view_machine *machine;

	if (source_grow(&source->machines, source->nr_machines))
		return NULL;
	machine = calloc(1, sizeof(*machine));
	if (!machine)
		return NULL;
	machine->nr = source->nr_machines;
	machine->name = input->name;
	machine->clock = "local";
	source->machines[source->nr_machines++] = machine;
	input->machine = machine;
	return machine;
}

struct view_buffer *source_add_buffer(struct input *input, const char *name)
{
	struct view_source *source = input->source;
	struct view_buffer *buffer;

	if (source_grow(&source->buffers, source->nr_buffers))
		return NULL;
	buffer = calloc(1, sizeof(*buffer));
	if (!buffer)
		return NULL;
	buffer->nr = source->nr_buffers;
	buffer->name = strdup(name);
	buffer->machine = input->machine;
	if (!buffer->name) {
		free(buffer);
		return NULL;
	}
	source->buffers[source->nr_buffers++] = buffer;
	return buffer;
}

struct stream *source_add_stream(struct input *input, struct view_buffer *buffer, int cpu)
{
	struct view_source *source = input->source;
	struct stream *stream;

	if (source_grow(&source->streams, source->nr_streams))
		return NULL;
	stream = calloc(1, sizeof(*stream));
	if (!stream)
		return NULL;
	stream->input = input;
	stream->buffer = buffer;
	stream->cpu = cpu;
	stream->fd = -1;
	stream->limit = UINT64_MAX;
	for (unsigned int i = 0; i < source->nr_limits; i++) {
		const struct view_limit *limit = &source->limits[i];

		if (limit->buffer == buffer->nr && limit->cpu == cpu &&
		    limit->records < stream->limit)
			stream->limit = limit->records;
	}
	source->streams[source->nr_streams++] = stream;
	return stream;
}

void source_parse_stats(const char *text, struct view_cpu_loss *loss)
{
	const struct {
		const char *key;
		uint64_t *value;
	} keys[] = {
		{ "entries: ", &loss->entries },
		{ "overrun: ", &loss->overrun },
		{ "commit overrun: ", &loss->commit_overrun },
		{ "dropped events: ", &loss->dropped },
	};

	while (*text && strncmp(text, "CPU:", 4)) {
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
			size_t len = strlen(keys[i].key);

			if (strncmp(text, keys[i].key, len))
				continue;
			*keys[i].value = strtoull(text + len, NULL, 10);
			loss->known = true;
		}
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
}

static int source_add_input(struct view_source *source, const struct view_input *what)
{
	struct input *input;

	if (source_grow(&source->inputs, source->nr_inputs))
		return -1;
	input = calloc(1, sizeof(*input));
	if (!input)
		return -1;
	input->source = source;
	input->what = what;
	input->name = what->path;
	input->fd = -1;
	source->inputs[source->nr_inputs++] = input;
	if (what->live) {
		source->live = true;
		return source_live_open(input);
	}
	return source_file_open(input);
}

struct view_source *view_source_open(const struct view_input *inputs, unsigned int nr,
				     const struct view_limit *limits, unsigned int nr_limits,
				     struct view_progress *progress)
{
	struct view_source *source = calloc(1, sizeof(*source));

	if (!source)
		return NULL;
	source->limits = limits;
	source->nr_limits = nr_limits;
	source->progress = progress ? progress : &source->own_progress;
	source->progress->phase = 0;
	source->progress->cpu = -1;
	for (unsigned int i = 0; i < nr; i++) {
		source->progress->buffer = i;
		if (source_add_input(source, &inputs[i])) {
			view_source_close(source);
			return NULL;
		}
	}
	source_file_guests(source);
	for (unsigned int i = 0; i < source->nr_machines; i++) {
		if (event_machine_open(source->machines[i])) {
			view_source_close(source);
			return NULL;
		}
	}
	source->heap = calloc(source->nr_streams + 1, sizeof(*source->heap));
	if (!source->heap) {
		view_source_close(source);
		return NULL;
	}
	source->progress->phase = 1;
	return source;
}

static bool source_before(const struct stream *a, const struct stream *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts;
	if (a->buffer->nr != b->buffer->nr)
		return a->buffer->nr < b->buffer->nr;
	return a->cpu < b->cpu;
}

static void source_sift_down(struct view_source *source)
{
	struct stream **heap = source->heap, *stream = heap[0];
	unsigned int at = 0, child;

	while ((child = 2 * at + 1) < source->nr_heap) {
		if (child + 1 < source->nr_heap && source_before(heap[child + 1], heap[child]))
			child++;
		if (!source_before(heap[child], stream))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = stream;
}

static void source_push(struct view_source *source, struct stream *stream)
{
	unsigned int at = source->nr_heap++;

	while (at && source_before(stream, source->heap[(at - 1) / 2])) {
		source->heap[at] = source->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	source->heap[at] = stream;
}

/* Read the successor of the record that was delivered last. */
static void source_advance(struct view_source *source)
{
	if (!source->current)
		return;
	source->current = NULL;
	if (!source->heap[0]->next(source->heap[0])) {
		source->nr_heap--;
		if (!source->nr_heap)
			return;
		source->heap[0] = source->heap[source->nr_heap];
	}
	source_sift_down(source);
}

static void source_fill(struct view_source *source)
{
	source->started = true;
	for (unsigned int i = 0; i < source->nr_streams; i++)
		if (source->streams[i]->next(source->streams[i]))
			source_push(source, source->streams[i]);
}

static void source_end(struct view_source *source)
{
	if (source->ended)
		return;
	source->ended = true;
	for (unsigned int i = 0; i < source->nr_inputs; i++) {
		const struct input *input = source->inputs[i];

		if (input->unknown)
			source_say(input, "%llu records are of events that it does not describe",
				   (unsigned long long)input->unknown);
		if (!input->backwards)
			continue;
		source_say(input, "%llu records have a time before that of their predecessor",
			   (unsigned long long)input->backwards);
		source->broken = true;
	}
}

/* Deliver the record of a stream; false if its event is unknown. */
static bool source_deliver(struct view_source *source, struct stream *stream,
			   struct view_record *record)
{
	struct view_machine *machine = stream->input->machine;

	record->ts = stream->ts;
	if (record->ts < source->last) {
		record->ts = source->last;
		stream->input->backwards++;
	}
	source->last = record->ts;
	record->missed = stream->missed;
	if (stream->carry)
		record->missed = stream->carry;
	stream->carry = 0;
	record->data = stream->data;
	record->size = stream->size;
	record->cpu = stream->cpu;
	record->buffer = stream->buffer;
	if (!event_decode(machine, record)) {
		stream->input->unknown++;
		stream->carry = record->missed;
		return false;
	}
	return true;
}

int view_source_next(struct view_source *source, struct view_record *record)
{
	if (!source->started)
		source_fill(source);
	for (;;) {
		source_advance(source);
		if (source->live)
			source_live_refill(source, source_push);
		if (!source->nr_heap) {
			source_end(source);
			return 0;
		}
		source->current = source->heap[0];
		source->progress->total++;
		if (source_deliver(source, source->current, record))
			return 1;
	}
}

bool view_source_broken(const struct view_source *source)
{
	return source->broken;
}

const struct view_machine *view_source_machine(const struct view_source *source,
					       unsigned int nr)
{
	return nr < source->nr_machines ? source->machines[nr] : NULL;
}

unsigned int view_source_machines(const struct view_source *source)
{
	return source->nr_machines;
}

const struct view_buffer *view_source_buffer(const struct view_source *source, unsigned int nr)
{
	return nr < source->nr_buffers ? source->buffers[nr] : NULL;
}

const struct view_input *view_source_input(const struct view_source *source, unsigned int nr)
{
	return nr < source->nr_inputs ? source->inputs[nr]->what : NULL;
}

unsigned int view_source_buffers(const struct view_source *source)
{
	return source->nr_buffers;
}

bool view_source_loss(const struct view_source *source, unsigned int buffer, int cpu,
		      struct view_cpu_loss *loss)
{
	memset(loss, 0, sizeof(*loss));
	loss->buffer = buffer;
	loss->cpu = cpu;
	if (buffer >= source->nr_buffers)
		return false;
	for (unsigned int i = 0; i < source->nr_inputs; i++) {
		struct input *input = source->inputs[i];

		if (input->machine == source->buffers[buffer]->machine && input->loss)
			return input->loss(input, source->buffers[buffer], cpu, loss);
	}
	return false;
}

void view_source_close(struct view_source *source)
{
	for (unsigned int i = 0; i < source->nr_buffers; i++) {
		free((char *)source->buffers[i]->name);
		free(source->buffers[i]);
	}
	for (unsigned int i = 0; i < source->nr_machines; i++)
		event_machine_close(source->machines[i]);
	for (unsigned int i = 0; i < source->nr_inputs; i++) {
		if (source->inputs[i]->close)
			source->inputs[i]->close(source->inputs[i]);
		free(source->inputs[i]);
	}
	for (unsigned int i = 0; i < source->nr_streams; i++) {
		source_page_free(source->streams[i]);
		if (source->streams[i]->fd >= 0)
			close(source->streams[i]->fd);
		free(source->streams[i]);
	}
	for (unsigned int i = 0; i < source->nr_machines; i++)
		free(source->machines[i]);
	free(source->streams);
	free(source->buffers);
	free(source->machines);
	free(source->inputs);
	free(source->heap);
	free(source);
}
