// SPDX-License-Identifier: GPL-2.0
/*
 * Instances of the running kernel: the pages come from trace_pipe_raw, as trace-cmd takes
 * them, and records are ordered as they come.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <traceevent/event-parse.h>
#include <tracefs.h>
#include <unistd.h>

#include "input.h"

#define LIVE_WAIT	(10 * 1000 * 1000)	/* ns between two looks into an empty buffer */
#define LIVE_CPUS	8192

/* The path of a file of the instance; NULL if the name is no plain one. */
static char *live_path(const struct input *input, const char *file)
{
	const char *instance = input->what->path;
	char *inner, *path;

	if (strchr(instance, '/') || !strcmp(instance, "..") || !strcmp(instance, "."))
		return NULL;
	if (asprintf(&inner, "%s%s%s%s", *instance ? "instances/" : "", instance,
		     *instance ? "/" : "", file) < 0)
		return NULL;
	path = tracefs_get_tracing_file(inner);
	free(inner);
	return path;
}

/* The begin of a file of the instance; empty if it cannot be read. */
static void live_read(const struct input *input, const char *file, char *text, size_t size)
{
	char *path = live_path(input, file);
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	ssize_t len = fd >= 0 ? read(fd, text, size - 1) : 0;

	text[len > 0 ? len : 0] = '\0';
	if (fd >= 0)
		close(fd);
	tracefs_put_tracing_file(path);
}

static uint64_t live_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static bool live_loss(struct input *input, const struct view_buffer *buffer, int cpu,
		      struct view_cpu_loss *loss)
{
	char name[64], text[1024];

	snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
	live_read(input, name, text, sizeof(text));
	source_parse_stats(text, loss);
	return loss->known;
}

/*
 * Was all read that there is to read? When the time is over, this is what the buffer holds
 * then: a kernel that writes as fast as we read must not keep us for ever.
 */
static bool live_done(struct stream *stream)
{
	struct input *input = stream->input;
	struct view_cpu_loss loss = { 0 };

	if (!stream->last && input->until && !source_stop && live_now() < input->until)
		return false;
	if (!stream->last) {
		stream->last = true;
		live_loss(input, stream->buffer, stream->cpu, &loss);
		stream->entries = stream->records + loss.entries;
	}
	return stream->records >= stream->entries;
}

/* Read one page of a CPU, if it has one. */
static int live_more(struct stream *stream)
{
	const struct input *input = stream->input;
	ssize_t got;

	if (live_done(stream)) {
		stream->ended = true;
		return 0;
	}
	got = read(stream->fd, stream->page, input->page_size);
	if (got > 0) {
		memset(stream->page + got, 0, input->page_size - got);
		input->source->fetched = true;
		return 1;
	}
	if (got < 0 && errno != EAGAIN && errno != EINTR) {
		source_broke(stream, 0, strerror(errno));
		return 0;
	}
	stream->dry = true;
	stream->ended = stream->last;
	return 0;
}

static int live_add_cpu(struct input *input, struct view_buffer *buffer, int cpu)
{
	struct stream *stream;
	char name[64], *path;

	snprintf(name, sizeof(name), "per_cpu/cpu%d/trace_pipe_raw", cpu);
	path = live_path(input, name);
	stream = source_add_stream(input, buffer, cpu);
	if (!path || !stream || source_page_init(stream))
		return -1;
	stream->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (stream->fd < 0) {
		source_say(input, "%s: %s", path, strerror(errno));
		tracefs_put_tracing_file(path);
		return -1;
	}
	tracefs_put_tracing_file(path);
	stream->more = live_more;
	if (input->machine->nr_cpus <= (unsigned int)cpu)
		input->machine->nr_cpus = cpu + 1;
	return 0;
}

static int live_add_cpus(struct input *input)
{
	struct view_buffer *buffer = source_add_buffer(input, input->what->path);
	char *path = live_path(input, "per_cpu");
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	dir = path ? opendir(path) : NULL;
	if (!dir || !buffer) {
		source_say(input, "%s: %s", path ?: "instance", strerror(errno));
		tracefs_put_tracing_file(path);
		if (dir)
			closedir(dir);
		return -1;
	}
	while (!err) {
		char *end;
		long cpu;

		entry = readdir(dir);
		if (!entry)
			break;
		if (strncmp(entry->d_name, "cpu", 3))
			continue;
		cpu = strtol(entry->d_name + 3, &end, 10);
		if (*end || end == entry->d_name + 3 || cpu < 0 || cpu >= LIVE_CPUS)
			continue;
		err = live_add_cpu(input, buffer, cpu);
	}
	closedir(dir);
	tracefs_put_tracing_file(path);
	return err;
}

/* The clock in brackets, as in trace_clock. */
static void live_clock(struct input *input)
{
	char text[512], *begin, *end;

	live_read(input, "trace_clock", text, sizeof(text));
	begin = strchr(text, '[');
	end = begin ? strchr(begin, ']') : NULL;
	if (!end)
		return;
	*end = '\0';
	input->label = strdup(begin + 1);
	if (input->label)
		input->machine->clock = input->label;
}

static void live_close(struct input *input)
{
	if (input->machine)
		tep_free(input->machine->tep);
	free(input->label);
}

static int live_machine(struct input *input)
{
	const char *dir = tracefs_tracing_dir();
	struct view_machine *machine = source_add_machine(input);
	int size;

	if (!machine)
		return -1;
	machine->tep = dir ? tracefs_local_events(dir) : NULL;
	if (!machine->tep) {
		source_say(input, "%s: the formats of events cannot be read", dir ?: "tracefs");
		return -1;
	}
	tracefs_load_cmdlines(dir, machine->tep);
	machine->long_size = tep_get_header_page_size(machine->tep);
	if (machine->long_size != 4 && machine->long_size != 8)
		machine->long_size = sizeof(long);
	size = tep_get_sub_buffer_size(machine->tep);
	if (size < 512 || size > 16 * 1024 * 1024) {
		source_say(input, "%s/events/header_page: %d bytes are no size of a page", dir,
			   size);
		return -1;
	}
	input->page_size = size;
	return 0;
}

/* The formats of this kernel do not describe the records of another one. */
static bool live_is_other(struct input *input)
{
	char text[64];

	live_read(input, "last_boot_notes", text, sizeof(text));
	if (strncmp(text, "# another kernel", strlen("# another kernel")))
		return false;
	source_say(input, "has records of another kernel: make a file of them by 'trace-view dat'");
	return true;
}

int source_live_open(struct input *input)
{
	char *path = live_path(input, "per_cpu");

	input->name = *input->what->path ? input->what->path : "live";
	input->loss = live_loss;
	input->close = live_close;
	tep_set_loglevel(TEP_LOG_NONE);
	if (!path || access(path, F_OK)) {
		source_say(input, "there is no such instance%s%s", path ? ": " : "", path ?: "");
		tracefs_put_tracing_file(path);
		return -1;
	}
	tracefs_put_tracing_file(path);
	if (live_is_other(input))
		return -1;
	if (live_machine(input) || live_add_cpus(input))
		return -1;
	live_clock(input);
	if (input->what->seconds > 0)
		input->until = live_now() + (uint64_t)(input->what->seconds * 1e9);
	return 0;
}

/* Ask all CPUs that had no records. */
static void live_sweep(struct view_source *source,
		       void (*add)(struct view_source *source, struct stream *stream))
{
	for (unsigned int i = 0; i < source->nr_streams; i++) {
		struct stream *stream = source->streams[i];

		if (!stream->dry || stream->ended)
			continue;
		stream->dry = false;
		if (stream->next(stream))
			add(source, stream);
	}
}

static bool live_waits(const struct view_source *source)
{
	for (unsigned int i = 0; i < source->nr_streams; i++)
		if (source->streams[i]->dry && !source->streams[i]->ended)
			return true;
	return false;
}

void source_live_refill(struct view_source *source,
			void (*add)(struct view_source *source, struct stream *stream))
{
	const struct timespec pause = { .tv_nsec = LIVE_WAIT };

	for (;;) {
		while (source->fetched) {
			source->fetched = false;
			live_sweep(source, add);
		}
		if (source->nr_heap || !live_waits(source))
			break;
		nanosleep(&pause, NULL);
		live_sweep(source, add);
	}
}
