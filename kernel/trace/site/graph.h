/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The shadow stack, for who records calls and returns himself. Part of site.h.
 *
 * Each task has a block of long words: a struct site_graph_task, then the calls
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
#ifndef _KERNEL_TRACE_SITE_GRAPH_H
#define _KERNEL_TRACE_SITE_GRAPH_H

#include <linux/ftrace.h>

#ifdef CONFIG_FUNCTION_GRAPH_TRACER

/* Of a task's block, in bytes, and of a call, in long words. */
#define SITE_GRAPH_BYTES	8192
#define SITE_GRAPH_WORDS	(SITE_GRAPH_BYTES / sizeof(long))
#define SITE_GRAPH_CALL		(sizeof(struct ftrace_ret_stack) / sizeof(long))

/* Whose data, how many words of it. */
#define SITE_GRAPH_DATA(idx, words)	((idx) | (words) << 8)
#define SITE_GRAPH_DATA_IDX(word)	((word) & 0xff)
#define SITE_GRAPH_DATA_WORDS(word)	((word) >> 8)

/**
 * struct site_graph_task - what a shadow stack begins with
 * @var: one word for each user; zero when it registers
 * @slept: for how long this task did not run, ever since
 * @left: when it stopped running; 0 if it runs, or stopped before there was
 *	anybody who counted
 */
struct site_graph_task {
	unsigned long		var[FGRAPH_USERS_MAX];
	u64			slept;
	u64			left;
};

/* The index of the call that is none, and what is free when there is no other. */
#define SITE_GRAPH_BOTTOM	(sizeof(struct site_graph_task) / sizeof(long))
#define SITE_GRAPH_FIRST	(SITE_GRAPH_BOTTOM + SITE_GRAPH_CALL)

/* The word task_struct::curr_ret_stack. */
#define SITE_GRAPH_AT(top, free)	((int)((top) | (free) << 16))
#define SITE_GRAPH_AT_TOP(at)		((at) & 0xffff)
#define SITE_GRAPH_AT_FREE(at)		((unsigned int)(at) >> 16)

/* Calls get this, so that none is taken for that of a user who came later. */
extern u16 site_graph_serial;

static __always_inline struct site_graph_task *
site_graph_task(struct task_struct *task)
{
	return (struct site_graph_task *)task->ret_stack;
}

/* The innermost call. */
static __always_inline struct ftrace_ret_stack *
site_graph_top(struct task_struct *task)
{
	int at = READ_ONCE(task->curr_ret_stack);

	return (void *)(task->ret_stack + SITE_GRAPH_AT_TOP(at));
}

/* The one before it; its @back is zero if that is none. */
static __always_inline struct ftrace_ret_stack *
site_graph_before(struct ftrace_ret_stack *call)
{
	return (void *)call - call->back * sizeof(long);
}

/* Take it off, and whatever stands above it. */
static __always_inline void
site_graph_pop(struct task_struct *task, struct ftrace_ret_stack *call)
{
	unsigned int index = (unsigned long *)call - task->ret_stack;

	barrier();
	WRITE_ONCE(task->curr_ret_stack,
		   SITE_GRAPH_AT(index - call->back, index));
}

/* May functions that this task calls be told? Context: any. */
static __always_inline bool site_graph_ready(struct task_struct *task)
{
	/* Pairs with graph_stack_give(). */
	return likely(smp_load_acquire(&task->ret_stack)) &&
	       likely(!atomic_read(&task->tracing_graph_pause));
}

/**
 * site_graph_joins - does the innermost call stand for this one?
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
site_graph_joins(struct task_struct *task, int idx, unsigned long ip,
		 unsigned long parent_ip, unsigned long *retp)
{
	unsigned long hook = (unsigned long)return_to_handler;
	struct ftrace_ret_stack *top;

	if (likely(READ_ONCE(*retp) != hook))
		return false;
	top = site_graph_top(task);
	if (top->retp != retp || top->func != ip || top->users & BIT(idx))
		return false;
	return parent_ip != hook || top->ret == hook;
}

/* What had no room is counted, unless calls that will never return take it. */
bool site_graph_overrun(struct task_struct *task, unsigned long *retp,
			unsigned int need);

/* Room for a user's data behind the innermost call; NULL if there is none. */
static __always_inline unsigned long *
site_graph_extend(struct task_struct *task, int idx, unsigned int words)
{
	int at = READ_ONCE(task->curr_ret_stack);
	unsigned int free = SITE_GRAPH_AT_FREE(at);
	unsigned long *data = task->ret_stack + free;

	if (unlikely(free + 1 + words > SITE_GRAPH_WORDS))
		return NULL;
	WRITE_ONCE(task->curr_ret_stack,
		   SITE_GRAPH_AT(SITE_GRAPH_AT_TOP(at), free + 1 + words));
	barrier();
	*data = SITE_GRAPH_DATA(idx, words);
	return data + 1;
}

/**
 * site_graph_push - put a call on the shadow stack, not yet for anybody
 * @task: current
 * @ip: the site
 * @retp: where the return address stands
 * @idx: whose data to make room for
 * @words: how much, in long words; 0 for none at all
 *
 * Who wants to be told of its return calls site_graph_accept(); if nobody does,
 * site_graph_pop() must follow.
 *
 * Context: at a site, when site_graph_joins() says no.
 * Return: the call, or NULL if there is no room.
 */
static __always_inline struct ftrace_ret_stack *
site_graph_push(struct task_struct *task, unsigned long ip,
		unsigned long *retp, int idx, unsigned int words)
{
	unsigned int size = SITE_GRAPH_CALL + (words ? 1 + words : 0);
	int at = READ_ONCE(task->curr_ret_stack);
	unsigned int free = SITE_GRAPH_AT_FREE(at);
	struct ftrace_ret_stack *top, *call;

	if (unlikely(free + size > SITE_GRAPH_WORDS)) {
		if (site_graph_overrun(task, retp, size))
			return NULL;
		at = READ_ONCE(task->curr_ret_stack);
		free = SITE_GRAPH_AT_FREE(at);
	}
	top = (void *)(task->ret_stack + SITE_GRAPH_AT_TOP(at));
	call = (void *)(task->ret_stack + free);
	WRITE_ONCE(call->back, free - SITE_GRAPH_AT_TOP(at));
	barrier();
	WRITE_ONCE(task->curr_ret_stack, SITE_GRAPH_AT(free, free + size));
	barrier();
	call->users = 0;
	call->serial = READ_ONCE(site_graph_serial);
	call->depth = top->depth + 1;
	call->func = ip;
	call->retp = retp;
	call->ret = READ_ONCE(*retp);
	if (words)
		*(unsigned long *)(call + 1) = SITE_GRAPH_DATA(idx, words);
	return call;
}

/* The data that site_graph_push() made room for. */
static __always_inline void *site_graph_data(struct ftrace_ret_stack *call)
{
	return (unsigned long *)(call + 1) + 1;
}

/* Have a user told of the return of the innermost call. Context: at its site. */
static __always_inline void
site_graph_accept(struct ftrace_ret_stack *call, int idx)
{
	call->users |= BIT(idx);
	barrier();
	WRITE_ONCE(*call->retp, (unsigned long)return_to_handler);
}

/**
 * site_graph_attach - let a user take part in shadow stacks
 * @gops: its retfunc is set, and is called from now on for calls that have the
 *	bit of its idx; its entryfunc and ops are not looked at
 *
 * Context: task, may sleep.
 * Return: 0; -EBUSY: too many; -ENOMEM.
 */
int site_graph_attach(struct fgraph_ops *gops);

/**
 * site_graph_bare - a user needs no guard against recursion
 * @gops: was attached; its retfunc calls nothing that may be traced but where the
 *	ring has a guard of its own
 *
 * Context: task.
 */
void site_graph_bare(struct fgraph_ops *gops);

/* A user's data behind the innermost call, if his is the first there. */
static __always_inline void *site_graph_first_data(struct ftrace_ret_stack *call,
						   int idx, unsigned int words)
{
	unsigned long *data = (unsigned long *)(call + 1);

	return likely(*data == SITE_GRAPH_DATA(idx, words)) ? data + 1 : NULL;
}

/**
 * site_graph_detach - undo site_graph_attach()
 * @gops: nobody calls its ops any more, or will do so
 *
 * Context: task, may sleep. Nobody is inside @gops' callbacks on return, nor
 * in that of an ops that was unregistered before.
 */
void site_graph_detach(struct fgraph_ops *gops);

/*
 * What set_graph_function and set_graph_notrace (@deny) list, max_graph_depth
 * (0: any depth), and whether there is any of that at all. Context: any.
 */
extern unsigned int site_graph_max_depth;
extern bool site_graph_ask;
bool site_graph_lists(bool deny);
bool site_graph_listed(unsigned long ip, bool deny);

/**
 * site_graph_list_word - do what a word in one of the two files says
 * @word: a name or a glob; a leading '!' takes away instead
 * @deny: set_graph_notrace rather than set_graph_function
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL: nothing matches, or none that was listed; -ENOMEM; -ENODEV.
 */
int site_graph_list_word(const char *word, bool deny);
void site_graph_list_clear(bool deny);

/* Open it for reading; release with seq_release_private(). 0 or an errno. */
int site_graph_list_open(struct file *file, bool deny);

void site_graph_depth_set(unsigned int depth);

/* Whether site_graph_task.slept is kept up to date. Context: task, may sleep. */
int site_graph_sleep_get(void);
void site_graph_sleep_put(void);

#endif /* CONFIG_FUNCTION_GRAPH_TRACER */
#endif /* _KERNEL_TRACE_SITE_GRAPH_H */
