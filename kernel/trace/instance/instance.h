/* SPDX-License-Identifier: GPL-2.0 */
/*
 * instance/: instances, that is a ring buffer with its settings: struct trace_array.
 *
 * Owns:     the list of instances and their lifetime; options; the current tracer
 *           and the registry of tracers; event files and systems; task filters;
 *           cpumask, clock and size of the ring buffer; snapshots and the maxima of
 *           latency tracers; early_trace_init() and trace_init().
 * Never:    formats text, accesses user memory or creates control files. control/
 *           registers a struct instance_listener to create directories.
 * Layer:    3, uses event/, ftrace/, tracepoint/, ring/, lib/ and clock/.
 * Contexts: control functions run in task context and may sleep. instance_on(),
 *           instance_off(), instance_is_on(), instance_print() and instance_stack*()
 *           run in any context; instance_snapshot() and instance_max_update() in any
 *           context but NMI. The kernel-doc of a function is at its definition.
 * Locks:    event_mutex > instance_lock > trace_array.read_rwsem > locks of lower
 *           layers. A function documents which of the first two it takes; one that
 *           takes neither may be called with or without them.
 *
 * Order of the sleeping locks of the subsystem. A lock is taken before those below:
 *
 *	the mutex of an open control file (a seq_file's, for instance): held while data
 *	    is copied to and from user space, never taken with another lock held
 *	dynevent_lock
 *	event_mutex
 *	instance_lock
 *	event_types_sem: held for reading while records are printed, for writing with
 *	    event_mutex while event types are added or removed
 *	the lock of a trace_iterator: output_lock_records(), output_lock_pages()
 *	trace_array.read_rwsem
 *	ftrace_ops_hash.lock, ftrace_lock
 *	cpus_read_lock()
 *	instance_mappings_lock
 *	mmap_lock: the option sym-userobj takes it with the locks of a trace_iterator
 *	    held, perf with the mutex of a perf context, which CPU hotplug takes
 *	ring_owner.lock, instance_snapshot_state.lock: taken with mmap_lock held by the
 *	    vm_operations of trace_pipe_raw, which take no other lock
 *	ring_cpu.reader_lock
 *
 * A page fault takes mmap_lock. Data is therefore never copied to or from user space
 * with event_mutex or instance_lock held, and mmap(2), vm_operations and page faults
 * take no lock that precedes mmap_lock. control/lock_order.c makes lockdep aware of this
 * order at boot.
 *
 * Wait queues: poll(2) and epoll(7) leave an entry in a wait queue until the file is
 * closed, without a reference to the queue. Such a queue must be in an object that
 * the open file pins: the instance or its ring buffer. A spare ring buffer can be
 * freed at any time, so pollers of it wait in instance_snapshot_state.queue.
 */
#ifndef _KERNEL_TRACE_INSTANCE_H
#define _KERNEL_TRACE_INSTANCE_H

#include <linux/ftrace.h>
#include <linux/poll.h>
#include <linux/ring_buffer.h>
#include <linux/trace.h>

#include "../lib/lib.h"
#include "../clock/clock.h"
#include "../event/event.h"
#include "options.h"		/* enum instance_option, INSTANCE_OPT() */
#include "last_notes.h"		/* struct instance_last_line */
#include "mappings.h"		/* struct instance_space */
#include "trace_array.h"	/* struct trace_array */

struct trace_iterator;

extern struct list_head instance_list;		/* instance_lock or event_mutex */
extern struct mutex instance_lock;
extern struct trace_array instance_global;

/**
 * instance_is_global - test whether an instance is the global one
 * @tr: the instance
 *
 * Context: any.
 * Return: true for the instance of the top-level directory.
 */
static inline bool instance_is_global(const struct trace_array *tr)
{
	return tr == &instance_global;
}

/* Lifetime: instance.c */

struct trace_array *instance_add(const char *name, const char *systems);
int instance_remove(const char *name);
struct trace_array *instance_pin_locked(struct trace_array *tr);
struct trace_array *instance_pin(struct trace_array *tr);
void instance_unpin(struct trace_array *tr);

/**
 * struct instance_listener - callbacks for changes of instances
 * @node: entry in the list of listeners
 * @created: @tr has been set up; an error makes the creation fail. Not called for
 *	the global instance. Context: event_mutex and instance_lock held.
 * @removed: @tr is about to be freed and has no users. Context: event_mutex and
 *	instance_lock held.
 * @file_added: @file was added to its instance; an error removes its event, or makes
 *	the creation of the instance fail. Context: event_mutex held.
 * @file_removed: @file is about to be removed from its instance, its event is
 *	disabled. Context: event_mutex held.
 * @tracer_added: @tracer was registered. Context: instance_lock held.
 * @option_changed: option @nr of @tr has changed. Context: event_mutex and
 *	instance_lock held.
 * @syscall_data: an instance is about to have events of system calls copy user memory;
 *	an error rejects it. Context: event_mutex held.
 *
 * Every callback may be NULL. All of them may sleep.
 */
struct instance_listener {
	struct list_head node;
	int (*created)(struct trace_array *tr);
	void (*removed)(struct trace_array *tr);
	int (*file_added)(struct trace_event_file *file);
	void (*file_removed)(struct trace_event_file *file);
	void (*tracer_added)(const struct tracer *tracer);
	void (*option_changed)(struct trace_array *tr, enum instance_option nr);
	int (*syscall_data)(void);
};

int instance_listener_register(struct instance_listener *listener);

/* The times of names of tasks: oldest.c */
enum trace_comm_clock instance_comm_clock(const struct trace_array *tr);

/* The boot before, for persistent ring buffers: last_boot.c */

unsigned long instance_last_boot_addr(const struct trace_array *tr, unsigned long addr);

/* Its notes: last_other.c */

bool instance_last_boot_is_other(const struct trace_array *tr);
int instance_last_boot_type(const struct trace_array *tr, unsigned int type);
const struct instance_last_line *instance_last_boot_symbol(const struct trace_array *tr,
							   unsigned long addr);
const char *instance_last_boot_string(const struct trace_array *tr, unsigned long addr);
bool instance_last_boot_task(const struct trace_array *tr, int pid, u64 time,
			     char comm[TASK_COMM_LEN]);
const struct instance_note *instance_last_boot_note(const struct trace_array *tr, size_t *at);

/* Tracers: tracers.c, options.c */

/**
 * struct tracer_option - a private option of a tracer
 * @name: name in trace_options and of the file in options/
 * @bit: mask of the option in the word that instance_tracer_options() returns
 */
struct tracer_option {
	const char *name;
	u32 bit;
};

/**
 * struct tracer - a tracer that can be selected with current_tracer
 * @entry: entry in instance_tracers, with the tracer's name
 * @options: array of private options that ends with an entry without name, or NULL
 * @defaults: mask of the private options that are set by default
 * @global_only: the tracer is available in the global instance only
 * @keeps_max: instance_max_update() stores the trace of each maximum in the spare
 *	ring buffer. This is allocated before @start, the file trace shows it, and no
 *	snapshot can be taken
 * @checks_paused: the tracer checks trace_array::paused itself; other tracers are
 *	stopped and started when it changes
 * @options_always: call @option_changed even if the tracer is not @tr's current one
 * @nr: index into trace_array::tracer_options, assigned at registration
 * @start: start to record into @tr, whose ring buffer is empty; returns 0 or an
 *	error. Context: task, may sleep; instance_lock held.
 * @stop: stop recording and wait until no callback of the tracer runs. Context: as
 *	@start.
 * @option_changed: option @bit is about to change; an error rejects it. Context: as
 *	@start.
 * @flag_changed: the instance option INSTANCE_OPT() @mask is about to change while
 *	the tracer is started; an error rejects the change. Context: task, may sleep;
 *	event_mutex and instance_lock held.
 * @on: instance_on() was called. Context: any.
 * @off: instance_off() was called. Context: any.
 * @print_header: print the header of the file trace, or NULL for the default one
 * @print_line: print @iter's record in the tracer's format, or NULL for the default
 * @open: the file trace was opened, or NULL
 * @close: the file trace is about to be closed, or NULL
 * @pipe_open: the file trace_pipe was opened, or NULL
 * @pipe_close: the file trace_pipe is about to be closed, or NULL
 */
struct tracer {
	struct trace_registry_entry entry;
	const struct tracer_option *options;
	u32 defaults;
	bool global_only;
	bool keeps_max;
	bool checks_paused;
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

extern struct trace_registry instance_tracers;	/* in order of registration */
extern struct tracer instance_nop;		/* the tracer "nop" */

int instance_tracer_register(struct tracer *tracer);
int instance_tracer_set(struct trace_array *tr, const char *name);
int instance_tracer_pause(struct trace_array *tr, bool paused);
void instance_tracer_pin(struct trace_array *tr);
void instance_tracer_unpin(struct trace_array *tr);
int instance_tracer_option_set(struct trace_array *tr, const struct tracer *tracer,
			       u32 bit, bool on);

/**
 * instance_tracer_fits - test whether a tracer is available in an instance
 * @tr: the instance
 * @tracer: the tracer
 *
 * Context: any.
 * Return: true if @tracer can be @tr's current tracer.
 */
static inline bool instance_tracer_fits(const struct trace_array *tr,
					const struct tracer *tracer)
{
	return instance_is_global(tr) || !tracer->global_only;
}

/**
 * instance_tracer_options - get the private options of a tracer in an instance
 * @tr: the instance
 * @tracer: the tracer, which need not be the current one
 *
 * Context: any.
 * Return: mask of tracer_option::bit of the options that are set.
 */
static inline u32 instance_tracer_options(const struct trace_array *tr,
					  const struct tracer *tracer)
{
	return READ_ONCE(tr->tracer_options[tracer->nr]) ^ tracer->defaults;
}

/**
 * struct instance_tracer_user - an instance whose current tracer has a single hook
 * @node: entry in the tracer's list of instances; RCU, written under instance_lock
 * @tr: the instance
 * @lost: number of records that were lost, for tracers that count them
 *
 * A tracer that is called from one place for all instances writes the record into
 * each instance of its list.
 */
struct instance_tracer_user {
	struct list_head	node;
	struct trace_array	*tr;
	atomic_t		lost;
};

/* Iterate over a tracer's instances. Context: RCU read side or preemption off. */
#define instance_for_each_tracer_user(user, users)			\
	list_for_each_entry_rcu(user, users, node, rcu_read_lock_any_held())

int instance_tracer_user_add(struct list_head *users, struct trace_array *tr);
void instance_tracer_user_del(struct trace_array *tr);
int instance_tracer_user_free(struct trace_array *tr);

/* Options: options.c */

/**
 * instance_option - test whether an option of an instance is set
 * @tr: the instance
 * @nr: the option
 *
 * Context: any.
 * Return: true if the option is set.
 */
static __always_inline bool instance_option(const struct trace_array *tr,
					    enum instance_option nr)
{
	return READ_ONCE(tr->options) & BIT_ULL(nr);
}

int instance_option_set(struct trace_array *tr, enum instance_option nr, bool on);
int instance_option_apply(struct trace_array *tr, const char *word);
void instance_options_assign(struct trace_array *tr, u64 mask, u64 options);
struct trace_array *instance_printk_dest(void);

/* Marks: marks.c */

extern struct list_head instance_mark_list;	/* instance_lock or RCU */

/**
 * instance_copies_marks - test whether an instance records the marks of the global one
 * @tr: the instance
 *
 * Context: any.
 * Return: true if the options copy_trace_marker and markers of the instance are set.
 */
static inline bool instance_copies_marks(const struct trace_array *tr)
{
	const u64 both = INSTANCE_OPT(COPY_MARKER) | INSTANCE_OPT(MARKERS);

	return (READ_ONCE(tr->options) & both) == both;
}

/* Mappings of processes: mappings.h; only if INSTANCE_HAS_MAPPINGS */

void instance_mappings_trim(void);

/* The ring buffer: recording.c, buffer.c */

bool instance_is_on(struct trace_array *tr);
void instance_on(struct trace_array *tr);
void instance_off(struct trace_array *tr);
void instance_record_disable(struct trace_array *tr);
void instance_record_enable(struct trace_array *tr);
int instance_expand(struct trace_array *tr);
int instance_print_prepare(struct trace_array *tr);
unsigned long instance_buffer_size(struct trace_array *tr, int cpu);
int instance_resize(struct trace_array *tr, unsigned long bytes, int cpu);
void instance_reset(struct trace_array *tr, int cpu);
int instance_clock_set(struct trace_array *tr, const char *name);
int instance_order_set(struct trace_array *tr, int order);
int instance_cpumask_set(struct trace_array *tr, const struct cpumask *mask);

/* Snapshots: snapshot.c, spare.c */

/* Decide whether a snapshot is taken; @data is that of tracing_snapshot_cond(). */
typedef bool (*cond_update_fn_t)(struct trace_array *tr, void *data);

int instance_snapshot_alloc(struct trace_array *tr);
int instance_snapshot_free(struct trace_array *tr);
int instance_snapshot_arm(struct trace_array *tr);
void instance_snapshot_disarm(struct trace_array *tr);
int instance_snapshot(struct trace_array *tr);
int instance_snapshot_fire(struct trace_array *tr);
int instance_snapshot_take(struct trace_array *tr, int cpu);
unsigned int instance_snapshot_taken(struct trace_array *tr);
__poll_t instance_snapshot_poll(struct trace_array *tr, struct file *file,
				struct poll_table_struct *table, unsigned int seen);
int instance_snapshot_clear(struct trace_array *tr, int cpu);
void instance_snapshot_wait(struct trace_array *tr);
int instance_mmap_begin(struct trace_array *tr);
void instance_mmap_dup(struct trace_array *tr);
void instance_mmap_end(struct trace_array *tr);
struct instance_spare *instance_spare_get(struct trace_array *tr);
void instance_spare_put(struct instance_spare *spare);

/**
 * instance_snapshot_allocated - test whether an instance has a spare ring buffer
 * @tr: the instance
 *
 * Context: any.
 * Return: true if the spare ring buffer is allocated.
 */
static inline bool instance_snapshot_allocated(const struct trace_array *tr)
{
	return rcu_access_pointer(tr->snapshot.spare);
}

void tracing_snapshot_cond(struct trace_array *tr, void *cond_data);
int tracing_snapshot_cond_enable(struct trace_array *tr, void *cond_data,
				 cond_update_fn_t update);
int tracing_snapshot_cond_disable(struct trace_array *tr);
void *tracing_cond_snapshot_data(struct trace_array *tr);
int tracing_alloc_snapshot(void);

/* Latencies: max.c */

bool instance_max_update(struct trace_array *tr, const struct instance_max *max,
			 struct task_struct *task, int cpu);
void instance_max_get(struct trace_array *tr, struct instance_max *max);
int instance_max_set(struct trace_array *tr, u64 us);
int instance_thresh_set(struct trace_array *tr, u64 us);
__poll_t instance_max_poll(struct trace_array *tr, struct file *file,
			   struct poll_table_struct *table, unsigned int seen);
unsigned int instance_max_changes(struct trace_array *tr);

/**
 * instance_max_qualifies - test whether instance_max_update() would record a latency
 * @tr: the instance
 * @latency: in ns
 *
 * Cheap: tracers use this before they collect the data for instance_max_update().
 *
 * Context: any.
 * Return: true if @latency reaches the threshold or, without one, exceeds the
 * maximum.
 */
static inline bool instance_max_qualifies(const struct trace_array *tr, u64 latency)
{
	u64 thresh = READ_ONCE(tr->max.thresh);

	return thresh ? latency >= thresh : latency > READ_ONCE(tr->max.longest);
}

/* Event files: files.c, events.c */

/**
 * struct instance_system - the events of one system in an instance
 * @list: entry in trace_array::systems; event_mutex
 * @tr: the instance
 * @name: name of the system
 * @files: trace_event_file.in_system of the system's events; event_mutex
 * @count: number of event files; event_mutex
 * @ref: one reference of all event files and one of each open control file
 * @filter: text that was last written to the system's filter file, set by filter/
 *
 * The system leaves the list when its last event is removed. Control files that are
 * still open then find @count to be 0 and return ENODEV.
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

void instance_system_get(struct instance_system *system);
void instance_system_put(struct instance_system *system);

/* Upper limit of trace_array::syscall_data_bytes */
#define INSTANCE_SYSCALL_DATA_MAX	165

int instance_syscall_data_set(struct trace_array *tr, unsigned long bytes);

struct trace_event_file *instance_file_find(struct trace_array *tr, const char *system,
					    const char *event);
void instance_file_get(struct trace_event_file *file);
void instance_file_put(struct trace_event_file *file);
int instance_file_set(struct trace_event_file *file, bool on);
int instance_file_soft(struct trace_event_file *file, bool on);

/**
 * instance_file_is_on - test whether the user has enabled an event
 * @file: event file
 *
 * Context: any; event_mutex held for a stable result.
 * Return: true if the file enable shows 1. An event that is only enabled in soft
 * mode does not count.
 */
static inline bool instance_file_is_on(const struct trace_event_file *file)
{
	return (file->flags & EVENT_FILE_FL_ENABLED) &&
	       !(file->flags & EVENT_FILE_FL_SOFT_DISABLED);
}

char instance_events_state(struct trace_array *tr, const char *system);
int instance_events_set(struct trace_array *tr, const char *match, const char *system,
			const char *event, const char *module, bool on);
int instance_events_apply(struct trace_array *tr, char *word);

/**
 * struct instance_control - a control file in the directory of each event
 * @entry: entry in instance_controls, with the file's name. control/ has a row of
 *	the same name in its table of event files
 * @show: print the contents of the file
 * @list: print a line with the name of the event for each item that @show prints, by
 *	instance_event_line_begin() and instance_event_line_end(); may be NULL
 * @write: handle a write of @text, which is NUL terminated and without trailing
 *	white space and may be modified; returns 0 or an error. If NULL, write(2)
 *	fails with EINVAL
 * @truncate: handle an open with O_TRUNC; may be NULL
 * @queue: wait queue of poll(2), or NULL if the file does not support it. It must
 *	outlive all events, because a poller holds no reference
 * @count: number of changes of the contents so far. If @wake, @queue must be woken
 *	after the next change, including one that happens during the call
 *
 * Used by components that control/ must not depend on. Context of all callbacks:
 * task, may sleep; event_mutex held; @file has not been removed.
 */
struct instance_control {
	struct trace_registry_entry entry;
	int (*show)(struct seq_file *m, struct trace_event_file *file);
	void (*list)(struct seq_file *m, struct trace_event_file *file);
	int (*write)(struct trace_event_file *file, char *text);
	void (*truncate)(struct trace_event_file *file);
	struct wait_queue_head *queue;
	u64 (*count)(struct trace_event_file *file, bool wake);
};

extern struct trace_registry instance_controls;

struct instance_control *instance_control_find(const char *name);

/* Lines of files that list what events have: event_line.c */

size_t instance_event_line_begin(struct seq_file *m, const struct trace_event_file *file);
void instance_event_line_end(struct seq_file *m, size_t start);

/* Task filters: pids.c */

struct trace_pid_list *instance_pids(struct trace_array *tr, enum instance_pids which);
int instance_pids_set(struct trace_array *tr, enum instance_pids which,
		      struct trace_pid_list *set);

#ifdef CONFIG_CGROUPS
/* Filters for cgroups: cgroups.c */

struct trace_id_set *instance_cgroups(struct trace_array *tr, enum instance_cgroups which);
int instance_cgroups_set(struct trace_array *tr, enum instance_cgroups which,
			 struct trace_id_set *set);
#endif

/* Text and stack records: stack.c */

int instance_print(struct trace_array *tr, unsigned long ip, const char *text,
		   size_t len);
void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
		    unsigned int context, int skip, struct pt_regs *regs);
void instance_stack_from(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context, unsigned long ip);
void instance_stack_func(struct trace_array *tr, unsigned int context,
			 unsigned long ip);
void instance_stack_saved(struct trace_buffer *ring, unsigned int context,
			  const unsigned long *callers, unsigned int count);
void instance_stack_user(struct trace_array *tr, struct trace_buffer *ring,
			 unsigned int context);

/* Boot parameters, recorded until they can be applied: boot.c, tracers.c */

void instance_boot_size(unsigned long bytes);
void instance_boot_clock(const char *name);
void instance_boot_thresh(unsigned long us);
void instance_boot_options(char *list);
void instance_boot_events(char *list);
void instance_boot_tracer(const char *name);
void instance_boot_instance(char *text);
void instance_boot_snapshot(char *name);
void instance_boot_snapshot_alloc(void);

#endif /* _KERNEL_TRACE_INSTANCE_H */
