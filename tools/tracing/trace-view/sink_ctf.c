// SPDX-License-Identifier: GPL-2.0
/* The Common Trace Format: a directory, with one in it for each of several machines. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ctf.h"
#include "sink.h"

/* Directories of machines that are deleted before others are written. */
#define SINK_MACHINES	1024

/**
 * struct sink_ctf - an output
 * @path: directory
 * @hash: of the clocks' names and the first time stamp; the UUID of the clock
 * @first: no record came yet
 * @nr: of @traces
 * @traces: one for each machine
 */
struct sink_ctf {
	const char *path;
	uint64_t hash;
	bool first;
	unsigned int nr;
	struct ctf_trace traces[];
};

static int sink_error(const char *path, int error)
{
	fprintf(stderr, "trace-view: %s: %s\n", path, strerror(error));
	return -1;
}

/* Names of several machines' directories are counted from 0. */
static void sink_machine(char *name, size_t size, unsigned int nr)
{
	snprintf(name, size, "machine_%u", nr);
}

/* Was the file written by an earlier conversion to the same directory? */
static bool sink_is_ours(const char *name, bool top)
{
	if (top && !strncmp(name, "machine_", 8))
		return true;
	return !strcmp(name, "metadata") || !strncmp(name, "stream_", 7);
}

/*
 * Call for each entry of a directory: it is an error if the entry is not ours, and with @remove
 * one of our files is deleted.
 */
static int sink_entries(int dir, const char *path, bool top, bool remove)
{
	int copy = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;
	int ret = 0;

	if (!list) {
		ret = sink_error(path, errno);
		if (copy >= 0)
			close(copy);
		return ret;
	}
	while (!ret && (entry = readdir(list))) {
		const char *name = entry->d_name;

		if (!strcmp(name, ".") || !strcmp(name, ".."))
			continue;
		if (!sink_is_ours(name, top))
			ret = sink_error(path, ENOTEMPTY);
		else if (remove && sink_is_ours(name, false) && unlinkat(dir, name, 0))
			ret = sink_error(path, errno);
	}
	closedir(list);
	return ret;
}

/* Look at the directories of several machines, or delete them. */
static int sink_machines(int dir, const char *path, bool remove)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < SINK_MACHINES; i++) {
		char name[32];
		int sub;

		sink_machine(name, sizeof(name), i);
		sub = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (sub < 0)
			break;
		ret = sink_entries(sub, path, false, remove);
		close(sub);
		if (!ret && remove && unlinkat(dir, name, AT_REMOVEDIR))
			ret = sink_error(path, errno);
	}
	return ret;
}

/*
 * Delete what an earlier conversion to the same directory wrote: readers take all files of a
 * directory for streams. If there are files that are not ours, everything stays as it is.
 */
static int sink_clean(int dir, const char *path)
{
	for (int remove = 0; remove <= 1; remove++)
		if (sink_entries(dir, path, true, remove) || sink_machines(dir, path, remove))
			return -1;
	return 0;
}

static int sink_mkdir(const char *path, bool clean)
{
	int dir, error;

	if (mkdir(path, 0777) && errno != EEXIST) {
		sink_error(path, errno);
		return -1;
	}
	dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0) {
		sink_error(path, errno);
		return -1;
	}
	error = clean ? sink_clean(dir, path) : 0;
	if (error) {
		close(dir);
		return -1;
	}
	return dir;
}

static int sink_trace(struct sink_ctf *ctf, unsigned int nr, const struct view_machine *machine)
{
	struct ctf_trace *trace = &ctf->traces[nr];
	size_t size = strlen(ctf->path) + 34;
	char name[32];

	trace->machine = machine;
	trace->swap = machine->swap;
	trace->path = malloc(size);
	if (!trace->path)
		return sink_error(ctf->path, ENOMEM);
	sink_machine(name, sizeof(name), nr);
	if (ctf->nr == 1)
		snprintf(trace->path, size, "%s", ctf->path);
	else
		snprintf(trace->path, size, "%s/%s", ctf->path, name);
	trace->dir = sink_mkdir(trace->path, false);
	return trace->dir < 0 ? -1 : 0;
}

static void sink_hash(struct sink_ctf *ctf, const void *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		ctf->hash = (ctf->hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3ULL;
}

static void sink_free(struct sink_ctf *ctf)
{
	for (unsigned int i = 0; i < ctf->nr; i++) {
		if (ctf->traces[i].dir >= 0)
			close(ctf->traces[i].dir);
		free(ctf->traces[i].path);
	}
	free(ctf);
}

static void *sink_open(const struct sink_options *options, struct view_source *source)
{
	unsigned int nr = view_source_machines(source);
	struct sink_ctf *ctf = calloc(1, sizeof(*ctf) + nr * sizeof(ctf->traces[0]));
	int dir;

	if (!ctf) {
		sink_error(options->path, ENOMEM);
		return NULL;
	}
	ctf->path = options->path;
	ctf->nr = nr;
	ctf->first = true;
	ctf->hash = 0xcbf29ce484222325ULL;
	for (unsigned int i = 0; i < nr; i++)
		ctf->traces[i].dir = -1;
	dir = sink_mkdir(ctf->path, true);
	if (dir < 0) {
		sink_free(ctf);
		return NULL;
	}
	close(dir);
	for (unsigned int i = 0; i < nr; i++) {
		if (sink_trace(ctf, i, view_source_machine(source, i))) {
			sink_free(ctf);
			return NULL;
		}
	}
	return ctf;
}

static void sink_record(void *priv, const struct view_record *record)
{
	struct sink_ctf *ctf = priv;
	unsigned int nr = record->event->machine->nr;

	if (ctf->first)
		sink_hash(ctf, &record->ts, sizeof(record->ts));
	ctf->first = false;
	if (nr < ctf->nr)
		ctf_record(&ctf->traces[nr], record);
}

static int sink_close_trace(struct ctf_trace *trace, const char *clock)
{
	int ret;

	ctf_finish(trace);
	ret = ctf_meta(trace, clock);
	if (trace->error)
		ret = sink_error(trace->path, trace->error);
	if (trace->clamped)
		fprintf(stderr, "trace-view: %s: %llu time stamps go backwards, and were raised\n",
			trace->machine->name, (unsigned long long)trace->clamped);
	if (trace->unwritten) {
		fprintf(stderr, "trace-view: %s: %llu records of too many events are left out\n",
			trace->machine->name, (unsigned long long)trace->unwritten);
		ret = -1;
	}
	return ret;
}

static int sink_close(void *priv, struct view_source *source)
{
	struct sink_ctf *ctf = priv;
	uint64_t more;
	char clock[48];
	int ret = 0;

	/* Traces of one recording share a clock; readers compare its UUID. */
	for (unsigned int i = 0; i < ctf->nr; i++)
		sink_hash(ctf, ctf->traces[i].machine->clock,
			  strlen(ctf->traces[i].machine->clock));
	more = ctf->hash * 0x9e3779b97f4a7c15ULL;
	snprintf(clock, sizeof(clock), "%08x-%04x-4%03x-8%03x-%012llx",
		 (unsigned int)(ctf->hash >> 32), (unsigned int)(ctf->hash >> 16) & 0xffff,
		 (unsigned int)ctf->hash & 0xfff, (unsigned int)(more >> 52),
		 (unsigned long long)more & 0xffffffffffffULL);

	for (unsigned int i = 0; i < ctf->nr; i++)
		if (sink_close_trace(&ctf->traces[i], clock))
			ret = -1;
	sink_free(ctf);
	return ret;
}

static const struct timeline_ops sink_ops = {
	.record = sink_record,
};

const struct sink sink_ctf = {
	.name = "ctf",
	.help = "Common Trace Format 1.8, for babeltrace2 and Trace Compass",
	.path_is_dir = true,
	.ops = &sink_ops,
	.open = sink_open,
	.close = sink_close,
};
