/* SPDX-License-Identifier: GPL-2.0 */
/*
 * instance/: a struct trace_array, that is a buffer with all that is set for it.
 *
 * Owns:     the list of instances and their life; options; the current tracer;
 *           the event files of an instance; pid filters; cpumask; clock;
 *           tracing_on; the registry of tracers.
 * Never:    formats text, touches user memory or knows of files: fs/ registers
 *           struct instance_listener to build directories.
 * Floor:    3, may use event, site, ring, base, clock.
 * Contexts: control in task context, may sleep. tracing_on(), tracing_off(),
 *           instance_print() anywhere.
 * Locks:    event_mutex > instance_lock > what lower rooms take.
 */
#ifndef _KERNEL_TRACE_INSTANCE_H
#define _KERNEL_TRACE_INSTANCE_H

#include <linux/cpumask.h>
#include <linux/ftrace.h>
#include <linux/ring_buffer.h>
#include <linux/trace.h>

#include "../base/base.h"
#include "../event/event.h"
#include "options.h"		/* enum instance_option, INSTANCE_OPT(): const table */

struct tracer;
struct trace_iterator;

/**
 * struct trace_array - an instance
 *
 * @list: place in instance_list; the global instance is first
 * @name: of its directory; NULL for the global one
 * @ring: where its records go
 * @options: bits of enum instance_option; read anywhere, written under
 *	instance_lock
 * @tracer: the current tracer, never NULL
 * @tracer_data: the tracer's own
 * @ops: the function tracer's ftrace_ops, whose hashes set_ftrace_filter edits
 * @files: struct trace_event_file of all events
 * @cpumask: CPUs that record
 * @clock: index into the table of clocks
 * @buffer_percent: how full before readers are woken
 * @time_start: when the buffer was last emptied
 * @users: open files and in-kernel users; rmdir answers EBUSY while not zero
 * @dead: set once under instance_lock when the directory goes
 * @pids: tasks whose events are recorded, or NULL for all
 * @no_pids: tasks whose events are not recorded, or NULL
 * @func_pids: the same for functions
 * @func_no_pids: the same for functions
 * @fs: fs/'s own
 */
struct trace_array {
	struct list_head	list;
	const char		*name;
	struct trace_buffer	*ring;
	u64			options;
	const struct tracer	*tracer;
	void			*tracer_data;
	struct ftrace_ops	*ops;
	struct list_head	files;
	cpumask_var_t		cpumask;
	int			clock;
	unsigned int		buffer_percent;
	u64			time_start;
	int			users;
	bool			dead;
	struct base_pids __rcu	*pids;
	struct base_pids __rcu	*no_pids;
	struct base_pids __rcu	*func_pids;
	struct base_pids __rcu	*func_no_pids;
	void			*fs;
};

extern struct list_head instance_list;
extern struct mutex instance_lock;
extern struct trace_array instance_global;

/**
 * struct tracer - what current_tracer can name
 * @entry: its name, in instance_tracers
 * @options: NULL or an array, ended by an empty name, of its private options
 * @start: begin to record into @tr. Context: instance_lock held, may sleep.
 * @stop: record no more; nobody is inside when it returns.
 * @option_changed: one of @options changes; an errno refuses
 * @print_header: lines that stand above the trace, or NULL for the usual
 * @print_line: NULL, or prints @iter's record in the tracer's own form
 * @open: a reader opened the trace, or NULL; @close: it is gone
 */
struct tracer_option {
	const char *name;
	u32 bit;
};

struct tracer {
	struct base_entry entry;
	const struct tracer_option *options;
	int (*start)(struct trace_array *tr);
	void (*stop)(struct trace_array *tr);
	int (*option_changed)(struct trace_array *tr, u32 bit, bool set);
	void (*print_header)(struct seq_file *m, struct trace_iterator *iter);
	enum print_line_t (*print_line)(struct trace_iterator *iter);
	void (*open)(struct trace_iterator *iter);
	void (*close)(struct trace_iterator *iter);
};

extern struct base_registry instance_tracers;

int instance_tracer_register(struct tracer *tracer);
int instance_tracer_set(struct trace_array *tr, const char *name);

struct instance_listener {
	struct list_head node;
	int (*created)(struct trace_array *tr);
	void (*removed)(struct trace_array *tr);
	void (*file_added)(struct trace_event_file *file);
	void (*file_removed)(struct trace_event_file *file);
	void (*tracer_added)(const struct tracer *tracer);
};

void instance_listen(struct instance_listener *listener);

int instance_create(const char *name);
int instance_remove(const char *name);
struct trace_array *instance_get(struct trace_array *tr);	/* users++, NULL when dead */
void instance_put(struct trace_array *tr);

bool instance_is_on(struct trace_array *tr);
void instance_on(struct trace_array *tr);
void instance_off(struct trace_array *tr);
int instance_resize(struct trace_array *tr, unsigned long bytes, int cpu);
void instance_reset(struct trace_array *tr, int cpu);
int instance_clock_set(struct trace_array *tr, const char *name);
int instance_option_set(struct trace_array *tr, const char *word);	/* "noNAME" clears */

/* Match as set_event does: "sys:event", "sys:*", "event", ":mod:NAME"; all with NULL. */
int instance_events_set(struct trace_array *tr, const char *match,
			const char *sub, const char *event, const char *mod,
			bool on);

/* A line of text or a string of the kernel's own, as ftrace/print records it. */
int instance_print(struct trace_array *tr, unsigned long ip, const char *text,
		   size_t len);
void instance_stack(struct trace_array *tr, struct trace_buffer *ring,
		    unsigned int context, int skip, struct pt_regs *regs);

#endif /* _KERNEL_TRACE_INSTANCE_H */
