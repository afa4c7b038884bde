// SPDX-License-Identifier: GPL-2.0
/* Tracks of tasks, and pids that are unique among several machines. */
#include "track.h"

#include <stdlib.h>

/* Slices that are nested deeper are left out, begin and end. */
#define TRACK_DEPTH	4096

/* More machines than these share the last one's pids. */
#define TRACK_MACHINES	255

struct track *track_get(struct track **list, const struct timeline_task *task)
{
	struct track *track = task->priv;

	if (track)
		return track;
	track = calloc(1, sizeof(*track));
	if (!track)
		return NULL;
	track->next = *list;
	*list = track;
	/* Only the pointer to the task is const, for the sake of those who must not change it. */
	((struct timeline_task *)task)->priv = track;
	return track;
}

void track_task(struct track **list, struct timeline_task *task)
{
	struct track *track = track_get(list, task);

	if (track)
		track->described = false;
}

void track_free(struct track **list)
{
	while (*list) {
		struct track *track = *list;

		*list = track->next;
		free(track->open);
		free(track);
	}
}

bool track_begin(struct track *track, const struct timeline_slice *slice)
{
	if (!track || track->nr >= TRACK_DEPTH)
		return false;
	if (track->nr == track->size) {
		unsigned int size = track->size ? 2 * track->size : 16;
		struct track_open *open = realloc(track->open, size * sizeof(*open));

		if (!open)
			return false;
		track->open = open;
		track->size = size;
	}
	track->open[track->nr].begin = slice->begin;
	track->open[track->nr++].depth = slice->depth;
	return true;
}

bool track_end(struct track *track, const struct timeline_slice *slice)
{
	const struct track_open *open;

	if (!track || !track->nr)
		return false;
	open = &track->open[track->nr - 1];
	if (open->begin != slice->begin || open->depth != slice->depth)
		return false;
	track->nr--;
	return true;
}

bool track_args(const struct timeline_slice *slice, const struct view_record *record, bool ends)
{
	switch (slice->what) {
	case TIMELINE_SYSCALL:
		return record->event->kind == (ends ? VIEW_KIND_SYSCALL_EXIT :
						      VIEW_KIND_SYSCALL_ENTER);
	case TIMELINE_IRQ:
		return record->event->kind == (ends ? VIEW_KIND_IRQ_EXIT : VIEW_KIND_IRQ_ENTRY);
	default:
		return false;
	}
}

static int track_base(const struct view_machine *machine)
{
	return (machine->nr < TRACK_MACHINES ? machine->nr : TRACK_MACHINES) * TRACK_MACHINE;
}

int track_pid(const struct view_machine *machine, int pid)
{
	return track_base(machine) + (pid & (TRACK_PIDS - 1));
}

int track_cpu(const struct view_machine *machine, int cpu, enum track_cpu what)
{
	int base = track_base(machine) + TRACK_PIDS;

	if (cpu < 0)
		return base;
	return base + 1 + (int)what * TRACK_CPUS + cpu % TRACK_CPUS;
}

const char *track_category(enum timeline_what what)
{
	static const char *const names[] = {
		[TIMELINE_FUNCTION] = "function",
		[TIMELINE_SYSCALL] = "syscall",
		[TIMELINE_IRQ] = "irq",
		[TIMELINE_SOFTIRQ] = "softirq",
		[TIMELINE_MARK] = "mark",
	};

	return names[what];
}
