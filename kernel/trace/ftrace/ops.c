// SPDX-License-Identifier: GPL-2.0
/*
 * struct ftrace_ops: registering callbacks, and calling them.
 *
 * A site that one ops traces calls the trampoline of that ops, which calls the
 * callback directly. A site that several ops trace calls a trampoline that calls
 * ftrace_ops_list_func(), which checks the filter of each registered ops. The
 * latter is correct for every site at any time, so it is also used while sites
 * are patched.
 *
 * Unregistering an ops first patches its sites, then removes the ops from the
 * list and waits until no CPU is between a site and the callback. It does not wait
 * if the ops is part of the kernel image or of an instance. Such an ops keeps its
 * trampoline, and what its callback uses is valid for a grace period.
 */

#include <linux/export.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sysctl.h>

#include <asm/sections.h>

#include "internal.h"

/*
 * Calling callbacks.
 */

static __always_inline bool ftrace_ops_filter(struct ftrace_ops *ops,
					      unsigned long ip)
{
	struct ftrace_ops_hash *hash = READ_ONCE(ops->func_hash);
	struct ftrace_selection sel = {
		.filter = rcu_dereference_raw_check(hash->filter),
		.except = rcu_dereference_raw_check(hash->except),
	};

	return ftrace_selection_has(&sel, ip);
}

DEFINE_PER_CPU(bool, ftrace_ops_ask) = true;

static bool (*ftrace_ops_wants)(struct ftrace_ops *ops) __ro_after_init;

/*
 * The per-CPU flag of the ops is set. The callback is called here, so that callers need not
 * keep their arguments for the frequent case.
 */
static noinline notrace void ftrace_ops_call_ask(unsigned long ip, unsigned long parent_ip,
						 struct ftrace_ops *ops,
						 struct ftrace_regs *fregs)
{
	if (READ_ONCE(ops->pid_ignore) == &ftrace_ops_ask && ftrace_ops_wants(ops))
		ops->func(ip, parent_ip, ops, fregs);
}

NOKPROBE_SYMBOL(ftrace_ops_call_ask);

/* Call the callback if the flags of the ops allow it. */
static __always_inline void ftrace_ops_call(unsigned long ip, unsigned long parent_ip,
					    struct ftrace_ops *ops,
					    struct ftrace_regs *fregs)
{
	if (ops->flags & FTRACE_OPS_FL_RCU && !rcu_is_watching())
		return;
	if (!(ops->flags & FTRACE_OPS_FL_PID) || !this_cpu_read(*ops->pid_ignore))
		ops->func(ip, parent_ip, ops, fregs);
	else
		ftrace_ops_call_ask(ip, parent_ip, ops, fregs);
}

/* The linker script defines ftrace_ops_list_func() as an alias of this name. */
void arch_ftrace_ops_list_func(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *op, struct ftrace_regs *fregs);

notrace void arch_ftrace_ops_list_func(unsigned long ip,
				       unsigned long parent_ip,
				       struct ftrace_ops *op,
				       struct ftrace_regs *fregs)
{
	bool whole = ftrace_get_regs(fregs);
	struct ftrace_ops *ops;
	int bit;

	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_ASSIST);
	if (bit < 0) {
		ftrace_record_recursion(ip, parent_ip);
		goto out;
	}

	list_for_each_entry_lockless(ops, &ftrace_ops_list, list) {
		/*
		 * An ops that needs all registers may be on the list already
		 * while this site still calls the trampoline that saves only
		 * some.
		 */
		if (ops->flags & FTRACE_OPS_FL_SAVE_REGS && !whole)
			continue;
		/*
		 * While the sites of an ops are patched, some of them already
		 * call its trampoline and others hit breakpoints, which lead
		 * here. Do not call it from the latter.
		 */
		if (!(READ_ONCE(ops->flags) & FTRACE_OPS_FL_ADDING) &&
		    ftrace_ops_filter(ops, ip))
			ftrace_ops_call(ip, parent_ip, ops, fregs);
	}
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(arch_ftrace_ops_list_func);

/* Callback of a trampoline for one ops that requires RECURSION or RCU. */
static notrace void ftrace_ops_assist(unsigned long ip, unsigned long parent_ip,
				      struct ftrace_ops *op,
				      struct ftrace_regs *fregs)
{
	int bit;

	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_ASSIST);
	if (bit < 0) {
		ftrace_record_recursion(ip, parent_ip);
		goto out;
	}
	ftrace_ops_call(ip, parent_ip, op, fregs);
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ftrace_ops_assist);

/*
 * Callback of a trampoline for one ops that only has PID set. Preemption is not
 * disabled, so that a callback which records the preemption count sees that of
 * the traced function.
 */
static notrace void ftrace_ops_pid(unsigned long ip, unsigned long parent_ip,
				   struct ftrace_ops *op,
				   struct ftrace_regs *fregs)
{
	ftrace_ops_call(ip, parent_ip, op, fregs);
}

NOKPROBE_SYMBOL(ftrace_ops_pid);

/**
 * ftrace_ops_callee - get the function that the trampoline of an ops calls
 * @ops: the ops
 *
 * Context: task; ftrace_lock held.
 * Return: the callback of the ops, or a function that checks its flags first.
 */
ftrace_func_t ftrace_ops_callee(struct ftrace_ops *ops)
{
	if (ops->flags & (FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU))
		return ftrace_ops_assist;
	if (ops->flags & FTRACE_OPS_FL_PID)
		return ftrace_ops_pid;
	return ops->func;
}

/*
 * Trampolines. ftrace_ops_trampoline() looks them up in any context.
 */

#define FTRACE_TRAMPOLINE_NAME	"ftrace_trampoline"

static void ftrace_ops_trampoline_perf(struct ftrace_ops *ops, bool removed)
{
	perf_event_ksymbol(PERF_RECORD_KSYMBOL_TYPE_OOL, ops->trampoline,
			   ops->trampoline_size, removed, FTRACE_TRAMPOLINE_NAME);
}

/* The caller frees the trampoline if this returns true. */
static bool ftrace_ops_trampoline_hide(struct ftrace_ops *ops)
{
	lockdep_assert_held(&ftrace_lock);

	if (!(ops->flags & FTRACE_OPS_FL_ALLOC_TRAMP))
		return false;
	if (ops->trampoline)
		ftrace_ops_trampoline_perf(ops, true);
	list_del_rcu(&ops->trampolines);
	ops->flags &= ~FTRACE_OPS_FL_ALLOC_TRAMP;
	return true;
}

static void ftrace_ops_trampoline_free(struct ftrace_ops *ops)
{
	/* The list is walked in any context. */
	synchronize_rcu();
	if (ops->trampoline)
		arch_ftrace_trampoline_free(ops);
}

/**
 * struct ftrace_ops_left - a trampoline that its ops does not use any more
 * @ops: stands for the ops in the list of trampolines; its @list is a node in
 *	ftrace_ops_left_list
 * @deferred: for trace_defer()
 */
struct ftrace_ops_left {
	struct ftrace_ops	ops;
	struct trace_deferred	deferred;
};

/* Trampolines for ftrace_ops_left_defer(). Lock: ftrace_lock */
static LIST_HEAD(ftrace_ops_left_list);

/* Take the trampoline from an ops; false without memory. */
static bool ftrace_ops_trampoline_leave(struct ftrace_ops *ops)
{
	struct ftrace_ops_left *left = kzalloc(sizeof(*left), GFP_KERNEL);

	if (!left)
		return false;
	left->ops.func = ftrace_stub;
	left->ops.flags = FTRACE_OPS_FL_ALLOC_TRAMP;
	left->ops.trampoline = ops->trampoline;
	left->ops.trampoline_size = ops->trampoline_size;
	list_add_rcu(&left->ops.trampolines, &ftrace_trampolines);
	list_add_tail(&left->ops.list, &ftrace_ops_left_list);
	/* The ops remains in the list of trampolines, since readers may be at it. */
	ops->trampoline = 0;
	ops->trampoline_size = 0;
	return true;
}

static void ftrace_ops_left_free(struct trace_deferred *item)
{
	struct ftrace_ops_left *left = container_of(item, struct ftrace_ops_left, deferred);

	ftrace_ops_release(&left->ops);
	kfree(left);
}

/* Called without ftrace_lock, since trace_defer() may wait for ftrace_ops_left_free(). */
static void ftrace_ops_left_defer(struct list_head *list)
{
	struct ftrace_ops_left *left, *next;

	list_for_each_entry_safe(left, next, list, ops.list)
		trace_defer(&left->deferred, ftrace_ops_left_free);
}

/* An ops in the kernel image may have a trampoline from its last registration. */
static bool ftrace_ops_trampoline_reuse(struct ftrace_ops *ops)
{
	if (!ops->trampoline)
		return false;
	if (ops->trampoline_size == arch_ftrace_trampoline_size(ops)) {
		arch_ftrace_trampoline_set(ops, ftrace_ops_callee(ops));
		return true;
	}
	if (ftrace_ops_trampoline_leave(ops))
		return false;
	ftrace_ops_sync();
	if (ftrace_ops_trampoline_hide(ops))
		ftrace_ops_trampoline_free(ops);
	return false;
}

static void ftrace_ops_trampoline_create(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_DIRECT || ftrace_ops_trampoline_reuse(ops))
		return;
	if (arch_ftrace_trampoline_alloc(ops, ftrace_ops_callee(ops)))
		return;	/* its sites then call the list function */
	if (!(ops->flags & FTRACE_OPS_FL_ALLOC_TRAMP))
		list_add_rcu(&ops->trampolines, &ftrace_trampolines);
	ops->flags |= FTRACE_OPS_FL_ALLOC_TRAMP;
	ftrace_ops_trampoline_perf(ops, false);
}

/*
 * The callback has changed. The trampoline of an ops that is not registered may
 * even be of a different kind than its flags now require;
 * ftrace_ops_trampoline_reuse() handles that when the ops is registered again.
 */
static void ftrace_ops_trampoline_update(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_ENABLED && ops->trampoline)
		arch_ftrace_trampoline_set(ops, ftrace_ops_callee(ops));
}

/* The same if the flags have changed, on which it depends whether sites may call the ops. */
static void ftrace_ops_flags_update(struct ftrace_ops *ops)
{
	ftrace_ops_trampoline_update(ops);
	if (IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS) &&
	    ops->flags & FTRACE_OPS_FL_ENABLED) {
		ftrace_mark_dirty_ops(ops);
		ftrace_update_text();
	}
}

/**
 * ftrace_mod_get_kallsym - get the symbol of a trampoline for /proc/kallsyms
 * @symnum: position in the list of trampolines, from 0
 * @value: set to the address
 * @type: set to the type character
 * @name: set to the name; KSYM_NAME_LEN bytes
 * @module_name: set to the name shown for the module; MODULE_NAME_LEN bytes
 * @exported: set to 0
 *
 * Context: task.
 * Return: 0, or -ERANGE if there are not so many trampolines.
 */
int ftrace_mod_get_kallsym(unsigned int symnum, unsigned long *value,
			   char *type, char *name, char *module_name,
			   int *exported)
{
	struct ftrace_ops *ops;
	int ret = -ERANGE;

	preempt_disable();
	list_for_each_entry_rcu(ops, &ftrace_trampolines, trampolines) {
		if (!ops->trampoline || symnum--)
			continue;
		*value = ops->trampoline;
		*type = 't';
		strscpy(name, FTRACE_TRAMPOLINE_NAME, KSYM_NAME_LEN);
		strscpy(module_name, "__builtin__ftrace", MODULE_NAME_LEN);
		*exported = 0;
		ret = 0;
		break;
	}
	preempt_enable();
	return ret;
}

/*
 * Registering.
 */

/**
 * ftrace_ops_sync - wait until no CPU is in a callback that was called before
 *
 * This includes tasks that are in a trampoline or were preempted in a callback.
 *
 * Context: task, may sleep.
 */
void ftrace_ops_sync(void)
{
	if (system_state == SYSTEM_BOOTING)
		return;
	trace_sync_atomic();
	trace_sync_calls();
}

static bool ftrace_ops_permanent(void)
{
	struct ftrace_ops *ops;

	list_for_each_entry(ops, &ftrace_ops_list, list) {
		if (ops->flags & FTRACE_OPS_FL_PERMANENT)
			return true;
	}
	return false;
}

static void ftrace_ops_active_set(struct ftrace_ops *ops)
{
	struct ftrace_ops_hash *now = ops->func_hash;
	struct ftrace_ip_set *filter, *except;

	filter = rcu_dereference_protected(now->filter, 1);
	except = rcu_dereference_protected(now->except, 1);
	rcu_assign_pointer(ops->active.filter, ftrace_ip_set_get(filter));
	rcu_assign_pointer(ops->active.except, ftrace_ip_set_get(except));
}

static void ftrace_ops_active_clear(struct ftrace_ops *ops)
{
	ftrace_ip_set_put(rcu_dereference_protected(ops->active.filter, 1));
	ftrace_ip_set_put(rcu_dereference_protected(ops->active.except, 1));
	RCU_INIT_POINTER(ops->active.filter, NULL);
	RCU_INIT_POINTER(ops->active.except, NULL);
}

/**
 * ftrace_ops_changed - update the sites of a registered ops for a new filter
 * @ops: the ops
 *
 * The caller calls ftrace_update_text() after that.
 *
 * Context: task; ftrace_lock held.
 */
void ftrace_ops_changed(struct ftrace_ops *ops)
{
	struct ftrace_selection from, to;
	struct ftrace_ops_hash old;

	lockdep_assert_held(&ftrace_lock);
	ftrace_selection_active(ops, &from);
	ftrace_selection_filter(ops, &to);
	ftrace_change_apply(ops, &from, &to);

	/* @from is used by the change, so drop its references last. */
	old = ops->active;
	ftrace_ops_active_set(ops);
	ftrace_ip_set_put(rcu_dereference_protected(old.filter, 1));
	ftrace_ip_set_put(rcu_dereference_protected(old.except, 1));
}

static int ftrace_ops_check(struct ftrace_ops *ops)
{
	if (ftrace_disabled)
		return -ENODEV;
	if (!ops->func || ops->flags & FTRACE_OPS_FL_DELETED)
		return -EINVAL;
	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY;
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS &&
	    !(ops->flags & FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED) &&
	    !IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS))
		return -EINVAL;
	if (ops->flags & FTRACE_OPS_FL_PERMANENT && !ftrace_enabled)
		return -EBUSY;
	return 0;
}

/**
 * ftrace_ops_register - register an ops
 * @ops: the ops
 *
 * Context: task, may sleep; ftrace_lock held.
 * Return: as for register_ftrace_function().
 */
int ftrace_ops_register(struct ftrace_ops *ops)
{
	struct ftrace_selection none = { .none = true }, sel;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = ftrace_ops_check(ops);
	if (ret)
		return ret;
	ftrace_ops_init(ops);
	ftrace_selection_filter(ops, &sel);
	ret = ftrace_change_check(ops, &none, &sel);
	if (ret)
		return ret;

	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED &&
	    IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS))
		ops->flags |= FTRACE_OPS_FL_SAVE_REGS;
	if (!is_kernel_core_data((unsigned long)ops))
		ops->flags |= FTRACE_OPS_FL_DYNAMIC;
	ftrace_ops_trampoline_create(ops);

	ftrace_change_apply(ops, &none, &sel);
	ftrace_ops_active_set(ops);
	ops->flags |= FTRACE_OPS_FL_ENABLED | FTRACE_OPS_FL_ADDING;
	list_add_rcu(&ops->list, &ftrace_ops_list);
	ftrace_update_text();
	ops->flags &= ~FTRACE_OPS_FL_ADDING;
	return 0;
}

/* What trace_defer_grace() last returned. Lock: ftrace_lock; read without it */
static unsigned long ftrace_ops_func_grace;

/*
 * A CPU in ftrace_ops_pid(), or in a trampoline that gets the ops from the site, may be about
 * to read ->func. ftrace_ops_prepare() waits for the grace period that begins here.
 */
static void ftrace_ops_func_read(struct ftrace_ops *ops)
{
	ops->flags |= FTRACE_OPS_FUNC_READ;
	ftrace_ops_func_grace = trace_defer_grace();
}

/* Whether the owner may free an ops as soon as it is not registered any more. */
static bool ftrace_ops_is_transient(const struct ftrace_ops *ops)
{
	return ops->flags & FTRACE_OPS_FL_DYNAMIC &&
	       !(ops->flags & FTRACE_OPS_FL_TRACE_ARRAY);
}

/* Unregister an ops, whose callback may still run. */
static int ftrace_ops_remove(struct ftrace_ops *ops)
{
	struct ftrace_selection none = { .none = true }, sel;

	lockdep_assert_held(&ftrace_lock);
	if (!(ops->flags & FTRACE_OPS_FL_ENABLED))
		return -EBUSY;

	ftrace_selection_active(ops, &sel);
	ftrace_change_apply(ops, &sel, &none);
	ops->flags &= ~FTRACE_OPS_FL_ENABLED;
	list_del_rcu(&ops->list);
	ftrace_update_text();
	ftrace_ops_active_clear(ops);
	return 0;
}

/**
 * ftrace_ops_unregister - unregister an ops
 * @ops: the ops
 *
 * Context: task, may sleep; ftrace_lock held.
 * Return: 0, or -EBUSY if it is not registered.
 */
int ftrace_ops_unregister(struct ftrace_ops *ops)
{
	int ret = ftrace_ops_remove(ops);

	if (ret)
		return ret;
	if (ftrace_ops_is_transient(ops)) {
		ftrace_ops_sync();
		if (ftrace_ops_trampoline_hide(ops))
			ftrace_ops_trampoline_free(ops);
	} else if (ops->flags & FTRACE_OPS_FL_PID ||
		   IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS)) {
		ftrace_ops_func_read(ops);
	}
	return 0;
}

int register_ftrace_function(struct ftrace_ops *ops)
{
	LIST_HEAD(left);
	int ret;

	ret = ftrace_ipmodify_begin(ops);
	if (ret)
		return ret;
	mutex_lock(&ftrace_lock);
	ret = ftrace_ops_register(ops);
	list_splice_init(&ftrace_ops_left_list, &left);
	mutex_unlock(&ftrace_lock);
	ftrace_ops_left_defer(&left);
	ftrace_ipmodify_end(ops, ret);
	return ret;
}
EXPORT_SYMBOL_GPL(register_ftrace_function);

int unregister_ftrace_function(struct ftrace_ops *ops)
{
	int ret;

	mutex_lock(&ftrace_lock);
	ret = ftrace_ops_unregister(ops);
	mutex_unlock(&ftrace_lock);
	if (!ret)
		ftrace_ipmodify_left(ops);
	return ret;
}
EXPORT_SYMBOL_GPL(unregister_ftrace_function);

int ftrace_ops_detach(struct ftrace_ops *ops)
{
	guard(mutex)(&ftrace_lock);
	return ftrace_ops_remove(ops);
}

void ftrace_ops_release(struct ftrace_ops *ops)
{
	bool had;

	scoped_guard(mutex, &ftrace_lock)
		had = ftrace_ops_trampoline_hide(ops);
	if (had)
		ftrace_ops_trampoline_free(ops);
}

void ftrace_ops_prepare(struct ftrace_ops *ops, ftrace_func_t func, unsigned long needs)
{
	bool changes = ops->func != func;

	if (changes && READ_ONCE(ops->flags) & FTRACE_OPS_FUNC_READ)
		trace_defer_grace_wait(READ_ONCE(ftrace_ops_func_grace));
	guard(mutex)(&ftrace_lock);
	ops->flags &= ~(FTRACE_OPS_FL_SAVE_ARGS | FTRACE_OPS_NO_REGS);
	ops->flags |= needs;
	if (!changes)
		return;
	ops->flags &= ~FTRACE_OPS_FUNC_READ;
	ops->func = func;
}

void ftrace_ops_set_func(struct ftrace_ops *ops, ftrace_func_t func)
{
	guard(mutex)(&ftrace_lock);
	WRITE_ONCE(ops->func, func);
	ftrace_ops_trampoline_update(ops);
}

void ftrace_ops_set_pid_ignore(struct ftrace_ops *ops, bool __percpu *ignore)
{
	guard(mutex)(&ftrace_lock);
	if (ignore) {
		/* Callbacks test the flag first, then read the pointer. */
		smp_store_release(&ops->pid_ignore, ignore);
		ops->flags |= FTRACE_OPS_FL_PID;
	} else if (ops->flags & FTRACE_OPS_FL_PID) {
		ops->flags &= ~FTRACE_OPS_FL_PID;
		ftrace_ops_func_read(ops);
	}
	ftrace_ops_flags_update(ops);
}

void __init ftrace_ops_set_wants(bool (*wants)(struct ftrace_ops *ops))
{
	ftrace_ops_wants = wants;
}

struct ftrace_ops *ftrace_ops_find(bool (*match)(struct ftrace_ops *ops, void *data),
				   void *data)
{
	struct ftrace_ops *ops;

	guard(mutex)(&ftrace_lock);
	list_for_each_entry(ops, &ftrace_ops_list, list) {
		if (match(ops, data))
			return ops;
	}
	return NULL;
}

/* Create the trampolines of ops that were registered too early in boot. */
static int __init ftrace_ops_late(void)
{
	struct ftrace_ops *ops;

	mutex_lock(&ftrace_lock);
	list_for_each_entry(ops, &ftrace_ops_list, list) {
		if (ops->trampoline)
			continue;
		ftrace_ops_trampoline_create(ops);
		ftrace_mark_dirty_ops(ops);
	}
	ftrace_update_text();
	mutex_unlock(&ftrace_lock);
	return 0;
}
late_initcall(ftrace_ops_late);

/*
 * The sysctl kernel.ftrace_enabled.
 */

static int ftrace_ops_sysctl_enabled(const struct ctl_table *table, int write,
				     void *buffer, size_t *lenp, loff_t *ppos)
{
	int was, ret;

	mutex_lock(&ftrace_lock);
	was = ftrace_enabled;
	ret = ftrace_disabled ? -ENODEV : proc_dointvec(table, write, buffer, lenp, ppos);
	if (ret || !write || !was == !ftrace_enabled)
		goto out;

	if (!ftrace_enabled && ftrace_ops_permanent()) {
		ftrace_enabled = was;
		ret = -EBUSY;
		goto out;
	}
	ftrace_mark_dirty_all();
	ftrace_update_text();
out:
	mutex_unlock(&ftrace_lock);
	return ret;
}

static struct ctl_table ftrace_ops_sysctls[] = {
	{
		.procname	= "ftrace_enabled",
		.data		= &ftrace_enabled,
		.maxlen		= sizeof(ftrace_enabled),
		.mode		= 0644,
		.proc_handler	= ftrace_ops_sysctl_enabled,
	},
};

static int __init ftrace_ops_sysctl_init(void)
{
	register_sysctl_init("kernel", ftrace_ops_sysctls);
	return 0;
}
late_initcall(ftrace_ops_sysctl_init);
