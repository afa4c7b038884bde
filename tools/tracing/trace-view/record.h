/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the reading side of trace-view delivers: records, the events that describe them,
 * and the machines and buffers that they come from.
 *
 * Nothing here depends on where a record was read. source.h opens files and instances,
 * timeline.h gives records a meaning, sink.h writes what comes of it.
 */
#ifndef TRACE_VIEW_RECORD_H
#define TRACE_VIEW_RECORD_H

#include <stdbool.h>
#include <stdint.h>

struct tep_handle;
struct tep_event;
struct tep_format_field;
struct user_maps;

/* The events that timeline.c interprets. All others are VIEW_KIND_PLAIN. */
enum view_kind {
	VIEW_KIND_PLAIN,
	VIEW_KIND_FUNCTION,		/* ftrace:function */
	VIEW_KIND_GRAPH_ENTRY,		/* ftrace:funcgraph_entry */
	VIEW_KIND_GRAPH_EXIT,		/* ftrace:funcgraph_exit */
	VIEW_KIND_KERNEL_STACK,		/* ftrace:kernel_stack */
	VIEW_KIND_USER_STACK,		/* ftrace:user_stack */
	VIEW_KIND_USER_MAPPING,		/* ftrace:user_mapping */
	VIEW_KIND_PRINT,		/* ftrace:print, trace_marker included */
	VIEW_KIND_BPRINT,
	VIEW_KIND_BPUTS,
	VIEW_KIND_RAW_DATA,		/* trace_marker_raw */
	VIEW_KIND_SWITCH,		/* sched:sched_switch */
	VIEW_KIND_WAKING,
	VIEW_KIND_WAKEUP,
	VIEW_KIND_FORK,
	VIEW_KIND_EXEC,
	VIEW_KIND_EXIT,
	VIEW_KIND_RENAME,		/* task:task_rename */
	VIEW_KIND_IRQ_ENTRY,		/* irq:irq_handler_entry */
	VIEW_KIND_IRQ_EXIT,
	VIEW_KIND_SOFTIRQ_ENTRY,
	VIEW_KIND_SOFTIRQ_EXIT,
	VIEW_KIND_CPU_IDLE,
	VIEW_KIND_CPU_FREQUENCY,
	VIEW_KIND_OSNOISE,		/* ftrace:osnoise, a summary of one period */
	VIEW_KIND_TIMERLAT,		/* ftrace:timerlat */
	VIEW_KIND_SYSCALL_ENTER,	/* syscalls:sys_enter_NAME */
	VIEW_KIND_SYSCALL_EXIT,
};

/**
 * struct view_field - one field of an event
 * @name: as in the event's format file
 * @offset: bytes from the begin of the record's data; of a dynamic array, where the
 *	word with its offset and length is
 * @size: bytes
 * @element: bytes of one element of an array, else @size
 * @type: how its bytes are read
 * @common: one of the fields that all events have
 * @tep: libtraceevent's description
 */
struct view_field {
	const char *name;
	unsigned int offset;
	unsigned int size;
	unsigned int element;
	enum view_type {
		VIEW_TYPE_UNSIGNED,
		VIEW_TYPE_SIGNED,
		VIEW_TYPE_POINTER,	/* an address: a symbol, if one covers it */
		VIEW_TYPE_STRING,	/* char[N] in the record, ends at a NUL or at N */
		VIEW_TYPE_DYN_STRING,	/* __data_loc char[], or __rel_loc */
		VIEW_TYPE_ARRAY,
		VIEW_TYPE_DYN_ARRAY,
		VIEW_TYPE_TAIL,		/* array without a length: up to the record's end */
	} type;
	bool is_signed;			/* of an array: its elements */
	bool relative;			/* __rel_loc: the offset counts from behind the word */
	bool common;
	const struct tep_format_field *tep;
};

/**
 * struct view_event - one event of one machine
 * @id: its number in that machine's records
 * @kind: what timeline.c does with it
 * @system: as in tracefs
 * @name: as in tracefs
 * @fields: its own fields, in the order of the format file; then those with @common set
 * @nr_own: the own fields
 * @nr_fields: all of them
 * @roles: the fields that this kind needs, in the order of the table in event.c; an event
 *	of which one is missing is VIEW_KIND_PLAIN
 * @tep: libtraceevent's description
 * @machine: where it happens
 * @owner: for the timeline, 0 at first: number of the buffer, plus one, whose records of it count
 * @priv: for the sink, NULL at first
 */
struct view_event {
	unsigned int id;
	enum view_kind kind;
	const char *system;
	const char *name;
	struct view_field *fields;
	unsigned int nr_own;
	unsigned int nr_fields;
	const struct view_field *roles[8];
	const struct tep_event *tep;
	struct view_machine *machine;
	unsigned int owner;
	void *priv;
};

/**
 * struct view_machine - one kernel whose records are read
 * @nr: 0, 1, ... in the order of the inputs
 * @name: the file's name, or "NAME: guest" as trace-cmd has it; shown if there are several
 * @clock: as in trace_clock; "local" if unknown
 * @nr_cpus: CPUs that have records, at most
 * @long_size: bytes of a long there
 * @swap: its byte order is not ours
 * @tep: its formats, symbols and names of tasks at the end of the recording
 * @user_maps: mappings of its processes: user_maps.h
 */
struct view_machine {
	unsigned int nr;
	const char *name;
	const char *clock;
	unsigned int nr_cpus;
	unsigned int long_size;
	bool swap;
	struct tep_handle *tep;
	struct user_maps *user_maps;
	void *priv;
};

/**
 * struct view_buffer - one ring buffer: the top instance's or another one's
 * @nr: 0, 1, ... of all machines
 * @name: "" for the top instance
 * @machine: machine that the buffer belongs to
 */
struct view_buffer {
	unsigned int nr;
	const char *name;
	struct view_machine *machine;
};

/* Records are missing, but their number is not known. */
#define VIEW_MISSED_UNKNOWN	UINT64_MAX

/**
 * struct view_record - one record; valid until the next one is read
 * @ts: nanoseconds of the machine's clock, after the corrections that the file asks for
 * @missed: records that this CPU's buffer lost between the previous record and this one,
 *	or VIEW_MISSED_UNKNOWN
 * @data: all bytes, the common fields included
 * @size: bytes of @data
 * @cpu: where it was recorded
 * @pid: of the task that was running (common_pid)
 * @flags: common_flags
 * @preempt: common_preempt_count
 * @event: its event, never NULL: records of unknown events are not delivered but counted
 * @buffer: the ring buffer that it was read from
 */
struct view_record {
	uint64_t ts;
	uint64_t missed;
	const void *data;
	uint32_t size;
	int cpu;
	int pid;
	uint8_t flags;
	uint8_t preempt;
	struct view_event *event;
	const struct view_buffer *buffer;
};

/**
 * view_field_number() - the value of an integer or pointer
 * @record: the record to read from
 * @field: of @record's event
 *
 * Return: the value, sign-extended if the field is signed; 0 if it is beyond the record's
 * end or no number.
 */
uint64_t view_field_number(const struct view_record *record, const struct view_field *field);

/**
 * view_field_bytes() - the bytes of a string or array
 * @record: the record to read from
 * @field: of @record's event
 * @len: their number; of a string, without the NUL
 *
 * What the record says of offset and length is not trusted: the bytes are within it.
 *
 * Return: their begin, never NULL.
 */
const void *view_field_bytes(const struct view_record *record, const struct view_field *field,
			     unsigned int *len);

/**
 * view_event_field() - look for a field by name
 * @event: the event to search
 * @name: as in the format file
 *
 * Return: the field or NULL.
 */
const struct view_field *view_event_field(const struct view_event *event, const char *name);

/**
 * view_symbol() - the function that an address is in
 * @machine: of which kernel
 * @addr: address
 * @start: of the function; may be NULL
 *
 * Looks at most once per address into libtraceevent: the answers are kept (direct mapped,
 * bounded).
 *
 * Return: its name, valid as long as the machine, or NULL.
 */
const char *view_symbol(struct view_machine *machine, uint64_t addr, uint64_t *start);

#endif /* TRACE_VIEW_RECORD_H */
