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

static LIST_HEAD(site_trampolines);

/*
 * Calling.
 */

static __always_inline bool site_ops_filter(struct ftrace_ops *ops,
					    unsigned long ip)
{
	struct ftrace_ops_hash *hash = READ_ONCE(ops->func_hash);
	struct site_want want = {
		.filter = rcu_dereference_raw_check(hash->filter),
		.except = rcu_dereference_raw_check(hash->except),
	};

	return site_wanted(&want, ip);
}

static __always_inline bool site_ops_may(struct ftrace_ops *ops)
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

	list_for_each_entry_lockless(ops, &site_ops, list) {
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
		    site_ops_filter(ops, ip) && site_ops_may(ops))
			ops->func(ip, parent_ip, ops, fregs);
	}
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(arch_ftrace_ops_list_func);

/* For an ops that has its sites for itself, but needs to be guarded. */
static notrace void site_ops_assist(unsigned long ip, unsigned long parent_ip,
				    struct ftrace_ops *op,
				    struct ftrace_regs *fregs)
{
	int bit;

	preempt_disable_notrace();
	bit = trace_recursion_enter(TRACE_LAYER_ASSIST);
	if (bit < 0)
		goto out;
	if (site_ops_may(op))
		op->func(ip, parent_ip, op, fregs);
	trace_recursion_leave(bit);
out:
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(site_ops_assist);

/*
 * For one that only is not for all tasks. Preemption stays as it is: a callback
 * that tells its depth tells that of the traced function.
 */
static notrace void site_ops_pid(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *op,
				 struct ftrace_regs *fregs)
{
	if (site_ops_may(op))
		op->func(ip, parent_ip, op, fregs);
}

NOKPROBE_SYMBOL(site_ops_pid);

/* What the trampoline of an ops is to call. */
ftrace_func_t site_ops_callee(struct ftrace_ops *ops)
{
	if (ops->flags & (FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU))
		return site_ops_assist;
	if (ops->flags & FTRACE_OPS_FL_PID)
		return site_ops_pid;
	return ops->func;
}

/*
 * Trampolines. They are looked up by the unwinder, in any context.
 */

#define SITE_TRAMPOLINE_NAME	"ftrace_trampoline"

static void site_trampoline_tell(struct ftrace_ops *ops, bool gone)
{
	perf_event_ksymbol(PERF_RECORD_KSYMBOL_TYPE_OOL, ops->trampoline,
			   ops->trampoline_size, gone, SITE_TRAMPOLINE_NAME);
}

static void site_trampoline_drop(struct ftrace_ops *ops)
{
	if (!(ops->flags & FTRACE_OPS_FL_ALLOC_TRAMP))
		return;
	site_trampoline_tell(ops, true);
	list_del_rcu(&ops->trampolines);
	synchronize_rcu();
	arch_ftrace_trampoline_free(ops);
	ops->flags &= ~FTRACE_OPS_FL_ALLOC_TRAMP;
}

/* An ops of the kernel's own may have one from the last time. */
static bool site_trampoline_reuse(struct ftrace_ops *ops)
{
	if (!ops->trampoline)
		return false;
	if (ops->trampoline_size == arch_ftrace_trampoline_size(ops)) {
		arch_ftrace_trampoline_set(ops, site_ops_callee(ops));
		return true;
	}
	site_ops_sync();
	site_trampoline_drop(ops);
	return false;
}

static void site_trampoline_make(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_DIRECT || site_trampoline_reuse(ops))
		return;
	if (arch_ftrace_trampoline_alloc(ops, site_ops_callee(ops)))
		return;	/* Its sites go through the list, then. */
	ops->flags |= FTRACE_OPS_FL_ALLOC_TRAMP;
	list_add_rcu(&ops->trampolines, &site_trampolines);
	site_trampoline_tell(ops, false);
}

/*
 * The callback is another one now. The trampoline of an ops that is not
 * registered may not even be of the kind that its flags ask for; it is looked at
 * when that changes.
 */
static void site_trampoline_follow(struct ftrace_ops *ops)
{
	if (ops->flags & FTRACE_OPS_FL_ENABLED && ops->trampoline)
		arch_ftrace_trampoline_set(ops, site_ops_callee(ops));
}

struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr)
{
	struct ftrace_ops *ops;

	list_for_each_entry_lockless(ops, &site_trampolines, trampolines) {
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
	list_for_each_entry_rcu(ops, &site_trampolines, trampolines) {
		if (symnum--)
			continue;
		*value = ops->trampoline;
		*type = 't';
		strscpy(name, SITE_TRAMPOLINE_NAME, KSYM_NAME_LEN);
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
void site_ops_sync(void)
{
	if (system_state == SYSTEM_BOOTING)
		return;
	/* Trampolines and callbacks that run with preemption disabled, */
	synchronize_rcu_tasks_rude();
	/* and those that a task was preempted in. */
	if (IS_ENABLED(CONFIG_PREEMPTION))
		synchronize_rcu_tasks();
}

static bool site_ops_permanent(void)
{
	struct ftrace_ops *ops;

	list_for_each_entry(ops, &site_ops, list) {
		if (ops->flags & FTRACE_OPS_FL_PERMANENT)
			return true;
	}
	return false;
}

static void site_active_set(struct ftrace_ops *ops)
{
	struct ftrace_ops_hash *now = ops->func_hash;
	struct site_set *filter, *except;

	filter = rcu_dereference_protected(now->filter, 1);
	except = rcu_dereference_protected(now->except, 1);
	rcu_assign_pointer(ops->active.filter, site_set_get(filter));
	rcu_assign_pointer(ops->active.except, site_set_get(except));
}

static void site_active_clear(struct ftrace_ops *ops)
{
	site_set_put(rcu_dereference_protected(ops->active.filter, 1));
	site_set_put(rcu_dereference_protected(ops->active.except, 1));
	RCU_INIT_POINTER(ops->active.filter, NULL);
	RCU_INIT_POINTER(ops->active.except, NULL);
}

/* The filter of a registered ops was replaced: bring sites in line with it. */
void site_ops_changed(struct ftrace_ops *ops)
{
	struct site_want from, to;
	struct ftrace_ops_hash old;

	lockdep_assert_held(&site_lock);
	site_want_active(ops, &from);
	site_want_now(ops, &to);
	site_change_apply(ops, &from, &to);

	/* @from must outlive the change, so let go of it last. */
	old = ops->active;
	site_active_set(ops);
	site_set_put(rcu_dereference_protected(old.filter, 1));
	site_set_put(rcu_dereference_protected(old.except, 1));
}

static int site_ops_allowed(struct ftrace_ops *ops)
{
	if (site_dead)
		return -ENODEV;
	if (!ops->func || ops->flags & FTRACE_OPS_FL_DELETED)
		return -EINVAL;
	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY;
	if (ops->flags & FTRACE_OPS_FL_PERMANENT && !ftrace_enabled)
		return -EBUSY;
	return 0;
}

int site_ops_register(struct ftrace_ops *ops)
{
	struct site_want none = { .none = true }, want;
	int ret;

	lockdep_assert_held(&site_lock);
	ret = site_ops_allowed(ops);
	if (ret)
		return ret;
	site_ops_init(ops);
	site_want_now(ops, &want);
	ret = site_change_check(ops, &none, &want);
	if (ret)
		return ret;

	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED)
		ops->flags |= FTRACE_OPS_FL_SAVE_REGS;
	if (!is_kernel_core_data((unsigned long)ops))
		ops->flags |= FTRACE_OPS_FL_DYNAMIC;
	site_trampoline_make(ops);

	site_change_apply(ops, &none, &want);
	site_active_set(ops);
	ops->flags |= FTRACE_OPS_FL_ENABLED | FTRACE_OPS_FL_ADDING;
	list_add_rcu(&ops->list, &site_ops);
	site_text_update();
	ops->flags &= ~FTRACE_OPS_FL_ADDING;
	return 0;
}

int site_ops_unregister(struct ftrace_ops *ops)
{
	struct site_want none = { .none = true }, want;

	lockdep_assert_held(&site_lock);
	if (!(ops->flags & FTRACE_OPS_FL_ENABLED))
		return -EBUSY;

	site_want_active(ops, &want);
	site_change_apply(ops, &want, &none);
	ops->flags &= ~FTRACE_OPS_FL_ENABLED;
	list_del_rcu(&ops->list);
	site_text_update();
	site_active_clear(ops);

	if (ops->flags & FTRACE_OPS_FL_DYNAMIC) {
		site_ops_sync();
		site_trampoline_drop(ops);
	} else if (ops->flags & FTRACE_OPS_FL_PID) {
		/* Somebody may be about to read ->func, which is to change. */
		site_ops_sync();
	}
	return 0;
}

void site_ops_func(struct ftrace_ops *ops, ftrace_func_t func)
{
	mutex_lock(&site_lock);
	WRITE_ONCE(ops->func, func);
	site_trampoline_follow(ops);
	mutex_unlock(&site_lock);
	site_ops_sync();
}

void site_ops_pids(struct ftrace_ops *ops, bool __percpu *ignore)
{
	bool __percpu *old;

	mutex_lock(&site_lock);
	old = ops->pid_ignore;
	if (ignore) {
		/* Callbacks look at the flag first. */
		smp_store_release(&ops->pid_ignore, ignore);
		ops->flags |= FTRACE_OPS_FL_PID;
	} else {
		ops->flags &= ~FTRACE_OPS_FL_PID;
	}
	site_trampoline_follow(ops);
	mutex_unlock(&site_lock);
	if (old && !ignore)
		site_ops_sync();
}

/* Those that came too early get their trampolines now. */
static int __init site_ops_late(void)
{
	struct ftrace_ops *ops;

	mutex_lock(&site_lock);
	list_for_each_entry(ops, &site_ops, list) {
		if (ops->trampoline)
			continue;
		site_trampoline_make(ops);
		site_dirty_ops(ops);
	}
	site_text_update();
	mutex_unlock(&site_lock);
	return 0;
}
late_initcall(site_ops_late);

/*
 * Switching off.
 */

static int site_sysctl_enabled(const struct ctl_table *table, int write,
			       void *buffer, size_t *lenp, loff_t *ppos)
{
	int was, ret;

	mutex_lock(&site_lock);
	was = ftrace_enabled;
	ret = site_dead ? -ENODEV : proc_dointvec(table, write, buffer, lenp, ppos);
	if (ret || !write || !was == !ftrace_enabled)
		goto out;

	if (!ftrace_enabled && site_ops_permanent()) {
		ftrace_enabled = was;
		ret = -EBUSY;
		goto out;
	}
	site_dirty_all();
	site_text_update();
out:
	mutex_unlock(&site_lock);
	return ret;
}

static struct ctl_table site_sysctls[] = {
	{
		.procname	= "ftrace_enabled",
		.data		= &ftrace_enabled,
		.maxlen		= sizeof(ftrace_enabled),
		.mode		= 0644,
		.proc_handler	= site_sysctl_enabled,
	},
};

static int __init site_sysctl_init(void)
{
	register_sysctl_init("kernel", site_sysctls);
	return 0;
}
late_initcall(site_sysctl_init);
