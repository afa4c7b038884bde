/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where records come from: files of trace-cmd, live instances, persistent buffers.
 */
#ifndef TRACE_VIEW_SOURCE_H
#define TRACE_VIEW_SOURCE_H

#include "record.h"

/**
 * struct view_input - what the command line names
 * @path: a file of trace-cmd; the name of an instance; "" for the top instance
 * @live: @path is an instance, whose records are consumed as trace_pipe consumes them
 * @seconds: of a live instance: read that long; 0 reads what is there
 */
struct view_input {
	const char *path;
	bool live;
	double seconds;
};

/**
 * struct view_limit - stop to read one CPU of one buffer
 * @buffer: number of the buffer
 * @cpu: number of the CPU
 * @records: so many are good
 *
 * supervise.c makes these when a library died on what follows.
 */
struct view_limit {
	unsigned int buffer;
	int cpu;
	uint64_t records;
};

/**
 * struct view_progress - what is known of a conversion, shared with the supervisor
 * @buffer: that is being read
 * @cpu: that is being read
 * @records: of that CPU, delivered until now
 * @total: records of all CPUs
 * @done: bytes of the input that were read, about
 * @size: bytes of the input
 * @phase: 0 opening, 1 reading, 2 closing the output
 */
struct view_progress {
	unsigned int buffer;
	int cpu;
	uint64_t records;
	uint64_t total;
	uint64_t done;
	uint64_t size;
	int phase;
};

struct view_source;

/**
 * view_source_open() - open all inputs as one stream of records
 * @inputs: one or more; records of several are merged by time
 * @nr: of them
 * @limits: what not to read
 * @nr_limits: of them
 * @progress: kept up to date; may be NULL
 *
 * Errors are reported on stderr with the name of the input, and, where there is one, the
 * offset.
 *
 * Return: the source or NULL.
 */
struct view_source *view_source_open(const struct view_input *inputs, unsigned int nr,
				     const struct view_limit *limits, unsigned int nr_limits,
				     struct view_progress *progress);

/**
 * view_source_next() - the next record of all inputs, in the order of time
 * @source: an open source
 * @record: is filled in
 *
 * Return: 1, 0 at the end, -1 if nothing more can be read: the reason was reported.
 */
int view_source_next(struct view_source *source, struct view_record *record);

/**
 * view_source_broken() - was part of an input unreadable?
 * @source: an open source
 *
 * Return: true if a line on stderr said where an input broke; the exit status is 2 then.
 */
bool view_source_broken(const struct view_source *source);

const struct view_machine *view_source_machine(const struct view_source *source,
					       unsigned int nr);
unsigned int view_source_machines(const struct view_source *source);
const struct view_buffer *view_source_buffer(const struct view_source *source, unsigned int nr);
unsigned int view_source_buffers(const struct view_source *source);

/**
 * struct view_cpu_loss - what the kernel counted for one CPU when recording ended
 * @buffer: of which buffer
 * @cpu: of which CPU
 * @entries: still in the buffer
 * @overrun: overwritten, oldest first
 * @dropped: not written as there was no space
 * @commit_overrun: nested too deep
 * @known: the file or instance has these counts
 */
struct view_cpu_loss {
	unsigned int buffer;
	int cpu;
	uint64_t entries;
	uint64_t overrun;
	uint64_t dropped;
	uint64_t commit_overrun;
	bool known;
};

/**
 * view_source_loss() - the counts of one CPU
 * @source: a source that was read to the end
 * @buffer: number of a buffer
 * @cpu: number of a CPU
 * @loss: is filled in
 *
 * Return: @loss->known.
 */
bool view_source_loss(const struct view_source *source, unsigned int buffer, int cpu,
		      struct view_cpu_loss *loss);

/**
 * view_source_input() - what the command line named
 * @source: an open source
 * @nr: 0, 1, ... in the order of the command line
 *
 * Return: the input, or NULL if there are not so many.
 */
const struct view_input *view_source_input(const struct view_source *source, unsigned int nr);

void view_source_close(struct view_source *source);

#endif /* TRACE_VIEW_SOURCE_H */
