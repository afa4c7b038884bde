/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Workloads: kernel threads that measure what happens to them, for all instances
 * whose tracer wants to know: see load.c.
 */
#ifndef _KERNEL_TRACE_TRACER_LOAD_H
#define _KERNEL_TRACE_TRACER_LOAD_H

#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rculist.h>

#include "../../instance/instance.h"

/* Which threads there are. */
enum workload_shape {
	WORKLOAD_IDLE,	/* none */
	WORKLOAD_SINGLE,	/* one, wherever it goes */
	WORKLOAD_PER_CPU,	/* one on each CPU of workload_kind::cpus() */
};

/**
 * struct workload_sum - what is counted for an instance on a CPU
 * @noise: ns in which something else ran
 * @max: the longest time at once, in ns
 * @hw: how often nobody was to be seen who did
 *
 * Written by the CPU's thread only.
 */
struct workload_sum {
	u64		noise;
	u64		max;
	unsigned int	hw;
};

/**
 * struct workload_user - an instance that has a workload's tracer
 * @node: place in load::users; RCU
 * @tr: the instance
 * @sums: per CPU
 * @thresh_ours: the tracer has set its threshold, not the user
 */
struct workload_user {
	struct list_head	node;
	struct trace_array	*tr;
	struct workload_sum __percpu *sums;
	bool			thresh_ours;
};

/**
 * struct load - a workload
 * @name: of its threads, "NAME/%u"
 * @single: name of the only thread of WORKLOAD_SINGLE
 * @shape: which threads there are to be now
 * @cpus: put into a mask the CPUs that are to have one; those that are not online
 *	don't matter
 * @begin: the first user comes; an errno refuses. NULL: nothing to do
 * @end: the last one has gone, and so have all threads
 * @run: the threads; until kthread_should_stop()
 * @stopped: NULL, or a CPU's thread is gone, or goes without ever having been
 * @users: struct workload_user.node; RCU, written under workload_lock
 * @tasks: per CPU: its thread
 * @task: the only thread
 * @node: place among all of them
 *
 * Context of @begin and @end: instance_lock held, may sleep. Of all others but @run:
 * workload_lock held, no CPU comes or goes.
 */
struct load {
	const char		*name;
	const char		*single;
	enum workload_shape (*shape)(void);
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

/* Settings of workloads, and who uses them. Comes after instance_lock. */
extern struct mutex workload_lock;

/* From an initcall: 0 or -ENOMEM. */
int workload_register(struct load *load);

/* For struct tracer.start and .stop: the instance's tracer_data is ours. */
int workload_attach(struct load *load, struct trace_array *tr);
void workload_detach(struct load *load, struct trace_array *tr);

/*
 * Settings change between workload_hold() and workload_let_go(): workload_halt() stops the
 * threads of a workload, workload_go() has them start again; it answers 0, or why they
 * can't: then there are none. Context: task, may sleep.
 */
void workload_hold(void);
void workload_let_go(void);
void workload_halt(struct load *load);
int workload_go(struct load *load);

static inline bool workload_is_used(const struct load *load)
{
	return !list_empty(&load->users);
}

/*
 * Every user, by threads and interrupts: preemption off or rcu_read_lock().
 */
#define workload_for_each(_user, _load)					\
	list_for_each_entry_rcu(_user, &(_load)->users, node,		\
				lockdep_is_held(&workload_lock) ||	\
				rcu_read_lock_any_held())

/*
 * Something went on for so long that the user wants to look: no more records after a
 * line with @text, as from @ip.
 */
void workload_stop_tracing(struct load *load, unsigned long ip, const char *text);

#endif /* _KERNEL_TRACE_TRACER_LOAD_H */
