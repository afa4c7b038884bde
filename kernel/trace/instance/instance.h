/* SPDX-License-Identifier: GPL-2.0 */
/*
 * instance/: a struct trace_array, that is a buffer with all that is set for it.
 *
 * Owns:     the list of instances and their life; options; the current tracer;
 *           the event files of an instance; pid filters; cpumask; clock;
 *           tracing_on; snapshots and the maxima of latency tracers; the
 *           registry of tracers; early_trace_init() and trace_init().
 * Never:    formats text, touches user memory or knows of files: fs/ registers
 *           struct instance_listener to build directories.
 * Floor:    3, may use event, site, ring, base, clock.
 * Contexts: control in task context, may sleep. instance_on(), instance_off(),
 *           instance_is_on(), instance_print(), instance_stack() anywhere;
 *           instance_snapshot*() and instance_max_take() anywhere but in NMIs.
 * Locks:    event_mutex > instance_lock > trace_array.taking > what lower rooms
 *           take. Functions say which of the first two they take themselves;
 *           those that take none may be called with or without.
 *
 * The order of all sleeping locks of the subsystem, each to be taken before those
 * below it, and what is never held while it is waited for:
 *
 *	a file's own mutex (raw_file.lock, pipe_file.lock, tracing_text.lock,
 *	    filter_file.lock, the seq_file's): held over copies to and from user
 *	    space; nobody takes one with any other lock of this list held
 *	probe_lock
 *	event_mutex
 *	instance_lock
 *	event_types_sem: shared by readers while they print, exclusive for who adds
 *	    and removes types, with event_mutex
 *	a reader's lock: output_begin(), output_lock()
 *	trace_array.taking: shared by who takes records, exclusive for who empties
 *	    the ring, with instance_lock
 *	ftrace_ops_hash.lock, ftrace_lock
 *	cpus_read_lock()
 *	mmap_lock: sym-userobj takes it with the readers' locks held, and perf with
 *	    a context's mutex, which CPU hotplug takes
 *	ring_owner.lock, instance_snapshot.lock: the callbacks of a mapping of
 *	    trace_pipe_raw take them with mmap_lock held, and no others
 *	ring_cpu.reader_lock
 *
 * So nothing above mmap_lock is ever taken in mmap(2), or by the callbacks of a
 * mapping, nor by a page fault; and nobody copies from or to user space with
 * event_mutex or instance_lock held, since a fault may last as long as user space
 * likes. fs/locks.c teaches lockdep this order at boot.
 *
 * Who waits: poll(2) and epoll(7) leave the poller in a queue without a reference,
 * until the file is closed. That queue is therefore part of what an open file keeps:
 * the instance, or its ring, which goes with it. A spare ring may go at any time; who
 * polls it is in instance_snapshot.queue. A queue of a spare ring is only for who
 * sleeps inside a call and has a reference to the ring meanwhile.
 */
#ifndef _KERNEL_TRACE_INSTANCE_H
#define _KERNEL_TRACE_INSTANCE_H

#include <linux/cpumask.h>
#include <linux/ftrace.h>
#include <linux/irq_work.h>
#include <linux/poll.h>
#include <linux/refcount.h>
#include <linux/ring_buffer.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/trace.h>
#include <linux/uidgid.h>
#include <linux/wait.h>

#include "../lib/lib.h"
#include "../clock/clock.h"
#include "../event/event.h"
#include "options.h"		/* enum instance_option, INSTANCE_OPT(): const table */

struct instance_cond;
struct ring_pair;
struct tracer;
struct trace_iterator;

/* As many tracers as there may be. */
#define INSTANCE_TRACERS_MAX	32

/* The sets of tasks that an instance may be restricted to. */
enum instance_pids {
	INSTANCE_PIDS,		/* set_event_pid */
	INSTANCE_NO_PIDS,	/* set_event_notrace_pid */
	INSTANCE_FUNC_PIDS,	/* set_ftrace_pid */
	INSTANCE_FUNC_NO_PIDS,	/* set_ftrace_notrace_pid */
	INSTANCE_PIDS_COUNT,
};

/**
 * struct instance_spare - what the contents of an instance's ring go to
 * @ring: of the same sizes
 * @pair: the two rings
 * @time_start: as trace_array::time_start, of what is in @ring
 * @refs: the instance, and readers
 * @rcu: frees this, after @ring
 */
struct instance_spare {
	struct trace_buffer	*ring;
	struct ring_pair	*pair;
	u64			time_start;
	refcount_t		refs;
	struct rcu_head		rcu;
};

/* Is a snapshot to be taken? @data is what tracing_snapshot_cond() was given. */
typedef bool (*cond_update_fn_t)(struct trace_array *tr, void *data);

/**
 * struct instance_snapshot - the state of snapshots: snapshot.c's own
 * @queue: woken when there is a spare ring, when there is none any more, and when
 *	something came into it that somebody polls for. Those who poll a spare ring
 *	are queued here, since the instance stays as long as their file is open, and
 *	not in the spare ring, which is freed at any time
 * @work: wakes them when something came
 * @lock: decides between who maps the ring and who takes snapshots of it: of
 *	@armed, @kept and @mapped. It is taken with mmap_lock held, and no other
 *	lock is taken inside it
 * @armed: triggers and commands that take snapshots; read under instance_lock or
 *	@lock, written under both
 * @kept: the tracer keeps its maximum in the spare ring; written under
 *	instance_lock and @lock
 * @mapped: user mappings of the ring: no snapshots; written under @lock
 * @cond: who decides, with tracing_snapshot_cond_enable(), or NULL
 */
struct instance_snapshot {
	wait_queue_head_t		queue;
	struct irq_work			work;
	spinlock_t			lock;	/* see above */
	unsigned int			armed;
	bool				kept;
	unsigned int			mapped;
	struct instance_cond __rcu	*cond;
};

/**
 * struct instance_max - a latency, and what it happened to
 * @latency: in ns; 0: there is none
 * @start: when it began, by the instance's clock
 * @start_ip: where it began
 * @end_ip: where it ended
 * @cpu: on which
 * @pid: of the task, and so on
 * @uid: its
 * @nice: its
 * @policy: its
 * @rt_priority: its
 * @comm: its
 *
 * User space is told microseconds.
 */
struct instance_max {
	u64			latency;
	u64			start;
	unsigned long		start_ip;
	unsigned long		end_ip;
	int			cpu;
	pid_t			pid;
	kuid_t			uid;
	int			nice;
	unsigned int		policy;
	unsigned int		rt_priority;
	char			comm[TASK_COMM_LEN];
};

/**
 * struct instance_max_wait - those who wait for a new maximum: max.c's own
 * @lock: of trace_array::max and longest; raw, interrupts off
 * @queue: they
 * @work: wakes them
 * @changes: counts new maxima
 */
struct instance_max_wait {
	raw_spinlock_t		lock;	/* see above */
	wait_queue_head_t	queue;
	struct irq_work		work;
	unsigned int		changes;
};

/**
 * struct trace_array - an instance
 *
 * @list: place in instance_list; the global instance is first
 * @name: of its directory; NULL for the global one
 * @ring: where its records go; never changes
 * @taking: held shared by who prints records where they stand in @ring and takes
 *	them; exclusively by who empties it or @spare or gives them other memory.
 *	Comes after all other locks of this room
 * @spare: what snapshots exchange its contents with; NULL: not allocated.
 *	Written under instance_lock, read with preemption off
 * @snapshot: the state of snapshots, snapshot.c's own
 * @max: the latency that was told last, what the trace is of; instance_max_get()
 * @longest: tracing_max_latency in ns: one is told if it is longer
 * @max_wait: those who wait for another one
 * @thresh: tracing_thresh in ns: a latency from here on is told even if it is
 *	no new maximum; 0: only maxima
 * @options: bits INSTANCE_OPT(); read anywhere, written under instance_lock
 * @tracer: the current tracer, never NULL; written under instance_lock
 * @tracer_data: the tracer's own
 * @tracer_options: by tracer.nr, which private options differ from the default
 * @quiet: the tracer records nothing until it is wanted again; written under
 *	instance_lock
 * @tracer_pins: readers that keep the tracer from being changed
 * @ops: the function tracer's ftrace_ops, whose hashes set_ftrace_filter edits;
 *	NULL without function tracing
 * @files: struct trace_event_file.list of all its events, in the order of
 *	event_calls; written under event_mutex
 * @systems: struct instance_system.list, in the order of their first event;
 *	written under event_mutex
 * @marker: the event file of ftrace/print, or NULL; for trace_marker
 * @only: systems it is restricted to, separated by commas; NULL for all
 * @cpumask: CPUs that record
 * @clock: index into trace_clock_table; instance_lock to write, readers may have none
 * @buffer_percent: how full before readers are woken
 * @time_start: when the buffer was last emptied, by its own clock
 * @expanded: the buffer has its real size; until then it is tiny
 * @kept: records from before the last boot; the buffer outlives the kernel
 * @persistent: the buffer's memory outlives the kernel
 * @bytes: the real size per CPU
 * @stopped: nesting of instance_stop()
 * @users: open files and in-kernel users; rmdir answers EBUSY while not zero
 * @dead: set once under instance_lock when the directory goes
 * @pids: tasks; NULL where there is no such restriction; event_mutex
 * @event_ignore: per CPU, the running task's events are not wanted
 * @func_ignore: per CPU, the same for functions
 * @pid_hooks: what of the scheduler is listened to for @pids
 * @errors: why commands were refused: the file error_log
 * @fs: fs/'s own
 */
struct trace_array {
	struct list_head	list;
	const char		*name;
	struct trace_buffer	*ring;
	struct rw_semaphore	taking;
	struct instance_spare __rcu *spare;
	struct instance_snapshot snapshot;
	struct instance_max	max;
	u64			longest;
	struct instance_max_wait max_wait;
	u64			thresh;
	u64			options;
	const struct tracer	*tracer;
	void			*tracer_data;
	u32			tracer_options[INSTANCE_TRACERS_MAX];
	bool			quiet;
	int			tracer_pins;
	struct ftrace_ops	*ops;
	struct list_head	files;
	struct list_head	systems;
	struct trace_event_file	*marker;
	const char		*only;
	cpumask_var_t		cpumask;
	int			clock;
	unsigned int		buffer_percent;
	u64			time_start;
	bool			expanded;
	bool			persistent;
	unsigned long		kept;
	unsigned long		bytes;
	int			stopped;
	int			users;
	bool			dead;
	struct trace_pid_list __rcu	*pids[INSTANCE_PIDS_COUNT];
	bool __percpu		*event_ignore;
	bool __percpu		*func_ignore;
	unsigned int		pid_hooks;
	struct trace_error_log	errors;
	void			*fs;
};

extern struct list_head instance_list;
extern struct mutex instance_lock;
extern struct trace_array instance_global;

static inline bool instance_is_global(const struct trace_array *tr)
{
	return tr == &instance_global;
}

/* Life */

/**
 * instance_add - make an instance
 * @name: of its directory; copied
 * @systems: event systems it has, separated by commas; NULL for all
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: the instance with a reference; ERR_PTR(-EEXIST), -EINVAL, -ENOMEM.
 */
struct trace_array *instance_add(const char *name, const char *systems);

/**
 * instance_remove - its directory goes
 * @name: of the directory
 *
 * Context: task, may sleep; takes event_mutex and instance_lock.
 * Return: 0; -ENODEV: no such; -EBUSY: it is in use.
 */
int instance_remove(const char *name);

/* A reference keeps it from being removed. NULL when it is dead already. */
struct trace_array *instance_try_get_locked(struct trace_array *tr);
struct trace_array *instance_pin(struct trace_array *tr);
struct trace_array *instance_find(const char *name);	/* with a reference */
void instance_unpin(struct trace_array *tr);

/**
 * struct instance_listener - hears of what comes and goes
 * @node: place in the list of listeners
 * @created: @tr is complete; an errno takes it back. Not called for the global
 *	instance. Context: event_mutex, instance_lock held.
 * @removed: @tr is gone from the list, nobody uses it. Context: the same.
 * @file_added: @file is in its instance. Context: event_mutex held.
 * @file_removed: it is about to go. Context: event_mutex held.
 * @tracer_added: Context: instance_lock held.
 * @option_changed: @tr->options has changed. Context: instance_lock held.
 *
 * Every member but @node may be NULL.
 */
struct instance_listener {
	struct list_head node;
	int (*created)(struct trace_array *tr);
	void (*removed)(struct trace_array *tr);
	void (*file_added)(struct trace_event_file *file);
	void (*file_removed)(struct trace_event_file *file);
	void (*tracer_added)(const struct tracer *tracer);
	void (*option_changed)(struct trace_array *tr, enum instance_option nr);
};

/* Hears at once of all instances and tracers that are there already. */
int instance_listen(struct instance_listener *listener);

/* Tracers */

/**
 * struct tracer_option - a private option of a tracer
 * @name: as in trace_options and options/
 * @bit: its mask in the tracer's word of options
 */
struct tracer_option {
	const char *name;
	u32 bit;
};

/**
 * struct tracer - what current_tracer can name
 * @entry: its name, in instance_tracers
 * @options: NULL or an array, ended by an empty name, of its private options
 * @defaults: those that are set at first
 * @global_only: for the global instance only
 * @keeps_max: it exchanges the ring for the spare one at a new maximum, by
 *	instance_max_take(): the spare one is allocated before @start, the file
 *	trace shows it, and nobody else takes snapshots meanwhile
 * @heeds_quiet: it looks at trace_array::quiet itself. Others are stopped and
 *	started again
 * @options_always: @option_changed is called whether or not it is @tr's tracer
 * @nr: instance/'s own
 * @start: begin to record into @tr, whose buffer is empty. Context:
 *	instance_lock held, may sleep.
 * @stop: record no more; nobody is inside when it returns. Context: the same.
 * @option_changed: one of @options changes; an errno refuses. Called only
 *	while it is @tr's tracer, but for @options_always. Context: the same.
 * @flag_changed: one of INSTANCE_OPT() changes; an errno refuses. The same.
 * @on, @off: instance_on(), instance_off() were called while it is the tracer.
 *	Context: any.
 * @print_header: lines that stand above the trace, or NULL for the usual
 * @print_line: NULL, or prints @iter's record in the tracer's own form
 * @open: a reader opened the trace, or NULL; @close: it is gone
 * @pipe_open, @pipe_close: the same for trace_pipe
 */
struct tracer {
	struct trace_registry_entry entry;
	const struct tracer_option *options;
	u32 defaults;
	bool global_only;
	bool keeps_max;
	bool heeds_quiet;
	bool options_always;
	int nr;
	int (*start)(struct trace_array *tr);
	void (*stop)(struct trace_array *tr);
	int (*option_changed)(struct trace_array *tr, u32 bit, bool set);
	int (*flag_changed)(struct trace_array *tr, u64 mask, bool set);
	void (*on)(struct trace_array *tr);
	void (*off)(struct trace_array *tr);
	void (*print_header)(struct seq_file *m, struct trace_iterator *iter);
	enum print_line_t (*print_line)(struct trace_iterator *iter);
	void (*open)(struct trace_iterator *iter);
	void (*close)(struct trace_iterator *iter);
	void (*pipe_open)(struct trace_iterator *iter);
	void (*pipe_close)(struct trace_iterator *iter);
};

/* Last registered last; available_tracers lists them backwards. */
extern struct trace_registry instance_tracers;
extern struct tracer instance_nop;	/* the tracer "nop" */

/* Registers; starts it if the boot command line named it. From any initcall. */
int instance_tracer_register(struct tracer *tracer);

/* 0; -EINVAL: no such tracer; -EBUSY: pinned; or what it answers to start. */
int instance_tracer_set(struct trace_array *tr, const char *name);

/*
 * The tracer records no more, or again; what was recorded, the maximum and all that
 * is set stay. A new tracer records. Takes instance_lock. 0 or why it can't start:
 * then "nop" is what remains.
 */
int instance_tracer_quiet(struct trace_array *tr, bool quiet);

/* A reader of trace_pipe: the tracer stays. Takes instance_lock. */
void instance_tracer_pin(struct trace_array *tr);
void instance_tracer_unpin(struct trace_array *tr);

/* May @tr have @tracer? */
static inline bool instance_tracer_fits(const struct trace_array *tr,
					const struct tracer *tracer)
{
	return instance_is_global(tr) || !tracer->global_only;
}

/* The word of @tracer's private options in @tr. Context: any. */
static inline u32 instance_tracer_options(const struct trace_array *tr,
					  const struct tracer *tracer)
{
	return READ_ONCE(tr->tracer_options[tracer->nr]) ^ tracer->defaults;
}

int instance_tracer_option_set(struct trace_array *tr,
			       const struct tracer *tracer, u32 bit, bool on);

/* Options */

static __always_inline bool instance_option(const struct trace_array *tr,
					    enum instance_option nr)
{
	return READ_ONCE(tr->options) & BIT_ULL(nr);
}

/* Take instance_lock. 0 or an errno: -EINVAL, -ENOMEM, what the tracer says. */
int instance_option_set(struct trace_array *tr, enum instance_option nr,
			bool on);

/**
 * struct instance_user - an instance that has a tracer: users.c
 * @node: place in the tracer's list; RCU, written under instance_lock
 * @tr: the instance
 * @lost: records that it had no room for, if the tracer counts them
 */
struct instance_user {
	struct list_head	node;
	struct trace_array	*tr;
	atomic_t		lost;
};

#define instance_for_each_user(user, users)				\
	list_for_each_entry_rcu(user, users, node, rcu_read_lock_any_held())

int instance_user_add(struct list_head *users, struct trace_array *tr);
void instance_user_del(struct trace_array *tr);
int instance_user_free(struct trace_array *tr);

/*
 * Options of @mask become those of @options, for a tracer that needs them so
 * while it is on. No others than latency-format, overwrite and context-info.
 * Context: instance_lock held.
 */
void instance_options_put(struct trace_array *tr, u64 mask, u64 options);

/* @word as written into trace_options: "name" or "noname". -EINVAL: no such. */
int instance_option_word(struct trace_array *tr, const char *word);

/* The instance that trace_printk() writes to. Context: any. */
struct trace_array *instance_printk_dest(void);

/* The buffer */

bool instance_is_on(struct trace_array *tr);
void instance_on(struct trace_array *tr);
void instance_off(struct trace_array *tr);

/* Nesting, and apart from on and off: for who reads a buffer that stands still. */
void instance_stop(struct trace_array *tr);
void instance_start(struct trace_array *tr);

/* Give the buffer its real size, as whoever is about to fill it does first. */
int instance_expand(struct trace_array *tr);

/*
 * The same, for text that is about to be written; the global instance's buffer
 * stays tiny for that. Takes instance_lock.
 */
int instance_prepare(struct trace_array *tr);

/*
 * What a CPU's buffer has room for, in bytes. An instance is only given memory
 * when something is about to be recorded; this is what it will be.
 */
unsigned long instance_size(struct trace_array *tr, int cpu);

/* @cpu or RING_BUFFER_ALL_CPUS. Takes instance_lock. */
int instance_resize(struct trace_array *tr, unsigned long bytes, int cpu);
void instance_reset(struct trace_array *tr, int cpu);

int instance_clock_set(struct trace_array *tr, const char *name);

/* Sub-buffers of 2^@order pages; what is recorded is lost. Takes instance_lock. */
int instance_order_set(struct trace_array *tr, int order);
int instance_cpumask_set(struct trace_array *tr, const struct cpumask *mask);

/* Snapshots: snapshot.c */

/*
 * The spare ring, of the same sizes as the ring: allocated on demand, and from
 * then on kept in step. Alloc: 0, -ENOMEM; does nothing if there is one.
 * Free: 0; -EBUSY while it is armed, or the tracer keeps its maximum there.
 * Task, may sleep; take instance_lock.
 */
int instance_snapshot_alloc(struct trace_array *tr);
int instance_snapshot_free(struct trace_array *tr);

/*
 * For triggers and function commands, when they are set, and when they go: the
 * spare ring is there from one to the other. Counted. Take instance_lock.
 * Arm: 0; -ENOMEM; -EBUSY: the ring is mapped by user space.
 */
int instance_snapshot_arm(struct trace_array *tr);
void instance_snapshot_disarm(struct trace_array *tr);

/**
 * instance_snapshot - let the ring and the spare one change contents, O(1) a CPU
 * @tr: the instance
 *
 * This CPU's ring is exchanged at once, or at the end of the record that was
 * interrupted; others as soon as an interrupt gets through to them. Where it
 * is refused, the trace says why, as ever.
 *
 * Context: any but NMI, where it is refused.
 * Return: 0; -EBUSY: the tracer keeps its maximum there, or the ring is mapped,
 * or this is an NMI; -ENODEV: no spare ring: then tracing stops.
 */
int instance_snapshot(struct trace_array *tr);

/* The same for one CPU. */
int instance_snapshot_cpu(struct trace_array *tr, int cpu);

/* By hand: allocate, take, wait until it is complete. Task, takes instance_lock. */
int instance_snapshot_take(struct trace_array *tr, int cpu);

/* Forget what the spare ring holds. Task, takes instance_lock. */
int instance_snapshot_clear(struct trace_array *tr, int cpu);

/* Wait until snapshots asked for are complete. Task. */
void instance_snapshot_settle(struct trace_array *tr);

/*
 * A mapping of the ring by user space begins, is doubled and ends. 0; -EBUSY:
 * somebody takes snapshots. Context: task, mmap_lock held; they do not sleep.
 */
int instance_map_get(struct trace_array *tr);
void instance_map_dup(struct trace_array *tr);
void instance_map_put(struct trace_array *tr);

/* For readers. NULL: not allocated. */
struct instance_spare *instance_spare_get(struct trace_array *tr);
void instance_spare_put(struct instance_spare *spare);

static inline bool instance_snapshot_is_there(const struct trace_array *tr)
{
	return rcu_access_pointer(tr->spare);
}

/*
 * Conditional snapshots, of whom there is one at a time: @update decides, with
 * what tracing_snapshot_cond() was given. Public contract. Enable: 0, -ENOMEM,
 * -EBUSY; disable: 0, -EINVAL.
 */
void tracing_snapshot_cond(struct trace_array *tr, void *cond_data);
int tracing_snapshot_cond_enable(struct trace_array *tr, void *cond_data,
				 cond_update_fn_t update);
int tracing_snapshot_cond_disable(struct trace_array *tr);
void *tracing_cond_snapshot_data(struct trace_array *tr);
int tracing_alloc_snapshot(void);

/* Latencies: max.c */

/**
 * instance_max_take - a latency: keep the trace of it, if it is to be told
 * @tr: the instance, whose tracer has keeps_max or none of this is kept
 * @max: what was found, without the task
 * @task: whose it is
 * @cpu: whose ring goes to the spare one, or RING_BUFFER_ALL_CPUS
 *
 * It is told if it is at least trace_array::thresh or, where that is 0, longer
 * than the maximum. Readers of tracing_max_latency are woken when it is a new
 * maximum.
 *
 * Context: any but NMI, interrupts off.
 * Return: whether it was told.
 */
bool instance_max_take(struct trace_array *tr, const struct instance_max *max,
		       struct task_struct *task, int cpu);

/* What was told last, of one piece. Context: any but NMI. */
void instance_max_get(struct trace_array *tr, struct instance_max *max);

/* tracing_max_latency is written: begin anew from @latency ns. */
void instance_max_set(struct trace_array *tr, u64 latency);

/* tracing_thresh is written, in ns. */
void instance_thresh_set(struct trace_array *tr, u64 thresh);

/* Would instance_max_take() tell it? Cheap, to be asked first. Context: any. */
static inline bool instance_max_wants(const struct trace_array *tr, u64 latency)
{
	u64 thresh = READ_ONCE(tr->thresh);

	return thresh ? latency >= thresh : latency > READ_ONCE(tr->longest);
}

/*
 * poll(2) of tracing_max_latency: @seen is the reader's, updated by
 * instance_max_seen() when it reads.
 */
__poll_t instance_max_poll(struct trace_array *tr, struct file *file,
			   struct poll_table_struct *table, unsigned int seen);
unsigned int instance_max_seen(struct trace_array *tr);

/* Event files */

/**
 * struct instance_system - the events of one system in an instance
 * @list: place in trace_array::systems
 * @tr: the instance
 * @name: of the system
 * @files: struct trace_event_file.in_system; event_mutex
 * @count: how many
 * @ref: open files and other users; its files count as one
 * @filter: the text of the last filter, filter/'s own
 *
 * When the last event goes it leaves the list and @count is 0: who still has a
 * reference answers ENODEV.
 */
struct instance_system {
	struct list_head	list;
	struct trace_array	*tr;
	const char		*name;
	struct list_head	files;
	int			count;
	refcount_t		ref;
	char			*filter;
};

struct instance_system *instance_system_find(struct trace_array *tr,
					     const char *name);
void instance_system_get(struct instance_system *system);
void instance_system_put(struct instance_system *system);

/*
 * Find with event_mutex held; keep it beyond that with a reference. A file
 * whose flags have EVENT_FILE_FL_FREED is only memory: answer ENODEV.
 */
struct trace_event_file *instance_file_find(struct trace_array *tr,
					    const char *system,
					    const char *event);
void instance_file_get(struct trace_event_file *file);
void instance_file_put(struct trace_event_file *file);

/*
 * Switch an event on or off for the user; in soft mode, for triggers and their
 * like: connected, silent unless the user has it on too; counted. Context:
 * event_mutex held.
 */
int instance_file_set(struct trace_event_file *file, bool on);
int instance_file_soft(struct trace_event_file *file, bool on);

/* Is it on for the user? What the file enable shows. */
static inline bool instance_file_is_on(const struct trace_event_file *file)
{
	return (file->flags & EVENT_FILE_FL_ENABLED) &&
	       !(file->flags & EVENT_FILE_FL_SOFT_DISABLED);
}

/*
 * What enable shows for a system (@system NULL: all): '0', '1', 'X' mixed, or
 * '?' no event at all. Context: event_mutex held.
 */
char instance_events_state(struct trace_array *tr, const char *system);

/**
 * struct instance_control - a control file in the directory of each event
 * @entry: name of the file; fs/events.c has a row of that name
 * @show: prints it
 * @write: takes what was written, NUL terminated, white space behind it removed;
 *	changes it as it likes. NULL: writes are answered by EINVAL.
 * @truncate: it was opened with O_TRUNC; may be NULL
 * @queue: NULL: the file cannot be polled. Else who polls it waits here for another
 *	@count. It outlives all events, because a poller holds no reference.
 * @count: of @queue: how much there is to be shown. With @wake, @queue is woken up
 *	once this changes, or did so meanwhile.
 *
 * What rooms beside fs/ have to say about an event. Context of all: task, may
 * sleep; event_mutex held, and @file is not gone.
 */
struct instance_control {
	struct trace_registry_entry entry;
	int (*show)(struct seq_file *m, struct trace_event_file *file);
	int (*write)(struct trace_event_file *file, char *text);
	void (*truncate)(struct trace_event_file *file);
	struct wait_queue_head *queue;
	u64 (*count)(struct trace_event_file *file, bool wake);
};

extern struct trace_registry instance_controls;

/**
 * instance_events_set - switch events on or off by name
 * @tr: the instance
 * @match: a system's or an event's name, or NULL
 * @system: a system's name, or NULL for all
 * @event: an event's name, or NULL for all
 * @module: the events of this module, or NULL for all
 * @on: on or off
 *
 * Context: task, may sleep; takes event_mutex.
 * Return: 0; -EINVAL: nothing matches; or why one could not be switched.
 */
int instance_events_set(struct trace_array *tr, const char *match,
			const char *system, const char *event,
			const char *module, bool on);

/* A word as set_event takes it, "[!][SYSTEM:]EVENT[:mod:MODULE]"; changed. */
int instance_events_word(struct trace_array *tr, char *word);

/* Pids */

/*
 * Read or replace a set. @set, which may be NULL, is @tr's from then on; the
 * former one is freed. Context: event_mutex held, may sleep.
 */
struct trace_pid_list *instance_pids(struct trace_array *tr, enum instance_pids which);
int instance_pids_set(struct trace_array *tr, enum instance_pids which,
		      struct trace_pid_list *set);

/* Writing */

/* A line of text or a string of the kernel's own, as ftrace/print records it. */
int instance_print(struct trace_array *tr, unsigned long ip, const char *text,
		   size_t len);

/*
 * The kernel's stack: without the first @skip frames, counted from who calls
 * this, or from where @regs stand. The other one begins with the frame that
 * @ip lies in; the last is for a traced function that @ip is in, and shows the
 * way to the callback too. No stack is written inside another one of the same
 * context.
 */
void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
		    unsigned int context, int skip, struct pt_regs *regs);
void instance_stack_from(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context, unsigned long ip);
void instance_stack_func(struct trace_array *tr, unsigned int context,
			 unsigned long ip);
void instance_stack_saved(struct trace_buffer *ring, unsigned int context,
			  const unsigned long *callers, unsigned int count);
void instance_user_stack(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context);

/*
 * Somebody wants copies of events' records, or no more (counted): see
 * event_hooks. Takes event_mutex.
 */
void instance_copies_want(bool want);

/* Boot: what the command line asks for, kept until the time has come. */
void instance_boot_size(unsigned long bytes);		/* trace_buf_size= */
void instance_boot_clock(const char *name);		/* trace_clock= */
void instance_boot_thresh(u64 ns);			/* tracing_thresh= */
void instance_boot_options(char *list);		/* trace_options= */
void instance_boot_events(char *list);			/* trace_event= */
void instance_boot_tracer(const char *name);		/* ftrace= */
void instance_boot_instance(char *text);		/* trace_instance= */
void instance_boot_snapshot(char *name);		/* ftrace_boot_snapshot */
void instance_boot_snapshot_alloc(void);		/* alloc_snapshot */

#endif /* _KERNEL_TRACE_INSTANCE_H */
