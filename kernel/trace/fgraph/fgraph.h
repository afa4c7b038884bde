/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fgraph/: function graph, return hooks and fprobes.
 *
 * Owns:     the shadow stack of each task; the users of function graph
 *           (struct fgraph_ops); rethooks, which kretprobes are based on; fprobes.
 * Layer:    2, uses lib, ftrace and tracepoint.
 * Contexts: entry and return callbacks run in any context, including NMI, with
 *           preemption disabled. All control functions are called in task context
 *           and may sleep.
 * Locks:    fgraph_lock > cpus_read_lock(), tasklist_lock > shadow_stack_assign_lock;
 *           sleep_time_lock > tasklist_lock. ftrace_lock is never taken within
 *           fgraph_lock.
 *
 * This header also has the inline functions by which graph tracers put calls on
 * the shadow stack themselves.
 *
 * The shadow stack of a task is a block of long words: a struct fgraph_task, then
 * the active calls, the innermost call last. A call is a struct ftrace_ret_stack
 * and the data of its users after that; the data of each user is a header word
 * with the user's index and the number of words, then the words themselves. The
 * first call is a sentinel, which ends all searches.
 *
 * task_struct::curr_ret_stack holds the position in one word: the number of calls,
 * the index of the innermost call, and the index of the first free word. Only the
 * task itself modifies its stack. Interrupts restore the position before they
 * return, but may write to all free words. Therefore space is reserved first and
 * filled after that, except for ftrace_ret_stack.from, the position before the
 * call, which is needed to walk past a call. This member is written before the
 * space is reserved; an interrupt in between can only push a call at the same
 * position and thus write the same value.
 */
#ifndef _KERNEL_TRACE_FGRAPH_H
#define _KERNEL_TRACE_FGRAPH_H

#include <linux/ftrace.h>

#include "../ftrace/ftrace.h"

#ifdef CONFIG_FUNCTION_GRAPH_TRACER

/* Size of a shadow stack in bytes and words, and of a call in words. */
#define FGRAPH_BYTES	8192
#define FGRAPH_WORDS	(FGRAPH_BYTES / sizeof(long))
#define FGRAPH_CALL		(sizeof(struct ftrace_ret_stack) / sizeof(long))

/* Header word of a user's data: index of the user, and number of words. */
#define FGRAPH_DATA(idx, words)	((idx) | (words) << 8)
#define FGRAPH_DATA_IDX(word)	((word) & 0xff)
#define FGRAPH_DATA_WORDS(word)	((word) >> 8)

/**
 * struct fgraph_task - the head of a shadow stack
 * @var: one word for each user; zero when the user registers
 * @slept: total time that the task did not run while that was measured, in ns
 * @switched_out: time when the task was switched out, in ns; 0 if it is running,
 *	or if that was not measured then
 * @entry: the callback at a site that fgraph_enter() is calling now, or NULL
 */
struct fgraph_task {
	unsigned long		var[FGRAPH_USERS_MAX];
	u64			slept;
	u64			switched_out;
#ifdef CONFIG_FTRACE_ARCH_GENERIC
	struct fgraph_entry	*entry;
#endif
};

/* Index of the sentinel call, and of the first free word of an empty stack. */
#define FGRAPH_BOTTOM	(sizeof(struct fgraph_task) / sizeof(long))
#define FGRAPH_FIRST	(FGRAPH_BOTTOM + FGRAPH_CALL)

/*
 * The value of task_struct::curr_ret_stack: the number of calls in bits 0 to 8, the
 * index of the innermost one in bits 9 to 19, that of the first free word above.
 */
#define FGRAPH_POS(depth, top, free)	((depth) | (top) << 9 | (free) << 20)
#define FGRAPH_POS_DEPTH(at)	((at) & 0x1ff)
#define FGRAPH_POS_TOP(at)	(((at) >> 9) & 0x7ff)
#define FGRAPH_POS_FREE(at)	((unsigned int)(at) >> 20)
static_assert(FGRAPH_WORDS <= 0x800 && FGRAPH_WORDS / FGRAPH_CALL <= 0x200);

/**
 * fgraph_pos_push - compute the position after a call was pushed
 * @at: the position before
 * @size: size of the call and its data in words
 *
 * Context: any.
 * Return: the position.
 */
static __always_inline unsigned int fgraph_pos_push(unsigned int at, unsigned int size)
{
	return FGRAPH_POS_FREE(at) * FGRAPH_POS(0U, 1U, 1U) + FGRAPH_POS_DEPTH(at) +
	       FGRAPH_POS(1U, 0U, size);
}

/*
 * ftrace_ret_stack.key: a bit for each user whose retfunc is called, and a serial
 * number, so that a call is not passed to a user that registered later. With
 * FGRAPH_KEY_INDIRECT the return is never passed to struct fgraph_direct.
 */
#define FGRAPH_KEY_USERS	GENMASK(FGRAPH_USERS_MAX - 1, 0)
#define FGRAPH_KEY_SERIAL	GENMASK(30, 16)
#define FGRAPH_KEY_SERIAL_STEP	BIT(16)
#define FGRAPH_KEY_INDIRECT	BIT(31)

/* The serial number of new calls, in the bits of FGRAPH_KEY_SERIAL. */
extern u32 fgraph_serial;

/**
 * struct fgraph_direct - callback for the returns of calls that have one user
 * @key: ftrace_ret_stack.key of the calls that the user pushes now. Written by
 *	fgraph/ while the user is registered
 * @ret: called instead of &fgraph_ops.retfunc at the return of a call with the same
 *	key while no other user is registered. The data of the user is the first data
 *	of the call. @ret calls fgraph_return_to() and returns the value of that. It is
 *	called with preemption disabled, and enables it
 */
struct fgraph_direct {
	u32		key;
	unsigned long	(*ret)(struct fgraph_direct *direct,
			       struct ftrace_ret_stack *call, unsigned long retval);
};

/**
 * fgraph_task - get the head of a task's shadow stack
 * @task: a task with a shadow stack
 *
 * Context: any.
 * Return: the head.
 */
static __always_inline struct fgraph_task *
fgraph_task(struct task_struct *task)
{
	return (struct fgraph_task *)task->ret_stack;
}

/**
 * fgraph_top - get the innermost call of a task
 * @task: a task with a shadow stack
 *
 * Context: any.
 * Return: the call, or the sentinel, whose @from is 0.
 */
static __always_inline struct ftrace_ret_stack *
fgraph_top(struct task_struct *task)
{
	unsigned int at = READ_ONCE(task->curr_ret_stack);

	return (void *)(task->ret_stack + FGRAPH_POS_TOP(at));
}

/**
 * fgraph_before - get the caller of a call
 * @task: the task
 * @call: a call of @task that is not the sentinel
 *
 * Context: any.
 * Return: the call before @call, or the sentinel, whose @from is 0.
 */
static __always_inline struct ftrace_ret_stack *
fgraph_before(struct task_struct *task, struct ftrace_ret_stack *call)
{
	return (void *)(task->ret_stack + FGRAPH_POS_TOP(call->from));
}

/**
 * fgraph_depth - get the number of outer calls
 * @call: a call that is not the sentinel
 *
 * Context: any.
 * Return: the number of calls of the task outside of @call.
 */
static __always_inline int fgraph_depth(const struct ftrace_ret_stack *call)
{
	return FGRAPH_POS_DEPTH(call->from);
}

/**
 * fgraph_pop - remove a call, and all calls that are further in
 * @task: current
 * @call: the call
 *
 * Context: any.
 */
static __always_inline void
fgraph_pop(struct task_struct *task, struct ftrace_ret_stack *call)
{
	barrier();
	WRITE_ONCE(task->curr_ret_stack, call->from);
}

/**
 * fgraph_can_trace - check whether calls of a task may be traced
 * @task: current
 *
 * Context: any.
 * Return: true if @task has a shadow stack, and tracing is not paused for it.
 */
static __always_inline bool fgraph_can_trace(struct task_struct *task)
{
	/* Pairs with shadow_stack_install(). */
	return likely(smp_load_acquire(&task->ret_stack)) &&
	       likely(!atomic_read(&task->tracing_graph_pause));
}

/*
 * Where the return address of a call is: on x86, in a slot of the stack, whose address also
 * identifies the frame. Other architectures have it in a register at the site, and pass its value
 * to function_graph_enter() together with an address that identifies the frame.
 */
#ifdef CONFIG_FTRACE_ARCH_GENERIC
/**
 * struct fgraph_entry - a callback at a site, while the architecture handles the call
 * @func: the callback
 * @parent_ip: its argument
 * @ops: its argument
 * @fregs: its argument
 * @retp: what identifies the frame of the caller
 * @ret: the return address, which the architecture replaces by that of return_to_handler() if
 *	the callback did so
 */
struct fgraph_entry {
	ftrace_func_t		func;
	unsigned long		parent_ip;
	struct ftrace_ops	*ops;
	struct ftrace_regs	*fregs;
	unsigned long		*retp;
	unsigned long		ret;
};

bool fgraph_enter(ftrace_func_t func, unsigned long ip, unsigned long parent_ip,
		  struct ftrace_ops *ops, struct ftrace_regs *fregs);

/* The kernel-doc of these functions is below, at those for x86. */
static __always_inline unsigned long *fgraph_entry_retp(struct ftrace_regs *fregs)
{
	struct fgraph_task *head = fgraph_task(current);

	return head && head->entry ? head->entry->retp : NULL;
}

static __always_inline unsigned long *fgraph_slot(unsigned long *retp)
{
	return &fgraph_task(current)->entry->ret;
}

static __always_inline void fgraph_restore(struct ftrace_ret_stack *call, unsigned long to) { }
#else
/**
 * fgraph_enter - have the architecture call a callback again, with access to the return address
 * @func: the callback, which calls this function
 * @ip: argument of @func
 * @parent_ip: argument of @func
 * @ops: argument of @func
 * @fregs: argument of @func
 *
 * Context: callback at a site.
 * Return: true if @func was called with the same arguments and has done everything, or if the
 * call cannot be traced; false if it was called from here, or if fgraph_entry_retp() does not
 * depend on this.
 */
static __always_inline bool fgraph_enter(ftrace_func_t func, unsigned long ip,
					 unsigned long parent_ip, struct ftrace_ops *ops,
					 struct ftrace_regs *fregs)
{
	return false;
}

/**
 * fgraph_entry_retp - get what identifies the frame of the caller
 * @fregs: argument of the callback
 *
 * Context: callback at a site, after fgraph_enter() has returned false.
 * Return: the address of the return address on the stack, or what the architecture uses.
 */
static __always_inline unsigned long *fgraph_entry_retp(struct ftrace_regs *fregs)
{
	return (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
}

/**
 * fgraph_slot - get where the return address of the present call is read and replaced
 * @retp: fgraph_entry_retp() of the call
 *
 * Context: callback at a site, after fgraph_enter() has returned false.
 * Return: address of the return address.
 */
static __always_inline unsigned long *fgraph_slot(unsigned long *retp)
{
	return retp;
}

/**
 * fgraph_restore - put the address back to which a hooked function returns
 * @call: the call that returns
 * @to: the address; where the return address is not on the stack, the architecture returns to it
 *
 * Context: return of @call.
 */
static __always_inline void fgraph_restore(struct ftrace_ret_stack *call, unsigned long to)
{
	/* Until the address is restored, unwinders look it up in the call. */
	WRITE_ONCE(*call->retp, to);
}
#endif

/**
 * fgraph_return_to - remove the innermost call, which returns
 * @task: current
 * @call: the call
 *
 * Context: return of @call.
 * Return: the address to return to, which also replaces the hook on the stack.
 */
static __always_inline unsigned long
fgraph_return_to(struct task_struct *task, struct ftrace_ret_stack *call)
{
	unsigned long to = call->ret;

	fgraph_restore(call, to);
	fgraph_pop(task, call);
	return to;
}

/**
 * fgraph_is_hooked - check whether a return address is that of a hook
 * @retp: address of the return address on the stack
 *
 * Context: callback at a site.
 * Return: true if a user has pushed the call already, or after a tail call.
 */
static __always_inline bool fgraph_is_hooked(unsigned long *retp)
{
	return READ_ONCE(*fgraph_slot(retp)) == (unsigned long)return_to_handler;
}

/**
 * fgraph_top_matches - check whether the innermost call is the present one
 * @task: current
 * @idx: index of the user
 * @ip: address of the site
 * @parent_ip: the return address, as the trampoline found it
 * @retp: address of the return address on the stack
 *
 * That is so if another user has pushed the call at this site. If the return
 * address was a hook already when the function was called, the function was
 * entered by a tail call, and the innermost call may be an outer one of the same
 * function; it is the present one only if it returns to a hook itself.
 *
 * Context: callback at a site.
 * Return: true if the innermost call is the present one, and does not belong to
 * user @idx yet.
 */
static __always_inline bool
fgraph_top_matches(struct task_struct *task, int idx, unsigned long ip,
		   unsigned long parent_ip, unsigned long *retp)
{
	unsigned long hook = (unsigned long)return_to_handler;
	struct ftrace_ret_stack *top;

	if (likely(!fgraph_is_hooked(retp)))
		return false;
	top = fgraph_top(task);
	if (top->retp != retp || top->func != ip || top->key & BIT(idx))
		return false;
	return parent_ip != hook || top->ret == hook;
}

/**
 * fgraph_overrun - handle the lack of space on a shadow stack
 * @task: current
 * @retp: address of the return address on the stack
 * @need: number of words that are needed
 *
 * Calls that will never return are removed. If that is not enough, the lost call
 * is counted.
 *
 * Context: callback at a site.
 * Return: false if there is enough space now.
 */
bool fgraph_overrun(struct task_struct *task, unsigned long *retp,
		    unsigned int need);

/**
 * fgraph_call_ret_addr - get the address to which the caller of a call returns
 * @task: current
 * @call: one of its calls
 *
 * Context: any.
 * Return: the return address of @call. If a tail call made @call, that is a hook, and the return
 * address of the function which made the tail call is returned.
 */
unsigned long fgraph_call_ret_addr(struct task_struct *task, struct ftrace_ret_stack *call);

/**
 * fgraph_reserve_words - reserve space for a user's data in the innermost call
 * @task: current
 * @idx: index of the user
 * @words: number of words
 *
 * Context: callback at a site.
 * Return: the data, or NULL if there is not enough space.
 */
static __always_inline unsigned long *
fgraph_reserve_words(struct task_struct *task, int idx, unsigned int words)
{
	unsigned int at = READ_ONCE(task->curr_ret_stack);
	unsigned int free = FGRAPH_POS_FREE(at);
	unsigned long *data = task->ret_stack + free;

	if (unlikely(free + 1 + words > FGRAPH_WORDS))
		return NULL;
	WRITE_ONCE(task->curr_ret_stack, at + FGRAPH_POS(0U, 0U, 1 + words));
	barrier();
	*data = FGRAPH_DATA(idx, words);
	return data + 1;
}

/**
 * fgraph_call_size - compute the size of a call
 * @words: number of words of data of one user; 0 for none
 *
 * Context: any.
 * Return: size in words.
 */
static __always_inline unsigned int fgraph_call_size(unsigned int words)
{
	return FGRAPH_CALL + (words ? 1 + words : 0);
}

/**
 * fgraph_has_space - check for space for a call on the shadow stack
 * @task: current
 * @words: number of words of data
 *
 * Context: callback at a site.
 * Return: true if fgraph_push_at() can be called.
 */
static __always_inline bool fgraph_has_space(struct task_struct *task, unsigned int words)
{
	unsigned int at = READ_ONCE(task->curr_ret_stack);

	return FGRAPH_POS_FREE(at) + fgraph_call_size(words) <= FGRAPH_WORDS;
}

/**
 * fgraph_push_at - push a call onto the shadow stack, which has space for it
 * @task: current
 * @ip: address of the site
 * @retp: address of the return address on the stack
 * @key: ftrace_ret_stack.key
 * @idx: index of the user whose data is reserved
 * @words: number of words of data; 0 for none
 *
 * Context: callback at a site, if fgraph_has_space() returned true and
 * fgraph_top_matches() false.
 * Return: the call.
 */
static __always_inline struct ftrace_ret_stack *
fgraph_push_at(struct task_struct *task, unsigned long ip, unsigned long *retp, u32 key,
	       int idx, unsigned int words)
{
	unsigned int at = READ_ONCE(task->curr_ret_stack);
	struct ftrace_ret_stack *call = (void *)(task->ret_stack + FGRAPH_POS_FREE(at));

	WRITE_ONCE(call->from, at);
	barrier();
	WRITE_ONCE(task->curr_ret_stack, fgraph_pos_push(at, fgraph_call_size(words)));
	barrier();
	call->key = key;
	call->func = ip;
	call->retp = retp;
	call->ret = READ_ONCE(*fgraph_slot(retp));
	if (words)
		*(unsigned long *)(call + 1) = FGRAPH_DATA(idx, words);
	return call;
}

/**
 * fgraph_push - push a call onto the shadow stack, without a user
 * @task: current
 * @ip: address of the site
 * @retp: address of the return address on the stack
 * @idx: index of the user whose data is reserved
 * @words: number of words of data; 0 for none
 *
 * A user that needs the return of the call calls fgraph_hook_return(). If no user
 * does, fgraph_pop() must follow.
 *
 * Context: callback at a site, if fgraph_top_matches() returned false.
 * Return: the call, or NULL if there is not enough space.
 */
static __always_inline struct ftrace_ret_stack *
fgraph_push(struct task_struct *task, unsigned long ip,
	    unsigned long *retp, int idx, unsigned int words)
{
	if (unlikely(!fgraph_has_space(task, words)) &&
	    fgraph_overrun(task, retp, fgraph_call_size(words)))
		return NULL;
	return fgraph_push_at(task, ip, retp, READ_ONCE(fgraph_serial), idx, words);
}

/**
 * fgraph_saved_data - get the data that was reserved when a call was pushed
 * @call: the call
 *
 * Context: any.
 * Return: the data.
 */
static __always_inline void *fgraph_saved_data(struct ftrace_ret_stack *call)
{
	return (unsigned long *)(call + 1) + 1;
}

/**
 * fgraph_hook - let the innermost call return to return_to_handler()
 * @call: the innermost call, whose key has the bit of a user
 *
 * Context: callback at the site of @call.
 */
static __always_inline void fgraph_hook(struct ftrace_ret_stack *call)
{
	barrier();
	WRITE_ONCE(*fgraph_slot(call->retp), (unsigned long)return_to_handler);
}

/**
 * fgraph_hook_return - have a user's retfunc called when the innermost call returns
 * @call: the innermost call
 * @idx: index of the user
 *
 * Context: callback at the site of @call.
 */
static __always_inline void
fgraph_hook_return(struct ftrace_ret_stack *call, int idx)
{
	call->key |= BIT(idx);
	fgraph_hook(call);
}

/**
 * fgraph_fill_ret - describe the return of a call
 * @ret: all but the times is set
 * @task: current
 * @call: the innermost call
 * @retval: return value of the function
 *
 * Context: return of @call.
 */
static __always_inline void
fgraph_fill_ret(struct ftrace_graph_ret *ret, struct task_struct *task,
		struct ftrace_ret_stack *call, unsigned long retval)
{
	ret->func = call->func;
#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
	ret->retval = retval;
#endif
	ret->depth = fgraph_depth(call);
	ret->overrun = atomic_read(&task->trace_overrun);
}

/**
 * fgraph_attach - register a user that pushes calls itself
 * @gops: its @retfunc is called for all calls that have the bit of its @idx set,
 *	which this function assigns; its @entryfunc and @ops are not used
 *
 * Context: task, may sleep; takes fgraph_lock.
 * If users are leaving, it may wait for them.
 *
 * Return: 0; -EBUSY if FGRAPH_USERS_MAX users are registered; -ENOMEM.
 */
int fgraph_attach(struct fgraph_ops *gops);

/**
 * fgraph_attach_direct - fgraph_attach() for a user with a callback for direct returns
 * @gops: the user
 * @direct: @ret was set; NULL for none. May be read until fgraph_left(), or until
 *	fgraph_detach() has returned
 *
 * Both @direct->ret and the retfunc of @gops are called without a guard against
 * recursion, as after fgraph_set_unguarded().
 *
 * Context: as fgraph_attach().
 * Return: as fgraph_attach().
 */
int fgraph_attach_direct(struct fgraph_ops *gops, struct fgraph_direct *direct);

/**
 * fgraph_set_unguarded - call a user's retfunc without a guard against recursion
 * @gops: a user that was attached. Its retfunc calls no function that may be
 *	traced, except from within the ring buffer, which has a guard of its own.
 *
 * Context: task.
 */
void fgraph_set_unguarded(struct fgraph_ops *gops);

/**
 * fgraph_first_data - get the data of a user if it is the first data of a call
 * @call: the innermost call
 * @idx: index of the user
 * @words: number of words that the user has reserved
 *
 * Context: return of @call.
 * Return: the data, or NULL if other data is first.
 */
static __always_inline void *fgraph_first_data(struct ftrace_ret_stack *call,
					       int idx, unsigned int words)
{
	unsigned long *data = (unsigned long *)(call + 1);

	return likely(*data == FGRAPH_DATA(idx, words)) ? data + 1 : NULL;
}

/**
 * fgraph_detach - undo fgraph_attach()
 * @gops: the user; no ops calls fgraph_push() for it any more
 *
 * Context: task, may sleep; takes fgraph_lock. No CPU is in the callbacks of
 * @gops on return, nor in the callback of an ops that was unregistered before.
 */
void fgraph_detach(struct fgraph_ops *gops);

/**
 * fgraph_leave - the first part of fgraph_detach(), which does not wait
 * @gops: the user; no ops calls fgraph_push() for it any more
 *
 * Callbacks of @gops may still run, and use its index, until fgraph_left().
 *
 * Context: task, may sleep; takes fgraph_lock.
 */
void fgraph_leave(struct fgraph_ops *gops);

/**
 * fgraph_left - the second part of fgraph_detach()
 * @gops: the user, for which fgraph_leave() was called and whose callbacks have
 *	ended, as when trace_defer() calls a function
 *
 * Context: task, may sleep; takes fgraph_lock.
 */
void fgraph_left(struct fgraph_ops *gops);

int fgraph_sleep_time_get(void);
void fgraph_sleep_time_put(void);

#endif /* CONFIG_FUNCTION_GRAPH_TRACER */

struct fprobe;

int fprobe_detach(struct fprobe *fp);
void fprobe_release(struct fprobe *fp);

#endif /* _KERNEL_TRACE_FGRAPH_H */
