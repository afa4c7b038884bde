// SPDX-License-Identifier: GPL-2.0
/* Takes records and hands each to the file that knows its kind. */
#include "timeline_priv.h"
#include "user_maps.h"

#include <stdlib.h>

struct timeline *timeline_new(const struct timeline_ops *ops, void *priv)
{
	struct timeline *tl = calloc(1, sizeof(*tl));

	if (!tl)
		return NULL;
	tl->ops = ops;
	tl->priv = priv;
	return tl;
}

static struct timeline_machine *timeline_machine_get(struct timeline *tl,
						     struct view_machine *machine)
{
	struct timeline_machine *state, **more;

	if (machine->nr >= tl->nr_machines) {
		more = realloc(tl->machines, (machine->nr + 1) * sizeof(*more));
		if (!more)
			return NULL;
		for (unsigned int i = tl->nr_machines; i <= machine->nr; i++)
			more[i] = NULL;
		tl->machines = more;
		tl->nr_machines = machine->nr + 1;
	}
	if (tl->machines[machine->nr])
		return tl->machines[machine->nr];
	state = calloc(1, sizeof(*state));
	if (!state)
		return NULL;
	state->machine = machine;
	tl->machines[machine->nr] = state;
	return state;
}

static bool timeline_cpus_grow(struct timeline_machine *machine, unsigned int nr)
{
	struct timeline_cpu **more = realloc(machine->cpus, nr * sizeof(*more));

	if (!more)
		return false;
	for (unsigned int i = machine->nr_cpus; i < nr; i++)
		more[i] = NULL;
	machine->cpus = more;
	machine->nr_cpus = nr;
	return true;
}

struct timeline_cpu *timeline_cpu_get(struct timeline *tl, int nr)
{
	struct timeline_machine *machine = tl->machine;
	struct timeline_cpu *cpu;

	if (nr < 0 || nr >= TIMELINE_CPUS)
		nr = 0;
	if ((unsigned int)nr >= machine->nr_cpus && !timeline_cpus_grow(machine, nr + 1)) {
		tl->no_memory = true;
		return NULL;
	}
	cpu = machine->cpus[nr];
	if (cpu)
		return cpu;
	cpu = calloc(1, sizeof(*cpu));
	if (!cpu) {
		tl->no_memory = true;
		return NULL;
	}
	cpu->nr = nr;
	cpu->pid = -1;
	cpu->last = tl->now;
	cpu->known = tl->now;
	machine->cpus[nr] = cpu;
	return cpu;
}

/* Two kinds that are the begin and the end of the same have one owner. */
static enum view_kind timeline_pair(enum view_kind kind)
{
	switch (kind) {
	case VIEW_KIND_GRAPH_EXIT:
		return VIEW_KIND_GRAPH_ENTRY;
	case VIEW_KIND_IRQ_EXIT:
		return VIEW_KIND_IRQ_ENTRY;
	case VIEW_KIND_SOFTIRQ_EXIT:
		return VIEW_KIND_SOFTIRQ_ENTRY;
	default:
		return kind;
	}
}

/*
 * Several instances may record the same event: only the records of the buffer that told
 * it first are interpreted, else all would happen twice.
 */
static bool timeline_owned(struct timeline *tl, const struct view_record *record)
{
	struct timeline_machine *machine = tl->machine;
	enum view_kind kind = timeline_pair(record->event->kind);
	unsigned int buffer = record->buffer->nr + 1;
	unsigned int *owner = &machine->owner[kind];

	/* Each system call has events of its own. */
	if (kind == VIEW_KIND_SYSCALL_ENTER || kind == VIEW_KIND_SYSCALL_EXIT)
		owner = &record->event->owner;
	if (!*owner)
		*owner = buffer;
	return *owner == buffer;
}

/* The record is an event of its own, whatever else it means. */
static void timeline_instant(struct timeline *tl, struct timeline_state *state,
			     const struct view_record *record)
{
	if (tl->ops->instant)
		tl->ops->instant(tl->priv, record, &state->task);
}

/* Kinds that are meant for the timeline only if one buffer tells them. */
static void timeline_own(struct timeline *tl, struct timeline_state *state,
			 const struct view_record *record)
{
	if (!timeline_owned(tl, record))
		return;
	switch (record->event->kind) {
	case VIEW_KIND_GRAPH_ENTRY:
		timeline_graph_entry(tl, state, record);
		break;
	case VIEW_KIND_GRAPH_EXIT:
		timeline_graph_exit(tl, state, record);
		break;
	case VIEW_KIND_SWITCH:
		timeline_sched_switch(tl, record);
		break;
	case VIEW_KIND_IRQ_ENTRY:
	case VIEW_KIND_SOFTIRQ_ENTRY:
		timeline_irq_entry(tl, record);
		break;
	case VIEW_KIND_IRQ_EXIT:
	case VIEW_KIND_SOFTIRQ_EXIT:
		timeline_irq_exit(tl, record);
		break;
	case VIEW_KIND_SYSCALL_ENTER:
		timeline_call_enter(tl, state, record);
		break;
	case VIEW_KIND_SYSCALL_EXIT:
		timeline_call_exit(tl, state, record);
		break;
	case VIEW_KIND_CPU_IDLE:
	case VIEW_KIND_CPU_FREQUENCY:
		timeline_counter(tl, record);
		break;
	default:
		timeline_latency(tl, state, record);
		break;
	}
}

static void timeline_interpret(struct timeline *tl, struct timeline_state *state,
			       const struct view_record *record)
{
	switch (record->event->kind) {
	case VIEW_KIND_KERNEL_STACK:
	case VIEW_KIND_USER_STACK:
		timeline_stack_trace(tl, state, record);
		return;
	case VIEW_KIND_USER_MAPPING:
		user_maps_record(record);
		break;
	case VIEW_KIND_PRINT:
	case VIEW_KIND_BPRINT:
	case VIEW_KIND_BPUTS:
		if (!timeline_mark(tl, state, record))
			timeline_instant(tl, state, record);
		return;
	case VIEW_KIND_WAKING:
	case VIEW_KIND_WAKEUP:
		if (timeline_owned(tl, record))
			timeline_sched_waking(tl, record);
		break;
	case VIEW_KIND_FORK:
		if (timeline_owned(tl, record))
			timeline_task_fork(tl, record);
		break;
	case VIEW_KIND_EXEC:
		timeline_task_exec(tl, state, record);
		break;
	case VIEW_KIND_EXIT:
		timeline_task_exit(tl, record);
		break;
	case VIEW_KIND_RENAME:
		timeline_task_rename(tl, state, record);
		break;
	case VIEW_KIND_PLAIN:
	case VIEW_KIND_FUNCTION:
	case VIEW_KIND_RAW_DATA:
		break;
	default:
		timeline_own(tl, state, record);
		return;
	}
	timeline_instant(tl, state, record);
}

static void timeline_lost(struct timeline *tl, const struct view_record *record)
{
	timeline_cut_lost(tl, tl->cpu, record->buffer->nr);
	tl->cpu->known = tl->now;
	tl->machine->lost = tl->now;
	timeline_sched_lost(tl, record);
	if (tl->ops->lost)
		tl->ops->lost(tl->priv, record);
}

int timeline_record(struct timeline *tl, const struct view_record *record)
{
	struct timeline_state *state;
	struct timeline_cpu *cpu;

	tl->machine = timeline_machine_get(tl, record->event->machine);
	if (!tl->machine)
		return -1;
	tl->now = record->ts;
	cpu = timeline_cpu_get(tl, record->cpu);
	if (!cpu)
		return -1;
	tl->cpu = cpu;
	if (record->missed)
		timeline_lost(tl, record);
	if (record->pid != cpu->pid || !cpu->current) {
		cpu->pid = record->pid;
		cpu->pid_since = tl->now;
		cpu->current = timeline_task_get(tl, record->pid, cpu);
	}
	state = cpu->current;
	if (!state)
		return -1;
	if (tl->ops->record)
		tl->ops->record(tl->priv, record);
	timeline_interpret(tl, state, record);
	cpu->last = tl->now;
	if (tl->machine->last < tl->now)
		tl->machine->last = tl->now;
	return tl->no_memory ? -1 : 0;
}

/* Is called for all tasks at the end: their slices end where the records of their machine do. */
static void timeline_end_task(struct timeline *tl, struct timeline_state *state)
{
	tl->machine = tl->machines[state->task.machine->nr];
	tl->now = tl->machine->last;
	if (state->listed)
		tl->cpu = state->listed;
	else
		tl->cpu = timeline_cpu_get(tl, state->task.cpu);
	if (tl->cpu)
		timeline_cut(tl, state, tl->now);
	timeline_stack_free(state);
}

void timeline_end(struct timeline *tl)
{
	timeline_task_each(tl, timeline_end_task);
	for (unsigned int i = 0; i < tl->nr_machines; i++) {
		struct timeline_machine *machine = tl->machines[i];

		if (!machine)
			continue;
		timeline_sched_end(tl, machine);
		for (unsigned int j = 0; j < machine->nr_cpus; j++)
			free(machine->cpus[j]);
		free(machine->cpus);
		free(machine);
	}
	free(tl->machines);
	timeline_task_free_all(tl);
	free(tl);
}
