/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: definitions shared by synth*.c.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_SYNTH_H
#define _KERNEL_TRACE_DYNEVENT_SYNTH_H

#include "dynevent.h"

#define SYNTH_SYSTEM		"synthetic"
#define SYNTH_FIELDS_MAX	64

/* Size of a fixed string in a record, and of the longest string, NUL included. */
#define SYNTH_STR_MAX		256
#define SYNTH_STACK_MAX		16

/* Size of every number in a record. */
#define SYNTH_NUMBER_SIZE	sizeof(u64)

/**
 * struct synth_event - a synthetic event
 * @ev: the event in the list of dynamic events
 * @dcall: the trace event
 * @synth: the event for its users in other components
 * @deferred: for trace_defer_atomic()
 * @mod: the module that created the event, or NULL
 * @perf_enabled: perf counts the event
 * @name: name of the event
 * @print_fmt: text after "print fmt: "
 * @rows: the fields in the format file
 * @fixed: size of a record in bytes, without fields of variable size
 * @dynamic: there are fields of variable size
 * @offsets: offsets of the fields in a record
 * @fields: the fields; their texts are allocated
 * @nr: number of @fields
 */
struct synth_event {
	struct dynevent			ev;
	struct dynevent_call		dcall;
	struct event_synth		synth;
	struct trace_deferred		deferred;
	struct module			*mod;
	bool				perf_enabled;
	char				*name;
	char				*print_fmt;
	struct event_field		*rows;
	unsigned int			fixed;
	bool				dynamic;
	unsigned short			offsets[SYNTH_FIELDS_MAX];
	struct event_synth_field	fields[SYNTH_FIELDS_MAX];
	unsigned int			nr;
};

/**
 * synth_of - get the synthetic event of a dynamic event
 * @ev: the dynamic event
 *
 * Context: any.
 * Return: the synthetic event.
 */
static inline struct synth_event *synth_of(struct dynevent *ev)
{
	return container_of(ev, struct synth_event, ev);
}

/**
 * synth_of_call - get the synthetic event of a trace event
 * @call: the trace event
 *
 * Context: any.
 * Return: the synthetic event.
 */
static inline struct synth_event *synth_of_call(struct trace_event_call *call)
{
	return container_of(dynevent_call_of(call), struct synth_event, dcall);
}

/* synth_parse.c */

enum synth_error {
	SYNTH_BAD_NAME,
	SYNTH_INVALID_CMD,
	SYNTH_INVALID_DYN_CMD,
	SYNTH_EVENT_EXISTS,
	SYNTH_TOO_MANY_FIELDS,
	SYNTH_INCOMPLETE_TYPE,
	SYNTH_INVALID_TYPE,
	SYNTH_INVALID_FIELD,
	SYNTH_INVALID_ARRAY_SPEC,
};

/**
 * struct synth_def - the definition of a synthetic event while it is parsed
 * @text: text of the definition, for error_log
 * @se: the event; its name and fields are set
 */
struct synth_def {
	const char		*text;
	struct synth_event	*se;
};

void synth_error(const struct synth_def *def, enum synth_error error,
		 const char *at);

int synth_parse_name(struct synth_def *def, const char *text);

int synth_parse_fields(struct synth_def *def, const char *text);

void synth_fields_free(struct synth_event *se);

/* synth_write.c */
void synth_emit(struct event_synth *synth, const u64 *vals);

/* synth_fill.c */
void synth_store_number(void *at, unsigned int size, u64 val);
void synth_store_string(char *at, u64 val);
unsigned int synth_size(const struct synth_event *se, const u64 *vals,
			unsigned short *tails);
void synth_fill(const struct synth_event *se, void *rec, const u64 *vals,
		const unsigned short *tails);

/* synth_print.c */
enum print_line_t synth_print(struct trace_iterator *iter, int flags,
			      struct trace_event *event);
char *synth_print_fmt(const struct synth_event *se);

/* synth.c */
int synth_create(const char *command, const char *fields, struct module *mod);
int synth_delete(const char *name);
struct synth_event *synth_find(const char *name);

#endif /* _KERNEL_TRACE_DYNEVENT_SYNTH_H */
