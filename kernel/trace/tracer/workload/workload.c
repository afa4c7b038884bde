// SPDX-License-Identifier: GPL-2.0
/*
 * Workloads: kernel threads that measure what happens to them.
 *
 * A machine can bear only one of a kind, so all instances whose tracer wants one
 * share it: threads come with the first and go with the last. What is found is
 * recorded for each of them, by its own threshold.
 *
 * A change of settings stops the threads and starts them again, so that a thread
 * sees one set of settings all its life. CPUs that come get theirs, and those that
 * go lose it first.
 *
 * Locking: instance_lock > the lock of CPU hotplug > workload_lock. Tracepoints are
 * switched, in begin() and end(), outside of the second: that takes it, too.
 */
#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "workload.h"

/* Settings, users and threads of all workloads. */
DEFINE_MUTEX(workload_lock);

static LIST_HEAD(workload_list);	/* workload_lock */

static int workload_start_cpu(struct load *load, int cpu)
{
	struct task_struct *task;
	char name[TASK_COMM_LEN];

	lockdep_assert_held(&workload_lock);

	snprintf(name, sizeof(name), "%s/%%u", load->name);
	task = kthread_create_on_cpu(load->run, load, cpu, name);
	if (IS_ERR(task))
		return PTR_ERR(task);
	/*
	 * Its CPU may be about to go, and is left by all that are merely bound to it
	 * before workload_cpu_goes() is called: then it would begin on another one, whose
	 * thread and timer are there already.
	 */
	kthread_set_per_cpu(task, cpu);
	wake_up_process(task);
	*per_cpu_ptr(load->tasks, cpu) = task;
	return 0;
}

static void workload_stop_cpu(struct load *load, int cpu)
{
	struct task_struct **task = per_cpu_ptr(load->tasks, cpu);

	lockdep_assert_held(&workload_lock);

	if (*task)
		kthread_stop(*task);
	*task = NULL;
	if (load->stopped)
		load->stopped(cpu);
}

static void workload_stop(struct load *load)
{
	int cpu;

	lockdep_assert_cpus_held();

	if (load->task)
		kthread_stop(load->task);
	load->task = NULL;
	for_each_online_cpu(cpu)
		workload_stop_cpu(load, cpu);
}

static int workload_start(struct load *load)
{
	enum workload_shape shape = load->shape();
	struct task_struct *task;
	cpumask_var_t mask;
	int cpu, ret = 0;

	lockdep_assert_cpus_held();

	if (shape == WORKLOAD_IDLE)
		return 0;
	if (shape == WORKLOAD_SINGLE) {
		task = kthread_run(load->run, load, "%s", load->single);
		if (IS_ERR(task))
			return PTR_ERR(task);
		load->task = task;
		return 0;
	}
	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	load->cpus(mask);
	for_each_cpu_and(cpu, mask, cpu_online_mask) {
		ret = workload_start_cpu(load, cpu);
		if (ret)
			break;
	}
	free_cpumask_var(mask);
	if (ret)
		workload_stop(load);
	return ret;
}

/**
 * workload_hold - settings of workloads are about to change
 *
 * Context: task, may sleep. Returns with locks held that workload_let_go() gives back.
 */
void workload_hold(void)
{
	cpus_read_lock();
	mutex_lock(&workload_lock);
}

void workload_let_go(void)
{
	mutex_unlock(&workload_lock);
	cpus_read_unlock();
}

/**
 * workload_halt - stop a workload's threads, until workload_go()
 * @load: the workload
 *
 * Context: after workload_hold().
 */
void workload_halt(struct load *load)
{
	lockdep_assert_held(&workload_lock);

	if (workload_is_used(load))
		workload_stop(load);
}

int workload_go(struct load *load)
{
	lockdep_assert_held(&workload_lock);

	return workload_is_used(load) ? workload_start(load) : 0;
}

static void workload_user_free(struct workload_user *user)
{
	free_percpu(user->sums);
	kfree(user);
}

static int workload_add(struct load *load, struct workload_user *user)
{
	bool first = !workload_is_used(load);
	int ret = 0;

	lockdep_assert_held(&workload_lock);

	list_add_tail_rcu(&user->node, &load->users);
	if (first)
		ret = workload_start(load);
	if (ret)
		list_del_rcu(&user->node);
	return ret;
}

/* Users come and go under instance_lock, so the first and the last are known. */
static int workload_join(struct load *load, struct workload_user *user)
{
	bool first = !workload_is_used(load);
	int ret = 0;

	if (first && load->begin)
		ret = load->begin();
	if (ret)
		return ret;
	workload_hold();
	ret = workload_add(load, user);
	workload_let_go();
	if (ret && first && load->end)
		load->end();
	return ret;
}

/**
 * workload_attach - an instance wants to know, too
 * @load: the workload
 * @tr: the instance
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0 or an errno.
 */
int workload_attach(struct load *load, struct trace_array *tr)
{
	struct workload_user *user;
	int ret;

	lockdep_assert_held(&instance_lock);

	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return -ENOMEM;
	user->tr = tr;
	user->sums = alloc_percpu(struct workload_sum);
	if (!user->sums) {
		kfree(user);
		return -ENOMEM;
	}
	trace_comm_get(TRACE_COMM_NAME);
	ret = workload_join(load, user);
	if (!ret) {
		tr->tracer_data = user;
		return 0;
	}
	trace_comm_put(TRACE_COMM_NAME);
	synchronize_rcu();
	workload_user_free(user);
	return ret;
}

/**
 * workload_detach - it does not want to any more
 * @load: the workload
 * @tr: an instance for which workload_attach() was called
 *
 * Context: task, may sleep; instance_lock held.
 */
void workload_detach(struct load *load, struct trace_array *tr)
{
	struct workload_user *user = tr->tracer_data;
	bool last;

	lockdep_assert_held(&instance_lock);

	workload_hold();
	last = list_is_singular(&load->users);
	if (last)
		workload_stop(load);
	list_del_rcu(&user->node);
	workload_let_go();
	if (last && load->end)
		load->end();
	/* Threads, interrupts and NMIs of other instances' may look at it. */
	synchronize_rcu();
	tr->tracer_data = NULL;
	trace_comm_put(TRACE_COMM_NAME);
	workload_user_free(user);
}

/**
 * workload_stop_tracing - nothing more is recorded
 * @load: the workload that found something
 * @ip: where in the code it did
 * @text: the last line of the trace, which says so
 *
 * Context: any but NMI.
 */
void workload_stop_tracing(struct load *load, unsigned long ip, const char *text)
{
	struct workload_user *user;

	guard(rcu)();
	workload_for_each(user, load) {
		if (!instance_is_on(user->tr))
			continue;
		instance_print(user->tr, ip, text, strlen(text));
		instance_off(user->tr);
	}
}

static bool workload_wants_cpu(struct load *load, int cpu)
{
	cpumask_var_t mask;
	bool wants;

	if (!workload_is_used(load) || load->shape() != WORKLOAD_PER_CPU ||
	    !zalloc_cpumask_var(&mask, GFP_KERNEL))
		return false;
	load->cpus(mask);
	wants = cpumask_test_cpu(cpu, mask);
	free_cpumask_var(mask);
	return wants;
}

static int workload_cpu_comes(unsigned int cpu)
{
	struct load *load;

	guard(mutex)(&workload_lock);
	list_for_each_entry(load, &workload_list, node) {
		/* A CPU comes with or without a thread. */
		if (workload_wants_cpu(load, cpu) && workload_start_cpu(load, cpu))
			pr_warn("%s/%u: no thread\n", load->name, cpu);
	}
	return 0;
}

static int workload_cpu_goes(unsigned int cpu)
{
	struct load *load;

	guard(mutex)(&workload_lock);
	list_for_each_entry(load, &workload_list, node) {
		if (workload_is_used(load))
			workload_stop_cpu(load, cpu);
	}
	return 0;
}

/**
 * workload_register - make a workload known
 * @load: it; stays for good
 *
 * Context: initcalls, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init workload_register(struct load *load)
{
	INIT_LIST_HEAD(&load->users);
	load->tasks = alloc_percpu(struct task_struct *);
	if (!load->tasks)
		return -ENOMEM;
	guard(mutex)(&workload_lock);
	list_add_tail(&load->node, &workload_list);
	return 0;
}

static int __init workload_init(void)
{
	int ret;

	ret = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "trace/load:online",
				workload_cpu_comes, workload_cpu_goes);
	return ret < 0 ? ret : 0;
}
late_initcall(workload_init);
