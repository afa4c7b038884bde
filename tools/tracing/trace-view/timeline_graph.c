// SPDX-License-Identifier: GPL-2.0
/*
 * The function graph. Records can be missing anywhere, so the depth that a record has is
 * only compared with those of the functions that are open, and never used as an index.
 */
#include "timeline_priv.h"

#include <stdio.h>
#include <string.h>

/* A function's name for the sinks: its symbol, which stays, or its address. */
static const char *graph_name(const struct timeline *tl, uint64_t addr, char text[24],
			      bool *keep)
{
	const char *name = view_symbol(tl->machine->machine, addr, NULL);

	*keep = name;
	if (name)
		return name;
	snprintf(text, 24, "0x%llx", (unsigned long long)addr);
	return text;
}

/* End as cut the functions that are as deep as @depth or deeper: their exits are missing. */
static void graph_cut(struct timeline *tl, struct timeline_state *state, int depth)
{
	unsigned int nr;

	while ((nr = timeline_top(state, TIMELINE_FUNCTION))) {
		if (state->stack->frames[nr - 1].key < depth)
			break;
		state->stack->beyond = 0;
		timeline_pop_to(tl, state, nr - 1, tl->now);
	}
}

/*
 * The first record of a task, or the first one after a loss: the functions around it are
 * open, though their entries are not recorded. They get their names when they end.
 */
static void graph_missing(struct timeline *tl, struct timeline_state *state, int depth)
{
	struct timeline_frame frame = { .what = TIMELINE_FUNCTION, .missing = true };

	if (depth > TIMELINE_MISSING || timeline_top(state, TIMELINE_FUNCTION) ||
	    (state->last && state->last >= tl->cpu->known))
		return;
	for (int i = 0; i < depth; i++) {
		frame.key = i;
		if (!timeline_push(tl, state, &frame, "", 0, true))
			break;
	}
}

void timeline_graph_entry(struct timeline *tl, struct timeline_state *state,
			  const struct view_record *record)
{
	struct timeline_frame frame = { .what = TIMELINE_FUNCTION };
	const char *name;
	char text[24];
	bool keep;

	frame.addr = view_field_number(record, record->event->roles[0]);
	frame.key = view_field_number(record, record->event->roles[1]);
	frame.buffer = record->buffer->nr;
	if (frame.key < 0)
		return;
	graph_cut(tl, state, frame.key);
	timeline_settle(tl, state);
	graph_missing(tl, state, frame.key);
	name = graph_name(tl, frame.addr, text, &keep);
	if (!timeline_push(tl, state, &frame, name, strlen(name), keep) && state->stack)
		state->stack->beyond++;
}

static uint64_t graph_took(const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	uint64_t begin, end;

	if (!role[2] || !role[3])
		return 0;
	begin = view_field_number(record, role[2]);
	end = view_field_number(record, role[3]);
	return begin && end > begin ? end - begin : 0;
}

/* The exit tells the name and the begin of a function whose entry is missing. */
static void graph_found(struct timeline *tl, struct timeline_frame *frame, uint64_t addr,
			const char *name, uint64_t took)
{
	uint64_t begin = tl->now - (took < tl->now ? took : 0);

	if (took && begin > frame->begin)
		frame->begin = begin < frame->first ? begin : frame->first;
	frame->addr = addr;
	frame->name = name;
	frame->name_len = strlen(name);
	frame->missing = false;
	frame->cut = true;
}

void timeline_graph_exit(struct timeline *tl, struct timeline_state *state,
			 const struct view_record *record)
{
	struct timeline_frame frame = { .what = TIMELINE_FUNCTION };
	uint64_t took = graph_took(record);
	struct timeline_frame *top;
	const char *name;
	char text[24];
	unsigned int nr;
	bool keep;

	frame.addr = view_field_number(record, record->event->roles[0]);
	frame.key = view_field_number(record, record->event->roles[1]);
	if (frame.key < 0 || frame.key == INT32_MAX)
		return;
	nr = timeline_top(state, TIMELINE_FUNCTION);
	if (nr && state->stack->beyond && frame.key > state->stack->frames[nr - 1].key) {
		state->stack->beyond--;
		return;
	}
	graph_cut(tl, state, frame.key + 1);
	graph_missing(tl, state, frame.key + 1);
	name = graph_name(tl, frame.addr, text, &keep);
	nr = timeline_top(state, TIMELINE_FUNCTION);
	top = nr ? &state->stack->frames[nr - 1] : NULL;
	if (top && top->key == frame.key && (top->missing || top->addr == frame.addr)) {
		timeline_pop_to(tl, state, nr, tl->now);
		if (top->missing)
			graph_found(tl, top, frame.addr, name, took);
		timeline_pop(tl, state, tl->now, false);
	} else {
		graph_cut(tl, state, frame.key);
		timeline_orphan(tl, state, &frame, name, strlen(name), took);
	}
	timeline_settle(tl, state);
}
