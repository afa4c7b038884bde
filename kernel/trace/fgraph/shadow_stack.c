// SPDX-License-Identifier: GPL-2.0
/*
 * The shadow stacks of tasks, and finding calls on them.
 *
 * When the first user of function graph registers, all tasks get a shadow stack,
 * and from then on each new task does. A shadow stack is freed together with its
 * task, because calls may be on it for as long as the task exists.
 */

#include <linux/cleanup.h>
#include <linux/cpuhotplug.h>
#include <linux/ftrace.h>
#include <linux/percpu.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smpboot.h>
#include <linux/spinlock.h>
#include <trace/events/sched.h>

#include "internal.h"

/* NULL until the first user registers. */
static struct kmem_cache *shadow_stack_cache __read_mostly;

/*
 * A stack may be assigned to a new task by its parent and by
 * shadow_stack_assign_all() at the same time.
 */
static DEFINE_RAW_SPINLOCK(shadow_stack_assign_lock);

/* Idle tasks are never freed; they keep their stack while their CPU is offline. */
static DEFINE_PER_CPU(unsigned long *, shadow_stack_idle);

static void shadow_stack_reset(struct task_struct *task)
{
	task->curr_ret_stack = FGRAPH_POS(0, FGRAPH_BOTTOM, FGRAPH_FIRST);
}

/* @task may be running as long as it has no stack. */
static void shadow_stack_install(struct task_struct *task, unsigned long *stack)
{
	memset(stack, 0, FGRAPH_FIRST * sizeof(long));
	shadow_stack_reset(task);
	atomic_set(&task->trace_overrun, 0);
	/* Pairs with fgraph_can_trace(). */
	smp_store_release(&task->ret_stack, stack);
}

/**
 * fgraph_stack_assign - assign a shadow stack to a task
 * @task: the task; may be running if it has none
 * @stack: memory of FGRAPH_BYTES bytes
 *
 * A new task is found in the list of tasks by shadow_stack_assign_all() while its
 * parent is about to assign a stack to it. The second of both must not modify the
 * stack that the task may be using.
 *
 * Context: any but NMI; takes shadow_stack_assign_lock.
 * Return: false if @task has a stack already; @stack remains the caller's.
 */
bool fgraph_stack_assign(struct task_struct *task, unsigned long *stack)
{
	unsigned long flags;
	bool none;

	raw_spin_lock_irqsave(&shadow_stack_assign_lock, flags);
	none = !task->ret_stack;
	if (none)
		shadow_stack_install(task, stack);
	raw_spin_unlock_irqrestore(&shadow_stack_assign_lock, flags);
	return none;
}

static void shadow_stack_alloc(struct task_struct *task, gfp_t gfp)
{
	unsigned long *stack = kmem_cache_alloc(shadow_stack_cache, gfp);

	/* Calls of a task without a stack are not traced. */
	if (stack && !fgraph_stack_assign(task, stack))
		kmem_cache_free(shadow_stack_cache, stack);
}

/**
 * ftrace_graph_init_task - prepare the shadow stack of a task that is being forked
 * @t: the new task, a copy of its parent
 *
 * Context: task, may sleep.
 */
void ftrace_graph_init_task(struct task_struct *t)
{
	/* These values were copied from the parent. */
	t->ret_stack = NULL;
	atomic_set(&t->tracing_graph_pause, 0);
	t->trace_recursion = 0;
	if (READ_ONCE(shadow_stack_cache))
		shadow_stack_alloc(t, GFP_KERNEL);
}

/**
 * ftrace_graph_exit_task - free the shadow stack of a task
 * @t: the task; does not run any more
 *
 * Context: any that kmem_cache_free() may be called in.
 */
void ftrace_graph_exit_task(struct task_struct *t)
{
	unsigned long *stack = t->ret_stack;

	t->ret_stack = NULL;
	if (stack)
		kmem_cache_free(shadow_stack_cache, stack);
}

static int shadow_stack_alloc_idle(unsigned int cpu)
{
	struct task_struct *idle = idle_task(cpu);
	unsigned long *stack = per_cpu(shadow_stack_idle, cpu);

	if (stack || !idle)
		return 0;
	stack = kmem_cache_alloc(shadow_stack_cache, GFP_KERNEL);
	if (!stack)
		return -ENOMEM;
	per_cpu(shadow_stack_idle, cpu) = stack;
	fgraph_stack_assign(idle, stack);
	return 0;
}

/**
 * ftrace_graph_init_idle_task - initialise an idle task without a shadow stack
 * @t: the idle task
 * @cpu: its CPU
 *
 * Context: boot, before the first user of function graph registers.
 */
void ftrace_graph_init_idle_task(struct task_struct *t, int cpu)
{
	t->ret_stack = NULL;
	atomic_set(&t->tracing_graph_pause, 0);
}

/*
 * When a CPU comes online, its idle task begins with an empty stack: the calls
 * that were active when it was stopped never return.
 */
static int shadow_stack_cpu_prepare(unsigned int cpu)
{
	struct task_struct *idle = idle_task(cpu);

	if (idle && idle->ret_stack)
		shadow_stack_reset(idle);
	else
		shadow_stack_alloc_idle(cpu);
	return 0;
}

/*
 * A task that was forked while the first user registered may have been missed
 * both by its parent and by shadow_stack_assign_all(). Without a cache no task
 * has a stack yet, and this one is in the list of tasks by now.
 */
static void shadow_stack_on_fork(void *data, struct task_struct *parent,
				 struct task_struct *child)
{
	if (READ_ONCE(shadow_stack_cache) && !child->ret_stack)
		shadow_stack_alloc(child, GFP_NOWAIT | __GFP_NOWARN);
}

/*
 * Assign stacks to tasks without one. Returns the number of stacks that were
 * used, and sets *@more if that was not enough for all tasks.
 */
static unsigned int shadow_stack_assign_batch(unsigned long **stacks, unsigned int n,
					      bool *more)
{
	struct task_struct *group, *task;
	unsigned int taken = 0;

	*more = false;
	read_lock(&tasklist_lock);
	for_each_process_thread(group, task) {
		if (task->ret_stack)
			continue;
		if (taken == n) {
			*more = true;
			goto out;
		}
		if (fgraph_stack_assign(task, stacks[taken]))
			taken++;
	}
out:
	read_unlock(&tasklist_lock);
	return taken;
}

#define SHADOW_STACK_BATCH	32

static int shadow_stack_assign_all(void)
{
	unsigned long *stacks[SHADOW_STACK_BATCH];
	unsigned int n, taken;
	bool more;

	do {
		n = kmem_cache_alloc_bulk(shadow_stack_cache, GFP_KERNEL, SHADOW_STACK_BATCH,
					  (void **)stacks);
		if (!n)
			return -ENOMEM;
		taken = shadow_stack_assign_batch(stacks, n, &more);
		if (taken < n)
			kmem_cache_free_bulk(shadow_stack_cache, n - taken,
					     (void **)stacks + taken);
		cond_resched();
	} while (more);
	return 0;
}

static int shadow_stack_init(void)
{
	struct kmem_cache *cache;
	int ret;

	cache = kmem_cache_create("graph_stack", FGRAPH_BYTES, 0, 0, NULL);
	if (!cache)
		return -ENOMEM;
	ret = register_trace_sched_process_fork(shadow_stack_on_fork, NULL);
	if (ret) {
		kmem_cache_destroy(cache);
		return ret;
	}
	/*
	 * Pairs with READ_ONCE() in ftrace_graph_init_task() and
	 * shadow_stack_on_fork(). The cache is never destroyed from here on.
	 */
	smp_store_release(&shadow_stack_cache, cache);
	ret = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "trace/graph:prepare",
					shadow_stack_cpu_prepare, NULL);
	return ret < 0 ? ret : 0;
}

/**
 * fgraph_stacks_alloc - assign a shadow stack to each task
 *
 * Context: task, may sleep; fgraph_lock held.
 * Return: 0 or -ENOMEM. In the latter case some tasks have a stack, and calls of
 * the others are not traced.
 */
int fgraph_stacks_alloc(void)
{
	unsigned int cpu;
	int ret = 0;

	if (!shadow_stack_cache)
		ret = shadow_stack_init();
	if (ret)
		return ret;
	ret = shadow_stack_assign_all();
	if (ret)
		return ret;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		ret = shadow_stack_alloc_idle(cpu);
		if (ret)
			break;
	}
	cpus_read_unlock();
	return ret;
}

/**
 * fgraph_visit_stacks - visit all shadow stacks
 * @fn: called for each stack; the task may be running
 * @data: passed to @fn
 *
 * Context: task; takes tasklist_lock.
 */
void fgraph_visit_stacks(void (*fn)(struct fgraph_task *stack, unsigned long data),
			 unsigned long data)
{
	struct task_struct *group, *task;
	unsigned int cpu;

	read_lock(&tasklist_lock);
	for_each_process_thread(group, task) {
		if (task->ret_stack)
			fn(fgraph_task(task), data);
	}
	read_unlock(&tasklist_lock);
	for_each_possible_cpu(cpu) {
		unsigned long *stack = per_cpu(shadow_stack_idle, cpu);

		if (stack)
			fn((struct fgraph_task *)stack, data);
	}
}

/*
 * Lookup of calls. The task is current or does not run. If it does run, the
 * result is useless, but memory outside of the stack is not accessed.
 */

/* Return the call at @index, or NULL if there cannot be one. */
static struct ftrace_ret_stack *shadow_stack_call_at(struct task_struct *task, int index)
{
	if (index < (int)FGRAPH_FIRST ||
	    index > (int)(FGRAPH_WORDS - FGRAPH_CALL))
		return NULL;
	return (void *)(task->ret_stack + index);
}

/* Return the index of the outer call, or 0 for the sentinel. */
static int shadow_stack_before(struct ftrace_ret_stack *call)
{
	return FGRAPH_POS_TOP(READ_ONCE(call->from));
}

unsigned long ftrace_graph_ret_addr(struct task_struct *task, int *idx,
				    unsigned long ret, unsigned long *retp)
{
	unsigned long hook = (unsigned long)return_to_handler;
	struct ftrace_ret_stack *call;
	int index, top;

	if (ret != hook || !task->ret_stack)
		return ret;
	if (IS_ENABLED(CONFIG_FGRAPH_UNWIND_BY_ORDER))
		retp = NULL;
	top = FGRAPH_POS_TOP(READ_ONCE(task->curr_ret_stack));
	index = idx && *idx && *idx <= top ? *idx : top;

	for (; (call = shadow_stack_call_at(task, index));
	     index = shadow_stack_before(call)) {
		/*
		 * After a tail call, the return address of the call is a hook
		 * too.
		 */
		if ((retp && call->retp != retp) || call->ret == hook)
			continue;
		if (idx)
			*idx = shadow_stack_before(call);
		return call->ret;
	}
	return ret;
}

unsigned long fgraph_call_ret_addr(struct task_struct *task, struct ftrace_ret_stack *call)
{
	unsigned long ret = call->ret;

	while (ret == (unsigned long)return_to_handler &&
	       (call = shadow_stack_call_at(task, shadow_stack_before(call))))
		ret = call->ret;
	return ret;
}

struct ftrace_ret_stack *ftrace_graph_get_ret_stack(struct task_struct *task,
						    int skip)
{
	struct ftrace_ret_stack *call;
	int index;

	if (!task->ret_stack)
		return NULL;
	index = FGRAPH_POS_TOP(READ_ONCE(task->curr_ret_stack));
	while ((call = shadow_stack_call_at(task, index)) && skip--)
		index = shadow_stack_before(call);
	return call;
}

unsigned long ftrace_graph_top_ret_addr(struct task_struct *task)
{
	struct ftrace_ret_stack *call;
	int skip = 0;

	do {
		call = ftrace_graph_get_ret_stack(task, skip++);
	} while (call && call->ret == (unsigned long)return_to_handler);
	return call ? call->ret : 0;
}

/*
 * Check for a call that will never return because an exception or the end of a
 * task cut it off: its return address is further in on the same kernel stack.
 */
static bool shadow_stack_is_stale(const struct ftrace_ret_stack *call,
				  unsigned long *retp)
{
	return call->retp < retp &&
	       (((unsigned long)call->retp ^ (unsigned long)retp) &
		~(THREAD_SIZE - 1)) == 0;
}

bool notrace fgraph_overrun(struct task_struct *task, unsigned long *retp,
			    unsigned int need)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	unsigned int at;

	while (call->from && shadow_stack_is_stale(call, retp)) {
		fgraph_pop(task, call);
		call = fgraph_top(task);
	}
	at = READ_ONCE(task->curr_ret_stack);
	if (FGRAPH_POS_FREE(at) + need <= FGRAPH_WORDS)
		return false;
	atomic_inc(&task->trace_overrun);
	return true;
}
