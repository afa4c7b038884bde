// SPDX-License-Identifier: GPL-2.0
/*
 * Workloads: kernel threads that measure how they are interrupted.
 *
 * Two workloads of the same kind would disturb each other, so all instances with
 * the same tracer share one. The threads are started for the first instance and
 * stopped after the last one. Results are recorded in each instance according to
 * its threshold.
 *
 * A change of settings stops the threads and starts them again, so that the
 * settings do not change while a thread is running. A thread is started when its
 * CPU goes online and stopped before it goes offline.
 *
 * Locking: instance_lock > lock of CPU hotplug > workload_lock. workload.begin() and
 * .end() are called without the lock of CPU hotplug, because the registration of
 * tracepoint probes takes it.
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

/* Protects settings, users and threads of all workloads. */
DEFINE_MUTEX(workload_lock);

static LIST_HEAD(workload_list);	/* workload_lock */

static int workload_start_cpu(struct workload *wl, int cpu)
{
	struct task_struct *task;
	char name[TASK_COMM_LEN];

	lockdep_assert_held(&workload_lock);

	snprintf(name, sizeof(name), "%s/%%u", wl->name);
	task = kthread_create_on_cpu(wl->run, wl, cpu, name);
	if (IS_ERR(task))
		return PTR_ERR(task);
	/*
	 * The CPU may be going offline. Threads that are only bound to it are moved
	 * to another CPU before workload_cpu_offline() is called. This thread would
	 * start on the other CPU and use the data and the timer of that CPU's
	 * thread.
	 */
	kthread_set_per_cpu(task, cpu);
	wake_up_process(task);
	*per_cpu_ptr(wl->tasks, cpu) = task;
	return 0;
}

static void workload_stop_cpu(struct workload *wl, int cpu)
{
	struct task_struct **task = per_cpu_ptr(wl->tasks, cpu);

	lockdep_assert_held(&workload_lock);

	if (*task)
		kthread_stop(*task);
	*task = NULL;
	if (wl->stopped)
		wl->stopped(cpu);
}

static void workload_stop(struct workload *wl)
{
	int cpu;

	lockdep_assert_cpus_held();

	if (wl->task)
		kthread_stop(wl->task);
	wl->task = NULL;
	for_each_online_cpu(cpu)
		workload_stop_cpu(wl, cpu);
}

static int workload_start(struct workload *wl)
{
	enum workload_threads threads = wl->threads();
	struct task_struct *task;
	cpumask_var_t mask;
	int cpu, ret = 0;

	lockdep_assert_cpus_held();

	if (threads == WORKLOAD_NONE)
		return 0;
	if (threads == WORKLOAD_SINGLE) {
		task = kthread_run(wl->run, wl, "%s", wl->single);
		if (IS_ERR(task))
			return PTR_ERR(task);
		wl->task = task;
		return 0;
	}
	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	wl->cpus(mask);
	for_each_cpu_and(cpu, mask, cpu_online_mask) {
		ret = workload_start_cpu(wl, cpu);
		if (ret)
			break;
	}
	free_cpumask_var(mask);
	if (ret)
		workload_stop(wl);
	return ret;
}

/**
 * workload_settings_lock - lock the settings of all workloads
 *
 * Context: task, may sleep; takes the lock of CPU hotplug and workload_lock.
 */
void workload_settings_lock(void)
{
	cpus_read_lock();
	mutex_lock(&workload_lock);
}

/**
 * workload_settings_unlock - undo workload_settings_lock()
 *
 * Context: task.
 */
void workload_settings_unlock(void)
{
	mutex_unlock(&workload_lock);
	cpus_read_unlock();
}

/**
 * workload_pause - stop the threads of a workload until workload_resume()
 * @wl: the workload
 *
 * Context: task, may sleep; after workload_settings_lock().
 */
void workload_pause(struct workload *wl)
{
	lockdep_assert_held(&workload_lock);

	if (workload_is_used(wl))
		workload_stop(wl);
}

/**
 * workload_resume - start the threads of a workload again
 * @wl: the workload
 *
 * Context: task, may sleep; after workload_settings_lock().
 * Return: 0, or an errno if the threads could not be started; then there are none.
 */
int workload_resume(struct workload *wl)
{
	lockdep_assert_held(&workload_lock);

	return workload_is_used(wl) ? workload_start(wl) : 0;
}

static void workload_user_free(struct workload_user *user)
{
	free_percpu(user->sums);
	kfree(user);
}

static int workload_user_add_locked(struct workload *wl, struct workload_user *user)
{
	bool first = !workload_is_used(wl);
	int ret = 0;

	lockdep_assert_held(&workload_lock);

	list_add_tail_rcu(&user->node, &wl->users);
	if (first)
		ret = workload_start(wl);
	if (ret)
		list_del_rcu(&user->node);
	return ret;
}

/*
 * Users are added and removed under instance_lock, so the first and last are known.
 */
static int workload_user_add(struct workload *wl, struct workload_user *user)
{
	bool first = !workload_is_used(wl);
	int ret = 0;

	if (first && wl->begin)
		ret = wl->begin();
	if (ret)
		return ret;
	workload_settings_lock();
	ret = workload_user_add_locked(wl, user);
	workload_settings_unlock();
	if (ret && first && wl->end)
		wl->end();
	return ret;
}

/**
 * workload_attach - add an instance to the users of a workload: tracer.start
 * @wl: the workload
 * @tr: the instance; its tracer_data is set to the struct workload_user
 *
 * Context: task, may sleep; instance_lock held.
 * Return: 0 or an errno.
 */
int workload_attach(struct workload *wl, struct trace_array *tr)
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
	ret = workload_user_add(wl, user);
	if (!ret) {
		tr->tracer_data = user;
		return 0;
	}
	trace_comm_put(TRACE_COMM_NAME);
	trace_sync_probes();
	workload_user_free(user);
	return ret;
}

/**
 * workload_detach - remove an instance from the users of a workload: tracer.stop
 * @wl: the workload
 * @tr: the instance
 *
 * Context: task, may sleep; instance_lock held.
 */
void workload_detach(struct workload *wl, struct trace_array *tr)
{
	struct workload_user *user = tr->tracer_data;
	bool last;

	lockdep_assert_held(&instance_lock);

	workload_settings_lock();
	last = list_is_singular(&wl->users);
	if (last)
		workload_stop(wl);
	list_del_rcu(&user->node);
	workload_settings_unlock();
	if (last && wl->end)
		wl->end();
	/* Threads, interrupts and NMIs may still access @user on the list. */
	trace_sync_probes();
	tr->tracer_data = NULL;
	trace_comm_put(TRACE_COMM_NAME);
	workload_user_free(user);
}

/**
 * workload_stop_tracing - stop tracing in all instances that use a workload
 * @wl: the workload
 * @ip: address that is printed with the message
 * @text: message that is recorded before tracing is stopped
 *
 * Context: any except NMI.
 */
void workload_stop_tracing(struct workload *wl, unsigned long ip, const char *text)
{
	struct workload_user *user;

	guard(rcu)();
	workload_for_each(user, wl) {
		if (!instance_is_on(user->tr))
			continue;
		instance_print(user->tr, ip, text, strlen(text));
		instance_off(user->tr);
	}
}

static bool workload_needs_cpu(struct workload *wl, int cpu)
{
	cpumask_var_t mask;
	bool needed;

	if (!workload_is_used(wl) || wl->threads() != WORKLOAD_PER_CPU ||
	    !zalloc_cpumask_var(&mask, GFP_KERNEL))
		return false;
	wl->cpus(mask);
	needed = cpumask_test_cpu(cpu, mask);
	free_cpumask_var(mask);
	return needed;
}

static int workload_cpu_online(unsigned int cpu)
{
	struct workload *wl;

	guard(mutex)(&workload_lock);
	list_for_each_entry(wl, &workload_list, node) {
		/* A failure does not keep the CPU from going online. */
		if (workload_needs_cpu(wl, cpu) && workload_start_cpu(wl, cpu))
			pr_warn("%s/%u: cannot create the kernel thread\n", wl->name, cpu);
	}
	return 0;
}

static int workload_cpu_offline(unsigned int cpu)
{
	struct workload *wl;

	guard(mutex)(&workload_lock);
	list_for_each_entry(wl, &workload_list, node) {
		if (workload_is_used(wl))
			workload_stop_cpu(wl, cpu);
	}
	return 0;
}

/**
 * workload_register - register a workload
 * @wl: the workload, which is never unregistered
 *
 * Context: initcalls, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init workload_register(struct workload *wl)
{
	INIT_LIST_HEAD(&wl->users);
	wl->tasks = alloc_percpu(struct task_struct *);
	if (!wl->tasks)
		return -ENOMEM;
	guard(mutex)(&workload_lock);
	list_add_tail(&wl->node, &workload_list);
	return 0;
}

static int __init workload_init(void)
{
	int ret;

	ret = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "trace/workload:online",
				workload_cpu_online, workload_cpu_offline);
	return ret < 0 ? ret : 0;
}
late_initcall(workload_init);
