// SPDX-License-Identifier: GPL-2.0
/*
 * struct ftrace_ops: who is called from sites.
 *
 * A site that one ops wants calls the trampoline of that ops, which calls its
 * callback right away. A site that several want calls a trampoline which calls
 * ftrace_ops_list_func(): that one asks each registered ops. The latter is right
 * for every site at any time, so it also serves while sites are changed.
 *
 * An ops leaves in this order: its sites are patched, it is taken off the list,
 * and, unless it is part of the kernel, everyone who may still be on the way to
 * its callback is waited for.
 */

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/rcupdate_wait.h>
#include <linux/sysctl.h>

#include <asm/sections.h>

#include "internal.h"

static LIST_HEAD(ftrace_trampolines);

/*
 * Calling.
 */

static __always_inline bool ftrace_ops_filter(struct ftrace_ops *ops,
					      unsigned long ip)
{
	struct ftrace_ops_hash *hash = READ_ONCE(ops->func_hash);
	struct ftrace_want want = {
		.filter = rcu_dereference_raw_check(hash->filter),
		.except = rcu_dereference_raw_check(hash->except),
	};

	return ftrace_wanted(&want, ip);
}

static __always_inline bool ftrace_ops_may(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_RCU && !rcu_is_watching())
		return false;
	return !(ops->flags & FTRACE_OPS_FL_PID) ||
	       !this_cpu_read(*ops->pid_ignore);
}

/* Under this name the linker script knows it; see ftrace_ops_list_func(). */
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
	if (bit < 0)
		goto out;

	list_for_each_entry_lockless(ops, &ftrace_ops_registered, list) {
		/*
		 * One that wants registers may be on the list already while
		 * this site still keeps only some of them.
		 */
		if (ops->flags & FTRACE_OPS_FL_SAVE_REGS && !whole)
			continue;
		/*
		 * While sites are being made to call it, it is not called from
		 * the breakpoints that stand there.
		 */
		if (!(READ_ONCE(ops->flags) & FTRACE_OPS_FL_ADDING) &&
		    ftrace_ops_filter(ops, ip) && ftrace_ops_may(ops))
			ops->func(ip, parent_ip, ops, fregs);
	}
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(arch_ftrace_ops_list_func);

/* For an ops that has its sites for itself, but needs to be guarded. */
static notrace void ftrace_ops_assist(unsigned long ip, unsigned long parent_ip,
				      struct ftrace_ops *op,
				      struct ftrace_regs *fregs)
{
	int bit;

	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_ASSIST);
	if (bit < 0)
		goto out;
	if (ftrace_ops_may(op))
		op->func(ip, parent_ip, op, fregs);
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ftrace_ops_assist);

/*
 * For one that only is not for all tasks. Preemption stays as it is: a callback
 * that tells its depth tells that of the traced function.
 */
static notrace void ftrace_ops_pid(unsigned long ip, unsigned long parent_ip,
				   struct ftrace_ops *op,
				   struct ftrace_regs *fregs)
{
	if (ftrace_ops_may(op))
		op->func(ip, parent_ip, op, fregs);
}

NOKPROBE_SYMBOL(ftrace_ops_pid);

/* What the trampoline of an ops is to call. */
ftrace_func_t ftrace_ops_callee(struct ftrace_ops *ops)
{
	if (ops->flags & (FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU))
		return ftrace_ops_assist;
	if (ops->flags & FTRACE_OPS_FL_PID)
		return ftrace_ops_pid;
	return ops->func;
}

/*
 * Trampolines. They are looked up by the unwinder, in any context.
 */

#define FTRACE_TRAMPOLINE_NAME	"ftrace_trampoline"

static void ftrace_trampoline_tell(struct ftrace_ops *ops, bool gone)
{
	perf_event_ksymbol(PERF_RECORD_KSYMBOL_TYPE_OOL, ops->trampoline,
			   ops->trampoline_size, gone, FTRACE_TRAMPOLINE_NAME);
}

static void ftrace_trampoline_drop(struct ftrace_ops *ops)
{
	if (!(ops->flags & FTRACE_OPS_FL_ALLOC_TRAMP))
		return;
	ftrace_trampoline_tell(ops, true);
	list_del_rcu(&ops->trampolines);
	synchronize_rcu();
	arch_ftrace_trampoline_free(ops);
	ops->flags &= ~FTRACE_OPS_FL_ALLOC_TRAMP;
}

/* An ops of the kernel's own may have one from the last time. */
static bool ftrace_trampoline_reuse(struct ftrace_ops *ops)
{
	if (!ops->trampoline)
		return false;
	if (ops->trampoline_size == arch_ftrace_trampoline_size(ops)) {
		arch_ftrace_trampoline_set(ops, ftrace_ops_callee(ops));
		return true;
	}
	ftrace_ops_sync();
	ftrace_trampoline_drop(ops);
	return false;
}

static void ftrace_trampoline_make(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_DIRECT || ftrace_trampoline_reuse(ops))
		return;
	if (arch_ftrace_trampoline_alloc(ops, ftrace_ops_callee(ops)))
		return;	/* Its sites go through the list, then. */
	ops->flags |= FTRACE_OPS_FL_ALLOC_TRAMP;
	list_add_rcu(&ops->trampolines, &ftrace_trampolines);
	ftrace_trampoline_tell(ops, false);
}

/*
 * The callback is another one now. The trampoline of an ops that is not
 * registered may not even be of the kind that its flags ask for; it is looked at
 * when that changes.
 */
static void ftrace_trampoline_follow(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_ENABLED && ops->trampoline)
		arch_ftrace_trampoline_set(ops, ftrace_ops_callee(ops));
}

struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr)
{
	struct ftrace_ops *ops;

	list_for_each_entry_lockless(ops, &ftrace_trampolines, trampolines) {
		if (addr - ops->trampoline < ops->trampoline_size)
			return ops;
	}
	return NULL;
}

bool is_ftrace_trampoline(unsigned long addr)
{
	return ftrace_ops_trampoline(addr);
}

/* For /proc/kallsyms. */
int ftrace_mod_get_kallsym(unsigned int symnum, unsigned long *value,
			   char *type, char *name, char *module_name,
			   int *exported)
{
	struct ftrace_ops *ops;
	int ret = -ERANGE;

	preempt_disable();
	list_for_each_entry_rcu(ops, &ftrace_trampolines, trampolines) {
		if (symnum--)
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

/* Wait until nobody is on the way from a site to a callback. */
void ftrace_ops_sync(void)
{
	if (system_state == SYSTEM_BOOTING)
		return;
	/* Trampolines and callbacks that run with preemption disabled, */
	synchronize_rcu_tasks_rude();
	/* and those that a task was preempted in. */
	if (IS_ENABLED(CONFIG_PREEMPTION))
		synchronize_rcu_tasks();
}

static bool ftrace_ops_permanent(void)
{
	struct ftrace_ops *ops;

	list_for_each_entry(ops, &ftrace_ops_registered, list) {
		if (ops->flags & FTRACE_OPS_FL_PERMANENT)
			return true;
	}
	return false;
}

static void ftrace_active_set(struct ftrace_ops *ops)
{
	struct ftrace_ops_hash *now = ops->func_hash;
	struct ftrace_ip_set *filter, *except;

	filter = rcu_dereference_protected(now->filter, 1);
	except = rcu_dereference_protected(now->except, 1);
	rcu_assign_pointer(ops->active.filter, ftrace_ip_set_get(filter));
	rcu_assign_pointer(ops->active.except, ftrace_ip_set_get(except));
}

static void ftrace_active_clear(struct ftrace_ops *ops)
{
	ftrace_ip_set_put(rcu_dereference_protected(ops->active.filter, 1));
	ftrace_ip_set_put(rcu_dereference_protected(ops->active.except, 1));
	RCU_INIT_POINTER(ops->active.filter, NULL);
	RCU_INIT_POINTER(ops->active.except, NULL);
}

/* The filter of a registered ops was replaced: bring sites in line with it. */
void ftrace_ops_changed(struct ftrace_ops *ops)
{
	struct ftrace_want from, to;
	struct ftrace_ops_hash old;

	lockdep_assert_held(&ftrace_lock);
	ftrace_want_active(ops, &from);
	ftrace_want_now(ops, &to);
	ftrace_change_apply(ops, &from, &to);

	/* @from must outlive the change, so let go of it last. */
	old = ops->active;
	ftrace_active_set(ops);
	ftrace_ip_set_put(rcu_dereference_protected(old.filter, 1));
	ftrace_ip_set_put(rcu_dereference_protected(old.except, 1));
}

static int ftrace_ops_allowed(struct ftrace_ops *ops)
{
	if (ftrace_dead)
		return -ENODEV;
	if (!ops->func || ops->flags & FTRACE_OPS_FL_DELETED)
		return -EINVAL;
	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY;
	if (ops->flags & FTRACE_OPS_FL_PERMANENT && !ftrace_enabled)
		return -EBUSY;
	return 0;
}

int ftrace_ops_register(struct ftrace_ops *ops)
{
	struct ftrace_want none = { .none = true }, want;
	int ret;

	lockdep_assert_held(&ftrace_lock);
	ret = ftrace_ops_allowed(ops);
	if (ret)
		return ret;
	ftrace_ops_init(ops);
	ftrace_want_now(ops, &want);
	ret = ftrace_change_check(ops, &none, &want);
	if (ret)
		return ret;

	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED)
		ops->flags |= FTRACE_OPS_FL_SAVE_REGS;
	if (!is_kernel_core_data((unsigned long)ops))
		ops->flags |= FTRACE_OPS_FL_DYNAMIC;
	ftrace_trampoline_make(ops);

	ftrace_change_apply(ops, &none, &want);
	ftrace_active_set(ops);
	ops->flags |= FTRACE_OPS_FL_ENABLED | FTRACE_OPS_FL_ADDING;
	list_add_rcu(&ops->list, &ftrace_ops_registered);
	ftrace_update_text();
	ops->flags &= ~FTRACE_OPS_FL_ADDING;
	return 0;
}

int ftrace_ops_unregister(struct ftrace_ops *ops)
{
	struct ftrace_want none = { .none = true }, want;

	lockdep_assert_held(&ftrace_lock);
	if (!(ops->flags & FTRACE_OPS_FL_ENABLED))
		return -EBUSY;

	ftrace_want_active(ops, &want);
	ftrace_change_apply(ops, &want, &none);
	ops->flags &= ~FTRACE_OPS_FL_ENABLED;
	list_del_rcu(&ops->list);
	ftrace_update_text();
	ftrace_active_clear(ops);

	if (ops->flags & FTRACE_OPS_FL_DYNAMIC) {
		ftrace_ops_sync();
		ftrace_trampoline_drop(ops);
	} else if (ops->flags & FTRACE_OPS_FL_PID) {
		/* Somebody may be about to read ->func, which is to change. */
		ftrace_ops_sync();
	}
	return 0;
}

void ftrace_ops_func(struct ftrace_ops *ops, ftrace_func_t func)
{
	mutex_lock(&ftrace_lock);
	WRITE_ONCE(ops->func, func);
	ftrace_trampoline_follow(ops);
	mutex_unlock(&ftrace_lock);
	ftrace_ops_sync();
}

void ftrace_ops_pids(struct ftrace_ops *ops, bool __percpu *ignore)
{
	bool __percpu *old;

	mutex_lock(&ftrace_lock);
	old = ops->pid_ignore;
	if (ignore) {
		/* Callbacks look at the flag first. */
		smp_store_release(&ops->pid_ignore, ignore);
		ops->flags |= FTRACE_OPS_FL_PID;
	} else {
		ops->flags &= ~FTRACE_OPS_FL_PID;
	}
	ftrace_trampoline_follow(ops);
	mutex_unlock(&ftrace_lock);
	if (old && !ignore)
		ftrace_ops_sync();
}

/* Those that came too early get their trampolines now. */
static int __init ftrace_ops_late(void)
{
	struct ftrace_ops *ops;

	mutex_lock(&ftrace_lock);
	list_for_each_entry(ops, &ftrace_ops_registered, list) {
		if (ops->trampoline)
			continue;
		ftrace_trampoline_make(ops);
		ftrace_dirty_ops(ops);
	}
	ftrace_update_text();
	mutex_unlock(&ftrace_lock);
	return 0;
}
late_initcall(ftrace_ops_late);

/*
 * Switching off.
 */

static int ftrace_sysctl_enabled(const struct ctl_table *table, int write,
				 void *buffer, size_t *lenp, loff_t *ppos)
{
	int was, ret;

	mutex_lock(&ftrace_lock);
	was = ftrace_enabled;
	ret = ftrace_dead ? -ENODEV : proc_dointvec(table, write, buffer, lenp, ppos);
	if (ret || !write || !was == !ftrace_enabled)
		goto out;

	if (!ftrace_enabled && ftrace_ops_permanent()) {
		ftrace_enabled = was;
		ret = -EBUSY;
		goto out;
	}
	ftrace_dirty_all();
	ftrace_update_text();
out:
	mutex_unlock(&ftrace_lock);
	return ret;
}

struct ftrace_ops *ftrace_ops_find(bool (*match)(struct ftrace_ops *ops, void *data),
				   void *data)
{
	struct ftrace_ops *ops;

	guard(mutex)(&ftrace_lock);
	list_for_each_entry(ops, &ftrace_ops_registered, list) {
		if (match(ops, data))
			return ops;
	}
	return NULL;
}

static struct ctl_table ftrace_sysctls[] = {
	{
		.procname	= "ftrace_enabled",
		.data		= &ftrace_enabled,
		.maxlen		= sizeof(ftrace_enabled),
		.mode		= 0644,
		.proc_handler	= ftrace_sysctl_enabled,
	},
};

static int __init ftrace_sysctl_init(void)
{
	register_sysctl_init("kernel", ftrace_sysctls);
	return 0;
}
late_initcall(ftrace_sysctl_init);
