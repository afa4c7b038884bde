// SPDX-License-Identifier: GPL-2.0
/*
 * Write records of synthetic events, from values or piece by piece.
 */
#include <linux/export.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "perf.h"
#include "synth.h"

/* Most records are nested in that of the event that caused the synthetic event. */
static void synth_write_record_write(const struct synth_event *se,
				     struct trace_event_file *file, const u64 *vals,
				     const unsigned short *tails, unsigned int size)
{
	struct trace_event_buffer fbuffer;
	void *rec;

	ring_buffer_nest_start(file->buffer);
	rec = trace_event_buffer_reserve(&fbuffer, file, size);
	if (rec) {
		synth_fill(se, rec, vals, tails);
		trace_event_buffer_commit(&fbuffer);
	}
	ring_buffer_nest_end(file->buffer);
}

static bool synth_write_perf_enabled(const struct synth_event *se)
{
	return IS_ENABLED(CONFIG_PERF_EVENTS) && READ_ONCE(se->perf_enabled);
}

/* Not inlined: perf shows the function that calls this one. */
static noinline void synth_write_record_perf(const struct synth_event *se,
					     const u64 *vals, const unsigned short *tails,
					     unsigned int size)
{
	struct dynevent_perf perf;
	void *rec = dynevent_perf_begin_caller(&perf, &se->dcall, size);

	if (!rec)
		return;
	synth_fill(se, rec, vals, tails);
	dynevent_perf_end(&perf);
}

static noinline void synth_write_record(struct synth_event *se, const u64 *vals)
{
	unsigned short tails[SYNTH_FIELDS_MAX];
	unsigned int size = synth_size(se, vals, tails);
	struct dynevent_link *link;

	dynevent_call_for_each(&se->dcall, link)
		synth_write_record_write(se, link->file, vals, tails, size);
	if (synth_write_perf_enabled(se))
		synth_write_record_perf(se, vals, tails, size);
}

/*
 * A synthetic event may cause another one, and that one the first one again: the
 * depth of the recursion is limited in each context of a CPU.
 */
#define SYNTH_DEPTH_MAX		4

static DEFINE_PER_CPU(u8, synth_depth[4]);

/**
 * synth_emit - event_synth::emit: write a record into each instance
 * @synth: the event
 * @vals: a value for each field; strings and stack traces by their address
 *
 * Context: any, preemption off.
 */
void synth_emit(struct event_synth *synth, const u64 *vals)
{
	struct synth_event *se = container_of(synth, struct synth_event, synth);
	u8 *depth;

	if (list_empty(&se->dcall.links) && !synth_write_perf_enabled(se))
		return;
	depth = this_cpu_ptr(&synth_depth[interrupt_context_level()]);
	if (*depth == SYNTH_DEPTH_MAX)
		return;
	WRITE_ONCE(*depth, *depth + 1);
	barrier();
	synth_write_record(se, vals);
	barrier();
	WRITE_ONCE(*depth, *depth - 1);
}

/* Records of kernel code, into one instance */

/* The synthetic event of an event file, or NULL if it is another event. */
static struct synth_event *synth_write_of_file(struct trace_event_file *file)
{
	if (!file || file->event_call->event.funcs->trace != synth_print)
		return NULL;
	return synth_of_call(file->event_call);
}

static bool synth_write_is_on(struct trace_event_file *file)
{
	return READ_ONCE(file->flags) & EVENT_FILE_FL_ENABLED;
}

/**
 * synth_event_trace_array - write a synthetic event from an array of values
 * @file: the event file, from trace_get_event_file()
 * @vals: a value for each field; strings by their address
 * @n_vals: number of values
 *
 * Context: any.
 * Return: 0, even if the event is disabled; -EINVAL if @file is no synthetic event,
 * or if it has another number of fields.
 */
int synth_event_trace_array(struct trace_event_file *file, u64 *vals,
			    unsigned int n_vals)
{
	struct synth_event *se = synth_write_of_file(file);
	unsigned short tails[SYNTH_FIELDS_MAX];

	if (!se)
		return -EINVAL;
	if (!synth_write_is_on(file))
		return 0;
	if (n_vals != se->nr)
		return -EINVAL;
	preempt_disable_notrace();
	synth_write_record_write(se, file, vals, tails, synth_size(se, vals, tails));
	preempt_enable_notrace();
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_array);

/**
 * synth_event_trace - write a synthetic event from a list of values
 * @file: the event file, from trace_get_event_file()
 * @n_vals: number of values
 * @...: a u64 for each field; strings by their address
 *
 * Context: any.
 * Return: as synth_event_trace_array().
 */
int synth_event_trace(struct trace_event_file *file, unsigned int n_vals, ...)
{
	u64 vals[SYNTH_FIELDS_MAX];
	unsigned int i;
	va_list args;

	if (n_vals > SYNTH_FIELDS_MAX)
		return -EINVAL;
	va_start(args, n_vals);
	for (i = 0; i < n_vals; i++)
		vals[i] = va_arg(args, u64);
	va_end(args);
	return synth_event_trace_array(file, vals, n_vals);
}
EXPORT_SYMBOL_GPL(synth_event_trace);

/**
 * synth_event_trace_start - begin to write a synthetic event piece by piece
 * @file: the event file, from trace_get_event_file()
 * @state: filled in; valid until synth_event_trace_end()
 *
 * Context: any; preemption is off until synth_event_trace_end().
 * Return: 0, even if the event is disabled; -EINVAL if @file is no synthetic event,
 * or if it has fields of variable size.
 */
int synth_event_trace_start(struct trace_event_file *file,
			    struct synth_event_trace_state *state)
{
	struct synth_event *se = synth_write_of_file(file);

	if (!state)
		return -EINVAL;
	memset(state, 0, sizeof(*state));
	state->disabled = true;
	if (!se || se->dynamic)
		return -EINVAL;
	state->event = se;
	if (!synth_write_is_on(file))
		return 0;
	preempt_disable_notrace();
	state->entry = trace_event_buffer_reserve(&state->fbuffer, file,
						  se->fixed);
	if (!state->entry) {
		preempt_enable_notrace();
		return 0;
	}
	memset(state->entry + sizeof(struct trace_entry), 0,
	       se->fixed - sizeof(struct trace_entry));
	state->disabled = false;
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_start);

static void synth_write_state_store(struct synth_event_trace_state *state,
				    unsigned int nr, u64 val)
{
	const struct synth_event *se = state->event;
	void *at = state->entry + se->offsets[nr];

	if (state->disabled)
		return;
	if (se->fields[nr].kind == EVENT_SYNTH_NUMBER)
		synth_store_number(at, se->fields[nr].size, val);
	else
		synth_store_string(at, val);
}

/**
 * synth_event_add_next_val - set the next field
 * @val: the value
 * @state: from synth_event_trace_start()
 *
 * Context: as synth_event_trace_start().
 * Return: 0; -EINVAL if there are no more fields, or if synth_event_add_val() was
 * used.
 */
int synth_event_add_next_val(u64 val, struct synth_event_trace_state *state)
{
	if (!state || !state->event || state->add_name)
		return -EINVAL;
	state->add_next = true;
	if (state->cur_field >= state->event->nr)
		return -EINVAL;
	synth_write_state_store(state, state->cur_field++, val);
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_add_next_val);

/**
 * synth_event_add_val - set a field by its name
 * @field_name: name of the field
 * @val: the value
 * @state: from synth_event_trace_start()
 *
 * Context: as synth_event_trace_start().
 * Return: 0; -EINVAL if there is no such field, or if synth_event_add_next_val()
 * was used.
 */
int synth_event_add_val(const char *field_name, u64 val,
			struct synth_event_trace_state *state)
{
	unsigned int i;

	if (!state || !state->event || state->add_next)
		return -EINVAL;
	state->add_name = true;
	for (i = 0; i < state->event->nr; i++) {
		if (strcmp(state->event->fields[i].name, field_name))
			continue;
		synth_write_state_store(state, i, val);
		return 0;
	}
	return -EINVAL;
}
EXPORT_SYMBOL_GPL(synth_event_add_val);

/**
 * synth_event_trace_end - commit the record
 * @state: from synth_event_trace_start(), even if that or setting a field has
 *	failed
 *
 * Context: as synth_event_trace_start().
 * Return: 0; -EINVAL if @state is NULL.
 */
int synth_event_trace_end(struct synth_event_trace_state *state)
{
	if (!state)
		return -EINVAL;
	if (state->disabled)
		return 0;
	trace_event_buffer_commit(&state->fbuffer);
	preempt_enable_notrace();
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_end);
