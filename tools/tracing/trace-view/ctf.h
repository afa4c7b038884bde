/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The Common Trace Format 1.8: a directory with streams of packets and a file that describes
 * them.
 *
 * Numbers are in the byte order of the machine that recorded, and nothing is aligned to more
 * than a byte, so that the fields of a record are copied as they are. What a recording says of
 * its events is not trusted: a field that is beyond the end of its record is written as zeros.
 */
#ifndef TRACE_VIEW_CTF_H
#define TRACE_VIEW_CTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"

/* Event headers have 16 bits for the number of an event, as the kernel's records have. */
#define CTF_EVENTS	65536

/**
 * struct ctf_field - a field in a stream
 * @field: field of the recording
 * @how: form in which it is written
 * @element: bytes of an element, of an array or sequence
 */
struct ctf_field {
	const struct view_field *field;
	enum ctf_how {
		CTF_COPY,	/* an integer, or an array of a fixed length */
		CTF_STRING,
		CTF_SEQUENCE,	/* 32 bits with the number of elements, then these */
	} how;
	unsigned int element;
};

/**
 * struct ctf_event - an event in a stream; view_event.priv
 * @next: the next event of its trace, in the order of appearance
 * @id: number in event headers
 * @event: event of the recording
 * @nr: of @fields
 * @fields: those that are written
 */
struct ctf_event {
	struct ctf_event *next;
	unsigned int id;
	const struct view_event *event;
	unsigned int nr;
	struct ctf_field fields[];
};

/**
 * struct ctf_stream - a file: one CPU of one buffer
 * @cpu: number of the CPU
 * @buffer: ring buffer
 * @buf: packet that is being written
 * @used: bytes of @buf
 * @size: bytes allocated
 * @started: the file exists, with one packet at least
 * @begin: ns, of the packet
 * @last: ns, of the latest event
 * @discarded: records that are missing until here, in all packets; a gap of unknown size
 *	counts as one
 * @gaps: such gaps until here
 */
struct ctf_stream {
	unsigned int cpu;
	const struct view_buffer *buffer;
	uint8_t *buf;
	size_t used;
	size_t size;
	bool started;
	uint64_t begin;
	uint64_t last;
	uint64_t discarded;
	uint64_t gaps;
};

/**
 * struct ctf_buffer - the streams of a ring buffer
 * @cpus: by number of the CPU; NULL where there are no records yet
 * @nr: of @cpus
 */
struct ctf_buffer {
	struct ctf_stream **cpus;
	unsigned int nr;
};

/**
 * struct ctf_trace - a directory: the recording of one machine
 * @machine: machine that recorded
 * @path: of the directory, for messages
 * @dir: file descriptor of the directory, -1 if there is none
 * @swap: the byte order of the machine is not ours
 * @buffers: by number of the buffer; those of other machines have no streams here
 * @nr_buffers: of @buffers
 * @events: that occurred
 * @last_event: where the next one is linked
 * @nr_events: of them
 * @clamped: time stamps that were before the preceding one of their stream, and were raised
 * @unwritten: records of events that have no number any more
 * @error: errno of the first failure, 0
 */
struct ctf_trace {
	const struct view_machine *machine;
	char *path;
	int dir;
	bool swap;
	struct ctf_buffer *buffers;
	unsigned int nr_buffers;
	struct ctf_event *events;
	struct ctf_event **last_event;
	unsigned int nr_events;
	uint64_t clamped;
	uint64_t unwritten;
	int error;
};

/**
 * ctf_record() - write a record
 * @trace: trace of the record's machine
 * @record: the record
 */
void ctf_record(struct ctf_trace *trace, const struct view_record *record);

/**
 * ctf_finish() - write what is left, and free all but the events
 * @trace: the trace
 */
void ctf_finish(struct ctf_trace *trace);

/**
 * ctf_meta() - write the file that describes the streams, and free the events
 * @trace: a trace that is finished
 * @clock: UUID of the clock, the same in all traces of one recording
 *
 * Return: 0, or -1: the reason was reported.
 */
int ctf_meta(struct ctf_trace *trace, const char *clock);

#endif /* TRACE_VIEW_CTF_H */
