// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks on the return of functions, for kretprobes and fprobes.
 *
 * A hook replaces the return address on the stack by that of a trampoline, and
 * stores the original one in a node on the task's list, newest first. Several
 * hooks of one call have the same frame: the oldest of them found the original
 * address on the stack, the others found that of the trampoline. So the nodes of
 * one call are those from the head of the list to the first node with an original
 * address.
 *
 * Nodes come from a pool that is allocated beforehand, because memory cannot be
 * allocated at the entry of an arbitrary function. A hook is stopped by clearing
 * its handler; the pool is freed when the last node in use was given back.
 */
#include <linux/bug.h>
#include <linux/kprobes.h>
#include <linux/llist.h>
#include <linux/objpool.h>
#include <linux/panic.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/rethook.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "internal.h"

static nokprobe_inline struct rethook_node *rethook_node_of(struct llist_node *entry)
{
	return llist_entry(entry, struct rethook_node, llist);
}

static nokprobe_inline bool rethook_node_has_caller(const struct rethook_node *node)
{
	return !is_rethook_trampoline(node->ret_addr);
}

/* The last object of the pool was released. */
static int rethook_pool_release(struct objpool_head *pool, void *rethook)
{
	kfree(rethook);
	return 0;
}

static int rethook_node_init(void *object, void *rethook)
{
	struct rethook_node *node = object;

	node->rethook = rethook;
	return 0;
}

/**
 * rethook_alloc - allocate a hook and its pool of nodes
 * @data: passed to @handler
 * @handler: called when a hooked function returns
 * @size: size of a node in bytes; struct rethook_node may be the first member of
 *	a larger structure
 * @num: number of nodes in the pool, that is, of calls that can be hooked at a
 *	time
 *
 * Context: task, may sleep.
 * Return: the hook, ERR_PTR(-EINVAL) or ERR_PTR(-ENOMEM).
 */
struct rethook *rethook_alloc(void *data, rethook_handler_t handler, int size, int num)
{
	struct rethook *rh;
	int ret;

	if (!handler || num <= 0 || size < (int)sizeof(struct rethook_node))
		return ERR_PTR(-EINVAL);

	rh = kzalloc(sizeof(*rh), GFP_KERNEL);
	if (!rh)
		return ERR_PTR(-ENOMEM);

	rh->data = data;
	rh->handler = (__force typeof(rh->handler))handler;
	ret = objpool_init(&rh->pool, num, size, GFP_KERNEL, rh, rethook_node_init,
			   rethook_pool_release);
	if (ret) {
		kfree(rh);
		return ERR_PTR(ret);
	}
	return rh;
}

/**
 * rethook_stop - have the handler of a hook not called any more
 * @rh: the hook
 *
 * Calls that are hooked still return through the trampoline.
 *
 * Context: any.
 */
void rethook_stop(struct rethook *rh)
{
	rcu_assign_pointer(rh->handler, NULL);
}

static void rethook_pool_fini(struct rcu_head *rcu)
{
	struct rethook *rh = container_of(rcu, struct rethook, rcu);

	objpool_fini(&rh->pool);
}

/**
 * rethook_free - stop a hook, and free it when no call is hooked any more
 * @rh: the hook
 *
 * Context: any that call_rcu() may be called in.
 */
void rethook_free(struct rethook *rh)
{
	rethook_stop(rh);
	/* A CPU that has read the handler may be about to take a node. */
	call_rcu(&rh->rcu, rethook_pool_fini);
}

/**
 * rethook_try_get - take a node for a function that was just entered
 * @rh: the hook
 *
 * Context: any, preemption disabled.
 * Return: a node for rethook_hook() or rethook_recycle(); NULL if the hook was
 * stopped or all nodes are in use.
 */
struct rethook_node *rethook_try_get(struct rethook *rh)
{
	return fgraph_rethook_get(rh);
}
EXPORT_SYMBOL_GPL(rethook_try_get);
NOKPROBE_SYMBOL(rethook_try_get);

static void rethook_node_drop(struct rcu_head *rcu)
{
	struct rethook_node *node = container_of(rcu, struct rethook_node, rcu);

	objpool_drop(node, &node->rethook->pool);
}

static nokprobe_inline void rethook_give_back(struct rethook_node *node)
{
	if (likely(rcu_access_pointer(node->rethook->handler)))
		objpool_push(node, &node->rethook->pool);
	else
		/*
		 * This may free the pool, and an unwinder may be reading the
		 * node.
		 */
		call_rcu(&node->rcu, rethook_node_drop);
}

/**
 * rethook_recycle - give a node back to its pool
 * @node: a node from rethook_try_get() that is not on a task's list
 *
 * Context: any, preemption disabled.
 */
void rethook_recycle(struct rethook_node *node)
{
	rethook_give_back(node);
}
EXPORT_SYMBOL_GPL(rethook_recycle);
NOKPROBE_SYMBOL(rethook_recycle);

/**
 * rethook_hook - replace the return address of the function that was just entered
 * @node: a node from rethook_try_get()
 * @regs: registers at the entry of the function
 * @mcount: the function was intercepted at its patch site
 *
 * Context: any, in the task that executes the function, preemption disabled.
 */
void rethook_hook(struct rethook_node *node, struct pt_regs *regs, bool mcount)
{
	fgraph_rethook_hook(node, regs, mcount);
}
EXPORT_SYMBOL_GPL(rethook_hook);
NOKPROBE_SYMBOL(rethook_hook);

/**
 * rethook_find_ret_addr - find the original return address of a hooked frame
 * @tsk: current, or another task
 * @frame: address on the stack where the trampoline's address was found
 * @cur: position of the search; NULL at first, then as set by this function
 *
 * Another task that is running changes its hooks, so none is found for it. A live patch looks
 * at such tasks, too, and tries again later.
 *
 * Context: any.
 * Return: the address, or 0 if no hook of @tsk has this frame.
 */
unsigned long rethook_find_ret_addr(struct task_struct *tsk, unsigned long frame,
				    struct llist_node **cur)
{
	struct llist_node *entry;

	if (WARN_ON_ONCE(!cur))
		return 0;
	if (tsk != current && task_is_running(tsk))
		return 0;

	entry = *cur ? (*cur)->next : tsk->rethooks.first;
	for (; entry; entry = entry->next) {
		struct rethook_node *node = rethook_node_of(entry);

		*cur = entry;
		if (node->frame == frame && rethook_node_has_caller(node))
			return node->ret_addr;
	}
	return 0;
}
EXPORT_SYMBOL_GPL(rethook_find_ret_addr);
NOKPROBE_SYMBOL(rethook_find_ret_addr);

/* Return the last one of the nodes that belong to the call which is returning. */
static nokprobe_inline struct rethook_node *rethook_find_oldest(void)
{
	struct llist_node *entry;

	for (entry = current->rethooks.first; entry; entry = entry->next)
		if (rethook_node_has_caller(rethook_node_of(entry)))
			return rethook_node_of(entry);
	return NULL;
}

static nokprobe_inline void rethook_call_handler(struct rethook_node *node, unsigned long ret_addr,
						 struct pt_regs *regs)
{
	/* The grace period protects the pool, not the handler, which is text. */
	rethook_handler_t handler = (__force rethook_handler_t)READ_ONCE(node->rethook->handler);

	if (handler)
		handler(node, node->rethook->data, ret_addr, regs);
}

static nokprobe_inline void rethook_recycle_list(struct llist_node *entry)
{
	struct llist_node *next;

	for (; entry; entry = next) {
		next = entry->next;
		rethook_give_back(rethook_node_of(entry));
	}
}

/**
 * arch_rethook_fixup_return - write the return address to where the trampoline expects it
 * @regs: registers at the return
 * @orig_ret_addr: the return address
 *
 * Defined by architectures that do not return to what rethook_trampoline_handler() returns.
 *
 * Context: as rethook_trampoline_handler(), preemption off.
 */
void __weak notrace arch_rethook_fixup_return(struct pt_regs *regs, unsigned long orig_ret_addr)
{
}

NOKPROBE_SYMBOL(arch_rethook_fixup_return);

/**
 * rethook_trampoline_handler - call the handlers of the call that is returning
 * @regs: registers at the return
 * @frame: address on the stack where the return address was
 *
 * Context: called by the trampoline of the architecture.
 * Return: the address to continue at.
 */
unsigned long __kprobes rethook_trampoline_handler(struct pt_regs *regs, unsigned long frame)
{
	struct rethook_node *oldest;
	struct llist_node *first, *entry;
	unsigned long ret_addr;

	oldest = rethook_find_oldest();
	/* Without the node there is no address to return to. */
	if (!oldest)
		panic("rethook: a return address of %s is lost\n", current->comm);
	ret_addr = oldest->ret_addr;
	/* Handlers see the instruction pointer after the return. */
	instruction_pointer_set(regs, ret_addr);

	preempt_disable_notrace();
	first = current->rethooks.first;
	for (entry = first; ; entry = entry->next) {
		rethook_call_handler(rethook_node_of(entry), ret_addr, regs);
		if (entry == &oldest->llist)
			break;
	}

	arch_rethook_fixup_return(regs, ret_addr);

	/* Up to here an unwinder in an interrupt needs the nodes. */
	current->rethooks.first = oldest->llist.next;
	oldest->llist.next = NULL;
	rethook_recycle_list(first);
	preempt_enable_notrace();

	return ret_addr;
}

/**
 * rethook_flush_task - give back the nodes of a task that exits
 * @tk: current
 *
 * The functions that are hooked in this task will not return.
 *
 * Context: task.
 */
void rethook_flush_task(struct task_struct *tk)
{
	preempt_disable_notrace();
	rethook_recycle_list(__llist_del_all(&tk->rethooks));
	preempt_enable_notrace();
}
