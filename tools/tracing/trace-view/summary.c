// SPDX-License-Identifier: GPL-2.0
/* Collects what a summary says. */
#include "summary.h"
#include "hash.h"
#include "sizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct summary_machine *summary_machine(struct summary *summary,
					       struct view_machine *machine)
{
	struct summary_machine **more;

	if (machine->nr >= summary->nr) {
		more = realloc(summary->machines, (machine->nr + 1) * sizeof(*more));
		if (!more) {
			summary->no_memory = true;
			return NULL;
		}
		while (summary->nr <= machine->nr)
			more[summary->nr++] = NULL;
		summary->machines = more;
	}
	if (!summary->machines[machine->nr]) {
		struct summary_machine *made = calloc(1, sizeof(*made));

		if (!made) {
			summary->no_memory = true;
			return NULL;
		}
		made->machine = machine;
		summary->machines[machine->nr] = made;
	}
	return summary->machines[machine->nr];
}

static struct summary_cpu *summary_cpu(struct summary *summary, struct summary_machine *machine,
				       int nr)
{
	unsigned int want = nr;
	struct summary_cpu *more;

	if (nr < 0 || nr >= SUMMARY_CPUS)
		return NULL;
	if (want >= machine->nr_cpus) {
		more = realloc(machine->cpus, (want + 1) * sizeof(*more));
		if (!more) {
			summary->no_memory = true;
			return NULL;
		}
		memset(more + machine->nr_cpus, 0,
		       (want + 1 - machine->nr_cpus) * sizeof(*more));
		machine->cpus = more;
		machine->nr_cpus = want + 1;
	}
	return &machine->cpus[want];
}

/* Events have one count each, which hangs on the event. */
static struct summary_event *summary_event(struct summary *summary,
					   struct summary_machine *machine,
					   struct view_event *event)
{
	struct summary_event *count = event->priv;

	if (count)
		return count;
	count = calloc(1, sizeof(*count));
	if (!count) {
		summary->no_memory = true;
		return NULL;
	}
	count->event = event;
	count->next = machine->events;
	machine->events = count;
	event->priv = count;
	return count;
}

void summary_record(struct summary *summary, const struct view_record *record)
{
	struct summary_machine *machine = summary_machine(summary, record->event->machine);
	struct summary_event *event;
	struct summary_cpu *cpu;

	if (!machine)
		return;
	if (!machine->records++)
		machine->begin = record->ts;
	if (record->ts > machine->end)
		machine->end = record->ts;
	event = summary_event(summary, machine, record->event);
	if (event)
		event->count++;
	cpu = summary_cpu(summary, machine, record->cpu);
	if (!cpu)
		return;
	cpu->records++;
	if (!record->missed)
		return;
	cpu->gaps++;
	if (record->missed == VIEW_MISSED_UNKNOWN)
		cpu->unknown++;
	else
		cpu->missed += record->missed;
}

void summary_task(struct summary *summary, struct timeline_task *task)
{
	struct summary_task *sum = task->priv;

	/* The latest name is shown. */
	if (sum)
		sum->task = *task;
}

static struct summary_task *summary_task_of(struct summary *summary,
					    struct summary_machine *machine,
					    const struct timeline_task *task)
{
	struct timeline_task *owner = (struct timeline_task *)task;
	struct summary_task *sum = task->priv;

	if (sum)
		return sum;
	sum = calloc(1, sizeof(*sum));
	if (!sum) {
		summary->no_memory = true;
		return NULL;
	}
	sum->task = *task;
	sum->next = machine->tasks;
	machine->tasks = sum;
	owner->priv = sum;
	return sum;
}

static void summary_share(struct summary *summary, struct summary_task *task, int cpu,
			  uint64_t ns)
{
	struct summary_share *more;

	for (unsigned int i = 0; i < task->nr_cpus; i++) {
		if (task->cpus[i].cpu != cpu)
			continue;
		task->cpus[i].ns += ns;
		return;
	}
	more = realloc(task->cpus, (task->nr_cpus + 1) * sizeof(*more));
	if (!more) {
		summary->no_memory = true;
		return;
	}
	task->cpus = more;
	more[task->nr_cpus].cpu = cpu;
	more[task->nr_cpus++].ns = ns;
}

void summary_run(struct summary *summary, const struct timeline_run *run)
{
	struct summary_machine *machine = summary_machine(summary, run->task->machine);
	struct summary_task *task;
	struct summary_cpu *cpu;
	uint64_t ns = run->end - run->begin;

	if (!machine)
		return;
	cpu = summary_cpu(summary, machine, run->cpu);
	if (!cpu)
		return;
	if (!run->task->pid) {
		cpu->idle += ns;
		return;
	}
	cpu->busy += ns;
	task = summary_task_of(summary, machine, run->task);
	if (!task)
		return;
	task->runs++;
	task->total += ns;
	summary_share(summary, task, run->cpu, ns);
}

static struct summary_function *summary_function(struct summary *summary,
						 struct summary_machine *machine, uint64_t addr)
{
	unsigned int at = hash_number(addr);
	struct summary_function *function;

	if (!machine->functions) {
		machine->functions = calloc(sizes.functions, sizeof(*machine->functions));
		if (!machine->functions) {
			summary->no_memory = true;
			return &machine->other;
		}
	}
	for (;; at++) {
		function = &machine->functions[at & (sizes.functions - 1)];
		if (function->addr == addr && addr)
			return function;
		if (!function->addr)
			break;
	}
	/* A quarter stays free, so a search is short. */
	if (machine->nr_functions >= sizes.functions / 4 * 3 || !addr)
		return &machine->other;
	machine->nr_functions++;
	function->addr = addr;
	return function;
}

void summary_slice_end(struct summary *summary, const struct timeline_slice *slice)
{
	struct summary_machine *machine = summary_machine(summary, slice->task->machine);
	uint64_t ns = slice->end - slice->begin;
	struct summary_function *function;

	if (!machine || slice->what != TIMELINE_FUNCTION)
		return;
	function = summary_function(summary, machine, slice->addr);
	function->calls++;
	function->total += ns;
	function->self += slice->self;
	if (slice->cut)
		function->cut++;
	else if (ns > function->max)
		function->max = ns;
}

static struct hist *summary_hist(struct summary *summary, struct summary_machine *machine,
				 const char *which)
{
	unsigned int i;

	for (i = 0; i < SUMMARY_KINDS && machine->hists[i]; i++)
		if (!strcmp(machine->hists[i]->name, which))
			return machine->hists[i];
	if (i == SUMMARY_KINDS)
		return NULL;
	machine->hists[i] = calloc(1, sizeof(struct hist));
	if (!machine->hists[i]) {
		summary->no_memory = true;
		return NULL;
	}
	snprintf(machine->hists[i]->name, HIST_NAME, "%s", which);
	return machine->hists[i];
}

/* Keep the longest, in their order; of equal ones the earlier comes first. */
static void summary_longest(struct summary_machine *machine, const struct summary_long *one)
{
	unsigned int at = machine->nr_longest;

	if (at == SUMMARY_LONGEST) {
		if (machine->longest[at - 1].ns >= one->ns)
			return;
		at--;
	} else {
		machine->nr_longest++;
	}
	for (; at && machine->longest[at - 1].ns < one->ns; at--)
		machine->longest[at] = machine->longest[at - 1];
	machine->longest[at] = *one;
}

void summary_latency(struct summary *summary, const struct view_record *record,
		     const struct timeline_task *task, const char *which, uint64_t ns)
{
	struct summary_machine *machine = summary_machine(summary, record->event->machine);
	struct summary_long one = {
		.ns = ns,
		.ts = record->ts,
		.which = which,
		.pid = task->pid,
		.cpu = record->cpu,
	};
	struct hist *hist;

	if (!machine)
		return;
	memcpy(one.comm, task->comm, sizeof(one.comm));
	summary_longest(machine, &one);
	hist = summary_hist(summary, machine, which);
	if (hist)
		hist_add(hist, ns);
}

static void summary_machine_free(struct summary_machine *machine)
{
	struct summary_event *event;
	struct summary_task *task;

	while ((event = machine->events)) {
		machine->events = event->next;
		free(event);
	}
	while ((task = machine->tasks)) {
		machine->tasks = task->next;
		free(task->cpus);
		free(task);
	}
	for (unsigned int i = 0; i < SUMMARY_KINDS; i++)
		free(machine->hists[i]);
	free(machine->functions);
	free(machine->cpus);
	free(machine);
}

void summary_free(struct summary *summary)
{
	for (unsigned int i = 0; i < summary->nr; i++)
		if (summary->machines[i])
			summary_machine_free(summary->machines[i]);
	free(summary->machines);
}
