// SPDX-License-Identifier: GPL-2.0
/* The open slices of a track: begin, end, cut, and what waits for others to end. */
#include "sizes.h"
#include "timeline_priv.h"

#include <stdlib.h>
#include <string.h>

/* A task is in the list of the CPU where it was seen last, while it has open slices. */
static void timeline_unlist(struct timeline_state *state)
{
	if (!state->listed)
		return;
	if (state->prev)
		state->prev->next = state->next;
	else
		state->listed->open = state->next;
	if (state->next)
		state->next->prev = state->prev;
	state->listed = NULL;
	state->next = NULL;
	state->prev = NULL;
}

static void timeline_list(struct timeline_state *state, struct timeline_cpu *cpu)
{
	bool open = state->stack->nr || state->stack->nr_pending;

	if (open && state->listed == cpu)
		return;
	timeline_unlist(state);
	if (!open)
		return;
	state->listed = cpu;
	state->next = cpu->open;
	if (cpu->open)
		cpu->open->prev = state;
	cpu->open = state;
}

static struct timeline_stack *timeline_stack_get(struct timeline *tl,
						 struct timeline_state *state)
{
	if (!state->stack && state != tl->more) {
		state->stack = calloc(1, sizeof(*state->stack));
		if (!state->stack)
			tl->no_memory = true;
	}
	return state->stack;
}

/* Make space for one more slice; false if there is none. */
static bool timeline_stack_grow(struct timeline *tl, struct timeline_stack *stack)
{
	struct timeline_frame *frames;
	unsigned int size;

	if (stack->nr < stack->size)
		return true;
	if (stack->size >= sizes.slices)
		return false;
	size = stack->size ? stack->size * 2 : 16;
	frames = realloc(stack->frames, size * sizeof(*frames));
	if (!frames) {
		tl->no_memory = true;
		return false;
	}
	stack->frames = frames;
	stack->size = size;
	return true;
}

static unsigned int timeline_name_add(struct timeline *tl, struct timeline_stack *stack,
				      const char *name, unsigned int len)
{
	if (len > TIMELINE_NAME)
		len = TIMELINE_NAME;
	if (!len)
		return 0;
	if (stack->names_size - stack->names_used < len) {
		unsigned int size = stack->names_size ? stack->names_size * 2 : 1024;
		char *names;

		if (size > sizes.slice_bytes)
			return 0;
		names = realloc(stack->names, size);
		if (!names) {
			tl->no_memory = true;
			return 0;
		}
		stack->names = names;
		stack->names_size = size;
	}
	memcpy(stack->names + stack->names_used, name, len);
	stack->names_used += len;
	return len;
}

static void timeline_slice(const struct timeline *tl, const struct timeline_state *state,
			   const struct timeline_frame *frame, struct timeline_slice *slice)
{
	slice->task = &state->task;
	slice->what = frame->what;
	slice->name = frame->name ? frame->name : "";
	if (!frame->name && frame->name_len)
		slice->name = state->stack->names + frame->name_at;
	slice->name_len = frame->name_len;
	slice->addr = frame->addr;
	slice->depth = state->stack->nr;
	slice->begin = frame->begin;
	slice->end = 0;
	slice->self = 0;
	slice->cut = frame->cut;
	slice->cpu = tl->cpu->nr;
}

bool timeline_push(struct timeline *tl, struct timeline_state *state,
		   const struct timeline_frame *like, const char *name, unsigned int len,
		   bool keep)
{
	struct timeline_stack *stack = timeline_stack_get(tl, state);
	struct timeline_frame *frame;
	struct timeline_slice slice;

	if (!stack || !timeline_stack_grow(tl, stack))
		return false;
	frame = &stack->frames[stack->nr];
	*frame = *like;
	frame->begin = frame->missing ? timeline_since(tl, state) : tl->now;
	if (frame->begin < state->last)
		frame->begin = state->last;
	frame->child = 0;
	frame->first = UINT64_MAX;
	frame->name_at = stack->names_used;
	frame->name = keep ? name : NULL;
	frame->name_len = keep ? len : timeline_name_add(tl, stack, name, len);
	if (frame->what == TIMELINE_MARK)
		stack->marks++;
	if (stack->nr && stack->frames[stack->nr - 1].first > frame->begin)
		stack->frames[stack->nr - 1].first = frame->begin;
	if (!frame->missing) {
		state->last = frame->begin;
		if (tl->ops->slice_begin) {
			timeline_slice(tl, state, frame, &slice);
			tl->ops->slice_begin(tl->priv, &slice);
		}
	}
	stack->nr++;
	timeline_list(state, tl->cpu);
	return true;
}

/* A slice of this length ended within the innermost one that is open. */
static void timeline_child(struct timeline_stack *stack, uint64_t begin, uint64_t took)
{
	struct timeline_frame *parent;

	if (!stack->nr)
		return;
	parent = &stack->frames[stack->nr - 1];
	parent->child += took;
	if (parent->first > begin)
		parent->first = begin;
}

static void timeline_slice_end(struct timeline *tl, struct timeline_state *state,
			       const struct timeline_frame *frame, uint64_t ts, bool cut)
{
	uint64_t took = ts - frame->begin;
	struct timeline_slice slice;

	if (!tl->ops->slice_end)
		return;
	timeline_slice(tl, state, frame, &slice);
	slice.end = ts;
	slice.self = took > frame->child ? took - frame->child : 0;
	slice.cut |= cut;
	tl->ops->slice_end(tl->priv, &slice);
}

void timeline_pop(struct timeline *tl, struct timeline_state *state, uint64_t ts, bool cut)
{
	struct timeline_stack *stack = state->stack;
	struct timeline_frame *frame = &stack->frames[--stack->nr];

	if (ts < frame->begin)
		ts = frame->begin;
	if (ts < state->last)
		ts = state->last;
	if (frame->what == TIMELINE_MARK)
		stack->marks--;
	if (frame->missing) {
		timeline_child(stack, frame->first, frame->child);
	} else {
		timeline_slice_end(tl, state, frame, ts, cut);
		timeline_child(stack, frame->begin, ts - frame->begin);
		state->last = ts;
	}
	stack->names_used = frame->name_at;
	timeline_list(state, tl->cpu);
}

uint64_t timeline_since(const struct timeline *tl, const struct timeline_state *state)
{
	uint64_t since = tl->cpu->known;
	const struct timeline_stack *stack = state->stack;

	if (since < state->last)
		since = state->last;
	if (stack && stack->nr && since < stack->frames[stack->nr - 1].begin)
		since = stack->frames[stack->nr - 1].begin;
	return since < tl->now ? since : tl->now;
}

void timeline_orphan(struct timeline *tl, struct timeline_state *state,
		     const struct timeline_frame *like, const char *name, unsigned int len,
		     uint64_t took)
{
	struct timeline_stack *stack = timeline_stack_get(tl, state);
	struct timeline_frame frame = *like;
	uint64_t since;

	if (!stack)
		return;
	since = timeline_since(tl, state);
	frame.begin = since;
	if (took && took < tl->now - since)
		frame.begin = tl->now - took;
	frame.child = 0;
	frame.name = name;
	frame.name_len = len;
	timeline_slice_end(tl, state, &frame, tl->now, true);
	timeline_child(stack, frame.begin, tl->now - frame.begin);
	state->last = tl->now;
}

unsigned int timeline_top(const struct timeline_state *state, enum timeline_what what)
{
	unsigned int nr = state->stack ? state->stack->nr : 0;

	while (nr && state->stack->frames[nr - 1].what != what)
		nr--;
	return nr;
}

void timeline_pop_to(struct timeline *tl, struct timeline_state *state, unsigned int nr,
		     uint64_t ts)
{
	struct timeline_stack *stack = state->stack;

	/* Outer marks first, as they begin again in this order. */
	for (unsigned int i = nr; i < stack->nr; i++) {
		const struct timeline_frame *frame = &stack->frames[i];

		if (frame->what == TIMELINE_MARK)
			timeline_wait(tl, state, TIMELINE_WAIT_MARK_AGAIN, 0, frame->buffer,
				      stack->names + frame->name_at, frame->name_len);
	}
	while (stack->nr > nr)
		timeline_pop(tl, state, ts, true);
}

/* Can what waits happen, with the innermost slice as it is? */
static bool timeline_ready(const struct timeline_stack *stack, enum timeline_wait wait)
{
	enum timeline_what top;

	if (!stack->nr)
		return true;
	top = stack->frames[stack->nr - 1].what;
	switch (wait) {
	case TIMELINE_WAIT_BEGIN:
	case TIMELINE_WAIT_END:
		return top != TIMELINE_FUNCTION;
	case TIMELINE_WAIT_MARK:
		return top == TIMELINE_MARK;
	case TIMELINE_WAIT_MARK_END:
		return top == TIMELINE_MARK;
	case TIMELINE_WAIT_MARK_AGAIN:
		return true;
	}
	return true;
}

static void timeline_happen(struct timeline *tl, struct timeline_state *state,
			    const struct timeline_pending *pending)
{
	struct timeline_frame frame = { .buffer = pending->buffer, .key = pending->key };

	switch (pending->wait) {
	case TIMELINE_WAIT_BEGIN:
		frame.what = TIMELINE_SYSCALL;
		timeline_push(tl, state, &frame, pending->name, pending->name_len, true);
		break;
	case TIMELINE_WAIT_END:
		timeline_call_end(tl, state, pending->key, pending->name, pending->name_len);
		break;
	case TIMELINE_WAIT_MARK:
	case TIMELINE_WAIT_MARK_AGAIN:
		state->stack->marks--;
		frame.what = TIMELINE_MARK;
		frame.cut = pending->wait == TIMELINE_WAIT_MARK_AGAIN;
		timeline_push(tl, state, &frame, pending->text, pending->name_len, false);
		break;
	case TIMELINE_WAIT_MARK_END:
		state->stack->marks++;
		if (state->stack->nr)
			timeline_pop(tl, state, tl->now, false);
		break;
	}
}

void timeline_settle(struct timeline *tl, struct timeline_state *state)
{
	struct timeline_stack *stack = state->stack;
	struct timeline_pending pending;
	unsigned int i = 0;

	if (!stack || !stack->nr_pending)
		return;
	while (i < stack->nr_pending) {
		if (!timeline_ready(stack, stack->pending[i].wait)) {
			i++;
			continue;
		}
		pending = stack->pending[i];
		stack->nr_pending--;
		memmove(&stack->pending[i], &stack->pending[i + 1],
			(stack->nr_pending - i) * sizeof(pending));
		timeline_happen(tl, state, &pending);
		i = 0;
	}
	timeline_list(state, tl->cpu);
}

/* Too many wait: the functions and system calls that they wait for will not end. */
static void timeline_wait_force(struct timeline *tl, struct timeline_state *state)
{
	struct timeline_stack *stack = state->stack;

	while (stack->nr_pending == TIMELINE_PENDING) {
		timeline_settle(tl, state);
		if (stack->nr_pending == TIMELINE_PENDING && stack->nr)
			timeline_pop(tl, state, tl->now, true);
	}
}

void timeline_wait(struct timeline *tl, struct timeline_state *state, enum timeline_wait wait,
		   int key, unsigned int buffer, const char *name, unsigned int len)
{
	struct timeline_stack *stack = timeline_stack_get(tl, state);
	struct timeline_pending *pending;

	if (!stack)
		return;
	if (!stack->pending) {
		stack->pending = calloc(TIMELINE_PENDING, sizeof(*stack->pending));
		if (!stack->pending) {
			tl->no_memory = true;
			return;
		}
	}
	if (stack->nr_pending == TIMELINE_PENDING) {
		/* A mark that goes on comes while slices are being ended: drop it. */
		if (wait == TIMELINE_WAIT_MARK_AGAIN)
			return;
		timeline_wait_force(tl, state);
	}
	if (len > TIMELINE_NAME)
		len = TIMELINE_NAME;
	pending = &stack->pending[stack->nr_pending++];
	pending->wait = wait;
	pending->key = key;
	pending->buffer = buffer;
	pending->name = name;
	pending->name_len = len;
	if (wait == TIMELINE_WAIT_MARK || wait == TIMELINE_WAIT_MARK_AGAIN) {
		stack->marks++;
		if (len)
			memcpy(pending->text, name, len);
	} else if (wait == TIMELINE_WAIT_MARK_END) {
		stack->marks--;
	}
	timeline_list(state, tl->cpu);
}

static void timeline_wait_none(struct timeline_stack *stack)
{
	stack->nr_pending = 0;
	stack->beyond = 0;
	stack->marks = 0;
	for (unsigned int i = 0; i < stack->nr; i++)
		stack->marks += stack->frames[i].what == TIMELINE_MARK;
}

void timeline_cut(struct timeline *tl, struct timeline_state *state, uint64_t ts)
{
	struct timeline_stack *stack = state->stack;

	if (!stack)
		return;
	while (stack->nr)
		timeline_pop(tl, state, ts, true);
	timeline_wait_none(stack);
	timeline_list(state, tl->cpu);
}

/* What a buffer told of, and what is within that. */
static void timeline_cut_buffer(struct timeline *tl, struct timeline_state *state,
				unsigned int buffer)
{
	struct timeline_stack *stack = state->stack;
	unsigned int nr = 0;

	while (nr < stack->nr && stack->frames[nr].buffer != buffer)
		nr++;
	while (stack->nr > nr)
		timeline_pop(tl, state, tl->cpu->last, true);
	timeline_wait_none(stack);
	timeline_list(state, tl->cpu);
}

void timeline_cut_lost(struct timeline *tl, struct timeline_cpu *cpu, unsigned int buffer)
{
	struct timeline_state *state, *next;

	for (state = cpu->open; state; state = next) {
		next = state->next;
		timeline_cut_buffer(tl, state, buffer);
	}
}

void timeline_stack_free(struct timeline_state *state)
{
	struct timeline_stack *stack = state->stack;

	timeline_unlist(state);
	if (!stack)
		return;
	free(stack->frames);
	free(stack->names);
	free(stack->pending);
	free(stack);
	state->stack = NULL;
}
