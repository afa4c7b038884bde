/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a recording has in all, for each machine: tables whose size depends on tasks, CPUs
 * and functions, not on records.
 */
#ifndef TRACE_VIEW_SUMMARY_H
#define TRACE_VIEW_SUMMARY_H

#include "hist_text.h"
#include "timeline.h"

#define SUMMARY_LONGEST		16
#define SUMMARY_KINDS		8
#define SUMMARY_CPUS		65536

/**
 * struct summary_event - the records of an event
 * @event: the event
 * @next: of the machine's
 * @count: records
 */
struct summary_event {
	const struct view_event *event;
	struct summary_event *next;
	uint64_t count;
};

/**
 * struct summary_task - how long a task ran
 * @task: a copy, as tasks end before the output does
 * @next: of the machine's
 * @runs: how often it ran
 * @total: ns
 * @cpus: ns by CPU, those where it ran
 * @nr_cpus: of @cpus
 */
struct summary_task {
	struct timeline_task task;
	struct summary_task *next;
	uint64_t runs;
	uint64_t total;
	struct summary_share {
		int cpu;
		uint64_t ns;
	} *cpus;
	unsigned int nr_cpus;
};

/**
 * struct summary_function - the calls of a function
 * @addr: of the function; 0 is a free slot
 * @calls: that ended
 * @cut: those of @calls that were not recorded as a whole: they do not count for @max
 * @total: ns
 * @self: ns without what it called
 * @max: ns of the longest call
 */
struct summary_function {
	uint64_t addr;
	uint64_t calls;
	uint64_t cut;
	uint64_t total;
	uint64_t self;
	uint64_t max;
};

/**
 * struct summary_long - one of the longest latencies
 * @ns: how long
 * @ts: ns when the record was made
 * @which: kind of latency
 * @comm: of the task
 * @pid: of the task
 * @cpu: where the record was made
 */
struct summary_long {
	uint64_t ns;
	uint64_t ts;
	const char *which;
	char comm[16];
	int pid;
	int cpu;
};

/**
 * struct summary_cpu - one CPU
 * @records: from all its buffers
 * @missed: records that are missing where records before and behind are there
 * @gaps: places where records are missing
 * @unknown: of @gaps, those of unknown size
 * @busy: ns that tasks ran
 * @idle: ns that the idle task ran
 */
struct summary_cpu {
	uint64_t records;
	uint64_t missed;
	uint64_t gaps;
	uint64_t unknown;
	uint64_t busy;
	uint64_t idle;
};

struct summary_machine {
	struct view_machine *machine;
	uint64_t begin;
	uint64_t end;
	uint64_t records;
	struct summary_event *events;
	struct summary_task *tasks;
	struct summary_function *functions;	/* sizes.functions, by hash */
	struct summary_function other;		/* those for which there was no slot */
	unsigned int nr_functions;
	struct summary_long longest[SUMMARY_LONGEST];	/* the longest first */
	unsigned int nr_longest;
	struct hist *hists[SUMMARY_KINDS];
	struct summary_cpu *cpus;
	unsigned int nr_cpus;
};

/**
 * struct summary - all machines
 * @machines: by number; NULL if it has no records
 * @nr: of @machines
 * @no_memory: an allocation failed, so something is missing
 */
struct summary {
	struct summary_machine **machines;
	unsigned int nr;
	bool no_memory;
};

/* The callbacks of struct timeline_ops. */
void summary_record(struct summary *summary, const struct view_record *record);
void summary_task(struct summary *summary, struct timeline_task *task);
void summary_run(struct summary *summary, const struct timeline_run *run);
void summary_slice_end(struct summary *summary, const struct timeline_slice *slice);
void summary_latency(struct summary *summary, const struct view_record *record,
		     const struct timeline_task *task, const char *which, uint64_t ns);

/**
 * summary_free() - free what was collected
 * @summary: itself is not freed
 */
void summary_free(struct summary *summary);

#endif /* TRACE_VIEW_SUMMARY_H */
