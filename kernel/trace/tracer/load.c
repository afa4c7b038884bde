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
 * Locking: instance_lock > the lock of CPU hotplug > load_lock. Tracepoints are
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

#include "load.h"

/* Settings, users and threads of all workloads. */
DEFINE_MUTEX(load_lock);

static LIST_HEAD(load_list);	/* load_lock */

static int load_start_cpu(struct load *load, int cpu)
{
	struct task_struct *task;
	char name[TASK_COMM_LEN];

	lockdep_assert_held(&load_lock);

	snprintf(name, sizeof(name), "%s/%%u", load->name);
	task = kthread_create_on_cpu(load->run, load, cpu, name);
	if (IS_ERR(task))
		return PTR_ERR(task);
	/*
	 * Its CPU may be about to go, and is left by all that are merely bound to it
	 * before load_cpu_goes() is called: then it would begin on another one, whose
	 * thread and timer are there already.
	 */
	kthread_set_per_cpu(task, cpu);
	wake_up_process(task);
	*per_cpu_ptr(load->tasks, cpu) = task;
	return 0;
}

static void load_stop_cpu(struct load *load, int cpu)
{
	struct task_struct **task = per_cpu_ptr(load->tasks, cpu);

	lockdep_assert_held(&load_lock);

	if (*task)
		kthread_stop(*task);
	*task = NULL;
	if (load->stopped)
		load->stopped(cpu);
}

static void load_stop(struct load *load)
{
	int cpu;

	lockdep_assert_cpus_held();

	if (load->task)
		kthread_stop(load->task);
	load->task = NULL;
	for_each_online_cpu(cpu)
		load_stop_cpu(load, cpu);
}

static int load_start(struct load *load)
{
	enum load_shape shape = load->shape();
	struct task_struct *task;
	cpumask_var_t mask;
	int cpu, ret = 0;

	lockdep_assert_cpus_held();

	if (shape == LOAD_IDLE)
		return 0;
	if (shape == LOAD_SINGLE) {
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
		ret = load_start_cpu(load, cpu);
		if (ret)
			break;
	}
	free_cpumask_var(mask);
	if (ret)
		load_stop(load);
	return ret;
}

/**
 * load_hold - settings of workloads are about to change
 *
 * Context: task, may sleep. Returns with locks held that load_let_go() gives back.
 */
void load_hold(void)
{
	cpus_read_lock();
	mutex_lock(&load_lock);
}

void load_let_go(void)
{
	mutex_unlock(&load_lock);
	cpus_read_unlock();
}

/**
 * load_halt - stop a workload's threads, until load_go()
 * @load: the workload
 *
 * Context: after load_hold().
 */
void load_halt(struct load *load)
{
	lockdep_assert_held(&load_lock);

	if (load_is_used(load))
		load_stop(load);
}

int load_go(struct load *load)
{
	lockdep_assert_held(&load_lock);

	return load_is_used(load) ? load_start(load) : 0;
}

static void load_user_free(struct load_user *user)
{
	free_percpu(user->sums);
	kfree(user);
}

static int load_add(struct load *load, struct load_user *user)
{
	bool first = !load_is_used(load);
	int ret = 0;

	lockdep_assert_held(&load_lock);

	list_add_tail_rcu(&user->node, &load->users);
	if (first)
		ret = load_start(load);
	if (ret)
		list_del_rcu(&user->node);
	return ret;
}

/* Users come and go under instance_lock, so the first and the last are known. */
static int load_join(struct load *load, struct load_user *user)
{
	bool first = !load_is_used(load);
	int ret = 0;

	if (first && load->begin)
		ret = load->begin();
	if (ret)
		return ret;
	load_hold();
	ret = load_add(load, user);
	load_let_go();
	if (ret && first && load->end)
		load->end();
	return ret;
}

/**
 * load_attach - an instance wants to know, too
 * @load: the workload
 * @tr: the instance
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0 or an errno.
 */
int load_attach(struct load *load, struct trace_array *tr)
{
	struct load_user *user;
	int ret;

	lockdep_assert_held(&instance_lock);

	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return -ENOMEM;
	user->tr = tr;
	user->sums = alloc_percpu(struct load_sum);
	if (!user->sums) {
		kfree(user);
		return -ENOMEM;
	}
	base_comm_get(BASE_COMM_NAME);
	ret = load_join(load, user);
	if (!ret) {
		tr->tracer_data = user;
		return 0;
	}
	base_comm_put(BASE_COMM_NAME);
	synchronize_rcu();
	load_user_free(user);
	return ret;
}

/**
 * load_detach - it does not want to any more
 * @load: the workload
 * @tr: an instance for which load_attach() was called
 *
 * Context: task, may sleep; instance_lock held.
 */
void load_detach(struct load *load, struct trace_array *tr)
{
	struct load_user *user = tr->tracer_data;
	bool last;

	lockdep_assert_held(&instance_lock);

	load_hold();
	last = list_is_singular(&load->users);
	if (last)
		load_stop(load);
	list_del_rcu(&user->node);
	load_let_go();
	if (last && load->end)
		load->end();
	/* Threads, interrupts and NMIs of other instances' may look at it. */
	synchronize_rcu();
	tr->tracer_data = NULL;
	base_comm_put(BASE_COMM_NAME);
	load_user_free(user);
}

/**
 * load_stop_tracing - nothing more is recorded
 * @load: the workload that found something
 * @ip: where in the code it did
 * @text: the last line of the trace, which says so
 *
 * Context: any but NMI.
 */
void load_stop_tracing(struct load *load, unsigned long ip, const char *text)
{
	struct load_user *user;

	guard(rcu)();
	load_for_each(user, load) {
		if (!instance_is_on(user->tr))
			continue;
		instance_print(user->tr, ip, text, strlen(text));
		instance_off(user->tr);
	}
}

static bool load_wants_cpu(struct load *load, int cpu)
{
	cpumask_var_t mask;
	bool wants;

	if (!load_is_used(load) || load->shape() != LOAD_PER_CPU ||
	    !zalloc_cpumask_var(&mask, GFP_KERNEL))
		return false;
	load->cpus(mask);
	wants = cpumask_test_cpu(cpu, mask);
	free_cpumask_var(mask);
	return wants;
}

static int load_cpu_comes(unsigned int cpu)
{
	struct load *load;

	guard(mutex)(&load_lock);
	list_for_each_entry(load, &load_list, node) {
		/* A CPU comes with or without a thread. */
		if (load_wants_cpu(load, cpu) && load_start_cpu(load, cpu))
			pr_warn("%s/%u: no thread\n", load->name, cpu);
	}
	return 0;
}

static int load_cpu_goes(unsigned int cpu)
{
	struct load *load;

	guard(mutex)(&load_lock);
	list_for_each_entry(load, &load_list, node) {
		if (load_is_used(load))
			load_stop_cpu(load, cpu);
	}
	return 0;
}

/**
 * load_register - make a workload known
 * @load: it; stays for good
 *
 * Context: initcalls, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init load_register(struct load *load)
{
	INIT_LIST_HEAD(&load->users);
	load->tasks = alloc_percpu(struct task_struct *);
	if (!load->tasks)
		return -ENOMEM;
	guard(mutex)(&load_lock);
	list_add_tail(&load->node, &load_list);
	return 0;
}

static int __init load_init(void)
{
	int ret;

	ret = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "trace/load:online",
				load_cpu_comes, load_cpu_goes);
	return ret < 0 ? ret : 0;
}
late_initcall(load_init);
