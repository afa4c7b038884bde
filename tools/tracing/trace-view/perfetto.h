/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Perfetto's trace format: a stream of TracePacket messages.
 *
 * There are two sequences of packets: that of track events, whose names are interned, and that
 * of ftrace's events, which come in bundles of one CPU.
 */
#ifndef TRACE_VIEW_PERFETTO_H
#define TRACE_VIEW_PERFETTO_H

#include "out.h"
#include "pb.h"
#include "record.h"

/* Numbers of fields, and of enums, in Perfetto's messages. */
enum perfetto_number {
	PF_TRACE_PACKET = 1,

	PF_PACKET_FTRACE_EVENTS = 1,
	PF_PACKET_TIMESTAMP = 8,
	PF_PACKET_SEQUENCE = 10,
	PF_PACKET_TRACK_EVENT = 11,
	PF_PACKET_INTERNED = 12,
	PF_PACKET_FLAGS = 13,
	PF_PACKET_TRACK = 60,

	PF_FLAG_CLEARED = 1,
	PF_FLAG_NEEDED = 2,

	PF_INTERNED_CATEGORY = 1,
	PF_INTERNED_EVENT = 2,
	PF_INTERNED_ANNOTATION = 3,
	PF_NAME_IID = 1,
	PF_NAME_NAME = 2,

	PF_TRACK_UUID = 1,
	PF_TRACK_NAME = 2,
	PF_TRACK_PROCESS = 3,
	PF_TRACK_THREAD = 4,
	PF_TRACK_PARENT = 5,
	PF_TRACK_COUNTER = 8,
	PF_PROCESS_PID = 1,
	PF_PROCESS_NAME = 6,
	PF_THREAD_PID = 1,
	PF_THREAD_TID = 2,
	PF_THREAD_NAME = 5,

	PF_EVENT_CATEGORY_IID = 3,
	PF_EVENT_ANNOTATION = 4,
	PF_EVENT_TYPE = 9,
	PF_EVENT_NAME_IID = 10,
	PF_EVENT_TRACK = 11,
	PF_EVENT_CATEGORY = 22,
	PF_EVENT_NAME = 23,
	PF_EVENT_COUNTER = 30,
	PF_TYPE_BEGIN = 1,
	PF_TYPE_END = 2,
	PF_TYPE_INSTANT = 3,
	PF_TYPE_COUNTER = 4,

	PF_ANNOTATION_IID = 1,
	PF_ANNOTATION_BOOL = 2,
	PF_ANNOTATION_UINT = 3,
	PF_ANNOTATION_INT = 4,
	PF_ANNOTATION_STRING = 6,
	PF_ANNOTATION_POINTER = 7,
	PF_ANNOTATION_NAME = 10,

	PF_BUNDLE_CPU = 1,
	PF_BUNDLE_EVENT = 2,
	PF_BUNDLE_LOST = 3,
	PF_FTRACE_TIMESTAMP = 1,
	PF_FTRACE_PID = 2,
	PF_FTRACE_SWITCH = 4,
	PF_FTRACE_FREQUENCY = 11,
	PF_FTRACE_IDLE = 13,
	PF_FTRACE_WAKEUP = 17,
	PF_FTRACE_WAKING = 20,
};

/* What is interned; the values are the fields of InternedData. */
enum perfetto_kind {
	PERFETTO_CATEGORY = PF_INTERNED_CATEGORY,
	PERFETTO_EVENT = PF_INTERNED_EVENT,
	PERFETTO_ANNOTATION = PF_INTERNED_ANNOTATION,
};

struct perfetto_names;
struct perfetto_bundle;

/**
 * struct perfetto - an output
 * @out: file
 * @packet: packet that is being written
 * @interned: InternedData that goes with it
 * @names: what is interned
 * @generation: how often that was forgotten; numbers of a name are valid in one generation
 * @cleared: the next packet says that it was forgotten
 * @bundles: of ftrace's events, one per CPU
 * @nr_bundles: of them
 */
struct perfetto {
	struct out out;
	struct pb packet;
	struct pb interned;
	struct perfetto_names *names;
	unsigned int generation;
	bool cleared;
	struct perfetto_bundle *bundles;
	unsigned int nr_bundles;
};

/**
 * perfetto_open() - begin an output
 * @perfetto: is filled in
 * @path: of the file; NULL for standard output
 *
 * Return: 0, or -1: the reason was reported.
 */
int perfetto_open(struct perfetto *perfetto, const char *path);

/**
 * perfetto_close() - write what is left, and free all
 * @perfetto: an output
 *
 * Return: 0, or -1: the reason was reported.
 */
int perfetto_close(struct perfetto *perfetto);

/**
 * perfetto_begin() - begin a packet of the track events; the caller adds to @perfetto->packet
 * @perfetto: an output
 * @ts: ns
 */
void perfetto_begin(struct perfetto *perfetto, uint64_t ts);

/**
 * perfetto_end() - write the packet
 * @perfetto: an output
 */
void perfetto_end(struct perfetto *perfetto);

/**
 * perfetto_name() - the number of a name
 * @perfetto: an output, in the middle of a packet
 * @kind: of the name
 * @name: any bytes
 * @len: bytes
 *
 * Return: the number, or 0: the name must be written itself.
 */
unsigned int perfetto_name(struct perfetto *perfetto, enum perfetto_kind kind,
			   const char *name, size_t len);

/**
 * perfetto_named() - write a name, interned if possible
 * @perfetto: an output, in the middle of a packet
 * @kind: of the name
 * @iid: number of the field for its number
 * @field: number of the field for the name itself
 * @name: any bytes
 * @len: bytes
 */
void perfetto_named(struct perfetto *perfetto, enum perfetto_kind kind, unsigned int iid,
		    unsigned int field, const char *name, size_t len);

/**
 * perfetto_function() - write the name of a function
 * @perfetto: an output, in the middle of a packet with a track event
 * @addr: of the function; the same address has the same name
 * @name: any bytes
 * @len: bytes
 */
void perfetto_function(struct perfetto *perfetto, uint64_t addr, const char *name, size_t len);

/**
 * perfetto_ftrace() - begin an event of ftrace
 * @perfetto: an output
 * @cpu: where it happened, unique among machines
 * @ts: ns
 * @pid: of the task that was running, unique among machines
 * @begin: for perfetto_ftrace_end()
 *
 * Return: the message FtraceEvent, to which the caller adds, or NULL.
 */
struct pb *perfetto_ftrace(struct perfetto *perfetto, unsigned int cpu, uint64_t ts, int pid,
			   size_t *begin);

/**
 * perfetto_ftrace_end() - end an event of ftrace
 * @perfetto: an output
 * @cpu: of perfetto_ftrace()
 * @begin: of perfetto_ftrace()
 */
void perfetto_ftrace_end(struct perfetto *perfetto, unsigned int cpu, size_t begin);

/**
 * perfetto_ftrace_lost() - events are missing before the next one of a CPU
 * @perfetto: an output
 * @cpu: of which CPU
 */
void perfetto_ftrace_lost(struct perfetto *perfetto, unsigned int cpu);

#endif /* TRACE_VIEW_PERFETTO_H */
