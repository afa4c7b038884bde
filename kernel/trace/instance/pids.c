// SPDX-License-Identifier: GPL-2.0
/*
 * Task filters: restricting an instance to a set of tasks, or to all tasks but a
 * set.
 *
 * A per-CPU flag says that the running task is filtered out. Probes read it, and
 * probes of the scheduler's tracepoints update it. There is one flag for events and
 * one for functions, each with its own sets.
 *
 * Sets of cgroups are tested in addition: see cgroups.c.
 *
 * The scheduler's own events concern two tasks and are recorded if one of them is
 * not filtered out. Two probes are therefore registered with each of these
 * tracepoints: the first runs before all other probes and clears the flag if the
 * event must be recorded, the second runs after them and sets the flag for the task
 * that runs next.
 *
 * Locking: event_mutex for replacing sets. The tracepoints of fork and exit change
 * the contents of a set without a lock, which struct trace_pid_list allows.
 */
#include <linux/mm_types.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <trace/events/sched.h>

#include "internal.h"

/* Groups of probes that are registered: instance_pid_filter::hooks. */
enum {
	PIDS_HOOK_EVENTS	= BIT(0),
	PIDS_HOOK_FUNCS		= BIT(1),
	PIDS_HOOK_FORK		= BIT(2),
};

#define PIDS_PRIO_FIRST		INT_MAX
#define PIDS_PRIO_LAST		0

/* Test whether the set @which or the excluding set that follows it filters out @task. */
static bool instance_pids_task_ignored(struct trace_array *tr, enum instance_pids which,
				       struct task_struct *task)
{
	struct trace_pid_list *only =
		rcu_dereference_raw(tr->pid_filter.sets[which]);
	struct trace_pid_list *except =
		rcu_dereference_raw(tr->pid_filter.sets[which + 1]);

	return (only && !trace_pid_list_has(only, task->pid)) ||
	       (except && trace_pid_list_has(except, task->pid));
}

/**
 * instance_pids_event_ignored - implement event_instance_ops.ignored
 * @file: event file with EVENT_FILE_FL_PID_FILTER
 *
 * Context: any, preemption disabled.
 * Return: true if events of the running task are filtered out.
 */
bool instance_pids_event_ignored(struct trace_event_file *file)
{
	return raw_cpu_read(*file->tr->pid_filter.event_ignore);
}

static bool instance_pids_filter_funcs(struct trace_array *tr)
{
	return rcu_access_pointer(tr->pid_filter.sets[INSTANCE_FUNC_PIDS]) ||
	       rcu_access_pointer(tr->pid_filter.sets[INSTANCE_FUNC_NO_PIDS]);
}

/**
 * instance_pids_ignore_event - test whether the sets of tasks filter out an event
 * @tr: the instance, which may have no such set
 *
 * Context: any, preemption disabled.
 * Return: true if events of the running task are filtered out.
 */
bool instance_pids_ignore_event(struct trace_array *tr)
{
	/* A flag is not valid while no set uses it. */
	return instance_pids_filter_events(tr) && raw_cpu_read(*tr->pid_filter.event_ignore);
}

/**
 * instance_pids_ignore_func - test whether the sets of tasks filter out a function call
 * @tr: the instance, which may have no such set
 *
 * Context: any, preemption disabled.
 * Return: true if functions of the running task are filtered out.
 */
bool instance_pids_ignore_func(struct trace_array *tr)
{
	return instance_pids_filter_funcs(tr) && raw_cpu_read(*tr->pid_filter.func_ignore);
}

/* Events */

static void instance_pids_set_event_ignore(struct trace_array *tr, struct task_struct *task)
{
	this_cpu_write(*tr->pid_filter.event_ignore,
		       instance_pids_task_ignored(tr, INSTANCE_PIDS, task));
}

static void instance_pids_switch_before(void *data, bool preempt, struct task_struct *prev,
					struct task_struct *next, unsigned int prev_state)
{
	struct trace_array *tr = data;

	this_cpu_write(*tr->pid_filter.event_ignore,
		       instance_pids_task_ignored(tr, INSTANCE_PIDS, prev) &&
		       instance_pids_task_ignored(tr, INSTANCE_PIDS, next));
}

static void instance_pids_switch_after(void *data, bool preempt, struct task_struct *prev,
				       struct task_struct *next, unsigned int prev_state)
{
	instance_pids_set_event_ignore(data, next);
}

static void instance_pids_wakeup_before(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;

	if (this_cpu_read(*tr->pid_filter.event_ignore))
		instance_pids_set_event_ignore(tr, task);
}

static void instance_pids_wakeup_after(void *data, struct task_struct *task)
{
	instance_pids_set_event_ignore(data, current);
}

static const struct instance_sched_probes instance_pids_probes = {
	.switch_before	= instance_pids_switch_before,
	.switch_after	= instance_pids_switch_after,
	.wakeup_before	= instance_pids_wakeup_before,
	.wakeup_after	= instance_pids_wakeup_after,
};

/* Functions */

static void instance_pids_set_func_ignore(struct trace_array *tr, struct task_struct *task)
{
	this_cpu_write(*tr->pid_filter.func_ignore,
		       instance_pids_task_ignored(tr, INSTANCE_FUNC_PIDS, task));
}

static void instance_pids_switch_funcs(void *data, bool preempt, struct task_struct *prev,
				       struct task_struct *next, unsigned int prev_state)
{
	instance_pids_set_func_ignore(data, next);
}

/* Options event-fork and function-fork: sets follow fork and exit */

static void instance_pids_add_child(struct trace_array *tr, enum instance_pids which,
				    struct task_struct *parent, struct task_struct *child)
{
	struct trace_pid_list *set = rcu_dereference_raw(tr->pid_filter.sets[which]);

	if (set && trace_pid_list_has(set, parent->pid))
		trace_pid_list_add(set, child->pid);
}

static void instance_pids_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct trace_array *tr = data;

	if (instance_option(tr, INSTANCE_OPT_EVENT_FORK)) {
		instance_pids_add_child(tr, INSTANCE_PIDS, parent, child);
		instance_pids_add_child(tr, INSTANCE_NO_PIDS, parent, child);
	}
	if (instance_option(tr, INSTANCE_OPT_FUNC_FORK)) {
		instance_pids_add_child(tr, INSTANCE_FUNC_PIDS, parent, child);
		instance_pids_add_child(tr, INSTANCE_FUNC_NO_PIDS, parent, child);
	}
}

static void instance_pids_del_task(struct trace_array *tr, enum instance_pids which,
				   struct task_struct *task)
{
	struct trace_pid_list *set = rcu_dereference_raw(tr->pid_filter.sets[which]);

	if (set)
		trace_pid_list_del(set, task->pid);
}

static void instance_pids_task_free(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;

	if (instance_option(tr, INSTANCE_OPT_EVENT_FORK)) {
		instance_pids_del_task(tr, INSTANCE_PIDS, task);
		instance_pids_del_task(tr, INSTANCE_NO_PIDS, task);
	}
	if (instance_option(tr, INSTANCE_OPT_FUNC_FORK)) {
		instance_pids_del_task(tr, INSTANCE_FUNC_PIDS, task);
		instance_pids_del_task(tr, INSTANCE_FUNC_NO_PIDS, task);
	}
}

static int instance_pids_hook_forks(struct trace_array *tr)
{
	return register_trace_prio_sched_process_fork(instance_pids_fork, tr, PIDS_PRIO_FIRST) ?:
	       register_trace_prio_sched_process_free(instance_pids_task_free, tr, PIDS_PRIO_LAST);
}

/* Unregister groups of probes. Those that are not registered are skipped. */
static void instance_pids_unhook(struct trace_array *tr, unsigned int hooks)
{
	if (hooks & PIDS_HOOK_EVENTS)
		instance_sched_unhook(&instance_pids_probes, tr);
	if (hooks & PIDS_HOOK_FUNCS)
		unregister_trace_sched_switch(instance_pids_switch_funcs, tr);
	if (hooks & PIDS_HOOK_FORK) {
		unregister_trace_sched_process_fork(instance_pids_fork, tr);
		unregister_trace_sched_process_free(instance_pids_task_free, tr);
	}
}

/* Register groups of probes, or none if there is not enough memory. */
static int instance_pids_hook(struct trace_array *tr, unsigned int hooks)
{
	int ret = 0;

	if (hooks & PIDS_HOOK_EVENTS)
		ret = instance_sched_hook(&instance_pids_probes, tr);
	if (!ret && (hooks & PIDS_HOOK_FUNCS))
		ret = register_trace_prio_sched_switch(instance_pids_switch_funcs, tr,
						       PIDS_PRIO_FIRST);
	if (!ret && (hooks & PIDS_HOOK_FORK))
		ret = instance_pids_hook_forks(tr);
	if (ret)
		instance_pids_unhook(tr, hooks);
	return ret;
}

/*
 * Register the groups of probes in @needed and unregister all others. If this fails,
 * nothing has changed; to unregister does not fail.
 */
static int instance_pids_hooks_update(struct trace_array *tr, unsigned int needed)
{
	unsigned int had = tr->pid_filter.hooks;
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = instance_pids_hook(tr, needed & ~had);
	if (ret)
		return ret;
	instance_pids_unhook(tr, had & ~needed);
	tr->pid_filter.hooks = needed;
	return 0;
}

static unsigned int instance_pids_hooks_needed(struct trace_array *tr)
{
	unsigned int needed = 0;

	if (instance_pids_filter_events(tr))
		needed |= PIDS_HOOK_EVENTS;
	if (instance_pids_filter_funcs(tr))
		needed |= PIDS_HOOK_FUNCS;
	if (instance_option(tr, INSTANCE_OPT_EVENT_FORK) ||
	    instance_option(tr, INSTANCE_OPT_FUNC_FORK))
		needed |= PIDS_HOOK_FORK;
	return needed;
}

/**
 * instance_pids_follow - make a change of event-fork or function-fork take effect
 * @tr: the instance
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int instance_pids_follow(struct trace_array *tr)
{
	return instance_pids_hooks_update(tr, instance_pids_hooks_needed(tr));
}

/* Set the flags of this CPU for the task that is running now. */
static void instance_pids_set_ignore_current(void *data)
{
	struct trace_array *tr = data;

	instance_pids_set_event_ignore(tr, current);
	instance_pids_set_func_ignore(tr, current);
}

/**
 * instance_pids - get a set of tasks
 * @tr: the instance
 * @which: the set
 *
 * Context: task; event_mutex held. The result is valid until event_mutex is
 * released.
 * Return: the set, or NULL for no restriction.
 */
struct trace_pid_list *instance_pids(struct trace_array *tr, enum instance_pids which)
{
	return rcu_dereference_protected(tr->pid_filter.sets[which],
					 lockdep_is_held(&event_mutex));
}

/**
 * instance_pids_update - make events and functions test the sets of tasks and cgroups
 * @tr: the instance, one of whose sets has changed
 *
 * Context: task, may sleep; event_mutex held.
 */
void instance_pids_update(struct trace_array *tr)
{
	lockdep_assert_held(&event_mutex);

	instance_files_flag(tr, EVENT_FILE_FL_PID_FILTER, instance_filters_events(tr));
	if (instance_cgroups_filter(tr, INSTANCE_FUNC_CGROUPS))
		instance_ops_ask(tr);
	else
		instance_ops_set_pids(tr, instance_pids_filter_funcs(tr) ?
				      tr->pid_filter.func_ignore : NULL);
}

/**
 * instance_pids_set - replace a set of tasks
 * @tr: the instance
 * @which: the set
 * @set: the new set, owned by the instance from now on; NULL for no restriction, which
 *	does not fail
 *
 * Frees the old set after a grace period.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -ENOMEM, and then nothing has changed and @set belongs to the caller.
 */
int instance_pids_set(struct trace_array *tr, enum instance_pids which,
		      struct trace_pid_list *set)
{
	struct trace_pid_list *old = instance_pids(tr, which);
	int ret;

	rcu_assign_pointer(tr->pid_filter.sets[which], set);
	ret = instance_pids_hooks_update(tr, instance_pids_hooks_needed(tr));
	if (ret) {
		rcu_assign_pointer(tr->pid_filter.sets[which], old);
		/* The probes of other sets may have read the new one. */
		trace_sync_probes();
		return ret;
	}

	/* The per-CPU flags must be valid before probes read them. */
	on_each_cpu(instance_pids_set_ignore_current, tr, 1);
	instance_pids_update(tr);
	trace_pid_list_free_deferred(old);
	return 0;
}

/**
 * instance_pids_create - allocate the per-CPU flags of a new instance
 * @tr: the instance
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int instance_pids_create(struct trace_array *tr)
{
	struct instance_pid_filter *filter = &tr->pid_filter;

	filter->event_ignore = alloc_percpu(bool);
	filter->func_ignore = alloc_percpu(bool);
	if (filter->event_ignore && filter->func_ignore)
		return 0;
	free_percpu(filter->event_ignore);
	free_percpu(filter->func_ignore);
	return -ENOMEM;
}

/**
 * instance_pids_stop - unregister all probes of an instance that is being removed
 * @tr: the instance, without event files and with its ftrace_ops unregistered
 *
 * Context: task, may sleep; event_mutex held.
 */
void instance_pids_stop(struct trace_array *tr)
{
	instance_pids_hooks_update(tr, 0);
}

/**
 * instance_pids_free - free the task filters of an instance
 * @tr: the instance
 *
 * Context: task, after a grace period since instance_pids_stop(). No other task uses
 * the instance.
 */
void instance_pids_free(struct trace_array *tr)
{
	int which;

	for (which = 0; which < INSTANCE_PIDS_COUNT; which++)
		trace_pid_list_free(rcu_dereference_protected(tr->pid_filter.sets[which], true));
	free_percpu(tr->pid_filter.event_ignore);
	free_percpu(tr->pid_filter.func_ignore);
}
