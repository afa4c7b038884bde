/* SPDX-License-Identifier: GPL-2.0 */
/*
 * site/: where control enters the tracing subsystem.
 *
 * Owns:     the table of sites; struct ftrace_ops and their filters; the text
 *           of the sites; function probes and the commands of
 *           set_ftrace_filter; the hooks on irq and preempt state changes.
 * Never:    writes records or knows of instances: an upper room hands in a
 *           struct ftrace_ops, and gets back a call.
 * Floor:    1, may use base, clock.
 * Contexts: callbacks in any context, NMI included. All control functions in
 *           task context, and they may sleep.
 * Locks:    event_mutex, instance_lock > ftrace_ops_hash.lock > ftrace_lock
 *           > cpus_read_lock() > text_mutex.
 */
#ifndef _KERNEL_TRACE_FTRACE_H
#define _KERNEL_TRACE_FTRACE_H

#include <linux/ftrace.h>
#include <linux/seq_file.h>

#include "../lib/lib.h"
#include "arch.h"

struct static_key;

#ifdef CONFIG_FTRACE_STATIC_KEYS
void ftrace_static_keys_flip(struct static_key **keys, unsigned int count);
#else
static inline void ftrace_static_keys_flip(struct static_key **keys, unsigned int count)
{
}
#endif

#ifdef CONFIG_DYNAMIC_FTRACE

/*
 * The ops of the global instance. Its filter is the one that boot parameters,
 * ftrace_set_global_filter() and ftrace_ops_set_global_filter() mean.
 */
extern struct ftrace_ops ftrace_global_ops;

/**
 * ftrace_ops_pids - call an ops for some tasks only
 * @ops: registered or not
 * @ignore: per CPU, whether the task that runs there is to be left out; NULL
 *	to call for all. The owner keeps it up to date, in sched_switch, and
 *	keeps it until this was called with NULL.
 *
 * Context: task, may sleep. With NULL, nobody looks at the former flags when
 * it returns.
 */
void ftrace_ops_pids(struct ftrace_ops *ops, bool __percpu *ignore);

/**
 * ftrace_ops_func - replace the callback of an ops that may be registered
 * @ops: the ops
 * @func: called from now on
 *
 * Context: task, may sleep. Nobody is in the former callback on return.
 */
void ftrace_ops_func(struct ftrace_ops *ops, ftrace_func_t func);

/**
 * ftrace_ops_frame - is this a frame of the way from a site to an ops' callback?
 * @ops: registered
 * @addr: a return address
 *
 * Context: any.
 */
static inline bool ftrace_ops_frame(const struct ftrace_ops *ops,
				    unsigned long addr)
{
	return addr - ops->trampoline < ops->trampoline_size;
}

/**
 * ftrace_func_probes_gone - take away all commands that an owner has set
 * @owner: as given to ftrace_func_probe_add()
 *
 * Context: task, may sleep. Commands let go of what they hold: neither
 * event_mutex nor instance_lock is held.
 */
void ftrace_func_probes_gone(void *owner);

/**
 * ftrace_owner_gone - forget all that an owner has set
 * @owner: as given to ftrace_filter_edit_begin()
 * @ops: its ops: unregistered, and its filters are freed
 *
 * Context: task, may sleep.
 */
void ftrace_owner_gone(void *owner, struct ftrace_ops *ops);

/*
 * Editing a filter, as writes into set_ftrace_filter and set_ftrace_notrace do:
 * words are collected and take effect together.
 */
struct ftrace_filter_edit;

/**
 * ftrace_filter_edit_begin - start to edit a filter
 * @ops: whose
 * @owner: passed to commands; the instance. NULL: there are no commands
 * @deny: the functions not to trace, rather than those to trace
 * @reset: start from an empty one (the file was opened with O_TRUNC)
 *
 * Context: task, may sleep.
 * Return: the edit, or an ERR_PTR.
 */
struct ftrace_filter_edit *ftrace_filter_edit_begin(struct ftrace_ops *ops, void *owner,
						    bool deny, bool reset);

/**
 * ftrace_filter_edit_word - one word that the user wrote
 * @edit: the edit
 * @word: changed by parsing. One of: a name, a glob, the number of a line of
 *	available_filter_functions, GLOB:mod:MODULE, GLOB:COMMAND[:PARAMETER].
 *	A leading '!' takes away instead.
 *
 * Context: task, may sleep. Commands take effect at once.
 * Return: 0, or -EINVAL if nothing matched or there is no such command, or
 * what the command returned.
 */
int ftrace_filter_edit_word(struct ftrace_filter_edit *edit, char *word);

/**
 * ftrace_filter_edit_commit - put the edited filter in place, and free the edit
 * @edit: the edit
 *
 * Context: task, may sleep.
 * Words that were refused are left out, and the others count: nothing but bad
 * words in a file that was opened with O_TRUNC leave an empty filter.
 *
 * Return: 0 or an errno; the former filter stays then.
 */
int ftrace_filter_edit_commit(struct ftrace_filter_edit *edit);

/**
 * ftrace_early_filter - apply a boot parameter to the global filter
 * @list: globs separated by commas; changed by parsing
 * @deny: as for ftrace_filter_edit_begin()
 *
 * Context: boot, after ftrace_init().
 */
void ftrace_early_filter(char *list, bool deny);

/*
 * Reading: each of these is a whole file. Open with ftrace_show_seq_open(), release
 * with ftrace_show_seq_release().
 */
enum ftrace_show_list {
	FTRACE_LIST_AVAILABLE,	/* available_filter_functions */
	FTRACE_LIST_ADDRS,	/* available_filter_functions_addrs */
	FTRACE_LIST_ENABLED,	/* enabled_functions */
	FTRACE_LIST_TOUCHED,	/* touched_functions */
	FTRACE_LIST_FILTER,	/* set_ftrace_filter */
	FTRACE_LIST_NOTRACE,	/* set_ftrace_notrace */
};

/**
 * ftrace_show_seq_open - open a list of functions for reading
 * @file: the file
 * @list: which list
 * @ops: whose filter, for FTRACE_LIST_FILTER and FTRACE_LIST_NOTRACE
 * @owner: whose probes to list after the filter
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int ftrace_show_seq_open(struct file *file, enum ftrace_show_list list,
			 struct ftrace_ops *ops, void *owner);
int ftrace_show_seq_release(struct inode *inode, struct file *file);

/**
 * struct ftrace_site_totals - what dyn_ftrace_total_info tells
 * @sites: functions that can be traced
 * @pages: of memory that describes them
 * @groups: arrays that this memory consists of
 */
struct ftrace_site_totals {
	unsigned long sites;
	unsigned long pages;
	unsigned long groups;
};

void ftrace_site_totals(struct ftrace_site_totals *totals);

/**
 * struct ftrace_failure - a site that could not be patched
 * @list: site/'s own
 * @ip: where it is
 * @why: the reason
 * @readable: whether there is
 * @text: what stood there
 */
struct ftrace_failure {
	struct list_head	list;
	unsigned long		ip;
	const char		*why;
	bool			readable;
	u8			text[MCOUNT_INSN_SIZE];
};

typedef void (*ftrace_failure_fn)(const struct ftrace_failure *failure, void *data);

/**
 * ftrace_failures_each - tell all sites that could not be patched, the oldest first
 * @fn: called for each; calls nothing of site/
 * @data: for it
 *
 * Context: task, may sleep.
 * Return: how many more there were that are not known any more.
 */
unsigned long ftrace_failures_each(ftrace_failure_fn fn, void *data);

/*
 * Commands of set_ftrace_filter, and probes: a function that is called with
 * something the user attached to single sites.
 */

/**
 * struct ftrace_command - what may stand behind the colon
 * @entry: its name, in the registry
 * @run: a line was written. @glob, @param (NULL if there is none) are the
 *	parts of the line; @add is false if it began with '!'.
 *	Context: task, may sleep; no lock of site/ is held.
 */
struct ftrace_command {
	struct trace_registry_entry entry;
	int (*run)(struct ftrace_filter_edit *edit, void *owner, char *glob, char *param,
		   bool add);
};

int ftrace_command_register(struct ftrace_command *command);
void ftrace_command_unregister(struct ftrace_command *command);

/**
 * struct ftrace_func_probe_kind - what probes do
 * @name: how it is shown and told apart
 * @hit: a probed function was called; true if that is to count. Context: that
 *	of the function, preemption disabled, does not recurse.
 * @attach: probes are about to be set with @data: prepare for @hit; may be NULL
 * @detach: the last of them is gone, and nobody is in @hit with @data; may be
 *	NULL. Context of both: task, may sleep, no lock of site/ is held.
 * @show: prints what goes between name and count, with the colon; may be NULL
 */
struct ftrace_func_probe_kind {
	const char *name;
	bool (*hit)(unsigned long ip, unsigned long parent_ip, void *owner,
		    void *data);
	int (*attach)(void *owner, void *data);
	void (*detach)(void *owner, void *data);
	void (*show)(struct seq_file *m, void *data);
};

/**
 * ftrace_func_probe_add - set probes on all functions that match
 * @owner: for whom
 * @kind: what they do
 * @glob: names
 * @data: for @kind's callbacks
 * @count: how many times each may hit, if @counted; less than one is none
 * @counted: there is a limit
 *
 * Context: task, may sleep.
 * Return: 0, -EINVAL if nothing matches that has no such probe yet, or an errno.
 */
int ftrace_func_probe_add(void *owner, const struct ftrace_func_probe_kind *kind,
			  const char *glob, void *data, bool counted, long count);

/**
 * ftrace_func_probe_remove - take probes away
 * @owner: for whom they were set
 * @kind: their kind
 * @glob: from all functions that match
 * @data: only those with this; NULL for any
 * @counted: those that were set with a count, rather than those without
 *
 * Context: task, may sleep.
 * Return: 0, -ENODEV if there are no such probes, -EINVAL if none matches.
 */
int ftrace_func_probe_remove(void *owner, const struct ftrace_func_probe_kind *kind,
			     const char *glob, void *data, bool counted);

/*
 * The function profiler.
 */

/**
 * struct func_profile_row - a function on a CPU
 * @ip: its site
 * @hits: calls
 * @time: of all of them, in ns
 * @squares: sum of the squares of the times
 */
struct func_profile_row {
	unsigned long	ip;
	unsigned long	hits;
	u64		time;
	u64		squares;
};

/**
 * func_profile_set - begin to profile, with empty tables, or end
 * @on: which
 * @own: count a function's time without that of functions it calls
 * @awake: and without the time that its task does not run
 *
 * Functions are those of the global filter.
 *
 * Context: task, may sleep.
 * Return: 0 or an errno.
 */
int func_profile_set(bool on, bool own, bool awake);
bool func_profile_is_on(void);

/**
 * func_profile_rows - what was found on a CPU, the longest time first
 * @cpu: the CPU
 * @count: how many rows there are
 *
 * Context: task, may sleep.
 * Return: the rows, to be freed by kvfree(); NULL: there was no profile yet;
 * ERR_PTR(-ENOMEM).
 */
struct func_profile_row *func_profile_rows(int cpu, unsigned int *count);

/*
 * The stack tracer, which kernel.stack_tracer_enabled switches.
 */

#define STACK_TRACER_MAX	256

/**
 * struct stack_trace_max - the deepest stack there was
 * @size: its size in bytes, or what it must exceed to be taken
 * @count: rows
 * @row: the newest call first: an address, and how much of the stack was in use
 *	where it stands
 */
struct stack_trace_max {
	unsigned long	size;
	unsigned int	count;
	struct {
		unsigned long	ip;
		unsigned int	depth;
	} row[STACK_TRACER_MAX];
};

/* Its filter is stack_trace_filter. */
extern struct ftrace_ops stack_tracer_ops;

unsigned long stack_tracer_size(void);
void stack_tracer_size_set(unsigned long size);
void stack_tracer_read(struct stack_trace_max *stack);

/*
 * The two function lists and the depth limit that all graph tracers go by.
 */
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/*
 * What set_graph_function and set_graph_notrace (@deny) list, max_graph_depth
 * (0: any depth), and whether there is any of that at all. Context: any.
 */
extern unsigned int ftrace_graph_max_depth;
extern bool ftrace_graph_filtered;
bool ftrace_graph_has_list(bool deny);
bool ftrace_graph_listed(unsigned long ip, bool deny);

/**
 * ftrace_graph_list_word - do what a word in one of the two files says
 * @word: a name or a glob; a leading '!' takes away instead
 * @deny: set_graph_notrace rather than set_graph_function
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: nothing matches, or none that was listed; -ENOMEM; -ENODEV.
 */
int ftrace_graph_list_word(const char *word, bool deny);
void ftrace_graph_list_clear(bool deny);

/* Open it for reading; release with seq_release_private(). 0 or an errno. */
int ftrace_graph_list_open(struct file *file, bool deny);

void ftrace_graph_depth_set(unsigned int depth);
#endif

/**
 * ftrace_filter_count - number of functions that an ops' filter names
 * @ops: the ops, registered or not
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: the number of functions, or UINT_MAX if @ops has no filter and so means
 * all of them.
 */
unsigned int ftrace_filter_count(struct ftrace_ops *ops);

/**
 * ftrace_ops_find - find a registered ops
 * @match: called for each registered ops with ftrace_lock held; true ends the search
 * @data: passed to @match
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: the ops for which @match was true, or NULL. The caller has to know that it
 * stays registered.
 */
struct ftrace_ops *ftrace_ops_find(bool (*match)(struct ftrace_ops *ops, void *data),
				   void *data);

/* Wait until no CPU is in a callback that was called before. */
void ftrace_ops_sync(void);

#else /* !CONFIG_DYNAMIC_FTRACE */

struct ftrace_command {
	struct trace_registry_entry entry;
};

static inline int ftrace_command_register(struct ftrace_command *command)
{
	return 0;
}

static inline void ftrace_command_unregister(struct ftrace_command *command) { }

static inline void ftrace_early_filter(char *list, bool deny) { }

static inline bool ftrace_ops_frame(const struct ftrace_ops *ops,
				    unsigned long addr)
{
	return false;
}

#endif /* CONFIG_DYNAMIC_FTRACE */
#endif /* _KERNEL_TRACE_FTRACE_H */
