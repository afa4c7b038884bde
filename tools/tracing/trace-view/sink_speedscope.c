// SPDX-License-Identifier: GPL-2.0
/*
 * The file format of speedscope: a profile of each task that has slices, as opened and
 * closed frames, and one of all stack traces, as samples with weights.
 *
 * The events of a task must be together in the file, but come mixed with those of others.
 * They wait in a spool, a sequence for each task, eight bytes for each event.
 */
#include "fold.h"
#include "sink.h"
#include "spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * An item of a sequence: the number of a frame, SCOPE_CLOSED if it is closed, and above
 * SCOPE_SHIFT the ns since the event before. If these are more than SCOPE_DELTA, an item with
 * SCOPE_LONG in place of a frame precedes, which has their upper SCOPE_SHIFT bits.
 */
#define SCOPE_CLOSED	0x80000
#define SCOPE_LONG	0x7ffff
#define SCOPE_SHIFT	20
#define SCOPE_DELTA	(UINT64_MAX >> SCOPE_SHIFT)

/**
 * struct scope_task - what is known of a task with slices
 * @next: in the order of appearance
 * @task: a copy of the task, which ends before the output does
 * @events: items as above
 * @begin: ns of its first event
 * @last: ns of its latest event
 * @opened: by depth, 1 + number of the frame that is open; 0 if that had no begin
 * @size: of @opened
 */
struct scope_task {
	struct scope_task *next;
	struct timeline_task task;
	struct spool_seq events;
	uint64_t begin;
	uint64_t last;
	uint32_t *opened;
	unsigned int size;
};

struct scope {
	struct out out;
	struct fold fold;
	struct frames *frames;		/* names only: the frames that all profiles share */
	struct scope_task *tasks;
	struct scope_task **end;
	struct spool *spool;
	const char *event;
	uint64_t begin;
	bool begun;
	bool count;
	bool no_memory;
	unsigned int profiles;
};

static void scope_event(struct scope *scope, struct scope_task *task, uint32_t frame,
			bool closed, uint64_t at)
{
	uint64_t delta = 0;

	/* Times of a profile never go back. */
	if (at > task->last) {
		delta = at - task->last;
		task->last = at;
	}
	if (delta > SCOPE_DELTA)
		spool_put(scope->spool, &task->events,
			  (delta >> (64 - SCOPE_SHIFT)) << SCOPE_SHIFT | SCOPE_LONG);
	spool_put(scope->spool, &task->events,
		  delta << SCOPE_SHIFT | frame | (closed ? SCOPE_CLOSED : 0));
}

static struct scope_task *scope_no_memory(struct scope *scope)
{
	if (!scope->no_memory)
		fprintf(stderr, "trace-view: no memory\n");
	scope->no_memory = true;
	return NULL;
}

static struct scope_task *scope_task(struct scope *scope, const struct timeline_slice *slice)
{
	struct timeline_task *owner = (struct timeline_task *)slice->task;
	/* fold.c uses priv, but not at the same time. */
	struct scope_task *task = owner->priv;

	if (!task) {
		task = calloc(1, sizeof(*task));
		if (!task)
			return scope_no_memory(scope);
		task->task = *slice->task;
		task->begin = slice->begin;
		task->last = slice->begin;
		*scope->end = task;
		scope->end = &task->next;
		owner->priv = task;
	}
	if (slice->depth >= task->size) {
		unsigned int size = slice->depth + 16;
		uint32_t *opened = realloc(task->opened, size * sizeof(*opened));

		if (!opened)
			return scope_no_memory(scope);
		memset(opened + task->size, 0, (size - task->size) * sizeof(*opened));
		task->opened = opened;
		task->size = size;
	}
	return task;
}

static void scope_slice_begin(void *priv, const struct timeline_slice *slice)
{
	struct scope *scope = priv;
	struct scope_task *task;
	uint32_t frame;

	if (scope->count) {
		fold_slice_begin(&scope->fold, slice);
		return;
	}
	task = scope_task(scope, slice);
	if (!task)
		return;
	frame = frames_name(scope->frames, slice->name, slice->name_len);
	task->opened[slice->depth] = frame + 1;
	scope_event(scope, task, frame, false, slice->begin);
}

static void scope_slice_end(void *priv, const struct timeline_slice *slice)
{
	struct scope *scope = priv;
	struct scope_task *task;
	uint32_t frame;

	if (scope->count) {
		fold_slice_end(&scope->fold, slice);
		return;
	}
	task = scope_task(scope, slice);
	if (!task)
		return;
	frame = task->opened[slice->depth];
	task->opened[slice->depth] = 0;
	if (frame) {
		frame--;
	} else {
		frame = frames_name(scope->frames, slice->name, slice->name_len);
		scope_event(scope, task, frame, false, slice->begin);
	}
	scope_event(scope, task, frame, true, slice->end);
}

static void scope_stack(void *priv, const struct view_record *record,
			struct timeline_task *task, const uint64_t *addresses, unsigned int nr,
			bool user)
{
	struct scope *scope = priv;

	fold_stack(&scope->fold, record, task, addresses, nr, user);
}

static void scope_record(void *priv, const struct view_record *record)
{
	struct scope *scope = priv;

	if (!scope->begun)
		scope->begin = record->ts;
	scope->begun = true;
}

static void scope_renamed(void *priv, struct timeline_task *task)
{
	struct scope *scope = priv;
	struct scope_task *known = task->priv;

	if (known && !scope->count)
		known->task = *task;
}

static const struct timeline_ops scope_ops = {
	.record = scope_record,
	.task = scope_renamed,
	.slice_begin = scope_slice_begin,
	.slice_end = scope_slice_end,
	.stack = scope_stack,
};

static void scope_free(struct scope *scope)
{
	struct scope_task *task;

	while ((task = scope->tasks)) {
		scope->tasks = task->next;
		spool_forget(&task->events);
		free(task->opened);
		free(task);
	}
	fold_close(&scope->fold);
	frames_free(scope->frames);
	spool_free(scope->spool);
	free(scope);
}

static void *scope_open(const struct sink_options *options, struct view_source *source)
{
	struct scope *scope = calloc(1, sizeof(*scope));

	if (!scope) {
		fprintf(stderr, "trace-view: no memory\n");
		return NULL;
	}
	scope->end = &scope->tasks;
	scope->event = options->event;
	scope->count = options->weight && !strcmp(options->weight, "count");
	scope->spool = spool_new();
	scope->frames = frames_new();
	if (!scope->spool || !scope->frames)
		scope_no_memory(scope);
	if (fold_open(&scope->fold) || scope->no_memory || out_open(&scope->out, options->path)) {
		scope_free(scope);
		return NULL;
	}
	return scope;
}

static void scope_head(struct scope *scope, const char *type, const char *name,
		       unsigned int len, const char *unit, uint64_t begin, uint64_t end)
{
	struct out *out = &scope->out;

	out_str(out, scope->profiles++ ? ",\n{\"type\":\"" : "\n{\"type\":\"");
	out_str(out, type);
	out_str(out, "\",\"name\":");
	out_json(out, name, len);
	out_str(out, ",\"unit\":\"");
	out_str(out, unit);
	out_str(out, "\",\"startValue\":");
	out_dec(out, begin);
	out_str(out, ",\"endValue\":");
	out_dec(out, end);
}

static uint64_t scope_since(const struct scope *scope, uint64_t ts)
{
	return ts > scope->begin ? ts - scope->begin : 0;
}

/* Write the events of a block. @at: ns of the latest event, of the task's begin at first. */
static void scope_write_events(struct scope *scope, const struct spool_block *block, uint64_t *at)
{
	struct out *out = &scope->out;

	for (uint64_t i = 0; i < block->nr; i++) {
		uint64_t item = block->items[i];
		uint32_t frame = item & SCOPE_LONG;

		if (frame == SCOPE_LONG) {
			*at += (item >> SCOPE_SHIFT) << (64 - SCOPE_SHIFT);
			continue;
		}
		*at += item >> SCOPE_SHIFT;
		out_str(out, "\n{\"type\":\"");
		out_char(out, item & SCOPE_CLOSED ? 'C' : 'O');
		out_str(out, "\",\"at\":");
		out_dec(out, scope_since(scope, *at));
		out_str(out, ",\"frame\":");
		out_dec(out, frame);
		out_str(out, i + 1 < block->nr || block->next ? "}," : "}");
	}
}

/* A task's name with its number, and that of its machine if there are several. */
static unsigned int scope_task_name(const struct timeline_task *task, bool several,
				    char *name, size_t size)
{
	int len;

	if (task->irq || !task->pid)
		len = snprintf(name, size, "%.16s", task->comm);
	else
		len = snprintf(name, size, "%.16s (%d)", task->comm, task->pid);
	if (several)
		len += snprintf(name + len, size - len, " on %.100s", task->machine->name);
	return len < (int)size ? len : (int)size - 1;
}

static void scope_write_task(struct scope *scope, struct scope_task *task, bool several)
{
	const struct spool_block *block;
	struct spool_block buffer;
	uint64_t at = task->begin;
	char name[160];
	unsigned int len = scope_task_name(&task->task, several, name, sizeof(name));

	spool_end(scope->spool, &task->events);
	scope_head(scope, "evented", name, len, "nanoseconds", scope_since(scope, task->begin),
		   scope_since(scope, task->last));
	out_str(&scope->out, ",\"events\":[");
	for (uint64_t number = task->events.first;
	     (block = spool_read(scope->spool, number, &buffer)); number = block->next)
		scope_write_events(scope, block, &at);
	out_str(&scope->out, "]}");
}

/* A frame of a tree is known by its name in the frames that profiles share. */
static void scope_write_sample(struct scope *scope, const struct frames *frames, uint32_t node)
{
	uint32_t path[FOLD_DEPTH];
	unsigned int nr = frames_path(frames, node, path, FOLD_DEPTH);

	out_char(&scope->out, '[');
	for (unsigned int i = 0; i < nr; i++) {
		const struct frames_name *name = &frames->names[frames->nodes[path[i]].name];

		if (i)
			out_char(&scope->out, ',');
		out_dec(&scope->out, frames_name(scope->frames, name->text, name->len));
	}
	out_char(&scope->out, ']');
}

static void scope_write_samples(struct scope *scope, const struct frames *frames,
				const char *title)
{
	struct out *out = &scope->out;
	uint64_t total = 0;
	bool more = false;

	for (uint32_t i = FRAMES_OTHER; i < frames->nr_nodes; i++)
		total += frames->nodes[i].count;
	if (!total)
		return;
	scope_head(scope, "sampled", title, strlen(title), "none", 0, total);
	out_str(out, ",\"samples\":[");
	for (uint32_t i = FRAMES_OTHER; i < frames->nr_nodes; i++) {
		if (!frames->nodes[i].count)
			continue;
		out_str(out, more ? ",\n" : "\n");
		scope_write_sample(scope, frames, i);
		more = true;
	}
	out_str(out, "],\"weights\":[");
	more = false;
	for (uint32_t i = FRAMES_OTHER; i < frames->nr_nodes; i++) {
		if (!frames->nodes[i].count)
			continue;
		if (more)
			out_char(out, ',');
		out_dec(out, frames->nodes[i].count);
		more = true;
	}
	out_str(out, "]}");
}

static int scope_close(void *priv, struct view_source *source)
{
	bool several = view_source_machines(source) > 1;
	struct scope *scope = priv;
	struct out *out = &scope->out;
	int failed = fold_hists(&scope->fold, source, scope->event), error;

	out_str(out, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
		"\"exporter\":\"trace-view\",\"profiles\":[");
	for (struct scope_task *task = scope->tasks; task; task = task->next)
		scope_write_task(scope, task, several);
	scope_write_samples(scope, scope->fold.functions, "functions");
	scope_write_samples(scope, scope->fold.others, "system calls, interrupts, marks");
	scope_write_samples(scope, scope->fold.traces, "stack traces");
	scope_write_samples(scope, scope->fold.hists, "histograms");
	out_str(out, "],\n\"shared\":{\"frames\":[");
	for (uint32_t i = 0; i < scope->frames->nr_names; i++) {
		const struct frames_name *name = &scope->frames->names[i];

		out_str(out, i ? ",\n{\"name\":" : "\n{\"name\":");
		out_json(out, name->len ? name->text : "[unknown]", name->len ? name->len : 9);
		out_char(out, '}');
	}
	out_str(out, "]}}\n");
	error = out_close(out) || spool_error(scope->spool) || scope->no_memory || failed ? -1 : 0;
	scope_free(scope);
	return error;
}

const struct sink sink_speedscope = {
	.name = "speedscope",
	.help = "a file for speedscope",
	.text = true,
	.ops = &scope_ops,
	.open = scope_open,
	.close = scope_close,
};
