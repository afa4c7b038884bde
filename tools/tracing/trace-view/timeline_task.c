// SPDX-License-Identifier: GPL-2.0
/* Tasks: their states by pid, and their names. */
#include "hash.h"
#include "sizes.h"
#include "timeline_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#define TASK_SLAB	128

struct timeline_slab {
	struct timeline_slab *next;
	struct timeline_state states[TASK_SLAB];
};

static unsigned int timeline_task_hash(const struct view_machine *machine, int pid)
{
	uint64_t key = (uint64_t)machine->nr << 32 | (uint32_t)pid;

	return hash_number(key);
}

/* The slot of a task, or an empty one where it belongs. */
static struct timeline_state **timeline_task_slot(struct timeline *tl,
						  const struct view_machine *machine, int pid)
{
	unsigned int at = timeline_task_hash(machine, pid);
	struct timeline_state **slot;

	for (;; at++) {
		slot = &tl->hash[at & (tl->hash_size - 1)];
		if (!*slot || ((*slot)->task.pid == pid && (*slot)->task.machine == machine))
			return slot;
	}
}

static bool timeline_task_grow(struct timeline *tl)
{
	struct timeline_state **old = tl->hash;
	unsigned int size = tl->hash_size;

	tl->hash_size = size ? size * 2 : 64;
	tl->hash = calloc(tl->hash_size, sizeof(*tl->hash));
	if (!tl->hash) {
		tl->hash = old;
		tl->hash_size = size;
		return false;
	}
	for (unsigned int i = 0; i < size; i++)
		if (old[i])
			*timeline_task_slot(tl, old[i]->task.machine, old[i]->task.pid) = old[i];
	free(old);
	return true;
}

static struct timeline_state *timeline_task_alloc(struct timeline *tl)
{
	unsigned int at = tl->nr_tasks % TASK_SLAB;
	struct timeline_slab *slab = tl->slabs;

	if (!at) {
		slab = calloc(1, sizeof(*slab));
		if (!slab) {
			tl->no_memory = true;
			return NULL;
		}
		slab->next = tl->slabs;
		tl->slabs = slab;
	}
	slab->states[at].task.nr = tl->nr_tasks++;
	slab->states[at].running = -1;
	return &slab->states[at];
}

/* The sink hears of a new task when its name is set. */
static struct timeline_state *timeline_task_make(struct timeline *tl, int pid, int cpu, bool irq)
{
	struct timeline_state *state = timeline_task_alloc(tl);

	if (!state)
		return NULL;
	state->task.machine = tl->machine->machine;
	state->task.pid = pid;
	state->task.tgid = pid ? -1 : 0;
	state->task.cpu = cpu;
	state->task.irq = irq;
	return state;
}

/* For tasks that no record named until now. */
static const char *timeline_task_saved(const struct timeline *tl, int pid)
{
	const char *comm = NULL;

	if (tl->machine->machine->tep)
		comm = tep_data_comm_from_pid(tl->machine->machine->tep, pid);
	return comm && *comm ? comm : "<...>";
}

void timeline_task_name(struct timeline *tl, struct timeline_state *state, const char *name,
			unsigned int len)
{
	char *comm = state->task.comm;

	if (len > sizeof(state->task.comm) - 1)
		len = sizeof(state->task.comm) - 1;
	if (!len || state == tl->more || (!memcmp(comm, name, len) && !comm[len]))
		return;
	memcpy(comm, name, len);
	memset(comm + len, 0, sizeof(state->task.comm) - len);
	if (tl->ops->task)
		tl->ops->task(tl->priv, &state->task);
}

static struct timeline_state *timeline_task_more(struct timeline *tl)
{
	static const char name[] = "<more>";

	if (!tl->more) {
		struct timeline_state *state = timeline_task_make(tl, -1, -1, false);

		if (!state)
			return NULL;
		timeline_task_name(tl, state, name, sizeof(name) - 1);
		tl->more = state;
	}
	return tl->more;
}

static struct timeline_state *timeline_task_idle(struct timeline *tl, struct timeline_cpu *cpu)
{
	char name[16];

	if (!cpu->idle) {
		cpu->idle = timeline_task_make(tl, 0, cpu->nr, false);
		if (!cpu->idle)
			return NULL;
		snprintf(name, sizeof(name), "swapper/%d", cpu->nr);
		timeline_task_name(tl, cpu->idle, name, strlen(name));
	}
	return cpu->idle;
}

struct timeline_state *timeline_task_irq(struct timeline *tl, struct timeline_cpu *cpu)
{
	char name[16];

	if (!cpu->irq) {
		cpu->irq = timeline_task_make(tl, 0, cpu->nr, true);
		if (!cpu->irq)
			return NULL;
		snprintf(name, sizeof(name), "IRQ CPU %d", cpu->nr);
		timeline_task_name(tl, cpu->irq, name, strlen(name));
	}
	return cpu->irq;
}

struct timeline_state *timeline_task_get(struct timeline *tl, int pid, struct timeline_cpu *cpu)
{
	struct timeline_state **slot, *state;
	const char *comm;

	if (!pid)
		return timeline_task_idle(tl, cpu);
	if (tl->hash_used * 2 >= tl->hash_size && !timeline_task_grow(tl)) {
		tl->no_memory = true;
		return NULL;
	}
	slot = timeline_task_slot(tl, tl->machine->machine, pid);
	if (*slot)
		return *slot;
	if (tl->nr_tasks >= sizes.tasks)
		return timeline_task_more(tl);
	state = timeline_task_make(tl, pid, -1, false);
	if (!state)
		return NULL;
	*slot = state;
	tl->hash_used++;
	comm = timeline_task_saved(tl, pid);
	timeline_task_name(tl, state, comm, strlen(comm));
	return state;
}

/* CPUs remember the task of their latest record: it is not that of @state any longer. */
static void timeline_task_forget(struct timeline *tl, struct timeline_state *state)
{
	for (unsigned int i = 0; i < tl->machine->nr_cpus; i++) {
		struct timeline_cpu *cpu = tl->machine->cpus[i];

		if (cpu && cpu->current == state)
			cpu->current = NULL;
	}
}

struct timeline_state *timeline_task_new(struct timeline *tl, int pid)
{
	struct timeline_state **slot, *state;

	if (!tl->hash_size || tl->nr_tasks >= sizes.tasks)
		return timeline_task_get(tl, pid, tl->cpu);
	slot = timeline_task_slot(tl, tl->machine->machine, pid);
	if (!*slot)
		return timeline_task_get(tl, pid, tl->cpu);
	timeline_cut(tl, *slot, tl->now);
	timeline_stack_free(*slot);
	timeline_task_forget(tl, *slot);
	state = timeline_task_make(tl, pid, -1, false);
	if (state)
		*slot = state;
	return state;
}

void timeline_task_fork(struct timeline *tl, const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	int pid = view_field_number(record, role[1]);
	struct timeline_state *child;
	const char *comm;
	unsigned int len;

	if (!pid)
		return;
	child = timeline_task_get(tl, pid, tl->cpu);
	/* Another task had this pid before. */
	if (child && (child->exiting || child->last))
		child = timeline_task_new(tl, pid);
	if (!child)
		return;
	child->last = tl->now;
	comm = view_field_bytes(record, role[3], &len);
	timeline_task_name(tl, child, comm, len);
}

void timeline_task_exec(struct timeline *tl, struct timeline_state *state,
			const struct view_record *record)
{
	unsigned int len;
	const char *path = view_field_bytes(record, record->event->roles[1], &len);
	const char *slash = memrchr(path, '/', len);

	if (slash) {
		len -= slash + 1 - path;
		path = slash + 1;
	}
	if (state->task.pid > 0)
		state->task.tgid = state->task.pid;
	timeline_task_name(tl, state, path, len);
}

void timeline_task_rename(struct timeline *tl, struct timeline_state *state,
			  const struct view_record *record)
{
	unsigned int len;
	const char *comm = view_field_bytes(record, record->event->roles[0], &len);

	if (record->event->roles[1])
		state = timeline_task_get(tl, view_field_number(record, record->event->roles[1]),
					  tl->cpu);
	if (state)
		timeline_task_name(tl, state, comm, len);
}

void timeline_task_exit(struct timeline *tl, const struct view_record *record)
{
	int pid = view_field_number(record, record->event->roles[0]);
	struct timeline_state *state = timeline_task_get(tl, pid, tl->cpu);
	const char *comm;
	unsigned int len;

	if (!state || !pid)
		return;
	comm = view_field_bytes(record, record->event->roles[1], &len);
	timeline_task_name(tl, state, comm, len);
	state->exiting = true;
	/* With sched_switch, that is where its last slices end. */
	if (!tl->machine->switches) {
		timeline_cut(tl, state, tl->now);
		timeline_stack_free(state);
	}
}

void timeline_task_each(struct timeline *tl,
			void (*call)(struct timeline *tl, struct timeline_state *state))
{
	struct timeline_slab *slab, *next, *first = NULL;

	/* The newest slab is the first in the list. */
	for (slab = tl->slabs; slab; slab = next) {
		next = slab->next;
		slab->next = first;
		first = slab;
	}
	tl->slabs = NULL;
	for (slab = first; slab; slab = next) {
		for (unsigned int i = 0; i < TASK_SLAB; i++)
			if (slab->states[i].task.machine)
				call(tl, &slab->states[i]);
		next = slab->next;
		slab->next = tl->slabs;
		tl->slabs = slab;
	}
}

void timeline_task_free_all(struct timeline *tl)
{
	struct timeline_slab *slab;

	while ((slab = tl->slabs)) {
		tl->slabs = slab->next;
		free(slab);
	}
	free(tl->hash);
}
