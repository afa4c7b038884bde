/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: what their files share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_PROBE_SYNTH_H
#define _KERNEL_TRACE_PROBE_SYNTH_H

#include "dynevent.h"

#define SYNTH_SYSTEM		"synthetic"
#define SYNTH_FIELDS_MAX	64

/* Room of a string in a record, and the longest one, NUL included. */
#define SYNTH_STR_MAX		256
#define SYNTH_STACK_MAX		16

/* Every number has as much room as the largest. */
#define SYNTH_SLOT		sizeof(u64)

/**
 * struct synth_event - a synthetic event
 * @ev: in the list of dynamic events
 * @pc: the trace event
 * @synth: how those find it who write it
 * @mod: the module that made it, or NULL
 * @counted: perf wants its records
 * @name: its name
 * @print_fmt: text behind "print fmt: "
 * @rows: what format shows
 * @fixed: bytes of a record without what is as long as it is
 * @dynamic: there are such fields
 * @offsets: of the fields in a record
 * @fields: the fields, texts allocated
 * @nr: how many
 */
struct synth_event {
	struct dynevent		ev;
	struct dynevent_call		pc;
	struct event_synth		synth;
	struct module			*mod;
	bool				counted;
	char				*name;
	char				*print_fmt;
	struct event_field		*rows;
	unsigned int			fixed;
	bool				dynamic;
	unsigned short			offsets[SYNTH_FIELDS_MAX];
	struct event_synth_field	fields[SYNTH_FIELDS_MAX];
	unsigned int			nr;
};

static inline struct synth_event *synth_of(struct dynevent *ev)
{
	return container_of(ev, struct synth_event, ev);
}

static inline struct synth_event *synth_of_call(struct trace_event_call *call)
{
	return container_of(dynevent_call_of(call), struct synth_event, pc);
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
 * struct synth_command - a command while it is read
 * @text: as it was written, for the error log
 * @se: the event; its name and fields are filled in
 */
struct synth_command {
	const char		*text;
	struct synth_event	*se;
};

/* Writes into error_log; @at: the part of the command to point at. */
void synth_error(const struct synth_command *cmd, enum synth_error error,
		 const char *at);

/* The name and the number of words behind it. 0, -EINVAL, -ENOMEM. */
int synth_parse_name(struct synth_command *cmd, const char *text);

/* The fields, once the name is known to be good. */
int synth_parse_fields(struct synth_command *cmd, const char *text);

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

/*
 * synth_perf.c. Record: @tails and @size as synth_fill() wants them; preemption
 * is off, and synth_is_counted().
 */
#ifdef CONFIG_PERF_EVENTS
static inline bool synth_is_counted(const struct synth_event *se)
{
	return READ_ONCE(se->counted);
}

int synth_perf(struct dynevent_call *pc, enum trace_reg type, void *data);
void synth_perf_record(struct synth_event *se, const u64 *vals,
		       const unsigned short *tails, unsigned int size);
#else
static inline bool synth_is_counted(const struct synth_event *se)
{
	return false;
}

#define synth_perf	NULL

static inline void synth_perf_record(struct synth_event *se, const u64 *vals,
				     const unsigned short *tails,
				     unsigned int size)
{
}
#endif

/* synth_print.c */
enum print_line_t synth_print(struct trace_iterator *iter, int flags,
			      struct trace_event *event);
char *synth_print_fmt(const struct synth_event *se);

/* synth.c: "name type field; ..." as written to synthetic_events. */
int synth_create(const char *command, const char *fields, struct module *mod);
int synth_delete(const char *name);
void synth_disown(struct module *mod);
struct synth_event *synth_find(const char *name);

#endif /* _KERNEL_TRACE_PROBE_SYNTH_H */
