// SPDX-License-Identifier: GPL-2.0
/*
 * The head of a file of trace-cmd, versions 6 and 7, as far as it says where things are.
 * What the parts contain is libtracecmd's business.
 */
#include "source_map.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input.h"

#define MAP_CPUS	8192	/* no kernel is built for more */
#define MAP_BUFFERS	1024
#define MAP_NAME	256
#define MAP_HEAD	16	/* bytes of a section's head */
#define MAP_COMPRESSED	1	/* flag of a section */
#define MAP_ENTRY	16	/* bytes of a CPU in a table of pages */

/* Numbers of options. */
enum {
	MAP_DONE = 0,
	MAP_DATE = 1,
	MAP_BUFFER = 3,
	MAP_OFFSET = 7,
	MAP_CPUCOUNT = 8,
	MAP_TIME_SHIFT = 12,
	MAP_TSC2NSEC = 14,
	MAP_HEADERS = 16,
	MAP_CMDLINES = 21,
};

/**
 * struct map_cursor - a place in the file
 * @input: the file
 * @map: what is found
 * @at: offset
 * @part: what is there, for messages
 * @cpus: of the option CPUCOUNT or the head
 * @offsets: of a file of version 6: where the tables of the buffers are
 * @used: bytes of all pages until now
 */
struct map_cursor {
	struct input *input;
	struct source_map *map;
	uint64_t at;
	const char *part;
	unsigned int cpus;
	uint64_t offsets[MAP_BUFFERS];
	uint64_t used;
};

static int map_beyond(const struct map_cursor *cursor)
{
	source_say(cursor->input,
		   "truncated or damaged at byte %llu: %s goes beyond its end, byte %llu",
		   (unsigned long long)cursor->at, cursor->part,
		   (unsigned long long)cursor->map->size);
	return -1;
}

static int map_damaged(const struct map_cursor *cursor)
{
	source_say(cursor->input, "damaged at byte %llu: no %s is there",
		   (unsigned long long)cursor->at, cursor->part);
	return -1;
}

static int map_skip(struct map_cursor *cursor, uint64_t len)
{
	if (len > cursor->map->size - cursor->at)
		return map_beyond(cursor);
	cursor->at += len;
	return 0;
}

static int map_get(struct map_cursor *cursor, void *bytes, size_t len)
{
	if (len > cursor->map->size - cursor->at ||
	    pread(cursor->input->fd, bytes, len, cursor->at) != (ssize_t)len)
		return map_beyond(cursor);
	cursor->at += len;
	return 0;
}

static int map_number(struct map_cursor *cursor, unsigned int len, uint64_t *number)
{
	unsigned char bytes[8];
	bool big = cursor->map->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	if (map_get(cursor, bytes, len))
		return -1;
	*number = 0;
	for (unsigned int i = 0; i < len; i++)
		*number = *number << 8 | bytes[big ? i : len - 1 - i];
	return 0;
}

/* A string that ends with a NUL. */
static int map_string(struct map_cursor *cursor, char name[MAP_NAME])
{
	uint64_t left = cursor->map->size - cursor->at;
	size_t len = left < MAP_NAME ? left : MAP_NAME;
	uint64_t at = cursor->at;
	char *end;

	if (map_get(cursor, name, len))
		return -1;
	end = memchr(name, 0, len);
	cursor->at = at;
	if (!end)
		return len < MAP_NAME ? map_beyond(cursor) : map_damaged(cursor);
	cursor->at = at + (end - name) + 1;
	return 0;
}

static int map_expect(struct map_cursor *cursor, const char *bytes, size_t len)
{
	uint64_t at = cursor->at;
	char found[16];

	if (map_get(cursor, found, len))
		return -1;
	if (!memcmp(found, bytes, len))
		return 0;
	cursor->at = at;
	return map_damaged(cursor);
}

/* Something whose size precedes it, in @len bytes. */
static int map_sized(struct map_cursor *cursor, unsigned int len)
{
	uint64_t size, at = cursor->at;

	if (map_number(cursor, len, &size))
		return -1;
	if (!map_skip(cursor, size))
		return 0;
	cursor->at = at;
	return -1;
}

static int map_formats(struct map_cursor *cursor)
{
	uint64_t nr;

	if (map_number(cursor, 4, &nr))
		return -1;
	while (nr--)
		if (map_sized(cursor, 8))
			return -1;
	return 0;
}

static int map_systems(struct map_cursor *cursor)
{
	char name[MAP_NAME];
	uint64_t nr;

	if (map_number(cursor, 4, &nr))
		return -1;
	while (nr--)
		if (map_string(cursor, name) || map_formats(cursor))
			return -1;
	return 0;
}

static struct source_map_buffer *map_add_buffer(struct map_cursor *cursor, const char *name,
						unsigned int nr_cpus)
{
	struct source_map *map = cursor->map;
	struct source_map_buffer *buffer;

	if (map->nr_buffers == MAP_BUFFERS || nr_cpus > MAP_CPUS) {
		map_damaged(cursor);
		return NULL;
	}
	if (!map->buffers)
		map->buffers = calloc(MAP_BUFFERS, sizeof(*map->buffers));
	if (!map->buffers)
		return NULL;
	buffer = &map->buffers[map->nr_buffers];
	buffer->name = strdup(name);
	buffer->cpus = calloc(nr_cpus + 1, sizeof(*buffer->cpus));
	buffer->nr_cpus = nr_cpus;
	map->nr_buffers++;
	return buffer->name && buffer->cpus ? buffer : NULL;
}

/* Where the pages of a CPU are; those that the file does not have are cut off. */
static int map_cpu(struct map_cursor *cursor, struct source_map_cpu *cpu)
{
	struct source_map *map = cursor->map;
	uint64_t have;

	if (map_number(cursor, 8, &cpu->offset) || map_number(cursor, 8, &cpu->size))
		return -1;
	have = cpu->offset < map->size ? map->size - cpu->offset : 0;
	if (cpu->size > have) {
		cpu->size = have;
		cpu->cut = true;
	}
	/* A file whose CPUs share bytes would make a small file a long one. */
	if (cpu->size > map->size - cursor->used) {
		cpu->size = map->size - cursor->used;
		cpu->cut = true;
	}
	cursor->used += cpu->size;
	map->cut |= cpu->cut;
	return 0;
}

/* Version 6: the table of a buffer. */
static int map_table(struct map_cursor *cursor, struct source_map_buffer *buffer)
{
	cursor->part = "table of pages";
	if (map_expect(cursor, "flyrecord", 10))
		return -1;
	for (unsigned int i = 0; i < buffer->nr_cpus; i++) {
		buffer->cpus[i].cpu = i;
		if (map_cpu(cursor, &buffer->cpus[i]))
			return -1;
	}
	return 0;
}

/* The option of a buffer, which ends at @end. */
static int map_buffer(struct map_cursor *cursor, uint64_t end)
{
	struct source_map *map = cursor->map;
	struct source_map_buffer *buffer;
	uint64_t offset, number, flags, cpus;
	char name[MAP_NAME], clock[MAP_NAME];

	cursor->part = "option of a buffer";
	if (map_number(cursor, 8, &offset) || map_string(cursor, name))
		return -1;
	if (map->version < 7) {
		buffer = map_add_buffer(cursor, name, 0);
		if (!buffer)
			return -1;
		cursor->offsets[map->nr_buffers - 1] = offset;
		return 0;
	}
	if (map_string(cursor, clock) || map_number(cursor, 4, &number) ||
	    map_number(cursor, 4, &cpus))
		return -1;
	if (cursor->at > end || number != map->page_size || cpus > (end - cursor->at) / 20)
		return map_damaged(cursor);
	buffer = map_add_buffer(cursor, name, cpus);
	if (!buffer)
		return -1;
	for (unsigned int i = 0; i < cpus; i++) {
		if (map_number(cursor, 4, &number) || map_cpu(cursor, &buffer->cpus[i]))
			return -1;
		if (number >= MAP_CPUS)
			return map_damaged(cursor);
		buffer->cpus[i].cpu = number;
	}
	cursor->at = offset < map->size ? offset : map->size;
	cursor->part = "section of a buffer";
	if (map_number(cursor, 2, &number) || map_number(cursor, 2, &flags))
		return -1;
	map->compressed |= flags & MAP_COMPRESSED;
	return 0;
}

/* Version 7: a section that an option names. */
static int map_section(struct map_cursor *cursor)
{
	uint64_t offset, number;

	if (map_number(cursor, 8, &offset))
		return -1;
	cursor->part = "section";
	cursor->at = offset < cursor->map->size ? offset : cursor->map->size;
	if (map_skip(cursor, 8))
		return -1;
	return map_number(cursor, 8, &number) || map_skip(cursor, number) ? -1 : 0;
}

static int map_option(struct map_cursor *cursor, unsigned int option, uint64_t end)
{
	uint64_t number;

	switch (option) {
	case MAP_BUFFER:
		return map_buffer(cursor, end);
	case MAP_CPUCOUNT:
		if (map_number(cursor, 4, &number))
			return -1;
		if (number > MAP_CPUS)
			return map_damaged(cursor);
		cursor->cpus = number;
		return 0;
	case MAP_DATE:
	case MAP_OFFSET:
	case MAP_TIME_SHIFT:
	case MAP_TSC2NSEC:
		cursor->map->times = true;
		return 0;
	case MAP_HEADERS ... MAP_CMDLINES:
		return cursor->map->version < 7 ? 0 : map_section(cursor);
	}
	return 0;
}

/* Options until the one that ends them; @next is where more are, or 0. */
static int map_options(struct map_cursor *cursor, uint64_t *next)
{
	uint64_t option, size, end;

	*next = 0;
	for (;;) {
		cursor->part = "option";
		if (map_number(cursor, 2, &option))
			return -1;
		if (option == MAP_DONE && cursor->map->version < 7)
			return 0;
		if (map_number(cursor, 4, &size))
			return -1;
		if (size > cursor->map->size - cursor->at)
			return map_beyond(cursor);
		end = cursor->at + size;
		if (option == MAP_DONE)
			return size < 8 ? 0 : map_number(cursor, 8, next);
		if (map_option(cursor, option, end))
			return -1;
		cursor->at = end;
	}
}

/* Version 6: the tables of the buffers that options named. */
static int map_instances(struct map_cursor *cursor)
{
	struct source_map *map = cursor->map;
	unsigned int cpus = cursor->cpus;

	/* Tables do not overlap. */
	if ((uint64_t)cpus * MAP_ENTRY * map->nr_buffers > map->size) {
		map_damaged(cursor);
		cursor->input->source->broken = true;
		return 0;
	}
	for (unsigned int i = 1; i < map->nr_buffers; i++) {
		struct source_map_buffer *buffer = &map->buffers[i];

		cursor->at = cursor->offsets[i] < map->size ? cursor->offsets[i] : map->size;
		free(buffer->cpus);
		buffer->cpus = calloc(cpus + 1, sizeof(*buffer->cpus));
		buffer->nr_cpus = cpus;
		if (!buffer->cpus)
			return -1;
		/* The other buffers can be read without this one. */
		if (map_table(cursor, buffer)) {
			cursor->input->source->broken = true;
			buffer->nr_cpus = 0;
		}
	}
	return 0;
}

/* Version 6: parts in a fixed order, the tables of instances behind the options. */
static int map_version_6(struct map_cursor *cursor)
{
	struct source_map_buffer *top;
	uint64_t cpus, next;
	char type[10];

	cursor->part = "header of pages";
	if (map_expect(cursor, "header_page", 12) || map_sized(cursor, 8))
		return -1;
	cursor->part = "header of events";
	if (map_expect(cursor, "header_event", 13) || map_sized(cursor, 8))
		return -1;
	cursor->part = "format of an event";
	if (map_formats(cursor) || map_systems(cursor))
		return -1;
	cursor->part = "table of symbols";
	if (map_sized(cursor, 4))
		return -1;
	cursor->part = "table of formats of printk";
	if (map_sized(cursor, 4))
		return -1;
	cursor->part = "table of names of tasks";
	if (map_sized(cursor, 8))
		return -1;
	cursor->part = "number of CPUs";
	if (map_number(cursor, 4, &cpus))
		return -1;
	cursor->cpus = cpus <= MAP_CPUS ? cpus : 0;
	top = map_add_buffer(cursor, "", cpus <= MAP_CPUS ? cpus : MAP_CPUS + 1);
	if (!top)
		return -1;
	cursor->part = "kind of the recording";
	if (map_get(cursor, type, sizeof(type)))
		return -1;
	if (!memcmp(type, "options  ", 10)) {
		if (map_options(cursor, &next) || map_get(cursor, type, sizeof(type)))
			return -1;
	}
	cursor->at -= sizeof(type);
	if (!memcmp(type, "latency  ", 10)) {
		source_say(cursor->input, "is the text of a latency tracer, which has no records");
		return -1;
	}
	if (map_table(cursor, top))
		return -1;
	return map_instances(cursor);
}

/* Version 7: a chain of sections with options, which say where all else is. */
static int map_version_7(struct map_cursor *cursor)
{
	char algorithm[MAP_NAME], version[MAP_NAME];
	uint64_t next, id, flags, size, begin;
	uint64_t left = cursor->map->size;

	cursor->part = "name of a compression";
	if (map_string(cursor, algorithm) || map_string(cursor, version))
		return -1;
	cursor->part = "offset of the options";
	if (map_number(cursor, 8, &next))
		return -1;
	while (next) {
		cursor->part = "section of options";
		cursor->at = next < cursor->map->size ? next : cursor->map->size;
		if (map_number(cursor, 2, &id) || map_number(cursor, 2, &flags) ||
		    map_skip(cursor, 4) || map_number(cursor, 8, &size))
			return -1;
		if (size > cursor->map->size - cursor->at)
			return map_beyond(cursor);
		if (id)
			return map_damaged(cursor);
		/* Only libtracecmd can read on; it reads the pages as well. */
		cursor->map->compressed |= flags & MAP_COMPRESSED;
		if (cursor->map->compressed)
			return 0;
		begin = cursor->at;
		if (map_options(cursor, &next))
			return -1;
		/* Sections do not overlap: this also ends a chain that leads into itself. */
		cursor->part = "end of the options";
		if (cursor->at - begin > left)
			return map_damaged(cursor);
		left -= cursor->at - begin;
	}
	return 0;
}

static int map_start(struct map_cursor *cursor)
{
	static const char magic[] = "\x17\x08\x44tracing";
	struct source_map *map = cursor->map;
	char found[10], version[MAP_NAME];
	unsigned char endian, size;
	uint64_t page;
	long number;

	if (map->size < sizeof(found) || map_get(cursor, found, sizeof(found)) ||
	    memcmp(found, magic, sizeof(found))) {
		source_say(cursor->input, "is not a file of trace-cmd");
		return -1;
	}
	cursor->part = "version";
	if (map_string(cursor, version))
		return -1;
	number = strtol(version, NULL, 10);
	if (number != 6 && number != 7) {
		source_say(cursor->input, "has version %.20s of the format; 6 and 7 can be read",
			   version);
		return -1;
	}
	map->version = number;
	cursor->part = "size of a long";
	if (map_get(cursor, &endian, 1) || map_get(cursor, &size, 1))
		return -1;
	map->swap = endian == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	map->long_size = size;
	if (endian > 1 || (size != 4 && size != 8))
		return map_damaged(cursor);
	cursor->part = "size of a page";
	if (map_number(cursor, 4, &page))
		return -1;
	if (page < 512 || page > 16 * 1024 * 1024 || page & (page - 1))
		return map_damaged(cursor);
	map->page_size = page;
	return number == 6 ? map_version_6(cursor) : map_version_7(cursor);
}

struct source_map *source_map_read(struct input *input, uint64_t size)
{
	struct map_cursor *cursor = calloc(1, sizeof(*cursor));
	struct source_map *map = calloc(1, sizeof(*map));

	if (cursor && map) {
		map->size = size;
		cursor->input = input;
		cursor->map = map;
		cursor->part = "magic number";
		if (!map_start(cursor)) {
			free(cursor);
			return map;
		}
	}
	free(cursor);
	source_map_free(map);
	return NULL;
}

void source_map_free(struct source_map *map)
{
	if (!map)
		return;
	for (unsigned int i = 0; i < map->nr_buffers; i++) {
		free(map->buffers[i].name);
		free(map->buffers[i].cpus);
	}
	free(map->buffers);
	free(map);
}
