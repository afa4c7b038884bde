// SPDX-License-Identifier: GPL-2.0
/*
 * Restricting an instance to some tasks, or to all but some.
 *
 * A probe asks one flag of its CPU, "the task that runs here is of no interest",
 * which the scheduler's tracepoints keep up to date. There is one flag for
 * events and one for functions, as each has its own sets.
 *
 * The scheduler's own events concern two tasks, and are wanted if either is of
 * interest. So we listen twice to each of them: before all other probes, to
 * open the gate if need be, and after them, to set it for what comes then.
 *
 * Locking: event_mutex to change sets. Fork and exit change their contents, too,
 * which needs no lock.
 */
#include <linux/mm_types.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <trace/events/sched.h>

#include "internal.h"

/* What trace_array.pid_hooks says is connected. */
enum {
	HOOK_EVENTS	= BIT(0),
	HOOK_FUNCS	= BIT(1),
	HOOK_FORK	= BIT(2),
};

#define PRIO_FIRST	INT_MAX
#define PRIO_LAST	0

/* Is @task of no interest? @yes is one of the sets, the one that excludes next. */
static bool task_ignored(struct trace_array *tr, enum instance_pids yes,
			 struct task_struct *task)
{
	struct trace_pid_list *only = rcu_dereference_raw(tr->pids[yes]);
	struct trace_pid_list *except = rcu_dereference_raw(tr->pids[yes + 1]);

	return (only && !trace_pid_list_has(only, task->pid)) ||
	       (except && trace_pid_list_has(except, task->pid));
}

bool instance_event_ignored(struct trace_event_file *file)
{
	return raw_cpu_read(*file->tr->event_ignore);
}

static bool filter_funcs(struct trace_array *tr)
{
	return rcu_access_pointer(tr->pids[INSTANCE_FUNC_PIDS]) ||
	       rcu_access_pointer(tr->pids[INSTANCE_FUNC_NO_PIDS]);
}

/* Events */

static void events_gate(struct trace_array *tr, struct task_struct *task)
{
	this_cpu_write(*tr->event_ignore,
		       task_ignored(tr, INSTANCE_PIDS, task));
}

static void on_switch_before(void *data, bool preempt, struct task_struct *prev,
			     struct task_struct *next, unsigned int prev_state)
{
	struct trace_array *tr = data;

	this_cpu_write(*tr->event_ignore,
		       task_ignored(tr, INSTANCE_PIDS, prev) &&
		       task_ignored(tr, INSTANCE_PIDS, next));
}

static void on_switch_after(void *data, bool preempt, struct task_struct *prev,
			    struct task_struct *next, unsigned int prev_state)
{
	events_gate(data, next);
}

static void on_wakeup_before(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;

	if (this_cpu_read(*tr->event_ignore))
		events_gate(tr, task);
}

static void on_wakeup_after(void *data, struct task_struct *task)
{
	events_gate(data, current);
}

static void unhook_events(struct trace_array *tr)
{
	unregister_trace_sched_switch(on_switch_before, tr);
	unregister_trace_sched_switch(on_switch_after, tr);
	unregister_trace_sched_wakeup(on_wakeup_before, tr);
	unregister_trace_sched_wakeup(on_wakeup_after, tr);
	unregister_trace_sched_wakeup_new(on_wakeup_before, tr);
	unregister_trace_sched_wakeup_new(on_wakeup_after, tr);
	unregister_trace_sched_waking(on_wakeup_before, tr);
	unregister_trace_sched_waking(on_wakeup_after, tr);
}

static void hook_events(struct trace_array *tr)
{
	register_trace_prio_sched_switch(on_switch_before, tr, PRIO_FIRST);
	register_trace_prio_sched_switch(on_switch_after, tr, PRIO_LAST);
	register_trace_prio_sched_wakeup(on_wakeup_before, tr, PRIO_FIRST);
	register_trace_prio_sched_wakeup(on_wakeup_after, tr, PRIO_LAST);
	register_trace_prio_sched_wakeup_new(on_wakeup_before, tr, PRIO_FIRST);
	register_trace_prio_sched_wakeup_new(on_wakeup_after, tr, PRIO_LAST);
	register_trace_prio_sched_waking(on_wakeup_before, tr, PRIO_FIRST);
	register_trace_prio_sched_waking(on_wakeup_after, tr, PRIO_LAST);
}

/* Functions */

static void funcs_gate(struct trace_array *tr, struct task_struct *task)
{
	this_cpu_write(*tr->func_ignore,
		       task_ignored(tr, INSTANCE_FUNC_PIDS, task));
}

static void on_switch_funcs(void *data, bool preempt, struct task_struct *prev,
			    struct task_struct *next, unsigned int prev_state)
{
	funcs_gate(data, next);
}

/* Children */

static void follow_fork(struct trace_array *tr, enum instance_pids which,
			struct task_struct *parent, struct task_struct *child)
{
	struct trace_pid_list *set = rcu_dereference_raw(tr->pids[which]);

	if (set && trace_pid_list_has(set, parent->pid))
		trace_pid_list_add(set, child->pid);
}

static void on_fork(void *data, struct task_struct *parent,
		    struct task_struct *child)
{
	struct trace_array *tr = data;

	if (instance_option(tr, INSTANCE_OPT_EVENT_FORK)) {
		follow_fork(tr, INSTANCE_PIDS, parent, child);
		follow_fork(tr, INSTANCE_NO_PIDS, parent, child);
	}
	if (instance_option(tr, INSTANCE_OPT_FUNC_FORK)) {
		follow_fork(tr, INSTANCE_FUNC_PIDS, parent, child);
		follow_fork(tr, INSTANCE_FUNC_NO_PIDS, parent, child);
	}
}

static void forget(struct trace_array *tr, enum instance_pids which,
		   struct task_struct *task)
{
	struct trace_pid_list *set = rcu_dereference_raw(tr->pids[which]);

	if (set)
		trace_pid_list_del(set, task->pid);
}

static void on_free(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;

	if (instance_option(tr, INSTANCE_OPT_EVENT_FORK)) {
		forget(tr, INSTANCE_PIDS, task);
		forget(tr, INSTANCE_NO_PIDS, task);
	}
	if (instance_option(tr, INSTANCE_OPT_FUNC_FORK)) {
		forget(tr, INSTANCE_FUNC_PIDS, task);
		forget(tr, INSTANCE_FUNC_NO_PIDS, task);
	}
}

/* Connect or disconnect what is needed, and was not up to now. */
static void hooks_update(struct trace_array *tr, unsigned int wanted)
{
	unsigned int change = tr->pid_hooks ^ wanted;

	lockdep_assert_held(&event_mutex);

	if (change & wanted & HOOK_EVENTS)
		hook_events(tr);
	else if (change & HOOK_EVENTS)
		unhook_events(tr);

	if (change & wanted & HOOK_FUNCS)
		register_trace_prio_sched_switch(on_switch_funcs, tr, PRIO_FIRST);
	else if (change & HOOK_FUNCS)
		unregister_trace_sched_switch(on_switch_funcs, tr);

	if (change & wanted & HOOK_FORK) {
		register_trace_prio_sched_process_fork(on_fork, tr, PRIO_FIRST);
		register_trace_prio_sched_process_free(on_free, tr, PRIO_LAST);
	} else if (change & HOOK_FORK) {
		unregister_trace_sched_process_fork(on_fork, tr);
		unregister_trace_sched_process_free(on_free, tr);
	}
	tr->pid_hooks = wanted;
}

static unsigned int hooks_wanted(struct trace_array *tr)
{
	unsigned int wanted = 0;

	if (instance_pids_filter_events(tr))
		wanted |= HOOK_EVENTS;
	if (filter_funcs(tr))
		wanted |= HOOK_FUNCS;
	if (instance_option(tr, INSTANCE_OPT_EVENT_FORK) ||
	    instance_option(tr, INSTANCE_OPT_FUNC_FORK))
		wanted |= HOOK_FORK;
	return wanted;
}

/* The options event-fork and function-fork have changed. */
void instance_pids_follow(struct trace_array *tr)
{
	hooks_update(tr, hooks_wanted(tr));
}

/* For the tasks that run now no switch will come. */
static void gates_now(void *data)
{
	struct trace_array *tr = data;

	events_gate(tr, current);
	funcs_gate(tr, current);
}

struct trace_pid_list *instance_pids(struct trace_array *tr, enum instance_pids which)
{
	return rcu_dereference_protected(tr->pids[which],
					 lockdep_is_held(&event_mutex));
}

/**
 * instance_pids_set - replace a set of tasks
 * @tr: the instance
 * @which: the set
 * @set: the new one, @tr's from now on; NULL for no restriction
 *
 * The former one is freed when nobody looks at it any more.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0
 */
int instance_pids_set(struct trace_array *tr, enum instance_pids which,
		      struct trace_pid_list *set)
{
	struct trace_pid_list *old = instance_pids(tr, which);
	bool events;

	rcu_assign_pointer(tr->pids[which], set);
	hooks_update(tr, hooks_wanted(tr));

	/* The gates first, then those who ask them. */
	on_each_cpu(gates_now, tr, 1);
	events = instance_pids_filter_events(tr);
	instance_files_flag(tr, EVENT_FILE_FL_PID_FILTER, events);
	if (tr->ops)
		ftrace_ops_pids(tr->ops, filter_funcs(tr) ? tr->func_ignore : NULL);

	if (old) {
		tracepoint_synchronize_unregister();
		trace_pid_list_free(old);
	}
	return 0;
}

int instance_pids_create(struct trace_array *tr)
{
	tr->event_ignore = alloc_percpu(bool);
	tr->func_ignore = alloc_percpu(bool);
	if (tr->event_ignore && tr->func_ignore)
		return 0;
	free_percpu(tr->event_ignore);
	free_percpu(tr->func_ignore);
	return -ENOMEM;
}

/* @tr's files are gone and its ops is unregistered: nobody is to be told of tasks. */
void instance_pids_stop(struct trace_array *tr)
{
	hooks_update(tr, 0);
}

/* Probes are done with them. */
void instance_pids_free(struct trace_array *tr)
{
	int which;

	for (which = 0; which < INSTANCE_PIDS_COUNT; which++)
		trace_pid_list_free(instance_pids(tr, which));
	free_percpu(tr->event_ignore);
	free_percpu(tr->func_ignore);
}
