// SPDX-License-Identifier: GPL-2.0
/* Sums up stacks; the open slices of each task are known by their nodes only. */
#include "fold.h"
#include "user_maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLD_TRAMPOLINE	0x7fffffff	/* the kernel's sign for an address in a trampoline */

/* The nodes of an open slice, in the trees of functions and of others. */
struct fold_open {
	uint32_t function;
	uint32_t other;
};

/* What hangs on timeline_task.priv: the open slices by depth. */
struct fold_task {
	struct fold_task *next;
	unsigned int size;
	struct fold_open *open;
};

int fold_open(struct fold *fold)
{
	fold->functions = frames_new();
	fold->traces = frames_new();
	fold->others = frames_new();
	fold->hists = frames_new();
	fold->tasks = NULL;
	if (fold->functions && fold->traces && fold->others && fold->hists)
		return 0;
	fprintf(stderr, "trace-view: no memory\n");
	fold_close(fold);
	return -1;
}

void fold_close(struct fold *fold)
{
	struct fold_task *task;

	while ((task = fold->tasks)) {
		fold->tasks = task->next;
		free(task->open);
		free(task);
	}
	frames_free(fold->functions);
	frames_free(fold->traces);
	frames_free(fold->others);
	frames_free(fold->hists);
}

/* The node that stands for a task: tasks of the same name are one. */
static uint32_t fold_root(struct frames *frames, const struct timeline_task *task)
{
	unsigned int len = strnlen(task->comm, sizeof(task->comm));

	return frames_child(frames, FRAMES_ROOT, frames_name(frames, task->comm, len));
}

/* The open slice of a depth; NULL without memory. Depths that had no begin stay 0. */
static struct fold_open *fold_at(struct fold *fold, const struct timeline_task *shown,
				 unsigned int depth)
{
	/* Callbacks have constant tasks, but priv is the sink's. */
	struct timeline_task *owner = (struct timeline_task *)shown;
	struct fold_task *task = owner->priv;
	struct fold_open *open;
	unsigned int size;

	if (depth >= FOLD_DEPTH)
		return NULL;
	if (!task) {
		task = calloc(1, sizeof(*task));
		if (!task)
			return NULL;
		task->next = fold->tasks;
		fold->tasks = task;
		owner->priv = task;
	}
	if (depth >= task->size) {
		size = task->size ? task->size * 2 : 8;
		while (size <= depth)
			size *= 2;
		open = realloc(task->open, size * sizeof(*open));
		if (!open)
			return NULL;
		memset(open + task->size, 0, (size - task->size) * sizeof(*open));
		task->open = open;
		task->size = size;
	}
	return &task->open[depth];
}

/* The nodes of a slice from those of the slice around it. */
static bool fold_nodes(struct fold *fold, const struct timeline_slice *slice,
		       struct fold_open *nodes)
{
	struct fold_open *outer = NULL;

	memset(nodes, 0, sizeof(*nodes));
	if (slice->depth) {
		outer = fold_at(fold, slice->task, slice->depth - 1);
		if (!outer)
			return false;
		*nodes = *outer;
	}
	if (!nodes->function)
		nodes->function = fold_root(fold->functions, slice->task);
	if (!nodes->other)
		nodes->other = fold_root(fold->others, slice->task);
	if (slice->what == TIMELINE_FUNCTION)
		nodes->function = frames_child(fold->functions, nodes->function,
					       frames_name(fold->functions, slice->name,
							   slice->name_len));
	else
		nodes->other = frames_child(fold->others, nodes->other,
					    frames_name(fold->others, slice->name,
							slice->name_len));
	return true;
}

void fold_slice_begin(struct fold *fold, const struct timeline_slice *slice)
{
	struct fold_open nodes, *open;

	if (!fold_nodes(fold, slice, &nodes))
		return;
	open = fold_at(fold, slice->task, slice->depth);
	if (open)
		*open = nodes;
}

void fold_slice_end(struct fold *fold, const struct timeline_slice *slice)
{
	struct fold_open *open = fold_at(fold, slice->task, slice->depth), nodes;

	if (!open)
		return;
	nodes = *open;
	memset(open, 0, sizeof(*open));
	/* Without a begin. */
	if (!nodes.function && !fold_nodes(fold, slice, &nodes))
		return;
	if (slice->what == TIMELINE_FUNCTION)
		frames_add(fold->functions, nodes.function, slice->self);
	else
		frames_add(fold->others, nodes.other, slice->self);
}

const char *fold_symbol(const struct view_record *record, uint64_t addr, bool user, bool caller,
			char text[FOLD_ADDRESS])
{
	struct user_symbol symbol;
	const char *name;

	if (user && user_symbol(record, addr, caller, &symbol)) {
		if (symbol.function)
			return symbol.name;
		snprintf(text, FOLD_ADDRESS, "%s+0x%llx", symbol.name,
			 (unsigned long long)symbol.offset);
		return text;
	}
	if (!user && addr == FOLD_TRAMPOLINE)
		return "[trampoline]";
	name = user ? NULL : view_symbol(record->event->machine, addr, NULL);
	if (name)
		return name;
	snprintf(text, FOLD_ADDRESS, "0x%llx", (unsigned long long)addr);
	return text;
}

void fold_stack(struct fold *fold, const struct view_record *record,
		struct timeline_task *task, const uint64_t *addresses, unsigned int nr, bool user)
{
	struct frames *frames = fold->traces;
	uint32_t node = fold_root(frames, task);
	char text[FOLD_ADDRESS];
	const char *name;

	while (nr--) {
		name = fold_symbol(record, addresses[nr], user, nr, text);
		node = frames_child(frames, node, frames_name(frames, name, strlen(name)));
	}
	frames_add(frames, node, 1);
}

const struct frames *fold_best(const struct fold *fold)
{
	/* Beside the root and "[other]", a stack has at least its task and one frame. */
	if (fold->functions->nr_names > 3)
		return fold->functions;
	if (fold->traces->nr_nodes > 2)
		return fold->traces;
	return fold->hists->nr_nodes > 2 ? fold->hists : fold->others;
}
