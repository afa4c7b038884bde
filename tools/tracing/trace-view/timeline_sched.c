// SPDX-License-Identifier: GPL-2.0
/* Who ran where, and how long after its wakeup. */
#include "timeline_priv.h"

#include <stddef.h>

#define SCHED_STATES	0xff	/* bits of prev_state that say what a task waits for */

/* The task that runs on a CPU stops there. */
static void sched_stop(struct timeline *tl, struct timeline_machine *machine,
		       struct timeline_cpu *cpu, uint64_t end, int prio, int64_t why)
{
	struct timeline_run run = {
		.task = &cpu->run->task,
		.machine = machine->machine,
		.cpu = cpu->nr,
		.begin = cpu->run_begin,
		.end = end < cpu->run_begin ? cpu->run_begin : end,
		.prio = prio,
		.state = why,
		.woken = cpu->run_woken,
	};

	if (cpu->run->running == cpu->nr)
		cpu->run->running = -1;
	cpu->run = NULL;
	if (tl->ops->run)
		tl->ops->run(tl->priv, &run);
}

static void sched_start(struct timeline_cpu *cpu, struct timeline_state *state, uint64_t begin,
			int prio)
{
	cpu->run = state;
	cpu->run_begin = begin;
	cpu->run_woken = 0;
	cpu->run_prio = prio;
	state->running = cpu->nr;
}

/* The task that is switched away from ends what it did, if it will not run again. */
static void sched_exited(struct timeline *tl, struct timeline_state *state, int64_t why)
{
	if (!state->exiting || !(why & SCHED_STATES))
		return;
	state->dead = true;
	timeline_cut(tl, state, tl->now);
	timeline_stack_free(state);
}

static void sched_prev(struct timeline *tl, const struct view_record *record,
		       struct timeline_state *prev)
{
	const struct view_field *const *role = record->event->roles;
	int64_t why = view_field_number(record, role[4]);
	struct timeline_cpu *cpu = tl->cpu;
	bool seen = cpu->pid == prev->task.pid;
	const char *comm;
	unsigned int len;

	comm = view_field_bytes(record, role[2], &len);
	timeline_task_name(tl, prev, comm, len);
	/* Another task was seen to start: the records between are missing. */
	if (cpu->run && cpu->run != prev)
		sched_stop(tl, tl->machine, cpu, seen ? cpu->pid_since : cpu->last,
			   cpu->run_prio, -1);
	/* Nothing told that it started, but its records did. */
	if (!cpu->run)
		sched_start(cpu, prev, seen ? cpu->pid_since : tl->now, -1);
	sched_stop(tl, tl->machine, cpu, tl->now, view_field_number(record, role[5]), why);
	sched_exited(tl, prev, why);
}

void timeline_sched_switch(struct timeline *tl, const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	int prev_pid = view_field_number(record, role[0]);
	int next_pid = view_field_number(record, role[1]);
	struct timeline_cpu *cpu = tl->cpu;
	struct timeline_state *prev, *next;
	const char *comm;
	unsigned int len;

	tl->machine->switches = true;
	prev = timeline_task_get(tl, prev_pid, cpu);
	if (!prev)
		return;
	sched_prev(tl, record, prev);
	next = timeline_task_get(tl, next_pid, cpu);
	if (next && next->dead)
		next = timeline_task_new(tl, next_pid);
	if (!next)
		return;
	comm = view_field_bytes(record, role[3], &len);
	timeline_task_name(tl, next, comm, len);
	sched_start(cpu, next, tl->now, view_field_number(record, role[6]));
	if (next->woken > tl->machine->lost && next->woken < tl->now) {
		cpu->run_woken = next->woken;
		if (tl->ops->latency)
			tl->ops->latency(tl->priv, record, &next->task, "wakeup",
					 tl->now - next->woken);
	}
	next->woken = 0;
	cpu->pid = next_pid;
	cpu->pid_since = tl->now;
	cpu->current = next;
}

void timeline_sched_waking(struct timeline *tl, const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	int pid = view_field_number(record, role[0]);
	struct timeline_state *state;
	const char *comm;
	unsigned int len;

	if (!pid)
		return;
	state = timeline_task_get(tl, pid, tl->cpu);
	if (!state)
		return;
	comm = view_field_bytes(record, role[1], &len);
	timeline_task_name(tl, state, comm, len);
	if (state->running >= 0)
		return;
	/* sched_waking comes first, on the CPU that wakes; both belong to one wakeup. */
	if (record->event->kind == VIEW_KIND_WAKING || !state->woken)
		state->woken = tl->now;
}

void timeline_sched_lost(struct timeline *tl, const struct view_record *record)
{
	struct timeline_cpu *cpu = tl->cpu;

	if (!cpu->run || cpu->run->task.pid == record->pid)
		return;
	sched_stop(tl, tl->machine, cpu, cpu->last, cpu->run_prio, -1);
}

void timeline_sched_end(struct timeline *tl, struct timeline_machine *machine)
{
	for (unsigned int i = 0; i < machine->nr_cpus; i++) {
		struct timeline_cpu *cpu = machine->cpus[i];

		if (cpu && cpu->run)
			sched_stop(tl, machine, cpu, machine->last, cpu->run_prio, -1);
	}
}
