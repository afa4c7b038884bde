// SPDX-License-Identifier: GPL-2.0
/*
 * Probes of functions: a callback at the entry of a function, and one at its
 * return. See Documentation/trace/fprobe.rst.
 *
 * An fprobe is an ftrace_ops and, if it has an exit handler, a rethook. The node
 * of the rethook also stores the address of the function, and the data that the
 * entry handler passes to the exit handler.
 */

#include <linux/cleanup.h>
#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/rethook.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/**
 * struct fprobe_node - an active call
 * @node: node of the rethook
 * @ip: address of the site
 * @data: data of the handlers, fprobe.entry_data_size bytes
 */
struct fprobe_node {
	struct rethook_node	node;
	unsigned long		ip;
	unsigned long		data[];
};

/* Nodes per CPU, depending on the number of functions. */
#define FPROBE_CALLS_MIN	2
#define FPROBE_CALLS_MAX	1024

static void *fprobe_data(struct fprobe *fp, struct fprobe_node *call)
{
	return call && fp->entry_data_size ? call->data : NULL;
}

/*
 * Calls. kprobes must not be placed on these functions.
 */

static nokprobe_inline struct fprobe_node *fprobe_node_get(struct fprobe *fp)
{
	struct rethook_node *node = fgraph_rethook_get(fp->rethook);

	return node ? container_of(node, struct fprobe_node, node) : NULL;
}

/*
 * Without a node there is no space for the data of the entry handler, so it is
 * not called.
 */
static nokprobe_inline void fprobe_call(struct fprobe *fp, unsigned long ip,
					unsigned long parent_ip,
					struct ftrace_regs *fregs)
{
	struct fprobe_node *call = NULL;
	int ret = 0;

	if (fp->exit_handler) {
		call = fprobe_node_get(fp);
		if (!call) {
			fp->nmissed++;
			return;
		}
		call->ip = ip;
	}
	if (fp->entry_handler)
		ret = fp->entry_handler(fp, ip, parent_ip, ftrace_get_regs(fregs),
					fprobe_data(fp, call));
	if (!call)
		return;
	if (ret)
		rethook_recycle(&call->node);
	else
		fgraph_rethook_hook(&call->node, fgraph_rethook_regs(fregs), true);
}

/*
 * Begin a call. Return: the value for ftrace_test_recursion_unlock(); negative if the
 * handlers are not to be called.
 */
static __always_inline int fprobe_lock(struct fprobe *fp, unsigned long ip,
				       unsigned long parent_ip)
{
	int bit;

	if (fprobe_disabled(fp))
		return -1;
	bit = ftrace_test_recursion_trylock(ip, parent_ip);
	if (bit < 0)
		fp->nmissed++;
	return bit;
}

/*
 * @shared: the handlers are also used as kprobe handlers, so they must not be
 *	called while a kprobe is being handled.
 */
static __always_inline void fprobe_enter(unsigned long ip, unsigned long parent_ip,
					 struct ftrace_ops *ops,
					 struct ftrace_regs *fregs,
					 const bool shared)
{
	struct fprobe *fp = container_of(ops, struct fprobe, ops);
	int bit;

	bit = fprobe_lock(fp, ip, parent_ip);
	if (bit < 0)
		return;
	if (shared && kprobe_running()) {
		fp->nmissed++;
	} else {
		if (shared)
			kprobe_busy_begin();
		fprobe_call(fp, ip, parent_ip, fregs);
		if (shared)
			kprobe_busy_end();
	}
	ftrace_test_recursion_unlock(bit);
}

static void fprobe_entry(unsigned long ip, unsigned long parent_ip,
			 struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	fprobe_enter(ip, parent_ip, ops, fregs, false);
}

NOKPROBE_SYMBOL(fprobe_entry);

/* The entry of an fprobe that has an exit handler only. */
static void fprobe_entry_hook(unsigned long ip, unsigned long parent_ip,
			      struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct fprobe *fp = container_of(ops, struct fprobe, ops);
	struct fprobe_node *call;
	int bit;

	bit = fprobe_lock(fp, ip, parent_ip);
	if (bit < 0)
		return;
	call = fprobe_node_get(fp);
	if (likely(call)) {
		call->ip = ip;
		fgraph_rethook_hook(&call->node, fgraph_rethook_regs(fregs), true);
	} else {
		fp->nmissed++;
	}
	ftrace_test_recursion_unlock(bit);
}

NOKPROBE_SYMBOL(fprobe_entry_hook);

static void fprobe_entry_shared(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *ops,
				struct ftrace_regs *fregs)
{
	fprobe_enter(ip, parent_ip, ops, fregs, true);
}

NOKPROBE_SYMBOL(fprobe_entry_shared);

static void fprobe_return(struct rethook_node *node, void *data,
			  unsigned long ret_ip, struct pt_regs *regs)
{
	struct fprobe_node *call = container_of(node, struct fprobe_node, node);
	struct fprobe *fp = data;
	int bit;

	bit = fprobe_lock(fp, call->ip, ret_ip);
	if (bit < 0)
		return;
	fp->exit_handler(fp, call->ip, ret_ip, regs, fprobe_data(fp, call));
	ftrace_test_recursion_unlock(bit);
}

NOKPROBE_SYMBOL(fprobe_return);

/*
 * Registering.
 */

static int fprobe_alloc_rethook(struct fprobe *fp)
{
	size_t size = sizeof(struct fprobe_node) +
		      ALIGN(fp->entry_data_size, sizeof(long));
	unsigned int calls = fp->nr_maxactive;

	fp->rethook = NULL;
	if (!fp->exit_handler)
		return 0;
	if (!calls)
		calls = clamp(ftrace_filter_count(&fp->ops), FPROBE_CALLS_MIN,
			      FPROBE_CALLS_MAX) * num_possible_cpus();
	if (size > INT_MAX || calls > INT_MAX)
		return -E2BIG;
	fp->rethook = rethook_alloc(fp, fprobe_return, size, calls);
	if (IS_ERR(fp->rethook)) {
		int ret = PTR_ERR(fp->rethook);

		fp->rethook = NULL;
		return ret;
	}
	return 0;
}

static ftrace_func_t fprobe_func(struct fprobe *fp)
{
	if (fprobe_shared_with_kprobes(fp))
		return fprobe_entry_shared;
	return fp->entry_handler || !fp->exit_handler ? fprobe_entry : fprobe_entry_hook;
}

/* Initialise the ops of an fprobe, which may have been registered before. */
static int fprobe_prepare(struct fprobe *fp)
{
	if (fprobe_is_registered(fp))
		return -EBUSY;
	fp->nmissed = 0;
	fp->ops.func = fprobe_func(fp);
	/* A DYNAMIC ops is waited for when it is unregistered. */
	fp->ops.flags |= FTRACE_OPS_FL_DYNAMIC;
	/* All registers are saved for the entry handler only. */
	fp->ops.flags &= ~FTRACE_OPS_FL_SAVE_REGS;
	fp->ops.flags |= fp->entry_handler ? FTRACE_OPS_FL_SAVE_REGS : FGRAPH_RETHOOK_FLAGS;
	return 0;
}

/* @ret: result of setting the filter. */
static int fprobe_finish_register(struct fprobe *fp, int ret)
{
	if (!ret)
		ret = fprobe_alloc_rethook(fp);
	if (!ret)
		ret = register_ftrace_function(&fp->ops);
	if (!ret)
		return 0;
	if (fp->rethook)
		rethook_free(fp->rethook);
	fp->rethook = NULL;
	ftrace_free_filter(&fp->ops);
	return ret;
}

/**
 * register_fprobe - probe functions by name
 * @fp: the fprobe
 * @filter: a name or a glob
 * @notfilter: a name or a glob of functions not to probe, or NULL
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0; -EINVAL if no function matches; -EBUSY if @fp is registered; or as
 * for register_ftrace_function().
 */
int register_fprobe(struct fprobe *fp, const char *filter,
		    const char *notfilter)
{
	int ret;

	if (!fp || !filter)
		return -EINVAL;
	ret = fprobe_prepare(fp);
	if (ret)
		return ret;
	ret = ftrace_set_filter(&fp->ops, (unsigned char *)filter,
				strlen(filter), 0);
	if (!ret && notfilter)
		ret = ftrace_set_notrace(&fp->ops, (unsigned char *)notfilter,
					 strlen(notfilter), 0);
	return fprobe_finish_register(fp, ret);
}
EXPORT_SYMBOL_GPL(register_fprobe);

/**
 * register_fprobe_ips - probe functions by address
 * @fp: the fprobe
 * @addrs: addresses of sites or of first bytes of functions
 * @num: number of entries in @addrs
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: as for register_fprobe().
 */
int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num)
{
	int ret;

	if (!fp || !addrs || num <= 0)
		return -EINVAL;
	ret = fprobe_prepare(fp);
	if (ret)
		return ret;
	return fprobe_finish_register(fp, ftrace_set_filter_ips(&fp->ops, addrs, num,
								0, 0));
}
EXPORT_SYMBOL_GPL(register_fprobe_ips);

/**
 * register_fprobe_syms - probe functions by their full names
 * @fp: the fprobe
 * @syms: the names
 * @num: number of entries in @syms
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: as for register_fprobe(); -ENOENT if there is no function of one of the
 * names.
 */
int register_fprobe_syms(struct fprobe *fp, const char **syms, int num)
{
	unsigned long *addrs;
	int ret = 0;

	if (!fp || !syms || num <= 0)
		return -EINVAL;
	addrs = kvmalloc_array(num, sizeof(*addrs), GFP_KERNEL);
	if (!addrs)
		return -ENOMEM;
	for (int i = 0; i < num && !ret; i++) {
		addrs[i] = ftrace_location(kallsyms_lookup_name(syms[i]));
		ret = addrs[i] ? 0 : -ENOENT;
	}
	ret = ret ?: register_fprobe_ips(fp, addrs, num);
	kvfree(addrs);
	return ret;
}
EXPORT_SYMBOL_GPL(register_fprobe_syms);

/**
 * fprobe_is_registered - check whether an fprobe is registered
 * @fp: the fprobe, or NULL
 *
 * Context: any.
 * Return: true if it is.
 */
bool fprobe_is_registered(struct fprobe *fp)
{
	return fp && fp->ops.flags & FTRACE_OPS_FL_ENABLED;
}

/**
 * fprobe_detach - take an fprobe from its functions without waiting
 * @fp: the fprobe
 *
 * The handlers may run until a grace period of callbacks has ended: the caller waits as
 * trace_defer() does, before it calls fprobe_release().
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, or -EINVAL if @fp is not registered.
 */
int fprobe_detach(struct fprobe *fp)
{
	if (!fprobe_is_registered(fp))
		return -EINVAL;
	if (fp->rethook)
		rethook_stop(fp->rethook);
	return ftrace_ops_detach(&fp->ops);
}

/**
 * fprobe_release - free what an fprobe used while it was registered
 * @fp: the fprobe, no handler of which runs after fprobe_detach()
 *
 * Context: task, may sleep; takes ftrace_lock.
 */
void fprobe_release(struct fprobe *fp)
{
	ftrace_ops_release(&fp->ops);
	if (fp->rethook)
		rethook_free(fp->rethook);
	fp->rethook = NULL;
	ftrace_free_filter(&fp->ops);
}

/**
 * unregister_fprobe - undo register_fprobe() and its variants
 * @fp: the fprobe
 *
 * No CPU is in its handlers on return.
 *
 * Context: task, may sleep; takes ftrace_lock.
 * Return: 0, or -EINVAL if @fp is not registered.
 */
int unregister_fprobe(struct fprobe *fp)
{
	int ret = fprobe_detach(fp);

	if (ret)
		return ret;
	ftrace_ops_sync();
	/* Calls that return at the same time may have read the exit handler. */
	if (fp->rethook)
		synchronize_rcu();
	fprobe_release(fp);
	return 0;
}
EXPORT_SYMBOL_GPL(unregister_fprobe);

/**
 * fprobe_of_ops - find the fprobe that an ops belongs to
 * @ops: the ops
 *
 * Context: any.
 * Return: the fprobe, or NULL if @ops is not one of an fprobe.
 */
struct fprobe *fprobe_of_ops(struct ftrace_ops *ops)
{
	if (ops->func != fprobe_entry && ops->func != fprobe_entry_hook &&
	    ops->func != fprobe_entry_shared)
		return NULL;
	return container_of(ops, struct fprobe, ops);
}
