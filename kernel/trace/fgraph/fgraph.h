/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The shadow stack, for who records calls and returns himself. Part of site.h.
 *
 * Each task has a block of long words: a struct fgraph_task, then the calls
 * that are on the way, the innermost last. A call is a struct ftrace_ret_stack
 * and behind it the data of its users: for each a word that says whose it is and
 * how much, and then so many words. The first call is none: it ends all searches.
 *
 * task_struct::curr_ret_stack tells in one word where the innermost call stands,
 * and from where on the block is free. Only the task itself changes its block,
 * and whoever interrupts it leaves that word as it was; what is free he may write
 * to. So a call is put there first and filled then, but for what it takes to walk
 * past it (ftrace_ret_stack.back): whoever might write to this place in between,
 * a call that came by an interrupt, would have written the same.
 */
#ifndef _KERNEL_TRACE_FGRAPH_H
#define _KERNEL_TRACE_FGRAPH_H

#include <linux/ftrace.h>

#include "../ftrace/ftrace.h"

#ifdef CONFIG_FUNCTION_GRAPH_TRACER

/* Of a task's block, in bytes, and of a call, in long words. */
#define FGRAPH_BYTES	8192
#define FGRAPH_WORDS	(FGRAPH_BYTES / sizeof(long))
#define FGRAPH_CALL		(sizeof(struct ftrace_ret_stack) / sizeof(long))

/* Whose data, how many words of it. */
#define FGRAPH_DATA(idx, words)	((idx) | (words) << 8)
#define FGRAPH_DATA_IDX(word)	((word) & 0xff)
#define FGRAPH_DATA_WORDS(word)	((word) >> 8)

/**
 * struct fgraph_task - what a shadow stack begins with
 * @var: one word for each user; zero when it registers
 * @slept: for how long this task did not run, ever since
 * @left: when it stopped running; 0 if it runs, or stopped before there was
 *	anybody who counted
 */
struct fgraph_task {
	unsigned long		var[FGRAPH_USERS_MAX];
	u64			slept;
	u64			left;
};

/* The index of the call that is none, and what is free when there is no other. */
#define FGRAPH_BOTTOM	(sizeof(struct fgraph_task) / sizeof(long))
#define FGRAPH_FIRST	(FGRAPH_BOTTOM + FGRAPH_CALL)

/* The word task_struct::curr_ret_stack. */
#define FGRAPH_AT(top, free)	((int)((top) | (free) << 16))
#define FGRAPH_AT_TOP(at)		((at) & 0xffff)
#define FGRAPH_AT_FREE(at)		((unsigned int)(at) >> 16)

/* Calls get this, so that none is taken for that of a user who came later. */
extern u16 fgraph_serial;

static __always_inline struct fgraph_task *
fgraph_task(struct task_struct *task)
{
	return (struct fgraph_task *)task->ret_stack;
}

/* The innermost call. */
static __always_inline struct ftrace_ret_stack *
fgraph_top(struct task_struct *task)
{
	int at = READ_ONCE(task->curr_ret_stack);

	return (void *)(task->ret_stack + FGRAPH_AT_TOP(at));
}

/* The one before it; its @back is zero if that is none. */
static __always_inline struct ftrace_ret_stack *
fgraph_before(struct ftrace_ret_stack *call)
{
	return (void *)call - call->back * sizeof(long);
}

/* Take it off, and whatever stands above it. */
static __always_inline void
fgraph_pop(struct task_struct *task, struct ftrace_ret_stack *call)
{
	unsigned int index = (unsigned long *)call - task->ret_stack;

	barrier();
	WRITE_ONCE(task->curr_ret_stack,
		   FGRAPH_AT(index - call->back, index));
}

/* May functions that this task calls be told? Context: any. */
static __always_inline bool fgraph_ready(struct task_struct *task)
{
	/* Pairs with graph_stack_give(). */
	return likely(smp_load_acquire(&task->ret_stack)) &&
	       likely(!atomic_read(&task->tracing_graph_pause));
}

/**
 * fgraph_joins - does the innermost call stand for this one?
 * @task: current
 * @idx: who asks
 * @ip: the site
 * @parent_ip: the caller, as the trampoline found it
 * @retp: where the return address stands
 *
 * It does if another user has put it there just before. If it was there before
 * the function was called, then this is a tail call of the same function: the
 * trampoline found the hook.
 *
 * Context: at a site.
 */
static __always_inline bool
fgraph_joins(struct task_struct *task, int idx, unsigned long ip,
	     unsigned long parent_ip, unsigned long *retp)
{
	unsigned long hook = (unsigned long)return_to_handler;
	struct ftrace_ret_stack *top;

	if (likely(READ_ONCE(*retp) != hook))
		return false;
	top = fgraph_top(task);
	if (top->retp != retp || top->func != ip || top->users & BIT(idx))
		return false;
	return parent_ip != hook || top->ret == hook;
}

/* What had no room is counted, unless calls that will never return take it. */
bool fgraph_overrun(struct task_struct *task, unsigned long *retp,
		    unsigned int need);

/* Room for a user's data behind the innermost call; NULL if there is none. */
static __always_inline unsigned long *
fgraph_extend(struct task_struct *task, int idx, unsigned int words)
{
	int at = READ_ONCE(task->curr_ret_stack);
	unsigned int free = FGRAPH_AT_FREE(at);
	unsigned long *data = task->ret_stack + free;

	if (unlikely(free + 1 + words > FGRAPH_WORDS))
		return NULL;
	WRITE_ONCE(task->curr_ret_stack,
		   FGRAPH_AT(FGRAPH_AT_TOP(at), free + 1 + words));
	barrier();
	*data = FGRAPH_DATA(idx, words);
	return data + 1;
}

/**
 * fgraph_push - put a call on the shadow stack, not yet for anybody
 * @task: current
 * @ip: the site
 * @retp: where the return address stands
 * @idx: whose data to make room for
 * @words: how much, in long words; 0 for none at all
 *
 * Who wants to be told of its return calls fgraph_accept(); if nobody does,
 * fgraph_pop() must follow.
 *
 * Context: at a site, when fgraph_joins() says no.
 * Return: the call, or NULL if there is no room.
 */
static __always_inline struct ftrace_ret_stack *
fgraph_push(struct task_struct *task, unsigned long ip,
	    unsigned long *retp, int idx, unsigned int words)
{
	unsigned int size = FGRAPH_CALL + (words ? 1 + words : 0);
	int at = READ_ONCE(task->curr_ret_stack);
	unsigned int free = FGRAPH_AT_FREE(at);
	struct ftrace_ret_stack *top, *call;

	if (unlikely(free + size > FGRAPH_WORDS)) {
		if (fgraph_overrun(task, retp, size))
			return NULL;
		at = READ_ONCE(task->curr_ret_stack);
		free = FGRAPH_AT_FREE(at);
	}
	top = (void *)(task->ret_stack + FGRAPH_AT_TOP(at));
	call = (void *)(task->ret_stack + free);
	WRITE_ONCE(call->back, free - FGRAPH_AT_TOP(at));
	barrier();
	WRITE_ONCE(task->curr_ret_stack, FGRAPH_AT(free, free + size));
	barrier();
	call->users = 0;
	call->serial = READ_ONCE(fgraph_serial);
	call->depth = top->depth + 1;
	call->func = ip;
	call->retp = retp;
	call->ret = READ_ONCE(*retp);
	if (words)
		*(unsigned long *)(call + 1) = FGRAPH_DATA(idx, words);
	return call;
}

/* The data that fgraph_push() made room for. */
static __always_inline void *fgraph_saved_data(struct ftrace_ret_stack *call)
{
	return (unsigned long *)(call + 1) + 1;
}

/* Have a user told of the return of the innermost call. Context: at its site. */
static __always_inline void
fgraph_accept(struct ftrace_ret_stack *call, int idx)
{
	call->users |= BIT(idx);
	barrier();
	WRITE_ONCE(*call->retp, (unsigned long)return_to_handler);
}

/**
 * fgraph_attach - let a user take part in shadow stacks
 * @gops: its retfunc is set, and is called from now on for calls that have the
 *	bit of its idx; its entryfunc and ops are not looked at
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY: too many; -ENOMEM.
 */
int fgraph_attach(struct fgraph_ops *gops);

/**
 * fgraph_bare - a user needs no guard against recursion
 * @gops: was attached; its retfunc calls nothing that may be traced but where the
 *	ring has a guard of its own
 *
 * Context: task.
 */
void fgraph_bare(struct fgraph_ops *gops);

/* A user's data behind the innermost call, if his is the first there. */
static __always_inline void *fgraph_first_data(struct ftrace_ret_stack *call,
					       int idx, unsigned int words)
{
	unsigned long *data = (unsigned long *)(call + 1);

	return likely(*data == FGRAPH_DATA(idx, words)) ? data + 1 : NULL;
}

/**
 * fgraph_detach - undo fgraph_attach()
 * @gops: nobody calls its ops any more, or will do so
 *
 * Context: task, may sleep. Nobody is inside @gops' callbacks on return, nor
 * in that of an ops that was unregistered before.
 */
void fgraph_detach(struct fgraph_ops *gops);

/* Whether fgraph_task.slept is kept up to date. Context: task, may sleep. */
int fgraph_sleep_get(void);
void fgraph_sleep_put(void);

#endif /* CONFIG_FUNCTION_GRAPH_TRACER */
#endif /* _KERNEL_TRACE_FGRAPH_H */
