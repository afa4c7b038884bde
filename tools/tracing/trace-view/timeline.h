/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What records mean: who ran where, which function called which, what was marked, counted
 * and lost. One pass, in the order of time, with memory bounded by tasks and CPUs.
 */
#ifndef TRACE_VIEW_TIMELINE_H
#define TRACE_VIEW_TIMELINE_H

#include "record.h"

/**
 * struct timeline_task - a task, or what a CPU does outside of tasks
 * @nr: 0, 1, ... in the order of appearance, machines together
 * @machine: machine that it belongs to
 * @pid: 0 for the idle task, of which there is one per CPU
 * @tgid: process, or -1 if no record told it
 * @cpu: of an idle task or an interrupt track, else -1
 * @irq: interrupt handlers and softirqs of @cpu, not a task
 * @comm: its name: the latest that a record told, else the one saved with the recording,
 *	else "<...>"
 * @priv: for the sink, NULL at first
 */
struct timeline_task {
	unsigned int nr;
	struct view_machine *machine;
	int pid;
	int tgid;
	int cpu;
	bool irq;
	char comm[16];
	void *priv;
};

/**
 * struct timeline_run - a task ran on a CPU
 * @task: the task that ran
 * @machine: machine that it belongs to
 * @cpu: number of the CPU
 * @begin: ns
 * @end: ns
 * @prio: kernel priority, 120 for nice 0; -1 if unknown
 * @state: why it stopped, the bits of prev_state; -1 if it was running at the end
 * @woken: ns when it was made runnable before @begin, 0 if no record told
 */
struct timeline_run {
	const struct timeline_task *task;
	const struct view_machine *machine;
	int cpu;
	uint64_t begin;
	uint64_t end;
	int prio;
	int64_t state;
	uint64_t woken;
};

/* What a slice is. */
enum timeline_what {
	TIMELINE_FUNCTION,	/* function graph */
	TIMELINE_SYSCALL,
	TIMELINE_IRQ,
	TIMELINE_SOFTIRQ,
	TIMELINE_MARK,		/* "B|pid|name" and "E|pid" in trace_marker */
};

/**
 * struct timeline_slice - something with a begin and an end, nested within others
 * @task: its track
 * @what: kind of the slice
 * @name: valid during the call
 * @name_len: bytes
 * @addr: of a function, else 0
 * @depth: 0 for the outermost that was seen
 * @begin: ns
 * @end: ns
 * @self: ns without the slices within it
 * @cut: its begin or its end was not recorded: it starts or ends where records begin, end
 *	or are missing
 * @cpu: where it ended
 */
struct timeline_slice {
	const struct timeline_task *task;
	enum timeline_what what;
	const char *name;
	unsigned int name_len;
	uint64_t addr;
	unsigned int depth;
	uint64_t begin;
	uint64_t end;
	uint64_t self;
	bool cut;
	int cpu;
};

/**
 * struct timeline_ops - what a sink wants to know; each callback may be NULL
 * @record: each record, before what it means
 * @task: a task is new or has another name
 * @run: a task ran; called when it stopped
 * @slice_begin: a slice began; @end and @self of the slice are 0
 * @slice_end: it ended. Ends come innermost first. A slice of which only the end was
 *	recorded has no begin: @cut is set
 * @instant: a record that is none of the others: an event, a mark without B, E or C.
 *	@record is not called for a second time
 * @counter: "C|pid|name|value" in trace_marker, cpu_frequency, cpu_idle
 * @stack: frames of a stack trace, innermost first; @user: of user space; the record that
 *	it belongs to came before, of the same task
 * @lost: records are missing on this CPU before @record: tasks that ran there have their
 *	open slices cut
 * @latency: osnoise and timerlat: ns, and which ("osnoise", "timerlat irq",
 *	"timerlat thread", "wakeup")
 *
 * Order: by time of the record that caused the call, so a slice_end after all that is
 * within the slice.
 */
struct timeline_ops {
	void (*record)(void *priv, const struct view_record *record);
	void (*task)(void *priv, struct timeline_task *task);
	void (*run)(void *priv, const struct timeline_run *run);
	void (*slice_begin)(void *priv, const struct timeline_slice *slice);
	void (*slice_end)(void *priv, const struct timeline_slice *slice);
	void (*instant)(void *priv, const struct view_record *record,
			struct timeline_task *task);
	void (*counter)(void *priv, const struct view_record *record, struct timeline_task *task,
			const char *name, unsigned int name_len, int64_t value);
	void (*stack)(void *priv, const struct view_record *record, struct timeline_task *task,
		      const uint64_t *frames, unsigned int nr, bool user);
	void (*lost)(void *priv, const struct view_record *record);
	void (*latency)(void *priv, const struct view_record *record,
			struct timeline_task *task, const char *which, uint64_t ns);
};

struct timeline;

/**
 * timeline_new() - start to give records a meaning
 * @ops: the sink's callbacks
 * @priv: their first argument
 *
 * Return: the timeline, or NULL without memory.
 */
struct timeline *timeline_new(const struct timeline_ops *ops, void *priv);

/**
 * timeline_record() - take one record
 * @timeline: from timeline_new()
 * @record: in the order of time
 *
 * Return: 0, or -1 without memory.
 */
int timeline_record(struct timeline *timeline, const struct view_record *record);

/**
 * timeline_end() - there are no more records: end what is open, with @cut, and free all
 * @timeline: from timeline_new()
 */
void timeline_end(struct timeline *timeline);

#endif /* TRACE_VIEW_TIMELINE_H */
