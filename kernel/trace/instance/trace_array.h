/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct trace_array and the structures embedded in it, one per file of instance/
 * that has state in an instance. Part of instance.h, the only file that includes
 * this one.
 *
 * Other components may read the members that say so. Only the functions of
 * instance.h write members, except where a member is documented as another
 * component's.
 */
#ifndef _KERNEL_TRACE_INSTANCE_TRACE_ARRAY_H
#define _KERNEL_TRACE_INSTANCE_TRACE_ARRAY_H

#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/uidgid.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "../lib/lib.h"

struct instance_cond;
struct ring_pair;
struct ring_writer;
struct tracer;

/* Upper limit of registered tracers: the size of trace_array::tracer_options. */
#define INSTANCE_TRACERS_MAX	32

/* The sets of tasks that restrict what an instance records. */
enum instance_pids {
	INSTANCE_PIDS,		/* set_event_pid */
	INSTANCE_NO_PIDS,	/* set_event_notrace_pid */
	INSTANCE_FUNC_PIDS,	/* set_ftrace_pid */
	INSTANCE_FUNC_NO_PIDS,	/* set_ftrace_notrace_pid */
	INSTANCE_PIDS_COUNT,
};

/* The sets of cgroups whose tasks an instance records. */
enum instance_cgroups {
	INSTANCE_CGROUPS,	/* set_event_cgroup */
	INSTANCE_FUNC_CGROUPS,	/* set_ftrace_cgroup */
	INSTANCE_CGROUPS_COUNT,
};

/* Kinds of callbacks for functions: index into trace_array::call_data. */
enum instance_calls {
	INSTANCE_CALLS_FUNCTION,
	INSTANCE_CALLS_GRAPH,
	INSTANCE_CALLS_LATENCY,
	INSTANCE_CALLS_LATENCY_GRAPH,
	INSTANCE_CALLS_COUNT,
};

/**
 * struct instance_spare - the spare ring buffer, which holds the snapshot
 * @ring: the spare ring buffer; its sizes are those of trace_array::ring
 * @pair: ring/'s link between the two ring buffers
 * @time_start: trace_array::time_start of the records in @ring
 * @refs: one reference of the instance and one of each reader
 * @deferred: defers freeing @pair
 * @rcu: defers freeing the structure; @ring is freed before
 */
struct instance_spare {
	struct trace_buffer	*ring;
	struct ring_pair	*pair;
	u64			time_start;
	refcount_t		refs;
	struct trace_deferred	deferred;
	struct rcu_head		rcu;
};

/**
 * struct instance_snapshot_state - snapshot state of an instance, used by snapshot.c
 * @spare: the spare ring buffer, NULL if not allocated; written under instance_lock,
 *	read under RCU with preemption disabled
 * @queue: waiters of poll(2) on the spare ring buffer. They wait here and not in the
 *	spare ring buffer because it can be freed while they wait. Woken when the
 *	spare ring buffer is allocated, freed or filled
 * @work: wakes @queue from contexts that must not do so themselves
 * @taken: number of snapshots that were taken so far
 * @lock: serializes user mappings of the ring buffer against users of snapshots. It
 *	is taken with mmap_lock held; no other lock is taken inside it
 * @armed: number of triggers and commands that may take a snapshot; written under
 *	instance_lock and @lock
 * @claimed: the current tracer stores its maximum in the spare ring buffer; written
 *	under instance_lock and @lock
 * @mapped: number of user mappings of the ring buffer, which exclude snapshots;
 *	written under @lock
 * @cond: condition set by tracing_snapshot_cond_enable(), or NULL; written under
 *	instance_lock, read under RCU
 */
struct instance_snapshot_state {
	struct instance_spare __rcu	*spare;
	wait_queue_head_t		queue;
	struct irq_work			work;
	unsigned int			taken;
	spinlock_t			lock;	/* see above */
	unsigned int			armed;
	bool				claimed;
	unsigned int			mapped;
	struct instance_cond __rcu	*cond;
};

/**
 * struct instance_max - a latency and the task for which it was measured
 * @latency: in ns; 0 if no latency was recorded
 * @start: time at which the latency began, by the instance's clock
 * @start_ip: address at which the latency began
 * @end_ip: address at which the latency ended
 * @cpu: CPU on which the latency was measured
 * @pid: process ID of the task
 * @uid: user ID of the task
 * @nice: nice value of the task
 * @policy: scheduling policy of the task
 * @rt_priority: real-time priority of the task
 * @comm: command name of the task
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
 * struct instance_max_state - latency state of an instance, used by max.c
 * @last: the latency recorded last, which is the one the trace belongs to; read by
 *	instance_max_get()
 * @longest: value of tracing_max_latency, in ns
 * @lock: protects @last, @longest and @changes; taken with interrupts disabled
 * @queue: waiters of poll(2) on tracing_max_latency
 * @work: wakes @queue
 * @changes: number of new maxima so far
 * @thresh: value of tracing_thresh, in ns. Latencies of at least this length are
 *	recorded; if 0, only those longer than @longest. Written under instance_lock,
 *	read without a lock
 */
struct instance_max_state {
	struct instance_max	last;
	u64			longest;
	raw_spinlock_t		lock;	/* see above */
	wait_queue_head_t	queue;
	struct irq_work		work;
	unsigned int		changes;
	u64			thresh;
};

/**
 * struct instance_pid_filter - the task filters of an instance, used by pids.c
 * @sets: indexed by enum instance_pids; NULL for no restriction. Written under
 *	event_mutex, read under RCU
 * @event_ignore: per CPU, true while events of the running task are filtered out
 * @func_ignore: per CPU, true while functions of the running task are filtered out
 * @hooks: which tracepoints of the scheduler are connected; event_mutex
 * @cgroups: indexed by enum instance_cgroups, the ids of cgroups; NULL for no
 *	restriction. Written under event_mutex, read with preemption disabled. Used by
 *	cgroups.c
 */
struct instance_pid_filter {
	struct trace_pid_list __rcu	*sets[INSTANCE_PIDS_COUNT];
	bool __percpu			*event_ignore;
	bool __percpu			*func_ignore;
	unsigned int			hooks;
	struct trace_id_set __rcu	*cgroups[INSTANCE_CGROUPS_COUNT];
};

/* Space for the name of a module, its NUL included. */
#define INSTANCE_MODULE_NAME	64

struct instance_persist_info;
struct instance_last_notes;
struct instance_crash;

/**
 * struct instance_last_module - a module that was loaded in the boot before
 * @base: address of its text then
 * @bytes: size of its text
 * @layout: number that distinguishes builds of it
 * @now: address of its text now; 0 if the module is not loaded. Written under
 *	instance_lock
 * @name: its name
 */
struct instance_last_module {
	unsigned long	base;
	unsigned int	bytes;
	u32		layout;
	unsigned long	now;
	char		name[INSTANCE_MODULE_NAME];
};

/**
 * struct instance_last_boot - the boot before, in an instance with a persistent ring
 *	buffer
 * @info: what the next boot will find, in persistent memory; written under
 *	instance_lock
 * @notes: notes of the boot before, or NULL if there are none
 * @crash: what is stored of this boot, or NULL
 * @other: the boot before was of another kernel
 * @max: number of modules for which @info has space
 * @text: address of the kernel's _text in the boot before
 * @missed: number of modules that were loaded then and are not in @modules
 * @nr: number of modules
 * @modules: modules that were loaded when the boot before ended
 */
struct instance_last_boot {
	struct instance_persist_info	*info;
	struct instance_last_notes	*notes;
	struct instance_crash		*crash;
	bool				other;
	unsigned int			max;
	unsigned long			text;
	unsigned int			missed;
	unsigned int			nr;
	struct instance_last_module	modules[];
};

/**
 * struct trace_array - an instance
 * @ring: the ring buffer; never changes during the instance's life
 * @writers: trace_buffer.writers of @ring
 * @options: set of INSTANCE_OPT() bits; written under instance_lock, read anywhere
 * @print_file: event file of ftrace/print, or NULL; for trace_marker
 * @call_data: data of the callbacks that @ops calls, by their kind. A callback may
 *	still run when its tracer has stopped, so that the data remains there and is
 *	freed by trace_defer()
 * @tracer_data: private data of @tracer, which alone uses it
 * @list: entry in instance_list, where the global instance is first
 * @mark_node: entry in instance_mark_list; empty if the option copy_trace_marker was
 *	never set
 * @mappings_node: entry in the list of instances that record mappings; empty if the option
 *	user-mappings was never set
 * @mappings_due: the mappings of processes that exist have yet to be recorded
 * @name: name of its directory below instances/; NULL for the global instance
 * @read_rwsem: held for reading while records are consumed, or printed in place;
 *	held for writing while @ring or the spare ring buffer is emptied or gets
 *	other memory. Taken after instance_lock
 * @snapshot: state of snapshots
 * @max: recorded latencies, for latency tracers
 * @tracer: the current tracer, never NULL; written under instance_lock
 * @tracer_options: indexed by tracer::nr, the private options whose value differs
 *	from the tracer's default; written under instance_lock
 * @paused: the current tracer must not record; written under instance_lock
 * @tracer_pins: number of readers that prevent a change of the tracer; instance_lock
 * @ops: ftrace_ops of the function tracer, whose filters set_ftrace_filter edits;
 *	NULL without CONFIG_DYNAMIC_FTRACE
 * @files: trace_event_file.list of all events, in the order of event_calls;
 *	event_mutex
 * @systems: instance_system.list, in the order of their first event; event_mutex
 * @only_systems: comma-separated list of the event systems that the instance has;
 *	NULL for all
 * @cpumask: CPUs that record; written under instance_lock
 * @clock: index into trace_clock_table; written under instance_lock, read anywhere
 * @syscall_data_bytes: number of bytes that events of system calls copy from where an
 *	argument points to; written under event_mutex, read anywhere
 * @buffer_percent: fill level, in percent, at which blocked readers are woken
 * @time_start: timestamp at which the ring buffer was last emptied
 * @expanded: the ring buffer has its full size. It has minimal size until an event,
 *	a tracer or a writer of text needs it
 * @persistent: the ring buffer is in memory that survives a reboot
 * @read_only: the ring buffer is a copy of a persistent one as the last boot left it:
 *	nothing is recorded, and the instance is removed when the copy is empty
 * @copy: memory of that copy
 * @removal: removes the instance when its copy is empty
 * @last_boot_records: number of records of the previous boot in a persistent ring
 *	buffer
 * @last_boot: the boot before, if the ring buffer is persistent; else NULL
 * @bytes: full size of the ring buffer per CPU, in bytes; written under
 *	instance_lock
 * @users: number of references; an instance can only be removed when there are none.
 *	Protected by instance_lock
 * @dead: removal has begun, no reference can be taken; set under instance_lock
 * @control: control/'s directory of the instance, which control/ sets and reads
 * @pid_filter: tasks that are recorded
 * @errors: text of the file error_log
 * @deferred: defers freeing the instance
 *
 * The members that writing a record needs are the first ones, in one cache line.
 */
struct trace_array {
	struct trace_buffer	*ring;
	struct ring_writer	* __percpu *writers;
	u64			options;
	struct trace_event_file	*print_file;
	void			*call_data[INSTANCE_CALLS_COUNT];
	void			*tracer_data;

	struct list_head	list;
	struct list_head	mark_node;
	struct list_head	mappings_node;
	bool			mappings_due;
	const char		*name;
	struct rw_semaphore	read_rwsem;
	struct instance_snapshot_state snapshot;
	struct instance_max_state max;
	const struct tracer	*tracer;
	u32			tracer_options[INSTANCE_TRACERS_MAX];
	bool			paused;
	int			tracer_pins;
	struct ftrace_ops	*ops;
	struct list_head	files;
	struct list_head	systems;
	const char		*only_systems;
	cpumask_var_t		cpumask;
	int			clock;
	unsigned int		syscall_data_bytes;
	unsigned int		buffer_percent;
	u64			time_start;
	bool			expanded;
	bool			persistent;
	bool			read_only;
	void			*copy;
	struct work_struct	removal;
	unsigned long		last_boot_records;
	struct instance_last_boot *last_boot;
	unsigned long		bytes;
	int			users;
	bool			dead;
	void			*control;
	struct instance_pid_filter pid_filter;
	struct trace_error_log	errors;
	struct trace_deferred	deferred;
} __aligned(SMP_CACHE_BYTES);

#endif /* _KERNEL_TRACE_INSTANCE_TRACE_ARRAY_H */
