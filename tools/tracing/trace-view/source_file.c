// SPDX-License-Identifier: GPL-2.0
/*
 * Files of trace-cmd. libtracecmd reads the head of each; the pages are read from the file,
 * unless they are compressed or their times need corrections: then libtracecmd reads them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <trace-cmd/trace-cmd.h>
#include <unistd.h>

#include "input.h"
#include "library.h"
#include "source_map.h"

#define FILE_CHUNK	(256 * 1024)		/* bytes read ahead of each CPU, at most, */
#define FILE_CHUNKS	(32 * 1024 * 1024)	/* and of all CPUs */

/* Say which record the supervisor should cut if the library dies. */
static void file_enter(const struct stream *stream)
{
	struct view_progress *progress = stream->input->source->progress;

	progress->buffer = stream->buffer->nr;
	progress->records = stream->records;
	progress->cpu = stream->cpu;
}

static void file_leave(const struct stream *stream)
{
	stream->input->source->progress->cpu = -1;
}

/* Read more of a CPU's pages from the file. */
static int file_chunk(struct stream *stream)
{
	struct input *input = stream->input;
	uint64_t left = stream->end - stream->at;
	size_t want = left < stream->chunk_size ? left : stream->chunk_size;
	ssize_t got;

	if (!stream->chunk)
		stream->chunk = malloc(stream->chunk_size);
	if (!stream->chunk) {
		source_broke(stream, stream->at, "no memory");
		return -1;
	}
	do {
		got = pread(input->fd, stream->chunk, want, stream->at);
	} while (got < 0 && errno == EINTR);
	if (got < 0) {
		source_broke(stream, stream->at, strerror(errno));
		return -1;
	}
	posix_fadvise(input->fd, stream->at, got, POSIX_FADV_DONTNEED);
	stream->chunk_at = 0;
	stream->chunk_len = got;
	if (got < (ssize_t)input->page_size) {
		source_broke(stream, stream->at + got, "the file ends there");
		return -1;
	}
	return 0;
}

static int file_more(struct stream *stream)
{
	struct input *input = stream->input;

	if (stream->chunk_len - stream->chunk_at < input->page_size) {
		if (stream->at == stream->end)
			return 0;
		if (file_chunk(stream)) {
			stream->at = stream->end;
			stream->chunk_len = 0;
			stream->chunk_at = 0;
			return -1;
		}
	}
	memcpy(stream->page, stream->chunk + stream->chunk_at, input->page_size);
	stream->page_at = stream->at;
	stream->chunk_at += input->page_size;
	stream->at += input->page_size;
	input->source->progress->done += input->page_size;
	return 1;
}

/* The file is cut within a CPU's pages: what file_more() ends with. */
static int file_more_cut(struct stream *stream)
{
	if (stream->chunk_len - stream->chunk_at < stream->input->page_size &&
	    stream->end - stream->at < stream->input->page_size) {
		source_broke(stream, stream->end, "the file ends there");
		return -1;
	}
	return file_more(stream);
}

/*
 * libtracecmd ends a CPU at a damaged page, and says nothing. Report it if there are records
 * behind the one at @at, which was the last; 0 if there was none.
 */
static void file_rest(struct stream *stream, uint64_t at)
{
	unsigned int size = stream->input->page_size;
	uint64_t records = stream->records;

	if (at >= stream->at && at < stream->end)
		stream->at += (at - stream->at) / size * size + size;
	if (stream->at >= stream->end || source_page_init(stream))
		return;
	stream->data = NULL;
	stream->chunk_size = size;
	stream->more = file_more;
	if (!source_page_next(stream))
		return;
	stream->records = records;
	source_broke(stream, stream->page_at, "libtracecmd does not read on");
}

/* The next record of a stream that libtracecmd reads. */
static int file_next(struct stream *stream)
{
	struct tep_record *record = stream->record;
	uint64_t at = record ? record->offset : 0;

	if (source_limited(stream, at))
		return 0;
	file_enter(stream);
	if (record)
		tracecmd_free_record(record);
	record = stream->records ? tracecmd_read_data(stream->handle, stream->cpu) :
				   tracecmd_read_cpu_first(stream->handle, stream->cpu);
	file_leave(stream);
	stream->record = record;
	if (!record) {
		file_rest(stream, at);
		return 0;
	}
	stream->ts = record->ts;
	stream->data = record->data;
	stream->size = record->size > 0 ? record->size : 0;
	stream->missed = VIEW_MISSED_UNKNOWN;
	if (record->missed_events >= 0)
		stream->missed = record->missed_events;
	stream->records++;
	stream->input->source->progress->done += stream->size;
	return 1;
}

static int file_add_pages(struct input *input)
{
	unsigned int streams = 1;

	for (unsigned int i = 0; i < input->map->nr_buffers; i++)
		streams += input->map->buffers[i].nr_cpus;
	for (unsigned int i = 0; i < input->map->nr_buffers; i++) {
		struct source_map_buffer *from = &input->map->buffers[i];
		struct view_buffer *buffer = source_add_buffer(input, from->name);

		if (!buffer)
			return -1;
		for (unsigned int j = 0; j < from->nr_cpus; j++) {
			struct source_map_cpu *cpu = &from->cpus[j];
			struct stream *stream;

			stream = source_add_stream(input, buffer, cpu->cpu);
			if (!stream || source_page_init(stream))
				return -1;
			stream->at = cpu->offset;
			stream->end = cpu->offset + cpu->size;
			stream->more = cpu->cut ? file_more_cut : file_more;
			stream->chunk_size = FILE_CHUNKS / streams;
			if (stream->chunk_size > FILE_CHUNK)
				stream->chunk_size = FILE_CHUNK;
			stream->chunk_size -= stream->chunk_size % input->page_size;
			if (!stream->chunk_size)
				stream->chunk_size = input->page_size;
		}
	}
	return 0;
}

/* Where the pages of a CPU are; compressed ones are not known. */
static void file_place(struct stream *stream)
{
	const struct source_map *map = stream->input->map;

	for (unsigned int i = 0; i < map->nr_buffers && !map->compressed; i++) {
		const struct source_map_buffer *buffer = &map->buffers[i];

		if (strcmp(buffer->name, stream->buffer->name))
			continue;
		for (unsigned int j = 0; j < buffer->nr_cpus; j++) {
			if (buffer->cpus[j].cpu != stream->cpu)
				continue;
			stream->at = buffer->cpus[j].offset;
			stream->end = stream->at + buffer->cpus[j].size;
			return;
		}
	}
}

static int file_add_handle(struct input *input, struct tracecmd_input *handle,
			   const char *name)
{
	struct view_buffer *buffer = source_add_buffer(input, name);
	int cpus = tracecmd_cpus(handle);

	if (!buffer)
		return -1;
	for (int cpu = 0; cpu < cpus; cpu++) {
		struct stream *stream = source_add_stream(input, buffer, cpu);

		if (!stream)
			return -1;
		file_place(stream);
		stream->handle = handle;
		stream->owner = !cpu && handle != input->handle;
		stream->next = file_next;
	}
	if ((unsigned int)cpus > input->machine->nr_cpus)
		input->machine->nr_cpus = cpus;
	return 0;
}

static int file_add_handles(struct input *input)
{
	int nr = tracecmd_buffer_instances(input->handle);

	if (file_add_handle(input, input->handle, ""))
		return -1;
	for (int i = 0; i < nr; i++) {
		const char *name = tracecmd_buffer_instance_name(input->handle, i);
		struct tracecmd_input *handle;

		handle = tracecmd_buffer_instance_handle(input->handle, i);
		if (!handle || !name) {
			source_say(input, "libtracecmd cannot read its buffer %s", name ?: "");
			input->source->broken = true;
			continue;
		}
		if (file_add_handle(input, handle, name))
			return -1;
	}
	return 0;
}

static bool file_loss(struct input *input, const struct view_buffer *buffer, int cpu,
		      struct view_cpu_loss *loss)
{
	const char *text = tracecmd_get_cpustats(input->handle);
	char key[32];

	if (!text || *buffer->name)
		return false;
	snprintf(key, sizeof(key), "CPU: %d\n", cpu);
	text = strstr(text, key);
	if (text)
		source_parse_stats(text + strlen(key), loss);
	return loss->known;
}

static void file_close(struct input *input)
{
	struct view_source *source = input->source;

	/* Records belong to their handle, handles of instances to the one of the file. */
	for (unsigned int i = 0; i < source->nr_streams; i++)
		if (source->streams[i]->input == input && source->streams[i]->record)
			tracecmd_free_record(source->streams[i]->record);
	for (unsigned int i = 0; i < source->nr_streams; i++)
		if (source->streams[i]->input == input && source->streams[i]->owner)
			tracecmd_close(source->streams[i]->handle);
	if (input->handle)
		tracecmd_close(input->handle);
	if (input->fd >= 0)
		close(input->fd);
	source_map_free(input->map);
	free(input->label);
}

static int file_open(struct input *input)
{
	struct stat stat;

	input->fd = open(input->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (input->fd < 0 || fstat(input->fd, &stat)) {
		source_say(input, "%s", strerror(errno));
		return -1;
	}
	if (!S_ISREG(stat.st_mode)) {
		source_say(input, "is %s", S_ISDIR(stat.st_mode) ? "a directory" :
			   "not a regular file");
		return -1;
	}
	if (!stat.st_size) {
		source_say(input, "is empty");
		return -1;
	}
	input->map = source_map_read(input, stat.st_size);
	if (!input->map)
		return -1;
	input->page_size = input->map->page_size;
	input->source->progress->size += stat.st_size;
	return 0;
}

/* libtracecmd reports on stdout and stderr what we report ourselves. */
static struct tracecmd_input *file_head(struct input *input, bool data)
{
	struct tracecmd_input *handle;
	FILE *saved = stderr, *null = fopen("/dev/null", "w");

	if (null)
		stderr = null;
	handle = tracecmd_open_head(input->name, TRACECMD_FL_LOAD_NO_PLUGINS);
	/* tracecmd_close() dies of a handle for which this failed: what it has is not freed. */
	if (handle && data && tracecmd_init_data(handle))
		handle = NULL;
	stderr = saved;
	if (null)
		fclose(null);
	return handle;
}

static int file_machine(struct input *input)
{
	struct source_map *map = input->map;
	struct view_machine *machine = source_add_machine(input);

	if (!machine)
		return -1;
	machine->tep = tracecmd_get_tep(input->handle);
	machine->swap = map->swap;
	machine->long_size = map->long_size;
	machine->clock = tracecmd_get_trace_clock(input->handle) ?: "local";
	for (unsigned int i = 0; i < map->nr_buffers; i++) {
		for (unsigned int j = 0; j < map->buffers[i].nr_cpus; j++) {
			unsigned int cpu = map->buffers[i].cpus[j].cpu;

			if (cpu >= machine->nr_cpus)
				machine->nr_cpus = cpu + 1;
		}
	}
	return 0;
}

/* A machine that another one names as its guest is called by that name. */
void source_file_guests(struct view_source *source)
{
	for (unsigned int i = 0; i < source->nr_inputs; i++) {
		struct input *guest = source->inputs[i];

		for (unsigned int j = 0; guest->handle && j < source->nr_inputs; j++) {
			struct input *host = source->inputs[j];
			const char *name = NULL;
			char *label;
			unsigned long long id = tracecmd_get_traceid(guest->handle);

			if (host == guest || !host->handle || !id ||
			    tracecmd_get_guest_cpumap(host->handle, id, &name, NULL, NULL) || !name)
				continue;
			if (guest->label || asprintf(&label, "%s: guest", name) < 0)
				continue;
			guest->label = label;
			guest->machine->name = label;
		}
	}
}

int source_file_open(struct input *input)
{
	tep_set_loglevel(TEP_LOG_NONE);
	tracecmd_set_loglevel(TEP_LOG_NONE);
	input->close = file_close;
	input->loss = file_loss;
	if (file_open(input))
		return -1;
	input->fast = !input->map->compressed && !input->map->times;
	if (input->map->times && input->map->cut && !input->map->compressed) {
		/* libtracecmd refuses a truncated file. */
		source_say(input, "is truncated: its times are not corrected");
		input->source->broken = true;
		input->fast = true;
	}
	input->handle = file_head(input, !input->fast);
	if (!input->handle) {
		source_say(input, "libtracecmd cannot read it");
		return -1;
	}
	if (file_machine(input))
		return -1;
	if (tep_is_old_format(input->machine->tep)) {
		source_say(input, "is of a kernel before 2.6.29");
		return -1;
	}
	return input->fast ? file_add_pages(input) : file_add_handles(input);
}
