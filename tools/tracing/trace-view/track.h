/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracks of tasks: what the outputs that draw slices on a track per task share.
 *
 * Readers of these formats expect each end to have its begin, and the pids of one kernel. A
 * track therefore remembers which slices were begun, and pids and CPUs of further machines are
 * moved to ranges of their own.
 */
#ifndef TRACE_VIEW_TRACK_H
#define TRACE_VIEW_TRACK_H

#include "timeline.h"

/* The kernel's pids are below this one; what is above it names CPUs. */
#define TRACK_PIDS	(1 << 22)

/* Machine N has the pids from N * TRACK_MACHINE on. */
#define TRACK_MACHINE	(2 * TRACK_PIDS)

/* CPUs that can be told apart. */
#define TRACK_CPUS	65536

/**
 * struct track_open - a slice that was begun
 * @begin: ns
 * @depth: of the slice; one whose begin was not recorded is deeper than all that are open
 */
struct track_open {
	uint64_t begin;
	unsigned int depth;
};

/**
 * struct track - what an output keeps of a task; timeline_task.priv
 * @next: another one of the same output
 * @described: the output wrote its name, which did not change since
 * @nr: slices that are open and were begun
 * @size: of @open
 * @open: those slices, outermost first
 * @pid: process of the track; stays as it was when the track was used first
 * @text_len: bytes of @text, 0 at first
 * @text: for the output, what each entry of the track has
 */
struct track {
	struct track *next;
	bool described;
	unsigned int nr;
	unsigned int size;
	struct track_open *open;
	int pid;
	unsigned int text_len;
	char text[48];
};

/**
 * track_task() - a task is new or has another name
 * @list: the tracks of the output
 * @task: its track is to be described again
 */
void track_task(struct track **list, struct timeline_task *task);

/**
 * track_get() - the track of a task, also of one that is new and has no name yet
 * @list: the tracks of the output
 * @task: gets a track if it has none
 *
 * Return: the track, or NULL without memory.
 */
struct track *track_get(struct track **list, const struct timeline_task *task);

/**
 * track_free() - free all tracks
 * @list: the tracks of the output
 */
void track_free(struct track **list);

/**
 * track_begin() - a slice begins
 * @track: of the slice's task, or NULL
 * @slice: of a task
 *
 * Return: true if the begin is to be written.
 */
bool track_begin(struct track *track, const struct timeline_slice *slice);

/**
 * track_end() - a slice ends
 * @track: of the slice's task, or NULL
 * @slice: of a task
 *
 * Return: true if its begin was written.
 */
bool track_end(struct track *track, const struct timeline_slice *slice);

/**
 * track_args() - does a record tell the arguments of a slice?
 * @slice: that begins or ends
 * @record: the latest record
 * @ends: @slice ends
 *
 * Return: true if the fields of @record are arguments or the result of @slice.
 */
bool track_args(const struct timeline_slice *slice, const struct view_record *record, bool ends);

/**
 * track_pid() - a pid, unique among the machines
 * @machine: of the task
 * @pid: there
 *
 * Return: @pid if @machine is the first one.
 */
int track_pid(const struct view_machine *machine, int pid);

/* What a pid that belongs to no task stands for. */
enum track_cpu {
	TRACK_CPU_RUN,		/* what runs on a CPU */
	TRACK_CPU_IDLE,		/* the idle task of a CPU */
	TRACK_CPU_IRQ,		/* interrupts of a CPU */
};

/**
 * track_cpu() - a pid for a CPU, that no task has
 * @machine: of the CPU
 * @cpu: number of the CPU; -1 for the process of all CPUs
 * @what: of the CPU
 *
 * Return: the pid.
 */
int track_cpu(const struct view_machine *machine, int cpu, enum track_cpu what);

/**
 * track_category() - the name of a kind of slices
 * @what: the kind
 *
 * Return: a word.
 */
const char *track_category(enum timeline_what what);

#endif /* TRACE_VIEW_TRACK_H */
