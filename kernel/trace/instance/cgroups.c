// SPDX-License-Identifier: GPL-2.0
/*
 * Filters for cgroups: restricting an instance to the tasks of a set of cgroups of the
 * unified hierarchy, and of all cgroups below them.
 *
 * A set has ids of cgroups, not references to them. An id is never used again, so that
 * the id of a cgroup that was removed matches no task.
 *
 * Whether the current task belongs to a cgroup of the set is decided when something is
 * to be recorded, so there is no state that fork and migration of tasks would have to
 * update. The task's css_set has its cgroup, and that has pointers to all cgroups above
 * it. RCU keeps all of them.
 *
 * The scheduler's own events concern two tasks and are recorded if one of them belongs
 * to a cgroup of the set. Two probes are registered with each of these tracepoints: the
 * first runs before all other probes and stores the other task, the second runs after
 * them and clears it. All instances share them.
 *
 * As long as no instance has a set, none of this is called. With a set for events,
 * event_instance_ops.ignored is a function of this file, and files of the instance have
 * EVENT_FILE_FL_PID_FILTER. With a set for functions, the ftrace_ops of the instance has
 * ftrace_ops_ask.
 *
 * Locking: event_mutex for replacing sets.
 */
#include <linux/cgroup.h>
#include <linux/init.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <trace/events/sched.h>

#include "../ftrace/ftrace.h"
#include "internal.h"

/* While an event of the scheduler is recorded, the task besides current that it concerns. */
static DEFINE_PER_CPU(struct task_struct *, instance_cgroups_other);

/* Number of sets of events in all instances. Lock: event_mutex */
static unsigned int instance_cgroups_event_sets;

/* Preemption is disabled, and RCU is watching. No function is called that can be traced. */
static bool instance_cgroups_has(const struct trace_id_set *set, struct task_struct *task)
{
	const struct css_set *css_set = rcu_dereference_raw(task->cgroups);
	const struct cgroup *cgroup = css_set->dfl_cgrp;
	int level;

	for (level = cgroup->level; level >= 0; level--) {
		if (trace_id_set_has(set, cgroup_id(cgroup->ancestors[level])))
			return true;
	}
	return false;
}

/* Events */

/* Implements event_instance_ops.ignored while an instance has a set for events. */
static bool instance_cgroups_event_ignored(struct trace_event_file *file)
{
	struct trace_array *tr = file->tr;
	const struct trace_id_set *set =
		rcu_dereference_raw(tr->pid_filter.cgroups[INSTANCE_CGROUPS]);
	struct task_struct *other;

	if (instance_pids_ignore_event(tr))
		return true;
	if (!set || instance_cgroups_has(set, current))
		return false;
	other = this_cpu_read(instance_cgroups_other);
	return !other || !instance_cgroups_has(set, other);
}

static void instance_cgroups_switch_before(void *data, bool preempt, struct task_struct *prev,
					   struct task_struct *next, unsigned int prev_state)
{
	this_cpu_write(instance_cgroups_other, next);
}

static void instance_cgroups_switch_after(void *data, bool preempt, struct task_struct *prev,
					  struct task_struct *next, unsigned int prev_state)
{
	this_cpu_write(instance_cgroups_other, NULL);
}

static void instance_cgroups_wakeup_before(void *data, struct task_struct *task)
{
	this_cpu_write(instance_cgroups_other, task);
}

static void instance_cgroups_wakeup_after(void *data, struct task_struct *task)
{
	this_cpu_write(instance_cgroups_other, NULL);
}

static const struct instance_sched_probes instance_cgroups_probes = {
	.switch_before	= instance_cgroups_switch_before,
	.switch_after	= instance_cgroups_switch_after,
	.wakeup_before	= instance_cgroups_wakeup_before,
	.wakeup_after	= instance_cgroups_wakeup_after,
};

static int instance_cgroups_event_set_added(void)
{
	int ret;

	if (!instance_cgroups_event_sets) {
		ret = instance_sched_hook(&instance_cgroups_probes, NULL);
		if (ret)
			return ret;
		event_ignored_set(instance_cgroups_event_ignored);
	}
	instance_cgroups_event_sets++;
	return 0;
}

/* Another CPU may still call the function of this file, which works without a set. */
static void instance_cgroups_event_set_removed(void)
{
	if (--instance_cgroups_event_sets)
		return;
	event_ignored_set(instance_pids_event_ignored);
	instance_sched_unhook(&instance_cgroups_probes, NULL);
}

/* Functions */

/*
 * Implements ftrace_ops_set_wants(). Where RCU is not watching, the cgroup of a task that
 * is being migrated could be freed: nothing is recorded there.
 */
static notrace bool instance_cgroups_want_func(struct ftrace_ops *ops)
{
	struct trace_array *tr = ops->private;
	const struct trace_id_set *set;
	bool wanted = false;

	preempt_disable_notrace();
	set = rcu_dereference_raw(tr->pid_filter.cgroups[INSTANCE_FUNC_CGROUPS]);
	if (!instance_pids_ignore_func(tr))
		wanted = !set || (rcu_is_watching() && instance_cgroups_has(set, current));
	preempt_enable_notrace();
	return wanted;
}

/* Sets */

/**
 * instance_cgroups - get a set of cgroups
 * @tr: the instance
 * @which: the set
 *
 * Context: task; event_mutex held. The result is valid until event_mutex is released.
 * Return: ids of cgroups, or NULL for no restriction.
 */
struct trace_id_set *instance_cgroups(struct trace_array *tr, enum instance_cgroups which)
{
	return rcu_dereference_protected(tr->pid_filter.cgroups[which],
					 lockdep_is_held(&event_mutex));
}

/**
 * instance_cgroups_set - replace a set of cgroups
 * @tr: the instance
 * @which: the set
 * @set: ids of cgroups, owned by the instance from now on; NULL for no restriction, which
 *	does not fail
 *
 * Frees the old set after a grace period.
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0; -ENOMEM, and then nothing has changed and @set belongs to the caller.
 */
int instance_cgroups_set(struct trace_array *tr, enum instance_cgroups which,
			 struct trace_id_set *set)
{
	struct trace_id_set *old = instance_cgroups(tr, which);
	int ret;

	if (which == INSTANCE_CGROUPS && set && !old) {
		ret = instance_cgroups_event_set_added();
		if (ret)
			return ret;
	}
	rcu_assign_pointer(tr->pid_filter.cgroups[which], set);
	instance_pids_update(tr);
	if (which == INSTANCE_CGROUPS && old && !set)
		instance_cgroups_event_set_removed();
	trace_id_set_free_deferred(old);
	return 0;
}

/**
 * instance_cgroups_stop - disconnect the sets of an instance that is being removed
 * @tr: the instance, without event files and with its ftrace_ops unregistered
 *
 * Context: task, may sleep; event_mutex held.
 */
void instance_cgroups_stop(struct trace_array *tr)
{
	if (instance_cgroups(tr, INSTANCE_CGROUPS))
		instance_cgroups_event_set_removed();
}

/**
 * instance_cgroups_free - free the sets of an instance
 * @tr: the instance
 *
 * Context: task, after a grace period since instance_cgroups_stop(). No other task uses
 * the instance.
 */
void instance_cgroups_free(struct trace_array *tr)
{
	int which;

	for (which = 0; which < INSTANCE_CGROUPS_COUNT; which++)
		trace_id_set_free(rcu_dereference_protected(tr->pid_filter.cgroups[which], true));
}

static int __init instance_cgroups_init(void)
{
	ftrace_ops_set_wants(instance_cgroups_want_func);
	return 0;
}
early_initcall(instance_cgroups_init);
