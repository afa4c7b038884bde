/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a file of trace-cmd has the pages of its ring buffers. libtracecmd does not say,
 * and allocates and reads what a damaged file asks for, so the sizes are checked first.
 */
#ifndef TRACE_VIEW_SOURCE_MAP_H
#define TRACE_VIEW_SOURCE_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct input;

/**
 * struct source_map_cpu - the pages of one CPU
 * @cpu: number of the CPU
 * @offset: in the file
 * @size: bytes that the file has of them
 * @cut: the file ends before the pages do
 */
struct source_map_cpu {
	int cpu;
	uint64_t offset;
	uint64_t size;
	bool cut;
};

/**
 * struct source_map_buffer - a ring buffer
 * @name: "" for the top instance
 * @cpus: as many as @nr_cpus
 * @nr_cpus: of them
 */
struct source_map_buffer {
	char *name;
	struct source_map_cpu *cpus;
	unsigned int nr_cpus;
};

/**
 * struct source_map - what the head of a file says
 * @size: bytes of the file
 * @version: of the format
 * @swap: its byte order is not ours
 * @long_size: bytes of a long
 * @page_size: bytes of a page
 * @compressed: the pages are compressed
 * @times: an option asks to correct times
 * @cut: of a CPU the file does not have all
 * @buffers: as many as @nr_buffers
 * @nr_buffers: of them
 */
struct source_map {
	uint64_t size;
	unsigned int version;
	bool swap;
	unsigned int long_size;
	unsigned int page_size;
	bool compressed;
	bool times;
	bool cut;
	struct source_map_buffer *buffers;
	unsigned int nr_buffers;
};

/**
 * source_map_read() - check the head of a file and find the pages
 * @input: @fd is open
 * @size: bytes of the file
 *
 * Return: the map, or NULL: the reason was reported.
 */
struct source_map *source_map_read(struct input *input, uint64_t size);

/**
 * source_map_free() - free a map
 * @map: from source_map_read(), or NULL
 */
void source_map_free(struct source_map *map);

#endif /* TRACE_VIEW_SOURCE_MAP_H */
