// SPDX-License-Identifier: GPL-2.0
/*
 * The shadow stacks of tasks, and finding calls on them.
 *
 * Nobody has one until the first user of function graph comes; then all tasks
 * get one, and from then on those that are born. They go with their tasks: there
 * may be calls on them for as long as a task lives.
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

/* NULL until they are needed. */
static struct kmem_cache *graph_stacks __read_mostly;

/* Held while a task is given its stack: two may be about to do so. */
static DEFINE_RAW_SPINLOCK(graph_give_lock);

/* Idle tasks are never freed, and keep theirs while their CPU is off. */
static DEFINE_PER_CPU(unsigned long *, graph_idle_stack);

static void graph_stack_empty(struct task_struct *task)
{
	task->curr_ret_stack = FGRAPH_AT(FGRAPH_BOTTOM, FGRAPH_FIRST);
}

/* The task may run, if it has no stack. */
static void graph_stack_put(struct task_struct *task, unsigned long *stack)
{
	struct ftrace_ret_stack *none = (void *)(stack + FGRAPH_BOTTOM);

	memset(stack, 0, FGRAPH_FIRST * sizeof(long));
	none->depth = -1;
	graph_stack_empty(task);
	atomic_set(&task->trace_overrun, 0);
	/* Pairs with fgraph_ready(). */
	smp_store_release(&task->ret_stack, stack);
}

/**
 * fgraph_stack_give - give a task its shadow stack
 * @task: may run, if it has none
 * @stack: FGRAPH_BYTES
 *
 * A task that was just made is found in the list of tasks by who gives one to all,
 * while its parent is about to give it one. Whoever comes second must not touch
 * what the task may be using already.
 *
 * Context: any but NMI.
 * Return: false if it has one; @stack remains the caller's.
 */
bool fgraph_stack_give(struct task_struct *task, unsigned long *stack)
{
	unsigned long flags;
	bool none;

	raw_spin_lock_irqsave(&graph_give_lock, flags);
	none = !task->ret_stack;
	if (none)
		graph_stack_put(task, stack);
	raw_spin_unlock_irqrestore(&graph_give_lock, flags);
	return none;
}

static void graph_stack_new(struct task_struct *task, gfp_t gfp)
{
	unsigned long *stack = kmem_cache_alloc(graph_stacks, gfp);

	/* Without one its calls are not told. */
	if (stack && !fgraph_stack_give(task, stack))
		kmem_cache_free(graph_stacks, stack);
}

void ftrace_graph_init_task(struct task_struct *t)
{
	/* These are its parent's. */
	t->ret_stack = NULL;
	atomic_set(&t->tracing_graph_pause, 0);
	t->trace_recursion = 0;
	if (READ_ONCE(graph_stacks))
		graph_stack_new(t, GFP_KERNEL);
}

void ftrace_graph_exit_task(struct task_struct *t)
{
	unsigned long *stack = t->ret_stack;

	t->ret_stack = NULL;
	if (stack)
		kmem_cache_free(graph_stacks, stack);
}

static int graph_idle_stack_new(unsigned int cpu)
{
	struct task_struct *idle = idle_task(cpu);
	unsigned long *stack = per_cpu(graph_idle_stack, cpu);

	if (stack || !idle)
		return 0;
	stack = kmem_cache_alloc(graph_stacks, GFP_KERNEL);
	if (!stack)
		return -ENOMEM;
	per_cpu(graph_idle_stack, cpu) = stack;
	fgraph_stack_give(idle, stack);
	return 0;
}

/* At boot only, before there can be any. */
void ftrace_graph_init_idle_task(struct task_struct *t, int cpu)
{
	t->ret_stack = NULL;
	atomic_set(&t->tracing_graph_pause, 0);
}

/* The idle task of a CPU that comes on begins anew: what it was in is over. */
static int graph_cpu_prepare(unsigned int cpu)
{
	struct task_struct *idle = idle_task(cpu);

	if (idle && idle->ret_stack)
		graph_stack_empty(idle);
	else
		graph_idle_stack_new(cpu);
	return 0;
}

/*
 * One that was on its way into the list of tasks when all got theirs. Before there
 * is a cache nobody got any, and it is in the list by now.
 */
static void graph_on_fork(void *data, struct task_struct *parent,
			  struct task_struct *child)
{
	if (READ_ONCE(graph_stacks) && !child->ret_stack)
		graph_stack_new(child, GFP_NOWAIT | __GFP_NOWARN);
}

/* How many of @stacks were taken; *@more if that was not enough for all. */
static unsigned int graph_stacks_deal(unsigned long **stacks, unsigned int n,
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
		if (fgraph_stack_give(task, stacks[taken]))
			taken++;
	}
out:
	read_unlock(&tasklist_lock);
	return taken;
}

#define GRAPH_BATCH	32

static int graph_stacks_all(void)
{
	unsigned long *stacks[GRAPH_BATCH];
	unsigned int n, taken;
	bool more;

	do {
		n = kmem_cache_alloc_bulk(graph_stacks, GFP_KERNEL, GRAPH_BATCH,
					  (void **)stacks);
		if (!n)
			return -ENOMEM;
		taken = graph_stacks_deal(stacks, n, &more);
		if (taken < n)
			kmem_cache_free_bulk(graph_stacks, n - taken,
					     (void **)stacks + taken);
		cond_resched();
	} while (more);
	return 0;
}

static int graph_stacks_begin(void)
{
	struct kmem_cache *cache;
	int ret;

	cache = kmem_cache_create("graph_stack", FGRAPH_BYTES, 0, 0, NULL);
	if (!cache)
		return -ENOMEM;
	ret = register_trace_sched_process_fork(graph_on_fork, NULL);
	if (ret) {
		kmem_cache_destroy(cache);
		return ret;
	}
	/* Pairs with who forks. From here on there is no way back. */
	smp_store_release(&graph_stacks, cache);
	ret = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "trace/graph:prepare",
					graph_cpu_prepare, NULL);
	return ret < 0 ? ret : 0;
}

/**
 * fgraph_stacks_need - give all tasks a shadow stack
 *
 * Context: task, may sleep; one at a time.
 * Return: 0 or -ENOMEM; some tasks have one then, and calls of the others are not
 * told.
 */
int fgraph_stacks_need(void)
{
	unsigned int cpu;
	int ret = 0;

	if (!graph_stacks)
		ret = graph_stacks_begin();
	if (ret)
		return ret;
	ret = graph_stacks_all();
	if (ret)
		return ret;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		ret = graph_idle_stack_new(cpu);
		if (ret)
			break;
	}
	cpus_read_unlock();
	return ret;
}

/**
 * fgraph_for_each - do something with all shadow stacks
 * @fn: what; the task may be running
 * @data: for @fn
 *
 * Context: task.
 */
void fgraph_for_each(void (*fn)(struct fgraph_task *stack,
				unsigned long data), unsigned long data)
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
		unsigned long *stack = per_cpu(graph_idle_stack, cpu);

		if (stack)
			fn((struct fgraph_task *)stack, data);
	}
}

/*
 * Finding. The task is current, or does not run; if it runs nonetheless then what
 * is found is of no use, but nothing worse happens.
 */

/* The call at @index, if there can be one. */
static struct ftrace_ret_stack *graph_at(struct task_struct *task, int index)
{
	if (index < (int)FGRAPH_FIRST ||
	    index > (int)(FGRAPH_WORDS - FGRAPH_CALL))
		return NULL;
	return (void *)(task->ret_stack + index);
}

static int graph_before(struct ftrace_ret_stack *call, int index)
{
	unsigned int back = READ_ONCE(call->back);

	return back ? index - back : 0;
}

unsigned long ftrace_graph_ret_addr(struct task_struct *task, int *idx,
				    unsigned long ret, unsigned long *retp)
{
	unsigned long hook = (unsigned long)return_to_handler;
	struct ftrace_ret_stack *call;
	int index, top;

	if (ret != hook || !task->ret_stack)
		return ret;
	top = FGRAPH_AT_TOP(READ_ONCE(task->curr_ret_stack));
	index = idx && *idx && *idx <= top ? *idx : top;

	for (; (call = graph_at(task, index)); index = graph_before(call, index)) {
		/* A tail call returns to the hook of who made it. */
		if ((retp && call->retp != retp) || call->ret == hook)
			continue;
		if (idx)
			*idx = graph_before(call, index);
		return call->ret;
	}
	return ret;
}

struct ftrace_ret_stack *ftrace_graph_get_ret_stack(struct task_struct *task,
						    int skip)
{
	struct ftrace_ret_stack *call;
	int index;

	if (!task->ret_stack)
		return NULL;
	index = FGRAPH_AT_TOP(READ_ONCE(task->curr_ret_stack));
	while ((call = graph_at(task, index)) && skip--)
		index = graph_before(call, index);
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
 * Calls that will never return, since an exception or a task's end cut them off:
 * those that stood further down on the stack that we are on.
 */
static bool graph_is_stale(const struct ftrace_ret_stack *call,
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
	int at;

	while (call->back && graph_is_stale(call, retp)) {
		fgraph_pop(task, call);
		call = fgraph_top(task);
	}
	at = READ_ONCE(task->curr_ret_stack);
	if (FGRAPH_AT_FREE(at) + need <= FGRAPH_WORDS)
		return false;
	atomic_inc(&task->trace_overrun);
	return true;
}
