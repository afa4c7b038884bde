// SPDX-License-Identifier: GPL-2.0
/*
 * Function graph: the users of calls and returns.
 *
 * Each user has an ftrace_ops with a filter and a trampoline of its own. If
 * several users trace a call, the first one pushes it onto the shadow stack and
 * the others add themselves to it; see fgraph.h for the shadow stack.
 *
 * A user may unregister while calls that it traces are active. Their returns are
 * then not passed to any user: the callback of a user is looked up when a call
 * returns, and calls that are older than the user registered at that index are
 * ignored.
 *
 * The return of a call that has only one user, while no other one is registered,
 * is passed to the struct fgraph_direct of that user, if it has one. Any other
 * return is passed to the retfuncs of all users of the call, one after another.
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
 * struct fgraph_user - an entry in the table of users
 * @gops: the callbacks, or NULL if the entry is free. Changed under fgraph_lock
 * @direct: the callback for direct returns, or NULL
 * @serial: value of fgraph_serial when the user registered
 * @unguarded: its retfunc may be called recursively
 * @leaving: the user was removed, and its callbacks may still use the index
 */
struct fgraph_user {
	struct fgraph_ops	*gops;
	struct fgraph_direct	*direct;
	u32			serial;
	bool			unguarded;
	bool			leaving;
};

static struct fgraph_user fgraph_users[FGRAPH_USERS_MAX] __read_mostly;
/* The index that was assigned last, under fgraph_lock. */
static unsigned int fgraph_last_idx;
u32 fgraph_serial __read_mostly;

/* A key of 0 is that of no call that has a user. */
static struct fgraph_direct fgraph_no_direct;
static struct fgraph_direct *fgraph_direct __read_mostly = &fgraph_no_direct;

/* Serialises changes of the table of users. */
static DEFINE_MUTEX(fgraph_lock);

/**
 * ftrace_graph_entry_stub - an entryfunc that traces no call
 * @trace: the call
 * @gops: the user
 *
 * Context: any.
 * Return: 0.
 */
int ftrace_graph_entry_stub(struct ftrace_graph_ent *trace,
			    struct fgraph_ops *gops)
{
	return 0;
}

/*
 * Calls.
 */

static __always_inline bool fgraph_call_entryfunc(struct fgraph_ops *gops,
						  struct ftrace_ret_stack *call)
{
	struct ftrace_graph_ent ent = { .func = call->func, .depth = fgraph_depth(call) };

	return !gops->entryfunc || gops->entryfunc(&ent, gops);
}

/* Another user has pushed the call. */
static void fgraph_entry_join(struct task_struct *task, struct fgraph_ops *gops)
{
	struct ftrace_ret_stack *call = fgraph_top(task);
	unsigned int at = READ_ONCE(task->curr_ret_stack);

	if (fgraph_call_entryfunc(gops, call))
		fgraph_hook_return(call, gops->idx);
	else
		WRITE_ONCE(task->curr_ret_stack, at);
}

static void fgraph_entry_push(struct task_struct *task, struct fgraph_ops *gops,
			      unsigned long ip, unsigned long *retp)
{
	struct ftrace_ret_stack *call = fgraph_push(task, ip, retp, 0, 0);

	if (!call)
		return;
	if (fgraph_call_entryfunc(gops, call))
		fgraph_hook_return(call, gops->idx);
	else
		fgraph_pop(task, call);
}

static notrace void fgraph_entry(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct fgraph_ops *gops = container_of(ops, struct fgraph_ops, ops);
	struct task_struct *task = current;
	unsigned long *retp;
	int bit;

	if (!fgraph_can_trace(task))
		return;
	if (fgraph_enter(fgraph_entry, ip, parent_ip, ops, fregs))
		return;
	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_GRAPH);
	if (bit < 0) {
		ftrace_record_recursion(ip, parent_ip);
		goto out;
	}
	retp = fgraph_entry_retp(fregs);
	if (fgraph_top_matches(task, gops->idx, ip, parent_ip, retp))
		fgraph_entry_join(task, gops);
	else
		fgraph_entry_push(task, gops, ip, retp);
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(fgraph_entry);

/*
 * Returns.
 */

/*
 * The innermost call is not the one that returns. The calls on top of that one
 * were abandoned, for example because of an exception.
 */
static noinline struct ftrace_ret_stack *
fgraph_find_return(struct task_struct *task, const unsigned long *retp)
{
	struct ftrace_ret_stack *call = fgraph_top(task);

	while (call->from && call->retp != retp) {
		fgraph_pop(task, call);
		call = fgraph_top(task);
	}
	/* Without the call there is no address to return to. */
	if (!call->from)
		panic("ftrace: a return address of %s is lost\n", task->comm);
	return call;
}

static noinline void fgraph_call_retfunc_guarded(struct ftrace_graph_ret *ret,
						 struct fgraph_ops *gops)
{
	int bit = trace_recursion_enter(TRACE_LAYER_GRAPH);

	if (bit < 0)
		return;
	gops->retfunc(ret, gops);
	trace_recursion_leave(bit);
}

/* The call is not older than the user, so that it has the bit of this user. */
static bool fgraph_user_has_seen(const struct fgraph_user *user,
				 const struct ftrace_ret_stack *call)
{
	return (s32)((call->key - READ_ONCE(user->serial)) << 1) >= 0;
}

static void fgraph_call_retfuncs(struct ftrace_ret_stack *call, struct ftrace_graph_ret *ret)
{
	unsigned long users = call->key & FGRAPH_KEY_USERS;

	do {
		const struct fgraph_user *user = &fgraph_users[__ffs(users)];
		struct fgraph_ops *gops = READ_ONCE(user->gops);

		if (likely(gops) && likely(gops->retfunc) &&
		    likely(fgraph_user_has_seen(user, call))) {
			if (likely(READ_ONCE(user->unguarded)))
				gops->retfunc(ret, gops);
			else
				fgraph_call_retfunc_guarded(ret, gops);
		}
		users &= users - 1;
	} while (users);
}

/* The return of a call that may have several users. Preemption is disabled. */
static notrace noinline unsigned long fgraph_return_indirect(unsigned long *retp,
							     unsigned long retval)
{
	struct task_struct *task = current;
	struct ftrace_ret_stack *call = fgraph_top(task);
	struct ftrace_graph_ret ret __uninitialized;
	unsigned long to;

	if (unlikely(call->retp != retp))
		call = fgraph_find_return(task, retp);

	fgraph_fill_ret(&ret, task, call, retval);
	fgraph_call_retfuncs(call, &ret);
	to = fgraph_return_to(task, call);
	preempt_enable_notrace();
	return to;
}

NOKPROBE_SYMBOL(fgraph_return_indirect);

/**
 * fgraph_return - handle the return of a hooked function
 * @retp: address of the return address on the stack, which is restored
 * @retval: return value of the function
 *
 * Both cases are functions of their own that end this one, so that it has to save no
 * register.
 *
 * Context: any; called by return_to_handler(), on x86-64 as ftrace_return_to_handler().
 * Return: the address to return to.
 */
notrace unsigned long fgraph_return(unsigned long *retp, unsigned long retval)
{
	struct ftrace_ret_stack *call = fgraph_top(current);
	struct fgraph_direct *direct;

	preempt_disable_notrace();
	direct = READ_ONCE(fgraph_direct);
	if (likely(call->retp == retp) && call->key == READ_ONCE(direct->key))
		return direct->ret(direct, call, retval);
	return fgraph_return_indirect(retp, retval);
}

NOKPROBE_SYMBOL(fgraph_return);

/*
 * Users.
 */

static void fgraph_clear_var(struct fgraph_task *stack, unsigned long idx)
{
	stack->var[idx] = 0;
}

/*
 * The set of users has changed. Calls that were pushed before that have an older
 * serial number, if a user was added, so their returns are not direct.
 */
static void fgraph_update_direct(void)
{
	struct fgraph_direct *direct = &fgraph_no_direct;
	unsigned int users = 0;

	for (int i = 0; i < FGRAPH_USERS_MAX; i++) {
		struct fgraph_user *user = &fgraph_users[i];

		if (!user->gops)
			continue;
		users++;
		if (!user->direct)
			continue;
		direct = user->direct;
		WRITE_ONCE(direct->key, BIT(i) | fgraph_serial);
	}
	/* Pairs with READ_ONCE() in fgraph_return(), by address dependency. */
	smp_store_release(&fgraph_direct, users == 1 ? direct : &fgraph_no_direct);
}

static int fgraph_attach_free(struct fgraph_ops *gops, struct fgraph_direct *direct)
{
	unsigned int i, idx;
	int ret;

	guard(mutex)(&fgraph_lock);
	ret = fgraph_stacks_alloc();
	if (ret)
		return ret;

	/*
	 * Do not reuse the index that was released last: calls may still refer to
	 * it.
	 */
	for (i = 1; i <= FGRAPH_USERS_MAX; i++) {
		idx = (fgraph_last_idx + i) % FGRAPH_USERS_MAX;
		if (!fgraph_users[idx].gops && !fgraph_users[idx].leaving)
			break;
	}
	if (i > FGRAPH_USERS_MAX)
		return -EBUSY;
	fgraph_last_idx = idx;
	fgraph_visit_stacks(fgraph_clear_var, idx);
	WRITE_ONCE(fgraph_serial, (fgraph_serial + FGRAPH_KEY_SERIAL_STEP) & FGRAPH_KEY_SERIAL);
	WRITE_ONCE(fgraph_users[idx].serial, fgraph_serial);
	WRITE_ONCE(fgraph_users[idx].unguarded, direct);
	fgraph_users[idx].direct = direct;
	gops->idx = idx;
	/*
	 * Pairs with READ_ONCE() of @gops in fgraph_call_retfuncs(), by address
	 * dependency.
	 */
	smp_store_release(&fgraph_users[idx].gops, gops);
	fgraph_update_direct();
	return 0;
}

int fgraph_attach_direct(struct fgraph_ops *gops, struct fgraph_direct *direct)
{
	int ret = fgraph_attach_free(gops, direct);

	if (ret != -EBUSY)
		return ret;
	/* Users that are leaving may have the indexes. */
	trace_defer_flush();
	return fgraph_attach_free(gops, direct);
}

int fgraph_attach(struct fgraph_ops *gops)
{
	return fgraph_attach_direct(gops, NULL);
}

void fgraph_set_unguarded(struct fgraph_ops *gops)
{
	WRITE_ONCE(fgraph_users[gops->idx].unguarded, true);
}

/**
 * fgraph_disconnect - remove a user from the table
 * @gops: the user
 *
 * Its retfunc is not called any more, but another CPU may still be executing it.
 *
 * Context: task, may sleep; takes fgraph_lock.
 */
void fgraph_disconnect(struct fgraph_ops *gops)
{
	guard(mutex)(&fgraph_lock);
	if (WARN_ON_ONCE(fgraph_users[gops->idx].gops != gops))
		return;
	WRITE_ONCE(fgraph_users[gops->idx].gops, NULL);
	fgraph_update_direct();
}

static void fgraph_set_leaving(struct fgraph_ops *gops, bool leaving)
{
	guard(mutex)(&fgraph_lock);
	fgraph_users[gops->idx].leaving = leaving;
}

void fgraph_detach(struct fgraph_ops *gops)
{
	fgraph_disconnect(gops);
	ftrace_ops_sync();
}

void fgraph_leave(struct fgraph_ops *gops)
{
	fgraph_set_leaving(gops, true);
	fgraph_disconnect(gops);
}

void fgraph_left(struct fgraph_ops *gops)
{
	fgraph_set_leaving(gops, false);
}

int register_ftrace_graph(struct fgraph_ops *gops)
{
	int ret;

	ret = fgraph_attach(gops);
	if (ret)
		return ret;
	gops->ops.func = fgraph_entry;
	gops->ops.flags |= FTRACE_OPS_FL_SAVE_ARGS;
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
	fgraph_disconnect(gops);
	unregister_ftrace_function(&gops->ops);
	/*
	 * Unregistering an ops in the kernel image does not wait for its
	 * callbacks.
	 */
	if (!(gops->ops.flags & FTRACE_OPS_FL_DYNAMIC))
		ftrace_ops_sync();
}
EXPORT_SYMBOL_GPL(unregister_ftrace_graph);

static bool fgraph_in_module(const struct fgraph_ops *gops, struct module *mod)
{
	return within_module((unsigned long)gops, mod) ||
	       within_module((unsigned long)gops->entryfunc, mod) ||
	       within_module((unsigned long)gops->retfunc, mod);
}

/**
 * fgraph_find_in_module - find a registered user that is in a module or has callbacks there
 * @mod: the module
 *
 * Context: task; takes fgraph_lock.
 * Return: the user, or NULL.
 */
struct fgraph_ops *fgraph_find_in_module(struct module *mod)
{
	guard(mutex)(&fgraph_lock);
	for (int i = 0; i < FGRAPH_USERS_MAX; i++) {
		struct fgraph_ops *gops = fgraph_users[i].gops;

		if (gops && fgraph_in_module(gops, mod))
			return gops;
	}
	return NULL;
}

/*
 * Data of users.
 */

void *fgraph_reserve_data(int idx, int size_bytes)
{
	if (size_bytes <= 0 || size_bytes > FGRAPH_MAX_DATA_SIZE)
		return NULL;
	return fgraph_reserve_words(current, idx,
				    DIV_ROUND_UP(size_bytes, sizeof(long)));
}
EXPORT_SYMBOL_GPL(fgraph_reserve_data);

/* Find the data of @idx between the end of @call and @end. */
static void *fgraph_find_data(struct ftrace_ret_stack *call, unsigned long *end,
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
	unsigned int at = READ_ONCE(task->curr_ret_stack);

	return fgraph_find_data(fgraph_top(task),
				task->ret_stack + FGRAPH_POS_FREE(at), idx,
				size_bytes);
}
EXPORT_SYMBOL_GPL(fgraph_retrieve_data);

void *fgraph_retrieve_parent_data(int idx, int *size_bytes, int depth)
{
	struct task_struct *task = current;
	struct ftrace_ret_stack *call = fgraph_top(task);

	while (call->from) {
		unsigned long *end = (unsigned long *)call;
		void *data;

		call = fgraph_before(task, call);
		data = fgraph_find_data(call, end, idx, size_bytes);
		if (data && !depth--)
			return data;
	}
	return NULL;
}
EXPORT_SYMBOL_GPL(fgraph_retrieve_parent_data);
