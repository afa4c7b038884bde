// SPDX-License-Identifier: GPL-2.0
/*
 * Function graph: calls and returns, and who is told of them.
 *
 * Each user has an ftrace_ops of his own, with his own filter and trampoline. A
 * call that several want is pushed by the first that is asked, and joined by the
 * others: see graph.h for the stack.
 *
 * A user may leave while calls that he knows of are on the way. Their returns are
 * told to nobody then: what is called is looked up when they return, and calls
 * that are older than the user whose number they bear do not count.
 */

#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/panic.h>

#include "internal.h"

/**
 * struct graph_user - one of those who are told
 * @gops: the callbacks, or NULL
 * @serial: fgraph_serial when it came
 * @bare: its retfunc may be called within itself
 */
struct graph_user {
	struct fgraph_ops	*gops;
	u16			serial;
	bool			bare;
};

static struct graph_user graph_users[FGRAPH_USERS_MAX] __read_mostly;
static unsigned int graph_last;		/* number that was given out last */
u16 fgraph_serial __read_mostly;

/* Protects who is in the table. */
static DEFINE_MUTEX(graph_lock);

int ftrace_graph_entry_stub(struct ftrace_graph_ent *trace,
			    struct fgraph_ops *gops)
{
	return 0;
}

/*
 * Calls.
 */

static __always_inline bool graph_ask(struct fgraph_ops *gops,
				      struct ftrace_ret_stack *call)
{
	struct ftrace_graph_ent ent = { .func = call->func, .depth = call->depth };

	return !gops->entryfunc || gops->entryfunc(&ent, gops);
}

/* Another user has pushed it. */
static void graph_join(struct task_struct *task, struct fgraph_ops *gops)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	int at = READ_ONCE(task->curr_ret_stack);

	if (graph_ask(gops, call))
		fgraph_accept(call, gops->idx);
	else
		WRITE_ONCE(task->curr_ret_stack, at);
}

static void graph_push(struct task_struct *task, struct fgraph_ops *gops,
		       unsigned long ip, unsigned long *retp)
{
	struct ftrace_ret_stack *call = fgraph_push(task, ip, retp, 0, 0);

	if (!call)
		return;
	if (graph_ask(gops, call))
		fgraph_accept(call, gops->idx);
	else
		fgraph_pop(task, call);
}

static notrace void graph_call(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct fgraph_ops *gops = container_of(ops, struct fgraph_ops, ops);
	struct task_struct *task = current;
	unsigned long *retp;
	int bit;

	if (!fgraph_ready(task))
		return;
	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_GRAPH);
	if (bit < 0)
		goto out;
	retp = (unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	if (fgraph_joins(task, gops->idx, ip, parent_ip, retp))
		graph_join(task, gops);
	else
		graph_push(task, gops, ip, retp);
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(graph_call);

/*
 * Returns.
 */

/* Calls above it were left without a return, by an exception perhaps. */
static noinline struct ftrace_ret_stack *
graph_find_return(struct task_struct *task, const unsigned long *retp)
{
	struct ftrace_ret_stack *call = fgraph_top(task);

	while (call->back && call->retp != retp) {
		fgraph_pop(task, call);
		call = fgraph_top(task);
	}
	/* Without it there is no address that one could go back to. */
	if (!call->back)
		panic("ftrace: a return address of %s is lost\n", task->comm);
	return call;
}

static noinline void graph_tell_guarded(struct ftrace_graph_ret *ret,
					struct fgraph_ops *gops)
{
	int bit = trace_recursion_enter(TRACE_LAYER_GRAPH);

	if (bit < 0)
		return;
	gops->retfunc(ret, gops);
	trace_recursion_leave(bit);
}

static __always_inline void graph_tell(struct ftrace_ret_stack *call,
				       struct ftrace_graph_ret *ret)
{
	unsigned int users = call->users;

	do {
		const struct graph_user *user = &graph_users[__ffs(users)];
		struct fgraph_ops *gops = READ_ONCE(user->gops);

		if (likely(gops) && likely(gops->retfunc) &&
		    likely((s16)(call->serial - READ_ONCE(user->serial)) >= 0)) {
			if (likely(READ_ONCE(user->bare)))
				gops->retfunc(ret, gops);
			else
				graph_tell_guarded(ret, gops);
		}
		users &= users - 1;
	} while (unlikely(users));
}

/**
 * ftrace_return_to_handler - a function that was hooked returns
 * @retp: where its return address stood; gets it back
 * @retval: what it returns
 *
 * Context: any; called by return_to_handler().
 * Return: the address.
 */
notrace unsigned long ftrace_return_to_handler(unsigned long *retp,
					       unsigned long retval)
{
	struct task_struct *task = current;
	struct ftrace_ret_stack *call = fgraph_top(task);
	struct ftrace_graph_ret ret __uninitialized;
	unsigned long to;

	if (unlikely(call->retp != retp))
		call = graph_find_return(task, retp);

	ret.func = call->func;
#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
	ret.retval = retval;
#endif
	ret.depth = call->depth;
	ret.overrun = atomic_read(&task->trace_overrun);

	preempt_disable_notrace();
	graph_tell(call, &ret);
	/* Until it stands there again, who walks the stack asks us for it. */
	to = call->ret;
	WRITE_ONCE(*retp, to);
	fgraph_pop(task, call);
	preempt_enable_notrace();
	return to;
}

NOKPROBE_SYMBOL(ftrace_return_to_handler);

/*
 * Users.
 */

static void graph_clear_var(struct fgraph_task *stack, unsigned long idx)
{
	stack->var[idx] = 0;
}

int fgraph_attach(struct fgraph_ops *gops)
{
	unsigned int i, idx;
	int ret;

	guard(mutex)(&graph_lock);
	ret = fgraph_stacks_need();
	if (ret)
		return ret;

	/* Not that which was given back last: calls may still bear its number. */
	for (i = 1; i <= FGRAPH_USERS_MAX; i++) {
		idx = (graph_last + i) % FGRAPH_USERS_MAX;
		if (!graph_users[idx].gops)
			break;
	}
	if (i > FGRAPH_USERS_MAX)
		return -EBUSY;
	graph_last = idx;
	fgraph_for_each(graph_clear_var, idx);
	WRITE_ONCE(fgraph_serial, fgraph_serial + 1);
	WRITE_ONCE(graph_users[idx].serial, fgraph_serial);
	WRITE_ONCE(graph_users[idx].bare, false);
	gops->idx = idx;
	/* Pairs with the READ_ONCE() in graph_tell(), which depends on it. */
	smp_store_release(&graph_users[idx].gops, gops);
	return 0;
}

void fgraph_bare(struct fgraph_ops *gops)
{
	WRITE_ONCE(graph_users[gops->idx].bare, true);
}

/* Its callback is not called any more, but somebody may still be inside. */
void fgraph_forget(struct fgraph_ops *gops)
{
	guard(mutex)(&graph_lock);
	if (!WARN_ON_ONCE(graph_users[gops->idx].gops != gops))
		WRITE_ONCE(graph_users[gops->idx].gops, NULL);
}

void fgraph_detach(struct fgraph_ops *gops)
{
	fgraph_forget(gops);
	ftrace_ops_sync();
}

int register_ftrace_graph(struct fgraph_ops *gops)
{
	int ret;

	ret = fgraph_attach(gops);
	if (ret)
		return ret;
	gops->ops.func = graph_call;
	ret = register_ftrace_function(&gops->ops);
	if (ret)
		fgraph_detach(gops);
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_graph);

void unregister_ftrace_graph(struct fgraph_ops *gops)
{
	if (!(gops->ops.flags & FTRACE_OPS_FL_ENABLED))
		return;
	fgraph_forget(gops);
	unregister_ftrace_function(&gops->ops);
	/* What is part of the kernel was not waited for. */
	if (!(gops->ops.flags & FTRACE_OPS_FL_DYNAMIC))
		ftrace_ops_sync();
}
EXPORT_SYMBOL_GPL(unregister_ftrace_graph);

static bool graph_in(const struct fgraph_ops *gops, struct module *mod)
{
	return within_module((unsigned long)gops, mod) ||
	       within_module((unsigned long)gops->entryfunc, mod) ||
	       within_module((unsigned long)gops->retfunc, mod);
}

/* A user that is registered, and lies in the module or calls what does. */
static struct fgraph_ops *graph_of(struct module *mod)
{
	guard(mutex)(&graph_lock);
	for (int i = 0; i < FGRAPH_USERS_MAX; i++) {
		struct fgraph_ops *gops = graph_users[i].gops;

		if (gops && graph_in(gops, mod))
			return gops;
	}
	return NULL;
}

static void graph_release(struct module *mod)
{
	struct fgraph_ops *gops;

	while ((gops = graph_of(mod))) {
		pr_warn("fgraph: %ps is left registered\n",
			(void *)gops->entryfunc ?: (void *)gops->retfunc);
		unregister_ftrace_graph(gops);
		if (WARN_ON_ONCE(graph_of(mod) == gops))
			return;
		ftrace_free_filter(&gops->ops);
	}
}

/*
 * Data of users.
 */

void *fgraph_reserve_data(int idx, int size_bytes)
{
	if (size_bytes <= 0 || size_bytes > FGRAPH_MAX_DATA_SIZE)
		return NULL;
	return fgraph_extend(current, idx,
			     DIV_ROUND_UP(size_bytes, sizeof(long)));
}
EXPORT_SYMBOL_GPL(fgraph_reserve_data);

/* What @idx has kept between the end of @call and @end. */
static void *graph_data_find(struct ftrace_ret_stack *call, unsigned long *end,
			     int idx, int *size_bytes)
{
	unsigned long *at = (unsigned long *)(call + 1);

	while (at < end) {
		unsigned int words = FGRAPH_DATA_WORDS(*at);

		if (FGRAPH_DATA_IDX(*at) == idx) {
			*size_bytes = words * sizeof(long);
			return at + 1;
		}
		at += 1 + words;
	}
	return NULL;
}

void *fgraph_retrieve_data(int idx, int *size_bytes)
{
	struct task_struct *task = current;
	int at = READ_ONCE(task->curr_ret_stack);

	return graph_data_find(fgraph_top(task),
			       task->ret_stack + FGRAPH_AT_FREE(at), idx,
			       size_bytes);
}
EXPORT_SYMBOL_GPL(fgraph_retrieve_data);

void *fgraph_retrieve_parent_data(int idx, int *size_bytes, int depth)
{
	struct ftrace_ret_stack *call = fgraph_top(current);

	while (call->back) {
		unsigned long *end = (unsigned long *)call;
		void *data;

		call = fgraph_before(call);
		data = graph_data_find(call, end, idx, size_bytes);
		if (data && !depth--)
			return data;
	}
	return NULL;
}
EXPORT_SYMBOL_GPL(fgraph_retrieve_parent_data);

/* The exit of a module, or its init that failed, may have left users registered. */
static int graph_module(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_GOING)
		graph_release(mod);
	return NOTIFY_DONE;
}

static struct notifier_block graph_module_nb = {
	.notifier_call	= graph_module,
};

static int __init graph_init(void)
{
	return register_module_notifier(&graph_module_nb);
}
core_initcall(graph_init);
