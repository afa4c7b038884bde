/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of a source: streams, one for each buffer and CPU, and what they read from.
 */
#ifndef TRACE_VIEW_INPUT_H
#define TRACE_VIEW_INPUT_H

#include <signal.h>

#include "source.h"

struct input;
struct kbuffer;
struct source_map;
struct tep_record;
struct tracecmd_input;

/**
 * struct stream - the records of one CPU of one buffer
 * @ts: of the current record
 * @missed: records that are missing before it
 * @data: its bytes; valid until @next is called
 * @size: bytes
 * @cpu: number of the CPU
 * @buffer: the ring buffer that the CPU is a part of
 * @input: what the stream is read from
 * @records: that were read until now, the current one included
 * @limit: no more than these are read
 * @carry: records that are missing before one whose event is unknown
 * @ended: nothing more is read
 * @next: read a record: 1, or 0 at the end or where the input broke
 * @more: of a stream of pages: put a page into @page: 1, or 0 if there is none (now)
 * @kbuf: of a stream of pages: decodes @page
 * @page: bytes of a page
 * @page_missed: records that are missing before this page
 * @page_broken: the page is damaged behind what is read of it
 * @page_at: offset of @page in the file
 * @at: of a file: offset of the next page to read
 * @end: of a file: where the CPU's pages end
 * @chunk: of a file: bytes read ahead
 * @chunk_at: offset of the next page in @chunk
 * @chunk_len: bytes in @chunk
 * @chunk_size: bytes that are read at once
 * @fd: of a live CPU
 * @dry: of a live CPU: it had no more records
 * @last: of a live CPU: the time is over
 * @entries: of a live CPU: records to be read, after @last
 * @record: of a stream that libtracecmd reads
 * @handle: of a stream that libtracecmd reads
 * @owner: @handle is closed with this stream
 */
struct stream {
	uint64_t ts;
	uint64_t missed;
	const void *data;
	uint32_t size;
	int cpu;
	struct view_buffer *buffer;
	struct input *input;
	uint64_t records;
	uint64_t limit;
	uint64_t carry;
	bool ended;
	int (*next)(struct stream *stream);

	int (*more)(struct stream *stream);
	struct kbuffer *kbuf;
	char *page;
	uint64_t page_missed;
	bool page_broken;
	uint64_t page_at;
	uint64_t at;
	uint64_t end;
	char *chunk;
	unsigned int chunk_at;
	unsigned int chunk_len;
	unsigned int chunk_size;
	int fd;
	bool dry;
	bool last;
	uint64_t entries;
	struct tep_record *record;
	struct tracecmd_input *handle;
	bool owner;
};

/**
 * struct input - one file or instance
 * @source: source that it belongs to
 * @what: as the command line names it
 * @name: for messages
 * @label: of the machine, if it is not @name
 * @machine: machine that recorded it
 * @page_size: bytes of a page of the ring buffer
 * @handle: of a file
 * @fd: of a file
 * @map: of a file: where its pages are
 * @fast: of a file: pages are read from it, not through libtracecmd
 * @until: of a live instance: CLOCK_MONOTONIC in ns when reading ends; 0 for at once
 * @unknown: records of events that no format describes
 * @backwards: records whose time was before that of their predecessor
 * @loss: read the counts of a CPU
 * @close: free what is below
 */
struct input {
	struct view_source *source;
	const struct view_input *what;
	const char *name;
	char *label;
	struct view_machine *machine;
	unsigned int page_size;
	struct tracecmd_input *handle;
	int fd;
	struct source_map *map;
	bool fast;
	uint64_t until;
	uint64_t unknown;
	uint64_t backwards;
	bool (*loss)(struct input *input, const struct view_buffer *buffer, int cpu,
		     struct view_cpu_loss *loss);
	void (*close)(struct input *input);
};

/**
 * struct view_source - all inputs
 * @inputs: as many as @nr_inputs
 * @nr_inputs: of them
 * @machines: as many as @nr_machines
 * @nr_machines: of them
 * @buffers: as many as @nr_buffers
 * @nr_buffers: of them
 * @streams: as many as @nr_streams
 * @nr_streams: of them
 * @heap: streams that have a record, the earliest first
 * @nr_heap: of them
 * @current: stream whose record was delivered last
 * @last: time of the record that was delivered last
 * @limits: what not to read
 * @nr_limits: of them
 * @progress: never NULL
 * @own_progress: what @progress is if the caller gave none
 * @live: an input is live
 * @fetched: a live CPU gave a page since all others were asked
 * @started: the heap was filled
 * @ended: the end was reported
 * @broken: a part of an input could not be read
 */
struct view_source {
	struct input **inputs;
	unsigned int nr_inputs;
	struct view_machine **machines;
	unsigned int nr_machines;
	struct view_buffer **buffers;
	unsigned int nr_buffers;
	struct stream **streams;
	unsigned int nr_streams;
	struct stream **heap;
	unsigned int nr_heap;
	struct stream *current;
	uint64_t last;
	const struct view_limit *limits;
	unsigned int nr_limits;
	struct view_progress *progress;
	struct view_progress own_progress;
	bool live;
	bool fetched;
	bool started;
	bool ended;
	bool broken;
};

/* Set by a signal: live inputs end. */
extern volatile sig_atomic_t source_stop;

/**
 * source_say() - a line on stderr about an input
 * @input: the input
 * @format: as printf()
 */
void source_say(const struct input *input, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * source_broke() - report that a stream cannot be read further
 * @stream: the stream; the records until the current one are good
 * @at: offset in the file, or 0 if unknown
 * @why: the end of the sentence
 */
void source_broke(struct stream *stream, uint64_t at, const char *why);

/**
 * source_limited() - is nothing more to be read of a stream?
 * @stream: the stream
 * @at: offset of what was read last, for the message if the stream's limit is reached
 *
 * Return: true if the stream ended.
 */
bool source_limited(struct stream *stream, uint64_t at);

struct view_machine *source_add_machine(struct input *input);
struct view_buffer *source_add_buffer(struct input *input, const char *name);
struct stream *source_add_stream(struct input *input, struct view_buffer *buffer, int cpu);

/**
 * source_parse_stats() - read the text of per_cpu/cpuN/stats
 * @text: lines "key: value", ended by the end of the text or by a line "CPU: N"
 * @loss: is filled in
 */
void source_parse_stats(const char *text, struct view_cpu_loss *loss);

/* source_file.c, source_live.c: -1 if the input cannot be read, which was reported. */
int source_file_open(struct input *input);
int source_live_open(struct input *input);

/**
 * source_file_guests() - give guests the names that the files of their hosts have
 * @source: all inputs are open
 */
void source_file_guests(struct view_source *source);

/**
 * source_live_refill() - read more from live CPUs that had no records
 * @source: the source
 * @add: is called for each stream that has a record again
 *
 * Records that a CPU writes later are later than all that was read before: so all CPUs
 * are asked again whenever one of them gave a page. Without any record, this waits for one
 * until the time is over.
 */
void source_live_refill(struct view_source *source,
			void (*add)(struct view_source *source, struct stream *stream));

/* source_page.c: decode pages, which stream->more() provides. */
int source_page_init(struct stream *stream);
int source_page_next(struct stream *stream);
void source_page_free(struct stream *stream);

#endif /* TRACE_VIEW_INPUT_H */
