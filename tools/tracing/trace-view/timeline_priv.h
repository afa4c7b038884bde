/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files timeline*.c share. One struct timeline_state for each task and for the
 * interrupts of each CPU, one struct timeline_cpu for each CPU of each machine.
 */
#ifndef TRACE_VIEW_TIMELINE_PRIV_H
#define TRACE_VIEW_TIMELINE_PRIV_H

#include "timeline.h"

#define TIMELINE_NAME		120	/* bytes of the name of a mark or an interrupt */
#define TIMELINE_PENDING	8
#define TIMELINE_MISSING	64	/* functions that can be open without an entry */
#define TIMELINE_CPUS		65536
#define TIMELINE_STACK		512	/* addresses of one stack trace */
#define TIMELINE_FORMATS	256	/* formats of trace_printk() that are remembered */

/**
 * struct timeline_frame - an open slice
 * @begin: ns
 * @child: ns that the ended slices within it took
 * @first: begin of the first slice within it, UINT64_MAX if there was none
 * @addr: of a function
 * @name: that outlives the slice; NULL if it is in the names of the stack
 * @name_at: used bytes of the names before this slice
 * @name_len: bytes of the name
 * @buffer: number of the ring buffer that told its begin
 * @key: depth in the records of a function; number of a system call, an interrupt
 * @what: kind of the slice
 * @missing: its begin was not recorded, so no sink knows of it
 * @cut: its begin is not where it really began
 */
struct timeline_frame {
	uint64_t begin;
	uint64_t child;
	uint64_t first;
	uint64_t addr;
	const char *name;
	unsigned int name_at;
	unsigned int name_len;
	unsigned int buffer;
	int key;
	uint8_t what;
	bool missing;
	bool cut;
};

/* What waits until functions, or system calls, that are open around it have ended. */
enum timeline_wait {
	TIMELINE_WAIT_BEGIN,		/* of a system call */
	TIMELINE_WAIT_END,		/* of a system call */
	TIMELINE_WAIT_MARK,		/* begin of a mark of user space */
	TIMELINE_WAIT_MARK_END,
	TIMELINE_WAIT_MARK_AGAIN,	/* go on with a mark of the kernel */
};

/**
 * struct timeline_pending - a begin or an end that waits
 * @wait: kind of it
 * @buffer: number of the ring buffer that told it
 * @key: number of a system call
 * @name_len: bytes of @name or @text
 * @name: of a system call
 * @text: name of a mark
 */
struct timeline_pending {
	enum timeline_wait wait;
	unsigned int buffer;
	int key;
	unsigned int name_len;
	const char *name;
	char text[TIMELINE_NAME];
};

/**
 * struct timeline_stack - the open slices of a track
 * @frames: outermost first
 * @nr: of @frames
 * @size: allocated @frames
 * @names: bytes of the names, in the order of @frames
 * @names_used: of @names
 * @names_size: allocated @names
 * @pending: TIMELINE_PENDING of them; NULL until the first is needed
 * @nr_pending: of @pending
 * @marks: marks that are open or wait to be, without those that wait to end
 * @beyond: functions that are open beyond sizes.slices
 */
struct timeline_stack {
	struct timeline_frame *frames;
	unsigned int nr;
	unsigned int size;
	char *names;
	unsigned int names_used;
	unsigned int names_size;
	struct timeline_pending *pending;
	unsigned int nr_pending;
	int marks;
	unsigned int beyond;
};

/**
 * struct timeline_state - a task as the timeline knows it
 * @task: what sinks see; the first member
 * @stack: open slices, NULL if there never was one
 * @last: ns of the latest begin or end of a slice; ns of the fork until there is one
 * @woken: ns of the latest wakeup since it ran, or 0
 * @running: number of the CPU that it runs on, or -1
 * @exiting: it will not run for long
 * @dead: it will not run again: that pid then is another task
 * @listed: CPU in whose list of tasks with open slices it is, NULL if in none
 * @next: in that list
 * @prev: in that list
 */
struct timeline_state {
	struct timeline_task task;
	struct timeline_stack *stack;
	uint64_t last;
	uint64_t woken;
	int running;
	bool exiting;
	bool dead;
	struct timeline_cpu *listed;
	struct timeline_state *next;
	struct timeline_state *prev;
};

/**
 * struct timeline_cpu - one CPU of one machine
 * @nr: its number
 * @run: task that runs on it, as far as sched_switch told; NULL if unknown
 * @run_begin: ns when @run started
 * @run_woken: ns when @run was made runnable, or 0
 * @run_prio: priority of @run, or -1
 * @pid: of the latest record
 * @pid_since: ns since when all records had that pid
 * @last: ns of the latest record
 * @known: ns of the first record, then of the first one after the latest loss
 * @idle: its idle task, or NULL
 * @irq: its interrupts, or NULL
 * @current: task of the latest record, or NULL
 * @open: tasks with open slices that were seen here last
 */
struct timeline_cpu {
	int nr;
	struct timeline_state *run;
	uint64_t run_begin;
	uint64_t run_woken;
	int run_prio;
	int pid;
	uint64_t pid_since;
	uint64_t last;
	uint64_t known;
	struct timeline_state *idle;
	struct timeline_state *irq;
	struct timeline_state *current;
	struct timeline_state *open;
};

/**
 * struct timeline_machine - one kernel
 * @machine: what the source knows of it
 * @cpus: by number, NULL if no record came from there
 * @nr_cpus: allocated @cpus
 * @last: ns of the latest record
 * @lost: ns of the latest record before which others are missing
 * @switches: a sched_switch was seen
 * @owner: for each kind, 1 + number of the buffer whose records are interpreted: several
 *	instances may record the same. Of system calls, view_event.owner has it
 */
struct timeline_machine {
	struct view_machine *machine;
	struct timeline_cpu **cpus;
	unsigned int nr_cpus;
	uint64_t last;
	uint64_t lost;
	bool switches;
	unsigned int owner[VIEW_KIND_SYSCALL_EXIT + 1];
};

struct timeline_slab;

/**
 * struct timeline - all machines
 * @ops: callbacks of the sink
 * @priv: their first argument
 * @machines: by number
 * @nr_machines: allocated @machines
 * @slabs: memory of the states, which stay where they are
 * @nr_tasks: states in @slabs
 * @hash: states by machine and pid, open addressing
 * @hash_size: slots, a power of two
 * @hash_used: slots in use
 * @more: stands for all tasks beyond sizes.tasks
 * @no_memory: an allocation failed
 * @cpu: CPU of the record that is being interpreted
 * @machine: machine of that record
 * @now: ns of that record
 * @stack: addresses of one stack trace
 * @formats: formats of trace_printk(): address, and whether its text is a mark
 */
struct timeline {
	const struct timeline_ops *ops;
	void *priv;
	struct timeline_machine **machines;
	unsigned int nr_machines;
	struct timeline_slab *slabs;
	unsigned int nr_tasks;
	struct timeline_state **hash;
	unsigned int hash_size;
	unsigned int hash_used;
	struct timeline_state *more;
	bool no_memory;
	struct timeline_cpu *cpu;
	struct timeline_machine *machine;
	uint64_t now;
	uint64_t stack[TIMELINE_STACK];
	struct timeline_format {
		uint64_t addr;
		unsigned int machine;
		bool known;
		bool mark;
	} formats[TIMELINE_FORMATS];
};

/* timeline_task.c */

/**
 * timeline_task_get() - the state of a task
 * @tl: the timeline
 * @pid: of the current machine; 0 is the idle task of @cpu
 * @cpu: of the current machine
 *
 * Return: the state, or NULL without memory.
 */
struct timeline_state *timeline_task_get(struct timeline *tl, int pid, struct timeline_cpu *cpu);

/**
 * timeline_task_new() - a task whose pid another one had before
 * @tl: the timeline
 * @pid: not 0
 *
 * Return: the state, or NULL without memory.
 */
struct timeline_state *timeline_task_new(struct timeline *tl, int pid);

/**
 * timeline_task_irq() - the track of interrupts of a CPU
 * @tl: the timeline
 * @cpu: of the current machine
 *
 * Return: the state, or NULL without memory.
 */
struct timeline_state *timeline_task_irq(struct timeline *tl, struct timeline_cpu *cpu);

/**
 * timeline_task_name() - a record told the name of a task
 * @tl: the timeline
 * @state: of the task
 * @name: need not end in a NUL
 * @len: bytes
 */
void timeline_task_name(struct timeline *tl, struct timeline_state *state, const char *name,
			unsigned int len);

/**
 * timeline_task_exec() - a task executes another program
 * @tl: the timeline
 * @state: of the task
 * @record: of kind VIEW_KIND_EXEC
 */
void timeline_task_exec(struct timeline *tl, struct timeline_state *state,
			const struct view_record *record);
void timeline_task_rename(struct timeline *tl, struct timeline_state *state,
			  const struct view_record *record);
void timeline_task_fork(struct timeline *tl, const struct view_record *record);
void timeline_task_exit(struct timeline *tl, const struct view_record *record);

/**
 * timeline_task_each() - call a function with each state, in the order of appearance
 * @tl: the timeline
 * @call: may free what hangs on the state
 */
void timeline_task_each(struct timeline *tl,
			void (*call)(struct timeline *tl, struct timeline_state *state));
void timeline_task_free_all(struct timeline *tl);

/* timeline_stack.c */

/**
 * timeline_push() - a slice begins now
 * @tl: the timeline
 * @state: its track
 * @frame: @what, @key, @addr, @buffer, @missing and @cut are taken from it
 * @name: copied unless @keep
 * @len: bytes of @name
 * @keep: @name outlives the slice
 *
 * Return: false if the track has no space for it.
 */
bool timeline_push(struct timeline *tl, struct timeline_state *state,
		   const struct timeline_frame *frame, const char *name, unsigned int len,
		   bool keep);

/**
 * timeline_pop() - the innermost slice ends
 * @tl: the timeline
 * @state: its track; it has an open slice
 * @ts: ns
 * @cut: that is not where it really ended
 */
void timeline_pop(struct timeline *tl, struct timeline_state *state, uint64_t ts, bool cut);

/**
 * timeline_orphan() - a slice ends now of which no begin is known
 * @tl: the timeline
 * @state: its track
 * @frame: @what and @addr are taken from it
 * @name: its name
 * @len: bytes of @name
 * @took: ns that it took, 0 if unknown
 */
void timeline_orphan(struct timeline *tl, struct timeline_state *state,
		     const struct timeline_frame *frame, const char *name, unsigned int len,
		     uint64_t took);

/**
 * timeline_pop_to() - end slices as cut until only some are left
 * @tl: the timeline
 * @state: its track
 * @nr: slices that are left open
 * @ts: ns
 *
 * Marks that the kernel wrote go on: they wait for timeline_settle().
 */
void timeline_pop_to(struct timeline *tl, struct timeline_state *state, unsigned int nr,
		     uint64_t ts);

/**
 * timeline_top() - the innermost slice of a kind
 * @state: its track
 * @what: kind of slice
 *
 * Return: its index plus one, 0 if there is none.
 */
unsigned int timeline_top(const struct timeline_state *state, enum timeline_what what);

/**
 * timeline_wait() - let a begin or an end wait until the slices around it allow it
 * @tl: the timeline
 * @state: its track
 * @wait: kind of it
 * @key: number of a system call
 * @buffer: number of the ring buffer
 * @name: copied for marks
 * @len: bytes of @name
 */
void timeline_wait(struct timeline *tl, struct timeline_state *state, enum timeline_wait wait,
		   int key, unsigned int buffer, const char *name, unsigned int len);

/* Let what waits and need not wait any longer happen now. */
void timeline_settle(struct timeline *tl, struct timeline_state *state);

/* When what is unknown of this track began: its slices cannot begin earlier. */
uint64_t timeline_since(const struct timeline *tl, const struct timeline_state *state);

/* End all slices as cut. */
void timeline_cut(struct timeline *tl, struct timeline_state *state, uint64_t ts);

/* Records of a buffer are missing on a CPU: cut the slices that it told of. */
void timeline_cut_lost(struct timeline *tl, struct timeline_cpu *cpu, unsigned int buffer);
void timeline_stack_free(struct timeline_state *state);

/* timeline_graph.c */
void timeline_graph_entry(struct timeline *tl, struct timeline_state *state,
			  const struct view_record *record);
void timeline_graph_exit(struct timeline *tl, struct timeline_state *state,
			 const struct view_record *record);

/* timeline_sched.c */
void timeline_sched_switch(struct timeline *tl, const struct view_record *record);
void timeline_sched_waking(struct timeline *tl, const struct view_record *record);

/* Records are missing: is it still the same task that runs? */
void timeline_sched_lost(struct timeline *tl, const struct view_record *record);
void timeline_sched_end(struct timeline *tl, struct timeline_machine *machine);

/* timeline_irq.c */
void timeline_irq_entry(struct timeline *tl, const struct view_record *record);
void timeline_irq_exit(struct timeline *tl, const struct view_record *record);
void timeline_call_enter(struct timeline *tl, struct timeline_state *state,
			 const struct view_record *record);
void timeline_call_exit(struct timeline *tl, struct timeline_state *state,
			const struct view_record *record);

/* End the innermost system call, which may be another one than @key. */
void timeline_call_end(struct timeline *tl, struct timeline_state *state, int key,
		       const char *name, unsigned int len);

/* timeline_mark.c */

/**
 * timeline_mark() - take the text of a print record
 * @tl: the timeline
 * @state: of the task that wrote it
 * @record: of kind VIEW_KIND_PRINT, VIEW_KIND_BPRINT or VIEW_KIND_BPUTS
 *
 * Return: false if it is no mark but an instant.
 */
bool timeline_mark(struct timeline *tl, struct timeline_state *state,
		   const struct view_record *record);

/* timeline_latency.c */
void timeline_latency(struct timeline *tl, struct timeline_state *state,
		      const struct view_record *record);
void timeline_counter(struct timeline *tl, const struct view_record *record);
void timeline_stack_trace(struct timeline *tl, struct timeline_state *state,
			  const struct view_record *record);

/* timeline.c */
struct timeline_cpu *timeline_cpu_get(struct timeline *tl, int nr);

#endif /* TRACE_VIEW_TIMELINE_PRIV_H */
