/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace/: function tracing at patch sites.
 *
 * Owns:     the table of patch sites and their text; struct ftrace_ops, their filters
 *           and trampolines; function probes and the commands of set_ftrace_filter;
 *           switching many static keys at once. arch/x86/kernel/ftrace.c and
 *           ftrace_64.S belong to this component.
 * Never:    writes records, or refers to instances: an upper component registers a
 *           struct ftrace_ops, and its callback is called.
 * Layer:    1, uses lib.
 * Contexts: callbacks run in any context, including NMI. All control functions are
 *           called in task context and may sleep.
 * Locks:    event_mutex, instance_lock > ftrace_direct_mutex > ftrace_lock >
 *           ftrace_ip_sets_lock, and ftrace_lock > cpus_read_lock() > text_mutex.
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

/*
 * Lists of functions, one for each control file. To be opened by
 * ftrace_func_list_open() and released by ftrace_func_list_release().
 */
enum ftrace_func_list {
	FTRACE_LIST_AVAILABLE,	/* available_filter_functions */
	FTRACE_LIST_ADDRS,	/* available_filter_functions_addrs */
	FTRACE_LIST_ENABLED,	/* enabled_functions */
	FTRACE_LIST_TOUCHED,	/* touched_functions */
	FTRACE_LIST_FILTER,	/* set_ftrace_filter */
	FTRACE_LIST_NOTRACE,	/* set_ftrace_notrace */
};

#ifdef CONFIG_DYNAMIC_FTRACE

/*
 * The ops of the top instance. Its filter is the one that boot parameters,
 * ftrace_set_global_filter() and ftrace_ops_set_global_filter() refer to.
 */
extern struct ftrace_ops ftrace_global_ops;

/**
 * ftrace_ops_set_pid_ignore - call an ops for some tasks only
 * @ops: the ops; may be registered
 * @ignore: per CPU, whether the ops is not called for the task that runs there;
 *	NULL to call it for all tasks. The owner updates the flags on
 *	sched_switch, and keeps them for a grace period of callbacks after this
 *	function was called with @ignore NULL: trace_defer(). &ftrace_ops_ask is a
 *	flag that is always set: the function of ftrace_ops_set_wants() decides
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_ops_set_pid_ignore(struct ftrace_ops *ops, bool __percpu *ignore);

DECLARE_PER_CPU(bool, ftrace_ops_ask);

/**
 * ftrace_ops_set_wants - set the function that decides for &ftrace_ops_ask
 * @wants: returns true if the ops is to be called for the current task. Context: that
 *	of the traced function, including NMI and where RCU is not watching; must be
 *	notrace
 *
 * Context: boot, before any ops has &ftrace_ops_ask.
 */
void ftrace_ops_set_wants(bool (*wants)(struct ftrace_ops *ops));

/**
 * ftrace_ops_prepare - set the callback of an ops that is to be registered
 * @ops: the ops, which is not registered
 * @func: the callback
 * @needs: the registers that it uses: FTRACE_OPS_FL_SAVE_ARGS, or FTRACE_OPS_NO_REGS for none
 *
 * Waits if a CPU may call @func as soon as it is set, because it checks on behalf of an earlier
 * registration whether the task is to be traced.
 *
 * Context: task, may sleep.
 */
void ftrace_ops_prepare(struct ftrace_ops *ops, ftrace_func_t func, unsigned long needs);

/**
 * ftrace_ops_set_func - replace the callback of an ops
 * @ops: the ops; may be registered
 * @func: the new callback
 *
 * The previous callback may still be running: it uses the same trampoline, and data that is
 * freed by trace_defer().
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_ops_set_func(struct ftrace_ops *ops, ftrace_func_t func);

/**
 * ftrace_ops_in_trampoline - check whether an address is in the trampoline of an ops
 * @ops: a registered ops
 * @addr: a return address
 *
 * Such a stack frame is between the traced function and the callback.
 *
 * Context: any.
 * Return: true if it is.
 */
static inline bool ftrace_ops_in_trampoline(const struct ftrace_ops *ops,
					    unsigned long addr)
{
	return addr - ops->trampoline < ops->trampoline_size;
}

/**
 * ftrace_stack_position - find the frame of a traced function in a stack trace
 * @callers: return addresses, newest call first
 * @count: number of elements of @callers
 * @ip: address at which the function continues after the trampoline
 *
 * The trampoline of riscv makes no frame for the function. There, its own frame, which precedes
 * that of a caller, is found.
 *
 * Context: any.
 * Return: index of the frame; @count if it is not there.
 */
static inline unsigned int ftrace_stack_position(const unsigned long *callers,
						 unsigned int count, unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < count && callers[i] != ip; i++)
		;
#ifdef CONFIG_RISCV
	if (i < count)
		return i;
	ip = (unsigned long)ftrace_call + MCOUNT_INSN_SIZE;
	for (i = 0; i < count && callers[i] != ip; i++)
		;
#endif
	return i;
}

/**
 * ftrace_func_probes_remove_all - remove all function probes of an owner
 * @owner: as given to ftrace_func_probe_add()
 *
 * Context: task, may sleep; takes ftrace_lock. The caller holds neither
 * event_mutex nor instance_lock, because &ftrace_func_probe_kind.detach may take
 * them.
 */
void ftrace_func_probes_remove_all(void *owner);

/**
 * ftrace_owner_release - remove everything that an owner has set
 * @owner: as given to ftrace_filter_edit_begin()
 * @ops: the ops of @owner; it is unregistered, and its filter is freed
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_owner_release(void *owner, struct ftrace_ops *ops);

/*
 * Editing a filter, as writes to set_ftrace_filter and set_ftrace_notrace do:
 * words are collected and take effect together.
 */
struct ftrace_filter_edit;

/**
 * ftrace_filter_edit_begin - begin to edit a filter
 * @ops: the ops whose filter is edited
 * @owner: passed to commands, that is the instance; NULL if there are no commands
 * @except: edit the functions not to trace rather than those to trace
 * @reset: begin with an empty set (the file was opened with O_TRUNC)
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: the edit, or ERR_PTR(-ENOMEM), ERR_PTR(-ENODEV).
 */
struct ftrace_filter_edit *ftrace_filter_edit_begin(struct ftrace_ops *ops, void *owner,
						    bool except, bool reset);

/**
 * ftrace_filter_edit_word - process one word that the user has written
 * @edit: the edit
 * @word: modified by parsing. One of: a name, a glob, the number of a line of
 *	available_filter_functions, GLOB:mod:MODULE, GLOB:COMMAND[:PARAMETER]. A
 *	leading '!' removes instead of adding.
 *
 * Context: task, may sleep; takes ftrace_lock. Commands take effect at once.
 * Return: 0; -EINVAL if nothing matches or there is no such command; -ENOMEM;
 * -ENODEV; or the result of the command.
 */
int ftrace_filter_edit_word(struct ftrace_filter_edit *edit, char *word);

/**
 * ftrace_filter_edit_commit - install the edited filter, and free the edit
 * @edit: the edit
 *
 * Words that were refused are ignored. If the file was opened with O_TRUNC and
 * all words were refused, the filter is empty.
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, -ENOMEM or -EBUSY; the previous filter is kept in case of an error.
 */
int ftrace_filter_edit_commit(struct ftrace_filter_edit *edit);

/**
 * ftrace_early_filter - apply a boot parameter to the global filter
 * @list: globs separated by commas; modified by parsing
 * @except: as for ftrace_filter_edit_begin()
 *
 * Context: boot, after ftrace_init(); takes ftrace_lock.
 */
void ftrace_early_filter(char *list, bool except);

/**
 * ftrace_func_list_open - open a list of functions for reading
 * @file: the file
 * @list: which list
 * @ops: the ops whose filter is listed, for FTRACE_LIST_FILTER and
 *	FTRACE_LIST_NOTRACE
 * @owner: the owner whose function probes are listed after the filter
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, -ENOMEM or -ENODEV.
 */
int ftrace_func_list_open(struct file *file, enum ftrace_func_list list,
			  struct ftrace_ops *ops, void *owner);
int ftrace_func_list_release(struct inode *inode, struct file *file);

/* Files that show and edit the filter of an ops: see filter_file.c. */
int ftrace_filter_file_open(struct file *file, struct ftrace_ops *ops, void *owner,
			    enum ftrace_func_list list);
ssize_t ftrace_filter_file_write(struct file *file, const char __user *ubuf,
				 size_t count, loff_t *ppos);
int ftrace_filter_file_release(struct inode *inode, struct file *file);

/**
 * struct ftrace_site_totals - the figures in dyn_ftrace_total_info
 * @sites: number of functions that can be traced
 * @pages: memory of their descriptors, in pages
 * @groups: number of arrays that this memory consists of
 */
struct ftrace_site_totals {
	unsigned long sites;
	unsigned long pages;
	unsigned long groups;
};

void ftrace_get_site_totals(struct ftrace_site_totals *totals);

/* lookup.c; bpf_trace.c of the base calls it. */
int ftrace_lookup_symbols(const char **sorted_syms, size_t cnt, unsigned long *addrs);

/**
 * struct ftrace_failure - a site that could not be patched
 * @list: private
 * @ip: address of the site
 * @reason: the reason, as text
 * @readable: @text is valid
 * @text: the instruction that was found there
 */
struct ftrace_failure {
	struct list_head	list;
	unsigned long		ip;
	const char		*reason;
	bool			readable;
	u8			text[MCOUNT_INSN_SIZE];
};

typedef void (*ftrace_failure_fn)(const struct ftrace_failure *failure, void *data);

/**
 * ftrace_failures_each - visit all sites that could not be patched, the oldest first
 * @fn: called for each of them, with ftrace_lock held
 * @data: passed to @fn
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: number of further failures that were not stored.
 */
unsigned long ftrace_failures_each(ftrace_failure_fn fn, void *data);

/*
 * Commands of set_ftrace_filter, and function probes: callbacks with data of
 * their own on single functions.
 */

/**
 * struct ftrace_command - a command of set_ftrace_filter
 * @entry: entry in the registry, with the name of the command
 * @run: called when a line with this command is written. @glob and @param (NULL
 *	if there is none) are parts of the line; @add is false if the line began
 *	with '!'. Context: task, may sleep; no lock of ftrace/ is held. Return: 0
 *	or an errno.
 */
struct ftrace_command {
	struct trace_registry_entry entry;
	int (*run)(struct ftrace_filter_edit *edit, void *owner, char *glob, char *param,
		   bool add);
};

int ftrace_command_register(struct ftrace_command *command);

/**
 * struct ftrace_func_probe_kind - the callbacks of function probes
 * @name: name in set_ftrace_filter
 * @hit: called when a probed function is called. Return: whether the hit reduces
 *	the count. Context: that of the function, preemption disabled; not called
 *	recursively.
 * @attach: called before probes with @data are added; may be NULL. Return: 0 or
 *	an errno. Context: task, may sleep; no lock of ftrace/ is held.
 * @detach: called after the last probe with @data was removed; may be NULL. @hit may
 *	still run, and must not undo what @detach does. Context: as for @attach.
 * @free: called later, when no @hit runs with @data; may be NULL. Context: that of
 *	the functions that trace_defer() calls.
 * @show: print the text between name and count, beginning with a colon; may be
 *	NULL. Context: task; ftrace_lock held.
 */
struct ftrace_func_probe_kind {
	const char *name;
	bool (*hit)(unsigned long ip, unsigned long parent_ip, void *owner,
		    void *data);
	int (*attach)(void *owner, void *data);
	void (*detach)(void *owner, void *data);
	void (*free)(void *data);
	void (*show)(struct seq_file *m, void *data);
};

/**
 * ftrace_func_probe_add - add function probes to all functions that match a glob
 * @owner: passed to the callbacks, that is the instance
 * @kind: the callbacks
 * @glob: the glob
 * @data: passed to the callbacks
 * @counted: the number of hits is limited
 * @count: number of hits of each probe if @counted; none if less than 1
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -EINVAL if no function matches that does not have such a probe
 * already; -ENOMEM; or the result of @kind->attach().
 */
int ftrace_func_probe_add(void *owner, const struct ftrace_func_probe_kind *kind,
			  const char *glob, void *data, bool counted, long count);

/**
 * ftrace_func_probe_remove - remove function probes
 * @owner: as given to ftrace_func_probe_add()
 * @kind: as given to ftrace_func_probe_add()
 * @glob: the functions
 * @data: remove only probes with this data; NULL for any
 * @counted: remove probes with a limit rather than those without
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -ENODEV if @owner has no such probes; -EINVAL if none of them
 * matches; -ENOMEM.
 */
int ftrace_func_probe_remove(void *owner, const struct ftrace_func_probe_kind *kind,
			     const char *glob, void *data, bool counted);

/* The filters of all graph tracers: two lists of functions, and a maximum depth. */
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
extern unsigned int ftrace_graph_max_depth;
extern bool ftrace_graph_filtered;
bool ftrace_graph_has_list(bool except);
bool ftrace_graph_listed(unsigned long ip, bool except);

/**
 * ftrace_graph_list_edit - add functions to one of the two lists, or remove them
 * @word: a name or a glob; a leading '!' removes instead of adding
 * @except: set_graph_notrace rather than set_graph_function
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -EINVAL if no function matches, or none that is in the list;
 * -ENOMEM; -ENODEV.
 */
int ftrace_graph_list_edit(const char *word, bool except);
void ftrace_graph_list_clear(bool except);

int ftrace_graph_list_open(struct file *file, bool except);

void ftrace_graph_depth_set(unsigned int depth);
#endif

/**
 * ftrace_filter_count - count the functions in the filter of an ops
 * @ops: the ops; may be registered
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: number of functions, or UINT_MAX if @ops has no filter and so traces
 * all of them.
 */
unsigned int ftrace_filter_count(struct ftrace_ops *ops);

/**
 * ftrace_ops_find - find a registered ops
 * @match: called for each registered ops with ftrace_lock held; true ends the
 *	search
 * @data: passed to @match
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: the ops for which @match returned true, or NULL. The caller must ensure
 * that it stays registered.
 */
struct ftrace_ops *ftrace_ops_find(bool (*match)(struct ftrace_ops *ops, void *data),
				   void *data);

void ftrace_ops_sync(void);

/**
 * ftrace_ops_detach - unregister an ops without waiting
 * @ops: the ops, without FTRACE_OPS_FL_IPMODIFY
 *
 * The callback may run until a grace period of callbacks has ended, for which the
 * caller waits as trace_defer() does, before it calls ftrace_ops_release().
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, or -EBUSY if @ops is not registered.
 */
int ftrace_ops_detach(struct ftrace_ops *ops);

/**
 * ftrace_ops_release - free the trampoline of an ops of an instance or of a fprobe
 * @ops: the ops, not registered for a grace period of callbacks: trace_defer()
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void ftrace_ops_release(struct ftrace_ops *ops);

#else /* !CONFIG_DYNAMIC_FTRACE */
static inline void ftrace_ops_set_wants(bool (*wants)(struct ftrace_ops *ops))
{
}

struct ftrace_command {
	struct trace_registry_entry entry;
};

static inline int ftrace_command_register(struct ftrace_command *command)
{
	return 0;
}

static inline void ftrace_early_filter(char *list, bool except) { }

static inline bool ftrace_ops_in_trampoline(const struct ftrace_ops *ops,
					    unsigned long addr)
{
	return false;
}

static inline unsigned int ftrace_stack_position(const unsigned long *callers,
						 unsigned int count, unsigned long ip)
{
	return count;
}

#endif /* CONFIG_DYNAMIC_FTRACE */
#endif /* _KERNEL_TRACE_FTRACE_H */
