/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Workloads: kernel threads that measure how they are interrupted, shared by all
 * instances with the same tracer: see workload.c.
 */
#ifndef _KERNEL_TRACE_TRACER_WORKLOAD_H
#define _KERNEL_TRACE_TRACER_WORKLOAD_H

#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rculist.h>

#include "../../instance/instance.h"

/* Threads that a workload needs. */
enum workload_threads {
	WORKLOAD_NONE,		/* none */
	WORKLOAD_SINGLE,	/* one thread, which selects its CPU */
	WORKLOAD_PER_CPU,	/* a thread on each CPU of workload.cpus() */
};

/**
 * struct workload_sum - results of an instance on a CPU
 * @noise: time during which the thread did not run, in ns
 * @max: longest single interruption in ns
 * @hw: number of interruptions without an observed source, caused by the hardware
 *
 * Written by the CPU's thread only.
 */
struct workload_sum {
	u64		noise;
	u64		max;
	unsigned int	hw;
};

/**
 * struct workload_user - an instance whose tracer uses a workload
 * @node: entry in workload.users; RCU
 * @tr: the instance
 * @sums: results of each CPU
 * @thresh_set: the tracer and not the user has set the threshold; instance_lock
 */
struct workload_user {
	struct list_head	node;
	struct trace_array	*tr;
	struct workload_sum __percpu *sums;
	bool			thresh_set;
};

/**
 * struct workload - a workload
 * @name: name of its threads, "NAME/%u"
 * @single: name of the thread of WORKLOAD_SINGLE
 * @threads: threads that are needed with the current settings
 * @cpus: set a mask to the CPUs that need a thread; CPUs that are not online are
 *	ignored
 * @begin: called before the first user is added, or NULL; an errno refuses the user
 * @end: called after the last user was removed and all threads were stopped, or NULL
 * @run: function of the threads, which runs until kthread_should_stop()
 * @stopped: called when the thread of a CPU was stopped or was not needed, or NULL
 * @users: list of workload_user.node; RCU, written under workload_lock
 * @tasks: thread of each CPU, or NULL; workload_lock
 * @task: thread of WORKLOAD_SINGLE, or NULL; workload_lock
 * @node: entry in the list of all workloads; workload_lock
 *
 * Context of @begin and @end: task, may sleep; instance_lock held. Context of the
 * other callbacks except @run: task, may sleep; workload_lock and the lock of CPU
 * hotplug held.
 */
struct workload {
	const char		*name;
	const char		*single;
	enum workload_threads (*threads)(void);
	void (*cpus)(struct cpumask *mask);
	int (*begin)(void);
	void (*end)(void);
	int (*run)(void *unused);
	void (*stopped)(int cpu);
	struct list_head	users;
	struct task_struct * __percpu *tasks;
	struct task_struct	*task;
	struct list_head	node;
};

/*
 * Protects the settings, users and threads of all workloads. Nests in instance_lock.
 */
extern struct mutex workload_lock;

int workload_register(struct workload *wl);

int workload_attach(struct workload *wl, struct trace_array *tr);
void workload_detach(struct workload *wl, struct trace_array *tr);

/*
 * Settings that threads read once are changed between workload_settings_lock() and
 * workload_settings_unlock(), while the threads are stopped by workload_pause().
 */
void workload_settings_lock(void);
void workload_settings_unlock(void);
void workload_pause(struct workload *wl);
int workload_resume(struct workload *wl);

/**
 * workload_is_used - test whether an instance uses a workload
 * @wl: the workload
 *
 * Context: any.
 * Return: true if the workload has users.
 */
static inline bool workload_is_used(const struct workload *wl)
{
	return !list_empty(&wl->users);
}

/*
 * Iterate over the users of a workload: preemption disabled or rcu_read_lock() held.
 */
#define workload_for_each(_user, _wl)					\
	list_for_each_entry_rcu(_user, &(_wl)->users, node,		\
				lockdep_is_held(&workload_lock) ||	\
				rcu_read_lock_any_held())

void workload_stop_tracing(struct workload *wl, unsigned long ip, const char *text);

#endif /* _KERNEL_TRACE_TRACER_WORKLOAD_H */
