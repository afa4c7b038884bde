// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks on the return of functions: what kretprobes stand on.
 *
 * A hook replaces the return address on the stack by that of a trampoline, and
 * remembers the right one in a node on the task's own list, newest first. Several
 * hooks of one call share a frame: the oldest of them found the right address on
 * the stack, those above it found the trampoline's. So a frame's nodes end, seen
 * from the head of the list, at the first node that holds a right address.
 *
 * Nodes come from a pool that is filled beforehand, for the entry of a function is
 * no place to allocate. A hook is retired by taking its handler away; the pool goes
 * when the last node that was out has come back.
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

static nokprobe_inline struct rethook_node *node_of(struct llist_node *entry)
{
	return llist_entry(entry, struct rethook_node, llist);
}

static nokprobe_inline bool holds_right_address(const struct rethook_node *node)
{
	return !is_rethook_trampoline(node->ret_addr);
}

/* The pool's last object is gone. */
static int pool_released(struct objpool_head *pool, void *rethook)
{
	kfree(rethook);
	return 0;
}

static int node_prepare(void *object, void *rethook)
{
	struct rethook_node *node = object;

	node->rethook = rethook;
	return 0;
}

/**
 * rethook_alloc - make a hook and its pool of nodes
 * @data: handed to @handler
 * @handler: called when a hooked function returns
 * @size: bytes of a node, which may be embedded at the start of something larger
 * @num: nodes in the pool, that is, calls that can be out at a time
 *
 * Context: task, may sleep.
 * Return: the hook, or an ERR_PTR.
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
	ret = objpool_init(&rh->pool, num, size, GFP_KERNEL, rh, node_prepare, pool_released);
	if (ret) {
		kfree(rh);
		return ERR_PTR(ret);
	}
	return rh;
}

/**
 * rethook_stop - let a hook's handler not be called any more
 * @rh: the hook
 *
 * Calls that are out still return through the trampoline.
 *
 * Context: any.
 */
void rethook_stop(struct rethook *rh)
{
	rcu_assign_pointer(rh->handler, NULL);
}

static void retire(struct rcu_head *rcu)
{
	struct rethook *rh = container_of(rcu, struct rethook, rcu);

	objpool_fini(&rh->pool);
}

/**
 * rethook_free - stop a hook and free it once nothing is out
 * @rh: the hook
 *
 * Context: any that call_rcu() may be called from.
 */
void rethook_free(struct rethook *rh)
{
	rethook_stop(rh);
	/* Whoever saw the handler may be taking a node just now. */
	call_rcu(&rh->rcu, retire);
}

/**
 * rethook_try_get - take a node for a function that was just entered
 * @rh: the hook
 *
 * Context: any, preemption disabled.
 * Return: a node for rethook_hook() or rethook_recycle(); NULL when the hook is
 * stopped or all nodes are out.
 */
struct rethook_node *rethook_try_get(struct rethook *rh)
{
	/* A grace period would not wait for us in the idle loop. */
	if (unlikely(!rcu_is_watching()))
		return NULL;
	if (unlikely(!rcu_access_pointer(rh->handler)))
		return NULL;
	return objpool_pop(&rh->pool);
}
EXPORT_SYMBOL_GPL(rethook_try_get);
NOKPROBE_SYMBOL(rethook_try_get);

static void node_drop(struct rcu_head *rcu)
{
	struct rethook_node *node = container_of(rcu, struct rethook_node, rcu);

	objpool_drop(node, &node->rethook->pool);
}

/**
 * rethook_recycle - give a node back
 * @node: from rethook_try_get(), on no list
 *
 * Context: any, preemption disabled.
 */
void rethook_recycle(struct rethook_node *node)
{
	if (likely(rcu_access_pointer(node->rethook->handler)))
		objpool_push(node, &node->rethook->pool);
	else
		/* Its memory may go with it, and an unwinder may stand on it. */
		call_rcu(&node->rcu, node_drop);
}
EXPORT_SYMBOL_GPL(rethook_recycle);
NOKPROBE_SYMBOL(rethook_recycle);

/**
 * rethook_hook - replace the return address of the function just entered
 * @node: from rethook_try_get()
 * @regs: registers as they were on entry
 * @mcount: whether control came by a function's mcount site
 *
 * Context: any, in the task whose function it is, preemption disabled.
 */
void rethook_hook(struct rethook_node *node, struct pt_regs *regs, bool mcount)
{
	arch_rethook_prepare(node, regs, mcount);
	/* Only this task, or what interrupts it and undoes its own, is at this list. */
	__llist_add(&node->llist, &current->rethooks);
}
EXPORT_SYMBOL_GPL(rethook_hook);
NOKPROBE_SYMBOL(rethook_hook);

/**
 * rethook_find_ret_addr - the address that a hooked frame really returns to
 * @tsk: current, or a task that does not run
 * @frame: where on its stack the trampoline's address was found
 * @cur: where the search stands: NULL at first, then as this function left it
 *
 * Context: any.
 * Return: the address, 0 when no hook of this task knows the frame.
 */
unsigned long rethook_find_ret_addr(struct task_struct *tsk, unsigned long frame,
				    struct llist_node **cur)
{
	struct llist_node *entry;

	if (WARN_ON_ONCE(!cur))
		return 0;
	if (tsk != current && WARN_ON_ONCE(task_is_running(tsk)))
		return 0;

	entry = *cur ? (*cur)->next : tsk->rethooks.first;
	for (; entry; entry = entry->next) {
		struct rethook_node *node = node_of(entry);

		*cur = entry;
		if (node->frame == frame && holds_right_address(node))
			return node->ret_addr;
	}
	return 0;
}
EXPORT_SYMBOL_GPL(rethook_find_ret_addr);
NOKPROBE_SYMBOL(rethook_find_ret_addr);

/* The last of the nodes that hooked the call which is returning now. */
static nokprobe_inline struct rethook_node *oldest_of_this_call(void)
{
	struct llist_node *entry;

	for (entry = current->rethooks.first; entry; entry = entry->next)
		if (holds_right_address(node_of(entry)))
			return node_of(entry);
	return NULL;
}

static nokprobe_inline void call_handler(struct rethook_node *node, unsigned long ret_addr,
					 struct pt_regs *regs)
{
	/* What is called is text: a grace period guards the pool, not the pointer. */
	rethook_handler_t handler = (__force rethook_handler_t)READ_ONCE(node->rethook->handler);

	if (handler)
		handler(node, node->rethook->data, ret_addr, regs);
}

static nokprobe_inline void recycle_all(struct llist_node *entry)
{
	struct llist_node *next;

	for (; entry; entry = next) {
		next = entry->next;
		rethook_recycle(node_of(entry));
	}
}

/**
 * rethook_trampoline_handler - call the handlers of the call that returns
 * @regs: registers at the return
 * @frame: where on the stack the address stands
 *
 * Context: the architecture's trampoline, in place of the caller.
 * Return: the address to go on at.
 */
unsigned long __kprobes rethook_trampoline_handler(struct pt_regs *regs, unsigned long frame)
{
	struct rethook_node *oldest;
	struct llist_node *first, *entry;
	unsigned long ret_addr;

	oldest = oldest_of_this_call();
	/* Without it there is no address on earth that we could go back to. */
	if (!oldest)
		panic("rethook: a return address of %s is lost\n", current->comm);
	ret_addr = oldest->ret_addr;
	/* Handlers see the function that they returned to. */
	instruction_pointer_set(regs, ret_addr);

	preempt_disable_notrace();
	first = current->rethooks.first;
	for (entry = first; ; entry = entry->next) {
		call_handler(node_of(entry), ret_addr, regs);
		if (entry == &oldest->llist)
			break;
	}

	arch_rethook_fixup_return(regs, ret_addr);

	/* Until here an unwinder in an interrupt needs the nodes. */
	current->rethooks.first = oldest->llist.next;
	oldest->llist.next = NULL;
	recycle_all(first);
	preempt_enable_notrace();

	return ret_addr;
}

/**
 * rethook_flush_task - give back the nodes of a task that ends
 * @tk: current
 *
 * Context: task, on its way out: its functions will not return.
 */
void rethook_flush_task(struct task_struct *tk)
{
	preempt_disable_notrace();
	recycle_all(__llist_del_all(&tk->rethooks));
	preempt_enable_notrace();
}
